"""Units as they ran: from record to record, from match to match."""

import numpy as np
import pandas as pd

from scorer.frames.columns import Ints, Numbers
from scorer.stats.tallies import codes, group_count, new_group, texts, words

RECORD = ["on", "match_id", "number"]
MATCH = RECORD[:2]


def running(payouts: pd.DataFrame) -> pd.DataFrame:
    """A row per record, indexed by on, match_id, number; a column per player by name: running units after it."""
    return _running(payouts, RECORD)


def running_by_match(payouts: pd.DataFrame) -> pd.DataFrame:
    """A row per match, indexed by on, match_id; a column per player by name: running units after it."""
    return _running(payouts, MATCH)


def match_units(payouts: pd.DataFrame) -> pd.DataFrame:
    """`on, match_id, player, units, running`: a row for each match of each player, by match, then by name.

    `units` are those of that match, `running` all until then.
    """
    match = new_group(*(payouts[name].to_numpy() for name in MATCH))
    players = words(payouts["player"])
    units = _table(payouts, match)
    there = np.zeros(units.shape, bool)
    there[match, codes(payouts["player"])] = True
    row, player = np.nonzero(there)
    first = _first(match)[row]
    return pd.DataFrame(
        {
            **{name: payouts[name].to_numpy()[first] for name in MATCH},
            "player": texts([players[code] for code in player.tolist()]),
            "units": units[row, player],
            "running": units.cumsum(axis=0)[row, player],
        }
    )


def _running(payouts: pd.DataFrame, by: list[str]) -> pd.DataFrame:
    """Running units, a row wherever one of these columns changes, indexed by them."""
    group = new_group(*(payouts[name].to_numpy() for name in by))
    table = _table(payouts, group).cumsum(axis=0)
    there = np.bincount(codes(payouts["player"]), minlength=table.shape[1]) > 0
    index = pd.MultiIndex.from_arrays([payouts[name].to_numpy()[_first(group)] for name in by], names=by)
    players = pd.Index(words(payouts["player"]), dtype="str", name="player")
    return pd.DataFrame(table[:, there], index=index, columns=players[there])


def _first(group: Ints) -> Ints:
    """The first row of each group."""
    return np.unique(group, return_index=True)[1]


def _table(payouts: pd.DataFrame, group: Ints) -> Numbers:
    """The units of each group and player."""
    size, units = len(words(payouts["player"])), payouts["units"].to_numpy()
    table = np.zeros((group_count(group), size), units.dtype)
    np.add.at(table, (group, codes(payouts["player"])), units)
    return table
