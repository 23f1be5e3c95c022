"""The value of a bid: its chance to be made, its mean payouts at that chance, and its break-even chance.

The payout table says what a contract pays when it is made and when it fails, not the few deals of a bid; slams and solo
calls are taken to be as frequent as in all contracts of the variant with that outcome. What redeals doubled is luck and
left out. In base units every deal weighs the same; in money a unit is worth what it was worth in those matches.
"""

from functools import partial
from math import floor
from typing import Final, NamedTuple

import numpy as np
import pandas as pd

from scorer.frames import Frames
from scorer.frames.record_columns import Flags, ways
from scorer.insight.models.bid_curve import Axis, bid_success_rates
from scorer.language import N_, _, ngettext
from scorer.language.lists_numbers_dates import listed
from scorer.rules.bid import LOWEST_TARGET, Bid
from scorer.rules.cards import ITALIAN_PACK, bid_shown
from scorer.rules.kinds import EVEN, FAILED, MADE, Outcome
from scorer.rules.variant import Variant
from scorer.stats.bids import Called
from scorer.stats.describe.chance_sentences import about
from scorer.stats.describe.phrases import NOTHING_CALLED
from scorer.stats.describe.verdicts import Verdict
from scorer.stats.models.arrays import Floats, categories, codes, is_one_of, ratio, text_column
from scorer.stats.models.multiple_testing import ONE_IN
from scorer.stats.tally import MIN_DEALS
from scorer.text.numbers import BASE, UNITS, Rows

YES, NO, UNSURE, TOO_FEW = "yes", "no", "unsure", "too few"
SEATS: Final = ("caller", "partner", "defender")
OF_PASSING: Final = N_("Whether passing would bring more nobody knows.")
OF_OTHERS: Final = N_("Of the others it cannot be told yet.")
OF_NONE: Final = N_("Of none it can be told yet whether it pays.")
AS_ALL: Final = 30  # contracts at the solo share of all that are added to the few contracts of an outcome
_OUTCOMES: Final = (MADE, FAILED)  # of a contract that is not even


def pays(frames: Frames, *, banded: bool = False, measure: str = UNITS) -> pd.DataFrame:
    """A row per bid that was called, or per band, in the order of the auction; the frames are in a measure.

    `chance` is the chance that a contract is made and not failed, drawn towards those of the bids near it
    (`models.bid_curve`). A bid `pays` where the whole interval of the chance is above `break_even`, so that the caller
    gains: it is held against 0 units, not against passing; with fewer than ten contracts it is "too few". `units_...`
    are the expected units of each role in such a deal: the payout when it is made times the chance, plus the payout
    when it fails times one minus the chance, both times the share of deals that are not even, which is the same for all
    bids of 61. The partner's units are of deals with a partner, NaN where there can be none.
    """
    called = Called.of(frames, banded=banded)
    calls, decided = called.calls(), called.ended(MADE, FAILED)
    chance = bid_success_rates(called.ended(MADE), decided, Axis.of(frames, called))
    paid = _paid(frames, called, measure)
    at_stake = paid[MADE] - paid[FAILED]
    break_even = ratio(-paid[FAILED][:, 0], at_stake[:, 0])
    kept = 1 - _even_share(frames, called)
    expected = kept[:, None] * (paid[FAILED] + at_stake * chance.mean[:, None])
    errors = kept[:, None] * np.abs(at_stake) * chance.error[:, None]
    ends = (kept * (paid[FAILED][:, 0] + at_stake[:, 0] * end) for end in (chance.low, chance.high))
    verdicts = np.select(
        [decided < MIN_DEALS, chance.low > break_even, chance.high < break_even], [TOO_FEW, YES, NO], UNSURE
    )
    return pd.DataFrame(
        {
            called.what: text_column(called.names),
            **{name: calls[name] for name in ("called", "made", "failed", "rate", "low", "high")},
            "chance": chance.mean,
            "chance_low": chance.low,
            "chance_high": chance.high,
            "break_even": break_even,
            "pays": text_column(verdicts.tolist()),
            **{f"units_{seat}": expected[:, at] for at, seat in enumerate(SEATS)},
            **{f"error_{seat}": errors[:, at] for at, seat in enumerate(SEATS)},
            **dict(zip(("units_low", "units_high"), ends, strict=True)),
        }
    )


pays_of_bands = partial(pays, banded=True)


def pays_verdict(rows: Rows, key: str = "bid") -> Verdict:
    """Which bids or bands pay and which do not; whole with too few contracts, and how many would look so by chance.

    `key` is the column that names the rows: `bid` or `band`.
    """
    if not rows:
        return Verdict.plain(_(NOTHING_CALLED))
    pay, cost, unsure, seldom = (
        [bid_shown(row[key], row.get("pack", ITALIAN_PACK)) for row in rows if row["pays"] == verdict]
        for verdict in (YES, NO, UNSURE, TOO_FEW)
    )
    judged = len(rows) - len(seldom)
    if not judged:
        return Verdict.plain(
            _("None has {contracts} contracts yet: whether it pays cannot be told.", contracts=MIN_DEALS)
        )
    sentences = _clear_words(pay, cost)
    brief = [*sentences, *([_(OF_OTHERS if sentences else OF_NONE)] if len(pay + cost) < len(rows) else [])]
    if unsure:
        sentences.append(_("Of {bids} it cannot be told yet.", bids=listed(unsure)))
    if seldom:
        sentences.append(_too_few_words(len(seldom), key))
    if pay or cost:
        bids = ngettext("{count} bid", "{count} bids", judged)
        if key == "band":
            bids = ngettext("{count} band", "{count} bands", judged)
        template = N_("If all only broke even, chance alone would make {by_chance} of {bids} look so on average.")
        sentences.append(_(template, by_chance=about(judged / ONE_IN), bids=bids))
    return Verdict(" ".join(brief), " ".join(sentences))


def _clear_words(pay: list[str], cost: list[str]) -> list[str]:
    """Which bids pay and which do not, and that none is held against passing; empty where that is clear of none."""
    sentences = []
    if pay:
        sentences.append(
            ngettext(
                "{bids} pays: its caller gains on average.",
                "{bids} pay: their callers gain on average.",
                len(pay),
                bids=listed(pay),
            )
        )
    if cost:
        sentences.append(
            ngettext(
                "{bids} does not pay: its caller loses on average.",
                "{bids} do not pay: their callers lose on average.",
                len(cost),
                bids=listed(cost),
            )
        )
    return [*sentences, _(OF_PASSING)] if sentences else []


def _too_few_words(count: int, key: str) -> str:
    if key == "band":
        return ngettext(
            "{count} band has fewer than {contracts} contracts: too few to tell.",
            "{count} bands have fewer than {contracts} contracts: too few to tell.",
            count,
            contracts=MIN_DEALS,
        )
    return ngettext(
        "{count} bid has fewer than {contracts} contracts: too few to tell.",
        "{count} bids have fewer than {contracts} contracts: too few to tell.",
        count,
        contracts=MIN_DEALS,
    )


pays_of_bands_verdict = partial(pays_verdict, key="band")


def _even_share(frames: Frames, called: Called) -> Floats:
    """The share of even deals in each group: of deals that can end even the same share in all groups."""
    variants = categories(called.deals["variant"])
    knows = np.array([*(frames.columns.variants[label].even_at_60 for label in variants), False])
    can = (called.deals["target"].to_numpy() == LOWEST_TARGET) & knows[codes(called.deals["variant"])]
    evens = is_one_of(called.deals["outcome"], EVEN).sum() / max(int(can.sum()), 1)
    return np.asarray(np.nan_to_num(evens * called.mean(can.astype(np.float64))))


def _paid(frames: Frames, called: Called, measure: str) -> dict[str, Floats]:
    """The mean payouts of each group by outcome, (groups, 3): those of caller, partner and a defender."""
    variant, bids = codes(called.deals["variant"]), categories(called.deals["bid"])
    games = [frames.columns.variants[label] for label in categories(called.deals["variant"])]
    by_name = [{str(bid): bid for bid in game.auction.bids} for game in games]
    bid_code = codes(called.deals["bid"])
    usual: dict[tuple[int, str], _Usual] = {}
    for at, game in enumerate(games):
        freely = np.array([bid in by_name[at] and _freely(game, by_name[at][bid]) for bid in bids], bool)
        deals, free = called.deals[variant == at], freely[bid_code[variant == at]]
        for outcome in _OUTCOMES:
            usual[at, outcome] = _usual(deals, free, outcome)
    kinds, place = ways(variant, bid_code, frames.columns.paid[called.rows].sum(axis=1))
    paid = [
        _payouts(games[game], by_name[game][bids[bid]], players, outcome, usual[game, outcome], base=measure == BASE)
        for game, bid, players in kinds
        for outcome in _OUTCOMES
    ]
    table = np.array(paid, np.float64).reshape(-1, len(_OUTCOMES), len(SEATS))
    worth = called.unit_worth(frames, measure)
    return {
        outcome: np.stack([called.mean(table[place, at, seat] * worth) for seat in range(len(SEATS))], axis=1)
        for at, outcome in enumerate(_OUTCOMES)
    }


class _Usual(NamedTuple):
    """The shares of solo calls and of slams, and the mean margin, of the contracts of a variant with one outcome."""

    alone: float
    slam: float
    margin: float


def _freely(game: Variant, bid: Bid) -> bool:
    """Whether this bid may be played with a partner, and alone."""
    alone = any(table.solo for table in game.shares.values()) and bid.target >= (game.auction.solo_from or 0)
    return alone and not bid.name and not game.alone


def _usual(deals: pd.DataFrame, freely: Flags, outcome: str) -> _Usual:
    """What is usual in the deals of one variant with an outcome; `freely`: those that could be played alone or not."""
    ended = is_one_of(deals["outcome"], outcome)
    counted, free = ended & (deals["card_points"].to_numpy() >= 0), ended & freely
    solo, slam, margin = (deals[name].to_numpy() for name in ("solo", "slam", "margin"))
    share_of_all = solo[freely].mean() if freely.any() else 0.0
    return _Usual(
        alone=float((solo[free].sum() + AS_ALL * share_of_all) / (free.sum() + AS_ALL)),
        slam=float(slam[ended].mean()) if ended.any() else 0.0,
        margin=float(margin[counted].mean()) if counted.any() else 0.0,
    )


def _payouts(game: Variant, bid: Bid, players: int, outcome: str, usual: _Usual, *, base: bool) -> tuple[float, ...]:
    """The mean payouts of caller, partner and a defender of a bid with an outcome; `base`: in units / stake."""
    ended, table = Outcome(outcome), game.shares[players]
    both = table.solo and _freely(game, bid)
    alone = usual.alone if both else float(bool(bid.name) or game.alone)
    count = bid.target + usual.margin
    if ended is Outcome.FAILED:
        count = min(count, bid.target - 1)  # also where nobody's margin is known
    below = floor(count)
    slam = usual.slam if game.slam and game.slam.counts_for(ended) else 0.0
    worth = sum(
        share * part * game.worth(bid, slam=with_slam, count=near)
        for with_slam, share in ((False, 1 - slam), (True, slam))
        for near, part in ((below, below + 1 - count), (below + 1, count - below))
        if share * part
    )
    payouts, partner = np.zeros(len(SEATS)), np.nan
    for solo, share in ((False, 1 - alone), (True, alone)):
        shares = table.shares(ended, solo=solo)
        if shares is None or not share:
            continue
        by = 1 / abs(shares.defender) if base else worth
        payouts += share * by * np.array(shares)
        partner = partner if solo else by * shares.partner
    return float(payouts[0]), float(partner), float(payouts[2])
