"""Cells that Excel would change, written so that it keeps them, and read back as the same."""

import re
from collections.abc import Iterator, Sequence

from scorer.exchange.csv_writer import CellRows
from scorer.text.numbers import Cell

BIDS, NUMBERS = ("bid", "call_bid"), ("counts", "bonuses")
_RAISED = re.compile(r"\w+/(\d+)")


def for_excel(header: Sequence[str], cells: CellRows) -> Iterator[Sequence[Cell]]:
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
