"""Leagues in which the chance of each bid, and who calls how, were chosen beforehand: without a statistic of ours."""

from collections.abc import Sequence
from statistics import NormalDist
from typing import Final

import numpy as np

from scorer.frames import Frames
from scorer.frames.record_columns import Ints
from scorer.rule_files import VARIANTS
from scorer.stats.models.arrays import Floats
from tests.known_leagues import ALONE, AN_EVENING, BIDS, GAME, SEATED, frames_of

EIGHT: Final = tuple(f"P{number}" for number in range(8))


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


def contracts_of_bids(seed: int, contracts: int) -> tuple[Floats, Ints, Ints]:
    """The chances of BIDS, contracts made and all contracts, where it does not matter who calls."""
    drawn, chance = np.random.default_rng([seed, contracts]), chances_of(seed)
    called = drawn.multinomial(contracts, often_called(seed))
    return chance, drawn.binomial(called, chance), called


def contracts_of_unlike_callers(seed: int, contracts: int) -> tuple[Floats, Ints, Ints]:
    """The chances of BIDS, contracts made and all contracts, where callers make more or fewer and bid other things.

    Each of eight has log odds of their own beside those of the bid, and prefers some bids. The chance of a bid is the
    mean over those who call it, as often as they do.
    """
    drawn = np.random.default_rng([seed, contracts])
    odds = np.log(chances_of(seed) / (1 - chances_of(seed))) + drawn.normal(0, 0.4, (len(EIGHT), 1))
    share = often_called(seed) * drawn.dirichlet(np.full(len(BIDS), 2.0), len(EIGHT))
    share /= share.sum()
    called = drawn.multinomial(contracts, share.ravel()).reshape(share.shape)
    made = drawn.binomial(called, 1 / (1 + np.exp(-odds)))
    chance = (share / (1 + np.exp(-odds))).sum(axis=0) / share.sum(axis=0)
    return chance, made.sum(axis=0), called.sum(axis=0)


def contracts_of_hands(seed: int, contracts: int) -> tuple[Floats, Ints, Ints]:
    """The chances of BIDS, contracts made and all contracts, where the strongest of five hands calls what it is worth.

    A hand is a standard normal number that its player knows roughly. A better hand bids more and makes more; how much a
    higher bid demands differs by league. The chance of a bid is the mean of all hands that call it.
    """
    drawn = np.random.default_rng([seed, contracts])
    rough, asked, odds = drawn.uniform(0.3, 1.0), drawn.uniform(0.0, 2.0), drawn.uniform(0.0, 0.7)
    below, hand = np.vectorize(NormalDist().cdf), np.linspace(-2, 5, 701)
    share = np.diff(below(hand) ** 5, append=1.0)  # of the highest of five
    edges = np.concatenate([[-np.inf], np.arange(1, len(BIDS)) / 8, [np.inf]])
    bid = share[:, None] * np.diff(below((edges - hand[:, None]) / rough), axis=1)
    bid /= bid.sum()
    made = 1 / (1 + np.exp(-(odds + hand[:, None] - 1.16 - asked * (np.arange(len(BIDS)) / 20 - 0.5))))
    called = drawn.multinomial(contracts, bid.ravel()).reshape(bid.shape)
    chance = (bid * made).sum(axis=0) / bid.sum(axis=0)
    return chance, drawn.binomial(called, made).sum(axis=0), called.sum(axis=0)
