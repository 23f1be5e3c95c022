"""Records, payouts and matches as the cells of their CSV files."""

import re
from collections.abc import Iterable, Iterator, Sequence

from scorer.match.facts import Record
from scorer.rules.cards import numbers_text
from scorer.rules.kinds import CALLER, DEFENDER, PARTNER, SIDE, SOLO
from scorer.scorebook.exporting import Edition, MatchHead, Standing, started_order
from scorer.text.numbers import Cell

SEATS = range(1, 8)
SEAT_COLUMNS = tuple(f"seat{seat}" for seat in SEATS)
UNITS_COLUMNS = tuple(f"units{seat}" for seat in SEATS)
FACTS = (
    *("league", "match", "on", "variant", "number", "kind", "dealer", "out", "caller", "bid", "called", "partner"),
    *("card_points", "outcome", "slam", "times", "note"),
)
DEALS = (*FACTS, *SEAT_COLUMNS, *UNITS_COLUMNS)
EDITIONS = (*DEALS, "status", "replaces", "reason", "recorded_at")
SIDES = ("sides", "counts", "bonuses", "winners", "decided")  # after the others, where a deal of them has sides
ORDER = "match_order"  # a last column, written where the matches of a day do not come in the order of their start
COLUMNS = (*DEALS, *SIDES, ORDER)  # all that a file of deals can have
PAYOUTS = ("league", "match", "on", "number", "kind", "player", "role", "units")
MATCHES = (
    *("league", "match", "on", "variant", "deals", "state", "until", "unit_value_cents", "currency", "started_at"),
    *("dealer", "out", "call_caller", "call_bid", "call_called", *SEAT_COLUMNS),
)
BIDS, NUMBERS = ("bid", "call_bid"), ("counts", "bonuses")
_RAISED = re.compile(r"\w+/(\d+)")
_EMPTY: tuple[Cell, ...] = (None,) * 8  # as many as a deal has facts, and enough for the seats of a table
Rows = Iterable[Sequence[Cell]]
Table = tuple[Sequence[str], Rows]


def deals_table(chosen: Sequence[MatchHead], records: Iterable[tuple[MatchHead, Record]], *, sides: bool) -> Table:
    """The records of these matches, each of which has one; who reads it starts the matches of a day as they come.

    `sides`: a deal among them has them.
    """
    orders = started_order(chosen)
    columns = (*DEALS, *(SIDES if sides else ()), *((ORDER,) if orders else ()))
    return columns, (
        _record(head, record) + (_sides(record) if sides else ()) + ((orders.get(head.id),) if orders else ())
        for head, record in records
    )


def match_table(head: MatchHead, records: Sequence[Record]) -> Table:
    """The records of one match."""
    return deals_table([head], ((head, record) for record in records), sides=any(record.sides for record in records))


def editions_table(editions: Iterable[tuple[MatchHead, Edition]], *, sides: bool) -> Table:
    """Each edition of a record; `sides` as in deals_table."""
    return (*EDITIONS, *(SIDES if sides else ())), (
        (*_record(head, edition.record), edition.status, edition.replaces, edition.reason, edition.recorded_at)
        + (_sides(edition.record) if sides else ())
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


def payout_rows(records: Iterable[tuple[MatchHead, Record]]) -> Iterator[Sequence[Cell]]:
    """Under the columns PAYOUTS, each player who got units in a record; `role` is the kind where it is no deal."""
    for head, record in records:
        begin = (head.league, head.match, head.on, record.number, record.kind)
        for player, units in record.payouts.items():
            yield *begin, player, _role(record, player), units


def _role(record: Record, player: str) -> str:
    if not record.is_deal:
        return record.kind
    if not record.has_caller:
        return SIDE
    if player == record.caller:
        return CALLER if record.partner else SOLO
    return PARTNER if player == record.partner else DEFENDER


def matches_table(standings: Iterable[Standing]) -> Table:
    """The matches; who reads it starts those of a day by `started_at`, and those of one moment as they come."""
    matches = list(standings)
    orders = started_order(
        standing.head for standing in sorted(matches, key=lambda standing: standing.match.started_at)
    )
    if not orders:
        return MATCHES, match_rows(matches)
    rows = zip(matches, match_rows(matches), strict=True)
    return (*MATCHES, ORDER), ((*row, orders.get(standing.head.id)) for standing, row in rows)


def match_rows(standings: Iterable[Standing]) -> Iterator[Sequence[Cell]]:
    """Each match under the columns MATCHES: its settings, its state, who deals next, the pending call, the seats."""
    for standing in standings:
        head, match, sitting = standing.head, standing.match, standing.match.sitting
        call = (sitting.call.caller, sitting.call.bid, sitting.call.called) if sitting.call else (None, None, None)
        yield (
            *(head.league, head.match, head.on, head.variant, standing.deals, standing.state, str(match.ending)),
            *(match.unit_value_cents, match.currency, f"{match.started_at:%Y-%m-%dT%H:%M:%S.%fZ}"),
            *(standing.dealer, sitting.out, *call, *_seven(sitting.seats)),
        )


def for_excel(header: Sequence[str], cells: Rows) -> Iterator[Sequence[Cell]]:
    """The rows without what Excel would make something else of; what stands there instead is read back as the same.

    A bid raised in card points has no rank, `71` for the date `2/71`: a rank auction has no other. Counts have a word
    between them, `20 to 100` for `20 100`, which is one number where blanks part thousands.
    """
    bids, numbers = ([at for at, column in enumerate(header) if column in these] for these in (BIDS, NUMBERS))
    for row in cells:
        safe = list(row)
        for at in bids:
            if isinstance(bid := row[at], str) and (raised := _RAISED.fullmatch(bid)):
                safe[at] = raised[1]
        for at in numbers:
            if isinstance(counts := row[at], str):
                safe[at] = counts.replace(" ", " to ")
        yield safe
