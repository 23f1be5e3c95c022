"""A window of its own for the pages of tournaments, on one server."""

from tests.browser.conftest import browser, desk, first_visit, folder, season, show, table

__all__ = ["browser", "desk", "first_visit", "folder", "season", "show", "table"]
