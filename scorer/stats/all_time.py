"""Records of all time: the longest runs, the biggest deals and evenings, the closest finishes, with their days."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from math import erf, sqrt
from typing import Any, Final

import numpy as np
import pandas as pd

from scorer.frames import Frames
from scorer.frames.building import ABOVE_ALL
from scorer.frames.record_columns import Flags, Ints
from scorer.language import N_, _, counts, ngettext
from scorer.language.lists_numbers_dates import number
from scorer.rules.cards import bid_shown
from scorer.rules.ending import RACES
from scorer.rules.kinds import DEAL_ROLES, MADE, SHEET
from scorer.stats.describe.verdicts import Verdict
from scorer.stats.evenings import evenings
from scorer.stats.models.arrays import Floats, categories, codes, is_one_of, runs
from scorer.stats.on_one_side import on_one_side
from scorer.stats.standings import slam_columns
from scorer.stats.tally import tally, won_or_lost
from scorer.text.deals_left_words import race_words
from scorer.text.numbers import Counting, Row, Rows

REMEMBERED: Final = (  # records, with their sentences without what chance alone makes, and with it
    (
        "greatest evening",
        N_("{player} had the greatest evening, {amount}."),
        N_("{player} had the greatest evening, {amount}; chance alone makes about {by_chance}."),
    ),
    (
        "won in a row",
        N_("{player} won {amount} in a row."),
        N_("{player} won {amount} in a row; chance alone makes about {by_chance}."),
    ),
)
HIGHEST_BID: Final = "highest bid made"
SIGNED: Final = ("greatest evening", "darkest evening", "biggest deal")
COUNTED_WORDS: Final[dict[str, Callable[[float], str]]] = {  # by what a record counts
    "deals": counts.deals,
    "slams": lambda count: ngettext("{count} slam", "{count} slams", count),
    **{kind.counts: partial(race_words, race) for race, kind in RACES.items()},
}
FEWEST_TRIES: Final = 50  # deals of all players together for which a longest run by chance is given
FEWEST_EVENINGS: Final = 10  # evenings of players for which a greatest one by chance is given
DEVIATIONS: Final = 8.0  # standard deviations; beyond them the chance is taken for 0
_TYPES: Final[dict[str, Any]] = {
    "record": "str", "player": "str", "amount": np.int64, "counts": "str", "by_chance": np.float64, "bid": "str",
    "other": "str", "since": "datetime64[s]", "on": "datetime64[s]", "match": "str", "match_id": np.float64,
}  # fmt: skip
_NOTHING: Final[Row] = {name: "" if kind == "str" else None for name, kind in _TYPES.items()}


def all_time(frames: Frames) -> pd.DataFrame:
    """A row per record and holder. The frames are of one payout table, with units as they were recorded.

    * `won in a row`, `lost in a row`: most deals of a player one after another; a run skips resting and redeals, goes
      on across matches, and ends with an even deal or a paper sheet;
    * `greatest evening`, `darkest evening`: most and fewest units of a player on a day;
    * `biggest deal`: most units that a deal brought somebody;
    * `highest bid made`: by card points to make, then by the order of the auction;
    * `most slams`: of the player's calling side, or the player's side where nobody called; a row for everybody with as
      many;
    * `closest finish`: the finished match that was won by least; the winner, and the `other` who came next. Only
      partners may share the first place;
    * `biggest comeback`: the furthest that a winner was behind in a match; the `other` led then. The course of a match
      with a paper sheet is not known.

    The earliest of several equal records counts, then the first by name. `by_chance` (`longest_by_chance`,
    `most_by_chance`) is rounded; NaN of other records than runs and evenings. A record that nobody has has no row.
    """
    rows = [*_in_a_row(frames.payouts), *_evenings(frames.payouts), *_deals(frames), *_slams(frames)]
    names = dict(zip(frames.matches["match_id"].tolist(), frames.matches["match"].tolist(), strict=True))
    rows = [_NOTHING | row | {"match": names.get(row.get("match_id"), "")} for row in (*rows, *_finishes(frames))]
    return pd.DataFrame(rows, columns=list(_NOTHING)).astype(_TYPES)


def bare_amount(row: Mapping[str, Any], units: Counting) -> str:
    """The amount of a record without what it counts: `8`, `+38`; a bid as it is written."""
    if row["record"] in SIGNED:
        return units.total(row["amount"])
    return str(bid_shown(row["bid"], units.pack) if row["record"] == HIGHEST_BID else row["amount"])


def how_much(name: str, row: Mapping[str, Any], units: Counting) -> str:
    """The amount of a record: `8 deals`, `+38 units`, `by 1 unit`, `11 units behind`; a bid as it is written."""
    many, record = row[name], row["record"]
    if record in SIGNED:
        return units.with_unit(many)
    if record == HIGHEST_BID:
        return bid_shown(row["bid"], units.pack)
    amount = COUNTED_WORDS[row["counts"]](many)
    if record == "closest finish":
        return _("by {amount}", amount=amount)
    if record == "biggest comeback":
        return _("{amount} behind", amount=amount)
    return amount


def by_chance_words(name: str, row: Mapping[str, Any], units: Counting) -> str:
    """What chance alone makes of a record: `9` deals, or `+24` units of an evening."""
    many, style = row[name], units.style
    if row["record"] in SIGNED:
        return units.total(many)
    return style.nothing if many is None else number(many, thousands=bool(style.thousands))


def records_verdict(rows: Rows) -> Verdict:
    """The greatest evening and the longest run, each beside what chance alone makes."""
    by_record = {row["record"]: row for row in reversed(rows)}
    sentences = []
    for record, alone, by_chance in REMEMBERED:
        if (row := by_record.get(record)) is None:
            continue
        facts = {"player": row["player"], "amount": how_much("amount", row, Counting())}
        if row["by_chance"] is None:
            sentences.append(_(alone, **facts))
        else:
            sentences.append(_(by_chance, **facts, by_chance=by_chance_words("by_chance", row, Counting())))
    brief = _("Somebody always holds a record: this may be luck.") if sentences else ""
    return Verdict(brief, " ".join(sentences))


def longest_by_chance(tries: Ints, share: float) -> float:
    """The mean length of the longest run of successes, of players with so many `tries` each and one chance of success.

    The sum over all k of the chance that some run has length k or more: 1 - exp(-mean number of such runs), as if runs
    began independently (Arratia, Goldstein and Gordon 1990). A run ends with the tries of its player. NaN for fewer
    than FEWEST_TRIES tries in all, and for a chance of 0 or 1.
    """
    if not 0 < share < 1 or tries.sum() < FEWEST_TRIES:
        return np.nan
    size, many = np.unique(tries, return_counts=True)
    most = min(int(size.max()), int(np.log(1e9 * tries.sum()) / -np.log(share)) + 1)  # longer ones hardly ever begin
    length = np.arange(1, most + 1)[:, None]
    begins = np.where(size >= length, 1 + (size - length) * (1 - share), 0) @ many * share ** length[:, 0]
    return float((1 - np.exp(-begins)).sum())


def most_by_chance(errors: Floats) -> float:
    """The mean of the greatest of several normal variables about 0, by their standard deviations.

    It is the integral over x > 0 of the chance that the greatest exceeds x. NaN for fewer than FEWEST_EVENINGS, of
    which the players of one evening, who win from each other, are too large a part.
    """
    size, many = np.unique(np.rint(4 * errors[errors > 0]) / 4, return_counts=True)
    if many.sum() < FEWEST_EVENINGS or not size.max():
        return np.nan
    steps, normal = np.linspace(0, DEVIATIONS * size.max(), 2000), np.linspace(0, DEVIATIONS, 800)
    log_below = np.log([(1 + erf(deviation / sqrt(2))) / 2 for deviation in normal.tolist()])
    all_below = sum(
        count * np.interp(steps / max(deviation, 1 / 4), normal, log_below)
        for deviation, count in zip(size, many, strict=True)
    )
    return float((1 - np.exp(all_below)).sum() * steps[1])


def _in_a_row(payouts: pd.DataFrame) -> Iterator[Row]:
    """The longest runs of deals won and of deals lost; a paper sheet hides deals and so ends a run."""
    played = np.flatnonzero(is_one_of(payouts["role"], *DEAL_ROLES, SHEET))
    player = codes(payouts["player"])[played]
    ended = won_or_lost(payouts)[played]
    deals = is_one_of(payouts["role"], *DEAL_ROLES)[played]
    deal, _begins = runs(payouts["match_id"].to_numpy()[played], payouts["number"].to_numpy()[played])
    by_player = np.argsort(player, kind="stable")
    _run, begins = runs(player[by_player], ended[by_player])
    ends = np.append(begins[1:], len(by_player)) - 1
    for wanted, record in ((1, "won in a row"), (-1, "lost in a row")):
        of_kind = np.flatnonzero(ended[by_player[begins]] == wanted) if len(by_player) else begins
        if not len(of_kind):
            continue
        length, last = ends[of_kind] - begins[of_kind] + 1, deal[by_player[ends[of_kind]]]
        at = of_kind[np.lexsort((player[by_player[ends[of_kind]]], last, -length))[0]]
        first, end = played[by_player[begins[at]]], played[by_player[ends[at]]]
        yield {
            "record": record,
            "amount": int(ends[at] - begins[at] + 1),
            "counts": "deals",
            "by_chance": np.rint(longest_by_chance(np.bincount(player[deals]), float((ended[deals] == wanted).mean()))),
            "since": payouts["on"].to_numpy()[first],
            **_at(payouts, int(end)),
        }


def _at(payouts: pd.DataFrame, row: int) -> Row:
    """The player, the day and the match of a row of the payouts."""
    return {
        "player": str(payouts["player"].iloc[row]),
        "on": payouts["on"].iloc[row],
        "match_id": int(payouts["match_id"].iloc[row]),
    }


def _evenings(payouts: pd.DataFrame) -> Iterator[Row]:
    table = evenings(payouts)
    units = table["units"].to_numpy()
    by_chance = np.rint(most_by_chance(_errors(payouts)))
    for record, sign in (("greatest evening", 1), ("darkest evening", -1)):
        if len(units) and (units * sign).max() > 0:
            at = int((units * sign).argmax())
            yield {
                "record": record,
                "amount": units[at],
                "counts": "units",
                "by_chance": sign * by_chance,
                **_at(table, at),
            }


def _errors(payouts: pd.DataFrame) -> Floats:
    """The standard deviation of the units of each evening of each player, if anybody might have got any payout."""
    rows = np.flatnonzero(is_one_of(payouts["role"], *DEAL_ROLES, SHEET))
    record, _begins = runs(payouts["match_id"].to_numpy()[rows], payouts["number"].to_numpy()[rows])
    day, _begins = runs(payouts["on"].to_numpy()[rows])
    square = np.bincount(record, payouts["units"].to_numpy()[rows].astype(np.float64) ** 2) / np.bincount(record)
    whose = day * len(categories(payouts["player"])) + codes(payouts["player"])[rows]
    return np.asarray(np.sqrt(np.bincount(whose, square[record])))


def _deals(frames: Frames) -> Iterator[Row]:
    """The biggest deal, and the highest bid made."""
    payouts, deals = frames.payouts, frames.deals
    gained = np.where(is_one_of(payouts["role"], *DEAL_ROLES), payouts["units"].to_numpy(), 0)
    if gained.max(initial=0) > 0:
        most = np.flatnonzero(gained == gained.max())
        most = most[payouts["deal_id"].to_numpy()[most] == payouts["deal_id"].iloc[most[0]]]
        at = int(most[codes(payouts["player"])[most].argmin()])  # of equals in a deal the first by name
        bid = deals["bid"][deals["deal_id"] == payouts["deal_id"].iloc[at]].dropna().astype(str).tolist()
        where = {"bid": bid[0] if bid else "", **_at(payouts, at)}
        yield {"record": "biggest deal", "amount": gained[at], "counts": "units", **where}
    made = np.flatnonzero(is_one_of(deals["outcome"], MADE) & (codes(deals["bid"]) >= 0))
    if len(made):
        highest = deals.iloc[made[np.lexsort((made, -codes(deals["bid"])[made], -deals["target"].to_numpy()[made]))[0]]]
        yield {
            "record": HIGHEST_BID,
            "amount": highest["target"],
            "counts": "card points",
            "bid": str(highest["bid"]),
            "player": str(highest["caller"]),
            "on": highest["on"],
            "match_id": highest["match_id"],
        }


def _slams(frames: Frames) -> Iterator[Row]:
    made = slam_columns(tally(frames.payouts))["slams_made"]
    most = int(made.max(initial=0))
    for player in np.flatnonzero(made == most).tolist() if most else ():
        yield {
            "record": "most slams",
            "player": categories(frames.payouts["player"])[player],
            "amount": most,
            "counts": "slams",
        }


def _courses(payouts: pd.DataFrame, lead: Ints) -> tuple[Ints, Ints, Ints, Ints, Flags]:
    """The course of every match, by what counts for the lead; there has to be a match.

    * what everybody has after each record: a row a record, a column a player of its match, by name; -ABOVE_ALL in
      columns without a player;
    * the match of each record, the first record of each match, and its first row in the payouts;
    * which players are in each match: a row a match, a column a player of all.
    """
    match, begins = runs(payouts["match_id"].to_numpy())
    player = codes(payouts["player"])
    met = np.zeros((len(begins), len(categories(payouts["player"]))), bool)
    met[match, player] = True
    seats, size = np.cumsum(met, axis=1) - 1, met.sum(axis=1)
    record, first = runs(match, payouts["number"].to_numpy())
    brought = np.zeros((len(first), int(size.max())), np.int64)
    brought[record, seats[match, player]] = lead
    after, starts, of_record = brought.cumsum(axis=0), record[begins], match[first]
    before = (after - brought)[starts]
    there = np.arange(brought.shape[1]) < size[:, None]
    return np.where(there[of_record], after - before[of_record], -ABOVE_ALL), of_record, starts, begins, met


def _alone(frames: Frames, winner: Flags, met: Flags) -> Flags:
    """Whether those in front of each match are one player, or were on one side all the time; tables of `_courses`."""
    ids = frames.payouts["match_id"].unique()
    match, player = np.nonzero(met)
    first = winner[np.arange(winner.shape[1]) < met.sum(axis=1)[:, None]]
    several = (winner.sum(axis=1) > 1)[match] & first
    people = np.array(categories(frames.payouts["player"]), str)
    together = pd.DataFrame({"match_id": ids[match[several]], "player": people[player[several]]})
    alone: Flags = (winner.sum(axis=1) == 1) | np.isin(ids, list(on_one_side(frames, together)))
    return alone


def _finishes(frames: Frames) -> Iterator[Row]:
    """The closest finish and the biggest comeback."""
    payouts, matches = frames.payouts, frames.matches
    if payouts.empty:
        return
    after, match, starts, begins, met = _courses(payouts, frames.lead)
    final = after[np.append(starts[1:], len(after)) - 1]
    most = final.max(axis=1)
    second = np.where(final < most[:, None], final, -ABOVE_ALL).max(axis=1)
    winner = final == most[:, None]
    row = pd.Index(matches["match_id"]).get_indexer(payouts["match_id"].to_numpy()[begins])
    alone = _alone(frames, winner, met)
    judged = is_one_of(matches["led_by"], *RACES)[row] & (most < ABOVE_ALL) & (second > -ABOVE_ALL)
    sat = is_one_of(payouts["role"], *DEAL_ROLES, SHEET)  # a player with nothing but an adjustment did not sit there
    won = matches["finished"].to_numpy()[row] & alone & judged & np.logical_or.reduceat(sat, begins)
    by = np.where(won, most - second, ABOVE_ALL)
    behind = after.max(axis=1) - after[np.arange(len(after)), winner.argmax(axis=1)[match]]
    on_paper = np.logical_or.reduceat(is_one_of(payouts["role"], SHEET), begins)
    furthest = np.where(won & ~on_paper, np.maximum.reduceat(behind, starts), 0)
    closest, comeback = int(by.argmin()), int(furthest.argmax())
    then = after[(match == comeback) & (behind == furthest[comeback])][:1].ravel()
    records = []
    if won.any():
        records.append(("closest finish", closest, by[closest], final[closest] == second[closest]))
    if furthest[comeback]:
        records.append(("biggest comeback", comeback, furthest[comeback], then == then.max()))
    for name, at, amount, others in records:
        people = [categories(payouts["player"])[code] for code in np.flatnonzero(met[at]).tolist()]
        where = payouts.iloc[int(begins[at])]
        counts = RACES[str(matches["led_by"].iloc[int(row[at])])].counts
        for place in np.flatnonzero(winner[at]).tolist():
            yield {
                "record": name, "amount": amount, "counts": counts, "player": people[place],
                "other": people[int(others.argmax())], "on": where["on"], "match_id": int(where["match_id"]),
            }  # fmt: skip
