"""Sentences on what chance alone does to the rows of a table."""

from statistics import median
from typing import Final

import numpy as np

from scorer.frames.record_columns import Ints
from scorer.language import N_, _, counts, ngettext
from scorer.language.lists_numbers_dates import listed, number
from scorer.stats.describe.verdicts import Verdict
from scorer.stats.models.multiple_testing import Outside, outside_common_rate
from scorer.stats.tally import AGAINST, WAYS, WITH
from scorer.text.numbers import Rows, percent

PAIRS_MET: Final = {WITH: N_("{pairs} with"), AGAINST: N_("{pairs} against")}


def about(mean: float) -> str:
    """A mean number of rows: `about 2.8`, `about 1`, `fewer than 0.1`."""
    rounded = round(mean, 1)
    if not rounded:
        return _("fewer than {number}", number=number(0.1, 1))
    return _("about {number}", number=number(rounded, 0 if rounded == int(rounded) else 1))


def half_a_unit_words(rows: Rows, words: str) -> str:
    """How much play half a unit a deal would need, of the middle of these rows; empty where none knows it.

    `words` say it of `deals` and `evenings`, in two figures each: more would be too much of a promise.
    """
    needed = [[row[name] for row in rows if row[name] is not None] for name in ("half_deals", "half_evenings")]
    if not all(needed):
        return ""
    deals, evenings = (int(float(f"{median(figures):.2g}")) for figures in needed)
    return _(words, deals=counts.deals(deals), evenings=counts.evenings(evenings))


def unusual_words(outside: Outside, rows: str, figure: str) -> str:
    """How many of these rows are unusual in a figure, and how many chance alone makes so on average.

    `rows` counts them in words, `figure` is the head of its column.
    """
    facts = {"rows": rows, "figure": figure, "expected": about(outside.expected)}
    if not outside.observed:
        return _(
            "Of {rows} chance alone makes {expected} unusual (outside 95 of 100 cases in the column {figure}); "
            "here none is.",
            **facts,
        )
    return ngettext(
        "Of {rows} chance alone makes {expected} unusual (outside 95 of 100 cases in the column {figure}); "
        "here {count} is.",
        "Of {rows} chance alone makes {expected} unusual (outside 95 of 100 cases in the column {figure}); "
        "here {count} are.",
        outside.observed,
        **facts,
    )


def made_together(rows: Rows) -> Verdict:
    """How often all these callers and partners made it, and how many pairs are unusual; empty for fewer than two."""
    unusual = unusual_pairs(rows)
    if not unusual:
        return Verdict()
    made = percent(share_made(rows))
    brief = _("Together they made {share}; how far a pair is from that may be luck.", share=made)
    together = _("Together they made {share}.", share=made)
    return Verdict(brief, f"{together} {unusual}")


def unusual_pairs(rows: Rows) -> str:
    """How many of these callers and partners are unusual beside what all of them made; empty for fewer than two."""
    pairs = len(rows)
    if pairs < 2 or share_made(rows) is None:  # noqa: PLR2004
        return ""
    made, failed = _counts(rows, "made"), _counts(rows, "failed")
    return unusual_words(outside_common_rate(made, made + failed), counts.pairs(pairs), _("made %"))


def _counts(rows: Rows, name: str) -> Ints:
    return np.array([row[name] for row in rows], np.int64)


def share_made(rows: Rows) -> float | None:
    """How often all these callers and partners made it; None where nobody made or failed a contract."""
    decided = sum(row["made"] + row["failed"] for row in rows)
    return sum(row["made"] for row in rows) / decided if decided else None


def won_by_equal_players(rows: Rows) -> Verdict:
    """How often equal players would win where nobody calls, and how many pairs are unusual; empty for fewer than two.

    How often they would win depends on how many play and how many of them win.
    """
    ends = rates_if_equal(rows)
    if len(rows) < 2 or ends is None:  # noqa: PLR2004
        return Verdict()
    low, high = map(percent, ends)
    if low == high:
        would = _("Of equal players everybody would win {share}.", share=low)
    else:
        would = _(
            "Of equal players everybody would win from {low} to {high}, by how many play and how many of them win.",
            low=low,
            high=high,
        )
    ways = [_(words, pairs=sum(row["met"] == way for row in rows)) for way, words in PAIRS_MET.items()]
    met = [words for words, way in zip(ways, WAYS, strict=True) if any(row["met"] == way for row in rows)]
    outside = Outside(sum(row["unusual"] for row in rows), sum(row["unusual_by_chance"] for row in rows))
    pairs = _("{pairs} ({ways})", pairs=counts.pairs(len(rows)), ways=listed(met))
    unusual = unusual_words(outside, pairs, _("won %"))
    may_be_luck = _("How far a pair is from that may be luck.")
    return Verdict(f"{would} {may_be_luck}", f"{would} {unusual}")


def rates_if_equal(rows: Rows) -> tuple[float, float] | None:
    """The lowest and the highest share of deals that equal players would win; None where nobody won a deal."""
    shares = [row["rate_if_equal"] for row in rows if row["rate_if_equal"] is not None]
    return (min(shares), max(shares)) if shares else None
