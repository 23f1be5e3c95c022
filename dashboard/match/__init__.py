"""A match on a page: its summary, its score sheet, who wins how likely."""
