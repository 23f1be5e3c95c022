"""What is kept of the chances of a match follows corrections of other ones."""

from collections.abc import Callable
from pathlib import Path

from scorer.frames import read as read_frames
from scorer.insight.forecast.deal_model import Past
from scorer.scorebook import Book, match_by_id
from tests.fixtures import FIVE


def test_chances_that_were_kept_looked_back_on_the_league_and_the_evenings_that_earlier_matches_had(
    ok: Callable[..., str], book_path: Path
) -> None:
    ok("league add Casa")
    for name, day in (("Zero", 18), ("One", 19), ("Two", 20)):
        ok(f"start {name} --players {FIVE} --on 2026-11-{day}")
        ok(f"deal anna K elena 61 --match {name}")

    def mark() -> int:
        with Book(str(book_path)).reading() as transaction:
            match = match_by_id(transaction, 3)
            return Past(read_frames(transaction), match, match.sitting.seats).mark

    kept = mark()
    ok("match edit One --league Casa --reason misread")
    elsewhere = mark()
    ok("match edit One --on 2026-11-21 --league main --reason misread")  # and so it is no earlier one
    not_before = mark()
    ok("--yes undo 2")
    ok("match edit Zero --on 2026-11-19 --reason misread")  # two evenings are one
    assert len({kept, elsewhere, not_before, mark()}) == 4
    ok("--yes undo")
    assert mark() == kept
