"""Paper sheets that were taken though they do not sum to zero: no fault, for each has its reason, but to be seen."""

from sqlmodel import Session

from scorer.rules.kinds import SHEET
from scorer.scorebook import rows
from scorer.scorebook.check.references import raw, read_references
from scorer.text.sentences import signed


def residuals(session: Session) -> list[str]:
    """The paper sheets that leave a residual, a line each with what is left and why."""
    connection = session.connection()
    known = read_references(connection)
    record = rows.RECORD.c
    sheets = raw(rows.RECORD).where(record.kind == SHEET, record.voided_by.is_(None))
    return [
        f"{known.record(row)}: a residual of {signed(left)}: {row.note}"
        for row in connection.execute(sheets.order_by(record.match_id, record.number))
        if row.match_id in known.existing and (left := sum(filter(None, row[rows.UNITS])))
    ]
