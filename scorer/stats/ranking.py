"""A ranking across events: the seasons of leagues as its events, who has which place in it, and what that says."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date, timedelta
from fractions import Fraction
from math import comb
from typing import Final, NamedTuple

import numpy as np

from scorer.frames import Frames, Part, measured, parts, whole
from scorer.frames.building import kept
from scorer.language.forms import listed
from scorer.rules.kinds import DEAL
from scorer.rules.ranking import SPANS, Event, Placed, Ranking, Rule, after_months, places_of, share_of
from scorer.stats.describe.columns import PLAYER
from scorer.stats.describe.statistic_files import listing_of
from scorer.stats.models.arrays import Floats
from scorer.stats.standings import placed
from scorer.text.numbers import BASE, UNITS, Cell, Row, number_cell, plain
from scorer.text.sentences import counted, few, plural

LOTS: Final = (200, 2000)  # rankings that are drawn, at least and at most
LOTS_IN_ALL: Final = 2_000_000  # places that are drawn


def ranking_places(
    frames: Frames, tournaments: Iterable[Event], in_tournaments: Collection[int], ranking: Ranking, on: date
) -> list[Placed]:
    """Everybody's place on a day, of tournaments that are over and of seasons: of all frames but tournament matches."""
    outside = kept(frames, ~np.isin(frames.matches["match_id"].to_numpy(), list(in_tournaments)))
    return places_of(ranking, [*tournaments, *season_events(outside, ranking, on)], on)


class Lot(NamedTuple):
    """What the same events would give were their places drawn by lot: the first on average, and each player."""

    first: float
    each: dict[str, Fraction]


def by_lot(found: Sequence[Placed], ranking: Ranking, on: date) -> Lot:
    """What chance alone would do to a ranking: in each event its places are dealt out to its entrants by lot.

    Of each player the best events count there too. What somebody has of whom all events count is exact, all else the
    mean of up to 2,000 such rankings, always the same ones, that of a player to two decimals.
    """
    events = list({id(one.event): one.event for each in found for one in each.shares}.values())
    drawn = int(np.clip(LOTS_IN_ALL // max(sum(event.field for event in events), 1), *LOTS))
    lots, given, exact = np.random.default_rng(0), dict[str, list[Floats]](), dict[str, Fraction]()
    for event in events:
        worth = [share_of(ranking, event, place, on).worth for place, _ in event.places]
        dealt = lots.permuted(np.tile([float(each) for each in worth], (drawn, 1)), axis=1)
        best: dict[str, Floats] = {}  # who played for several entrants gets what the best of them has
        for at, (_, players) in enumerate(event.places):
            best |= {player: np.maximum(best.get(player, dealt[:, at]), dealt[:, at]) for player in players}
        times = Counter(player for _, players in event.places for player in players)
        for player, one in best.items():
            given.setdefault(player, []).append(one)
            exact[player] = exact.get(player, Fraction(0)) + _best_of(worth, times[player])
    first, means = np.zeros(drawn), dict[str, Fraction]()
    for player, each in given.items():
        total = np.sort(np.array(each), axis=0)[::-1][: ranking.best].sum(axis=0)
        first = np.maximum(first, total)
        every = len(each) <= (ranking.best or len(each))
        means[player] = exact[player] if every else Fraction(round(100 * total.mean()), 100)
    return Lot(float(first.mean()), means)


def _best_of(worth: Sequence[Fraction], times: int) -> Fraction:
    """The best of so many places of an event on average, each of its sets of places as likely as any other."""
    ways = [each * comb(below, times - 1) for below, each in enumerate(sorted(worth))]
    return sum(ways, Fraction(0)) / comb(len(worth), times)


def season_events(frames: Frames, ranking: Ranking, on: date) -> list[Event]:
    """The seasons of every league that the ranking counts and that are over on this day, by league and day.

    A season is a span of the calendar in which a record was made. Its places are those of the standings in the order
    and measure of the rule, of who has its minimum of deals; units of several variants are never added up, so in units
    a league has a season for each of its variants.
    """
    found: list[Event] = []
    leagues = frames.matches["league"]
    for league in sorted(set(leagues)):
        if rule := ranking.rule_for("season", league):
            of_league = measured(kept(frames, (leagues == league).to_numpy()), rule.measure)
            for part in (parts if rule.measure == UNITS else whole)(of_league):
                found += _seasons(part, rule, ranking, on)
    return sorted(found, key=lambda event: (event.league, event.ended, event.name))


def _seasons(part: Part, rule: Rule, ranking: Ranking, on: date) -> Iterator[Event]:
    """The seasons of one league; of one variant of it, where places go by units as they are."""
    payouts = part.frames.payouts
    day, is_deal = payouts["on"].to_numpy(), (payouts["kind"] == DEAL).to_numpy()
    variant = f", {part.variants[0]}" if rule.measure == UNITS else ""
    months = SPANS[rule.span]
    days: Iterable[date] = {day.date() for day in part.frames.matches["on"]}
    firsts = {date(day.year, (day.month - 1) // months * months + 1, 1) for day in days}
    for first in sorted(firsts):
        last = after_months(first, months) - timedelta(days=1)
        if ranking.in_window(last, on):
            begin, end = np.searchsorted(day, [np.datetime64(first), np.datetime64(last) + np.timedelta64(1, "D")])
            # of paper sheets alone nobody knows the stakes, by which all would be equal
            known = rule.measure != BASE or is_deal[begin:end].any()
            places = placed(payouts[begin:end], min_deals=rule.min_deals, order=rule.order) if known else []
            if places:
                at = tuple((place, (player,)) for place, player in places)
                name = f"{part.league} {_span_words(first, rule.span)}{variant}"
                yield Event("season", name, part.league, last, at, rule)


def _span_words(first: date, span: str) -> str:
    """`2026`, `2026 H1`, `2026 Q2`, `2026-05`."""
    if span == "year":
        return str(first.year)
    if span == "month":
        return f"{first:%Y-%m}"
    letter, months = ("H", 6) if span == "half-year" else ("Q", 3)
    return f"{first.year} {letter}{(first.month - 1) // months + 1}"


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
) -> tuple[list[str], list[list[Cell]]]:
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
