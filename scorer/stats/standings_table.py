"""How the standings and the gaps between players are made, and what they say."""

from typing import Any, Final

from scorer.frames import Frames
from scorer.stats.columns import PLAYER, Choice
from scorer.stats.descriptions import described
from scorer.stats.spread import FEWEST, gaps, spread
from scorer.stats.standings import players_listed, standings_of, wins_of
from scorer.text.numbers import Rows
from scorer.text.sentences import counted

NOT_APART: Final = "No two of these players can be told apart yet: chance alone may have made the order."
TOO_FEW: Final = (
    f"Nothing can be said yet: it takes two players with {FEWEST} deals each. Where places go by units per match it "
    f"takes {FEWEST} matches each: by units, or by units per deal, more can be told sooner."
)


def standings_made(frames: Frames, choice: Choice) -> Any:
    """The standings with the matches won."""
    table = standings_of(
        frames.payout_blocks,
        min_deals=described("standings").fewest(choice),
        min_matches=choice.fewest_matches,
        order=choice.order,
    )
    return table.merge(wins_of(frames.matches, frames.payout_blocks), on=PLAYER, how="left")[
        described("standings").names
    ]


def how_far_chance_goes(rows: Rows) -> str:
    """How many pairs of players can be told apart: each is as many places further down as are told to be better."""
    apart, pairs = sum(row["place_first"] - 1 for row in rows), len(rows) * (len(rows) - 1) // 2
    if not apart:
        return NOT_APART if pairs else ""
    return _others_by_chance(f"{counted(apart, 'pair')} of players", all_of_them=apart == pairs)


def gaps_made(frames: Frames, choice: Choice) -> Any:
    """The gaps between those whom the standings list."""
    who = players_listed(frames.payouts, described("gaps").fewest(choice), choice.fewest_matches)
    return gaps(spread(frames.payouts, choice.order).of(who))


def how_many_apart(rows: Rows) -> str:
    """How many pairs are told apart."""
    apart = sum(row["apart"] for row in rows)
    if not apart:
        return NOT_APART if rows else TOO_FEW
    return _others_by_chance(f"{apart} of {counted(len(rows), 'pair')}", all_of_them=apart == len(rows))


def _others_by_chance(told: str, *, all_of_them: bool) -> str:
    """That so many pairs are told apart, and what that leaves to chance."""
    others = "" if all_of_them else "; chance alone may have made the order of all others"
    return f"{told} can be told apart{others}."
