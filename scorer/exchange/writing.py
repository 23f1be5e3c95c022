"""The one writer of every CSV, guarded against what a spreadsheet would run; records, payouts, matches as cells."""

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from typing import TextIO

from scorer.errors import RefusedError
from scorer.match.values import Record
from scorer.rules.kinds import CALLER, DEFENDER, PARTNER, SOLO
from scorer.scorebook.exporting import Edition, MatchHead, Standing, started_order
from scorer.text.numbers import Cell

EXCELS = ("it", "en")
_BLANKS = " \u00a0\u3000"
_RUN = frozenset("=+-@'\t\r\n\0\uff1d\uff0b\uff0d\uff20")  # also full-width, which some spreadsheets read alike
SEATS = range(1, 8)
SEAT_COLUMNS = tuple(f"seat{seat}" for seat in SEATS)
UNITS_COLUMNS = tuple(f"units{seat}" for seat in SEATS)
FACTS = (
    *("league", "match", "on", "variant", "number", "kind", "dealer", "out", "caller", "bid", "called", "partner"),
    *("card_points", "outcome", "slam", "times", "note"),
)
DEALS = (*FACTS, *SEAT_COLUMNS, *UNITS_COLUMNS)
EDITIONS = (*DEALS, "status", "replaces", "reason", "recorded_at")
ORDER = "match_order"  # a last column, written where the matches of a day do not come in the order of their start
PAYOUTS = ("league", "match", "on", "number", "kind", "player", "role", "units")
MATCHES = (
    *("league", "match", "on", "variant", "deals", "state", "until", "unit_value_cents", "currency", "started_at"),
    *("dealer", "out", "call_caller", "call_bid", "call_called", *SEAT_COLUMNS),
)
BIDS = ("bid", "call_bid")
_RAISED = re.compile(r"\w+/(\d+)")
_EMPTY: tuple[Cell, ...] = (None,) * 8  # as many as a deal has facts, and enough for the seats of a table
Rows = Iterable[Sequence[Cell]]
Table = tuple[Sequence[str], Rows]


def guarded(text: str) -> str:
    """`text` with an apostrophe before it where a spreadsheet would run it, or where it looks guarded already."""
    return f"'{text}" if _would_run(text) else text


def unguarded(cell: str) -> str:
    """The text that was guarded; any other cell as it is, `'O Professore` included."""
    return cell[1:] if cell[:1] == "'" and _would_run(cell[1:]) else cell


def _would_run(text: str) -> bool:
    """Whether a spreadsheet may take this for a formula, or an import for something guarded."""
    first = text.lstrip(_BLANKS)[:1]
    return bool(first) and first in _RUN


def write_csv(file: TextIO, header: Sequence[str], rows: Iterable[Sequence[Cell]], *, excel: str | None = None) -> None:
    """Write a header and rows: numbers plain, dates ISO, `yes` and `no`, empty for None, text guarded.

    `excel` "it" or "en" writes what Excel opens by itself there: a byte order mark, CRLF, and in Italy semicolons
    and decimal commas.
    """
    italian = excel == "it"
    if excel:
        file.write("\ufeff")
    writer = csv.writer(file, delimiter=";" if italian else ",", lineterminator="\r\n" if excel else "\n")
    writer.writerow(header)
    for row in rows:
        writer.writerow([_written(cell, italian=italian) for cell in row])


def csv_text(header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """A CSV as text."""
    file = StringIO()
    write_csv(file, header, rows)
    return file.getvalue()


def _written(cell: Cell, *, italian: bool) -> str | int:
    """A cell as it stands in the file."""
    if cell is None:
        return ""
    if isinstance(cell, str):
        return guarded(cell)
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, float):
        return _decimal(cell).replace(".", ",") if italian else _decimal(cell)
    return cell if isinstance(cell, int) else cell.isoformat()


def _decimal(number: float) -> str:
    """At most six decimals, none for a whole number; empty for what is no number."""
    if number != number:  # noqa: PLR0124 - NaN is not itself
        return ""
    return f"{round(number, 6) + 0.0:.6f}".rstrip("0").rstrip(".")


def check_excel(word: str) -> str | None:
    """Read `it` or `en`; None for nothing said. Raises RefusedError."""
    if word and word.casefold() not in EXCELS:
        raise RefusedError(f"--excel {word}: say it (semicolons, decimal commas) or en")
    return word.casefold() or None


def deals_table(chosen: Sequence[MatchHead], found: Iterable[tuple[MatchHead, Record]]) -> Table:
    """The records of these matches, each of which has one; who reads it starts the matches of a day as they come."""
    orders = started_order(chosen)
    if not orders:
        return DEALS, deal_rows(found)
    return (*DEALS, ORDER), ((*_record(head, record), orders.get(head.id)) for head, record in found)


def deal_rows(found: Iterable[tuple[MatchHead, Record]]) -> Iterator[Sequence[Cell]]:
    """Each record under the columns DEALS."""
    return (_record(head, record) for head, record in found)


def edition_rows(found: Iterable[tuple[MatchHead, Edition]]) -> Iterator[Sequence[Cell]]:
    """Each edition of a record under the columns EDITIONS."""
    for head, told in found:
        yield *_record(head, told.record), told.status, told.replaces, told.reason, told.recorded_at


def _record(head: MatchHead, record: Record) -> tuple[Cell, ...]:
    begin = (head.league, head.match, head.on, head.variant, record.number, record.kind, record.dealer, record.out)
    facts = _EMPTY
    if record.is_deal:  # what a deal has and nothing else: from `caller` to `times`
        won = (record.caller, record.bid, record.called, record.partner or SOLO, record.card_points)
        facts = (*won, record.outcome, record.slam, record.times)
    return (*begin, *facts, record.note, *_seven(record.seats), *_seven(record.units))


def _seven(cells: Sequence[Cell]) -> tuple[Cell, ...]:
    return (*cells, *_EMPTY[: 7 - len(cells)])


def payout_rows(found: Iterable[tuple[MatchHead, Record]]) -> Iterator[Sequence[Cell]]:
    """Under the columns PAYOUTS, each player who got units in a record; `role` is the kind where it is no deal."""
    for head, record in found:
        begin = (head.league, head.match, head.on, record.number, record.kind)
        for player, units in record.payouts.items():
            yield *begin, player, _role(record, player), units


def _role(record: Record, player: str) -> str:
    if not record.is_deal:
        return record.kind
    if player == record.caller:
        return CALLER if record.partner else SOLO
    return PARTNER if player == record.partner else DEFENDER


def matches_table(found: Iterable[Standing]) -> Table:
    """The matches; who reads it starts those of a day by `started_at`, and those of one moment as they come."""
    told = list(found)
    orders = started_order(each.head for each in sorted(told, key=lambda each: each.match.started_at))
    if not orders:
        return MATCHES, match_rows(told)
    rows = zip(told, match_rows(told), strict=True)
    return (*MATCHES, ORDER), ((*row, orders.get(each.head.id)) for each, row in rows)


def match_rows(found: Iterable[Standing]) -> Iterator[Sequence[Cell]]:
    """Each match under the columns MATCHES: its settings, its state, who deals next, the pending call, the seats."""
    for told in found:
        head, match, sitting = told.head, told.match, told.match.sitting
        call = (sitting.call.caller, sitting.call.bid, sitting.call.called) if sitting.call else (None, None, None)
        yield (
            *(head.league, head.match, head.on, head.variant, told.deals, told.state, str(match.ending)),
            *(match.unit_value_cents, match.currency, f"{match.started_at:%Y-%m-%dT%H:%M:%S.%fZ}"),
            *(told.dealer, sitting.out, *call, *_seven(sitting.seats)),
        )


def without_ranks(header: Sequence[str], cells: Rows) -> Iterator[Sequence[Cell]]:
    """The rows with bids raised in card points written without the rank, `71` for `2/71`.

    Excel would make a date of `2/71`; `71` is read back as the same bid, since a rank auction has no other.
    """
    bids = [at for at, column in enumerate(header) if column in BIDS]
    for row in cells:
        bare = list(row)
        for at in bids:
            if isinstance(bid := row[at], str) and (raised := _RAISED.fullmatch(bid)):
                bare[at] = raised[1]
        yield bare
