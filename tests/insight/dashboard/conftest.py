"""Fixtures for what insight has of the dashboard."""

from tests.dashboard_fixtures import own_sample, sample, season, this_scorebook

__all__ = ["own_sample", "sample", "season", "this_scorebook"]
