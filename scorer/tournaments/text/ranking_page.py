"""A ranking across events written out as a rule page would: plain text, 80 columns or fewer."""

from collections.abc import Iterator
from typing import Final

from scorer.language import N_, _, counts, in_context, ngettext
from scorer.language.lists_numbers_dates import listed
from scorer.text.numbers import plain
from scorer.text.variant_page import WIDTH, item, notes
from scorer.tournaments.rules.ranking import EventRule, Ranking, RankingPoints

EVERY: Final = "*"  # a pattern that every name fits
_SPANS: Final = {
    "year": N_("{events}, each year of a league by {order}"),
    "half-year": N_("{events}, each half-year of a league by {order}"),
    "quarter": N_("{events}, each quarter of a league by {order}"),
    "month": N_("{events}, each month of a league by {order}"),
}
_ORDERS: Final = {"units": N_("units"), "per-deal": N_("units a deal"), "per-match": N_("units a match")}


def page(ranking: Ranking, width: int = WIDTH) -> str:
    """The whole page: title, source, window, ranking points, which events count, notes."""
    parts = [
        item(ranking.name, _(ranking.title), width) + item(_("Source"), _(ranking.source), width),
        "".join(item(*rule, width) for rule in _rules(ranking)),
        notes(_(ranking.notes), width),
    ]
    return "\n".join(part for part in parts if part)


def summary(ranking: Ranking) -> str:
    """What sets a ranking apart, in one line."""
    events = _("the best {number} events", number=ranking.best) if ranking.best else _("all events")
    events = f"{events} {window(ranking)}"
    return _("{events}, older ones fading", events=events) if ranking.fading else events


def proof(ranking: Ranking) -> str:
    """What a sound ranking has, in one line."""
    kinds = ngettext("{count} kind of event", "{count} kinds of events", len(ranking.rules))
    places = counts.places(len(ranking.ranking_points.places))
    return _("sound: {kinds}, ranking points for {places}", kinds=kinds, places=places)


def window(ranking: Ranking) -> str:
    """How far back it goes."""
    if ranking.latest:
        return ngettext("of the last that was held", "of the last {count} that were held", ranking.latest)
    if ranking.calendar_year:
        return _("of the calendar year")
    if ranking.months:
        return ngettext("of the last {count} month", "of the last {count} months", ranking.months)
    return _("of all time")


def _rules(ranking: Ranking) -> Iterator[tuple[str, str]]:
    yield _("Counts"), _("of each player {events}", events=summary(ranking))
    yield _("Ranking points"), _points(ranking.ranking_points)
    yield _("Ties"), _("share the mean of the places that they take up")
    if ranking.by_best_place:
        yield _("Equal sums"), _("the better best place first, then the more recent of these")
    if ranking.fading:
        steps = [
            ngettext("{percent} % from {count} month on", "{percent} % from {count} months on", start, percent=keep)
            for start, keep in ranking.fading
        ]
        yield _("Older events"), _("keep {steps}", steps=listed(steps))
    for rule in ranking.rules:
        title = _("Seasons") if rule.kind == "season" else _("Tournaments")
        facts = {"events": _events(rule), "number": rule.min_entrants, "weight": plain(rule.weight)}
        yield (title, _("{events}; with {number} entrants at least; times {weight}", **facts))


def _points(ranking_points: RankingPoints) -> str:
    """What the places of an event give, and each entrant behind."""
    given = []
    if ranking_points.places:
        points, places = ", ".join(map(plain, ranking_points.places)), counts.places(len(ranking_points.places))
        given.append(_("{points} for the first {places}", points=points, places=places))
    if ranking_points.behind:
        given.append(_("{points} for each entrant behind", points=plain(ranking_points.behind)))
    return _("{places}, and {behind}", places=given[0], behind=given[1]) if len(given) > 1 else "".join(given)


def _events(rule: EventRule) -> str:
    """Which events a rule is about: `those called Natale in league main`, `all, each year of a league by units`."""
    name, league = (None if pattern == EVERY else pattern for pattern in (rule.name, rule.league))
    if name and league:
        events = _("those called {name} in league {league}", name=name, league=league)
    elif name:
        events = _("those called {name}", name=name)
    elif league:
        events = _("those in league {league}", league=league)
    else:
        events = in_context("events", "all")
    if rule.kind != "season":
        return events
    events = _(_SPANS[rule.span], events=events, order=_(_ORDERS[rule.order]))
    if rule.measure == "base":
        events = _("{events}, counted in units / stake", events=events)
    elif rule.measure == "plain":
        events = _("{events}, without what redeals doubled", events=events)
    if not rule.min_deals:
        return events
    return _("{events}, of who has {deals}", events=events, deals=counts.deals(rule.min_deals))
