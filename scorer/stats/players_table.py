"""How the tables of players, of their roles and of pairs are made."""

from typing import Any

from scorer.frames import Frames
from scorer.stats.columns import PLAYER, Choice
from scorer.stats.descriptions import described
from scorer.stats.players import met, overview, pairs, roles


def roles_made(frames: Frames, choice: Choice) -> Any:
    """The roles of everybody whom a choice lists."""
    return _enough(roles(frames.payouts), frames, choice)


def overview_made(frames: Frames, choice: Choice) -> Any:
    """Everybody whom a choice lists, in a row each."""
    return _enough(overview(frames.payouts), frames, choice)


def _enough(frame: Any, frames: Frames, choice: Choice) -> Any:
    """Those rows of a statistic whose player played the minimum of deals and of matches."""
    fewest = choice.min_deals or 0, choice.fewest_matches
    if not any(fewest):
        return frame
    played = overview(frames.payouts)
    enough = (played["deals"] >= fewest[0]) & (played["matches"] >= fewest[1])
    return frame[frame[PLAYER].isin(played[PLAYER][enough])]


def pairs_made(frames: Frames, choice: Choice) -> Any:
    """Callers with their partners."""
    return pairs(frames.deals, frames.payouts, min_deals=described("pairs").fewest(choice))


def met_made(frames: Frames, choice: Choice) -> Any:
    """Who played with and against whom."""
    return met(frames.payouts, min_deals=described("met").fewest(choice))
