"""How the tables of a player's page are made, and those of two players."""

from typing import Any

from scorer.frames import Frames
from scorer.stats.bidding import bands_begin, compared
from scorer.stats.columns import PLAYER, Choice
from scorer.stats.descriptions import described
from scorer.stats.evenings import evenings, head_to_head, meetings
from scorer.stats.players import companions, records, roles
from scorer.stats.standings import match_units


def roles_made(frames: Frames, player: str, _: Choice) -> Any:
    """The roles of one player."""
    return roles(frames.payouts).loc[lambda table: table[PLAYER] == player]


def compared_made(frames: Frames, player: str, _: Choice) -> Any:
    """The bids of one player beside those of everybody together."""
    return compared(frames.deals, player, bands_begin(frames))


def records_made(frames: Frames, player: str, _: Choice) -> Any:
    """The highest and the lowest of one player."""
    return records(frames.matches, frames.deals, frames.payouts, player, frames.penalized)


def companions_made(frames: Frames, player: str, choice: Choice) -> Any:
    """With and against whom one player played."""
    return companions(frames.payouts, player, min_deals=described("page/companions").fewest(choice))


def matches_made(frames: Frames, player: str, _: Choice) -> Any:
    """The matches of one player, with their names."""
    everybody = match_units(frames.payouts)
    own = everybody[everybody[PLAYER] == player]
    names = dict(zip(frames.matches["match_id"].tolist(), frames.matches["match"].tolist(), strict=True))
    return own.assign(match=[names[match_id] for match_id in own["match_id"].tolist()])


def evenings_made(frames: Frames, player: str, _: Any) -> Any:
    """The evenings of one player."""
    return evenings(frames.payouts).loc[lambda table: table[PLAYER] == player]


def meetings_made(frames: Frames, player: str, other: str) -> Any:
    """The evenings of two players."""
    return meetings(frames.payouts, player, other)


def head_to_head_made(frames: Frames, player: str, other: str) -> Any:
    """How one player fared beside another."""
    return head_to_head(frames.payouts, player, other)
