"""What the chances of a match say, and whether such chances hold."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import pandas as pd

from scorer.match.remaining import Remaining
from scorer.stats.chances import chances_held
from scorer.stats.columns import PLAYER, Part, Sentence, Statistic
from scorer.stats.descriptions import described
from scorer.stats.held_out import FEW_MATCHES, better_words, too_few
from scorer.text.numbers import Rows, chance
from scorer.text.sentences import counted, listed

BY_DRAWS: Final = 0.03  # between chances: so much the number of evenings alone may make
SELDOM: Final = 0.005  # what is said as less than 1 %
NAMED: Final = 3  # who is named in the verdict at most
HAVE: Final = (Part(("place", PLAYER), ("units", "reached", "chance")),)  # of a match that is over
_counted: Mapping[str, tuple[str, str]] = {
    "won": ("won", "won: deals won until now, by which the match is judged."),
    "taken": ("taken", "taken: card points taken until now, by which the match is judged."),
}
_ways = {"equal": "taking all for alike", "leader": "naming who leads", "chances": "these chances"}


def end_words(rest: Remaining) -> str:
    """What the chances are asked to: `4 deals left`, `until somebody has 15 units, 7 deals left at most`."""
    left = counted(rest.left, "deal") if rest.left is not None else ""
    more = counted(rest.left, "more deal") if rest.left is not None else ""
    ending = rest.sheet.ending
    if rest.over:
        return "nothing is left to play"
    if rest.by == "round":
        return f"no end was agreed: after a round, {more}"
    until = f"after {more}"
    if rest.by != "said":
        until = f"{left} left" if left else ""
        if left and rest.by == "bell":
            until = f"about {left} left at {rest.minutes:.0f} minutes a deal"
    if not ending.race:
        return f"{until} and the round to its end" if left and rest.by != "said" and ending.finish_round else until
    by, agreed = ending.race
    reached = {"units": "unit", "won": "deal", "taken": "card point"}[by]
    race = f"until somebody has {counted(agreed, reached) if by == 'units' else f'{by} {counted(agreed, reached)}'}"
    return f"{race}, {until} at most" if until else race


def who_wins(rows: Rows) -> str:
    """Who wins how likely, what it was before the first deal, and what it would be if all were alike."""
    first = sorted(rows, key=lambda row: -row["chance"])
    of_several = first[0]["members"] > 1
    if not any(row["error"] for row in rows):
        winners = [row[PLAYER] for row in first if row["chance"]]
        return f"Nothing is left to play: {listed(winners)} {'have' if of_several or len(winners) > 1 else 'has'} won."
    apart = first[0]["chance"] - first[-1]["chance"]
    if apart < BY_DRAWS:
        told = "" if apart else ": nothing that is known tells them apart"
        return f"All are {'' if not apart else 'about '}as likely to win, {chance(1 / len(rows))} each{told}."
    named = [row for at, row in enumerate(first[:NAMED]) if not at or row["chance"] >= SELDOM]
    does = "win" if of_several else "wins"
    said = [f"{row[PLAYER]}{'' if at else f' {does}'} with {chance(row['chance'])}" for at, row in enumerate(named)]
    words, then = ", ".join(said), [row["before"] for row in named]
    if not (None in then or all(row["before"] in {None, row["chance"]} for row in rows)):
        words += f"; before the first deal it was {listed([chance(share) for share in then])}"
    shares = [row["alike"] for row in rows]
    if max(shares) - min(shares) < BY_DRAWS:
        return f"{words}; were all alike, each would have {chance(1 / len(rows))}."
    return f"{words}; were all alike, it would be {listed([chance(row['alike']) for row in named])}."


def chances_of(rest: Remaining) -> Statistic:
    """The chances as this match shows them: what it is played to by its name; of one that is over, who has what."""
    shown = described("chances")
    title, about = _counted.get(rest.sheet.judged_by[0], ("reached", ""))
    columns = tuple(replace(one, title=title) if one.name == "reached" else one for one in shown.columns)
    own = (Sentence(about),) if about else ()
    if rest.over:
        return replace(shown, columns=columns, terminal=HAVE, legend=own)
    phrases = dict(shown.phrases)
    if not rest.sheet.match.variant.has_auction:
        phrases["KNOWN"] = phrases["STRENGTH"]
    return replace(shown, columns=columns, legend=(*own, *shown.legend), phrases=phrases)


def held(told: pd.DataFrame) -> pd.DataFrame:
    """Whether forecasts held, and of how many matches they are."""
    return chances_held(told).assign(matches=told["match_id"].nunique())


def do_they_hold(rows: Rows) -> str:
    """In how many ranges what was said lies within the interval of what came."""
    if not rows:
        return "No finished match of four deals or more is here to be replayed."
    if rows[0]["matches"] < FEW_MATCHES:
        return f"{too_few(rows[0]['matches'])} to tell whether such chances come true: ten would begin to."
    held = sum(row["low"] <= row["said"] <= row["high"] for row in rows)
    word = "every range" if held == len(rows) else f"{held} of {counted(len(rows), 'range')}"
    return f"What was said came true as often as that, as far as chance lets one tell, in {word}."


def which_is_nearest(rows: Rows) -> str:
    """Which way was least off."""
    if not rows[0]["forecasts"]:
        return ""
    least = f"Least off: {_ways[min(rows, key=lambda row: row['brier'])['told_by']]}."
    if rows[-1]["error"] is None:
        return least
    return f"{least} {better_words(rows[-1], 'The chances are', 'taking all for alike', 'Brier scores')}"
