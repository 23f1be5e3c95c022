"""The skill of callers: how often they make the same bids as others, and what they leave on the table.

The card points of a deal say what else could have been called with the same play: of the bids that they carry, the one
that pays most. Nobody knows whether the others would have bid on, nor, where another card is called, who the partner
would have been: the auction ended where it ended. So the figures show who calls lower or higher than the others, not
what each would have got.
"""

from typing import Final

import numpy as np
import pandas as pd

from scorer.frames import Frames
from scorer.frames.record_columns import Flags, Ints, ways
from scorer.insight.models.bid_curve import Axis, bid_success_rates, log_odds_prior, mix_success_rates
from scorer.language import N_, _, counts, ngettext
from scorer.language.lists_numbers_dates import listed
from scorer.rules.kinds import FAILED, MADE, Outcome
from scorer.rules.variant import Variant
from scorer.stats.bids import Called
from scorer.stats.describe.chance_sentences import half_a_unit_words
from scorer.stats.describe.phrases import NOTHING_CALLED
from scorer.stats.describe.verdicts import Verdict
from scorer.stats.models.arrays import Floats, categories, codes, is_one_of, ratio, text_column
from scorer.stats.models.covariance import FEWEST
from scorer.stats.models.evening_error import Evenings, Form, evening_sizes
from scorer.stats.models.intervals import group_mean_errors, rate_columns
from scorer.stats.models.multiple_testing import holm, t_to_normal
from scorer.stats.models.power import HALF, power
from scorer.stats.tally import MIN_DEALS
from scorer.text.numbers import BASE, UNITS, Counting, Rows, percent

ALL_BY_CHANCE: Final = N_("Chance alone explains how the callers differ.")
AS_CHANCE: Final = N_("chance alone does as much, all players taken together")
BEYOND_CHANCE: Final = N_("more than chance alone does, all players taken together")
HALF_A_UNIT: Final = N_(
    "It takes about {deals} called by one player, some {evenings}, to find calls that bring half a unit / stake more "
    "than the same bids of others; in 2 of 10 cases even more."
)
LOW, HIGH, BOTH, NEITHER = "too low", "too high", "both", "no"
CONTINUITY: Final = 0.5  # contracts: the continuity correction of a count
_AT_ONCE: Final = 64  # players
_COUNTS: Final = 256  # card points: more than a side can have


def calls(frames: Frames, measure: str = UNITS) -> pd.DataFrame:
    """A row per player who called, most calls first, equals by name; the frames are in a measure.

    `expected` is the rate at which the others make the same bids, from their contracts alone
    (`models.bid_curve`), NaN where nobody else called. `ahead_error` contains the chance in the own contracts,
    form of their evenings included, and the uncertainty of the others' rate. `significant` and `bias` are what chance
    alone hardly makes; in 5 of 100 such tables one of all players is wrong. `found` is how far `ahead`, or behind, a
    caller would have to be truly to be significant in 8 of 10 cases; NaN for a single evening, and where no rate can
    be so far from that of the others. Half a base unit a contract would be after `half_deals` contracts on
    `half_evenings` (`models.power`).

    The other columns are of the `counted` deals, of which somebody counted the card points, without what redeals
    doubled. Of the bids that the count makes, called alone or not as it was, one pays most: `possible` are its units,
    and the units that the caller `got` where it makes none. `left` is the difference, the sum of `left_low` and
    `left_high`. Named bids are compared with bids of their own name only.
    """
    called = Called.of(frames)
    names, caller = categories(called.deals["caller"]), codes(called.deals["caller"])
    table = pd.DataFrame(
        {
            "player": text_column(names),
            "called": np.bincount(caller, minlength=len(names)),
            **_success(frames, called, caller, len(names)),
            **_left(frames, called, caller, len(names), measure),
        }
    )
    there = table[table["called"] > 0]
    return there.iloc[np.argsort(-there["called"].to_numpy(), kind="stable")].reset_index(drop=True)


def how_callers_differ(rows: Rows) -> str:
    """Who makes more or fewer of the same bids than others, by more than chance; or that nobody does."""
    sentences = []
    if more := [str(row["player"]) for row in rows if row["significant"] and row["ahead"] > 0]:
        sentences.append(
            ngettext(
                "{players} makes more of the same bids than others do, more than chance alone does, all players taken "
                "together.",
                "{players} make more of the same bids than others do, more than chance alone does, all players taken "
                "together.",
                len(more),
                players=listed(more),
            )
        )
    if fewer := [str(row["player"]) for row in rows if row["significant"] and row["ahead"] < 0]:
        sentences.append(
            ngettext(
                "{players} makes fewer of the same bids than others do, more than chance alone does, all players taken "
                "together.",
                "{players} make fewer of the same bids than others do, more than chance alone does, all players taken "
                "together.",
                len(fewer),
                players=listed(fewer),
            )
        )
    return " ".join(sentences) or _(ALL_BY_CHANCE)


def calls_verdict(rows: Rows) -> Verdict:
    """Who makes more of the same bids, and who calls too low or too high; whole with how much all called so."""
    if len(rows) < 2:  # noqa: PLR2004
        return Verdict.plain(_left_in_all(rows) if rows else _(NOTHING_CALLED))
    sentences = []
    if any(row["significant"] for row in rows):
        sentences.append(how_callers_differ(rows))
    if low := [str(row["player"]) for row in rows if row["bias"] in {LOW, BOTH}]:
        sentences.append(
            ngettext(
                "{players} calls too low more often than others.",
                "{players} call too low more often than others.",
                len(low),
                players=listed(low),
            )
        )
    if high := [str(row["player"]) for row in rows if row["bias"] in {HIGH, BOTH}]:
        sentences.append(
            ngettext(
                "{players} calls too high more often than others.",
                "{players} call too high more often than others.",
                len(high),
                players=listed(high),
            )
        )
    brief = " ".join(sentences) or _("Nobody can be said to call better yet: this may be luck.")
    whole = [_left_in_all(rows), *(sentences or [_(ALL_BY_CHANCE)]), half_a_unit_words(rows, HALF_A_UNIT)]
    if few := sum(row["called"] < MIN_DEALS for row in rows):
        whole.append(_few_calls(few, len(rows)))
    return Verdict(brief, " ".join(filter(None, whole)))


def left_words(rows: Rows, counting: Counting) -> str:
    """The mean units that all callers leave on the table, and by what; empty where no deal is counted."""
    deals = sum(row["counted"] for row in rows)
    if not deals:
        return ""
    whole, low, high = (
        counting.mean_size(sum(row[name] * row["counted"] for row in rows if row["counted"]) / deals)
        for name in ("left", "left_low", "left_high")
    )
    return _(
        "Callers leave {mean} {units} a counted deal on the table, as one knows afterwards: {low} by calling too low, "
        "{high} by calling too high.",
        mean=whole,
        units=counting.title,
        low=low,
        high=high,
    )


def _few_calls(few: int, players: int) -> str:
    """How many of these players called too few deals to say much."""
    if few == players:
        return _("All of these players called fewer than {deals} deals: of so few little can be told.", deals=MIN_DEALS)
    return ngettext(
        "{number} of this {count} player called fewer than {deals} deals: of so few little can be told.",
        "{number} of these {count} players called fewer than {deals} deals: of so few little can be told.",
        players,
        number=few,
        deals=MIN_DEALS,
    )


def _left_in_all(rows: Rows) -> str:
    """How many of all calls were counted, and of these how many too low, and too high."""
    called, deals, low, high = (sum(row[name] for row in rows) for name in ("called", "counted", "too_low", "too_high"))
    if not deals:
        return _("Nobody counted the card points: what the calls left cannot be told.")
    shares = {"low": percent(low / deals), "high": percent(high / deals)}
    if deals == called:
        return ngettext(
            "{count} counted call: {low} of these turned out to be too low, {high} too high.",
            "{count} counted calls: {low} of these turned out to be too low, {high} too high.",
            called,
            **shares,
        )
    return ngettext(
        "Of {calls} {count} was counted: {low} of these turned out to be too low, {high} too high.",
        "Of {calls} {count} were counted: {low} of these turned out to be too low, {high} too high.",
        deals,
        calls=counts.calls(called),
        **shares,
    )


def _success(frames: Frames, called: Called, caller: Ints, players: int) -> dict[str, Floats | Ints | Flags]:
    """How often each player makes their bids, and how often the others make the same bids."""
    made, contracts = called.contracts_of(caller, players)  # player, bid
    made_by_all, of_all = made.sum(axis=0), contracts.sum(axis=0)
    decided, own = contracts.sum(axis=1), made.sum(axis=1)
    axis = Axis.of(frames, called)
    form, on_evenings = _form_of_callers(called, caller, bid_success_rates(made_by_all, of_all, axis).mean, players)
    sizes = evening_sizes(on_evenings)
    expected, variance = np.full(players, np.nan), np.full(players, np.nan)
    prior = log_odds_prior(made_by_all, of_all, axis)
    others = (decided > 0) & (decided < decided.sum())
    for rows in np.array_split(np.flatnonzero(others), -(-int(others.sum()) // _AT_ONCE) or 1):
        mix = contracts[rows] / decided[rows, None]
        chance, uncertainty = mix_success_rates(made_by_all - made[rows], of_all - contracts[rows], mix, prior)
        of_own = form.factors(sizes[rows]) * chance * (1 - chance) / decided[rows]
        expected[rows], variance[rows] = chance, uncertainty + of_own
    rate = rate_columns(own, decided)
    ended = {"made": own, "failed": decided - own, **rate, "expected": expected}
    error, enough = np.sqrt(variance), np.flatnonzero(others & (decided >= FEWEST))
    freedom = form.freedom(sizes, float(decided.sum() - 1))[enough]
    ahead = {"ahead": rate["rate"] - expected, "ahead_error": error}
    correction, evenings = CONTINUITY / decided[enough], (on_evenings > 0).sum(axis=0)[enough]
    t = np.maximum(np.abs(ahead["ahead"][enough]) - correction, 0) / error[enough]
    significant = np.zeros(players, bool)
    significant[enough] = holm(t_to_normal(t, freedom))
    half = _half_a_unit(frames, called)
    found = power(error[enough], freedom, evenings > 1, decided[enough], evenings, half, correction)
    shown = pd.DataFrame(found, enough).reindex(range(players))
    shown.loc[shown["found"] > np.maximum(expected, 1 - expected), "found"] = np.nan
    return ended | ahead | {"significant": significant} | {name: shown[name].to_numpy() for name in found}


def _half_a_unit(frames: Frames, called: Called) -> float:
    """How many more of the contracts made bring a caller half a base unit a contract; NaN where all end alike."""
    columns, rows = frames.columns, called.rows
    got = np.nan_to_num(ratio(columns.at(columns.recorded, columns.caller)[rows], columns.stake[rows]))
    made, failed = (got[is_one_of(called.deals["outcome"], outcome)] for outcome in (MADE, FAILED))
    return float(ratio(HALF, made.mean() - failed.mean())) if len(made) and len(failed) else np.nan


def _form_of_callers(called: Called, caller: Ints, chance: Floats, players: int) -> tuple[Form, Floats]:
    """How much alike the contracts of a caller on an evening are, beside the `chance` of each bid, (bids,).

    And how many there are, (evenings, players).
    """
    rows = np.flatnonzero(is_one_of(called.deals["outcome"], MADE, FAILED))
    deals = called.deals.iloc[rows]
    evening, own = np.unique(deals["on"].to_numpy(), return_inverse=True)[1], caller[rows]
    shape = int(evening.max(initial=-1)) + 1, players
    cell, size = evening * players + own, shape[0] * players
    residuals = is_one_of(deals["outcome"], MADE) - chance[called.group[rows]]
    residuals -= ratio(np.bincount(own, residuals, players), np.bincount(own, minlength=players))[own]
    contracts = np.bincount(cell, minlength=size).reshape(shape).astype(np.float64)
    sums = np.bincount(cell, residuals, size).reshape(shape).astype(np.float64)
    return Evenings.of_table(contracts, sums, float((residuals**2).sum()), 1.0).form(), contracts


def _left(frames: Frames, called: Called, caller: Ints, players: int, measure: str) -> dict[str, object]:
    """What each player got in counted deals, what was possible, and how often they called too low or too high."""
    rows = np.flatnonzero(called.deals["card_points"].to_numpy() >= 0)
    whose, outcome = caller[rows], called.deals["outcome"].iloc[rows]
    got, possible = _got_and_possible(frames, called, rows, measure)
    deals, left = np.bincount(whose, minlength=players), possible - got
    too_low, too_high = is_one_of(outcome, MADE) & (left > 0), is_one_of(outcome, FAILED) & (left > 0)

    def mean(figures: Floats) -> Floats:
        return ratio(np.bincount(whose, figures, players), deals)

    def times(which: Flags) -> Ints:
        return np.bincount(whose[which], minlength=players)

    lows, highs = times(too_low), times(too_high)
    low, high = np.split(holm(np.concatenate([_more_often(lows, deals), _more_often(highs, deals)])), 2)
    bias = np.select([low & high, low, high], [BOTH, LOW, HIGH], NEITHER)
    return {
        "counted": deals,
        "got": mean(got),
        "possible": mean(possible),
        "left": mean(left),
        "left_low": mean(left * too_low),
        "left_high": mean(left * too_high),
        "too_low": lows,
        "too_high": highs,
        "lost_anyway": times(is_one_of(outcome, FAILED) & ~too_high),
        "bias": text_column(bias.tolist()),
        "error_got": group_mean_errors(whose, got, players),
        "error_left": group_mean_errors(whose, left, players),
    }


def _more_often(times: Ints, deals: Ints) -> Floats:
    """By how many standard errors each player has a larger share than all others together; 0 for a smaller one."""
    deals_of_others, times_of_others = deals.sum() - deals, times.sum() - times
    share = times.sum() / max(deals.sum(), 1)
    error = np.sqrt(share * (1 - share) * (ratio(1, deals) + ratio(1, deals_of_others)))
    ahead = ratio(times - CONTINUITY, deals) - ratio(times_of_others, deals_of_others)
    enough = (deals >= FEWEST) & (deals_of_others >= FEWEST)
    return np.where(enough, np.maximum(np.nan_to_num(ratio(ahead, error)), 0), 0.0)


def _got_and_possible(frames: Frames, called: Called, chosen: Ints, measure: str) -> tuple[Floats, Floats]:
    """What the callers of the chosen deals got, and what their counts would have brought: one figure a deal."""
    columns, deals, rows = frames.columns, called.deals.iloc[chosen], called.rows[chosen]
    plain = columns.at(columns.recorded, columns.caller)[rows] / columns.times[rows]
    best = _best(frames, deals, columns.paid[rows].sum(axis=1))
    if measure == BASE:
        by = np.nan_to_num(ratio(columns.times[rows], columns.stake[rows]))
    else:
        by = called.unit_worth(frames, measure)[chosen]
    return plain * by, np.where(best > plain, best, plain) * by


def _best(frames: Frames, deals: pd.DataFrame, players: Ints) -> Floats:
    """The most units that the count of each deal can bring the caller, alone or not as called; NaN without a bid."""
    games = [frames.columns.variants[label] for label in categories(deals["variant"])]
    named = {str(bid): bid.name or "" for game in games for bid in game.auction.bids}
    names = sorted(set(named.values()) | {""})
    name = np.array([names.index(named.get(bid, "")) for bid in categories(deals["bid"])], np.int64)[
        codes(deals["bid"])
    ]
    kinds, place = ways(codes(deals["variant"]), name, players, deals["solo"].to_numpy(), deals["slam"].to_numpy())
    most = [
        _paid_at_most(games[game], names[called], seated, solo=solo > 0, slam=slam > 0)
        for game, called, seated, solo, slam in kinds
    ]
    table = np.array(most, np.float64).reshape(-1, _COUNTS)
    return np.asarray(table[place, deals["card_points"].to_numpy()])


def _paid_at_most(game: Variant, name: str, players: int, *, solo: bool, slam: bool) -> Floats:
    """The most units that the caller can get at each count of card points, an axis of _COUNTS; NaN without a bid."""
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
