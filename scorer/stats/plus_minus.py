"""Adjusted plus-minus: what each player gets a deal at the tables of a league, own choice of roles included.

At a called deal everybody gets units of their own: what is told of it is by how much each of the players gets more than
the mean of the others at the table. So who calls often, or never, has what that brings, good or bad: nothing is taken
for the role's. Where nobody calls, partners get the same, and a deal tells how much one side is stronger than another.
A paper sheet is the sum of many deals: it counts as as many as its units vary by.

A player's strength is a ridge, as in regularized adjusted plus-minus: `models.mixed_model` says how far it is drawn
towards the average. The ends of the 95 % interval are not drawn: they are those of least squares, and hold what is true
of each player as often as they say, whatever the others are like.
"""

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

from scorer.frames import Frames, base_units
from scorer.frames.record_columns import Flags, Ints
from scorer.rules.kinds import DEAL_ROLES, SHEET
from scorer.stats.models.arrays import Floats, codes, is_one_of, ratio, runs, words
from scorer.stats.models.intervals import Z
from scorer.stats.models.mixed_model import Fit, Results, Sums, fit
from scorer.stats.models.multiple_testing import student
from scorer.stats.seat_payouts import NOBODY, Letters, Places, Seats, side_results

USUAL_REACH: Final = 0.1  # of strengths, in standard deviations of what chance does to a deal; half are below
FAR: Final = 2.0  # standard deviations of what chance does to a deal: no player is so far from the average
USUAL_DEALS: Final = 30  # of a noise like everybody's stand beside what a player's own deals say of it


class Observations(NamedTuple):
    """What is observed of players: deals, then paper sheets, a row each; and a column a seat, NOBODY where none sits.

    `player` is a place in `players`, `side` a letter of the sides, `apart` whether everybody gets units of their own.
    `units` are base units of as many `deals`; chance moves them by `noise` times the variance of a deal.
    """

    players: list[str]
    player: Places
    side: Letters
    apart: Flags
    units: Floats
    deals: Floats
    noise: Floats
    match: Ints
    day: "np.ndarray[tuple[int], np.dtype[np.datetime64]]"

    def added(self, figures: npt.ArrayLike, group: Ints | int = 0, groups: int = 1) -> Floats:
        """What every seat has of a figure added up: a row a group of observations, a column a player."""
        size = len(self.players)
        table = np.zeros((groups, size + 1))  # NOBODY has the last column
        for player, column in zip(self.player.T, np.broadcast_to(figures, self.player.shape).T, strict=True):
            cell = group * (size + 1) + np.where(player == NOBODY, size, player)
            table += np.bincount(cell, column, table.size).reshape(table.shape)
        return table[:, :-1]

    @property
    def by_player(self) -> Floats:
        """The deals of each player, a paper sheet as many as it counts as."""
        return np.asarray(self.added(self.deals[:, None])[0])

    def taken(self, rows: Flags) -> "Observations":
        """These rows alone."""
        if rows.all():
            return self
        return Observations._make([self.players, *(column[rows] for column in self[1:])])


def of_seats(seats: Seats) -> Observations:
    """The deals at these seats as observations."""
    return Observations(
        players=seats.players,
        player=seats.player,
        side=seats.side,
        apart=~seats.nobody_called,
        units=seats.units,
        deals=np.ones(len(seats.player)),
        noise=np.ones(len(seats.player)),
        match=seats.match,
        day=seats.day,
    )


def of_paper(frames: Frames) -> Observations:
    """The paper sheets of frames as observations of the players of their payouts, whatever these are measured in.

    A sheet counts as as many deals of its variant, or else of all, as its units vary by. Where there is no deal at all
    it counts as one, and base units are the units of a sheet; sheets of a variant that vary more weigh less.
    """
    payouts, recorded = frames.payouts, frames.columns.recorded[frames.columns.paid].astype(np.float64)
    rows = np.flatnonzero(is_one_of(payouts["role"], SHEET))
    record, begins = runs(payouts["deal_id"].to_numpy()[rows])
    seat = np.arange(len(rows)) - begins[record]
    shape = len(begins), int(seat.max(initial=0)) + 1
    player, units = np.full(shape, NOBODY, np.int32), np.zeros(shape)
    player[record, seat], units[record, seat] = codes(payouts["player"])[rows], recorded[rows]
    variant = codes(payouts["variant"])[rows][begins]
    fixed = np.array([frames.columns.variants[label].fixed_partners for label in words(payouts["variant"])], bool)
    seats = np.broadcast_to(np.arange(shape[1]), shape)
    letter = np.where(fixed[variant][:, None], seats % 2, seats)
    deals, stake, noise = np.array(_scales(payouts, recorded, rows)).reshape(-1, 3).T
    return Observations(
        players=words(payouts["player"]),
        player=player,
        side=np.where(player == NOBODY, NOBODY, letter).astype(np.int8),
        apart=~fixed[variant],
        units=units / stake[variant][:, None],
        deals=deals[variant],
        noise=noise[variant],
        match=payouts["match_id"].to_numpy()[rows][begins],
        day=payouts["on"].to_numpy()[rows][begins],
    )


def _scales(payouts: pd.DataFrame, recorded: Floats, sheets: Ints) -> list[tuple[float, float, float]]:
    """What a paper sheet of each variant is in deals: how many deals, the stake of one, the noise of all."""
    variant, stake = codes(payouts["variant"]), payouts["stake"].to_numpy()
    played = is_one_of(payouts["role"], *DEAL_ROLES) & (stake > 0)
    of_all = _mean_square(recorded[sheets])
    found = []
    for at in range(len(words(payouts["variant"]))):
        square = _mean_square(recorded[sheets[variant[sheets] == at]])
        own = played & (variant == at)
        deals = own if own.any() else played
        if not deals.any():
            found.append((1.0, 1.0, square / of_all or 1.0))
            continue
        of_deal, usual = _mean_square(recorded[deals]), float(stake[deals].mean())
        of_base = _mean_square(base_units(recorded[deals], stake[deals]))
        many = max(square / of_deal, 1.0)
        found.append((many, usual, many * of_deal / (usual**2 * of_base)))
    return found


def _mean_square(units: Floats) -> float:
    """The mean square of units; 1 where nothing was won or lost."""
    return float((units**2).sum() / max(len(units), 1)) or 1.0


def observed(seats: Seats, frames: Frames) -> Observations:
    """The deals at these seats, and behind them the paper sheets of the same frames."""
    deals, sheets = of_seats(seats), of_paper(frames)
    if not len(sheets.units):
        return deals
    return Observations(
        players=seats.players,
        player=_stacked(deals.player, sheets.player, NOBODY),
        side=_stacked(deals.side, sheets.side, NOBODY),
        apart=np.concatenate([deals.apart, sheets.apart]),
        units=_stacked(deals.units, sheets.units, 0),
        deals=np.concatenate([deals.deals, sheets.deals]),
        noise=np.concatenate([deals.noise, sheets.noise]),
        match=np.concatenate([deals.match, sheets.match]),
        day=np.concatenate([deals.day, sheets.day]),
    )


def _stacked(above: npt.NDArray[Any], below: npt.NDArray[Any], empty: int) -> npt.NDArray[Any]:
    """One table above another, the narrower one filled up."""
    seats = max(above.shape[1], below.shape[1])
    both = (np.pad(part, ((0, 0), (0, seats - part.shape[1])), constant_values=empty) for part in (above, below))
    return np.concatenate(list(both))


def grouped_sums(of: Observations, group: Ints, groups: int) -> list[Sums]:
    """What a fit needs of the rows of each group."""
    found = _sums_apart(of.taken(of.apart), group[of.apart], groups)
    if not of.apart.all():
        results, row = scaled_results(of.taken(~of.apart))
        between = group[~of.apart][row]
        found = [one + Sums.of(results.taken(between == at), len(of.players), 0) for at, one in enumerate(found)]
    return found


def _sums_apart(of: Observations, group: Ints, groups: int) -> list[Sums]:
    """The sums of tables at which everybody gets units of their own.

    Of n players one gets u = strength - the mean of those of the n - 1 others. Of n such rows n - 1 are known before
    the last: each weighs (n - 1) / n, and the sums over them are 1 for a player and -1 / (n - 1) for two.
    """
    size, seats = len(of.players), of.player.shape[1]
    there, scale = of.player != NOBODY, 1 / np.sqrt(of.noise)
    many = there.sum(axis=1)
    units = np.where(there, of.units - ratio((of.units * there).sum(axis=1), many)[:, None], 0) * scale[:, None]
    reach = of.deals * scale
    place = np.where(there, of.player, size) + group[:, None] * (size + 1)
    alone, together = np.zeros((2, groups * (size + 1)))
    crossed = np.zeros(groups * (size + 1) ** 2)
    pairs = reach**2 / np.maximum(many - 1, 1)
    for seat in range(seats):
        alone += np.bincount(place[:, seat], reach**2, len(alone))
        together += np.bincount(place[:, seat], reach * units[:, seat], len(together))
        for other in range(seat + 1, seats):
            pair = place[:, seat] * (size + 1) + np.where(there[:, other], of.player[:, other], size)
            crossed -= np.bincount(pair, pairs, len(crossed))
    alone, together = (table.reshape(groups, -1)[:, :-1] for table in (alone, together))
    crossed = crossed.reshape(groups, size + 1, size + 1)[:, :-1, :-1]
    squared = np.bincount(group, (many - 1) / np.maximum(many, 1) * (units**2).sum(axis=1), groups)
    weight = np.bincount(group, many - 1, groups)
    no_kinds = np.zeros(0), np.zeros((0, size)), np.zeros(0)
    return [
        Sums(half + half.T + np.diag(own), gained, float(square), *no_kinds, float(heavy))
        for half, own, gained, square, heavy in zip(crossed, alone, together, squared, weight, strict=True)
    ]


def scaled_results(of: Observations) -> tuple[Results, Ints]:
    """The results of sides, in which a player's own strength counts once a deal, and their rows."""
    results, row, _ = side_results(of.player, of.side, of.units, np.full(len(of.units), NOBODY))
    scale = 1 / np.sqrt(of.noise[row])
    own_side = 1 / np.maximum(results.share.max(axis=1, initial=0), 1 / of.player.shape[1])
    share = results.share * (own_side * of.deals[row] * scale)[:, None]
    return results._replace(gain=results.gain * scale, share=share), row


class Noise(NamedTuple):
    """By player: the variance of own deals, as a factor of that of all, and how many own deals tell it.

    The factor is drawn towards 1, as if the player had USUAL_DEALS more, of the variance of all.
    """

    factor: Floats
    known_of: Floats


def beside_the_others(weights: Floats | Ints, roles: int = 1) -> Floats:
    """What takes deviations to those beside the mean of all others in the same role, each by its weight.

    They are of all roles of the first player, of the second, and so on; of who alone has a role nothing is told.
    """
    role = np.arange(len(weights)) % roles
    others = np.where(role[:, None] == role, np.asarray(weights, np.float64), 0)
    np.fill_diagonal(others, 0)
    of_all = others.sum(axis=1)
    return np.asarray(np.diag(np.where(of_all != 0, 1.0, 0.0)) - np.nan_to_num(ratio(others, of_all[:, None])))


class PlusMinus(NamedTuple):
    """What each gets a deal with any of the others: drawn towards 0, with its covariance, and the interval of it.

    `strengths` are what it is made of.
    """

    strengths: Fit
    means: Floats
    covariance: Floats
    low: Floats
    high: Floats

    @property
    def told(self) -> bool:
        """Whether the deals tell any difference between the players."""
        return self.strengths.told

    @property
    def errors(self) -> Floats:
        """How far off each may well be: the standard deviations of what the deals leave possible."""
        return np.asarray(np.sqrt(np.maximum(np.diag(self.covariance), 0)))


def plus_minus(strengths: Fit, sums: Sums, deals: Floats, noise: Noise) -> PlusMinus:
    """What strengths bring each player with any of the others, by the deals of each.

    The interval is that of least squares; where it is further off than the mean that is drawn, it begins there. Its
    Student's t has as many degrees as deals tell the variance, those of all that it is drawn towards among them.
    """
    beside = beside_the_others(deals)
    means = beside @ strengths.means
    spread = np.linalg.inv(sums.crossed + np.eye(len(deals)) / FAR**2)
    middle = beside @ spread @ sums.gained
    error = np.sqrt(np.einsum("ij,jk,ik->i", beside, spread, beside) * strengths.noise * noise.factor)
    told_by = np.minimum(noise.known_of + USUAL_DEALS, sums.weight)
    times = np.array([student(Z, max(count - 1, 1)) for count in told_by.tolist()])
    low, high = np.minimum(middle - times * error, means), np.maximum(middle + times * error, means)
    return PlusMinus(strengths, means, beside @ strengths.covariance @ beside.T, low, high)


def strengths_of(sums: Sums) -> Fit:
    """How strong each player is."""
    return fit(sums, 1, USUAL_REACH)


def rated(of: Observations, sums: Sums | None = None) -> PlusMinus:
    """What these observations tell of everybody; `sums` are all of theirs, where they are known."""
    sums = sums or grouped_sums(of, np.zeros(len(of.units), np.int64), 1)[0]
    strengths = strengths_of(sums)
    return plus_minus(strengths, sums, of.by_player, own_noise(of, strengths.means))


def own_noise(of: Observations, strengths: Floats) -> Noise:
    """How much more chance moves the deals of each player than those of all: who calls often plays for more."""
    apart = of.taken(of.apart)
    there = apart.player != NOBODY
    strong = np.where(there, np.append(strengths, 0)[apart.player], 0)
    many = there.sum(axis=1, keepdims=True)
    beside = (strong - strong.sum(axis=1, keepdims=True) / np.maximum(many, 1)) * (many / np.maximum(many - 1, 1))
    left = [(apart.player, (apart.units - apart.deals[:, None] * beside) ** 2 / apart.noise[:, None])]
    if not of.apart.all():
        results, _ = scaled_results(of.taken(~of.apart))
        rest = results.gain - (results.share * np.append(strengths, 0)[results.who]).sum(axis=1)
        left.append((results.who, np.broadcast_to(rest[:, None] ** 2, results.who.shape)))
    square, count = np.zeros((2, len(strengths)))
    for player, squares in left:
        seated = player != NOBODY
        square += np.bincount(player[seated], squares[seated], len(square))
        count += np.bincount(player[seated], minlength=len(count))
    usual = float(ratio(square.sum(), count.sum())) if square.any() else 1.0
    return Noise((square / usual + USUAL_DEALS) / (count + USUAL_DEALS), count)
