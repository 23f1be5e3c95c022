"""Fixtures for the statistics of the core."""

from tests.stats_fixtures import _begun, on_paper, play, read, the_evening, written

__all__ = ["_begun", "on_paper", "play", "read", "the_evening", "written"]
