"""A whole schedule: everybody sits or rests, as many as can play do, rests and first deals are shared out."""

import os
from collections.abc import Sequence
from itertools import combinations

import pytest

from scorer.tournaments.seating import (
    Budget,
    Pair,
    Round,
    fewest_clashes,
    measure,
    schedule,
    table_sizes,
)
from scorer.tournaments.seating.errors import SeatingError

EVERY = [(players, rounds) for players in range(5, 61) for rounds in range(2, 9)]
SOME = [(players, rounds) for players, rounds in EVERY if (3 * players + rounds) % 23 == 0]
CHOSEN = EVERY if os.environ.get("SEATING") == "all" else SOME


# Search only a little: for what holds of every schedule, however many repeats it has.
HASTY = Budget(per_player=10, fewest=1_000, most=1_500_000, trades=5, numbers=600)


def sizes_of(seated: Round) -> tuple[int, ...]:
    return tuple(map(len, seated.tables))


def everybody(seated: Round) -> list[int]:
    return sorted([*seated.resting, *(player for table in seated.tables for player in table)])


def check(players: int, rounds: Sequence[Round], apart: Sequence[Pair] = ()) -> None:
    """What holds for every schedule."""
    for seated in rounds:
        assert everybody(seated) == list(range(1, players + 1))
        assert sizes_of(seated) == table_sizes(players)
        assert list(seated.resting) == sorted(seated.resting)
    figures = measure(rounds, apart)
    assert figures.most_rests - figures.fewest_rests <= 1
    assert figures.dealers <= 1
    assert figures.larger <= 1
    assert figures.clashes >= fewest_clashes(players, len(rounds))
    assert figures.apart == 0


@pytest.mark.parametrize(("players", "rounds"), CHOSEN)
def test_everybody_sits_once_or_rests_and_all_is_shared_out(players: int, rounds: int) -> None:
    check(players, schedule(players, rounds, seed=rounds, budget=HASTY))


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (5, (5,)), (6, (6,)), (9, (6,)), (11, (5, 6)), (14, (6, 6)), (16, (5, 5, 6)), (19, (6, 6, 6)),
        (20, (5, 5, 5, 5)), (24, (6, 6, 6, 6)), (27, (5, 5, 5, 6, 6)), (50, (5,) * 10),
    ],
)  # fmt: skip
def test_as_many_play_as_can_at_as_many_fives_as_can_be(players: int, sizes: tuple[int, ...]) -> None:
    assert table_sizes(players) == sizes


def test_nobody_rests_but_where_it_must_be() -> None:
    # 5 a + 6 b misses only 7, 8, 9, 13, 14 and 19
    resting = {players: players - sum(table_sizes(players)) for players in range(5, 1001)}
    assert {players: count for players, count in resting.items() if count} == {7: 1, 8: 2, 9: 3, 13: 1, 14: 2, 19: 1}


def test_other_sizes_the_preferred_one_first() -> None:
    assert table_sizes(27, (5,)) == (5,) * 5  # two rest
    assert table_sizes(30, (6, 5)) == (6,) * 5
    assert table_sizes(32, (6, 5)) == (6, 6, 5, 5, 5, 5)
    assert table_sizes(9, (4, 5)) == (4, 5)
    for players, sizes in ((27, (5,)), (32, (6, 5)), (21, (4,)), (17, (4, 5)), (22, (8, 7))):
        for seated in schedule(players, 3, sizes=sizes, budget=HASTY):
            assert sizes_of(seated) == table_sizes(players, sizes)
            assert everybody(seated) == list(range(1, players + 1))


def test_the_same_question_has_the_same_answer() -> None:
    # written down once: it must be this on every machine and every version of Python
    assert schedule(10, 1, seed=7)[0].tables == ((3, 10, 2, 1, 4), (5, 9, 8, 6, 7))


def test_the_seed_draws_who_meets_whom() -> None:
    # 25 players, one round: of 24 others 4 are at one's table, so a pair meets in a sixth of the draws: 10 of 60
    together = sum(any({1, 2} <= set(table) for table in schedule(25, 1, seed=seed)[0].tables) for seed in range(60))
    assert 3 <= together <= 20


def test_a_draw_is_as_good_with_every_seed() -> None:
    assert {measure(schedule(20, 3, seed=seed)).clashes for seed in range(3)} == {12}
    assert {measure(schedule(35, 7, seed=seed)).clashes for seed in range(3)} == {0}


def test_everybody_deals_first_equally_often_where_the_rounds_allow_it() -> None:
    for players, rounds in ((10, 5), (25, 5), (24, 6), (40, 5), (6, 6)):
        assert measure(schedule(players, rounds, budget=HASTY)).dealers == 0


def test_nobody_has_the_same_neighbour_twice_where_that_can_be() -> None:
    for players, rounds in ((5, 4), (6, 4), (10, 5), (20, 6), (24, 6)):
        assert measure(schedule(players, rounds, budget=HASTY)).neighbours == 0


def test_the_numbers_of_the_tables_are_shared_out() -> None:
    # ten players at two tables: of four rounds each spends at best two at a table, which is two too many, 20 in all
    assert measure(schedule(10, 4)).numbers == 20
    assert measure(schedule(40, 8)).numbers == 0
    assert measure(schedule(50, 4)).numbers <= 5  # of 200


PAIRS = [frozenset(pair) for pair in ((1, 2), (1, 3), (2, 3), (4, 9), (7, 8))]


@pytest.mark.parametrize(("players", "rounds"), [(35, 7), (27, 4), (14, 3)])
def test_pairs_are_kept_apart(players: int, rounds: int) -> None:
    check(players, schedule(players, rounds, seed=rounds, apart=PAIRS), PAIRS)


def test_apart_costs_nothing_where_a_perfect_plan_has_pairs_that_never_meet() -> None:
    # 30 players x 6 rounds: everybody meets 24 of 29
    assert measure(schedule(30, 6, apart=PAIRS[2:])).repeats == 0
    assert measure(schedule(50, 4, apart=PAIRS)).repeats == 0


def test_four_teams_at_four_tables_are_kept_apart() -> None:
    # five teams of four: one of each at every table, and no other way
    pairs = [frozenset(pair) for first in range(1, 21, 4) for pair in combinations(range(first, first + 4), 2)]
    check(20, schedule(20, 4, apart=pairs, budget=HASTY), pairs)


@pytest.mark.parametrize(
    ("players", "apart", "message"),
    [
        (10, [{1, 2}, {2, 3}, {1, 3}], "players 1, 2 and 3 cannot all be kept apart: there are 2 tables"),
        (
            10,
            [{1, foe} for foe in range(2, 8)],
            "player 1 is to be kept apart from 6 others: 3 are left, and a table of 5 needs 4",
        ),
        (10, [{1, 11}], "1-11 to keep apart: there is no player 11 among 10"),
        (10, [{1}], "1: two different players are kept apart"),
        (6, [{1, 2}], "players 1 and 2 cannot all be kept apart: there is 1 table"),
    ],
)
def test_what_cannot_be_kept_apart_is_refused(players: int, apart: list[set[int]], message: str) -> None:
    with pytest.raises(SeatingError) as refused:
        schedule(players, 2, apart=[frozenset(pair) for pair in apart])
    assert str(refused.value) == message


def test_what_is_not_plain_is_refused_after_looking() -> None:
    # a ring of five falls into no two groups, though no three of them are all to be kept apart
    ring = [frozenset(pair) for pair in ((1, 2), (2, 3), (3, 4), (4, 5), (5, 1))]
    with pytest.raises(
        SeatingError, match="no seating was found that keeps 1-2, 1-5, 2-3, 3-4, 4-5 apart: there are 2"
    ):
        schedule(10, 1, apart=ring, budget=HASTY)


@pytest.mark.parametrize(
    ("players", "rounds", "sizes", "message"),
    [
        (4, 2, (5, 6), "4 players: the smallest table needs 5"),
        (0, 2, (5, 6), "0 players: the smallest table needs 5"),
        (10, 0, (5, 6), "0 rounds: a schedule has at least one"),
        (10, 2, (), "tables of none: a table has 3 to 8 seats"),
        (10, 2, (2, 5), "tables of 2, 5: a table has 3 to 8 seats"),
        (10, 2, (9,), "tables of 9: a table has 3 to 8 seats"),
    ],
)
def test_what_cannot_be_seated_is_refused(players: int, rounds: int, sizes: tuple[int, ...], message: str) -> None:
    with pytest.raises(SeatingError) as refused:
        schedule(players, rounds, sizes=sizes)
    assert str(refused.value) == message


def test_the_figures_by_hand() -> None:
    rounds = [
        Round(((1, 2, 3), (4, 5, 6, 7)), (8,)),
        Round(((1, 2, 8), (3, 4, 5, 6)), (7,)),
        Round(((2, 1, 7), (3, 8, 4, 5)), (6,)),
    ]
    figures = measure(rounds, [frozenset((1, 3)), frozenset((6, 8))])
    # 1-2 three times; 4-5 three times; 3-4, 3-5 twice; 4-6, 5-6 twice: 2 + 2 + 1 + 1 + 1 + 1 repeats, 3 + 3 + 4 clashes
    assert (figures.repeats, figures.clashes, figures.twice, figures.most) == (8, 10, 6, 3)
    assert figures.dealers == 2  # 1 and 3 deal first twice, five others never
    assert figures.neighbours == 4  # 1-2 and 5-6 again, 4-5 a second and a third time
    assert figures.numbers == 4 + 6  # 1, 2 twice more at table 1; at table 2 4, 5 twice more, 3 and 6 once
    assert figures.larger == 3  # 4 and 5 sat at three tables of four, 1 and 2 at none
    assert (figures.fewest_rests, figures.most_rests) == (0, 1)
    assert figures.apart == 1  # 1-3 in the first round
