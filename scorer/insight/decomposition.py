"""The decomposition of units into play, company, roles and cards. The parts add up to the units exactly.

A deal pays the stake of its bid, then what a slam makes of it, then what a carry makes of that: the additions of the
slam and of the carry are parts of their own. Of the payout without them, play is what the rating of these deals
(`scorer.insight.plus_minus`) says of its player at that stake. How often one calls is in it and cannot be told apart.
What the effects of all others at the table in their roles (`models.mixed_model`) bring is company. The role is a part
too: callers win more often than not, whoever they are, and the cards make the caller. What remains are the cards, and
how they fell. What a player does in each role stands beside the parts.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import numpy as np
import pandas as pd

from scorer.frames import Frames
from scorer.frames.record_columns import Flags, Ints, Numbers, ways
from scorer.insight.models.seat_payouts import (
    NOBODY,
    RATED_ROLES,
    DealsBySeat,
    RoleResults,
    base_payouts,
    role_results,
    seats_of,
    units_per_result,
)
from scorer.insight.plus_minus import contrasts_with_others, deal_observations, fit_plus_minus, scaled_results
from scorer.language import N_, _
from scorer.rules.kinds import DEAL_ROLES
from scorer.rules.variant import Variant
from scorer.stats.describe.phrases import ONLY_UNITS
from scorer.stats.describe.verdicts import Verdict
from scorer.stats.models.arrays import (
    NEGLIGIBLE_SHARE,
    Floats,
    categories,
    codes,
    is_one_of,
    ratio,
    runs,
    text_column,
    totals,
)
from scorer.stats.models.intervals import Z
from scorer.text.numbers import BASE, MONEY, TERMINAL, UNITS, Counting, Rows

IN_ROLES: Final = ("as_caller", "as_partner", "as_defender", "in_sides")  # in the order of RATED_ROLES
PARTS: Final = ("play", "company", "roles", "cards", "slams", "carry", "rulings_and_sheets")
TOO_FEW: Final = N_("Nothing can be said of play yet: the deals are too few, or all ended alike.")


def decomposition(frames: Frames, measure: str = UNITS, *, min_deals: int = 0) -> pd.DataFrame:
    """A row for each player with any units, most units first, then by name; `frames` are counted in `measure`.

    `units` are the sum of PARTS, in whole units (cents of money). `play`, `company` and `roles` are rounded, each by
    less than 1, and their running sum by a half at most; `cards` is the rest. NaN where the deals do not tell a figure.
    All deals count; players with fewer than `min_deals` are left out of the table.
    """
    payouts = frames.payouts
    names, player, units = categories(payouts["player"]), codes(payouts["player"]), payouts["units"].to_numpy()
    size, played = len(names), is_one_of(payouts["role"], *DEAL_ROLES)
    exact = _carry_and_slams(frames, measure, played)
    deal_parts = decomposed(seats_of(base_payouts(frames)), units[played] - exact["carry"] - exact["slams"])
    parts = {name: totals(player[played], part, size) for name, part in exact.items()}
    parts["rulings_and_sheets"] = totals(player[~played], units[~played], size)
    present = [RATED_ROLES.index(role) for role in deal_parts.roles]
    in_roles, errors = np.zeros((len(IN_ROLES), size)), np.full((len(IN_ROLES), size), np.nan)
    in_roles[present], errors[present] = deal_parts.in_roles.T, deal_parts.errors.T
    running = _whole(np.cumsum([deal_parts.play, deal_parts.company, deal_parts.by_role], axis=0))
    parts |= dict(zip(("play", "company", "roles"), np.diff(running, axis=0, prepend=0), strict=True))
    total = totals(player, units, size)
    table = pd.DataFrame(
        {
            "player": text_column(names),
            "deals": deal_parts.deals,
            "units": total,
            "play": parts["play"],
            "play_error": deal_parts.error,
            **{name: parts[name] for name in ("company", "roles")},
            "cards": total - sum(parts.values()),
            "cards_error": deal_parts.cards_error,
            **{name: parts[name] for name in ("slams", "carry", "rulings_and_sheets")},
            **dict(zip(IN_ROLES, _whole(in_roles), strict=True)),
            **{f"{name}_error": error for name, error in zip(IN_ROLES, errors, strict=True)},
            "significant": np.full(size, deal_parts.significant),
        }
    )
    listed = (np.bincount(player, minlength=size) > 0) & (deal_parts.deals >= min_deals)
    return table[listed].sort_values("units", ascending=False, kind="stable", ignore_index=True)


def whose_play(rows: Rows) -> Verdict:
    """What the units of the player in front are made of, and whether play can be told at all; or that nobody played.

    Rows of money, which are cents, have their `currency`.
    """
    first = next((row for row in rows if row["deals"]), None)
    if first is None:
        return Verdict.plain(_(ONLY_UNITS)) if rows else Verdict()
    if first["cards_error"] is None and not first["significant"]:
        return Verdict.plain(_(TOO_FEW))
    made_of = _made_of(first, Counting(first.get("currency", ""), TERMINAL._replace(sure=True)))
    if first["significant"] and not abs(first["play"]) > Z * (first["play_error"] or 0):
        player = {"player": first["player"], "units": Counting(first.get("currency", "")).with_unit(first["units"])}
        untold = _("How much of {player}'s {units} is play cannot be told yet: it may be luck.", **player)
        return Verdict(untold, f"{untold} {made_of}")
    if first["significant"]:
        return Verdict(_made_of({**first, "cards_error": None}, Counting(first.get("currency", ""))), made_of)
    no_difference = _("No difference in play can be told yet.")
    return Verdict(_("No difference in play can be told yet: this may be luck."), f"{no_difference} {made_of}")


def _made_of(row: Mapping[str, Any], counting: Counting) -> str:
    """What the units of a player are made of."""
    play, cards = counting.total(row["play"], row["play_error"]), counting.total(row["cards"])
    rest = counting.total(row["units"] - row["play"] - row["cards"])
    parts = {"player": row["player"], "units": counting.with_unit(row["units"]), "play": play, "cards": cards}
    if row["cards_error"] is None:
        return _("Of {player}'s {units}, {play} is play, {cards} cards and {rest} the rest.", **parts, rest=rest)
    error = counting.error(row["cards_error"], counting.places(row["cards"]))
    return _(
        "Of {player}'s {units}, {play} is play, {cards} cards and {rest} the rest; chance alone commonly moves the "
        "cards by {error}.",
        **parts,
        rest=rest,
        error=error,
    )


def _carry_and_slams(frames: Frames, measure: str, played: Flags) -> dict[str, Numbers]:
    """What the carry and the slam added to each payout of a deal, (payouts of deals,); 0 where `measure` has none.

    `played`, (payouts,): whether a payout is one of a deal.
    """
    units, times, deal_id = (frames.payouts[name].to_numpy()[played] for name in ("units", "times", "deal_id"))
    without_carry = units // times if measure in {UNITS, MONEY} else units
    deal, _begins = runs(deal_id)
    without_slam, with_slam = (worth[deal] for worth in _slam_worths(frames.deals, frames.columns.variants))
    slams = np.zeros_like(units) if measure == BASE else without_carry - without_carry * without_slam // with_slam
    return {"carry": units - without_carry, "slams": slams}


def _slam_worths(deals: pd.DataFrame, variants: Mapping[str, Variant]) -> tuple[Ints, Ints]:
    """The worth of each deal without its slam, and with it, (deals,), before shares and carry; 1 and 1 without one."""
    without_slam, with_slam = np.ones((2, len(deals)), np.int64)
    rows = np.flatnonzero(deals["slam"].to_numpy())
    if not len(rows):
        return without_slam, with_slam
    slams = deals.iloc[rows]
    plain_stake = (slams["stake"] // slams["times"]).to_numpy()
    distinct, index = ways(codes(slams["variant"]), codes(slams["bid"]), slams["card_points"].to_numpy(), plain_stake)
    labels, bids = categories(deals["variant"]), [*categories(deals["bid"]), ""]
    worths = [_slam_worth(variants[labels[label]], bids[bid], count, stake) for label, bid, count, stake in distinct]
    without_slam[rows], with_slam[rows] = np.array(worths, np.int64)[index].T
    return without_slam, with_slam


def _slam_worth(variant: Variant, bid: str, count: int, stake: int) -> tuple[int, int]:
    """The worth of a slam of this bid if it were none, and as it is; 1 and 1 where the slam changes nothing.

    Where nobody calls, the `stake` takes the place of the bid.
    """
    if variant.slam is None:
        return 1, 1
    if variant.has_auction:
        called = next(auction_bid for auction_bid in variant.auction.bids if str(auction_bid) == bid)
        without_slam, with_slam = (variant.worth(called, slam=slam, count=count) for slam in (False, True))
    else:
        without_slam, with_slam = variant.before_slam(stake), stake
    return (without_slam, with_slam) if with_slam else (1, 1)


class DealParts(NamedTuple):
    """The parts of what deals paid each player without slams and carries, in the units of the payouts.

    Shape (players, roles): `in_roles`, what is done in each of `roles`, and its standard `errors`. Shape (players,):
    `play`, and its standard `error`; `company`; `by_role`, what average players get in the same roles, as far as it is
    not play to have them; `cards_error`, how far chance alone commonly moves the remaining part, the cards. NaN where
    nothing tells a figure. `significant`: the players differ by more than chance.
    """

    roles: list[str]
    deals: Ints
    in_roles: Floats
    errors: Floats
    play: Floats
    error: Floats
    company: Floats
    by_role: Floats
    cards_error: Floats
    significant: bool


def decomposed(seats: DealsBySeat, plain: Numbers) -> DealParts:
    """The parts of the `plain` payouts of these deals, a figure for each taken seat, deal by deal.

    The stake of a seat is what a base unit is in plain ones.
    """
    deals = role_results(seats)
    size, roles, rating = len(deals.players), len(deals.roles), fit_plus_minus(deal_observations(seats))
    effects, results = deals.effects(rating.noise.evening_factor), deals.results
    per_result = units_per_result(deals)
    rows, seat = np.nonzero(per_result)  # an entry for each seat that a result moves
    column, deal = results.column[rows, seat], deals.deal[rows]
    got = _by_seat(seats, plain)[deal, seat]
    stake = np.nan_to_num(ratio(np.abs(got), np.abs(seats.units[deal, seat])))
    player, factor = column // max(roles, 1), stake * per_result[rows, seat]
    of_one = np.bincount(column, factor * results.share[rows, seat], size * roles)  # what an effect of 1 brings
    unit_factor = of_one.astype(np.float64)
    contrasts = contrasts_with_others(unit_factor, max(roles, 1))
    in_roles = (unit_factor * (contrasts @ effects.means)).reshape(size, roles)
    has_role = unit_factor.reshape(size, roles) != 0
    played = has_role.any(axis=1)
    all_stakes = np.bincount(player, stake, size)
    fitted = rating.strengths if roles and seats.nobody_called.all() else effects
    by_form = rating.noise.form.factors(rating.noise.sizes)
    cards_error = _error(by_form * np.bincount(player, fitted.residual_variance * factor**2, size), known=played)
    known = has_role & ~np.isnan(cards_error)[:, None]  # where all deals ended in the same way nothing tells an error
    play = all_stakes * rating.means
    if fitted is rating.strengths:  # there is one role alone
        in_roles, results = play.reshape(size, roles), scaled_results(deal_observations(seats))[0]
    everybody = factor * (results.share * np.append(fitted.means, 0)[results.column]).sum(axis=1)[rows]
    by_role = _by_role(deals, rows, column.astype(np.int64) % max(roles, 1), got - everybody, stake)
    role_play, brought = in_roles.sum(axis=1), unit_factor[:, None] * contrasts
    return DealParts(
        roles=deals.roles,
        deals=deals.deals,
        in_roles=in_roles,
        errors=_error(np.diag(brought @ effects.covariance @ brought.T).reshape(size, roles), known=known),
        play=play,
        error=_error((all_stakes * rating.errors) ** 2, known=known.any(axis=1) | (rating.significant & played)),
        company=np.bincount(player, everybody, size) - role_play,
        by_role=np.bincount(player, by_role, size) + role_play - play,
        cards_error=cards_error,
        significant=rating.significant,
    )


def _whole(figures: Floats) -> Ints:
    """Figures rounded to whole units."""
    return np.rint(figures).astype(np.int64)


def _by_seat(seats: DealsBySeat, figures: Numbers) -> Floats:
    """Figures of the taken seats, deal by deal, as a table, (deals, seats); 0 for an empty seat."""
    table = np.zeros(seats.player.shape)
    table[seats.player != NOBODY] = figures
    return table


def _by_role(deals: RoleResults, rows: Ints, role: Numbers, unexplained: Floats, stake: Floats) -> Floats:
    """What average players get for their role in its kind of deal, at the stake; all arrays have the shape (seats,).

    `rows` are the results that move the seats; `unexplained` is the part of the payouts that no effect explains.
    """
    roles = max(len(deals.roles), 1)
    kind = deals.results.kind[rows]
    cell = np.where(kind < 0, deals.kinds, kind) * roles + role
    sums, stakes = (np.bincount(cell, figures, (deals.kinds + 1) * roles) for figures in (unexplained, stake))
    mean = np.nan_to_num(ratio(sums, stakes))
    mean[deals.kinds * roles :] = 0  # where nobody calls, there is one role
    return np.asarray(stake * mean[cell])


def _error(variance: Numbers, *, known: Flags) -> Floats:
    """The root of a variance; NaN where it is not known, or where nothing could differ from the average."""
    return np.where(known & (variance > NEGLIGIBLE_SHARE), np.sqrt(np.maximum(variance, 0)), np.nan)
