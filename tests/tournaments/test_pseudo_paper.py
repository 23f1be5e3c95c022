"""Everything that is printed of a tournament, in the language of accents: nothing plain is left but names."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from scorer.rule_files import VARIANTS
from scorer.scorebook import Book
from scorer.tournaments.keeping import Tournament, TypedEntry
from scorer.tournaments.paper.blank_sheets import blank_page
from scorer.tournaments.paper.seating_and_clock import clock_page, seating_page
from scorer.tournaments.paper.standing_pages import classification_page, podium_page, standings_page
from tests import pseudo
from tests.language.test_pseudo_paper import RULES as RULES_OF_PAPER
from tests.language.test_pseudo_paper import plain_in
from tests.plain_words import names_in, nothing_plain
from tests.tournaments.inventing import invented, summed
from tests.tournaments.playing import Day
from tests.tournaments.printing import drawn, last, names, opened, score_sheets

RULES = RULES_OF_PAPER | {"time"}  # which the script of the clock fills in
PAGES: dict[str, Callable[[Tournament], str]] = {
    "standings": standings_page,
    "classification": classification_page,
    "podium": podium_page,
    "clock": lambda tournament: clock_page(tournament, tournament.last_round),
}
OF_A_ROUND: dict[str, Callable[[Tournament], str]] = {
    "seating": lambda tournament: seating_page(tournament, last(tournament)),
    "sheets": score_sheets,
}


def entries(count: int, size: int) -> list[TypedEntry]:
    """So many players, or teams of this size."""
    people = names(count * size)
    if size == 1:
        return [TypedEntry(name) for name in people]
    return [TypedEntry(f"T{at}", members=tuple(people[at * size : (at + 1) * size])) for at in range(count)]


@pytest.mark.usefixtures("accented")
@pytest.mark.parametrize(
    ("form", "entrants", "size"),
    [("scighera", 6, 1), ("duels", 5, 1), ("brisca-pairs", 4, 2), ("elite-2024", 12, 1), ("marathon", 6, 3)],
)
def test_what_is_printed_of_a_tournament_is_marked(
    form: str, entrants: int, size: int, book: Book, book_path: Path
) -> None:
    tournament = opened(book, form, entries(entrants, size))
    before = {f"{name} before": make(tournament) for name, make in PAGES.items()}
    tournament = drawn(book, tournament)
    pages = before | {name: make(tournament) for name, make in (PAGES | OF_A_ROUND).items()}
    assert all(f'<html lang="{pseudo.NAME}">' in page for page in pages.values())
    nothing_plain(plain_in(pages, names_in(book_path) | RULES))


@pytest.mark.usefixtures("accented")
def test_what_is_printed_of_a_tournament_that_is_over_is_marked(book_path: Path) -> None:
    day = Day(str(book_path), "scighera")
    day.enter(names(11))
    day.play_on(lambda number, seats: summed(seats, invented(Random(f"{number} {seats[0]}"), seats)))
    day.book.close()
    pages = {name: make(day.now) for name, make in (PAGES | OF_A_ROUND).items()}
    pages |= {f"standings {stage}": standings_page(day.now, stage) for stage in range(len(day.now.format.stages))}
    nothing_plain(plain_in(pages, names_in(book_path) | RULES))


@pytest.mark.usefixtures("accented")
def test_a_blank_sheet_of_every_variant_is_marked() -> None:
    variants = {name: VARIANTS.load(name) for name in VARIANTS.names()}
    pages = {name: blank_page(min(variant.player_counts), variant) for name, variant in variants.items()}
    nothing_plain(plain_in(pages, RULES))
