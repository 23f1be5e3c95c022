"""Perfect plans where they exist, and the proven bounds where they do not."""

from itertools import combinations

import pytest

from scorer.tournaments.seating import fewest_clashes, measure, schedule
from scorer.tournaments.seating.perfect import perfect


@pytest.mark.parametrize(
    ("players", "rounds"),
    [
        (25, 6), (30, 6), (40, 8), (45, 9), (85, 17), (30, 4), (36, 3), (49, 4), (59, 5), (50, 5), (500, 6),
    ],
)  # fmt: skip
def test_nobody_meets_twice(players: int, rounds: int) -> None:
    figures = measure(schedule(players, rounds, seed=3))
    assert (figures.repeats, figures.most, figures.dealers) in {(0, 1, 0), (0, 1, 1)}


# Any two rounds of ten share 8 pairs, of fifteen 6, of twenty 4: so many for each of the R (R - 1) / 2 pairs of rounds
BOUNDS = {
    (10, 2): 8, (10, 3): 24, (10, 4): 48,
    (15, 2): 6, (15, 3): 18, (15, 4): 36, (15, 5): 60,
    (20, 2): 4, (20, 3): 12, (20, 4): 24, (20, 5): 40, (20, 6): 60,
}  # fmt: skip


def test_ten_fifteen_and_twenty_players_reach_the_proven_bounds() -> None:
    assert {(players, rounds): fewest_clashes(players, rounds) for players, rounds in BOUNDS} == BOUNDS
    for players, rounds in ((10, 2), (10, 3), (15, 3), (20, 3), (20, 4)):
        assert measure(schedule(players, rounds)).clashes == BOUNDS[players, rounds]


def test_longer_evenings_of_ten_and_fifteen() -> None:
    # the bound exceeds the cost of an even table (270 and 105), and a long search finds plans that reach it
    assert (fewest_clashes(10, 9), fewest_clashes(15, 7)) == (288, 126)


@pytest.mark.parametrize(
    ("players", "rounds", "bound"),
    [
        (5, 3, 30),  # one table: ten pairs meet three times, 3 clashes each
        (7, 2, 10),  # one rests each time: five of a table of six meet again, 10 pairs
        (8, 2, 6),  # two rest: four meet again
        (9, 2, 3),  # three rest: three meet again
        (13, 2, 10),  # twelve of thirteen: 6 and 6 leave 3 + 3 pairs a table, one rests and takes two pairs with them
        (25, 7, 50),  # 350 meetings, 300 pairs
        (40, 8, 0),
    ],
)
def test_the_bound_by_hand(players: int, rounds: int, bound: int) -> None:
    assert fewest_clashes(players, rounds) == bound


@pytest.mark.parametrize(
    ("players", "rounds", "at_best", "shared_out"),
    [
        (49, 2, 0, 8),  # six players of a six at five fives: 4 pairs; five of a five at four sixes: 4 pairs
        (16, 2, 7, 12),  # six of the six at two fives: 6 pairs, and six come from two fives to the six: 6 pairs
        (16, 3, 21, 30),  # 18 seats at a six: two sit there twice. 12, and 9 where the two rounds have one of them
        (31, 3, 0, 6),  # six of the six at five fives, and six come from five: 2 for each of three pairs of rounds
        (36, 2, 0, 0),  # six fives take six without two of them meeting
        (13, 2, 10, 10),  # one size: as it is
    ],
)
def test_the_bound_where_larger_tables_are_shared_out_by_hand(
    players: int, rounds: int, at_best: int, shared_out: int
) -> None:
    assert fewest_clashes(players, rounds, shared_out=False) == at_best
    assert fewest_clashes(players, rounds) == shared_out
    assert measure(schedule(players, rounds)).clashes == shared_out


@pytest.mark.parametrize("tables", range(2, 41))
def test_a_construction_never_lets_two_meet_twice(tables: int) -> None:
    for more in range(5):
        for seats in (4, 5, 6):
            sizes = [seats] * (tables - min(more, tables)) + [seats + 1] * min(more, tables)
            met: set[frozenset[int]] = set()
            for tables_drawn in perfect(sizes, 12):
                assert [len(table) for table in tables_drawn] == sizes
                assert sorted(player for table in tables_drawn for player in table) == list(range(sum(sizes)))
                pairs = {frozenset(pair) for table in tables_drawn for pair in combinations(table, 2)}
                assert not pairs & met
                met |= pairs


def test_how_many_rounds_the_constructions_have() -> None:
    rounds = {tables: len(perfect([5] * tables, 100)) for tables in (4, 5, 6, 7, 8, 9, 10, 11, 12, 20, 100)}
    assert rounds == {4: 0, 5: 6, 6: 6, 7: 7, 8: 8, 9: 9, 10: 5, 11: 11, 12: 3, 20: 5, 100: 25}
