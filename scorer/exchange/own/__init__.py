"""The files that scorer writes, and how they are read back."""
