"""How a match ran: what everybody had after each record, who led how long, the biggest deals, the longest runs.

And how it ran for one player: where they ended, what brought and what cost them most, how often they called.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from scorer.match.facts import Record
from scorer.match.sheet import Sheet
from scorer.rules.kinds import MADE, SHEET

FEWEST_IN_A_ROW = 2  # deals won that make a run


@dataclass(frozen=True, slots=True)
class Run:
    """Deals that somebody won one after the other, by the numbers of the first and the last."""

    players: tuple[str, ...]
    deals: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Course:
    """How the lead ran, judged by what the match is judged by.

    `leaders` are in front now: one player, the partners of a side, or several who share the lead; `alone` where it is
    not shared. `led` counts for each leader the `deals` after which they led alone, `shared` counts the other deals.
    `changes` counts how often the lead went to another leader. `turning` is the record after which the present leaders
    led alone to the end, None where the lead is shared. A match with a paper sheet has nobody in `led`, no `changes`,
    no `turning`: nobody knows how it ran. `biggest` are the deals in which most units changed hands, and `units` how
    many; `runs` the longest runs of deals won.
    """

    deals: int
    leaders: tuple[str, ...]
    alone: bool
    led: dict[tuple[str, ...], int]
    shared: int
    changes: int
    turning: Record | None
    biggest: tuple[Record, ...]
    units: int
    runs: tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class PlayerCourse:
    """How a match ran for a player.

    `place` is by what the match is judged by, and `shared` where others have as much. `deals` are those that they
    played, `called` those of them that they called, `made` of these. `best` are the records that brought them most
    `gained` units, `worst` those that cost them most `lost` units; empty where none brought or cost any. `since` is the
    record after which they came to their place, and stayed; None with a paper sheet, and before the first record.
    """

    player: str
    place: int
    shared: bool
    deals: int
    called: int
    made: int
    best: tuple[Record, ...]
    gained: int
    worst: tuple[Record, ...]
    lost: int
    since: Record | None


def running(sheet: Sheet, by: str = "units") -> dict[str, list[int]]:
    """What everybody has before the first record and after each: `units`, deals `won`, card points `taken`."""
    lines = {player: [0] for player in sheet.players}
    for record in sheet.records:
        counts = sheet.counted(record, by)
        for player, line in lines.items():
            line.append(line[-1] + counts.get(player, 0))
    return lines


def together(sheet: Sheet, lines: Mapping[str, Sequence[object]]) -> list[tuple[str, ...]]:
    """Partners whose lines are the same, as one; then everybody else by themselves.

    A line is what a player has before the first record and after each, from `running` or `Sheet.leads`.
    """
    sides = [side for side in (sheet.sides if sheet.resting() is None else ()) if len(side) > 1]
    same = [side for side in sides if all(lines[player] == lines[side[0]] for player in side)]
    return [*same, *((player,) for player in sheet.players if not any(player in side for side in same))]


def course(sheet: Sheet) -> Course:
    """How the lead of a match ran; before the first record everybody shares it."""
    fronts = list(_fronts(sheet))
    known = not any(record.kind == SHEET for record in sheet.records)
    after_deals = [front for front, record in zip(fronts, sheet.records, strict=True) if known and record.is_deal]
    led = Counter(leaders for leaders, alone in after_deals if alone)
    in_turn = [leaders for leaders, alone in fronts if known and alone]
    leaders, alone = fronts[-1] if fronts else (sheet.players, False)
    turning = None
    for record, front in zip(reversed(sheet.records), reversed(fronts), strict=True):
        if not known or not alone or front != (leaders, True):
            break
        turning = record
    moved = {record: sum(units for units in record.payouts.values() if units > 0) for record in sheet.deals}
    units = max(moved.values(), default=0)
    return Course(
        deals=len(sheet.deals),
        leaders=leaders,
        alone=alone,
        led=dict(led.most_common()),
        shared=len(after_deals) - led.total(),
        changes=sum(before != after for before, after in pairwise(in_turn)),
        turning=turning,
        biggest=tuple(record for record in sheet.deals if units and moved[record] == units),
        units=units,
        runs=_longest_runs(sheet),
    )


def player_course(sheet: Sheet, player: str) -> PlayerCourse:
    """How a match ran for one of its players."""
    paid = [(record, record.payouts.get(player, 0)) for record in sheet.records]
    gained, lost = (max([0, *(sign * units for _record, units in paid)]) for sign in (1, -1))
    own = sheet.lead[player]
    called = [record for record in sheet.deals if record.caller == player]
    return PlayerCourse(
        player=player,
        place=1 + sum(lead > own for lead in sheet.lead.values()),
        shared=list(sheet.lead.values()).count(own) > 1,
        deals=sum(player in record.payouts for record in sheet.deals),
        called=len(called),
        made=sum(record.outcome == MADE for record in called),
        best=tuple(record for record, units in paid if units == gained > 0),
        gained=gained,
        worst=tuple(record for record, units in paid if -units == lost > 0),
        lost=lost,
        since=_in_place_since(sheet, player),
    )


def _in_place_since(sheet: Sheet, player: str) -> Record | None:
    """The record after which a player came to the place that they have, and shared it as they do."""
    if any(record.kind == SHEET for record in sheet.records):
        return None
    _before_the_first, *after = sheet.leads()
    since, last = None, None
    for record, lead in zip(reversed(sheet.records), reversed(after), strict=True):
        others = Counter(other > lead[player] for other in lead.values() if other >= lead[player])
        if last not in {None, (others[True], others[False])}:
            break
        since, last = record, (others[True], others[False])
    return since


def _fronts(sheet: Sheet) -> Iterator[tuple[tuple[str, ...], bool]]:
    """Who is in front after each record, and whether they lead alone, as one player or partners do."""
    sides = sheet.sides if sheet.match.variant.fixed_partners and sheet.resting() is None else ()
    _before_the_first, *after = sheet.leads()
    for lead in after:
        best = max(lead.values())
        leaders = tuple(player for player, has in lead.items() if has == best)
        yield leaders, len(leaders) == 1 or any(set(leaders) <= set(side) for side in sides)


def _longest_runs(sheet: Sheet) -> tuple[Run, ...]:
    """The longest runs of deals won, two at least. A rest leaves a run as it is, an even deal ends it."""
    going: dict[str, list[int]] = {}
    runs: dict[tuple[int, int, int], list[str]] = {}
    for record in sheet.records:
        if record.kind == SHEET:  # nobody knows which deals it stands for
            going = {player: row for player, row in going.items() if player not in record.payouts}
        if not record.is_deal:
            continue
        won = record.counts_for("won", sheet.match.variant.win)
        for player in record.payouts:
            going[player] = [*going.get(player, ()), record.number] if won.get(player) else []
            if row := going[player]:
                runs.setdefault((len(row), row[0], row[-1]), []).append(player)
    most = max((deals for deals, *_players in runs), default=0)
    return tuple(
        Run(tuple(players), deals, first, last)
        for (deals, first, last), players in runs.items()
        if deals == most >= FEWEST_IN_A_ROW
    )
