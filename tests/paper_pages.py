"""What the pages for paper and wall consist of, as a browser would take them apart; and tournaments to print."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from html.parser import HTMLParser

from scorer.paper.blank_sheets import round_sheets_page
from scorer.rule_files import VARIANTS
from scorer.rules.variant import Variant
from scorer.scorebook import Book
from scorer.scorebook.transaction import Transaction
from scorer.tournaments import keeping as tournaments
from scorer.tournaments.keeping import Entry, Tournament
from scorer.tournaments.paper.seating_and_clock import seating_page
from scorer.tournaments.rules import PlayedRound, Table, play_off_due

DAY = date(2026, 11, 20)
CHIAMATA = VARIANTS.load("chiamata")
VOID = {"meta", "input"}
# Elements whose end tags may be left out, by what ends them: the next of its kind, and the end of what holds them.
IMPLIED = {"td": {"td"}, "tr": {"td", "tr"}, "/tbody": {"td", "tr"}}
FIRST = [
    *("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gino", "Irma", "Lia", "Marco"),
    *("Nora", "Olga", "Piero", "Rosa", "Sandro", "Tina", "Ugo", "Vera", "Walter", "Zoe"),
]
LAST = ["Rossi", "Bianchi", "Esposito", "Colombo", "Ferrari", "Russo"]


@dataclass
class Element:
    """An element of a page: its name, its attributes, what stands in it."""

    tag: str
    attributes: Mapping[str, str | None]
    inside: list["Element | str"] = field(default_factory=list)

    @property
    def text(self) -> str:
        """Every text in it, in order."""
        return "".join(each if isinstance(each, str) else each.text for each in self.inside)

    @property
    def classes(self) -> list[str]:
        """Its classes."""
        return (self.attributes.get("class") or "").split()

    def walk(self) -> Iterator["Element"]:
        """It and everything in it."""
        yield self
        for each in self.inside:
            if isinstance(each, Element):
                yield from each.walk()

    def all(self, selector: str) -> list["Element"]:
        """Those inside that are `tag`, `.class` or `tag.class`."""
        tag, _, klass = selector.partition(".")
        return [e for e in self.walk() if tag in ("", e.tag) and (not klass or klass in e.classes)]

    def texts(self, selector: str) -> list[str]:
        """The texts of those."""
        return [each.text for each in self.all(selector)]

    def rows(self) -> list[list[str]]:
        """The rows of the bodies of the tables inside."""
        return [[cell.text for cell in row.inside if isinstance(cell, Element)]
                for body in self.all("tbody") for row in body.all("tr")]  # fmt: skip


class Reader(HTMLParser):
    """Builds the tree of a page, and fails where tags do not close as they opened."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("page", {})
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element opens."""
        self.close_implied(tag)
        element = Element(tag, dict(attrs))
        self.open[-1].inside.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A part of a drawing."""
        self.open[-1].inside.append(Element(tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        """An element closes: the one that opened last."""
        self.close_implied(f"/{tag}")
        assert self.open[-1].tag == tag, (self.open[-1].tag, tag)
        self.open.pop()

    def close_implied(self, tag: str) -> None:
        """Elements close that this tag ends without an end tag of theirs."""
        while self.open[-1].tag in IMPLIED.get(tag, ()):
            self.open.pop()

    def handle_data(self, data: str) -> None:
        """Text stands there."""
        self.open[-1].inside.append(data)


def read(page: str) -> Element:
    """The tree of a page."""
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == [reader.root]
    return reader.root


def names(count: int) -> list[str]:
    """So many players: Anna Rossi, Bruno Rossi ..."""
    return [f"{FIRST[at % 20]} {LAST[at // 20]}" for at in range(count)]


def opened(book: Book, form: str, players: Sequence[str | Entry], name: str = "Coppa") -> Tournament:
    """A tournament that everybody has entered, players by their names."""
    with book.writing(make=True) as transaction:
        new = tournaments.NewTournament(name=name, format=form, on=DAY, seed=41)
        tournament = tournaments.open_tournament(transaction, new)
        entries = [Entry(each) if isinstance(each, str) else each for each in players]
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
