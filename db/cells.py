"""Values as the tables keep them, and back: a flag as 0 or 1, a day and a moment as text, on both databases."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any, Final


def moment_text(moment: datetime) -> str:
    """A moment in UTC, `2026-11-20T21:30:00.000000Z`; raises ValueError for one without a zone."""
    if moment.tzinfo is None:
        raise ValueError(f"{moment}: a moment without a zone")
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


_CELLS: Final[dict[type, Callable[[Any], Any]]] = {bool: int, date: date.isoformat, datetime: moment_text}
# What is made of the cells of a column, by its name; db/models.py gives these columns their types.
VALUES: Final[dict[str, Callable[[Any], Any]]] = {
    "at": datetime.fromisoformat,
    "started_at": datetime.fromisoformat,
    "on": date.fromisoformat,
    **dict.fromkeys(("finished", "hidden", "removed", "slam"), bool),
}


def to_cell(value: Any) -> Any:
    """A value as it is kept: flags, days and moments are converted, anything else stays."""
    convert = _CELLS.get(type(value))
    return convert(value) if convert else value
