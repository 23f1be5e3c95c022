"""What each table gives its entrants, and what each entrant has got in a stage so far."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from scorer.language import _
from scorer.tournaments.rules.errors import TournamentError
from scorer.tournaments.rules.events import Line, Number, PlayedRound, Progress, Table
from scorer.tournaments.rules.format import LOWEST, Format, Missed, Stage
from scorer.tournaments.rules.state import players_of, results, rounds_of


@dataclass(slots=True)
class Account:
    """What one entrant got in a stage. `rounds`: what each round gave, in the measure of the stage; None: nothing yet.

    `missed_units` are what byes and absences gave, `byes` how many there were; `before` is the stage that the total was
    carried from.
    """

    rounds: list[Fraction | None] = field(default_factory=list)
    sat: list[tuple[Table, Line]] = field(default_factory=list)
    missed_units: int = 0
    byes: int = 0
    penalty: Fraction = Fraction(0)
    before: "Account | None" = None

    @property
    def carried(self) -> Fraction:
        """The total brought along from the stages before."""
        return self.before.total if self.before else Fraction(0)

    @property
    def total(self) -> Fraction:
        """Everything that counts: carried, the rounds, less the penalties."""
        total = self.carried + self.given if self.before else self.given
        return total - self.penalty if self.penalty else total

    @property
    def given(self) -> Fraction:
        """What the rounds of this stage gave."""
        first, *others = filter(None, self.rounds) if any(self.rounds) else [Fraction(0)]
        return sum(others, first)  # from the first on: adding to 0 takes as long

    @property
    def units(self) -> int:
        """Units of this stage alone."""
        return sum(line.units for _table, line in self.sat) + self.missed_units

    @property
    def deals(self) -> int | None:
        """Deals of this stage alone; None where a sheet does not say how many it is of."""
        deals = [line.deals for _table, line in self.sat if line.deals is not None]
        return sum(deals) if len(deals) == len(self.sat) else None

    def chain(self) -> Iterator["Account"]:
        """The stages whose totals are in this one, the first one first."""
        if self.before:
            yield from self.before.chain()
        yield self


Accounts = Mapping[Number, Account]


def accounts(fmt: Format, progress: Progress, stage: int) -> dict[Number, Account]:
    """The account of everybody who takes part in the stage."""
    before: Accounts = accounts(fmt, progress, stage - 1) if fmt.stages[stage].carried == "total" else {}
    by_entrant = {number: Account(before=before.get(number)) for number in players_of(fmt, progress, stage)}
    matches = matches_played(fmt, progress, stage)
    for played in rounds_of(progress, stage):
        _add_round(by_entrant, fmt, fmt.stages[stage], played, matches)
    for penalty in progress.penalties:
        if penalty.stage == stage and penalty.entrant in by_entrant:
            by_entrant[penalty.entrant].penalty += penalty.amount
    return by_entrant


def matches_played(fmt: Format, progress: Progress, stage: int) -> dict[Number, int]:
    """How many matches each plays in a stage: its rounds, less those in which they rest; an absence is no rest."""
    resting = [number for played in rounds_of(progress, stage) for number in played.resting]
    rounds = fmt.stages[stage].rounds
    return {number: rounds - resting.count(number) for number in players_of(fmt, progress, stage)}


def _add_round(
    by_entrant: Accounts, fmt: Format, stage: Stage, played: PlayedRound, matches: Mapping[Number, int]
) -> None:
    given: dict[Number, Fraction] = {}
    lines: dict[Number, tuple[Table, Line]] = {}
    waiting: set[Number] = set()
    away = {line.entrant: (Table(0, (line.entrant,), (line,)), line) for line in played.elsewhere}
    for table in played.tables:
        given |= table_yield(stage, table, matches)
        lines |= {line.entrant: (table, line) for line in results(table)}
        waiting |= set() if table.over else set(table.seats)
    if stage.yields == "units":
        given |= {number: Fraction(line.units) for number, (_table, line) in away.items()}
    for number, account in by_entrant.items():
        account.sat += [at[number] for at in (lines, away) if number in at]
        if number in given or (number in waiting and (number not in lines or stage.yields == "wins")):
            account.rounds.append(given.get(number))
        elif number in lines:  # the odd one of the duels, who rests at the table
            account.rounds.append(_given(fmt.bye, stage, given))
        else:  # whose seat stayed empty at a table that is over is absent
            account.byes += number in played.resting
            missed = fmt.bye if number in played.resting else fmt.absent
            lowest = min((line.units for _table, line in lines.values()), default=None)
            units = missed.units if isinstance(missed.units, int) else lowest
            account.missed_units += units or 0
            if units is None and (stage.yields == "units" or stage.units_share):  # others have nothing yet
                account.rounds.append(None)
            elif stage.yields == "units":
                account.rounds.append(Fraction(units or 0))
            else:
                account.rounds.append(_given(missed, stage, given, units or 0))


def _given(missed: Missed, stage: Stage, given: Mapping[Number, Fraction], units: int = 0) -> Fraction | None:
    """What a missed round gives beside units; None while that depends on others, who have nothing yet."""
    if isinstance(missed.placement, Fraction):
        return missed.placement + units * stage.units_share
    if not given:
        return None
    return min(given.values()) if missed.placement == LOWEST else sum(given.values(), Fraction(0)) / len(given)


HALF = Fraction(1, 2)  # of a win
WIN, EVEN, LOSS = Fraction(3), Fraction(1), Fraction(0)
AGAINST_ALL = (WIN, EVEN, EVEN)  # the odd player who is first, second, third at the table

MatchesPlayed = Mapping[Number, int]


def table_yield(stage: Stage, table: Table, matches_played: MatchesPlayed) -> dict[Number, Fraction]:
    """What each entrant at a table gets for it, as it stands; empty before anything was recorded.

    `matches_played`: how many matches each plays in the stage, where placement points depend on it. An odd player who
    rests is left out, and gets what a bye gives.
    """
    if not results(table):
        return {}
    if stage.yields == "duels":
        return _duels(stage, table)
    if stage.yields == "wins":
        return _wins(stage, table)
    units = {line.entrant: Fraction(line.units) for line in table.lines}
    if stage.yields == "units":
        return units
    placement = _placement(stage, table, matches_played)
    if stage.yields == "placement":
        return placement
    return {number: placement[number] + units[number] * stage.units_share for number in placement}


def _wins(stage: Stage, table: Table) -> dict[Number, Fraction]:
    """1 for the most units at a table that is over, half for everybody where all have the same number.

    Units of penalties and adjustments do not count: they change no deal that was won. Where a match is played to
    something, units of a deal that counted more than once do not either: it is one deal all the same.
    """
    if not table.over:
        return {}
    units = {line.entrant: line.units - line.besides for line in table.lines}
    if stage.until:
        units = {line.entrant: units[line.entrant] - line.doubled for line in table.lines}
    most = max(units.values())
    if most == min(units.values()):
        return dict.fromkeys(units, HALF)
    return {number: Fraction(got == most) for number, got in units.items()}


def _placement(stage: Stage, table: Table, matches: MatchesPlayed) -> dict[Number, Fraction]:
    """Placement points by units; entrants who tie share the points of their places, exactly."""
    placement = {}
    for line in table.lines:
        size = len(table.lines) if len(table.lines) in stage.placement else len(table.seats)
        played = matches.get(line.entrant, stage.rounds)
        places = stage.placement_for.get(played, {}).get(size) or stage.placement.get(size)
        if places is None:
            raise TournamentError(
                _("{stage}: there are no placement points for a table of {size}", stage=_(stage.name), size=size)
            )
        above, level = _above(line, table), sum(rival.units == line.units for rival in table.lines)
        shared = places[above : above + level]
        placement[line.entrant] = sum(shared, Fraction(0)) / level if level > 1 else shared[0]
    return placement


def _duels(stage: Stage, table: Table) -> dict[Number, Fraction]:
    """3-1-0 in each duel; the odd player against all gets 3 as first of the table, 1 as second or third, else 0."""
    by_entrant: dict[Number, Fraction] = {}
    for (first, gets), (second, gives) in duel_results(table):
        by_entrant |= {first: gets, second: gives}
    if stage.odd == "against all":
        for line in table.lines:
            if line.entrant not in by_entrant:
                by_entrant[line.entrant] = dict(enumerate(AGAINST_ALL)).get(_above(line, table), LOSS)
    return by_entrant


def duel_results(table: Table) -> Iterator[tuple[tuple[Number, Fraction], tuple[Number, Fraction]]]:
    """Both sides of every duel of a table, each with what it gets."""
    units = {line.entrant: line.units for line in table.lines}
    for first, second in table.duels:
        if first in units and second in units:
            margin = units[first] - units[second]
            yield (first, _of_duel(margin)), (second, _of_duel(-margin))


def _of_duel(margin: int) -> Fraction:
    return EVEN if margin == 0 else WIN if margin > 0 else LOSS


def _above(line: Line, table: Table) -> int:
    return sum(rival.units > line.units for rival in table.lines)
