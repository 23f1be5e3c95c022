"""What pays: the chance of each bid to be made, what its payouts then are on average, and from which chance on it pays.

What a contract pays when it is made, and when it fails, is read from the payout table, not from the few deals of a bid:
slams and calls alone are as frequent as in all contracts of the variant that ended so. What redeals doubled is luck,
and left out; in base units every deal weighs the same, and in money a unit is what it was worth in those matches.
"""

from functools import partial
from typing import Final, NamedTuple

import numpy as np
import pandas as pd

from scorer.frames import Frames
from scorer.frames.record_columns import Flags, Ints, ways
from scorer.language.forms import listed
from scorer.rules.bid import LOWEST_TARGET, Bid
from scorer.rules.kinds import EVEN, FAILED, MADE, Outcome
from scorer.rules.variant import Variant
from scorer.stats.bids import Called
from scorer.stats.describe.chance_sentences import about
from scorer.stats.describe.forecast_sentences import nearest_words
from scorer.stats.describe.phrases import NOTHING_CALLED
from scorer.stats.models.arrays import Floats, codes, is_one_of, ratio, runs, texts, words
from scorer.stats.models.beta_binomial import bid_chances
from scorer.stats.models.cross_validation import FOLDS, left_out, table_of
from scorer.stats.models.multiple_testing import ONE_IN
from scorer.stats.tally import MIN_DEALS
from scorer.text.numbers import BASE, UNITS, Rows
from scorer.text.sentences import counted, plural

YES, NO, UNSURE, TOO_FEW = "yes", "no", "unsure", "too few"
TOLD_BY: Final = {
    "league": "the rate of all",
    "own rate": "the own rate of each",
    "shrunken": "the own rate of each, drawn towards all",
}
SEATS: Final = ("caller", "partner", "defender")
AS_ALL: Final = 30  # contracts that the share of calls alone counts more, at that of all: few say little
_ENDS: Final = (MADE, FAILED)  # of a contract that is not even


def pays(frames: Frames, *, banded: bool = False, measure: str = UNITS) -> pd.DataFrame:
    """A row per bid that was called, or per band, in the order of the auction; of frames in a measure.

    `chance` is that of being made where the contract is not even, shrunken towards that of all
    (`models.beta_binomial`), and it `pays` where its whole interval is above `break_even`; of fewer than ten
    contracts nothing is said. `units_...` are what each is expected to get in such a deal: what is paid when it is made
    times the chance, and when it fails times the rest, less the even ones, of which bids of 61 have as many as all of
    them together. The partner's are of deals with one; NaN where nobody can be.
    """
    called = Called.of(frames, banded=banded)
    calls, decided = called.calls(), called.ended(MADE, FAILED)
    chance = bid_chances(called.ended(MADE), decided)
    paid = _paid(frames, called, measure)
    at_stake = paid[MADE] - paid[FAILED]
    break_even = ratio(-paid[FAILED][:, 0], at_stake[:, 0])
    kept = 1 - _even_share(frames, called)
    expected = kept[:, None] * (paid[FAILED] + at_stake * chance.mean[:, None])
    errors = kept[:, None] * np.abs(at_stake) * chance.error[:, None]
    ends = (kept * (paid[FAILED][:, 0] + at_stake[:, 0] * end) for end in (chance.low, chance.high))
    says = np.select(
        [decided < MIN_DEALS, chance.low > break_even, chance.high < break_even], [TOO_FEW, YES, NO], UNSURE
    )
    return pd.DataFrame(
        {
            called.what: texts(called.names),
            **{name: calls[name] for name in ("called", "made", "failed", "rate", "low", "high")},
            "chance": chance.mean,
            "chance_low": chance.low,
            "chance_high": chance.high,
            "break_even": break_even,
            "pays": texts(says.tolist()),
            **{f"units_{seat}": expected[:, at] for at, seat in enumerate(SEATS)},
            **{f"error_{seat}": errors[:, at] for at, seat in enumerate(SEATS)},
            **dict(zip(("units_low", "units_high"), ends, strict=True)),
        }
    )


pays_of_bands = partial(pays, banded=True)


def which_bids_pay(rows: Rows, row: str = "bid") -> str:
    """Which bids or bands pay, which do not, of which too few were called, and how many would look so by chance."""
    if not rows:
        return NOTHING_CALLED
    by_word = {word: [str(each[row]) for each in rows if each["pays"] == word] for word in (YES, NO, UNSURE, TOO_FEW)}
    judged = len(rows) - len(by_word[TOO_FEW])
    if not judged:
        return f"None has {MIN_DEALS} contracts yet: whether it pays cannot be told."
    sentences = []
    if pay := by_word[YES]:
        sentences.append(f"{listed(pay)} {plural(len(pay), 'pays', 'pay')}.")
    if cost := by_word[NO]:
        sentences.append(f"{listed(cost)} {plural(len(cost), 'does', 'do')} not pay.")
    if unsure := by_word[UNSURE]:
        sentences.append(f"Of {listed(unsure)} it cannot be told yet.")
    if seldom := by_word[TOO_FEW]:
        verb = plural(len(seldom), "has", "have")
        sentences.append(f"{counted(len(seldom), row)} {verb} fewer than {MIN_DEALS} contracts: too few to tell.")
    if pay or cost:
        by_chance = f"{about(judged / ONE_IN)} of {counted(judged, row)}"
        sentences.append(f"If all only broke even, chance alone would make {by_chance} look so on average.")
    return " ".join(sentences)


which_bands_pay = partial(which_bids_pay, row="band")


def pays_test(frames: Frames, *, banded: bool = False) -> pd.DataFrame:
    """Whether the shrunken chances foretell: whole matches are left out in turn, and told from the others alone.

    A row for each way of telling the chance of a contract: the rate of all; that of its bid (or band), of all where it
    has none; and `shrunken`. `brier` is of contracts made or failed. NaN where there are fewer than two matches.
    """
    called = Called.of(frames, banded=banded)
    of_match, begins = runs(called.deals["match_id"].to_numpy())
    fold = of_match % FOLDS
    made, decided = called.contracts_of(fold, FOLDS)
    foretold = np.full((len(TOLD_BY), *made.shape), np.nan)
    contracts: list[Ints] = list(np.stack([made, decided], axis=1)[: len(begins)])
    for at, (rest, of) in enumerate(left_out(contracts)):
        league = rest.sum() / of.sum() if of.sum() else 0.5
        foretold[0, at], foretold[1, at] = league, np.where(of > 0, ratio(rest, of), league)
        foretold[2, at] = bid_chances(rest, of).mean
    said = foretold[:, fold, called.group]
    was_made, was_failed = (is_one_of(called.deals["outcome"], outcome) for outcome in (MADE, FAILED))
    missed = was_made * (1 - said) ** 2 + was_failed * said**2
    of_matches = (np.bincount(of_match, way, len(begins)).astype(np.float64) for way in missed)
    return table_of(dict(zip(TOLD_BY, of_matches, strict=True)), int(decided.sum()), of="contracts")


pays_test_of_bands = partial(pays_test, banded=True)


def which_is_nearest(rows: Rows) -> str:
    """Which way was nearest, and whether shrunken rates beat the rate of all by more than chance."""
    beside = "Own rates drawn towards all are", "the rate of all", "Brier scores"
    return nearest_words(rows, TOLD_BY, "brier", "came", *beside)


def _even_share(frames: Frames, called: Called) -> Floats:
    """How many deals of each row are even: of those that can be as many as of all that can be."""
    variants = words(called.deals["variant"])
    knows = np.array([*(frames.columns.variants[label].even_at_60 for label in variants), False])
    can = (called.deals["target"].to_numpy() == LOWEST_TARGET) & knows[codes(called.deals["variant"])]
    evens = is_one_of(called.deals["outcome"], EVEN).sum() / max(int(can.sum()), 1)
    return np.asarray(np.nan_to_num(evens * called.mean(can.astype(np.float64))))


def _paid(frames: Frames, called: Called, measure: str) -> dict[str, Floats]:
    """By outcome what caller, partner and a defender get on average of each row, a column each."""
    variant, bids = codes(called.deals["variant"]), words(called.deals["bid"])
    games = [frames.columns.variants[label] for label in words(called.deals["variant"])]
    written = [{str(one): one for one in game.auction.bids} for game in games]
    bid = codes(called.deals["bid"])
    usual: dict[tuple[int, str], _Usual] = {}
    for at, game in enumerate(games):
        freely = np.array([word in written[at] and _freely(game, written[at][word]) for word in bids], bool)
        deals, free = called.deals[variant == at], freely[bid[variant == at]]
        for outcome in _ENDS:
            usual[at, outcome] = _usual(deals, free, outcome)
    met, place = ways(variant, bid, frames.columns.paid[called.rows].sum(axis=1))
    paid = [
        _of_way(games[of], written[of][bids[won]], players, outcome, usual[of, outcome], base=measure == BASE)
        for of, won, players in met
        for outcome in _ENDS
    ]
    table = np.array(paid, np.float64).reshape(-1, len(_ENDS), len(SEATS))
    worth = called.unit_worth(frames, measure)
    return {
        outcome: np.stack([called.mean(table[place, at, seat] * worth) for seat in range(len(SEATS))], axis=1)
        for at, outcome in enumerate(_ENDS)
    }


class _Usual(NamedTuple):
    """Of the contracts of a variant that ended so: the share of calls alone and of slams, and the mean margin."""

    alone: float
    slam: float
    margin: float


def _freely(game: Variant, bid: Bid) -> bool:
    """Whether this bid may be played with a partner, and alone."""
    alone = any(table.solo for table in game.shares.values()) and bid.target >= (game.auction.solo_from or 0)
    return alone and not bid.name and not game.alone


def _usual(deals: pd.DataFrame, freely: Flags, outcome: str) -> _Usual:
    """What is usual where these deals of one variant ended so; `freely` which could be played in both ways."""
    ended = is_one_of(deals["outcome"], outcome)
    counted, free = ended & (deals["card_points"].to_numpy() >= 0), ended & freely
    solo, slam, margin = (deals[name].to_numpy() for name in ("solo", "slam", "margin"))
    of_all = solo[freely].mean() if freely.any() else 0.0
    return _Usual(
        alone=float((solo[free].sum() + AS_ALL * of_all) / (free.sum() + AS_ALL)),
        slam=float(slam[ended].mean()) if ended.any() else 0.0,
        margin=float(margin[counted].mean()) if counted.any() else 0.0,
    )


def _of_way(game: Variant, bid: Bid, players: int, outcome: str, usual: _Usual, *, base: bool) -> tuple[float, ...]:
    """What caller, partner and a defender get on average of a bid that ended so, in units, or in units / stake."""
    ended, table = Outcome(outcome), game.shares[players]
    both = table.solo and _freely(game, bid)
    alone = usual.alone if both else float(bool(bid.name) or game.alone)
    count = round(bid.target + usual.margin)
    slam = usual.slam if game.slam and game.slam.counts_for(ended) else 0.0
    worth = sum(
        share * game.worth(bid, slam=with_slam, count=count)
        for with_slam, share in ((False, 1 - slam), (True, slam))
        if share
    )
    got, partner = np.zeros(len(SEATS)), np.nan
    for solo, share in ((False, 1 - alone), (True, alone)):
        shares = table.shares(ended, solo=solo)
        if shares is None or not share:
            continue
        by = 1 / abs(shares.defender) if base else worth
        got += share * by * np.array(shares)
        partner = partner if solo else by * shares.partner
    return float(got[0]), float(partner), float(got[2])
