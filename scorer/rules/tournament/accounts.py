"""What everybody has got in a stage so far, round by round: the facts that standings and tie-breaks rest on."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from scorer.rules.tournament.format import LOWEST, Format, Missed, Stage
from scorer.rules.tournament.state import players_of, results, rounds_of
from scorer.rules.tournament.values import Line, Number, PlayedRound, Progress, Table
from scorer.rules.tournament.yields import table_yield


@dataclass(slots=True)
class Account:
    """One entrant in one stage. `rounds`: what each gave, in the measure of the stage; None: nothing yet.

    `missed_units` are what byes and absences gave; `before` is the stage that the total was carried from.
    """

    rounds: list[Fraction | None] = field(default_factory=list)
    sat: list[tuple[Table, Line]] = field(default_factory=list)
    missed_units: int = 0
    penalty: Fraction = Fraction(0)
    before: "Account | None" = None

    @property
    def carried(self) -> Fraction:
        """What was brought along from the stages before."""
        return self.before.total if self.before else Fraction(0)

    @property
    def total(self) -> Fraction:
        """Everything that counts: carried, the rounds, less the penalties."""
        return self.carried + sum((each for each in self.rounds if each), Fraction(0)) - self.penalty

    @property
    def units(self) -> int:
        """Units of this stage alone."""
        return sum(line.units for _table, line in self.sat) + self.missed_units

    @property
    def deals(self) -> int:
        """Deals of this stage alone, as far as the sheets say."""
        return sum(line.deals or 0 for _table, line in self.sat)

    def chain(self) -> Iterator["Account"]:
        """The stages whose totals are in this one, the first one first."""
        if self.before:
            yield from self.before.chain()
        yield self


Accounts = Mapping[Number, Account]


def accounts(fmt: Format, progress: Progress, stage: int) -> dict[Number, Account]:
    """The account of everybody who takes part in the stage."""
    before: Accounts = accounts(fmt, progress, stage - 1) if fmt.stages[stage].carried == "total" else {}
    found = {number: Account(before=before.get(number)) for number in players_of(fmt, progress, stage)}
    matches = matches_played(fmt, progress, stage)
    for each in rounds_of(progress, stage):
        _book(found, fmt, fmt.stages[stage], each, matches)
    for penalty in progress.penalties:
        if penalty.stage == stage and penalty.entrant in found:
            found[penalty.entrant].penalty += penalty.amount
    return found


def matches_played(fmt: Format, progress: Progress, stage: int) -> dict[Number, int]:
    """How many matches each plays in a stage: its rounds, less those in which they rest. Who is absent rests not."""
    resting = [number for each in rounds_of(progress, stage) for number in each.resting]
    rounds = fmt.stages[stage].rounds
    return {number: rounds - resting.count(number) for number in players_of(fmt, progress, stage)}


def _book(found: Accounts, fmt: Format, stage: Stage, each: PlayedRound, matches: Mapping[Number, int]) -> None:
    """Enter one round into the accounts."""
    given: dict[Number, Fraction] = {}
    lines: dict[Number, tuple[Table, Line]] = {}
    waiting: set[Number] = set()
    away = {line.entrant: (Table(0, (line.entrant,), (line,)), line) for line in each.elsewhere}
    for table in each.tables:
        given |= table_yield(stage, table, matches)
        lines |= {line.entrant: (table, line) for line in results(table)}
        waiting |= set() if table.over else set(table.seats)
    if stage.yields == "units":
        given |= {number: Fraction(line.units) for number, (_table, line) in away.items()}
    for number, account in found.items():
        account.sat += [at[number] for at in (lines, away) if number in at]
        if number in given or (number in waiting and number not in lines):
            account.rounds.append(given.get(number))
        elif number in lines:  # the odd one of the duels, who rests at the table
            account.rounds.append(_given(fmt.bye, stage, given))
        else:  # whose seat stayed empty at a table that is over is absent
            missed = fmt.bye if number in each.resting else fmt.absent
            units = _units(missed, lines)
            account.missed_units += units or 0
            account.rounds.append(_missed(missed, stage, units, given))


def _units(missed: Missed, lines: Mapping[Number, tuple[Table, Line]]) -> int | None:
    """Units for a round that was not played; None while they follow from others who have nothing yet."""
    if isinstance(missed.units, int):
        return missed.units
    return min((line.units for _table, line in lines.values()), default=None)


def _missed(missed: Missed, stage: Stage, units: int | None, given: Mapping[Number, Fraction]) -> Fraction | None:
    """What such a round gives in the measure of the stage."""
    if units is None and (stage.yields == "units" or stage.units_share):
        return None
    return Fraction(units or 0) if stage.yields == "units" else _given(missed, stage, given, units or 0)


def _given(missed: Missed, stage: Stage, given: Mapping[Number, Fraction], units: int = 0) -> Fraction | None:
    """What such a round gives beside units; None while that follows from others who have nothing yet."""
    if isinstance(missed.placement, Fraction):
        return missed.placement + units * stage.units_share
    if not given:
        return None
    return min(given.values()) if missed.placement == LOWEST else sum(given.values(), Fraction(0)) / len(given)
