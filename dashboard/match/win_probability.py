"""The chances of a match on a page: who wins how likely, the chance of each place, and how they went."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

import pandas as pd

from dashboard import charts, data
from dashboard.address import links
from dashboard.look import markup, safe_text
from dashboard.match import summary
from dashboard.page import skeleton, sortable_tables
from scorer.frames import Selection
from scorer.match.remaining import Remaining, as_it_ended, remaining
from scorer.match.sheet import Sheet
from scorer.rules.errors import ScorerError
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import plain_rows
from scorer.stats.forecast.monte_carlo import MOST_LEFT, entrants
from scorer.stats.forecast.win_probability import chance_curve, chances, chances_of, end_words, forecasts
from scorer.text.sentences import counted

CHANCES: Final = described("chances")
CHANCES_HELD: Final = described("chances_held")

TOLD_AGAIN: Final = 20  # matches, in a few seconds
MOST_POINTS: Final = 5000  # of courses that are kept


class Told(NamedTuple):
    """The chances of an open match: to which end, the rows of the statistic."""

    rest: Remaining
    rows: Sequence[dict[str, Any]]

    @property
    def of_player(self) -> dict[str, dict[str, Any]]:
        """The row of everybody; partners have that of their side."""
        own = {row["player"]: row for row in self.rows}
        return {player: own["+".join(who)] for who in entrants(self.rest.sheet) for player in who}

    def words(self, names: Mapping[str, str]) -> str:
        """Who wins how likely, players by these names; and at which end where none was agreed."""
        named = {"+".join(who): "+".join(map(names.__getitem__, who)) for who in entrants(self.rest.sheet)}
        rows = [row | {"player": named[row["player"]]} for row in self.rows]
        where = f" {end_words(self.rest).capitalize()}." if self.rest.by == "round" else ""
        return f"{CHANCES.verdict(rows)}{where}"


def now(match_id: int) -> Told | None:
    """The chances of a match as it stands; None of one that is finished, or that cannot be played on as it sits."""
    return data.made(("chances", match_id), lambda: _reckoned(data.sheet_now(match_id)))


def _reckoned(sheet: Sheet) -> Told | None:
    if sheet.match.sitting.finished:
        return None
    rest = remaining(sheet, datetime.now().astimezone())
    if rest.left is not None and rest.left > MOST_LEFT:
        return None
    try:
        return Told(rest, plain_rows(chances(data.frames_now(Selection()), rest)))
    except ScorerError:  # such as too many at the table: the story says what is wrong
        return None


def course(match_id: int) -> pd.DataFrame | None:
    """How the chances of a match went; None before the first deal, and where there are no chances."""
    return data.made(("course of chances", match_id), lambda: _course(data.sheet_now(match_id)))


def _course(sheet: Sheet) -> pd.DataFrame | None:
    told = now(sheet.match.id)
    if not sheet.deals or (not told and not sheet.match.sitting.finished):
        return None
    if len(data.points) > MOST_POINTS:
        data.points.clear()
    try:
        ended = told.rest.sheet if told else as_it_ended(sheet)
        return chance_curve(data.frames_now(Selection()), ended, data.points)
    except ScorerError:
        return None


def said(match_id: int) -> None:
    """Who wins how likely, in a sentence."""
    if told := now(match_id):
        players = data.sheet_now(match_id).players
        words = told.words({player: links.named(player) for player in players})
        markup.story([("chances", safe_text.sentence(words, players))])


def shown(match_id: int) -> None:
    """How the chances went, and those of each place; of a finished match how they went."""
    sheet, told, curve = data.sheet_now(match_id), now(match_id), course(match_id)
    if curve is not None:
        answer = CHANCES.verdict(told.rows) if told else ""
        drawn = charts.chance_lines(curve, sheet, data.players_now(), answer=answer)
        skeleton.chart(drawn, "chances", of=summary.subject(sheet.match))
    if not told or not sheet.deals or told.rest.over:
        return
    if fold := markup.unfolded("The chance of each place", "places"):
        with fold:
            described = chances_of(told.rest)
            markup.small(f"{end_words(told.rest).capitalize()}.")
            sortable_tables.shown(told.rows, described.on_dashboard, "chances_rows", alt="Chances of each place")
            skeleton.legend(described, told.rows)
    held(sheet.match.league, f"held {match_id}")


def held(league: str, key: str) -> None:
    """Whether such chances came true in the newest matches of a league: reckoned when it is asked for."""
    if fold := markup.unfolded("Did such chances come true?", key):
        with fold:
            told = data.made(("forecasts", league), lambda: _told_again(league))
            rows = plain_rows(CHANCES_HELD.make(told))
            matches = counted(told["match_id"].nunique(), "finished match")
            markup.small(f"{matches} of {league} replayed, as if they were not known. {CHANCES_HELD.verdict(rows)}")
            sortable_tables.shown(rows, CHANCES_HELD.on_dashboard, f"{key} rows", alt="What was said and what came")
            skeleton.legend(CHANCES_HELD, rows)


def _told_again(league: str) -> pd.DataFrame:
    """The forecasts of the newest finished matches of a league."""
    there = data.frames_now(Selection(league=league)).matches
    newest = there["match_id"][there["finished"]].tolist()[-TOLD_AGAIN:]
    return forecasts(data.frames_now(Selection()), map(data.sheet_now, newest))
