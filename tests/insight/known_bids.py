"""Leagues in which the chance of each bid, and who calls how, were chosen beforehand: without a statistic of ours."""

from collections.abc import Callable, Sequence
from statistics import NormalDist
from typing import Final, NamedTuple

import numpy as np

from scorer.frames import Frames
from scorer.frames.record_columns import Ints
from scorer.rule_files import VARIANTS
from scorer.stats.models.arrays import Floats
from tests.known_leagues import ALONE, AN_EVENING, BIDS, GAME, SEATED, frames_of

EIGHT: Final = tuple(f"P{number}" for number in range(8))
PLACE: Final = np.arange(-9.0, len(BIDS) - 9)  # card points above 61; nine ranks stand before the two


class Contracts(NamedTuple):
    """The chances of bids that were chosen, contracts made and all contracts; each (bids,).

    `scale` numbers the auctions and the named bids, each of which has a course of its own, and `place` is where on it
    a bid stands.
    """

    chance: Floats
    made: Ints
    called: Ints
    scale: Ints
    place: Floats


def league_of_bids(
    seed: int, deals: int, chance: Floats, *, names: Sequence[str] = EIGHT, ahead: Sequence[float] = (),
    lower: Sequence[int] = (),
) -> Frames:  # fmt: skip
    """A league of so many deals in which each of BIDS is made with its `chance`, (bids,), whoever calls it.

    The first players differ: `ahead` is added to their chance of any bid, and `lower` to the card points with which
    they make it: they call too low. How often a bid is called falls along the auction.
    """
    drawn, players = np.random.default_rng(seed), len(names)
    target_of = {str(bid): bid.target for bid in VARIANTS.from_text(*VARIANTS.read_text(GAME)).auction.bids}
    often = np.exp(-np.arange(len(BIDS)) / 12)
    bid: Ints = drawn.choice(len(BIDS), deals, p=often / often.sum())
    evening = np.arange(deals) // AN_EVENING
    seats = np.array([drawn.permutation(players)[:SEATED] for _ in range(int(evening[-1]) + 1)])[evening]
    order = drawn.permuted(np.tile(np.arange(SEATED), (deals, 1)), axis=1)
    caller, alone = order[:, 0], drawn.random(deals) < ALONE
    who = seats[np.arange(deals), caller]
    better, more = (np.array([*some, *[0] * (players - len(some))], np.float64) for some in (ahead, lower))
    made = drawn.random(deals) < np.clip(chance[bid] + better[who], 0, 1)
    target = np.array([target_of[word] for word in BIDS])[bid]
    by = drawn.exponential(9, deals)
    above, below = target + (by + more[who]).astype(np.int64), target - 1 - by.astype(np.int64)
    count = np.where(made, np.minimum(above, 118), np.maximum(below, 2))
    return frames_of(names, seats, caller, np.where(alone, -1, order[:, 1]), made, bid=bid, count=count)


def chances_of(seed: int) -> Floats:
    """The chances of BIDS, (bids,), by seed: level, falling, in waves, with a step, with a jump, or independent."""
    drawn, place = np.random.default_rng(seed), np.arange(len(BIDS))
    along, jump = place / len(BIDS), drawn.choice([-1, 1]) * drawn.uniform(0.5, 1.6)
    apart = (
        np.zeros(len(BIDS)),
        -drawn.uniform(0.5, 2.5) * along,
        drawn.uniform(0.3, 0.8) * np.sin(6 * along + drawn.uniform(0, 6)),
        np.where(along < 0.25, 0.0, -drawn.uniform(0.2, 1.6)),  # from ranks to card points
        np.where(place < drawn.integers(2, 30), 0.0, jump),  # between two neighbours
        np.where(drawn.random(len(BIDS)) < 0.2, -0.9, 0.3),  # one in five is another thing than its neighbours
        drawn.normal(0, drawn.uniform(0.1, 0.8), len(BIDS)),
    )
    odds = drawn.uniform(0.0, 0.7) + apart[seed % len(apart)]
    return np.asarray(1 / (1 + np.exp(-odds)))


def often_called(seed: int) -> Floats:
    """How often each of BIDS is called, as shares: falling along the auction, steeply or not, alike, or by lot."""
    drawn, place = np.random.default_rng(seed), np.arange(len(BIDS))
    often = (
        np.exp(-place / 12),
        np.exp(-place / 4),
        np.ones(len(BIDS)),
        drawn.dirichlet(np.full(len(BIDS), 0.4)) + 1e-9,  # most of them hardly ever
    )[seed % 4]
    return np.asarray(often / often.sum())


def contracts_of_bids(seed: int, contracts: int) -> Contracts:
    """Bids of `chances_of`, where it does not matter who calls."""
    return _drawn(np.random.default_rng([seed, contracts]), contracts, chances_of(seed), often_called(seed))


def contracts_rising_then_falling(seed: int, contracts: int) -> Contracts:
    """The ranks up to the two are called with better and better cards, and card points ask for more and more."""
    drawn = np.random.default_rng([1, seed, contracts])
    return _drawn(drawn, contracts, _chance(_rising_then_falling(drawn)), often_called(seed))


def contracts_of_level_bids(seed: int, contracts: int) -> Contracts:
    """All bids have one chance."""
    drawn = np.random.default_rng([2, seed, contracts])
    return _drawn(drawn, contracts, _chance(np.full(len(BIDS), drawn.uniform(-0.3, 1.0))), often_called(seed))


def contracts_of_steep_bids(seed: int, contracts: int) -> Contracts:
    """Chances fall, in one of four leagues rise, by 3 to 5 log odds from the first bid to the last."""
    drawn = np.random.default_rng([3, seed, contracts])
    odds = drawn.uniform(-0.3, 0.8) - drawn.choice([1, 1, 1, -1]) * drawn.uniform(3, 5) * np.linspace(
        -0.5, 0.5, len(BIDS)
    )
    return _drawn(drawn, contracts, _chance(odds), often_called(seed))


def contracts_of_named_bids(seed: int, contracts: int) -> Contracts:
    """Beside the bids that rise and fall one named bid, and another at four targets, called 7 of 100 times."""
    drawn = np.random.default_rng([4, seed, contracts])
    one, raised = drawn.normal(-0.3, 1.0, 2)
    odds = np.concatenate([_rising_then_falling(drawn), [one], raised - 0.3 * np.arange(4)])
    often = np.concatenate([0.93 * often_called(seed), np.full(5, 0.07 / 5)])
    scale, place = np.repeat([0, 1, 2], [len(BIDS), 1, 4]), np.concatenate([PLACE, [0.0, 0.0, 10.0, 20.0, 30.0]])
    return _drawn(drawn, contracts, _chance(odds), often)._replace(scale=scale, place=place)


def contracts_of_bands(seed: int, contracts: int) -> Contracts:
    """The bids that rise and fall, card points by tens: the chance of a band is the mean of its calls."""
    every, often = contracts_rising_then_falling(seed, contracts), often_called(seed)
    band = np.concatenate([np.arange(10), 10 + np.arange(30) // 10])
    made, called = (np.bincount(band, counts).astype(np.int64) for counts in (every.made, every.called))
    chance, place = (
        np.bincount(band, figures * often) / np.bincount(band, often) for figures in (every.chance, every.place)
    )
    return Contracts(chance, made, called, np.zeros(len(made), np.int64), place)


def contracts_of_two_auctions(seed: int, contracts: int) -> Contracts:
    """Three of five contracts are of the bids that rise and fall, two of an auction of card points alone."""
    drawn, points = np.random.default_rng([5, seed, contracts]), np.arange(31.0)
    odds = drawn.normal(0.6, 0.5) - drawn.uniform(0.8, 3.0) * points / 30
    often = np.exp(-points / 8)
    every = _drawn(
        drawn,
        contracts,
        _chance(np.concatenate([_rising_then_falling(drawn), odds])),
        np.concatenate([0.6 * often_called(seed), 0.4 * often / often.sum()]),
    )
    scale = np.repeat([0, 1], [len(BIDS), len(points)])
    return every._replace(scale=scale, place=np.concatenate([PLACE, points]))


def contracts_of_unlike_callers(seed: int, contracts: int) -> Contracts:
    """Callers make more or fewer of the same bids, and bid other things.

    Each of eight has log odds of their own beside those of the bid, and prefers some bids. The chance of a bid is the
    mean over those who call it, as often as they do.
    """
    drawn = np.random.default_rng([seed, contracts])
    odds = np.log(chances_of(seed) / (1 - chances_of(seed))) + drawn.normal(0, 0.4, (len(EIGHT), 1))
    share = often_called(seed) * drawn.dirichlet(np.full(len(BIDS), 2.0), len(EIGHT))
    return _of_many(drawn, contracts, _chance(odds), share)


def contracts_of_hands(seed: int, contracts: int) -> Contracts:
    """The strongest of five hands calls what it is worth.

    A hand is a standard normal number that its player knows roughly. A better hand bids more and makes more; how much
    more card points demand differs by league, and ranks all demand the same. The chance of a bid is the mean of all
    hands that call it.
    """
    drawn = np.random.default_rng([seed, contracts])
    rough, asked, odds = drawn.uniform(0.3, 1.0), drawn.uniform(0.5, 3.0), drawn.uniform(0.0, 0.7)
    below, hand = np.vectorize(NormalDist().cdf), np.linspace(-2, 5, 701)
    share = np.diff(below(hand) ** 5, append=1.0)  # of the highest of five
    edges = np.concatenate([[-np.inf], np.arange(1, len(BIDS)) / 8, [np.inf]])
    bid = share[:, None] * np.diff(below((edges - hand[:, None]) / rough), axis=1)
    return _of_many(drawn, contracts, _chance(odds + hand[:, None] - 1.16 - asked * np.maximum(PLACE, 0) / 20), bid)


WORLDS: Final[dict[str, Callable[[int, int], Contracts]]] = {
    "rising to the two, then falling": contracts_rising_then_falling,
    "level": contracts_of_level_bids,
    "steep": contracts_of_steep_bids,
    "named bids": contracts_of_named_bids,
    "bands": contracts_of_bands,
    "two auctions": contracts_of_two_auctions,
    "the highest hand calls": contracts_of_hands,
    "with a jump, in waves, each by itself": contracts_of_bids,
    "players who differ": contracts_of_unlike_callers,
}


def _chance(odds: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-odds)))


def _rising_then_falling(drawn: np.random.Generator) -> Floats:
    """Log odds that rise from the ace to the two and fall from there."""
    rise, fall = drawn.uniform(0.5, 2.0), drawn.uniform(1.0, 4.0)
    return np.asarray(drawn.uniform(0.4, 1.4) + np.where(PLACE < 0, rise * PLACE / 9, -fall * PLACE / 30))


def _drawn(drawn: np.random.Generator, contracts: int, chance: Floats, often: Floats) -> Contracts:
    """So many contracts of bids with these chances."""
    called = drawn.multinomial(contracts, often)
    return Contracts(chance, drawn.binomial(called, chance), called, np.zeros(len(chance), np.int64), PLACE)


def _of_many(drawn: np.random.Generator, contracts: int, chance: Floats, often: Floats) -> Contracts:
    """So many contracts of callers, or hands, a row each, that call bids so often and make them with these chances."""
    often = often / often.sum()
    called = drawn.multinomial(contracts, often.ravel()).reshape(often.shape)
    mean = (often * chance).sum(axis=0) / often.sum(axis=0)
    made = drawn.binomial(called, np.broadcast_to(chance, often.shape)).sum(axis=0)
    return Contracts(mean, made, called.sum(axis=0), np.zeros(len(mean), np.int64), PLACE)
