"""Counting payouts once for every statistic: how often each player had which role, outcome and slam."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from scorer.frames.columns import Flags, Ints, Numbers
from scorer.rules.kinds import CALLING, DEAL_ROLES, DEFENDER, FAILED, MADE, OUTCOMES, ROLES


def codes(column: "pd.Series[str]") -> Ints:
    """The place of each cell among the categories of its column; -1 for missing."""
    return np.asarray(column.cat.codes, np.int64)


def words(column: "pd.Series[str]") -> list[str]:
    """The categories of a column."""
    return [str(word) for word in column.cat.categories]


def coded(column: "pd.Series[str]", vocabulary: Sequence[str]) -> Ints:
    """The place of each cell in `vocabulary`; the place after the last for missing."""
    places = [vocabulary.index(word) for word in words(column)]
    return np.array([*places, len(vocabulary)])[codes(column)]


def is_one_of(column: "pd.Series[str]", *wanted: str) -> Flags:
    """Whether each cell is one of these words."""
    return np.array([*(word in wanted for word in words(column)), False])[codes(column)]


def totals(groups: Ints, units: Numbers, size: int) -> Numbers:
    """The sum of units in each group, in the type of the units."""
    summed = np.bincount(groups, units, size)
    return summed.astype(np.float64) if units.dtype.kind == "f" else np.rint(summed).astype(np.int64)


def new_group(*columns: Numbers) -> Ints:
    """The number of the run that each row belongs to; a new one begins where any column changes."""
    if not len(columns[0]):
        return np.zeros(0, np.int64)
    changes = np.logical_or.reduce([column[1:] != column[:-1] for column in columns])
    return np.concatenate([[0], np.cumsum(changes)])


def group_count(groups: Ints) -> int:
    """How many runs `new_group` numbered."""
    return int(groups[-1]) + 1 if len(groups) else 0


def texts(cells: Sequence[str]) -> "pd.Series[str]":
    """A column of text, even when it is empty."""
    return pd.Series(list(cells), dtype="str")


@dataclass(frozen=True, eq=False)
class Tally:
    """`counts` by player, role, outcome (the last place: none) and slam; `units` by player and role."""

    players: list[str]
    counts: Ints
    units: Numbers

    def count(
        self, roles: Sequence[str] = DEAL_ROLES, outcomes: Sequence[str] = OUTCOMES, *, slam: bool = False
    ) -> Ints:
        """How many payouts each player had with these roles and outcomes; with `slam`, in slams only."""
        role, outcome = [ROLES.index(one) for one in roles], [OUTCOMES.index(one) for one in outcomes]
        cube = self.counts[:, role][:, :, outcome]
        return np.asarray(np.sum(cube[..., 1:] if slam else cube, axis=(1, 2, 3)))

    def won(self, roles: Sequence[str], *, slam: bool = False) -> Ints:
        """How many deals each player won in these roles."""
        calling = [role for role in roles if role in CALLING]
        defending = [role for role in roles if role == DEFENDER]
        return self.count(calling, [MADE], slam=slam) + self.count(defending, [FAILED], slam=slam)

    def lost(self, roles: Sequence[str], *, slam: bool = False) -> Ints:
        """How many deals each player lost in these roles."""
        return self.count(roles, [MADE, FAILED], slam=slam) - self.won(roles, slam=slam)

    def units_in(self, roles: Sequence[str]) -> Numbers:
        """The units that each player got in these roles."""
        return np.asarray(self.units[:, [ROLES.index(role) for role in roles]].sum(axis=1))

    @property
    def there(self) -> Flags:
        """Who has any payout at all."""
        return np.asarray(self.counts.any(axis=(1, 2, 3)))


def tally(payouts: pd.DataFrame) -> Tally:
    """The payouts counted."""
    players = words(payouts["player"])
    player, role = codes(payouts["player"]), coded(payouts["role"], ROLES)
    shape = (len(players), len(ROLES), len(OUTCOMES) + 1, 2)
    held = player * len(ROLES) + role
    place = (held * shape[2] + coded(payouts["outcome"], OUTCOMES)) * 2 + payouts["slam"].to_numpy()
    counts = np.bincount(place, minlength=int(np.prod(shape))).reshape(shape)
    units = totals(held, payouts["units"].to_numpy(), shape[0] * shape[1]).reshape(shape[:2])
    return Tally(players, counts, units)
