"""Who of a match is known alike: such players have the same chances, however the draws fell."""

import numpy as np

from scorer.frames.columns import Ints
from scorer.match.sheet import Sheet
from scorer.stats.equals import firsts, stays, swapped
from scorer.stats.next_deals import LEVEL, Known


def known_alike(sheet: Sheet, known: Known, cycle: list[str], who: list[tuple[str, ...]]) -> Ints:
    """For each who takes places in a match the first of whom the same is known, who has the same and sits alike.

    The `cycle` are those who take turns in dealing.
    """
    turns = sheet.resting() is not None and sheet.match.sitting.out is None
    often = _rests(sheet, known, cycle) if turns else dict.fromkeys(sheet.players, 0)
    has = {one: tuple(tally.get(one[0], 0) for tally in sheet.tallies.values()) for one in who}
    call = sheet.match.sitting.call

    def same(first: int, other: int) -> bool:
        some, others = who[first], who[other]
        if len(some) != len(others) or has[some] != has[others] or (call and call.caller in {*some, *others}):
            return False
        if any((one in cycle) != (two in cycle) for one, two in zip(some, others, strict=True)):
            return False
        if often is None or often[some[0]] != often[others[0]]:
            return False
        return _seen_alike(sheet, known, some, others)

    return firsts(len(who), same)


def _seen_alike(sheet: Sheet, known: Known, some: tuple[str, ...], others: tuple[str, ...]) -> bool:
    """Whether nothing that is known changes where these players change their places with those."""
    at, there = (np.array([known.players.index(player) for player in side]) for side in (some, others))
    order = swapped(len(known.players), at, there)
    name = dict(zip(known.players, np.array(known.players)[order].tolist(), strict=True))
    if {frozenset(name[player] for player in side) for side in sheet.sides} != set(map(frozenset, sheet.sides)):
        return False
    own = np.diff(known.begins[::3])  # the deals that each has called: they are drawn again
    if own[[*at, *there]].any() or not all(stays(each, order) for each in known.calls):
        return False
    roles = len(known.strengths) // len(order)
    in_roles = (len(order) * np.arange(roles)[:, None] + order).ravel()
    return stays(known.strengths, in_roles) and stays(known.root @ known.root.T, in_roles)


def _rests(sheet: Sheet, known: Known, cycle: list[str]) -> dict[str, int] | None:
    """How often each rests to the end, where the dealer does; None where one deal is not as good as another."""
    ending, variant, slam = sheet.ending, sheet.match.variant, sheet.match.variant.slam
    left, more = sheet.deals_left, ending.race or ending.finish_round or ending.play_on or (slam and slam.wins_match)
    may_be_level = known.ends[LEVEL + 1] > known.ends[LEVEL]
    if left is None or more or may_be_level or sheet.carry > 1 or not variant.has_auction:
        return None
    dealer = cycle.index(sheet.next_dealer)
    turns = {seat: len(range((at - dealer) % len(cycle), left, len(cycle))) for at, seat in enumerate(cycle)}
    return dict.fromkeys(sheet.players, 0) | turns  # who has left rests, but it is no deal of theirs
