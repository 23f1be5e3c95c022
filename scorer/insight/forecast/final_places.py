"""Final places: a season played on for some evenings, thousands of times at once.

Who comes, to which tables and for how many deals is drawn from the evenings so far, each with a weight that is drawn
too (the Bayesian bootstrap, Rubin 1981): of few evenings nobody knows how often somebody comes. What an evening brings
follows from the strengths of `plus_minus`, with their uncertainty, older evenings forgotten as fast as `forgetting`
finds, and from what chance does to the deals of an evening, its form included. Evenings of one kind are summed: their
means add up, and so do their variances.
"""

from collections.abc import Callable
from datetime import date
from typing import Final, NamedTuple

import numpy as np
import pandas as pd

from scorer.frames import Frames
from scorer.frames.record_columns import Flags, Ints
from scorer.insight.forecast.monte_carlo import SEED, SIMULATIONS
from scorer.insight.forecast.season_end import end_words, season_end
from scorer.insight.forecast.win_probability import HARDLY_ANY, MOST_NAMED, half_life_words, most_likely
from scorer.insight.forgetting import change, half_life, sums_now
from scorer.insight.models.exchangeable import NEGLIGIBLE
from scorer.insight.models.mixed_model import Fit
from scorer.insight.models.seat_payouts import NOBODY, base_payouts, seats_of
from scorer.insight.plus_minus import Noise, Observations, fit_strengths, own_noise
from scorer.insight.sheets_among_deals import observations_of
from scorer.language import N_, _, counts
from scorer.language.lists_numbers_dates import listed as in_words
from scorer.rules.kinds import DEAL_ROLES, ROLES
from scorer.stats.describe.columns import PLAYER
from scorer.stats.describe.verdicts import Verdict
from scorer.stats.models.arrays import Floats, is_one_of, ratio, text_column
from scorer.stats.tally import Tally, tally
from scorer.text.numbers import ORDERS, Rows, chance

MOST_EVENINGS: Final = 60  # the newest ones, from which those to come are drawn
ENDS: Final = (0.05, 0.95)  # of nine in ten seasons
OF_ONE: Final = N_("Of one evening good form cannot be told from playing well: all count as equally strong.")


class Drawn(NamedTuple):
    """What the evenings to come bring each player, (simulations, players): units, deals and matches."""

    units: Floats
    deals: Ints
    matches: Ints


def final_places(
    frames: Frames, *, min_deals: int = 0, min_matches: int = 0, order: str = ORDERS[0],
    evenings: int | None = None, until: date | None = None,
) -> pd.DataFrame:  # fmt: skip
    """A row for each player who has a place now or may have one in the end, by place now.

    The season ends after so many more `evenings` or `until` a day, else a year after its first evening (`season_end`).
    Minima and `order` are those of `standings`. `chance`, `place_2` and `place_3` are the chances of these places; who
    share one have equal parts of it. `expected` are the units in the end on average; in nine of ten seasons they are
    from `low` to `high`. `known` evenings are over.
    """
    end = season_end(frames, evenings, until)
    seats = seats_of(base_payouts(frames))
    observations = observations_of(seats, frames)
    dealt, stakes, forgets = len(seats.units), stakes_of(frames), half_life(observations)
    drawn = evenings_to_come(observations, dealt, stakes, end.evenings, forgets)
    now = tally(frames.payouts)
    listed = now.counts.any(axis=(1, 2, 3)) & (now.count() + drawn.deals >= min_deals)
    listed &= now.matches + drawn.matches >= min_matches
    shares = np.pad(  # of two players nobody is third
        place_shares(_figures(now, drawn, order), listed), ((0, 0), (0, 3)), constant_values=np.nan
    )
    place = pd.Series(_figures(now, None, order)).where(now.listed(min_deals, min_matches))
    units = now.units_in(ROLES) + drawn.units
    low, high = np.quantile(units, ENDS, axis=0)
    table = pd.DataFrame(
        {
            "place": place.rank(method="min", ascending=False),
            "player": text_column(now.players),
            "units": now.units_in(ROLES),
            "chance": shares[:, 0],
            "place_2": shares[:, 1],
            "place_3": shares[:, 2],
            "expected": np.rint(units.mean(axis=0)).astype(np.int64),
            "low": np.rint(low).astype(np.int64),
            "high": np.rint(high).astype(np.int64),
            "known": len(np.unique(observations.day)),
            "evenings_left": end.evenings,
            "until": np.full(len(now.players), end.until or "NaT", "datetime64[s]"),
            "ends_by": end.by,
            "half_life": forgets if np.isfinite(forgets) else np.nan,
        }
    )
    wanted: Flags = place.notna().to_numpy() | listed.any(axis=0)
    table = table[wanted]
    return table.sort_values(["place", "chance"], ascending=[True, False], kind="stable", ignore_index=True)


def strengths_now(observations: Observations, half_life: float) -> tuple[Fit, Noise]:
    """The strengths of all players now, and what chance does; of one evening known all are equal."""
    evening = np.unique(observations.day, return_inverse=True)[1]
    sums = sums_now(observations, evening, half_life)
    noise = own_noise(observations, sums)
    fitted = fit_strengths(sums.scaled(1 / noise.evening_factor))
    if evening.any() and fitted.residual_variance > 0:
        return fitted, noise
    variance = sums.yy / max(sums.weight, 1)
    return Fit(0 * fitted.means, 0 * fitted.covariance, residual_variance=variance), noise


def evenings_to_come(
    observations: Observations, dealt: int, stakes: tuple[float, float], evenings: int, half_life: float
) -> Drawn:
    """So many more evenings, always by the same draws; the first `dealt` observations are deals, the others sheets.

    `stakes` are the mean stake and the mean square of it; `half_life` is that of strengths, in evenings.
    """
    strengths, noise = strengths_now(observations, half_life)
    days, evening = np.unique(observations.day, return_inverse=True)
    if not len(days):  # penalties alone
        nothing = np.zeros((SIMULATIONS, len(observations.players)), np.int64)
        return Drawn(nothing.astype(np.float64), nothing, nothing)
    is_deal = np.arange(len(evening)) < dealt
    recent = evening >= len(days) - MOST_EVENINGS
    known = observations.selected(recent)
    evening, size = evening[recent] - evening[recent].min(), min(len(days), MOST_EVENINGS)
    contrasts, variances = _by_evening(known, evening, size)
    factors = noise.factor * noise.form.factors(known.totals(known.deals[:, None], evening, size))
    deals = known.totals(is_deal[recent][:, None], evening, size)
    draws = np.random.default_rng(SEED)
    weights = draws.standard_exponential((SIMULATIONS, size))
    often = draws.multinomial(evenings, weights / weights.sum(axis=1, keepdims=True))
    covariance = strengths.covariance * (1 + change(half_life, evenings))
    strong = strengths.means + draws.standard_normal((SIMULATIONS, len(noise.factor))) @ _root(covariance).T
    units = np.zeros(strong.shape)
    for at, own in enumerate(often.T[:, :, None]):
        came = np.flatnonzero(np.diag(variances[at]))
        table = np.ix_(came, came)
        spread = np.sqrt(strengths.residual_variance * stakes[1] * factors[at, came])
        luck = draws.standard_normal((SIMULATIONS, len(came))) @ _root(variances[at][table]).T * spread
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
    row, first, second = np.nonzero(seated[:, :, None] & seated[:, None, :])
    part = ((side[row, first] == side[row, second]) * sides[row] - 1) / np.maximum(sides[row] - 1, 1)
    contrasts, variances = np.zeros((2, size, len(observations.players), len(observations.players)))
    where = evening[row], player[row, first], player[row, second]
    np.add.at(contrasts, where, observations.deals[row] * part)
    np.add.at(variances, where, observations.noise[row] * part)
    return contrasts, variances


def _root(covariance: Floats) -> Floats:
    """The Cholesky root of a covariance, which is unique: the same draws give the same on every machine."""
    return np.asarray(np.linalg.cholesky(covariance + NEGLIGIBLE * np.eye(len(covariance))))


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
    ranked = pd.DataFrame(np.where(np.isnan(figures), -np.inf, figures)).where(listed)  # without a figure one is last
    first, behind = (
        ranked.rank(axis=1, method=method, ascending=False).to_numpy()[listed] for method in ("min", "max")
    )
    player, changes = np.nonzero(listed)[1], np.zeros((players, players + 1))
    for at, sign in ((first - 1, 1), (behind, -1)):
        np.add.at(changes, (player, at.astype(np.int64)), sign / (behind - first + 1))
    may_be = listed.any(axis=0)
    shares = np.cumsum(changes, axis=1)[:, :-1]
    shares[may_be, : may_be.sum()] += 1 / max(may_be.sum(), 1)
    return np.asarray(np.clip(shares / (count + 1), 0, 1))


def _figures(now: Tally, drawn: Drawn | None, order: str) -> Floats:
    """What places go by, at the end of each simulation, or now; whole units, so that places are shared."""
    units, deals, matches = drawn or (0, 0, 0)
    if order == "per-deal":
        return ratio(now.units_in(DEAL_ROLES) + units, now.count() + deals)
    if order == "per-match":
        return ratio(now.units_in(ROLES) + units, now.matches + matches)
    return np.asarray(np.rint(now.units_in(ROLES) + units))


def stakes_of(frames: Frames) -> tuple[float, float]:
    """The mean stake of deals and the mean square of it, in whatever the frames are measured."""
    played = is_one_of(frames.payouts["role"], *DEAL_ROLES)
    units, base = (payouts["units"].to_numpy(np.float64)[played] for payouts in (frames.payouts, base_payouts(frames)))
    if not base.any():
        return 1.0, 1.0
    return float(np.abs(units).sum() / np.abs(base).sum()), float((units**2).sum() / (base**2).sum())


def first_in_the_end(rows: Rows, counted: Callable[[float], str] = counts.players) -> str:
    """Who comes first with which chance, by rows of chances; many are `counted`. Empty where nobody has any."""
    likely = sorted((row for row in rows if row["chance"]), key=lambda row: -row["chance"])
    named = most_likely([row for row in likely if row["chance"] >= HARDLY_ANY] or likely)
    if len(named) > MOST_NAMED:
        facts = {"players": counted(len(named)), "chance": chance(named[0]["chance"])}
        return _("First in the end: {players} with {chance} each.", **facts)
    players = [_("{player} with {chance}", player=row[PLAYER], chance=chance(row["chance"])) for row in named]
    return _("First in the end: {players}.", players=in_words(players)) if named else ""


def who_comes_first(rows: Rows) -> Verdict:
    """Who comes first with which chance; whole with how strengths were reckoned."""
    brief = first_in_the_end(rows)
    if not brief:
        return Verdict()
    background = " ".join(filter(None, [_(OF_ONE) if rows[0]["known"] == 1 else "", half_life_words(rows)]))
    return Verdict(brief, f"{brief} {background}".strip()).followed_by(end_words(rows[0]))
