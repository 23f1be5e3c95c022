"""Whether the rating foretells: whole matches are left out in turn, and told from the others alone."""

from typing import Final

import numpy as np
import pandas as pd

from scorer.frames.columns import Ints
from scorer.stats.plus_minus import USUAL_REACH, Observations, beside_the_others, strengths_of
from scorer.stats.ridge import REACHES, Sums
from scorer.stats.seats import NOBODY
from scorer.stats.spread import better_by
from scorer.stats.tallies import Floats, ratio, texts, weights_of

TOLD_BY: Final = ("equal", "means", "shrunken", "rating")
FOLDS: Final = 10


def fold_of(of: Observations, folds: int = FOLDS) -> Ints:
    """The fold of each row: whole matches in turn."""
    _, match = np.unique(of.match, return_inverse=True)
    return np.asarray(match % folds, np.int64)


def added(sums: list[Sums]) -> Sums:
    """All of them together."""
    whole = sums[0]
    for more in sums[1:]:
        whole = whole + more
    return whole


def held_out(of: Observations, folds: list[Sums], ways: tuple[str, ...] = TOLD_BY) -> dict[str, Floats]:
    """By each way of telling the sums of squares of what was missed, a match each; `folds` are the sums by `fold_of`.

    Nothing where there are fewer than two matches.
    """
    match, of_match = np.unique(of.match, return_inverse=True)
    got, deals = by_match(of, of_match, len(match))
    missed = {name: np.zeros(len(match)) for name in ways}
    fold, everything = np.arange(len(match)) % len(folds), added(folds)
    for at in range(min(len(folds), len(match)) if len(match) > 1 else 0):
        out = fold == at
        for name in ways:
            rest = deals.sum(axis=0) - deals[out].sum(axis=0)
            guess = _guess(name, everything - folds[at], got.sum(axis=0) - got[out].sum(axis=0), rest)
            missed[name][out] = _missed(got[out], deals[out], guess)
    return missed


def by_match(of: Observations, of_match: Ints, matches: int) -> tuple[Floats, Floats]:
    """What each player got in each match, and the deals of it."""
    size, there = len(of.players), of.player != NOBODY
    place = (of_match[:, None] * size + of.player)[there]
    deals = np.broadcast_to(of.deals[:, None], there.shape)[there]
    got, many = (
        np.bincount(place, figure, matches * size).reshape(matches, size).astype(np.float64)
        for figure in (of.units[there], deals)
    )
    return got, many


def _guess(way: str, sums: Sums, got: Floats, deals: Floats) -> Floats:
    """What everybody gets a deal, told from these others."""
    if way == "equal":
        return np.zeros(len(deals))
    if way == "rating":
        return np.asarray(beside_the_others(deals) @ strengths_of(sums).means)
    mean = np.nan_to_num(ratio(got, deals))
    return mean if way == "means" else mean * kept(mean, deals, sums)


def kept(mean: Floats, deals: Floats, sums: Sums) -> Floats:
    """How much of each plain mean is kept: as far as more than chance explains how they differ.

    Normal about 0, averaged over REACHES, far ones as seldom as those of the rating.
    """
    variance = sums.squared / sums.weight if sums.weight else 0.0
    if not variance:
        return np.zeros(len(deals))
    there = deals > 0
    reach = REACHES[:, None] ** 2 * variance
    whole = reach + variance / np.maximum(deals, 1e-9)
    likely = -(np.log(whole) + mean**2 / whole)[:, there].sum(axis=1) / 2
    return np.asarray(weights_of(likely - np.log1p((REACHES / USUAL_REACH) ** 2)) @ (reach / whole))


def _missed(got: Floats, deals: Floats, guess: Floats) -> Floats:
    """The sums of squares of what was missed in each of these matches, each by its deals."""
    all_deals, all_guesses = deals.sum(axis=1, keepdims=True), (deals * guess).sum(axis=1, keepdims=True)
    beside = guess - np.nan_to_num(ratio(all_guesses - deals * guess, all_deals - deals))  # the others at the table
    return np.asarray(np.nan_to_num(ratio((got - deals * beside) ** 2, deals)).sum(axis=1))


def foretells(of: Observations, folds: list[Sums]) -> bool:
    """Whether the rating told matches that were left out no worse than taking all players for alike; so with one."""
    missed = held_out(of, folds, ("equal", "rating"))
    return bool(missed["rating"].sum() <= missed["equal"].sum() * (1 + 1e-9))


def test_table(of: Observations, folds: list[Sums]) -> pd.DataFrame:
    """The miss of each way of telling, a row each: see `scorer.stats.rating.rating_test`."""
    missed = held_out(of, folds)
    match, of_match = np.unique(of.match, return_inverse=True)
    count = int((by_match(of, of_match, len(match))[1] > 0).sum())
    several = len(match) > 1
    miss = np.array([missed[name].sum() / count if several else np.nan for name in TOLD_BY])
    better, error = zip(*(better_by(missed[TOLD_BY[0]] - missed[name], count) for name in TOLD_BY), strict=True)
    return pd.DataFrame(
        {
            "told_by": texts(TOLD_BY),
            "matches": len(match),
            "players": count,
            "miss": miss,
            "beside_equal": ratio(miss, miss[0]),
            "better": better,
            "error": error,
        }
    )
