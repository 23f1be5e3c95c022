"""Paper sheets beside deals: observations of the rating that stand for as many deals as their units make likely.

A sheet has the units of an evening, and nobody knows of how many deals. The units of n deals have n times the contrast
of the players' strengths, which the deals tell too, and n times the variance of one, more by the form of an evening. So
the likelihood of the strengths tells n, for the sheets of each variant by themselves.
"""

from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pandas as pd

from scorer.frames import Frames, base_units
from scorer.frames.record_columns import KIND_CODES, Columns, Flags, Ints
from scorer.insight.models.mixed_model import Sums
from scorer.insight.models.seat_payouts import NOBODY, DealsBySeat
from scorer.insight.plus_minus import (
    Noise,
    Observations,
    PlusMinus,
    deal_observations,
    fit_strengths,
    own_noise,
    residuals_of,
    sums_of,
)
from scorer.rules.kinds import DEAL, DEAL_ROLES, SHEET
from scorer.rules.most_units import most_in_a_deal
from scorer.stats.models.arrays import Floats, categories, codes, is_one_of, runs
from scorer.stats.models.evening_error import Form
from scorer.stats.on_one_side import has_partners

MOST_OF_A_SHEET: Final = 400  # deals
USUAL_SHEET: Final = 25.0  # deals: one standard deviation from it are 9 and 68
CLOSE: Final = 0.02  # of the logarithm of how many deals a sheet holds
GOLDEN: Final = 0.618  # the golden section
MOST_LIKENESS: Final = 0.1  # of two deals of an evening, more than leagues show
UNLIKELY: Final = 3.0  # standard deviations: by chance once in 700 times
MANY_TIMES: Final = 3  # the longest evening
LONG_EVENING: Final = 100  # deals, which some evening may hold: eight hours of five minutes each


def sheet_observations(frames: Frames) -> Observations:
    """Paper sheets as observations of the players of the payouts, in whatever the frames are measured.

    A sheet stands for one deal here, at the mean stake of the deals of its variant, or else of all variants, which move
    it by as much as their stakes differ. Without any deal base units are the units of a sheet; sheets of a variant that
    vary more weigh less.
    """
    payouts, recorded = frames.payouts, frames.columns.recorded[frames.columns.paid].astype(np.float64)
    rows = np.flatnonzero(is_one_of(payouts["role"], SHEET))
    record, begins = runs(payouts["deal_id"].to_numpy()[rows])
    seat = np.arange(len(rows)) - begins[record]
    shape = len(begins), int(seat.max(initial=0)) + 1
    player, units = np.full(shape, NOBODY, np.int32), np.zeros(shape)
    player[record, seat], units[record, seat] = codes(payouts["player"])[rows], recorded[rows]
    variant = codes(payouts["variant"])[rows][begins]
    partners = has_partners(frames, variant, np.bincount(record))
    seats = np.broadcast_to(np.arange(shape[1]), shape)
    letter = np.where(partners[:, None], seats % 2, seats)
    stake, noise = np.array(_sheet_scales(payouts, recorded, rows)).reshape(-1, 2).T
    return Observations(
        players=categories(payouts["player"]),
        player=player,
        side=np.where(player == NOBODY, NOBODY, letter).astype(np.int8),
        individual=~partners,
        units=units / stake[variant][:, None],
        deals=np.ones(len(begins)),
        noise=noise[variant],
        deal_noise=noise[variant],
        match=payouts["match_id"].to_numpy()[rows][begins],
        day=payouts["on"].to_numpy()[rows][begins],
    )


def _sheet_scales(payouts: pd.DataFrame, recorded: Floats, sheets: Ints) -> list[tuple[float, float]]:
    """By variant: the stake of a deal on a paper sheet, and its residual variance in that of all deals.

    `recorded` are the units of all payouts, (rows,), `sheets` the rows of paper sheets.
    """
    variant, stake = codes(payouts["variant"]), payouts["stake"].to_numpy()
    played = is_one_of(payouts["role"], *DEAL_ROLES) & (stake > 0)
    of_all = _mean_square(recorded[sheets])
    scales = []
    for code in range(len(categories(payouts["variant"]))):
        own = played & (variant == code)
        deals = own if own.any() else played
        if not deals.any():
            scales.append((1.0, _mean_square(recorded[sheets[variant[sheets] == code]]) / of_all or 1.0))
            continue
        usual_stake = float(stake[deals].mean())
        of_base = _mean_square(base_units(recorded[deals], stake[deals]))
        scales.append((usual_stake, _mean_square(recorded[deals]) / (usual_stake**2 * of_base)))
    return scales


def _mean_square(units: Floats) -> float:
    """The mean square of units; 1 where nothing was won or lost."""
    return float((units**2).sum() / max(len(units), 1)) or 1.0


def observations_of(seats: DealsBySeat, frames: Frames) -> Observations:
    """These deals, and after them the paper sheets of the same frames, each as many deals as it most likely holds."""
    deals, sheets = deal_observations(seats), sheet_observations(frames)
    if not len(sheets.units):
        return deals
    said = deals_each(frames)
    if len(deals.units) or said.any():
        sheets = with_deals(sheets, codes(frames.matches["variant"])[_sheets(frames).match], said, deals)
    return joined(deals, sheets)


def deals_each(frames: Frames) -> Floats:
    """How many deals each player has on the paper sheets, (sheets,): fewer where somebody rests, 0 where nobody knows.

    A sheet that is not believed is taken for one that says nothing.
    """
    sheets = _sheets(frames)
    seated, variants = sheets.paid.sum(axis=1), frames.matches["variant"].iloc[sheets.match]
    counts = [frames.columns.variants[label].player_counts for label in variants]
    rests = [seats not in played and seats - 1 in played for seats, played in zip(seated.tolist(), counts, strict=True)]
    said = np.where(not_believed(frames), 0, sheets.deals)
    return np.asarray(said * (1 - np.array(rests, float) / seated))


def _sheets(frames: Frames) -> Columns:
    """The paper sheets."""
    return frames.columns.taken(frames.columns.kind == KIND_CODES[SHEET])


def not_believed(frames: Frames) -> Flags:
    """Which paper sheets, (sheets,), say more deals than any evening has, or fewer than can make their units."""
    sheets = _sheets(frames)
    most = {label: most_in_a_deal(variant) or np.inf for label, variant in frames.columns.variants.items()}
    of_one = np.array([most[label] for label in frames.matches["variant"].iloc[sheets.match]])
    furthest = np.abs(np.where(sheets.paid, sheets.recorded, 0)).max(axis=1, initial=0)
    too_few = (sheets.deals > 0) & (furthest > of_one * np.maximum(sheets.deals, 1))
    return np.asarray(too_few | beyond_any_evening(frames))


def beyond_any_evening(frames: Frames) -> Flags:
    """Which paper sheets, (sheets,), say many times the deals of the longest evening of which others tell.

    Others are the deals of a match, and paper sheets that say fewer.
    """
    said, is_deal = _sheets(frames).deals, frames.columns.kind == KIND_CODES[DEAL]
    longest = int(np.bincount(frames.columns.match[is_deal]).max(initial=0))
    for deals in np.unique(said[said > 0]).tolist():
        if longest and deals > max(MANY_TIMES * longest, LONG_EVENING):
            return np.asarray(said >= deals)
        longest = max(longest, deals)
    return np.zeros(len(said), bool)


def joined(deals: Observations, sheets: Observations) -> Observations:
    """Deals and sheets of the same players."""
    return Observations(
        players=deals.players,
        player=_stacked(deals.player, sheets.player, NOBODY),
        side=_stacked(deals.side, sheets.side, NOBODY),
        individual=np.concatenate([deals.individual, sheets.individual]),
        units=_stacked(deals.units, sheets.units, 0),
        deals=np.concatenate([deals.deals, sheets.deals]),
        noise=np.concatenate([deals.noise, sheets.noise]),
        deal_noise=np.concatenate([deals.deal_noise, sheets.deal_noise]),
        match=np.concatenate([deals.match, sheets.match]),
        day=np.concatenate([deals.day, sheets.day]),
    )


def with_deals(sheets: Observations, kind: Ints, said: Floats, deals: Observations) -> Observations:
    """These paper sheets as so many deals as is `said`, (sheets,), beside these `deals`; 0 where nobody says it.

    Of the others one of each `kind`, (sheets,), is as many as it most likely holds.
    """
    known = said > 0
    counts, noise = np.where(known, said, 1), own_noise(deals)
    beside = deals
    if known.any():
        beside = joined(deals, _counting(sheets, counts, noise).selected(known))
        noise = own_noise(beside)
    of_known = sums_of(beside)
    for one in np.unique(kind[~known]).tolist():
        part = sheets.selected(~known & (kind == one))
        counts[~known & (kind == one)] = _deals_of_a_sheet(of_known, sums_of(part), noise)
    return _counting(sheets, counts, noise)._replace(deal_noise=np.where(known, sheets.noise, np.nan))


def doubted_sheet(frames: Frames, observations: Observations, rated: PlusMinus) -> dict[str, int | str]:
    """The paper sheet whose deals are doubted most, as columns of the rating, and how many more are doubted.

    It says the most of those that are not believed, else the first that `doubted_deals` says.
    """
    sheets, unbelieved = _sheets(frames), not_believed(frames)
    said = sheets.deals * ~unbelieved
    doubted = [row for row in np.argsort(-sheets.deals, kind="stable").tolist() if unbelieved[row]]
    for deals in doubted_deals(said, observations, rated):
        doubted += np.flatnonzero(said == deals).tolist()
    if not doubted:
        numbered = dict.fromkeys(("doubted_deals", "doubted_match_id", "doubted_number", "doubted_others"), 0)
        return {**numbered, "doubted_match": ""}
    first, match = doubted[0], frames.matches.iloc[sheets.match[doubted[0]]]
    return {
        "doubted_deals": int(sheets.deals[first]), "doubted_match": str(match["match"]),
        "doubted_match_id": int(match["match_id"]), "doubted_number": int(sheets.number[first]),
        "doubted_others": len(doubted) - 1,
    }  # fmt: skip


def doubted_deals(said: Ints, observations: Observations, rated: PlusMinus) -> list[int]:
    """How many deals some paper sheets say that they hold though their units tell otherwise, the farthest first.

    `said`, (sheets,), is what the last of these `observations` say, 0 where they say nothing. Those that say the same
    are judged together: units vary less than so many deals let them, or more than the form of evenings explains, as far
    as the deals leave that open.
    """
    number = np.concatenate([np.zeros(len(observations.units) - len(said)), np.where(said > 0, said, np.nan)])
    variance = observations.noise / observations.deal_noise / observations.deals
    square = (residuals_of(observations, rated.strengths.means) ** 2).sum(axis=1) * variance
    freedom = np.count_nonzero(observations.player != NOBODY, axis=1) - 1
    dealt = number == 0
    if not (said.any() and square[dealt].any()):
        return []
    form = own_noise(observations.selected(dealt)).form
    most = Form(min(form.likeness + 2 * form.error, MOST_LIKENESS) if form.error else MOST_LIKENESS)
    far = {}
    for deals in np.unique(said[said > 0]).tolist():
        of_one, of_these = (square[rows].sum() / freedom[rows].sum() for rows in (dealt, number == deals))
        free, times = freedom[number == deals].sum(), of_these / of_one
        far[deals] = max(-_normal_deviate(times, free), _normal_deviate(times / most.factors(np.array(deals)), free))
    return sorted((deals for deals in far if far[deals] > UNLIKELY), key=far.__getitem__, reverse=True)


def _normal_deviate(mean_square: float, freedom: float) -> float:
    """How far a mean square of so much freedom is from 1, in standard deviations (Wilson and Hilferty 1931)."""
    part = 2 / (9 * freedom)
    return float((np.cbrt(mean_square) - (1 - part)) / np.sqrt(part))


def _counting(sheets: Observations, counts: Floats, noise: Noise) -> Observations:
    """These sheets as so many deals each, (sheets,)."""
    return sheets._replace(deals=counts, noise=sheets.noise * _sheet_variances(counts, noise))


def _deals_of_a_sheet(deals: Sums, sheets: Sums, noise: Noise) -> float:
    """How many deals one of these sheets most likely holds, to some per cent."""

    def likelihood(logarithm: float) -> float:
        count = float(np.exp(logarithm))
        variance = float(_sheet_variances(np.array(count), noise))
        both = (deals + sheets.grown(count, variance)).scaled(1 / noise.evening_factor)
        spread = sheets.weight / noise.evening_factor * np.log(variance) / 2
        return float(fit_strengths(both).log_likelihood - spread - np.log(count / USUAL_SHEET) ** 2 / 2)

    low, high = 0.0, float(np.log(MOST_OF_A_SHEET))
    while high - low > CLOSE:
        left, right = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
        low, high = (low, right) if likelihood(left) > likelihood(right) else (left, high)
    return float(np.exp((low + high) / 2))


def _sheet_variances(counts: Floats, noise: Noise) -> Floats:
    """The variance of sheets of so many deals, in that of one deal among others of its evening."""
    return np.asarray(counts * noise.form.factors(counts) / noise.evening_factor)


def _stacked(above: npt.NDArray[Any], below: npt.NDArray[Any], empty: int) -> npt.NDArray[Any]:
    """One table above another, the narrower one filled up with `empty` seats."""
    seats = max(above.shape[1], below.shape[1])
    both = (np.pad(part, ((0, 0), (0, seats - part.shape[1])), constant_values=empty) for part in (above, below))
    return np.concatenate(list(both))
