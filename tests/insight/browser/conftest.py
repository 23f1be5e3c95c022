"""A window of its own for the pages of insight, on one server."""

from tests.browser.conftest import browser, desk, first_visit, folder, league, season, show, table

__all__ = ["browser", "desk", "first_visit", "folder", "league", "season", "show", "table"]
