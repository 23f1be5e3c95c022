"""The chances of a match on a page: who wins how likely, the chance of each place, and how they went."""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import Any, Final, NamedTuple

import pandas as pd

from dashboard import data
from dashboard.address import links
from dashboard.insight.chance_chart import chance_lines
from dashboard.look import markup, safe_text
from dashboard.match.lines import Lines, Offered
from dashboard.page import skeleton, tables
from scorer.frames import Selection
from scorer.insight.forecast.deals_to_play import Remaining, as_it_ended, remaining
from scorer.insight.forecast.monte_carlo import MOST_DEALS_LEFT, entrants
from scorer.insight.forecast.win_probability import (
    CurvePoints,
    described_for,
    end_words,
    since_when_likely,
    win_probabilities,
    win_probability_curve,
)
from scorer.language import _, ngettext
from scorer.match.sheet import Sheet
from scorer.rules.errors import ScorerError
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import plain_rows
from scorer.stats.describe.verdicts import Verdict
from scorer.text.story_words import match_lead

CHANCES: Final = described("chances")
MOST_POINTS: Final = 5000  # of courses that are kept


class Forecast(NamedTuple):
    """The chances of an open match: what remains of it, and the rows of the statistic."""

    remaining: Remaining
    rows: Sequence[dict[str, Any]]

    @property
    def of_player(self) -> dict[str, dict[str, Any]]:
        """The row of everybody; partners have that of their side."""
        own = {row["player"]: row for row in self.rows}
        return {player: own["+".join(who)] for who in entrants(self.remaining.sheet) for player in who}

    @property
    def end_sentence(self) -> str:
        """Up to which end of the match the chances are reckoned."""
        if self.remaining.by == "round":
            return ngettext(
                "No end was agreed: after a round, {count} more deal.",
                "No end was agreed: after a round, {count} more deals.",
                self.remaining.left or 0,
            )
        return _("Reckoned to this end: {end}.", end=end_words(self.remaining))

    def verdict(self, name: Callable[[str], str] = str) -> Verdict:
        """Who wins how likely, players by these names; whole with what it was before, and would be among equals."""
        named = {"+".join(who): "+".join(map(name, who)) for who in entrants(self.remaining.sheet)}
        return CHANCES.verdict([row | {"player": named[row["player"]]} for row in self.rows])

    @property
    def no_end(self) -> str:
        """Up to which end the chances are reckoned where none was agreed; else empty."""
        return self.end_sentence if self.remaining.by == "round" else ""


def now(match_id: int) -> Forecast | None:
    """The chances of a match as it stands; None of a finished match, and of one that these seats cannot play on."""
    return data.made(("chances", match_id), lambda: _reckoned(data.sheet_now(match_id)))


def _reckoned(sheet: Sheet) -> Forecast | None:
    if sheet.match.sitting.finished:
        return None
    to_play = remaining(sheet, datetime.now().astimezone())
    if to_play.left is not None and to_play.left > MOST_DEALS_LEFT:
        return None
    try:
        return Forecast(to_play, plain_rows(win_probabilities(data.frames_now(Selection()), to_play)))
    except ScorerError:  # such as too many at the table: the story says what is wrong
        return None


def course(match_id: int) -> pd.DataFrame | None:
    """How the chances of a match went; None before the first deal, and where there are no chances."""
    return data.made(("course of chances", match_id), lambda: _course(data.sheet_now(match_id)))


def _course(sheet: Sheet) -> pd.DataFrame | None:
    forecast = now(sheet.match.id)
    if not sheet.deals or (not forecast and not sheet.match.sitting.finished):
        return None
    known: CurvePoints = data.lasting("points of chances", dict)  # what was known at each moment does not change
    if len(known) > MOST_POINTS:
        known.clear()
    try:
        ended = forecast.remaining.sheet if forecast else as_it_ended(sheet)
        return win_probability_curve(data.frames_now(Selection()), ended, known)
    except ScorerError:
        return None


def words(match_id: int, *, sure: bool) -> tuple[str, str]:
    """Who wins how likely, with links, and what has to be said about it; both empty of a match that is over.

    Who asks how `sure` it is reads what it was before the first deal, and would be among equals.
    """
    if not (forecast := now(match_id)):
        return "", ""
    verdict = forecast.verdict(links.named)
    background = verdict.background if sure else ""
    return verdict.brief, " ".join(filter(None, [background, forecast.no_end]))


def lines(match_id: int) -> dict[str, Offered]:
    """How the match went as chances to win; none where there are no chances."""
    if (curve := course(match_id)) is None:
        return {}
    return {CHANCES.name: Offered(_("chances"), partial(_drawn, match_id, curve))}


def _drawn(match_id: int, curve: pd.DataFrame, player: str | None, *, sure: bool) -> Lines:
    sheet, everybody, forecast = data.sheet_now(match_id), data.players_now(), now(match_id)
    question = "chances of a match", match_id, player, tuple(curve["chance"]), sure  # by the clock they change
    chart = data.made(question, lambda: chance_lines(curve, sheet, everybody, player, sure=sure))
    if forecast:
        return Lines(chart, "", forecast.verdict().brief)
    since = safe_text.sentence(since_when_likely(curve).of(sure=sure), sheet.players)
    return Lines(chart, since, match_lead(sheet).words())


def folds(match_id: int, *, sure: bool) -> None:
    """Of an open match the chance of each place, and whether such chances came true: each folded away."""
    sheet, forecast = data.sheet_now(match_id), now(match_id)
    if not forecast or not sheet.deals or forecast.remaining.over:
        return
    if fold := markup.unfolded(_("The chance of each place"), "places"):
        with fold:
            statistic, rows = described_for(forecast.remaining), forecast.rows
            columns = [column for column in statistic.on_dashboard if column.is_shown(rows, sure=sure)]
            markup.small(forecast.end_sentence)
            tables.shown(rows, columns, alt=_("Chances of each place"), units=tables.counting(sure=sure))
            skeleton.legend(statistic, rows, columns, sure=sure)
