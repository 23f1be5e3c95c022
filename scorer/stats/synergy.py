"""With and against: what two players got together, or one ahead of the other, beyond what roles and ratings foretell.

What is foretold of a deal are the mean of its kind and the deviations of all its players in their roles, as a rating
thinks of them (`models.mixed_model`). The rest of a pair is what is left of its deals, and its error what chance alone
does to it, with what the ratings have taken of the same deals: the residuals of a mixed model and their variance. Of
few deals it is mostly chance. So it is drawn towards 0 as far as chance explains how much the rests of all pairs differ
(empirical Bayes): some share of the pairs is thought to be off what is foretold, normal about 0, the others not at all.
How many, and how far, is averaged by the likelihood of all rests, as in `ashr` (Stephens 2017, "False discovery rates:
a new deal"). Which pair is no chance is asked of all together (Holm), as of the gaps between two players.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np
import pandas as pd

from scorer.frames import Frames
from scorer.frames.record_columns import Ints
from scorer.language import counts
from scorer.stats.describe.chance_sentences import outside_words
from scorer.stats.models.arrays import NOTHING_LEFT, Floats, ratio, texts
from scorer.stats.models.intervals import Z
from scorer.stats.models.mixed_model import drawn_towards_0, fit
from scorer.stats.models.multiple_testing import ONE_IN, Outside, as_normal, holm, student
from scorer.stats.players import MET
from scorer.stats.seat_payouts import Seen, base_payouts, following, seated, seen
from scorer.stats.tally import MIN_DEALS
from scorer.text.numbers import Counting, Rows
from scorer.text.sentences import some

MEASURED: Final = (
    "In units / stake: what two get beyond what their roles, and the ratings of all at the table, foretell."
)
NOBODY_TOLD: Final = "No pair can be told from chance, all looked at together."
NOTHING_TOLD: Final = "Nothing can be said yet: of so few deals nothing is left to tell a pair from."
SOME: Final = (0.02, 0.05, 0.1, 0.2, 0.5, 1.0)  # of the pairs are off what is foretold


def beyond(frames: Frames, *, min_deals: int = MIN_DEALS) -> pd.DataFrame:
    """A row per two players and how they met, with before against, the highest `beyond` first; in base units.

    Against each other the `player` is who got more than expected. `beyond` is what they got more than their roles and
    the ratings of all at the table let expect, `error` its standard error. `low` and `high` are the ends of what chance
    alone leaves it within in 95 of 100 cases, and `unusual` says that it is not there. `significant`: chance alone
    hardly goes so far, all pairs listed together being wrong in 5 of 100 such tables. NaN where the deals leave nothing
    to tell from. Reckoned of all deals; pairs with fewer than `min_deals` together are left out.
    """
    of = seen(seated(base_payouts(frames)))
    met, noise, freedom = _rests(of)
    rest, error = met.rests / met.deals, np.sqrt(noise * met.told_by) / met.deals
    error = np.where(error > NOTHING_LEFT, error, np.nan)
    by_chance = student(Z, max(freedom, 1.0)) * error
    sign = np.where((met.way == MET.index("against")) & (rest.round(9) < 0), -1, 1)
    rest, got = sign * rest, sign * met.units / met.deals
    one, other = np.where(sign > 0, met.one, met.other), np.where(sign > 0, met.other, met.one)
    of_one = float(np.sqrt(noise * met.told_by.sum() / max(met.deals.sum(), 1)))
    shrunken, shrunken_error = drawn_towards_0(rest, error**2, of_one, some=SOME)
    table = pd.DataFrame(
        {
            "player": texts([of.players[at] for at in one.tolist()]),
            "met": texts([MET[way] for way in met.way.tolist()]),
            "other": texts([of.players[at] for at in other.tolist()]),
            "deals": met.deals,
            "units_per_deal": got,
            "expected": got - rest,
            "beyond": rest,
            "error": error,
            "low": -by_chance,
            "high": by_chance,
            "unusual": np.abs(rest) > by_chance,
            "shrunken": shrunken,
            "shrunken_error": shrunken_error,
        }
    )[met.deals >= max(min_deals, 1)]
    worth = as_normal(np.nan_to_num((table["beyond"].abs() / table["error"]).to_numpy()), max(freedom, 1.0))
    table["significant"] = holm(worth)
    return _highest_first(table)


def beyond_chance(rows: Rows) -> str:
    """Which pairs can be told from chance; how many are off what is foretold, and how many would be by chance.

    These are one in twenty of whom anything is left, on average; of equals it is fewer, for the ratings then take more
    of what chance did than there is to take.
    """
    if not rows:
        return ""
    rows = [row for row in rows if row["error"] is not None]
    if not rows:
        return NOTHING_TOLD
    far = sorted((row for row in rows if row["significant"]), key=lambda row: -abs(row["beyond"]))
    named = some([f"{row['player']} {row['met']} {row['other']} {Counting().mean(row['beyond'])}" for row in far])
    told = f"Beyond chance, in units / stake a deal: {named}." if far else NOBODY_TOLD
    outside = sum(row["unusual"] for row in rows)
    together, opposed = (sum(row["met"] == way for row in rows) for way in MET)
    of = counts.pairs(len(rows))
    if together and opposed:
        of += f" ({together} with and {opposed} against)"
    return f"{told} {outside_words(Outside(outside, len(rows) / ONE_IN), of, 'beyond')}"


def beyond_of(table: pd.DataFrame, player: str) -> pd.DataFrame:
    """The rows of `beyond` of one player, each as that player fared with, or against, the other; the highest first."""
    own = table[(table["player"] == player) | (table["other"] == player)]
    turned = (own["other"] == player).to_numpy()
    sign = np.where(turned & (own["met"] == MET[1]).to_numpy(), -1.0, 1.0)
    names = {"player": texts([player] * len(own)), "other": own["player"].where(turned, own["other"])}
    figures = {name: sign * own[name] for name in ("units_per_deal", "expected", "beyond", "shrunken")}
    mine = own.assign(**{name: column.to_numpy() for name, column in {**names, **figures}.items()})
    return _highest_first(mine)


def _highest_first(table: pd.DataFrame) -> pd.DataFrame:
    """Those with before those against, each from the highest rest to the lowest."""
    order = np.lexsort((-table["beyond"].to_numpy().round(9), (table["met"] == MET[1]).to_numpy()))
    return table.iloc[order].reset_index(drop=True)


class _Met(NamedTuple):
    """All pairs that met: the places of both players by name, the way of MET, how many deals, the units that they got.

    `rests` are the sums of what is not foretold of these, `told_by` their variance by that of what chance does to one
    result.
    """

    one: Ints
    other: Ints
    way: Ints
    deals: Ints
    units: Floats
    rests: Floats
    told_by: Floats


def _rests(of: Seen) -> tuple[_Met, float, float]:
    """What is left of all pairs, the variance of what chance does to a result (NaN: unknown), and its freedom."""
    size, columns, roles = len(of.players), len(of.players) * len(of.roles), max(len(of.roles), 1)
    kinds, sums, weight = of.kinds, of.sums(), of.results.weight
    left = sums.without_kinds
    found = fit(sums, roles)
    before = np.kron(np.eye(size), found.before)[:columns, :columns]  # without a deal nobody has a role
    inside = np.linalg.solve(np.eye(columns) + before @ left.crossed, before)
    deviations = inside @ left.gained
    kind = np.where(of.results.kind < 0, kinds, of.results.kind)
    ahead = of.results.gain - (of.results.share * np.append(deviations, 0)[of.results.who]).sum(axis=1)
    means = np.append(np.nan_to_num(ratio(1, sums.counts)), 0)  # 0: those of no kind have no mean
    ahead -= (means * np.bincount(kind, weight * ahead, kinds + 1))[kind]
    every = len(MET) * size * size
    deals = np.zeros(every)
    by = following(of)
    for pair, _, _, part in _pairs(of, by):
        deals += np.bincount(pair[pair >= 0], part[pair >= 0], every)
    there = np.flatnonzero(deals)
    place = np.full(every + 1, len(there))  # the last for nobody
    place[there] = np.arange(len(there))
    units, rests, squares = (np.zeros(len(there) + 1) for _ in range(3))
    in_kinds, in_roles = np.zeros((len(there) + 1) * (kinds + 1)), np.zeros((len(there) + 1) * (columns + 1))
    for pair, moved, got, _ in _pairs(of, by):
        at, weighted = place[pair], weight * moved
        units += np.bincount(at, got, len(units))
        rests += np.bincount(at, weighted * ahead, len(units))
        squares += np.bincount(at, weighted * moved, len(units))
        in_kinds += np.bincount(at * (kinds + 1) + kind, weighted, len(in_kinds))
        for who, share in zip(of.results.who.T, of.results.share.T, strict=True):
            column = at * (columns + 1) + np.where(who < 0, columns, who)
            in_roles += np.bincount(column, weighted * share, len(in_roles))
    by_kind = in_kinds.reshape(-1, kinds + 1)[:-1, :-1]
    by_role = in_roles.reshape(-1, columns + 1)[:-1, :-1] - (by_kind * means[:-1]) @ sums.shares
    told_by = squares[:-1] - (by_kind**2 * means[:-1]).sum(axis=1) - ((by_role @ inside) * by_role).sum(axis=1)
    pairs, together = there // len(MET), np.rint(deals[there]).astype(np.int64)
    one, other = pairs // max(size, 1), pairs % max(size, 1)
    met = _Met(one, other, there % len(MET), together, units[:-1], rests[:-1], np.maximum(told_by, 0))
    return met, found.noise, left.weight


def _pairs(of: Seen, by: Floats) -> Iterator[tuple[Ints, Floats, Floats, Floats]]:
    """For every two seats and each result: the pair there, what moves it, what both got, and how much of a deal it is.

    A pair is (first by name x players + other) x 2, and 1 more for those on different sides; -1 for none. `by` is what
    `following` says of the seats.
    """
    results, size, units = of.results, len(of.players), of.seats.units[of.deal]
    player, share, several = results.who // max(len(of.roles), 1), results.share, results.weight < 1
    for one, two in combinations(range(share.shape[1]), 2):
        sides = share[:, one] * share[:, two]
        opposed = sides < 0
        # Of several sides, partners are met in the result of their own side, opponents in those of both, half each.
        there = (sides != 0) & ((by[:, one] != 0) | (by[:, two] != 0) | ~several)
        first, other = np.minimum(player[:, one], player[:, two]), np.maximum(player[:, one], player[:, two])
        pair = np.where(there, (first * size + other) * len(MET) + opposed, -1)
        sign, turned = np.where(opposed, -1, 1), np.where(opposed & (player[:, one] > player[:, two]), -1, 1)
        part = np.where(opposed & several, 0.5, 1.0)
        moved = turned * (by[:, one] + sign * by[:, two]) / results.weight
        yield pair, moved, turned * part * (units[:, one] + sign * units[:, two]), part
