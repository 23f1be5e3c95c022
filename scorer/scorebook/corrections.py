"""Putting things right: undo and redo, void, edit, and the history that keeps it all.

Nothing is erased. A step voids rows and makes others; taking a step back voids what it made and writes again what it
voided, in a step of its own. So undo and redo are the same movement, applied to the newest step of a chain.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from json import dumps, loads
from typing import Any

from sqlalchemy import ColumnElement, Row, Table, and_, insert, or_, select, update
from sqlmodel import Session

from db.models import LeagueRow, PlayerRow, StepRow
from scorer.errors import NotFoundError, RefusedError
from scorer.names import find
from scorer.rules.errors import UnreadableError
from scorer.rules.rotation import resting
from scorer.scorebook import rows
from scorer.scorebook.deals import Recorded, deal_record
from scorer.scorebook.finding import lock, match_by_id, sheet_of
from scorer.sheet import Sheet
from scorer.values import Match, Record, Step
from scorer.words import DealWords, clean_note, deal_at, read_times, require

KEPT = (rows.RECORD, rows.SITTING)
FIXED = "league add"


@dataclass(frozen=True, slots=True)
class Chain:
    """An ordinary step and the newest step that took it back or did it again; `undone` after an odd number of those."""

    step: Row[Any]
    tip: Row[Any]
    undone: bool


def undo(session: Session, match: Match | None, steps: int = 1) -> list[Step]:
    """Take back the last steps, newest first; returns them. Raises NotFoundError when there are not so many."""
    return [_reverse_next(session, match, "undo", done) for done in range(steps)]


def redo(session: Session, match: Match | None, steps: int = 1) -> list[Step]:
    """Do again what was undone last, unless something was recorded since; returns the steps."""
    return [_reverse_next(session, match, "redo", done) for done in range(steps)]


def _reverse_next(session: Session, match: Match | None, action: str, done: int) -> Step:
    if match and not done:
        lock(session, match, even_finished=True)
    chains = _chains(session, match)
    chain = _to_undo(chains) if action == "undo" else _to_redo(chains) or _vanished(session)
    if chain is None:
        where = f" in {match.name}" if match else ""
        raise NotFoundError(f"only {done} steps to {action}{where}" if done else f"nothing to {action}{where}")
    step = rows.add_step(session, action, chain.step.match_id, undoes=chain.tip.id)
    _reverse(session, chain.tip, step)
    return next(known for known in history(session, match, chain.step.match_id) if known.id == chain.step.id)


def _to_undo(chains: Sequence[Chain]) -> Chain | None:
    done = [chain for chain in chains if not chain.undone]
    return max(done, key=lambda chain: chain.step.id, default=None)


def _to_redo(chains: Sequence[Chain]) -> Chain | None:
    """The chain undone last, if no ordinary step came after."""
    newest = max((chain.step.id for chain in chains), default=0)
    undone = [chain for chain in chains if chain.undone and (chain.tip.id) > newest]
    return max(undone, key=lambda chain: chain.tip.id, default=None)


def _vanished(session: Session) -> Chain | None:
    """The start that was undone last: its match does not exist now, and nothing else can name it."""
    undone = select(rows.STEP).where(rows.STEP.c.action == "undo").order_by(rows.STEP.c.id.desc())
    for row in rows.read(session, undone.limit(1)):
        chains = _linked(_steps(session, row.match_id)) if row.match_id else []
        return next((chain for chain in chains if chain.tip.id == row.id and chain.step.action == "start"), None)
    return None


def _chains(session: Session, match: Match | None) -> list[Chain]:
    """The steps of this match and of the whole scorebook, each with what became of it, oldest first."""
    return _linked(_steps(session, match.id if match else None))


def _linked(steps: Sequence[Row[Any]]) -> list[Chain]:
    chains: dict[int, Chain] = {}
    for row in steps:
        before = chains.pop(row.undoes) if row.undoes else None
        chains[row.id] = Chain(before.step, row, not before.undone) if before else Chain(row, row, undone=False)
    return sorted((chain for chain in chains.values() if chain.step.action != FIXED), key=lambda chain: chain.step.id)


def _steps(session: Session, match_id: int | None) -> Sequence[Row[Any]]:
    """The steps of a match, and those that concern no match, oldest first."""
    ours = or_(rows.STEP.c.match_id.is_(None), rows.STEP.c.match_id == match_id)
    return rows.read(session, select(rows.STEP).where(ours).order_by(rows.STEP.c.id))


def _reverse(session: Session, tip: Row[Any], step: int) -> None:
    """Void what `tip` made and bring back what it voided, in the name of `step`."""
    run = session.connection().execute
    for table in KEPT:
        made = run(select(table).where(table.c.made_by == tip.id)).all()
        voided = run(select(table).where(table.c.voided_by == tip.id)).mappings().all()
        for row in made:
            run(update(table).where(_same_live(table, row)).values(voided_by=step))
        for copied in voided:
            columns = {column: value for column, value in copied.items() if column != "id"}
            run(insert(table).values(columns | {"made_by": step, "voided_by": None}))
    if tip.detail and "before" in (detail := loads(tip.detail)):
        _restore(session, detail)
        session.get_one(StepRow, step).detail = _swapped(detail)
    session.flush()


def _same_live(table: Table, row: Row[Any]) -> ColumnElement[bool]:
    """SQL: the live edition of a row. A record is known by its number, a sitting by its match."""
    same = [table.c.match_id == row.match_id, table.c.voided_by.is_(None)]
    return and_(*same, table.c.number == row.number) if table is rows.RECORD else and_(*same)


def _swapped(detail: dict[str, Any]) -> str:
    return dumps({**detail, "before": detail["after"], "after": detail["before"]}, ensure_ascii=False)


def _restore(session: Session, detail: dict[str, Any]) -> None:
    row = session.get_one(PlayerRow if detail["table"] == "player" else LeagueRow, detail["id"])
    for column, value in detail["before"].items():
        setattr(row, column, value)
    session.add(row)


def history(session: Session, match: Match | None, match_id: int | None = None) -> list[Step]:
    """Every step of the match and of the whole scorebook, oldest first, with the records that it made and voided."""
    wanted = match.id if match else match_id
    records = rows.all_records(session, wanted, rows.player_names(session)) if wanted else ()
    undone = {chain.step.id for chain in _chains(session, match) if chain.undone}
    return [
        Step(
            id=row.id,
            at=row.at,
            action=row.action,
            reason=row.reason,
            undoes=row.undoes,
            undone=row.id in undone,
            made=tuple(record for record in records if record.made_by == row.id),
            voided=tuple(record for record in records if record.voided_by == row.id),
            detail=loads(row.detail) if row.detail else {},
        )
        for row in _steps(session, wanted)
    ]


def void(session: Session, match: Match, number: int, reason: str) -> tuple[Recorded, tuple[Record, ...]]:
    """Strike a record out; its number stays free. Also returns the later deals that it had doubled, unchanged."""
    match = lock(session, match, even_finished=True)
    sheet = sheet_of(session, match)
    record = sheet.record(number)
    step = rows.add_step(session, "void", match.id, reason=_reason(reason, "voided"))
    session.connection().execute(update(rows.RECORD).where(rows.RECORD.c.id == record.id).values(voided_by=step))
    after = sheet_of(session, match_by_id(session, match.id))
    return Recorded(record, after), _doubled_by(sheet, record)


def _doubled_by(sheet: Sheet, record: Record) -> tuple[Record, ...]:
    """The later deals that would have counted less without this record."""
    without = tuple(other for other in sheet.dealings if other.id != record.id)
    return tuple(
        deal
        for deal in sheet.deals
        if deal.number > record.number
        and sheet.carry_before([r for r in sheet.dealings if r.number < deal.number])
        > sheet.carry_before([r for r in without if r.number < deal.number])
    )


def _reason(reason: str, what: str) -> str:
    return clean_note(require(reason, f"the reason why it is {what}", "--reason TEXT"))


def edit(session: Session, match: Match, number: int, words: DealWords, reason: str) -> tuple[Recorded, Record]:
    """Put a deal right: words not said keep what was recorded. Returns it as it is now, and as it was.

    Of a redeal, the dealer, who rested and the note can be changed. Raises ScorerError.
    """
    match = lock(session, match, even_finished=True)
    sheet = sheet_of(session, match)
    old = sheet.record(number)
    step = rows.add_step(session, "edit", match.id, reason=_reason(reason, "edited"))
    new = _edited(old, words, match)
    if replace(new, id=old.id, made_by=old.made_by) == old:
        raise RefusedError(f"nothing changes in {number}: say what was different, as in --partner dario")
    session.connection().execute(update(rows.RECORD).where(rows.RECORD.c.id == old.id).values(voided_by=step))
    rows.add_record(session, match.id, step, new)
    after = sheet_of(session, match_by_id(session, match.id))
    return Recorded(after.record(number), after), old


def _edited(old: Record, words: DealWords, match: Match) -> Record:
    if old.kind in {"penalty", "adjustment", "sheet"}:
        raise RefusedError(f"{old.number} is a {old.kind}: void it and record it again")
    dealer = find(words.dealer, old.seats) if words.dealer else str(old.dealer)
    out = _rests(old, words, dealer, match)
    if not old.is_deal:
        facts = (words.caller, words.bid, words.partner, words.result, words.called, words.times)
        if any(facts) or words.slam is not None:
            raise RefusedError(f"{old.number} is a redeal ({old.kind}): void it, and record the deal")
        return replace(old, dealer=dealer, out=out, note=clean_note(words.note) if words.note else old.note)
    merged = DealWords(
        caller=words.caller or str(old.caller),
        bid=words.bid or str(old.bid),
        partner=words.partner or old.partner or "solo",
        result=words.result or old.result,
        called=words.called or (old.called or "" if not words.bid else ""),
        slam=_slam(old, words),
        note=words.note or old.note,
    )
    times = read_times(words.times) if words.times else old.times
    dealing = deal_at(merged, old.seats, match.variant, dealer, out, times, asking=False)
    return deal_record(old.number, old.seats, dealing)


def _slam(old: Record, words: DealWords) -> bool | None:
    """The slam as said, or as recorded while the result stands."""
    return words.slam if words.slam is not None or words.result else old.slam


def _rests(old: Record, words: DealWords, dealer: str, match: Match) -> str | None:
    """Who rested: as said; the new dealer, where the dealer was resting; else as recorded."""
    out = find(words.out, old.seats) if words.out else (old.out if old.out != old.dealer else None)
    return resting(old.seats, match.variant.player_counts, dealer, out)


def read_record_number(text: str) -> int:
    """Read the number of a record; raises UnreadableError."""
    number = text.strip().removeprefix("#")
    if not number.isdecimal() or len(number) > 9:  # noqa: PLR2004 - nine digits
        raise UnreadableError(f"'{text}' is not the number of a record; scorer sheet shows them")
    return int(number)
