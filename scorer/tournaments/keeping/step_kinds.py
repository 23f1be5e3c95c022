"""The kinds of steps of a tournament, what each does to the rows of a scorebook, and the players that it names."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from scorer.language import N_
from scorer.scorebook.step_kinds import Seating, StepKind
from scorer.scorebook.undoing import REASSIGN

OPENED, DRAW, PLAY_OFF, BELL, JOIN, SWAP = "tournament", "draw", "play-off", "bell", "join", "swap"
PEOPLE = ("enter", "withdraw", "return", "substitute", "apart")
ROUNDS = (DRAW, JOIN, SWAP, "result", REASSIGN, BELL)
RULINGS = ("penalise", "cut", PLAY_OFF, "conclude", "resume")
HAPPENINGS = (*PEOPLE, *ROUNDS, *RULINGS)  # the steps of a tournament besides its opening
DRAWN: Final = Seating(
    changed_since=N_("{match} (match {number}) came in with the draw and was changed since"),
    name_taken=N_("there is a match '{match}' on {day} by now: the draw cannot come back"),
)
_CLOSED_OR_SEATED: Final = {(0, 0), (1, 1)}  # a table closed, a player seated
STEP_KINDS: Final[Mapping[str, StepKind]] = {
    **dict.fromkeys({OPENED, *HAPPENINGS} - {REASSIGN}, StepKind()),  # which is the core's
    # Drawn again, it takes the place of as many tables or others.
    DRAW: StepKind(at_several=True, may_end=True, seating=DRAWN),
    JOIN: StepKind(tables={(1, 1)}, at_several=True, may_end=True),  # at the table, or at a match that takes its place
    SWAP: StepKind(tables={(1, 1), (2, 2)}, same_matches=True, at_several=True),  # at one table or two
    "result": StepKind(records={(1, 0), (1, 1)}, tables=_CLOSED_OR_SEATED),
    "substitute": StepKind(tables=_CLOSED_OR_SEATED),
}


def people_in_step(action: str, detail: Mapping[str, Any]) -> Iterator[int]:
    """The players that a step of a tournament names."""
    if "entrants" in detail:
        yield from (player for entrant in detail["entrants"] for player in entrant["players"])
    if action == "substitute":
        yield detail["player"]
        yield from [detail["for"]] if "for" in detail else []


def entrants_in_step(detail: Mapping[str, Any]) -> Iterator[int]:
    """The numbers of the entrants that a step of a tournament names, besides those who enter by it."""
    for table in detail.get("tables", ()):
        yield from (*table["seats"], *(number for pair in table["duels"] for number in pair))
    entering = [entrant["number"] for entrant in detail.get("entrants", ())]
    if "entrant" in detail and detail["entrant"] not in entering:
        yield detail["entrant"]
    if "reserve" in detail:
        yield detail["reserve"]
    for named in ("resting", "kept", "gone", "pair", "through", "order", "tied"):
        yield from detail.get(named, ())
    yield from (number for pair in detail.get("pairs", ()) for number in pair)
    for sheet in (detail, *detail.get("sheets", ())):
        yield from map(int, sheet.get("tallies", ()))
