"""The rows that every step made and struck out, against what a step of its kind does: rows that a hand changed.

A step's rows stay as they are, whatever is undone later: undoing strikes out copies, and makes new ones. Almost every
step made one record and did nothing else: the database sets those aside, and this file looks at the remaining ones.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, Table, and_, func, not_, or_, select, union

from scorer.language.lists_numbers_dates import listed
from scorer.rules.kinds import MOVES_UNITS
from scorer.scorebook import rows
from scorer.scorebook.check.references import References, raw
from scorer.scorebook.tournament.replaying import HAPPENINGS, JOIN
from scorer.scorebook.undoing import DRAW, IMPORT, REASSIGN, SEATING_MANY

RECORDING = {"redeal", *MOVES_UNITS}  # each makes one record
REVERSING = {"undo", "redo"}
RESEATING = {"seats", "call", "finish", "reopen"}
ACTIONS = {
    *("start", IMPORT, "edit", "void", "carry", REASSIGN, "player", "league", "tournament"),
    *RECORDING,
    *REVERSING,
    *RESEATING,
    *HAPPENINGS,
}
# How many records, and how many tables, a step of a kind can make and strike out; any other kind none.
RECORDS = {
    **{action: {(1, 0)} for action in RECORDING},
    "void": {(0, 1)},
    "edit": {(1, 1)},
    "result": {(1, 0), (1, 1)},
    "undo": {(0, 1), (1, 1)},  # out of a folder: another edition came back, or none
}
SITTINGS = {
    **{action: {(1, 1)} for action in (*RESEATING, JOIN)},  # JOIN: at the table, or at a match that takes its place
    # a call is used up, a table closed, a player seated
    **{action: {(0, 0), (1, 1)} for action in ("deal", "redeal", "result", "substitute")},
    "swap": {(1, 1), (2, 2)},  # at one table or two
    "start": {(0, 0), (1, 0)},
}
MOST_NAMED = 5  # rows in one line

Tally = tuple[int, int]  # how many rows, and a sum that tells them from others
NONE: Tally = (0, 0)
# The words for one row and for several, and the column by which a row is named.
NAMED_BY = {
    rows.RECORD: ("record", "records", rows.RECORD.c.number),
    rows.SITTING: ("table", "tables", rows.SITTING.c.id),
}
_FIRST_SEEN = select(rows.SITTING.c.match_id, func.min(rows.SITTING.c.made_by)).group_by(rows.SITTING.c.match_id)
_MADE_ONE = select(rows.RECORD.c.made_by).group_by(rows.RECORD.c.made_by).having(func.count() == 1)
_DID_MORE = union(
    *(select(column).where(column.is_not(None)) for column in (rows.RECORD.c.voided_by, rows.SITTING.c.made_by)),
    *(select(column).where(column.is_not(None)) for column in (rows.SITTING.c.voided_by, rows.STEP.c.undoes)),
)
_TO_LOOK_AT = not_(
    and_(
        rows.STEP.c.action.in_(RECORDING),
        rows.STEP.c.undoes.is_(None),
        rows.STEP.c.id.in_(_MADE_ONE),
        rows.STEP.c.id.not_in(_DID_MORE),
    )
)


@dataclass(frozen=True, slots=True)
class _Changes:
    """The rows of one table that the steps made and struck out: tallies by step."""

    made: Mapping[int, Tally]
    struck: Mapping[int, Tally]

    def by_step(self, step: int) -> tuple[Tally, Tally]:
        """What a step made, and what it struck out."""
        return self.made.get(step, NONE), self.struck.get(step, NONE)


def step_faults(connection: Connection, known: References) -> Iterator[str]:
    """What is wrong between the rows and the steps that made them and struck them out, a line each."""
    for table in (rows.RECORD, rows.SITTING):
        for column, did in ((table.c.made_by, "made it"), (table.c.voided_by, "struck it out")):
            yield from _of_other_matches(connection, known, table, column, did)
    first_seen = {match: step for match, step in connection.execute(_FIRST_SEEN)}  # noqa: C416 - rows are no tuples
    steps = {row.id: row for row in connection.execute(raw(rows.STEP).where(_TO_LOOK_AT).order_by(rows.STEP.c.id))}
    changes = {
        table: _Changes(_tallies(connection, table, table.c.made_by), _tallies(connection, table, table.c.voided_by))
        for table in (rows.RECORD, rows.SITTING)
    }
    for row in steps.values():
        where = known.named(rows.STEP, row)
        if row.action not in ACTIONS:
            yield f"{where}: '{row.action}' is nothing that a step does"
        elif wrong := _wrong_link(row, steps, first_seen):
            yield f"{where} ({row.action}): {wrong}"
        else:
            for table in _wrong_tables(row, changes):
                yield f"{where} ({row.action}): {_impossible_words(connection, table, row)}"


def _of_other_matches(
    connection: Connection, known: References, table: Table, column: Column[Any], did: str
) -> Iterator[str]:
    """The rows that a step of another match made or struck out; the tables of imports belong to steps of no match."""
    of_another = rows.STEP.c.match_id != table.c.match_id
    nobodys: ColumnElement[bool] = rows.STEP.c.match_id.is_(None)
    if table is rows.SITTING:
        nobodys = and_(nobodys, rows.STEP.c.action.not_in({*SEATING_MANY, *REVERSING, "swap", JOIN, REASSIGN}))
    else:  # of a tournament, at two of its tables
        at_tables = rows.STEP.c.tournament_id.is_not(None) & rows.STEP.c.action.in_({*REVERSING, REASSIGN})
        nobodys = and_(nobodys, not_(at_tables))
    wrong = select(table.c.id, rows.STEP.c.id).join(rows.STEP, rows.STEP.c.id == column).where(or_(of_another, nobodys))
    for key, step in connection.execute(wrong.order_by(table.c.id)).all():
        yield f"{known.row(connection, table, key)}: step {step} {did}, and is not of its match"


def _tallies(connection: Connection, table: Table, column: Column[Any]) -> dict[int, Tally]:
    """The rows of a table by the step in this column: how many, and the sum of their numbers or matches."""
    summed = table.c.number if table is rows.RECORD else table.c.match_id
    query = select(column, func.count(), func.sum(summed)).where(column.is_not(None)).group_by(column)
    if column is rows.RECORD.c.made_by:  # of the other columns there are few
        query = query.where(column.in_(select(rows.STEP.c.id).where(_TO_LOOK_AT)))
    return {step: (count, int(total)) for step, count, total in connection.execute(query)}


def _wrong_link(row: Any, steps: Mapping[int, Any], first_seen: Mapping[int, int]) -> str:
    """What is wrong with the step that this one takes back; "" for nothing, and where that step is not there."""
    if row.undoes is None:  # what a folder brought in says only what was undone, not by which step
        came_in = row.action == "undo" and row.id < first_seen.get(row.match_id, 0)
        return "" if came_in or row.action not in REVERSING else "it does not say which step it takes back"
    if row.action not in REVERSING:
        return f"it takes step {row.undoes} back, which only an undo or a redo does"
    tip = steps.get(row.undoes)
    if tip is None:
        return ""
    if tip.match_id != row.match_id:
        return f"it takes step {row.undoes} back, which is not of its match"
    reverses_it = (tip.action == "undo") == (row.action == "redo")
    return "" if reverses_it else f"step {row.undoes} is none that it could reverse"


def _wrong_tables(row: Any, changes: Mapping[Table, _Changes]) -> list[Table]:
    """The tables in which a step made or struck out what no step of its kind does."""
    records, sittings = changes[rows.RECORD].by_step(row.id), changes[rows.SITTING].by_step(row.id)
    if row.undoes is not None:
        return [table for table, did in changes.items() if did.by_step(row.id) != did.by_step(row.undoes)[::-1]]
    sound = {
        rows.RECORD: _sound_records(row.action, *records, imported=not sittings[0][0]),
        rows.SITTING: _sound_sittings(row.action, *sittings),
    }
    return [table for table, is_sound in sound.items() if not is_sound]


def _sound_records(action: str, made: Tally, struck: Tally, *, imported: bool) -> bool:
    """Whether a step of this kind can have made and struck out so many records."""
    if action in {"carry", REASSIGN}:  # of one deal or several
        return bool(made[0]) and made == struck
    if action == "start" and imported:
        return not struck[0]
    counts = made[0], struck[0]
    return counts in RECORDS.get(action, {(0, 0)}) and (counts != (1, 1) or made == struck)


def _sound_sittings(action: str, made: Tally, struck: Tally) -> bool:
    """Whether a step of this kind can have made and struck out so many tables."""
    if action == DRAW:  # drawn again, it takes the place of as many tables or others
        return bool(made[0])
    if action == IMPORT:
        return not struck[0]
    if action in {"swap", REASSIGN} and made != struck:
        return False
    return action == REASSIGN or (made[0], struck[0]) in SITTINGS.get(action, {(0, 0)})


def _impossible_words(connection: Connection, table: Table, row: Any) -> str:
    """The rows that a step made and struck out, and that no step of its kind does that."""
    made, struck = (_rows(connection, table, column, row.id) for column in (table.c.made_by, table.c.voided_by))
    why = f"that does not take step {row.undoes} back" if row.undoes else f"no {row.action} does that"
    return f"it made {made} and struck out {struck}: {why}"


def _rows(connection: Connection, table: Table, column: Column[Any], step: int) -> str:
    """The rows that a step made or struck out: `record 6`, `records 3 and 6`, `no record`."""
    singular, plural, name = NAMED_BY[table]
    names = connection.execute(select(name).where(column == step).order_by(table.c.id)).scalars().all()
    if not names:
        return f"no {singular}"
    more = ["others"] if len(names) > MOST_NAMED else []
    return f"{singular if len(names) == 1 else plural} {listed([*map(str, names[:MOST_NAMED]), *more])}"
