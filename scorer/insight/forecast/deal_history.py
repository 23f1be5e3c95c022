"""The deals that matches look back on, read once for several matches: which were known when, and what they paid.

Earlier deals are those of earlier days, and of matches of the same day that were over when this one began, as far as
the order in which records were written shows that: nothing that happened later is among them.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from scorer.frames import Frames, base_units, deals_won
from scorer.frames.record_columns import Flags, Ints
from scorer.insight.models.seat_payouts import seats_of
from scorer.match.facts import Match
from scorer.rules.carry import MOST_TIMES
from scorer.rules.ending import RACES
from scorer.rules.kinds import CALLED, DEAL_ROLES, EVEN, FAILED, MADE, PARTNER, SIDE_LETTERS
from scorer.rules.variant import Variant
from scorer.stats.models.arrays import Floats, categories, codes, codes_in, is_one_of, runs

MOST_PAYOUTS: Final = 50_000  # that are looked back on, the newest: 10,000 deals of five
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


class DealHistory:
    """The deals of several matches, and of those before them. An index of a deal is one of `seats`.

    Shape (deals,): `deal_id`, `match_id`, `number`, that of the record, and `league`, a code.
    """

    def __init__(self, frames: Frames, matches: Sequence[Match]) -> None:
        on = frames.payouts["on"].to_numpy()
        days = [_day(match) for match in matches]
        start = max(int(np.searchsorted(on, min(days), "left")) - MOST_PAYOUTS, 0)
        newest = slice(start, int(np.searchsorted(on, max(days), "right")))
        payouts = frames.payouts[newest].assign(paper_points=frames.paper_points[newest])
        self._variants, self._start = frames.columns.variants, start
        self._played = frames.matches["match_id"].to_numpy()
        labels, code = categories(frames.matches["variant"]), codes(frames.matches["variant"])
        self._label = dict(zip(self._played.tolist(), map(labels.__getitem__, code.tolist()), strict=True))
        # Of every row, those of penalties too
        self._on, self._ids = payouts["on"].to_numpy(), payouts["deal_id"].to_numpy()
        self._matches = payouts["match_id"].to_numpy()
        played = np.flatnonzero(is_one_of(payouts["role"], *DEAL_ROLES))
        self._payouts = payouts = payouts if len(played) == len(payouts) else payouts.iloc[played]
        self._deal, begins = runs(payouts["deal_id"].to_numpy())
        self._row = played[begins]
        self.deal_id, self.match_id, self.number = (
            payouts[name].to_numpy()[begins] for name in ("deal_id", "match_id", "number")
        )
        self.league, self._leagues = codes(payouts["league"])[begins], categories(payouts["league"])
        self._times = payouts["times"].to_numpy()[begins]
        base = base_units(payouts["units"].to_numpy(), payouts["stake"].to_numpy())
        self.seats = seats_of(payouts.assign(units=base))
        self._read_deals: dict[str, tuple[Ints, Deals]] = {}
        self._legal_deals: dict[str, dict[int, Deals]] = {}

    def league_code(self, league: str) -> int:
        """The code of a league; -1 of one without a deal."""
        return self._leagues.index(league) if league in self._leagues else -1

    def known(self, match: Match) -> tuple[Ints, Ints]:
        """The newest deals before a match, and its own, (deals,) each.

        Of its day those matches are before it that were over when it began, as they were written; where a hand put one
        of the two before the other, those that began when it was over.
        """
        first, last = (int(np.searchsorted(self._on, _day(match), side)) for side in ("left", "right"))
        start = max(self._start + first - MOST_PAYOUTS, 0) - self._start
        begin, day, end = np.searchsorted(self._row, [start, first, last])
        if self._start + start and begin < day:
            begin += self.deal_id[begin] == self._ids[start]  # of which a part may be cut off
        ids, deal = self._matches[first:last], self._ids[first:last]
        began = deal[ids == match.id].min(initial=np.iinfo(np.int64).max)
        ended = deal[ids == match.id].max(initial=began)
        of_day = self.match_id[day:end]
        # As they were written, and as they were started.
        not_over, begun = (np.isin(of_day, ids[written]) for written in (deal >= began, deal <= ended))
        own = np.flatnonzero(self._played == match.id).min(initial=len(self._played))
        is_turned = np.isin(of_day, self._played[:own]) != (of_day < match.id)
        over = np.flatnonzero(~np.where(is_turned, begun, not_over) & (of_day != match.id))
        return np.concatenate([np.arange(begin, day), day + over]), day + np.flatnonzero(of_day == match.id)

    def of_variant(self, match: Match, known: Ints) -> tuple[Ints, Deals]:
        """Those of the `known` deals that are of the variant of a match, and what they paid; their weights are 1."""
        label = self._label.get(match.id, "")
        if label not in self._read_deals:
            rows = np.flatnonzero(is_one_of(self._payouts["variant"], label))
            place = np.full(len(self.deal_id), -1)
            here = np.unique(self._deal[rows])
            place[here] = np.arange(len(here))
            self._read_deals[label] = place, self._read(rows, match.variant)
        place, deals = self._read_deals[label]
        drawn = known[place[known] >= 0]
        chosen = deals.selected(place[drawn])
        chosen.factor[:1] = np.maximum(self._times[drawn[:1]], 1)  # the deal before the first is not known
        return drawn, chosen

    def legal_deals(self, match: Match) -> dict[int, Deals]:
        """What was reckoned already of the legal deals of the variant of a match, by the number who play; to add to."""
        label = self._label.get(match.id)
        return {} if label is None else self._legal_deals.setdefault(label, {})

    def _read(self, rows: Ints, variant: Variant) -> Deals:
        """The deals of these rows of the payouts, all of which are of this variant."""
        payouts = self._payouts.iloc[rows]
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
        paid[deal, 0, column], paid[deal, 1, column] = payouts["units"] // times, deals_won(payouts, self._variants)
        paid[deal, 2, column] = np.maximum(payouts["count"].to_numpy(), 0)
        paid[deal, 3, column] = payouts["paper_points"].to_numpy() // times
        if not variant.has_auction:
            best_first = np.argsort(-paid[:, :1], axis=2, kind="stable")
            paid = np.take_along_axis(paid, best_first, axis=2)
        factor = _redeal_factors(times[begins], ended, payouts["match_id"].to_numpy()[begins], variant)
        number, slam = payouts["number"].to_numpy()[begins], payouts["slam"].to_numpy()[begins]
        return Deals(paid, ended, solo, slam, factor, number, np.bincount(deal, minlength=count), np.ones(count))


def _day(match: Match) -> np.datetime64:
    return np.datetime64(match.on, "s")


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
