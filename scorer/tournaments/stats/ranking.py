"""A ranking across events: the seasons of leagues as events, the places of players, and the verdict on them."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import date, timedelta
from fractions import Fraction
from math import comb
from operator import attrgetter
from typing import Final, NamedTuple

import numpy as np

from scorer.frames import Frames, Part, measured, parts, whole
from scorer.frames.building import kept
from scorer.language import N_, _, ngettext
from scorer.language.lists_numbers_dates import listed
from scorer.rules.kinds import DEAL
from scorer.stats.describe.columns import PLAYER
from scorer.stats.describe.statistic_files import listing_of
from scorer.stats.describe.verdicts import Verdict
from scorer.stats.models.arrays import Floats
from scorer.stats.standings import placed
from scorer.text.lead_words import Lead, lead_of
from scorer.text.numbers import BASE, UNITS, Cell, Row, number_cell, plain
from scorer.tournaments.rules.ranking import SPANS, Event, EventRule, Placed, Ranking, after_months, places_of, share_of

EventName = Callable[[Event], str]
NAME_IN_FILES: Final[EventName] = attrgetter("name")
_SPAN_NAMES: Final = {
    "year": "{year}",
    "half-year": N_("{year} H{part}"),
    "quarter": N_("{year} Q{part}"),
    "month": N_("{year}-{month}"),
}
LOTS: Final = (200, 2000)  # rankings that are drawn: the fewest and the most
LOTS_IN_ALL: Final = 2_000_000  # places that are drawn in all of them
EVENTS: Final[dict[str, Callable[[int], str]]] = {  # the events that count, by kind
    "tournament": lambda count: ngettext("{count} tournament", "{count} tournaments", count),
    "season": lambda count: ngettext("{count} season", "{count} seasons", count),
}


def ranking_places(
    frames: Frames, tournaments: Iterable[Event], in_tournaments: Collection[int], ranking: Ranking, on: date
) -> list[Placed]:
    """Everybody's place on a day, of tournaments that are over and of seasons: of all frames but tournament matches."""
    outside = kept(frames, ~np.isin(frames.matches["match_id"].to_numpy(), list(in_tournaments)))
    return places_of(ranking, [*tournaments, *season_events(outside, ranking, on)], on)


class Lot(NamedTuple):
    """The mean ranking points of the first and of every player if the places of all events were drawn by lot."""

    first: float
    players: dict[str, Fraction]


def by_lot(ranked: Sequence[Placed], ranking: Ranking, on: date) -> Lot:
    """What chance alone would do to a ranking: the places of each event are drawn by lot among its entrants.

    The best events of a player count there too. The mean of a player whose events all count is exact; the others are
    means of up to 2,000 such rankings, always the same ones, to two decimals.
    """
    events = list({id(share.event): share.event for row in ranked for share in row.shares}.values())
    drawn = int(np.clip(LOTS_IN_ALL // max(sum(event.field for event in events), 1), *LOTS))
    lots, given, exact = np.random.default_rng(0), dict[str, list[Floats]](), dict[str, Fraction]()
    for event in events:
        worth = [share_of(ranking, event, place, on).worth for place, _players in event.places]
        dealt = lots.permuted(np.tile([float(points) for points in worth], (drawn, 1)), axis=1)  # ranking, entrant
        best: dict[str, Floats] = {}  # a player of several entrants gets what the best of them has
        for at, (_place, players) in enumerate(event.places):
            best |= {player: np.maximum(best.get(player, dealt[:, at]), dealt[:, at]) for player in players}
        times = Counter(player for _place, players in event.places for player in players)
        for player, points in best.items():
            given.setdefault(player, []).append(points)
            # The mean of the best of so many places of an event, all sets of so many places being equally likely
            weighted = [points * comb(below, times[player] - 1) for below, points in enumerate(sorted(worth))]
            mean = sum(weighted, Fraction(0)) / comb(len(worth), times[player])
            exact[player] = exact.get(player, Fraction(0)) + mean
    first, means = np.zeros(drawn), dict[str, Fraction]()
    for player, of_events in given.items():
        total = np.sort(np.array(of_events), axis=0)[::-1][: ranking.best].sum(axis=0)
        first = np.maximum(first, total)
        every = len(of_events) <= (ranking.best or len(of_events))
        means[player] = exact[player] if every else Fraction(round(100 * total.mean()), 100)
    return Lot(float(first.mean()), means)


def season_events(frames: Frames, ranking: Ranking, on: date) -> list[Event]:
    """The seasons of every league that the ranking counts and that are over on this day, by league and day.

    A season is a span of the calendar with a record in it. Its places are those of the standings in the order and
    measure of the rule, among the players with its minimum of deals. Units of several variants are never added up, so
    that in units a league has a season for each of its variants.
    """
    events: list[Event] = []
    leagues = frames.matches["league"]
    for league in sorted(set(leagues)):
        if rule := ranking.rule_for("season", league):
            of_league = measured(kept(frames, (leagues == league).to_numpy()), rule.measure)
            for part in (parts if rule.measure == UNITS else whole)(of_league):
                events += _seasons(part, rule, ranking, on)
    return sorted(events, key=lambda event: (event.league, event.ended, event.name))


def _seasons(part: Part, rule: EventRule, ranking: Ranking, on: date) -> Iterator[Event]:
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
                name = f"{part.league} {_span_words(first, rule.span)[0]}{variant}"
                yield Event("season", name, part.league, last, at, rule)


def _span_words(day: date, span: str) -> tuple[str, str]:
    """`2026`, `2026 H1`, `2026 Q2`, `2026-05`: the span in which a day is, for files; and in the language."""
    facts = {"year": day.year, "part": (day.month - 1) // SPANS[span] + 1, "month": f"{day:%m}"}
    return _SPAN_NAMES[span].format(**facts), _(_SPAN_NAMES[span], **facts)


def event_words(event: Event) -> str:
    """An event by its name; a season in the language, `main 2026 Q2, chiamata`."""
    if event.kind != "season":
        return event.name
    in_files, words = _span_words(event.ended, event.rule.span)
    return f"{event.league} {words}{event.name.removeprefix(f'{event.league} {in_files}')}"


def places(ranked: Sequence[Placed], lot: Lot, name: EventName = event_words) -> list[Row]:
    """The rows of the ranking, an event by its `name`."""
    return [
        {
            "place": row.place,
            PLAYER: row.player,
            "ranking_points": number_cell(row.ranking_points),
            "by_chance": number_cell(lot.players[row.player]),
            "events": row.counting,
            "in_window": len(row.shares),
            "most": name(row.shares[0].event),
        }
        for row in ranked
    ]


def shares(ranked: Sequence[Placed], name: EventName = event_words) -> list[Row]:
    """The rows of `ranking --events`: what each event gives each player."""
    return [
        {
            PLAYER: row.player,
            "event": name(share.event),
            "kind": share.event.kind,
            "league": share.event.league,
            "ended": share.event.ended,
            "event_place": share.place,
            "entrants": share.event.field,
            "full": number_cell(share.for_place),
            "weight": number_cell(share.event.rule.weight),
            "kept": share.kept / 100,
            "ranking_points": number_cell(share.worth),
            "counts": share.counts,
        }
        for row in ranked
        for share in row.shares
    ]


def flat(
    ranked: Sequence[Placed], ranking: Ranking, on: date, lot: Lot, *, events: bool = False
) -> tuple[list[str], list[list[Cell]]]:
    """The places, or what each event gives, as one header and rows: `ranking, as_of`, then their columns."""
    names = listing_of("ranking_events" if events else "ranking").names
    rows = shares(ranked, NAME_IN_FILES) if events else places(ranked, lot, NAME_IN_FILES)
    return ["ranking", "as_of", *names], [[ranking.name, on, *map(row.get, names)] for row in rows]


def events_of(ranked: Sequence[Placed]) -> list[Event]:
    """The events in the window, the newest first."""
    events = {id(share.event): share.event for row in ranked for share in row.shares}.values()
    return sorted(events, key=lambda event: (-event.ended.toordinal(), event.name))


def verdict(ranked: Sequence[Placed], on: date, lot: Lot) -> Verdict:
    """Who leads with how many ranking points from which events; whole with what the first would have by chance.

    Numbers as the table has them, to two decimals.
    """
    if not ranked:
        return Verdict.plain(
            _(
                "No event counts on {day}: no tournament and no season that this ranking counts was over in its "
                "window.",
                day=on,
            )
        )
    events = events_of(ranked)
    number_of = Counter(event.kind for event in events)
    kinds = [EVENTS[kind](number_of[kind]) for kind in sorted(number_of, reverse=True)]
    counting = ngettext("{events} counts.", "{events} count.", len(events), events=listed(kinds))
    first = [row for row in ranked if row.place == 1]
    if plain(first[0].ranking_points) == plain(0):
        return Verdict.plain(" ".join([_("Nobody has ranking points on {day}.", day=on), counting]))
    if len(first) > 1:
        by_chance = _("If all places were drawn by lot, the first would have about {points}.", points=plain(lot.first))
    else:
        by_chance = _(
            "If all places were drawn by lot, the first would have about {points}, and {player} about {own_points}.",
            points=plain(lot.first),
            player=first[0].player,
            own_points=plain(lot.players[first[0].player]),
        )
    leads = " ".join(filter(None, [lead(ranked).words(), counting]))
    return Verdict(leads, f"{leads} {by_chance}", f"{counting} {by_chance}")


def lead(ranked: Sequence[Placed]) -> Lead:
    """Who leads a ranking with how many ranking points, as the table has them."""
    order = {row.player: -row.place for row in ranked}
    points = {row.player: round(row.ranking_points, 2) for row in ranked}
    return lead_of(order, points, lambda total: counted_points(plain(total)), plain)


def counted_points(points: str) -> str:
    """`1 ranking point`, `40.5 ranking points`, of a number as it is written."""
    return ngettext("{points} ranking point", "{points} ranking points", 1 if points == "1" else 2, points=points)
