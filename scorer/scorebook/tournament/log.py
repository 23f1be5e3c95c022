"""A tournament out of its steps: each that stands adds to what happened, in the order in which it was first done."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction
from json import loads
from typing import Any

from sqlalchemy import select, true
from sqlmodel import Session

from scorer.errors import DatabaseTroubleError
from scorer.rules.errors import FormatError, TournamentError
from scorer.rules.tournament import Cut, Entrant, Penalty, PlayedRound, PlayOff, Table
from scorer.scorebook import rows
from scorer.scorebook.steps import Chain, linked
from scorer.scorebook.tournament.values import Clock

Detail = Mapping[str, Any]
PLAY_OFF, BELL = "play-off", "bell"
# What reading damaged steps and formats may raise.
UNREADABLE = (
    ValueError,
    TypeError,
    KeyError,
    IndexError,
    AttributeError,
    ArithmeticError,
    RecursionError,
    FormatError,
    TournamentError,
)


@dataclass
class Log:
    """What the steps say, before the records are looked at. `sheets` are the tallies of paper sheets, by match."""

    names: Mapping[int, str]
    entrants: dict[int, Entrant] = field(default_factory=dict)
    rounds: dict[int, PlayedRound] = field(default_factory=dict)
    matches: dict[tuple[int, int], int] = field(default_factory=dict)
    seated: dict[int, dict[int, tuple[str, ...]]] = field(default_factory=dict)  # who may sit, by round and entrant
    cuts: dict[int, Cut] = field(default_factory=dict)
    penalties: list[Penalty] = field(default_factory=list)
    play_offs: list[PlayOff] = field(default_factory=list)
    unsaid: dict[int, int] = field(default_factory=dict)  # play-offs whose step does not say who tied: their steps
    apart: set[frozenset[int]] = field(default_factory=set)
    clocks: dict[int, Clock] = field(default_factory=dict)
    sheets: dict[int, Detail] = field(default_factory=dict)
    finished: bool = False
    last_step: int = 0

    def add(self, action: str, detail: Detail, at: datetime, reason: str) -> None:
        """Let one step that stands happen."""
        if action in HAPPENINGS:
            HAPPENINGS[action](self, detail, at, reason)


@contextmanager
def readable(what: str) -> Iterator[None]:
    """What cannot be read in this block becomes a DatabaseTroubleError that says who is damaged."""
    try:
        yield
    except UNREADABLE as error:
        raise DatabaseTroubleError(f"{what} is damaged: scorer check says where") from error


def chains_of(session: Session, tournament_id: int, before: int | None = None) -> list[Chain]:
    """The chains of steps that were done at the desk of a tournament; with `before`, as they were before that step."""
    earlier = true() if before is None else rows.STEP.c.id < before
    query = select(rows.STEP).where(rows.STEP.c.tournament_id == tournament_id, earlier).order_by(rows.STEP.c.id)
    with readable(f"tournament {tournament_id}"):
        return linked(rows.read(session, query))


def read_log(session: Session, tournament_id: int, before: int | None = None) -> Log:
    """Everything that stands of a tournament, or stood before a step."""
    chains = chains_of(session, tournament_id, before)
    log = Log(rows.player_names(session), last_step=max((chain.tip.id for chain in chains), default=0))
    for chain in chains:
        if not chain.undone:
            detail = loads(chain.step.detail) if chain.step.detail else {}
            if chain.step.action == PLAY_OFF and "tied" not in detail:
                log.unsaid[len(log.play_offs)] = chain.step.id
            log.add(chain.step.action, detail, chain.step.at, chain.step.reason)
    return log


def _enter(log: Log, detail: Detail, _at: datetime, _reason: str) -> None:
    """Who enters can be seated in the next round: the one after those that were drawn before, and stand."""
    for said in detail["entrants"]:
        members = tuple(log.names[player] for player in said["players"])
        log.entrants[said["number"]] = Entrant(
            number=said["number"],
            name=said["name"] or members[0],
            members=members,
            group=said["group"],
            direct=said["direct"],
            joined=len(log.rounds) + 1,
        )


def _withdraw(log: Log, detail: Detail, _at: datetime, _reason: str) -> None:
    log.entrants[detail["entrant"]] = replace(log.entrants[detail["entrant"]], left=detail["round"])


def _return(log: Log, detail: Detail, _at: datetime, _reason: str) -> None:
    log.entrants[detail["entrant"]] = replace(log.entrants[detail["entrant"]], left=None)


def _substitute(log: Log, detail: Detail, _at: datetime, _reason: str) -> None:
    """The entry keeps its name, so that lots drawn with it stay; who plays now comes last. It plays on, if it left."""
    old = log.entrants[detail["entrant"]]
    new = log.names[detail["player"]]
    members = (*(member for member in old.members if member != new), new)
    log.entrants[old.number] = replace(old, members=members, left=None)
    if seated := log.seated.get(detail.get("round", 0)):
        seated[old.number] = (*(name for name in seated.get(old.number, ()) if name != new), new)


def _apart(log: Log, detail: Detail, _at: datetime, _reason: str) -> None:
    pairs = {frozenset(pair) for pair in detail["pairs"]}
    log.apart = log.apart - pairs if detail["together"] else log.apart | pairs


def _draw(log: Log, detail: Detail, _at: datetime, _reason: str) -> None:
    number = detail["round"]
    tables = []
    for place, said in enumerate(detail["tables"], 1):
        duels = tuple((one, other) for one, other in said["duels"])
        tables.append(Table(place, tuple(said["seats"]), duels=duels))
        log.matches[number, place] = said["match"]
    there = [*detail["resting"], *(entrant for table in tables for entrant in table.seats)]
    log.seated[number] = {entrant: _who_may_sit(log.entrants[entrant]) for entrant in there}
    log.rounds[number] = PlayedRound(number, detail["stage"], tuple(tables), tuple(detail["resting"]), detail["seed"])


def _who_may_sit(entrant: Entrant) -> tuple[str, ...]:
    """Those who can sit down for an entrant in a round that is drawn now: of a team everybody."""
    return entrant.members[-1:] if entrant.name in entrant.members else entrant.members


def _swap(log: Log, detail: Detail, _at: datetime, _reason: str) -> None:
    """Two in each other's seats; a round that was taken back, or drawn again since, has its own seats."""
    if announced := log.rounds.get(detail["round"]):
        log.rounds[announced.number] = announced.exchanged(*detail["pair"])


def _result(log: Log, detail: Detail, _at: datetime, _reason: str) -> None:
    log.sheets[detail["match"]] = detail


def _bell(log: Log, detail: Detail, at: datetime, _reason: str) -> None:
    """A clock that runs already gets more or fewer minutes; it is not started again."""
    before = log.clocks.get(detail["round"])
    log.clocks[detail["round"]] = Clock(before.started_at if before else at, detail["minutes"])


def _penalise(log: Log, detail: Detail, _at: datetime, reason: str) -> None:
    log.penalties.append(Penalty(detail["entrant"], Fraction(detail["amount"]), detail["stage"], reason))


def _cut(log: Log, detail: Detail, _at: datetime, _reason: str) -> None:
    log.cuts[detail["stage"]] = Cut(detail["stage"], tuple(detail["through"]))


def _play_off(log: Log, detail: Detail, _at: datetime, _reason: str) -> None:
    log.play_offs.append(PlayOff(detail["stage"], frozenset(detail.get("tied", ())), tuple(detail["order"])))


def _conclude(log: Log, _detail: Detail, _at: datetime, _reason: str) -> None:
    log.finished = True


def _resume(log: Log, _detail: Detail, _at: datetime, _reason: str) -> None:
    log.finished = False


HAPPENINGS: Mapping[str, Callable[[Log, Detail, datetime, str], None]] = {
    "enter": _enter,
    "withdraw": _withdraw,
    "return": _return,
    "substitute": _substitute,
    "apart": _apart,
    "draw": _draw,
    "swap": _swap,
    "result": _result,
    BELL: _bell,
    "penalise": _penalise,
    "cut": _cut,
    PLAY_OFF: _play_off,
    "conclude": _conclude,
    "resume": _resume,
}
