"""Fixtures for what insight makes of frames."""

from tests.stats_fixtures import _begun, on_paper, play, read, the_evening, written

__all__ = ["_begun", "on_paper", "play", "read", "the_evening", "written"]
