"""A tournament out of its steps: each that stands adds to what happened, in the order in which it was first done."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction
from json import loads
from typing import Any

from sqlalchemy import select, true

from scorer.errors import DatabaseTroubleError
from scorer.rules.errors import FormatError, TournamentError
from scorer.rules.tournament import Cut, Entrant, Penalty, PlayedRound, PlayOff, Table
from scorer.rules.tournament.events import in_place_of
from scorer.scorebook import rows
from scorer.scorebook.tournament.snapshot import Clock
from scorer.scorebook.transaction import Transaction
from scorer.scorebook.undoing import REASSIGN, Chain, linked

Detail = Mapping[str, Any]
PLAY_OFF, BELL, JOIN = "play-off", "bell", "join"
PEOPLE = ("enter", "withdraw", "return", "substitute", "apart")
ROUNDS = ("draw", JOIN, "swap", "result", REASSIGN, BELL)
RULINGS = ("penalise", "cut", PLAY_OFF, "conclude", "resume")
HAPPENINGS = (*PEOPLE, *ROUNDS, *RULINGS)  # the steps of a tournament besides its opening
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
        if action in PEOPLE:
            self._add_people(action, detail)
        elif action in ROUNDS:
            self._add_round(action, detail, at)
        elif action in RULINGS:
            self._add_ruling(action, detail, reason)

    def _add_people(self, action: str, detail: Detail) -> None:
        """Who takes part, and who never meets.

        Who enters can be seated in the next round: the one after those that were drawn before, and stand. An entry for
        which somebody else sits keeps its name, so that lots drawn with it stay; who plays now comes last. It plays on,
        if it left.
        """
        match action:
            case "enter":
                for said in detail["entrants"]:
                    members = tuple(self.names[player] for player in said["players"])
                    self.entrants[said["number"]] = Entrant(
                        number=said["number"],
                        name=said["name"] or members[0],
                        members=members,
                        group=said["group"],
                        direct=said["direct"],
                        joined=len(self.rounds) + 1,
                        seats=said.get("seats", 1),
                    )
            case "withdraw" | "return":
                left = detail["round"] if action == "withdraw" else None
                self.entrants[detail["entrant"]] = replace(self.entrants[detail["entrant"]], left=left)
                if "reserve" in detail:
                    announced = self.cuts[detail["stage"]]
                    self.cuts[announced.stage] = announced.followed(detail["entrant"], detail["reserve"])
            case "substitute":
                old, new = self.entrants[detail["entrant"]], self.names[detail["player"]]
                gone = self.names[detail["for"]] if "for" in detail else ""
                self.entrants[old.number] = replace(old.replaced(gone, new), left=None)
                if seated := self.seated.get(detail.get("round", 0)):
                    seated[old.number] = in_place_of(seated.get(old.number, ()), gone, new)
            case "apart":
                pairs = {frozenset(pair) for pair in detail["pairs"]}
                self.apart = self.apart - pairs if detail["together"] else self.apart | pairs

    def _add_round(self, action: str, detail: Detail, at: datetime) -> None:
        """What is announced of a round, and comes in of its tables.

        Of a single player the present one may sit down in a round, of a team every member, of a pair those two. Two who
        swapped seats did it in the round as it was: one that was taken back, or drawn again since, has its own seats. A
        clock that runs already gets more or fewer minutes; it is not started again.
        """
        match action:
            case "draw":
                number = detail["round"]
                if detail.get("again"):
                    del self.rounds[number]
                    self.clocks.pop(number, None)
                    self.matches = {place: match for place, match in self.matches.items() if place[0] != number}
                    self.entrants = {each.number: each.drawn_again(number) for each in self.entrants.values()}
                if "through" in detail:
                    self.cuts[detail["stage"] - 1] = Cut(detail["stage"] - 1, tuple(detail["through"]))
                tables = []
                for place, said in enumerate(detail["tables"], 1):
                    duels = tuple((one, other) for one, other in said["duels"])
                    tables.append(Table(place, tuple(said["seats"]), duels=duels))
                    self.matches[number, place] = said["match"]
                resting = tuple(detail["resting"])
                there = [self.entrants[who] for who in (*resting, *(seat for table in tables for seat in table.seats))]
                self.seated[number] = {each.number: each.present for each in there}
                self.rounds[number] = PlayedRound(number, detail["stage"], tuple(tables), resting, detail["seed"])
            case "join":
                if "entrants" in detail:
                    self._add_people("enter", detail)
                who = self.entrants[detail["entrant"]] = replace(self.entrants[detail["entrant"]], left=None)
                self.rounds[detail["round"]] = self.rounds[detail["round"]].joined(who.number, detail["table"])
                self.matches[detail["round"], detail["table"]] = detail["match"]
                self.seated[detail["round"]][who.number] = who.members[-1:]
            case "swap":
                if announced := self.rounds.get(detail["round"]):
                    self.rounds[announced.number] = announced.exchanged(*detail["pair"])
            case "result":
                self.sheets[detail["match"]] = detail
            case "reassign":
                self.sheets |= {each["match"]: each for each in detail.get("sheets", ())}
            case "bell":
                self._add_bell(detail, at)

    def _add_bell(self, detail: Detail, at: datetime) -> None:
        """A clock started, stopped, going on, with another length, or with more time for a table."""
        clock = self.clocks.get(detail["round"])
        if clock is None:
            if "minutes" in detail:
                self.clocks[detail["round"]] = Clock(at, detail["minutes"])
            return
        if "runs" in detail:
            clock = clock.going_on(at) if detail["runs"] else clock.stopped(at)
        elif "table" in detail:
            clock = clock.with_extra(detail["table"], detail["extra"])
        else:
            clock = replace(clock, minutes=detail["minutes"])
        self.clocks[detail["round"]] = clock

    def _add_ruling(self, action: str, detail: Detail, reason: str) -> None:
        """What the organiser decides."""
        match action:
            case "penalise":
                self.penalties.append(Penalty(detail["entrant"], Fraction(detail["amount"]), detail["stage"], reason))
            case "cut":
                gone, kept = tuple(detail.get("gone", ())), frozenset(detail.get("kept", ()))
                self.cuts[detail["stage"]] = Cut(detail["stage"], tuple(detail["through"]), gone, kept)
            case "play-off":
                tied, order = frozenset(detail.get("tied", ())), tuple(detail["order"])
                self.play_offs.append(PlayOff(detail["stage"], tied, order))
            case "conclude" | "resume":
                self.finished = action == "conclude"


@contextmanager
def readable(what: str) -> Iterator[None]:
    """What cannot be read in this block becomes a DatabaseTroubleError that says who is damaged."""
    try:
        yield
    except UNREADABLE as error:
        raise DatabaseTroubleError(f"{what} is damaged: scorer check says where") from error


def chains_of(transaction: Transaction, tournament_id: int, before: int | None = None) -> list[Chain]:
    """The chains of the steps of a tournament; with `before`, as they were before that step."""
    earlier = true() if before is None else rows.STEP.c.id < before
    query = select(rows.STEP).where(rows.STEP.c.tournament_id == tournament_id, earlier).order_by(rows.STEP.c.id)
    with readable(f"tournament {tournament_id}"):
        return linked(rows.read(transaction, query))


def read_log(transaction: Transaction, tournament_id: int, before: int | None = None) -> Log:
    """Everything that stands of a tournament, or stood before a step."""
    chains = chains_of(transaction, tournament_id, before)
    log = Log(rows.player_names(transaction), last_step=max((chain.tip.id for chain in chains), default=0))
    for chain in chains:
        if not chain.undone:
            detail = loads(chain.step.detail) if chain.step.detail else {}
            if chain.step.action == PLAY_OFF and "tied" not in detail:
                log.unsaid[len(log.play_offs)] = chain.step.id
            log.add(chain.step.action, detail, chain.step.at, chain.step.reason)
    return log
