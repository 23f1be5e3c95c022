"""Tables that stand the other way round: players in rows, or a row for each player of each evening."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Final

from scorer.errors import RefusedError
from scorer.exchange.csv_reader import NUMBER
from scorer.language import N_, _
from scorer.match.names import fold, shown
from scorer.notebooks.clock import TIME
from scorer.notebooks.column_and_cell_words import ABSENT, PLAYER, is_sum, meaning
from scorer.notebooks.date_order import LEAP_YEAR, most_days, with_year
from scorer.notebooks.header import ROWS_LOOKED_AT, has_figures, header_at, padded
from scorer.notebooks.left_out import TITLE, LeftOut
from scorer.notebooks.surnames import with_full_names
from scorer.notebooks.table import Grid, NumberedRow

_TWO_EVENINGS: Final = N_(
    "{line}: {player} stands twice on {evening}: a row for each player has each once; "
    "a column match tells two evenings of a day apart"
)
_TWO_YEARS: Final = N_(
    "{line}: {player} stands twice on {evening}: a row for each player has each once; "
    "if these are days of two years, write the year in all of them"
)
FEWEST_DAYS = 2

KEPT_DOWN = ("on", "match", "league", "variant")  # of which an empty cell means the one above
_OF_EVENINGS: Final = {*KEPT_DOWN, "number", TIME}
_NUMBERS: Final = ("card_points", "result", "units1")  # what the column of units may seem to be by its name
_UNITS: Final = {"unita", "units", "punteggio", "score", "vincita", "soldi", "importo", "euro", "unidades", "saldo"}


def turned(grid: Grid) -> Grid:
    """The table with a column for each player and a line for each evening, whichever way it stood."""
    return _by_evening(_across(with_full_names(grid)))


def _across(grid: Grid) -> Grid:
    """A table of players in rows with its rows and columns exchanged; any other as it is."""
    for at, (_line, cells) in enumerate(grid.rows[:ROWS_LOOKED_AT]):
        days = [cell for cell in cells[1:] if cell and not is_sum(cell)]
        below = [row for _line, row in grid.rows[at + 1 :] if any(row)]
        if len(days) < FEWEST_DAYS or not below or NUMBER.fullmatch(below[0][0]):
            continue
        if any(map(NUMBER.fullmatch, days)) or most_days(days) < len(days):
            continue
        columns = [[*column] for column in zip_longest(cells, *below, fillvalue="")]
        columns[0][0] = "on"
        word = grid.word._replace(template=N_("column {number}"))
        notices = [*_titles(grid, at), _("players stand in rows: rows and columns are exchanged")]
        return replace(grid, rows=[*enumerate(columns, 1)], word=word, notices=(*grid.notices, *notices))
    return grid


def _titles(grid: Grid, begin: int) -> Iterator[str]:
    """That what stands above the names of the columns is left out; raises RefusedError where figures stand there."""
    for number, row in grid.rows[:begin]:
        if has_figures(row):
            template = N_(
                "{line}: this row stands above the names of the columns, and has figures: put it below, or delete it"
            )
            raise RefusedError(_(template, line=grid.word.of(number)))
        if any(row):
            left_out = LeftOut(grid.word)
            left_out.row(TITLE, number)
            yield left_out.sentence()


def _by_evening(grid: Grid) -> Grid:
    """A table with a row for each player of an evening with a line for each evening; any other as it is."""
    begin = header_at(grid.rows)
    if begin is None:
        return grid
    (line, names), below = grid.rows[begin], grid.rows[begin + 1 :]
    columns = [meaning(name) for name in names]
    if "on" not in columns and "match" in columns and _are_days(below, columns.index("match")):
        columns[columns.index("match")] = "on"
    units = _units_at(names, columns, below)
    if units is None:
        return grid
    who = columns.index(PLAYER)
    head = [at for at in range(len(names)) if columns[at] in _OF_EVENINGS]
    away = [name for at, name in enumerate(names) if name and at not in {who, units, *head}]
    evenings: dict[tuple[str, ...], tuple[int, dict[str, str]]] = {}
    players: dict[str, str] = {}
    for number, cells in _kept_down(below, columns):
        name = cells[who]
        if not name and cells[units]:
            template = N_("{line}: {units} without a player: say whose it is, or delete the row, if it is a sum")
            raise RefusedError(_(template, line=grid.word.of(number), units=shown(cells[units])))
        if not name:
            continue
        player = players.setdefault(fold(name), name)
        evening = tuple(cells[at] for at in head)
        _number, units_of = evenings.setdefault(evening, (number, {}))
        if player in units_of:
            template = _TWO_YEARS if any(with_year(cell, LEAP_YEAR) for cell in evening) else _TWO_EVENINGS
            facts = {"line": grid.word.of(number), "player": shown(name), "evening": shown(" ".join(evening))}
            raise RefusedError(_(template, **facts))
        if cells[units].casefold() not in ABSENT:
            units_of[player] = cells[units]
    rows: list[NumberedRow] = [(line, [*(names[at] for at in head), *players.values()])]
    for evening, (number, units_of) in evenings.items():
        rows.append((number, [*evening, *(units_of.get(player, "") for player in players.values())]))
    template = N_("a row for each player: those of one evening are taken together, {column} is the units")
    notices = [*_titles(grid, begin), _(template, column=shown(names[units]))]
    notices += [_("left out: {parts}", parts=shown(", ".join(away)))] if away else []
    return replace(grid, rows=rows, notices=(*grid.notices, *notices))


def _are_days(below: Sequence[NumberedRow], at: int) -> bool:
    """Whether most cells of a column are days, whatever it is called."""
    cells = [row[at] for _line, row in below if at < len(row) and row[at]]
    return 2 * most_days(cells) > len(cells)


def _kept_down(rows: Sequence[NumberedRow], columns: Sequence[str]) -> Iterator[NumberedRow]:
    """The rows, as wide as the header, which `columns` is in our words; an empty cell of KEPT_DOWN is the one above."""
    above = [""] * len(columns)
    for number, row in rows:
        cells = padded(row, len(columns))
        if any(cells[len(columns) :]):
            template = N_("line {line}: {cells} cells, too many: the header has {columns} columns")
            raise RefusedError(_(template, line=number, cells=len(cells), columns=len(columns)))
        cells = cells[: len(columns)]
        above = [cell or (above[at] if columns[at] in KEPT_DOWN else "") for at, cell in enumerate(cells)]
        yield number, above


def _units_at(names: Sequence[str], columns: Sequence[str], below: Sequence[NumberedRow]) -> int | None:
    """The column of units in a table with a row for each player of an evening; None for any other table.

    `columns` is the column of ours that each name means.
    """
    units = [at for at, name in enumerate(names) if columns[at] in _NUMBERS or fold(name) in _UNITS]
    known = {*columns}
    if columns.count(PLAYER) != 1 or len(units) != 1 or "on" not in known or {"caller", "seat1"} & known:
        return None
    who = columns.index(PLAYER)
    has_sums = any(is_sum(name) for at, name in enumerate(names) if at not in {who, units[0]})
    players = {fold(cells[who]) for _line, cells in below if who < len(cells) and cells[who]}
    is_ranking = not players.isdisjoint(fold(name) for name in names if name)  # beside columns of these players
    return None if has_sums or is_ranking else units[0]
