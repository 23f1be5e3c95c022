"""A section of the page of players as it is shown: its charts, its tables, and the rows of a player in it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import streamlit as st

from dashboard import data, filters, markup, page, tables
from scorer.frames import Part
from scorer.match.names import fold
from scorer.stats.columns import Choice, Column, Statistic
from scorer.stats.descriptions import described
from scorer.stats.tables import Head
from scorer.stats.tallies import is_one_of
from scorer.text.numbers import SCREEN, Counting, Row
from scorer.text.sentences import counted, listed

STANDINGS: Final = described("standings")

NEVER_ADDED: Final = "Units of different variants are never added up: choose one to see them."


@dataclass(frozen=True, slots=True)
class Shown:
    """A section as it is shown: with charts where it is `alone`; `pooled` of several variants, which have no units."""

    about: Head
    part: Part
    choice: Choice
    alone: bool
    pooled: bool = False

    @property
    def counting(self) -> Counting:
        """How its units are written."""
        return Counting(self.about.currency, SCREEN)

    def key(self, what: str) -> str:
        """What a chart or a table of it is called."""
        return page.key(self.about, what)

    def columns(self, statistic: Statistic) -> list[Column]:
        """The columns of a table of it: without units where they cannot be added up."""
        return [column for column in statistic.on_dashboard if not (self.pooled and column.in_units)]

    def chart(self, drawn: Any, what: str) -> None:
        """A chart of it."""
        page.chart(drawn, self.key(what), of=page.subject(self.about))

    def table(self, rows: Sequence[Row], columns: Sequence[Column], title: str) -> None:
        """A table of it."""
        tables.shown(rows, columns, self.key(title), alt=title, currency=self.about.currency)

    def meanings(self, rows: Sequence[Row], columns: Sequence[Column], title: str) -> None:
        """What the columns of that table mean."""
        tables.meanings(rows, columns, self.key(f"{title} meanings"), alone=self.about.alone)


def is_in(player: str, part: Part) -> bool:
    """Whether a player has a record there."""
    return bool(is_one_of(part.frames.payouts["player"], player).any())


def rows_of(statistic: Statistic, shown: Shown, player: str) -> list[Row]:
    """The rows of a statistic of a player's page."""
    frames, choice = shown.part.frames, shown.choice
    return data.rows((frames, statistic.name, player, choice), lambda: statistic.make(frames, player, choice=choice))


def standing_of(player: str, part: Part) -> tuple[Row, int]:
    """The row of a player in the standings of a section, and how many have a place there."""
    rows = data.rows((part.frames, "places"), lambda: STANDINGS.make(part.frames))
    return next(row for row in rows if row["player"] == player), len(rows)


def title(about: Head) -> str:
    """What a section is of, in as few words as tell it from the others."""
    titles = data.titles_now()
    words = listed([titles[label] for label in about.variants])
    return f"{words} · {about.league}" if fold(st.query_params.get("league", "")) == filters.ALL else words


def head(shown: Shown) -> None:
    """Of which variants a part of the page is, where its top does not say it: of several, alone or together."""
    if shown.pooled:
        if not shown.alone:
            markup.heading(shown.about.league)
        together = counted(len(shown.about.variants), "variant")
        markup.small(f"{together} together, {counted(shown.about.deals, 'deal')}, {shown.about.days}. {NEVER_ADDED}")
    elif not shown.alone:
        page.heading(shown.about)
