"""Typed words of tournaments as values; a table of places, fitted to the terminal."""

import json
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction

from scorer.cli.layout import TextColumn, fitted, wrapped
from scorer.language import N_, _
from scorer.language.lists_numbers_dates import number, signed
from scorer.match.names import find, shown
from scorer.match.parsing import SIGNED_NUMBER, as_in, read_signed, read_units, read_within
from scorer.rules.cards import read_number
from scorer.rules.errors import UnreadableError
from scorer.text.numbers import Cell
from scorer.tournaments.keeping import Tournament, TypedColumn
from scorer.tournaments.shown.places import DECIDED_BY, ROUND
from scorer.tournaments.shown.tables import PASSED_OVER, Grid

MOST_DIGITS = 12
MOST_DECIMALS = 2


def read_amount(text: str) -> Fraction:
    """Read `3`, `0.5` or `0,5`; raises UnreadableError."""
    word = text.strip().replace(",", ".")
    whole, point, part = word.partition(".")
    digits = whole + part
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= MOST_DIGITS) or (point and not part):
        raise UnreadableError(_("amount '{amount}': say what is taken away, as in 3 or 0.5", amount=text))
    return Fraction(word if whole else f"0{word}")


def read_placement(text: str) -> dict[int, tuple[Fraction, ...]] | None:
    """Read `5=10,7,4,2,0;6=12,9,6,4,2,0`: the placement points at a table of each size; None for nothing said."""
    tables: dict[int, tuple[Fraction, ...]] = {}
    for part in filter(None, (part.strip() for part in text.split(";"))):
        size, equals, places = part.partition("=")
        if not equals:
            raise as_in("--placement", part, "5=10,7,4,2,0")
        number = read_within(size, _("size of a table"), 1, 9)
        if number in tables:
            raise UnreadableError(_("--placement names tables of {size} twice", size=number))
        tables[number] = tuple(_placed(place) for place in places.split(","))
    return tables or None


def _placed(text: str) -> Fraction:
    """The placement points of one place; they may be below zero."""
    word = text.strip()
    return -read_amount(word[1:]) if word.startswith("-") else read_amount(word)


def read_along(text: str) -> Mapping[str, int] | Sequence[int]:
    """Read the units of a table: `7,9,-3,-4,-9` in the order of the seats, or by name.

    Names stand as in `Anna=7,Bruno=9`, or beside the units, as a spreadsheet has them: `Anna<tab>7`, a line each.
    Raises UnreadableError.
    """
    if "=" in text:
        return read_units(text)
    numbers = split_numbers(text)
    if all(SIGNED_NUMBER.fullmatch(typed) for typed in numbers):
        return [read_signed(typed) for typed in numbers]
    cells = [cell.strip() for cell in re.split(r"[\t\n,;]", text) if cell.strip()]
    if len(cells) % 2 or not all(SIGNED_NUMBER.fullmatch(cell) for cell in cells[1::2]):
        cells = [part for cell in cells for part in cell.rsplit(maxsplit=1)]
    names = cells[::2]
    if not cells or len(cells) % 2 or SIGNED_NUMBER.fullmatch(names[0]):
        facts = {"typed": shown(text.strip()), "units": "7,9,-3,-4,-9", "by_name": "Anna=7,Bruno=9,..."}
        raise UnreadableError(
            _("'{typed}' are no units of a table: say {units} in the order of the seats, or {by_name}", **facts)
        )
    by_name = {name: read_signed(units) for name, units in zip(names, cells[1::2], strict=True)}
    if len(by_name) < len(names):
        raise UnreadableError(_("'{name}' is named twice", name=shown(max(names, key=names.count))))
    return by_name


def split_numbers(text: str) -> list[str]:
    """The words between commas, semicolons, spaces, tabs and line ends."""
    return re.split(r"[\s,;]+", text.strip(" \t\r\n,;"))


def read_won(text: str) -> tuple[int, int] | None:
    """Read `3-1`, the deals that two sides have won; None for anything else."""
    typed = re.fullmatch(r"(\d{1,3})\s*[-\u2013:]\s*(\d{1,3})", text.strip(), re.ASCII)
    return (int(typed[1]), int(typed[2])) if typed else None


def read_tally(text: str, what: str) -> TypedColumn:
    """Read `Anna=4,Bruno=3`, `4,3,5,2,0` in the order of the seats, or one number that all have.

    Raises UnreadableError naming `what`.
    """
    if "=" in text:
        return read_units(text)
    numbers = [read_within(typed, what, 0, 1000) for typed in split_numbers(text)]
    return numbers if len(numbers) > 1 else numbers[0]


def read_stage(tournament: Tournament, text: str) -> int:
    """A stage by its number or name, counted from 0; the present one for nothing said. Raises NotFoundError."""
    if not text.strip():
        return tournament.stage_at
    names = [stage.name for stage in tournament.format.stages]
    spoken = dict(zip(map(_, names), names, strict=True))  # two of one name would be one stage
    number = read_number(text)
    if number is not None and 1 <= number <= len(names):
        return number - 1
    known = [*dict.fromkeys([*spoken, *names])]
    named = find(text, known, N_("'{typed}' is not a stage of {format}: {known}"), format=tournament.format.name)
    return names.index(spoken.get(named, named))


NAMES = {"entrant": "player", "player": "player", "members": "members"}
KEYS = 2  # columns that are always there: the place, and who has it
WORDS = {"decided by", "group", "members", "entrant", "player"}


def _head(title: str) -> str:
    """The head of a column of a standing, as a person reads it."""
    last = title.rpartition(" ")[2]
    return _(ROUND, number=last) if last.isdecimal() else _(title)


def placed(grid: Grid) -> str:
    """A standing for people, fitted to the terminal; columns in which nothing stands are left away.

    Which tie-breaks were passed over is said below it, instead of in a column.
    """
    columns: list[TextColumn] = []
    known: dict[str, set[str]] = {}
    for at, title in enumerate(grid.columns):
        cells = [row[at] for row in grid.rows]
        stays = at < KEYS or title == "total" or any(cell not in (None, "", False, 0) for cell in cells)
        if stays and title != PASSED_OVER:
            if title == DECIDED_BY:
                cells = [cell and _(str(cell)) for cell in cells]
            cells_shown = [signed(cell) if title == "units" and isinstance(cell, int) else text(cell) for cell in cells]
            left = not at or title in WORDS
            columns.append(TextColumn(_head(title), cells_shown, names=NAMES.get(title, ""), left=left))
            known.setdefault(columns[-1].names, set()).update(cells_shown)
    return "\n".join([fitted(columns, keys=KEYS, known=known), *map(wrapped, grid.notes)])


def text(cell: Cell) -> str:
    """A cell as people read it."""
    if cell is None:
        return "-"
    if isinstance(cell, bool):
        return _("yes") if cell else ""
    if not isinstance(cell, float):
        return str(cell)
    decimals = next(count for count in range(MOST_DECIMALS + 1) if round(cell, count) == round(cell, MOST_DECIMALS))
    return number(cell, decimals)


def json_text(grid: Grid) -> str:
    """The table as a list of objects, null for what is not known."""
    rows = [dict(zip(grid.columns, row, strict=True)) for row in grid.rows]
    return json.dumps(rows, ensure_ascii=False, indent=1, allow_nan=False) + "\n"
