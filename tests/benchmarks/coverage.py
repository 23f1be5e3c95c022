"""`python -m tests.benchmarks coverage [LEAGUES]`: how often intervals hold the truth, and luck is taken for play.

By `tests.benchmarks.drawn_evenings`, read as arrays without a scorebook: of the rating's 95 % intervals the share that
holds the truth, and how wide they are beside leagues without form; in how many leagues of equals two players are told
apart by the standings, somebody by the rating, a pair by what it gets beyond expectation. Then leagues in which the
highest hand plus own boldness calls (`tests.insight.known_boldness`), and how far off each way of telling is in matches
that were left out, beside taking all for alike.
"""

from collections.abc import Iterator
from typing import Final

import numpy as np

from scorer.insight.models.seat_payouts import DealsBySeat
from scorer.insight.plus_minus import Observations, deal_observations, fit_plus_minus
from scorer.insight.sheets_among_deals import joined, with_deals
from scorer.insight.synergy import synergy_of_deals
from scorer.stats.models.covariance import estimates, pairwise_comparisons
from tests import all_stats as stats
from tests.benchmarks.drawn_evenings import DEFENDER, PARTNER, SEATED, Drawn, World, day_of, draw, payouts
from tests.benchmarks.held_out import PREDICTIONS_OF_UNITS, rating_test
from tests.insight import known_boldness
from tests.known_leagues import SEATED as OF_BOLDNESS

EVENINGS: Final = (1, 2, 3, 5, 8, 12, 20, 53)
LEAGUES_OF: Final = {
    "equals": World(players=8),
    "equals, form of three card points": World(players=8, form=0.3),
    "equals, form of five card points": World(players=8, form=0.5),
    "equals, tilt": World(players=8, tilt=0.3),
    "skill": World(players=8, skill=0.2),
    "skill and form": World(players=8, skill=0.2, form=0.3),
    "five players": World(players=5),
    "cliques, unequal, form": World(players=12, cliques=0.8, unequal=0.7, form=0.3),
    "two tables, form": World(players=12, tables=2, form=0.3),
    "sixty at ten tables, form": World(players=60, tables=10, form=0.3),
    "carries, form": World(players=8, form=0.3, carry=True),
    "two who are better together": World(players=8, friends=0.4),
    "four fifths on paper": World(players=8, skill=0.2, on_paper=0.8),
    "four fifths on paper, sixty deals": World(players=8, skill=0.2, deals=60, on_paper=0.8),
    "four fifths on paper, form": World(players=8, skill=0.2, form=0.3, on_paper=0.8),
    "four fifths, that say it": World(players=8, skill=0.2, on_paper=0.8, said=1),
    "four fifths, half of which say it": World(players=8, skill=0.2, on_paper=0.8, said=0.5),
    "four fifths that say it, sixty": World(players=8, skill=0.2, deals=60, on_paper=0.8, said=1),
    "four fifths that say it, form": World(players=8, skill=0.2, form=0.3, on_paper=0.8, said=1),
    "four fifths, half say it, form": World(players=8, skill=0.2, form=0.3, on_paper=0.8, said=0.5),
}
SIZES = (135, 600)  # deals of each player
LONG = 3000
PLAYERS = 10
LEAGUES = 2000
HELD_OUT = 20  # leagues, of LONG


def seats(league: Drawn) -> DealsBySeat:
    """The deals that are not on paper, by seat."""
    dealt = ~league.on_paper[league.evening]
    player, role, evening = league.player[dealt], league.role[dealt], league.evening[dealt]
    return DealsBySeat(
        players=league.players,
        player=player.astype(np.int32),
        role=role.astype(np.int8),
        side=(role == DEFENDER).astype(np.int8),
        units=league.units[dealt],
        variant=np.zeros(len(player), np.int64),
        nobody_called=np.zeros(len(player), bool),
        solo=(role != PARTNER).all(axis=1),
        match=evening,
        day=day_of(evening),
    )


def observations(league: Drawn, says: float = 1.0) -> Observations:
    """The deals, and a sheet a table of the evenings that are on paper: units at their stakes.

    Where a sheet says how many deals it holds, it `says` so many times as many.
    """
    deals = deal_observations(seats(league))
    if not league.on_paper.any():
        return deals
    paper = league.on_paper[league.evening]
    table, first, held = np.unique(league.table[paper], return_index=True, return_counts=True)
    units = np.zeros((len(table), SEATED))
    np.add.at(units, np.searchsorted(table, league.table[paper]), (league.units * league.stake[:, None])[paper])
    stake, base = league.stake[~paper, None], league.units[~paper]
    spread = float(((base * stake) ** 2).mean() / (base**2).mean() / stake.mean() ** 2)
    ones, evening = np.ones(len(table)), league.evening[paper][first]
    sheets = Observations(
        players=league.players,
        player=league.player[paper][first].astype(np.int32),
        side=np.tile(np.arange(SEATED), (len(table), 1)).astype(np.int8),
        individual=ones > 0,
        units=units / stake.mean(),
        deals=ones,
        noise=spread * ones,
        deal_noise=spread * ones,
        match=evening,
        day=day_of(evening),
    )
    said = np.where(league.said[evening], held * says, 0)
    return joined(deals, with_deals(sheets, np.zeros(len(table), np.int64), said, deals))


def found(league: Drawn) -> tuple[float, ...]:
    """What `show` counts of a league, in its order."""
    rated = fit_plus_minus(observations(league))
    there = np.unique(league.player)
    holds = ((rated.low <= league.truth) & (league.truth <= rated.high))[there].mean()
    apart = [pairwise_comparisons(estimates(payouts(league), order)) for order in ("units", "per-match")]
    pairs = synergy_of_deals(seats(league))["significant"]
    width = (rated.high - rated.low)[there].mean()
    return holds, width, *(table["significant"].any() for table in apart), rated.significant, pairs.any()


def show(count: int = LEAGUES) -> None:
    """Print a line each."""
    print(f"{'':40}{'holds':>18}{'width':>8}{'units':>7}{'match':>7}{'rating':>7}{'pairs':>7}")
    for name, world in LEAGUES_OF.items():
        for evenings in EVENINGS:
            if world.on_paper and evenings < 1 / (1 - world.on_paper):
                continue
            drawn = (draw(seed, world._replace(evenings=evenings)) for seed in range(count))
            table = np.array([found(league) for league in drawn])
            error = table[:, 0].std() / np.sqrt(count)
            holds, width, *rest = table.mean(axis=0).tolist()
            shares = "".join(f"{share:7.1%}" for share in rest)
            print(f"{name:35}{evenings:5}{holds:10.1%} ±{error:5.1%}{width:8.3f}{shares}", flush=True)
    show_boldness(count)


def leagues(world: known_boldness.World, size: int, count: int) -> Iterator[known_boldness.League]:
    """So many leagues of a world in which boldness calls."""
    yield from (known_boldness.league(seed, world, size * PLAYERS // OF_BOLDNESS, PLAYERS) for seed in range(count))


def holds(one: known_boldness.League) -> float:
    """The share of the players whose interval holds what is true."""
    table = stats.rating(one.frames)
    truth = one.truth[table["player"].str[1:].astype(int)]
    return float(((table["low"] <= truth) & (truth <= table["high"])).mean())


def show_boldness(count: int) -> None:
    """Print a line each."""
    for size in SIZES:
        for name, world in known_boldness.WORLDS.items():
            shares = np.array([holds(one) for one in leagues(world, size, count)])
            error = shares.std() / np.sqrt(count)
            print(f"{name:34}{size:6} deals each: {shares.mean():.2%} ±{error:.2%}", flush=True)
    for name, world in known_boldness.WORLDS.items():
        missed = np.sum([rating_test(one.frames)["mse"] for one in leagues(world, LONG, HELD_OUT)], axis=0)
        ways = zip(PREDICTIONS_OF_UNITS, missed / missed[0], strict=True)
        beside = ", ".join(f"{way} {miss:.1%}" for way, miss in ways)
        print(f"{name:34}{LONG:6} deals each: {beside}", flush=True)
