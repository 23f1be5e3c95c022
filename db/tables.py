"""The tables as db/models.py defines them, for whoever has no need of SQLAlchemy.

Made by `python -m tests.schemas`, and held equal by tests/db/test_statements.py.
"""

from typing import NamedTuple


class Table(NamedTuple):
    """The columns of a table, the first of them its key, and what holds for them.

    `required` are never empty; `references` give by column the table whose key it holds; of `unique`, no two rows have
    the same columns, where the condition behind them holds.
    """

    columns: tuple[str, ...]
    required: tuple[str, ...]
    references: dict[str, str]
    unique: tuple[tuple[tuple[str, ...], str], ...]

    @property
    def key(self) -> str:
        """The column that tells the rows apart."""
        return self.columns[0]


# Those that others refer to come first.
TABLES: dict[str, Table] = {
    "book": Table(columns=("uid",), required=("uid",), references={}, unique=()),
    "league": Table(
        columns=("id", "name", "key", "variant", "unit_value_cents", "currency", "removed"),
        required=("id", "name", "key", "variant", "unit_value_cents", "currency", "removed"),
        references={},
        unique=((("key",), ""),),
    ),
    "player": Table(
        columns=("id", "name", "key", "hidden", "merged_into", "uid"),
        required=("id", "name", "key", "hidden", "uid"),
        references={"merged_into": "player"},
        unique=((("key",), ""), (("uid",), "")),
    ),
    "variant": Table(columns=("digest", "name", "text"), required=("digest", "name", "text"), references={}, unique=()),
    "match": Table(
        columns=("id", "league_id", "name", "on", "variant", "unit_value_cents", "currency", "until", "uid", "place"),
        required=("id", "league_id", "name", "on", "variant", "unit_value_cents", "currency", "until", "uid"),
        references={"league_id": "league", "variant": "variant"},
        unique=((("uid",), ""),),
    ),
    "tournament": Table(
        columns=("id", "league_id", "name", "on", "format", "text", "settings", "variant", "seed"),
        required=("id", "league_id", "name", "on", "format", "text", "settings", "variant", "seed"),
        references={"league_id": "league", "variant": "variant"},
        unique=(),
    ),
    "step": Table(
        columns=(
            "id",
            "at",
            "action",
            "match_id",
            "reason",
            "client_id",
            "undoes",
            "detail",
            "tournament_id",
            "recorded_by",
        ),
        required=("id", "at", "action", "reason", "detail"),
        references={"match_id": "match", "undoes": "step", "tournament_id": "tournament"},
        unique=((("client_id", "match_id"), "client_id IS NOT NULL"),),
    ),
    "payment": Table(
        columns=("id", "payer", "payee", "cents", "currency", "on", "matches", "made_by", "voided_by"),
        required=("id", "cents", "currency", "on", "matches", "made_by"),
        references={"payer": "player", "payee": "player", "made_by": "step", "voided_by": "step"},
        unique=(),
    ),
    "record": Table(
        columns=(
            "id",
            "match_id",
            "number",
            "kind",
            "dealer",
            "resting",
            "caller",
            "partner",
            "bid",
            "target",
            "called",
            "card_points",
            "outcome",
            "slam",
            "times",
            "note",
            "made_by",
            "voided_by",
            "seat1",
            "seat2",
            "seat3",
            "seat4",
            "seat5",
            "seat6",
            "seat7",
            "units1",
            "units2",
            "units3",
            "units4",
            "units5",
            "units6",
            "units7",
            "sides",
            "counts",
            "bonuses",
            "winners",
            "decided",
            "deals",
        ),
        required=("id", "match_id", "number", "kind", "slam", "times", "note", "made_by"),
        references={
            "match_id": "match",
            "made_by": "step",
            "voided_by": "step",
            "seat1": "player",
            "seat2": "player",
            "seat3": "player",
            "seat4": "player",
            "seat5": "player",
            "seat6": "player",
            "seat7": "player",
        },
        unique=((("match_id", "number"), "voided_by IS NULL"),),
    ),
    "sitting": Table(
        columns=(
            "id",
            "match_id",
            "seat1",
            "seat2",
            "seat3",
            "seat4",
            "seat5",
            "seat6",
            "seat7",
            "resting",
            "first_dealer",
            "finished",
            "call_caller",
            "call_bid",
            "call_called",
            "made_by",
            "voided_by",
        ),
        required=("id", "match_id", "seat1", "seat2", "first_dealer", "finished", "made_by"),
        references={
            "match_id": "match",
            "seat1": "player",
            "seat2": "player",
            "seat3": "player",
            "seat4": "player",
            "seat5": "player",
            "seat6": "player",
            "seat7": "player",
            "made_by": "step",
            "voided_by": "step",
        },
        unique=((("match_id",), "voided_by IS NULL"),),
    ),
}
