"""A ranking across events: ranking points of tournaments and seasons, weighted, fading, the best of them added up.

Everything is exact: shares of ties and of fading are fractions, and only what is shown is rounded.
"""

from calendar import monthrange
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from fnmatch import fnmatchcase
from fractions import Fraction
from operator import attrgetter
from typing import Final, Literal

Kind = Literal["tournament", "season"]
KINDS: Final = ("tournament", "season")
SPANS: Final = {"year": 12, "half-year": 6, "quarter": 3, "month": 1}  # their months
WINDOWS: Final = ("everything", "calendar year", "last 3 events")  # of the last one any number
TIES: Final = ("shared", "best place")
WHOLE: Final = 100  # percent


@dataclass(frozen=True, slots=True)
class RankingPoints:
    """Ranking points of a place: those of the list, 0 below its end, and `behind` more for each entrant behind."""

    places: tuple[Fraction, ...]
    behind: Fraction

    def at(self, place: int, field: int) -> Fraction:
        """Ranking points of a place that nobody shares, in a field of so many entrants."""
        listed = self.places[place - 1] if place <= len(self.places) else Fraction(0)
        return listed + self.behind * (field - place)

    def shared(self, place: int, among: int, field: int) -> Fraction:
        """Ranking points of each who shares a place with so many: the mean of the places that they take up together."""
        return sum((self.at(place + step, field) for step in range(among)), Fraction(0)) / among


@dataclass(frozen=True, slots=True)
class EventRule:
    """Which events count and how much: tournaments whose names or leagues match (* is anything), or seasons.

    A season has a length (`span`); its places go by `order` and `measure`, and a player with fewer than `min_deals` has
    none. An event of fewer than `min_entrants` does not count.
    """

    kind: Kind
    name: str = "*"
    league: str = "*"
    weight: Fraction = Fraction(1)
    span: str = "year"
    order: str = "units"
    measure: str = "units"
    min_deals: int = 0
    min_entrants: int = 2

    def takes(self, kind: str, name: str, league: str) -> bool:
        """Whether the rule is about such an event, in any case of the letters; a season has no name of its own."""
        pairs = ((name, self.name), (league, self.league))
        return kind == self.kind and all(fnmatchcase(word.casefold(), like.casefold()) for word, like in pairs)


@dataclass(frozen=True)
class Ranking:
    """A ranking as its file says: the first of the `rules` that takes an event says what it weighs; else none counts.

    `months`: how far back the window goes; None with `calendar_year`, or for everything. `latest`: only so many events
    count, the newest of all; None: all. `best`: so many events of each player count; None: all. `fading`: from which
    age in months on which percent of the ranking points are kept. `by_best_place` parts equals: the better best place
    first, then the more recent of these; else they share a place.
    """

    name: str
    title: str
    source: str
    ranking_points: RankingPoints
    rules: tuple[EventRule, ...]
    months: int | None = None
    calendar_year: bool = False
    best: int | None = None
    fading: tuple[tuple[int, int], ...] = ()
    notes: str = ""
    latest: int | None = None
    by_best_place: bool = False

    def rule_for(self, kind: Kind, league: str, name: str = "") -> EventRule | None:
        """The first rule that is about such an event; None where it does not count."""
        return next((rule for rule in self.rules if rule.takes(kind, name, league)), None)

    def kept(self, age: int) -> int:
        """How many percent of the ranking points of an event of so many months count."""
        return next((percent for start, percent in reversed(self.fading) if age >= start), WHOLE)

    def in_window(self, ended: date, on: date) -> bool:
        """Whether an event that ended on that day counts at all on this one."""
        if ended > on or (self.calendar_year and ended.year != on.year):
            return False
        return self.months is None or age_in_months(ended, on) < self.months


@dataclass(frozen=True, slots=True)
class Event:
    """A tournament or a season that is over: the last day, and who had which place, several where they share one.

    `places` are entrants, each with its place and the players it has: one, or all of a team, who get all the same.
    """

    kind: Kind
    name: str
    league: str
    ended: date
    places: tuple[tuple[int, tuple[str, ...]], ...]
    rule: EventRule

    @property
    def field(self) -> int:
        """How many entrants there were."""
        return len(self.places)


@dataclass(frozen=True, slots=True)
class Share:
    """What one event gives a player: ranking points of the place, percent that fading keeps, whether it `counts`."""

    event: Event
    place: int
    for_place: Fraction
    kept: int
    counts: bool = True

    @property
    def worth(self) -> Fraction:
        """What it adds where it counts."""
        return self.for_place * self.event.rule.weight * self.kept / WHOLE


@dataclass(frozen=True, slots=True)
class Placed:
    """A player's place with their ranking points, and what every event of the window gave, the most first."""

    place: int
    player: str
    ranking_points: Fraction
    shares: tuple[Share, ...]

    @property
    def counting(self) -> int:
        """How many events count."""
        return sum(share.counts for share in self.shares)


def after_months(day: date, months: int) -> date:
    """The same day so many months later; the last of the month where it has no such day."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def age_in_months(then: date, on: date) -> int:
    """How many whole months ago that day was; 0 in the first month."""
    months = (on.year - then.year) * 12 + on.month - then.month
    return months - (after_months(then, months) > on)


def places_of(ranking: Ranking, events: Iterable[Event], on: date) -> list[Placed]:
    """Everybody with an event in the window that ends on this day: the most ranking points first, ties by name."""
    shares: dict[str, list[Share]] = {}
    counted = [
        event for event in events if ranking.in_window(event.ended, on) and event.field >= event.rule.min_entrants
    ]
    for event in sorted(counted, key=attrgetter("ended", "name"), reverse=True)[: ranking.latest]:
        best: dict[str, Share] = {}  # who played for several entrants gets what the best of them has
        for place, players in sorted(event.places, reverse=True):
            best |= dict.fromkeys(players, share_of(ranking, event, place, on))
        for player, share in best.items():
            shares.setdefault(player, []).append(share)
    chosen = {}
    for player, own in shares.items():  # of equal worth the newest first
        by_worth = sorted(own, key=lambda share: (-share.worth, -share.event.ended.toordinal(), share.event.name))
        most = len(by_worth) if ranking.best is None else ranking.best
        chosen[player] = tuple(replace(share, counts=at < most) for at, share in enumerate(by_worth))
    counting = {player: [share for share in own if share.counts] for player, own in chosen.items()}
    totals = {player: sum((share.worth for share in own), Fraction(0)) for player, own in counting.items()}
    figures: dict[str, tuple[Fraction | int, ...]] = {player: (-total,) for player, total in totals.items()}
    if ranking.by_best_place:  # among events that count, and how recent it is
        for player, own in counting.items():
            figures[player] += min((share.place, -share.event.ended.toordinal()) for share in own)
    order = sorted(totals, key=lambda player: (figures[player], player.casefold(), player))
    return [
        Placed(1 + sum(less < figures[player] for less in figures.values()), player, totals[player], chosen[player])
        for player in order
    ]


def share_of(ranking: Ranking, event: Event, place: int, on: date) -> Share:
    """What an event gives for a place in it, which several may share."""
    among = sum(taken == place for taken, _players in event.places)
    kept = ranking.kept(age_in_months(event.ended, on))
    return Share(event, place, ranking.ranking_points.shared(place, among, event.field), kept)
