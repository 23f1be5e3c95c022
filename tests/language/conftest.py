"""The scorebook that is looked at in the language of accents."""

from pathlib import Path

import pytest

from scorer.cli import demo
from scorer.cli.app import command
from scorer.cli.context import Settings
from tests.plain_pages import shown

__all__ = ["everything", "shown"]


@pytest.fixture(scope="session")
def everything(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scorebook of the demo: the sample league, the one of other games, and what wings bring."""
    path = tmp_path_factory.mktemp("demo") / "demo.db"
    demo.load(Settings(root=command()), path).book.close()
    return path
