"""Fixtures for what tournaments have of the dashboard."""

from tests.dashboard_fixtures import own_sample, sample, season, this_scorebook
from tests.plain_pages import shown

__all__ = ["own_sample", "sample", "season", "shown", "this_scorebook"]
