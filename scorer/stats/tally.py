"""The payouts, counted once for every statistic by player, role, outcome and slam."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from scorer.frames.record_columns import Flags, Ints, Numbers
from scorer.rules.kinds import CALLING, DEAL_ROLES, DEFENDER, EVEN, FAILED, MADE, OUTCOMES, ROLES, SHEET, SIDE, WON
from scorer.stats.models.arrays import Floats, categories, codes, codes_in, is_one_of, runs, totals
from scorer.stats.models.intervals import mean_error

MIN_DEALS = 10  # the minimum where few deals would put a player or a pair at an end of a table

CONTRACT_ROLES = tuple(role for role in DEAL_ROLES if role != SIDE)

WITH, AGAINST = WAYS = ("with", "against")  # how two players met in a deal: on one side, or on two

LOST = "lost"  # where nobody called: the outcome of a side that did not win

ENDED = (*OUTCOMES, LOST)

DECIDED = (MADE, FAILED, WON, LOST)


def won_or_lost(payouts: pd.DataFrame) -> Ints:
    """An entry a payout: 1 where the player won the deal, -1 where they lost it, 0 of an even deal or a paper sheet."""
    undecided = is_one_of(payouts["outcome"], EVEN) | is_one_of(payouts["role"], SHEET)
    return np.where(undecided, 0, np.where(payouts["won"], 1, -1))


@dataclass(frozen=True, eq=False)
class Tally:
    """Counts and sums of payouts. Players are by name, roles in the order of ROLES.

    * `counts`: payouts by player, role, outcome and slam: axes of players, ROLES, ENDED and one more for no outcome, 2;
    * `units` and their `squares`: sums by player and role;
    * `matches`: by player, the matches in which the player played a deal or stands on a paper sheet.
    """

    players: list[str]
    counts: Ints
    units: Numbers
    squares: Floats
    matches: Ints

    def __sub__(self, other: "Tally") -> "Tally":
        return Tally(
            self.players,
            self.counts - other.counts,
            self.units - other.units,
            self.squares - other.squares,
            self.matches - other.matches,
        )

    def count(self, roles: Sequence[str] = DEAL_ROLES, ended: Sequence[str] = ENDED, *, slam: bool = False) -> Ints:
        """The number of each player's payouts with these roles and outcomes; with `slam`, in slams only."""
        cube = self.counts[:, list(map(ROLES.index, roles))][:, :, list(map(ENDED.index, ended))]
        return np.asarray(np.sum(cube[..., 1:] if slam else cube, axis=(1, 2, 3)))

    def won(self, roles: Sequence[str], *, slam: bool = False) -> Ints:
        """The number of deals that each player won in these roles."""
        calling = [role for role in roles if role in CALLING]
        won = self.count(calling, [MADE], slam=slam)
        for role, ended in ((DEFENDER, FAILED), (SIDE, WON)):
            if role in roles:
                won = won + self.count([role], [ended], slam=slam)
        return won

    def lost(self, roles: Sequence[str], *, slam: bool = False) -> Ints:
        """The number of deals that each player lost in these roles."""
        return self.count(roles, DECIDED, slam=slam) - self.won(roles, slam=slam)

    def units_in(self, roles: Sequence[str]) -> Numbers:
        """The units that each player got in these roles."""
        return np.asarray(self.units[:, list(map(ROLES.index, roles))].sum(axis=1))

    def error(self, roles: Sequence[str] = DEAL_ROLES) -> Floats:
        """The standard error of each player's mean units of a deal in these roles."""
        squares = self.squares[:, list(map(ROLES.index, roles))].sum(axis=1)
        return mean_error(self.units_in(roles), squares, self.count(roles))

    def listed(self, min_deals: int = 0, min_matches: int = 0) -> Flags:
        """Which players have any payout, and so many deals and matches."""
        there = np.asarray(self.counts.any(axis=(1, 2, 3)))
        return there & (self.count() >= min_deals) & (self.matches >= min_matches)


def tally(payouts: pd.DataFrame) -> Tally:
    """The tally of payouts."""
    players = categories(payouts["player"])
    player, role = codes(payouts["player"]), codes_in(payouts["role"], ROLES)
    shape = (len(players), len(ROLES), len(ENDED) + 1, 2)
    held = player * len(ROLES) + role
    ended = codes_in(payouts["outcome"], ENDED)
    ended[(ended == ENDED.index(WON)) & ~payouts["won"].to_numpy()] = ENDED.index(LOST)
    place = (held * shape[2] + ended) * 2 + payouts["slam"].to_numpy()
    counts = np.bincount(place, minlength=int(np.prod(shape))).reshape(shape)
    got = payouts["units"].to_numpy()
    units = totals(held, got, shape[0] * shape[1]).reshape(shape[:2])
    squares = np.bincount(held, got.astype(np.float64) ** 2, shape[0] * shape[1]).reshape(shape[:2])
    match, begins = runs(payouts["match_id"].to_numpy())
    met = np.zeros((len(players), len(begins)), bool)
    played = is_one_of(payouts["role"], *DEAL_ROLES, SHEET)
    met[player[played], match[played]] = True
    return Tally(players, counts, units, squares, met.sum(axis=1))
