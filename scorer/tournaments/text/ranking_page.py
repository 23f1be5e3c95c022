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
    "year": N_("each year of a league"),
    "half-year": N_("each half-year of a league"),
    "quarter": N_("each quarter of a league"),
    "month": N_("each month of a league"),
}
_ORDERS: Final = {
    "units": N_("places by units"),
    "per-deal": N_("places by units a deal"),
    "per-match": N_("places by units a match"),
}
_MEASURES: Final = {"base": N_("counted in units / stake"), "plain": N_("without what redeals doubled")}


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
        yield title, "; ".join(_clauses(rule))


def _points(ranking_points: RankingPoints) -> str:
    """What the places of an event give, and each entrant behind."""
    given = []
    if ranking_points.places:
        points, places = ", ".join(map(plain, ranking_points.places)), counts.places(len(ranking_points.places))
        given.append(_("{points} for the first {places}", points=points, places=places))
    if ranking_points.behind:
        given.append(_("{points} for each entrant behind", points=plain(ranking_points.behind)))
    return _("{places}, and {behind}", places=given[0], behind=given[1]) if len(given) > 1 else "".join(given)


def _clauses(rule: EventRule) -> Iterator[str]:
    """A rule: `those called Natale in league main`, `each year of a league`, `with 5 entrants at least`, `times 2`."""
    name, league = (None if pattern == EVERY else pattern for pattern in (rule.name, rule.league))
    if name and league:
        yield _("those called {name} in league {league}", name=name, league=league)
    elif name:
        yield _("those called {name}", name=name)
    elif league:
        yield _("those in league {league}", league=league)
    else:
        yield in_context(rule.kind, "all")
    if rule.kind == "season":
        yield _(_SPANS[rule.span])
        yield _(_ORDERS[rule.order])
        if rule.measure in _MEASURES:
            yield _(_MEASURES[rule.measure])
        if rule.min_deals:
            yield _("who has {deals} at least", deals=counts.deals(rule.min_deals))
    yield _("with {entrants} at least", entrants=counts.entrants(rule.min_entrants))
    yield _("times {weight}", weight=plain(rule.weight))
