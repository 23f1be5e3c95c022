"""The variants that a match was under before it was put under another: what was struck out then is judged by them."""

from collections.abc import Mapping, Sequence
from json import loads
from typing import Any, Final

from db.connection import Connection, Row
from db.laws import quoted
from scorer.match.facts import Record

MATCH: Final = "match"  # the action of the step that puts a match right, and the table that its detail names
OTHERS: Final = "others"  # the key in its detail of the other matches of the day that it moves
VARIANT: Final = "variant"
DIGITS: Final = 8  # of a digest
# What set cells of matches, and took that back.
_PUT_RIGHT = (
    "SELECT id, match_id, detail FROM step WHERE match_id IS NOT NULL AND action <> 'deal'"
    f" AND action IN ({quoted((MATCH, 'undo', 'redo'))}) AND detail <> ''"
)
STEPS_PUT_RIGHT = f"{_PUT_RIGHT} ORDER BY id"
_OF_MATCH = f"{_PUT_RIGHT} AND match_id = :match ORDER BY id"
_UNREADABLE = (
    ValueError,
    TypeError,
    KeyError,
    AttributeError,
    RecursionError,
)  # of a damaged detail
VariantSteps = Sequence[tuple[int, str]]  # the steps, and the digest of the variant before each


def former_variants(connection: Connection, match_id: int | None = None) -> dict[int, list[tuple[int, str]]]:
    """The steps that put a match, or any (None), under another variant, oldest first, by match."""
    steps = connection.raw_rows(STEPS_PUT_RIGHT) if match_id is None else connection.raw_rows(_OF_MATCH, match=match_id)
    changes: dict[int, list[tuple[int, str]]] = {}
    for step, match, detail in steps:
        if before := cells_of(detail, "before").get((match, VARIANT)):
            changes.setdefault(match, []).append((step, str(before)))
    return changes


def variant_names(before: str, digest_before: str, after: str, digest_after: str) -> tuple[str, str]:
    """The names of two variants as they are shown: with the beginnings of their digests where these alone differ."""
    if before != after or digest_before == digest_after:
        return before, after
    return f"{before}@{digest_before[:DIGITS]}", f"{after}@{digest_after[:DIGITS]}"


def variant_then(changes: VariantSteps, row: Row | Record) -> str | None:
    """The digest of the variant that a row was struck out under; None where it stands, or the match is under it now."""
    if row.voided_by is None:
        return None
    return next((before for step, before in changes if (row.made_by or 0) < step), None)


def cells_of(detail: str, when: str) -> Mapping[tuple[int, str], Any]:
    """The cells `before` or `after` the step of this detail, by match and column; nothing where it set none of matches.

    Nothing either where the detail cannot be read, which is a fault of its own.
    """
    try:
        setting = loads(detail)
        matches = [setting, *setting.get(OTHERS, ())] if setting["table"] == MATCH else []
        return {(row["id"], column): content for row in matches for column, content in row[when].items()}
    except _UNREADABLE:
        return {}


def named_in(detail: str) -> set[str]:
    """The digests of the variants that the detail of a step names: under which it put a match, and before."""
    cells = [cell for when in ("before", "after") for cell in cells_of(detail, when).items()] if detail else []
    return {str(content) for (_match, column), content in cells if column == VARIANT}
