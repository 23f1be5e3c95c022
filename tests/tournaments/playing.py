"""Tournaments played at the desk of a real scorebook, with a plain note of everything that was typed."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date
from random import Random
from typing import Any, Protocol

import pytest

from scorer import scorebook
from scorer.cli.advice import notice_lines
from scorer.cli.context import error_words
from scorer.errors import RefusedError
from scorer.match.facts import Match, Sitting
from scorer.rules.errors import ScorerError
from scorer.scorebook.check.all_faults import faults
from scorer.scorebook.transaction import Transaction
from scorer.text.sentences import step_sentence
from scorer.tournaments import keeping as tournaments
from scorer.tournaments.rules import Action, FormatSettings, PlayedRound, Table, classification, next_action
from scorer.tournaments.seating import Budget
from tests.tournaments.inventing import Hand, Sheet, Typed, invented, summed

ON = date(2026, 11, 20)
# Seating has tests of its own: here it need not look for long.
QUICK = Budget(per_player=1_500, fewest=2_000, most=2_000)
FIRST_NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina", "Hugo", "Ines", "Jan")
Places = list[tuple[int, str]]


@contextmanager
def refused(words: str, kind: type[ScorerError] = RefusedError) -> Iterator[None]:
    """The block is refused, and the command line says it in words in which this pattern is found."""
    with pytest.raises(kind) as caught:
        yield
    assert re.search(words, error_words(caught.value)), error_words(caught.value)


def people(count: int) -> list[str]:
    """So many names: Anna A, Bruno A ... Jan A, Anna B ..."""
    return [f"{FIRST_NAMES[at % 10]} {'ABCDEFGHIJ'[at // 10]}" for at in range(count)]


def places(keys: Mapping[str, Any], above: int = 0) -> Places:
    """A standing by a key, the highest first; who has the same key shares a place, in the order of the names."""
    by_name = sorted(keys, key=str.casefold)
    ordered = sorted(by_name, key=lambda name: keys[name], reverse=True)
    return [(above + 1 + sum(key > keys[name] for key in keys.values()), name) for name in ordered]


def on_paper(sheet: Sheet, say: Sequence[str] = tournaments.TALLIES, residual: str = "") -> tournaments.PaperSheet:
    """What is typed of a sheet: the units, what else stands on it, and why it does not sum to zero."""
    tallies = {what: {name: getattr(line, what) for name, line in sheet.items()} for what in say}
    return tournaments.PaperSheet({name: line.units for name, line in sheet.items()}, tallies, residual)


class Deed(Protocol):
    """Something that is done at the tournaments."""

    def __call__(
        self, transaction: Transaction, tournament: tournaments.Tournament, /, *args: Any, **words: Any
    ) -> Any: ...


@dataclass
class Day:
    """A tournament at its desk, in a scorebook at `where`. `typed` is what was typed, by round and table, by entry."""

    where: str
    format: str
    seed: int = 7
    name: str = "Day"
    settings: FormatSettings = field(default_factory=FormatSettings)
    typed: dict[tuple[int, int], Sheet] = field(default_factory=dict)
    noticed: list[str] = field(default_factory=list)  # the notices of the last deed, as the command line says them

    def __post_init__(self) -> None:
        self.book = scorebook.Book(self.where)
        if "://" not in self.where:  # nobody will miss it after a power cut
            with self.book._database(write=True).connection() as kept:
                kept.run("PRAGMA synchronous=OFF")
        new = tournaments.NewTournament(
            name=self.name, format=self.format, on=ON, seed=self.seed, settings=self.settings
        )
        with self.book.writing(make=True) as transaction:
            self.now = tournaments.open_tournament(transaction, new)

    def do(self, deed: Deed, *args: Any, **words: Any) -> Any:
        """Do something at the desk, in a transaction of its own."""
        with self.book.writing() as transaction:
            done = deed(transaction, self.now, *args, **words)
            after = getattr(done, "tournament", done)
            self.now = (
                after
                if isinstance(after, tournaments.Tournament)
                else tournaments.find_tournament(transaction, self.name)
            )
        lines = notice_lines(getattr(done, "notices", ()))
        self.noticed = [line for line in lines if " was " not in line]  # not what a sheet said before
        return done

    def enter(self, names: Iterable[str], **words: Any) -> None:
        """Enter players, all in the same way."""
        self.do(tournaments.enter, [tournaments.TypedEntry(name, **words) for name in names])

    @contextmanager
    def at(self, table: int, number: int | None = None) -> Iterator[tuple[Transaction, Match]]:
        """Something is done at a table of a round, of the last one for None, as anybody who sits there could."""
        with self.book.writing() as transaction:
            place = tournaments.round_of(self.now, number).number, table
            yield transaction, scorebook.match_by_id(transaction, self.now.matches[place])
        self.refresh()

    def undo(self, table: int) -> None:
        """Take back the last step of a table of the last round."""
        with self.at(table) as (transaction, match):
            scorebook.undo(transaction, match)

    def sitting(self, table: int) -> Sitting:
        """Who sits at a table of the last round now, and who deals first."""
        with self.at(table) as (_, match):
            return match.sitting

    @property
    def last(self) -> PlayedRound:
        """The round that was drawn last."""
        return tournaments.round_of(self.now)

    def draw(self, on: date = ON, seed: int | None = None) -> tuple[Table, ...]:
        """Draw the next round."""
        tables: tuple[Table, ...] = self.do(tournaments.announce, on, seed, QUICK).round.tables
        return tables

    def seats(self, table: int, number: int | None = None) -> list[str]:
        """The entries at a table of a round, of the last one for None."""
        found = tournaments.table_of(tournaments.round_of(self.now, number), table)
        return [self.entry(each) for each in found.seats]

    def entry(self, number: int) -> str:
        """The name of an entry, whoever sits for it."""
        return self.now.entrants[number].name

    def tables(self) -> list[list[str]]:
        """The last round by names."""
        return [self.seats(table.number) for table in self.last.tables]

    def seated(self) -> set[str]:
        """The entries that sit in the last round."""
        return {name for seats in self.tables() for name in seats}

    def sits(self, entry: str) -> str:
        """Who sits for an entry now; of a team the first of its members, who sits down first."""
        return tournaments.find_entrant(self.now, entry).members[0 if self.now.format.team_size > 1 else -1]

    def paper(
        self,
        table: int,
        sheet: Sheet,
        number: int | None = None,
        *,
        say: Sequence[str] = tournaments.TALLIES,
        residual: str = "",
        **words: Any,
    ) -> None:
        """Type a paper sheet in, or put it right; `say` is what stands on it besides units."""
        self.do(tournaments.record_sheet, on_paper(sheet, say, residual), table, number, **words)
        self.typed[tournaments.round_of(self.now, number).number, table] = sheet

    def papers(self, sheets: Mapping[int, Sheet]) -> None:
        """Type in the paper sheets of several tables of the last round, all or none."""
        number = self.last.number
        with self.book.writing() as transaction:
            typing = tournaments.Sheets(transaction, self.now)
            for table, sheet in sheets.items():
                typing.record(on_paper(sheet), number, table)
                self.typed[number, table] = sheet
        self.refresh()

    def deal_by_deal(self, table: int, hands: Sequence[Hand], *, close: bool = True) -> None:
        """Record a table of the last round deal by deal, as anybody at it could, and close it."""
        seats = self.seats(table)
        with self.at(table) as (transaction, match):
            for hand in hands:
                sitting = replace(
                    hand, caller=self.sits(hand.caller), partner=self.sits(hand.partner) if hand.partner else None
                )
                scorebook.record_deal(transaction, match, sitting.words())
        self.typed[self.last.number, table] = summed(seats, hands)
        if close:
            self.do(tournaments.close_table, table)

    def play(self, random: Random, by_deals: Collection[int] = (), *, deals: int = 0) -> None:
        """Play every table of the last round that has no result: some deal by deal, the others by paper sheet."""
        waiting = [table.number for table in self.last.tables if not table.over]
        hands = {table: invented(random, self.seats(table), deals) for table in waiting}
        self.papers({table: summed(self.seats(table), hands[table]) for table in waiting if table not in by_deals})
        for table in by_deals:
            self.deal_by_deal(table, hands[table])

    def play_on(self, sheet: Callable[[int, Sequence[str]], Sheet]) -> None:
        """Play on to the end, whatever comes next; every table ends as `sheet` says of the round and its seats."""
        while (action := next_action(self.now.format, self.now.progress)) is not Action.FINISH:
            if action is Action.DRAW:
                self.draw()
            elif action is Action.CUT:
                self.do(tournaments.announce_cut)
            elif action is Action.PLAY_OFF:
                self.do(tournaments.play_off, [])
            else:
                number, seats = self.last.number, self.tables()
                self.papers({at: sheet(number, names) for at, names in enumerate(seats, 1)})
        self.do(tournaments.conclude)

    def refresh(self) -> None:
        """See what others recorded."""
        with self.book.reading() as transaction:
            self.now = tournaments.find_tournament(transaction, self.name)

    def round(self, number: int) -> Sheet:
        """What was typed in a round, over all its tables."""
        return {name: line for (each, _), sheet in self.typed.items() if each == number for name, line in sheet.items()}

    def lines(self, name: str, rounds: Iterable[int]) -> list[Typed]:
        """What was typed about somebody, round by round, where they played."""
        return [self.round(number)[name] for number in rounds if name in self.round(number)]

    def classified(self) -> Places:
        """The classification as the program has it."""
        return [(row.place, self.entry(row.entrant)) for row in classification(self.now.format, self.now.progress)]

    def history(self) -> list[str]:
        """Everything that was done at the desk, in words."""
        with self.book.reading() as transaction:
            steps = tournaments.tournament_history(transaction, self.now)
        return [step_sentence(step, None) for step in steps]

    @property
    def notices(self) -> tuple[str, ...]:
        """What the organiser should know by now, as the command line says it."""
        return tuple(notice_lines(self.now.notices))

    def faults(self) -> list[str]:
        """What `scorer check` finds."""
        with self.book.reading() as transaction:
            return faults(transaction)


OpenDay = Callable[..., Day]
