"""`matches.csv`: a line a match, with its settings, its state and who sits there."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from scorer.exchange.csv_writer import FlatTable
from scorer.exchange.own.deals_csv import ORDER, SEAT_COLUMNS, _seven
from scorer.match.parsing import read_within
from scorer.rules.ending import read_ending
from scorer.scorebook.many_matches import MatchState, played_order
from scorer.scorebook.people import MOST_CENTS, read_currency
from scorer.text.numbers import Cell


def read_until(cell: str) -> str:
    """The agreed end; raises UnreadableError."""
    return str(read_ending(cell)) if cell else ""


def read_cents(cell: str) -> int:
    """Money per unit in integer cents; raises UnreadableError."""
    return read_within(cell, "unit_value_cents", 0, MOST_CENTS)


# How the terms of a match are read, in the order of their columns. One that older files lack goes into LATER instead,
# whose columns stand last and may be missing.
TERMS: Final[Mapping[str, Callable[[str], Any]]] = {
    "until": read_until,
    "unit_value_cents": read_cents,
    "currency": read_currency,
}
LATER: Final[Mapping[str, Callable[[str], Any]]] = {}
MATCHES = (
    *("league", "match", "on", "variant", "deals", "state", *TERMS, "started_at"),
    *("dealer", "out", "call_caller", "call_bid", "call_called", *SEAT_COLUMNS, *LATER),
)


def matches_table(standings: Iterable[MatchState]) -> FlatTable:
    """The matches; a reader of the file starts those of a day by `started_at`, those of one moment line by line."""
    matches = list(standings)
    orders = played_order(standing.head for standing in sorted(matches, key=lambda standing: standing.match.started_at))
    if not orders:
        return MATCHES, match_rows(matches)
    rows = zip(matches, match_rows(matches), strict=True)
    return (*MATCHES, ORDER), ((*row, orders.get(standing.head.id)) for standing, row in rows)


def match_rows(standings: Iterable[MatchState]) -> Iterator[Sequence[Cell]]:
    """Each match under the columns MATCHES: its settings, its state, who deals next, the pending call, the seats."""
    for standing in standings:
        head, match, sitting = standing.head, standing.match, standing.match.sitting
        call = (sitting.call.caller, sitting.call.bid, sitting.call.called) if sitting.call else (None, None, None)
        yield (
            *(head.league, head.match, head.on, head.variant, standing.deals, standing.state),
            *(*(getattr(match.terms, term) for term in TERMS), f"{match.started_at:%Y-%m-%dT%H:%M:%S.%fZ}"),
            *(standing.dealer, sitting.out, *call, *_seven(sitting.seats)),
            *(getattr(match.terms, term) for term in LATER),
        )
