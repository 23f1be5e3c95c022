"""Tournaments to print, and the pages of their last round."""

from collections.abc import Callable, Sequence
from datetime import date

from scorer.rule_files import VARIANTS
from scorer.rules.variant import Variant
from scorer.scorebook import Book
from scorer.scorebook.transaction import Transaction
from scorer.tournaments import keeping as tournaments
from scorer.tournaments.keeping import Tournament, TypedEntry
from scorer.tournaments.paper.blank_sheets import round_sheets_page
from scorer.tournaments.paper.seating_and_clock import seating_page
from scorer.tournaments.rules import PlayedRound, Table, play_off_due
from tests.paper_pages import Element, read

DAY = date(2026, 11, 20)
CHIAMATA = VARIANTS.load("chiamata")
FIRST = [
    *("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gino", "Irma", "Lia", "Marco"),
    *("Nora", "Olga", "Piero", "Rosa", "Sandro", "Tina", "Ugo", "Vera", "Walter", "Zoe"),
]
LAST = ["Rossi", "Bianchi", "Esposito", "Colombo", "Ferrari", "Russo"]


def names(count: int) -> list[str]:
    """So many players: Anna Rossi, Bruno Rossi ..."""
    return [f"{FIRST[at % 20]} {LAST[at // 20]}" for at in range(count)]


def opened(book: Book, form: str, players: Sequence[str | TypedEntry], name: str = "Coppa") -> Tournament:
    """A tournament that everybody has entered, players by their names."""
    with book.writing(make=True) as transaction:
        new = tournaments.NewTournament(name=name, format=form, on=DAY, seed=41)
        tournament = tournaments.open_tournament(transaction, new)
        entries = [TypedEntry(each) if isinstance(each, str) else each for each in players]
        return tournaments.enter(transaction, tournament, entries).tournament if entries else tournament


def drawn(book: Book, tournament: Tournament) -> Tournament:
    """The same with its next round."""
    with book.writing() as transaction:
        return tournaments.announce(transaction, tournament, DAY).tournament


def last(tournament: Tournament) -> PlayedRound:
    """The round that was drawn last."""
    assert tournament.last_round
    return tournament.last_round


def seating(tournament: Tournament) -> Element:
    """The seating of its last round."""
    return read(seating_page(tournament, last(tournament)))


def score_sheets(tournament: Tournament, variant: Variant = CHIAMATA) -> str:
    """The score sheets of its last round."""
    return round_sheets_page(tournament, last(tournament), variant, variant.ending)


Units = Callable[[Table], Sequence[int]]


def played(book: Book, tournament: Tournament, units: Units, won: Units | None = None) -> Tournament:
    """The same after the paper sheets of its last round; `units` and deals `won` along the seats of each table."""
    with book.writing() as transaction:
        for table in last(tournament).tables:
            tournament = _sheet(transaction, tournament, table, units(table), won(table) if won else ())
    return tournament


def _sheet(
    transaction: Transaction, tournament: Tournament, table: Table, units: Sequence[int], won: Sequence[int]
) -> Tournament:
    sitting = [tournament.entrants[number].members[-1] for number in table.seats]
    tallies = {"won": dict(zip(sitting, won, strict=True))} if won else {}
    paper = tournaments.PaperSheet(dict(zip(sitting, units, strict=True)), tallies)
    return tournaments.record_sheet(transaction, tournament, paper, table.number).tournament


def by_number(*gains: int) -> Units:
    """Units, or deals won, of those at a table in the order in which they entered."""
    return lambda table: [gains[sorted(table.seats).index(number)] for number in table.seats]


def through_to_the_final(book: Book, tournament: Tournament) -> Tournament:
    """The same after its cut, and after a play-off where there has to be one."""
    with book.writing() as transaction:
        while due := play_off_due(tournament.format, tournament.progress):
            tournament = tournaments.play_off(
                transaction, tournament, [tournament.name_of(each) for each in due]
            ).tournament
        return tournaments.announce_cut(transaction, tournament).tournament
