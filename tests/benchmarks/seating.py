"""The seating: repeats, the most meetings of a pair and the time, beside the proven bound and a plain random draw."""

from statistics import mean
from time import perf_counter

from scorer.tournaments.seating import Meetings, Round, by_lot, fewest_clashes, measure, schedule

PLAYERS, ROUNDS, DRAWS = range(5, 61), range(2, 9), 3
LARGE = ((50, 4), (500, 6))
HEAD = """\
Repeats: meetings of a pair after its first. Clashes: pairs of rounds that two players share; fewer than the bound are
impossible, = where it is reached. By lot: the mean of three plain draws.

players rounds   repeats clashes    bound  most      ms    by lot: repeats clashes  most"""


def show() -> None:
    """Print a line for each number of players and rounds, and the two that have a limit of time."""
    print(HEAD)
    reached = [line(players, rounds) for players in PLAYERS for rounds in ROUNDS]
    print(f"\nThe bound is reached in {sum(reached)} of {len(reached)}. With a limit of time, one and ten seconds:\n")
    for players, rounds in LARGE:
        line(players, rounds)


def line(players: int, rounds: int) -> bool:
    """Print one line; whether the bound is reached."""
    began = perf_counter()
    found = measure(schedule(players, rounds))
    took = (perf_counter() - began) * 1000
    drawn = [plain(players, rounds, seed) for seed in range(DRAWS)]
    bound = fewest_clashes(players, rounds)
    reached = found.clashes == bound
    lots = [mean(each.repeats for each in drawn), mean(each.clashes for each in drawn), max(e.most for e in drawn)]
    print(
        f"{players:7}{rounds:7}{found.repeats:10}{found.clashes:8}{bound:8}{'=' if reached else ' '}{found.most:6}"
        f"{took:8.0f}{lots[0]:19.0f}{lots[1]:8.0f}{lots[2]:6}",
        flush=True,
    )
    return reached


def plain(players: int, rounds: int, seed: int) -> Meetings:
    """The figures of rounds that are drawn by lot, whoever met before."""
    past: list[Round] = []
    for _ in range(rounds):
        past.append(by_lot(range(1, players + 1), past, seed=seed))
    return measure(past)
