"""Records of all time: the longest runs, the biggest deals and evenings, the closest finishes, with their days."""

from collections.abc import Iterator, Mapping
from math import erf, sqrt
from typing import Any, Final

import numpy as np
import pandas as pd

from scorer.frames import Frames
from scorer.frames.building import ABOVE_ALL
from scorer.frames.record_columns import Flags, Ints
from scorer.language import N_, _, ngettext
from scorer.language.forms import number
from scorer.rules.kinds import DEAL_ROLES, MADE, SHEET
from scorer.stats.evenings import evenings
from scorer.stats.models.arrays import Floats, codes, is_one_of, runs, words
from scorer.stats.standings import slams
from scorer.stats.tally import tally, won_or_lost
from scorer.text.numbers import Counting, Rows

COUNTED: Final = {"units": "units", "won": "deals won", "taken": "card points"}  # what a match is led by
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
SIGNED: Final = ("greatest evening", "darkest evening", "biggest deal")
COUNTED_WORDS: Final = {  # by what a record counts
    "deals": (N_("{count} deal"), N_("{count} deals")),
    "units": (N_("{count} unit"), N_("{count} units")),
    "card points": (N_("{count} card point"), N_("{count} card points")),
    "slams": (N_("{count} slam"), N_("{count} slams")),
    "deals won": (N_("{count} deal won"), N_("{count} deals won")),
}
FEWEST_TRIES: Final = 50  # deals of all players together for which a longest run by chance is given
FEWEST_EVENINGS: Final = 10  # evenings of players for which a greatest one by chance is given
DEVIATIONS: Final = 8.0  # standard deviations; beyond them the chance is taken for 0
Row = dict[str, Any]
_TYPES: Final[dict[str, Any]] = {
    "record": "str", "player": "str", "amount": np.int64, "counts": "str", "by_chance": np.float64, "bid": "str",
    "other": "str", "since": "datetime64[s]", "on": "datetime64[s]", "match": "str", "match_id": np.float64,
}  # fmt: skip
_NOTHING: Final[Row] = {name: "" if kind == "str" else None for name, kind in _TYPES.items()}


def all_time(frames: Frames) -> pd.DataFrame:
    """A row per record and holder; the frames are those of one payout table, units as they were recorded.

    * `won in a row`, `lost in a row`: most deals of a player one after another; resting and redeals are skipped, an
      even deal or a paper sheet ends a run, and it goes on across matches;
    * `greatest evening`, `darkest evening`: most and fewest units of a player on a day;
    * `biggest deal`: most units that a deal brought somebody;
    * `highest bid made`: by card points to make, then by the order of the auction;
    * `most slams`: of the player's calling side, or side where nobody called; all who have so many;
    * `closest finish`: the finished match that was won by least; the winner, and the `other` who came next. What is
      shared by others than partners is no finish;
    * `biggest comeback`: the furthest that somebody was behind in a match that they won; the `other` led then. A
      match with a paper sheet has no course that is known.

    Of equals it is the earlier one, then the first by name. `by_chance` (`longest_by_chance`, `most_by_chance`) is to
    the nearest, NaN for others than runs and evenings. A record that nobody has is not there.
    """
    rows = [*_in_a_row(frames.payouts), *_evenings(frames.payouts), *_deals(frames), *_slams(frames)]
    names = dict(zip(frames.matches["match_id"].tolist(), frames.matches["match"].tolist(), strict=True))
    rows = [_NOTHING | row | {"match": names.get(row.get("match_id"), "")} for row in (*rows, *_finishes(frames))]
    return pd.DataFrame(rows, columns=list(_NOTHING)).astype(_TYPES)


def how_much(name: str, row: Mapping[str, Any], units: Counting) -> str:
    """Of a record: `8 deals`, `+38 units`, `by 1 unit`, `11 units behind`; a bid as it is written."""
    many, record = row[name], row["record"]
    if record in SIGNED:
        return units.said(many)
    if record == "highest bid made":
        return str(row["bid"])
    amount = ngettext(*COUNTED_WORDS[row["counts"]], many)
    if record == "closest finish":
        return _("by {amount}", amount=amount)
    if record == "biggest comeback":
        return _("{amount} behind", amount=amount)
    return amount


def by_chance_words(name: str, row: Mapping[str, Any], units: Counting) -> str:
    """What chance alone makes of a record: `9` deals, of an evening `+24` units."""
    many, style = row[name], units.style
    if row["record"] in SIGNED:
        return units.total(many)
    return style.nothing if many is None else number(many, thousands=bool(style.thousands))


def what_is_remembered(rows: Rows) -> str:
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
    return " ".join(sentences)


def longest_by_chance(tries: Ints, share: float) -> float:
    """How long the longest run of what happens with this chance is, on average, of players with so many tries each.

    The sum over all k of the chance that some run is k long or longer: 1 - exp(-how many such runs begin on average),
    as if they began independently (Arratia, Goldstein and Gordon 1990). A run ends with its player's tries. NaN for
    fewer than FEWEST_TRIES, and where that never or always happens.
    """
    if not 0 < share < 1 or tries.sum() < FEWEST_TRIES:
        return np.nan
    size, many = np.unique(tries, return_counts=True)
    most = min(int(size.max()), int(np.log(1e9 * tries.sum()) / -np.log(share)) + 1)  # longer ones hardly ever begin
    length = np.arange(1, most + 1)[:, None]
    begins = np.where(size >= length, 1 + (size - length) * (1 - share), 0) @ many * share ** length[:, 0]
    return float((1 - np.exp(-begins)).sum())


def most_by_chance(errors: Floats) -> float:
    """What the greatest of so many sums is on average, normal about 0 with these standard deviations each.

    The mean of the greatest is the sum over all x above 0 of the chance that it is beyond x. NaN for fewer than
    FEWEST_EVENINGS, where it matters that what one wins others lose.
    """
    size, many = np.unique(np.rint(4 * errors[errors > 0]) / 4, return_counts=True)
    if many.sum() < FEWEST_EVENINGS or not size.max():
        return np.nan
    steps, normal = np.linspace(0, DEVIATIONS * size.max(), 2000), np.linspace(0, DEVIATIONS, 800)
    log_below = np.log([(1 + erf(one / sqrt(2))) / 2 for one in normal.tolist()])
    all_below = sum(
        count * np.interp(steps / max(one, 1 / 4), normal, log_below) for one, count in zip(size, many, strict=True)
    )
    return float((1 - np.exp(all_below)).sum() * steps[1])


def _in_a_row(payouts: pd.DataFrame) -> Iterator[Row]:
    """The longest runs of deals won and of deals lost; a paper sheet hides deals, and ends a run."""
    played = np.flatnonzero(is_one_of(payouts["role"], *DEAL_ROLES, SHEET))
    player = codes(payouts["player"])[played]
    ended = won_or_lost(payouts)[played]
    deals = is_one_of(payouts["role"], *DEAL_ROLES)[played]
    deal, _ = runs(payouts["match_id"].to_numpy()[played], payouts["number"].to_numpy()[played])
    by_player = np.argsort(player, kind="stable")
    _, begins = runs(player[by_player], ended[by_player])
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
    """Whose row of the payouts this is, and where."""
    return {"player": str(payouts["player"].iloc[row]), "on": payouts["on"].iloc[row],
            "match_id": int(payouts["match_id"].iloc[row])}  # fmt: skip


def _evenings(payouts: pd.DataFrame) -> Iterator[Row]:
    found = evenings(payouts)
    units = found["units"].to_numpy()
    by_chance = np.rint(most_by_chance(_errors(payouts)))
    for record, sign in (("greatest evening", 1), ("darkest evening", -1)):
        if len(units) and (units * sign).max() > 0:
            at = int((units * sign).argmax())
            yield {
                "record": record,
                "amount": units[at],
                "counts": "units",
                "by_chance": sign * by_chance,
                **_at(found, at),
            }


def _errors(payouts: pd.DataFrame) -> Floats:
    """How far chance moves the units of each evening of each player: all units of a record might go to any of them."""
    rows = np.flatnonzero(is_one_of(payouts["role"], *DEAL_ROLES, SHEET))
    record, _ = runs(payouts["match_id"].to_numpy()[rows], payouts["number"].to_numpy()[rows])
    day, _ = runs(payouts["on"].to_numpy()[rows])
    square = np.bincount(record, payouts["units"].to_numpy()[rows].astype(np.float64) ** 2) / np.bincount(record)
    whose = day * len(words(payouts["player"])) + codes(payouts["player"])[rows]
    return np.asarray(np.sqrt(np.bincount(whose, square[record])))


def _deals(frames: Frames) -> Iterator[Row]:
    """The deal that brought most, and the highest bid that was made."""
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
            "record": "highest bid made",
            "amount": highest["target"],
            "counts": "card points",
            "bid": str(highest["bid"]),
            "player": str(highest["caller"]),
            "on": highest["on"],
            "match_id": highest["match_id"],
        }


def _slams(frames: Frames) -> Iterator[Row]:
    made = slams(tally(frames.payouts))["slams_made"]
    most = int(made.max(initial=0))
    for player in np.flatnonzero(made == most).tolist() if most else ():
        yield {
            "record": "most slams",
            "player": words(frames.payouts["player"])[player],
            "amount": most,
            "counts": "slams",
        }


def _courses(payouts: pd.DataFrame, lead: Ints) -> tuple[Ints, Ints, Ints, Ints, Flags]:
    """How every match ran, by what counts for the lead: a row per record, a column per player of its match, by name.

    What everybody has after the record, -ABOVE_ALL where there is nobody; the match of each record, the first record of
    each match, its first row in the payouts, and who of all players is in it. There is a match.
    """
    match, begins = runs(payouts["match_id"].to_numpy())
    player = codes(payouts["player"])
    met = np.zeros((len(begins), len(words(payouts["player"]))), bool)
    met[match, player] = True
    seats, size = np.cumsum(met, axis=1) - 1, met.sum(axis=1)
    record, first = runs(match, payouts["number"].to_numpy())
    brought = np.zeros((len(first), int(size.max())), np.int64)
    brought[record, seats[match, player]] = lead
    after, starts, of_record = brought.cumsum(axis=0), record[begins], match[first]
    before = (after - brought)[starts]
    there = np.arange(brought.shape[1]) < size[:, None]
    return np.where(there[of_record], after - before[of_record], -ABOVE_ALL), of_record, starts, begins, met


def _finishes(frames: Frames) -> Iterator[Row]:
    """The match that was won by least, and the one that was won from furthest behind."""
    payouts, matches = frames.payouts, frames.matches
    if payouts.empty:
        return
    after, match, starts, begins, met = _courses(payouts, frames.lead)
    final = after[np.append(starts[1:], len(after)) - 1]
    most = final.max(axis=1)
    second = np.where(final < most[:, None], final, -ABOVE_ALL).max(axis=1)
    winner = final == most[:, None]
    row = pd.Index(matches["match_id"]).get_indexer(payouts["match_id"].to_numpy()[begins])
    partners = [label for label, variant in frames.columns.variants.items() if variant.fixed_partners]
    alone = (winner.sum(axis=1) == 1) | matches["variant"].isin(partners).to_numpy()[row]
    judged = is_one_of(matches["led_by"], *COUNTED)[row] & (most < ABOVE_ALL) & (second > -ABOVE_ALL)
    sat = is_one_of(payouts["role"], *DEAL_ROLES, SHEET)  # who has an adjustment alone is not alone at the table
    won = matches["finished"].to_numpy()[row] & alone & judged & np.logical_or.reduceat(sat, begins)
    by = np.where(won, most - second, ABOVE_ALL)
    behind = after.max(axis=1) - after[np.arange(len(after)), winner.argmax(axis=1)[match]]
    on_paper = np.logical_or.reduceat(is_one_of(payouts["role"], SHEET), begins)
    furthest = np.where(won & ~on_paper, np.maximum.reduceat(behind, starts), 0)
    closest, comeback = int(by.argmin()), int(furthest.argmax())
    then = after[(match == comeback) & (behind == furthest[comeback])][:1].ravel()
    found = []
    if won.any():
        found.append(("closest finish", closest, by[closest], final[closest] == second[closest]))
    if furthest[comeback]:
        found.append(("biggest comeback", comeback, furthest[comeback], then == then.max()))
    for name, at, amount, others in found:
        people = [words(payouts["player"])[code] for code in np.flatnonzero(met[at]).tolist()]
        where = payouts.iloc[int(begins[at])]
        counts = COUNTED[str(matches["led_by"].iloc[int(row[at])])]
        for place in np.flatnonzero(winner[at]).tolist():
            yield {
                "record": name, "amount": amount, "counts": counts, "player": people[place],
                "other": people[int(others.argmax())], "on": where["on"], "match_id": int(where["match_id"]),
            }  # fmt: skip
