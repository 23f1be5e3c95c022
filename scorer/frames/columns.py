"""Records as columns of numbers, before they become frames."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any, Self

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.int64] | npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Auction = Mapping[str, tuple[int, int, bool]]  # what each bid of a variant, as written, sorts by

# Closed vocabularies: a word's code is its place here. Sorted, as the categories of every frame are.
KINDS = ("adjustment", "deal", "penalty", "sheet")
OUTCOMES = ("even", "failed", "made")
ROLES = ("adjustment", "caller", "defender", "partner", "penalty", "sheet", "solo")
DEAL = KINDS.index("deal")
CALLER, PARTNER, SOLO, DEFENDER = (ROLES.index(role) for role in ("caller", "partner", "solo", "defender"))
PENALTY = ROLES.index("penalty")
_ROLE_OF_KIND = np.array([DEFENDER if kind == "deal" else ROLES.index(kind) for kind in KINDS], np.int8)


@dataclass(frozen=True, eq=False)
class Columns:
    """The live records that moved units, in the order of on, match_id, number: a row each, seats side by side.

    `match` is the row of the match among the matches. `kind` and `outcome` are codes (outcome -1 outside deals),
    `bid` the place in `bids` (-1 outside deals); `auctions` has the order of every variant, by its label. `dealer`,
    `caller` and `partner` are seat numbers, 0 for nobody. `seats` holds ids of players, 0 for nobody; `units`, as
    measured, and `recorded`, as they were written, count where `paid`.
    `names` are the players' names by id, merged players under the name of their target.
    """

    deal_id: Ints
    match: Ints
    number: Ints
    kind: Ints
    dealer: Ints
    caller: Ints
    partner: Ints
    bid: Ints
    target: Ints
    card_points: Ints
    outcome: Ints
    slam: Flags
    times: Ints
    seats: Ints
    units: Numbers
    recorded: Ints
    paid: Flags
    bids: Sequence[str]
    auctions: Mapping[str, Auction]
    names: Mapping[int, str]

    def taken(self, rows: Ints | Flags) -> Self:
        """These rows alone, in this order."""
        columns = {field.name: getattr(self, field.name) for field in fields(self)}
        taken: dict[str, Any] = {name: kept[rows] for name, kept in columns.items() if isinstance(kept, np.ndarray)}
        return replace(self, **taken)

    def in_order(self) -> Self:
        """The same rows in the order of match and number."""
        ascending = self.match[1:] - self.match[:-1]
        if ((ascending > 0) | ((ascending == 0) & (self.number[1:] > self.number[:-1]))).all():
            return self
        return self.taken(np.lexsort((self.number, self.match)))

    @cached_property
    def is_deal(self) -> Flags:
        """Whether the record is a deal."""
        return np.equal(self.kind, DEAL)

    @cached_property
    def roles(self) -> npt.NDArray[np.int8]:
        """The code of the role at every seat, whether paid or not."""
        roles = np.repeat(_ROLE_OF_KIND[self.kind], self.seats.shape[1]).reshape(self.seats.shape)
        for seat, role in ((self.caller, np.where(self.partner, CALLER, SOLO)), (self.partner, PARTNER)):
            there = np.flatnonzero(seat)
            roles[there, seat[there] - 1] = role if isinstance(role, int) else role[there]
        return roles

    @cached_property
    def stake(self) -> Ints:
        """What one defender pays or gets, in units as recorded; 0 for an even deal and outside deals."""
        defends = self.paid & (self.roles == DEFENDER)
        seat = defends.argmax(axis=1)
        units = np.abs(np.take_along_axis(self.recorded, seat[:, None], axis=1)[:, 0])
        return np.where(defends.any(axis=1), units, 0).astype(np.int64)

    @cached_property
    def players(self) -> tuple[str, ...]:
        """Who got units or dealt, sorted by name."""
        met = np.zeros(max(self.names, default=0) + 1, bool)
        met[self.seats[self.paid]] = True
        met[self.player_at(self.dealer)] = True
        return tuple(sorted({self.names[player] for player in np.flatnonzero(met).tolist() if player}))

    @cached_property
    def player_codes(self) -> Ints:
        """The place of a player among `players`, by id; -1 for id 0 and for who did not occur."""
        place = {name: code for code, name in enumerate(self.players)}
        codes = np.full(max(self.names, default=0) + 1, -1, np.int64)
        for player, name in self.names.items():
            codes[player] = place.get(name, -1)
        return codes

    def player_at(self, seat: Ints) -> Ints:
        """The id of the player in this seat of each row; 0 where the seat is 0."""
        there = np.take_along_axis(self.seats, np.maximum(seat, 1)[:, None] - 1, axis=1)[:, 0]
        return np.where(seat > 0, there, 0)
