"""When a match is over: agreed deals, units, deals won, card points taken or written on paper, or a bell.

Reaching it is announced and never refuses a deal.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, NamedTuple

from scorer.language import N_, _, ngettext
from scorer.language.lists_numbers_dates import either, listed
from scorer.rules.cards import LARGEST_NUMBER, TOTAL_CARD_POINTS, read_number
from scorer.rules.errors import UnreadableError

_BELL = re.compile(r"([01]?\d|2[0-3]):[0-5]\d")
HINT = N_(
    "say one of units:15, won:3, taken:500 and paper:500, deals:20 and time:23:30 beside it with commas, and +round to"
    " finish the round"
)


class RaceKind(NamedTuple):
    """What is counted of each player in a match: what it `counts`, in the words of exports.

    `plain`: how many a plain deal that is won brings; None: as many as it pays. `usual`: what a match is played to,
    first what help names.
    """

    counts: str
    plain: int | None
    usual: tuple[int, ...]


Race = str  # a key of RACES
# What a player can reach; a match is played to at most one of them.
RACES: Final[Mapping[str, RaceKind]] = {
    "units": RaceKind("units", None, (15, 11, 21)),
    "won": RaceKind("deals won", 1, (3, 5, 7)),
    "taken": RaceKind("card points", TOTAL_CARD_POINTS // 2, (500, 1000)),
    "paper": RaceKind("on paper", TOTAL_CARD_POINTS // 2, (500, 1000)),
}
WaitsFor = Literal["", "round", "tie"]


class UnreadableEndError(UnreadableError):
    """An agreed end that cannot be read: `fault` is what is wrong, without the word `until` before it."""

    def __init__(self, fault: str) -> None:
        self.fault = fault
        super().__init__(_("until {fault}", fault=fault))


@dataclass(frozen=True, slots=True)
class End:
    """The agreed end, reached `by` one of its limits after `played` deals.

    The match is over, unless it `waits_for` the end of the round of deals, or until one of the `leaders` leads alone.
    """

    by: str  # of RACES, or "deals", "time", "slam"
    agreed: int | str
    played: int
    leaders: tuple[str, ...]
    waits_for: WaitsFor = ""

    def __str__(self) -> str:
        """What is reached: `Anna reached 15 units`, `Anna won 3 deals`, `20 deals are played`, `it is past 23:30`."""
        if self.by == "time":
            return _("it is past {time}", time=self.agreed)
        players = listed(self.leaders)
        if self.by == "slam":
            return _("{players} took every trick", players=players)
        agreed = int(self.agreed)
        if self.by == "units":
            return ngettext(
                "{players} reached {count} unit", "{players} reached {count} units", agreed, players=players
            )
        if self.by == "won":
            return ngettext("{players} won {count} deal", "{players} won {count} deals", agreed, players=players)
        if self.by == "taken":
            return ngettext(
                "{players} took {count} card point", "{players} took {count} card points", agreed, players=players
            )
        if self.by == "paper":
            return _("{players} reached {count} on paper", count=agreed, players=players)
        deals = ngettext("{count} deal is played", "{count} deals are played", self.played)
        if (more := self.played - agreed) > 0:
            facts = {"deals_are_played": deals, "more": more, "agreed": agreed}
            return _("{deals_are_played}, {more} more than the {agreed} agreed", **facts)
        return deals


@dataclass(frozen=True, slots=True)
class Ending:
    """The agreed end: `deals` played, `bell` a time of day "23:30", or a `race`; None: not agreed.

    The race is what a player has to reach, of RACES, and how much of it: `units`; deals `won`, at their worth; card
    points and bonuses `taken`, added up; what is on `paper`, where card points are written there.
    `finish_round`: everybody deals equally often. `play_on`: not while two share the lead. `first`: by what the lead
    is judged where nothing was agreed that can be reached, in this order.
    """

    deals: int | None = None
    race: tuple[Race, int] | None = None
    bell: str | None = None
    finish_round: bool = False
    play_on: bool = False
    first: tuple[str, ...] = ("units",)

    def __str__(self) -> str:
        """The notation that `read_ending` reads; empty when nothing was agreed."""
        parts = (("deals", self.deals), self.race or ("", None), ("time", self.bell))
        text = ",".join(f"{key}:{limit}" for key, limit in parts if limit is not None)
        return f"{text}+round" if text and self.finish_round else text

    @property
    def won(self) -> int | None:
        """How many deals a player has to win; None where the match is not played to that."""
        return self._agreed("won")

    @property
    def taken(self) -> int | None:
        """How many card points a player has to take; None where the match is not played to that."""
        return self._agreed("taken")

    def _agreed(self, by: str) -> int | None:
        return self.race[1] if self.race and self.race[0] == by else None

    @property
    def judged_by(self) -> tuple[str, ...]:
        """The tallies that decide who leads, the first before the next: the race of the match, else `first`."""
        return self.race[:1] if self.race else self.first

    def on_paper(self) -> "Ending":
        """The end for a paper sheet of units, which says nothing of what else is counted."""
        return replace(self, race=self.race if self.race and self.race[0] == "units" else None, first=("units",))

    @property
    def is_open(self) -> bool:
        """Whether nothing was agreed."""
        return self.race is None and self.deals is None and self.bell is None

    def end(
        self,
        deals: int,
        tallies: Mapping[str, Mapping[str, int]],
        *,
        sides: Collection[Collection[str]] = (),
        bell_rung: bool,
        round_open: bool = False,
    ) -> End | None:
        """The end that is reached after so many deals, and what the match still waits for; None before it is reached.

        `tallies` are what every player has of `units`, and of the other RACES where these count. The players of one
        of the `sides` lead together.
        """

        def reached(by: str, agreed: int | str) -> End:
            """The end by this limit, with the players who lead."""
            leaders = leading([tallies[tally] for tally in self.judged_by if tally in tallies])
            shared = len(leaders) > 1 and not any(set(leaders) <= set(side) for side in sides)
            waits_for: WaitsFor = "round" if round_open and self.finish_round else ""
            return End(by, agreed, deals, leaders, waits_for or ("tie" if shared and self.play_on else ""))

        if self.race and max(tallies.get(self.race[0], {}).values(), default=0) >= self.race[1]:
            return reached(*self.race)
        if self.deals is not None and deals >= self.deals:
            return reached("deals", self.deals)
        return reached("time", self.bell) if bell_rung and self.bell else None


def leading(tallies: Sequence[Mapping[str, int]]) -> tuple[str, ...]:
    """The players who have most by the first of these tallies; of equal ones, those who have most by the next."""
    players = tuple(tallies[0]) if tallies else ()
    for tally in tallies:
        highest = max((tally.get(player, 0) for player in players), default=0)
        players = tuple(player for player in players if tally.get(player, 0) == highest)
    return players


OPEN_END = Ending()
NO_END = "none"


def read_ending(text: str, *, play_on: bool = False, first: tuple[str, ...] = ("units",)) -> Ending:
    """Read `deals:20,units:15,won:3,taken:500,paper:500,time:23:30+round`; raises UnreadableEndError."""
    limits, plus, round_word = text.strip().partition("+")
    if plus and round_word.strip() != "round":
        raise UnreadableEndError(
            _("'{typed}': '+{word}' is not known; {hint}", typed=text, word=round_word, hint=_(HINT))
        )
    agreed: dict[str, Any] = {}
    for part in limits.split(","):
        key, _colon, limit = (piece.strip() for piece in part.partition(":"))
        value = (limit if _BELL.fullmatch(limit) else None) if key == "time" else read_number(limit)
        if value is None and key in {"deals", *RACES} and limit.isdecimal():
            highest = f"{key}:{LARGEST_NUMBER}"
            raise UnreadableEndError(
                _("'{part}' is too much; the most is {highest}", part=part.strip(), highest=highest)
            )
        if key not in {"deals", *RACES, "time"} or not value or key in agreed:
            raise UnreadableEndError(
                _("'{typed}': '{part}' cannot be read; {hint}", typed=text, part=part.strip(), hint=_(HINT))
            )
        agreed[key] = value
    if len(races := [key for key in RACES if key in agreed]) > 1:
        template = N_("'{typed}': a match is played to {races}, not to both; {hint}")
        raise UnreadableEndError(_(template, typed=text, races=either(races), hint=_(HINT)))
    return Ending(
        deals=agreed.get("deals"),
        race=(races[0], agreed[races[0]]) if races else None,
        bell=agreed.get("time"),
        finish_round=bool(plus),
        play_on=play_on,
        first=first,
    )


def read_agreed(text: str, usual: Ending) -> Ending:
    """The end that is typed for a match whose variant has a usual one: none for no end; raises UnreadableEndError."""
    if text.strip().casefold() in {"", NO_END, _(NO_END)}:
        return Ending(first=usual.first)
    return read_ending(text, play_on=usual.play_on, first=usual.first)
