"""The matches that a file holds, and how far each has come: numbers, who dealt, the carry."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from itertools import count
from typing import TypeVar

from scorer.exchange.csv_reader import Faults, Notices
from scorer.exchange.csv_writer import unguarded
from scorer.exchange.own.cells_in import Wrong, read_cell
from scorer.exchange.own.deals_csv import ORDER
from scorer.exchange.own.variants_in import VariantReader, Variants
from scorer.language import N_, _
from scorer.language.lists_numbers_dates import number
from scorer.match.days import read_written_day, unlikely_words
from scorer.match.facts import League
from scorer.match.names import clean, fold
from scorer.match.parsing import read_within
from scorer.rules.carry import carry_after, happened
from scorer.rules.deal_facts import FactError, Units
from scorer.rules.errors import UnreadableError
from scorer.rules.judge import MOST_KNOWN
from scorer.rules.rotation import next_dealer
from scorer.scorebook.import_writing import Arrival, FileRecord, Known
from scorer.scorebook.opening import read_match_name
from scorer.scorebook.people import MAIN_VARIANT, is_main

MOST_MATCHES = 100_000
UNTOLD = (None, None, None)
T = TypeVar("T")
HeadCells = tuple[str, str, str, str]  # league, match, on, variant as written


def read_order(cell: str) -> int:
    """As the how many-th of its day a match was started; 0 for an empty cell. Raises UnreadableError."""
    return read_within(cell, ORDER, 1, MOST_MATCHES) if cell.strip() else 0


@dataclass(slots=True, eq=False)
class FileMatch:
    """A match of the file: what it is, and where its records have come to. `dealt` is the last deal or redeal.

    `stated_deals` is how many deals its line in a folder says; None where nothing is said. `typed_at` is the line in
    which it first stands, `is_taken` whether the scorebook has a match of its name. `brought` counts its records by
    players, units and what happened; `course` has a number for the facts of each, 0 where only units are known.
    `whole` is the match itself where this is how it was read under another variant, which it had before.
    """

    arrival: Arrival
    reader: VariantReader
    highest: int = 0
    numbers: set[int] = field(default_factory=set)
    carry: int = 1
    dealt: FileRecord | None = None
    stated_deals: int | None = None
    typed_at: int = 0
    is_taken: bool = False
    brought: Counter[tuple[tuple[str, ...], Units, str]] = field(default_factory=Counter)
    course: list[int] = field(default_factory=list)
    whole: "FileMatch | None" = None

    def count(self, record: FileRecord) -> None:
        """Remember what a record that stands brought."""
        facts = record.facts
        self.brought[record.seats, record.units, happened(record.kind, facts.outcome)] += 1
        result = facts.bid, facts.card_points, facts.counts
        self.course.append(hash((record.seats, record.units, result)) if result != UNTOLD else 0)

    def take_number(self, number: int) -> bool:
        """Whether a number was free until now."""
        free = number not in self.numbers
        self.numbers.add(number)
        self.highest = max(self.highest, number)
        return free

    def next_dealer(self, seats: tuple[str, ...]) -> str:
        """The next dealer among `seats` where the file names none: the first seat begins, and the deal passes on."""
        last = self.dealt
        if last is None or last.dealer is None:
            return seats[0]
        after = self.reader.variant.after_kind(happened(last.kind, last.facts.outcome))
        return next_dealer(seats, last.seats, last.seats[last.dealer - 1], again=after.same_dealer)

    def note(self, dealt: FileRecord) -> None:
        """Remember a deal or redeal: the next dealer and the carry follow from it."""
        self.dealt, left = dealt, happened(dealt.kind, dealt.facts.outcome)
        self.carry = carry_after(self.carry, left, dealt.facts.times, self.reader.variant)


def _needed(read: Callable[[str], T]) -> Callable[[str], T]:
    """Reads a cell that must not be empty."""

    def what(text: str) -> T:
        if not text:
            raise UnreadableError(_("missing"))
        return read(text)

    return what


_READ_NAME = _needed(read_match_name)


class FileMatches:
    """Finds the match of a line. `new_leagues` are those that the import makes, each with its first variant.

    With `closed`, all matches are in `found` from the beginning, and a record that was struck out may have the variant
    that its match had before. `any_year`: days are what a scorebook had already.
    `twice`: what is there already comes in once more, under a name that is free. `money` are the terms of
    these matches that are not those of their league: what a unit is worth where units are made of money.
    """

    def __init__(
        self,
        known: Known,
        variants: Variants,
        faults: Faults,
        notices: Notices,
        *,
        any_year: bool = False,
        twice: bool = False,
    ) -> None:
        self._any_year = any_year
        self._twice = twice
        self.found: dict[tuple[str, date, str], FileMatch] = {}
        self.new_leagues: dict[str, League] = {}
        self._renamed: set[tuple[str, date, str]] = set()
        self.closed = False
        self.money: dict[str, int] = {}
        self.of_head = lru_cache(MOST_KNOWN)(self._of_head)
        self.variants = variants
        self._known = known
        self._faults = faults
        self._notices = notices
        self._day_first = False
        self._on = _needed(self._day)
        self._last_league: dict[str, str] = {}  # by its cell

    def _of_head(self, head: HeadCells) -> FileMatch | Wrong:
        """The match that these cells name, made where it is new to the file."""
        league = self._last_league.get(head[0]) or read_cell("league", self.league, head[0])
        name = read_cell("match", _READ_NAME, head[1])
        on = read_cell("on", self._on, head[2])
        its_league = league if isinstance(league, str) else ""
        played = read_cell("variant", lambda label: self._reader(label, its_league), head[3])
        if wrong := [fact for fact in (league, name, on, played) if isinstance(fact, FactError)]:
            return Wrong(wrong)
        key = (fold(league), on, fold(name))
        agreed = {**played.agreed, **self.money}
        match = self.found.get(key) or self._new(key, Arrival(league, name, on, played.frozen, agreed), played)
        if isinstance(match, Wrong):
            return match
        self._last_league = {head[0]: league}  # which is there by now, and stays as it is written
        if match.reader is not played and self.closed:
            return FileMatch(match.arrival, played, whole=match)
        if match.reader is not played:
            template = N_("{match} is played under {variant} in an earlier line: a match has one variant")
            wrong_variant = _(template, match=match.arrival.name, variant=match.reader.frozen.name)
            return Wrong([FactError("variant", wrong_variant)])
        return match

    def reader(self, variant: str, league: str) -> VariantReader:
        """The variant of this name; where none is said, that of the league as it is written."""
        return self._reader(variant, self.league(league))

    def _reader(self, variant: str, league: str) -> VariantReader:
        there = None if variant else self._league_there(league)
        return self.variants.reader(variant or (there.variant if there else MAIN_VARIANT))

    def league(self, text: str) -> str:
        """The name of the league meant, as it is kept."""
        name = clean(text, "league name") if text else self._known.main
        there = self._league_there(name)
        return there.name if there else name

    def _league_there(self, name: str) -> League | None:
        return self._known.leagues.get(fold(name)) or self.new_leagues.get(fold(name))

    def _day(self, text: str) -> date:
        """A day; that days come first is said once."""
        on, day_first = read_written_day(unguarded(text), any_year=self._any_year)
        if day_first and not self._day_first:
            self._day_first = True
            self._notices.add(_("dates are read day first: {text} is {day}", text=text, day=on))
        for sentence in () if self._any_year else unlikely_words(on):
            self._notices.add(sentence)
        return on

    def _new(self, key: tuple[str, date, str], arrival: Arrival, reader: VariantReader) -> FileMatch | Wrong:
        """A match that comes in, also where the scorebook has one of its name."""
        league, name, on = arrival.league, arrival.name, arrival.on
        if self.closed:
            template = N_("{match} on {day} in league {league} is not in matches.csv")
            return Wrong([FactError("match", _(template, match=name, day=on, league=league))])
        is_taken = key in self._known.matches
        if is_taken and self._twice:
            arrival.name = self._free_name(key, name)
            template = N_("{match} on {day} is in league {league} already: this one is called {name}")
            self._notices.add(_(template, match=name, day=on, league=league, name=arrival.name))
        if len(self.found) == MOST_MATCHES:
            most = number(MOST_MATCHES, thousands=True)
            return Wrong([FactError("match", _("more than {most} matches; is it the right column?", most=most))])
        self.make_league(league, reader.frozen.name)
        self.found[key] = FileMatch(arrival, reader, typed_at=self._faults.line, is_taken=is_taken)
        return self.found[key]

    def _free_name(self, key: tuple[str, date, str], name: str) -> str:
        """The name with the first number behind it that no match of that league and day has."""
        taken = {*self._known.matches, *self.found, *self._renamed}
        free = next(free for number in count(2) if (*key[:2], fold(free := f"{name} {number}")) not in taken)
        self._renamed.add((*key[:2], fold(free)))
        return free

    def make_league(self, name: str, variant: str) -> None:
        """Remember a league that is not there yet, and say so."""
        if self._league_there(name):
            return
        if is_main(name):
            variant = MAIN_VARIANT
        else:
            template = N_("league {league} is new; its matches are played under {variant} unless they say otherwise")
            self._notices.add(_(template, league=name, variant=variant))
        self.new_leagues[fold(name)] = League(0, name, variant, 0, "EUR")
