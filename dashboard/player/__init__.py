"""A player on a page, or two of them, and the form of players."""
