"""What is said: sentences, numbers, plural forms, the pages that explain variants and formats."""
