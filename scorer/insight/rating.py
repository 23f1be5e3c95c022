"""The rating: units a deal of each player compared with the others of the league, whoever sat at their tables.

A mean of units a deal does not ask with and against whom it was won, nor how much of it is chance. The rating does:
`plus_minus` says how. Whether to call is the player's decision, and so is what it brings. What a player does in each
role stands beside it (`models.mixed_model`). Units are base units (units / stake): every deal weighs the same, whatever
was bid, and a carry, which is luck, does not double it.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import reduce
from itertools import accumulate
from operator import add
from statistics import median
from typing import Any, Final, TypeVar

import numpy as np
import pandas as pd

from scorer.frames import Frames
from scorer.frames.record_columns import Flags, Ints
from scorer.insight.forgetting import half_life, sums_now
from scorer.insight.models.exchangeable import NEGLIGIBLE, exchangeable_players, group_means
from scorer.insight.models.mixed_model import Sums, shrunken_means
from scorer.insight.models.seat_payouts import (
    NOBODY,
    RATED_ROLES,
    DealsBySeat,
    base_payouts,
    role_results,
    seats_of,
)
from scorer.insight.plus_minus import (
    USUAL_DEVIATION,
    Noise,
    Observations,
    PlusMinus,
    anybody_apart,
    contrasts_with_others,
    deal_observations,
    fit_plus_minus,
    fit_strengths,
    grouped_sums,
    own_noise,
    plus_minus,
)
from scorer.insight.sheets_among_deals import deals_each, doubted_sheet, observations_of
from scorer.language import N_, _, counts, ngettext
from scorer.language.lists_numbers_dates import listed, number, short_day
from scorer.stats.describe.phrases import ONE_EVENING
from scorer.stats.describe.verdicts import Verdict
from scorer.stats.models.arrays import Floats, places, ratio, text_column
from scorer.stats.tally import MIN_DEALS
from scorer.text.numbers import Rows, chance
from scorer.text.sentences import names_or_count

NO_DIFFERENCE: Final = N_(
    "No difference between these players can be told yet: chance alone explains what each of them got."
)
NOTHING_TELLS_CHANCE: Final = N_("Nothing can be said yet: these results leave nothing that tells what chance does.")
PREDICTS_NOTHING: Final = N_(
    "The ratings of this league predict nothing yet: matches that were left out are predicted as well with all players "
    "equal, so that nobody is said to be the best."
)
OTHER_FIGURE: Final = N_(
    "The standings count units at their stakes, whoever sat there: they may tell more or fewer players apart."
)
DOUBTED: Final = N_(
    "{match}: the paper says {deals}, which its units or the other evenings speak against; scorer edit {number} "
    "--match {match_id} --deals N puts it right."
)
OF_NOW: Final = N_(
    "Players change here: for the rating of now older evenings count less, half after {evenings} evenings, as those of "
    "this league were predicted best."
)
MAY_BE_LUCK: Final = N_("Nobody can be told to be the best yet: this may be luck.")
POINTS: Final = 40  # of the curve, at most
_CURVE: Final[dict[str, Any]] = {
    "on": "datetime64[s]", "player": "str", "rating": np.float64, "low": np.float64, "high": np.float64,
    "significant": np.bool_,
}  # fmt: skip
FOLDS: Final = 10  # of matches, each predicted from the others
FoldSums = TypeVar("FoldSums", Sums, Ints)
Prediction = Callable[[Sums, Floats, Floats], Floats]  # units a deal, of sums, units and deals of the other matches
LIKELY: Final = 0.5  # of whom the best is less likely it is said so
DRAWS: Final = 4000  # from the posterior of the ratings: how often each player is the best in them


def rating(frames: Frames, *, min_deals: int = 1) -> pd.DataFrame:
    """A row for each player with `min_deals` or more, the best first, equal ones by name; in base units.

    Of the minimum a paper sheet counts as the deals that it says, else as one. The ratings are made of everybody's
    deals: players with fewer are only left out of the places and of who is the best.
    """
    seats = seats_of(base_payouts(frames))
    observations = observations_of(seats, frames)
    folds = fold_sums(observations)
    sums = reduce(add, folds)
    rated = fit_plus_minus(observations, sums)
    players = observations.players
    dealt, played = (
        np.bincount(player[player != NOBODY], minlength=len(players)) for player in (seats.player, observations.player)
    )
    counted = _counted(observations, deals_each(frames))
    forgets, doubted = half_life(observations), doubted_sheet(frames, observations, rated)
    predicts = _predicts(observations, [fold.scaled(1 / rated.noise.evening_factor) for fold in folds])
    wanted = counted >= max(min_deals, 1)
    often = wanted & (counted >= MIN_DEALS)
    table = pd.DataFrame(
        {
            "player": text_column(players),
            "deals": dealt,
            "rating": rated.means,
            "now": _now(observations, rated.noise, forgets),
            "error": rated.errors,
            "low": rated.low,
            "high": rated.high,
            "best": _chances_to_be_best(rated, often if often.any() else wanted) if predicts else np.nan,
            **_plain_means(observations, sums, rated.noise),
            **_by_role(seats, rated.noise),
            "significant": np.full(len(players), rated.significant),
            "sheets": played - dealt,
            "counted": counted,
            "evenings": rated.noise.evenings,
            "predictive": np.full(len(players), predicts),
            **{name: np.full(len(players), fact) for name, fact in doubted.items()},
            "half_life": forgets if np.isfinite(forgets) else np.nan,
        }
    )
    exact = table["rating"].round(9)  # further decimals of equal players differ by rounding
    table = table.loc[exact[wanted].sort_values(ascending=False, kind="stable").index].reset_index(drop=True)
    table.insert(0, "place", places(table["rating"].to_numpy().round(9)))
    return table


def who_is_best(rows: Rows) -> Verdict:
    """Who is most likely the best, or that nobody can be told to be; and what chance alone would do to equals."""
    if len(rows) < 2:  # noqa: PLR2004
        return Verdict()
    doubted = _doubt(rows[0])
    if rows[0]["low"] is None:
        return Verdict.plain(_(NOTHING_TELLS_CHANCE)).followed_by(doubted)
    often = len(_often(rows))
    equals = often if often > 1 else len(rows)
    errors = [row["per_deal_error"] for row in rows if row["per_deal_error"] is not None]
    if not errors:
        of_equals = _("Of {players} equals each would be the best with 1 in {players}.", players=equals)
    else:
        of_equals = _(
            "Of {players} equals each would be the best with 1 in {players}; chance alone commonly moves their "
            "means by {units}.",
            players=equals,
            units=number(median(errors), 2),
        )
    best = _best_sentence(rows)
    of_now = _(OF_NOW, evenings=number(rows[0]["half_life"])) if rows[0]["half_life"] else ""
    whole = " ".join(filter(None, [best, of_equals, of_now, _(OTHER_FIGURE)]))
    of_one = all(row["evenings"] == 1 for row in rows)
    if not (rows[0]["predictive"] and rows[0]["significant"]):
        return Verdict(_(MAY_BE_LUCK), whole).followed_by(doubted)
    verdict = Verdict(f"{best} {_(OTHER_FIGURE)}", whole).followed_by(_(ONE_EVENING) if of_one else "")
    return verdict.followed_by(doubted)


def _doubt(row: Mapping[str, Any]) -> str:
    """That the deals of a paper sheet are doubted, with what puts them right; "" where none are."""
    if not row["doubted_deals"]:
        return ""
    sheet = {"match": row["doubted_match"], "number": row["doubted_number"], "match_id": row["doubted_match_id"]}
    doubted = _(DOUBTED, deals=counts.deals(row["doubted_deals"]), **sheet)
    if others := row["doubted_others"]:
        also = ngettext("{count} more sheet is doubted.", "{count} more sheets are doubted.", others)
        return f"{doubted} {also}"
    return doubted


def course_verdict(curve: pd.DataFrame) -> Verdict:
    """Whose rating rose and whose fell most since the first evening of each, by a `rating_curve`.

    Whole also since when the interval of one lies above that of another.
    """
    of_each = curve.groupby("player", sort=False)["rating"]
    change = (of_each.last() - of_each.first()).round(2)
    moves = []
    for furthest, words in (
        (max(change.max(), 0), N_("{players} rose most, by {units}")),
        (min(change.min(), 0), N_("{players} fell most, by {units}")),
    ):
        if furthest:
            players = names_or_count(change.index[change == furthest].tolist())
            moves.append(_(words, players=players, units=number(abs(furthest), 2)))
    moved = "; ".join(moves) or _("no rating has moved")
    brief = _("Since the first evening of each: {moved}.", moved=moved)
    return Verdict(brief, f"{brief} {_significant_since(curve)}".strip())


def _significant_since(curve: pd.DataFrame) -> str:
    """Whose interval lies above whose at the end, and since when; or that all still overlap."""
    if len(set(curve["player"])) == 1:
        return ""
    if not curve["significant"].iloc[-1]:
        return _(NO_DIFFERENCE)
    low, high = (curve.pivot_table(index="on", columns="player", values=end) for end in ("low", "high"))
    above, below = low.iloc[-1].idxmax(), high.iloc[-1].idxmin()
    is_above = low[above] > high[below] + NEGLIGIBLE
    if not is_above.iloc[-1]:
        return _("All 95 % intervals still overlap: they do not show who plays better.")
    since = is_above.index[np.flatnonzero(~is_above).max(initial=-1) + 1]
    facts = {"player": above, "below": below, "day": short_day(since.date())}
    return _("The 95 % interval of {player} has been above that of {below} since {day}.", **facts)


def _counted(observations: Observations, said: Floats) -> Ints:
    """The deals of each player, (players,); of paper sheets, the last of these, those that are `said`, else one."""
    deals = np.ones(len(observations.units))
    deals[len(deals) - len(said) :] = np.maximum(said, 1)
    return np.asarray(np.rint(observations.totals(deals[:, None])[0]), np.int64)


def _often(rows: Rows) -> Rows:
    """The players with enough deals and paper sheets to be named the best: of few deals the best may be a guest."""
    return [row for row in rows if row["counted"] >= MIN_DEALS]


def _best_sentence(rows: Rows) -> str:
    """The best of several, or all players who are level as the best; or why nobody is named."""
    if not rows[0]["predictive"]:
        return _(PREDICTS_NOTHING)
    if not rows[0]["significant"]:
        return _(NO_DIFFERENCE)
    often, enough = _often(rows), counts.deals(MIN_DEALS)
    if not often:
        return _("Nobody has {deals} yet: so few tell nobody to be the best.", deals=enough)
    if len(often) == 1:
        player = often[0]["player"]
        return _("{player} alone has {deals} yet: there is nobody to be better than.", player=player, deals=enough)
    level = [row for row in often if row["place"] == often[0]["place"]]
    named, share = [row["player"] for row in level], level[0]["best"]
    facts = {
        "player": named[0],
        "best": listed(named),
        "players": len(often),
        "deals": enough,
        "chance": chance(share),
    }
    if len(level) > 1 and len(often) == len(rows):
        return _("{best} are level as the best of these {players}, with {chance} each.", **facts)
    if len(level) > 1:
        return _("{best} are level as the best of the {players} with {deals} or more, with {chance} each.", **facts)
    if share < LIKELY and len(often) == len(rows):
        return _("{player} is most likely the best of these {players}, with {chance}.", **facts)
    if share < LIKELY:
        return _("{player} is most likely the best of the {players} with {deals} or more, with {chance}.", **facts)
    if len(often) == len(rows):
        return _("{player} is the best of these {players} with {chance}.", **facts)
    return _("{player} is the best of the {players} with {deals} or more with {chance}.", **facts)


def roles_apart(frames: Frames) -> dict[str, bool]:
    """Of each role that occurs whether the deals tell any two players apart in it, all pairs taken together."""
    seats = seats_of(base_payouts(frames))
    noise = fit_plus_minus(deal_observations(seats)).noise
    deals = role_results(seats)
    effects = deals.effects(noise.evening_factor)
    apart, freedom = {}, noise.form.freedom(noise.sizes, noise.deals - 1)
    for at, role in enumerate(deals.roles):
        own = slice(at, None, len(deals.roles))
        apart[role] = anybody_apart(effects.means[own], effects.covariance[own, own], freedom)
    return apart


def _by_role(seats: DealsBySeat, noise: Noise) -> dict[str, Floats]:
    """The effects in each of RATED_ROLES, in units a deal of it, (players,); NaN in roles that a player never had."""
    deals = role_results(seats)
    shape = len(deals.players), len(deals.roles)
    held = np.bincount(deals.results.column.ravel() + 1, minlength=shape[0] * shape[1] + 1)[1:].reshape(shape)
    effects = deals.effects(noise.evening_factor).means.reshape(shape) * deals.unit_factor
    by_role = np.full((len(deals.players), len(RATED_ROLES)), np.nan)
    by_role[:, [RATED_ROLES.index(role) for role in deals.roles]] = np.where(held > 0, effects, np.nan)
    return dict(zip(RATED_ROLES, by_role.T, strict=True))


def _now(observations: Observations, noise: Noise, half_life: float) -> Floats:
    """The ratings of now, (players,), older evenings forgotten; NaN where none is."""
    if not np.isfinite(half_life):
        return np.full(len(observations.players), np.nan)
    sums = sums_now(observations, np.unique(observations.day, return_inverse=True)[1], half_life)
    strengths = fit_strengths(sums.scaled(1 / noise.evening_factor))
    return np.asarray(contrasts_with_others(observations.by_player) @ strengths.means)


def _plain_means(observations: Observations, sums: Sums, noise: Noise) -> dict[str, Floats]:
    """Columns of the mean units a deal, its standard error, and the same mean shrunken towards 0; each (players,)."""
    deals, rows = observations.by_player, noise.deals
    mean = ratio(observations.totals(observations.units)[0], deals)
    expected = observations.deals[:, None] * np.append(mean, 0)[observations.player]
    square = observations.totals((observations.units - expected) ** 2)[0]
    several = np.where(rows > 1, rows / np.maximum(rows - 1, 1), np.nan) * noise.form.factors(noise.sizes)
    return {
        "units_per_deal": mean,
        "per_deal_error": ratio(np.sqrt(square * several), deals),
        "shrunken": shrunken(mean, deals, sums, noise.evening_factor),
    }


def _chances_to_be_best(rated: PlusMinus, candidates: Flags) -> Floats:
    """The chance of each candidate, (players,), to be the best of them; NaN for the others, or without intervals.

    Drawn from the posterior of the ratings, always with the same draws; the best of a draw share it where they are
    level, and exchangeable players have the same chance.
    """
    chances = np.full(len(candidates), np.nan)
    if not np.isfinite(rated.low).all():
        return chances
    covariance = rated.covariance[np.ix_(candidates, candidates)]
    variances, axes = np.linalg.eigh(covariance)
    normal = np.random.default_rng(0).standard_normal((DRAWS, len(variances)))
    root = axes * np.sqrt(np.maximum(variances, 0)) @ axes.T  # the one that is symmetric: the same on every machine
    drawn = rated.means[candidates] + normal @ root
    first = drawn >= drawn.max(axis=1, keepdims=True, initial=-np.inf) - 1e-12
    won = (first / first.sum(axis=1, keepdims=True)).sum(axis=0)
    shares = (won + 1 / max(len(won), 1)) / (DRAWS + 1)  # nothing that is possible is thought impossible
    chances[candidates] = group_means(shares, exchangeable_players(rated.means[candidates], covariance))
    return chances


def rating_curve(frames: Frames) -> pd.DataFrame:
    """The ratings after some of the days, at even distances, the last day included: columns of _CURVE.

    Each rating is made of the deals until then. A row for everybody with a deal until then, by day, then by name.
    """
    observations = observations_of(seats_of(base_payouts(frames)), frames)
    days, of_day = np.unique(observations.day, return_inverse=True)
    if not len(days):
        return pd.DataFrame(columns=list(_CURVE)).astype(_CURVE)
    chosen = np.unique(np.linspace(0, len(days) - 1, min(POINTS, len(days))).astype(np.int64))
    step = np.searchsorted(chosen, of_day)
    deals = observations.totals(observations.deals[:, None], step, len(chosen)).cumsum(axis=0)
    sums = grouped_sums(observations, step, len(chosen))
    noise = own_noise(observations, reduce(add, sums))
    rows = []
    for day, until, by_player in zip(chosen, accumulate(sums, add), deals, strict=True):
        rated = plus_minus(until, by_player, noise._replace(deals=by_player))
        figures = rated.means, rated.low, rated.high
        rows += [
            (days[day], observations.players[player], *(figure[player] for figure in figures), rated.significant)
            for player in np.flatnonzero(by_player).tolist()
        ]
    return pd.DataFrame(rows, columns=list(_CURVE)).astype(_CURVE)


def fold_sums(observations: Observations) -> list[Sums]:
    """The sufficient statistics of each of FOLDS folds; the matches are dealt out to the folds in turn."""
    _match_ids, match = np.unique(observations.match, return_inverse=True)
    return grouped_sums(observations, match % FOLDS, FOLDS)


def sums_of_others(parts: list[FoldSums]) -> Iterator[FoldSums]:
    """For each fold the sum of all other folds, from which it is predicted; nothing where there is one fold alone."""
    for at in range(len(parts) if len(parts) > 1 else 0):
        total: FoldSums = reduce(add, parts[:at] + parts[at + 1 :])
        yield total


def equal_players(_sums: Sums, _got: Floats, deals: Floats) -> Floats:
    """Nothing for everybody."""
    return np.zeros(len(deals))


def rating_of_others(sums: Sums, _got: Floats, deals: Floats) -> Floats:
    """The rating in the other matches."""
    return np.asarray(contrasts_with_others(deals) @ fit_strengths(sums).means)


PREDICTIONS: Final[Mapping[str, Prediction]] = {"equal": equal_players, "rating": rating_of_others}


def forecast_losses(
    observations: Observations, folds: list[Sums], predictions: Mapping[str, Prediction] = PREDICTIONS
) -> dict[str, Floats]:
    """By method the sum of squared errors of each match, (matches,), predicted from the other folds (`fold_sums`).

    NaN where there are fewer than two matches.
    """
    got, deals = units_and_deals(observations)
    losses = {method: np.full(len(got), np.nan) for method in predictions}
    fold = np.arange(len(got)) % len(folds)
    for at, others in enumerate(sums_of_others(folds[: len(got)])):
        out = fold == at
        for method, prediction in predictions.items():
            predicted = prediction(others, got[~out].sum(axis=0), deals[~out].sum(axis=0))
            losses[method][out] = _squared_errors(got[out], deals[out], predicted)
    return losses


def units_and_deals(observations: Observations) -> tuple[Floats, Floats]:
    """The units and the deals of each player in each match, (matches, players)."""
    ids, match = np.unique(observations.match, return_inverse=True)
    return (
        observations.totals(observations.units, match, len(ids)),
        observations.totals(observations.deals[:, None], match, len(ids)),
    )


def shrunken(mean: Floats, deals: Floats, sums: Sums, factor: float = 1.0) -> Floats:
    """Plain means of units a deal, (players,), drawn towards 0 as far as chance explains how they differ.

    By their form on evenings `factor` deals tell as much as one.
    """
    variance = sums.yy / sums.weight if sums.weight else 0.0
    return shrunken_means(mean, ratio(variance * factor, deals), float(np.sqrt(variance)), usual=USUAL_DEVIATION)[0]


def _squared_errors(got: Floats, deals: Floats, predicted: Floats) -> Floats:
    """The sum of squared errors of each match, (matches,), the square of each player divided by their deals.

    `got` and `deals` have the shape (matches, players), `predicted` (players,).
    """
    all_deals, all_units = deals.sum(axis=1, keepdims=True), (deals * predicted).sum(axis=1, keepdims=True)
    others = np.nan_to_num(ratio(all_units - deals * predicted, all_deals - deals))  # the mean of the others in it
    contrast = predicted - others
    return np.asarray(np.nan_to_num(ratio((got - deals * contrast) ** 2, deals)).sum(axis=1))


def _predicts(observations: Observations, folds: list[Sums]) -> bool:
    """Whether the rating predicts matches that were left out no worse than equal players do; so too with one match."""
    losses = forecast_losses(observations, folds)
    return not losses["rating"].sum() > losses["equal"].sum() * (1 + 1e-9)
