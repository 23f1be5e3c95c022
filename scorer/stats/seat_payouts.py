"""The deals of payouts as tables of numbers: a row a deal, a column a seat; what each side got, and what follows of it.

A deal between two sides has one result, and everybody's base units are that result times a figure of the kind of deal
and the role: a caller with a partner gets 2 of it, a defender 1. Of more sides each has a result of its own.
"""

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

from scorer.frames import Frames, base_units
from scorer.frames.record_columns import Flags, Ints
from scorer.rules.kinds import CALLED, DEAL_ROLES, DEFENDER, PARTNER, SIDE, SOLO
from scorer.stats.models.arrays import Floats, codes, is_one_of, ratio, runs, words
from scorer.stats.models.mixed_model import Results, Sums

RATED_ROLES: Final = ("caller", PARTNER, DEFENDER, SIDE)  # a caller without a partner is one too
NOBODY: Final = -1
TWO: Final = 2  # sides, of which one tells what the other got
_ROLE: Final = dict.fromkeys(CALLED, 0) | {PARTNER: 1, DEFENDER: 2, SIDE: 3}

Places = npt.NDArray[np.int32]
Letters = npt.NDArray[np.int8]


class Seats(NamedTuple):
    """By deal and seat: `player` (its place in `players`), `role` (in RATED_ROLES), `side` and `units`.

    A seat without a player has NOBODY. By deal: its `variant`, whether `nobody_called`, whether somebody called `solo`,
    its `match` and `day`.
    """

    players: list[str]
    player: Places
    role: Letters
    side: Letters
    units: Floats
    variant: Ints
    nobody_called: Flags
    solo: Flags
    match: Ints
    day: "np.ndarray[tuple[int], np.dtype[np.datetime64]]"

    def taken(self, rows: Flags) -> "Seats":
        """These deals alone."""
        return Seats._make([self.players, *(column[rows] for column in self[1:])])


def seated(payouts: pd.DataFrame) -> Seats:
    """The deals of payouts; what is no deal is left out."""
    played = is_one_of(payouts["role"], *DEAL_ROLES)
    rows = slice(None) if played.all() else np.flatnonzero(played)
    deal, begins = runs(payouts["deal_id"].to_numpy()[rows])
    in_role = payouts["role"].iloc[rows]
    role_of_word = np.array([*(_ROLE.get(word, 0) for word in words(in_role)), 0], np.int8)
    seat = np.arange(len(deal)) - begins[deal]
    shape = len(begins), int(seat.max(initial=0)) + 1

    def by_seat(cells: npt.NDArray[Any], kind: type[np.generic], empty: int) -> npt.NDArray[Any]:
        table = np.full(shape, empty, kind)
        table[deal, seat] = cells
        return table

    return Seats(
        players=words(payouts["player"]),
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


def side_results(who: Places, side: Letters, units: Floats, kind: Ints) -> tuple[Results, Ints, Floats]:
    """A result for each deal between two sides, for each side of any other; their deals; and the part of each seat.

    What k sides brought is known from k - 1 of them: so all of theirs weigh as much together. The part of a seat is
    that in the strength of its own side.
    """
    letters = range(int(side.max(initial=NOBODY)) + 1)
    on = [side == letter for letter in letters]
    sizes = [mine.sum(axis=1) for mine in on]
    sides = sum((size > 0 for size in sizes), np.zeros(len(side), np.int64))
    last, part = side.max(axis=1, initial=NOBODY), np.zeros(side.shape)
    found, deals = [], []
    several = sides > TWO
    for letter, mine, size in zip(letters, on, sizes, strict=True):
        part += mine / np.maximum(size, 1)[:, None]
        counts = (size > 0) & (several | (last == letter))
        if not counts.any():
            continue
        row = slice(None) if counts.all() else np.flatnonzero(counts)  # mostly all: nothing is copied
        own, others = mine[row], (side[row] >= 0) & ~mine[row]
        share = own / size[row, None] - others / np.maximum(others.sum(axis=1, keepdims=True), 1)
        weight = np.where(several[row], 1 - 1 / sides[row], 1.0)
        found.append(Results((units[row] * own).sum(axis=1) / size[row], weight, who[row], share, kind[row]))
        deals.append(np.flatnonzero(counts))
    if len(found) == 1:
        return found[0], deals[0], part
    none = Results(np.zeros(0), np.zeros(0), who[:0], np.zeros((0, who.shape[1])), kind[:0])
    results = Results(*map(np.concatenate, zip(none, *found, strict=True)))
    return results, np.concatenate([np.zeros(0, np.int64), *deals]), part


class Seen(NamedTuple):
    """The deals at some seats as results, and whose they are.

    `roles` are those of RATED_ROLES that occur; the columns of the results are all of them of the first of `players`,
    then of the second. `worth` is what a deviation of 1 in a role brings its player in a deal in that role, `held` the
    share of that role in all seats. `deals` by player; `deal` is the place of each result's among all.
    """

    seats: Seats
    roles: list[str]
    worth: Floats
    held: Floats
    deals: Ints
    results: Results
    kinds: int
    deal: Ints

    @property
    def players(self) -> list[str]:
        """Whose columns the results have."""
        return self.seats.players

    def sums(self, rows: Flags | None = None) -> Sums:
        """What a fit needs of these results; None: of all."""
        results = self.results if rows is None else self.results.taken(rows)
        return Sums.of(results, len(self.players) * len(self.roles), self.kinds)


def seen(seats: Seats) -> Seen:
    """The deals at these seats, as results."""
    there = seats.player != NOBODY
    size = len(seats.players)
    held = np.bincount(seats.role[there], minlength=len(RATED_ROLES))
    present = np.flatnonzero(held)
    place = np.zeros(len(RATED_ROLES) + 1, np.int32)  # NOBODY, which is -1, has the last
    place[present] = np.arange(len(present))
    column = seats.player * np.int32(len(present)) + place[seats.role]
    who = np.where(there, column, np.int32(NOBODY))
    kinds, kind = np.unique((seats.variant * 8 + there.sum(axis=1)) * 2 + seats.solo, return_inverse=True)
    results, of_deal, share = side_results(who, seats.side, seats.units, np.where(seats.nobody_called, NOBODY, kind))
    worth = np.bincount(seats.role[there], (np.abs(seats.units) * share)[there], len(RATED_ROLES))
    return Seen(
        seats,
        [RATED_ROLES[at] for at in present],
        ratio(worth, held)[present],
        held[present] / max(held.sum(), 1),
        np.bincount(seats.player[there], minlength=size),
        results,
        len(kinds),
        of_deal,
    )


def following(of: Seen) -> Floats:
    """By result (a row) and seat (a column): by how many base units the seat moves when the result moves by 1.

    A seat moves by the mean of |units| of its role in that kind of deal / the mean of |result|, so that even deals and
    variants that pay unevenly are in it; by less than 0 on the other side of two. Of several sides the others do not
    move with a result: they have their own.
    """
    who, share = of.results.who, of.results.share
    follows = (share > 0) | ((who >= 0) & (of.results.weight == 1)[:, None])
    rows, seats = np.nonzero(follows)
    kind = of.results.kind[rows] * len(of.roles) + who[rows, seats] % max(len(of.roles), 1)
    kind[of.results.kind[rows] < 0] = of.kinds * len(of.roles)  # nobody called
    got = np.bincount(kind, np.abs(of.seats.units[of.deal[rows], seats]))
    moved = np.bincount(kind, np.abs(of.results.gain[rows]))
    by = np.zeros(share.shape)
    by[follows] = np.nan_to_num(ratio(got, moved))[kind] * np.sign(share[follows])
    return by


def base_payouts(frames: Frames) -> pd.DataFrame:
    """The payouts in base units, however the frames are measured; 0 without a stake."""
    recorded = frames.columns.recorded[frames.columns.paid]
    return frames.payouts.assign(units=base_units(recorded, frames.payouts["stake"].to_numpy()))
