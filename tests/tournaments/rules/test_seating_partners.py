"""Tables of four with two sides: pairs that stay together, and partners who are others in each round."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest

from scorer.tournaments.seating import (
    Pair,
    Round,
    couples_of,
    measure,
    new_partners,
    partners,
    schedule_of_pairs,
    schedule_of_partners,
)
from scorer.tournaments.seating.errors import SeatingError


def opponents(rounds: Sequence[Round]) -> Counter[Pair]:
    """How often each two were on different sides of a table."""
    tables = [table for seated in rounds for table in seated.tables]
    return Counter(frozenset((first, second)) for a, b, c, d in tables for first in (a, c) for second in (b, d))


def check(players: int, rounds: Sequence[Round]) -> None:
    """Everybody sits or rests, at full tables, and nobody rests two times more than another."""
    for drawn in rounds:
        seated = [player for table in drawn.tables for player in table]
        assert sorted([*seated, *drawn.resting]) == list(range(1, players + 1))
        assert {len(table) for table in drawn.tables} == {4}
    figures = measure(rounds)
    assert figures.most_rests - figures.fewest_rests <= 1


def test_partners_sit_opposite() -> None:
    assert couples_of(("Anna", "Bruno", "Carla", "Dario")) == (("Anna", "Carla"), ("Bruno", "Dario"))


@pytest.mark.parametrize(("players", "rounds"), [(4, 3), (5, 5), (8, 7), (9, 9), (12, 11)])
def test_everybody_is_everybodys_partner_once_and_opponent_twice(players: int, rounds: int) -> None:
    # eight in seven rounds: 7 x 4 = 28 couples, all the pairs there are; 7 x 8 = 56 times opponents, twice each
    plan = schedule_of_partners(players, rounds, seed=3)
    check(players, plan)
    every = {frozenset(two): 1 for two in combinations(range(1, players + 1), 2)}
    assert partners(plan) == every
    assert opponents(plan) == dict.fromkeys(every, 2)


@pytest.mark.parametrize(("players", "rounds"), [(6, 5), (7, 7), (8, 5), (10, 5), (16, 5), (30, 6)])
def test_nobody_has_the_same_partner_twice(players: int, rounds: int) -> None:
    plan = schedule_of_partners(players, rounds, seed=1)
    check(players, plan)
    assert max(partners(plan).values()) == 1
    # sixteen in five rounds meet everybody once: 5 rounds x 3 others at a table are the 15 others
    assert players != 16 or measure(plan).repeats == 0


def test_four_players_have_three_partners_and_begin_again() -> None:
    # ten couples in five rounds, six pairs: four of them twice
    plan = schedule_of_partners(4, 5)
    assert sorted(partners(plan).values()) == [1, 1, 2, 2, 2, 2]


def test_who_is_kept_apart_never_meets() -> None:
    apart = [frozenset((1, 2)), frozenset((3, 4))]
    plan = schedule_of_partners(12, 3, apart=apart)
    assert measure(plan, apart).apart == 0
    assert max(partners(plan).values()) == 1


def test_another_seed_seats_others() -> None:
    # that the same seed seats the same is seen where draws that were kept are drawn again
    assert schedule_of_partners(8, 4, seed=4) != schedule_of_partners(8, 4, seed=5)
    assert schedule_of_pairs(6, 5, seed=4) != schedule_of_pairs(6, 5, seed=5)


def test_round_by_round_partners_are_new_as_long_as_there_are_others() -> None:
    for players, rounds in ((4, 3), (5, 5), (9, 4)):
        past: list[Round] = []
        for _ in range(rounds):
            past.append(new_partners(range(1, players + 1), past, seed=2))
        check(players, past)
        assert max(partners(past).values()) == 1


def test_a_next_round_knows_who_left_and_who_came() -> None:
    past = [new_partners(range(1, 9), [], seed=2)]
    past.append(new_partners([1, 2, 3, 4, 5, 6, 7, 20], past, seed=2, apart=[frozenset((1, 20))]))
    assert sorted(player for table in past[1].tables for player in table) == [1, 2, 3, 4, 5, 6, 7, 20]
    assert max(partners(past).values()) == 1
    assert all(not {1, 20} <= set(table) for table in past[1].tables)


def test_in_five_rounds_six_pairs_all_meet_once() -> None:
    plan = schedule_of_pairs(6, 5, seed=7)
    met = Counter(frozenset(table) for seated in plan for table in seated.tables)
    assert met == {frozenset(two): 1 for two in combinations(range(1, 7), 2)}
    # fifteen first deals of six pairs
    assert sorted(Counter(table[0] for seated in plan for table in seated.tables).values()) == [2, 2, 2, 3, 3, 3]


def test_five_pairs_rest_once_each_and_nobody_meets_twice() -> None:
    plan = schedule_of_pairs(5, 5, seed=7)
    assert sorted(pair for seated in plan for pair in seated.resting) == [1, 2, 3, 4, 5]
    assert measure(plan).repeats == 0


def test_seven_rounds_of_four_pairs_have_as_few_second_meetings_as_can_be() -> None:
    # fourteen meetings of six pairs of pairs: twice each, and two of them a third time
    plan = schedule_of_pairs(4, 7)
    met = Counter(frozenset(table) for seated in plan for table in seated.tables)
    assert sorted(met.values()) == [2, 2, 2, 2, 3, 3]


def test_one_pair_is_no_seating() -> None:
    with pytest.raises(SeatingError, match="1 pair: a table of four needs two"):
        schedule_of_pairs(1, 3)
    with pytest.raises(SeatingError, match="3 players: the smallest table needs 4"):
        schedule_of_partners(3, 1)
