"""Small tournaments to reckon by hand: entrants by their first letters, tables written as who got how many units."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from scorer.tournaments.rules import (
    CutRule,
    Entrant,
    Format,
    Line,
    PlayedRound,
    PlayOff,
    Progress,
    Stage,
    Standing,
    Table,
)

NAMES = (
    *("Anna", "Bruno", "Carla", "Dario", "Elena", "Franco", "Gina", "Hugo", "Irene", "Luca", "Marta", "Nino"),
    *("Olga", "Piero", "Rosa"),
)
A, B, C, D, E, F, G, H, IRENE, L, M, N = range(1, 13)
# A format in which everybody plays within their own group.
GROUPS = """
title = "Groups"
source = "made up for this test"
[[stages]]
name = "Groups"
rounds = 3
deals = { 5 = 10, 6 = 12 }
seating = "groups"
yields = "units"
tie_breaks = ["deals won"]
"""


def entrants(count: int, **changes: Any) -> tuple[Entrant, ...]:
    """The first so many of NAMES."""
    return tuple(Entrant(number, name, (name,), **changes) for number, name in enumerate(NAMES[:count], 1))


def table(units: Mapping[int, int], facts: Mapping[int, Mapping[str, Any]] | None = None, **changes: Any) -> Table:
    """A finished table: who got how many units, in playing order, and what else is known of whom."""
    lines = tuple(Line(who, got, **(facts or {}).get(who, {})) for who, got in units.items())
    return Table(**{"number": 1, "seats": tuple(units), "lines": lines, "over": True, **changes})


def a_round(number: int, *tables: Table, stage: int = 0, resting: Sequence[int] = ()) -> PlayedRound:
    """A round of these tables, numbered from 1."""
    numbered = tuple(replace(drawn, number=at) for at, drawn in enumerate(tables, 1))
    return PlayedRound(number, stage, numbered, tuple(resting))


def form(*stages: Stage, **changes: Any) -> Format:
    """A format of these stages, for tables of five."""
    return Format(**{"name": "test", "title": "Test", "source": "here", "sizes": (5,), "stages": stages, **changes})


def one_stage(*tie_breaks: str, **changes: Any) -> Format:
    """One stage of one round by units, unless said otherwise."""
    return form(Stage(**{"name": "Rounds", "tie_breaks": tie_breaks, "decide": 0, **changes}))


def with_cut(to: int, *tie_breaks: str, **changes: Any) -> Format:
    """A stage from which so many go on to a final."""
    first = Stage(name="Heats", tie_breaks=tie_breaks, cut=CutRule(to, **changes))
    return form(first, Stage(name="Final", entrants="through"))


def progress(count: int, *rounds: PlayedRound, **changes: Any) -> Progress:
    """So many entrants and these rounds."""
    return Progress(**{"entrants": entrants(count), "rounds": rounds, "seed": 7, **changes})


def name_of(number: int) -> str:
    """The name of an entrant."""
    return NAMES[number - 1]


def standing_rows(rows: Sequence[Standing]) -> list[tuple[int, str, object, str]]:
    """The rows of a standing: place, name, total, what decided."""
    return [(row.place, name_of(row.entrant), row.total, row.decided_by) for row in rows]


def gave(row: Standing) -> tuple[object, ...]:
    """What each round gave, to be compared with plain numbers."""
    return row.rounds


def order(rows: Sequence[Standing]) -> str:
    """A standing in short: "Anna Bruno=Carla", the equals sign where a place is shared."""
    words = [name_of(rows[0].entrant)]
    for before, row in pairwise(rows):
        words += ["=" if row.place == before.place else " ", name_of(row.entrant)]
    return "".join(words)


def played_off(*order: int, stage: int = 0) -> tuple[PlayOff, ...]:
    """The play-off of these, best first."""
    return (PlayOff(stage, frozenset(order), order),)


def drawn_by_lot(*tied: int, stage: int = 0) -> tuple[PlayOff, ...]:
    """No play-off of these: the lot."""
    return (PlayOff(stage, frozenset(tied)),)
