"""The frame of payouts, made of the columns of records: a row per player with units."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import pandas as pd

from scorer.frames.record_columns import (
    KIND_WORDS,
    OUTCOME_CODES,
    OUTCOME_WORDS,
    ROLE_CODES,
    ROLE_WORDS,
    Columns,
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


def payout_frame(matches: pd.DataFrame, columns: Columns) -> pd.DataFrame:
    """The payouts of some records; their `match` is the row among the matches."""
    at = np.flatnonzero(columns.paid)  # in the seats of all records, one after the other
    row = at // columns.paid.shape[1]
    match, role, outcome = columns.match[row], columns.roles.ravel()[at], columns.outcome[row]
    won, side, count = _WON[outcome, role], _SIDE_OF_ROLE[role], np.full(len(row), -1)
    if columns.side_facts:
        has_side, facts = role == ROLE_CODES[SIDE], columns.side_fact
        won |= has_side & (columns.recorded.ravel()[at] > 0)
        side = np.where(has_side, columns.sides.side[facts].ravel()[at], side)
        count = columns.sides.counts[facts].ravel()[at]
    return pd.DataFrame(
        {
            "deal_id": columns.deal_id[row],
            **{name: taken(matches[name], match) for name in ("league", "match_id", "on", "variant")},
            "number": columns.number[row],
            "kind": of_codes(columns.kind[row], KIND_WORDS),
            "player": of_codes(columns.player_codes[columns.seats.ravel()[at]], columns.players),
            "role": of_codes(role, ROLE_WORDS),
            "outcome": of_codes(outcome, OUTCOME_WORDS),
            "target": columns.target[row],
            "slam": columns.slam[row],
            "times": columns.times[row],
            "stake": columns.stake[row],
            "units": columns.units.ravel()[at],
            "won": won,
            "side": of_codes(side, SIDE_LETTERS),
            "count": count,
        },
        copy=False,
    )


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
