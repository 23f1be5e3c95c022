"""Luck and play: what a player's units are made of. The parts add up to the units, to the last one.

A deal pays u of its bid, then what a slam makes of it, then what a carry makes of that: what the slam and the carry add
are parts of their own. Of the plain payout, play is what the rating of these deals (`scorer.stats.plus_minus`) tells of
its player at that stake: what own deviations bring in each role (`models.mixed_model`), and, besides, own choice of
roles. What the deviations of all others at the table bring is company. The role is a part too, less own choice of it:
callers win more often than not, whoever they are, and the cards make the caller. What is left are the cards, and how
they fell.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

import numpy as np
import pandas as pd

from scorer.frames import Frames
from scorer.frames.record_columns import Flags, Ints, Numbers, ways
from scorer.rules.kinds import DEAL_ROLES
from scorer.rules.variant import Variant
from scorer.stats.describe.phrases import ONLY_UNITS
from scorer.stats.models.arrays import NOTHING_LEFT, Floats, codes, is_one_of, ratio, runs, texts, totals, words
from scorer.stats.models.mixed_model import fit
from scorer.stats.plus_minus import beside_the_others, of_seats, rated, scaled_results
from scorer.stats.seat_payouts import NOBODY, RATED_ROLES, Seats, Seen, base_payouts, following, seated, seen
from scorer.text.numbers import BASE, MONEY, UNITS, Counting, Rows

IN_ROLES: Final = ("as_caller", "as_partner", "as_defender", "in_sides")  # in the order of RATED_ROLES
CHOICE: Final = "choice"
PLAY: Final = (*IN_ROLES, CHOICE)
PARTS: Final = (*PLAY, "company", "roles", "cards", "slams", "carry", "rulings_and_sheets")
TOO_FEW: Final = "Nothing can be said of play yet: the deals are too few, or all ended alike."


def luck(frames: Frames, measure: str = UNITS, *, min_deals: int = 0) -> pd.DataFrame:
    """A row per player with any units, most units first, then by name; `frames` are counted in `measure`.

    `units` are the sum of PARTS, whole units (cents of money): `play`, its parts, `company` and `roles` are rounded so
    that each is less than 1 away from what was reckoned, and the sums of the first of them by a half at most; `cards`
    has what is left. What the deals do not tell is NaN. Reckoned of all deals; players with fewer than `min_deals` are
    left out.
    """
    payouts = frames.payouts
    names, player, units = words(payouts["player"]), codes(payouts["player"]), payouts["units"].to_numpy()
    size, played = len(names), is_one_of(payouts["role"], *DEAL_ROLES)
    exact = _carry_and_slams(frames, measure, played)
    found = reckoned(seated(base_payouts(frames)), units[played] - exact["carry"] - exact["slams"])
    parts = {name: totals(player[played], part, size) for name, part in exact.items()}
    parts["rulings_and_sheets"] = totals(player[~played], units[~played], size)
    at = [RATED_ROLES.index(role) for role in found.roles]
    play, errors = np.zeros((len(IN_ROLES), size)), np.full((len(IN_ROLES), size), np.nan)
    play[at], errors[at] = found.in_roles.T, found.errors.T
    beside = [found.choice, found.company, found.by_role]
    running = np.rint(np.cumsum([*play, *beside], axis=0)).astype(np.int64)
    parts |= dict(zip((*PLAY, "company", "roles"), np.diff(running, axis=0, prepend=0), strict=True))
    everything = totals(player, units, size)
    table = pd.DataFrame(
        {
            "player": texts(names),
            "deals": found.deals,
            "units": everything,
            "play": running[len(PLAY) - 1],
            "play_error": found.error,
            **{name: parts[name] for name in ("company", "roles")},
            "cards": everything - sum(parts.values()),
            "cards_error": found.chance,
            **{name: parts[name] for name in ("slams", "carry", "rulings_and_sheets", *IN_ROLES)},
            **{f"{name}_error": error for name, error in zip(IN_ROLES, errors, strict=True)},
            "significant": np.full(size, found.told),
            CHOICE: parts[CHOICE],
        }
    )
    there = (np.bincount(player, minlength=size) > 0) & (found.deals >= min_deals)
    return table[there].sort_values("units", ascending=False, kind="stable", ignore_index=True)


def whose_play(rows: Rows) -> str:
    """What the units of the one in front are made of, and whether play can be told at all; or that there is no deal.

    Rows of money, which are cents, have their `currency`.
    """
    first = next((row for row in rows if row["deals"]), None)
    if first is None:
        return ONLY_UNITS if rows else ""
    if first["cards_error"] is None and not first["significant"]:
        return TOO_FEW
    sure = "" if first["significant"] else "No difference in play can be told yet. "
    counting = Counting(first.get("currency", ""))
    play, units = counting.total(first["play"], first["play_error"]), counting.said(first["units"])
    told = f"Of {first['player']}'s {units}, {play} is play and {counting.total(first['cards'])} cards"
    if first["cards_error"] is None:
        return f"{sure}{told}."
    chance = counting.off(first["cards_error"], counting.places(first["cards"]))
    return f"{sure}{told}, which chance alone commonly moves by {chance}."


def _carry_and_slams(frames: Frames, measure: str, played: Flags) -> dict[str, Numbers]:
    """Of each payout of a deal what the carry added, and what the slam did: nothing where the measure leaves it out."""
    units, times, deal_id = (frames.payouts[name].to_numpy()[played] for name in ("units", "times", "deal_id"))
    without_carry = units // times if measure in {UNITS, MONEY} else units
    deal, _ = runs(deal_id)
    left, of = (each[deal] for each in _without_slam(frames.deals, frames.columns.variants))
    slams = np.zeros_like(units) if measure == BASE else without_carry - without_carry * left // of
    return {"carry": units - without_carry, "slams": slams}


def _without_slam(deals: pd.DataFrame, variants: Mapping[str, Variant]) -> tuple[Ints, Ints]:
    """What each deal is worth without its slam, and with it, before shares and carry; 1 and 1 without a slam."""
    left, of = np.ones((2, len(deals)), np.int64)
    rows = np.flatnonzero(deals["slam"].to_numpy())
    if not len(rows):
        return left, of
    slams = deals.iloc[rows]
    plain_stake = (slams["stake"] // slams["times"]).to_numpy()
    met, place = ways(codes(slams["variant"]), codes(slams["bid"]), slams["card_points"].to_numpy(), plain_stake)
    labels, bids = words(deals["variant"]), [*words(deals["bid"]), ""]
    worth = [_worth(variants[labels[label]], bids[bid], count, stake) for label, bid, count, stake in met]
    left[rows], of[rows] = np.array(worth, np.int64)[place].T
    return left, of


def _worth(variant: Variant, bid: str, count: int, stake: int) -> tuple[int, int]:
    """What a slam of this bid, or stake where nobody calls, would be worth as none, and is worth; 1 and 1: the same."""
    if variant.slam is None:
        return 1, 1
    if variant.has_auction:
        called = next(one for one in variant.auction.bids if str(one) == bid)
        left, of = (variant.worth(called, slam=slam, count=count) for slam in (False, True))
    else:
        left, of = (stake - variant.slam.add) // variant.slam.factor, stake
    return (left, of) if of else (1, 1)


class Reckoned(NamedTuple):
    """By player: the play in each of `roles` with its errors, own choice of them, and the other parts of plain deals.

    `play` is that in all roles and the choice, `error` how far off it may be. `by_role` is what average players get in
    the same roles, less the choice. `chance` is how far chance alone commonly moves the rest. NaN where nothing tells
    it.
    """

    roles: list[str]
    deals: Ints
    in_roles: Floats
    errors: Floats
    choice: Floats
    play: Floats
    error: Floats
    company: Floats
    by_role: Floats
    chance: Floats
    told: bool


def reckoned(table: Seats, plain: Numbers) -> Reckoned:
    """What the rating of the deals at these seats says that everybody got of their `plain` payouts, a figure each.

    A stake is what a base unit is in the plain ones.
    """
    of = seen(table)
    size, roles = len(of.players), len(of.roles)
    deviations, by = fit(of.sums(), max(roles, 1)), following(of)
    who, share = of.results.who, of.results.share
    rows, seats = np.nonzero(by)
    column, deal = who[rows, seats], of.deal[rows]
    by_seat = np.zeros(table.player.shape)
    by_seat[table.player != NOBODY] = plain
    got = by_seat[deal, seats]
    stake = np.nan_to_num(ratio(np.abs(got), np.abs(table.units[deal, seats])))
    player, follows = column // max(roles, 1), stake * by[rows, seats]
    own = np.bincount(column, follows * share[rows, seats], size * roles).astype(np.float64)  # a deviation of 1 brings
    beside = beside_the_others(own, max(roles, 1))
    in_roles, has_played = (own * (beside @ deviations.means)).reshape(size, roles), own.reshape(size, roles) != 0
    rating, at_stake = rated(of_seats(table)), np.bincount(player, stake, size)
    fitted = rating.strengths if roles and table.nobody_called.all() else deviations
    chance = _error(np.bincount(player, fitted.noise * follows**2, size), there=has_played.any(axis=1))
    there = has_played & ~np.isnan(chance)[:, None]  # where nothing ever went otherwise nothing tells how sure it is
    play = at_stake * rating.means
    results = of.results
    if fitted is rating.strengths:  # there is no choice: all of it is in sides
        in_roles, results = play.reshape(size, roles), scaled_results(of_seats(table))[0]
    everybody = follows * (results.share * np.append(fitted.means, 0)[results.who]).sum(axis=1)[rows]
    by_role = _by_role(of, rows, column.astype(np.int64) % max(roles, 1), got - everybody, stake)
    choice = play - in_roles.sum(axis=1)
    each = own[:, None] * beside
    return Reckoned(
        roles=of.roles,
        deals=of.deals,
        in_roles=in_roles,
        errors=_error(np.diag(each @ deviations.covariance @ each.T).reshape(size, roles), there=there),
        choice=choice,
        play=play,
        error=_error((at_stake * rating.errors) ** 2, there=there.any(axis=1) | (rating.told & has_played.any(axis=1))),
        company=np.bincount(player, everybody, size) - in_roles.sum(axis=1),
        by_role=np.bincount(player, by_role, size) - choice,
        chance=chance,
        told=rating.told,
    )


def _by_role(of: Seen, rows: Ints, role: Numbers, left: Floats, stake: Floats) -> Floats:
    """What average players get of each payout for their role in its kind of deal, at its stake.

    `rows` are those of the results; `left` is what the deviations leave of the payouts.
    """
    roles = max(len(of.roles), 1)
    kind = np.where(of.results.kind[rows] < 0, of.kinds, of.results.kind[rows]) * roles + role
    sums, stakes = (np.bincount(kind, one, (of.kinds + 1) * roles) for one in (left, stake))
    mean = np.nan_to_num(ratio(sums, stakes))
    mean[of.kinds * roles :] = 0  # where nobody calls all roles are alike
    return np.asarray(stake * mean[kind])


def _error(square: Numbers, *, there: Flags) -> Floats:
    """The root, NaN where there is nothing, or nothing that could differ from the average."""
    return np.where(there & (square > NOTHING_LEFT), np.sqrt(np.maximum(square, 0)), np.nan)
