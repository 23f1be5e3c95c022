"""Taking steps back and doing them again, and the history that keeps it all.

Nothing is erased. A step voids rows and makes others; taking a step back voids what it made and writes again what it
voided, in a step of its own. So undo and redo are the same movement, applied to the newest step of a chain.

An import or a draw is one step that made the tables of all its matches, and a match exists while it has a live table:
taking it back strikes out those tables, and their records stay.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from json import dumps, loads
from typing import Any

from db.connection import Row
from db.tables import TABLES
from scorer.errors import DamagedError, RefusedError
from scorer.language import N_, _, kept_day
from scorer.match.facts import Record, Step
from scorer.match.names import fold
from scorer.rules.errors import Advice, advice
from scorer.scorebook import rows
from scorer.scorebook.former_variants import MATCH, OTHERS, cells_of
from scorer.scorebook.missing_rows import check_records, check_steps
from scorer.scorebook.record_law import SEAT_COLUMNS
from scorer.scorebook.step_kinds import Seating, StepKind, numbers_in
from scorer.scorebook.transaction import Transaction
from scorer.wings import missing, needed

KEPT = ("record", "sitting")  # the tables of rows of a match that steps make and strike out
IMPORT = "import"
REASSIGN = "reassign"
PUT_RIGHT = '%"table": "match"%'  # SQL: the pattern of its detail, and of what takes it back
PAYMENT = "payment"  # the step that somebody paid, and the table of what was paid
MADE_BY_STEPS = (*KEPT, PAYMENT)
_IMPORTED = Seating(
    changed_since=N_("{match} (match {number}) came in with the import and was changed since"),
    name_taken=N_("there is a match '{match}' on {day} by now: the import cannot come back"),
)
_CHANGED = N_("{match} (match {number}) was changed since")
_NAMES = (
    'SELECT league.key, "match"."on", "match".name FROM "match" JOIN league ON league.id = "match".league_id'
    ' JOIN sitting ON sitting.match_id = "match".id'
)
EXISTING = f"{_NAMES} AND sitting.voided_by IS NULL"
STEPS_OF_MATCHES = f"{rows.STEPS_AT} ORDER BY id"
# Of a match, and of the whole scorebook.
_STEPS = (
    f"{rows.STEPS_AT} UNION ALL"
    " SELECT * FROM step WHERE match_id IS NULL AND tournament_id IS NULL AND action <> 'deal' ORDER BY id"
)
_OTHER_IMPORTS = (
    "SELECT id FROM step WHERE action = 'import' AND id NOT IN (SELECT made_by FROM sitting WHERE match_id = :match)"
)
_THESE_STEPS = "SELECT * FROM step WHERE id IN :steps"
_NAMING_PLAYERS = "SELECT * FROM step WHERE tournament_id IS NOT NULL OR action = 'player' ORDER BY id"
_NAME_OF_MATCH = 'SELECT name FROM "match" WHERE id = :match'
SEATED_BY = "SELECT match_id FROM sitting WHERE made_by = :step"  # the matches whose tables a step made
_FIRST_SITTINGS = "SELECT match_id, min(made_by) AS step FROM sitting WHERE match_id IN :matches GROUP BY match_id"
_SINCE = f"SELECT * FROM ({rows.STEPS_AT}) AS step WHERE id >= :step ORDER BY id"
_COMING_BACK = f"{_NAMES} AND sitting.voided_by = :step"
_STAYING = f'{EXISTING} WHERE "match".id NOT IN ({SEATED_BY})'
_OTHERS_OF_DAY = (
    f'SELECT "match".name FROM "match" JOIN sitting ON {rows.LIVE_SITTING}'
    ' WHERE "match".league_id = :league_id AND "match"."on" = :on AND "match".id <> :match'
)
_PUT_RIGHT = f"SELECT * FROM step WHERE detail LIKE '{PUT_RIGHT}' ORDER BY id"
_STAND_AT = 'SELECT id, name, "on", place FROM "match" WHERE id IN :matches'
_IS_TAKEN = {
    "player": "SELECT id, name FROM player WHERE key = :key AND id <> :row",
    "league": "SELECT id, name FROM league WHERE key = :key AND id <> :row",
}
_SEATS = ", ".join(SEAT_COLUMNS)
_AT_TABLES = [f"SELECT DISTINCT {_SEATS} FROM {table} WHERE voided_by IS NULL" for table in ("sitting", "record")]
_OF_MATCH = [f"{tables} AND match_id = :match" for tables in _AT_TABLES]
_OF_EXISTING = [f"{at} AND match_id IN (SELECT match_id FROM sitting WHERE voided_by IS NULL)" for at in _AT_TABLES]
_SIT = " OR ".join(f"{seat} IN :players" for seat in SEAT_COLUMNS)
_SITTING_THERE = f"SELECT {_SEATS} FROM sitting WHERE voided_by IS NULL AND ({_SIT})"
_MADE_WITH = " UNION ".join(
    f"SELECT match_id, made_by FROM {table} WHERE :player IN ({_SEATS})" for table in ("sitting", "record")
)
_THAT_EXIST = "SELECT match_id FROM sitting WHERE voided_by IS NULL AND match_id IN :matches"
_STEPS_ANYWHERE = (
    f"{rows.STEPS_AT} UNION ALL SELECT * FROM step WHERE match_id IS NULL AND action <> 'deal' ORDER BY id"
)
# Of a tip, the rows that it made, or later editions of them; and anew those that it voided.
_VOID = {
    "record": "UPDATE record SET voided_by = :step WHERE voided_by IS NULL"
    " AND (match_id, number) IN (SELECT match_id, number FROM record WHERE made_by = :tip)",
    "sitting": "UPDATE sitting SET voided_by = :step WHERE voided_by IS NULL"
    " AND match_id IN (SELECT match_id FROM sitting WHERE made_by = :tip)",
    PAYMENT: "UPDATE payment SET voided_by = :step WHERE voided_by IS NULL AND made_by = :tip",
}
_COPIED = {
    table: ", ".join(f'"{column}"' for column in TABLES[table].columns if column not in {"id", "made_by", "voided_by"})
    for table in MADE_BY_STEPS
}
_AGAIN = {
    table: f"INSERT INTO {table} (id, {copied}, made_by)"
    f" SELECT (SELECT max(id) FROM {table}) + row_number() OVER (ORDER BY id), {copied}, :step FROM {table}"
    " WHERE voided_by = :tip ORDER BY id"
    for table, copied in _COPIED.items()
}
# What was paid since, apart from what came in with the matches.
_PAID = "SELECT matches FROM payment WHERE voided_by IS NULL AND made_by <> :tip"
_SET_DETAIL = "UPDATE step SET detail = :detail WHERE id = :step"


@dataclass(frozen=True, slots=True)
class Chain:
    """An ordinary step and the newest step that took it back or did it again; `undone` after an odd number of those."""

    step: Row
    tip: Row
    undone: bool


def reverse(transaction: Transaction, chain: Chain) -> None:
    """Take a chain back, or do it again, in a new step; raises RefusedError where that cannot be any more."""
    check_reversible(transaction, chain)
    with _fitting(transaction, chain):
        columns = {"undoes": chain.tip.id, "tournament_id": chain.step.tournament_id, "detail": _set_back(chain.tip)}
        step = rows.add_step(transaction, "redo" if chain.undone else "undo", chain.step.match_id, **columns)
        _reverse(transaction, chain, step)
    _refuse_doubled(transaction, chain.step.match_id)


def _fitting(transaction: Transaction, chain: Chain) -> AbstractContextManager[None]:
    """For a block that reverses a step of a tournament, or a merge of two players: refuses what does not fit after it.

    Raises MissingWingError without the wing, which alone could tell.
    """
    merges = "merged_into" in (chain.step.detail or "") and rows.has_tournaments(transaction)
    if not (chain.step.tournament_id or merges):
        return nullcontext()
    looked_at: AbstractContextManager[None] = needed("fitting")(transaction, chain)
    return looked_at


def check_reversible(transaction: Transaction, chain: Chain) -> None:
    """Raise RefusedError where something was done since that stands in the way, or where only a wing could tell."""
    seating = _seating(chain.step)
    if hangs_on_a_wing(transaction, chain.step.match_id):
        needed("step_kinds")
    if seating or "instead_of" in (chain.step.detail or ""):  # other matches come and go
        seated = transaction.values(SEATED_BY, step=chain.tip.id)
        check_untouched(transaction, seated, seating.changed_since if seating else _CHANGED)
    if not chain.undone:
        _check_unpaid(transaction, chain)
    if seating:
        _check_free(transaction, seating.name_taken, chain.tip.id)
    elif "before" in (detail := detail_of(chain.tip)):
        _check_restorable(transaction, detail)
        _check_unmoved(transaction, chain)


def hangs_on_a_wing(transaction: Transaction, match_id: int | None) -> bool:
    """Whether a match is a table of a tournament, and the wing is not installed that knows what hangs on it."""
    return bool(missing("step_kinds")) and rows.of_tournament(transaction, match_id)


def _seating(step: Row) -> Seating | None:
    """What is said of the matches that a step seated, all with one another; None for any other step.

    Raises MissingWingError for a step of a kind that only a wing knows which is not installed.
    """
    if not step.tournament_id:
        return _IMPORTED if step.action == IMPORT else None
    kinds: Mapping[str, StepKind] = needed("step_kinds")
    return kinds[step.action].seating if step.action in kinds else None


def check_untouched(transaction: Transaction, matches: Sequence[int], changed_since: str) -> None:
    """Raise RefusedError where something was done at one of these matches since they came in, and stands."""
    ids = list(matches)
    first = {row.match_id: row.step for row in transaction.rows(_FIRST_SITTINGS, matches=ids)}
    for later in linked(transaction.rows(_SINCE, matches=ids, step=min(first.values(), default=0))):
        match_id = later.step.match_id
        if later.undone or later.step.id <= first[match_id]:
            continue
        name = match_name(transaction, match_id)
        raise RefusedError(_(changed_since, match=name, number=match_id), _undo_first(transaction, later))


def _check_unpaid(transaction: Transaction, chain: Chain) -> None:
    """Raise RefusedError where matches would go with a step, and somebody paid for one of them."""
    going = [chain.step.match_id] if chain.step.action == "start" else []
    if _seating(chain.step):
        going = transaction.values(SEATED_BY, step=chain.tip.id)
    paid = {int(match) for text in transaction.values(_PAID, tip=chain.tip.id) if going for match in text.split()}
    if there := paid.intersection(going):
        number = min(there)
        sentence = _("{match} (match {number}) was paid for", match=match_name(transaction, number), number=number)
        raise RefusedError(sentence, advice("undo_unnamed"))


def match_name(transaction: Transaction, match_id: int) -> str:
    """What a match is called, also one of which the start is undone."""
    return str(transaction.value(_NAME_OF_MATCH, match=match_id))


def _undo_first(transaction: Transaction, chain: Chain) -> Advice:
    """Which command takes a step at a match back, with those that came after it."""
    if chain.step.tournament_id:
        first: Advice = needed("undo_advice")(transaction, chain)
        return first
    match_id = chain.step.match_id
    chains = linked(transaction.rows(STEPS_OF_MATCHES, matches=[match_id]))
    steps = sum(later.step.id >= chain.step.id and not later.undone for later in chains)
    return advice("undo_first", steps=f"{steps} " if steps > 1 else "", number=match_id)


def linked(steps: Sequence[Row]) -> list[Chain]:
    """The chains of these steps, in the order of the ordinary step that each begins with."""
    chains: dict[int, Chain] = {}
    for row in steps:
        before = chains.pop(row.undoes) if row.undoes else None
        chains[row.id] = Chain(before.step, row, not before.undone) if before else Chain(row, row, undone=False)
    return sorted(chains.values(), key=lambda chain: chain.step.id)


def _reverse(transaction: Transaction, chain: Chain, step: int) -> None:
    """Void what the tip of `chain` made and bring back what it voided, in the name of `step`."""
    tip = chain.tip
    # Of many matches that came in or were drawn, records stay, and go with their tables.
    for table in ("sitting", PAYMENT) if _seating(chain.step) else MADE_BY_STEPS:
        transaction.run(_VOID[table], step=step, tip=tip.id)
        transaction.run(_AGAIN[table], step=step, tip=tip.id)
    if detail := _set_back(tip):
        _change_back(transaction, detail)
    rows.forget_players(transaction)


def _change_back(transaction: Transaction, detail: Mapping[str, Any]) -> None:
    """Change a player, a league or a match back.

    Somebody whom only undone steps left behind under that name gets the other.
    """
    table, row, after = detail["table"], detail["id"], detail["after"]
    for other in detail.get(OTHERS, ()):
        rows.set_columns(transaction, table, other["id"], other["after"])
    taken = transaction.rows(_IS_TAKEN[table], key=after.get("key"), row=row) if table in _IS_TAKEN else []
    left = [player.id for player in taken]
    for player in left:
        rows.set_columns(transaction, table, player, {"key": f" {player}"})  # no name folds to this key
    rows.set_columns(transaction, table, row, after)
    for player in left:
        rows.set_columns(transaction, table, player, detail["before"])


def detail_of(step: Row) -> dict[str, Any]:
    """What a step set or said, nothing for most; raises DamagedError."""
    try:
        return dict(loads(step.detail)) if step.detail else {}
    except ValueError as error:
        raise DamagedError from error


def _set_back(tip: Row) -> dict[str, Any] | None:
    """The detail of the step that takes a change of a player, a league or a match back; None where the tip is none."""
    if "before" not in (detail := detail_of(tip)):
        return None
    detail.pop(rows.BODY, None)  # that was of the entry which the tip bears
    for cells in (detail, *detail.get(OTHERS, ())):
        cells["before"], cells["after"] = cells["after"], cells["before"]
    return dict(detail)


def set_detail(transaction: Transaction, step: int, detail: Mapping[str, Any]) -> None:
    """Keep another detail of a step that this transaction writes; not of one that bears an entry."""
    transaction.run(_SET_DETAIL, step=step, detail=dumps(detail, ensure_ascii=False))


def _check_free(transaction: Transaction, name_taken: str, tip: int) -> None:
    """Raise RefusedError where another match, which stays, has taken the name of one that would come back."""
    coming = transaction.rows(_COMING_BACK, step=tip)
    staying = transaction.rows(_STAYING, step=tip) if coming else []
    there = {(row.key, row.on, fold(row.name)) for row in staying}
    for row in coming:
        if (row.key, row.on, fold(row.name)) in there:
            raise RefusedError(_(name_taken, match=row.name, day=row.on))


def _refuse_doubled(transaction: Transaction, match_id: int | None) -> None:
    """Raise RefusedError where two at a table are one person by a merge: in this match, or in any (None)."""
    names = rows.player_names(transaction)
    for statement in _OF_EXISTING if match_id is None else _OF_MATCH:
        for row in transaction.rows(statement, **({} if match_id is None else {"match": match_id})):
            seated = [names[player] for player in row if player is not None]
            if doubled := [name for name in seated if seated.count(name) > 1]:
                template = N_("two would sit at one table who are both {player}, by a merge: they are two people")
                raise RefusedError(_(template, player=doubled[0]))


def _check_restorable(transaction: Transaction, detail: dict[str, Any]) -> None:
    """Raise RefusedError where a player, a league or a match cannot be what it was any more."""
    table, before = detail["table"], detail["before"]
    if table == MATCH:
        check_free_name(transaction, detail["id"], before)
        return
    taken = [row.name for row in transaction.rows(_IS_TAKEN[table], key=before.get("key"), row=detail["id"])]
    if taken and not (table == "player" and left_behind(transaction, taken)):
        of_player, of_league = (
            N_("the name '{name}' is taken by now; rename that player first"),
            N_("the name '{name}' is taken by now; rename that league first"),
        )
        raise RefusedError(_(of_player if table == "player" else of_league, name=before["name"]))


def check_free_name(transaction: Transaction, match_id: int, cells: Mapping[str, Any]) -> None:
    """Raise RefusedError where a match with these cells would have league, day and name of another one."""
    kept = rows.columns_of(transaction, MATCH, match_id, ("league_id", "on", "name"))
    wanted = {column: cells.get(column, kept[column]) for column in kept}
    name = str(wanted.pop("name"))
    if fold(name) in map(fold, transaction.values(_OTHERS_OF_DAY, match=match_id, **wanted)):
        template = N_("there is a match '{match}' on {day} in this league; choose another name")
        raise RefusedError(_(template, match=name, day=kept_day(str(wanted["on"]))))


def _check_unmoved(transaction: Transaction, chain: Chain) -> None:
    """Raise RefusedError where a match does not stand any more where the tip of a chain put it."""
    put = _places_given(chain.tip.detail)
    for row in transaction.rows(_STAND_AT, matches=list(put)):
        if (row.on.isoformat(), row.place) == put[row.id]:
            continue
        moved = [
            other
            for other in linked(transaction.rows(_PUT_RIGHT))
            if other.tip.id > chain.tip.id and row.id in _places_given(other.tip.detail)
        ]
        standing = [other for other in moved if not other.undone]
        template = N_("{match} (match {number}) stands elsewhere among the matches of its day by now")
        first = [_undo_first(transaction, later) for later in standing[-1:]] or [advice("redo_unnamed")] * bool(moved)
        raise RefusedError(_(template, match=row.name, number=row.id), *first)


def _places_given(detail: str) -> dict[int, tuple[str, int | None]]:
    """On which day and where the step of this detail put matches, by their ids, that moved any."""
    cells = cells_of(detail, "after")
    return {match: (cells[match, "on"], place) for (match, column), place in cells.items() if column == "place"}


def left_behind(transaction: Transaction, names: Collection[str]) -> set[str]:
    """Which of these players only undone steps left behind: no table, record or entry that stands names them."""
    ids = rows.player_ids(transaction)
    persons = Counter(rows.player_names(transaction).values())  # who was merged into somebody has their name here
    asked = {ids[name]: name for name in names if persons[name] == 1}
    seated = transaction.rows(_SITTING_THERE, players=list(asked)) if asked else []
    there = {player for row in seated for player in row}
    return {name for player, name in asked.items() if player not in there and _only_undone(transaction, player)}


def _only_undone(transaction: Transaction, player: int) -> bool:
    """Whether every table, record and step that names a player was undone; the player sits nowhere now."""
    made = transaction.rows(_MADE_WITH, player=player)
    there = transaction.values(_THAT_EXIST, matches=[row.match_id for row in made])
    steps = transaction.rows(_STEPS_ANYWHERE, matches=there) if there else []
    first: dict[int, int] = {}  # the ordinary step that a chain begins with, by each of its steps
    for step in steps:
        first[step.id] = first[step.undoes] if step.undoes else step.id
    standing = {chain.step.id for chain in linked(steps) if not chain.undone}
    if any(first[row.made_by] in standing for row in made if row.match_id in there):
        return False
    # Who entered, a substitute, or who was renamed may have sat nowhere.
    named = [chain for chain in linked(transaction.rows(_NAMING_PLAYERS)) if player in _people_in(chain.step)]
    return all(chain.undone for chain in named) and bool(made or named)


def _people_in(step: Row) -> Collection[int]:
    """The players that a step names; of a kind that nobody knows here, every number in it."""
    detail = detail_of(step)
    if not step.tournament_id:
        return [detail["id"]] if "id" in detail else []
    if missing("people_in_step"):
        return set(numbers_in(detail))
    return list(needed("people_in_step")(step.action, detail))


def history(transaction: Transaction, match_id: int | None) -> list[Step]:
    """Every step of the match and of the whole scorebook, oldest first, with the records that it made and voided.

    An import is left out that brought other matches.
    """
    check_records(transaction)
    check_steps(transaction)
    records = rows.all_records(transaction, match_id) if match_id else ()
    steps = transaction.rows(_STEPS, matches=[match_id] if match_id else [])
    if match_id:
        of_others = set(transaction.values(_OTHER_IMPORTS, match=match_id))
        for row in steps:
            if row.undoes in of_others:
                of_others.add(row.id)
        steps = [row for row in steps if row.id not in of_others]
    named = {step for record in records for step in (record.made_by, record.voided_by)}
    if missing := named - {row.id for row in steps}:
        at_tables = transaction.rows(_THESE_STEPS, steps=list(missing - {None}))
        steps = sorted([*steps, *at_tables], key=lambda row: row.id)  # of a tournament, at several tables
    return to_steps(steps, records)


def to_steps(steps: Sequence[Row], records: Iterable[Record]) -> list[Step]:
    """Steps as values, oldest first, each with those of the records that it made and voided."""
    of_step = defaultdict[int | None, list[Record]](list)  # of hundreds, nobody looks through all for every step
    for record in records:
        for step in {record.made_by, record.voided_by}:
            of_step[step].append(record)
    undone = {chain.step.id for chain in linked(steps) if chain.undone}
    return [to_step(row, of_step[row.id], undone=row.id in undone) for row in steps]


def to_step(row: Row, records: Sequence[Record] = (), *, undone: bool) -> Step:
    """A step as a value, with those of the records that it made and voided; raises DamagedError."""
    detail = detail_of(row)
    return Step(
        id=row.id,
        at=row.at,
        action=row.action,
        reason=row.reason,
        undoes=row.undoes,
        match_id=row.match_id,
        undone=undone,
        made=tuple(record for record in records if record.made_by == row.id),
        voided=tuple(record for record in records if record.voided_by == row.id),
        detail=detail,
        by=row.recorded_by or "",
        waited=detail.get(rows.WAITED, 0),
        tournament_id=row.tournament_id,
    )
