"""Records as columns of numbers, before they become frames."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from scorer.rules.kinds import CALLER, DEAL, DEFENDER, MOVES_UNITS, OUTCOMES, PARTNER, ROLES, SOLO

Ints = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.int64] | npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Auction = Mapping[str, tuple[int, int, bool]]  # what each bid of a variant, as written, sorts by

# Closed vocabularies: a word's code is its place here. Sorted, as the categories of every frame are.
KIND_WORDS, OUTCOME_WORDS, ROLE_WORDS = (tuple(sorted(words)) for words in (MOVES_UNITS, OUTCOMES, ROLES))
KIND_CODES, OUTCOME_CODES, ROLE_CODES = (
    {word: code for code, word in enumerate(words)} for words in (KIND_WORDS, OUTCOME_WORDS, ROLE_WORDS)
)
# At a seat without another role: a defender of a deal, elsewhere what the record is.
_ROLE_OF_KIND = np.array([ROLE_CODES.get(kind, ROLE_CODES[DEFENDER]) for kind in KIND_WORDS], np.int8)


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
        taken: dict[str, Any] = {
            field.name: column[rows]
            for field in fields(self)
            if isinstance(column := getattr(self, field.name), np.ndarray)
        }
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
        return np.equal(self.kind, KIND_CODES[DEAL])

    @cached_property
    def roles(self) -> npt.NDArray[np.int8]:
        """The code of the role at every seat, whether paid or not."""
        roles = np.repeat(_ROLE_OF_KIND[self.kind], self.seats.shape[1]).reshape(self.seats.shape)
        calls, helps = np.flatnonzero(self.caller), np.flatnonzero(self.partner)
        alone = self.partner[calls] == 0
        roles[calls, self.caller[calls] - 1] = np.where(alone, ROLE_CODES[SOLO], ROLE_CODES[CALLER])
        roles[helps, self.partner[helps] - 1] = ROLE_CODES[PARTNER]
        return roles

    @cached_property
    def stake(self) -> Ints:
        """What one defender pays or gets, in units as recorded; 0 for an even deal and outside deals."""
        defends = self.paid & (self.roles == ROLE_CODES[DEFENDER])
        seat = defends.argmax(axis=1)
        units = np.abs(np.take_along_axis(self.recorded, seat[:, None], axis=1)[:, 0])
        return np.where(defends.any(axis=1), units, 0).astype(np.int64)

    @cached_property
    def players(self) -> tuple[str, ...]:
        """Who got units or dealt, sorted by name."""
        met = np.zeros(max(self.names, default=0) + 1, bool)
        met[self.seats[self.paid]] = True
        met[self.player_at(self.dealer)] = True
        met[0] = False  # nobody
        return tuple(sorted(set(map(self.names.__getitem__, np.flatnonzero(met).tolist()))))

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
