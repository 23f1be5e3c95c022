"""The chances of a match, and whether such chances hold, described as all other statistics."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import ceil, sqrt
from typing import Any, Final

import pandas as pd

from scorer.match.remaining import Remaining
from scorer.rules.ending import Race
from scorer.stats.chances import PLACES, chances, chances_held, forecasts_beside
from scorer.stats.columns import (
    FEW_MATCHES,
    PLAYER,
    Column,
    Legend,
    Statistic,
    a_count,
    a_key,
    better_words,
    too_few,
)
from scorer.stats.simulated import SIMULATED
from scorer.stats.tallies import Z
from scorer.text.numbers import PLUS_MINUS, chance
from scorer.text.sentences import counted, listed

Rows = Sequence[Mapping[str, Any]]
CALLS_AND_STRENGTH: Final = "how often these players call and how strong they are, both drawn towards the others"
STRENGTH: Final = "how strong these players are, drawn towards the others"  # where nobody calls
BY_DRAWS: Final = 0.03  # between chances: so much the number of evenings alone may make
SELDOM: Final = 0.005  # what is said as less than 1 %
NAMED: Final = 3  # who is named in the verdict at most
HELD_TO: Final = ceil(100 * Z * sqrt(1 / 4 / SIMULATED))  # of 100: how far off so many evenings leave one half
OFF: Final = (
    f"so many evenings leave the draws an error of less than {HELD_TO} of 100 mostly, and how far off the forecast is "
    "they do not say"
)
HOLD: Final = "Of such chances of 70 % about 70 of 100 should come true: scorer chances --test says how many did."
HAVE: Final = ((("place", PLAYER), ("units", "reached", "chance")),)  # of a match that is over
ORDINALS: Final = ("1st", "2nd", "3rd", *(f"{at}th" for at in range(4, PLACES + 1)))


def end_words(rest: Remaining) -> str:
    """What the chances are asked to: `4 deals left`, `until somebody has 15 units, 7 deals left at most`."""
    left = counted(rest.left, "deal") if rest.left is not None else ""
    more = left.replace(" ", " more ", 1)
    ending = rest.sheet.ending
    race = f"until somebody has {_reached(*ending.race)}" if ending.race else ""
    if rest.over:
        return "nothing is left to play"
    if rest.by == "said":
        return ", ".join(filter(None, [race, f"after {more}{' at most' * bool(race)}"]))
    if rest.by == "round":
        return f"no end was agreed: after a round, {more}"
    about = f"about {left} left at {rest.minutes:.0f} minutes a deal" if rest.by == "bell" else f"{left} left"
    whole = " and the round to its end" * (ending.finish_round and not race)
    return ", ".join(filter(None, [race, f"{about}{' at most' * bool(race)}{whole}" if left else ""]))


def _reached(by: Race, agreed: int) -> str:
    """`15 units`, `won 3 deals`, `taken 500 card points`: behind "until somebody has"."""
    what = {"units": "unit", "won": "deal", "taken": "card point"}[by]
    return f"{'' if by == 'units' else f'{by} '}{counted(agreed, what)}"


def _who_wins(rows: Rows) -> str:
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
    return f"{words}; {_were_all_alike(named, rows)}."


def _were_all_alike(named: Rows, rows: Rows) -> str:
    """What those who are named would have from now on, were all alike: at the beginning all the same, later not."""
    shares = [row["alike"] for row in rows]
    if max(shares) - min(shares) < BY_DRAWS:
        return f"were all alike, each would have {chance(1 / len(rows))}"
    return f"were all alike, it would be {listed([chance(row['alike']) for row in named])}"


def _known_from(players: str) -> Legend:
    """What the columns mean, where this is known of the players."""
    return (
        (
            (),
            (f"The rest of the match played {SIMULATED:,} times, from {players}, and from what such deals paid. wins, "
             f"2nd and so on: the chance of each place, one that is shared in equal parts; {OFF}. expected: units at "
             f"the end; {PLUS_MINUS}: in two of three evenings they are that near."),
        ),
        (("alike",), "{alike}: the chance of the first place as the match stands, were all alike."),
        ((), HOLD),
        (("before",), "before: the chance of the first place before the first deal, from what was known then."),
    )  # fmt: skip


_BEHIND: Final = (*(f"place_{at}" for at in range(2, PLACES + 1)), "later")
CHANCES: Final = Statistic(
    "chances",
    "`scorer chances`: a row a player of a match, by places as they are now; partners of one side are one",
    (
        Column("place", "place", "count", "the place now; equals share one", obvious=True, pinned=True),
        a_key(PLAYER, PLAYER, "the player", names=PLAYER),
        Column("members", form="count", about="how many players that is: partners of one side are one"),
        Column("units", "units", "units", "units now; nothing where those of partners differ"),
        Column("reached", "reached", "count", "deals won or card points taken until now, where the match is judged by "
               "them", rare=True),
        Column("chance", "wins", "chance", "the chance of the first place at the end; a place that is shared counts in "
               "equal parts for all who share it"),
        Column("alike", "were all alike", "chance", "the chance of the first place as the match stands, were all "
               "alike: what the deals so far have brought", short="alike"),
        Column("before", "before", "chance", "the chance of the first place before the first deal, from what was known "
               "then"),
        *(
            Column(f"place_{at}", ORDINALS[at - 1], "chance", f"the chance of place {at}", obvious=True, rare=True)
            for at in range(2, PLACES + 1)
        ),
        Column("later", "later", "chance", f"the chance of a place behind the {ORDINALS[-1]}", rare=True),
        Column("expected", "expected", "mean", "units at the end on average", error="error",
               off="in two of three evenings the units at the end are that near"),
        Column("error", form="mean", about="how far off `expected` may be: the standard deviation of the units at the "
               "end. In two of three evenings they are that near"),
    ),
    make=chances,
    terminal=(
        (("place", PLAYER), ("units", "reached", "expected", "chance", "alike", *_BEHIND)),
    ),
    dashboard=("place", PLAYER, "units", "reached", "chance", "alike", *_BEHIND, "expected", "before"),
    legend=_known_from(CALLS_AND_STRENGTH),
    verdict=_who_wins,
)  # fmt: skip
_counted: Mapping[str, tuple[str, str]] = {
    "won": ("won", "won: deals won until now, by which the match is judged."),
    "taken": ("taken", "taken: card points taken until now, by which the match is judged."),
}


def chances_of(rest: Remaining) -> Statistic:
    """The chances as this match shows them: what it is played to by its name; of one that is over, who has what."""
    title, about = _counted.get(rest.sheet.judged_by[0], ("reached", ""))
    columns = tuple(replace(one, title=title) if one.name == "reached" else one for one in CHANCES.columns)
    own = (((), about),) if about else ()
    if rest.over:
        return replace(CHANCES, columns=columns, terminal=HAVE, legend=own)
    known = CALLS_AND_STRENGTH if rest.sheet.match.variant.has_auction else STRENGTH
    return replace(CHANCES, columns=columns, legend=(*own, *_known_from(known)))


def _held(told: pd.DataFrame) -> pd.DataFrame:
    """Whether forecasts held, and of how many matches they are."""
    return chances_held(told).assign(matches=told["match_id"].nunique())


def _do_they_hold(rows: Rows) -> str:
    """In how many ranges what was said lies within the interval of what came."""
    if not rows:
        return "No finished match of four deals or more is here to be replayed."
    if rows[0]["matches"] < FEW_MATCHES:
        return f"{too_few(rows[0]['matches'])} to tell whether such chances come true: ten would begin to."
    held = sum(row["low"] <= row["said"] <= row["high"] for row in rows)
    word = "every range" if held == len(rows) else f"{held} of {counted(len(rows), 'range')}"
    return f"What was said came true as often as that, as far as chance lets one tell, in {word}."


CHANCES_HELD: Final = Statistic(
    "chances_held",
    "`scorer chances --test`: a row a range of chances, of the forecasts of finished matches",
    (
        Column("said_from", "said from", "percent", "forecasts from this chance of the first place on", pinned=True,
               short="from"),
        Column("said_to", "to", "percent", "up to this one", short="to"),
        Column("said", "said", "percent", "the mean of these forecasts"),
        Column("came", "came true", "rate", "how often who was foretold so won; an end that was shared counts in parts",
               "came true"),
        Column("low", form="percent", about="lower end of the 95 % interval of `came`"),
        Column("high", form="percent", about="upper end of the 95 % interval of `came`"),
        a_count("forecasts", "forecasts", "how many forecasts; several of one player in one match come true together, "
                "and count as one in the interval"),
        a_count("matches", "matches", "matches that were told again; the same in all rows"),
    ),
    make=_held,
    terminal=((("said_from", "said_to"), ("said", "came", "forecasts")),),
    dashboard=("said_from", "said_to", "said", "came", "forecasts"),
    legend=(
        (
            (),
            ("Every finished match told again at its beginning and after each quarter, from what was known then. came "
             "true: how often who was foretold so has won, in brackets the 95 % interval."),
        ),
    ),
    verdict=_do_they_hold,
)  # fmt: skip
_ways = {"equal": "taking all for alike", "leader": "naming who leads", "chances": "these chances"}


def _who_told_most(rows: Rows) -> str:
    """Which way was least off."""
    if not rows[0]["forecasts"]:
        return ""
    least = f"Least off: {_ways[min(rows, key=lambda row: row['brier'])['told_by']]}."
    if rows[-1]["error"] is None:
        return least
    return f"{least} {better_words(rows[-1], 'The chances are', 'taking all for alike', 'Brier scores')}"


FORECASTERS: Final = Statistic(
    "forecasters",
    "`scorer chances --test` besides: a row a way of telling who wins",
    (
        Column("told_by", "told by", about="equal: all alike; leader: who leads wins; chances: the forecasts",
               obvious=True, pinned=True),
        a_count("matches", "matches", "matches that were told again"),
        a_count("forecasts", "forecasts", "forecasts, one a player and moment"),
        Column("brier", "Brier", "square", "Brier score: the mean square of what was said (0 to 1) less what came "
               "(1 or 0)"),
        Column("beside_equal", "beside equal", "tenths", "of that of `equal`: below 100 % something is told"),
        Column("better", form="square", about="by how much it is below that of `equal`"),
        Column("error", form="square", about="standard error of `better`, over the matches"),
    ),
    make=forecasts_beside,
    terminal=((("told_by",), ("brier", "beside_equal", "matches", "forecasts")),),
    dashboard=("told_by", "brier", "beside_equal", "matches", "forecasts"),
    legend=(
        ((), ("Brier: the mean square of what was said, 0 to 1, less what came, 1 or 0. beside equal: "
              "below 100 % something is told.")),
    ),
    verdict=_who_told_most,
)  # fmt: skip
OF_MATCHES: Final = (CHANCES, CHANCES_HELD, FORECASTERS)
