"""Taking steps back and doing them again, and the history that keeps it all.

Nothing is erased. A step voids rows and makes others; taking a step back voids what it made and writes again what it
voided, in a step of its own. So undo and redo are the same movement, applied to the newest step of a chain.

An import or a draw is one step that made the tables of all its matches, and a match exists while it has a live table:
taking it back strikes out those tables, and their records stay.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from json import dumps, loads
from typing import Any

from db.connection import Row
from db.tables import TABLES
from scorer.errors import NotFoundError, RefusedError
from scorer.language import N_, _, ngettext
from scorer.match.facts import Match, Record, Step
from scorer.match.names import fold
from scorer.rules.errors import Advice, advice
from scorer.scorebook import rows
from scorer.scorebook.match_lookup import matches
from scorer.scorebook.missing_rows import check_records, check_steps
from scorer.scorebook.transaction import Transaction
from scorer.text.sentences import step_sentence

KEPT = ("record", "sitting")  # the tables of rows that steps make and strike out
IMPORT, DRAW = SEATING_MANY = ("import", "draw")
REASSIGN = "reassign"
_CHANGED_SINCE = {
    IMPORT: N_("{match} (match {number}) came in with the import and was changed since"),
    DRAW: N_("{match} (match {number}) came in with the draw and was changed since"),
}
_NAME_TAKEN = {
    IMPORT: N_("there is a match '{match}' on {day} by now: the import cannot come back"),
    DRAW: N_("there is a match '{match}' on {day} by now: the draw cannot come back"),
}
_NAMES = (
    'SELECT league.key, "match"."on", "match".name FROM "match" JOIN league ON league.id = "match".league_id'
    ' JOIN sitting ON sitting.match_id = "match".id'
)
EXISTING = f"{_NAMES} AND sitting.voided_by IS NULL"
_FIRST_SEEN = "SELECT min(made_by) FROM sitting WHERE match_id = :match"
_NEWEST_STEP = "SELECT * FROM step ORDER BY id DESC LIMIT 1"
_NEWEST_FIRST = "SELECT * FROM step ORDER BY id DESC"
STEPS_OF_MATCHES = f"{rows.STEPS_AT} ORDER BY id"
# Of a match, and of the whole scorebook.
_STEPS = (
    f"{rows.STEPS_AT} UNION ALL"
    " SELECT * FROM step WHERE match_id IS NULL AND tournament_id IS NULL AND action <> 'deal' ORDER BY id"
)
# Which steps made or struck out rows of a match. Live and voided rows have an index each, and both together have none.
_WROTE = " UNION ".join(
    f"SELECT {column} AS id FROM {table} WHERE match_id = :match AND voided_by IS {voided}"
    for table in KEPT
    for column, voided in (("made_by", "NULL"), ("made_by", "NOT NULL"), ("voided_by", "NOT NULL"))
)
# Of a match, with those of several matches that wrote in it: an import, a draw, a reassignment of players.
_OWN_STEPS = f"{rows.STEPS_AT} UNION ALL SELECT * FROM step WHERE match_id IS NULL AND id IN ({_WROTE}) ORDER BY id"
NEWEST_STEP_AT = (
    f"SELECT max(id) FROM (SELECT id FROM step WHERE match_id = :match AND action <> 'deal' UNION {_WROTE}) AS at_match"
)
_THESE_STEPS = "SELECT * FROM step WHERE id IN :steps"
_NAMING_PLAYERS = "SELECT * FROM step WHERE tournament_id IS NOT NULL OR action = 'player' ORDER BY id"
_PLACE = "SELECT count(*) FROM step WHERE tournament_id = :tournament AND undoes IS NULL AND id <= :step"
_NAME_OF_MATCH = 'SELECT name FROM "match" WHERE id = :match'
_SEATED_BY = "SELECT match_id FROM sitting WHERE made_by = :step"  # the matches whose tables a step made
_FIRST_SITTINGS = "SELECT match_id, min(made_by) AS step FROM sitting WHERE match_id IN :matches GROUP BY match_id"
_SINCE = f"SELECT * FROM ({rows.STEPS_AT}) AS step WHERE id >= :step ORDER BY id"
_COMING_BACK = f"{_NAMES} AND sitting.voided_by = :step"
_STAYING = f'{EXISTING} WHERE "match".id NOT IN ({_SEATED_BY})'
_IS_TAKEN = {
    "player": "SELECT id FROM player WHERE key = :key AND id <> :row",
    "league": "SELECT id FROM league WHERE key = :key AND id <> :row",
}
_SEATS = ", ".join(rows.SEAT_COLUMNS)
_AT_TABLES = [f"SELECT DISTINCT {_SEATS} FROM {table} WHERE voided_by IS NULL" for table in ("sitting", "record")]
_OF_MATCH = [f"{tables} AND match_id = :match" for tables in _AT_TABLES]
_OF_EXISTING = [f"{at} AND match_id IN (SELECT match_id FROM sitting WHERE voided_by IS NULL)" for at in _AT_TABLES]
_SIT = " OR ".join(f"{seat} IN :players" for seat in rows.SEAT_COLUMNS)
_SITTING_THERE = f"SELECT {_SEATS} FROM sitting WHERE voided_by IS NULL AND ({_SIT})"
_ENDINGS = (
    f"SELECT DISTINCT step.action FROM sitting JOIN step ON step.id = sitting.voided_by WHERE :player IN ({_SEATS})"
)
_PLAYED = (
    f"SELECT id FROM record WHERE :player IN ({_SEATS}) AND voided_by IS NULL"
    " AND match_id IN (SELECT match_id FROM sitting WHERE voided_by IS NULL) LIMIT 1"
)
# Of a tip, the rows that it made, or later editions of them; and anew those that it voided.
_VOID = {
    "record": "UPDATE record SET voided_by = :step WHERE voided_by IS NULL"
    " AND (match_id, number) IN (SELECT match_id, number FROM record WHERE made_by = :tip)",
    "sitting": "UPDATE sitting SET voided_by = :step WHERE voided_by IS NULL"
    " AND match_id IN (SELECT match_id FROM sitting WHERE made_by = :tip)",
}
_COPIED = {
    table: ", ".join(column for column in TABLES[table].columns if column not in {"id", "made_by", "voided_by"})
    for table in KEPT
}
_AGAIN = {
    table: f"INSERT INTO {table} (id, {copied}, made_by)"
    f" SELECT (SELECT max(id) FROM {table}) + row_number() OVER (ORDER BY id), {copied}, :step FROM {table}"
    " WHERE voided_by = :tip ORDER BY id"
    for table, copied in _COPIED.items()
}
_SET_DETAIL = "UPDATE step SET detail = :detail WHERE id = :step"


@dataclass(frozen=True, slots=True)
class Chain:
    """An ordinary step and the newest step that took it back or did it again; `undone` after an odd number of those."""

    step: Row
    tip: Row
    undone: bool


def undo(transaction: Transaction, match: Match | None, steps: int = 1, *, alone: bool = False) -> list[Step]:
    """Take back the last steps, newest first; returns them. Raises NotFoundError where there are fewer.

    They are those of the match and of the whole scorebook; with `alone`, of the match only: RefusedError is raised
    where the next was done in several matches.
    """
    return _carry_out(transaction, match, "undo", steps, alone=alone)


def redo(transaction: Transaction, match: Match | None, steps: int = 1) -> list[Step]:
    """Do again what was undone last, unless something was recorded since; returns the steps."""
    return _carry_out(transaction, match, "redo", steps)


def concerns_all(transaction: Transaction, action: str) -> bool:
    """Whether what this `action` would reverse first, of all that was done, is a step of the whole scorebook.

    Such are an import and a merge. To redo there is only what the very last step undid.
    """
    if action == "undo":
        newest = _standing_last(transaction)
    else:
        newest = next((row for row in transaction.rows(_NEWEST_STEP) if row.action == "undo"), None)
    return newest is not None and newest.match_id is newest.tournament_id is None


def _standing_last(transaction: Transaction) -> Row | None:
    """The newest ordinary step of all that is not undone."""
    is_reversed: dict[int, bool] = {}
    for row in transaction.stream(_NEWEST_FIRST):
        if row.undoes:
            is_reversed[row.undoes] = not is_reversed.get(row.id, False)
        elif not is_reversed.get(row.id, False):
            return row
    return None


def _carry_out(
    transaction: Transaction, match: Match | None, action: str, steps: int, *, alone: bool = False
) -> list[Step]:
    chains = _next_chains(transaction, match, action, steps, alone=alone)
    for chain in chains:
        reverse(transaction, chain)
    match_id = next((chain.step.match_id for chain in chains if chain.step.match_id), match.id if match else None)
    by_id = {step.id: step for step in history(transaction, match_id)}
    return [by_id[chain.step.id] for chain in chains]


def would_reverse(
    transaction: Transaction, match: Match | None, action: str, steps: int, *, alone: bool = False
) -> tuple[list[Step], set[int]]:
    """The steps that `undo` or `redo` would reverse, in that order, and the matches that would not exist after it.

    `alone` as for `undo`.

    Raises NotFoundError where there are fewer, RefusedError where the first of them cannot be reversed any more.
    """
    chains = _next_chains(transaction, match, action, steps, alone=alone)
    _check_reversible(transaction, chains[0])
    records = rows.all_records(transaction, match.id) if match else ()
    gone: set[int] = set()
    for chain in chains if action == "undo" else ():
        if chain.step.action == "start":
            gone.add(chain.step.match_id)
        elif chain.step.action in SEATING_MANY:
            gone |= set(transaction.values(_SEATED_BY, step=chain.tip.id))
    return [to_step(chain.step, records, undone=chain.undone) for chain in chains], gone


def _next_chains(
    transaction: Transaction, match: Match | None, action: str, steps: int, *, alone: bool = False
) -> list[Chain]:
    """The chains that come next, each as it is when those before it are reversed; NotFoundError for fewer."""
    match_id = match.id if match else None
    chosen: dict[int, Chain] = {}
    chains = own_chains(transaction, match) if alone and match else _chains(transaction, match_id)
    while len(chosen) < steps:
        now = [replace(link, undone=not link.undone) if link.step.id in chosen else link for link in chains]
        chain = to_undo(now) if action == "undo" else to_redo(now)
        if chain is None and action == "redo" and not chosen:
            chain = _vanished(transaction)
        if chain is None:
            raise NotFoundError(_too_few_words(action, len(chosen), match))
        if alone and not chain.step.match_id:
            sentence = step_sentence(to_step(chain.step, undone=False), match)
            instead = _undo_first(transaction, chain) if chain.step.tournament_id else advice("undo_unnamed")
            raise RefusedError(_("this was done in several matches: {step}", step=sentence), instead)
        chosen[chain.step.id] = chain
        if chain.step.match_id and chain.step.match_id != match_id:
            match_id = chain.step.match_id
            chains = _chains(transaction, match_id)
    return list(chosen.values())


def _too_few_words(action: str, steps: int, match: Match | None) -> str:
    """That there are only so many steps to undo or to redo, in a match or in the whole scorebook."""
    name = match.name if match else ""
    if not steps and action == "undo":
        return _("nothing to undo in {match}", match=name) if match else _("nothing to undo")
    if not steps:
        return _("nothing to redo in {match}", match=name) if match else _("nothing to redo")
    if action == "undo" and match:
        return ngettext(
            "only {count} step to undo in {match}", "only {count} steps to undo in {match}", steps, match=name
        )
    if action == "undo":
        return ngettext("only {count} step to undo", "only {count} steps to undo", steps)
    if match:
        return ngettext(
            "only {count} step to redo in {match}", "only {count} steps to redo in {match}", steps, match=name
        )
    return ngettext("only {count} step to redo", "only {count} steps to redo", steps)


def _chains(transaction: Transaction, match_id: int | None) -> list[Chain]:
    """The chains of a match and of the whole scorebook that can be reversed."""
    return _seen_here(transaction, linked(_steps(transaction, match_id)), match_id)


def _seen_here(transaction: Transaction, chains: Sequence[Chain], match_id: int | None) -> list[Chain]:
    """The chains without what a match did before it was seen here: that came in with it, and is not undone."""
    first = transaction.value(_FIRST_SEEN, match=match_id) or 0 if match_id else 0
    return [chain for chain in chains if chain.step.id >= first or not chain.step.match_id]


def own_steps(transaction: Transaction, match: Match) -> Sequence[Row]:
    """The steps of a match, oldest first, with those of several matches that wrote in it."""
    return transaction.rows(_OWN_STEPS, matches=[match.id], match=match.id)


def own_chains(transaction: Transaction, match: Match) -> list[Chain]:
    """The chains of `own_steps`, without what came in with the match."""
    return _seen_here(transaction, linked(own_steps(transaction, match)), match.id)


def reverse(transaction: Transaction, chain: Chain) -> None:
    """Take a chain back, or do it again, in a new step; raises RefusedError where that cannot be any more."""
    _check_reversible(transaction, chain)
    columns = {"undoes": chain.tip.id, "tournament_id": chain.step.tournament_id, "detail": _set_back(chain.tip)}
    step = rows.add_step(transaction, "redo" if chain.undone else "undo", chain.step.match_id, **columns)
    _reverse(transaction, chain, step)
    _refuse_doubled(transaction, chain.step.match_id)


def _check_reversible(transaction: Transaction, chain: Chain) -> None:
    """Raise RefusedError where something was done since that stands in the way."""
    if chain.step.action in SEATING_MANY or "instead_of" in (chain.step.detail or ""):  # other matches come and go
        check_untouched(transaction, transaction.values(_SEATED_BY, step=chain.tip.id), chain.step.action)
    if chain.step.action in SEATING_MANY:
        _check_free(transaction, chain.step.action, chain.tip.id)
    elif chain.tip.detail and "before" in (detail := loads(chain.tip.detail)):
        _check_restorable(transaction, detail)


def check_untouched(transaction: Transaction, matches: Sequence[int], action: str) -> None:
    """Raise RefusedError where something was done at one of these matches since they came in, and stands."""
    ids = list(matches)
    first = {row.match_id: row.step for row in transaction.rows(_FIRST_SITTINGS, matches=ids)}
    for later in linked(transaction.rows(_SINCE, matches=ids, step=min(first.values(), default=0))):
        match_id = later.step.match_id
        if later.undone or later.step.id <= first[match_id]:
            continue
        name = transaction.value(_NAME_OF_MATCH, match=match_id)
        template = _CHANGED_SINCE.get(action, N_("{match} (match {number}) was changed since"))
        raise RefusedError(_(template, match=name, number=match_id), _undo_first(transaction, later))


def _undo_first(transaction: Transaction, chain: Chain) -> Advice:
    """Which command takes a step at a match back, with those that came after it."""
    if chain.step.tournament_id:
        return advice("tournament_undo_step_first", place=place_of(transaction, chain.step))
    match_id = chain.step.match_id
    chains = linked(transaction.rows(STEPS_OF_MATCHES, matches=[match_id]))
    steps = sum(later.step.id >= chain.step.id and not later.undone for later in chains)
    return advice("undo_first" if steps == 1 else "undo_first_steps", steps=steps, number=match_id)


def place_of(transaction: Transaction, step: Row) -> int:
    """The number of an ordinary step among those of its tournament, counted from 1."""
    return int(transaction.value(_PLACE, tournament=step.tournament_id, step=step.id))


def to_undo(chains: Sequence[Chain]) -> Chain | None:
    """The chain done last; None where nothing is done."""
    done = [chain for chain in chains if not chain.undone]
    return max(done, key=lambda chain: chain.step.id, default=None)


def to_redo(chains: Sequence[Chain]) -> Chain | None:
    """The chain undone last, if no ordinary step came after."""
    newest = max((chain.step.id for chain in chains), default=0)
    undone = [chain for chain in chains if chain.undone and chain.tip.id > newest]
    return max(undone, key=lambda chain: chain.tip.id, default=None)


def _vanished(transaction: Transaction) -> Chain | None:
    """The start that the very last step undid: its match does not exist now, and nothing else can name it."""
    for last in transaction.rows(_NEWEST_STEP):
        for chain in linked(_steps(transaction, last.match_id)) if last.match_id else []:
            if chain.undone and chain.tip.id == last.id and chain.step.action == "start":
                return chain
    return None


def linked(steps: Sequence[Row]) -> list[Chain]:
    """The chains of these steps, in the order of the ordinary step that each begins with."""
    chains: dict[int, Chain] = {}
    for row in steps:
        before = chains.pop(row.undoes) if row.undoes else None
        chains[row.id] = Chain(before.step, row, not before.undone) if before else Chain(row, row, undone=False)
    return sorted(chains.values(), key=lambda chain: chain.step.id)


def _steps(transaction: Transaction, match_id: int | None) -> Sequence[Row]:
    """The steps of a match, and those of the whole scorebook, oldest first."""
    return transaction.rows(_STEPS, matches=[match_id] if match_id else [])


def _reverse(transaction: Transaction, chain: Chain, step: int) -> None:
    """Void what the tip of `chain` made and bring back what it voided, in the name of `step`."""
    tip = chain.tip
    # Of many matches that came in or were drawn, records stay, and go with their tables.
    for table in ("sitting",) if chain.step.action in SEATING_MANY else KEPT:
        transaction.run(_VOID[table], step=step, tip=tip.id)
        transaction.run(_AGAIN[table], step=step, tip=tip.id)
    if detail := _set_back(tip):
        rows.set_columns(transaction, detail["table"], detail["id"], detail["after"])
    rows.forget_players(transaction)


def _set_back(tip: Row) -> dict[str, Any] | None:
    """The detail of the step that takes a change of a player or a league back; None where the tip is none."""
    if not tip.detail or "before" not in (detail := loads(tip.detail)):
        return None
    detail.pop(rows.BODY, None)  # that was of the entry which the tip bears
    return {**detail, "before": detail["after"], "after": detail["before"]}


def set_detail(transaction: Transaction, step: int, detail: Mapping[str, Any]) -> None:
    """Keep another detail of a step that this transaction writes; not of one that bears an entry."""
    transaction.run(_SET_DETAIL, step=step, detail=dumps(detail, ensure_ascii=False))


def _check_free(transaction: Transaction, action: str, tip: int) -> None:
    """Raise RefusedError where another match, which stays, has taken the name of one that would come back."""
    coming = transaction.rows(_COMING_BACK, step=tip)
    staying = transaction.rows(_STAYING, step=tip) if coming else []
    there = {(row.key, row.on, fold(row.name)) for row in staying}
    for row in coming:
        if (row.key, row.on, fold(row.name)) in there:
            raise RefusedError(_(_NAME_TAKEN[action], match=row.name, day=row.on))


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
    """Raise RefusedError where a player or a league cannot be what it was any more."""
    table, before = detail["table"], detail["before"]
    if transaction.value(_IS_TAKEN[table], key=before.get("key"), row=detail["id"]):
        of_player, of_league = (
            N_("the name '{name}' is taken by now; rename that player first"),
            N_("the name '{name}' is taken by now; rename that league first"),
        )
        raise RefusedError(_(of_player if table == "player" else of_league, name=before["name"]))
    if before.get("removed") and matches(transaction, rows.OF_A_LEAGUE, league=detail["id"]):
        raise RefusedError(_("the league '{league}' has matches by now: it stays", league=detail["after"]["name"]))


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
    endings = set(transaction.values(_ENDINGS, player=player))
    if endings - {"undo"}:
        return False
    if transaction.value(_PLAYED, player=player):
        return False
    chains = linked(transaction.rows(_NAMING_PLAYERS))
    named = [chain for chain in chains if chain.step.detail and player in _people(loads(chain.step.detail))]
    return all(chain.undone for chain in named) and bool(endings or named)


def _people(detail: Mapping[str, Any]) -> list[int]:
    """The ids of the players whom a step names that seated nobody yet: who entered, a substitute, who was renamed."""
    entered = [player for entrant in detail.get("entrants", ()) for player in entrant["players"]]
    return [*entered, *(detail[key] for key in ("player", "id") if key in detail)]


def history(transaction: Transaction, match_id: int | None) -> list[Step]:
    """Every step of the match and of the whole scorebook, oldest first, with the records that it made and voided."""
    check_records(transaction)
    check_steps(transaction)
    records = rows.all_records(transaction, match_id) if match_id else ()
    steps = _steps(transaction, match_id)
    named = {step for record in records for step in (record.made_by, record.voided_by)}
    if missing := named - {row.id for row in steps}:
        at_tables = transaction.rows(_THESE_STEPS, steps=list(missing - {None}))
        steps = sorted([*steps, *at_tables], key=lambda row: row.id)  # of a tournament, at several tables
    undone = {chain.step.id for chain in linked(steps) if chain.undone}
    return [to_step(row, records, undone=row.id in undone) for row in steps]


def to_step(row: Row, records: Sequence[Record] = (), *, undone: bool) -> Step:
    """A step as a value, with those of the records that it made and voided."""
    detail = loads(row.detail) if row.detail else {}
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
