"""`deals.csv`: a line a record, or a line for each edition of a record."""

from collections.abc import Iterable, Sequence

from scorer.exchange.csv_writer import FlatTable
from scorer.match.facts import Record
from scorer.rules.cards import numbers_text
from scorer.rules.kinds import SOLO
from scorer.scorebook import record_law
from scorer.scorebook.many_matches import ExportedRecord, MatchHead, played_order
from scorer.text.numbers import Cell

SEAT_COLUMNS, UNITS_COLUMNS = record_law.SEAT_COLUMNS, record_law.UNIT_COLUMNS

FACTS = (
    *("league", "match", "on", "variant", "number", "kind", "dealer", "out", "caller", "bid", "called", "partner"),
    *("card_points", "outcome", "slam", "times", "note"),
)

DEALS = (*FACTS, *SEAT_COLUMNS, *UNITS_COLUMNS)

EDITIONS = (*DEALS, "status", "replaces", "reason", "recorded_at")

SIDES = ("sides", "counts", "bonuses", "winners", "decided")  # after the others, where a deal of them has sides

ORDER = "match_order"  # after these, where the matches of a day do not come as they were played

OF_SHEET = "deals"  # a last column, where a paper sheet says how many deals it holds

COLUMNS = (*DEALS, *SIDES, ORDER, OF_SHEET)  # all that a file of deals can have

_EMPTY: tuple[Cell, ...] = (None,) * 8  # as many as a deal has facts, and enough for the seats of a table


def deals_table(
    chosen: Sequence[MatchHead], records: Iterable[tuple[MatchHead, Record]], *, sides: bool, sheets: bool
) -> FlatTable:
    """The records of these matches.

    `sides` says whether a deal among them has sides, `sheets` whether a paper sheet says how many deals it holds.

    Every match has a record: a reader of the file starts the matches of a day in the order of their first lines.
    """
    orders = played_order(chosen)
    columns = (*DEALS, *(SIDES if sides else ()), *((ORDER,) if orders else ()), *((OF_SHEET,) if sheets else ()))
    return columns, (
        _record(head, record)
        + (_sides(record) if sides else ())
        + ((orders.get(head.id),) if orders else ())
        + ((record.deals,) if sheets else ())
        for head, record in records
    )


def match_table(head: MatchHead, records: Sequence[Record]) -> FlatTable:
    """The records of one match."""
    sides, sheets = any(record.sides for record in records), any(record.deals for record in records)
    return deals_table([head], ((head, record) for record in records), sides=sides, sheets=sheets)


def editions_table(editions: Iterable[tuple[MatchHead, ExportedRecord]], *, sides: bool, sheets: bool) -> FlatTable:
    """Each edition of a record; `sides` and `sheets` as in deals_table."""
    return (*EDITIONS, *(SIDES if sides else ()), *((OF_SHEET,) if sheets else ())), (
        (*_record(head, edition.record), edition.status, edition.replaces, edition.reason, edition.recorded_at)
        + (_sides(edition.record) if sides else ())
        + ((edition.record.deals,) if sheets else ())
        for head, edition in editions
    )


def _record(head: MatchHead, record: Record) -> tuple[Cell, ...]:
    begin = (head.league, head.match, head.on, head.variant, record.number, record.kind, record.dealer, record.out)
    facts = _EMPTY
    if record.is_deal:  # what a deal has and nothing else: from `caller` to `times`
        partner = record.partner or (SOLO if record.has_caller else None)
        won = (record.caller, record.bid, record.called, partner, record.card_points)
        facts = (*won, record.outcome, record.slam, record.times)
    return (*begin, *facts, record.note, *_seven(record.seats), *_seven(record.units))


def _sides(record: Record) -> tuple[Cell, ...]:
    counts, bonuses = numbers_text(record.counts), numbers_text(record.bonuses)
    return record.sides, counts, bonuses, record.winners, record.decided


def _seven(cells: Sequence[Cell]) -> tuple[Cell, ...]:
    return (*cells, *_EMPTY[: 7 - len(cells)])
