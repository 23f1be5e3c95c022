"""Rows, and how they are kept. Knows no game and imports nothing of ours."""
