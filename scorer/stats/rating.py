"""The rating: units a deal of each player beside average ones, whoever the others at the table were, in every role.

A mean of units a deal does not ask with and against whom it was won, nor how often the cards made a caller of somebody.
The rating does: `scorer.stats.ridge` says how. What is counted are base units (units / stake): every deal weighs the
same, whatever was bid, and a carry, which is luck, does not double it.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

from scorer.frames.columns import Flags, Ints
from scorer.rules.kinds import CALLED, DEAL_ROLES, DEFENDER, PARTNER, SIDE, SOLO
from scorer.stats.equals import averaged, told_alike
from scorer.stats.ridge import REACHES, Fit, Results, Sums, fit
from scorer.stats.spread import better_by
from scorer.stats.standings import deal_errors
from scorer.stats.tallies import Floats, Z, codes, is_one_of, places, ratio, runs, texts, weights_of, words

RATED_ROLES: Final = ("caller", PARTNER, DEFENDER, SIDE)  # a caller without a partner is one too
TOLD_BY: Final = ("equal", "means", "shrunken", "rating")
FOLDS: Final = 10
POINTS: Final = 40
TWO: Final = 2  # sides, of which one tells what the other got
DRAWS: Final = 4000  # of the ratings that the deals leave possible: how often each player is the best in them
_ROLE: Final = dict.fromkeys(CALLED, 0) | {PARTNER: 1, DEFENDER: 2, SIDE: 3}


class Seen(NamedTuple):
    """The deals of some payouts as results, and whose they are.

    `roles` are those of RATED_ROLES that occur; the columns of the results are all of them of the first of `players`,
    then of the second. `worth` is what a deviation of 1 in a role brings its player in a deal in that role, `held` the
    share of that role in all seats. `deals` by player; `match`, `day` and `deal`, its place among all, of each result.
    """

    players: list[str]
    roles: list[str]
    worth: Floats
    held: Floats
    deals: Ints
    results: Results
    kinds: int
    match: Ints
    day: "np.ndarray[tuple[int], np.dtype[np.datetime64]]"
    deal: Ints

    def sums(self, rows: Flags | None = None) -> Sums:
        """What a fit needs of these results; None: of all."""
        results = self.results if rows is None else self.results.taken(rows)
        return Sums.of(results, len(self.players) * len(self.roles), self.kinds)


def seen(payouts: pd.DataFrame) -> Seen:
    """The deals of payouts in base units, as results."""
    played = is_one_of(payouts["role"], *DEAL_ROLES)
    rows = slice(None) if played.all() else np.flatnonzero(played)
    names, player = words(payouts["player"]), codes(payouts["player"])[rows]
    deal, begins = runs(payouts["deal_id"].to_numpy()[rows])
    in_role, units = payouts["role"].iloc[rows], payouts["units"].to_numpy()[rows]
    role = np.array([*(_ROLE.get(word, 0) for word in words(in_role)), 0], np.int8)[codes(in_role)]
    held = np.bincount(role, minlength=len(RATED_ROLES))
    present = np.flatnonzero(held)
    column = player * len(present) + np.searchsorted(present, role)
    seat = np.arange(len(deal)) - begins[deal]
    shape = len(begins), int(seat.max(initial=0)) + 1
    who, side, gain = np.full(shape, -1, np.int32), np.full(shape, -1, np.int8), np.zeros(shape)
    who[deal, seat], side[deal, seat], gain[deal, seat] = column, codes(payouts["side"])[rows], units
    solo = np.bincount(deal[is_one_of(in_role, SOLO)], minlength=len(begins))
    variant, nobody_called = codes(payouts["variant"])[rows][begins], is_one_of(in_role, SIDE)[begins]
    kinds, kind = np.unique((variant * 8 + (who >= 0).sum(axis=1)) * 2 + solo, return_inverse=True)
    results, of_deal, share = _results(who, side, gain, np.where(nobody_called, -1, kind))
    worth = np.bincount(role, np.abs(units) * share[deal, seat], len(RATED_ROLES))
    first = begins[of_deal]
    return Seen(
        names,
        [RATED_ROLES[at] for at in present],
        ratio(worth, held)[present],
        held[present] / max(len(deal), 1),
        np.bincount(player, minlength=len(names)),
        results,
        len(kinds),
        payouts["match_id"].to_numpy()[rows][first],
        payouts["on"].to_numpy()[rows][first],
        of_deal,
    )


def _results(
    who: npt.NDArray[np.int32], side: npt.NDArray[np.int8], units: Floats, kind: Ints
) -> tuple[Results, Ints, Floats]:
    """A result for each deal between two sides, for each side of any other; their deals; and the part of each seat.

    What k sides brought is known from k - 1 of them: so all of theirs weigh as much together. The part of a seat is
    that in the strength of its own side.
    """
    letters = range(int(side.max(initial=-1)) + 1)
    on = [side == letter for letter in letters]
    sizes = [mine.sum(axis=1) for mine in on]
    sides = sum((size > 0 for size in sizes), np.zeros(len(side), np.int64))
    last, part = side.max(axis=1, initial=-1), np.zeros(side.shape)
    found, deals = [], []
    several = sides > TWO
    for letter, mine, size in zip(letters, on, sizes, strict=True):
        part += mine / np.maximum(size, 1)[:, None]
        counts = (size > 0) & (several | (last == letter))
        if not counts.any():
            continue
        row = slice(None) if counts.all() else np.flatnonzero(counts)  # mostly all: nothing is copied
        own, others = mine[row], (side[row] >= 0) & ~mine[row]
        share = own / size[row, None] - others / np.maximum(others.sum(axis=1, keepdims=True), 1)
        weight = np.where(several[row], 1 - 1 / sides[row], 1.0)
        found.append(Results((units[row] * own).sum(axis=1) / size[row], weight, who[row], share, kind[row]))
        deals.append(np.flatnonzero(counts))
    if len(found) == 1:
        return found[0], deals[0], part
    none = Results(np.zeros(0), np.zeros(0), who[:0], np.zeros((0, who.shape[1])), kind[:0])
    results = Results(*map(np.concatenate, zip(none, *found, strict=True)))
    return results, np.concatenate([np.zeros(0, np.int64), *deals]), part


class Rated(NamedTuple):
    """The ratings of all players that have a deal, in units a deal beside the mean of all deals, and how sure."""

    means: Floats
    covariance: Floats
    told: bool

    @property
    def errors(self) -> Floats:
        """How far off each may well be: the standard deviations of what the deals leave possible."""
        return np.asarray(np.sqrt(np.maximum(np.diag(self.covariance), 0)))


def rated(of: Seen, deviations: Fit, deals: Ints) -> Rated:
    """What the deviations in their roles bring each player, beside what they bring the average one of these deals."""
    size = len(of.players)
    each = np.kron(np.eye(size), of.worth * of.held)
    beside = each - (deals / max(deals.sum(), 1)) @ each
    return Rated(beside @ deviations.means, beside @ deviations.covariance @ beside.T, deviations.told)


def rating(payouts: pd.DataFrame, *, min_deals: int = 1) -> pd.DataFrame:
    """A row per player with so many deals, the best first, equals by name; `payouts` are in base units.

    It is reckoned from the deals of all: those with fewer deals are left out of places and of who is the best.

    `rating` is how many base units a deal the player gets more than the average of all deals would in the same seats,
    roles as often as everybody has them; `error` how far off that may well be (a standard deviation of what the deals
    leave possible), `low` and `high` the ends of the 95 % interval. `best` is the chance that the player is the best of
    all here. `units_per_deal` is the plain mean in base units, `plain_error` its standard error, `shrunken` that mean
    drawn towards 0 as far as chance alone explains how the means differ. `caller`, `partner`, `defender` and `side` are
    the rating in each role: base units a deal in it more than the average player gets in it; NaN for a role that there
    is not. `told` is whether differences explain the deals better than chance alone does; the same in all rows.
    """
    of = seen(payouts)
    deviations = fit(of.sums(), max(len(of.roles), 1))
    found = rated(of, deviations, of.deals)
    error = found.errors
    by_role = np.full((len(RATED_ROLES), len(of.players)), np.nan)
    if of.roles:
        at = [RATED_ROLES.index(role) for role in of.roles]
        by_role[at] = deviations.means.reshape(len(of.players), -1).T * of.worth[:, None]
    mean, shrunken = plain_means(payouts, of.deals)
    there = of.deals >= max(min_deals, 1)
    table = pd.DataFrame(
        {
            "player": texts(of.players),
            "deals": of.deals,
            "rating": found.means,
            "error": error,
            "low": found.means - Z * error,
            "high": found.means + Z * error,
            "best": _best(found, there),
            "units_per_deal": mean,
            "plain_error": deal_errors(payouts),
            "shrunken": shrunken,
            **dict(zip(RATED_ROLES, by_role, strict=True)),
            "told": np.full(len(of.players), found.told),
        }
    )[there]
    table = table.sort_values("rating", ascending=False, kind="stable", ignore_index=True)
    table.insert(0, "place", places(table["rating"].to_numpy().round(9)))
    return table


def _best(found: Rated, there: Flags) -> Floats:
    """The chance of each player to be the best of those who are there; equals share it; NaN for the others.

    Drawn from the ratings that the deals leave possible, always the same draws. Of whom the deals say the same, the
    chances are the same.
    """
    covariance = found.covariance[np.ix_(there, there)]
    spread, axes = np.linalg.eigh(covariance)
    drawn = np.random.default_rng(0).standard_normal((DRAWS, len(spread)))
    root = axes * np.sqrt(np.maximum(spread, 0)) @ axes.T  # the one that is symmetric: the same on every machine
    possible = found.means[there] + drawn @ root
    best = np.full(len(there), np.nan)
    first = possible >= possible.max(axis=1, keepdims=True, initial=-np.inf) - 1e-12
    shares = (first / first.sum(axis=1, keepdims=True)).mean(axis=0)
    best[there] = averaged(shares, told_alike(found.means[there], covariance))
    return best


def plain_means(payouts: pd.DataFrame, deals: Ints) -> tuple[Floats, Floats]:
    """The mean units a deal of each player, and the same drawn towards 0, the mean of any table.

    How far they are drawn follows from how much the means differ beyond chance: normal about 0, averaged over REACHES.
    NaN without a deal.
    """
    played = is_one_of(payouts["role"], *DEAL_ROLES)
    units = payouts["units"].to_numpy()[played].astype(np.float64)
    mean = ratio(np.bincount(codes(payouts["player"])[played], units, len(deals)), deals)
    return mean, mean * _kept(mean, deals, float((units**2).sum() / max(len(units), 1)))


def _kept(mean: Floats, deals: Ints, variance: float) -> Floats:
    """How much of each mean is kept."""
    there = deals > 0
    reach = REACHES[:, None] ** 2 * variance
    whole = reach + variance / np.maximum(deals, 1)
    if not variance:
        return np.zeros(len(deals))
    likely = -(np.log(whole) + mean**2 / whole)[:, there].sum(axis=1) / 2
    return np.asarray(weights_of(likely) @ (reach / whole))


def rating_curve(payouts: pd.DataFrame, points: int = POINTS) -> pd.DataFrame:
    """`on, player, rating, error`: the rating after so many of the days, as even steps of days as can be, the last one.

    Each is reckoned anew from the deals until then. A row for everybody with a deal until then, by day, then by name.
    """
    of = seen(payouts)
    days, of_day = np.unique(of.day, return_inverse=True)
    chosen = np.unique(np.linspace(0, len(days) - 1, min(points, len(days))).astype(np.int64))
    played = payouts[is_one_of(payouts["role"], *DEAL_ROLES)]
    on, player = played["on"].to_numpy(), codes(played["player"])
    sums, done, rows = of.sums(of_day < 0), -1, []
    for at in chosen:
        sums, done = sums + of.sums((of_day > done) & (of_day <= at)), at
        deals = np.bincount(player[on <= days[at]], minlength=len(of.players))
        found = rated(of, fit(sums, len(of.roles)), deals)
        error = found.errors
        rows += [(days[at], of.players[who], found.means[who], error[who]) for who in np.flatnonzero(deals).tolist()]
    on_day, who, means, errors = zip(*rows, strict=True) if rows else ((), (), (), ())
    return pd.DataFrame(
        {
            "on": np.array(on_day, "datetime64[s]"),
            "player": texts(who),
            "rating": np.array(means, np.float64),
            "error": np.array(errors, np.float64),
        }
    )


def rating_test(payouts: pd.DataFrame, folds: int = FOLDS) -> pd.DataFrame:
    """Whether the rating foretells: whole matches are left out in turn, and told from the others alone.

    A row for each way of telling what a player gets in a match from the others: `equal` (everybody 0), `means` (plain
    means), `shrunken` (drawn towards 0) and `rating`; each less the mean of the others of it. `matches` are those
    left out in turn, `players` counts each player of each of them. `miss` is the mean square of what was got less what
    was told, in base units a match, by the root of its deals, so that long matches weigh as short ones; `beside_equal`
    that divided by the `miss` of `equal`, `better` by how much it is lower, `error` the standard error of that over the
    matches. NaN where there are fewer than two matches.
    """
    of = seen(payouts)
    match, of_match = np.unique(of.match, return_inverse=True)
    played = payouts[is_one_of(payouts["role"], *DEAL_ROLES)]
    fold_of = np.arange(len(match)) % folds
    in_match, player = np.searchsorted(match, played["match_id"].to_numpy()), codes(played["player"])
    units, size = played["units"].to_numpy().astype(np.float64), len(of.players)
    place = in_match * size + player
    got = np.bincount(place, units, len(match) * size).reshape(-1, size)
    deals = np.bincount(place, minlength=len(match) * size).reshape(-1, size)
    missed = {name: np.zeros(len(match)) for name in TOLD_BY}
    everything = of.sums()
    for fold in range(min(folds, len(match)) if len(match) > 1 else 0):
        out = fold_of == fold
        rest = deals[~out].sum(axis=0)
        by_rating = rated(of, fit(everything - of.sums(out[of_match]), len(of.roles)), rest).means
        mean = np.nan_to_num(ratio(got[~out].sum(axis=0), rest))
        kept = _kept(mean, rest, float((units[~out[in_match]] ** 2).sum() / max(rest.sum(), 1)))
        for name, guess in zip(TOLD_BY, (np.zeros(size), mean, mean * kept, by_rating), strict=True):
            missed[name][out] = _missed(got[out], deals[out], guess)
    count = int((deals > 0).sum())
    miss = np.array([missed[name].sum() / count if len(match) > 1 else np.nan for name in TOLD_BY])
    better, error = zip(*(better_by(missed[TOLD_BY[0]] - missed[name], count) for name in TOLD_BY), strict=True)
    return pd.DataFrame(
        {
            "told_by": texts(TOLD_BY),
            "matches": len(match),
            "players": count,
            "miss": miss,
            "beside_equal": ratio(miss, miss[0]),
            "better": better,
            "error": error,
        }
    )


def _missed(got: Floats, deals: Ints, guess: Floats) -> Floats:
    """The sums of squares of what was missed in each of these matches, each by its deals."""
    all_deals, all_guesses = deals.sum(axis=1, keepdims=True), (deals * guess).sum(axis=1, keepdims=True)
    beside = guess - np.nan_to_num(ratio(all_guesses - deals * guess, all_deals - deals))  # the others at the table
    return np.asarray(np.nan_to_num(ratio((got - deals * beside) ** 2, deals)).sum(axis=1))
