"""How a player calls beside the others, in three figures: the same bids, too low, too high."""

from collections.abc import Sequence
from typing import Final

from dashboard import data, filters, links, theme
from dashboard.marks import marked
from dashboard.markup import Tile
from scorer.frames import Part
from scorer.stats.calls import BOTH, HIGH, LOW, calls
from scorer.stats.calls_table import AS_CHANCE, BEYOND_CHANCE
from scorer.stats.columns import PLAYER
from scorer.text.numbers import PLUS_MINUS, SCREEN, Row, ahead, percent

KINDS: Final = ((LOW, "too_low", "calls too low"), (HIGH, "too_high", "calls too high"))


def callers(part: Part) -> dict[str, Row]:
    """Everybody who called there, by name."""
    rows = data.rows((part.frames, "calling"), lambda: calls(part.frames))
    return {row[PLAYER]: row for row in rows}


def caller_tiles(player: str, part: Part) -> list[Tile]:
    """The tiles of a player who called there; none of who did not."""
    found = callers(part)
    if player not in found:
        return []
    row, rows = found[player], list(found.values())
    colour, tiles = theme.colour(player, data.players_now()), []
    if row["ahead"] is not None:
        told = BEYOND_CHANCE if row["beyond"] else AS_CHANCE
        below = f"{PLUS_MINUS}{100 * row['ahead_error']:.0f} beside what others make of them: {told}"
        tiles.append(Tile("contracts made of the same bids", ahead(row["ahead"], style=SCREEN), below, colour))
    if row["counted"]:
        variant = part.variants[0] if len(part.variants) == 1 else filters.ALL
        address = links.address("bids", {"variant": variant, "show": "left"})
        tiles += [
            Tile(title, f"{row[name]} of {row['counted']}", marked(_beside(row, rows, name, word), address), colour)
            for word, name, title in KINDS
        ]
    return tiles


def _beside(row: Row, rows: Sequence[Row], name: str, word: str) -> str:
    """How often the others do so, and whether the player does it more often than chance has it."""
    times, of = (sum(one[what] for one in rows) - row[what] for what in (name, "counted"))
    told = "more often, beyond chance" if row["leans"] in {word, BOTH} else "no more often than chance has it"
    return f"counted deals, others {percent(times / of)}: {told}" if of else "counted deals"
