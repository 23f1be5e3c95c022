"""The deals of payouts as tables of numbers: a row a deal, a column a seat; and what each side of a deal got."""

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

from scorer.frames.columns import Flags, Ints
from scorer.rules.kinds import CALLED, DEAL_ROLES, DEFENDER, PARTNER, SIDE, SOLO
from scorer.stats.ridge import Results
from scorer.stats.tallies import Floats, codes, is_one_of, runs, words

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
        return Seats(
            players=self.players,
            player=self.player[rows],
            role=self.role[rows],
            side=self.side[rows],
            units=self.units[rows],
            variant=self.variant[rows],
            nobody_called=self.nobody_called[rows],
            solo=self.solo[rows],
            match=self.match[rows],
            day=self.day[rows],
        )


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
