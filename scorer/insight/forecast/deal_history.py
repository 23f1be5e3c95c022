"""The deals that a match looks back on: which were known when, and what they paid.

Earlier deals are those of earlier days, and of matches of the same day that were over when this one began, as far as
the order in which records were written shows that: nothing that happened later is among them.
"""

from typing import Final, NamedTuple

import numpy as np
import pandas as pd

from scorer.frames import Frames, deals_won
from scorer.frames.record_columns import Flags, Ints
from scorer.match.facts import Match
from scorer.rules.carry import MOST_TIMES
from scorer.rules.ending import RACES
from scorer.rules.kinds import CALLED, DEAL_ROLES, EVEN, FAILED, MADE, PARTNER, SIDE_LETTERS
from scorer.rules.variant import Variant
from scorer.stats.models.arrays import Floats, codes, codes_in, is_one_of, runs

MOST_PAYOUTS: Final = 50_000  # that are looked back on, the newest: 10,000 deals of five
OTHER_LEAGUES_DEALS: Final = 30.0  # the weight of all deals of other leagues, at most
CALLER_GETS, PARTNER_GETS, DEFENDER_GETS = range(3)
WINS, LOSES, LEVEL = range(3)  # how a row ended: for the caller, or for the first of the sides; nobody
_NOBODY: Final = -(2**40)  # units of a side that does not exist: behind all others


class Deals(NamedTuple):
    """Deals that can be drawn, and what they paid before their carry.

    `paid`, (deals, RACES, columns): units, deals won (in a race for them), card points taken and on paper, for the
    caller, the partner and one defender; where nobody calls, for each side, the best first. All others are (deals,):
    `ended`, one of WINS, LOSES, LEVEL; `solo`; `slam`; `factor`, what redeals before the deal had left; `number`, that
    of the record in the match itself, 0 for older deals; `size`, how many played; `weight`.
    """

    paid: Ints
    ended: Ints
    solo: Flags
    slam: Flags
    factor: Ints
    number: Ints
    size: Ints
    weight: Floats

    def selected(self, rows: Flags | Ints) -> "Deals":
        """These rows, in this order."""
        return Deals._make(array[rows] for array in self)

    def joined(self, more: "Deals") -> "Deals":
        """These deals, and more after them."""
        return Deals._make(np.concatenate(both) for both in zip(self, more, strict=True))


def known_payouts(frames: Frames, match: Match) -> pd.DataFrame:
    """What is paid in the newest deals before a match, and then in its own.

    Of its day those matches are before it that were over when it began, as they were written; where a hand put one
    of the two before the other, those that began when it was over.
    """
    on, played = frames.payouts["on"].to_numpy(), frames.matches["match_id"].to_numpy()
    first, last = (int(np.searchsorted(on, np.datetime64(match.on, "s"), side)) for side in ("left", "right"))
    start = max(first - MOST_PAYOUTS, 0)
    payouts = frames.payouts[start:last].assign(paper_points=frames.paper_points[start:last])
    deal, matches = payouts["deal_id"].to_numpy(), payouts["match_id"].to_numpy()
    of_day, own = np.arange(len(deal)) >= first - start, matches == match.id
    began = deal[own].min(initial=np.iinfo(np.int64).max)
    ended = deal[own].max(initial=began)
    # As they were written, and as they were started.
    not_over, begun = (np.isin(matches, matches[of_day & written]) for written in (deal >= began, deal <= ended))
    earlier = played[: np.flatnonzero(played == match.id).min(initial=len(played))]
    is_turned = np.isin(matches, earlier) != (matches < match.id)
    before = ~own & ~(of_day & np.where(is_turned, begun, not_over))
    if start:
        before &= deal != deal[0]  # of which a part may be cut off
    rows = np.concatenate([np.flatnonzero(before), np.flatnonzero(own)])
    return payouts.take(rows[is_one_of(payouts["role"], *DEAL_ROLES)[rows]])


def drawn_deals(payouts: pd.DataFrame, match: Match, frames: Frames) -> Deals:
    """Those of the `known_payouts` that are of the variant of the match, as deals that can be drawn.

    Those of other leagues together weigh OTHER_LEAGUES_DEALS at most.
    """
    label = frames.matches["variant"][(frames.matches["match_id"] == match.id).to_numpy()]
    payouts, variant = payouts.iloc[np.flatnonzero(is_one_of(payouts["variant"], *label))], match.variant
    deal, begins = runs(payouts["deal_id"].to_numpy())
    count = len(begins)
    times = payouts["times"].to_numpy()
    # A contract that is made WINS, so does a deal of sides that somebody won.
    ended = np.array([WINS, LOSES, LEVEL, WINS])[codes_in(payouts["outcome"].iloc[begins], (MADE, FAILED, EVEN))]
    paid = np.zeros((count, len(RACES), len(SIDE_LETTERS)), np.int64)
    paid[:, 0] = _NOBODY
    solo = np.zeros(count, bool)
    if variant.has_auction:
        calls, partner = is_one_of(payouts["role"], *CALLED), is_one_of(payouts["role"], PARTNER)
        column = np.where(calls, CALLER_GETS, np.where(partner, PARTNER_GETS, DEFENDER_GETS))
        solo = np.bincount(deal[partner], minlength=count) == 0
    else:
        column = codes(payouts["side"])
    paid[deal, 0, column] = payouts["units"] // times
    paid[deal, 1, column] = deals_won(payouts, frames.columns.variants)
    paid[deal, 2, column] = np.maximum(payouts["count"].to_numpy(), 0)
    paid[deal, 3, column] = payouts["paper_points"].to_numpy() // times
    if not variant.has_auction:
        best_first = np.argsort(-paid[:, :1], axis=2, kind="stable")
        paid = np.take_along_axis(paid, best_first, axis=2)
    matches, number, slam = (payouts[name].to_numpy()[begins] for name in ("match_id", "number", "slam"))
    own_league = is_one_of(payouts["league"], match.league)[begins]
    others = max(int((~own_league).sum()), 1)
    return Deals(
        paid=paid,
        ended=ended,
        solo=solo,
        slam=slam,
        factor=_redeal_factors(times[begins], ended, matches, variant),
        number=np.where(matches == match.id, number, 0),
        size=np.bincount(deal, minlength=count),
        weight=np.where(own_league, 1.0, min(1.0, OTHER_LEAGUES_DEALS / others)),
    )


def _redeal_factors(times: Ints, ended: Ints, match: Ints, variant: Variant) -> Ints:
    """The factor that redeals before each deal had left: its `times` without what an even deal before it leaves.

    All arrays have the shape (deals,).
    """
    follows_even = np.zeros(len(times), bool)
    follows_even[1:] = (ended[:-1] == LEVEL) & (match[1:] == match[:-1])
    due = np.where(follows_even, factor_after_even(np.roll(times, 1), variant), 1)
    return np.asarray(np.maximum(np.where(times == due, 1, times // due), 1))


def factor_after_even(times: Ints, variant: Variant) -> Ints:
    """The factor that even deals with these factors leave for the next deal; the same shape."""
    factor = variant.after_kind(EVEN).factor
    left = np.minimum(times * factor if variant.accumulates else factor, variant.cap or MOST_TIMES)
    return np.where(factor == 1, 1, left)
