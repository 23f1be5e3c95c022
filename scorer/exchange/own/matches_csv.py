"""`matches.csv`: a line a match, with its settings, its state and who sits there."""

from collections.abc import Iterable, Iterator, Sequence

from scorer.exchange.own.deals_csv import ORDER, SEAT_COLUMNS, Table, _seven
from scorer.scorebook.exporting import Standing, started_order
from scorer.text.numbers import Cell

MATCHES = (
    *("league", "match", "on", "variant", "deals", "state", "until", "unit_value_cents", "currency", "started_at"),
    *("dealer", "out", "call_caller", "call_bid", "call_called", *SEAT_COLUMNS),
)


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
