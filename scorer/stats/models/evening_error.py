"""The error of an evening: players have good and bad ones, so that the deals of an evening tell less than as many.

Beside the noise of a deal there is the form of an evening: two deals of a player on one evening are alike, by one
figure for all players and evenings. So the sum of n deals of an evening varies 1 + likeness x (n - 1) times as much as
that of n deals apart (Kish's design effect). The likeness is estimated from all evenings together, from how much their
sums vary beside their deals. Few evenings leave it open: it is averaged over a prior, by which most leagues have no
form that matters, and what stays open makes Student's t wider. Of a single evening form cannot be told from skill.
"""

from typing import Final, NamedTuple

import numpy as np

from scorer.frames.record_columns import Ints, Numbers
from scorer.stats.models.arrays import Floats, likelihood_weights, ratio

LIKENESSES: Final = 0.3 * np.linspace(0, 1, 50) ** 2  # of two deals of an evening
WITHOUT_FORM: Final = 0.7  # of all leagues, before any evening: there the likeness is 0
USUAL_FORM: Final = 0.04  # it is less in half of the others: of 25 deals the variance is doubled by so much


class Form(NamedTuple):
    """The `likeness` of two deals of a player on one evening (0: none), and its standard `error`."""

    likeness: float = 0.0
    error: float = 0.0

    def factors(self, sizes: Numbers) -> Floats:
        """By how much more a sum of deals varies than with every deal for itself, from the deals of an evening."""
        return np.asarray(1 + self.likeness * np.maximum(sizes - 1, 0))

    def freedom(self, sizes: Numbers, freedom: Numbers | float) -> Floats:
        """The degrees of freedom of an error with these factors, of which the deals alone have so many."""
        open_part = (self.error * np.maximum(sizes - 1, 0) / self.factors(sizes)) ** 2 / 2
        return np.asarray(1 / (1 / np.maximum(freedom, 1) + open_part))


class Evenings(NamedTuple):
    """What each player had on each evening, (cells,): `player`, how many `deals`, and the sum of their `residuals`.

    `square` is the sum of the squares of the residuals of all deals. `independent` is the share of the residuals of a
    deal that tell the others: of five that add up to 0 it is 4/5.
    """

    player: Ints
    deals: Floats
    residuals: Floats
    square: float
    independent: float

    @classmethod
    def of_table(cls, deals: Floats, residuals: Floats, square: float, independent: float) -> "Evenings":
        """Those of tables, (evenings, players)."""
        evening, player = np.nonzero(deals)
        return cls(player, deals[evening, player], residuals[evening, player], square, independent)

    def form(self) -> Form:
        """How much alike the deals of an evening are; nothing where no player has two evenings."""
        players = int(self.player.max(initial=-1)) + 1
        own = np.bincount(self.player, self.deals, players)[self.player]
        squares = np.bincount(self.player, self.deals**2, players)[self.player]
        freedom = self.independent * (len(own) - np.count_nonzero(np.bincount(self.player, minlength=players)))
        size = float((self.deals**2).sum() / max(self.deals.sum(), 1))
        if freedom <= 0 or size <= 1 or not self.square > 0:
            return Form()
        # residuals lack the mean of their player: what that leaves of the variance of sums, and takes from deals
        left = self.deals * (1 - 2 * self.deals / own + squares / own**2)
        lost = self.deals / own
        alike = self.deals - 1
        observed = float((self.residuals**2).sum()) / self.square
        apart, together = left.sum(), (left * alike).sum()
        single, taken = self.deals.sum() - lost.sum(), (lost * alike).sum()
        likeness = (observed * single - apart) / (together + observed * taken)
        weights = _weights(max(1 + likeness * (size - 1), 0), size, freedom)
        mean = float(weights @ LIKENESSES)
        return Form(mean, float(np.sqrt(weights @ (LIKENESSES - mean) ** 2)))


def evening_sizes(deals: Floats) -> Floats:
    """How many deals of an evening a deal of each player meets, (players,), of (evenings, players); 1 without any."""
    return np.nan_to_num(ratio((deals**2).sum(axis=0), deals.sum(axis=0)), nan=1.0)


def _weights(factor: float, size: float, freedom: float) -> Floats:
    """The weights of LIKENESSES, after a factor of evenings of this size was observed with so much freedom."""
    prior = np.gradient(LIKENESSES) / (1 + (LIKENESSES / USUAL_FORM) ** 2)
    prior *= (1 - WITHOUT_FORM) / prior.sum()
    prior[0] += WITHOUT_FORM
    factors = 1 + LIKENESSES * (size - 1)
    return likelihood_weights(np.log(prior) - freedom / 2 * (np.log(factors) + factor / factors))  # chi-square
