"""The rating: units a deal of each player beside the others of the league, whoever sat at the tables they sat at.

A mean of units a deal does not ask with and against whom it was won, nor how much of it is chance. The rating does:
`scorer.stats.plus_minus` says how. Whether to call belongs to the player, and so does what it brings; what a player
does with each role as often as everybody has it is a part of the rating (`models.mixed_model`), and own choice of roles
the other. What is counted are base units (units / stake): every deal weighs the same, whatever was bid, and a carry,
which is luck, does not double it.
"""

from collections.abc import Collection
from functools import reduce
from itertools import accumulate
from operator import add
from statistics import median
from typing import Any, Final

import numpy as np
import pandas as pd

from scorer.frames import Frames
from scorer.frames.record_columns import Flags, Ints
from scorer.language import N_
from scorer.language.forms import listed
from scorer.stats.describe.forecast_sentences import MEAN_SQUARE, best_words
from scorer.stats.models.arrays import Floats, places, ratio, texts
from scorer.stats.models.cross_validation import FOLDS, left_out, table_of
from scorer.stats.models.exchangeable import averaged, told_alike
from scorer.stats.models.mixed_model import Sums, drawn_towards_0, fit
from scorer.stats.plus_minus import (
    USUAL_REACH,
    Observations,
    PlusMinus,
    beside_the_others,
    grouped_sums,
    observed,
    of_seats,
    own_noise,
    plus_minus,
    rated,
    strengths_of,
)
from scorer.stats.seat_payouts import NOBODY, RATED_ROLES, Seats, Seen, base_payouts, seated, seen
from scorer.stats.tally import MIN_DEALS
from scorer.text.numbers import CERTAIN, Rows, percent

NOT_TOLD: Final = "No difference between these players can be told yet: chance alone explains what each of them got."
FORETELLS_NOTHING: Final = (
    "The ratings of this league foretell nothing yet: matches that were left out went as well with all players alike, "
    "so that nobody is said to be the best."
)
TOLD_BY: Final = {
    "equal": N_("all players equal"),
    "means": N_("the means as they are"),
    "shrunken": N_("the shrunken means"),
    "rating": N_("the rating"),
}
PARTS: Final = ("equal_roles", "choice", "calling")
POINTS: Final = 40
_CURVE: Final[dict[str, Any]] = {
    "on": "datetime64[s]", "player": "str", "rating": np.float64, "low": np.float64, "high": np.float64,
    "told": np.bool_,
}  # fmt: skip
DRAWS: Final = 4000  # of the ratings that the deals leave possible: how often each player is the best in them


def in_seats(of: Seen, deviations: Floats) -> Floats:
    """What deviations in their roles bring each player in a deal, beside the others; NaN for who has no deal."""
    brings = deviations.reshape(len(of.players), len(of.roles)) @ (of.worth * of.held)
    return np.where(of.deals > 0, beside_the_others(of.deals) @ brings, np.nan)


def rating(frames: Frames, *, min_deals: int = 1) -> pd.DataFrame:
    """A row per player with so many deals, the best first, equals by name; in base units.

    Paper sheets count beside the deals, each as one deal where deals are counted. It is reckoned of all: those with
    fewer deals are left out of places and of who is the best.
    """
    seats = seated(base_payouts(frames))
    of = observed(seats, frames)
    folds = folds_of(of)
    sums = reduce(add, folds)
    found = rated(of, sums)
    dealt, played = (
        np.bincount(player[player != NOBODY], minlength=len(of.players)) for player in (seats.player, of.player)
    )
    told_ahead, parts = _foretells(of, folds), _parts(seats, of, found.means)
    there = played >= max(min_deals, 1)
    often = there & (played >= MIN_DEALS)
    table = pd.DataFrame(
        {
            "player": texts(of.players),
            "deals": dealt,
            "rating": found.means,
            "error": found.errors,
            "low": found.low,
            "high": found.high,
            "best": _best(found, often if often.any() else there) if told_ahead else np.nan,
            **_plain(of, sums),
            **{name: parts[name] for name in RATED_ROLES},
            "significant": np.full(len(of.players), found.told),
            "sheets": played - dealt,
            **{name: parts[name] for name in PARTS},
            "predictive": np.full(len(of.players), told_ahead),
        }
    )
    exact = table["rating"].round(9)  # beyond that equals differ by how they were reckoned
    table = table.loc[exact[there].sort_values(ascending=False, kind="stable").index].reset_index(drop=True)
    table.insert(0, "place", places(table["rating"].to_numpy().round(9)))
    return table


def who_is_best(rows: Rows) -> str:
    """Who is most likely the best, or that nothing can be told; and what chance alone would do to equals."""
    if len(rows) < 2:  # noqa: PLR2004
        return ""
    often = len(_often(rows))
    equals = often if often > 1 else len(rows)
    errors = [row["per_deal_error"] for row in rows if row["per_deal_error"] is not None]
    moved = f"; chance alone commonly moves their plain means by {median(errors):.2f}" if errors else ""
    return f"{_first(rows)} Of {equals} equals each would be the best with 1 in {equals}{moved}."


def _often(rows: Rows) -> Rows:
    """Those of so many deals and paper sheets that they can be named the best: of few deals the best may be a guest."""
    return [row for row in rows if row["deals"] + row["sheets"] >= MIN_DEALS]


def _first(rows: Rows) -> str:
    """The best of several, or all who are level as the best, where there is one to name."""
    if not rows[0]["predictive"]:
        return FORETELLS_NOTHING
    if not rows[0]["significant"]:
        return NOT_TOLD
    often = _often(rows)
    if not often:
        return f"Nobody has {MIN_DEALS} deals yet: so few tell nobody to be the best."
    if len(often) == 1:
        return f"{often[0]['player']} alone has {MIN_DEALS} deals yet: there is nobody to be better than."
    of = f"these {len(rows)}" if len(often) == len(rows) else f"the {len(often)} with {MIN_DEALS} deals or more"
    most = max(row["best"] for row in often)
    level = [row["player"] for row in often if row["best"] > most - CERTAIN]
    if len(level) > 1:
        return f"{listed(level)} are level as the best of {of}, with {percent(most)} each."
    return f"{level[0]} is the best of {of} with {percent(most)}."


def _parts(seats: Seats, of: Observations, ratings: Floats) -> dict[str, Floats]:
    """What ratings are made of, and the deviations in each role; of who has no deal they are not known."""
    results = seen(seats)
    deviations = fit(results.sums(), max(len(results.roles), 1)).means
    by_role = np.full((len(RATED_ROLES), len(results.players)), np.nan)
    at = [RATED_ROLES.index(role) for role in results.roles]
    if at:
        by_role[at] = deviations.reshape(len(results.players), -1).T * results.worth[:, None]
    as_caller = by_role[0]
    there = seats.player != NOBODY
    in_roles = np.zeros((len(results.players), len(RATED_ROLES)), bool)
    in_roles[seats.player[there], seats.role[there]] = True
    by_role = np.where(in_roles.T, by_role, np.nan)
    if len(of.units) == len(seats.player) and not seats.nobody_called.any():
        choice = ratings - in_seats(results, deviations)
    else:
        choice = _choice_where_called(seats, of)
    choice = np.where(results.deals > 0, choice, np.nan)
    held = float(results.held[: RATED_ROLES[0] in results.roles].sum())  # by callers, who come first
    calling = choice + held * as_caller
    same = ratings - choice
    return {"equal_roles": same, "choice": choice, "calling": calling, **dict(zip(RATED_ROLES, by_role, strict=True))}


def _choice_where_called(seats: Seats, of: Observations) -> Floats:
    """What own choice of roles brings a deal: only those in which somebody called tell it, in the others it is 0."""
    called = ~seats.nobody_called
    if not called.any():
        return np.zeros(len(seats.players))
    alone = seats.taken(called)
    results = seen(alone)
    same = in_seats(results, fit(results.sums(), len(results.roles)).means)
    found = np.where(results.deals > 0, rated(of_seats(alone)).means - same, 0)
    return np.asarray(found * ratio(results.deals, of.by_player))


def _plain(of: Observations, sums: Sums) -> dict[str, Floats]:
    """The mean units a deal of each player, its standard error, and the same drawn towards 0, the mean of any table."""
    deals, many = of.by_player, of.added(1)[0]
    mean = ratio(of.added(of.units)[0], deals)
    left = of.added((of.units - of.deals[:, None] * np.append(mean, 0)[of.player]) ** 2)[0]
    several = np.where(many > 1, many / np.maximum(many - 1, 1), np.nan)
    return {
        "units_per_deal": mean,
        "per_deal_error": ratio(np.sqrt(left * several), deals),
        "shrunken": shrunken(mean, deals, sums),
    }


def _best(found: PlusMinus, asked: Flags) -> Floats:
    """The chance of each player to be the best of those asked for; equals share it; NaN for the others.

    Drawn from the ratings that the deals leave possible, always the same draws. Of whom the deals say the same, the
    chances are the same.
    """
    covariance = found.covariance[np.ix_(asked, asked)]
    spread, axes = np.linalg.eigh(covariance)
    drawn = np.random.default_rng(0).standard_normal((DRAWS, len(spread)))
    root = axes * np.sqrt(np.maximum(spread, 0)) @ axes.T  # the one that is symmetric: the same on every machine
    possible = found.means[asked] + drawn @ root
    best = np.full(len(asked), np.nan)
    first = possible >= possible.max(axis=1, keepdims=True, initial=-np.inf) - 1e-12
    shares = (first / first.sum(axis=1, keepdims=True)).mean(axis=0)
    best[asked] = averaged(shares, told_alike(found.means[asked], covariance))
    return best


def rating_curve(frames: Frames, points: int = POINTS) -> pd.DataFrame:
    """`on, player, rating, low, high, told`: the rating after so many of the days, in even steps, the last one too.

    Each is reckoned anew from the deals until then. A row for everybody with a deal until then, by day, then by name.
    """
    of = observed(seated(base_payouts(frames)), frames)
    days, of_day = np.unique(of.day, return_inverse=True)
    chosen = np.unique(np.linspace(0, len(days) - 1, min(points, len(days))).astype(np.int64))
    step = np.searchsorted(chosen, of_day)
    deals = of.added(of.deals[:, None], step, len(chosen)).cumsum(axis=0)
    sums = grouped_sums(of, step, len(chosen)) if len(chosen) else []
    noise = own_noise(of, rated(of).strengths.means)
    rows = []
    for at, until, by_player in zip(chosen, accumulate(sums, add), deals, strict=True):
        found = plus_minus(strengths_of(until), until, by_player, noise._replace(known_of=by_player))
        rows += [
            (days[at], of.players[who], found.means[who], found.low[who], found.high[who], found.told)
            for who in np.flatnonzero(by_player).tolist()
        ]
    return pd.DataFrame(rows, columns=list(_CURVE)).astype(_CURVE)


def rating_test(frames: Frames) -> pd.DataFrame:
    """Whether the rating foretells: whole matches are left out in turn, and told from the others alone.

    A row for each way of telling what a player gets in a match, less the mean of the others of it. What is missed is
    divided by the root of the deals, so that long matches weigh as short ones. NaN where there are fewer than two.
    """
    of = observed(seated(base_payouts(frames)), frames)
    _, of_match = np.unique(of.match, return_inverse=True)
    _, deals = _by_match(of, of_match)
    return table_of(missed_ahead(of, folds_of(of)), int(np.count_nonzero(deals)), of="players", miss="mse")


def which_foretells(rows: Rows) -> str:
    """Which way told most."""
    return best_words(rows, TOLD_BY, "mse", MEAN_SQUARE)


def folds_of(of: Observations) -> list[Sums]:
    """The sums of whole matches, in turn."""
    _, match = np.unique(of.match, return_inverse=True)
    return grouped_sums(of, match % FOLDS, FOLDS)


def missed_ahead(of: Observations, folds: list[Sums], ways: Collection[str] = TOLD_BY) -> dict[str, Floats]:
    """By each way of telling the sums of squares of what was missed, a match each; `folds` as `folds_of` has them.

    NaN where there are fewer than two matches.
    """
    matches, of_match = np.unique(of.match, return_inverse=True)
    got, deals = _by_match(of, of_match)
    missed = {name: np.full(len(matches), np.nan) for name in ways}
    fold = np.arange(len(matches)) % len(folds)
    for at, others in enumerate(left_out(folds[: len(matches)])):
        out = fold == at
        for name in ways:
            guess = _guess(name, others, got[~out].sum(axis=0), deals[~out].sum(axis=0))
            missed[name][out] = _missed(got[out], deals[out], guess)
    return missed


def _by_match(of: Observations, of_match: Ints) -> tuple[Floats, Floats]:
    """The units and the deals of each player, a row a match."""
    matches = int(of_match.max(initial=-1)) + 1
    return of.added(of.units, of_match, matches), of.added(of.deals[:, None], of_match, matches)


def _guess(way: str, sums: Sums, got: Floats, deals: Floats) -> Floats:
    """What everybody gets a deal, told from these others."""
    if way == "equal":
        return np.zeros(len(deals))
    if way == "rating":
        return np.asarray(beside_the_others(deals) @ strengths_of(sums).means)
    mean = ratio(got, deals)
    return np.nan_to_num(mean if way == "means" else shrunken(mean, deals, sums))


def shrunken(mean: Floats, deals: Floats, sums: Sums) -> Floats:
    """The plain means drawn towards 0 as far as more than chance explains how they differ."""
    variance = sums.squared / sums.weight if sums.weight else 0.0
    return drawn_towards_0(mean, ratio(variance, deals), float(np.sqrt(variance)), usual=USUAL_REACH)[0]


def _missed(got: Floats, deals: Floats, guess: Floats) -> Floats:
    """The sums of squares of what was missed in each of these matches, each by its deals."""
    all_deals, all_guesses = deals.sum(axis=1, keepdims=True), (deals * guess).sum(axis=1, keepdims=True)
    beside = guess - np.nan_to_num(ratio(all_guesses - deals * guess, all_deals - deals))  # the others at the table
    return np.asarray(np.nan_to_num(ratio((got - deals * beside) ** 2, deals)).sum(axis=1))


def _foretells(of: Observations, folds: list[Sums]) -> bool:
    """Whether the rating told matches that were left out no worse than taking all players for alike; so with one."""
    missed = missed_ahead(of, folds, ("equal", "rating"))
    return not missed["rating"].sum() > missed["equal"].sum() * (1 + 1e-9)
