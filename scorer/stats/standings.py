"""The standings, the gaps between players, and running units from record to record and from match to match."""

from collections.abc import Sequence
from typing import Final

import numpy as np
import pandas as pd

from scorer.frames import Frames
from scorer.frames.record_columns import KIND_CODES, Flags, Ints, Numbers
from scorer.language import N_, _, counts, ngettext
from scorer.rules.kinds import CALLED, CALLING, DEAL_ROLES, DEFENDER, FAILED, MADE, PENALTY, ROLES, SHEET, SIDE, SOLO
from scorer.stats.models.arrays import Floats, codes, is_one_of, ratio, runs, texts, totals, words
from scorer.stats.models.covariance import FEWEST, gaps, possible_places, spread
from scorer.stats.models.intervals import errors_of, rate_columns
from scorer.stats.tally import CONTRACT_ROLES, DECIDED, Tally, tally
from scorer.text.numbers import ORDERS, Rows

RECORD: Final = ["on", "match_id", "number"]  # what tells records apart, in their order
MATCH: Final = RECORD[:2]
COLUMNS: Final = ("match_id", "on", "player", "role", "outcome", "slam", "units", "won")  # of payouts, that are counted
NOT_APART: Final = N_("No two of these players can be told apart yet: chance alone may have made the order.")
TOO_FEW: Final = N_(
    "Nothing can be said yet: it takes two players with {fewest} deals each. Where places go by units per match it "
    "takes {fewest} matches each: by units, or by units per deal, more can be told sooner."
)


def standings(frames: Frames, *, min_deals: int = 0, min_matches: int = 0, order: str = ORDERS[0]) -> pd.DataFrame:
    """One row per player with any payout and at least so many deals and matches, the best first, ties by name.

    `place` by what `order`, one of ORDERS, says; ties share a place (1, 2, 2, 4). `change` is the place before the
    newest day with a record minus the place now; NaN for who had none and while there is one day. `units_per_match` is
    a mean where places go by it, or nobody has a deal, else NaN. `slams_made` are those of the player's calling side,
    or side where nobody called, `slams_suffered` those of the other side. `place_first` and `place_last` are as
    `models.covariance` defines them, among those listed.
    """
    total = None
    for block in frames.payout_blocks(*COLUMNS):
        of_block = tally(block)
        total = total + of_block if total else of_block
    assert total is not None  # there is a block even of nothing
    day = block["on"].to_numpy()
    before = total - tally(block[day == day[-1:]])  # of several tables of one evening none is the newest
    there, place = _places(total, min_deals, min_matches, order)
    was_there, old_place = _places(before, min_deals, min_matches, order)
    first, last = _possible_places(frames, total.players, there, order)
    of_match = mean_of_matches(total, wanted=order == "per-match")
    made, failed = total.count(CALLED, [MADE]), total.count(CALLED, [FAILED])
    table = pd.DataFrame(
        {
            "place": place,
            "player": texts(total.players),
            "change": np.where(was_there, old_place - place, np.nan),
            "matches": total.matches,
            **units_and_calls(total),
            "made": made,
            "failed": failed,
            **rate_columns(made, made + failed, ("success_rate", "success_low", "success_high")),
            "solo": total.count([SOLO]),
            **slams(total),
            "penalties": penalties(frames),
            "units_per_match": of_match,
            **wins(frames),
            **of_sides(total),
            "place_first": first,
            "place_last": last,
            "per_deal_error": total.error(),
            "per_match_error": match_errors(frames, of_match),
        }
    )
    return table[there].sort_values("place", kind="stable", ignore_index=True)


def how_far_chance_goes(rows: Rows) -> str:
    """How many pairs of players can be told apart, and that chance alone may have made the order of the others."""
    apart = sum(row["place_first"] - 1 for row in rows)  # of each player: the others who are surely better
    pairs = len(rows) * (len(rows) - 1) // 2
    if not apart:
        return _(NOT_APART) if pairs else ""
    if apart == pairs:
        return ngettext(
            "{count} pair of players can be told apart.", "{count} pairs of players can be told apart.", apart
        )
    return ngettext(
        "{count} pair of players can be told apart; chance alone may have made the order of all others.",
        "{count} pairs of players can be told apart; chance alone may have made the order of all others.",
        apart,
    )


def listed_gaps(frames: Frames, *, min_deals: int = 0, min_matches: int = 0, order: str = ORDERS[0]) -> pd.DataFrame:
    """The `gaps` between every two players whom the standings list."""
    counted = tally(frames.payouts)
    return gaps(spread(frames, order).of(_named(counted.players, counted.listed(min_deals, min_matches))))


def how_many_apart(rows: Rows) -> str:
    """The same, of the rows of `listed_gaps`."""
    apart = sum(row["significant"] for row in rows)
    if not apart:
        return _(NOT_APART) if rows else _(TOO_FEW, fewest=FEWEST)
    if apart == len(rows):
        return _("{apart} of {pairs} can be told apart.", apart=apart, pairs=counts.pairs(len(rows)))
    return _(
        "{apart} of {pairs} can be told apart; chance alone may have made the order of all others.",
        apart=apart,
        pairs=counts.pairs(len(rows)),
    )


def placed(payouts: pd.DataFrame, *, min_deals: int = 0, order: str = ORDERS[0]) -> list[tuple[int, str]]:
    """The place and the name of everybody whom `standings` would list, in its order, and nothing besides."""
    of = tally(payouts)
    there, place = _places(of, min_deals, 0, order)
    found = zip(place[there].tolist(), _named(of.players, there), strict=True)
    return sorted(found, key=lambda each: each[0])


def _possible_places(frames: Frames, players: Sequence[str], there: Flags, order: str) -> tuple[Ints, Ints]:
    """The first and the last place that each player who is there could truly have; of no meaning for others."""
    who = _named(players, there)
    first, last = np.ones((2, len(there)), np.int64)
    first[there], last[there] = possible_places(gaps(spread(frames, order).of(who)), who)
    return first, last


def match_errors(frames: Frames, means: Numbers) -> Floats:
    """The standard errors of these mean units of a match; NaN where the mean is, and for fewer than two matches.

    Of the `matches` of `standings`, and of what was played in them: penalties and adjustments are no chance.
    """
    if np.isnan(means).all():
        return np.full(len(means), np.nan)
    players, units = [], []
    for block in frames.payout_blocks(*MATCH, "player", "role", "units"):
        played = is_one_of(block["role"], *DEAL_ROLES, SHEET)
        of = match_units(block.loc[played, [*MATCH, "player", "units"]])
        players.append(pd.Index(words(block["player"]), dtype="str").get_indexer(pd.Index(of["player"])))
        units.append(of["units"].to_numpy())
    return errors_of(np.concatenate(players), np.concatenate(units), len(means))


def units_and_calls(of: Tally) -> dict[str, Numbers]:
    """The columns from `deals` to the rate of calls."""
    deals, called = of.count(), of.count(CALLED)
    return {
        "deals": deals,
        "units": of.units_in(ROLES),
        "units_per_deal": ratio(of.units_in(DEAL_ROLES), deals),
        "called": called,
        **rate_columns(called, of.count(CONTRACT_ROLES), ("call_rate", "call_low", "call_high")),
    }


def of_sides(of: Tally) -> dict[str, Numbers]:
    """The columns of deals without a caller."""
    won, decided = of.won([SIDE]), of.count([SIDE], DECIDED)
    return {
        "side_deals": of.count([SIDE]),
        "side_wins": won,
        "side_decided": decided,
        **rate_columns(won, decided, ("side_rate", "side_low", "side_high")),
    }


def slams(of: Tally) -> dict[str, Ints]:
    """The columns of slams."""
    return {
        "slams_made": of.won((*CALLING, SIDE), slam=True),
        "slams_suffered": of.lost(DEAL_ROLES, slam=True),
        "slams_defended": of.won([DEFENDER], slam=True),
    }


def penalties(frames: Frames) -> Ints:
    """In how many penalties each player lost units, whatever units are counted in."""
    columns = frames.columns
    found = columns.taken(np.flatnonzero(columns.kind == KIND_CODES[PENALTY]))
    lost = found.paid & (found.recorded < 0)
    return np.bincount(columns.player_codes[found.seats[lost]], minlength=len(columns.players))


def _named(players: Sequence[str], there: Flags) -> list[str]:
    return [player for player, is_there in zip(players, there.tolist(), strict=True) if is_there]


def _places(of: Tally, min_deals: int, min_matches: int, order: str) -> tuple[Flags, Ints]:
    """Who has a place at all, and the place of each player among those; of no meaning for the others."""
    there = of.listed(min_deals, min_matches)
    figure = {
        "units": of.units_in(ROLES),
        "per-deal": ratio(of.units_in(DEAL_ROLES), of.count()),
        "per-match": ratio(of.units_in(ROLES), of.matches),
    }[order]
    last = np.where(np.isnan(figure), -np.inf, figure)  # who has no figure comes last
    among = pd.Series(np.where(there, last, np.nan))
    place = among.rank(method="min", ascending=False, na_option="bottom").to_numpy()
    return there, place.astype(np.int64)


def mean_of_matches(of: Tally, *, wanted: bool = False) -> Numbers:
    """The mean units of a match of each player; NaN where it is not `wanted` and anybody has a deal."""
    none_has_deals = not of.count().any()
    matches = of.matches if wanted or none_has_deals else np.zeros(len(of.matches))
    return ratio(of.units_in(ROLES), matches)


def wins(frames: Frames) -> dict[str, Ints]:
    """`matches_won, races, races_won` of every player in the payouts, by name.

    A match is won by whoever leads when it is finished, by each of those who share the lead; an open one is not, nor
    is one that left everybody alike. A race is a finished match in which somebody reached what was agreed, which a
    paper sheet tells of units alone. Counted are the `matches` of `standings`, by what counts for their lead, whatever
    units are counted in.
    """
    found = [_wins(frames.matches, block) for block in frames.payout_blocks("match_id", "player", "role", "lead")]
    return dict(zip(("matches_won", "races", "races_won"), np.sum(found, axis=0), strict=True))


def _wins(matches: pd.DataFrame, payouts: pd.DataFrame) -> Ints:
    """The same of some payouts: a row for each of the three, a column a player."""
    player, played = codes(payouts["player"]), is_one_of(payouts["role"], *DEAL_ROLES, SHEET)
    match, begins = runs(payouts["match_id"].to_numpy())
    size = len(begins), len(words(payouts["player"]))
    place, cells = match * size[1] + player, size[0] * size[1]
    units = totals(place, payouts["lead"].to_numpy(), cells).reshape(size)
    there, mine = (np.bincount(at, minlength=cells).reshape(size) > 0 for at in (place, place[played]))
    row = pd.Index(matches["match_id"]).get_indexer(payouts["match_id"].to_numpy()[begins])
    finished, agreed = matches["finished"].to_numpy()[row], matches["race"].to_numpy()[row]
    most = np.where(there, units, -np.inf).max(axis=1, initial=-np.inf)
    fewest = np.where(there, units, np.inf).min(axis=1, initial=np.inf)
    won = mine & there & (units == most[:, None]) & (finished & (most > fewest))[:, None]
    raced = (finished & (agreed > 0) & (most >= agreed))[:, None]
    return np.stack([won.sum(axis=0), (mine & raced).sum(axis=0), (won & raced).sum(axis=0)])


def running(payouts: pd.DataFrame) -> pd.DataFrame:
    """A row per record, indexed by on, match_id, number; a column per player by name: running units after it."""
    return _running(payouts, RECORD)


def running_by_evening(payouts: pd.DataFrame) -> pd.DataFrame:
    """A row per day, indexed by on; a column per player by name: running units after it.

    NaN on a day of which a player has no units at all: who was absent stays where they were, but has nothing there.
    """
    table = _running(payouts, MATCH[:1])
    day, begins = runs(payouts["on"].to_numpy())
    there = np.zeros((len(begins), len(words(payouts["player"]))), bool)
    there[day, codes(payouts["player"])] = True
    on = table.index.get_level_values("on")
    return table.set_axis(on).astype(np.float64).where(there[:, there.any(axis=0)])


def match_units(payouts: pd.DataFrame) -> pd.DataFrame:
    """`on, match_id, player, units, running`: a row for each match of each player, by match, then by name.

    `units` are those of that match, `running` all until then.
    """
    return units_in_groups(payouts, MATCH, np.ones(len(payouts), bool))


def units_in_groups(payouts: pd.DataFrame, by: Sequence[str], sat: Flags) -> pd.DataFrame:
    """The same wherever one of the columns `by` changes: of who `sat` there, with everything that they got.

    `match_id` is the last match in which the player sat.
    """
    group, begins = runs(*(payouts[name].to_numpy() for name in by))
    players, code = words(payouts["player"]), codes(payouts["player"])
    units = units_by(payouts, group, len(begins))
    last_row = np.full(units.shape, -1)
    last_row[group[sat], code[sat]] = np.flatnonzero(sat)  # of several the last
    row, player = np.nonzero(last_row >= 0)
    last = last_row[row, player]
    return pd.DataFrame(
        {
            **{name: payouts[name].to_numpy()[last] for name in MATCH},
            "player": texts([players[at] for at in player.tolist()]),
            "units": units[row, player],
            "running": units.cumsum(axis=0)[row, player],
        }
    )


def _running(payouts: pd.DataFrame, by: list[str]) -> pd.DataFrame:
    """Running units, a row wherever one of these columns changes, indexed by them."""
    group, begins = runs(*(payouts[name].to_numpy() for name in by))
    table = units_by(payouts, group, len(begins)).cumsum(axis=0)
    there = np.bincount(codes(payouts["player"]), minlength=table.shape[1]) > 0
    index = pd.MultiIndex.from_arrays([payouts[name].to_numpy()[begins] for name in by], names=by)
    players = pd.Index(words(payouts["player"]), dtype="str", name="player")
    return pd.DataFrame(table[:, there], index=index, columns=players[there])


def units_by(payouts: pd.DataFrame, group: Ints, groups: int) -> Numbers:
    """The units of each player, by name, in each group of payouts: a row each."""
    size, units = len(words(payouts["player"])), payouts["units"].to_numpy()
    table = np.zeros((groups, size), units.dtype)
    np.add.at(table, (group, codes(payouts["player"])), units)
    return table
