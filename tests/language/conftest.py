"""The language in which every marked letter has an accent, spoken in this process."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from scorer.cli import demo
from scorer.cli.app import command
from scorer.cli.context import Settings
from scorer.language import ENGLISH, LANGUAGE, catalogues


@pytest.fixture
def accented(accents: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """This process and the pages of the dashboard speak it; they read it anew, for each runs in a thread of its own."""
    monkeypatch.setenv("SCORER_LANG", str(accents))
    token = LANGUAGE.set(ENGLISH)
    catalogues.use(catalogues.language(str(accents)))
    yield
    LANGUAGE.reset(token)


@pytest.fixture(scope="session")
def everything(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scorebook of the demo: the sample league, the one of other games, and a tournament."""
    path = tmp_path_factory.mktemp("demo") / "demo.db"
    demo.load(Settings(root=command()), path).book.close()
    return path
