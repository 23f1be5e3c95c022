"""What each table gave so far: lines of entrants, out of the records of its match or off its paper sheet."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Any

from db.connection import Row
from scorer.language import _
from scorer.match.facts import Record
from scorer.rules.errors import Notice, advice, advised
from scorer.rules.kinds import DEAL, MADE, RULINGS, SHEET
from scorer.scorebook import rows
from scorer.scorebook.transaction import Transaction
from scorer.tournaments.keeping.replaying import Detail, Log
from scorer.tournaments.keeping.sitters import MembersByNumber, Sitters, as_seated, seated_for, sitters_of
from scorer.tournaments.keeping.snapshot import RoundTable, Tournament
from scorer.tournaments.rules import Entrant, Line, PlayedRound, Ruling, Table

# The rows that stand, by their index; and those that stood before a step.
_STANDING = "voided_by IS NULL", "made_by < :before AND (voided_by IS NULL OR voided_by >= :before)"
_OF_RECORDS, _OF_SITTINGS = (
    f"{rows.RECORDS} WHERE match_id IN :matches",
    "SELECT * FROM sitting WHERE match_id IN :matches",
)
_RECORDS = tuple(f"{_OF_RECORDS} AND {standing} ORDER BY match_id, number" for standing in _STANDING)
_SITTINGS = tuple(f"{_OF_SITTINGS} AND {standing}" for standing in _STANDING)
RESULTS = {DEAL, SHEET}  # without any of these a table that was closed has none


def with_results(
    transaction: Transaction, log: Log, before: int | None = None
) -> tuple[tuple[PlayedRound, ...], dict[int, Sitters], tuple[Notice, ...]]:
    """The rounds as people sat down in them, with what their tables gave, now or `before` a step.

    With them who sits for whom, by round, and a notice of everybody who got units for nobody.
    """
    ids = list(log.matches.values())
    records = records_of(transaction, ids, log.names, before)
    finished, at_table = _sittings(transaction, ids, log.names, before)
    rounds, sitters, strangers = [], {}, list[Notice]()
    for number, drawn in sorted(log.rounds.items()):
        match_of = {table.number: log.matches[number, table.number] for table in drawn.tables}
        at = {table: records.get(match, []) for table, match in match_of.items()}
        names, seats = log.seated[number], {table: at_table.get(match, ()) for table, match in match_of.items()}
        recorded = {table: {name for record in given for name in record.seats} for table, given in at.items()}
        sat_down = _now(drawn, names, recorded, seats)
        announced = as_seated(drawn, names, {table: recorded[table] or sat_down[table] for table in recorded})
        sitters[number] = who = sitters_of(
            announced, names, {table: recorded[table] | sat_down[table] for table in recorded}
        )
        missing = _missing(announced, log.entrants, who, at, seats)
        shares, absent = _Shares(), set(missing)
        for table in announced.tables:
            sheet = log.sheets.get(match_of[table.number])
            unknown = shares.take(table, log.entrants, who, at[table.number], sheet)
            absent -= set(table.seats if unknown else ())  # whose seat it is that somebody has, nobody knows
            strangers += [_nobodys(number, table.number, name, who) for name in unknown]
        tables = []
        for table in announced.tables:
            given = at[table.number]
            lines = tuple(shares.line(entrant) for entrant in table.seats if entrant not in absent) if given else ()
            over = match_of[table.number] in finished and any(record.kind in RESULTS for record in given)
            tables.append(replace(table, lines=lines, over=over, **_explained(given)))
        apart = shares.without_seat({seat for table in tables if table.lines for seat in table.seats})
        rounds.append(replace(announced, tables=tuple(tables), elsewhere=apart, missing=missing))
    return tuple(rounds), sitters, tuple(strangers)


def _nobodys(number: int, table: int, name: str, who: Sitters) -> Notice:
    """That somebody got units for nobody at a table of a round; where their entry has one seat, who has it."""
    facts = {"round": number, "table": table, "player": name}
    if any(name in names for names in who.names.values()):
        return _(
            "round {round}, table {table}: {player} got units for nobody; somebody else has the one seat of their "
            "entry",
            **facts,
        )
    words = _("round {round}, table {table}: {player} got units for nobody", **facts)
    return advised(words, advice("tournament_substitute_for_whom"))


def _missing(
    announced: PlayedRound,
    entrants: Mapping[int, Entrant],
    who: Sitters,
    records: Mapping[int, Sequence[Record]],
    now: Mapping[int, tuple[str, ...]],
) -> tuple[int, ...]:
    """Who has a seat in a round, and for whom nobody sits or sat."""
    present: set[int] = set()
    for table in announced.tables:
        for seats in {now[table.number], *(record.seats for record in records[table.number])}:
            present.update(seated_for(table, entrants, seats, who).values())
    return tuple(number for table in announced.tables for number in table.seats if number not in present)


def _explained(records: Sequence[Record]) -> dict[str, Any]:
    """What the paper sheet of a table leaves that should sum to zero, what penalties and adjustments gave, and why."""
    left = next((record for record in records if record.kind == SHEET and record.residual), None)
    ruled = [record for record in records if record.kind in RULINGS and any(record.payouts.values())]
    rulings = tuple(Ruling(record.kind, tuple(record.payouts.items()), record.note) for record in ruled)
    return {"rulings": rulings} | ({"residual": left.residual, "reason": left.note} if left else {})


def _now(
    drawn: PlayedRound, names: MembersByNumber, recorded: Mapping[int, set[str]], seats: Mapping[int, Sequence[str]]
) -> dict[int, set[str]]:
    """Who sits at each table now; whoever is recorded elsewhere has left the seat that they were drawn to."""
    anywhere = set().union(*recorded.values())
    sitting = {}
    for table in drawn.tables:
        own = {name for number in table.seats for name in names[number]}
        sitting[table.number] = set(seats[table.number]) - (own & anywhere)
    return sitting


def records_of(
    transaction: Transaction, matches: Sequence[int], names: Mapping[int, str], before: int | None = None
) -> dict[int, list[Record]]:
    """The live records of many matches, each in the order of its numbers; as of before a step.

    Those of before a step are not judged, as some are struck out since: `scorer check` alone does that.
    """
    records: dict[int, list[Record]] = {}
    found = _standing(transaction, _RECORDS, matches, before)
    read: Iterable[tuple[int, Record]] = ((row.match_id, rows.to_record(row, names)) for row in found)
    if before is None:
        read = rows.sound_records(found, names, rows.judges(transaction, matches))
    for match, record in read:
        records.setdefault(match, []).append(record)
    return records


def _standing(
    transaction: Transaction, statements: Sequence[str], matches: Sequence[int], before: int | None
) -> Sequence[Row]:
    """The rows of these matches that stand, or that stood before a step; a statement for each."""
    now, earlier = statements
    if before is None:
        return transaction.rows(now, matches=list(matches))
    return transaction.rows(earlier, matches=list(matches), before=before)


def _sittings(
    transaction: Transaction, matches: Sequence[int], names: Mapping[int, str], before: int | None
) -> tuple[set[int], dict[int, tuple[str, ...]]]:
    """The matches that are over, and who sits at each."""
    standing = _standing(transaction, _SITTINGS, matches, before)
    sittings = {row.match_id: rows.to_sitting(row, names) for row in standing}
    return {match for match, sitting in sittings.items() if sitting.finished}, {
        match: sitting.seats for match, sitting in sittings.items()
    }


class _Shares:
    """What each entrant did in a round, out of the records of its tables, at whichever of them."""

    def __init__(self) -> None:
        self._lines: dict[int, Line] = {}

    def line(self, entrant: int) -> Line:
        """What an entrant did, nothing for one who sat nowhere."""
        return self._lines.get(entrant) or Line(entrant, 0, deals=0, won=0, called=0, made=0, running=())

    def without_seat(self, seated: Collection[int]) -> tuple[Line, ...]:
        """What those made who are in none of these seats."""
        return tuple(line for number, line in sorted(self._lines.items()) if number not in seated)

    def take(
        self,
        table: Table,
        entrants: Mapping[int, Entrant],
        who: Sitters,
        records: Sequence[Record],
        sheet: Detail | None,
    ) -> list[str]:
        """Add what a table gave; returns the names whose units are nobody's."""
        sits: dict[tuple[str, ...], dict[str, int]] = {}
        mine: dict[int, list[tuple[Record, str]]] = {number: [] for number in table.seats if number not in who.away}
        unknown: dict[str, None] = {}
        for record in records:
            if record.seats not in sits:
                sits[record.seats] = seated_for(table, entrants, record.seats, who)
            seated = sits[record.seats]
            unknown |= dict.fromkeys(name for name in record.payouts if name not in seated)
            for name, number in seated.items():
                if name in record.payouts:
                    mine.setdefault(number, []).append((record, name))
        on_paper = sheet is not None and any(record.kind == SHEET for record in records)
        tallies = sheet["tallies"] if sheet is not None and on_paper else {}
        for number, got in mine.items() if records else ():
            line = _line(number, got, tallies.get(str(number)), on_paper=on_paper)
            self._lines[number] = _together(self._lines[number], line) if number in self._lines else line
        return list(unknown)


def _line(entrant: int, mine: Sequence[tuple[Record, str]], tally: Mapping[str, Any] | None, *, on_paper: bool) -> Line:
    """What an entrant did at a table: counted deal by deal, or as the paper sheet says."""
    played = _as_one(mine)
    got = [units for _record, units, _names in played]
    besides = sum(units for record, units, _names in played if record.kind not in RESULTS)
    if on_paper:
        tally = tally or {}
        tallies = (tally.get("deals"), tally.get("won"), tally.get("called"), tally.get("made"))
        return Line(entrant, sum(got), *tallies, besides=besides)
    dealt = [units for record, units, _names in played if record.is_deal]
    calls = [record for record, _units, names in played if record.is_deal and record.caller in names]
    return Line(
        entrant=entrant,
        units=sum(got),
        deals=len(dealt),
        won=sum(units > 0 for units in dealt),
        called=len(calls),
        made=sum(record.outcome == MADE for record in calls),
        running=tuple(accumulate(got)),  # a rest and a redeal, in which nobody has units, give no step of their own
        besides=besides,
        doubled=sum(units - units // record.times for record, units, _names in played if record.is_deal),
    )


def _as_one(mine: Sequence[tuple[Record, str]]) -> list[tuple[Record, int, list[str]]]:
    """What each record gave an entrant, in units, and by which players.

    Partners are paid the same: the units are those of each of them. A penalty or an adjustment may concern one of them
    alone, so its units are added up.
    """
    names: dict[int, list[str]] = {}
    records = {record.number: record for record, _name in mine}
    for record, name in mine:
        names.setdefault(record.number, []).append(name)
    given = []
    for at, record in records.items():
        units = sum(record.payouts[name] for name in names[at])
        given.append((record, units // len(names[at]) if record.kind in RESULTS else units, names[at]))
    return given


def _together(first: Line, second: Line) -> Line:
    """What an entrant did at two tables of a round; a count that either of them leaves out is not known."""

    def added(column: str) -> Any:
        """The sum of a count; None where a sheet leaves it out."""
        counts = getattr(first, column), getattr(second, column)
        return None if None in counts else sum(counts)

    running = None
    if first.running is not None and second.running is not None:
        running = (*first.running, *(first.units + units for units in second.running))
    tallies = (added("deals"), added("won"), added("called"), added("made"))
    besides, doubled = first.besides + second.besides, first.doubled + second.doubled
    return Line(first.entrant, first.units + second.units, *tallies, running, besides, doubled)


def individual_lines(transaction: Transaction, tournament: Tournament) -> list[tuple[str, int, int]]:
    """Name, units and deals of everybody at every table and record; who sat there and got nothing is in it too."""
    records = records_of(transaction, list(tournament.matches.values()), rows.player_names(transaction))
    lines = []
    for announced in tournament.progress.rounds:
        for table in announced.tables:
            on_sheet = {line.entrant: line.deals or 0 for line in table.lines}  # how many deals its units are of
            for record in records.get(tournament.matches[announced.number, table.number], []):
                sits = RoundTable(tournament, announced, table).sits(record.seats)
                for name, units in record.payouts.items():
                    deals = on_sheet.get(sits.get(name, 0), 0) if record.kind == SHEET else int(record.is_deal)
                    lines.append((name, units, deals))
    return lines
