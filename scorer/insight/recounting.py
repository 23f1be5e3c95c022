"""Matches recounted under another payout table: units again from the facts of every deal.

The rules reckon each combination of facts once: a million deals have a few thousand of them.
"""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import pandas as pd

from scorer.errors import NotFoundError
from scorer.frames import Frames, Redeals
from scorer.frames.record_columns import KIND_CODES, OUTCOME_WORDS, Columns, Flags, Ints, ways
from scorer.rule_files import VARIANTS
from scorer.rules.bid import Bid
from scorer.rules.cards import read_numbers
from scorer.rules.carry import carry_after, happened
from scorer.rules.deal import Deal, Result, outcome_of
from scorer.rules.deal_facts import SEATS, Facts
from scorer.rules.errors import ScorerError
from scorer.rules.kinds import DEAL, EVEN, REDEALS, SHEET, SIDE_LETTERS, Outcome
from scorer.rules.recount import Obstacle, leaves, recounted, recounted_sides
from scorer.rules.sides import SidesDeal
from scorer.rules.variant import Variant

WHYS: Final = tuple(Obstacle)
RECOUNTED: Final = -1  # in place of a reason
UNKNOWN: Final = "unknown"  # a deal that may have been even
_LEFT: Final = (DEAL, EVEN, *REDEALS, UNKNOWN)  # what can stand before a deal and leave it a factor
_LEFT_BY_OUTCOME: Final = np.array([_LEFT.index(happened(DEAL, outcome)) for outcome in OUTCOME_WORDS])


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


def other_tables(played: Variant) -> dict[str, Variant]:
    """The tables under which deals of `played` may be recounted, by name: players and auction fit."""
    tables: dict[str, Variant] = {}
    for name in VARIANTS.names():
        try:
            table = VARIANTS.load(name)
        except ScorerError:
            continue  # scorer variant check names its faults
        same_auction = (table.has_auction, table.auction.with_bonuses) == (
            played.has_auction,
            played.auction.with_bonuses,
        )
        if same_auction and {*table.player_counts} & {*played.player_counts}:
            tables[name] = table
    return tables


@dataclass(frozen=True, eq=False)
class Recounted:
    """Matches of one payout table as they were played, and under another: the same records in both.

    `played` and `there` hold the deals that can be recounted, with penalties and adjustments as they were ruled;
    `there` has the units of the other table. `left_out` are the other deals, `why` the places of their reasons in WHYS.
    `sheets` counts the paper sheets, which are in neither: nobody knows their deals.
    """

    played: Frames
    there: Frames
    left_out: Frames
    why: Ints
    sheets: int

    @property
    def reasons(self) -> dict[Obstacle, int]:
        """How many deals each reason leaves out, the most first."""
        count = np.bincount(self.why, minlength=len(WHYS)).tolist()
        return dict(sorted(((why, n) for why, n in zip(WHYS, count, strict=True) if n), key=lambda reason: -reason[1]))


def recount(frames: Frames, table: Variant, redealt: Redeals) -> Recounted:
    """The frames of one league and one variant under another payout table."""
    (label,) = set(frames.matches["variant"])
    columns, played = frames.columns, frames.columns.variants[label]
    deals = np.flatnonzero(columns.is_deal)
    of_deals = columns.taken(deals)
    why, units, left = (_of_contracts if played.has_auction else _of_sides)(of_deals, played, table)
    course = _Course(frames, of_deals, redealt)
    times, _known = course.carried(_LEFT_BY_OUTCOME[of_deals.outcome], played)
    why[(why == RECOUNTED) & (times != of_deals.times)] = WHYS.index(Obstacle.TIMES)
    times, known = course.carried(left, table)
    why[(why == RECOUNTED) & ~known] = WHYS.index(Obstacle.CARRY)
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


Reckoned = tuple[Ints, Ints, Ints]  # by deal: the reason or RECOUNTED; the units at every seat; what the deal leaves


def _of_contracts(columns: Columns, played: Variant, table: Variant) -> Reckoned:
    outcomes = columns.card_points, columns.outcome, columns.slam, columns.side_fact
    met, place = ways(columns.bid, columns.paid.sum(axis=1), columns.partner == 0, *outcomes)
    asked = []
    for bid, players, solo, count, ended, slam, telling in met:
        bonuses = read_numbers(columns.side_facts[telling].bonuses) if telling >= 0 else None
        outcome = None if count >= 0 else Outcome(OUTCOME_WORDS[ended])
        result = Result(count if count >= 0 else None, outcome, bool(played.bonuses), bonuses[0] if bonuses else None)
        called = played.auction.written[columns.bids[bid]]
        asked.append(_contract(called, players, solo > 0, result, slam > 0, played, table))
    why, caller, partner, defender, left = np.array(asked, np.int64).reshape(-1, 5)[place].T
    units = defender[:, None] * columns.paid
    calls, helps = np.arange(len(why)), np.flatnonzero(columns.partner)
    units[calls, columns.caller - 1] = caller
    units[helps, columns.partner[helps] - 1] = partner[helps]
    return why, units, left


def _contract(
    bid: Bid, players: int, solo: bool, result: Result, slam: bool, played: Variant, table: Variant
) -> list[int]:
    """The reason, what caller, partner and a defender get and what the deal leaves, for one combination of facts."""
    names = tuple("1234567"[:players])
    deal = Deal(players=names, caller="1", partner=None if solo else "2", bid=bid, result=result, slam=slam)
    reckoned = recounted(deal, played, table)
    made = outcome_of(bid, result, played) is Outcome.MADE
    left = _LEFT.index(leaves(reckoned, made=made) or UNKNOWN)
    return (
        [WHYS.index(reckoned), 0, 0, 0, left] if isinstance(reckoned, Obstacle) else [RECOUNTED, *reckoned.paid, left]
    )


def _of_sides(columns: Columns, played: Variant, table: Variant) -> Reckoned:
    met, place = ways(columns.side_fact, columns.slam)
    asked = [_sides(columns.side_facts[facts], slam > 0, played, table) for facts, slam in met]
    reckoned = np.array(asked, np.int64).reshape(-1, 2 + len(SEATS))[place]
    return reckoned[:, 0].copy(), reckoned[:, 2:], reckoned[:, 1]


def _sides(facts: Facts, slam: bool, played: Variant, table: Variant) -> list[int]:
    """The reason, what the deal leaves and the units at every seat, for one combination of facts."""
    seated = zip(map(str, SEATS), facts.sides or "", strict=False)
    letter_of = {seat: letter for seat, letter in seated if letter in SIDE_LETTERS}
    letters = sorted(set(letter_of.values()))
    sides = tuple(tuple(seat for seat, of_seat in letter_of.items() if of_seat == letter) for letter in letters)
    deal = SidesDeal(
        sides=sides,
        counts=read_numbers(facts.counts),
        bonuses=read_numbers(facts.bonuses),
        winners=tuple(map(SIDE_LETTERS.index, facts.winners or "")) if facts.decided else None,
        decided=facts.decided,
        slam=slam,
    )
    reckoned = recounted_sides(deal, list(letter_of), played, table)
    left = _LEFT.index(leaves(reckoned) or UNKNOWN)
    if isinstance(reckoned, Obstacle):
        return [WHYS.index(reckoned), left, *[0] * len(SEATS)]
    return [RECOUNTED, left, *(reckoned.units.get(str(seat), 0) for seat in SEATS)]


class _Course:
    """Deals and redeals in their order, and the factor that each deal takes from those before it."""

    def __init__(self, frames: Frames, deals: Columns, redealt: Redeals) -> None:
        row = pd.Index(frames.matches["match_id"]).get_indexer(redealt.match_id)
        inside = row >= 0
        match = np.concatenate([deals.match, row[inside]])
        self._order = np.lexsort((np.concatenate([deals.number, redealt.number[inside]]), match))
        self._place = np.empty_like(self._order)
        self._place[self._order] = np.arange(len(match))
        ordered = match[self._order]
        self._goes_on = np.zeros(len(match), bool)  # whether the match has a record after this one
        self._goes_on[:-1] = ordered[1:] == ordered[:-1]
        self._redealt = redealt.kind[inside] + _LEFT.index(REDEALS[0])

    def carried(self, left: Ints, variant: Variant) -> tuple[Ints, Flags]:
        """The factor of each deal under a variant, and whether it is known; `left` is what each deal leaves.

        A plain deal leaves 1, so only the deals after the few other records are reckoned.
        """
        times, known = np.ones(len(self._order), np.int64), np.ones(len(self._order), bool)
        even_leaves = variant.after_kind(EVEN).factor > 1
        if even_leaves or any(variant.after_kind(kind).factor > 1 for kind in REDEALS):
            kinds = np.concatenate([left, self._redealt])[self._order]
            others = np.flatnonzero(self._goes_on & (kinds != _LEFT.index(DEAL)))
            for at, code in zip(others.tolist(), kinds[others].tolist(), strict=True):
                kind, pending = _LEFT[code], int(times[at])
                times[at + 1] = carry_after(pending, EVEN if kind == UNKNOWN else kind, pending, variant)
                known[at + 1] = known[at] and not (kind == UNKNOWN and even_leaves)
        place = self._place[: len(left)]
        return times[place], known[place]
