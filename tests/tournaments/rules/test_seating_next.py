"""One round after another: with the fewest repeats, by lot, by place; for players who leave and come."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.tournaments.seating import Budget, Pair, Round, by_lot, by_place, measure, next_round, schedule, table_sizes
from scorer.tournaments.seating.errors import SeatingError

Draw = Callable[..., Round]
DRAWS: list[Draw] = [next_round, by_lot, by_place]


# Search only a little: for what holds of every draw, however many repeats it has.
HASTY = Budget(per_player=20, fewest=1_000, most=200_000)


def everybody(seated: Round) -> list[int]:
    return sorted([*seated.resting, *(player for table in seated.tables for player in table)])


def played(draw: Draw, players: Sequence[int], rounds: int, seed: int = 0, **words: Any) -> list[Round]:
    past: list[Round] = []
    for _ in range(rounds):
        past.append(draw(players, past, seed=seed, **words))
    return past


def test_round_by_round_nobody_meets_twice_where_that_is_easy() -> None:
    assert measure(played(next_round, range(1, 51), 4)).repeats == 0
    # 28: ten come from two fives to three sixes, which is six ways, so that four pairs meet again; ten go the other way
    assert measure(played(next_round, range(1, 29), 2)).clashes == 8
    assert measure(played(next_round, range(1, 37), 2)).clashes == 0  # six fives take the six of the six


def at_sixes(past: Sequence[Round], players: Iterable[int]) -> list[int]:
    """How often each of these sat at a table of six, the fewest first."""
    times = Counter(player for seated in past for table in seated.tables if len(table) == 6 for player in table)
    return sorted(times[player] for player in players)


def test_the_next_round_of_a_perfect_plan_is_perfect_again() -> None:
    # four rounds of the plan of 35 by hand, then three more one by one: far better than by lot
    plan = list(schedule(35, 4))
    assert measure([*plan, next_round(range(1, 36), plan)]).repeats == 0


def test_a_draw_by_lot_does_not_look_at_who_met() -> None:
    # 25 by lot: each pair meets with 1/6, so two rounds share about 300 / 36 = 8 pairs
    assert sum(measure(played(by_lot, range(1, 26), 2, seed)).repeats for seed in range(10)) > 40
    assert len({by_lot(range(1, 26), [], seed=seed) for seed in range(5)}) == 5
    assert len({by_lot([*range(1, 26)], played(by_lot, range(1, 26), at)) for at in range(3)}) == 3


def test_the_order_in_which_players_are_named_does_not_matter_to_a_lot() -> None:
    for draw in (next_round, by_lot):
        assert draw([3, 1, 2, 5, 4, 9, 8, 7, 6, 10], []) == draw(range(1, 11), [])


def test_by_place_the_first_five_sit_at_table_one() -> None:
    order = [30 - at for at in range(27)]  # 30, 29, ... 4
    tables = [sorted(table, reverse=True) for table in by_place(order, []).tables]
    assert tables == [order[:5], order[5:10], order[10:15], order[15:21], order[21:]]


def test_by_place_the_last_rest_first_and_then_the_others() -> None:
    order = [1, 2, 3, 4, 5, 6, 7, 8]
    first = by_place(order, [])
    second = by_place(order, [first])
    assert (first.resting, second.resting) == ((7, 8), (5, 6))
    assert sorted(second.tables[0]) == [1, 2, 3, 4, 7, 8]


def test_by_place_the_lower_of_two_kept_apart_changes_with_the_nearest() -> None:
    order = list(range(1, 16))
    tables = [sorted(table) for table in by_place(order, [], apart=[frozenset((2, 4))]).tables]
    assert tables == [[1, 2, 3, 5, 6], [4, 7, 8, 9, 10], [11, 12, 13, 14, 15]]


@pytest.mark.parametrize("draw", DRAWS)
def test_every_draw_keeps_apart_who_is_there(draw: Draw) -> None:
    pairs = [frozenset(pair) for pair in ((1, 2), (1, 3), (2, 3), (4, 5), (6, 99))]
    for seed in range(2):
        past: list[Round] = []
        for _ in range(2):
            past.append(draw(range(1, 17), past, seed=seed, apart=pairs, budget=HASTY))
        assert measure(past, pairs).apart == 0


@pytest.mark.parametrize("draw", DRAWS)
def test_one_of_two_kept_apart_rests_out_of_turn_where_the_only_table_has_no_room_for_both(draw: Draw) -> None:
    # eight at one table of six: 7 and 8 rested, and are kept apart, so that one of them rests again beside another
    past = [Round(((1, 2, 3, 4, 5, 6),), (7, 8))]
    resting = draw(range(1, 9), past, apart=[frozenset((7, 8))]).resting
    assert len(resting) == 2
    assert len({7, 8} & set(resting)) == 1


@pytest.mark.parametrize("draw", DRAWS)
def test_every_draw_refuses_what_cannot_be(draw: Draw) -> None:
    triangle = [frozenset(pair) for pair in ((1, 2), (1, 3), (2, 3))]
    with pytest.raises(SeatingError, match="players 1, 2 and 3 cannot all be kept apart: there are 2 tables"):
        draw(range(1, 11), [], apart=triangle)
    with pytest.raises(SeatingError, match="4 players: the smallest table needs 5"):
        draw(range(1, 5), [])


@st.composite
def evenings(draw: st.DrawFn) -> tuple[list[list[int]], list[Pair], int]:
    """Who is there in each round: some leave, some come; pairs kept apart; a seed."""
    there = set(range(1, draw(st.integers(5, 26)) + 1))
    rounds = []
    for at in range(draw(st.integers(1, 4))):
        gone = draw(st.sets(st.sampled_from(sorted(there)), max_size=min(3, len(there) - 5)))
        there = (there - gone) | set(range(100 * (at + 1), 100 * (at + 1) + draw(st.integers(0, 3))))
        rounds.append(sorted(there))
    apart = draw(st.lists(st.tuples(st.integers(1, 12), st.integers(13, 26)), max_size=1))
    return rounds, [frozenset(pair) for pair in apart], draw(st.integers(0, 10**9))


@pytest.mark.parametrize("draw", DRAWS)
@settings(max_examples=15)
@given(evening=evenings())
def test_players_leave_and_come_and_every_round_is_whole(
    draw: Draw, evening: tuple[list[list[int]], list[Pair], int]
) -> None:
    rounds, apart, seed = evening
    past: list[Round] = []
    for there in rounds:
        many = len(there) >= 10
        seated = draw(there, past, seed=seed, apart=apart if many else (), budget=HASTY)
        assert everybody(seated) == there
        assert tuple(map(len, seated.tables)) == table_sizes(len(there))
        assert list(seated.resting) == sorted(seated.resting)
        rests = Counter(player for earlier in past for player in earlier.resting)
        playing = set(there) - set(seated.resting)
        assert max((rests[player] for player in seated.resting), default=0) <= min(rests[player] for player in playing)
        assert not many or measure([seated], apart).apart == 0
        past.append(seated)
        stayed = set.intersection(*map(set, rounds[: len(past)]))
        if draw is not by_place and stayed and not apart and not any(earlier.resting for earlier in past):
            times = at_sixes(past, stayed)
            assert times[-1] - times[0] <= 1
