"""Win probability: the chance of each place at the end of a match, by Monte Carlo."""

from collections.abc import Sequence
from dataclasses import replace
from math import ceil
from typing import Any, Final

import numpy as np
import pandas as pd

from scorer.frames.building import Frames
from scorer.insight.forecast.deal_model import Past
from scorer.insight.forecast.deals_to_play import Remaining, as_of, is_over
from scorer.insight.forecast.monte_carlo import SIMULATIONS, MatchEnds, entrants, match_ends
from scorer.insight.models.exchangeable import group_means
from scorer.language import N_, _, ngettext
from scorer.language.lists_numbers_dates import listed, number
from scorer.match.sheet import Sheet
from scorer.stats.describe.columns import PLAYER, Sentence, Statistic, TerminalTable
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.verdicts import Verdict
from scorer.stats.models.arrays import Floats, text_column
from scorer.text.kind_words import TALLIES
from scorer.text.numbers import Rows, chance

PLACE_COLUMNS: Final = 7  # so many places have a column each
MOST_POINTS: Final = 40  # of a curve
MOST_DEALS_LEFT: Final = 1500  # at all moments of a curve together, about: more would take seconds
FEWER_SIMULATIONS: Final = 1500  # of a moment in the past: on a curve nobody reads a single percent
BY_DRAWS: Final = 0.03  # between chances: as much may come from the number of simulations alone
HARDLY_ANY: Final = 0.005  # a smaller chance is said to be less than 1 %
MOST_NAMED: Final = 3  # players in the verdict
AT_THE_END: Final = (
    TerminalTable(("place", PLAYER), ("units", "reached", "chance")),
)  # the table of a match that is over
COUNTED: Final = {
    "won": N_("won: deals won until now, by which the match is judged."),
    "taken": N_("taken: card points taken until now, by which the match is judged."),
    "paper": N_("on paper: card points written until now, by which the match is judged."),
}
CurvePoints = dict[Any, tuple[list[str], list[float], float]]  # of a curve, by all that they depend on


def win_probabilities(frames: Frames, remaining: Remaining) -> pd.DataFrame:
    """A row for each entrant of a match, by place: what they have, and the chance of each place at the end.

    Partners who have the same of what the match is judged by are one entrant, with 2 or more `members`; where their
    units differ, `units` and `expected` are missing. `reached` is what the match is judged by, unless that is units.
    Entrants who share a place have an equal part of each place that they share, so that every place sums to 1. `chance`
    is that of the first place, `later` that of all behind the seventh, NaN where there are fewer. `before` is the
    chance of the first place before the first deal, from what was known then; a player who was one of several members
    then has an equal part of it. `chance_if_equal` is the chance from now on if all players were equal. `expected` and
    `error` are the mean and the standard deviation of the units at the end. So many SIMULATIONS leave a chance of one
    half off by 1.6 of 100 at most in 95 of 100 cases, any other by less. `half_life` is that of strengths, in evenings;
    missing where all evenings count as much.
    """
    sheet = remaining.sheet
    past = Past(frames, sheet.match, sheet.players)
    ends = simulated(past, sheet, over=remaining.over)
    places = place_chances(ends)
    if_equal = place_chances(simulated(past, sheet, over=remaining.over, equals=True))[:, 0]
    who = entrants(sheet)
    before = _chances_before(past, sheet, who)
    by = sheet.judged_by[0]
    mean, square = (group_means((ends.units**power).mean(axis=1), ends.groups) for power in (1, 2))
    error = np.sqrt(np.maximum(square - mean**2, 0))
    units = [{sheet.running[player] for player in entrant} for entrant in who]
    mean[[len(distinct) > 1 for distinct in units]] = np.nan
    lead = [sheet.lead[entrant[0]] for entrant in who]
    nothing = np.full(len(who), np.nan)
    table = pd.DataFrame(
        {
            "place": [1 + sum(ahead > own for ahead in lead) for own in lead],
            "player": text_column(["+".join(entrant) for entrant in who]),
            "members": [len(entrant) for entrant in who],
            "units": pd.Series([distinct.pop() if len(distinct) == 1 else None for distinct in units], dtype=object),
            "reached": pd.Series(
                [sheet.tallies[by][entrant[0]] if by != "units" else None for entrant in who], dtype=object
            ),
            "chance": places[:, 0],
            "chance_if_equal": if_equal,
            "before": before,
            **{f"place_{at + 1}": places[:, at] if at < len(who) else nothing for at in range(1, PLACE_COLUMNS)},
            "later": places[:, PLACE_COLUMNS:].sum(axis=1) if len(who) > PLACE_COLUMNS else nothing,
            "expected": mean,
            "error": error,
            "half_life": past.half_life if np.isfinite(past.half_life) else np.nan,
        }
    )
    return table.sort_values(["place", "chance"], ascending=[True, False], kind="stable", ignore_index=True)


def end_words(remaining: Remaining) -> str:
    """Until when the match is played: `4 deals left`, `until somebody has 15 units, 7 deals left at most`."""
    if remaining.over:
        return _("nothing is left to play")
    deals_left, ending = _left_words(remaining), remaining.sheet.ending
    if not ending.race:
        if deals_left and remaining.by in {"agreed", "bell"} and ending.finish_round:
            return _("{deals_left} and the round to its end", deals_left=deals_left)
        return deals_left
    by, agreed = ending.race
    race = {
        "units": ngettext("until somebody has {count} unit", "until somebody has {count} units", agreed),
        "won": ngettext("until somebody has won {count} deal", "until somebody has won {count} deals", agreed),
        "taken": ngettext(
            "until somebody has taken {count} card point", "until somebody has taken {count} card points", agreed
        ),
        "paper": _("until somebody has {count} on paper", count=agreed),
    }[by]
    return _("{race}, {deals_left} at most", race=race, deals_left=deals_left) if deals_left else race


def _left_words(remaining: Remaining) -> str:
    """How many deals are left until the end; "" where only a race ends it."""
    if remaining.left is None:
        return ""
    if remaining.by == "said":
        return ngettext("after {count} more deal", "after {count} more deals", remaining.left)
    if remaining.by == "round":
        return ngettext(
            "no end was agreed: after a round, {count} more deal",
            "no end was agreed: after a round, {count} more deals",
            remaining.left,
        )
    if remaining.by == "bell":
        return ngettext(
            "about {count} deal left at {minutes} minutes a deal",
            "about {count} deals left at {minutes} minutes a deal",
            remaining.left,
            minutes=number(remaining.minutes),
        )
    return ngettext("{count} deal left", "{count} deals left", remaining.left)


def who_wins(rows: Rows) -> Verdict:
    """Who wins with which chance; whole with what it was before the first deal, and would be if all were equal."""
    first = sorted(rows, key=lambda row: -row["chance"])
    if not any(row["error"] for row in rows):
        winners = [row for row in first if row["chance"]]
        return Verdict.plain(
            ngettext(
                "Nothing is left to play: {players} has won.",
                "Nothing is left to play: {players} have won.",
                first[0]["members"] if len(winners) == 1 else len(winners),
                players=listed([row[PLAYER] for row in winners]),
            )
        )
    equal, difference = chance(1 / len(rows)), first[0]["chance"] - first[-1]["chance"]
    if not difference:
        as_likely = _("All are as likely to win, {chance} each: nothing that is known tells them apart.", chance=equal)
        return Verdict.plain(as_likely)
    if difference < BY_DRAWS:
        return Verdict.plain(_("All are about as likely to win, {chance} each.", chance=equal))
    named = most_likely([row for row in first if row["chance"] >= HARDLY_ANY])
    brief = _winners(named)
    said = _before_words(named, rows), _if_equal_words(rows, named), half_life_words(rows)
    background = " ".join(filter(None, said))
    return Verdict(brief, f"{brief} {background}".strip(), background)


def most_likely(likely: Rows) -> Rows:
    """Those who are most likely to win, MOST_NAMED at most; of equals all or none, and all where they come first."""
    last = likely[MOST_NAMED]["chance"] if len(likely) > MOST_NAMED else 0
    return [row for row in likely if row["chance"] > last] or [row for row in likely if row["chance"] == last]


def _winners(named: Rows) -> str:
    """The chances of those named, as `Anna wins with 60 %, Bruno with 30 %.` says them."""
    best, *rivals = [{"player": row[PLAYER], "chance": chance(row["chance"])} for row in named]
    others = ", ".join(_("{player} with {chance}", **rival) for rival in rivals)
    if not others:
        return ngettext("{player} wins with {chance}.", "{player} win with {chance}.", named[0]["members"], **best)
    return ngettext(
        "{player} wins with {chance}, {others}.",
        "{player} win with {chance}, {others}.",
        named[0]["members"],
        others=others,
        **best,
    )


def _before_words(named: Rows, rows: Rows) -> str:
    """What the chances of those named were before the first deal; empty where it is not known, or nothing has moved."""
    then = [row["before"] for row in named]
    if None in then or not any(row["before"] not in {None, row["chance"]} for row in rows):
        return ""
    return _("Before the first deal it was {chances}.", chances=listed([chance(share) for share in then]))


def _if_equal_words(rows: Rows, named: Rows) -> str:
    """What the chances of those named would be if all players were equal."""
    shares = [row["chance_if_equal"] for row in rows]
    if max(shares) - min(shares) < BY_DRAWS:
        return _("If all were equal, each would have {chance}.", chance=chance(1 / len(rows)))
    return _(
        "If all were equal, it would be {chances}.", chances=listed([chance(row["chance_if_equal"]) for row in named])
    )


def half_life_words(rows: Rows) -> str:
    """How fast strengths are forgotten; empty where they are not."""
    if (evenings := rows[0]["half_life"]) is None:
        return ""
    return _(
        "Older evenings count less here, half after {evenings} evenings: so those of this league were predicted best.",
        evenings=number(evenings),
    )


def described_for(remaining: Remaining) -> Statistic:
    """The description of the chances of one match: what it is judged by has its name; once it is over, who has what."""
    shown = described("chances")
    by = remaining.sheet.judged_by[0]
    title, about = (TALLIES[by], COUNTED[by]) if by in COUNTED else ("reached", "")
    columns = tuple(replace(column, title=title) if column.name == "reached" else column for column in shown.columns)
    own = (Sentence(about),) if about else ()
    if remaining.over:
        return replace(shown, columns=columns, terminal=AT_THE_END, brief=(), legend=own)
    return replace(shown, columns=columns, legend=(*own, *shown.legend))


def win_probability_curve(frames: Frames, sheet: Sheet, known: CurvePoints | None = None) -> pd.DataFrame:
    """The chance of each entrant to win after each of the records of a match, from what was known then.

    A row for each entrant at each moment: `number` of the record, `player`, `chance`. Of more records than MOST_POINTS
    only every second or third is taken; fewer still where a race is so long that all moments together have more deals
    left than MOST_DEALS_LEFT. The ending of the sheet has no bell. Moments between the first and the last have
    FEWER_SIMULATIONS. New points are added to the `known` ones, which are not computed again.
    """
    past, ids = Past(frames, sheet.match, sheet.players), [record.id for record in sheet.records]
    known = {} if known is None else known

    def point(at: int) -> tuple[list[str], list[float], float]:
        """The entrants after this number of records, their chances, and how many deals were left on average."""
        sitting = sheet.match.sitting if at == len(ids) else None  # until then the records say who sat there
        key = past.mark, sheet.ending, sheet.players, tuple(ids[: at + 1]), sitting
        if key not in known:
            then, count = as_of(sheet, at), SIMULATIONS if at in {0, len(ids)} else FEWER_SIMULATIONS
            ends = simulated(past, then, count, over=is_over(then))
            names = ["+".join(entrant) for entrant in entrants(then)]
            known[key] = names, place_chances(ends)[:, 0].tolist(), ends.deals
        return known[key]

    step = max(ceil(len(ids) / MOST_POINTS), ceil(len(ids) * point(0)[2] / MOST_DEALS_LEFT), 1)
    rows: list[tuple[int, str, float]] = []
    for at in [*range(0, len(ids), step), len(ids)]:
        record_number = sheet.records[at - 1].number if at else (sheet.records[0].number - 1 if ids else 0)
        rows += [(record_number, player, share) for player, share in zip(*point(at)[:2], strict=True)]
    return pd.DataFrame(rows, columns=["number", "player", "chance"])


def since_when_likely(curve: pd.DataFrame) -> Verdict:
    """Of a finished match, since when the winner was more likely than all others together, by `win_probability_curve`.

    Whole with the chance at the beginning, and what it would be among equals.
    """
    last = curve[curve["number"] == curve["number"].max()]
    winners = last["player"][last["chance"] == last["chance"].max()].tolist()
    if len(winners) > 1:
        return Verdict.plain(_("{players} share the first place.", players=listed(winners)))
    own = curve[curve["player"] == winners[0]]
    unlikely = own["number"][own["chance"] <= 1 / 2]
    brief = _("{player} won, and was more likely than not to win from the beginning.", player=winners[0])
    if len(unlikely):
        since = int(own["number"][own["number"] > unlikely.max()].iloc[0])
        brief = _("{player} won; more likely than not after record {number}.", player=winners[0], number=since)
    background = _(
        "At the beginning it was {chance}, with {chance_if_equal} if all played equally well.",
        chance=chance(own["chance"].iloc[0]),
        chance_if_equal=chance(1 / len(last)),
    )
    return Verdict(brief, f"{brief} {background}", background)


def simulated(
    past: Past, sheet: Sheet, count: int = SIMULATIONS, *, over: bool = False, equals: bool = False
) -> MatchEnds:
    """The rest of a match, from what was known then; `equals`: as if all players were equal."""
    size = len(sheet.seats) - (sheet.resting() is not None)
    model = past.model(sheet.records[-1].number if sheet.records else 0, size)
    return match_ends(sheet, model.of_equals() if equals else model, count, over=over)


def place_chances(ends: MatchEnds) -> Floats:
    """The share of the simulations in which each entrant has each place, (entrants, places); a shared one in parts.

    Exchangeable entrants have equal chances. While anything is left to play, one more simulation is added, in which
    each place is shared by all who can still have it: so nothing that is possible, but happened in no simulation, is
    thought impossible.
    """
    who, count = ends.place.shape
    of_place = [(ends.place <= place) & (place < ends.place + ends.sharing) for place in range(1, who + 1)]
    shares = np.stack([(has_it / ends.sharing).sum(axis=1) for has_it in of_place], axis=1)
    still_open = float(ends.deals > 0)
    return group_means((shares + still_open * ends.within_reach) / (count + still_open), ends.groups)


def _chances_before(past: Past, sheet: Sheet, who: Sequence[tuple[str, ...]]) -> list[float]:
    """The chances of these entrants to win before the first record; NaN for an entrant who was not there then.

    A player who was one of several members of an entrant then has an equal part of its chance.
    """
    then = as_of(sheet, 0)
    started = dict(zip(entrants(then), place_chances(simulated(past, then))[:, 0].tolist(), strict=True))
    part = {player: share / len(members) for members, share in started.items() for player in members}
    return [sum(part.get(player, np.nan) for player in entrant) for entrant in who]
