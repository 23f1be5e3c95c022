"""Sentences on forecasts of matches that were left out: which came nearest, and whether that is chance."""

from collections.abc import Mapping
from typing import Any, Final

from scorer.language import counts
from scorer.stats.describe.phrases import ONLY_UNITS
from scorer.stats.models.intervals import Z
from scorer.stats.models.multiple_testing import student
from scorer.text.numbers import CERTAIN, PLUS_MINUS, Rows, decimals
from scorer.text.sentences import plural

FEW_MATCHES: Final = 10  # of fewer nobody can say whether something foretells


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
    return f"{counts.matches(matches)} {plural(matches, 'is', 'are')} too few"


def nothing_to_tell(rows: Rows) -> str:
    """Why no match can be told from others."""
    match rows[0]["matches"]:
        case 0:
            return ONLY_UNITS
        case 1:
            return "One match alone cannot be told from others: this needs two."
        case matches:
            return f"These {matches} matches have nothing that could be told from the others."
