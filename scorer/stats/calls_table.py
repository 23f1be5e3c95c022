"""How the calls of players are made into a table, and what it says."""

from typing import Any, Final

from scorer.frames import Frames
from scorer.stats.calls import BOTH, HIGH, LOW, calls
from scorer.stats.columns import PLAYER, Choice
from scorer.stats.tallies import MIN_DEALS
from scorer.text.numbers import Rows, percent
from scorer.text.sentences import counted, listed, plural

ALL_BY_CHANCE: Final = "Chance alone explains how the callers differ."
AS_CHANCE: Final = "chance alone does as much, all players taken together"
BEYOND_CHANCE: Final = "more than chance alone does, all players taken together"
NOTHING_CALLED: Final = "Nobody has called here yet."


def calls_made(frames: Frames, choice: Choice) -> Any:
    """The calls of a choice."""
    return calls(frames, choice.measure)


def how_callers_differ(rows: Rows) -> str:
    """Who makes more or fewer of the same bids than others, by more than chance; or that nobody does."""
    told = []
    for words, wanted in (("more", 1), ("fewer", -1)):
        some = [str(row[PLAYER]) for row in rows if row["beyond"] and row["ahead"] * wanted > 0]
        if some:
            makes = f"{plural(len(some), 'makes', 'make')} {words} of the same bids than others do"
            told.append(f"{listed(some)} {makes}, {BEYOND_CHANCE}.")
    return " ".join(told) or ALL_BY_CHANCE


def who_leans(rows: Rows) -> str:
    """How much was called too low and too high, who makes more of the same bids, and who calls too low or too high."""
    if len(rows) < 2:  # noqa: PLR2004
        return _left_in_all(rows) if rows else NOTHING_CALLED
    told = [_left_in_all(rows)]
    if any(row["beyond"] for row in rows):
        told.append(how_callers_differ(rows))
    for word in (LOW, HIGH):
        some = [str(row[PLAYER]) for row in rows if row["leans"] in {word, BOTH}]
        if some:
            told.append(f"{listed(some)} {plural(len(some), 'calls', 'call')} {word} more often than others.")
    if len(told) == 1:
        told.append(ALL_BY_CHANCE)
    if few := sum(row["called"] < MIN_DEALS for row in rows):
        callers = f"{few} of these {len(rows)} players" if few < len(rows) else "All of these players"
        told.append(f"{callers} called fewer than {MIN_DEALS} deals: of so few little can be told.")
    return " ".join(told)


def _left_in_all(rows: Rows) -> str:
    """How many of all calls were counted, and of these how many too low, and too high."""
    called, deals, low, high = (sum(row[name] for row in rows) for name in ("called", "counted", "too_low", "too_high"))
    if not deals:
        return "Nobody counted the card points: what the calls left cannot be told."
    shares = f"{percent(low / deals)} of these turned out to be too low, {percent(high / deals)} too high."
    if deals == called:
        return f"{counted(called, 'counted call')}: {shares}"
    return f"Of {counted(called, 'call')} {deals} {plural(deals, 'was', 'were')} counted: {shares}"
