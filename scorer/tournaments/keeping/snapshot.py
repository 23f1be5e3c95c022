"""A tournament as it stands, with names in it; and which round, table or entrant of it is meant."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta

from scorer.errors import NotFoundError
from scorer.language import N_, _, ngettext
from scorer.match.names import find, fold, look_alikes, meant_by, shown, typed_names
from scorer.rules.errors import Notice, advice
from scorer.scorebook.seats import MOST_NAMED
from scorer.tournaments.keeping.sitters import Sitters, seated_for
from scorer.tournaments.rules import Entrant, Format, PlayedRound, Progress, Stage, Table, current_stage


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a round: when it was started, and how many minutes it runs.

    `paused_at` is when it was stopped, None while it runs; `paused` how long it stood still before. `extra` are the
    minutes that a table has beyond those of all, by its number.
    """

    started_at: datetime
    minutes: int
    paused_at: datetime | None = None
    paused: timedelta = timedelta()
    extra: Mapping[int, int] = field(default_factory=dict)

    @property
    def ends_at(self) -> datetime:
        """When the bell rings; of a clock that is stopped, when it would have rung had it gone on at once."""
        return self.started_at + timedelta(minutes=self.minutes) + self.paused

    def left(self, now: datetime) -> timedelta:
        """The time until the bell; below zero once it rang. It stands still while the clock is stopped."""
        return self.ends_at - (self.paused_at or now)

    def stopped(self, at: datetime) -> "Clock":
        """The same, stopped at a moment; one that is stopped already stays so."""
        return replace(self, paused_at=self.paused_at or at)

    def going_on(self, at: datetime) -> "Clock":
        """The same, going on at a moment; one that runs runs on."""
        paused = at - self.paused_at if self.paused_at else timedelta()
        return replace(self, paused_at=None, paused=self.paused + paused)

    def with_extra(self, table: int, minutes: int) -> "Clock":
        """The same with so many minutes more for a table in all; 0 takes them away."""
        others = {number: more for number, more in self.extra.items() if number != table}
        return replace(self, extra={**others, table: minutes} if minutes else others)


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament: what was fixed when it was opened, and everything that happened since.

    `matches` holds the id of each table's match, by round and table. `notices` are what the organiser should know and
    no command asked for. `last_step` changes with every step of it. `sitters` give by round who plays for whom.
    `written` is how the names of players come to stand in sentences and standings, such as links.
    """

    id: int
    name: str
    league: str
    on: date
    format: Format
    variant: str
    progress: Progress
    matches: Mapping[tuple[int, int], int]
    clocks: Mapping[int, Clock] = field(default_factory=dict)
    finished: bool = False
    notices: tuple[Notice, ...] = ()
    last_step: int = 0
    sitters: Mapping[int, Sitters] = field(default_factory=dict)
    written: Callable[[str], str] = field(default=str, compare=False)

    @property
    def seed(self) -> int:
        """The seed that lots are drawn from."""
        return self.progress.seed

    @property
    def stage_at(self) -> int:
        """The place of the stage that is being played, from 0."""
        return current_stage(self.format, self.progress)

    @property
    def stage(self) -> Stage:
        """The stage that is being played."""
        return self.format.stages[self.stage_at]

    @property
    def entrants(self) -> Mapping[int, Entrant]:
        """Everybody who ever entered, by number."""
        return {entrant.number: entrant for entrant in self.progress.entrants}

    @property
    def last_round(self) -> PlayedRound | None:
        """The round that was announced last; None before the first."""
        return self.progress.rounds[-1] if self.progress.rounds else None

    @property
    def place_of_match(self) -> Mapping[int, tuple[int, int]]:
        """The numbers of the round and of the table that a match is, by its id."""
        return {match_id: place for place, match_id in self.matches.items()}

    def name_of(self, number: int, round_number: int = 0) -> str:
        """What an entrant is called now, or was called in a round.

        A team has its name; a player whom somebody replaced is `Lia (for Gino)`, a pair without a name likewise.
        """
        entrant, people = self.entrants[number], self.people_of(number, round_number)
        now = "+".join(map(self.written, people))
        if entrant.name == "+".join(people):
            return now
        of_several = self.format.team_size > 1
        if of_several and entrant.named:
            return entrant.name
        entered = entrant.name if of_several else self.written(entrant.name)
        return _("{player} (for {entrant})", player=now, entrant=entered)

    def people_of(self, number: int, round_number: int = 0) -> tuple[str, ...]:
        """Who sits for an entrant now, or sat in a round: the last of those who may, for a pair the last two."""
        entrant = self.entrants[number]
        names = self.sitters[round_number].names.get(number) if round_number in self.sitters else None
        return (names or entrant.members)[-entrant.seats :]


@dataclass(frozen=True, slots=True)
class RoundTable:
    """A table of a round of a tournament."""

    tournament: Tournament
    round: PlayedRound
    table: Table

    @property
    def number(self) -> int:
        """Its number."""
        return self.table.number

    @property
    def place(self) -> dict[str, object]:
        """The table and the round, as sentences name them."""
        return {"table": self.number, "round": self.round.number}

    @property
    def match_id(self) -> int:
        """The id of its match."""
        return self.tournament.matches[self.round.number, self.table.number]

    @property
    def withdrawn(self) -> list[Entrant]:
        """Those who are on its sheet though they withdrew before its round."""
        there = [self.tournament.entrants[number] for number in self.round.came(self.table)]
        return [who for who in there if who.left is not None and who.left <= self.round.number]

    def names(self, numbers: Iterable[int]) -> list[str]:
        """What these entrants are called at it."""
        return [self.tournament.name_of(number, self.round.number) for number in numbers]

    def sits(self, seats: Iterable[str]) -> dict[str, int]:
        """For which entrant each player in these seats plays."""
        return seated_for(self.table, self.tournament.entrants, seats, self.tournament.sitters[self.round.number])


def round_of(tournament: Tournament, number: int | None = None) -> PlayedRound:
    """The announced round of this number, the last one for None; raises NotFoundError."""
    rounds = tournament.progress.rounds
    announced_rounds = [announced for announced in rounds if number in (None, announced.number)]
    if announced_rounds:
        return announced_rounds[-1]
    wanted, name = number or 1, tournament.name
    if not rounds:
        raise NotFoundError(_("no round {round} of {tournament}: none is drawn yet", round=wanted, tournament=name))
    raise NotFoundError(
        ngettext(
            "no round {round} of {tournament}: there is {count}",
            "no round {round} of {tournament}: there are {count}",
            len(rounds),
            round=wanted,
            tournament=name,
        )
    )


def table_of(announced: PlayedRound, number: int) -> Table:
    """The table of this number; raises NotFoundError."""
    for table in announced.tables:
        if table.number == number:
            return table
    raise NotFoundError(
        ngettext(
            "no table {table} in round {round}: there is {count}",
            "no table {table} in round {round}: there are {count}",
            len(announced.tables),
            table=number,
            round=announced.number,
        )
    )


def round_table(tournament: Tournament, number: int | None, table: int) -> RoundTable:
    """A table of the round of this number, of the last one for None; raises NotFoundError."""
    announced = round_of(tournament, number)
    return RoundTable(tournament, announced, table_of(announced, table))


def find_entrant(tournament: Tournament, typed: str) -> Entrant:
    """The entrant meant, by the name of the entry or of anybody who sits for it; raises NotFoundError."""
    entrants = tournament.progress.entrants
    names = {member: who for who in entrants for member in who.members}
    names |= {member: who for who in entrants if who.seats > 1 for member in who.present}
    whole = {fold(who.name): who for who in entrants if not who.named}
    if fold(typed) in whole:
        return whole[fold(typed)]
    names |= {who.name: who for who in entrants if who.named}
    if not names:
        raise NotFoundError(
            _("nobody has entered {tournament} yet", tournament=tournament.name), advice("tournament_enter_names")
        )
    if len(names) > MOST_NAMED and not meant_by(typed, list(names)):  # a line has no room for all of them
        fault = _("'{name}' is not an entrant of {tournament}", name=shown(typed), tournament=tournament.name)
        for near in look_alikes(typed, list(names)):
            fault = _("{fault}; did you mean {player}?", fault=fault, player=near)
        raise NotFoundError(fault, advice("tournament_export_entries", entrants=len(entrants)))
    unknown = N_("'{typed}' is not an entrant of {tournament}: {known}")
    return names[find(typed, names, unknown, tournament=tournament.name)]


def entrants_named(tournament: Tournament, typed: Sequence[str]) -> list[Entrant]:
    """The entrants meant; the commas between all of them may be missing: `Furio Mirco`. Raises NotFoundError."""
    names = [*(who.name for who in tournament.progress.entrants), *still_in(tournament)]
    if len(typed) == 1 and " " in typed[0] and not meant_by(typed[0], names):
        typed = typed_names(typed, names)
    return [find_entrant(tournament, name) for name in typed]


def still_in(tournament: Tournament, but: Entrant | None = None) -> set[str]:
    """Everybody who plays for an entry that has not withdrawn, except for the entry `but`."""
    entries = [entrant for entrant in tournament.progress.entrants if entrant.left is None and entrant != but]
    return {member for entrant in entries for member in entrant.present}
