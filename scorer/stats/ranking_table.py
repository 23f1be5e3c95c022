"""The rows of the ranking across events: places, and what each event gives each player; and what they say."""

from collections.abc import Sequence
from datetime import date

from scorer.rules.ranking import Event, Placed, Ranking
from scorer.stats.columns import PLAYER
from scorer.stats.descriptions import listing_of
from scorer.stats.ranking import Lot
from scorer.text.numbers import Cell, Row, number_cell, plain
from scorer.text.sentences import counted, few, listed, plural

Cells = list[Cell]


def places(found: Sequence[Placed], lot: Lot) -> list[Row]:
    """The rows of the ranking."""
    return [
        {
            "place": each.place,
            PLAYER: each.player,
            "ranking_points": number_cell(each.ranking_points),
            "by_lot": number_cell(lot.each[each.player]),
            "events": each.counting,
            "in_window": len(each.shares),
            "most": each.shares[0].event.name,
        }
        for each in found
    ]


def shares(found: Sequence[Placed]) -> list[Row]:
    """The rows of what each event gives each player."""
    return [
        {
            PLAYER: each.player,
            "event": one.event.name,
            "kind": one.event.kind,
            "league": one.event.league,
            "ended": one.event.ended,
            "event_place": one.place,
            "entrants": one.event.field,
            "full": number_cell(one.for_place),
            "weight": number_cell(one.event.rule.weight),
            "kept": one.kept / 100,
            "ranking_points": number_cell(one.worth),
            "counts": one.counts,
        }
        for each in found
        for one in each.shares
    ]


def flat(
    found: Sequence[Placed], ranking: Ranking, on: date, lot: Lot, *, events: bool = False
) -> tuple[list[str], list[Cells]]:
    """The places, or what each event gives, as one header and rows: `ranking, as_of`, then their columns."""
    names = listing_of("ranking_events" if events else "ranking").names
    rows = shares(found) if events else places(found, lot)
    return ["ranking", "as_of", *names], [[ranking.name, on, *map(row.get, names)] for row in rows]


def events_of(found: Sequence[Placed]) -> list[Event]:
    """The events in the window, the newest first."""
    every = {id(one.event): one.event for each in found for one in each.shares}.values()
    return sorted(every, key=lambda event: (-event.ended.toordinal(), event.name))


def verdict(found: Sequence[Placed], on: date, lot: Lot) -> str:
    """Who leads with how many ranking points, of which events, and what would be were places drawn by lot.

    Numbers as the table has them, to two decimals.
    """
    if not found:
        return f"No event counts on {on}: no tournament and no season that this ranking counts was over in its window."
    kinds = [event.kind for event in events_of(found)]
    of = [counted(kinds.count(kind), kind) for kind in dict.fromkeys(sorted(kinds, reverse=True))]
    counting = f"{listed(of)} {plural(len(kinds), 'counts', 'count')}"
    first = [each for each in found if each.place == 1]
    if (has := plain(first[0].ranking_points)) == plain(0):
        return f"Nobody has ranking points on {on}; {counting}."
    by_lot = f"Were all places drawn by lot, the first would have about {plain(lot.first)}"
    if len(first) > 1:
        lead = f"{few([each.player for each in first])} lead with {has} ranking points each"
    else:
        lead = f"{first[0].player} leads with {counted_points(has)}"
        second = next((each for each in found if each.place > 1), None)
        lead += f", then {second.player} with {plain(second.ranking_points)}" if second else ""
        by_lot += f", and {first[0].player} about {plain(lot.each[first[0].player])}"
    return f"{lead}; {counting}. {by_lot}."


def counted_points(has: str) -> str:
    """`1 ranking point`, `40.5 ranking points`."""
    return f"{has} ranking {plural(1 if has == '1' else 2, 'point')}"
