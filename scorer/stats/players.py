"""What players did: by role, at the top and at the bottom, with whom and against whom.

The cards choose the partner, so nobody is ever the best one.
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from scorer.frames import Frames
from scorer.frames.record_columns import Flags, Ints, Numbers
from scorer.rules.kinds import (
    CALLED,
    DEAL_ROLES,
    DEFENDER,
    EVEN,
    FAILED,
    MADE,
    PARTNER,
    ROLES,
    SHEET,
    SIDE,
    SIDE_LETTERS,
)
from scorer.stats.models.arrays import Floats, codes, is_one_of, ratio, runs, texts, totals, words
from scorer.stats.models.beta_binomial import likely_columns
from scorer.stats.models.intervals import errors_of, rate_columns
from scorer.stats.models.multiple_testing import unequal_outside
from scorer.stats.records import longest_by_chance
from scorer.stats.standings import (
    match_errors,
    match_units,
    mean_of_matches,
    of_sides,
    penalties,
    slams,
    units_and_calls,
)
from scorer.stats.tally import CONTRACT_ROLES, MIN_DEALS, Tally, tally, won_or_lost

ALL = "all"
MET = ("with", "against")


def roles(frames: Frames, *, min_deals: int = 0, min_matches: int = 0) -> pd.DataFrame:
    """A row for every player with so many deals and matches, and for every role, players by name.

    The roles are caller (with a partner), partner, solo and defender where somebody called, `side` where nobody did,
    and all. `total` has penalties, adjustments and sheets in the row `all`: the units of the standings.
    """
    counted = tally(frames.payouts)
    without_caller = counted.count([SIDE]).any()
    called = CONTRACT_ROLES if counted.count(CONTRACT_ROLES).any() or not without_caller else ()
    held = [*called, SIDE] if without_caller else called
    tables = [
        *(_in_role(counted, role, [role], counted.units_in([role])) for role in held),
        _in_role(counted, ALL, DEAL_ROLES, counted.units_in(ROLES)),
    ]
    there = counted.listed(min_deals, min_matches)
    table = pd.concat([one[there] for one in tables])
    return table.sort_values("player", kind="stable", ignore_index=True)


def roles_of(frames: Frames, player: str) -> pd.DataFrame:
    """The roles of one player."""
    return roles(frames).loc[lambda table: table["player"] == player]


def _in_role(of: Tally, name: str, held: Sequence[str], total: Numbers) -> pd.DataFrame:
    """The rows of all players for what `name` calls the roles `held`; `of` are the payouts counted."""
    deals, wins, losses, units = of.count(held), of.won(held), of.lost(held), of.units_in(held)
    return pd.DataFrame(
        {
            "player": texts(of.players),
            "role": texts([name] * len(of.players)),
            "deals": deals,
            "wins": wins,
            "losses": losses,
            "even": of.count(held, [EVEN]),
            **rate_columns(wins, wins + losses, ("win_rate", "low", "high")),
            "units": units,
            "units_per_deal": ratio(units, deals),
            "total": total,
            "error": of.error(held),
        }
    )


def overview(frames: Frames, *, min_deals: int = 0, min_matches: int = 0) -> pd.DataFrame:
    """A row per player with so many deals and matches, by name: units and calls as in the standings, then each role.

    Here `caller` includes solo.
    """
    of = tally(frames.payouts)
    columns = {"player": texts(of.players), **units_and_calls(of)}
    for role, held in (("caller", CALLED), ("partner", [PARTNER]), ("defender", [DEFENDER])):
        wins, decided = of.won(held), of.count(held, [MADE, FAILED])
        columns |= {f"{role}_deals": of.count(held), f"{role}_wins": wins, f"{role}_decided": decided}
        columns |= rate_columns(wins, decided, (f"{role}_rate", f"{role}_low", f"{role}_high"))
    of_match = mean_of_matches(of)
    columns |= {"matches": of.matches, "units_per_match": of_match, **of_sides(of)}
    columns |= {"per_deal_error": of.error(), "per_match_error": match_errors(frames, of_match)}
    return pd.DataFrame(columns)[of.listed(min_deals, min_matches)].reset_index(drop=True)


def records(frames: Frames, player: str) -> pd.DataFrame:
    """One row: a player's highest and lowest.

    The highest bid is by target, then by the order of the auction; the best and the worst match are the earlier ones of
    equals. The runs of deals won and lost skip resting and redeals, end with an even deal, and go on across matches;
    what chance alone makes of them (`longest_by_chance`) is to the nearest. Slams and penalties are those of the
    standings. For who has no record there is "", 0, or nothing.
    """
    matches, deals, payouts = frames.matches, frames.deals, frames.payouts
    own = payouts[is_one_of(payouts["player"], player)]
    made = deals[is_one_of(deals["caller"], player) & is_one_of(deals["outcome"], MADE)]
    target = int(made["target"].max()) if len(made) else 0
    highest = made[made["target"] == target]["bid"]
    bid = words(highest)[codes(highest).max()] if len(made) else ""
    per_match, won = match_units(own), own[is_one_of(own["role"], SIDE) & own["won"]]
    ends = {which: _highest(per_match, "units", matches, lowest=which == "worst") for which in ("best", "worst")}
    top_win, top_count = _highest(won, "units", matches), _highest(own[own["count"] >= 0], "count", matches)
    return pd.DataFrame(
        {
            "highest_bid_made": texts([bid]),
            "highest_bid_target": np.array([target], np.int64),
            **_streaks(own),
            **{f"{which}_{what}": cell for which, cells in ends.items() for what, cell in cells.items()},
            **{name: [int(count.sum())] for name, count in slams(tally(own)).items()},
            "penalties": [penalties(frames)[np.array(words(payouts["player"])) == player].sum()],
            "biggest_win": top_win["units"],
            "biggest_win_match": top_win["match"],
            "biggest_win_on": top_win["on"],
            "highest_count": top_count["count"],
            "highest_count_match": top_count["match"],
            "highest_count_on": top_count["on"],
        }
    )


def _highest(rows: pd.DataFrame, figure: str, matches: pd.DataFrame, *, lowest: bool = False) -> dict[str, object]:
    """The row with most of a figure, or least, the earlier one of equals: in which match, its day, and how much."""
    first = rows.sort_values(figure, ascending=lowest, kind="stable").head(1).reset_index(drop=True)
    names = matches["match"][matches["match_id"].isin(first["match_id"])]
    return {
        "match": texts([*names, ""][:1]),
        "on": first["on"].reindex([0]),
        figure: first[figure].reindex([0], fill_value=0),
    }


def _streaks(own: pd.DataFrame) -> dict[str, list[float]]:
    """The longest runs of deals won and lost, out of a player's own payouts, and what chance alone would make."""
    played = own[is_one_of(own["role"], *DEAL_ROLES, SHEET)]  # a paper sheet hides deals: a run ends there
    ends, on_paper = won_or_lost(played), is_one_of(played["role"], SHEET)
    _, begins = runs(ends)
    lengths = np.diff(begins, append=len(ends))
    deals = len(ends) - int(np.count_nonzero(on_paper))
    found: dict[str, list[float]] = {}
    for name, wanted in (("win", 1), ("loss", -1)):
        found[f"{name}_streak"] = [int(lengths[ends[begins] == wanted].max(initial=0))]
        share = np.count_nonzero(ends == wanted) / max(deals, 1)
        found[f"{name}_by_chance"] = [np.rint(longest_by_chance(np.array([deals]), share))]
    return found


def matches_of(frames: Frames, player: str) -> pd.DataFrame:
    """The matches of one player as `match_units` has them, with their names."""
    everybody = match_units(frames.payouts)
    own = everybody[everybody["player"] == player].drop(columns="player").reset_index(drop=True)
    names = dict(zip(frames.matches["match_id"].tolist(), frames.matches["match"].tolist(), strict=True))
    return own.assign(match=texts([names[match_id] for match_id in own["match_id"].tolist()]))


def companions(frames: Frames, player: str, *, min_deals: int = MIN_DEALS) -> pd.DataFrame:
    """A row for everybody whom `player` met in a deal, by name: on the same side (`with_`) and opposite (`against_`).

    All figures are the player's own; `decided` deals are not even. The rate of wins is NaN below `min_deals` together.
    """
    played = frames.payouts[is_one_of(frames.payouts["role"], *DEAL_ROLES)]
    deal, begins = runs(played["deal_id"].to_numpy())
    side = codes(played["side"])
    own = np.flatnonzero(is_one_of(played["player"], player))
    own_row = np.full(len(begins), -1)
    own_row[deal[own]] = own
    mine = own_row[deal]
    met = (mine >= 0) & (mine != np.arange(len(mine)))
    other, mine, same = codes(played["player"])[met], mine[met], side[met] == side[mine[met]]
    names = words(played["player"])
    table = pd.DataFrame(
        {
            "other": texts(names),
            **_met("with", played, other[same], mine[same], len(names), min_deals),
            **_met("against", played, other[~same], mine[~same], len(names), min_deals),
        }
    )
    return table[np.bincount(other, minlength=len(names)) > 0].reset_index(drop=True)


def _met(side: str, played: pd.DataFrame, other: Ints, mine: Ints, size: int, min_deals: int) -> dict[str, Numbers]:
    """The columns of one side: `mine` are the player's own rows in the deals with each `other`."""
    won, even = played["won"].to_numpy()[mine], is_one_of(played["outcome"], EVEN)[mine]
    deals, wins, decided = (np.bincount(other[rows], minlength=size) for rows in (slice(None), won, ~even))
    return {
        f"{side}_deals": deals,
        f"{side}_wins": wins,
        f"{side}_decided": decided,
        **rate_columns(wins, np.where(deals >= min_deals, decided, 0), (f"{side}_rate", f"{side}_low", f"{side}_high")),
        f"{side}_units": totals(other, played["units"].to_numpy()[mine], size),
    }


def pairs(frames: Frames, *, min_deals: int = MIN_DEALS) -> pd.DataFrame:
    """A row per caller and partner with at least `min_deals` deals together, most deals first, then by name.

    Solo deals have no partner and are out, as are those without a caller: `met` has them. `likely_rate` is the rate
    drawn towards that of all pairs, those of few deals included, as `models.beta_binomial` defines it.
    """
    columns = frames.columns.taken(frames.columns.is_deal & (frames.columns.partner > 0))
    partnered = frames.deals[codes(frames.deals["partner"]) >= 0]
    callers, partners = words(partnered["caller"]), words(partnered["partner"])
    pair = codes(partnered["caller"]) * len(partners) + codes(partnered["partner"])
    size = len(callers) * len(partners)
    made, failed, even = (
        np.bincount(pair[is_one_of(partnered["outcome"], outcome)], minlength=size) for outcome in (MADE, FAILED, EVEN)
    )
    together = made + failed + even
    gained = columns.at(columns.units, columns.caller) + columns.at(columns.units, columns.partner)
    units = totals(pair, gained, size)
    table = pd.DataFrame(
        {
            "caller": texts(np.repeat(callers, len(partners)).tolist()),
            "partner": texts(partners * len(callers)),
            "deals": together,
            "made": made,
            "failed": failed,
            "even": even,
            **rate_columns(made, made + failed),
            "units": units,
            "units_per_deal": ratio(units, together),
            **likely_columns(made, made + failed),
            "error": errors_of(pair, gained, size),
        }
    )
    kept = table[together >= max(min_deals, 1)]
    return kept.sort_values("deals", ascending=False, kind="stable", ignore_index=True)


def met(frames: Frames, *, min_deals: int = MIN_DEALS) -> pd.DataFrame:
    """A row per two players who met in deals without a caller, on one side ("with") or on two ("against").

    The first by name is the `player`. Those `with` stand first, then most deals, then by name; pairs with fewer
    than `min_deals` are left out. `rate_if_equal` is how often equal players would win: the mean of winners / players
    of each deal that somebody won.
    """
    played = frames.payouts[is_one_of(frames.payouts["role"], SIDE)]
    deal, side, player = played["deal_id"].to_numpy(), codes(played["side"]), codes(played["player"])
    rows = [np.flatnonzero(deal[behind:] == deal[:-behind]) for behind in range(1, len(SIDE_LETTERS))]
    one = np.concatenate(rows) if len(played) else np.zeros(0, np.int64)
    two = np.concatenate([row + behind for behind, row in enumerate(rows, 1)]) if len(played) else one
    first, other = np.where(player[one] < player[two], (one, two), (two, one))
    names = words(played["player"])
    pair = (player[first] * len(names) + player[other]) * 2 + (side[first] != side[other])
    size, won, even = 2 * len(names) ** 2, played["won"].to_numpy()[first], is_one_of(played["outcome"], EVEN)[first]
    deals, wins, evens = (np.bincount(pair[rows], minlength=size) for rows in (slice(None), won, even))
    of_deal, _ = runs(deal)
    share_that_won = ratio(np.bincount(of_deal, played["won"]), np.bincount(of_deal))[of_deal]
    gained = played["units"].to_numpy()[first]
    units, error = totals(pair, gained, size), errors_of(pair, gained, size)
    there = np.flatnonzero(deals >= max(min_deals, 1))
    there = there[np.lexsort((-deals[there], there % 2))]
    place = np.full(size, -1)
    place[there] = np.arange(len(there))
    deals, wins, evens, units, error = deals[there], wins[there], evens[there], units[there], error[there]
    return pd.DataFrame(
        {
            "player": texts([names[at // 2 // len(names)] for at in there.tolist()]),
            "met": texts([MET[at % 2] for at in there.tolist()]),
            "other": texts([names[at // 2 % len(names)] for at in there.tolist()]),
            "deals": deals,
            "wins": wins,
            "losses": deals - wins - evens,
            "even": evens,
            **rate_columns(wins, deals - evens),
            "units": units,
            "units_per_deal": ratio(units, deals),
            "error": error,
            **_of_equals(place[pair[~even]], share_that_won[first[~even]], wins),
        }
    )


def _of_equals(row: Ints, share: Floats, wins: Ints) -> dict[str, Floats | Flags]:
    """The columns of what equals would do: `row` and `share` are of every decided deal of a pair; row -1: left out."""
    chances, kind = np.unique(share[row >= 0], return_inverse=True)
    cells = np.bincount(row[row >= 0] * len(chances) + kind, minlength=len(wins) * len(chances))
    trials = cells.reshape(len(wins), len(chances))
    outside, by_chance = unequal_outside(wins, trials, chances)
    return {
        "rate_if_equal": ratio(trials @ chances, trials.sum(axis=1)),
        "unusual": outside,
        "unusual_by_chance": by_chance,
    }
