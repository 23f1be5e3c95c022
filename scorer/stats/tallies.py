"""Counting payouts once for every statistic, by player, role, outcome and slam; shares, and how sure they are."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add

import numpy as np
import numpy.typing as npt
import pandas as pd

from scorer.frames.building import blocks
from scorer.frames.columns import Flags, Ints, Numbers
from scorer.rules.kinds import CALLING, DEAL_ROLES, DEFENDER, EVEN, FAILED, MADE, OUTCOMES, ROLES, SHEET, SIDE, WON

Z = 1.959963984540054  # 95 % of a normal distribution lie within so many standard deviations
MIN_DEALS = 10  # of what few deals would put at an end of a table, unless another minimum is said
Floats = npt.NDArray[np.float64]
CONTRACT_ROLES = tuple(role for role in DEAL_ROLES if role != SIDE)
BLOCK = 1_000_000  # payouts
NOTHING_LEFT = 1e-9  # of a sum of squares: what is left of it is no difference but a rounding
LOST = "lost"  # by who was on another side than those who won, where nobody called
ENDED = (*OUTCOMES, LOST)
DECIDED = (MADE, FAILED, WON, LOST)


def codes(column: "pd.Series[str]") -> Ints:
    """The place of each cell among the categories of its column; -1 for missing."""
    return np.asarray(column.cat.codes, np.int64)


def words(column: "pd.Series[str]") -> list[str]:
    """The categories of a column."""
    return list(map(str, column.cat.categories))


def coded(column: "pd.Series[str]", vocabulary: Sequence[str]) -> Ints:
    """The place of each cell in `vocabulary`; the place after the last for any other word, and for missing."""
    place = {word: at for at, word in enumerate(vocabulary)}
    return np.array([*(place.get(word, len(vocabulary)) for word in words(column)), len(vocabulary)])[codes(column)]


def is_one_of(column: "pd.Series[str]", *wanted: str) -> Flags:
    """Whether each cell is one of these words."""
    return np.array([*map(wanted.__contains__, words(column)), False])[codes(column)]


def won_or_lost(payouts: pd.DataFrame) -> Ints:
    """Of each payout: 1 where the player won the deal, -1 where they lost it, 0 where it was even, or a paper sheet."""
    undecided = is_one_of(payouts["outcome"], EVEN) | is_one_of(payouts["role"], SHEET)
    return np.where(undecided, 0, np.where(payouts["won"], 1, -1))


def totals(groups: Ints, units: Numbers, size: int) -> Numbers:
    """The sum of units in each group, in the type of the units."""
    summed = np.bincount(groups, units, size)
    return summed.astype(np.float64) if units.dtype.kind == "f" else np.rint(summed).astype(np.int64)


def runs(*columns: Numbers) -> tuple[Ints, Ints]:
    """The number of the run that each row belongs to, and the rows in which runs begin: where any column changes."""
    changes = np.logical_or.reduce([column[1:] != column[:-1] for column in columns])
    begins = np.concatenate([[True], changes])[: len(columns[0])]
    return np.cumsum(begins) - 1, np.flatnonzero(begins)


def texts(cells: Sequence[str]) -> "pd.Series[str]":
    """A column of text, even when it is empty."""
    return pd.Series(list(cells), dtype="str")


def ratio(count: npt.ArrayLike, of: npt.ArrayLike) -> Floats:
    """Count / of, either of which may be one number for all; NaN where `of` is 0."""
    part, whole = np.broadcast_arrays(np.asarray(count), np.asarray(of, np.float64))
    share = np.full(whole.shape, np.nan)
    np.divide(part, whole, out=share, where=whole != 0)
    return share


def places(figures: Numbers) -> Ints:
    """The place of each by its figure, the highest first; equals share one (1, 2, 2, 4)."""
    return pd.Series(figures).rank(method="min", ascending=False).to_numpy().astype(np.int64)


def weights_of(log_likelihoods: Floats) -> Floats:
    """Weights that sum to 1, each as large beside the others as its likelihood."""
    weights = np.exp(log_likelihoods - log_likelihoods.max())
    return np.asarray(weights / weights.sum())


def wilson(count: Numbers, of: Numbers) -> tuple[Floats, Floats]:
    """The ends of the 95 % Wilson score interval of a share, without continuity correction; NaN where `of` is 0."""
    share, spread = ratio(count, of), ratio(Z * Z, of)
    middle = (share + spread / 2) / (1 + spread)
    half = np.sqrt(share * (1 - share) * spread + spread * spread / 4) / (1 + spread)
    return np.clip(middle - half, 0, 1), np.clip(middle + half, 0, 1)


def mean_interval(units: Numbers, squares: Numbers, count: Numbers) -> tuple[Floats, Floats]:
    """The ends of the 95 % interval of a mean, of the sums of units and of their squares; NaN where `count` is 0.

    The score interval of a mean whose mean square is as seen: of units that are +a or -a alone it is Wilson's of how
    often they are +a, so that it has a width after one deal, and where all deals so far ended alike.
    """
    most = np.sqrt(ratio(squares, count))  # a, or what comes in its place
    share = ratio(np.asarray(units, np.float64) + most * count, 2 * most * count)
    low, high = wilson(share * count, count)
    ends = (np.where(most == 0, 0.0, most * (2 * end - 1)) for end in (low, high))
    return next(ends), next(ends)


def rate_columns(count: Ints, of: Ints, names: tuple[str, str, str] = ("rate", "low", "high")) -> dict[str, Floats]:
    """The columns of a rate with its interval."""
    return dict(zip(names, (ratio(count, of), *wilson(count, of)), strict=True))


def mean_error(units: Numbers, squares: Numbers, count: Numbers) -> Floats:
    """The standard error of a mean, of the sums of units and of their squares: the sample's deviation / the root of n.

    NaN where `count` is below 2, and where all had the same: so few deals do not make a mean certain.
    """
    varied = squares - np.nan_to_num(ratio(np.asarray(units, np.float64) ** 2, count))
    known = (count > 1) & (varied > NOTHING_LEFT * squares)
    return np.sqrt(ratio(varied, np.where(known, count * (count - 1.0), 0)))


def errors_of(group: Ints, units: Numbers, size: int) -> Floats:
    """The standard error of the mean units of each group, of a row's group and units."""
    squares = np.bincount(group, np.asarray(units, np.float64) ** 2, size)
    return mean_error(np.bincount(group, units, size), squares, np.bincount(group, minlength=size))


@dataclass(frozen=True, eq=False)
class Tally:
    """`counts` by player, role, how it ended (ENDED; the last place: not) and slam.

    `units` and their `squares` are summed by player and role. `matches` counts those in which a player played a deal or
    stands on a paper sheet.
    """

    players: list[str]
    counts: Ints
    units: Numbers
    squares: Floats
    matches: Ints

    def __add__(self, other: "Tally") -> "Tally":
        return self._with(other, 1)

    def __sub__(self, other: "Tally") -> "Tally":
        return self._with(other, -1)

    def _with(self, other: "Tally", sign: int) -> "Tally":
        return Tally(
            self.players,
            self.counts + sign * other.counts,
            self.units + sign * other.units,
            self.squares + sign * other.squares,
            self.matches + sign * other.matches,
        )

    def count(self, roles: Sequence[str] = DEAL_ROLES, ended: Sequence[str] = ENDED, *, slam: bool = False) -> Ints:
        """How many payouts each player had with these roles that ended so; with `slam`, in slams only."""
        cube = self.counts[:, list(map(ROLES.index, roles))][:, :, list(map(ENDED.index, ended))]
        return np.asarray(np.sum(cube[..., 1:] if slam else cube, axis=(1, 2, 3)))

    def won(self, roles: Sequence[str], *, slam: bool = False) -> Ints:
        """How many deals each player won in these roles."""
        calling = [role for role in roles if role in CALLING]
        won = self.count(calling, [MADE], slam=slam)
        for role, ended in ((DEFENDER, FAILED), (SIDE, WON)):
            if role in roles:
                won = won + self.count([role], [ended], slam=slam)
        return won

    def lost(self, roles: Sequence[str], *, slam: bool = False) -> Ints:
        """How many deals each player lost in these roles."""
        return self.count(roles, DECIDED, slam=slam) - self.won(roles, slam=slam)

    def units_in(self, roles: Sequence[str]) -> Numbers:
        """The units that each player got in these roles."""
        return np.asarray(self.units[:, list(map(ROLES.index, roles))].sum(axis=1))

    def error(self, roles: Sequence[str] = DEAL_ROLES) -> Floats:
        """The standard error of each player's mean units of a deal in these roles."""
        squares = self.squares[:, list(map(ROLES.index, roles))].sum(axis=1)
        return mean_error(self.units_in(roles), squares, self.count(roles))

    def listed(self, min_deals: int = 0, min_matches: int = 0) -> Flags:
        """Who has any payout, and so many deals and matches."""
        there = np.asarray(self.counts.any(axis=(1, 2, 3)))
        return there & (self.count() >= min_deals) & (self.matches >= min_matches)


def tally(payouts: pd.DataFrame) -> Tally:
    """The payouts counted; block by block, for what is counted of each takes more room than the payouts themselves."""
    return reduce(add, (_tally(payouts[rows]) for rows in blocks(payouts["on"].to_numpy(), BLOCK)))


def _tally(payouts: pd.DataFrame) -> Tally:
    players = words(payouts["player"])
    player, role = codes(payouts["player"]), coded(payouts["role"], ROLES)
    shape = (len(players), len(ROLES), len(ENDED) + 1, 2)
    held = player * len(ROLES) + role
    ended = coded(payouts["outcome"], ENDED)
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
