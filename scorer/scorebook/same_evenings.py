"""An evening is known again by its players, its day and its units, whatever it is called and however it is kept."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import chain, combinations
from typing import Final

from scorer.rules.carry import happened
from scorer.rules.kinds import ADJUSTMENT, DEAL, SHEET
from scorer.scorebook import rows
from scorer.scorebook.record_law import SEAT_COLUMNS, UNIT_COLUMNS
from scorer.scorebook.transaction import Transaction

SUMS: Final = (SHEET, ADJUSTMENT)  # kinds of records that may hold what several deals brought
MOST_COMBINED: Final = 8  # matches of a day of which every choice is added up
FEWEST_SHARED: Final = 3  # different records, by which an evening is known that lacks some: of two sides there are two
_ALIKE: Final = ", ".join(f"record.{column}" for column in ("kind", "outcome", *SEAT_COLUMNS, *UNIT_COLUMNS))
_PLAYED: Final = (
    f'SELECT "match".id, "match".name, "match"."on", league.name AS league, count(*) AS records, {_ALIKE}'
    f' FROM "match" JOIN league ON league.id = "match".league_id JOIN sitting ON {rows.LIVE_SITTING}'
    ' JOIN record ON record.match_id = "match".id AND record.voided_by IS NULL'
    ' WHERE "match"."on" BETWEEN :first AND :last'
    f' GROUP BY "match".id, "match".name, "match"."on", league.name, {_ALIKE} ORDER BY "match".id'
)


Brought = frozenset[tuple[str, int]]  # who has units of a record, and how many


@dataclass(frozen=True, slots=True, eq=False)
class PlayedMatch:
    """What a match brought each player, in how many `deals` that paid: None where a record may be their sum.

    `records` are what each of its records brought, with how many brought so.
    """

    league: str
    name: str
    on: date
    units: Mapping[str, int]
    deals: int | None
    records: Counter[Brought]


Together = tuple[PlayedMatch, ...]  # matches of one day


def played_between(transaction: Transaction, first: date, last: date) -> list[PlayedMatch]:
    """What every match of these days brought."""
    names = rows.player_names(transaction)
    records: dict[int, list[tuple[Brought, int]]] = defaultdict(list)
    kinds: dict[int, Counter[str]] = defaultdict(Counter)
    heads = {}
    for row in transaction.rows(_PLAYED, first=first, last=last):
        heads[row.id] = row.league, row.name, row.on
        kinds[row.id][happened(row.kind, row.outcome)] += row.records
        seats = zip(SEAT_COLUMNS, UNIT_COLUMNS, strict=True)
        cells = [(getattr(row, seat), getattr(row, units)) for seat, units in seats]
        gained = frozenset((names[who], int(got)) for who, got in cells if got is not None)
        records[row.id].append((gained, row.records))
    return [played(*head, records[match], kinds[match]) for match, head in heads.items()]


def played(
    league: str, name: str, on: date, records: Iterable[tuple[Brought, int]], kinds: Mapping[str, int]
) -> PlayedMatch:
    """The match of these records, each with how many are like it; `kinds` are how many are of each kind."""
    units: dict[str, int] = defaultdict(int)
    brought: Counter[Brought] = Counter()
    for gained, times in records:
        for who, got in gained:
            units[who] += got * times
        if moved := frozenset(gain for gain in gained if gain[1]):
            brought[moved] += times
    deals = None if any(map(kinds.get, SUMS)) else kinds.get(DEAL, 0)
    return PlayedMatch(league, name, on, units, deals, brought)


def shared_records(one: PlayedMatch, other: PlayedMatch) -> int:
    """How many records two matches have both, where those are most of each: one may be the other with a deal more.

    Else 0.
    """
    shared = one.records & other.records
    longer = max(one.records.total(), other.records.total())
    return shared.total() if len(shared) >= FEWEST_SHARED and 2 * shared.total() > longer else 0


def same_evenings(here: Sequence[PlayedMatch], there: Sequence[PlayedMatch]) -> Iterator[tuple[Together, Together]]:
    """Which matches brought together what others there did: one what several did, or all of a day what all did."""
    by_day: dict[date, tuple[list[PlayedMatch], list[PlayedMatch]]] = defaultdict(lambda: ([], []))
    for side, matches in enumerate((here, there)):
        for match in matches:
            by_day[match.on][side].append(match)
    for of_day in filter(all, by_day.values()):
        ours, theirs = map(_by_units, of_day)
        for units in ours.keys() & theirs.keys():
            for one in ours[units]:
                for other in theirs[units]:
                    are_all = [len(one), len(other)] == [*map(len, of_day)]
                    if (are_all or 1 in {len(one), len(other)}) and may_be_one(one, other):
                        yield one, other


def may_be_one(one: Together, other: Together) -> bool:
    """Whether matches of the same units may be one evening: where all are deals, there are as many."""
    counted = [match.deals for match in (*one, *other)]
    return None in counted or sum(filter(None, counted)) == 2 * sum(match.deals or 0 for match in one)


def units_key(matches: Together) -> frozenset[tuple[str, int]]:
    """What matches brought together: who won or lost, and how much; where nobody did, who was there."""
    total: Counter[str] = Counter()
    for match in matches:
        total.update(match.units)
    return frozenset((who, got) for who, got in total.items() if got) or frozenset(total.items())


def _by_units(matches: Sequence[PlayedMatch]) -> Mapping[frozenset[tuple[str, int]], Sequence[Together]]:
    """Choices of matches of a day by what they brought together; those are left out that brought nobody anything."""
    sizes = range(1, len(matches) + 1) if len(matches) <= MOST_COMBINED else (1, len(matches))
    by_units: dict[frozenset[tuple[str, int]], list[Together]] = defaultdict(list)
    for together in chain.from_iterable(combinations(matches, size) for size in sizes):
        if key := units_key(together):
            by_units[key].append(together)
    return by_units
