"""Fixtures for what insight says on a terminal."""

from tests.cli.test_layout import club, fits

__all__ = ["club", "fits"]
