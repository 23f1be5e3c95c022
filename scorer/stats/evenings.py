"""Evenings: the units of a player, or of two players side by side, with all matches of a day together."""

from collections import Counter
from collections.abc import Sequence
from datetime import date
from functools import reduce
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import pandas as pd

from scorer.frames import Frames
from scorer.frames.record_columns import Ints, Numbers
from scorer.rules.kinds import DEAL_ROLES, SHEET
from scorer.stats.models.arrays import codes, is_one_of
from scorer.stats.standings import running, units_in_groups
from scorer.stats.tally import AGAINST, WITH


class SeasonCourse(NamedTuple):
    """How the lead of a season ran, after each of so many `evenings`, the days on which anybody got units.

    `leaders` are in front after the last one, several where they share the lead. `led` counts for all who were in front
    after how many evenings they were, most first; `changes` counts how often others were than the evening before.
    `since` is the evening after which the `leaders` led to the end, `is_late` where that is the last of several.
    """

    evenings: int
    leaders: tuple[str, ...]
    led: dict[tuple[str, ...], int]
    changes: int
    since: date
    is_late: bool


def season_course(running: pd.DataFrame) -> SeasonCourse:
    """How the lead of a season ran, by `running_by_evening` of any payout. Who did not come yet is not in front."""
    table = running.ffill()
    units, players = table.fillna(-np.inf).to_numpy(), [*map(str, table.columns)]
    fronts = [tuple(players[at] for at in np.flatnonzero(line == line.max()).tolist()) for line in units]
    begins = [0, *(at for at, (before, after) in enumerate(pairwise(fronts), 1) if before != after)]
    return SeasonCourse(
        evenings=len(fronts),
        leaders=fronts[-1],
        led=dict(Counter(fronts).most_common()),
        changes=len(begins) - 1,
        since=table.index[begins[-1]].date(),
        is_late=begins[-1] == len(fronts) - 1 > 0,
    )


def evenings(payouts: pd.DataFrame) -> pd.DataFrame:
    """`on, match_id, player, units, running`: a row for each evening of each player, by day, then by name.

    An evening is a day on which the player played a deal or stands on a paper sheet; a penalty or an adjustment alone
    makes no evening. `units` are all units of that day, also penalties and adjustments; `running` is the sum of all
    units until then, also of days without an evening. `match_id` is the last match of the day in which the player was.
    """
    return units_in_groups(payouts, ["on"], is_one_of(payouts["role"], *DEAL_ROLES, SHEET))


def evenings_of(frames: Frames, player: str) -> pd.DataFrame:
    """The evenings of one player."""
    return evenings(frames.payouts).loc[lambda table: table["player"] == player]


def running_of(payouts: pd.DataFrame, players: Sequence[str]) -> pd.DataFrame:
    """Running units of one player, or of several since they first met: rows as in `running`, a column for each.

    The rows are those of matches in which one of them has a record. The units of one player begin with the player's
    first record. The units of several begin, at 0, with the first day that is an evening of them all; without such a
    day there is no row. NaN on days on which a player has no record.
    """
    everything = running(payouts)
    days = everything.index.get_level_values("on").to_numpy()
    theirs = [np.unique(payouts["on"].to_numpy()[is_one_of(payouts["player"], player)]) for player in players]
    met = theirs[0]
    if len(players) > 1:
        were_there = evenings(payouts)
        own = [were_there["on"][were_there["player"] == player].to_numpy() for player in players]
        met = reduce(np.intersect1d, own)
    if not len(met):
        return everything.iloc[:0, :0].reindex(columns=list(players)).astype(np.float64)
    begun = days >= met[0]
    before = everything[list(players)][~begun]
    own_matches = payouts["match_id"][is_one_of(payouts["player"], *players)]
    shown = begun & np.isin(everything.index.get_level_values("match_id"), own_matches)
    since: pd.DataFrame = everything[list(players)][shown] - (before.iloc[-1] if len(before) else 0)
    there = np.column_stack([np.isin(days[shown], own) for own in theirs])
    return since.astype(np.float64).where(there)


def meetings(frames: Frames, player: str, other: str) -> pd.DataFrame:
    """A row for each evening of both players, by day, with the units of `evenings`; they may sit at two tables."""
    all_of_them = evenings(frames.payouts)
    mine, theirs = (all_of_them[all_of_them["player"] == name] for name in (player, other))
    both = mine.merge(theirs[["on", "units"]].rename(columns={"units": "other_units"}), on="on")
    return both.assign(ahead=both["units"] - both["other_units"])[["on", "match_id", "units", "other_units", "ahead"]]


def head_to_head(frames: Frames, player: str, other: str) -> pd.DataFrame:
    """One row that compares a player with another, in the evenings and in the deals of both.

    `with_` are the deals of both on the same side, `against_` the deals on different sides. `swing` is the deal with
    the largest difference, the earliest of several: positive where it went to the player; 0 without a day where they
    never met, or always got the same.
    """
    ahead = meetings(frames, player, other)["ahead"].to_numpy()
    played = frames.payouts[is_one_of(frames.payouts["role"], *DEAL_ROLES)]
    played = played.assign(side=codes(played["side"]))
    mine, theirs = (played[is_one_of(played["player"], name)] for name in (player, other))
    met = mine.merge(theirs[["deal_id", "side", "units"]], on="deal_id", suffixes=("", "_other"))
    same = (met["side"] == met["side_other"]).to_numpy()
    return pd.DataFrame(
        {
            "evenings": [len(ahead)],
            "ahead": [int((ahead > 0).sum())],
            "behind": [int((ahead < 0).sum())],
            "level": [int((ahead == 0).sum())],
            **_of_deals(WITH, met[same]),
            **_of_deals(AGAINST, met[~same]),
            **_swing(met),
        }
    )


def _of_deals(how: str, met: pd.DataFrame) -> dict[str, list[int] | Numbers]:
    both = (met[name].to_numpy() for name in ("units", "units_other"))
    units, other_units = (column.sum(keepdims=True) for column in both)
    return {f"{how}_deals": [len(met)], f"{how}_units": units, f"{how}_other_units": other_units}


def _swing(met: pd.DataFrame) -> dict[str, "pd.Series[int] | Ints"]:
    ahead = met["units"] - met["units_other"]
    first = met.assign(swing=ahead)[ahead != 0]
    first = first.iloc[[int(first["swing"].abs().to_numpy().argmax())]] if len(first) else first
    only = first.reset_index(drop=True)
    return {
        "swing": only["swing"].reindex([0], fill_value=0),
        "swing_on": only["on"].reindex([0]),
        "swing_match_id": only["match_id"].reindex([0], fill_value=0),
        "swing_number": only["number"].reindex([0], fill_value=0),
    }
