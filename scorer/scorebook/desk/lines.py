"""What each table gave so far: lines of entrants, out of the records of its match or off its paper sheet."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Any

from sqlalchemy import select
from sqlmodel import Session

from scorer.rules.tournament import Entrant, Line, PlayedRound, Table
from scorer.scorebook import rows
from scorer.scorebook.desk.log import Detail, Log
from scorer.values import Record

SHEET = "sheet"
RESULTS = {"deal", SHEET}  # without any of these a table that was closed has none


def with_results(session: Session, log: Log) -> tuple[tuple[PlayedRound, ...], tuple[str, ...]]:
    """The announced rounds with what their tables gave, and what there is to say about it."""
    ids = list(log.matches.values())
    records = records_of(session, ids, log.names)
    finished = _finished(session, ids)
    strangers: list[str] = []
    rounds = []
    for number, announced in sorted(log.rounds.items()):
        tables = []
        for table in announced.tables:
            match = log.matches[number, table.number]
            kept = records.get(match, [])
            lines, unknown = _lines(table, log.entrants, kept, log.sheets.get(match))
            where = f"round {number}, table {table.number}"
            strangers += [
                f"{where}: {name} got units for nobody; scorer tournament substitute says for whom" for name in unknown
            ]
            over = match in finished and any(record.kind in RESULTS for record in kept)
            left = next((record for record in kept if record.kind == SHEET and record.residual), None)
            residual, reason = (left.residual, left.note) if left else (0, "")
            tables.append(replace(table, lines=lines, over=over, residual=residual, reason=reason))
        rounds.append(replace(announced, tables=tuple(tables)))
    return tuple(rounds), tuple(strangers)


def records_of(session: Session, matches: Sequence[int], names: Mapping[int, str]) -> dict[int, list[Record]]:
    """The live records of many matches, each in the order of its numbers."""
    live = (rows.RECORD.c.match_id.in_(matches)) & rows.RECORD.c.voided_by.is_(None)
    found: dict[int, list[Record]] = {}
    for row in rows.read(
        session, select(rows.RECORD).where(live).order_by(rows.RECORD.c.match_id, rows.RECORD.c.number)
    ):
        found.setdefault(row.match_id, []).append(rows.to_record(row, names))
    return found


def _finished(session: Session, matches: Sequence[int]) -> set[int]:
    """The matches that are over."""
    closed = rows.SITTING.c.voided_by.is_(None) & (rows.SITTING.c.finished == True)  # noqa: E712 - SQL
    query = select(rows.SITTING.c.match_id).where(closed, rows.SITTING.c.match_id.in_(matches))
    return {row.match_id for row in rows.read(session, query)}


def _lines(
    table: Table, entrants: Mapping[int, Entrant], records: Sequence[Record], sheet: Detail | None
) -> tuple[tuple[Line, ...], list[str]]:
    """The lines of a table along its seats, none before anything is recorded; and the names that nobody entered."""
    if not records:
        return (), []
    sits: dict[str, int] = {}
    unknown: dict[str, None] = {}
    for record in records:
        seated = seated_for(table, entrants, record.seats)
        sits |= seated
        unknown |= dict.fromkeys(name for name in record.payouts if name not in seated)
    on_paper = sheet is not None and any(record.kind == SHEET for record in records)
    tallies = sheet["tallies"] if sheet is not None and on_paper else {}
    return tuple(
        _line(entrant, sits, records, tallies.get(str(entrant)), on_paper=on_paper) for entrant in table.seats
    ), list(unknown)


def seated_for(table: Table, entrants: Mapping[int, Entrant], seats: Iterable[str]) -> dict[str, int]:
    """For whom each at a table plays: one of the entry's members, or the only one there whom nobody knows.

    An entry of which one member is there has that one: who left, and came back to play for somebody else, sat for
    themselves before.
    """
    seats = list(seats)
    there = {number: [member for member in entrants[number].members if member in seats] for number in table.seats}
    sits: dict[str, int] = {}
    for number in sorted(there, key=lambda each: len(there[each])):
        sits |= {member: number for member in there[number] if member not in sits}
    unknown = [seat for seat in seats if seat not in sits]
    empty = [number for number in table.seats if number not in sits.values()]
    return sits | ({unknown[0]: empty[0]} if len(unknown) == len(empty) == 1 else {})


def _line(
    entrant: int, sits: Mapping[str, int], records: Sequence[Record], tally: Mapping[str, Any] | None, *, on_paper: bool
) -> Line:
    """What an entrant did at a table: counted deal by deal, or as the paper sheet says."""
    mine = {name for name, number in sits.items() if number == entrant}
    got = [sum(units for name, units in record.payouts.items() if name in mine) for record in records]
    besides = sum(units for record, units in zip(records, got, strict=True) if record.kind not in RESULTS)
    if on_paper:
        said = tally or {}
        tallies = (said.get("deals"), said.get("won"), said.get("called"), said.get("made"))
        return Line(entrant, sum(got), *tallies, besides=besides)
    dealt = [
        (record, won)
        for record, won in zip(records, got, strict=True)
        if record.is_deal and mine & record.payouts.keys()
    ]
    calls = [record for record, _ in dealt if record.caller in mine]
    return Line(
        entrant=entrant,
        units=sum(got),
        deals=len(dealt),
        won=sum(units > 0 for _, units in dealt),
        called=len(calls),
        made=sum(record.outcome == "made" for record in calls),
        running=_running(units for record, units in zip(records, got, strict=True) if mine & record.payouts.keys()),
        besides=besides,
    )


def _running(got: Iterable[int]) -> tuple[int, ...]:
    """Running units after every record in which somebody had a part: a rest and a redeal give no step of their own."""
    return tuple(accumulate(got))
