"""Matches as they would stand under another payout table: units again from the facts of every deal.

The few ways in which deals ended are asked of the rules, and not the many deals; a million of them are a few thousand.
"""

from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import numpy as np
import pandas as pd
from sqlalchemy import select
from sqlmodel import Session

from db.columns import SEAT_NUMBERS
from scorer.errors import NotFoundError
from scorer.frames.building import Frames
from scorer.frames.columns import KIND_CODES, OUTCOME_CODES, OUTCOME_WORDS, Columns, Flags, Ints, ways
from scorer.frames.reading import RECORD
from scorer.frames.telling import read_telling
from scorer.rule_files import VARIANTS
from scorer.rules.bid import Bid
from scorer.rules.deal import MOST_TIMES, Deal, Result, outcome_of
from scorer.rules.errors import ScorerError
from scorer.rules.kinds import DEAL, EVEN, REDEALS, SHEET, SIDE_LETTERS, Outcome
from scorer.rules.recount import Why, leaves, recounted, recounted_sides
from scorer.rules.sides import SidesDeal
from scorer.rules.variant import Variant
from scorer.scorebook import rows

WHYS: Final = tuple(Why)
RECOUNTED: Final = -1  # in place of a reason
UNKNOWN: Final = "unknown"  # a deal that may have been even
_LEFT: Final = (DEAL, EVEN, *REDEALS, UNKNOWN)  # what there was before a deal, which leaves it a factor
_LEFT_CODES: Final = {word: code for code, word in enumerate(_LEFT)}
_MOST_STEPS: Final = MOST_TIMES.bit_length()  # so many factors of 2 are more than any deal counts
_NUMBERS: Final = 2**32  # more than records of a match


class Redeals(NamedTuple):
    """Every live redeal, of which frames know nothing: the match, the number, the place of the kind in REDEALS."""

    match_id: Ints
    number: Ints
    kind: Ints


def redeals(session: Session) -> Redeals:
    """Those of the whole scorebook, in no order."""
    query = select(RECORD.match_id, RECORD.number, RECORD.kind)
    query = query.where(RECORD.voided_by.is_(None), RECORD.kind.in_(REDEALS))
    found = [(row.match_id, row.number, REDEALS.index(row.kind)) for row in rows.read(session, query)]
    return Redeals(*np.array(found, np.int64).reshape(-1, 3).T)


def other_table(name: str, frames: Frames) -> Variant:
    """The payout table of this name: shipped, one's own, a file, or one under which something was played, by label.

    Raises NotFoundError, VariantError or UnreadableError.
    """
    frozen = frames.columns.variants.get(name.strip().casefold())
    try:
        return VARIANTS.load(VARIANTS.meant(name))
    except NotFoundError:
        if frozen:
            return frozen
        raise


def other_tables(of: Variant) -> dict[str, Variant]:
    """The tables under which deals of this one may be recounted, by name: those that share its players and auction."""
    found: dict[str, Variant] = {}
    for name in VARIANTS.names():
        try:
            other = VARIANTS.load(name)
        except ScorerError:
            continue  # scorer variant check says what is wrong with it
        alike = (other.has_auction, other.auction.with_bonuses) == (of.has_auction, of.auction.with_bonuses)
        if alike and {*other.player_counts} & {*of.player_counts}:
            found[name] = other
    return found


@dataclass(frozen=True, eq=False)
class Recounted:
    """Matches of one payout table as they were played, and under another: the same records in both.

    `played` and `there` hold the deals that can be recounted, with penalties and adjustments, which stand as they were
    ruled; `there` has the units of the other table. `left_out` are the deals that cannot, `why` the place of the reason
    of each in WHYS. `sheets` paper sheets are in neither: of them nobody knows the deals.
    """

    played: Frames
    there: Frames
    left_out: Frames
    why: Ints
    sheets: int

    @property
    def reasons(self) -> dict[Why, int]:
        """How many deals each reason leaves out, the most first."""
        count = np.bincount(self.why, minlength=len(WHYS)).tolist()
        return dict(sorted(((why, n) for why, n in zip(WHYS, count, strict=True) if n), key=lambda each: -each[1]))


def recount(frames: Frames, other: Variant, redealt: Redeals) -> Recounted:
    """The frames of one league and one variant under another payout table."""
    (label,) = set(frames.matches["variant"])
    columns, of = frames.columns, frames.columns.variants[label]
    deals = np.flatnonzero(columns.is_deal)
    of_deals = columns.taken(deals)
    why, units, left = (_of_contracts if of.has_auction else _of_sides)(of_deals, of, other)
    played_left = np.where(of_deals.outcome == OUTCOME_CODES[EVEN], _LEFT_CODES[EVEN], _LEFT_CODES[DEAL])
    before = _Before(frames, of_deals, redealt)
    times, _ = before.carried(played_left, of)
    here = why == RECOUNTED
    why[here & (times != of_deals.times)] = WHYS.index(Why.TIMES)
    times, known = before.carried(left, other)
    why[(why == RECOUNTED) & ~known] = WHYS.index(Why.CARRY)
    there = np.asarray(columns.units, np.int64).copy()
    there[deals] = units * times[:, None]
    kept = columns.kind != KIND_CODES[SHEET]
    kept[deals] = why == RECOUNTED
    again = replace(columns, units=there, recorded=there)
    out = why != RECOUNTED
    return Recounted(
        played=Frames(frames.matches, columns.taken(kept)),
        there=Frames(frames.matches, again.taken(kept)),
        left_out=Frames(frames.matches, of_deals.taken(out)),
        why=why[out],
        sheets=int((columns.kind == KIND_CODES[SHEET]).sum()),
    )


Found = tuple[Ints, Ints, Ints]  # of each deal the reason or RECOUNTED, the units at every seat, and what it leaves


def _of_contracts(columns: Columns, of: Variant, other: Variant) -> Found:
    met, place = ways(columns.bid, columns.paid.sum(axis=1), columns.partner == 0, columns.card_points,
                      columns.outcome, columns.slam, columns.telling)  # fmt: skip
    bids = {str(bid): bid for bid in of.auction.bids}
    asked = []
    for bid, players, solo, count, ended, slam, told in met:
        bonuses = read_telling(columns.tellings[told]).bonuses if told >= 0 else None
        said = None if count >= 0 else Outcome(OUTCOME_WORDS[ended])
        result = Result(count if count >= 0 else None, said, bool(of.bonuses), bonuses[0] if bonuses else None)
        asked.append(_contract(bids[columns.bids[bid]], players, solo > 0, result, slam > 0, of, other))
    why, caller, partner, defender, left = np.array(asked, np.int64).reshape(-1, 5)[place].T
    units = defender[:, None] * columns.paid
    calls, helps = np.arange(len(why)), np.flatnonzero(columns.partner)
    units[calls, columns.caller - 1] = caller
    units[helps, columns.partner[helps] - 1] = partner[helps]
    return why, units, left


def _contract(bid: Bid, players: int, solo: bool, result: Result, slam: bool, of: Variant, other: Variant) -> list[int]:
    """Of one way: the reason, what caller, partner and a defender get, and what it leaves."""
    names = tuple("1234567"[:players])
    deal = Deal(players=names, caller="1", partner=None if solo else "2", bid=bid, result=result, slam=slam)
    found = recounted(deal, of, other)
    made = outcome_of(bid, result, of) is Outcome.MADE
    left = _LEFT_CODES[leaves(found, made=made) or UNKNOWN]
    return [WHYS.index(found), 0, 0, 0, left] if isinstance(found, Why) else [RECOUNTED, *found.paid, left]


def _of_sides(columns: Columns, of: Variant, other: Variant) -> Found:
    met, place = ways(columns.telling, columns.slam)
    asked = [_sides(columns.tellings[told], slam > 0, of, other) for told, slam in met]
    found = np.array(asked, np.int64).reshape(-1, 2 + len(SEAT_NUMBERS))[place]
    return found[:, 0].copy(), found[:, 2:], found[:, 1]


def _sides(text: str, slam: bool, of: Variant, other: Variant) -> list[int]:
    """Of one way: the reason, what it leaves, and the units at every seat."""
    telling = read_telling(text)
    seats = [str(seat) for seat, letter in zip(SEAT_NUMBERS, telling.sides, strict=False) if letter in SIDE_LETTERS]
    letter_of = dict(zip(map(str, SEAT_NUMBERS), telling.sides, strict=False))
    sides = tuple(tuple(seat for seat in seats if letter_of[seat] == letter) for letter in sorted(
        {letter_of[seat] for seat in seats}))  # fmt: skip
    said = tuple(map(SIDE_LETTERS.index, telling.winners)) if telling.decided else None
    deal = SidesDeal(sides=sides, counts=telling.counts, bonuses=telling.bonuses, said=said,
                     decided=telling.decided or None, slam=slam)  # fmt: skip
    found = recounted_sides(deal, seats, of, other)
    left = _LEFT_CODES[leaves(found) or UNKNOWN]
    if isinstance(found, Why):
        return [WHYS.index(found), left, *[0] * len(SEAT_NUMBERS)]
    return [RECOUNTED, left, *(found.units.get(str(seat), 0) for seat in SEAT_NUMBERS)]


class _Before:
    """Deals and redeals in their order, and what each deal finds left by those before it."""

    def __init__(self, frames: Frames, deals: Columns, redealt: Redeals) -> None:
        row = pd.Index(frames.matches["match_id"]).get_indexer(redealt.match_id)  # -1 for a match that is not here
        inside = np.flatnonzero(row >= 0)
        again = row[inside] * _NUMBERS + redealt.number[inside]
        order = np.argsort(again)
        self._at = np.searchsorted(deals.match * _NUMBERS + deals.number, again[order])
        self._redealt = redealt.kind[inside][order] + _LEFT_CODES[REDEALS[0]]
        self._match = np.insert(deals.match, self._at, row[inside][order])
        self._is_deal = np.insert(np.ones(len(deals.match), bool), self._at, values=False)

    def carried(self, left: Ints, variant: Variant) -> tuple[Ints, Flags]:
        """The factor of each deal under a variant, of what the deals leave; and whether it is known."""
        factors = np.array([variant.after_kind(word).factor if word in {EVEN, *REDEALS} else 1 for word in _LEFT])
        if (factors == 1).all():
            return np.ones(len(left), np.int64), np.ones(len(left), bool)
        kind = np.insert(left, self._at, self._redealt)
        used_up = kind == _LEFT_CODES[DEAL]
        if factors[_LEFT_CODES[EVEN]] == 1:
            used_up |= (kind == _LEFT_CODES[EVEN]) | (kind == _LEFT_CODES[UNKNOWN])
        begins = np.ones(len(kind), bool)
        begins[1:] = used_up[:-1] | (self._match[1:] != self._match[:-1])
        first = np.maximum.accumulate(np.where(begins, np.arange(len(kind)), 0))
        most = variant.cap or MOST_TIMES
        times = (_product if variant.accumulates else _latest)(kind, first, factors, most)
        known = _since(kind == _LEFT_CODES[UNKNOWN], first) == 0
        return times[self._is_deal], known[self._is_deal]


def _since(there: Flags, first: Ints) -> Ints:
    """How many of these there were before each row, since the `first` of its run."""
    before: Ints = np.cumsum(there) - there
    return before - before[first]


def _product(kind: Ints, first: Ints, factors: Ints, most: int) -> Ints:
    """The factors left since the first of a run, multiplied."""
    times = np.ones(len(kind), np.int64)
    for code in np.flatnonzero(factors > 1).tolist():
        powers = np.array([min(int(factors[code]) ** step, most) for step in range(_MOST_STEPS)])
        times *= powers[np.minimum(_since(kind == code, first), _MOST_STEPS - 1)]
    return np.minimum(times, most)


def _latest(kind: Ints, first: Ints, factors: Ints, most: int) -> Ints:
    """The latest factor left since the first of a run."""
    at = np.where(factors[kind] > 1, np.arange(len(kind)), -1)
    before = np.full(len(kind), -1, np.int64)
    before[1:] = np.maximum.accumulate(at)[:-1]
    return np.where(before >= first, np.minimum(factors[kind[before]], most), 1)
