"""Final places: a season played on for some evenings, thousands of times at once.

Who comes, to which tables and for how many deals is drawn from the evenings so far, each with a weight that is drawn
too (the Bayesian bootstrap, Rubin 1981): of few evenings nobody knows how often somebody comes. What an evening brings
follows from the strengths of `plus_minus`, with their uncertainty, older evenings forgotten as fast as `forgetting`
finds, and from what chance does to the deals of an evening, its form included. Evenings of one kind are summed: their
means add up, and so do their variances.
"""

from typing import Final, NamedTuple

import numpy as np
import pandas as pd

from scorer.frames import Frames
from scorer.frames.record_columns import Flags, Ints
from scorer.insight.forecast.monte_carlo import SEED, SIMULATIONS
from scorer.insight.forecast.win_probability import BY_DRAWS, HARDLY_ANY, half_life_words, most_likely
from scorer.insight.forgetting import half_life, sums_now
from scorer.insight.models.seat_payouts import NOBODY, base_payouts, seats_of
from scorer.insight.plus_minus import Noise, Observations, fit_strengths, own_noise
from scorer.insight.sheets_among_deals import observations_of
from scorer.language import N_, _
from scorer.language.lists_numbers_dates import listed as in_words
from scorer.rules.kinds import DEAL_ROLES, ROLES
from scorer.stats.describe.columns import PLAYER
from scorer.stats.describe.verdicts import Verdict
from scorer.stats.models.arrays import Floats, is_one_of, ratio, text_column
from scorer.stats.tally import Tally, tally
from scorer.text.numbers import ORDERS, Rows, chance

MOST_EVENINGS: Final = 60  # the newest ones, from which those to come are drawn
ENDS: Final = (0.05, 0.95)  # of nine in ten seasons
SHOWN: Final = 3  # places with a chance of their own
OF_ONE: Final = N_("Of one evening good form cannot be told from playing well: all count as equally strong.")


class Drawn(NamedTuple):
    """What the evenings to come bring each player, (simulations, players): units, deals and matches."""

    units: Floats
    deals: Ints
    matches: Ints


class Strengths(NamedTuple):
    """Units a deal at a stake of 1: `means`, (players,), and the `root` of the covariance of their errors.

    `variance` is that of a deal, `half_life` in evenings.
    """

    means: Floats
    root: Floats
    variance: float
    half_life: float


def final_places(
    frames: Frames, evenings: int, *, min_deals: int = 0, min_matches: int = 0, order: str = ORDERS[0]
) -> pd.DataFrame:
    """A row for each player who has a place now or may have one after so many more `evenings`, by place now.

    Minima and `order` are those of `standings`. `chance`, `place_2` and `place_3` are the chances of these places at
    the end; who share one have equal parts of it. `expected` are the units at the end on average; in nine of ten
    seasons they are from `low` to `high`. `came` counts the evenings with the player, of `known` ones.
    """
    seats = seats_of(base_payouts(frames))
    observations = observations_of(seats, frames)
    strengths, noise = season_strengths(observations)
    drawn = evenings_to_come(observations, len(seats.units), strengths, noise, _stakes(frames), evenings)
    now = tally(frames.payouts)
    there = now.listed(min_deals, min_matches)
    listed = now.counts.any(axis=(1, 2, 3)) & (now.count() + drawn.deals >= min_deals)
    listed &= now.matches + drawn.matches >= min_matches
    shares = place_shares(_figures(now, drawn, order), listed)
    units = now.units_in(ROLES) + drawn.units
    low, high = np.quantile(units, ENDS, axis=0)
    days, evening = np.unique(observations.day, return_inverse=True)
    came = np.count_nonzero(observations.totals(1, evening, len(days)), axis=0)
    ahead = pd.Series(np.where(there, np.nan_to_num(_figures(now, None, order), nan=-np.inf), np.nan))
    place = ahead.rank(method="min", ascending=False)
    table = pd.DataFrame(
        {
            "place": place.astype(object).where(place.notna(), None),
            "player": text_column(now.players),
            "units": now.units_in(ROLES),
            "came": came,
            "chance": shares[:, 0],
            **{f"place_{at + 1}": shares[:, at] if at < len(shares) else np.nan for at in range(1, SHOWN)},
            "expected": np.rint(units.mean(axis=0)).astype(np.int64),
            "low": np.rint(low).astype(np.int64),
            "high": np.rint(high).astype(np.int64),
            "known": len(days),
            "evenings_left": evenings,
            "half_life": strengths.half_life if np.isfinite(strengths.half_life) else np.nan,
        }
    )
    table = table[there | listed.any(axis=0)]
    return table.sort_values(["place", "chance"], ascending=[True, False], kind="stable", ignore_index=True)


def season_strengths(observations: Observations) -> tuple[Strengths, Noise]:
    """The strengths of all players now, and what chance does; of one evening known all are equal."""
    evening = np.unique(observations.day, return_inverse=True)[1]
    forgets = half_life(observations)
    sums = sums_now(observations, evening, forgets)
    noise, size = own_noise(observations, sums), len(observations.players)
    fitted = fit_strengths(sums.scaled(1 / noise.evening_factor))
    if np.isnan(fitted.residual_variance) or not evening.any():
        return Strengths(np.zeros(size), np.zeros((size, size)), sums.yy / max(sums.weight, 1), forgets), noise
    # The Cholesky root is unique: the same draws give the same strengths on every machine.
    root = np.asarray(np.linalg.cholesky(fitted.covariance + 1e-9 * np.eye(size)))
    return Strengths(fitted.means, root, fitted.residual_variance, forgets), noise


def evenings_to_come(
    observations: Observations,
    dealt: int,
    strengths: Strengths,
    noise: Noise,
    stakes: tuple[float, float],
    evenings: int,
) -> Drawn:
    """So many more evenings, always by the same draws; the first `dealt` observations are deals, the others sheets.

    `stakes` are the mean stake and the mean square of it.
    """
    days, evening = np.unique(observations.day, return_inverse=True)
    is_deal = np.arange(len(evening)) < dealt
    recent = evening >= len(days) - MOST_EVENINGS
    known = observations.selected(recent)
    evening, size = evening[recent] - evening[recent].min(initial=len(days)), min(len(days), MOST_EVENINGS)
    contrasts, variances = _by_evening(known, evening, size)
    factors = noise.factor * noise.form.factors(known.totals(known.deals[:, None], evening, size))
    deals = known.totals(is_deal[recent][:, None], evening, size)
    draws = np.random.default_rng(SEED)
    weights = draws.standard_exponential((SIMULATIONS, size))
    often = draws.multinomial(evenings, weights / weights.sum(axis=1, keepdims=True))
    strong = strengths.means + draws.standard_normal((SIMULATIONS, len(strengths.means))) @ strengths.root.T
    units = np.zeros(strong.shape)
    for at, own in enumerate(often.T[:, :, None]):
        came = np.flatnonzero(np.diag(variances[at]))
        table = np.ix_(came, came)
        spread = np.sqrt(strengths.variance * stakes[1] * factors[at, came])
        root = np.linalg.cholesky(variances[at][table] + 1e-9 * variances[at].max() * np.eye(len(came)))
        luck = draws.standard_normal((SIMULATIONS, len(came))) @ root.T * spread
        units[:, came] += own * stakes[0] * (strong[:, came] @ contrasts[at][table].T) + np.sqrt(own) * luck
    return Drawn(units, np.rint(often @ deals).astype(np.int64), often @ _matches(known, evening, size))


def _by_evening(observations: Observations, evening: Ints, size: int) -> tuple[Floats, Floats]:
    """What an evening brings each player: the contrast of strengths, and the covariance of chance in those of a deal.

    Both have the shape (evenings, players, players). With k sides, of which a player alone is one where everybody gets
    units of their own, what one side gets the others pay in equal parts: 1 and -1 / (k - 1).
    """
    player, seated = observations.player, observations.player != NOBODY
    side = np.where(observations.individual[:, None], np.arange(player.shape[1]), observations.side)
    sides = sum(((side == letter) & seated).any(axis=1).astype(np.int64) for letter in range(player.shape[1]))
    weights = np.array([observations.deals, observations.noise]) * sides / np.maximum(sides - 1, 1)
    players = len(observations.players)
    sums = np.zeros((2, size * players**2))
    for first in range(player.shape[1]):
        for second in range(player.shape[1]):
            rows = np.flatnonzero(seated[:, first] & seated[:, second])
            part = (side[rows, first] == side[rows, second]) - 1 / sides[rows]
            cell = (evening[rows] * players + player[rows, first]) * players + player[rows, second]
            for total, weight in zip(sums, weights, strict=True):
                np.add.at(total, cell, weight[rows] * part)
    contrasts, variances = sums.reshape(2, size, players, players)
    return contrasts, variances


def _matches(observations: Observations, evening: Ints, size: int) -> Ints:
    """The matches of each player on each evening, (evenings, players)."""
    matches, first, match = np.unique(observations.match, return_index=True, return_inverse=True)
    took_part = observations.totals(1, match, len(matches)) > 0
    counted = np.zeros((size, took_part.shape[1]), np.int64)
    np.add.at(counted, evening[first], took_part)
    return counted


def place_shares(figures: Floats, listed: Flags) -> Floats:
    """The share of the simulations in which each player has each place, (players, places); a shared one in parts.

    `figures` and `listed` have the shape (simulations, players). One more simulation is added in which all who may be
    listed share all places: nothing that is possible is thought impossible.
    """
    count, players = figures.shape
    last_of_all = -np.finfo(np.float64).max  # a player without a figure comes last
    figures = np.where(listed, np.nan_to_num(figures, nan=last_of_all), -np.inf)
    order, at = np.argsort(-figures, axis=1, kind="stable"), np.arange(players)
    ranked = np.take_along_axis(figures, order, axis=1)
    begins, ends = np.ones((2, count, players), bool)
    begins[:, 1:] = ends[:, :-1] = ranked[:, 1:] != ranked[:, :-1]
    first = np.maximum.accumulate(np.where(begins, at, 0), axis=1)
    behind = np.minimum.accumulate(np.where(ends, at, players)[:, ::-1], axis=1)[:, ::-1] + 1
    has_place = np.isfinite(ranked)
    part, changes = (1 / (behind - first))[has_place], np.zeros((players, players + 1))
    np.add.at(changes, (order[has_place], first[has_place]), part)
    np.subtract.at(changes, (order[has_place], behind[has_place]), part)
    shares = np.cumsum(changes, axis=1)[:, :-1]
    may_be = listed.any(axis=0)
    last = int(may_be.sum())
    shares[may_be, :last] += 1 / max(last, 1)
    return np.asarray(np.clip(shares / (count + 1), 0, 1))


def _figures(now: Tally, drawn: Drawn | None, order: str) -> Floats:
    """What places go by, at the end of each simulation, or now; whole units, so that places are shared."""
    none = np.zeros(len(now.players))
    units, deals, matches = drawn or (none, none, none)
    if order == "per-deal":
        return ratio(now.units_in(DEAL_ROLES) + units, now.count() + deals)
    if order == "per-match":
        return ratio(now.units_in(ROLES) + units, now.matches + matches)
    return np.asarray(np.rint(now.units_in(ROLES) + units))


def _stakes(frames: Frames) -> tuple[float, float]:
    """The mean stake of deals and the mean square of it, in whatever the frames are measured."""
    played = is_one_of(frames.payouts["role"], *DEAL_ROLES)
    units, base = (payouts["units"].to_numpy(np.float64)[played] for payouts in (frames.payouts, base_payouts(frames)))
    if not base.any():
        return 1.0, 1.0
    return float(np.abs(units).sum() / np.abs(base).sum()), float((units**2).sum() / (base**2).sum())


def who_comes_first(rows: Rows) -> Verdict:
    """Who comes first with which chance; whole with how strengths were reckoned."""
    likely = sorted((row for row in rows if row["chance"]), key=lambda row: -row["chance"])
    if not likely:
        return Verdict()
    if likely[0]["chance"] - likely[-1]["chance"] < BY_DRAWS and len(likely) > 1:
        brief = _("All are about as likely to come first, {chance} each.", chance=chance(1 / len(likely)))
    else:
        named = [
            _("{player} with {chance}", player=row[PLAYER], chance=chance(row["chance"]))
            for row in most_likely([row for row in likely if row["chance"] >= HARDLY_ANY])
        ]
        brief = _("First in the end: {players}.", players=in_words(named))
    background = " ".join(filter(None, [_(OF_ONE) if rows[0]["known"] == 1 else "", half_life_words(rows)]))
    return Verdict(brief, f"{brief} {background}".strip(), background)
