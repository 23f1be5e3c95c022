"""A ranking whose places are drawn by lot: beside a mean worked by hand, and every way of dealing places out."""

from dataclasses import replace
from datetime import date
from fractions import Fraction
from itertools import permutations, product

import pytest

from scorer.tournaments.rules.ranking import Event, EventRule, Ranking, RankingPoints, places_of
from scorer.tournaments.stats.ranking import by_lot, places, verdict

ON = date(2026, 12, 31)
RULE = EventRule("season")


def ranking(best: int | None = None) -> Ranking:
    """10, 4 and 1 for the first three places."""
    places = tuple(map(Fraction, (10, 4, 1)))
    return Ranking("test", "Test", "here", RankingPoints(places, Fraction(0)), (RULE,), best=best)


def event(*players: str, month: int = 6) -> Event:
    """A season in which these came in this order."""
    places = tuple((at, (player,)) for at, player in enumerate(players, 1))
    return Event("season", f"Month {month}", "main", date(2026, month, 1), places, RULE)


def test_two_in_two_events_have_as_much_each_and_the_first_more() -> None:
    # 10 and 4: together 20 and 8 in two of four ways, 14 each in the others. The first has (20 + 14) / 2 = 17
    events = [event("Anna", "Bruno"), event("Anna", "Bruno", month=7)]
    lot = by_lot(places_of(ranking(), events, ON), ranking(), ON)
    assert lot.players == {"Anna": 14, "Bruno": 14}
    assert lot.first == pytest.approx(17, abs=0.2)


def test_who_was_in_fewer_events_has_less_by_lot_too() -> None:
    events = [event("Anna", "Bruno", "Carla"), event("Bruno", "Anna", month=7)]
    lot = by_lot(places_of(ranking(), events, ON), ranking(), ON)
    assert lot.players == {"Anna": 12, "Bruno": 12, "Carla": 5}  # 15 / 3, and 14 / 2


def test_the_best_of_several_is_every_way_written_out() -> None:
    three = ("Anna", "Bruno", "Carla")
    ways = list(product(permutations((10, 4, 1)), repeat=2))
    best = [[max(one[at], two[at]) for at in range(3)] for one, two in ways]
    rules = ranking(best=1)
    lot = by_lot(places_of(rules, [event(*three), event(*three, month=7)], ON), rules, ON)
    assert lot.first == 10  # somebody has the first place
    assert lot.players == pytest.approx(dict.fromkeys(three, sum(each[0] for each in best) / len(best)), abs=0.2)


def test_members_of_a_team_have_what_it_gets() -> None:
    teams = Event("season", "Pairs", "main", date(2026, 6, 1), ((1, ("Anna", "Bruno")), (1, ("Carla", "Dario"))), RULE)
    lot = by_lot(places_of(ranking(), [teams], ON), ranking(), ON)
    assert lot.first == 7  # both share 10 and 4
    assert lot.players == {"Anna": 7, "Bruno": 7, "Carla": 7, "Dario": 7}
    assert not by_lot([], ranking(), ON).players


def test_what_somebody_has_by_lot_is_not_rounded_to_whole_ranking_points() -> None:
    # four in one event: (10 + 4 + 1 + 0) / 4; who plays for two of four has the best of two: 10 in three of six ways,
    # 4 in two, 1 in one, which is 39 / 6
    every = ("Anna", "Bruno", "Carla", "Dario")
    found = places_of(ranking(), [event(*every)], ON)
    lot = by_lot(found, ranking(), ON)
    assert [row["by_chance"] for row in places(found, lot)] == [3.75] * 4
    assert verdict(found, ON, lot).whole.endswith("the first would have about 10, and Anna about 3.75.")
    twice = Event("season", "Pairs", "main", ON, tuple((at, (name,)) for at, name in enumerate("AABC", 1)), RULE)
    assert by_lot(places_of(ranking(), [twice], ON), ranking(), ON).players["A"] == Fraction(39, 6)


def test_a_mean_of_drawn_rankings_has_two_decimals() -> None:
    events = [event("Anna", "Bruno", "Carla", month=month) for month in (5, 6, 7)]
    each = by_lot(places_of(ranking(best=2), events, ON), ranking(best=2), ON).players
    assert all((100 * mean).denominator == 1 for mean in each.values())


def test_nobody_leads_a_ranking_with_nothing() -> None:
    # "5 players lead with 0 ranking points each": what is left of the event after so long is nothing
    faded = replace(ranking(), fading=((1, 0),))
    found = places_of(faded, [event("Anna", "Bruno")], ON)
    assert verdict(found, ON, by_lot(found, faded, ON)).whole == (
        "Nobody has ranking points on 2026-12-31. 1 season counts."
    )


def test_the_sentence_has_the_decimals_of_the_table() -> None:
    # of 8.7 and 6: 7.35 each; it said "the first would have about 8.7, and Anna about 7.3"
    points = RankingPoints((Fraction("8.7"), Fraction(6)), Fraction(0))
    rules = replace(ranking(), ranking_points=points)
    found = places_of(rules, [event("Anna", "Bruno")], ON)
    lot = by_lot(found, rules, ON)
    assert verdict(found, ON, lot).whole == (
        "Anna leads with 8.7 ranking points, 2.7 ahead of Bruno. 1 season counts. "
        "If all places were drawn by lot, the first would have about 8.7, and Anna about 7.35."
    )
    assert [row["by_chance"] for row in places(found, lot)] == [7.35, 7.35]
