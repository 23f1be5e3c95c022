"""Records as columns of numbers, before they become frames, and the check that every record is possible.

The check comes before anything is summed, so that a flipped byte of the file changes no figure in silence. Only
`scorer check` sees a change that is possible in itself, such as another person in a seat.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property, lru_cache
from operator import attrgetter
from typing import Any, Self

import numpy as np
import numpy.typing as npt
import pandas as pd

from scorer.errors import DamagedError
from scorer.frames.side_facts import SideNumbers, side_numbers, units_due
from scorer.match.deal_reading import keeps_sides
from scorer.rule_files import frozen_variant
from scorer.rules.bid import Bid
from scorer.rules.cards import HALF, REACHABLE
from scorer.rules.carry import MOST_TIMES
from scorer.rules.kinds import (
    CALLER,
    CONTRACT_OUTCOMES,
    DEAL,
    DEFENDER,
    FAILED,
    MADE,
    MOVES_UNITS,
    OUTCOMES,
    PARTNER,
    PENALTY,
    ROLES,
    SIDE,
    SOLO,
    Outcome,
)
from scorer.rules.variant import BY_COUNT, Variant

Ints = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.int64] | npt.NDArray[np.float64]
Whole = npt.NDArray[np.signedinteger]  # of any size
Flags = npt.NDArray[np.bool_]

# Closed vocabularies: a word's code is its place here. Sorted, as the categories of every frame are.
KIND_WORDS, OUTCOME_WORDS, ROLE_WORDS = (tuple(sorted(words)) for words in (MOVES_UNITS, OUTCOMES, ROLES))
KIND_CODES, OUTCOME_CODES, ROLE_CODES = (
    {word: code for code, word in enumerate(words)} for words in (KIND_WORDS, OUTCOME_WORDS, ROLE_WORDS)
)
# The role at a seat without another one: defender in a deal, elsewhere the kind of the record.
_ROLE_OF_KIND = np.array([ROLE_CODES.get(kind, ROLE_CODES[DEFENDER]) for kind in KIND_WORDS], np.int8)
BLOCK = 100_000  # records that are verified together: a million of them would take 150 MB
_NOTHING = 2**40  # units that nobody has
# The units of seven seats times these weights sum up to one number, which hardly any other units give.
_WEIGHTS = np.array([0, 7_919, 104_729, 1_299_709, 15_485_863, 179_424_673, 2_038_074_743, 22_801_763_489])
_BITS = 2 ** np.arange(7, dtype=np.uint8)  # a bit for each seat
_CAN_BE_COUNTED = np.isin(np.arange(256), list(REACHABLE))
_BOTH = np.stack([np.ones(7, np.int64), _WEIGHTS[1:]], axis=1)
# By the bits of the seats where somebody was paid: how many, and the sum of their weights.
_PLAYERS, _WEIGHT_OF = ((np.arange(2**7)[:, None] & _BITS > 0).astype(np.int64) @ _BOTH).T


@dataclass(frozen=True, eq=False)
class Columns:
    """The live records that moved units, in the order of matches, then number: a row each, seats side by side.

    `match` is the row of the match among the matches. `kind` and `outcome` are codes (outcome -1 outside deals), `bid`
    the place in `bids` (-1 without a caller). `variants` are those of the scorebook by their labels, with the one that
    is shipped under the name of each. `dealer`, `caller` and `partner` are seat numbers, 0 for nobody. `seats` holds
    ids of players, 0 for nobody; `units`, as measured, and `recorded`, as they were written, count where `paid`.
    `side_fact` is the place in `side_texts` of the facts of a deal of sides, -1 for others. `names` are the players'
    names by id, merged players under the name of their target.

    As they are read, what the tables keep within bounds is in small integers: half the memory of a million deals.
    `times` is not, so that units times anything are int64.
    """

    deal_id: Ints
    match: Ints
    number: Ints
    kind: Whole
    dealer: Whole
    caller: Whole
    partner: Whole
    bid: Whole
    target: Whole
    card_points: Whole
    outcome: Whole
    slam: Flags
    times: Ints
    seats: Whole
    units: Whole | Numbers
    recorded: Whole
    paid: Flags
    side_fact: Whole
    bids: Sequence[str]
    side_texts: tuple[str, ...]
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
        if self.side_texts:
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
        if self.side_texts:
            nobody_called = self.is_deal & (self.caller == 0)
            won = self.recorded.max(axis=1, initial=0, where=self.paid)
            stake[nobody_called] = (won // np.maximum(self.sides.lost[self.side_fact], 1))[nobody_called]
        return stake

    @cached_property
    def sides(self) -> SideNumbers:
        """The facts of the deals of sides, as numbers."""
        return side_numbers(self.side_texts)

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
    def player_codes(self) -> Whole:
        """The place among `players`, by the id of a player; -1 for id 0 and for a player without units or deals."""
        place = {name: code for code, name in enumerate(self.players)}
        codes = np.full(max(self.names, default=0) + 1, -1, np.min_scalar_type(-len(place) - 1))
        for player, name in self.names.items():
            codes[player] = place.get(name, -1)
        return codes

    def at(self, table: npt.NDArray[Any], seat: Whole) -> npt.NDArray[Any]:
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


def verify(columns: Columns, variants: Sequence[tuple[str, str]], of_match: Ints) -> None:
    """Raise DamagedError unless every record is possible: seats, sums, outcomes, and the units that are due.

    `variants` are names and texts, `of_match` the place of each match's variant among them.
    """
    same = (columns.match[1:] == columns.match[:-1]) & (columns.number[1:] == columns.number[:-1])
    if same.any():
        raise DamagedError
    for begin in range(0, len(columns.match), BLOCK):
        _verify_block(columns.taken(slice(begin, begin + BLOCK)), variants, of_match)


def _verify_block(columns: Columns, variants: Sequence[tuple[str, str]], of_match: Ints) -> None:
    """The same of some of the records, without regard to those beside them."""
    deal = np.equal(columns.kind, KIND_CODES[DEAL])
    highest = max(columns.names, default=0)
    if columns.seats.min(initial=0) < 0 or columns.seats.max(initial=0) > highest:  # -1 would mean the last player
        raise DamagedError
    known = np.zeros(highest + 1, bool)
    known[[0, *columns.names]] = True
    variant = of_match[columns.match]
    of_sides, called = _of_sides(deal, variants, variant)
    sums, weighed = (columns.recorded @ _BOTH).T
    sound = (
        np.where(deal, sums == 0, (columns.kind != KIND_CODES[PENALTY]) | (sums <= 0))
        & (columns.kind < len(KIND_WORDS))
        & (columns.times >= 1)
        & (columns.times <= MOST_TIMES)
        & (columns.number >= 1)
        & (deal == (columns.outcome >= 0))
        & (called == (columns.caller > 0))
        & (called == (columns.bid >= 0))
        & (of_sides == (columns.side_fact >= 0))
        & ((columns.dealer == 0) | (columns.at(columns.seats, columns.dealer) > 0))
    )
    if not known.take(columns.seats).all() or not sound.all() or (columns.paid & (columns.seats == 0)).any():
        raise DamagedError
    other = np.ones(len(deal), bool)  # most tables are that of the record before, and looked at once
    other[1:] = np.logical_or.reduce(columns.seats.T[:, 1:] != columns.seats.T[:, :-1])
    tables = np.sort(columns.seats[other], axis=1)
    if ((tables[:, 1:] == tables[:, :-1]) & (tables[:, 1:] > 0)).any():  # somebody sits twice
        raise DamagedError
    if of_sides.any() and not _sides_are_paid(columns, np.flatnonzero(of_sides), variants, variant):
        raise DamagedError
    by_contract = deal & ~of_sides
    rows = slice(None) if by_contract.all() else np.flatnonzero(by_contract)
    if not by_contract.any():
        return
    if not (_outcomes_follow(columns, rows) and _paid_what_is_due(columns, rows, weighed, variants, variant)):
        raise DamagedError


def _of_sides(deal: Flags, variants: Sequence[tuple[str, str]], variant: Ints) -> tuple[Flags, Flags]:
    """Which deals have sides of their own, and which have a caller; `variant` is the place of each in `variants`."""
    frozen = [frozen_variant(*variant) for variant in variants]
    if not any(map(keeps_sides, frozen)):
        return np.zeros(len(deal), bool), deal
    tells, calls = (np.array(list(map(asked, frozen)), bool) for asked in (keeps_sides, attrgetter("has_auction")))
    return deal & tells[variant], deal & calls[variant]


def _sides_are_paid(columns: Columns, rows: Ints, variants: Sequence[tuple[str, str]], variant: Ints) -> bool:
    """Whether the sides, winners, outcomes and units of these deals follow from what was said at the table."""
    paid, side_fact = columns.paid[rows], columns.side_fact[rows]
    met, place = ways(
        variant[rows], side_fact, paid @ _BITS, columns.caller[rows], columns.bid[rows],
        columns.card_points[rows], columns.outcome[rows], columns.slam[rows],
    )  # fmt: skip
    bids = [*columns.bids, ""]  # the last for none
    asked = [
        units_due(
            variants[at], columns.side_texts[text], seats, caller, bids[bid], count, OUTCOME_WORDS[ended], slam > 0
        )
        for at, text, seats, caller, bid, count, ended, slam in met
    ]
    if None in asked:
        return False
    expected = np.array(asked, np.int64)[place]
    units = expected[:, :-1] * columns.times[rows][:, None]
    right: Flags = (units == columns.recorded[rows] * paid).all(axis=1)
    right &= (expected[:, -1] == columns.target[rows]) & ((columns.sides.side[side_fact] >= 0) == paid).all(axis=1)
    return bool((right & (columns.partner[rows] == 0)).all())


def _outcomes_follow(columns: Columns, rows: Ints | slice) -> bool:
    """Whether the counts of these deals, where somebody counted, give their outcomes."""
    target, count, outcome = columns.target[rows], columns.card_points[rows], columns.outcome[rows]
    made = outcome == OUTCOME_CODES[MADE]
    # Neither made nor failed is even.
    follows = (made == (count >= target)) & (made | (outcome == OUTCOME_CODES[FAILED]) | (count == HALF))
    return bool(((follows & _CAN_BE_COUNTED[count]) | (count < 0)).all())


def _paid_what_is_due(
    columns: Columns, rows: Ints | slice, weighed: Ints, variants: Sequence[tuple[str, str]], variant: Ints
) -> bool:
    """Whether the units and the target of these deals follow from their facts under the frozen variant."""
    caller, partner, seats = columns.caller[rows], columns.partner[rows], (columns.paid @ _BITS)[rows]
    by_count = np.array([frozen_variant(*frozen).win.worth in BY_COUNT for frozen in variants], bool)[variant[rows]]
    met, place = ways(
        variant[rows], columns.bid[rows], columns.outcome[rows], np.where(by_count, columns.card_points[rows], -1),
        columns.slam[rows], _PLAYERS[seats], partner == 0,
    )  # fmt: skip
    due = [_due(*variants[at], columns.bids[bid], OUTCOME_WORDS[ended], *more) for at, bid, ended, *more in met]
    calls, helps, defends, target = np.array(due, np.int64).reshape(-1, 4).T
    expected = defends[place] * _WEIGHT_OF[seats] + (calls - defends)[place] * _WEIGHTS[caller]
    expected += (helps - defends)[place] * _WEIGHTS[partner]  # 0 where nobody helps
    right: Flags = (expected * columns.times[rows] == weighed[rows]) & (target[place] == columns.target[rows])
    return bool(right.all())


@lru_cache(maxsize=16384)
def _due(
    name: str, text: str, bid: str, outcome: str, count: int, slam: int, players: int, solo: int
) -> tuple[int, int, int, int]:
    """The units of caller, partner and a defender before the carry, and the target; _NOTHING for an impossible deal.

    The `count` is -1 where nobody counted, and where it does not say what the deal is worth.
    """
    variant = frozen_variant(name, text)
    won = _bids(name, text).get(bid)
    table = variant.shares.get(players)
    ended = Outcome(outcome)
    shares = table.shares(ended, solo=bool(solo)) if table and won and ended in CONTRACT_OUTCOMES else None
    if won is None or shares is None or (count < 0 and variant.win.needs_count(ended)):
        return _NOTHING, _NOTHING, _NOTHING, _NOTHING
    worth = variant.worth(won, slam=bool(slam), count=None if count < 0 else count)
    return *shares.scaled(worth), won.target


@lru_cache(maxsize=64)
def _bids(name: str, text: str) -> dict[str, Bid]:
    """The bids of a variant as they are written."""
    return {str(bid): bid for bid in frozen_variant(name, text).auction.bids}
