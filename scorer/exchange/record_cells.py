"""The cells of a record by themselves: kind, number, note, units. A fault is a value, so that it is remembered too."""

from collections.abc import Sequence

from scorer.exchange.deals_out import UNITS_COLUMNS
from scorer.exchange.variants_in import Wrong
from scorer.exchange.writing import unguarded
from scorer.match.parsing import clean_note, read_choice, read_within
from scorer.rules.errors import ScorerError
from scorer.rules.judge import FactError
from scorer.rules.variant import REDEALS

OUTSIDE = ("penalty", "adjustment", "sheet")
TOTALS = {"total", "totals", "tot", "totale", "totali", "sum", "sums", "somma", "grand total", "totale generale"}
HIGHEST = 999_999_999
Units = tuple[int | None, ...]
NO_UNITS: Units = (None,) * 7


def read_kind(cell: str) -> str | FactError:
    """The kind of a record; a deal where nothing is said."""
    try:
        return read_choice(unguarded(cell), "kind", ("deal", *REDEALS, *OUTSIDE)) if cell.strip() else "deal"
    except ScorerError as error:
        return FactError("kind", str(error))


def read_number(cell: str) -> int | FactError | None:
    """The number of a record; None for an empty cell."""
    try:
        return read_within(cell, "number", 1, HIGHEST) if cell.strip() else None
    except ScorerError as error:
        return FactError("number", str(error))


def read_note(cell: str) -> str | FactError:
    """A note as it is kept."""
    try:
        return clean_note(unguarded(cell))
    except ScorerError as error:
        return FactError("note", str(error))


def read_units(cells: tuple[str, ...]) -> Units | Wrong:
    """The units of all seven seats, None where nothing stands."""
    units: list[int | None] = []
    wrong = []
    for seat, cell in enumerate(cells, 1):
        try:
            said = cell.strip().removeprefix("+")
            units.append(read_within(said, "units", -HIGHEST, HIGHEST) if said else None)
        except ScorerError as error:
            wrong.append(FactError(f"units{seat}", str(error)))
    return Wrong(tuple(wrong)) if wrong else tuple(units)


def is_total(header: Sequence[str], cells: Sequence[str]) -> bool:
    """Whether a line that is no record adds up those above: it says so, or has nothing but units."""
    said = {column: cell.strip() for column, cell in zip(header, cells, strict=True) if cell.strip()}
    if "kind" in said or "bid" in said:
        return False
    words = {cell.casefold().rstrip(":.= ") for cell in said.values()}
    return bool(words & TOTALS) or (bool(said) and said.keys() <= set(UNITS_COLUMNS))


def paid_units(of: tuple[int, int | None, int, int | None, int, int, int]) -> Units:
    """The units of all seven seats, by the number of seats, who rests, caller and partner, and what each role gets."""
    seated, out, caller, partner, calls, helps, defends = of
    units: dict[int, int | None] = dict.fromkeys(range(1, seated + 1), defends)
    units |= {caller: calls} | ({partner: helps} if partner else {}) | ({out: None} if out else {})
    return tuple(units.get(seat) for seat in range(1, 8))
