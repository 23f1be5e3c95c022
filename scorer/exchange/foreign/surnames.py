"""A table in which a name stands in two columns, first name and surname, with one column of names."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from scorer.errors import RefusedError
from scorer.exchange.foreign.column_and_cell_words import PLAYER, is_surname, meaning
from scorer.exchange.foreign.header import ROWS_LOOKED_AT, padded
from scorer.exchange.foreign.table import Grid, Row
from scorer.exchange.name_columns import full_name
from scorer.match.names import fold, shown

_PARTS: Final = 2


def with_full_names(grid: Grid) -> Grid:
    """The table with both parts of a name in the column of the first name; as it is where it has no two such columns.

    Raises RefusedError where two people would have one name.
    """
    begin, places = next(
        ((at, places) for at, (_line, cells) in enumerate(grid.rows[:ROWS_LOOKED_AT]) if (places := _places(cells))),
        (0, None),
    )
    if places is None:
        return grid
    first, surname = places
    line, names = grid.rows[begin]
    rows: list[Row] = [*grid.rows[:begin], (line, _without(names, surname))]
    earlier: dict[str, tuple[int, list[str]]] = {}
    for number, row in grid.rows[begin + 1 :]:
        cells = padded(row, len(names))
        parts = [cells[first], cells[surname]]
        name = full_name(*parts)
        before, others = earlier.setdefault(fold(name), (number, parts))
        if [*map(fold, others)] != [*map(fold, parts)]:
            raise RefusedError(
                f"{grid.word} {number}: {_quoted(parts)} would be {shown(name)}, and so would {_quoted(others)} in "
                f"{grid.word} {before}: they are two people of one name, so give one of them another"
            )
        rows.append((number, _without([*cells[:first], name, *cells[first + 1 :]], surname)))
    example = next((f", as {shown(full_name(*parts))}" for _number, parts in earlier.values() if all(parts)), "")
    notice = f"{shown(names[first])} and {shown(names[surname])} are one name{example}"
    return replace(grid, rows=rows, notices=(*grid.notices, notice))


def _places(names: Sequence[str]) -> tuple[int, int] | None:
    """Where the first name and the surname stand in a header; None where there are no such two columns."""
    players = [at for at, name in enumerate(names) if meaning(name) == PLAYER]
    surnames = [at for at in players if is_surname(names[at])]
    if len(players) != _PARTS or len(surnames) != 1:
        return None
    return players[1 - players.index(surnames[0])], surnames[0]


def _without(cells: Sequence[str], at: int) -> list[str]:
    """The cells but this one."""
    return [*cells[:at], *cells[at + 1 :]]


def _quoted(parts: Sequence[str]) -> str:
    """`'Anna' 'Rossi'`."""
    return " ".join(f"'{shown(part)}'" for part in parts)
