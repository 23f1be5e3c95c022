"""Callers: what they make of their bids beside others of the same bids, and what they leave on the table.

The card points of a deal say what else could have been called with the same play: of the bids that they carry, the one
that pays most. Nobody knows whether the others would have bid on, nor, where another card is called, who the partner
would have been: the auction ended where it ended. A table tells who calls low and who calls high beside the others, not
what each would have got.
"""

from typing import Final, NamedTuple

import numpy as np
import pandas as pd

from scorer.frames import Frames
from scorer.frames.columns import Flags, Ints, ways
from scorer.rules.kinds import FAILED, MADE, Outcome
from scorer.rules.variant import Variant
from scorer.stats.beta_binomial import chances_of_mixes
from scorer.stats.bidding import Called
from scorer.stats.by_chance import holm
from scorer.stats.spread import FEWEST, errors_of
from scorer.stats.tallies import Floats, codes, is_one_of, rate_columns, ratio, texts, words
from scorer.text.numbers import BASE, UNITS

LOW, HIGH, BOTH, NEITHER = "too low", "too high", "both", "no"
SURELY: Final = 0.5  # of a count of contracts, by which chance rounds it up or down
_AT_ONCE: Final = 64  # players
_COUNTS: Final = 256  # more than a side can have


def calls(frames: Frames, measure: str = UNITS) -> pd.DataFrame:
    """A row per player who called, most calls first, equals by name; of frames in a measure.

    `made` and `failed` contracts and their `rate`; `expected` is the rate at which the others make the same bids, from
    their contracts alone (`scorer.stats.beta_binomial`); `ahead` the rate less that, `ahead_error` its standard
    error: the chance of the own contracts and what is not known of the others'. `beyond` whether chance alone hardly
    makes such a difference, all players together being wrong in 5 of 100 such tables. NaN where nobody else called.

    The rest is of the `counted` deals, of which somebody counted the card points; units are without what redeals
    doubled. `got` are mean units of the caller, `carried` what the bid would have brought that pays most of those which
    the count makes, called alone or not as it was; where it makes none, what was got. `left` is the difference, and the
    sum of `left_low` and `left_high`: `too_low` are contracts made of which a higher bid would have paid more,
    `too_high` those failed that a lower bid would have made, `lost_anyway` those that no bid would. Named bids are
    another game: they are beside those of their name alone. `error_got` and `error_left` are standard errors. `leans`
    says whether the player calls "too low" or "too high" more often than the others, by more than chance, all players
    together as above; else "no".
    """
    called = Called.of(frames)
    names, caller = words(called.deals["caller"]), codes(called.deals["caller"])
    table = pd.DataFrame(
        {
            "player": texts(names),
            "called": np.bincount(caller, minlength=len(names)),
            **_success(called, caller, len(names)),
            **_left(frames, called, caller, len(names), measure),
        }
    )
    there = table[table["called"] > 0]
    return there.iloc[np.argsort(-there["called"].to_numpy(), kind="stable")].reset_index(drop=True)


def _success(called: Called, caller: Ints, players: int) -> dict[str, Floats | Ints | Flags]:
    """How often each makes the own bids, and how often the others make the same ones."""
    made, of = called.contracts_of(caller, players)
    decided, own = of.sum(axis=1), made.sum(axis=1)
    expected, variance = np.full(players, np.nan), np.full(players, np.nan)
    others = (decided > 0) & (decided < decided.sum())
    for rows in np.array_split(np.flatnonzero(others), -(-int(others.sum()) // _AT_ONCE) or 1):
        mix = of[rows] / decided[rows, None]
        chance, uncertain = chances_of_mixes(made.sum(axis=0) - made[rows], of.sum(axis=0) - of[rows], mix)
        expected[rows], variance[rows] = chance, uncertain + chance * (1 - chance) / decided[rows]
    rate = rate_columns(own, decided)
    ahead, error = rate["rate"] - expected, np.sqrt(variance)
    beyond = np.zeros(players, bool)
    enough = np.flatnonzero(others & (decided >= FEWEST))
    worth = np.maximum(np.abs(ahead[enough]) - SURELY / decided[enough], 0)
    beyond[enough] = holm(np.nan_to_num(ratio(worth, error[enough])))
    return {"made": own, "failed": decided - own, **rate, "expected": expected, "ahead": ahead, "ahead_error": error,
            "beyond": beyond}  # fmt: skip


class _Beside(NamedTuple):
    """Of each counted deal: the caller, what was got, and what the count would have carried."""

    caller: Ints
    got: Floats
    carried: Floats
    too_low: Flags
    too_high: Flags
    lost_anyway: Flags


def _left(frames: Frames, called: Called, caller: Ints, players: int, measure: str) -> dict[str, object]:
    """What each got in counted deals, what the counts would have carried, and how often they called too low or high."""
    of = _beside(frames, called, caller, measure)
    counted = np.bincount(of.caller, minlength=players)
    left = of.carried - of.got
    means = {
        name: ratio(np.bincount(of.caller, figures, players), counted)
        for name, figures in (
            ("got", of.got), ("carried", of.carried), ("left", left), ("left_low", left * of.too_low),
            ("left_high", left * of.too_high),
        )
    }  # fmt: skip
    times = {
        name: np.bincount(of.caller[which], minlength=players)
        for name, which in (("too_low", of.too_low), ("too_high", of.too_high), ("lost_anyway", of.lost_anyway))
    }
    errors = {f"error_{what}": errors_of(of.caller, figures, players) for what, figures in (("got", of.got),
              ("left", left))}  # fmt: skip
    low, high = np.split(
        holm(np.concatenate([_more_often(times[name], counted) for name in ("too_low", "too_high")])), 2
    )
    leans = np.where(low & high, BOTH, np.where(low, LOW, np.where(high, HIGH, NEITHER)))
    return {"counted": counted, **means, **times, "leans": texts(leans.tolist()), **errors}


def _more_often(times: Ints, of: Ints) -> Floats:
    """By how many standard errors each has a larger share than the others together; 0 where nothing can be said."""
    others, rest = of.sum() - of, times.sum() - times
    every = times.sum() / max(of.sum(), 1)
    spread = np.sqrt(every * (1 - every) * (ratio(1, of) + ratio(1, others)))
    ahead = ratio(times - SURELY, of) - ratio(rest, others)
    return np.where((of >= FEWEST) & (others >= FEWEST), np.maximum(np.nan_to_num(ratio(ahead, spread)), 0), 0.0)


def _beside(frames: Frames, called: Called, caller: Ints, measure: str) -> _Beside:
    """The counted deals beside what their counts would have carried."""
    counted = np.flatnonzero(called.deals["card_points"].to_numpy() >= 0)
    columns, deals, rows = frames.columns, called.deals.iloc[counted], called.rows[counted]
    seat = (columns.caller[rows] - 1)[:, None]
    plain = np.take_along_axis(columns.recorded[rows], seat, axis=1)[:, 0] / columns.times[rows]
    best = _best(frames, deals, called.named_bids, columns.paid[rows].sum(axis=1))
    made, failed = (is_one_of(deals["outcome"], outcome) for outcome in (MADE, FAILED))
    can = best > plain
    carried = np.where(can, best, plain)
    if measure == BASE:
        by = np.nan_to_num(ratio(columns.times[rows], columns.stake[rows]))
    else:
        by = called.unit_worth(frames, measure)[counted]
    return _Beside(caller[counted], plain * by, carried * by, made & can, failed & can, failed & ~can)


def _best(frames: Frames, deals: pd.DataFrame, named_bids: list[str], players: Ints) -> Floats:
    """What the count of each of these deals pays the caller at most, called as it was; NaN where it makes no bid.

    `named_bids` are the names of named bids, by the categories of the deals' bids.
    """
    names = sorted({"", *named_bids})
    name = np.array([names.index(one) for one in named_bids], np.int64)[codes(deals["bid"])]
    games = [frames.columns.variants[label] for label in words(deals["variant"])]
    met, place = ways(codes(deals["variant"]), name, players, deals["solo"].to_numpy(), deals["slam"].to_numpy())
    most = [
        _paid_at_most(games[of], names[called], seated, solo=solo > 0, slam=slam > 0)
        for of, called, seated, solo, slam in met
    ]
    table = np.array(most, np.float64).reshape(-1, _COUNTS)
    return np.asarray(table[place, deals["card_points"].to_numpy()])


def _paid_at_most(game: Variant, name: str, players: int, *, solo: bool, slam: bool) -> Floats:
    """What the caller gets at each count from the bid that pays most of those which it makes, as it was called."""
    shares = game.shares[players].shares(Outcome.MADE, solo=solo)
    most = np.full(_COUNTS, np.nan)
    if shares is None:
        return most
    lowest = (game.auction.solo_from or 0) if solo and not name else 0
    bids = [bid for bid in game.auction.bids if (bid.name or "") == name and bid.target >= lowest]
    for count in range(min((bid.target for bid in bids), default=_COUNTS), game.most_counted + 1):
        worth = [game.worth(bid, slam=slam, count=count) for bid in bids if bid.target <= count]
        most[count] = shares.caller * max(worth)
    return most
