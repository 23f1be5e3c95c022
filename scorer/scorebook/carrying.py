"""What deals count against the carry before them, which a correction further back can make another one.

What a deal counts is a fact of it: a correction changes no later deal, `recount` does, and only when it is asked to.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from sqlalchemy import select, update
from sqlmodel import Session

from scorer.errors import RefusedError
from scorer.match.sheet import Outdated, Sheet
from scorer.match.values import Match, Record, deal_of
from scorer.rules.kinds import PLAYED_OR_REDEALT
from scorer.rules.payout import reckon
from scorer.rules.rotation import carry
from scorer.rules.variant import Variant
from scorer.scorebook import rows
from scorer.scorebook.corrections import clean_reason
from scorer.scorebook.finding import lock, sheet_of


def outdated(session: Session, match: Match) -> tuple[Outdated, ...]:
    """The deals of a match that count another factor than the carry before them makes now."""
    sheet = sheet_of(session, match)
    if not sheet.outdated(lambda _: False):  # or else nothing more is read
        return ()
    everything = rows.all_records(session, match.id, rows.player_names(session))
    steps = select(rows.STEP.c.id, rows.STEP.c.undoes).where(rows.STEP.c.match_id == match.id)
    undoes = {row.id: row.undoes for row in rows.read(session, steps)}
    return sheet.outdated(lambda deal: _took_the_carry(deal, everything, undoes, match.variant))


def _took_the_carry(
    deal: Record, everything: Sequence[Record], undoes: Mapping[int | None, int | None], variant: Variant
) -> bool:
    """Whether a deal got the factor that it has from the carry of that moment; else it was said.

    An edit that left the factor alone, and undo and redo, which write a record again, are not that moment.
    """
    edition, makers = deal, {deal.made_by, undoes.get(deal.made_by)}
    for earlier in reversed([each for each in everything if each.number == deal.number and each.id != deal.id]):
        if earlier.voided_by in makers:  # the step that made a later edition struck this one out, or undid what did
            makers |= {earlier.made_by, undoes.get(earlier.made_by)}
            edition = earlier if earlier.times == deal.times else edition
    before = [each for each in everything if each.number < deal.number and each.kind in PLAYED_OR_REDEALT]
    then = sorted((each for each in before if _lived(each, edition.made_by or 0)), key=lambda each: each.number)
    return deal.times == carry([(each.happened, each.times) for each in then], variant)


def _lived(record: Record, step: int) -> bool:
    """Whether a record was there when this step was done."""
    return (record.made_by or 0) <= step and (record.voided_by is None or record.voided_by > step)


def recounted(session: Session, match: Match) -> list[tuple[Record, Record]]:
    """Each deal whose factor was a carry that is another now: as it is, and as it would be with that of now."""
    sheet = sheet_of(session, match)
    changes = []
    for each in outdated(session, match):
        if each.by_carry:
            old = sheet.record(each.number)
            units = reckon(replace(deal_of(old, match.variant), times=each.due), match.variant).units
            changes.append((old, replace(old, times=each.due, units=tuple(units.get(seat) for seat in old.seats))))
    return changes


def recount(session: Session, match: Match, reason: str) -> tuple[Sheet, list[tuple[Record, Record]]]:
    """Have every deal of `recounted` count the carry of now, in one step. Returns the sheet, and what was changed."""
    match = lock(session, match, even_finished=True)
    changes = recounted(session, match)
    if not changes:
        raise RefusedError("nothing changes: no deal counts a carry that is another now")
    step = rows.add_step(session, "carry", match.id, reason=clean_reason(reason, "the deals are counted again"))
    for old, new in changes:
        session.connection().execute(update(rows.RECORD).where(rows.RECORD.c.id == old.id).values(voided_by=step))
        rows.add_record(session, match.id, step, new)
    return sheet_of(session, match), changes
