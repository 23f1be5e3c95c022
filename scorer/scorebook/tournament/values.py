"""What the desk gives: a tournament as it stands, with names in it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from scorer.rules.tournament import Entrant, Format, PlayedRound, Progress, Stage, current_stage
from scorer.scorebook.tournament.seats import Sitters


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a round: when it was started, and how many minutes it runs."""

    started_at: datetime
    minutes: int

    @property
    def ends_at(self) -> datetime:
        """When the bell rings."""
        return self.started_at + timedelta(minutes=self.minutes)


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament: what was fixed when it was opened, and everything that happened since.

    `matches` holds the id of each table's match, by round and table. `notices` are what the organiser should know and
    no command asked for. `last_step` changes with everything that is done at the desk. `sitters` say by round who
    plays for whom.
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
    notices: tuple[str, ...] = ()
    last_step: int = 0
    sitters: Mapping[int, Sitters] = field(default_factory=dict)

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

    def name_of(self, number: int, round_number: int = 0) -> str:
        """What an entrant is called now, or was at a table of a round: a team by its name, a player whom somebody
        replaced `Lia (for Gino)`.
        """
        entrant = self.entrants[number]
        names = self.sitters[round_number].names.get(number) if round_number in self.sitters else None
        now = (names or entrant.members)[-1]
        return entrant.name if self.format.team_size > 1 or now == entrant.name else f"{now} (for {entrant.name})"
