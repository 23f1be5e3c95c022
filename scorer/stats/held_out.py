"""Whether something foretells: whole matches are left out in turn, and told from the others alone; and in sentences."""

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from operator import add
from typing import Any, Final, TypeVar

import numpy as np
import pandas as pd

from scorer.frames.columns import Ints
from scorer.stats.by_chance import student
from scorer.stats.phrases import ONLY_UNITS
from scorer.stats.ridge import Sums
from scorer.stats.tallies import Floats, Z, ratio, texts
from scorer.text.numbers import CERTAIN, PLUS_MINUS, Rows, decimals
from scorer.text.sentences import counted, plural

FOLDS: Final = 10
FEW_MATCHES: Final = 10  # of fewer nobody can say whether something foretells
Part = TypeVar("Part", Sums, Ints)


def left_out(parts: Sequence[Part]) -> Iterator[Part]:
    """For each fold the sum of the parts of all others, from which it is told; nothing where there is one fold."""
    if len(parts) > 1:
        everything: Part = reduce(add, parts)
        for part in parts:
            yield everything - part


def table_of(missed: Mapping[str, Floats], tellings: int, *, of: str, miss: str = "brier") -> pd.DataFrame:
    """How far each way of telling was off, a row each, the first of them beside all.

    `missed` are by way the sums of squares of what was told less what came, a match each; NaN where nothing was told.
    In all matches together there are so many `tellings`, which the column `of` says. The column `miss` is their mean
    square, `beside_...` that divided by the one of the first way; `better` by how much it is lower, and `error` the
    standard error of that over the matches: all tellings of a match come true together, so that matches are what
    varies. NaN where there are fewer than two.
    """
    first = next(iter(missed))
    matches = len(missed[first])
    squares = ratio([each.sum() for each in missed.values()], tellings)
    better, error = np.full((2, len(missed)), np.nan)
    if matches > 1 and tellings:
        nearer = np.array([missed[first] - each for each in missed.values()])
        better, error = nearer.sum(axis=1) / tellings, np.sqrt(matches * nearer.var(axis=1, ddof=1)) / tellings
    return pd.DataFrame(
        {
            "told_by": texts(list(missed)),
            "matches": matches,
            of: tellings,
            miss: squares,
            f"beside_{first}": ratio(squares, squares[0]),
            "better": better,
            "error": error,
        }
    )


def better_words(row: Mapping[str, Any], way: str, beside: str, of: str) -> str:
    """By how much a `way` of telling is nearer than another, of what figure, and whether chance alone does as much.

    `The chances are nearer than all alike by 0.034 ±0.012 (Brier scores): more than chance alone does.` Matches are
    what varies, so that it is a Student's t of one less than they are.
    """
    better, error = row["better"], row["error"]
    if abs(better) <= CERTAIN and error <= CERTAIN:
        return f"{way} exactly as near as {beside} ({of})."
    nearer, places = "nearer" if better >= 0 else "further off", decimals(error, 3)
    off = f" {PLUS_MINUS}{error:.{places}f}" if error > CERTAIN else ""
    said = f"{way} {nearer} than {beside} by {abs(better):.{places}f}{off} ({of})"
    if row["matches"] < FEW_MATCHES:
        return f"{said}: {too_few(row['matches'])} to tell whether that is chance."
    surely = abs(better) > student(Z, row["matches"] - 1) * error
    return f"{said}: {'more than chance alone does' if surely else 'chance alone does as much'}."


def nearest_words(rows: Rows, ways: Mapping[str, str], figure: str, came: str, *beside: str) -> str:
    """Which of these ways was nearest to what came, by a figure; and of the last one `better_words`."""
    if rows[0][figure] is None:
        return nothing_to_tell(rows)
    nearest = ways[min(rows, key=lambda row: row[figure])["told_by"]]
    return f"Nearest to what {came}: {nearest}. {better_words(rows[-1], *beside)}"


def too_few(matches: int) -> str:
    """`3 matches are too few`: behind it stands what for."""
    return f"{counted(matches, 'match')} {plural(matches, 'is', 'are')} too few"


def nothing_to_tell(rows: Rows) -> str:
    """Why no match can be told from others."""
    match rows[0]["matches"]:
        case 0:
            return ONLY_UNITS
        case 1:
            return "One match alone cannot be told from others: this needs two."
        case matches:
            return f"These {matches} matches have nothing that could be told from the others."
