"""What happened at a tournament, as plain values: entries, rounds, what each table gave, what was decided.

Entrants are known by their numbers, which say nothing but who is who: no result may depend on them.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from scorer.language import N_

Number = int  # of an entrant, counted from 1


@dataclass(frozen=True, slots=True)
class Entrant:
    """One entry: a player, or a team whose `members` share a seat, or have each of their `seats` at a table.

    `members` are all who ever sat for this entry, the present ones last where one took over from another. `joined` is
    the first round (counted over all stages, from 1) that it can be seated in, `left` the first round that it cannot,
    None while it plays. `direct` entrants skip the first stages of a format that has preliminaries.
    """

    number: Number
    name: str
    members: tuple[str, ...]
    group: str = ""
    direct: bool = False
    joined: int = 1
    left: int | None = None
    seats: int = 1

    @property
    def present(self) -> tuple[str, ...]:
        """Who may sit for it now: all members of a team that takes turns, else the last who took its seats."""
        if self.seats > 1:
            return self.members[-self.seats :]
        return self.members[-1:] if self.name in self.members else self.members

    @property
    def named(self) -> bool:
        """Whether it has a name of its own, and not one made of its members' names, `Anna+Bruno`."""
        return self.seats == 1 or not set(self.name.split("+")).issubset(self.members)

    def replaced(self, gone: str, new: str) -> "Entrant":
        """The entrant with a new player who plays now: in the place of `gone`, where several of it sit at a table."""
        return replace(self, members=in_place_of(self.members, gone, new))

    def plays(self, round_number: int) -> bool:
        """Whether it can be seated in this round."""
        return self.joined <= round_number and (self.left is None or round_number < self.left)

    def drawn_again(self, round_number: int) -> "Entrant":
        """The entrant when this round, the last one, is drawn again: in it if it came since, not if it left since."""
        left = self.left if self.left is None else min(self.left, round_number)
        return replace(self, joined=min(self.joined, round_number), left=left)


def in_place_of(names: Iterable[str], gone: str, new: str) -> tuple[str, ...]:
    """Names, the present ones last, with a new one in the place of `gone`, who moves to the front; "" adds it last."""
    known = [name for name in names if name != new]
    if gone not in known:
        return (*known, new)
    return (gone, *(new if name == gone else name for name in known))


@dataclass(frozen=True, slots=True)
class Line:
    """What one entrant did at one table: signed `units`, penalties at the table included, and how they came about.

    `deals` played, `won`, `called` (times caller, solo included) and `made` (contracts as caller) are None where a
    paper sheet does not say; `running` are the running units after each record that concerned them, None
    unless kept deal by deal. `besides` is the part of the units that penalties and adjustments gave, `doubled` the part
    that deals gave because they counted more than once.
    """

    entrant: Number
    units: int
    deals: int | None = None
    won: int | None = None
    called: int | None = None
    made: int | None = None
    running: tuple[int, ...] | None = None
    besides: int = 0
    doubled: int = 0


@dataclass(frozen=True, slots=True)
class Ruling:
    """A penalty or an adjustment at a table: its `kind`, what it gave whom by the names of those who sat, and why."""

    kind: str
    units: tuple[tuple[str, int], ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a round: `seats` in playing order, the first deals first; `lines` along them, empty before a result.

    Who did not come has no line. `over` when it has a result and its match is finished. `duels` are the named pairs
    of a format that has them; who is in none is the odd one. `residual` is what the units of its paper sheet leave
    where they should sum to zero, and `reason` why the sheet was taken so. `rulings` are its penalties and
    adjustments.
    """

    number: int
    seats: tuple[Number, ...]
    lines: tuple[Line, ...] = ()
    over: bool = False
    duels: tuple[tuple[Number, Number], ...] = ()
    residual: int = 0
    reason: str = ""
    rulings: tuple[Ruling, ...] = ()

    @property
    def odd(self) -> tuple[Number, ...]:
        """Who is in none of the duels; nobody at a table without duels."""
        return tuple(number for number in self.seats if self.duels and all(number not in pair for pair in self.duels))

    def joined(self, number: Number) -> "Table":
        """The table with one more in the last seat; the odd one, if any, duels with them."""
        duels = (*self.duels, *((odd, number) for odd in self.odd))
        return replace(self, seats=(*self.seats, number), duels=duels)


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round that was announced: `number` counts over all stages, `stage` is the place of its stage, from 0.

    `drawn` is the round as the lots gave it, where people changed seats since; None where they sit as they were drawn.
    `elsewhere` are the lines of entrants who played at a table where they have no seat, while nothing is recorded in
    their own seat, or while they have none. `missing` are entrants for whom nobody sits or sat, at any table.
    """

    number: int
    stage: int
    tables: tuple[Table, ...]
    resting: tuple[Number, ...] = ()
    seed: int = 0
    drawn: "PlayedRound | None" = None
    elsewhere: tuple[Line, ...] = ()
    missing: tuple[Number, ...] = ()

    def table_with(self, number: Number) -> Table | None:
        """Where an entrant has a seat; None for who rests, or is not in the round."""
        return next((table for table in self.tables if number in table.seats), None)

    def came(self, table: Table) -> list[Number]:
        """Who of those with a seat at a table sits or sat, in the order of the seats."""
        return [number for number in table.seats if number not in self.missing]

    def exchanged(self, first: Number, second: Number) -> "PlayedRound":
        """The round with these two in each other's seats and duels; where one of them rests, the other rests now."""
        places = {first: second, second: first}

        def moved(numbers: Iterable[Number]) -> tuple[Number, ...]:
            return tuple(places.get(number, number) for number in numbers)

        tables = tuple(
            replace(table, seats=moved(table.seats), duels=tuple((a, b) for a, b in map(moved, table.duels)))
            for table in self.tables
        )
        return replace(self, tables=tables, resting=moved(self.resting), drawn=self.drawn or self)

    def joined(self, number: Number, table: int) -> "PlayedRound":
        """The round with one more in the last seat of a table; the odd one there, if any, duels with them."""
        tables = tuple(known.joined(number) if known.number == table else known for known in self.tables)
        resting = tuple(entrant for entrant in self.resting if entrant != number)
        return replace(self, tables=tables, resting=resting, drawn=self.drawn or self)

    @property
    def over(self) -> bool:
        """Whether every table has its result."""
        return all(table.over for table in self.tables)

    @property
    def begun(self) -> bool:
        """Whether anything is recorded of it."""
        return any(table.lines or table.over for table in self.tables)


@dataclass(frozen=True, slots=True)
class Penalty:
    """What the organiser takes from an entrant's total in a stage, outside every table.

    In the measure of the stage: units, or placement points where these count.
    """

    entrant: Number
    amount: Fraction
    stage: int
    reason: str


@dataclass(frozen=True, slots=True)
class Cut:
    """Who went on from a stage, as it was announced, best first.

    `gone` were announced, withdrew, and were followed by the first reserve. `kept` would go on by the standing, and
    the organiser let what was announced stand all the same; empty where nothing was said of it.
    """

    stage: int
    through: tuple[Number, ...]
    gone: tuple[Number, ...] = ()
    kept: frozenset[Number] = frozenset()

    def followed(self, gone: Number, reserve: Number) -> "Cut":
        """The cut when one has withdrawn, and another follows."""
        through = tuple(number for number in self.through if number != gone)
        return replace(self, through=(*through, reserve), gone=(*self.gone, gone))


@dataclass(frozen=True, slots=True)
class PlayOff:
    """How a tie in a stage was decided: the `order` in which those `tied` played it off, best first; () by the lot.

    It counts while exactly these tie for a place that has to be decided, and for nobody else: a correction that changes
    the tie makes it lapse. `tied` is empty where none was due when it was written down.
    """

    stage: int
    tied: frozenset[Number]
    order: tuple[Number, ...] = ()


@dataclass(frozen=True, slots=True)
class Progress:
    """Everything that happened so far; `play_offs` in the order in which they were written down.

    `seed` is the tournament's own: lots are drawn from it. `apart` are pairs that never sit at one table.
    """

    entrants: tuple[Entrant, ...]
    rounds: tuple[PlayedRound, ...] = ()
    cuts: tuple[Cut, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    play_offs: tuple[PlayOff, ...] = ()
    apart: frozenset[frozenset[Number]] = frozenset()
    seed: int = 0

    @property
    def staying(self) -> int:
        """How many entrants have not left."""
        return sum(entrant.left is None for entrant in self.entrants)

    def before_last_round(self) -> "Progress":
        """What happened before the last round, with who is there when it is drawn again."""
        number = self.rounds[-1].number
        there = tuple(entrant.drawn_again(number) for entrant in self.entrants)
        return replace(self, entrants=there, rounds=self.rounds[:-1])


class Decision(StrEnum):
    """What put an entrant below the one before it where that is no tie-break of the format: a code, and its words."""

    TOTAL = ""
    SHARED = N_("shared")  # nothing did: they share the place
    DUE = N_("play-off due")  # they share it until they have played off
    LEFT = N_("left the tournament")  # before a play-off


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of a standing: `total` in the measure of the stage (carried totals and penalties included).

    `rounds` are what each round of the stage gave, None for a round that gave nothing yet; `deals` is None where a
    sheet of the stage does not say of how many it is. `decided_by` names the tie-break that put this entrant below the
    one before it, or is a Decision. `unknown` are tie-breaks that could decide nothing about this entrant's ties,
    because a sheet does not say enough, or because not all of the tied met.
    """

    place: int
    entrant: Number
    total: Fraction
    units: int
    deals: int | None
    rounds: tuple[Fraction | None, ...]
    carried: Fraction = Fraction(0)
    penalty: Fraction = Fraction(0)
    decided_by: str | Decision = Decision.TOTAL
    unknown: tuple[str, ...] = ()
