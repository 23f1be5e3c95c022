"""The dashboard reads the scorebook of the test, at a page that waits for nothing."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from dashboard import data


@pytest.fixture(autouse=True)
def _this_scorebook(book_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SCORER_DB", str(book_path))
    monkeypatch.setenv("SCORER_DASHBOARD_STILL", "1")
    yield
    data.forget()
