"""How strong players are by the evenings before one that is played now: for a tournament that is under way."""

from collections.abc import Collection
from typing import NamedTuple

import numpy as np

from scorer.frames import Frames
from scorer.insight.forecast.final_places import stakes_of, strengths_now
from scorer.insight.forgetting import half_life
from scorer.insight.models.seat_payouts import base_payouts, seats_of
from scorer.insight.sheets_among_deals import observations_of
from scorer.stats.models.arrays import Floats


class StrengthsBefore(NamedTuple):
    """What evenings before tell: in units a deal, of which chance moves the deal of a player by 1.

    `means`, (players,), and the `covariance` of their errors; `skill` is the variance of the strengths of all, and so
    that of somebody unknown, `form` what an evening adds to it.
    """

    players: list[str]
    means: Floats
    covariance: Floats
    skill: float
    form: float


def strengths_before(frames: Frames, now: Collection[int]) -> StrengthsBefore | None:
    """The strengths by all matches but those that are played `now`, by their ids; None where nothing tells them.

    Matches of several days have no form in common.
    """
    observations = observations_of(seats_of(base_payouts(frames)), frames)
    is_now = np.isin(observations.match, list(now))
    days, observations = np.unique(observations.day[is_now]), observations.selected(~is_now)
    fitted, noise = strengths_now(observations, half_life(observations))
    if not fitted.role_covariance.size:  # of one evening form cannot be told from skill
        return None
    stake, square = stakes_of(frames)
    uneven = square / stake**2
    chance = fitted.residual_variance * uneven
    skill, form = float(fitted.role_covariance[0, 0] / uneven), noise.form.likeness if len(days) <= 1 else 0.0
    return StrengthsBefore(observations.players, fitted.means / chance**0.5, fitted.covariance / chance, skill, form)
