"""Callers: what they make of their bids beside others of the same bids, and what they leave on the table.

The card points of a deal say what else could have been called with the same play: of the bids that they carry, the one
that pays most. Nobody knows whether the others would have bid on, nor, where another card is called, who the partner
would have been: the auction ended where it ended. A table tells who calls low and who calls high beside the others, not
what each would have got.
"""

from typing import Final

import numpy as np
import pandas as pd

from scorer.frames import Frames
from scorer.frames.record_columns import Flags, Ints, ways
from scorer.language.forms import listed
from scorer.rules.kinds import FAILED, MADE, Outcome
from scorer.rules.variant import Variant
from scorer.stats.bids import Called
from scorer.stats.describe.phrases import NOTHING_CALLED
from scorer.stats.models.arrays import Floats, codes, is_one_of, ratio, texts, words
from scorer.stats.models.beta_binomial import chances_of_mixes
from scorer.stats.models.covariance import FEWEST
from scorer.stats.models.intervals import errors_of, rate_columns
from scorer.stats.models.multiple_testing import holm
from scorer.stats.tally import MIN_DEALS
from scorer.text.numbers import BASE, UNITS, Rows, percent
from scorer.text.sentences import counted, plural

ALL_BY_CHANCE: Final = "Chance alone explains how the callers differ."
AS_CHANCE: Final = "chance alone does as much, all players taken together"
BEYOND_CHANCE: Final = "more than chance alone does, all players taken together"
LOW, HIGH, BOTH, NEITHER = "too low", "too high", "both", "no"
SURELY: Final = 0.5  # of a count of contracts, by which chance rounds it up or down
_AT_ONCE: Final = 64  # players
_COUNTS: Final = 256  # more than a side can have


def calls(frames: Frames, measure: str = UNITS) -> pd.DataFrame:
    """A row per player who called, most calls first, equals by name; of frames in a measure.

    `expected` is the rate at which the others make the same bids, from their contracts alone
    (`models.beta_binomial`); `ahead_error` has the chance of the own contracts in it, and what is not known of
    the others'. NaN where nobody else called. `beyond` and `leans` are what chance alone hardly makes, all players
    together being wrong in 5 of 100 such tables.

    The rest is of the `counted` deals, of which somebody counted the card points; units are without what redeals
    doubled. `carried` is what the bid would have brought that pays most of those which the count makes, called alone or
    not as it was; where it makes none, what was got. `left` is the difference, and the sum of `left_low` and
    `left_high`. Named bids are another game: they are beside those of their name alone.
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


def how_callers_differ(rows: Rows) -> str:
    """Who makes more or fewer of the same bids than others, by more than chance; or that nobody does."""
    told = []
    for how_many, wanted in (("more", 1), ("fewer", -1)):
        some = [str(row["player"]) for row in rows if row["beyond"] and row["ahead"] * wanted > 0]
        if some:
            makes = f"{plural(len(some), 'makes', 'make')} {how_many} of the same bids than others do"
            told.append(f"{listed(some)} {makes}, {BEYOND_CHANCE}.")
    return " ".join(told) or ALL_BY_CHANCE


def who_leans(rows: Rows) -> str:
    """How much was called too low and too high, who makes more of the same bids, and who calls too low or too high."""
    if len(rows) < 2:  # noqa: PLR2004
        return _left_in_all(rows) if rows else NOTHING_CALLED
    told = [_left_in_all(rows)]
    if any(row["beyond"] for row in rows):
        told.append(how_callers_differ(rows))
    for word in (LOW, HIGH):
        some = [str(row["player"]) for row in rows if row["leans"] in {word, BOTH}]
        if some:
            told.append(f"{listed(some)} {plural(len(some), 'calls', 'call')} {word} more often than others.")
    if len(told) == 1:
        told.append(ALL_BY_CHANCE)
    if few := sum(row["called"] < MIN_DEALS for row in rows):
        callers = f"{few} of these {len(rows)} players" if few < len(rows) else "All of these players"
        told.append(f"{callers} called fewer than {MIN_DEALS} deals: of so few little can be told.")
    return " ".join(told)


def _left_in_all(rows: Rows) -> str:
    """How many of all calls were counted, and of these how many too low, and too high."""
    called, deals, low, high = (sum(row[name] for row in rows) for name in ("called", "counted", "too_low", "too_high"))
    if not deals:
        return "Nobody counted the card points: what the calls left cannot be told."
    shares = f"{percent(low / deals)} of these turned out to be too low, {percent(high / deals)} too high."
    if deals == called:
        return f"{counted(called, 'counted call')}: {shares}"
    return f"Of {counted(called, 'call')} {deals} {plural(deals, 'was', 'were')} counted: {shares}"


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
    contracts = {"made": own, "failed": decided - own, **rate}
    return contracts | {"expected": expected, "ahead": ahead, "ahead_error": error, "beyond": beyond}


def _left(frames: Frames, called: Called, caller: Ints, players: int, measure: str) -> dict[str, object]:
    """What each got in counted deals, what the counts would have carried, and how often they called too low or high."""
    rows = np.flatnonzero(called.deals["card_points"].to_numpy() >= 0)
    whose, outcome = caller[rows], called.deals["outcome"].iloc[rows]
    got, carried = _got_and_carried(frames, called, rows, measure)
    deals, left = np.bincount(whose, minlength=players), carried - got
    too_low, too_high = is_one_of(outcome, MADE) & (left > 0), is_one_of(outcome, FAILED) & (left > 0)

    def mean(figures: Floats) -> Floats:
        return ratio(np.bincount(whose, figures, players), deals)

    def times(which: Flags) -> Ints:
        return np.bincount(whose[which], minlength=players)

    lows, highs = times(too_low), times(too_high)
    low, high = np.split(holm(np.concatenate([_more_often(lows, deals), _more_often(highs, deals)])), 2)
    leans = np.select([low & high, low, high], [BOTH, LOW, HIGH], NEITHER)
    return {
        "counted": deals,
        "got": mean(got),
        "carried": mean(carried),
        "left": mean(left),
        "left_low": mean(left * too_low),
        "left_high": mean(left * too_high),
        "too_low": lows,
        "too_high": highs,
        "lost_anyway": times(is_one_of(outcome, FAILED) & ~too_high),
        "leans": texts(leans.tolist()),
        "error_got": errors_of(whose, got, players),
        "error_left": errors_of(whose, left, players),
    }


def _more_often(times: Ints, of: Ints) -> Floats:
    """By how many standard errors each has a larger share than the others together; 0 where nothing can be said."""
    others, rest = of.sum() - of, times.sum() - times
    every = times.sum() / max(of.sum(), 1)
    spread = np.sqrt(every * (1 - every) * (ratio(1, of) + ratio(1, others)))
    ahead = ratio(times - SURELY, of) - ratio(rest, others)
    return np.where((of >= FEWEST) & (others >= FEWEST), np.maximum(np.nan_to_num(ratio(ahead, spread)), 0), 0.0)


def _got_and_carried(frames: Frames, called: Called, some: Ints, measure: str) -> tuple[Floats, Floats]:
    """What the callers of some of these deals got, and what their counts would have carried."""
    columns, deals, rows = frames.columns, called.deals.iloc[some], called.rows[some]
    plain = columns.at(columns.recorded, columns.caller)[rows] / columns.times[rows]
    best = _best(frames, deals, columns.paid[rows].sum(axis=1))
    if measure == BASE:
        by = np.nan_to_num(ratio(columns.times[rows], columns.stake[rows]))
    else:
        by = called.unit_worth(frames, measure)[some]
    return plain * by, np.where(best > plain, best, plain) * by


def _best(frames: Frames, deals: pd.DataFrame, players: Ints) -> Floats:
    """What the count of each of these deals pays the caller at most, called as it was; NaN where it makes no bid."""
    games = [frames.columns.variants[label] for label in words(deals["variant"])]
    named = {str(bid): bid.name or "" for game in games for bid in game.auction.bids}
    names = sorted(set(named.values()) | {""})
    name = np.array([names.index(named.get(bid, "")) for bid in words(deals["bid"])], np.int64)[codes(deals["bid"])]
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
