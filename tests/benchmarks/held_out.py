"""`python -m tests.benchmarks held-out [SCOREBOOK]`: whether what is estimated predicts what was left out.

Matches are left out in turn and predicted from the others: by the rating what each player gets, by the chances of bids
whether a contract is made. Finished matches are played again, each moment of them from what was known then: by the
chances who wins. Of a scorebook, else of the sample league.
"""

import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import numpy as np
import pandas as pd

from scorer import scorebook
from scorer.frames import Frames, read
from scorer.frames.record_columns import Ints
from scorer.insight.forecast.deal_model import Past
from scorer.insight.forecast.deals_to_play import as_it_ended, as_of, is_over
from scorer.insight.forecast.monte_carlo import entrants
from scorer.insight.forecast.win_probability import FEWER_SIMULATIONS, place_chances, simulated
from scorer.insight.models.bid_curve import Axis, bid_success_rates
from scorer.insight.models.mixed_model import Sums
from scorer.insight.models.seat_payouts import base_payouts, seats_of
from scorer.insight.rating import (
    FOLDS,
    PREDICTIONS,
    fold_sums,
    forecast_losses,
    shrunken,
    sums_of_others,
    units_and_deals,
)
from scorer.insight.sheets_among_deals import observations_of
from scorer.match.sheet import Sheet
from scorer.rules.kinds import FAILED, MADE
from scorer.scorebook import Book
from scorer.stats.bids import Called
from scorer.stats.describe.statistic_tables import split
from scorer.stats.models.arrays import Floats, is_one_of, ratio, runs, text_column
from scorer.stats.models.intervals import Z, wilson
from scorer.stats.models.multiple_testing import normal_to_t
from scorer.text.numbers import BASE
from tests import browsing

MODELS_OF_BIDS: Final = ("league", "own rate", "shrunken")
MODELS_OF_WINNERS: Final = ("equal", "leader", "chances")
QUARTERS: Final = (0.0, 0.25, 0.5, 0.75)  # of a match, after which its end is forecast
FEWEST_DEALS: Final = 4  # deals of a match whose end is forecast
BINS: Final = (0.0, 0.05, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95)
FEW_MATCHES: Final = 10  # fewer matches cannot show whether a model predicts anything


def rating_test(frames: Frames) -> pd.DataFrame:
    """Whether the rating predicts matches that were left out, a fold at a time (`comparison_table`).

    A row for each of PREDICTIONS_OF_UNITS. What is predicted are the units of a player in a match, less the mean of the
    others in it. Errors are divided by the root of the deals, so that long matches weigh the same as short ones. NaN
    where there are fewer than two matches.
    """
    observations = observations_of(seats_of(base_payouts(frames)), frames)
    _units, deals = units_and_deals(observations)
    losses = forecast_losses(observations, fold_sums(observations), PREDICTIONS_OF_UNITS)
    return comparison_table(losses, int(np.count_nonzero(deals)), count_column="players", miss="mse")


def mean_as_it_is(_sums: Sums, got: Floats, deals: Floats) -> Floats:
    """Units a deal of each player in the other matches."""
    return np.nan_to_num(ratio(got, deals))


def shrunken_mean(sums: Sums, got: Floats, deals: Floats) -> Floats:
    """The same, drawn towards 0 as far as chance explains how the means differ."""
    return np.nan_to_num(shrunken(ratio(got, deals), deals, sums))


PREDICTIONS_OF_UNITS: Final = {
    "equal": PREDICTIONS["equal"],
    "means": mean_as_it_is,
    "shrunken": shrunken_mean,
    "rating": PREDICTIONS["rating"],
}


def pays_test(frames: Frames, *, banded: bool = False) -> pd.DataFrame:
    """Whether the shrunken chances predict: whole matches are left out in turn, and predicted from the others.

    A row for each model of the chance of a contract: the rate of all; the rate of its bid (or band), or of all where
    the bid has no contract; and `shrunken`. `brier` is of contracts made or failed. NaN where there are fewer than two
    matches.
    """
    called = Called.of(frames, banded=banded)
    axis = Axis.of(frames, called)
    of_match, begins = runs(called.deals["match_id"].to_numpy())
    fold = of_match % FOLDS
    made, decided = called.contracts_of(fold, FOLDS)
    predicted = np.full((len(MODELS_OF_BIDS), *made.shape), np.nan)  # model, fold, group
    contracts: list[Ints] = list(np.stack([made, decided], axis=1)[: len(begins)])
    for at, (made_elsewhere, decided_elsewhere) in enumerate(sums_of_others(contracts)):
        trials = decided_elsewhere.sum()
        league = made_elsewhere.sum() / trials if trials else 0.5
        predicted[0, at] = league
        predicted[1, at] = np.where(decided_elsewhere > 0, ratio(made_elsewhere, decided_elsewhere), league)
        predicted[2, at] = bid_success_rates(made_elsewhere, decided_elsewhere, axis).mean
    chances = predicted[:, fold, called.group]  # model, deal
    was_made, was_failed = (is_one_of(called.deals["outcome"], outcome) for outcome in (MADE, FAILED))
    squares = was_made * (1 - chances) ** 2 + was_failed * chances**2
    of_matches = (np.bincount(of_match, square, len(begins)).astype(np.float64) for square in squares)
    losses = dict(zip(MODELS_OF_BIDS, of_matches, strict=True))
    return comparison_table(losses, int(decided.sum()), count_column="contracts")


def forecasts(frames: Frames, sheets: Iterable[Sheet], count: int = FEWER_SIMULATIONS) -> pd.DataFrame:
    """The forecasts that would have been made while finished matches were played, and the outcomes.

    A row for each entrant at the beginning and after each quarter of a match of FEWEST_DEALS or more: `match_id`,
    `player`, `after` how many deals, `chance` as it was then, `outcome` (1 won, 0 not; a share of a shared place), and
    what two simple methods would have said: `equal` for all players, and `leader`, all for the one who led then. Where
    a match did not end as agreed, the forecast knows after how many deals it ended. Each takes `count` simulations.
    """
    rows: list[tuple[int, str, int, float, float, float, float]] = []
    replayed = [as_it_ended(sheet) for sheet in sheets if len(sheet.deals) >= FEWEST_DEALS]
    for sheet in replayed:
        past = Past(frames, sheet.match, sheet.players)
        whole = entrants(sheet)
        came = dict(zip(whole, _first_place_shares(sheet, whole), strict=True))
        dealt = [at for at, record in enumerate(sheet.records) if record.is_deal]
        for quarter in QUARTERS:
            deals = int(quarter * len(dealt))
            then = as_of(sheet, dealt[deals])
            if is_over(then):
                continue
            ends = simulated(past, then, count)
            forecast, led_then = place_chances(ends)[:, 0].tolist(), _first_place_shares(then, ends.entrants)
            for entrant, share, led in zip(ends.entrants, forecast, led_then, strict=True):
                outcome = sum(won for winners, won in came.items() if set(winners) & set(entrant))
                rows.append((sheet.match.id, "+".join(entrant), deals, share, outcome, 1 / len(led_then), led))
    columns = ("match_id", "player", "after", "chance", "outcome", "equal", "leader")
    return pd.DataFrame(rows, columns=list(columns))


def _first_place_shares(sheet: Sheet, who: Sequence[tuple[str, ...]]) -> list[float]:
    """The share of each of these entrants in the first place as the match stands."""
    lead = [sheet.lead[entrant[0]] for entrant in who]
    first = max(lead)
    return [(own == first) / lead.count(first) for own in lead]


def calibration(table: pd.DataFrame) -> pd.DataFrame:
    """The calibration of `forecasts`: a row for each range of chances, how often the outcomes came true in it.

    The interval counts several forecasts of one player in one match as one: they come true together.
    """
    edges = np.array([*BINS, 1.0])
    bins = np.clip(np.searchsorted(edges, table["chance"].to_numpy(), "right") - 1, 0, len(BINS) - 1)
    count = np.bincount(bins, minlength=len(BINS))
    used = count > 0
    forecast, came = (np.bincount(bins, table[name].to_numpy(np.float64), len(BINS)) for name in ("chance", "outcome"))
    once = table.assign(bin=bins).drop_duplicates(["bin", "match_id", "player"])
    independent = np.bincount(once["bin"].to_numpy(np.int64), minlength=len(BINS))
    rate = np.divide(came, count, where=used, out=np.zeros(len(BINS)))
    low, high = wilson(rate * independent, independent)
    return pd.DataFrame(
        {
            "forecast_from": edges[:-1][used],
            "forecast_to": edges[1:][used],
            "forecast": (forecast[used] / count[used]),
            "outcome": (came[used] / count[used]),
            "low": low[used],
            "high": high[used],
            "forecasts": count[used],
        }
    )


def brier_scores(table: pd.DataFrame) -> pd.DataFrame:
    """How far `forecasts` were off (Brier scores), a row for each of MODELS_OF_WINNERS; matches are what varies."""
    came = table["outcome"].to_numpy(np.float64)
    methods = [table[name].to_numpy(np.float64) for name in ("equal", "leader", "chance")]
    matches, match = np.unique(table["match_id"].to_numpy(), return_inverse=True)
    losses = (np.bincount(match, (forecast - came) ** 2, len(matches)).astype(np.float64) for forecast in methods)
    return comparison_table(dict(zip(MODELS_OF_WINNERS, losses, strict=True)), len(table), count_column="forecasts")


def comparison_table(
    losses: Mapping[str, Floats], forecasts: int, *, count_column: str, miss: str = "brier"
) -> pd.DataFrame:
    """How far the forecasts of each method were off: a row a method, each compared with the first.

    `losses` has for each method an array of shape (matches,): the sum of (forecast - outcome)² over the forecasts of a
    match, NaN where nothing was forecast. All matches together have this number of `forecasts`, which is the column
    named by `count_column`. The column named by `miss` is the mean squared error, `relative_score` that divided by the
    one of the first method, `improvement` by how much it is lower, and `error` the standard error of that: all
    forecasts of a match come true together, so it is the variation between matches. NaN where there are fewer than two
    matches. `more_than_chance` is by Student's t at 95 %, and never of few matches.
    """
    first = next(iter(losses))
    matches = len(losses[first])
    mean_squares = ratio([loss.sum() for loss in losses.values()], forecasts)
    better, error = np.full((2, len(losses)), np.nan)
    if matches > 1 and forecasts:
        gained = np.array([losses[first] - loss for loss in losses.values()])  # (methods, matches)
        better, error = gained.sum(axis=1) / forecasts, np.sqrt(matches * gained.var(axis=1, ddof=1)) / forecasts
    enough = matches >= FEW_MATCHES
    return pd.DataFrame(
        {
            "model": text_column(list(losses)),
            "matches": matches,
            count_column: forecasts,
            miss: mean_squares,
            "relative_score": ratio(mean_squares, mean_squares[0]),
            "improvement": better,
            "error": error,
            "more_than_chance": np.abs(better) > normal_to_t(Z, matches - 1) * error if enough else False,
        }
    )


def show(path: str = "") -> None:
    """Print the tables of each league, those of bids of each variant."""
    with _opened(path) as book, book.reading() as transaction:
        frames = read(transaction)
        finished = frames.matches["match_id"][frames.matches["finished"]].tolist()
        sheets = [scorebook.sheet_of(transaction, scorebook.match_by_id(transaction, match)) for match in finished]
    for part in split(frames, BASE):
        print(f"\n{part.league}: what each player gets in a match\n{rating_test(part.frames).to_string()}")
    for part in split(frames, wanted=lambda variant: variant.has_auction):
        for banded, what in ((False, "bid"), (True, "band")):
            table = pays_test(part.frames, banded=banded).to_string()
            print(f"\n{part.league}, {', '.join(part.variants)}: whether a contract of a {what} is made\n{table}")
    forecast = forecasts(frames, sheets)
    print(f"\nWho wins a match\n{brier_scores(forecast).to_string()}\n\n{calibration(forecast).to_string()}")


@contextmanager
def _opened(path: str) -> Iterator[Book]:
    """A scorebook; the sample league where none is named."""
    with tempfile.TemporaryDirectory() as folder:
        if not path:
            path = str(Path(folder) / "sample.db")
            browsing.command(Path(folder), "demo", "--keep", path)
        book = Book(path)
        try:
            yield book
        finally:
            book.close()
