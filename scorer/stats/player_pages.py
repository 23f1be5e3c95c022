"""What a player's page counts: the records, the matches, the companions; of a player, or of everybody at once."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import pandas as pd

from scorer.frames import Frames
from scorer.frames.record_columns import Ints, Numbers
from scorer.rules.kinds import DEAL_ROLES, EVEN, MADE, SHEET, SIDE
from scorer.stats.all_time import longest_by_chance
from scorer.stats.models.arrays import Floats, categories, codes, is_one_of, runs, text_column
from scorer.stats.models.intervals import rate_columns
from scorer.stats.standings import match_units, penalties, slam_columns
from scorer.stats.tally import MIN_DEALS, WAYS, tally, won_or_lost

BLOCK: Final = 200_000  # payouts whose companions are counted at once


def records(frames: Frames, player: str) -> pd.DataFrame:
    """One row: the highest and lowest figures of a player, as `records_of` has them."""
    return records_of(frames, [player]).drop(columns="player")


def records_of(frames: Frames, players: Sequence[str]) -> pd.DataFrame:
    """A row for each of these players, in their order: the highest and lowest figures.

    The highest bid is the one with the highest target, then the last one of the auction; among equally good matches the
    earliest is the best or the worst. The runs of deals won and lost skip resting and redeals, end with an even deal,
    and go on across matches; what chance alone makes of them (`longest_by_chance`) is rounded. Slams and penalties are
    those of the standings. A player without a record has "", 0, or NaN.
    """
    whose, own = _rows_of(frames.payouts, players)
    per_match = match_units(own)
    of_match = pd.Index(list(players), dtype="str").get_indexer(pd.Index(per_match["player"], dtype="str"))
    won, counted = is_one_of(own["role"], SIDE) & own["won"].to_numpy(), own["count"].to_numpy() >= 0
    best, worst = (_highest(frames, per_match, of_match, "units", len(players), sign) for sign in (1, -1))
    top_win = _highest(frames, own[won], whose[won], "units", len(players))
    top_count = _highest(frames, own[counted], whose[counted], "count", len(players))
    of_standings = {**slam_columns(tally(own)), "penalties": penalties(frames)}
    names = categories(own["player"])
    at = [names.index(player) if player in names else len(names) for player in players]
    return pd.DataFrame(
        {
            "player": text_column(players),
            **_highest_bids(frames.deals, players),
            **_streaks(own, whose, len(players)),
            **{f"best_{what}": cells for what, cells in best.items()},
            **{f"worst_{what}": cells for what, cells in worst.items()},
            **{name: np.append(count, 0)[at] for name, count in of_standings.items()},
            "biggest_win": top_win["units"],
            "biggest_win_match": top_win["match"],
            "biggest_win_on": top_win["on"],
            "highest_count": top_count["count"],
            "highest_count_match": top_count["match"],
            "highest_count_on": top_count["on"],
        }
    )


def _rows_of(rows: pd.DataFrame, players: Sequence[str], who: str = "player") -> tuple[Ints, pd.DataFrame]:
    """The rows in whose column `who` one of these players stands: the index of that player, and the rows themselves."""
    whose = _index_of(rows[who], players)
    return whose[whose >= 0], rows[whose >= 0]


def _index_of(column: "pd.Series[str]", players: Sequence[str]) -> Ints:
    """The index of each cell among these players; -1 for anybody else."""
    index = {player: at for at, player in enumerate(players)}
    return np.array([*(index.get(name, -1) for name in categories(column)), -1])[codes(column)]


def _highest_bids(deals: pd.DataFrame, players: Sequence[str]) -> dict[str, Any]:
    """The highest bid that each player made, and its target."""
    caller, made = _rows_of(deals[is_one_of(deals["outcome"], MADE)], players, "caller")
    target, bid = made["target"].to_numpy(), codes(made["bid"])
    highest_first = np.lexsort((bid, target))[::-1]
    player, first = np.unique(caller[highest_first], return_index=True)
    row, names = highest_first[first], categories(made["bid"])
    words, targets = [""] * len(players), np.zeros(len(players), np.int64)
    targets[player] = target[row]
    for at, code in zip(player.tolist(), bid[row].tolist(), strict=True):
        words[at] = names[code]
    return {"highest_bid_made": text_column(words), "highest_bid_target": targets}


def _highest(
    frames: Frames, rows: pd.DataFrame, whose: Ints, figure: str, players: int, sign: int = 1
) -> dict[str, Any]:
    """The match, the day and the figure of each player's earliest row with the highest figure; the lowest, `sign` -1.

    `whose` is the player of each row; a player without a row has "", no day, and 0.
    """
    figures = rows[figure].to_numpy()
    order = np.lexsort((-sign * figures, whose))
    player, first = np.unique(whose[order], return_index=True)
    match_id, amount = np.full(players, -1), np.zeros(players, figures.dtype)
    day = np.full(players, "NaT", "datetime64[s]")
    for cells, column in ((match_id, rows["match_id"]), (day, rows["on"]), (amount, rows[figure])):
        cells[player] = column.to_numpy()[order[first]]
    return {"match": _match_names(frames, match_id), "on": day, figure: amount}


def _match_names(frames: Frames, match_ids: Ints) -> "pd.Series[str]":
    """The names of matches by their ids; empty for -1."""
    names = [*map(str, frames.matches["match"]), ""]
    row = pd.Index(frames.matches["match_id"]).get_indexer(match_ids)
    return text_column([names[at] for at in row.tolist()])


def _streaks(own: pd.DataFrame, whose: Ints, players: int) -> dict[str, Numbers]:
    """The longest runs of deals won and lost in the players' own payouts, and their mean lengths by chance alone."""
    played = np.flatnonzero(is_one_of(own["role"], *DEAL_ROLES, SHEET))  # a paper sheet hides deals: a run ends there
    played = played[np.argsort(whose[played], kind="stable")]
    player, ends = whose[played], won_or_lost(own)[played]
    _run, begins = runs(player, ends)
    lengths = np.diff(begins, append=len(ends))
    deals = np.bincount(player[~is_one_of(own["role"], SHEET)[played]], minlength=players)
    streaks: dict[str, Numbers] = {}
    for name, wanted in (("win", 1), ("loss", -1)):
        longest, of_kind = np.zeros(players, np.int64), begins[ends[begins] == wanted]
        np.maximum.at(longest, player[of_kind], lengths[ends[begins] == wanted])
        shares = np.bincount(player[ends == wanted], minlength=players) / np.maximum(deals, 1)
        by_chance = [longest_by_chance(deals[at : at + 1], share) for at, share in enumerate(shares.tolist())]
        streaks |= {f"{name}_streak": longest, f"{name}_by_chance": np.rint(by_chance)}
    return streaks


def matches_of(frames: Frames, player: str) -> pd.DataFrame:
    """The matches of one player as `match_units` has them, with their names."""
    return matches_of_each(frames, [player]).drop(columns="player")


def matches_of_each(frames: Frames, players: Sequence[str]) -> pd.DataFrame:
    """The matches of each of these players as `match_units` has them, with their names; by match, then by player."""
    _whose, own = _rows_of(frames.payouts, players)
    table = match_units(own)
    return table.assign(match=_match_names(frames, table["match_id"].to_numpy()))


def companions(frames: Frames, player: str, *, min_deals: int = MIN_DEALS) -> pd.DataFrame:
    """A row for each player whom `player` met in a deal, by name, as `companions_of` has them."""
    return companions_of(frames, [player], min_deals=min_deals).drop(columns="player")


def companions_of(frames: Frames, players: Sequence[str], *, min_deals: int = MIN_DEALS) -> pd.DataFrame:
    """A row for each player, and each other whom they met in a deal: on the same side (`with_`), opposite (`against_`).

    The players are in their order, the others by name. All figures are the player's own; `decided` deals are not even.
    The rate of wins is NaN with fewer than `min_deals` together.
    """
    played = frames.payouts[is_one_of(frames.payouts["role"], *DEAL_ROLES)]
    names, units = categories(played["player"]), played["units"].to_numpy()
    counted = _counted_together(played, players)
    there = np.flatnonzero(counted[:, 0].any(axis=0))
    columns: dict[str, Any] = {
        "player": text_column([players[cell // len(names)] for cell in there.tolist()]),
        "other": text_column([names[cell % len(names)] for cell in there.tolist()]),
    }
    for side, figures in zip(WAYS, counted[..., there], strict=True):
        deals, wins, decided = np.rint(figures[:3]).astype(np.int64)
        columns |= {f"{side}_deals": deals, f"{side}_wins": wins, f"{side}_decided": decided}
        ends = (f"{side}_rate", f"{side}_low", f"{side}_high")
        columns |= rate_columns(wins, np.where(deals >= min_deals, decided, 0), ends)
        columns[f"{side}_units"] = figures[3] if units.dtype.kind == "f" else np.rint(figures[3]).astype(np.int64)
    return pd.DataFrame(columns)


def _counted_together(played: pd.DataFrame, players: Sequence[str]) -> Floats:
    """Deals, wins, decided deals and units of each player with and against each other, from payouts of deals.

    The shape is (with or against, figures, players x all names of the payouts).
    """
    deal, begins = runs(played["deal_id"].to_numpy())
    size, code, side = np.diff(begins, append=len(played)), codes(played["player"]), codes(played["side"])
    figures = np.ones((4, len(played)))
    figures[1:] = played["won"], ~is_one_of(played["outcome"], EVEN), played["units"]
    names, seats = len(categories(played["player"])), np.arange(size.max(initial=0))
    whose = _index_of(played["player"], players)
    own = np.flatnonzero(whose >= 0)
    counted = np.zeros((2, len(figures), len(players) * names))
    for at in range(0, len(own), BLOCK):
        row = own[at : at + BLOCK]
        others = begins[deal[row]][:, None] + seats
        row, seat = np.nonzero((seats < size[deal[row]][:, None]) & (others != row[:, None]))
        mine, other = own[at + row], others[row, seat]
        cell, same = whose[mine] * names + code[other], side[mine] == side[other]
        for kind, met in enumerate((same, ~same)):
            counted[kind] += [np.bincount(cell[met], figure[mine[met]], counted.shape[2]) for figure in figures]
    return counted
