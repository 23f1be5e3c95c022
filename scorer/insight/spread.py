"""How far the players of a league differ in skill, and how far chance moves a deal of them.

Both are what a tournament among such players needs to be played by a model: `scorer format try`.
"""

import numpy as np

from scorer.frames import Frames
from scorer.insight.models.seat_payouts import base_payouts, seats_of
from scorer.insight.plus_minus import fit_plus_minus, observations_of


def spread_of(frames: Frames) -> tuple[float, float, bool] | None:
    """Standard deviations in units a deal at the mean stake: of skill, by the rating, and of what chance does to one.

    Chance is that of base units, and more as far as some deals are played for more than others. The last is whether the
    players differ more than chance makes equals differ. None where no rating tells it.
    """
    strengths = fit_plus_minus(observations_of(seats_of(base_payouts(frames)), frames)).strengths
    if not strengths.residual_variance > 0:
        return None
    stakes = frames.deals["stake"].to_numpy(np.float64)
    uneven = np.sqrt((stakes**2).mean()) / stakes.mean() if len(stakes) else 1.0
    chance = np.sqrt(strengths.residual_variance)
    return float(np.sqrt(strengths.role_covariance[0, 0]) * chance), float(chance * uneven), strengths.significant
