"""The statistics for programs: CSV by the one writer, JSON with null for what has no value."""

import json
import sys
from collections.abc import Iterable, Sequence
from io import StringIO, TextIOWrapper
from typing import Any

from scorer.exchange.writing import Cell, write_csv
from scorer.stats.tables import Head, Page, Table


def csv_text(header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """A CSV as text."""
    file = StringIO()
    write_csv(file, header, rows)
    return file.getvalue()


def csv_matches(header: Sequence[str], tables: Sequence[Table]) -> str:
    """The matches, whose rows name league and variant themselves."""
    return csv_text(header, [list(row.values()) for table in tables for row in table.rows])


def json_tables(tables: Sequence[Table]) -> str:
    """A list of tables, each with its league, variants, measure, number of deals and rows; and what it leaves out."""
    return _json([{**_head(table.head), **_left_out(table), "rows": table.rows} for table in tables])


def json_pages(pages: Sequence[Page]) -> str:
    """A list of a player's pages, each with its head, the player and the tables by name."""
    return _json(
        [
            {
                **_head(page.head),
                "player": page.player,
                "roles": page.roles,
                "compared": page.compared,
                "records": page.records,
                "companions": page.companions,
                "matches": page.matches,
            }
            for page in pages
        ]
    )


def _head(head: Head) -> dict[str, Any]:
    """What a table is about; money is counted in cents of its currency."""
    told = {"league": head.league, "variants": head.variants, "measure": head.measure, "deals": head.deals}
    return told | ({"currency": head.currency} if head.currency else {})


def _left_out(table: Table) -> dict[str, int]:
    """How many players or pairs are missing for fewer deals than which; nothing where none is."""
    return {"min_deals": table.fewest, "left_out": table.left_out} if table.left_out else {}


def _json(told: Any) -> str:
    return json.dumps(told, ensure_ascii=False, indent=1, allow_nan=False, default=str) + "\n"


def write(text: str) -> None:
    """Write to stdout: the same bytes whatever the terminal's encoding."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode())
        sys.stdout.buffer.flush()
    else:
        sys.stdout.write(text)
