"""Chances look back in the order of the matches of a day."""

from contextlib import closing
from pathlib import Path

from scorer.frames import read
from scorer.insight.forecast.deal_history import known_payouts
from scorer.scorebook import Book, match_by_id
from tests.fixtures import FIVE, Ok


def test_chances_look_back_on_what_was_played_before(ok: Ok, book_path: Path) -> None:
    for name in ("One", "Two", "Three"):
        for line in (f"start {name} --players {FIVE} --on 2026-11-20", "deal anna K elena 61", "finish"):
            ok(line)

    def known(match_id: int) -> list[int]:
        """The matches of whose deals is known when a match begins."""
        with closing(Book(str(book_path))) as book, book.reading() as transaction:
            frames, match = read(transaction), match_by_id(transaction, match_id)
        return sorted(set(known_payouts(frames, match)["match_id"]) - {match_id})

    assert [known(match) for match in (1, 2, 3)] == [[], [1], [1, 2]]
    ok("match edit Three --before One --reason first")
    assert [known(match) for match in (1, 2, 3)] == [[3], [1, 3], []]
