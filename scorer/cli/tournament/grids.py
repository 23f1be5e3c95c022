"""Tables of plain cells for a terminal, as CSV, and as JSON."""

import json
from collections.abc import Sequence
from typing import TextIO

from scorer.cli.fitting import TextColumn, fitted, wrapped
from scorer.exchange.writing import write_csv
from scorer.text.numbers import Cell, signed
from scorer.tournament_tables import PASSED_OVER, Grid

NAMES = {"entrant": "player", "player": "player", "members": "members"}
WORDS = {"decided by", "group", "members", "entrant", "player"}


def shown(grid: Grid, *, keys: int = 2) -> str:
    """A table for people, fitted to the terminal; columns in which nothing stands are left away."""
    columns = [
        _column(title, [row[at] for row in grid.rows], first=not at)
        for at, title in enumerate(grid.columns)
        if at < keys or title == "total" or any(_says_something(row[at]) for row in grid.rows)
    ]
    known: dict[str, set[str]] = {}
    for column in columns:
        known.setdefault(column.names, set()).update(column.cells)
    return fitted(columns, keys=keys, known=known)


def placed(grid: Grid) -> str:
    """A standing for people: which tie-breaks were passed over is said below it, instead of in a column."""
    kept = [at for at, title in enumerate(grid.columns) if title != PASSED_OVER]
    rows = [tuple(row[at] for at in kept) for row in grid.rows]
    table = shown(Grid(tuple(grid.columns[at] for at in kept), rows))
    return "\n".join([table, *map(wrapped, grid.notes)])


def _says_something(cell: Cell) -> bool:
    """Whether a cell is worth a column."""
    return cell not in (None, "", False, 0)


def _column(title: str, cells: Sequence[Cell], *, first: bool) -> TextColumn:
    left = first or title in WORDS
    shown = [signed(cell) if title == "units" and isinstance(cell, int) else text(cell) for cell in cells]
    return TextColumn(title, shown, names=NAMES.get(title, ""), left=left)


def text(cell: Cell) -> str:
    """A cell as people read it."""
    if cell is None:
        return "-"
    if isinstance(cell, bool):
        return "yes" if cell else ""
    return f"{cell:.2f}".rstrip("0").rstrip(".") if isinstance(cell, float) else str(cell)


def write_grid(file: TextIO, grid: Grid, excel: str | None = None) -> None:
    """The table as CSV, by the one writer."""
    write_csv(file, grid.columns, grid.rows, excel=excel)


def json_text(grid: Grid) -> str:
    """The table as a list of objects, null for what is not known."""
    rows = [dict(zip(grid.columns, row, strict=True)) for row in grid.rows]
    return json.dumps(rows, ensure_ascii=False, indent=1, allow_nan=False) + "\n"
