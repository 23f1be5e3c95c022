"""A frame as a table of plain cells, to stand beside one worked by hand."""

from datetime import datetime
from typing import Any


def figures(table: Any, *columns: Any) -> list[tuple[Any, ...]]:
    """The rows of a DataFrame; of these columns, or of all. Decimals to four places, None for what is missing."""
    chosen = table[list(columns)] if columns else table
    return [tuple(_plain(cell) for cell in row) for row in chosen.itertuples(index=False, name=None)]


def _plain(cell: Any) -> Any:
    if cell is None or cell != cell:  # noqa: PLR0124 - NaN and NaT are not themselves
        return None
    if isinstance(cell, datetime):
        return cell.date().isoformat()
    return round(cell, 4) if isinstance(cell, float) else cell
