"""What is typed at the desk put into values, and where a tournament stands put into words."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from scorer.match.names import find
from scorer.match.parsing import read_units, read_within
from scorer.rules.cards import read_number
from scorer.rules.errors import UnreadableError
from scorer.rules.tournament import Action, missing_results, next_action, play_off_due, rounds_of
from scorer.scorebook.tournament import Tournament, too_few_words
from scorer.text.sentences import counted, listed
from scorer.text.tournament_words import results_words

MOST_DIGITS = 12


def read_amount(text: str) -> Fraction:
    """Read `3`, `0.5` or `0,5`; raises UnreadableError."""
    word = text.strip().replace(",", ".")
    whole, point, part = word.partition(".")
    digits = whole + part
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= MOST_DIGITS) or (point and not part):
        raise UnreadableError(f"amount '{text}': say what is taken away, as in 3 or 0.5")
    return Fraction(word if whole else f"0{word}")


def read_placement(text: str) -> dict[int, tuple[Fraction, ...]] | None:
    """Read `5=10,7,4,2,0;6=12,9,6,4,2,0`: the placement points at a table of each size; None for nothing said."""
    found: dict[int, tuple[Fraction, ...]] = {}
    for part in filter(None, (part.strip() for part in text.split(";"))):
        size, equals, places = part.partition("=")
        if not equals:
            raise UnreadableError(f"--placement '{part}': say the size of the table first, as in 5=10,7,4,2,0")
        number = read_within(size, "size of a table", 1, 9)
        if number in found:
            raise UnreadableError(f"--placement names tables of {number} twice")
        found[number] = tuple(_placed(place) for place in places.split(","))
    return found or None


def _placed(text: str) -> Fraction:
    """The placement points of one place; they may be below zero."""
    word = text.strip()
    return -read_amount(word[1:]) if word.startswith("-") else read_amount(word)


def read_tally(text: str, what: str, seats: Iterable[str]) -> dict[str, int]:
    """Read `Anna=4,Bruno=3`, or one number that all of `seats` have; raises UnreadableError naming `what`."""
    if "=" in text:
        return read_units(text)
    return dict.fromkeys(seats, read_within(text, what, 0, 1000))


def next_words(tournament: Tournament) -> str:
    """What comes next, with the command that does it."""
    if tournament.finished:
        return "the tournament is finished; scorer tournament standings --final shows the classification"
    return NEXT[next_action(tournament.format, tournament.progress)](tournament)


def _enter(tournament: Tournament) -> str:
    entered = f"{counted(tournament.progress.staying, 'entrant')} so far, a table needs {tournament.format.fewest}"
    return f"enter who plays ({entered}): scorer tournament enter NAMES"


def _draw(tournament: Tournament) -> str:
    there = f"round {len(tournament.progress.rounds) + 1}, {tournament.stage.name}: scorer tournament draw"
    return too_few_words(tournament) or there


def _results(tournament: Tournament) -> str:
    stage = tournament.stage_at
    missing = missing_results(tournament.progress, stage)
    number, table = missing[0]
    of = "" if tournament.last_round and number == tournament.last_round.number else f" --round {number}"
    tables = results_words([table for each, table in missing if each == number])
    return f"{tables} of round {number}: scorer tournament result {table} NAME=UNITS,...{of}"


def _play_off(tournament: Tournament) -> str:
    due = [tournament.name_of(number) for number in play_off_due(tournament.format, tournament.progress)]
    return f"{listed(due)} tie and play off; then, best first: scorer tournament play-off NAMES"


def _cut(tournament: Tournament) -> str:
    return f"the stage {tournament.stage.name} is over; who goes on: scorer tournament cut"


def _finish(tournament: Tournament) -> str:
    return f"the stage {tournament.stage.name} is over; the podium: scorer tournament finish"


NEXT: Mapping[Action, Callable[[Tournament], str]] = {
    Action.ENTER: _enter,
    Action.DRAW: _draw,
    Action.RESULTS: _results,
    Action.PLAY_OFF: _play_off,
    Action.CUT: _cut,
    Action.FINISH: _finish,
}


def stage_words(tournament: Tournament) -> str:
    """`Qualification: round 1 of 2, 3 of 10 tables over`."""
    stage = tournament.stage_at
    played = rounds_of(tournament.progress, stage)
    rules = tournament.format.stages[stage]
    if not played:
        return f"{rules.name}: no round drawn yet of {rules.rounds}"
    tables = played[-1].tables
    over = sum(table.over for table in tables)
    return f"{rules.name}: round {len(played)} of {rules.rounds}, {over} of {counted(len(tables), 'table')} over"


def read_stage(tournament: Tournament, text: str) -> int | None:
    """A stage by its number or name, counted from 0; None for nothing said. Raises NotFoundError."""
    if not text.strip():
        return None
    names = [stage.name for stage in tournament.format.stages]
    number = read_number(text)
    if number is not None and 1 <= number <= len(names):
        return number - 1
    return names.index(find(text, names, f"a stage of {tournament.format.name}"))
