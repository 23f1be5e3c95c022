"""What is counted block by block, so that a million deals need not all be in memory, is what it was at once."""

from importlib import import_module
from pathlib import Path

import pandas as pd
import pytest

from scorer import frames, stats
from scorer.scorebook import Book
from scorer.stats.standings import STANDING_COLUMNS
from tests.benchmarks.season import big_scorebook


@pytest.mark.parametrize("order", ["units", "per-deal", "per-match"])
def test_standings_of_small_blocks_are_those_of_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, order: str
) -> None:
    big_scorebook(tmp_path / "season.db", 120)
    book = Book(str(tmp_path / "season.db"))
    with book.reading() as session:
        read = frames.read(session)
    book.close()
    at_once = stats.standings(read.payouts, order=order)
    for module in ("tallies", "spread"):
        monkeypatch.setattr(import_module(f"scorer.stats.{module}"), "BLOCK", 17)  # no multiple of five
    in_blocks = stats.standings(read.payouts[list(STANDING_COLUMNS)], order=order)
    pd.testing.assert_frame_equal(in_blocks, at_once, rtol=1e-12)


def test_a_few_columns_of_the_payouts_are_those_of_all(tmp_path: Path) -> None:
    big_scorebook(tmp_path / "season.db", 50, ("brisca",))
    book = Book(str(tmp_path / "season.db"))
    with book.reading() as session:
        few, every = frames.read(session), frames.read(session)
    book.close()
    for name in every.payouts:
        pd.testing.assert_frame_equal(few.payouts_in(str(name)), every.payouts[[name]])
    assert "payouts" not in vars(few)
