"""Pages in a real browser. A package: what its fixtures start is ended with its last test."""
