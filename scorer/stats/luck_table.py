"""How the parts of everybody's units are made, and what they say."""

from typing import Any, Final

from scorer.frames import Frames
from scorer.stats.columns import PLAYER, Choice
from scorer.stats.luck import luck
from scorer.stats.phrases import ONLY_UNITS
from scorer.text.numbers import Counting, Rows

TOO_FEW: Final = "Nothing can be said of play yet: the deals are too few, or all ended alike."


def luck_made(frames: Frames, choice: Choice) -> Any:
    """The parts of a choice."""
    return luck(frames, choice.measure, min_deals=choice.min_deals or 0)


def whose_play(rows: Rows) -> str:
    """What the units of the one in front are made of, and whether play can be told at all; or that there is no deal.

    Rows of money, which are cents, have their `currency`.
    """
    first = next((row for row in rows if row["deals"]), None)
    if first is None:
        return ONLY_UNITS if rows else ""
    if first["chance"] is None and not first["told"]:
        return TOO_FEW
    sure = "" if first["told"] else "No difference in play can be told yet. "
    counting = Counting(first.get("currency", ""))
    play, units = counting.total(first["play"], first["play_error"]), counting.said(first["units"])
    told = f"Of {first[PLAYER]}'s {units}, {play} is play and {counting.total(first['cards'])} cards"
    if first["chance"] is None:
        return f"{sure}{told}."
    chance = counting.off(first["chance"], counting.places(first["cards"]))
    return f"{sure}{told}, which chance alone commonly moves by {chance}."
