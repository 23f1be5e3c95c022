"""When a match is over: agreed deals, units or a bell; reaching it is announced and never refuses a deal."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from scorer.rules.cards import read_number
from scorer.rules.errors import UnreadableError

_BELL = re.compile(r"([01]?\d|2[0-3]):[0-5]\d")
HINT = "say deals:20, units:15 or time:23:30, several with commas, and +round to finish the round of deals"


WaitsFor = Literal["", "round", "tie"]


@dataclass(frozen=True, slots=True)
class End:
    """The agreed end, reached `by` one of its limits after `played` deals.

    The match is over, unless it `waits_for` the end of the round of deals, or until one of the `leaders` leads alone.
    """

    by: Literal["units", "deals", "time"]
    agreed: int | str
    played: int
    leaders: tuple[str, ...]
    waits_for: WaitsFor = ""

    def __str__(self) -> str:
        """What is reached: `Anna reached 15 units`, `20 deals are played`, `it is past 23:30`."""
        if self.by == "units":
            *others, last = self.leaders
            units = "1 unit" if self.agreed == 1 else f"{self.agreed} units"
            return f"{', '.join(others)}{' and ' if others else ''}{last} reached {units}"
        if self.by == "time":
            return f"it is past {self.agreed}"
        played = "1 deal is played" if self.played == 1 else f"{self.played} deals are played"
        agreed = "1 was agreed" if self.agreed == 1 else f"{self.agreed} were agreed"
        return played if self.played == self.agreed else f"{played}, {agreed}"


@dataclass(frozen=True, slots=True)
class Ending:
    """The agreed end: `deals` played, `units` of the leader, `bell` a time of day "23:30"; None: not agreed.

    `finish_round`: everybody deals equally often. `play_on`: not while two share the lead.
    """

    deals: int | None = None
    units: int | None = None
    bell: str | None = None
    finish_round: bool = False
    play_on: bool = False

    def __str__(self) -> str:
        """The notation that `read_ending` reads; empty when nothing was agreed."""
        parts = {"deals": self.deals, "units": self.units, "time": self.bell}
        text = ",".join(f"{key}:{value}" for key, value in parts.items() if value is not None)
        return text + "+round" * (self.finish_round and bool(text))

    def end(self, deals: int, running: Mapping[str, int], *, bell_rung: bool, round_open: bool = False) -> End | None:
        """What has been reached after so many deals, and what is still waited for; None while nothing is."""
        highest = max(running.values(), default=0)
        leaders = tuple(player for player, units in running.items() if units == highest)
        shared = self.play_on and len(leaders) > 1
        waits_for: WaitsFor = "round" if round_open and self.finish_round else "tie" if shared else ""
        if self.units is not None and leaders and highest >= self.units:
            return End("units", self.units, deals, leaders, waits_for)
        if self.deals is not None and deals >= self.deals:
            return End("deals", self.deals, deals, leaders, waits_for)
        return End("time", self.bell, deals, leaders, waits_for) if bell_rung and self.bell else None


OPEN_END = Ending()


def read_ending(text: str, *, play_on: bool = False) -> Ending:
    """Read `deals:20,units:15,time:23:30+round`; raises UnreadableError."""
    limits, plus, round_word = text.strip().partition("+")
    if plus and round_word.strip() != "round":
        raise UnreadableError(f"until '{text}': '+{round_word}' is not known; {HINT}")
    found: dict[str, Any] = {}
    for part in limits.split(","):
        key, _, limit = (piece.strip() for piece in part.partition(":"))
        value = (limit if _BELL.fullmatch(limit) else None) if key == "time" else read_number(limit)
        if key not in {"deals", "units", "time"} or not value or key in found:
            raise UnreadableError(f"until '{text}': '{part.strip()}' cannot be read; {HINT}")
        found[key] = value
    return Ending(
        deals=found.get("deals"),
        units=found.get("units"),
        bell=found.get("time"),
        finish_round=bool(plus),
        play_on=play_on,
    )
