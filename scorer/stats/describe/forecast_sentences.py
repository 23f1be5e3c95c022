"""Sentences on predictions of matches that were left out: which model was best, and whether that is chance."""

from collections.abc import Mapping
from typing import Any, Final

from scorer.language import N_, _, ngettext
from scorer.language.lists_numbers_dates import number
from scorer.stats.describe.phrases import ONLY_UNITS
from scorer.stats.describe.verdicts import Verdict
from scorer.stats.models.intervals import Z
from scorer.stats.models.multiple_testing import normal_to_t
from scorer.text.numbers import CERTAIN, PLUS_MINUS, Rows, decimals

FEW_MATCHES: Final = 10  # fewer matches cannot show whether a model predicts anything
BRIER: Final = N_("Brier score")
MEAN_SQUARE: Final = N_("Mean square error")


def best_words(rows: Rows, models: Mapping[str, str], figure: str, score: str) -> Verdict:
    """Which model has the lowest figure, and how the last model compares with the first, by the name of the score.

    `models` are the names of the models by their codes, in the order of the rows. Of no match the reason why. In brief
    it is the best one alone, and whether it may be luck that it is ahead of the first, or the first of the last.
    """
    if rows[0][figure] is None:
        return Verdict.plain(nothing_to_predict(rows))
    model = min(rows, key=lambda row: row[figure])["model"]
    best = _("Best prediction: {model}.", model=_(models[model]))
    first, last = rows[0]["model"], rows[-1]
    if last["error"] is None:
        return Verdict.plain(best)
    more = abs(last["improvement"]) > CERTAIN and is_more_than_chance(last)
    luck = _("Best prediction: {model}; this may be luck.", model=_(models[model]))
    brief = luck if model in {first, last["model"]} and not more else best
    return Verdict(brief, f"{best} {comparison(last, models[last['model']], models[first], score)}")


def comparison(row: Mapping[str, Any], model: str, baseline: str, score: str) -> str:
    """By how much the score of a model is better than that of a baseline, and whether chance alone does as much.

    `Brier score, the chances against all players equal: better by 0.034 ±0.012. That is more than chance alone does.`
    The scores vary from match to match, so that the test is Student's t with a degree of freedom less than matches.
    """
    improvement, error = row["improvement"], row["error"]
    names = {"score": _(score), "model": _(model), "baseline": _(baseline)}
    if abs(improvement) <= CERTAIN and error <= CERTAIN:
        return _("{score}, {model} against {baseline}: exactly as good.", **names)
    places = decimals(error, 3)
    figure = number(abs(improvement), places)
    if error > CERTAIN:
        figure = f"{figure} {PLUS_MINUS}{number(error, places)}"
    if improvement >= 0:
        sentence = _("{score}, {model} against {baseline}: better by {figure}.", figure=figure, **names)
    else:
        sentence = _("{score}, {model} against {baseline}: worse by {figure}.", figure=figure, **names)
    return f"{sentence} {_whether_chance(row)}"


def _whether_chance(row: Mapping[str, Any]) -> str:
    if row["matches"] < FEW_MATCHES:
        return ngettext(
            "{count} match is too few to tell whether that is chance.",
            "{count} matches are too few to tell whether that is chance.",
            row["matches"],
        )
    return _("That is more than chance alone does.") if is_more_than_chance(row) else _("Chance alone does as much.")


def is_more_than_chance(row: Mapping[str, Any]) -> bool:
    """Whether the score of a model differs from that of the baseline by more than chance alone does; never of few."""
    if row["matches"] < FEW_MATCHES:
        return False
    return bool(abs(row["improvement"]) > normal_to_t(Z, row["matches"] - 1) * row["error"])


def nothing_to_predict(rows: Rows) -> str:
    """Why no match can be predicted from others."""
    matches = rows[0]["matches"]
    if not matches:
        return _(ONLY_UNITS)
    return ngettext(
        "One match alone cannot be predicted from others: this needs two.",
        "These {count} matches have nothing that could be predicted from the others.",
        matches,
    )
