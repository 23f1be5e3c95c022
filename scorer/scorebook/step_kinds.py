"""What steps of kinds that only a wing knows do to the rows of a scorebook.

The core knows of a step that it can belong to a tournament. Where the wing is not installed that knows its kind, a
step is taken as it is: rows that it may have made are no fault, and nobody takes it back.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from db.laws import quoted

Counts = Collection[tuple[int, int]]  # how many rows a step can make, and how many it strikes out with that
NONE: Counts = frozenset({(0, 0)})


class Seating(NamedTuple):
    """What is said of matches that came in together with one step, which made all their tables."""

    changed_since: str
    name_taken: str


class StepKind(NamedTuple):
    """What a step of a kind can do: how many records and tables it makes and strikes out.

    It may be of no match, where it is done `at_several`; it `may_end` a match, whose last table it strikes out. With
    `same_matches` the tables that it strikes out are of the matches at which it makes others. A `seating` makes tables
    of any number.
    """

    records: Counts = NONE
    tables: Counts = NONE
    same_matches: bool = False
    at_several: bool = False
    may_end: bool = False
    seating: Seating | None = None


def sql_of_kinds(names: Iterable[str], kinds: Mapping[str, StepKind]) -> str:
    """SQL: whether a step is of one of these kinds, or of one that nobody knows here."""
    known = f"step.action IN ({quoted(sorted(names))})"
    return known if kinds else f"{known} OR step.tournament_id IS NOT NULL"


def numbers_in(detail: Any) -> Iterator[int]:
    """Every number in what a step keeps: one of them may be a player, where nobody can read which."""
    if isinstance(detail, int) and not isinstance(detail, bool):
        yield detail
    elif isinstance(detail, Mapping):
        for cell in detail.values():
            yield from numbers_in(cell)
    elif isinstance(detail, list):
        for cell in detail:
            yield from numbers_in(cell)
