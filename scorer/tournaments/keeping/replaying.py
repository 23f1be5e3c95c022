"""A tournament out of its steps: each that stands adds to what happened, in the order in which it was first done.

Whether a step could have been done after others stands beside what it adds. Who ask: taking a step back, of those that
come later, and reversing any step, of all (`history.py`); a merge of two players (`at_tables.py`); `scorer check`.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction
from json import loads
from typing import Any

from db.connection import Connection
from scorer.errors import DatabaseTroubleError
from scorer.language import N_, _, ngettext
from scorer.rules.errors import advice
from scorer.scorebook import rows
from scorer.scorebook.rows import DAMAGED_ROWS
from scorer.scorebook.transaction import Transaction
from scorer.scorebook.undoing import Chain, linked
from scorer.tournaments.keeping.snapshot import Clock
from scorer.tournaments.keeping.step_kinds import (
    BELL,
    DRAW,
    HAPPENINGS,
    PEOPLE,
    PLAY_OFF,
    ROUNDS,
    RULINGS,
    entrants_in_step,
    people_in_step,
)
from scorer.tournaments.rules import Cut, Entrant, Format, Penalty, PlayedRound, PlayOff, Table
from scorer.tournaments.rules.errors import FormatError, TournamentError
from scorer.tournaments.rules.events import in_place_of
from scorer.tournaments.rules.format import BY_STANDING

Detail = Mapping[str, Any]
Result = tuple[int, int, int]  # the stage, the round and the table of a result
_AS_KEPT = "SELECT * FROM step WHERE tournament_id = :tournament ORDER BY id"
_STEPS = "SELECT * FROM step WHERE tournament_id = :tournament AND id < :before ORDER BY id"
ANY_STEP = 2**62  # no step has so high an id
_RESULT_MISSING = N_("a result of stage {stage} is missing")
UNREADABLE = (*DAMAGED_ROWS, FormatError, TournamentError)  # what reading damaged steps and formats may raise


@dataclass
class Log:
    """What the steps say, before anybody looks at the records.

    `matches` are ids by round and table, `sheets` the tallies of paper sheets by match. `seated` gives who may sit for
    an entrant in a round, by round and entrant. `unsaid` are the play-offs whose step does not say who tied, as older
    programs wrote them: the ids of these steps by the place in `play_offs`. `format` is None where it cannot be read.
    `lost` are results that are not there, though the steps that gave them are.
    """

    names: Mapping[int, str]
    format: Format | None = None
    lost: set[Result] = field(default_factory=set)
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
        elif action == DRAW:
            self._add_draw(detail)
        elif action in ROUNDS:
            self._add_at_round(action, detail, at)
        elif action in RULINGS:
            self._add_ruling(action, detail, reason)

    def unfit(
        self, action: str, detail: Detail, match_id: int | None = None, *, even_finished: bool = False
    ) -> Iterator[str]:
        """Say why a step could not have been done by now, as `scorer check` says it; nothing where it could.

        `even_finished`: it may come after the end.
        """
        if action == "resume" and not self.finished:
            yield _("it reopens the tournament, which nothing had finished")
        elif self.finished and action != "resume" and not even_finished:
            yield _("it was done after the tournament was finished, and nothing reopened it")
        for number in dict.fromkeys(entrants_in_step(detail)):
            if number not in self.entrants:
                yield _("entrant {entrant} has not entered", entrant=number)
        for player in people_in_step(action, detail):
            if player not in self.names:
                yield _("player {player} is not there", player=player)
        yield from self._unfit_stage(action, detail)
        if action in PEOPLE:
            yield from self._unfit_people(action, detail)
        elif action == DRAW:
            yield from self._unfit_draw(detail)
        else:
            yield from self._unfit_at_round(action, detail, match_id)

    def _unfit_people(self, action: str, detail: Detail) -> Iterator[str]:
        """Say of a step about who takes part why those whom it names could not have done so."""
        who = self.entrants.get(detail.get("entrant", 0))
        if who and (who.left is None) == (action == "return"):
            template = N_("entrant {entrant} had not withdrawn")
            if who.left is not None:
                template = N_("entrant {entrant} had withdrawn")
            yield _(template, entrant=who.number)
        match action:
            case "enter":
                yield from self._two_entries(map(self.names.get, people_in_step(action, detail)))
            case "withdraw":
                if detail["round"] > len(self.rounds) + 1:
                    yield not_drawn(detail["round"] - 1)
                if "reserve" in detail and detail["stage"] not in self.cuts:
                    yield _("nobody was announced to go on from stage {stage}", stage=detail["stage"] + 1)
                if reserve := self.entrants.get(detail.get("reserve", 0)):
                    yield from self._two_entries(reserve.present, reserve)
            case "return":
                yield from self._two_entries(who.present if who else (), who)
            case "substitute":
                if detail.get("round", 0) not in (0, *self.rounds):
                    yield not_drawn(detail["round"])
                yield from self._two_entries([self.names.get(detail["player"])], who)
                gone = self.names.get(detail.get("for", 0))
                if who and gone and gone not in who.present:
                    yield _("{player} did not play for entrant {entrant}", player=gone, entrant=who.number)

    def _two_entries(self, names: Iterable[str | None], own: Entrant | None = None) -> Iterator[str]:
        """Say who of these plays for another entry than the `own`; who did not go on may sit for another."""
        through = self.cuts[max(self.cuts)].through if self.cuts else self.entrants
        to_come = self.format.stages[self.stage :] if self.format else ()
        direct = any(stage.entrants == "through and direct" for stage in to_come)
        playing = [
            name
            for entrant in self.entrants.values()
            if entrant != own and entrant.left is None and (entrant.number in through or (direct and entrant.direct))
            for name in entrant.present
        ]
        named = [name for name in names if name]
        both = [name for name in dict.fromkeys(named) if (named + playing).count(name) > 1]
        yield from (_("{player} plays for two entries", player=name) for name in both)

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

    def _unfit_draw(self, detail: Detail) -> Iterator[str]:
        """Say of a draw why it did not come next, or who could not be in it."""
        number, again, stage = detail["round"], bool(detail.get("again")), detail["stage"]
        if again and number not in self.rounds:
            yield _("round {round} is drawn again, and was not drawn", round=number)
        elif not again and number != len(self.rounds) + 1:
            yield ngettext(
                "round {round} is drawn after {count} round",
                "round {round} is drawn after {count} rounds",
                len(self.rounds),
                round=number,
            )
        through = detail.get("through") or (self.cuts[stage - 1].through if stage - 1 in self.cuts else self.entrants)
        for entrant in {who: self.entrants[who] for who in entrants_in_step(detail) if who in self.entrants}.values():
            plays = (entrant.drawn_again(number) if again else entrant).plays(number)
            if not plays or not (entrant.direct or entrant.number in through):
                yield _("entrant {entrant} does not play in round {round}", entrant=entrant.number, round=number)
        by_standing = self.format and self.format.stages[stage].seating in BY_STANDING
        if by_standing and any(lost_stage == stage and played < number for lost_stage, played, _table in self.lost):
            yield _(_RESULT_MISSING, stage=stage + 1)

    def _add_draw(self, detail: Detail) -> None:
        """Add a round that was announced; one that is drawn again has its own seats, and its clock has not started.

        For a single entry its present player may sit down in a round, for a team every member, for a pair the two who
        play now.
        """
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

    def _unfit_at_round(self, action: str, detail: Detail, match_id: int | None) -> Iterator[str]:
        """Say of a step at a round or a table, such as a swap or a result, that it is not there."""
        number = detail.get("round")
        match action:
            case "join":
                table, match = detail["table"], detail.get("instead_of", detail["match"])
                if number != len(self.rounds):
                    yield _("round {round} is not the last", round=number)
                elif self.matches.get((number, table)) != match:
                    template = N_("match {match} is not table {table} of round {round}")
                    yield _(template, match=match, table=table, round=number)
                if "entrants" in detail:
                    yield from self._unfit_people("enter", {"entrants": detail["entrants"]})
                elif who := self.entrants.get(detail["entrant"]):
                    yield from self._two_entries(who.members[-1:], who)
            case "swap" | "bell":
                if number not in self.rounds:
                    yield not_drawn(number)
                elif action == "swap":
                    announced = self.rounds[number]
                    there = {*announced.resting, *(seat for table in announced.tables for seat in table.seats)}
                    for who in detail["pair"]:
                        if who not in there:
                            yield _("entrant {entrant} is not in round {round}", entrant=who, round=number)
            case "result" | "finish" | "reassign":
                matches = detail["matches"] if action == "reassign" else [detail.get("match", match_id)]
                strange = [match for match in matches if match not in self.matches.values()]
                yield from (_("match {match} is no table of it", match=match) for match in strange)

    def _add_at_round(self, action: str, detail: Detail, at: datetime) -> None:
        """Add what was done at a round or a table; a swap of seats does nothing in a round that was taken back."""
        match action:
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
        """Start the clock of a round, stop it, let it go on, change its length, or give a table more time.

        A clock that runs already gets another length and is not started again.
        """
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

    def _unfit_stage(self, action: str, detail: Detail) -> Iterator[str]:
        """Say of a step that it is of a stage that the format does not have, or that is not played."""
        stage, again = detail.get("stage", 0), detail.get("again")
        if self.format and not 0 <= stage < len(self.format.stages):
            yield _("its format has no stage {stage}", stage=stage + 1)
        elif action == "cut" and again and stage not in self.cuts:
            yield _("it announces again who goes on, and nobody was announced before")
        elif stage != self.stage and (action in {DRAW, "penalise"} or (action == "cut" and not again)):
            template = N_("stage {stage} was not the one that was played")
            if action == DRAW and stage > self.stage:
                template = N_("rounds of stage {stage} are drawn, and nobody was announced to go on to it")
            yield _(template, stage=stage + 1)
        if action in {"cut", PLAY_OFF} and any(lost[0] == stage for lost in self.lost):
            yield _(_RESULT_MISSING, stage=stage + 1)

    @property
    def stage(self) -> int:
        """The stage that is played, from 0: the one after the last cut."""
        return max(self.cuts, default=-1) + 1

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


def not_drawn(number: object) -> str:
    """That a step is of a round that was not drawn before it."""
    return _("round {round} is not drawn", round=number)


def chains_as_kept(connection: Connection, tournament_id: int) -> list[Chain]:
    """The chains of the steps of a tournament past all types; raises KeyError where they are no chains."""
    return linked(connection.raw_rows(_AS_KEPT, tournament=tournament_id))


def unfit_steps(log: Log, chains: Sequence[Chain]) -> Iterator[tuple[int, str]]:
    """Each step that stands and could not have been done after those before it, by its id, and why.

    Of chains as they are kept; those with which nothing is wrong are added to the log.
    """
    clocked = _ever_drawn(chains)
    for chain in chains:
        if not chain.undone and chain.step.action in HAPPENINGS:
            for wrong in _replayed(log, chain, clocked):
                yield chain.step.id, wrong


def _ever_drawn(chains: Iterable[Chain]) -> set[int]:
    """The rounds that were ever drawn: in an old scorebook the clock of one that was drawn again stands."""
    drawn = set()
    for chain in chains:
        if chain.step.action == DRAW:
            with suppress(*UNREADABLE):
                drawn.add(loads(chain.step.detail)["round"])
    return drawn


def _replayed(log: Log, chain: Chain, clocked: Collection[int]) -> Iterator[str]:
    """What is wrong with a step; one with which nothing is wrong is added to the log."""
    action = chain.step.action
    try:
        detail: Detail = loads(chain.step.detail)
        wrong = list(log.unfit(action, detail, chain.step.match_id, even_finished=chain.step.match_id is not None))
        if action == BELL and detail["round"] in clocked:
            wrong = [fault for fault in wrong if fault != not_drawn(detail["round"])]
        if not wrong:
            log.add(action, detail, datetime.fromisoformat(chain.step.at), chain.step.reason)
    except UNREADABLE:
        wrong = [_("what it set cannot be read as a step of a tournament")]
    yield from wrong


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
            detail = detail_of(chain)
            if chain.step.action == PLAY_OFF and "tied" not in detail:
                log.unsaid[len(log.play_offs)] = chain.step.id
            log.add(chain.step.action, detail, chain.step.at, chain.step.reason)
    return log


def detail_of(chain: Chain) -> Detail:
    """What a step keeps."""
    detail: Detail = loads(chain.step.detail) if chain.step.detail else {}
    return detail
