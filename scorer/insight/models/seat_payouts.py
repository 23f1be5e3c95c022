"""Seat payouts: deals as tables of a row a deal and a column a seat, and the results of sides for a mixed model.

A deal between two sides has one result, and the base units of every seat are that result times a factor of the kind of
deal and the role: a caller with a partner gets 2 of it, a defender 1. With more sides, each side has its own result.
"""

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

from scorer.frames import Frames, base_units
from scorer.frames.record_columns import Flags, Ints
from scorer.insight.models.mixed_model import Fit, Results, Sums, fit
from scorer.rules.kinds import CALLED, DEAL_ROLES, DEFENDER, PARTNER, SIDE, SOLO
from scorer.stats.models.arrays import Floats, categories, codes, is_one_of, ratio, runs

RATED_ROLES: Final = ("caller", PARTNER, DEFENDER, SIDE)  # a caller without a partner is one too
NOBODY: Final = -1
TWO: Final = 2  # sides, of which one tells what the other got
_ROLE: Final = dict.fromkeys(CALLED, 0) | {PARTNER: 1, DEFENDER: 2, SIDE: 3}

PlayerCodes = npt.NDArray[np.int32]
SmallCodes = npt.NDArray[np.int8]


class DealsBySeat(NamedTuple):
    """Deals by seat, in the order of the payouts.

    Shape (deals, seats): `player`, an index into `players`; `role`, an index into RATED_ROLES; `side`, an index of the
    sides; `units`. An empty seat has NOBODY in the first three, and 0 units. Shape (deals,): the `variant` by its code,
    `nobody_called`, `solo` (somebody called without a partner), `match` by its id and `day`.
    """

    players: list[str]
    player: PlayerCodes
    role: SmallCodes
    side: SmallCodes
    units: Floats
    variant: Ints
    nobody_called: Flags
    solo: Flags
    match: Ints
    day: "np.ndarray[tuple[int], np.dtype[np.datetime64]]"

    def selected(self, deals: Flags | Ints) -> "DealsBySeat":
        """These deals alone."""
        return DealsBySeat._make([self.players, *(array[deals] for array in self[1:])])


def seats_of(payouts: pd.DataFrame) -> DealsBySeat:
    """The deals of payouts by seat; payouts of penalties, adjustments and sheets are left out."""
    played = is_one_of(payouts["role"], *DEAL_ROLES)
    rows = slice(None) if played.all() else np.flatnonzero(played)
    deal, begins = runs(payouts["deal_id"].to_numpy()[rows])
    in_role = payouts["role"].iloc[rows]
    role_of_word = np.array([*(_ROLE.get(word, 0) for word in categories(in_role)), 0], np.int8)
    seat = np.arange(len(deal)) - begins[deal]
    shape = len(begins), int(seat.max(initial=0)) + 1

    def by_seat(cells: npt.NDArray[Any], kind: type[np.generic], empty: int) -> npt.NDArray[Any]:
        table = np.full(shape, empty, kind)
        table[deal, seat] = cells
        return table

    return DealsBySeat(
        players=categories(payouts["player"]),
        player=by_seat(codes(payouts["player"])[rows], np.int32, NOBODY),
        role=by_seat(role_of_word[codes(in_role)], np.int8, NOBODY),
        side=by_seat(codes(payouts["side"])[rows], np.int8, NOBODY),
        units=by_seat(payouts["units"].to_numpy()[rows], np.float64, 0),
        variant=codes(payouts["variant"])[rows][begins],
        nobody_called=is_one_of(in_role, SIDE)[begins],
        solo=np.bincount(deal[is_one_of(in_role, SOLO)], minlength=len(begins)) > 0,
        match=payouts["match_id"].to_numpy()[rows][begins],
        day=payouts["on"].to_numpy()[rows][begins],
    )


def side_results(column: PlayerCodes, side: SmallCodes, units: Floats, kind: Ints) -> tuple[Results, Ints, Floats]:
    """One result of a deal between two sides, one of each side of any other deal.

    `column`, `side` and `units` have the shape (deals, seats), `kind` (deals,). Returned are the results, the deal of
    each, (results,), and the share of each seat in the strength of its own side, (deals, seats). What k sides got is
    known from k - 1 of them: so the results of all k sides together weigh k - 1.
    """
    letters = range(int(side.max(initial=NOBODY)) + 1)
    on_side = [side == letter for letter in letters]
    sizes = [members.sum(axis=1) for members in on_side]
    sides = sum((size > 0 for size in sizes), np.zeros(len(side), np.int64))
    last, part = side.max(axis=1, initial=NOBODY), np.zeros(side.shape)
    results, deals = [], []
    several = sides > TWO
    for letter, members, size in zip(letters, on_side, sizes, strict=True):
        part += members / np.maximum(size, 1)[:, None]
        counts = (size > 0) & (several | (last == letter))
        if not counts.any():
            continue
        rows = slice(None) if counts.all() else np.flatnonzero(counts)  # mostly all: a slice copies nothing
        own, opponents = members[rows], (side[rows] >= 0) & ~members[rows]
        share = own / size[rows, None] - opponents / np.maximum(opponents.sum(axis=1, keepdims=True), 1)
        weight = np.where(several[rows], 1 - 1 / sides[rows], 1.0)
        gain = (units[rows] * own).sum(axis=1) / size[rows]
        results.append(Results(gain, weight, column[rows], share, kind[rows]))
        deals.append(np.flatnonzero(counts))
    if len(results) == 1:
        return results[0], deals[0], part
    none = Results(np.zeros(0), np.zeros(0), column[:0], np.zeros((0, column.shape[1])), kind[:0])
    stacked = Results(*map(np.concatenate, zip(none, *results, strict=True)))
    return stacked, np.concatenate([np.zeros(0, np.int64), *deals]), part


class RoleResults(NamedTuple):
    """The results of deals for a mixed model whose effects are players in their roles.

    `roles` are those of RATED_ROLES that occur: the columns of the model are all of them of the first player, then of
    the second, and so on. `unit_factor`, (roles,): the base units that an effect of 1 in a role brings its player in a
    deal in that role. `deals`, (players,): how many deals.
    `kinds`: how many kinds of deals there are. `deal`, (results,): the index of the deal of each result in `seats`.
    """

    seats: DealsBySeat
    roles: list[str]
    unit_factor: Floats
    deals: Ints
    results: Results
    kinds: int
    deal: Ints

    @property
    def players(self) -> list[str]:
        """The players whose effects the model has."""
        return self.seats.players

    def sums(self) -> Sums:
        """The sufficient statistics of these results."""
        return Sums.of(self.results, len(self.players) * len(self.roles), self.kinds)

    def effects(self, factor: float) -> Fit:
        """The effects of all players in each role; by the form of evenings `factor` deals tell as much as one."""
        return fit(self.sums().scaled(1 / factor), max(len(self.roles), 1), self.kinds)


def role_results(seats: DealsBySeat) -> RoleResults:
    """The results of these deals, with a column for each player in each role that occurs."""
    taken = seats.player != NOBODY
    size = len(seats.players)
    held = np.bincount(seats.role[taken], minlength=len(RATED_ROLES))
    present = np.flatnonzero(held)
    index = np.zeros(len(RATED_ROLES) + 1, np.int32)  # NOBODY, which is -1, has the last
    index[present] = np.arange(len(present))
    column = np.where(taken, seats.player * np.int32(len(present)) + index[seats.role], np.int32(NOBODY))
    kinds, kind = np.unique((seats.variant * 8 + taken.sum(axis=1)) * 2 + seats.solo, return_inverse=True)
    kind_of_deal = np.where(seats.nobody_called, NOBODY, kind)
    results, of_deal, share = side_results(column, seats.side, seats.units, kind_of_deal)
    brought = np.bincount(seats.role[taken], (np.abs(seats.units) * share)[taken], len(RATED_ROLES))
    return RoleResults(
        seats,
        [RATED_ROLES[role] for role in present],
        ratio(brought, held)[present],
        np.bincount(seats.player[taken], minlength=size),
        results,
        len(kinds),
        of_deal,
    )


def units_per_result(deals: RoleResults) -> Floats:
    """By how many base units each seat moves when a result moves by 1, (results, seats).

    A seat moves by the mean of |units| of its role in that kind of deal / the mean of |result|, which holds for even
    deals and for variants that pay unevenly too; by a negative figure on the other side of two. Where there are several
    sides, a result moves its own side alone: the others have results of their own.
    """
    column, share, roles = deals.results.column, deals.results.share, len(deals.roles)
    moves = (share > 0) | ((column >= 0) & (deals.results.weight == 1)[:, None])
    rows, seats = np.nonzero(moves)
    cell = deals.results.kind[rows] * roles + column[rows, seats] % max(roles, 1)
    cell[deals.results.kind[rows] < 0] = deals.kinds * roles  # nobody called
    got = np.bincount(cell, np.abs(deals.seats.units[deals.deal[rows], seats]))
    results = np.bincount(cell, np.abs(deals.results.gain[rows]))
    factor = np.zeros(share.shape)
    factor[moves] = np.nan_to_num(ratio(got, results))[cell] * np.sign(share[moves])
    return factor


def base_payouts(frames: Frames) -> pd.DataFrame:
    """The payouts in base units, in whatever the frames are measured; 0 where there is no stake."""
    recorded = frames.columns.recorded[frames.columns.paid]
    return frames.payouts.assign(units=base_units(recorded, frames.payouts["stake"].to_numpy()))
