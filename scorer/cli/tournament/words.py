"""What is typed of a tournament put into values; where it stands, its rounds and its tables, in words."""

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from fractions import Fraction

from scorer.cli.layout import TextColumn, fitted, wrapped
from scorer.match.names import find, shown
from scorer.match.parsing import SIGNED_NUMBER, read_signed, read_units, read_within
from scorer.match.sheet import Sheet
from scorer.rules.cards import read_number
from scorer.rules.ending import read_ending
from scorer.rules.errors import UnreadableError
from scorer.rules.tournament import (
    Action,
    PlayedRound,
    Table,
    missing_results,
    next_action,
    pairings,
    play_off_due,
    rounds_of,
    table_yield,
    uneven,
)
from scorer.scorebook.tournament import Clock, Said, Tournament, extra_words, left_words, playing_at, too_few_words
from scorer.text.numbers import Cell, countdown, signed
from scorer.text.sentences import counted, listed, plural, running_words
from scorer.text.sentences import next_words as next_deal_words
from scorer.text.tournament_words import results_words, ruling_words, table_residual_words
from scorer.tournament_tables import PASSED_OVER, Grid, number_cell, played

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


def read_along(text: str) -> Mapping[str, int] | Sequence[int]:
    """Read the units of a table: `7,9,-3,-4,-9` in the order of the seats, or by name.

    Names stand as in `Anna=7,Bruno=9`, or beside the units, as a spreadsheet has them: `Anna<tab>7`, a line each.
    Raises UnreadableError.
    """
    if "=" in text:
        return read_units(text)
    numbers = split_numbers(text)
    if all(SIGNED_NUMBER.fullmatch(each) for each in numbers):
        return [read_signed(each) for each in numbers]
    cells = [cell.strip() for cell in re.split(r"[\t\n,;]", text) if cell.strip()]
    if len(cells) % 2 or not all(SIGNED_NUMBER.fullmatch(cell) for cell in cells[1::2]):
        cells = [part for cell in cells for part in cell.rsplit(maxsplit=1)]
    names = cells[::2]
    if not cells or len(cells) % 2 or SIGNED_NUMBER.fullmatch(names[0]):
        how = "say 7,9,-3,-4,-9 in the order of the seats, or Anna=7,Bruno=9,..."
        raise UnreadableError(f"'{shown(text.strip())}' are no units of a table: {how}")
    found = {name: read_signed(units) for name, units in zip(names, cells[1::2], strict=True)}
    if len(found) < len(names):
        raise UnreadableError(f"'{shown(max(names, key=names.count))}' is named twice")
    return found


def split_numbers(text: str) -> list[str]:
    """What stands between commas, semicolons, spaces, tabs and line ends."""
    return re.split(r"[\s,;]+", text.strip(" \t\r\n,;"))


def read_won(text: str) -> tuple[int, int] | None:
    """Read `3-1`, the deals that two sides have won; None for anything else."""
    said = re.fullmatch(r"(\d{1,3})\s*[-\u2013:]\s*(\d{1,3})", text.strip(), re.ASCII)
    return (int(said[1]), int(said[2])) if said else None


def read_tally(text: str, what: str) -> Said:
    """Read `Anna=4,Bruno=3`, `4,3,5,2,0` in the order of the seats, or one number that all have.

    Raises UnreadableError naming `what`.
    """
    if "=" in text:
        return read_units(text)
    numbers = [read_within(each, what, 0, 1000) for each in split_numbers(text)]
    return numbers if len(numbers) > 1 else numbers[0]


def next_words(tournament: Tournament) -> str:
    """What comes next, with the command that does it."""
    if tournament.finished:
        return "the tournament is finished; scorer tournament standings --final shows the classification"
    name = tournament.stage.name
    match next_action(tournament.format, tournament.progress):
        case Action.ENTER:
            entered = f"{counted(tournament.progress.staying, 'entrant')} so far"
            needed = f"a table needs {tournament.format.fewest}"
            said = f"enter who plays ({entered}, {needed}): scorer tournament enter NAMES"
        case Action.DRAW:
            there = f"round {len(tournament.progress.rounds) + 1}, {name}: scorer tournament draw"
            said = too_few_words(tournament) or there
        case Action.RESULTS:
            missing = missing_results(tournament.progress, tournament.stage_at)
            number, table = missing[0]
            of = "" if tournament.last_round and number == tournament.last_round.number else f" --round {number}"
            tables = results_words([table for each, table in missing if each == number])
            typed = "3-1" if read_ending(tournament.stage.until or "deals:1").won else "UNITS,..."
            said = f"{tables} of round {number}: scorer tournament result {table} {typed}{of}"
        case Action.PLAY_OFF:
            due = [tournament.name_of(number) for number in play_off_due(tournament.format, tournament.progress)]
            said = f"{listed(due)} tie and play off; then, best first: scorer tournament play-off NAMES"
        case Action.CUT:
            said = f"the stage {name} is over; who goes on: scorer tournament cut"
        case Action.FINISH:
            said = f"the stage {name} is over; the podium: scorer tournament finish"
    return said


def people_lines(tournament: Tournament) -> list[str]:
    """Who came late, who withdrew, and who did not come, a line each; no line for nobody."""
    late, gone, missing = [], [], []
    for each in tournament.progress.entrants:
        first = next((rnd.number for rnd in tournament.progress.rounds if rnd.table_with(each.number)), each.joined)
        if each.left is not None:
            playing = playing_at(tournament, each) is not None
            gone.append(f"{each.name} ({left_words(tournament, each.left, playing=playing)})")
        elif each.joined > 1:
            late.append(f"{each.name} (round {min(first, each.joined)})")
    for announced in tournament.progress.rounds:
        for number in announced.missing:
            table = announced.table_with(number)
            where = f" (table {table.number} of round {announced.number})" if table else ""
            missing.append(f"{tournament.name_of(number, announced.number)}{where}")
    said = {"Came late": late, "Withdrew": gone, "Did not come": missing}
    return [f"{what}: {', '.join(names)}." for what, names in said.items() if names]


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


def seating_lines(tournament: Tournament, announced: PlayedRound) -> list[str]:
    """Who sits where: `Table 1 (match 4): Anna, Bruno ...`; the first named deals first."""
    pairs, stage = tournament.format.seats > 1, tournament.format.stages[announced.stage]
    lines = [heading(tournament, announced), "The first named of a table deals first."]
    if pairs:
        first = [str(2 * at + 1) for at in range(tournament.format.seats)]
        lines.append(f"Partners sit opposite: the first {tournament.format.entry} of a table at seats {listed(first)}.")
    elif stage.seating == "new partners":
        lines.append("Partners sit opposite: seats 1 and 3, and seats 2 and 4.")
    for table in announced.tables:
        names = (" - " if pairs else ", ").join(
            with_people(tournament, number, announced.number) for number in table.seats
        )
        lines += [f"{_table(tournament, announced, table)}: {names}", *duel_lines(tournament, announced, table)]
    return [*lines, *_resting(tournament, announced)]


def with_people(tournament: Tournament, number: int, round_number: int) -> str:
    """An entrant at a table; of a pair that has a name of its own who they are, `Lions (Anna, Bruno)`."""
    name = tournament.name_of(number, round_number)
    entrant = tournament.entrants[number]
    named = entrant.seats > 1 and entrant.named
    return f"{name} ({', '.join(tournament.people_of(number, round_number))})" if named else name


def uneven_lines(tournament: Tournament) -> list[str]:
    """What the seating could not share out: tables larger than the smallest, byes, and opponents who are level."""
    at_larger, rested = uneven(tournament.format, tournament.progress)
    larger = f"Tables of {' or '.join(map(str, sorted(tournament.format.sizes)[1:]))}"
    lines = []
    for what, did, times in ((larger, "sat at one", at_larger), ("Byes", "rested", rested)):
        if times:
            counts = Counter(times.values())
            most, fewest = max(counts), min(counts)
            seldom = {0: "never", 1: "once"}.get(fewest, f"{fewest} times")
            did_most = f"{counted(counts[most], 'entrant')} {did} {most} times"
            lines.append(f"{what} are not shared out evenly: {did_most}, {counts[fewest]} {seldom}.")
    return [*lines, *_unlike_lines(tournament)]


def _unlike_lines(tournament: Tournament) -> list[str]:
    """Which tables of the last round are of two who are not level, or who met before; none but where equals meet."""
    last = tournament.progress.rounds[-1]
    lines = []
    for pairing in pairings(tournament.format, tournament.progress):
        one, other = (with_people(tournament, number, last.number) for number in pairing.sides)
        has = [str(number_cell(total)) for total in pairing.totals]
        if has[0] != has[1]:
            lines.append(f"Table {pairing.table}: {one} with {has[0]} and {other} with {has[1]}, who are not level.")
        if pairing.before:
            rounds = f"{plural(len(pairing.before), 'round')} {listed(list(map(str, pairing.before)))}"
            lines.append(f"Table {pairing.table}: {one} and {other} meet again, after {rounds}.")
    return lines


def heading(tournament: Tournament, announced: PlayedRound) -> str:
    """`Round 1 of Natale: Qualification, 10 tables, drawn with seed 12`."""
    stage = tournament.format.stages[announced.stage].name
    tables = counted(len(announced.tables), "table")
    drawn = f"drawn with seed {announced.seed}{', seats changed since' if announced.drawn else ''}"
    return f"Round {announced.number} of {tournament.name}: {stage}, {tables}, {drawn}"


def _table(tournament: Tournament, announced: PlayedRound, table: Table) -> str:
    return f"Table {table.number} (match {tournament.matches[announced.number, table.number]})"


def _resting(tournament: Tournament, announced: PlayedRound) -> list[str]:
    names = ", ".join(tournament.name_of(number, announced.number) for number in announced.resting)
    return [f"Resting: {names}"] if names else []


def duel_lines(tournament: Tournament, announced: PlayedRound, table: Table) -> list[str]:
    """The duels of a table, and what the odd player does; no line where the format has none."""
    if not table.duels:
        return []
    pairs = [" - ".join(tournament.name_of(number, announced.number) for number in pair) for pair in table.duels]
    rule = tournament.format.stages[announced.stage].odd
    how = "in no duel" if rule == "resting" else rule
    odd = [f"{tournament.name_of(number, announced.number)} {how}" for number in table.odd]
    return [f"  duels: {', '.join([*pairs, *odd])}"]


def round_lines(tournament: Tournament, announced: PlayedRound, now: datetime) -> list[str]:
    """What each table of a round has so far, and what is left on its clock now."""
    lines = [heading(tournament, announced), *clock_lines(tournament.clocks.get(announced.number), now)]
    for table in announced.tables:
        lines += [
            f"{_table(tournament, announced, table)}, {_state(table)}: {_units(tournament, announced, table)}",
            *duel_lines(tournament, announced, table),
            *([f"  {table_residual_words(table)}"] if table.residual else []),
            *(f"  {ruling_words(ruling)}" for ruling in table.rulings),
        ]
    return [*lines, *_resting(tournament, announced)]


def _state(table: Table) -> str:
    """How far a table has got."""
    if table.over:
        return "over"
    if not table.lines:
        return "nothing recorded"
    return f"{counted(max(line.deals or 0 for line in table.lines), 'deal')} so far"


def _units(tournament: Tournament, announced: PlayedRound, table: Table) -> str:
    """The units of a table in the order of its seats, with the placement points where these count."""
    if not table.lines:
        return ", ".join(tournament.name_of(number, announced.number) for number in table.seats)
    stage = tournament.format.stages[announced.stage]
    gave = table_yield(stage, table, played(tournament, announced.stage)) if stage.yields != "units" else {}
    yields: Mapping[int, str] = {number: f" ({number_cell(amount)})" for number, amount in gave.items()}
    units = [
        f"{tournament.name_of(line.entrant, announced.number)} {signed(line.units)}{yields.get(line.entrant, '')}"
        for line in table.lines
    ]
    missing = [tournament.name_of(each, announced.number) for each in table.seats if each in announced.missing]
    return ", ".join(units) + (f"; without {listed(missing)}" if missing else "")


def clock_lines(clock: Clock | None, now: datetime) -> list[str]:
    """What is left on the clock of a round, and at the tables that have more time."""
    if clock is None:
        return []
    left = clock.left(now)
    bell = f"{clock.ends_at.astimezone():%H:%M}"
    extra = [f"Table {table}: {extra_words(clock, table)}." for table in sorted(clock.extra)]
    if clock.paused_at:
        goes_on = "scorer tournament round --start lets it go on"
        return [f"Clock: stopped with {countdown(left)} left; {goes_on}.", *extra]
    if left < timedelta(seconds=1):
        return [f"Clock: the bell rang at {bell}.", *extra]
    return [f"Clock: {countdown(left)} left, the bell rings at {bell}.", *extra]


def table_lines(
    tournament: Tournament, announced: PlayedRound, tables: Sequence[Table], sheets: Sequence[Sheet]
) -> list[str]:
    """Who sits at some tables of a round now, and how each is recorded; no line for no table."""
    lines = [heading(tournament, announced)] if tables else []
    for table, sheet in zip(tables, sheets, strict=True):
        at = f"Table {table.number}: scorer deal ... --match {sheet.match.id}" if not table.over else ""
        lines.append(at or f"Table {table.number} is over: scorer sheet {sheet.match.id} shows it")
        units = running_words(sheet.running) if sheet.records else ", ".join(sheet.seats)
        lines.append(f"  {units}" + ("" if table.over else f"; {next_deal_words(sheet)}"))
    return [*lines, *(_resting(tournament, announced) if tables else [])]


NAMES = {"entrant": "player", "player": "player", "members": "members"}
KEYS = 2  # columns that are always there: the place, and who has it
WORDS = {"decided by", "group", "members", "entrant", "player"}


def placed(grid: Grid) -> str:
    """A standing for people, fitted to the terminal; columns in which nothing stands are left away.

    Which tie-breaks were passed over is said below it, instead of in a column.
    """
    columns: list[TextColumn] = []
    known: dict[str, set[str]] = {}
    for at, title in enumerate(grid.columns):
        cells = [row[at] for row in grid.rows]
        stays = at < KEYS or title == "total" or any(cell not in (None, "", False, 0) for cell in cells)
        if stays and title != PASSED_OVER:
            shown = [signed(cell) if title == "units" and isinstance(cell, int) else text(cell) for cell in cells]
            columns.append(TextColumn(title, shown, names=NAMES.get(title, ""), left=not at or title in WORDS))
            known.setdefault(columns[-1].names, set()).update(shown)
    return "\n".join([fitted(columns, keys=KEYS, known=known), *map(wrapped, grid.notes)])


def text(cell: Cell) -> str:
    """A cell as people read it."""
    if cell is None:
        return "-"
    if isinstance(cell, bool):
        return "yes" if cell else ""
    return f"{cell:.2f}".rstrip("0").rstrip(".") if isinstance(cell, float) else str(cell)


def json_text(grid: Grid) -> str:
    """The table as a list of objects, null for what is not known."""
    rows = [dict(zip(grid.columns, row, strict=True)) for row in grid.rows]
    return json.dumps(rows, ensure_ascii=False, indent=1, allow_nan=False) + "\n"
