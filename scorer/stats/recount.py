"""Who would stand where under another payout table, beside who stands where."""

import numpy as np
import pandas as pd

from scorer.frames.building import Frames
from scorer.frames.columns import Ints
from scorer.frames.recounting import WHYS, Recounted
from scorer.stats.tallies import codes, texts, words


def recount(both: Recounted) -> pd.DataFrame:
    """A row per player of the records that can be recounted, the best under the other table first, ties by name.

    `units` and `place` are those under the other table, `played_units` and `played_place` those of the same records as
    they were played; places go by units, ties share one (1, 2, 2, 4). `difference` is `units` less `played_units`,
    `moved` by how many places the player is higher. `deals` are those of the player that are recounted. Penalties and
    adjustments count in both as they were ruled.
    """
    names = words(both.played.payouts["player"])
    played, there = (_units(frames, len(names)) for frames in (both.played, both.there))
    place, played_place = (_places(units) for units in (there, played))
    deals = both.played.payouts
    of_deals = deals["kind"].to_numpy() == "deal"
    table = pd.DataFrame(
        {
            "place": place,
            "player": texts(names),
            "units": there,
            "played_place": played_place,
            "played_units": played,
            "difference": there - played,
            "moved": played_place - place,
            "deals": np.bincount(codes(deals["player"])[of_deals], minlength=len(names)),
        }
    )
    paid = np.bincount(codes(deals["player"]), minlength=len(names)) > 0
    return table[paid].sort_values("place", kind="stable", ignore_index=True)


def left_out(both: Recounted) -> pd.DataFrame:
    """A row per deal that cannot be recounted, in their order: `on, match, match_id, number, caller, bid, why`."""
    deals = both.left_out.deals
    return pd.DataFrame(
        {
            **{name: deals[name] for name in ("on", "match", "match_id", "number", "caller", "bid")},
            "why": texts([str(WHYS[why]) for why in both.why.tolist()]),
        }
    )


def _units(frames: Frames, players: int) -> Ints:
    """The units of each player."""
    units = np.bincount(codes(frames.payouts["player"]), frames.payouts["units"].to_numpy(), players)
    return np.rint(units).astype(np.int64)


def _places(units: Ints) -> Ints:
    """The place of each; those with the same units share one."""
    return 1 + np.array([(units > own).sum() for own in units.tolist()], np.int64)
