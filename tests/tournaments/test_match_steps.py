"""What a table of a tournament offers to undo, and what came there since: what was done at the desk is none of it."""

import pytest

from scorer import scorebook
from scorer.errors import NewerStepError
from scorer.match.facts import Step
from scorer.scorebook import Book
from scorer.scorebook.match_steps import newest_step, stands_on, undo_step, undoable
from tests.fixtures import Ok


def newest(book: Book, name: str) -> int:
    with book.reading() as transaction:
        return newest_step(transaction, scorebook.find_match(transaction, name))


def since(book: Book, step: int, name: str) -> list[Step]:
    with book.reading() as transaction:
        return stands_on(transaction, scorebook.find_match(transaction, name), step)


def offered(book: Book, name: str) -> Step | None:
    with book.reading() as transaction:
        return undoable(transaction, scorebook.find_match(transaction, name))


def undo(book: Book, step: int, name: str) -> Step:
    with book.writing() as transaction:
        return undo_step(transaction, scorebook.find_match(transaction, name), step)


def test_what_the_desk_of_a_tournament_did_is_not_taken_back_at_a_table(ok: Ok, book: Book) -> None:
    ok("tournament new Cup --format ten-deals")
    ok("tournament enter Anna,Bruno,Carla,Dario,Elena,Fabio,Gina,Hans,Ines,Jan")
    ok("tournament draw")
    with book.reading() as transaction:
        match = scorebook.match_by_id(transaction, 1)
    seats = match.sitting.seats
    assert offered(book, "1") is None
    ok(f"deal {seats[0]} K {seats[1]} 61 --match 1")
    deal = offered(book, "1")
    assert deal
    assert deal.action == "deal"
    with book.reading() as transaction:
        other = scorebook.match_by_id(transaction, 2).sitting.seats
    elsewhere = newest(book, "2")
    ok(f'reassign {seats[4]}={other[4]} --match 1 --reason "sat at the wrong table"')  # at both tables
    assert [step.action for step in since(book, deal.id, "1")] == ["reassign"]
    assert [step.action for step in since(book, elsewhere, "2")] == ["reassign"]
    assert offered(book, "1") is None
    with pytest.raises(NewerStepError, match="something newer stands in R1 T1"):
        undo(book, deal.id, "1")
