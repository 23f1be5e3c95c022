"""What comes in from a file, as values: matches, their records, what the scorebook knows already."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple

from scorer.match.values import League, Sitting
from scorer.scorebook.people import MAIN_LEAGUE

Cells = tuple[Any, ...]


class Facts(NamedTuple):
    """The columns of a record that say what happened, as they follow each other in its row; roles are seat numbers."""

    number: int
    kind: str
    dealer: int | None = None
    resting: int | None = None
    caller: int | None = None
    partner: int | None = None
    bid: str | None = None
    target: int | None = None
    called: str | None = None
    card_points: int | None = None
    outcome: str | None = None
    slam: int = 0
    times: int = 1
    note: str = ""


class Line(NamedTuple):
    """A record as a line of a file has it: the facts, the names of those at the table, seven units."""

    facts: Facts
    seats: tuple[str, ...]
    units: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Frozen:
    """A variant as it is frozen into a match."""

    name: str
    text: str
    digest: str


@dataclass(frozen=True)
class Known:
    """What a scorebook holds that an import must know: players by folded name, leagues, matches, frozen variants.

    `merged` are the folded names of players who are read as somebody else. `matches` are league, day and folded name.
    """

    players: Mapping[str, str] = field(default_factory=dict)
    merged: Mapping[str, str] = field(default_factory=dict)
    leagues: Mapping[str, League] = field(default_factory=dict)
    matches: frozenset[tuple[str, date, str]] = frozenset()
    variants: Mapping[str, Frozen] = field(default_factory=dict)

    @property
    def main(self) -> str:
        """The league that is meant where none is named."""
        oldest = min(self.leagues.values(), key=lambda league: league.id, default=None)
        return oldest.name if oldest else MAIN_LEAGUE


@dataclass(slots=True, eq=False)
class Arrival:
    """A match that comes in. `sitting` None: it is over, and the seats are those of its last record.

    `until` None: what the variant says. `unit_value_cents` None: what the league has. `started_at` empty: now.
    `order`: as the how many-th of its day it was started; 0 where that is not said.
    """

    league: str
    name: str
    on: date
    variant: Frozen
    until: str
    unit_value_cents: int | None = None
    currency: str = ""
    started_at: str = ""
    order: int = 0
    sitting: Sitting | None = None
    records: int = 0
    seats: tuple[str, ...] = ()
    id: int = 0
    start: int = 0


@dataclass(frozen=True, slots=True)
class Making:
    """How a record of the lossless form was made and struck out; `replaces` is the place of another in its match.

    `at` is a moment as it is stored. `voiding` empty: it lives, or what replaces it struck it out; else "void" or
    "undo", with the reason.
    """

    action: str
    at: str
    reason: str = ""
    replaces: int | None = None
    voiding: str = ""
    why: str = ""
