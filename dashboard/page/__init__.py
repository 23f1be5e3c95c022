"""What pages share: their sections, and tables that people sort."""
