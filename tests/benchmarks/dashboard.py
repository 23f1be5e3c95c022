"""What a page waits for when a season of many deals is behind it: cold, and after one more deal."""

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

from dashboard import data
from scorer import scorebook
from scorer.frames import Selection
from scorer.words import DealWords
from tests.benchmarks.comparing import Comparison
from tests.benchmarks.season import ROWS, big_scorebook

ROUNDS = 9


def comparisons(folder: Path, deals: int) -> list[Comparison]:
    """The frames of everything, built, beside a fetch of the columns that they are made of."""
    path = folder / "dashboard.db"
    big_scorebook(path, deals)
    bare = sqlite3.connect(path)
    bare.execute("PRAGMA query_only=ON")
    os.environ["SCORER_DB"] = str(path)

    def fetched() -> None:
        assert len(bare.execute(ROWS).fetchall()) >= deals

    cold = Comparison("dashboard data, cold / fetchall of the same columns", _cold, fetched, ROUNDS, 1.5)
    renewed = Comparison("dashboard data, after one new deal / the same", _shown, fetched, ROUNDS, 0.1, _recorder(path))
    quiet = Comparison("dashboard data, when nothing happened / the same", _shown, fetched, ROUNDS, 0.01)
    return [cold, renewed, quiet]


def _cold() -> None:
    data.forget()
    _shown()


def _shown() -> None:
    frames = data.frames_now(Selection())
    assert len(frames.payouts) > len(frames.deals)


def _recorder(path: Path) -> Callable[[], None]:
    """Records a deal in the last match, through a scorebook opened by itself as another program would."""
    book = scorebook.Book(str(path))
    with book.writing() as session:
        last = scorebook.reopen_match(session, scorebook.matches(session)[-1]).match

    def once() -> None:
        with book.writing() as session:
            sheet = scorebook.sheet_of(session, last)
            caller, partner = [player for player in sheet.seats if player != sheet.resting()][:2]
            bid = str(last.variant.auction.bids[0])
            scorebook.record_deal(session, last, DealWords(caller=caller, bid=bid, partner=partner, result="70"))

    return once
