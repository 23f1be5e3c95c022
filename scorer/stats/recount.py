"""Who would stand where under another payout table, beside who stands where."""

import numpy as np
import pandas as pd

from scorer.frames.recounting import WHYS, Recounted
from scorer.rules.kinds import DEAL
from scorer.stats.spread import gaps, spread
from scorer.stats.tallies import codes, is_one_of, places, texts, totals, words


def recount(both: Recounted) -> pd.DataFrame:
    """A row per player of the records that can be recounted, the best under the other table first, ties by name.

    `units` and `place` are those under the other table, `played_units` and `played_place` those of the same records as
    they were played; places go by units, ties share one (1, 2, 2, 4). `difference` is `units` less `played_units`,
    `moved` by how many places the player is higher. `deals` are those of the player that are recounted. Penalties and
    adjustments count in both as they were ruled.
    """
    payouts = both.played.payouts
    names, player = words(payouts["player"]), codes(payouts["player"])
    played, there = (
        totals(codes(frames.payouts["player"]), frames.payouts["units"].to_numpy(), len(names))
        for frames in (both.played, both.there)
    )
    place, played_place = places(there), places(played)
    table = pd.DataFrame(
        {
            "place": place,
            "player": texts(names),
            "units": there,
            "played_place": played_place,
            "played_units": played,
            "difference": there - played,
            "moved": played_place - place,
            "deals": np.bincount(player[is_one_of(payouts["kind"], DEAL)], minlength=len(names)),
        }
    )
    paid = np.bincount(player, minlength=len(names)) > 0
    return table[paid].sort_values("place", kind="stable", ignore_index=True)


def turned(both: Recounted) -> tuple[int, int]:
    """How many pairs of players are in another order than they were played in; of these, told apart in either order.

    A pair that is level under one table alone is in another order too.
    Who is told apart is as `scorer.stats.spread` has it: hardly by chance, all pairs of a table taken together.
    """
    found, apart = [], set()
    for frames in (both.played, both.there):
        of = spread(frames.payouts)
        found.append(np.sign(of.figures[:, None] - of.figures[None, :]))
        table = gaps(of)
        surely = table[table["apart"]]
        apart |= {frozenset(pair) for pair in zip(surely["player"], surely["other"], strict=True)}
    one, other = np.nonzero(np.triu(found[0] != found[1]))
    names = words(both.played.payouts["player"])
    there = [frozenset((names[a], names[b])) for a, b in zip(one.tolist(), other.tolist(), strict=True)]
    return len(there), sum(pair in apart for pair in there)


def left_out(both: Recounted) -> pd.DataFrame:
    """A row per deal that cannot be recounted, in their order: `on, match, match_id, number, caller, bid, why`."""
    deals = both.left_out.deals
    return pd.DataFrame(
        {
            **{name: deals[name] for name in ("on", "match", "match_id", "number", "caller", "bid")},
            "why": texts([str(WHYS[why]) for why in both.why.tolist()]),
        }
    )
