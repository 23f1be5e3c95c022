"""Those who are level meet: the draw of a Swiss tournament, looked at beside every way there is."""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import pytest

from scorer.tournaments.seating import Pair, Round, equals_meet, measure
from scorer.tournaments.seating.errors import SeatingError

Two = tuple[int, ...]


def every_way(players: Sequence[int]) -> Iterator[list[Two]]:
    """Every way to put these into tables of two; of an odd number one rests, who is in none."""
    if len(players) < 2:
        yield []
        return
    first, *others = players
    for at, second in enumerate(others):
        for pairs in every_way([*others[:at], *others[at + 1 :]]):
            yield [(first, second), *pairs]
    if len(players) % 2:
        yield from every_way(others)


def how_good(tables: Sequence[Two], order: Sequence[int], wins: dict[int, int], past: Sequence[Round]) -> Two:
    """What counts, in its order, of tables of players who have so many wins: the lower the better."""
    levels = sorted(set(wins.values()), reverse=True)
    met = Counter(frozenset(table) for played in past for table in played.tables)
    rests = Counter(player for played in past for player in played.resting)
    resting = [player for player in order if all(player not in table for table in tables)]
    return (
        sum(rests[player] for player in resting),
        sum(met[frozenset(table)] for table in tables),
        sum(order[::-1].index(player) for player in resting),
        sum((levels.index(wins[first]) - levels.index(wins[second])) ** 2 for first, second in tables),
    )


def drawn(wins: dict[int, int], past: Sequence[Round], seed: int = 0, apart: Sequence[Pair] = ()) -> Round:
    """The next round of players who have so many wins."""
    levels = sorted(set(wins.values()), reverse=True)
    order = sorted(wins, key=lambda player: (-wins[player], player))
    return equals_meet(order, {player: levels.index(wins[player]) for player in wins}, past, seed=seed, apart=apart)


@pytest.mark.parametrize("players", range(2, 9))
def test_no_way_to_seat_them_is_better(players: int) -> None:
    random, past = Random(players), list[Round]()
    wins = dict.fromkeys(range(1, players + 1), 0)
    for number in range(players + players % 2):  # until they have all met, and beyond
        seated = drawn(wins, past, number)
        order = sorted(wins, key=lambda player: (-wins[player], player))
        best = min(how_good(way, order, wins, past) for way in every_way(order))
        assert how_good(seated.tables, order, wins, past) == best
        past.append(seated)
        for table in seated.tables:
            wins[random.choice(table)] += 1
        for player in seated.resting:
            wins[player] += 1


def test_winners_meet_winners() -> None:
    past = [Round(((1, 2), (3, 4), (5, 6), (7, 8)))]
    seated = drawn({1: 1, 2: 0, 3: 1, 4: 0, 5: 1, 6: 0, 7: 1, 8: 0}, past)
    assert sorted(len({player % 2 for player in table}) for table in seated.tables) == [1, 1, 1, 1]
    assert {player % 2 for table in seated.tables[:2] for player in table} == {1}  # they sit at the first tables


def test_who_is_kept_apart_never_meets() -> None:
    apart = [frozenset((1, 2)), frozenset((3, 4))]
    for seed in range(5):
        assert not set(map(frozenset, drawn({1: 1, 2: 1, 3: 0, 4: 0}, [], seed, apart).tables)) & set(apart)
    with pytest.raises(SeatingError, match="no seating was found that keeps 1-2 apart"):
        drawn({1: 0, 2: 0}, [], apart=[frozenset((1, 2))])


def test_the_seed_draws_who_meets_whom() -> None:
    wins = dict.fromkeys(range(1, 9), 0)
    assert len({frozenset(map(frozenset, drawn(wins, [], seed).tables)) for seed in range(20)}) > 10
    assert drawn(wins, [], 3) == drawn(dict(reversed(wins.items())), [], 3)


@pytest.mark.parametrize(("players", "rounds"), [(33, 6), (16, 12)])
def test_many_meet_nobody_twice_and_mostly_their_equals(players: int, rounds: int) -> None:
    random, past = Random(players), list[Round]()
    wins = dict.fromkeys(range(1, players + 1), 0)
    for number in range(rounds):
        past.append(drawn(wins, past, number))
        uneven = [abs(wins[first] - wins[second]) for first, second in past[-1].tables if wins[first] != wins[second]]
        assert number > 5 or len(uneven) <= len(set(wins.values()))
        for table in past[-1].tables:
            wins[random.choice(table)] += 1
        for player in past[-1].resting:
            wins[player] += 1
    figures = measure(past)
    assert (figures.repeats, figures.most_rests) == (0, players % 2)


def test_one_alone_meets_nobody() -> None:
    with pytest.raises(SeatingError, match="1 can be seated: a table has two sides"):
        drawn({1: 0}, [])
