"""The columns of the frame of payouts, made of the columns of records: a row per player with units."""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from scorer.frames.record_columns import (
    KIND_WORDS,
    OUTCOME_CODES,
    OUTCOME_WORDS,
    ROLE_CODES,
    ROLE_WORDS,
    Columns,
    Flags,
    Ints,
)
from scorer.rules.kinds import CALLING, DEFENDER, FAILED, MADE, SIDE, SIDE_LETTERS

# Who wins: by outcome (the last row stands for none, code -1), then by role.
_WON = np.zeros((len(OUTCOME_WORDS) + 1, len(ROLE_WORDS)), bool)
_WON[OUTCOME_CODES[MADE], [ROLE_CODES[role] for role in CALLING]] = True
_WON[OUTCOME_CODES[FAILED], ROLE_CODES[DEFENDER]] = True
_SIDE_OF_ROLE = np.full(len(ROLE_WORDS), -1, np.int8)
_SIDE_OF_ROLE[[ROLE_CODES[role] for role in CALLING]] = 0
_SIDE_OF_ROLE[ROLE_CODES[DEFENDER]] = 1
PAYOUTS = (
    "deal_id", "league", "match_id", "on", "variant", "number", "kind", "player", "role", "outcome", "target", "slam",
    "times", "stake", "units", "won", "side", "count",
)  # fmt: skip


class PayoutColumns:
    """Every column of the payouts of some records, each made when it is asked for."""

    def __init__(self, matches: pd.DataFrame, columns: Columns) -> None:
        self._matches, self._columns = matches, columns
        self._at = np.flatnonzero(columns.paid)  # in the seats of all records, one after the other
        self._row = self._at // columns.paid.shape[1]

    def __getitem__(self, name: str) -> Any:
        columns = self._columns
        match name:
            case "league" | "match_id" | "on" | "variant":
                return taken(self._matches[name], self._match)
            case "kind":
                return of_codes(columns.kind[self._row], KIND_WORDS)
            case "player":
                return of_codes(columns.player_codes[self._there(columns.seats)], columns.players)
            case "role":
                return of_codes(self._role, ROLE_WORDS)
            case "outcome":
                return of_codes(columns.outcome[self._row], OUTCOME_WORDS)
            case "units":
                return in_full(self._there(columns.units))
            case "won":
                won = _WON[columns.outcome[self._row], self._role]
                return won | (self._has_side & (self._there(columns.recorded) > 0)) if columns.side_texts else won
            case "side":
                side = _SIDE_OF_ROLE[self._role]
                if columns.side_texts:
                    side[self._has_side] = self._there(columns.sides.side[columns.side_fact])[self._has_side]
                return of_codes(side, SIDE_LETTERS)
            case "count":
                if columns.side_texts:
                    return self._there(columns.sides.counts[columns.side_fact])
                return np.full(len(self._row), -1)
        return in_full(getattr(columns, name)[self._row])

    def _there(self, table: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """The entries of `table` (records by seats) where somebody got units."""
        return table.ravel()[self._at]

    @cached_property
    def _match(self) -> Ints:
        match: Ints = self._columns.match[self._row]
        return match

    @cached_property
    def _role(self) -> npt.NDArray[np.int8]:
        return self._there(self._columns.roles)

    @cached_property
    def _has_side(self) -> Flags:
        """Whether the player was on a side of a deal without a caller."""
        return np.equal(self._role, ROLE_CODES[SIDE])


def in_full(numbers: Any) -> Any:
    """The same numbers as the frames have them: whole ones as int64."""
    return numbers.astype(np.int64, copy=False) if numbers.dtype.kind == "i" else numbers


def of_codes(codes: Any, categories: Sequence[str]) -> Any:
    """A categorical of these codes, -1 for missing; the categories are text even when there are none."""
    return pd.Categorical.from_codes(codes, dtype=_dtype(tuple(categories)), validate=False)


@lru_cache(maxsize=32)
def _dtype(categories: tuple[str, ...]) -> "pd.CategoricalDtype[str]":
    return pd.CategoricalDtype(pd.Index(list(categories), dtype="str"))


def taken(column: "pd.Series[Any]", rows: Ints) -> Any:
    """The cells of a column in these rows."""
    if isinstance(dtype := column.dtype, pd.CategoricalDtype):
        return pd.Categorical.from_codes(column.cat.codes.to_numpy()[rows], dtype=dtype, validate=False)
    return column.to_numpy()[rows]
