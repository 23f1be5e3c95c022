"""A tournament out of its steps: each that stands adds to what happened, in the order in which it was first done."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction
from json import loads
from typing import Any

from scorer.errors import DatabaseTroubleError
from scorer.language import _
from scorer.rules.errors import advice
from scorer.scorebook import rows
from scorer.scorebook.rows import DAMAGED_ROWS
from scorer.scorebook.transaction import Transaction
from scorer.scorebook.undoing import Chain, linked
from scorer.tournaments.keeping.snapshot import Clock
from scorer.tournaments.keeping.step_kinds import PEOPLE, PLAY_OFF, ROUNDS, RULINGS
from scorer.tournaments.rules import Cut, Entrant, Penalty, PlayedRound, PlayOff, Table
from scorer.tournaments.rules.errors import FormatError, TournamentError
from scorer.tournaments.rules.events import in_place_of

Detail = Mapping[str, Any]
_STEPS = "SELECT * FROM step WHERE tournament_id = :tournament AND id < :before ORDER BY id"
ANY_STEP = 2**62  # no step has so high an id
UNREADABLE = (*DAMAGED_ROWS, FormatError, TournamentError)  # what reading damaged steps and formats may raise


@dataclass
class Log:
    """What the steps say, before anybody looks at the records.

    `matches` are ids by round and table, `sheets` the tallies of paper sheets by match. `seated` gives who may sit for
    an entrant in a round, by round and entrant. `unsaid` are the play-offs whose step does not say who tied, as older
    programs wrote them: the ids of these steps by the place in `play_offs`.
    """

    names: Mapping[int, str]
    entrants: dict[int, Entrant] = field(default_factory=dict)
    rounds: dict[int, PlayedRound] = field(default_factory=dict)
    matches: dict[tuple[int, int], int] = field(default_factory=dict)
    seated: dict[int, dict[int, tuple[str, ...]]] = field(default_factory=dict)
    cuts: dict[int, Cut] = field(default_factory=dict)
    penalties: list[Penalty] = field(default_factory=list)
    play_offs: list[PlayOff] = field(default_factory=list)
    unsaid: dict[int, int] = field(default_factory=dict)
    apart: set[frozenset[int]] = field(default_factory=set)
    clocks: dict[int, Clock] = field(default_factory=dict)
    sheets: dict[int, Detail] = field(default_factory=dict)
    finished: bool = False
    last_step: int = 0

    def add(self, action: str, detail: Detail, at: datetime, reason: str) -> None:
        """Add what one step did that stands."""
        if action in PEOPLE:
            self._add_people(action, detail)
        elif action in ROUNDS:
            self._add_round(action, detail, at)
        elif action in RULINGS:
            self._add_ruling(action, detail, reason)

    def _add_people(self, action: str, detail: Detail) -> None:
        """Add who takes part, and who never meets.

        An entrant can be seated from the round on that comes after those drawn so far. When somebody else sits for an
        entry, it keeps its name, so that lots drawn with the name stay the same; the newcomer is the last of its
        members. An entry that had left plays on then.
        """
        match action:
            case "enter":
                for entry in detail["entrants"]:
                    members = tuple(self.names[player] for player in entry["players"])
                    self.entrants[entry["number"]] = Entrant(
                        number=entry["number"],
                        name=entry["name"] or members[0],
                        members=members,
                        group=entry["group"],
                        direct=entry["direct"],
                        joined=len(self.rounds) + 1,
                        seats=entry.get("seats", 1),
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
        """Add what was announced of a round, and the results of its tables.

        For a single entry its present player may sit down in a round, for a team every member, for a pair the two who
        play now. A swap of seats does nothing in a round that was taken back; a round that was drawn again has its own
        seats. A clock that runs already gets another length and is not started again.
        """
        match action:
            case "draw":
                number = detail["round"]
                if detail.get("again"):
                    del self.rounds[number]
                    self.clocks.pop(number, None)
                    self.matches = {place: match for place, match in self.matches.items() if place[0] != number}
                    self.entrants = {entrant.number: entrant.drawn_again(number) for entrant in self.entrants.values()}
                if "through" in detail:
                    self.cuts[detail["stage"] - 1] = Cut(detail["stage"] - 1, tuple(detail["through"]))
                tables = []
                for place, table in enumerate(detail["tables"], 1):
                    duels = tuple((first, second) for first, second in table["duels"])
                    tables.append(Table(place, tuple(table["seats"]), duels=duels))
                    self.matches[number, place] = table["match"]
                resting = tuple(detail["resting"])
                there = [self.entrants[who] for who in (*resting, *(seat for table in tables for seat in table.seats))]
                self.seated[number] = {entrant.number: entrant.present for entrant in there}
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
                self.sheets |= {sheet["match"]: sheet for sheet in detail.get("sheets", ())}
            case "bell":
                self._add_bell(detail, at)

    def _add_bell(self, detail: Detail, at: datetime) -> None:
        """Start the clock of a round, stop it, let it go on, change its length, or give a table more time."""
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
        """Add what the organiser decided."""
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
def readable(*, tournament: int = 0, variant: str = "") -> Iterator[None]:
    """Reading of a tournament or a variant: what cannot be read becomes a DatabaseTroubleError that names it."""
    try:
        yield
    except UNREADABLE as error:
        if tournament:
            damaged = _("tournament {tournament} is damaged", tournament=tournament)
        elif variant:
            damaged = _("variant {variant} is damaged", variant=variant)
        else:
            damaged = _("a tournament is damaged")
        raise DatabaseTroubleError(damaged, advice("check")) from error


def chains_of(transaction: Transaction, tournament_id: int, before: int | None = None) -> list[Chain]:
    """The chains of the steps of a tournament; with `before`, the id of a step, as they were before it."""
    with readable(tournament=tournament_id):
        return linked(transaction.rows(_STEPS, tournament=tournament_id, before=before or ANY_STEP))


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
