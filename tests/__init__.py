"""The tests, and two chores that write pages: `python -m tests.pages` and `python -m tests.cli_reference`."""
