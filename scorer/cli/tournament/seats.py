"""A round in lines: who sits where, what the tables have so far, what is left on the clock."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime

from scorer.match.sheet import Sheet
from scorer.rules.tournament import PlayedRound, Table, table_yield, uneven
from scorer.scorebook.tournament import Clock, Tournament
from scorer.text.sentences import counted, next_words, running_words, signed
from scorer.text.tournament_words import table_residual_words
from scorer.tournament_tables import plain, played


def seating_lines(tournament: Tournament, announced: PlayedRound) -> list[str]:
    """Who sits where: `Table 1 (match 4): Anna, Bruno ...`; the first named deals first."""
    lines = [heading(tournament, announced), "The first named of a table deals first."]
    for table in announced.tables:
        names = ", ".join(tournament.name_of(number, announced.number) for number in table.seats)
        lines += [f"{_table(tournament, announced, table)}: {names}", *duel_lines(tournament, announced, table)]
    return [*lines, *_resting(tournament, announced)]


def uneven_lines(tournament: Tournament) -> list[str]:
    """What the seating could not share out: tables larger than the smallest, and byes."""
    at_larger, rested = uneven(tournament.format, tournament.progress)
    larger = f"Tables of {' or '.join(map(str, sorted(tournament.format.sizes)[1:]))}"
    shared = ((larger, "sat at one", at_larger), ("Byes", "rested", rested))
    return [f"{what} are not shared out evenly: {_how_often(did, times)}." for what, did, times in shared if times]


def _how_often(did: str, times: Counter[int]) -> str:
    """`2 entrants sat at one 3 times, 5 never`: the most and the fewest."""
    counts = Counter(times.values())
    most, fewest = max(counts), min(counts)
    seldom = {0: "never", 1: "once"}.get(fewest, f"{fewest} times")
    return f"{counted(counts[most], 'entrant')} {did} {most} times, {counts[fewest]} {seldom}"


def heading(tournament: Tournament, announced: PlayedRound) -> str:
    """`Round 1 of Natale: Qualification, 10 tables, drawn with seed 12`."""
    stage = tournament.format.stages[announced.stage].name
    tables = counted(len(announced.tables), "table")
    drawn = f"drawn with seed {announced.seed}{', seats changed since' if announced.drawn else ''}"
    return f"Round {announced.number} of {tournament.name}: {stage}, {tables}, {drawn}"


def _table(tournament: Tournament, announced: PlayedRound, table: Table) -> str:
    return f"Table {table.number} (match {tournament.matches[announced.number, table.number]})"


def _resting(tournament: Tournament, announced: PlayedRound) -> list[str]:
    names = ", ".join(tournament.name_of(number) for number in announced.resting)
    return [f"Resting: {names}"] if names else []


def duel_lines(tournament: Tournament, announced: PlayedRound, table: Table) -> list[str]:
    """The duels of a table, and what the odd player does; no line where the format has none."""
    if not table.duels:
        return []
    pairs = [" - ".join(tournament.name_of(number, announced.number) for number in pair) for pair in table.duels]
    how = tournament.format.stages[announced.stage].odd
    odd = [f"{tournament.name_of(number, announced.number)} {_odd(how)}" for number in table.odd]
    return [f"  duels: {', '.join([*pairs, *odd])}"]


def _odd(how: str) -> str:
    return "in no duel" if how == "resting" else how


def round_lines(tournament: Tournament, announced: PlayedRound, now: datetime) -> list[str]:
    """What each table of a round has so far, and what is left on its clock now."""
    lines = [heading(tournament, announced), *clock_lines(tournament.clocks.get(announced.number), now)]
    for table in announced.tables:
        lines += [
            f"{_table(tournament, announced, table)}, {_state(table)}: {_units(tournament, announced, table)}",
            *duel_lines(tournament, announced, table),
            *([f"  {table_residual_words(table)}"] if table.residual else []),
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
    yields: Mapping[int, str] = {number: f" ({plain(amount)})" for number, amount in gave.items()}
    return ", ".join(
        f"{tournament.name_of(line.entrant, announced.number)} {signed(line.units)}{yields.get(line.entrant, '')}"
        for line in table.lines
    )


def clock_lines(clock: Clock | None, now: datetime) -> list[str]:
    """What is left on the clock of a round."""
    if clock is None:
        return []
    left = int((clock.ends_at - now).total_seconds())
    bell = f"{clock.ends_at.astimezone():%H:%M}"
    if left <= 0:
        return [f"Clock: the bell rang at {bell}."]
    return [f"Clock: {left // 60}:{left % 60:02} left, the bell rings at {bell}."]


def table_lines(
    tournament: Tournament, announced: PlayedRound, tables: Sequence[Table], sheets: Sequence[Sheet]
) -> list[str]:
    """Who sits at some tables of a round now, and how each is recorded; no line for no table."""
    lines = [heading(tournament, announced)] if tables else []
    for table, sheet in zip(tables, sheets, strict=True):
        at = f"Table {table.number}: scorer deal ... --match {sheet.match.id}" if not table.over else ""
        lines.append(at or f"Table {table.number} is over: scorer sheet {sheet.match.id} shows it")
        units = running_words(sheet.running) if sheet.records else ", ".join(sheet.seats)
        lines.append(f"  {units}" + ("" if table.over else f"; {next_words(sheet)}"))
    return [*lines, *(_resting(tournament, announced) if tables else [])]
