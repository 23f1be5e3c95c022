"""The server for phones at the table: one page a table, and an API under it."""
