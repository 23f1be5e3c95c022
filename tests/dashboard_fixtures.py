"""Fixtures of the tests of the dashboard and of the pages that wings have there, for their conftest.py.

The dashboard reads the scorebook of the test, at a page that waits for nothing.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from dashboard import data
from scorer.cli.demo import season as sample_season
from tests.running import recorded


@pytest.fixture(autouse=True)
def this_scorebook(book_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[None]:
    monkeypatch.setenv("SCORER_DB", str(book_path))
    monkeypatch.setenv("SCORER_DASHBOARD_STILL", "1")
    if "sample" in request.fixturenames:  # of which everything stays true from test to test
        yield
        return
    data.forget()
    yield
    data.forget()


@pytest.fixture(scope="session")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample league in a file, without the one of other games."""
    path = tmp_path_factory.mktemp("season") / "season.db"
    recorded(path, [["import", str(sample_season())]])
    return path


@pytest.fixture
def own_sample(season: Path, book_path: Path) -> None:
    """The sample league, laid on this test's table."""
    book_path.write_bytes(season.read_bytes())


@pytest.fixture
def sample(own_sample: None, season: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sample league that all tests look at; what the commands of a test write is in a copy, and not to be seen."""
    monkeypatch.setenv("SCORER_DB", str(season))
