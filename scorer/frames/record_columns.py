"""Records as columns of numbers, before they become frames."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any, Self

import numpy as np
import numpy.typing as npt
import pandas as pd

from scorer.frames.side_facts import SideNumbers, side_numbers
from scorer.rules.deal_facts import Facts
from scorer.rules.kinds import (
    CALLER,
    DEAL,
    DEFENDER,
    MOVES_UNITS,
    OUTCOMES,
    PARTNER,
    ROLES,
    SIDE,
    SOLO,
)
from scorer.rules.variant import Variant

Ints = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.int64] | npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

# Closed vocabularies: a word's code is its place here. Sorted, as the categories of every frame are.
KIND_WORDS, OUTCOME_WORDS, ROLE_WORDS = (tuple(sorted(words)) for words in (MOVES_UNITS, OUTCOMES, ROLES))
KIND_CODES, OUTCOME_CODES, ROLE_CODES = (
    {word: code for code, word in enumerate(words)} for words in (KIND_WORDS, OUTCOME_WORDS, ROLE_WORDS)
)
# The role at a seat without another one: defender in a deal, elsewhere the kind of the record.
_ROLE_OF_KIND = np.array([ROLE_CODES.get(kind, ROLE_CODES[DEFENDER]) for kind in KIND_WORDS], np.int8)


@dataclass(frozen=True, eq=False)
class Columns:
    """The live records that moved units, in the order of matches, then number: a row each, seats side by side.

    `match` is the row of the match among the matches. `kind` and `outcome` are codes (outcome -1 outside deals), `bid`
    the place in `bids` (-1 without a caller). `variants` are those of the scorebook by their labels, with the one that
    is shipped under the name of each. `dealer`, `caller` and `partner` are seat numbers, 0 for nobody. `seats` holds
    ids of players, 0 for nobody; `units`, as measured, and `recorded`, as they were written, count where `paid`.
    `deals` is how many a paper sheet holds, 0 where it does not say it, and of other records.
    `side_fact` is the place in `side_facts` of those of a deal of sides, -1 for others. `names` are the players'
    names by id, merged players under the name of their target.
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
    deals: Ints
    seats: Ints
    units: Numbers
    recorded: Ints
    paid: Flags
    side_fact: Ints
    bids: Sequence[str]
    side_facts: tuple[Facts, ...]
    variants: Mapping[str, Variant]
    names: Mapping[int, str]

    def taken(self, rows: Ints | Flags | slice) -> Self:
        """These rows alone, in this order."""
        if isinstance(rows, np.ndarray) and rows.dtype == bool:
            rows = np.flatnonzero(rows)
        taken: dict[str, Any] = {
            field.name: column[rows]
            for field in fields(self)
            if isinstance(column := getattr(self, field.name), np.ndarray)
        }
        if self.recorded is self.units:
            taken["recorded"] = taken["units"]
        return replace(self, **taken)

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
        if self.side_facts:
            roles[self.is_deal & (self.caller == 0)] = ROLE_CODES[SIDE]
        return roles

    @cached_property
    def stake(self) -> Ints:
        """The units, as recorded, that one defender pays or gets; 0 for an even deal and outside deals.

        Without a caller: the units that a winner gets from each of the losing sides.
        """
        defends = self.paid & (self.roles == ROLE_CODES[DEFENDER])
        seat = defends.argmax(axis=1)
        units = np.abs(np.take_along_axis(self.recorded, seat[:, None], axis=1)[:, 0])
        stake = np.where(defends.any(axis=1), units, 0).astype(np.int64)
        if self.side_facts:
            nobody_called = self.is_deal & (self.caller == 0)
            won = self.recorded.max(axis=1, initial=0, where=self.paid)
            stake[nobody_called] = (won // np.maximum(self.sides.lost[self.side_fact], 1))[nobody_called]
        return stake

    @cached_property
    def sides(self) -> SideNumbers:
        """The facts of the deals of sides, as numbers."""
        return side_numbers(self.side_facts)

    @cached_property
    def players(self) -> tuple[str, ...]:
        """The players who got units or dealt, sorted by name."""
        met = np.zeros(max(self.names, default=0) + 1, bool)
        for seat, paid in zip(self.seats.T, self.paid.T, strict=True):
            met[seat[paid]] = True
        met[self.at(self.seats, self.dealer)] = True
        met[0] = False  # nobody
        return tuple(sorted(set(map(self.names.__getitem__, np.flatnonzero(met).tolist()))))

    @cached_property
    def player_codes(self) -> Ints:
        """The place among `players`, by the id of a player; -1 for id 0 and for a player without units or deals."""
        place = {name: code for code, name in enumerate(self.players)}
        codes = np.full(max(self.names, default=0) + 1, -1)
        for player, name in self.names.items():
            codes[player] = place.get(name, -1)
        return codes

    def at(self, table: npt.NDArray[Any], seat: Ints) -> npt.NDArray[Any]:
        """The entry of `table` (rows by seats) in the given seat of each row; 0 where the seat is 0."""
        there = table[np.arange(len(table)), seat - 1]  # of seat 0 the last one's
        return np.where(seat > 0, there, 0)


def ways(*facts: npt.NDArray[np.integer | np.bool_]) -> tuple[list[list[int]], npt.NDArray[np.int64]]:
    """The combinations of facts that occur, in order of first appearance, and for each row the place of its own.

    Every fact is a column of whole numbers, or of flags, which come back as 0 and 1.
    """
    numbers = [np.asarray(fact, np.int64) for fact in facts]
    lows = [int(column.min(initial=0)) for column in numbers]
    shape = [int(column.max(initial=0)) - low + 1 for column, low in zip(numbers, lows, strict=True)]
    whole = np.ravel_multi_index([column - low for column, low in zip(numbers, lows, strict=True)], shape)
    place, met = pd.factorize(whole)
    return (np.column_stack(np.unravel_index(met, shape)) + lows).tolist(), place.astype(np.int64, copy=False)
