"""How pairs beside what is foretold of them are made, and what they say."""

from typing import Any, Final

from scorer.frames import Frames
from scorer.stats.beyond import beyond
from scorer.stats.by_chance import ONE_IN, Outside
from scorer.stats.columns import PLAYER, Choice
from scorer.stats.descriptions import described
from scorer.stats.players import MET
from scorer.text.numbers import Counting, Rows
from scorer.text.sentences import counted, some

MEASURED: Final = (
    "In units / stake: what two get beyond what their roles, and the ratings of all at the table, foretell."
)
NOBODY_TOLD: Final = "No pair can be told from chance, all looked at together."
NOTHING_TOLD: Final = "Nothing can be said yet: of so few deals nothing is left to tell a pair from."


def beyond_made(frames: Frames, choice: Choice) -> Any:
    """The pairs of a choice, in base units."""
    return beyond(frames.payouts, min_deals=described("beyond").fewest(choice))


def beyond_chance(rows: Rows) -> str:
    """Which pairs can be told from chance; how many are off what is foretold, and how many would be by chance.

    These are one in twenty of whom anything is left, on average; of equals it is fewer, for the ratings then take more
    of what chance did than there is to take.
    """
    if not rows:
        return ""
    rows = [row for row in rows if row["error"] is not None]
    if not rows:
        return NOTHING_TOLD
    far = sorted((row for row in rows if row["apart"]), key=lambda row: -abs(row["rest"]))
    named = some([f"{row[PLAYER]} {row['met']} {row['other']} {Counting().mean(row['rest'])}" for row in far])
    told = f"Beyond chance, in units / stake a deal: {named}." if far else NOBODY_TOLD
    outside, met = sum(row["outside"] for row in rows), [sum(row["met"] == way for row in rows) for way in MET]
    of = counted(len(rows), "pair") + (f" ({met[0]} with and {met[1]} against)" if all(met) else "")
    return f"{told} {Outside(outside, len(rows) / ONE_IN).words(of, 'rest')}"
