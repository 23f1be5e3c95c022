"""A ranking across events: the seasons of leagues as its events, and who has which place in it."""

from collections.abc import Collection, Iterable, Sequence
from datetime import date, timedelta

import numpy as np

from scorer.frames import Frames, measured, parts, whole
from scorer.frames.building import kept
from scorer.frames.columns import Flags, Ints
from scorer.rules.ranking import SPANS, Event, Ranked, Ranking, Rule, after_months, rank
from scorer.stats.standings import standings
from scorer.text.numbers import MEASURES

UNITS, BASE, *_ = MEASURES


def ranked(
    frames: Frames, tournaments: Iterable[Event], in_tournaments: Collection[int], ranking: Ranking, on: date
) -> list[Ranked]:
    """Everybody's place on a day, of tournaments that are over and of seasons: of all frames but tournament matches."""
    outside = kept(frames, ~np.isin(frames.matches["match_id"].to_numpy(), list(in_tournaments)))
    return rank(ranking, [*tournaments, *season_events(outside, ranking, on)], on)


def season_events(frames: Frames, ranking: Ranking, on: date) -> list[Event]:
    """The seasons of every league that the ranking counts and that are over on this day, by league and day.

    A season is a span of the calendar in which a record was made. Its places are those of the standings in the order
    and measure of the rule, of who has its minimum of deals; units of several variants are never added up, so in units
    a league has a season for each of its variants.
    """
    found = []
    leagues = frames.matches["league"]
    for league in sorted(set(leagues)):
        if rule := ranking.rule_for("season", league):
            of_league = kept(frames, (leagues == league).to_numpy())
            for first, last in _spans(of_league, rule):
                if ranking.in_window(last, on):
                    found += _season(kept(of_league, _within(of_league, first, last)), rule, league, first, last)
    return found


def _spans(frames: Frames, rule: Rule) -> list[tuple[date, date]]:
    """The first and the last day of every span of the calendar with a match."""
    months = SPANS[rule.span]
    days: Iterable[date] = {day.date() for day in frames.matches["on"]}
    firsts = {date(day.year, (day.month - 1) // months * months + 1, 1) for day in days}
    return [(first, after_months(first, months) - timedelta(days=1)) for first in sorted(firsts)]


def _within(frames: Frames, first: date, last: date) -> Flags:
    day = frames.matches["on"].to_numpy().astype("datetime64[D]")
    within: Flags = (day >= np.datetime64(first)) & (day <= np.datetime64(last))
    return within


def _season(frames: Frames, rule: Rule, league: str, first: date, last: date) -> list[Event]:
    """The events of one span: one, or one for each variant where places go by units as they are."""
    by_units = rule.measure == UNITS
    cut = (parts if by_units else whole)(measured(frames, rule.measure))
    found = []
    for part in cut:
        if rule.measure == BASE and not len(part.frames.deals):
            continue  # of paper sheets nobody knows the stakes: all would be equal
        table = standings(part.frames.payouts, min_deals=rule.min_deals, order=rule.order)
        places: Ints = table["place"].to_numpy(np.int64)
        who: Sequence[str] = table["player"].tolist()
        name = f"{league} {_span_words(first, rule.span)}" + (f", {part.variants[0]}" if by_units else "")
        at = tuple((place, (player,)) for place, player in zip(places.tolist(), who, strict=True))
        if at:
            found.append(Event("season", name, league, last, at, rule))
    return found


def _span_words(first: date, span: str) -> str:
    """`2026`, `2026 H1`, `2026 Q2`, `2026-05`."""
    if span == "year":
        return str(first.year)
    if span == "month":
        return f"{first:%Y-%m}"
    letter, months = ("H", 6) if span == "half-year" else ("Q", 3)
    return f"{first.year} {letter}{(first.month - 1) // months + 1}"
