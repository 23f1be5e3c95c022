"""Records are held against their facts before anything is summed: a byte of the file that flipped changes no figure
in silence. What only `scorer check` sees is a change that is right in itself, such as another person in a seat.
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from scorer.errors import DamagedError
from scorer.frames.columns import KIND_CODES, KIND_WORDS, OUTCOME_CODES, OUTCOME_WORDS, Columns, Flags, Ints
from scorer.rule_files import VARIANTS
from scorer.rules.bid import Bid
from scorer.rules.cards import HALF, REACHABLE
from scorer.rules.deal import MOST_TIMES
from scorer.rules.kinds import DEAL, FAILED, MADE, PENALTY, Outcome

_SEATS = 8  # more than players
_NOTHING = 2**40  # units that nobody has
# Multiplied by these and summed, the units of seven seats are one number, which hardly any others give.
_WEIGHTS = np.array([0, 7_919, 104_729, 1_299_709, 15_485_863, 179_424_673, 2_038_074_743, 22_801_763_489])
_CAN_BE_COUNTED = np.isin(np.arange(128), list(REACHABLE))
_BOTH = np.stack([np.ones(7, np.int64), _WEIGHTS[1:]], axis=1)


def verify(columns: Columns, variants: Sequence[tuple[str, str]], of_match: Ints) -> None:
    """Raise DamagedError unless every record can be as it is: seats, sums, outcomes, and the units that are due.

    `variants` are names and texts, `of_match` the place of each match's variant among them.
    """
    deal = np.equal(columns.kind, KIND_CODES[DEAL])
    highest = max(columns.names, default=0)
    if columns.seats.min(initial=0) < 0 or columns.seats.max(initial=0) > highest:  # -1 would mean the last player
        raise DamagedError
    there = np.zeros(highest + 1, bool)
    there[columns.seats.ravel()] = True
    there[[0, *columns.names]] = False
    sums, weighed = (columns.recorded @ _BOTH).T
    sound = (
        np.where(deal, sums == 0, (columns.kind != KIND_CODES[PENALTY]) | (sums <= 0))
        & (columns.kind < len(KIND_WORDS))
        & (columns.times >= 1)
        & (columns.times <= MOST_TIMES)
        & (columns.number >= 1)
        & (deal == (columns.outcome >= 0))
        & (deal == (columns.caller > 0))
        & (deal == (columns.bid >= 0))
    )
    same = (columns.match[1:] == columns.match[:-1]) & (columns.number[1:] == columns.number[:-1])
    if there.any() or not sound.all() or same.any() or (columns.paid & (columns.seats == 0)).any():
        raise DamagedError
    rows = slice(None) if deal.all() else np.flatnonzero(deal)
    if not deal.any():
        return
    if not (_outcomes_follow(columns, rows) and _paid_what_is_due(columns, rows, weighed, variants, of_match)):
        raise DamagedError


def _outcomes_follow(columns: Columns, rows: Ints | slice) -> bool:
    """Whether what was counted, where it was, gives the outcome of these deals."""
    target, count, outcome = columns.target[rows], columns.card_points[rows], columns.outcome[rows]
    made = outcome == OUTCOME_CODES[MADE]
    # Neither made nor failed is even.
    follows = (made == (count >= target)) & (made | (outcome == OUTCOME_CODES[FAILED]) | (count == HALF))
    return bool(((follows & _CAN_BE_COUNTED[count]) | (count < 0)).all())


def _paid_what_is_due(
    columns: Columns, rows: Ints | slice, weighed: Ints, variants: Sequence[tuple[str, str]], of_match: Ints
) -> bool:
    """Whether the units and the target of these deals follow from their facts under the frozen variant."""
    players, weights = (columns.paid[rows].astype(np.int64) @ _BOTH).T
    caller, partner = columns.caller[rows], columns.partner[rows]
    # One number for all that the units depend on: the few that occur are looked up, and not the many deals.
    outcome, slam, bid = columns.outcome[rows], columns.slam[rows], columns.bid[rows]
    way = ((of_match[columns.match[rows]] * len(columns.bids) + bid) * len(OUTCOME_WORDS) + outcome) * 2 + slam
    way = (way * _SEATS + players) * 2 + (partner == 0)
    met = np.flatnonzero(np.bincount(way))
    place = np.zeros(int(met.max(initial=0)) + 1, np.int64)
    place[met] = np.arange(len(met))
    of_variants = met.max(initial=0) // (len(columns.bids) * len(OUTCOME_WORDS) * 4 * _SEATS) + 1
    shape = (of_variants, len(columns.bids), len(OUTCOME_WORDS), 2, _SEATS, 2)
    ways = np.column_stack(np.unravel_index(met, shape)).tolist()
    due = [_due(*variants[of], columns.bids[won], *more) for of, won, *more in ways]
    calls, helps, defends, target = np.array(due, np.int64).reshape(-1, 4).T[:, place[way]]
    expected = defends * weights + (calls - defends) * _WEIGHTS[caller]
    expected += np.where(partner > 0, (helps - defends) * _WEIGHTS[partner], 0)
    right: Flags = (expected * columns.times[rows] == weighed[rows]) & (target == columns.target[rows])
    return bool(right.all())


@lru_cache(maxsize=16384)
def _due(name: str, text: str, bid: str, outcome: int, slam: int, players: int, solo: int) -> tuple[int, int, int, int]:
    """The units of caller, partner and a defender before the carry, and the target; of no such deal, none."""
    variant = VARIANTS.from_text(name, text)
    won = _bids(name, text).get(bid)
    table = variant.shares.get(players)
    shares = table.shares(Outcome(OUTCOME_WORDS[outcome]), solo=bool(solo)) if table and won else None
    if won is None or shares is None:
        return _NOTHING, _NOTHING, _NOTHING, _NOTHING
    return *shares.scaled(variant.worth(won, slam=bool(slam))), won.target


@lru_cache(maxsize=64)
def _bids(name: str, text: str) -> dict[str, Bid]:
    """The bids of a variant as they are written."""
    return {str(bid): bid for bid in VARIANTS.from_text(name, text).auction.bids}
