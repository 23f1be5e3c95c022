"""The cells that every record has, whatever its kind: what each says, or what is wrong with it, as a value."""

import re

from scorer.exchange.variants_in import Wrong
from scorer.exchange.writing import unguarded
from scorer.match.parsing import clean_note, read_choice, read_within
from scorer.rules.errors import ScorerError
from scorer.rules.judge import FactError, Units
from scorer.rules.kinds import DEAL, KINDS

HIGHEST = 999_999_999
_WHOLE = re.compile(r"(?<=\d)[.,]00?$")  # `2,0` is how a spreadsheet may write 2; `2.000` may be 2000


def read_kind(cell: str) -> str | FactError:
    """The kind of a record; a deal where nothing is said."""
    try:
        return read_choice(unguarded(cell), "kind", KINDS) if cell.strip() else DEAL
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
            said = _WHOLE.sub("", cell.strip().removeprefix("+"))
            units.append(read_within(said, "units", -HIGHEST, HIGHEST) if said else None)
        except ScorerError as error:
            wrong.append(FactError(f"units{seat}", str(error)))
    return Wrong(tuple(wrong)) if wrong else tuple(units)
