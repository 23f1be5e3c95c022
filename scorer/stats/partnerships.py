"""Who plays with whom, and against whom. The cards choose the partner, so nobody is ever the best."""

import numpy as np
import pandas as pd

from scorer.frames.columns import Ints, Numbers
from scorer.rules.kinds import CALLER, CALLING, DEAL_ROLES, EVEN, FAILED, MADE, PARTNER
from scorer.stats.intervals import rate_columns, ratio
from scorer.stats.tallies import codes, group_count, is_one_of, new_group, texts, totals, words

MIN_DEALS = 10


def companions(payouts: pd.DataFrame, player: str, *, min_deals: int = MIN_DEALS) -> pd.DataFrame:
    """A row for everybody whom `player` met in a deal, by name: on the same side (`with_`) and opposite (`against_`).

    All figures are the player's own: deals, wins, `decided` deals (not even), and units. The rate of wins and its
    interval are NaN below `min_deals` deals together.
    """
    played = payouts[is_one_of(payouts["role"], *DEAL_ROLES)]
    deal = new_group(played["deal_id"].to_numpy())
    calling = is_one_of(played["role"], *CALLING)
    own = np.flatnonzero(is_one_of(played["player"], player))
    own_row = np.full(group_count(deal), -1)
    own_row[deal[own]] = own
    mine = own_row[deal]
    met = (mine >= 0) & (mine != np.arange(len(mine)))
    other, mine, same = codes(played["player"])[met], mine[met], calling[met] == calling[mine[met]]
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


def pairs(deals: pd.DataFrame, payouts: pd.DataFrame, *, min_deals: int = MIN_DEALS) -> pd.DataFrame:
    """A row per caller and partner with at least `min_deals` deals together, most deals first, then by name.

    `units` are the caller's and the partner's together. Solo deals have no partner and are out.
    """
    partnered = deals[~deals["solo"].to_numpy()]
    callers, partners = words(partnered["caller"]), words(partnered["partner"])
    pair = codes(partnered["caller"]) * len(partners) + codes(partnered["partner"])
    size = len(callers) * len(partners)
    made, failed, even = (
        np.bincount(pair[is_one_of(partnered["outcome"], outcome)], minlength=size) for outcome in (MADE, FAILED, EVEN)
    )
    together, units = made + failed + even, totals(pair, _units_together(partnered, payouts), size)
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
        }
    )
    kept = table[together >= max(min_deals, 1)]
    return kept.sort_values("deals", ascending=False, kind="stable", ignore_index=True)


def _units_together(deals: pd.DataFrame, payouts: pd.DataFrame) -> Numbers:
    """The units of caller and partner of each deal, added up."""
    side = payouts[is_one_of(payouts["role"], CALLER, PARTNER)]
    units = side.groupby("deal_id", sort=False)["units"].sum()
    return units.reindex(deals["deal_id"].to_numpy()).to_numpy()
