"""The ranking across events, described as statistics are: places, and what each event gives each player."""

from collections.abc import Sequence
from datetime import date
from typing import Any, Final

from scorer.rules.ranking import Event, Placed, Ranking
from scorer.stats.columns import PLAYER, Column, Listing, a_count, a_key
from scorer.stats.ranking import Lot
from scorer.text.numbers import Cell, Row, plain
from scorer.text.sentences import counted, few, listed, plural

Cells = list[Cell]
PLACES: Final = Listing(
    "ranking",
    "`scorer ranking`: a row a player, the most ranking points first",
    (
        Column("place", "place", "count", "the place; equals share one", obvious=True, pinned=True),
        a_key(PLAYER, PLAYER, "the player", names=PLAYER),
        Column("ranking_points", "ranking points", "points", "of the events that count, weighted and faded",
               short="ranking points"),
        Column("by_lot", "by lot", "points", "what the player would have on average in the same events, were their "
               "places drawn by lot"),
        a_count("events", "events", "events that count for the player"),
        Column("in_window", "of", "count", "events of the player in the window; the best of them count"),
        Column("most", "most from", about="the event that gives the most of them", obvious=True, names="event"),
    ),
    terminal=((("place", PLAYER), ("ranking_points", "by_lot", "events", "in_window", "most")),),
    dashboard=("place", PLAYER, "ranking_points", "by_lot", "events", "in_window", "most"),
    legend=(
        (("by_lot",), "by lot: what each would have on average in the same events, were their places drawn by lot."),
        (("in_window",), "events: those that count, of all that the player has in the window."),
    ),
)  # fmt: skip
SHARES: Final = Listing(
    "ranking_events",
    "`scorer ranking --events`: a row a player and event of the window, players in the order of the ranking",
    (
        a_key(PLAYER, PLAYER, "the player", names=PLAYER),
        a_key("event", "event", "the tournament, or the season of a league", names="event"),
        Column("kind", form="text", about="tournament or season"),
        Column("league", form="text", about="its league"),
        Column("ended", "ended", "date", "its last day", obvious=True),
        Column("event_place", "place", "count", "the player's place there", obvious=True),
        Column("entrants", "of", "count", "how many had a place there", obvious=True),
        Column("full", "for the place", "points", "ranking points of the place; who shares it gets the mean",
               short="full"),
        Column("weight", "weight", "points", "what the event weighs: times this much"),
        Column("kept", "kept", "percent", "what its age leaves of it"),
        Column("ranking_points", "ranking points", "points", "what it gives: for the place, times the weight, as far "
               "as kept", short="gives"),
        Column("counts", "counts", "yes", "whether it is among the best that count", obvious=True),
    ),
    terminal=(((PLAYER, "event"), ("ended", "event_place", "entrants", "full", "weight", "kept", "ranking_points",
                                   "counts")),),
    dashboard=(PLAYER, "event", "ended", "event_place", "entrants", "full", "weight", "kept", "ranking_points",
               "counts"),
    legend=(
        (
            (),
            ("{full}: ranking points of the place, shared by who shares it. {ranking_points}: those times the "
             "weight, as far as kept; only the best count where the ranking says how many."),
        ),
    ),
)  # fmt: skip


def places(found: Sequence[Placed], lot: Lot) -> list[Row]:
    """The rows of the ranking."""
    return [
        {
            "place": each.place,
            PLAYER: each.player,
            "ranking_points": _cell(each.ranking_points),
            "by_lot": _cell(lot.each[each.player]),
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
            "full": _cell(one.for_place),
            "weight": _cell(one.event.rule.weight),
            "kept": one.kept / 100,
            "ranking_points": _cell(one.worth),
            "counts": one.counts,
        }
        for each in found
        for one in each.shares
    ]


def flat(
    found: Sequence[Placed], ranking: Ranking, on: date, lot: Lot, *, events: bool = False
) -> tuple[list[str], list[Cells]]:
    """The places, or what each event gives, as one header and rows: `ranking, as_of`, then their columns."""
    names, rows = (SHARES if events else PLACES).names, shares(found) if events else places(found, lot)
    return ["ranking", "as_of", *names], [[ranking.name, on, *map(row.get, names)] for row in rows]


def _cell(number: Any) -> int | float:
    """A whole number as one, any other as the nearest number with decimals."""
    return int(number) if number.denominator == 1 else float(number)


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
