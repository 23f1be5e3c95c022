"""A table in which a name stands in two columns, first name and surname, with one column of names."""

from dataclasses import replace
from typing import Final

from scorer.errors import RefusedError
from scorer.exchange.name_columns import full_name
from scorer.language import N_, _
from scorer.match.names import fold, shown
from scorer.notebooks.column_and_cell_words import PLAYER, is_surname, meaning
from scorer.notebooks.header import ROWS_LOOKED_AT, padded
from scorer.notebooks.table import Grid, NumberedRow

_PARTS: Final = 2


def with_full_names(grid: Grid) -> Grid:
    """The table with both parts of a name in the column of the first name; as it is where it has no two such columns.

    Raises RefusedError where two people would have one name.
    """
    found = _columns(grid)
    if found is None:
        return grid
    begin, first, surname = found
    line, names = grid.rows[begin]
    rows: list[NumberedRow] = [*grid.rows[:begin], (line, names[:surname] + names[surname + 1 :])]
    earlier: dict[str, tuple[int, str, str]] = {}
    for number, row in grid.rows[begin + 1 :]:
        cells = padded(row, len(names))
        parts = cells[first], cells[surname]
        cells[first] = name = full_name(*parts)
        del cells[surname]
        before, *others = earlier.setdefault(fold(name), (number, *parts))
        if [*map(fold, others)] != [*map(fold, parts)]:
            here, there = (" ".join(f"'{shown(part)}'" for part in both) for both in (parts, others))
            template = N_(
                "{line}: {here} would be {name}, and so would {there} in {earlier_line}: "
                "they are two people of one name, so give one of them another"
            )
            lines = {"line": grid.word.of(number), "earlier_line": grid.word.of(before)}
            raise RefusedError(_(template, here=here, there=there, name=shown(name), **lines))
        rows.append((number, cells))
    example = next((shown(full_name(*parts)) for _number, *parts in earlier.values() if all(parts)), "")
    template = N_("{first} and {surname} are one name, as {example}")
    if not example:
        template = N_("{first} and {surname} are one name")
    notice = _(template, first=shown(names[first]), surname=shown(names[surname]), example=example)
    return replace(grid, rows=rows, notices=(*grid.notices, notice))


def _columns(grid: Grid) -> tuple[int, int, int] | None:
    """The row of the header, and where first names and surnames stand in it; None where none do."""
    for begin, (_line, names) in enumerate(grid.rows[:ROWS_LOOKED_AT]):
        players = [at for at, name in enumerate(names) if meaning(name) == PLAYER]
        surnames = [at for at in players if is_surname(names[at])]
        if len(players) == _PARTS and len(surnames) == 1:
            return begin, sum(players) - surnames[0], surnames[0]
    return None
