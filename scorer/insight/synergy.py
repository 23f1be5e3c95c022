"""Synergy: what two players got together, or one against the other, beyond what their roles and ratings predict.

The prediction for a deal is the mean of its kind and the effects of all its players in their roles, as the rating has
them (`models.mixed_model`). The synergy of a pair is the mean residual of its deals, and its error is what chance alone
does to it, together with what the ratings have taken from the same deals: the residuals of a mixed model and their
variance. With few deals it is mostly chance. So it is drawn towards 0, as far as chance explains how much the residuals
of all pairs differ (empirical Bayes): some share of the pairs has a synergy, normal about 0, the others have none. That
share and the deviation are averaged by the likelihood of all residuals, as in `ashr` (Stephens 2017, "False discovery
rates: a new deal"). Which pairs are more than chance is tested of all together (Holm), as the gaps of two players are.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np
import pandas as pd

from scorer.frames import Frames
from scorer.frames.record_columns import Ints
from scorer.insight.models.mixed_model import fit, shrunken_means
from scorer.insight.models.seat_payouts import (
    DealsBySeat,
    RoleResults,
    base_payouts,
    role_results,
    seats_of,
    units_per_result,
)
from scorer.insight.plus_minus import deal_observations, fit_plus_minus
from scorer.language import N_, _, counts, ngettext
from scorer.stats.describe.chance_sentences import half_a_unit_words, unusual_words
from scorer.stats.describe.phrases import ONE_EVENING
from scorer.stats.describe.verdicts import Verdict
from scorer.stats.models.arrays import NEGLIGIBLE_SHARE, Floats, ratio, text_column
from scorer.stats.models.evening_error import Evenings, Form
from scorer.stats.models.intervals import Z
from scorer.stats.models.multiple_testing import ONE_IN, Outside, holm, normal_to_t, t_to_normal
from scorer.stats.models.power import HALF, power
from scorer.stats.tally import AGAINST, MIN_DEALS, WAYS, WITH
from scorer.text.numbers import Counting, Rows
from scorer.text.sentences import first_few

MEASURED: Final = N_(
    "In units at stake 1: what two get beyond what is expected of their roles and of the ratings of all at the table."
)
TOO_FEW: Final = N_("Nothing can be said yet: of so few deals nothing is left to tell a pair from.")
HALF_A_UNIT: Final = N_(
    "It takes about {deals} of two together, some {evenings}, to find a pair half a unit / stake a deal beyond; in 2 "
    "of 10 cases even more."
)
MAY_BE_LUCK: Final = N_("No pair can be told from the others yet: this may be luck.")
_PAIR: Final = {WITH: N_("{player} with {other} {units}"), AGAINST: N_("{player} against {other} {units}")}
OF_PAIRS: Final = 0.25  # of the residuals of pairs on an evening: so many tell the others, as leagues of equals show
SYNERGY_SHARES: Final = (0.02, 0.05, 0.1, 0.2, 0.5, 1.0)  # of the pairs have a synergy: the values of the grid


def synergy(frames: Frames, *, min_deals: int = MIN_DEALS) -> pd.DataFrame:
    """A row for every two players and each way in which they met, with before against, the highest `synergy` first.

    In base units a deal. Against each other, `player` is the one who got more than predicted. `synergy` is the synergy:
    what they got beyond the prediction of their roles and of the ratings of all at the table; `error` is its standard
    error. Chance alone leaves it between `low` and `high` in 95 of 100 cases, and `unusual` says that it is not there.
    `significant`: the synergy is significant, with any pair of the table wrong in 5 of 100 tables; in 8 of 10 it would
    be where it is `found` truly, and half a unit after `half_deals` on `half_evenings` (`models.power`). NaN where the
    deals leave nothing to tell from. All deals count; pairs with fewer than `min_deals` together are left out of the
    table.
    """
    return synergy_of_deals(seats_of(base_payouts(frames)), min_deals=min_deals)


def synergy_of_deals(seats: DealsBySeat, *, min_deals: int = MIN_DEALS) -> pd.DataFrame:
    """The `synergy` of these deals."""
    deals = role_results(seats)
    pairs, noise, freedom = _pair_residuals(deals)
    synergy, error = pairs.residuals / pairs.deals, np.sqrt(noise * pairs.variance_factor) / pairs.deals
    error = np.where(error > NEGLIGIBLE_SHARE, error, np.nan)
    by_chance = normal_to_t(Z, np.maximum(freedom, 1.0)) * error
    sign = np.where((pairs.way == WAYS.index(AGAINST)) & (synergy.round(9) < 0), -1, 1)
    synergy, got = sign * synergy, sign * pairs.units / pairs.deals
    player, other = np.where(sign > 0, pairs.first, pairs.second), np.where(sign > 0, pairs.second, pairs.first)
    of_one_deal = float(np.sqrt(noise * pairs.variance_factor.sum() / max(pairs.deals.sum(), 1)))
    shrunken, shrunken_error = shrunken_means(synergy, error**2, of_one_deal, shares=SYNERGY_SHARES)
    table = pd.DataFrame(
        {
            "player": text_column([deals.players[at] for at in player.tolist()]),
            "met": text_column([WAYS[way] for way in pairs.way.tolist()]),
            "other": text_column([deals.players[at] for at in other.tolist()]),
            "deals": pairs.deals,
            "units_per_deal": got,
            "expected": got - synergy,
            "beyond": synergy,
            "error": error,
            "low": -by_chance,
            "high": by_chance,
            "unusual": np.abs(synergy) > by_chance,
            "shrunken": shrunken,
            "shrunken_error": shrunken_error,
        }
    )
    t = np.nan_to_num((table["beyond"].abs() / table["error"]).to_numpy())
    normal, wanted = t_to_normal(t, np.maximum(freedom, 1.0)), pairs.deals >= max(min_deals, 1)
    evenings = pairs.evenings[wanted]
    shown = power(error[wanted], np.maximum(freedom[wanted], 1.0), evenings > 1, pairs.deals[wanted], evenings, HALF)
    table = table[wanted].assign(significant=holm(normal[wanted]), **shown)
    return _highest_first(table)


def which_pairs_have_synergy(rows: Rows) -> Verdict:
    """Which pairs have a significant synergy; how many are outside of what chance does, and how many chance puts there.

    Chance puts one in twenty of the pairs with an error there, on average; of equals fewer, for the ratings then take
    more of what chance did than there is to take.
    """
    if not rows:
        return Verdict()
    rows = [row for row in rows if row["error"] is not None]
    if not rows:
        return Verdict.plain(_(TOO_FEW))
    outside = Outside(sum(row["unusual"] for row in rows), len(rows) / ONE_IN)
    on_one_side, on_two_sides = (sum(row["met"] == way for row in rows) for way in WAYS)
    if on_one_side and on_two_sides:
        pairs = ngettext(
            "{count} pair ({on_one_side} with and {on_two_sides} against)",
            "{count} pairs ({on_one_side} with and {on_two_sides} against)",
            len(rows),
            on_one_side=on_one_side,
            on_two_sides=on_two_sides,
        )
    else:
        pairs = counts.pairs(len(rows))
    unusual = unusual_words(outside, pairs, _("beyond"))
    significant = _significant_pairs(rows)
    whole = " ".join(filter(None, [significant, unusual, half_a_unit_words(rows, HALF_A_UNIT)]))
    if not any(row["significant"] for row in rows):
        return Verdict(_(MAY_BE_LUCK), whole)
    of_one = all(row["found"] is None for row in rows)
    return Verdict(significant, whole).followed_by(_(ONE_EVENING) if of_one else "")


def _significant_pairs(rows: Rows) -> str:
    """The pairs with a significant synergy, the greatest first; or that there is none."""
    largest_first = sorted((row for row in rows if row["significant"]), key=lambda row: -abs(row["beyond"]))
    named = [
        _(_PAIR[row["met"]], player=row["player"], other=row["other"], units=Counting().mean(row["beyond"]))
        for row in largest_first
    ]
    if not named:
        return _("All pairs taken together, none can be told from chance.")
    return _("Beyond chance, in units a deal at stake 1: {pairs}.", pairs=first_few(named))


def synergy_of(table: pd.DataFrame, player: str) -> pd.DataFrame:
    """The rows of `synergy` of one player, each from the view of that player; the highest first."""
    own = table[(table["player"] == player) | (table["other"] == player)]
    turned = (own["other"] == player).to_numpy()
    sign = np.where(turned & (own["met"] == AGAINST).to_numpy(), -1.0, 1.0)
    names = {"player": text_column([player] * len(own)), "other": own["player"].where(turned, own["other"])}
    figures = {name: sign * own[name] for name in ("units_per_deal", "expected", "beyond", "shrunken")}
    turned_table = own.assign(**{name: column.to_numpy() for name, column in {**names, **figures}.items()})
    return _highest_first(turned_table)


def _highest_first(table: pd.DataFrame) -> pd.DataFrame:
    """The pairs with each other before those against each other, each from the highest synergy to the lowest."""
    order = np.lexsort((-table["beyond"].to_numpy().round(9), (table["met"] == AGAINST).to_numpy()))
    return table.iloc[order].reset_index(drop=True)


class _Pairs(NamedTuple):
    """All pairs that met, one entry for each way; every array has the shape (pairs,).

    `first` and `second` are indices of players, in the order of names; `way` is an index into WAYS; they met on so many
    `evenings`; `units` is the sum of what they got. `residuals` is the sum of the residuals of these units,
    `variance_factor` its variance in units of the residual variance of one result, form of evenings included.
    """

    first: Ints
    second: Ints
    way: Ints
    deals: Ints
    evenings: Ints
    units: Floats
    residuals: Floats
    variance_factor: Floats


class _Residuals(NamedTuple):
    """What a mixed model leaves of the results, (results,).

    `covariance`, (columns + kinds, columns + kinds), is that of the effects, and of the means of the kinds behind them,
    given the deals, in units of the residual `variance`, which is NaN where it is unknown.
    """

    residual: Floats
    covariance: Floats
    variance: float
    freedom: float


def _residuals(deals: RoleResults) -> _Residuals:
    """The results less the means of their kinds and the effects of all players at the table."""
    size, columns = len(deals.players), len(deals.players) * len(deals.roles)
    as_one = fit_plus_minus(deal_observations(deals.seats)).noise.evening_factor  # so many deals tell as much as one
    sums = deals.sums()
    within_kinds = sums.without_kinds(deals.kinds)
    fitted = fit(sums.scaled(1 / as_one), max(len(deals.roles), 1), deals.kinds)
    prior = np.kron(np.eye(size), fitted.role_covariance / as_one)[
        :columns, :columns
    ]  # without a deal nobody has a role
    posterior = np.linalg.solve(np.eye(columns) + prior @ within_kinds.xx, prior)
    per_weight = np.nan_to_num(ratio(1, np.diag(sums.xx)[columns:]))
    moved = np.hstack([np.eye(columns), -sums.xx[:columns, columns:] * per_weight])  # effects move the means of kinds
    covariance = moved.T @ posterior @ moved + np.diag(np.append(np.zeros(columns), per_weight))
    column, share = deals.results.design(columns)
    residual = deals.results.gain - (share * np.append(covariance @ sums.xy, 0)[column]).sum(axis=1)
    return _Residuals(residual, covariance, fitted.residual_variance, within_kinds.weight)


def _pair_residuals(deals: RoleResults) -> tuple[_Pairs, float, Floats]:
    """The residuals of all pairs, the residual variance of one result (NaN: unknown), and their degrees of freedom."""
    size, results = len(deals.players), deals.results
    model, per_result = _residuals(deals), units_per_result(deals)
    seat_columns, shares = results.design(size * len(deals.roles))
    columns = len(model.covariance)
    cells = len(WAYS) * size * size
    of_deals = np.zeros(cells)
    for cell, _moved, _got, part in _seat_pairs(deals, per_result):
        of_deals += np.bincount(cell[cell >= 0], part[cell >= 0], cells)
    met = np.flatnonzero(of_deals)
    index = np.full(cells + 1, len(met))  # cell -1, no pair, comes last
    index[met] = np.arange(len(met))
    units, residuals, squares, of_residuals = (np.zeros(len(met) + 1) for _sum in range(4))
    by_column = np.zeros((len(met) + 1) * (columns + 1))
    evening = np.unique(deals.seats.day, return_inverse=True)[1][deals.deal]
    on_evenings = []
    for cell, moved, got, _part in _seat_pairs(deals, per_result):
        pair, weighted = index[cell], results.weight * moved
        left = weighted * model.residual
        units += np.bincount(pair, got, len(units))
        residuals += np.bincount(pair, left, len(units))
        squares += np.bincount(pair, weighted * moved, len(units))
        of_residuals += np.bincount(pair, left**2, len(units))
        on_evenings.append((evening * (len(met) + 1) + pair, left))
        for seat_column, share in zip(seat_columns.T, shares.T, strict=True):
            column = pair * (columns + 1) + np.where(seat_column < 0, columns, seat_column)
            by_column += np.bincount(column, weighted * share, len(by_column))
    of_column = by_column.reshape(-1, columns + 1)[:-1, :-1]
    variance_factor = squares[:-1] - ((of_column @ model.covariance) * of_column).sum(axis=1)
    form, sizes, evenings = _form_of_pairs(on_evenings, residuals[:-1], of_residuals[:-1])
    both, count = met // len(WAYS), np.rint(of_deals[met]).astype(np.int64)
    is_left = variance_factor > NEGLIGIBLE_SHARE * squares[:-1]  # the rest are errors of rounding
    factor = np.where(is_left, variance_factor, 0) * form.factors(sizes)
    first, second = both // max(size, 1), both % max(size, 1)
    pairs = _Pairs(first, second, met % len(WAYS), count, evenings, units[:-1], residuals[:-1], factor)
    return pairs, model.variance, form.freedom(sizes, model.freedom)


def _form_of_pairs(on_evenings: list[tuple[Ints, Floats]], sums: Floats, squares: Floats) -> tuple[Form, Floats, Ints]:
    """The form of pairs on evenings, how many results of an evening each has, and on how many they met, (pairs,).

    `on_evenings` are the evening x (pairs + 1) + pair of each result, and the residual, by two seats; `sums` and
    `squares` those of each pair, (pairs,).
    """
    if not on_evenings:
        return Form(), np.zeros(0), np.zeros(0, np.int64)
    keys, residuals = (np.concatenate(parts) for parts in zip(*on_evenings, strict=True))
    cell, cells = pd.factorize(keys)  # as `np.unique`, without sorting millions
    together, pair = np.bincount(cell, residuals), cells % (len(sums) + 1)
    results = np.bincount(cell).astype(np.float64)
    known = pair < len(sums)
    together, pair, results = together[known], pair[known], results[known]
    own = np.bincount(pair, results, len(sums))
    mean = ratio(sums, own)
    evenings = Evenings(
        pair, results, together - results * mean[pair], float((squares - own * mean**2).sum()), OF_PAIRS
    )
    return evenings.form(), np.bincount(pair, results**2, len(sums)) / own, np.bincount(pair, minlength=len(sums))


def _seat_pairs(deals: RoleResults, per_result: Floats) -> Iterator[tuple[Ints, Floats, Floats, Floats]]:
    """For every two seats by result, (results,): the cell of the pair, what it moves, its units, its part of a deal.

    A cell is (first player x players + second) x 2, and 1 more for players on different sides; -1 for no pair. What the
    pair moves is in units when the result moves by 1. `per_result` are the `units_per_result` of the seats.
    """
    results, size, units = deals.results, len(deals.players), deals.seats.units[deals.deal]
    player, share, several = results.column // max(len(deals.roles), 1), results.share, results.weight < 1
    for left, right in combinations(range(share.shape[1]), 2):
        sides = share[:, left] * share[:, right]
        opposed = sides < 0
        # Of several sides, partners met in the result of their own side, opponents in those of both sides, half in each
        met = (sides != 0) & ((per_result[:, left] != 0) | (per_result[:, right] != 0) | ~several)
        first, second = np.minimum(player[:, left], player[:, right]), np.maximum(player[:, left], player[:, right])
        cell = np.where(met, (first * size + second) * len(WAYS) + opposed, -1)
        sign, turned = np.where(opposed, -1, 1), np.where(opposed & (player[:, left] > player[:, right]), -1, 1)
        part = np.where(opposed & several, 0.5, 1.0)
        moved = turned * (per_result[:, left] + sign * per_result[:, right]) / results.weight
        yield cell, moved, turned * part * (units[:, left] + sign * units[:, right]), part
