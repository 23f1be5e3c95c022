"""What a deal brings each player when it brings one side so much: how payouts follow the results of a rating.

A deal between two sides has one result, and everybody's base units are that result times a figure of the kind of deal
and the role: a caller with a partner gets 2 of it, a defender 1. Of more sides each has a result of its own.
"""

import numpy as np
import numpy.typing as npt
import pandas as pd

from scorer.frames import Frames, base_units
from scorer.rules.kinds import DEAL_ROLES
from scorer.stats.rating import Seen
from scorer.stats.tallies import Floats, is_one_of, ratio, runs


def following(payouts: pd.DataFrame, of: Seen) -> tuple[Floats, Floats]:
    """The base units of each seat of each result, and by how much of that result they move; 0 for nobody.

    `of` is what `seen` made of these payouts, in base units. What a seat follows is the mean of |units| of its role in
    that kind of deal beside the mean of |result|, so that even deals and variants that pay unevenly are in it; less
    than 0 for the other side of two. Of several sides the others of a result do not follow it: they have their own.
    """
    who, share = of.results.who, of.results.share
    units, at_table = np.zeros(share.shape), who >= 0
    begins, played = deal_rows(payouts)
    rows, seats = np.nonzero(at_table)
    units[at_table] = payouts["units"].to_numpy()[played][begins[of.deal[rows]] + seats]
    follows = (share > 0) | (at_table & (of.results.weight == 1)[:, None])
    rows, seats = np.nonzero(follows)
    kind = of.results.kind[rows] * len(of.roles) + who[rows, seats] % max(len(of.roles), 1)
    kind[of.results.kind[rows] < 0] = of.kinds * len(of.roles)  # nobody called
    got = np.bincount(kind, np.abs(units[follows]))
    moved = np.bincount(kind, np.abs(of.results.gain[rows]))
    by = np.zeros(share.shape)
    by[follows] = np.nan_to_num(ratio(got, moved))[kind] * np.sign(share[follows])
    return units, by


def base_payouts(frames: Frames) -> pd.DataFrame:
    """The payouts in base units, however the frames are measured; 0 without a stake."""
    recorded = frames.columns.recorded[frames.columns.paid]
    return frames.payouts.assign(units=base_units(recorded, frames.payouts["stake"].to_numpy()))


def deal_rows(payouts: pd.DataFrame) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Where each deal begins among the payouts of deals, and which payouts these are."""
    played = np.flatnonzero(is_one_of(payouts["role"], *DEAL_ROLES))
    _, begins = runs(payouts["deal_id"].to_numpy()[played])
    return begins, played
