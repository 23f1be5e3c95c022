"""What somebody writes who follows docs/recipes.md, and what then works: tests/test_recipes.py plays both in a copy."""
