"""How far the players of a league differ in skill, and how far chance moves a deal of them.

Both are what a tournament among such players needs to be played by a model: `scorer format try`.
"""

from typing import NamedTuple

import numpy as np

from scorer.frames import Frames
from scorer.insight.models.seat_payouts import base_payouts, seats_of
from scorer.insight.plus_minus import fit_plus_minus
from scorer.insight.sheets_among_deals import observations_of


class Spread(NamedTuple):
    """Standard deviations in units a deal at the mean stake: of the players' `skill`, of what `chance` does to one.

    `significant`: they differ more than chance makes equals differ.
    """

    skill: float
    chance: float
    significant: bool


def spread_of(frames: Frames) -> Spread | None:
    """The spread of all players of these frames, by their rating; None where no rating tells it.

    Chance is that of base units, and more as far as some deals are played for more than others.
    """
    rated = fit_plus_minus(observations_of(seats_of(base_payouts(frames)), frames))
    strengths = rated.strengths
    if not strengths.residual_variance > 0:
        return None
    stakes = frames.deals["stake"].to_numpy(np.float64)
    uneven = np.sqrt((stakes**2).mean()) / stakes.mean() if len(stakes) else 1.0
    chance = np.sqrt(strengths.residual_variance)
    skill = np.sqrt(strengths.role_covariance[0, 0]) * chance
    return Spread(float(skill), float(chance * uneven), rated.significant)
