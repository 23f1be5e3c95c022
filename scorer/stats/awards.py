"""Awards of a season: who was best in each role, who called most, and who made most of what was called."""

from collections.abc import Iterator
from typing import Final

import numpy as np
import pandas as pd

from scorer.frames.columns import Ints
from scorer.rules.kinds import CALLED, DEFENDER, FAILED, MADE, PARTNER, SIDE
from scorer.stats.likely import likely_columns
from scorer.stats.players import MIN_DEALS
from scorer.stats.rating import rating
from scorer.stats.tallies import CONTRACT_ROLES, Floats, Tally, ratio, tally, texts

IN_ROLE: Final = {"caller": CALLED, "partner": (PARTNER,), "defender": (DEFENDER,), "side": (SIDE,)}


def awards(payouts: pd.DataFrame, *, min_deals: int = MIN_DEALS) -> pd.DataFrame:
    """A row per award, of players with at least `min_deals` deals of its kind; `payouts` are in base units.

    * `caller`, `partner`, `defender`, and `side` where nobody calls: the highest rating in that role
      (`scorer.stats.rating`): base units a deal more than the average player gets in it, whoever else sat there;
    * `bold`: who calls the largest part of the deals in which somebody called;
    * `careful`: who makes the largest part of the contracts that they call, even ones left out, drawn towards that of
      all (`scorer.stats.likely`).

    `figure` is that rating or that share, `everybody` the same of all together (0 for a rating), `deals` how many deals
    or contracts of the player it is of. Of equals it is the first by name. An award that nobody can have is not there.
    `told` is whether the deals tell any difference between the players (`scorer.stats.rating`); the same in all rows.
    """
    of = tally(payouts)
    ratings = rating(payouts).set_index("player").reindex(of.players)
    rows = [
        (name, of.players[at], figure[at], everybody, deals[at])
        for name, figure, everybody, deals in _kinds(of, ratings)
        if (there := (deals >= max(min_deals, 1)) & ~np.isnan(figure)).any()
        for at in [int(np.where(there, figure, -np.inf).argmax())]
    ]
    award, player, figure, everybody, deals = zip(*rows, strict=True) if rows else ((), (), (), (), ())
    return pd.DataFrame(
        {
            "award": texts(award),
            "player": texts(player),
            "figure": np.array(figure, np.float64),
            "everybody": np.array(everybody, np.float64),
            "deals": np.array(deals, np.int64),
            "told": np.full(len(rows), bool(ratings["told"].fillna(value=False).any())),
        }
    )


def _kinds(of: Tally, ratings: pd.DataFrame) -> Iterator[tuple[str, Floats, float, Ints]]:
    """The awards: the figure of each player, of all together, and the deals that it is of."""
    for role, held in IN_ROLE.items():
        yield role, ratings[role].to_numpy(np.float64), 0.0, of.count(held)
    called, played = of.count(CALLED), of.count(CONTRACT_ROLES)
    yield "bold", ratio(called, played), float(ratio(called.sum(), played.sum())), played
    made, decided = of.count(CALLED, [MADE]), of.count(CALLED, [MADE, FAILED])
    yield "careful", likely_columns(made, decided)["likely_rate"], float(ratio(made.sum(), decided.sum())), decided
