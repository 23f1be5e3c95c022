"""What taking an import or a draw back, or bringing it back, does to the tables of its matches; records stay.

Either is one step that made the sittings of all its matches, and a match exists while it has a live sitting.
"""

from typing import Any

from sqlalchemy import Row, Select, bindparam, func, insert, literal, null, select, update
from sqlmodel import Session

from db.columns import SEAT_NUMBERS
from scorer.errors import RefusedError
from scorer.match.names import fold
from scorer.scorebook import rows

IMPORT, DRAW = SEATING_MANY = ("import", "draw")
LIVE = rows.SITTING.c.voided_by.is_(None)
EXISTING = (
    select(rows.LEAGUE.c.key, rows.MATCH.c.on, rows.MATCH.c.name)
    .join(rows.LEAGUE, rows.LEAGUE.c.id == rows.MATCH.c.league_id)
    .join(rows.SITTING, rows.LIVE_SITTING)
)
_FIRST_SEEN = select(func.min(rows.SITTING.c.made_by)).where(rows.SITTING.c.match_id == bindparam("match"))


def first_seen(session: Session, match_id: int | None) -> int:
    """The step by which a match appeared: what it did before came in with it, and is not undone by itself."""
    return rows.read(session, _FIRST_SEEN, match=match_id)[0][0] or 0 if match_id else 0


def steps_after(session: Session, tip: int, step: int) -> list[Row[Any]]:
    """The steps after `step` in the matches whose tables `tip` made."""
    query = select(rows.STEP).where(rows.STEP.c.match_id.in_(_made_by(tip)), rows.STEP.c.id > step)
    return list(rows.read(session, query.order_by(rows.STEP.c.id)))


def _made_by(tip: int) -> Select[Any]:
    """SQL: the matches whose tables this step made."""
    return select(rows.SITTING.c.match_id).where(rows.SITTING.c.made_by == tip)


def refuse_touched(session: Session, match_id: int, action: str, steps: int) -> None:
    """Raise RefusedError: so many steps were done in this match since the import or the draw that made its table."""
    name = rows.read(session, select(rows.MATCH.c.name).where(rows.MATCH.c.id == match_id))[0].name
    how = f"scorer undo {f'{steps} ' if steps > 1 else ''}--match {match_id} takes that back first"
    raise RefusedError(f"{name} (match {match_id}) came in with the {action} and was changed since; {how}")


def reverse_sittings(session: Session, action: str, tip: int, step: int) -> None:
    """Strike out the tables that `tip` made and bring back those that it struck out, in the name of `step`."""
    run = session.connection().execute
    table = rows.SITTING
    _check_free(session, action, tip)
    run(update(table).where(LIVE, table.c.match_id.in_(_made_by(tip))).values(voided_by=step))
    kept = [column for column in table.c if column.name not in {"id", "made_by", "voided_by"}]
    again = select(*kept, literal(step), null()).where(table.c.voided_by == tip).order_by(table.c.id)
    run(insert(table).from_select([*(column.name for column in kept), "made_by", "voided_by"], again))


def _check_free(session: Session, action: str, tip: int) -> None:
    """Raise RefusedError where a match that comes back would find its name taken."""
    back = (
        select(rows.LEAGUE.c.key, rows.MATCH.c.on, rows.MATCH.c.name)
        .join(rows.LEAGUE, rows.LEAGUE.c.id == rows.MATCH.c.league_id)
        .join(rows.SITTING, (rows.SITTING.c.match_id == rows.MATCH.c.id) & (rows.SITTING.c.voided_by == tip))
    )
    coming = rows.read(session, back)
    there = {(row.key, row.on, fold(row.name)) for row in rows.read(session, EXISTING)} if coming else set()
    for row in coming:
        if (row.key, row.on, fold(row.name)) in there:
            raise RefusedError(f"there is a match '{row.name}' on {row.on} by now: the {action} cannot come back")


def refuse_doubled(session: Session, match_id: int | None) -> None:
    """Raise RefusedError where a table seats two who are one person by a merge: in this match, or in any (None)."""
    names = rows.player_names(session)
    existing = select(rows.SITTING.c.match_id).where(LIVE)
    meant = existing if match_id is None else [match_id]
    for table in (rows.SITTING, rows.RECORD):
        seats = select(*(table.c[f"seat{seat}"] for seat in SEAT_NUMBERS)).distinct()
        for row in rows.read(session, seats.where(table.c.voided_by.is_(None), table.c.match_id.in_(meant))):
            seated = [names[player] for player in row if player is not None]
            if doubled := [name for name in seated if seated.count(name) > 1]:
                raise RefusedError(
                    f"two would sit at one table who are both {doubled[0]}, by a merge: they are two people"
                )
