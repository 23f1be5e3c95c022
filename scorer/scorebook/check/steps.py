"""The rows that every step made and struck out, against what a step of its kind does: rows that a hand changed.

A step's rows stay as they are, whatever is undone later: undoing strikes out copies, and makes new ones. Almost every
step made one record and did nothing else: the database sets those aside, and this file looks at the remaining ones.
"""

from collections.abc import Iterator, Mapping
from json import loads
from typing import Any

from db.connection import Connection
from db.laws import quoted
from scorer.language import N_, _, ngettext
from scorer.language.lists_numbers_dates import abridged, listed
from scorer.rules.kinds import MOVES_UNITS
from scorer.scorebook.check.references import References
from scorer.scorebook.former_variants import MATCH, STEPS_PUT_RIGHT, cells_of, named_in
from scorer.scorebook.rows import DAMAGED_ROWS
from scorer.scorebook.step_kinds import NONE as NO_ROWS
from scorer.scorebook.step_kinds import StepKind, sql_of_kinds
from scorer.scorebook.undoing import IMPORT, KEPT, PAYMENT, REASSIGN
from scorer.text.kind_words import column_name
from scorer.wings import by_name

RECORDING = {"redeal", *MOVES_UNITS}  # each makes one record
REVERSING = {"undo", "redo"}
RESEATING = {"seats", "call", "finish", "reopen"}
ACTIONS = {
    *("start", IMPORT, "edit", "void", "insert", "carry", REASSIGN, MATCH, PAYMENT, "player", "league"),
    *RECORDING,
    *REVERSING,
    *RESEATING,
}
# How many records, and how many tables, a step of a kind can make and strike out; any other kind of the core none.
RECORDS = {
    **{action: {(1, 0)} for action in RECORDING},
    "void": {(0, 1)},
    "edit": {(1, 1)},
    "undo": {(0, 1), (1, 1)},  # out of a folder: another edition came back, or none
}
SITTINGS = {
    **{action: {(1, 1)} for action in RESEATING},
    **{action: {(0, 0), (1, 1)} for action in ("deal", "redeal")},  # a call is used up
    "start": {(0, 0), (1, 0)},
}
MOST_NAMED = 5  # rows in one line

Checksum = tuple[int, int]  # how many rows, and a sum that tells them from others
NONE: Checksum = (0, 0)
NAMED_BY = {"record": "number", "sitting": "id", PAYMENT: "id"}  # the column by which a row is named
_OF_ANOTHER = {
    "made_by": N_("{row}: step {step} made it, and is not of its match"),
    "voided_by": N_("{row}: step {step} struck it out, and is not of its match"),
}
_FIRST_SEEN = "SELECT match_id, min(made_by) FROM sitting GROUP BY match_id"
# Steps that did more than make one record, or anything else.
_TO_LOOK_AT = (
    f"NOT (action IN ({quoted(RECORDING)}) AND undoes IS NULL"
    " AND id IN (SELECT made_by FROM record GROUP BY made_by HAVING count(*) = 1)"
    " AND id NOT IN (SELECT voided_by FROM record WHERE voided_by IS NOT NULL"
    " UNION SELECT made_by FROM sitting WHERE made_by IS NOT NULL"
    " UNION SELECT voided_by FROM sitting WHERE voided_by IS NOT NULL"
    " UNION SELECT made_by FROM payment UNION SELECT voided_by FROM payment WHERE voided_by IS NOT NULL"
    " UNION SELECT undoes FROM step WHERE undoes IS NOT NULL))"
)
_SOME_LOST = "SELECT count(*) < max(id) FROM step"  # for ids are given without a gap
_MATCH_ROW = 'SELECT * FROM "match" WHERE id = :match'
_STEPS = f"SELECT * FROM step WHERE {_TO_LOOK_AT} ORDER BY id"
# Rows by the step that made or voided them: how many, and a sum; of the many records that were made those of `steps`.
_TALLIES = {
    (table, column): f"SELECT {column}, count(*), sum({summed}) FROM {table} WHERE {column} {meant} GROUP BY {column}"
    for table, summed, of_made in (
        ("record", "number", "IN :steps"),
        ("sitting", "match_id", "IS NOT NULL"),
        (PAYMENT, "cents", "IS NOT NULL"),
    )
    for column, meant in (("made_by", of_made), ("voided_by", "IS NOT NULL"))
}
_NAMES = {
    (table, column): f"SELECT {name} FROM {table} WHERE {column} = :step ORDER BY id"
    for table, name in NAMED_BY.items()
    for column in ("made_by", "voided_by")
}
# Rows of a match that a step made or struck out which is of another, or of none and not of those that may be.
_OF_OTHER_MATCHES = {
    (table, column): f"SELECT {table}.id, step.id FROM {table} JOIN step ON step.id = {table}.{column}"
    f" WHERE step.match_id <> {table}.match_id OR (step.match_id IS NULL AND NOT ({{of_none[{table}]}}))"
    f" ORDER BY {table}.id"
    for table, column in _TALLIES
    if table in KEPT
}
# What was paid, as its row has it, and as the step says.
_PAID = (
    "SELECT payment.id, payment.cents, payment.currency, step.detail, row_number() OVER"
    " (PARTITION BY step.id ORDER BY payment.id) AS place FROM payment JOIN step ON step.id = payment.made_by"
    f" WHERE step.action = '{PAYMENT}' ORDER BY payment.id"
)


def step_faults(connection: Connection, known: References) -> Iterator[str]:
    """What is wrong between the rows and the steps that made them and struck them out, a line each."""
    kinds: Mapping[str, StepKind] = by_name("step_kinds")
    at_several = [IMPORT, *REVERSING, REASSIGN, *(name for name, kind in kinds.items() if kind.at_several)]
    of_none = {
        "record": f"step.tournament_id IS NOT NULL AND step.action IN ({quoted(sorted({*REVERSING, REASSIGN}))})",
        "sitting": sql_of_kinds(at_several, kinds),
    }
    for (table, column), statement in _OF_OTHER_MATCHES.items():
        for key, step in connection.raw_rows(statement.format(of_none=of_none)):
            yield _(_OF_ANOTHER[column], row=known.row(connection, table, key), step=step)
    first_seen = {match: step for match, step in connection.raw_rows(_FIRST_SEEN)}  # noqa: C416 - rows have other types
    steps = {row.id: row for row in connection.raw_rows(_STEPS)}
    tallies = {(table, column): _tallies(connection, table, column, list(steps)) for table, column in _TALLIES}
    for row in steps.values():
        where = known.named("step", row)
        if row.action not in ACTIONS | kinds.keys():
            if kinds or row.tournament_id is None:
                yield _("{step}: '{action}' is nothing that a step does", step=where, action=row.action)
        elif wrong := _wrong_link(row, steps, first_seen):
            yield f"{where} ({row.action}): {wrong}"
        else:
            for table in _wrong_tables(row, tallies, kinds.get(row.action)):
                yield f"{where} ({row.action}): {_impossible_words(connection, table, row)}"


def match_faults(connection: Connection, known: References, *, salvaged: bool = False) -> Iterator[str]:
    """Cells of matches that are not what the step says that put them right last.

    A match is moved within its day for the sake of another too, whose steps may be lost where some are, as they were
    `salvaged`.
    """
    some_lost = salvaged or connection.value(_SOME_LOST)
    put_right: dict[tuple[int, str], tuple[int, Any]] = {}
    for step, match, detail in connection.raw_rows(STEPS_PUT_RIGHT):
        for cell, content in cells_of(detail, "after").items():
            put_right[cell] = step, content
        for key in sorted(named_in(detail) - known.frozen.keys()):
            template = N_("{match}: the variant {variant}, which step {step} names, is not there")
            yield _(template, match=known.match(match), variant=key[:8], step=step)
    for (match, column), (step, content) in put_right.items():
        if column == "place" and some_lost:
            continue
        row = next(iter(connection.raw_rows(_MATCH_ROW, match=match)), None)
        if row is not None and (kept := getattr(row, column, None)) != content:
            template = N_("{match}: its {column} is '{here}', step {step} made it '{due}'")
            yield _(template, match=known.match(match), column=column_name(column), here=kept, step=step, due=content)


def payment_faults(connection: Connection, known: References) -> Iterator[str]:
    """Payments that are not what the step says that made them."""
    for payment, cents, currency, detail, place in connection.raw_rows(_PAID):
        try:
            did = loads(detail)["did"]
            made = did["payments"][place - 1][-1], did["currency"]
        except DAMAGED_ROWS:  # a fault of the step
            made = cents, currency
        if made != (cents, currency):
            template = N_("{payment}: it is {cents} cents {currency}, its step made it {due} cents {due_currency}")
            facts = {"cents": cents, "currency": currency, "due": made[0], "due_currency": made[1]}
            yield _(template, payment=known.row(connection, PAYMENT, payment), **facts)


def _tallies(connection: Connection, table: str, column: str, steps: list[int]) -> dict[int, Checksum]:
    """The rows of a table by the step in this column: how many, and the sum of their numbers or matches."""
    tallies = connection.raw_rows(_TALLIES[table, column], steps=steps)
    return {step: (count, int(total)) for step, count, total in tallies}


def _wrong_link(row: Any, steps: Mapping[int, Any], first_seen: Mapping[int, int]) -> str:
    """What is wrong with the step that this one takes back; "" for nothing, and where that step is not there."""
    if row.undoes is None:  # what a folder brought in says only what was undone, not by which step
        came_in = row.action == "undo" and row.id < first_seen.get(row.match_id, 0)
        return "" if came_in or row.action not in REVERSING else _("it does not say which step it takes back")
    if row.action not in REVERSING:
        return _("it takes step {step} back, which only an undo or a redo does", step=row.undoes)
    tip = steps.get(row.undoes)
    if tip is None:
        return ""
    if tip.match_id != row.match_id:
        return _("it takes step {step} back, which is not of its match", step=row.undoes)
    reverses_it = (tip.action == "undo") == (row.action == "redo")
    return "" if reverses_it else _("step {step} is none that it could reverse", step=row.undoes)


def _wrong_tables(
    row: Any, tallies: Mapping[tuple[str, str], Mapping[int, Checksum]], of_wing: StepKind | None
) -> list[str]:
    """The tables in which a step made or struck out what no step of its kind does; `of_wing`, where a wing has it."""

    def did(table: str, step: int) -> tuple[Checksum, Checksum]:
        """What a step made of a table, and what it struck out."""
        return tallies[table, "made_by"].get(step, NONE), tallies[table, "voided_by"].get(step, NONE)

    records, sittings, payments = (did(table, row.id) for table in NAMED_BY)
    if row.undoes is not None:
        return [table for table in NAMED_BY if did(table, row.id) != did(table, row.undoes)[::-1]]
    sound = {
        "record": _sound_records(row.action, *records, of_wing, imported=not sittings[0][0]),
        "sitting": _sound_sittings(row.action, *sittings, of_wing),
        PAYMENT: _sound_payments(row.action, *payments),
    }
    return [table for table, is_sound in sound.items() if not is_sound]


def _sound_records(action: str, made: Checksum, struck: Checksum, of_wing: StepKind | None, *, imported: bool) -> bool:
    """Whether a step of this kind can have made and struck out so many records."""
    if action in {"carry", REASSIGN}:  # of one deal or several
        return bool(made[0]) and made == struck
    if action == MATCH:  # of every deal, where it put the match under another variant
        return made == struck
    if action == "insert":
        return bool(struck[0]) and made[0] == struck[0] + 1 and made[1] > struck[1]
    if action == "start" and imported:
        return not struck[0]
    counts = made[0], struck[0]
    possible = of_wing.records if of_wing else RECORDS.get(action, NO_ROWS)
    return counts in possible and (counts != (1, 1) or made == struck)


def _sound_sittings(action: str, made: Checksum, struck: Checksum, of_wing: StepKind | None) -> bool:
    """Whether a step of this kind can have made and struck out so many tables."""
    counts = made[0], struck[0]
    if of_wing:
        if of_wing.seating:
            return bool(made[0])
        return counts in of_wing.tables and (made == struck or not of_wing.same_matches)
    if action == IMPORT:
        return not struck[0]
    return made == struck if action == REASSIGN else counts in SITTINGS.get(action, NO_ROWS)


def _sound_payments(action: str, made: Checksum, struck: Checksum) -> bool:
    """Whether a step of this kind can have made and struck out so many payments."""
    return not struck[0] and (action == IMPORT or bool(made[0]) == (action == PAYMENT))


def _impossible_words(connection: Connection, table: str, row: Any) -> str:
    """The rows that a step made and struck out, and that no step of its kind does that."""
    made, struck = (_rows(connection, table, column, row.id) for column in ("made_by", "voided_by"))
    template = N_("it made {made} and struck out {struck}: no {action} does that")
    if row.undoes:
        template = N_("it made {made} and struck out {struck}: that does not take step {step} back")
    return _(template, made=made, struck=struck, action=row.action, step=row.undoes)


def _rows(connection: Connection, table: str, column: str, step: int) -> str:
    """The rows that a step made or struck out: `record 6`, `records 3 and 6`, `no record`."""
    names = connection.values(_NAMES[table, column], step=step)
    keys, count = listed(abridged([*map(str, names)], MOST_NAMED)), len(names)
    if not names:
        return {"record": _("no record"), "sitting": _("no table"), PAYMENT: _("no payment")}[table]
    if table == "record":
        return ngettext("record {keys}", "records {keys}", count, keys=keys)
    if table == "sitting":
        return ngettext("table {keys}", "tables {keys}", count, keys=keys)
    return ngettext("payment {keys}", "payments {keys}", count, keys=keys)
