"""A tournament as it stands, with names in it; and what follows from what was done, and nobody asked.

That is play-offs that lapsed, announcements that would be others by now, and units that are another's now.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta

from scorer.errors import NotFoundError, RefusedError
from scorer.language import counts
from scorer.language.forms import listed, signed
from scorer.rules.tournament import (
    CutChange,
    Entrant,
    Format,
    PlayedRound,
    PlayOff,
    Progress,
    Stage,
    Table,
    counting_play_offs,
    current_stage,
    cut_changes,
    has_begun,
    is_over,
    lapsed_play_offs,
    play_off_due,
    rounds_left,
    seating_changed,
)
from scorer.rules.tournament.state import candidates
from scorer.scorebook.tournament.substitutes import Sitters, seated_for
from scorer.text.sentences import plural
from scorer.text.tournament_words import NAMED


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
    no command asked for. `last_step` changes with every step of it. `sitters` say by round who plays for whom.
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

    @property
    def place_of_match(self) -> Mapping[int, tuple[int, int]]:
        """The numbers of the round and of the table that a match is, by its id."""
        return {match_id: place for place, match_id in self.matches.items()}

    def name_of(self, number: int, round_number: int = 0) -> str:
        """What an entrant is called now, or was at a table of a round: a team by its name, a player whom somebody
        replaced `Lia (for Gino)`, and a pair likewise that has no name of its own.
        """
        entrant = self.entrants[number]
        if self.format.team_size > 1 and entrant.named:
            return entrant.name
        now = "+".join(self.people_of(number, round_number))
        return entrant.name if now == entrant.name else f"{now} (for {entrant.name})"

    def people_of(self, number: int, round_number: int = 0) -> tuple[str, ...]:
        """Who sits for an entrant now, or at a table of a round: the last of those who may, of a pair the last two."""
        entrant = self.entrants[number]
        names = self.sitters[round_number].names.get(number) if round_number in self.sitters else None
        return (names or entrant.members)[-entrant.seats :]


@dataclass(frozen=True, slots=True)
class RoundTable:
    """A table of a round of a tournament."""

    tournament: Tournament
    round: PlayedRound
    table: Table

    def __str__(self) -> str:
        """`table 3 of round 1`."""
        return f"table {self.table.number} of round {self.round.number}"

    @property
    def match_id(self) -> int:
        """The id of its match."""
        return self.tournament.matches[self.round.number, self.table.number]

    @property
    def withdrawn(self) -> list[Entrant]:
        """Who is on its sheet, and withdrew before its round."""
        there = [self.tournament.entrants[each] for each in self.round.came(self.table)]
        return [who for who in there if who.left is not None and who.left <= self.round.number]

    def names(self, numbers: Iterable[int]) -> list[str]:
        """What these entrants are called at it."""
        return [self.tournament.name_of(number, self.round.number) for number in numbers]

    def sits(self, seats: Iterable[str]) -> dict[str, int]:
        """For which entrant each of those in these seats plays."""
        return seated_for(self.table, self.tournament.entrants, seats, self.tournament.sitters[self.round.number])


def round_of(tournament: Tournament, number: int | None = None) -> PlayedRound:
    """The announced round of this number, the last one for None; raises NotFoundError."""
    found = [each for each in tournament.progress.rounds if number in (None, each.number)]
    if not found:
        there = f"there are {len(tournament.progress.rounds)}" if tournament.progress.rounds else "none is drawn yet"
        raise NotFoundError(f"no round {number or 1} of {tournament.name}: {there}")
    return found[-1]


def table_of(announced: PlayedRound, number: int) -> Table:
    """The table of this number; raises NotFoundError."""
    found = next((table for table in announced.tables if table.number == number), None)
    if found is None:
        raise NotFoundError(f"no table {number} in round {announced.number}: there are {len(announced.tables)}")
    return found


def round_table(tournament: Tournament, number: int | None, table: int) -> RoundTable:
    """A table of the round of this number, of the last one for None; raises NotFoundError."""
    announced = round_of(tournament, number)
    return RoundTable(tournament, announced, table_of(announced, table))


def lapsed_words(tournament: Tournament, stage: int | None = None) -> tuple[str, ...]:
    """A sentence for every play-off that decides nothing as things stand, of one stage or of all, and why."""
    sentences = []
    for lapsed in lapsed_play_offs(tournament.format, tournament.progress):
        if stage in (None, lapsed.stage):
            tied = listed(sorted(map(tournament.name_of, lapsed.tied)))
            among = f" ({tied})" if tied and not lapsed.order else ""
            sentences.append(f"{_play_off_words(tournament, lapsed)}{among} lapsed: {_why_lapsed(tournament, lapsed)}")
    return tuple(sentences)


def counts_again_words(before: Tournament, after: Tournament) -> tuple[str, ...]:
    """A sentence for every play-off that had lapsed before, and decides something again."""
    return tuple(
        f"{_play_off_words(after, lapsed)} counts again"
        for lapsed in lapsed_play_offs(before.format, before.progress)
        if lapsed in counting_play_offs(after.format, after.progress, lapsed.stage)
    )


def _play_off_words(tournament: Tournament, played: PlayOff) -> str:
    """`the play-off in Final (Bice, Ada)`, best first; or the lot in its place."""
    name = tournament.format.stages[played.stage].name
    order = ", ".join(map(tournament.name_of, played.order))
    return f"the play-off in {name} ({order})" if order else f"the lot instead of a play-off in {name}"


def said_since(before: Tournament, after: Tournament) -> list[str]:
    """What the organiser should know of a tournament, and did not have to before; which play-offs count again."""
    return [*(line for line in after.notices if line not in before.notices), *counts_again_words(before, after)]


def _why_lapsed(tournament: Tournament, lapsed: PlayOff) -> str:
    if not lapsed.tied:
        return "none was due when it was written down"
    if not is_over(tournament.format, tournament.progress, lapsed.stage):
        return "a result of the stage is missing"
    due = play_off_due(tournament.format, tournament.progress) if lapsed.stage == tournament.stage_at else ()
    if lapsed.tied & set(due):
        return f"by now {listed(list(map(tournament.name_of, due)))} tie"
    return "they do not tie for a place that it has to decide"


def announced_words(tournament: Tournament) -> tuple[str, ...]:
    """A sentence for everything that stays as it was announced, and would be announced otherwise by now.

    That is who went on from a stage; who withdrew and has a seat in the last round, or is on a sheet of it; and such a
    round that is seated by place.
    """
    fmt, progress = tournament.format, tournament.progress
    sentences = [_cut_words(tournament, change) for change in cut_changes(fmt, progress)]
    last = tournament.last_round
    if last is None or tournament.finished:
        return tuple(sentences)
    gone = {each.number for each in progress.entrants if each.left is not None and each.left <= last.number}
    leavers = [number for table in last.tables if not table.lines for number in table.seats if number in gone]
    sentences += [gone_words(tournament, tournament.entrants[number]) for number in leavers]
    for table in last.tables:
        if table.lines:
            sentences += withdrawn_words(RoundTable(tournament, last, table))
    if not leavers and not last.begun and (moved := seating_changed(fmt, progress, last.number)):
        names = [tournament.name_of(change.entrant) for change in moved]
        who = listed(names) if len(names) <= NAMED else counts.entrants(len(names))
        sentences.append(
            f"by now {who} would sit elsewhere in round {last.number}; scorer tournament redraw seats it anew"
        )
    return tuple(sentences)


def gone_words(tournament: Tournament, who: Entrant) -> str:
    """What there is to do where somebody withdrew who has a seat in the last round, and nobody began there."""
    last = tournament.last_round
    table = last.table_with(who.number) if last else None
    assert last
    assert table
    here = f"{who.name} is announced at table {table.number} of round {last.number}"
    without = []
    if redrawable(tournament, last):
        without.append("scorer tournament redraw seats the round without them")
        if any(who.number in each.gone for each in tournament.progress.cuts):
            return f"{here}: {without[0]}, and with who follows"
    if len(table.seats) > tournament.format.fewest:
        match = tournament.matches[last.number, table.number]
        without.append(f"scorer seats NAMES --match {match} seats those who are there")
    ways = [", or ".join(without)] if without else []
    gone = who.present[-1] if who.seats > 1 else who.name
    instead = f"scorer tournament enter {who.name}, then scorer tournament substitute {gone} NEWCOMER"
    return f"{here}: {'; '.join([*ways, f'for somebody in their place, {instead}'])}"


def redrawable(tournament: Tournament, last: PlayedRound) -> bool:
    """Whether the last round can be drawn again with who is there now: nothing is recorded, and they fill a table."""
    if last.begun:
        return False
    progress = tournament.progress
    there = tuple(each.drawn_again(last.number) for each in progress.entrants)
    before = replace(progress, entrants=there, rounds=progress.rounds[:-1])
    return len(candidates(tournament.format, before, last.stage, last.number)) >= tournament.format.fewest


def more_rounds(tournament: Tournament) -> bool:
    """Whether a round is still to come after those that are drawn."""
    later = tournament.stage_at < len(tournament.format.stages) - 1
    return later or rounds_left(tournament.format, tournament.progress, tournament.stage_at) > 0


def left_words(tournament: Tournament, left: int, *, playing: bool = False) -> str:
    """When somebody withdrew who is in no round from `left` on: `before round 3`, where there is or will be one.

    Else `in round 2`, or `after round 2` where they are not `playing` it any more.
    """
    if left <= len(tournament.progress.rounds) or more_rounds(tournament):
        return f"before round {left}"
    return f"in round {left - 1}" if playing else f"after round {left - 1}"


def withdrawn_words(at: RoundTable) -> list[str]:
    """A sentence for everybody who is on the sheet of a table, and withdrew before its round."""
    sheet = f"is on the sheet of table {at.table.number}"
    return [f"{who.name} withdrew before round {who.left}, and {sheet}" for who in at.withdrawn]


def sits_on_words(at: RoundTable, seats: Collection[str]) -> list[str]:
    """A sentence for everybody in these seats whose entry withdrew while the round was played."""
    sentences, played = [], at.round.number
    for number, names in at.tournament.sitters[played].names.items():
        who = at.tournament.entrants[number]
        still = [name for name in seats if name in names]
        if still and who.left == played + 1:
            sentences.append(f"{who.name} withdrew in round {played}, and {still[0]} sat there to the end")
    return sentences


def check_followed(at: RoundTable) -> None:
    """Raise RefusedError for a result of somebody whom a reserve followed, who has a place of this stage as well."""
    followed = {number for each in at.tournament.progress.cuts for number in each.gone}
    for who in at.withdrawn:
        if who.number in followed:
            played = f"where {who.name} played after all, scorer tournament undo --step N takes the withdrawal back"
            undo = f"scorer undo --match {at.match_id}"
            taken_back = f", once {undo} took back what is recorded" if at.table.lines else ""
            other = f"where who followed sat there, scorer tournament redraw seats them{taken_back}"
            raise RefusedError(
                f"{who.name} withdrew before round {who.left}, somebody followed, and {who.name} is on the sheet of "
                f"{at}; {played} (scorer tournament history has its number); {other}"
            )


def outdated_words(tournament: Tournament, stages: Collection[int]) -> tuple[str, ...]:
    """A sentence for every announcement after one of these stages that would be another by now: what a page can say."""
    changes = [change for change in cut_changes(tournament.format, tournament.progress) if change.stage in stages]
    return tuple(f"by now {_would_be(tournament, change)}; the announcement stays" for change in changes)


def _would_be(tournament: Tournament, change: CutChange) -> str:
    to = tournament.format.stages[change.stage + 1].name
    tied = listed([tournament.name_of(number) for number in change.tied])
    return f"{tied} tie for who goes on to {to}" if tied else instead_words(tournament, change)


def _cut_words(tournament: Tournament, change: CutChange) -> str:
    to = tournament.format.stages[change.stage + 1].name
    said = _would_be(tournament, change)
    if change.stage < tournament.stage_at - 1 or has_begun(tournament.progress, change.stage + 1):
        keep = "scorer tournament cut --keep says that it shall"
        return f"by now {said}; the announcement stays, for {to} has begun: {keep}"
    again = "scorer tournament cut --again"
    if change.tied:
        return f"by now {said}: scorer tournament play-off NAMES, best first, then {again}"
    return f"by now {said}; the announcement stays until {again}"


def instead_words(tournament: Tournament, change: CutChange) -> str:
    """`Ugo goes on to Final instead of Bice`; where nobody follows, or nobody has to go, that alone."""
    to = tournament.format.stages[change.stage + 1].name
    new, gone = ([tournament.name_of(number) for number in each] for each in (change.new, change.gone))
    if not new:
        return f"{listed(gone)} {plural(len(gone), 'does', 'do')} not go on to {to}"
    goes = f"{listed(new)} {plural(len(new), 'goes', 'go')} on to {to}"
    return f"{goes} instead of {listed(gone)}" if gone else f"{goes} too"


def moved_words(before: Tournament, after: Tournament, undo: str) -> tuple[str, ...]:
    """A sentence for every round in which seating somebody changed what entrants have; `undo` takes the seats back."""
    sentences = []
    then = {each.number: each for each in before.progress.rounds}
    for now in after.progress.rounds:
        had = _units(then[now.number]) if now.number in then else Counter()
        have = _units(now)
        changed = sorted((each for each in {*had, *have} if had[each] != have[each]), key=lambda each: -abs(had[each]))
        if changed:
            names = {each: after.entrants[each].name for each in changed}
            units = listed([f"{names[each]} has {signed(have[each])} (had {signed(had[each])})" for each in changed])
            first = names[changed[0]]
            keeps = f", then scorer tournament substitute {first} NAME keeps what NAME made for {first}"
            sentences.append(
                f"this changes who has the units that are recorded in round {now.number}: {units}; "
                f"{undo} takes that back{keeps if had[changed[0]] else ''}"
            )
    return tuple(sentences)


def _units(announced: PlayedRound) -> Counter[int]:
    """What every entrant has of a round, at whichever table."""
    found: Counter[int] = Counter()
    for line in (*(line for table in announced.tables for line in table.lines), *announced.elsewhere):
        found[line.entrant] += line.units
    return found
