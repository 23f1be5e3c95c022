"""From a mapping (a TOML file, read elsewhere) to a Ranking: every fault is collected, and listed with its key."""

import re
from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

from scorer.language import N_, _
from scorer.language.lists_numbers_dates import either
from scorer.rules.reader import LARGEST, MISSING, Reader, as_written
from scorer.tournaments.rules.errors import RankingError
from scorer.tournaments.rules.format_reading import amount
from scorer.tournaments.rules.ranking import KINDS, SPANS, TIES, WHOLE, WINDOWS, EventRule, Ranking, RankingPoints

MOST_MONTHS: Final = 120
MOST_PLACES: Final = 200
_LAST: Final = re.compile(r"last ([1-9]\d?) events?")
LEAST_WEIGHT: Final = Fraction(1, 100)  # what is less would be shown as 0
OF_SEASONS: Final = ("span", "order", "measure", "min_deals")
ORDERS: Final = ("units", "per-deal", "per-match")
MEASURES: Final = ("units", "base", "plain")


def parse_ranking(name: str, mapping: Mapping[str, Any]) -> Ranking:
    """Read a ranking from its mapping, as in docs/rankings.md; raises RankingError with every fault that was found."""
    top = Reader(mapping)
    months, window = top.number("months", None, 1, MOST_MONTHS), top.take("window", str, None)
    last = _LAST.fullmatch(window or "")
    if not last:
        window = top.choice("window", None, WINDOWS)
    if months is None and window is None and not {"months", "window"} & {*mapping}:
        windows = either([repr(word) for word in WINDOWS])
        top.fault("months", _("is missing: how far back it goes; or window = {windows}", windows=windows))
    if months is not None and window is not None:
        top.fault("window", _("{window!r} and months = {months}: leave one of them out", window=window, months=months))
    ranking = Ranking(
        name=name,
        title=top.prose("title", MISSING),
        source=top.prose("source", MISSING),
        notes=top.prose("notes", ""),
        months=months,
        calendar_year=window == WINDOWS[1],
        latest=int(last[1]) if last else None,
        best=top.number("best", None, 1, LARGEST),
        by_best_place=top.choice("ties", TIES[0], TIES) == TIES[1],
        ranking_points=_points(top.table("ranking_points")),
        fading=_fading(top),
        rules=tuple(_rule(read) for read in top.listed("events", _("no event counts; write at least one [[events]]"))),
    )
    top.done()
    if top.faults:
        raise RankingError(name, top.faults)
    return ranking


def _points(read: Reader) -> RankingPoints:
    """The ranking points of places: a list, so many for each entrant behind, or both."""
    before, written = len(read.faults), read.take("places", list, [])
    places: list[Fraction] = []  # those that can be read
    for number in written[:MOST_PLACES]:
        known = len(read.faults)
        points = amount(Reader({"places": number}, read.at, read.faults), "places")
        if len(read.faults) == known:
            places.append(points)
    behind = amount(read, "behind")
    if len(written) > MOST_PLACES:
        read.fault("places", _("{places} places; at most {most}", places=len(written), most=MOST_PLACES))
    if any(points < 0 for points in (*places, behind)):
        read.fault("places" if behind >= 0 else "behind", _("ranking points are not negative"))
    if any(here < below for here, below in pairwise(places)):
        read.fault("places", _("a lower place has more ranking points than the one above it"))
    if not any((*places, behind)) and len(read.faults) == before:  # what cannot be read may well have some
        read.fault("places", _("no place has ranking points: list those of the first places, or say behind = 1"))
    read.done()
    return RankingPoints(tuple(places), behind)


def _fading(top: Reader) -> tuple[tuple[int, int], ...]:
    """The ages from which on less is kept, ascending."""
    steps = []
    for number, written in enumerate(top.take("fading", list, []), 1):
        if not isinstance(written, dict):
            top.fault(f"fading.{number}", _("must be a table, as in { from = 6, keep = 50 }"))
            continue
        read = Reader(written, f"fading.{number}.", top.faults)
        steps.append((read.number("from", MISSING, 1, MOST_MONTHS), read.number("keep", MISSING, 0, WHOLE)))
        read.done()
    ages = [(start, keep) for start, keep in steps if isinstance(start, int)]
    for (start, _keep), (later, _later_keep) in pairwise(ages):
        if later <= start:
            top.fault(
                "fading",
                _("from {months} months stands after from {before}: the ages ascend", months=later, before=start),
            )
    sound = [(start, keep) for start, keep in ages if isinstance(keep, int)]
    for (_start, keep), (later, less) in pairwise(sound):
        if less > keep:
            top.fault(
                "fading",
                _(
                    "{percent} percent from {months} months on, after {before}: an older event never keeps more",
                    percent=less,
                    months=later,
                    before=keep,
                ),
            )
    return tuple(sound)


def _rule(read: Reader) -> EventRule:
    kind, known = read.choice("kind", MISSING, KINDS), len(read.faults)
    weight = amount(read, "weight") if "weight" in read.mapping else Fraction(1)
    if weight < LEAST_WEIGHT and len(read.faults) == known:
        template = N_("{weight}: at least {least}; leave out the events that are to give nothing")
        read.fault("weight", _(template, weight=as_written(read.mapping["weight"]), least=float(LEAST_WEIGHT)))
    if kind == KINDS[0] and (only := [key for key in OF_SEASONS if key in read.mapping]):
        read.fault(only[0], _("a tournament has none; it is of seasons"))
    if kind == KINDS[1] and "name" in read.mapping:
        read.fault("name", _("a season has the name of its league; say league"))
    rule = EventRule(
        kind=kind if kind in KINDS else KINDS[0],
        name=read.prose("name", "*"),
        league=read.prose("league", "*"),
        weight=weight,
        span=read.choice("span", "year", SPANS),
        order=read.choice("order", ORDERS[0], ORDERS),
        measure=read.choice("measure", MEASURES[0], MEASURES),
        min_deals=read.number("min_deals", 0, 0, LARGEST),
        min_entrants=read.number("min_entrants", 2, 1, LARGEST),
    )
    read.taken |= {"weight"}
    read.done()
    return rule
