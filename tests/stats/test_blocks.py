"""What is counted block by block, so that a million deals need not all be in memory, is what it was at once."""

from importlib import import_module
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from scorer import frames
from scorer.frames.building import blocks
from scorer.scorebook import Book
from tests import all_stats as stats
from tests.benchmarks.season import big_scorebook

BLOCKS = ("scorer.frames.building", "scorer.stats.tally")


def frames_of(path: Path) -> frames.Frames:
    """The frames of a file."""
    book = Book(str(path))
    with book.reading() as transaction:
        built = frames.read(transaction)
    book.close()
    return built


def test_a_day_is_never_parted() -> None:
    # Days of 2, 4, 1 and 1 rows, by three at least: 2 + 4, then what is left.
    day = np.array(["2026-01-02"] * 2 + ["2026-01-09"] * 4 + ["2026-01-16", "2026-01-23"], "datetime64[s]")
    assert list(blocks(day, 3)) == [slice(0, 6), slice(6, 8)]
    assert list(blocks(day, 2)) == [slice(0, 2), slice(2, 6), slice(6, 8)]
    assert list(blocks(day, 8)) == [slice(0, 8)]
    assert list(blocks(day[:0], 3)) == [slice(0, 0)]


@pytest.mark.parametrize("order", ["units", "per-deal", "per-match"])
def test_standings_of_small_blocks_are_those_of_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, order: str
) -> None:
    big_scorebook(tmp_path / "season.db", 120)
    few, built = (frames.measured(frames_of(tmp_path / "season.db"), "base") for _ in range(2))
    at_once = stats.standings(few, order=order)
    assert at_once["matches_won"].sum() == 5  # five matches of 20 or 25 deals
    assert len(built.payouts) > len(built.deals)
    for module in BLOCKS:
        monkeypatch.setattr(import_module(module), "BLOCK", 17)  # less than a match
    for in_blocks in (few, built):
        pd.testing.assert_frame_equal(stats.standings(in_blocks, order=order), at_once, rtol=1e-12)
    assert "payouts" not in vars(few)  # never all of them at once


def test_a_few_columns_of_the_payouts_are_those_of_all(tmp_path: Path) -> None:
    big_scorebook(tmp_path / "season.db", 50, ("brisca",))
    few, every = frames_of(tmp_path / "season.db"), frames_of(tmp_path / "season.db")
    for name in every.payouts:
        pd.testing.assert_frame_equal(few.payouts_in(str(name)), every.payouts[[name]])
    np.testing.assert_array_equal(every.payouts_in("lead")["lead"], few.lead)
    assert "payouts" not in vars(few)
