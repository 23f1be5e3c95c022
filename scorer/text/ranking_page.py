"""A ranking across events written out as a rule page would: plain text, 80 columns or fewer."""

from collections.abc import Iterator

from scorer.language import counts
from scorer.language.forms import listed
from scorer.rules.ranking import Ranking
from scorer.text.numbers import plain
from scorer.text.sentences import counted
from scorer.text.variant_page import WIDTH, item, notes

_ORDERS = {"units": "units", "per-deal": "units a deal", "per-match": "units a match"}
_MEASURES = {"units": "", "base": ", counted in units / stake", "plain": ", without what redeals doubled"}


def page(ranking: Ranking, width: int = WIDTH) -> str:
    """The whole page: title, source, window, ranking points, which events count, notes."""
    parts = [
        item(ranking.name, ranking.title, width) + item("Source", ranking.source, width),
        "".join(item(*rule, width) for rule in _rules(ranking)),
        notes(ranking.notes, width),
    ]
    return "\n".join(part for part in parts if part)


def summary(ranking: Ranking) -> str:
    """What sets a ranking apart, in one line."""
    best = f"the best {ranking.best} events" if ranking.best else "all events"
    return f"{best} {window(ranking)}" + (", older ones fading" if ranking.fading else "")


def proof(ranking: Ranking) -> str:
    """What a sound ranking has, in one line."""
    kinds = counted(len(ranking.rules), "kind of event", "kinds of events")
    return f"sound: {kinds}, ranking points for {counts.places(len(ranking.ranking_points.places))}"


def window(ranking: Ranking) -> str:
    """How far back it goes."""
    if ranking.calendar_year:
        return "of the calendar year"
    return f"of the last {counted(ranking.months, 'month')}" if ranking.months else "of all time"


def _rules(ranking: Ranking) -> Iterator[tuple[str, str]]:
    yield "Counts", f"of each player {summary(ranking)}"
    of = ranking.ranking_points
    places = f"{', '.join(map(plain, of.places))} for the first {counts.places(len(of.places))}" if of.places else ""
    behind = f"{plain(of.behind)} for each entrant behind" if of.behind else ""
    yield "Ranking points", ", and ".join(filter(None, [places, behind]))
    yield "Ties", "share the mean of the places that they take up"
    if ranking.fading:
        steps = [f"{keep} % from {counted(start, 'month')} on" for start, keep in ranking.fading]
        yield "Older events", f"keep {listed(steps)}"
    for rule in ranking.rules:
        named = [f"{what} {like}" for what, like in (("called", rule.name), ("in league", rule.league)) if like != "*"]
        words = " ".join(["those", *named]) if named else "all"
        if rule.kind == "season":
            least = f", of who has {counts.deals(rule.min_deals)}" if rule.min_deals else ""
            words += f", each {rule.span} of a league by {_ORDERS[rule.order]}{_MEASURES[rule.measure]}{least}"
        title = "Seasons" if rule.kind == "season" else "Tournaments"
        yield title, f"{words}; with {rule.min_entrants} entrants at least; times {plain(rule.weight)}"
