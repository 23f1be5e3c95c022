"""The ranking across events, described as statistics are: places, and what each event gives each player."""

from collections.abc import Sequence
from datetime import date
from typing import Any, Final

from scorer.rules.ranking import Event, Ranked, Ranking
from scorer.stats.columns import PLAYER, Column, Listing, a_count, a_key
from scorer.text.numbers import Cell, Row, plain
from scorer.text.sentences import counted, listed, plural

Cells = list[Cell]
PLACES: Final = Listing(
    "ranking",
    "`scorer ranking`: a row a player, the most ranking points first",
    (
        Column("place", "place", "count", "the place; equals share one", obvious=True, pinned=True),
        a_key(PLAYER, PLAYER, "the player", names=PLAYER),
        Column("ranking_points", "ranking points", "points", "of the events that count, weighted and faded",
               short="ranking points"),
        a_count("events", "events", "events that count for the player"),
        Column("in_window", "of", "count", "events of the player in the window; the best of them count"),
        Column("most", "most from", about="the event that gives the most of them", obvious=True),
    ),
    terminal=((("place", PLAYER), ("ranking_points", "events", "in_window", "most")),),
    dashboard=("place", PLAYER, "ranking_points", "events", "in_window", "most"),
)  # fmt: skip
SHARES: Final = Listing(
    "ranking_events",
    "`scorer ranking --events`: a row a player and event of the window, players in the order of the ranking",
    (
        a_key(PLAYER, PLAYER, "the player", names=PLAYER),
        a_key("event", "event", "the tournament, or the season of a league"),
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
)  # fmt: skip


LEGEND: Final = {  # below the places, and below the events
    False: "events: those that count, of all that the player has in the window. scorer ranking --events shows each.",
    True: "full: ranking points of the place, shared by who shares it. gives: those times the weight, as far as kept; "
    "only the best count where the ranking says how many.",
}


def places(found: Sequence[Ranked]) -> list[Row]:
    """The rows of the ranking."""
    return [
        {
            "place": each.place,
            PLAYER: each.player,
            "ranking_points": _cell(each.points),
            "events": each.counting,
            "in_window": len(each.shares),
            "most": each.shares[0].event.name,
        }
        for each in found
    ]


def shares(found: Sequence[Ranked]) -> list[Row]:
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
            "full": _cell(one.points),
            "weight": _cell(one.event.rule.weight),
            "kept": one.kept / 100,
            "ranking_points": _cell(one.worth),
            "counts": one.counts,
        }
        for each in found
        for one in each.shares
    ]


def flat(found: Sequence[Ranked], ranking: Ranking, on: date, *, events: bool = False) -> tuple[list[str], list[Cells]]:
    """The places, or what each event gives, as one header and rows: `ranking, as_of`, then their columns."""
    names, rows = ((SHARES if events else PLACES).names, (shares if events else places)(found))
    return ["ranking", "as_of", *names], [[ranking.name, on, *map(row.get, names)] for row in rows]


def _cell(number: Any) -> int | float:
    """A whole number as one, any other as the nearest number with decimals."""
    return int(number) if number.denominator == 1 else float(number)


def events_of(found: Sequence[Ranked]) -> list[Event]:
    """The events in the window, the newest first."""
    every = {id(one.event): one.event for each in found for one in each.shares}.values()
    return sorted(every, key=lambda event: (-event.ended.toordinal(), event.name))


def verdict(found: Sequence[Ranked], on: date) -> str:
    """Who leads with how many ranking points, and of which events."""
    if not found:
        return f"No event counts on {on}: no tournament and no season that this ranking counts was over in its window."
    first = [each for each in found if each.place == 1]
    has = plain(first[0].points)
    if len(first) > 1:
        names = listed([each.player for each in first]) if len(first) <= 3 else f"{len(first)} players"  # noqa: PLR2004
        lead = f"{names} lead with {has} ranking points each"
    else:
        lead = f"{first[0].player} leads with {counted_points(has)}"
        second = next((each for each in found if each.place > 1), None)
        lead += f", then {second.player} with {plain(second.points)}" if second else ""
    kinds = [event.kind for event in events_of(found)]
    of = [counted(kinds.count(kind), kind) for kind in dict.fromkeys(sorted(kinds, reverse=True))]
    return f"{lead}; {listed(of)} {plural(len(kinds), 'counts', 'count')}."


def counted_points(has: str) -> str:
    """`1 ranking point`, `40.5 ranking points`."""
    return f"{has} ranking {plural(1 if has == '1' else 2, 'point')}"


def window_words(ranking: Ranking) -> str:
    """Which events are asked for, in words: `the last 12 months, the best 6 of each player`."""
    if ranking.calendar_year:
        window = "events of the calendar year"
    elif ranking.months is None:
        window = "events since ever"
    else:
        window = f"events of the last {counted(ranking.months, 'month')}"
    return window + (f", the best {ranking.best} of each player" if ranking.best else "")
