"""The pages, a script each, run from top to bottom whenever somebody looks."""
