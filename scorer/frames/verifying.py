"""Records are held against their facts before anything is summed: a byte of the file that flipped changes no figure
in silence. What only `scorer check` sees is a change that is right in itself, such as another person in a seat.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from scorer.errors import DamagedError
from scorer.frames.columns import CALLER, DEAL, KINDS, OUTCOMES, PARTNER, SOLO, Columns, Flags, Ints
from scorer.rules.bid import Bid
from scorer.rules.deal import MOST_TIMES, Outcome
from scorer.rules.variant import Variant

_MADE, _FAILED = OUTCOMES.index("made"), OUTCOMES.index("failed")
_PENALTY = KINDS.index("penalty")
_SEATS = 8  # more than players
_NOTHING = 2**40  # units that nobody has


def verify(columns: Columns, variants: Sequence[Variant], of_match: Ints) -> None:
    """Raise DamagedError unless every record can be as it is: seats, sums, outcomes, and the units that are due.

    `of_match` is the place of each match's variant among `variants`.
    """
    deal = np.equal(columns.kind, DEAL)
    seated = columns.seats > 0
    known = np.zeros(max(max(columns.names, default=0), int(columns.seats.max(initial=0))) + 1, bool)
    known[[0, *columns.names]] = True
    sums = np.where(columns.paid, columns.recorded, 0).sum(axis=1)
    sound = (
        known[columns.seats].all(axis=1)
        & (seated | ~columns.paid).all(axis=1)
        & np.where(deal, sums == 0, (columns.kind != _PENALTY) | (sums <= 0))
        & (columns.kind < len(KINDS))
        & (columns.times >= 1)
        & (columns.times <= MOST_TIMES)
        & (columns.number >= 1)
        & (deal == (columns.outcome >= 0))
        & (deal == (columns.caller > 0))
        & (deal == (columns.bid >= 0))
    )
    same = (columns.match[1:] == columns.match[:-1]) & (columns.number[1:] == columns.number[:-1])
    if not sound.all() or same.any() or not _paid_what_is_due(columns.taken(deal), variants, of_match):
        raise DamagedError


def _paid_what_is_due(deals: Columns, variants: Sequence[Variant], of_match: Ints) -> bool:
    """Whether outcome and units of every deal follow from its facts under the frozen variant."""
    if not _outcomes_follow(deals):
        return False
    players, variant = deals.paid.sum(axis=1), of_match[deals.match]
    shape = (len(variants), len(deals.bids), len(OUTCOMES), 2, _SEATS, 2)
    way = np.ravel_multi_index(
        (variant, deals.bid, deals.outcome, deals.slam, players, deals.partner == 0), shape, mode="clip"
    )
    met = np.zeros(int(np.prod(shape)), bool)
    met[way] = True
    due = np.full((len(met), 4), _NOTHING)
    bids: list[Mapping[str, Bid]] = [{str(bid): bid for bid in each.auction.bids} for each in variants]
    for key in np.flatnonzero(met).tolist():
        of, bid, outcome, slam, seats, solo = map(int, np.unravel_index(key, shape))
        if won := bids[of].get(deals.bids[bid]):
            due[key] = _due(variants[of], won, OUTCOMES[outcome], seats, slam=bool(slam), solo=bool(solo))
    caller, partner, defender, target = due[way].T
    roles = deals.roles
    units = np.where(roles == PARTNER, partner[:, None], defender[:, None])
    units = np.where((roles == CALLER) | (roles == SOLO), caller[:, None], units) * deals.times[:, None]
    right: Flags = ((units == deals.recorded) | ~deals.paid).all(axis=1) & (target == deals.target)
    return bool(right.all())


def _outcomes_follow(deals: Columns) -> bool:
    """Whether what was counted, where it was, gives the outcome."""
    counted, outcome, count = deals.card_points >= 0, deals.outcome, deals.card_points
    follows = np.where(outcome == _MADE, count >= deals.target, count < deals.target)
    follows &= (outcome == _MADE) | (outcome == _FAILED) | (count == 60)  # noqa: PLR2004 - of 61 an even deal
    possible = (count <= 120) & (count != 1) & (count != 119)  # noqa: PLR2004 - what cards can make
    return bool(((follows & possible) | ~counted).all())


def _due(
    variant: Variant, bid: Bid, outcome: str, players: int, *, slam: bool, solo: bool
) -> tuple[int, int, int, int]:
    """The units of caller, partner and a defender before the carry, and the target; of no such deal, none."""
    table = variant.shares.get(players)
    shares = table.shares(Outcome(outcome), solo=solo) if table else None
    if shares is None:
        return _NOTHING, _NOTHING, _NOTHING, bid.target
    worth = variant.worth(bid, slam=slam)
    return worth * shares.caller, worth * shares.partner, worth * shares.defender, bid.target
