"""Who stands where; and units as they ran, from record to record and from match to match."""

from collections.abc import Sequence
from operator import add
from typing import NamedTuple

import numpy as np
import pandas as pd

from scorer.frames.columns import Flags, Ints, Numbers
from scorer.rules.kinds import CALLED, CALLING, DEAL_ROLES, DEFENDER, FAILED, MADE, PENALTY, ROLES, SHEET, SIDE, SOLO
from scorer.stats.spread import gaps, mean_error, possible_places, spread_of, sums_of
from scorer.stats.tallies import (
    CONTRACT_ROLES,
    DECIDED,
    Blocks,
    Floats,
    Tally,
    blocks_of,
    codes,
    is_one_of,
    rate_columns,
    ratio,
    runs,
    tally,
    texts,
    totals,
    words,
)
from scorer.text.numbers import ORDERS

CALL_RATE = ("call_rate", "call_low", "call_high")
RECORD = ["on", "match_id", "number"]  # what tells records apart, in their order
MATCH = RECORD[:2]
SUCCESS_RATE = ("success_rate", "success_low", "success_high")
SIDE_RATE = ("side_rate", "side_low", "side_high")


# The columns of payouts that standings are made of.
STANDING_COLUMNS = ("match_id", "on", "player", "role", "outcome", "slam", "units", "won", "penalized")


def standings(
    payouts: pd.DataFrame,
    *,
    min_deals: int = 0,
    min_matches: int = 0,
    order: str = ORDERS[0],
    penalized: Flags | None = None,
) -> pd.DataFrame:
    """One row per player with any payout and at least `min_deals` and `min_matches`, the best first, ties by name.

    `place` by what `order`, one of ORDERS, says: units, or units per deal or match; ties share a place (1, 2, 2, 4).
    `change` is the place before the newest day with a record minus the place now, positive for who moved up; NaN for
    who had none and while there is one day.
    `matches` are those with a deal or a paper sheet of the player. `units` include penalties, adjustments and sheets,
    `units_per_deal` do not (NaN without deals). `called` are deals as caller, solo or not; `call_rate` is of the deals
    in which somebody called.
    `made`, `failed`, `success_rate` are of deals called; `solo` deals called and played alone. `slams_made` are those
    of the player's calling side, or side where nobody called, `slams_defended` those of the defenders,
    `slams_suffered` those of the other side. `side_deals` are those without a caller, `side_wins` of them those that
    the player's side won, `side_decided` those that any side won, and `side_rate` is wins of decided.
    `units_per_match` is their mean, penalties and all: where places go by it, or nobody has a deal, else NaN.
    `penalties` are those in which the player lost units: the rows that are `penalized`, as the frames say of payouts
    that are counted by a measure; None: by the units that are here.
    `place_first` and `place_last` are the places that the player could truly have among those listed, as
    `scorer.stats.spread` defines them; `per_deal_error` and `per_match_error` the standard errors of the two means.
    """
    lost = penalties_of(payouts) if penalized is None else penalized
    blocks = blocks_of(payouts.assign(penalized=lost))
    return standings_of(blocks, min_deals=min_deals, min_matches=min_matches, order=order)


def standings_of(blocks: Blocks, *, min_deals: int, min_matches: int, order: str) -> pd.DataFrame:
    """The same of payouts in blocks, which have a column `penalized`."""
    total = None
    for block in blocks(*STANDING_COLUMNS):
        counted = _counted(block)
        total = _Counted(*map(add, total, counted)) if total else counted
    assert total is not None  # there is a block even of nothing
    now, matches, penalties, of_deals = total
    day = block["on"].to_numpy()
    newest = _counted(block[day == day[-1:]])  # of several tables of one evening none is the newest
    there, place = _places(now, matches, min_deals, min_matches, order)
    first, last = _possible(blocks, now.players, there, order)
    before = now - newest.tally, matches - newest.matches
    was_there, old_place = _places(*before, min_deals, min_matches, order)
    of_match = mean_of_matches(now, matches, wanted=order == "per-match")
    made, failed = now.count(CALLED, [MADE]), now.count(CALLED, [FAILED])
    table = pd.DataFrame(
        {
            "place": place,
            "player": texts(now.players),
            "change": np.where(was_there, old_place - place, np.nan),
            "matches": matches,
            **units_and_calls(now),
            "made": made,
            "failed": failed,
            **rate_columns(made, made + failed, SUCCESS_RATE),
            "solo": now.count([SOLO]),
            **slams(now),
            "penalties": penalties,
            "units_per_match": of_match,
            **of_sides(now),
            "place_first": first,
            "place_last": last,
            "per_deal_error": mean_error(*of_deals),
            "per_match_error": match_errors(blocks, of_match),
        }
    )
    return table[there].sort_values("place", kind="stable", ignore_index=True)


class _Counted(NamedTuple):
    """What adds up from day to day, by player: `of_deals` are the sums of which the error of a deal is made."""

    tally: Tally
    matches: Ints
    penalties: Ints
    of_deals: Floats


def _counted(payouts: pd.DataFrame) -> _Counted:
    of = tally(payouts)
    penalties = _penalties(payouts, payouts["penalized"].to_numpy())
    return _Counted(of, matches_played(payouts), penalties, _deal_sums(payouts, DEAL_ROLES))


def placed(payouts: pd.DataFrame, *, min_deals: int = 0, order: str = ORDERS[0]) -> list[tuple[int, str]]:
    """The place and the name of everybody whom `standings` would list, in its order, and nothing besides."""
    of = tally(payouts)
    there, place = _places(of, matches_played(payouts), min_deals, 0, order)
    found = zip(place[there].tolist(), _named(of.players, there), strict=True)
    return sorted(found, key=lambda each: each[0])


def _possible(blocks: Blocks, players: Sequence[str], there: Flags, order: str) -> tuple[Ints, Ints]:
    """The first and the last place that each player who is there could truly have; of no meaning for others."""
    who = _named(players, there)
    first, last = np.ones((2, len(there)), np.int64)
    first[there], last[there] = possible_places(gaps(spread_of(blocks, order).of(who)), who)
    return first, last


def deal_errors(payouts: pd.DataFrame, roles: Sequence[str] = DEAL_ROLES) -> Floats:
    """The standard error of each player's mean units of a deal, of those in these roles; NaN for fewer than two."""
    return mean_error(*_deal_sums(payouts, roles))


def _deal_sums(payouts: pd.DataFrame, roles: Sequence[str]) -> Floats:
    """The sums of which those errors are made."""
    played, names = is_one_of(payouts["role"], *roles), words(payouts["player"])
    return sums_of(codes(payouts["player"])[played], payouts["units"].to_numpy()[played], len(names))


def match_errors(blocks: Blocks, means: Numbers) -> Floats:
    """The standard errors of these mean units of a match; NaN where the mean is, and for fewer than two matches.

    Of the `matches` of `standings`, and of what was played in them: penalties and adjustments are no chance.
    """
    if np.isnan(means).all():
        return np.full(len(means), np.nan)
    sums = []
    for block in blocks(*MATCH, "player", "role", "units"):
        played = is_one_of(block["role"], *DEAL_ROLES, SHEET)
        of = match_units(block.loc[played, [*MATCH, "player", "units"]])
        names = words(block["player"])
        player = pd.Index(names, dtype="str").get_indexer(pd.Index(of["player"]))
        sums.append(sums_of(player, of["units"].to_numpy(), len(names)))
    return mean_error(*np.sum(sums, axis=0))


def units_and_calls(of: Tally) -> dict[str, Numbers]:
    """The columns from `deals` to the rate of calls, as `standings` defines them."""
    deals, called = of.count(), of.count(CALLED)
    return {
        "deals": deals,
        "units": of.units_in(ROLES),
        "units_per_deal": ratio(of.units_in(DEAL_ROLES), deals),
        "called": called,
        **rate_columns(called, of.count(CONTRACT_ROLES), CALL_RATE),
    }


def of_sides(of: Tally) -> dict[str, Numbers]:
    """The columns of deals without a caller, as `standings` defines them."""
    wins, decided = of.won([SIDE]), of.count([SIDE], DECIDED)
    return {
        "side_deals": of.count([SIDE]),
        "side_wins": wins,
        "side_decided": decided,
        **rate_columns(wins, decided, SIDE_RATE),
    }


def slams_and_penalties(payouts: pd.DataFrame, penalized: Flags | None = None) -> dict[str, Ints]:
    """The columns of slams and penalties, as `standings` defines them."""
    lost = penalties_of(payouts) if penalized is None else penalized
    return {**slams(tally(payouts)), "penalties": _penalties(payouts, lost)}


def slams(of: Tally) -> dict[str, Ints]:
    """The columns of slams, as `standings` defines them."""
    return {
        "slams_made": of.won((*CALLING, SIDE), slam=True),
        "slams_suffered": of.lost(DEAL_ROLES, slam=True),
        "slams_defended": of.won([DEFENDER], slam=True),
    }


def penalties_of(payouts: pd.DataFrame) -> Flags:
    """Which rows are penalties in which the player lost units, by the units that are here."""
    return np.asarray(is_one_of(payouts["role"], PENALTY) & (payouts["units"].to_numpy() < 0))


def _penalties(payouts: pd.DataFrame, penalized: Flags) -> Ints:
    return np.bincount(codes(payouts["player"])[penalized], minlength=len(words(payouts["player"])))


def players_listed(payouts: pd.DataFrame, min_deals: int = 0, min_matches: int = 0) -> list[str]:
    """Whom the standings list, by name."""
    of = tally(payouts)
    return _named(of.players, _has_a_place(of, matches_played(payouts), min_deals, min_matches))


def _has_a_place(of: Tally, matches: Ints, min_deals: int, min_matches: int) -> Flags:
    return of.there & (of.count() >= min_deals) & (matches >= min_matches)


def _named(players: Sequence[str], there: Flags) -> list[str]:
    return [player for player, is_there in zip(players, there.tolist(), strict=True) if is_there]


def _places(of: Tally, matches: Ints, min_deals: int, min_matches: int, order: str) -> tuple[Flags, Ints]:
    """Who has a place at all, and the place of each player among those; of no meaning for the others."""
    deals, there = of.count(), _has_a_place(of, matches, min_deals, min_matches)
    figure = {
        "units": of.units_in(ROLES),
        "per-deal": ratio(of.units_in(DEAL_ROLES), deals),
        "per-match": ratio(of.units_in(ROLES), matches),
    }[order]
    last = np.where(np.isnan(figure), -np.inf, figure)  # who has no figure comes last
    among = pd.Series(np.where(there, last, np.nan))
    place = among.rank(method="min", ascending=False, na_option="bottom").to_numpy()
    return there, place.astype(np.int64)


def mean_of_matches(of: Tally, matches: Ints, *, wanted: bool = False) -> Numbers:
    """The mean units of a match of each player; NaN where it is not `wanted` and anybody has a deal."""
    return ratio(of.units_in(ROLES), matches if wanted or not of.count().any() else np.zeros(len(matches)))


def matches_played(payouts: pd.DataFrame) -> Ints:
    """The number of matches in which each player played a deal or stands on a paper sheet."""
    played = is_one_of(payouts["role"], *DEAL_ROLES, SHEET)
    match, begins = runs(payouts["match_id"].to_numpy())
    met = np.zeros((len(words(payouts["player"])), len(begins)), bool)
    met[codes(payouts["player"])[played], match[played]] = True
    return np.asarray(met.sum(axis=1))


def wins(matches: pd.DataFrame, payouts: pd.DataFrame, lead: Ints | None = None) -> pd.DataFrame:
    """`player, matches_won, races, races_won`: a row for every player in the payouts, by name.

    A match is won by whoever leads when it is finished, by each of those who share the lead; an open one is not, nor
    is one that left everybody alike. A race is a finished match in which somebody reached what was agreed, which a
    paper sheet tells of units alone. Counted are the `matches` of `standings`. `lead` is what counts for the lead, as
    the frames say, whatever the payouts are measured by; None: the units that are here.
    """
    player, played = codes(payouts["player"]), is_one_of(payouts["role"], *DEAL_ROLES, SHEET)
    match, begins = runs(payouts["match_id"].to_numpy())
    size = len(begins), len(words(payouts["player"]))
    place, cells = match * size[1] + player, size[0] * size[1]
    units = totals(place, payouts["units"].to_numpy() if lead is None else lead, cells).reshape(size)
    there, mine = (np.bincount(at, minlength=cells).reshape(size) > 0 for at in (place, place[played]))
    row = pd.Index(matches["match_id"]).get_indexer(payouts["match_id"].to_numpy()[begins])
    finished, agreed = matches["finished"].to_numpy()[row], matches["race"].to_numpy()[row]
    most = np.where(there, units, -np.inf).max(axis=1, initial=-np.inf)
    fewest = np.where(there, units, np.inf).min(axis=1, initial=np.inf)
    won = mine & there & (units == most[:, None]) & (finished & (most > fewest))[:, None]
    raced = (finished & (agreed > 0) & (most >= agreed))[:, None]
    return pd.DataFrame(
        {
            "player": texts(words(payouts["player"])),
            "matches_won": won.sum(axis=0),
            "races": (mine & raced).sum(axis=0),
            "races_won": (won & raced).sum(axis=0),
        }
    )


def wins_of(matches: pd.DataFrame, blocks: Blocks) -> pd.DataFrame:
    """The same of payouts in blocks, which have a column `lead`."""
    found = [wins(matches, block, block["lead"].to_numpy()) for block in blocks("match_id", "player", "role", "lead")]
    return pd.concat(found).groupby("player", sort=False, as_index=False).sum()


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
    match, begins = runs(*(payouts[name].to_numpy() for name in MATCH))
    players = words(payouts["player"])
    units = _table(payouts, match, len(begins))
    there = np.zeros(units.shape, bool)
    there[match, codes(payouts["player"])] = True
    row, player = np.nonzero(there)
    first = begins[row]
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
    group, begins = runs(*(payouts[name].to_numpy() for name in by))
    table = _table(payouts, group, len(begins)).cumsum(axis=0)
    there = np.bincount(codes(payouts["player"]), minlength=table.shape[1]) > 0
    index = pd.MultiIndex.from_arrays([payouts[name].to_numpy()[begins] for name in by], names=by)
    players = pd.Index(words(payouts["player"]), dtype="str", name="player")
    return pd.DataFrame(table[:, there], index=index, columns=players[there])


def _table(payouts: pd.DataFrame, group: Ints, groups: int) -> Numbers:
    size, units = len(words(payouts["player"])), payouts["units"].to_numpy()
    table = np.zeros((groups, size), units.dtype)
    np.add.at(table, (group, codes(payouts["player"])), units)
    return table
