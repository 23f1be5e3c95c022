"""Tables of plain cells for a terminal, as CSV, and as JSON."""

import json
from collections.abc import Iterable, Sequence
from typing import TextIO

from scorer.cli.fitting import TextColumn, fitted, wrapped
from scorer.exchange.writing import write_csv
from scorer.rules.tournament import Stage
from scorer.text.numbers import Cell, signed
from scorer.text.sentences import counted, listed
from scorer.tournament_tables import PASSED_OVER, Grid, carried_note

NAMES = {"entrant": "player", "player": "player", "members": "members"}
WORDS = {"decided by", "group", "members", "entrant", "player"}
NAMED = 5


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


def placed(grid: Grid, stages: Iterable[Stage]) -> str:
    """A standing of these stages for people: below it which tie-breaks were passed over, and what they count."""
    rows = [dict(zip(grid.columns, row, strict=True)) for row in grid.rows]
    over: dict[str, list[str]] = {}
    for row in rows:
        for word in filter(None, str(row.get(PASSED_OVER, "")).split(", ")):
            over.setdefault(word, []).append(str(row["entrant"]))
    kept = [title for title in grid.columns if title != PASSED_OVER]
    table = shown(Grid(tuple(kept), [tuple(row[title] for title in kept) for row in rows]))
    said = [f"{word} ({_named(names)})" for word, names in over.items()]
    why = "Passed over, because a sheet does not say it or not all of them met"
    notes = [f"{why}: {listed(said)}."] if said else []
    notes += filter(None, [carried_note(stages, [row.get("decided by") for row in rows])])
    return "\n".join([table, *map(wrapped, notes)])


def _named(names: Sequence[str]) -> str:
    return listed(names) if len(names) <= NAMED else counted(len(names), "entrant")


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
