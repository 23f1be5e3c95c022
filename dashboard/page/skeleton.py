"""What pages share: a title, a section for each league and variant, friendly words where there is nothing."""

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import pandas as pd
import streamlit as st

from dashboard import charts, data
from dashboard.address import links
from dashboard.address.filters import ALL, Filters
from dashboard.look import markup, safe_text, theme
from dashboard.page import sortable_tables
from scorer.errors import RefusedError
from scorer.frames import Frames, Part
from scorer.language import counts
from scorer.language.forms import listed
from scorer.stats.decomposition import luck
from scorer.stats.describe.columns import Choice, Column, Listing, Needed, Statistic
from scorer.stats.describe.statistic_tables import STAKE, Head, head
from scorer.stats.synergy import beyond
from scorer.text.numbers import BASE, SCREEN, Counting, Row

UNFOLDED: Final = 6  # sections below each other
START: Final = """scorer --db {book} start "First night" --players "Anna,Bruno,Carla,Dario,Elena"
scorer --db {book} deal anna 2 elena 74"""


def begin(words: str) -> None:
    """The title of a page, in words of ours."""
    markup.style()
    st.title(words, anchor=False)


def how_to_start() -> None:
    """What an empty scorebook shows: which file this is, what records a deal, and how another one is shown."""
    st.subheader("No deal is recorded yet.", anchor=False)
    st.text(f"This is the scorebook {data.book().label}. Two lines record a deal, and this page follows by itself:")
    st.code(START.format(book=shlex.quote(data.book().label)), language=None)
    st.text("The caller, the bid, the partner, the card points: everybody's units follow.")
    st.text("Another scorebook is shown by its name:")
    st.code("scorer --db FILE dashboard", language=None)
    st.text("The sample leagues show what a season looks like:")
    st.code("scorer dashboard --demo", language=None)


def nothing_here() -> None:
    """What a page shows when its selection leaves nothing; where nothing was ever played, how to start."""
    if not any(data.played_now().values()):
        how_to_start()
        return
    markup.heading("Nothing was played in this selection.")
    st.text("Choose other days, another league or another variant.")


@dataclass(frozen=True, slots=True)
class Section:
    """A league and a variant on a page, or several variants by a measure: with charts where it is `alone` there.

    `choice` is how its statistics are made. It is `pooled` of variants whose units are not one thing: it has none.
    """

    about: Head
    part: Part
    choice: Choice
    alone: bool
    pooled: bool = False

    @property
    def frames(self) -> Frames:
        """What it is made of."""
        return self.part.frames

    @property
    def counting(self) -> Counting:
        """How its units are written."""
        return Counting(self.about.currency, SCREEN)

    @property
    def variant(self) -> str:
        """The variant for an address: all where it is of several."""
        return self.about.variants[0] if len(self.about.variants) == 1 else ALL

    def has(self, needed: Needed) -> bool:
        """Whether one of its games has this."""
        return needed in self.about.has

    def key(self, what: str) -> str:
        """What a chart or table is called within its page: the reader's place in it is kept by that.

        Two sections never share it: a league may have any letter in its name, what stands before it has no slash.
        """
        return f"{what}/{'+'.join(self.about.variants)}/{self.about.league}"

    @property
    def titles(self) -> str:
        """The variants in words."""
        return listed([data.titles_now()[label] for label in self.about.variants])

    def heading(self, leads: str = "") -> None:
        """Of which league and variant it is, how many deals, how counted; in small letters where it is alone.

        Of several sections, each `leads` to a page where it is alone.
        """
        about, titles = self.about, data.titles_now()
        words = [listed([links.variant(label, titles[label]) for label in about.variants]), about.league]
        deals = ", ".join(filter(None, [counts.deals(about.deals), about.days]))
        measure = f"Counted in {about.currency}." if about.currency else about.counted
        said = " · ".join([*words, deals]) if self.alone else ""
        if not self.alone:
            with st.container(horizontal=True, vertical_alignment="bottom", key=self.key("heading")):
                markup.heading(" · ".join(words), deals)
                if leads and len(about.variants) == 1:
                    shown = {"league": about.league, "variant": about.variants[0]}
                    links.link(f"{self.titles} alone, with charts", leads, shown)
        if small := ". ".join(filter(None, [said, measure])):
            markup.small(f"{small} {STAKE}" if about.measure == BASE else small)
        if about.for_nothing:
            markup.small(about.for_nothing)

    def chart(self, drawn: Any, what: str, *, table: bool = True) -> None:
        """A chart of it; a picture that is kept says its variant, league and days."""
        of = " · ".join(filter(None, [self.titles, self.about.league, self.about.days]))
        chart(drawn, self.key(what), of=of, table=table)

    def figures(self, drawn: Mapping[str, Any], by: int = 2) -> None:
        """Charts by what they are called, so many in a row; below each other on a phone."""
        named = list(drawn.items())
        for at in range(0, len(named), by):
            for place, (what, figure) in zip(st.columns(by, gap="medium"), named[at : at + by], strict=False):
                with place:
                    self.chart(figure, what)

    def columns(self, statistic: Statistic) -> list[Column]:
        """The columns of a table of it."""
        return [column for column in statistic.on_dashboard if not (self.pooled and column.in_units)]

    def table(
        self, rows: Sequence[Row], columns: Sequence[Column], alt: str, what: str = "", more: Sequence[Column] = ()
    ) -> None:
        """A table of it, called `what`, or by what it is; for `more` columns a screen may have no room."""
        key, about = self.key(what or alt), self.about
        sortable_tables.shown(rows, columns, key, alt=alt, currency=about.currency, alone=about.alone, more=more)

    def meanings(self, rows: Sequence[Row], columns: Sequence[Column], of: str = "") -> None:
        """What the columns of a table mean."""
        sortable_tables.meanings(rows, columns, self.key(f"{of} meanings".lstrip()), alone=self.about.alone)

    def asked_for(self, title: str, what: str, statistic: Statistic, choice: Choice, alt: str) -> None:
        """A statistic folded away below a title: what it says, its table and columns; reckoned once it is opened."""
        if fold := markup.unfolded(title, self.key(what)):
            with fold:
                question = statistic.name, self.frames, choice
                rows = data.rows(question, lambda: statistic.make(self.frames, choice=choice))
                markup.small(statistic.verdict(rows))
                currency = self.about.currency if choice.measure == self.about.measure else ""
                name = self.key(f"{what}_table")
                sortable_tables.shown(rows, statistic.on_dashboard, name, alt=alt, currency=currency)
                legend(statistic, rows)


def sections(chosen: Filters) -> list[Section]:
    """A section for each league and variant, or for each league by a measure: the most played first.

    Says why there is none where money cannot be counted.
    """
    try:
        found = data.parts_now(chosen.selection, chosen.choice.measure)
    except RefusedError as refused:
        st.text(str(refused))
        return []
    if not found:
        nothing_here()
    made = [Section(head(part, chosen.choice.measure), part, chosen.choice, len(found) == 1) for part in found]
    return sorted(made, key=lambda section: -section.about.deals)


def among(found: Sequence[Section], wanted: Callable[[Section], bool], **changes: Any) -> list[Section]:
    """Those of some sections that are wanted, with these changes; where that is one, it is alone on the page."""
    kept = list(filter(wanted, found))
    return [replace(section, alone=len(kept) == 1, **changes) for section in kept]


def one_by_one(found: Sequence[Section]) -> Iterator[Section]:
    """Sections below each other; of many, those that were played least are folded away until they are opened."""
    for at, section in enumerate(found):
        if at < UNFOLDED:
            yield section
            continue
        words = f"{section.titles} · {section.about.league}, {counts.deals(section.about.deals)}"
        if fold := markup.unfolded(safe_text.label(words), section.key("fold")):
            with fold:
                yield section


def chart(drawn: Any, name: str, *, of: str = "", table: bool = True) -> None:
    """A figure under a key of its page; a picture that is kept says what it is `of`.

    A click on a mark that leads somewhere goes there. Its figures can be had below it as a `table`: not where another
    table of the page has them.
    """
    if of:
        theme.signed(drawn, of)

    def chosen() -> None:  # only when a mark is chosen, for it remains so
        target = None
        for point in st.session_state[name]["selection"]["points"]:
            target = links.of_point(drawn, point) or target
        if target:
            links.go(*target)

    leading: dict[str, Any] = {"on_select": chosen, "selection_mode": "points"} if links.of_figure(drawn) else {}
    st.plotly_chart(drawn, key=name, **theme.shown(drawn), **leading)
    if table and drawn.data:
        as_table(drawn, name)


def as_table(drawn: Any, name: str) -> None:
    """The figures of a chart, folded away: nothing of them is sent before they are asked for."""
    if fold := markup.unfolded("as a table", f"{name}_as_table", compact=True):
        columns, rows = charts.as_table(drawn)
        with fold:
            sortable_tables.shown(rows, columns, f"{name}_rows", alt=theme.asked(drawn), wrapped=charts.WORDS)


def legend(listing: Listing, rows: Sequence[sortable_tables.Row], shown: Sequence[Column] = ()) -> None:
    """What the columns of a table mean, below it: of those that are `shown` or all of the dashboard, where they are."""
    of = [column.name for column in shown or listing.on_dashboard if column.is_shown(rows)]
    if rows and (said := listing.legend_of(of, titled=True)):
        markup.small(said)


def evening_names(frames: Frames) -> dict[Any, str]:
    """The match of each day by its name, or how many there were."""
    matches = frames.matches.assign(match=frames.matches["match"].astype(str))
    of_day = matches.groupby("on")["match"].agg(list).to_dict()
    return {day: names[0] if len(names) == 1 else counts.matches(len(names)) for day, names in of_day.items()}


def pairs_beyond(frames: Frames, fewest: int) -> pd.DataFrame:
    """The pairs of a section with enough deals beside what roles and ratings foretell, made once."""
    return data.made((frames, "beyond", fewest), lambda: beyond(frames, min_deals=fewest))


def parts_of_units(section: Section) -> list[Row]:
    """What everybody's units of a section are made of."""
    frames, measure = section.frames, section.about.measure
    return data.rows((frames, "luck", measure), lambda: luck(frames, measure))


def match_names(frames: Frames) -> dict[int, str]:
    """The names of the matches by id."""
    return dict(zip(frames.matches["match_id"].tolist(), frames.matches["match"].tolist(), strict=True))
