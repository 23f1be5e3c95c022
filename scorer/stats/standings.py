"""The standings, the gaps between players, and running units from record to record and from match to match."""

from collections.abc import Sequence
from typing import Final

import numpy as np
import pandas as pd

from scorer.frames import Frames
from scorer.frames.record_columns import KIND_CODES, Flags, Ints, Numbers
from scorer.language import N_, _, counts, ngettext
from scorer.language.lists_numbers_dates import either
from scorer.rules.kinds import CALLED, CALLING, DEAL_ROLES, DEFENDER, FAILED, MADE, PENALTY, ROLES, SHEET, SIDE, SOLO
from scorer.stats.describe.chance_sentences import half_a_unit_words
from scorer.stats.describe.phrases import ONE_EVENING
from scorer.stats.describe.verdicts import Verdict
from scorer.stats.models.arrays import Floats, categories, codes, is_one_of, ratio, runs, text_column, totals
from scorer.stats.models.covariance import FEWEST, estimates, events_of, pairwise_comparisons, possible_places
from scorer.stats.models.intervals import group_mean_errors, rate_columns
from scorer.stats.tally import CONTRACT_ROLES, DECIDED, Tally, tally
from scorer.text.numbers import MONEY, ORDERS, UNITS, Rows

RECORD: Final = ["on", "match_id", "number"]  # the key of a record
MATCH: Final = RECORD[:2]
TWO: Final = 2  # matches: fewer are one evening
# Of payouts, for the tally, and to tell who won.
WINS: Final = ("matches_won", "races", "races_won")
NOT_APART: Final = N_("No two of these players can be told apart yet: chance alone may have made the order.")
MAY_BE_LUCK: Final = N_("Nobody can be told apart yet: this may be luck.")
HALF_A_UNIT: Final = N_(
    "It takes about {deals} of each, some {evenings}, to find half a unit a deal between two players; in 2 of 10 cases "
    "even more."
)
TOO_FEW: Final = N_(
    "Nothing can be said yet: it takes two players with {fewest} deals each. Where places go by units per match it "
    "takes {fewest} matches each: by units, or by units per deal, more can be told sooner."
)


def standings(frames: Frames, *, min_deals: int = 0, min_matches: int = 0, order: str = ORDERS[0]) -> pd.DataFrame:
    """One row per player with any payout and at least so many deals and matches, the best first, ties by name.

    `order`, one of ORDERS, says what places go by; ties share a place (1, 2, 2, 4). `change` is the place before the
    newest day with a record minus the place now; NaN for a player without a place before. `units_per_match` is NaN
    unless places go by it, or nobody has a deal. `slams_made` are slams of the player's calling side, or of the
    player's side where nobody called, `slams_suffered` slams of the other side. `models.covariance` defines
    `place_first` and `place_last`, among the listed players; `paper_points` are what players have on paper in games
    in which units are the differences of card points written there.
    """
    payouts = frames.payouts
    total, (*won, ended) = tally(payouts), _wins(frames)
    day = payouts["on"].to_numpy()
    before = total - tally(payouts[day == day[-1:]])  # of several tables of one evening none is the newest
    there, place = _placing(total, min_deals, min_matches, order)
    was_there, old_place = _placing(before, min_deals, min_matches, order)
    first, last = _possible_places(frames, total.players, there, order)
    of_match = mean_of_matches(total, wanted=order == "per-match")
    made, failed = total.count(CALLED, [MADE]), total.count(CALLED, [FAILED])
    table = pd.DataFrame(
        {
            "place": place,
            "player": text_column(total.players),
            "change": np.where(was_there, old_place - place, np.nan),
            "matches": total.matches,
            **units_and_calls(total),
            "made": made,
            "failed": failed,
            **rate_columns(made, made + failed, ("success_rate", "success_low", "success_high")),
            "solo": total.count([SOLO]),
            **slam_columns(total),
            "penalties": penalties(frames),
            "units_per_match": of_match,
            **dict(zip(WINS, won, strict=True)),
            **side_columns(total),
            "place_first": first,
            "place_last": last,
            "per_deal_error": deal_errors(frames, total),
            "per_match_error": match_errors(frames, of_match),
            "matches_ended": ended,
            "paper_points": paper_points(frames),
        }
    )
    return table[there].sort_values("place", kind="stable", ignore_index=True)


def standings_verdict(rows: Rows) -> Verdict:
    """The verdict on standings: how many pairs of players can be told apart, and what chance may have made."""
    distinct = sum(row["place_first"] - 1 for row in rows)  # of each player: the others who are surely better
    pairs = len(rows) * (len(rows) - 1) // 2
    if not distinct:
        return Verdict(_(MAY_BE_LUCK), _(NOT_APART)) if pairs else Verdict()
    return _pairs_apart(distinct, pairs).followed_by(
        _(ONE_EVENING) if all(row["matches"] < TWO for row in rows) else ""
    )


def _pairs_apart(distinct: int, pairs: int) -> Verdict:
    """So many of these pairs can be told apart."""
    if distinct == pairs:
        return Verdict.plain(
            ngettext(
                "{count} pair of players can be told apart.", "{count} pairs of players can be told apart.", distinct
            )
        )
    brief = ngettext(
        "{count} pair of players can be told apart; the rest may be luck.",
        "{count} pairs of players can be told apart; the rest may be luck.",
        distinct,
    )
    whole = ngettext(
        "{count} pair of players can be told apart; chance alone may have made the order of all others.",
        "{count} pairs of players can be told apart; chance alone may have made the order of all others.",
        distinct,
    )
    return Verdict(brief, whole)


def left_out_words(players: int, fewest: int, fewest_matches: int) -> str:
    """How many players are not in the standings, and by which minimum."""
    return ngettext(
        "{count} player with fewer than {fewest} is left out.",
        "{count} players with fewer than {fewest} are left out.",
        players,
        fewest=either(counts.deals_and_matches(fewest, fewest_matches)),
    )


def listed_gaps(
    frames: Frames, *, min_deals: int = 0, min_matches: int = 0, order: str = ORDERS[0], measure: str = UNITS
) -> pd.DataFrame:
    """The `gaps` between every two players whom the standings list; the frames are in a measure."""
    counted = tally(frames.payouts)
    there = _named(counted.players, counted.listed(min_deals, min_matches))
    listed = estimates(frames.payouts, order).selected(there)
    if measure == MONEY:
        listed = listed._replace(of_a_unit=listed.of_a_unit * frames.matches["unit_value_cents"].mean())
    gaps = pairwise_comparisons(listed)
    return gaps.assign(found=np.ceil(gaps["found"])) if order == ORDERS[0] else gaps  # as whole as the gap


def gaps_verdict(rows: Rows) -> Verdict:
    """The verdict on gaps: how many pairs of players can be told apart, and what chance may have made."""
    distinct = sum(row["significant"] for row in rows)
    if not rows:
        return Verdict.plain(_(TOO_FEW, fewest=FEWEST))
    half = half_a_unit_words(rows, HALF_A_UNIT)
    if not distinct:
        return Verdict(_(MAY_BE_LUCK), f"{_(NOT_APART)} {half}".rstrip())
    facts = {"number": distinct, "pairs": counts.pairs(len(rows))}
    brief = whole = _("{number} of {pairs} can be told apart.", **facts)
    if distinct < len(rows):
        brief = _("{number} of {pairs} can be told apart; the rest may be luck.", **facts)
        whole = _("{number} of {pairs} can be told apart; chance alone may have made the order of all others.", **facts)
    return Verdict(brief, f"{whole} {half}".rstrip()).followed_by(
        _(ONE_EVENING) if all(row["found"] is None for row in rows) else ""
    )


def placed(payouts: pd.DataFrame, *, min_deals: int = 0, order: str = ORDERS[0]) -> list[tuple[int, str]]:
    """The places and names of the players whom `standings` would list, in its order."""
    counted = tally(payouts)
    there, place = _placing(counted, min_deals, 0, order)
    placed_players = zip(place[there].tolist(), _named(counted.players, there), strict=True)
    return sorted(placed_players, key=lambda entry: entry[0])


def _possible_places(frames: Frames, players: Sequence[str], there: Flags, order: str) -> tuple[Ints, Ints]:
    """The first and the last place that each player could truly have: an entry a player, 1 for players not listed."""
    who = _named(players, there)
    first, last = np.ones((2, len(there)), np.int64)
    first[there], last[there] = possible_places(
        pairwise_comparisons(estimates(frames.payouts, order).selected(who)), who
    )
    return first, last


def deal_errors(frames: Frames, counted: Tally, roles: Sequence[str] = DEAL_ROLES) -> Floats:
    """Standard errors of the mean units of a deal in these roles, an entry a player; those of an evening are alike."""
    return counted.error(roles) * np.sqrt(events_of(frames.payouts, roles).factors)


def match_errors(frames: Frames, means: Numbers) -> Floats:
    """The standard errors of the mean units of a match, an entry a player; NaN where the mean is, and for one match.

    Only what was played in a match counts: penalties and adjustments are not chance. Matches of one evening are alike.
    """
    if np.isnan(means).all():
        return np.full(len(means), np.nan)
    payouts = frames.payouts
    played = is_one_of(payouts["role"], *DEAL_ROLES, SHEET)
    by_match = match_units(payouts.loc[played, [*MATCH, "player", "units"]])
    players = pd.Index(categories(payouts["player"]), dtype="str").get_indexer(pd.Index(by_match["player"]))
    factors = events_of(payouts, (*DEAL_ROLES, SHEET), "match_id").factors
    return group_mean_errors(players, by_match["units"].to_numpy(), len(means)) * np.sqrt(factors)


def units_and_calls(counted: Tally) -> dict[str, Numbers]:
    """The columns from `deals` to the rate of calls."""
    deals, called = counted.count(), counted.count(CALLED)
    return {
        "deals": deals,
        "units": counted.units_in(ROLES),
        "units_per_deal": ratio(counted.units_in(DEAL_ROLES), deals),
        "called": called,
        **rate_columns(called, counted.count(CONTRACT_ROLES), ("call_rate", "call_low", "call_high")),
    }


def side_columns(counted: Tally) -> dict[str, Numbers]:
    """The columns of deals without a caller."""
    won, decided = counted.won([SIDE]), counted.count([SIDE], DECIDED)
    return {
        "side_deals": counted.count([SIDE]),
        "side_wins": won,
        "side_decided": decided,
        **rate_columns(won, decided, ("side_rate", "side_low", "side_high")),
    }


def slam_columns(counted: Tally) -> dict[str, Ints]:
    """The columns of slams."""
    return {
        "slams_made": counted.won((*CALLING, SIDE), slam=True),
        "slams_suffered": counted.lost(DEAL_ROLES, slam=True),
        "slams_defended": counted.won([DEFENDER], slam=True),
    }


def penalties(frames: Frames) -> Ints:
    """The number of penalties in which each player lost units, whatever units are counted in; an entry a player."""
    columns = frames.columns
    records = columns.taken(np.flatnonzero(columns.kind == KIND_CODES[PENALTY]))
    lost = records.paid & (records.recorded < 0)
    return np.bincount(columns.player_codes[records.seats[lost]], minlength=len(columns.players))


def paper_points(frames: Frames) -> Ints:
    """The card points of each player on paper; an entry a player, 0 in games in which none are written."""
    columns = frames.columns
    player = columns.player_codes[columns.seats[columns.paid]]
    return np.bincount(player, frames.paper_points, len(columns.players)).astype(np.int64)


def _named(players: Sequence[str], there: Flags) -> list[str]:
    return [player for player, is_there in zip(players, there.tolist(), strict=True) if is_there]


def _placing(counted: Tally, min_deals: int, min_matches: int, order: str) -> tuple[Flags, Ints]:
    """Which players have a place, and the place of each; the places of the others mean nothing. An entry a player."""
    there = counted.listed(min_deals, min_matches)
    figure = {
        "units": counted.units_in(ROLES),
        "per-deal": ratio(counted.units_in(DEAL_ROLES), counted.count()),
        "per-match": ratio(counted.units_in(ROLES), counted.matches),
    }[order]
    known = np.where(np.isnan(figure), -np.inf, figure)  # a player without a figure comes last
    listed = pd.Series(np.where(there, known, np.nan))
    place = listed.rank(method="min", ascending=False, na_option="bottom").to_numpy()
    return there, place.astype(np.int64)


def mean_of_matches(counted: Tally, *, wanted: bool = False) -> Numbers:
    """The mean units of a match of each player; NaN where it is not `wanted` and anybody has a deal."""
    none_has_deals = not counted.count().any()
    matches = counted.matches if wanted or none_has_deals else np.zeros(len(counted.matches))
    return ratio(counted.units_in(ROLES), matches)


def _wins(frames: Frames) -> Ints:
    """The WINS of the payouts, and the matches that ended: a row each, a column a player.

    Everybody who leads a finished match has won it, unless all players have the same. A race is a finished match in
    which somebody reached what was agreed; of a paper sheet only units are known. A player needs a deal or a sheet in a
    match. What counts for the lead of a match decides, whatever units are counted in.
    """
    matches, payouts = frames.matches, frames.payouts
    player, played = codes(payouts["player"]), is_one_of(payouts["role"], *DEAL_ROLES, SHEET)
    match, begins = runs(payouts["match_id"].to_numpy())
    size = len(begins), len(categories(payouts["player"]))
    place, cells = match * size[1] + player, size[0] * size[1]
    units = totals(place, frames.lead, cells).reshape(size)
    there, took_part = (np.bincount(at, minlength=cells).reshape(size) > 0 for at in (place, place[played]))
    row = pd.Index(matches["match_id"]).get_indexer(payouts["match_id"].to_numpy()[begins])
    finished, agreed = matches["finished"].to_numpy()[row], matches["race"].to_numpy()[row]
    most = np.where(there, units, -np.inf).max(axis=1, initial=-np.inf)
    fewest = np.where(there, units, np.inf).min(axis=1, initial=np.inf)
    won = took_part & there & (units == most[:, None]) & (finished & (most > fewest))[:, None]
    raced = (finished & (agreed > 0) & (most >= agreed))[:, None]
    counted = won, took_part & raced, won & raced, took_part & finished[:, None]
    return np.stack([matches.sum(axis=0) for matches in counted])


def running(payouts: pd.DataFrame) -> pd.DataFrame:
    """A row per record, indexed by on, match_id, number; a column per player by name: running units after it."""
    return _running(payouts, RECORD)


def running_in_matches(payouts: pd.DataFrame, newest: int) -> tuple[dict[int, dict[str, list[float]]], int]:
    """Running units within each of so many `newest` matches, by id, then by player; and how many matches are older.

    A player has an entry for each record of the match, from the first on.
    """
    _match, begins = runs(payouts["match_id"].to_numpy())
    ends, lines = [*begins[1:].tolist(), len(payouts)], dict[int, dict[str, list[float]]]()
    columns, names = payouts[["match_id", "number", "player", "units"]], categories(payouts["player"])
    for begin, end in list(zip(begins.tolist(), ends, strict=True))[-newest:]:
        of_match = columns[begin:end]
        record, first = runs(of_match["number"].to_numpy())
        units = units_by(of_match, record, len(first)).cumsum(axis=0)
        there = np.unique(codes(of_match["player"])).tolist()
        lines[int(of_match["match_id"].iloc[0])] = {names[player]: units[:, player].tolist() for player in there}
    return lines, len(begins) - len(lines)


def running_by_evening(payouts: pd.DataFrame) -> pd.DataFrame:
    """A row per day, indexed by on; a column per player by name: running units after it.

    NaN on a day on which a player has no units: an absent player keeps the running units, without a point on that day.
    """
    table = _running(payouts, MATCH[:1])
    day, begins = runs(payouts["on"].to_numpy())
    there = np.zeros((len(begins), len(categories(payouts["player"]))), bool)
    there[day, codes(payouts["player"])] = True
    on = table.index.get_level_values("on")
    return table.set_axis(on).astype(np.float64).where(there[:, there.any(axis=0)])


def match_units(payouts: pd.DataFrame) -> pd.DataFrame:
    """`on, match_id, player, units, running`: a row for each match of each player, by match, then by name.

    `units` are the units of that match, `running` the sum of all until then.
    """
    return units_in_groups(payouts, MATCH, np.ones(len(payouts), bool))


def units_in_groups(payouts: pd.DataFrame, by: Sequence[str], sat: Flags) -> pd.DataFrame:
    """The columns of `match_units` for each group of payouts, which begins wherever one of the columns `by` changes.

    Only players who `sat` in a group have a row, with all their units of it. `match_id` is the last match in which the
    player sat.
    """
    group, begins = runs(*(payouts[name].to_numpy() for name in by))
    players, code = categories(payouts["player"]), codes(payouts["player"])
    units = units_by(payouts, group, len(begins))
    last_row = np.full(units.shape, -1)
    last_row[group[sat], code[sat]] = np.flatnonzero(sat)  # of several the last
    row, player = np.nonzero(last_row >= 0)
    last = last_row[row, player]
    return pd.DataFrame(
        {
            **{name: payouts[name].to_numpy()[last] for name in MATCH},
            "player": text_column([players[at] for at in player.tolist()]),
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
    players = pd.Index(categories(payouts["player"]), dtype="str", name="player")
    return pd.DataFrame(table[:, there], index=index, columns=players[there])


def units_by(payouts: pd.DataFrame, group: Ints, groups: int) -> Numbers:
    """The units of the players in groups of payouts: a row a group, a column a player."""
    size, units = len(categories(payouts["player"])), payouts["units"].to_numpy()
    table = np.zeros((groups, size), units.dtype)
    np.add.at(table, (group, codes(payouts["player"])), units)
    return table
