"""What pages share: a title, a section for each league and variant, friendly words where there is nothing."""

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

import streamlit as st

from dashboard import charts, data
from dashboard.address import filters, links
from dashboard.address.filters import ALL, Filters
from dashboard.look import markup, safe_text, theme
from dashboard.page import tables
from scorer.errors import RefusedError
from scorer.frames import Frames, Part
from scorer.language import _, counts
from scorer.language.lists_numbers_dates import listed
from scorer.stats.describe.columns import Column, Listing, MakingOptions, Needed, Statistic
from scorer.stats.describe.statistic_files import on_page
from scorer.stats.describe.statistic_tables import STAKE, Head, for_verdict, head
from scorer.text.numbers import BASE, Counting, Row

UNFOLDED: Final = 4  # sections below each other
START: Final = """scorer --db {book} start "{night}" --players "Anna,Bruno,Carla,Dario,Elena"
scorer --db {book} deal anna 2 elena 74"""


def top() -> Any:
    """Begin a page: its style, and the room for its title, which the choices below decide."""
    markup.style()
    return st.container(key="top")


def begin(words: str) -> None:
    """Begin a page without choices under this title."""
    markup.style()
    title(words)


def title(*words: str) -> None:
    """The title of a page, in its heading and in the tab of the browser: what it is about, and of which league."""
    whole = ", ".join(filter(None, words))
    markup.title(whole, links.page_now())
    st.set_page_config(page_title=markup.bare_words(whole))


def subject(words: str, page: str, *own: str, together: bool = False) -> Filters:
    """Begin a page: its title with the league that is chosen, and below the row of its choices."""
    above = top()
    chosen = filters.subject(page, *own, together=together)
    with above:
        title(words, chosen.selection.league)
    return chosen


def how_to_start() -> None:
    """What an empty scorebook shows: which file this is, what records a deal, and how another one is shown."""
    st.subheader(_("No deal is recorded yet."), anchor=False)
    scorebook = data.book().label
    st.text(
        _(
            "This is the scorebook {scorebook}. Two lines record a deal, and this page follows by itself:",
            scorebook=scorebook,
        )
    )
    start = START.format(book=shlex.quote(scorebook), night=_("First night"))
    st.code(start, language=None, wrap_lines=True)
    st.text(_("The caller, the bid, the partner, the card points: everybody's units follow."))
    st.text(_("Another scorebook is shown by its name:"))
    st.code(" ".join(["scorer --db", _("FILE"), "dashboard"]), language=None)
    st.text(_("The sample leagues show what a season looks like:"))
    st.code("scorer dashboard --demo", language=None)


def nothing_here() -> None:
    """What a page shows when its selection leaves nothing; where nothing was ever played, how to start."""
    if not any(data.played_now().values()):
        how_to_start()
        return
    markup.heading(_("Nothing was played in this selection."))
    st.text(_("Choose other days, another league or another variant."))


@dataclass(frozen=True, slots=True)
class PageSection:
    """A league and a variant on a page, or several variants by a measure: with charts where it `is_only` there.

    `choice` is how its statistics are made, and `sure` whether the page says how sure they are. A `pooled` section is
    of variants whose units differ: it shows no units. On a page of `every_league` it says which is its own.
    """

    about: Head
    part: Part
    choice: MakingOptions
    is_only: bool
    sure: bool = False
    pooled: bool = False
    every_league: bool = False

    @property
    def frames(self) -> Frames:
        """What it is made of."""
        return self.part.frames

    @property
    def counting(self) -> Counting:
        """How its units are written."""
        return tables.counting(self.about.currency, sure=self.sure, pack=self.about.pack)

    @property
    def variant(self) -> str:
        """The variant for an address: all where it is of several."""
        return self.about.variants[0] if len(self.about.variants) == 1 else ALL

    def verdict(self, statistic: Statistic, rows: Sequence[Row]) -> str:
        """What the rows of a statistic together say: in a sentence, or all of it where the page says how sure it is."""
        return statistic.verdict(for_verdict(rows, self.about)).of(sure=self.sure)

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

    def heading(self, page: str = "") -> None:
        """Its league and variant, how many deals, how they are counted; in small letters where it is the only one.

        Where there are several sections, a link leads to the `page` of this one alone.
        """
        about, titles = self.about, data.titles_now()
        words = [listed([links.variant(label, titles[label]) for label in about.variants]), about.league]
        deals = ", ".join(filter(None, [counts.deals(about.deals), about.days]))
        measure = _("Counted in {currency}.", currency=about.currency) if about.currency else about.counted
        about_it = words if self.every_league else words[:1]  # else the title of the page has the league
        subject = " · ".join([*about_it, deals]) if self.is_only else ""
        if not self.is_only:
            with st.container(horizontal=True, vertical_alignment="bottom", key=self.key("heading")):
                markup.heading(" · ".join(words), deals)
                if page and len(about.variants) == 1:
                    query = {"league": about.league, "variant": about.variants[0]}
                    links.link(_("{variant} alone, with charts", variant=self.titles), page, query)
        if small := ". ".join(filter(None, [subject, measure])):
            markup.small(f"{small} {_(STAKE)}" if about.measure == BASE else small)
        for sentences in filter(None, [about.unlike, about.for_nothing]):
            markup.small(sentences)

    def chart(self, drawn: Any, what: str, answer: str = "", *, alt: str = "") -> None:
        """A chart of it; a picture that is kept says its variant, league and days."""
        subject = " · ".join(filter(None, [self.titles, self.about.league, self.about.days]))
        chart(drawn, self.key(what), answer, alt=alt, subject=subject)

    def columns(self, statistic: Statistic) -> list[Column]:
        """The columns of a table of it."""
        return [column for column in statistic.on_dashboard if not (self.pooled and column.in_units)]

    def table(
        self, rows: Sequence[Row], columns: Sequence[Column], alt: str, *, more: Sequence[Column] = (),
        drawn: Mapping[str, tables.DrawsCell] = tables.AS_WORDS,
    ) -> None:  # fmt: skip
        """A table of it, below it `more` columns and what all of them mean, folded away."""
        about, counting = self.about, self.counting
        tables.shown(rows, columns, alt=alt, units=counting, alone=about.alone, drawn=drawn)
        behind = [column for column in more if column.is_shown(rows, alone=about.alone, sure=self.sure)]
        with st.container(horizontal=True, gap="medium", key=self.key(f"below {alt}")):
            more_fold = behind and markup.unfolded(_("More columns"), self.key(f"more {alt}"), compact=True)
            if more_fold:
                with more_fold:
                    keys = [column for column in columns if column.pinned and column.in_words]
                    tables.shown(rows, (*keys, *behind), alt=_("More columns"), units=counting, alone=about.alone)
            key, means = self.key(f"{alt} meanings"), (*columns, *behind)
            tables.meanings(rows, means, key, alone=about.alone, sure=self.sure, currency=about.currency)

    def folded_away(self, page: str) -> None:
        """The statistics that are folded away on a page, each below its title; reckoned when somebody opens one."""
        for statistic in on_page(page):
            if fold := markup.unfolded(_(statistic.title), self.key(statistic.name)):
                with fold:
                    self._asked_for(statistic)

    def _asked_for(self, statistic: Statistic) -> None:
        """The verdict of a statistic, its table and its columns."""
        question = statistic.name, self.frames, self.choice
        rows = data.rows(question, lambda: statistic.make(self.frames, choice=self.choice))
        markup.small(statistic.verdict(for_verdict(rows, self.about)).whole)
        units = tables.counting(self.about.currency, sure=True, pack=self.about.pack)
        tables.shown(rows, statistic.on_dashboard, alt=_(statistic.short), units=units)
        legend(statistic, rows, sure=True)


def sections(chosen: Filters) -> list[PageSection]:
    """A section for each league and variant, or for each league by a measure: the most played first.

    Says why there is none where money cannot be counted.
    """
    try:
        parts = data.parts_now(chosen.selection, chosen.choice.measure)
    except RefusedError as refused:
        st.text(str(refused))
        return []
    if not parts:
        nothing_here()
    is_only, measure = len(parts) == 1, chosen.choice.measure
    heads = [data.made(("head", part.frames, measure), partial(head, part, measure)) for part in parts]
    every_league = not chosen.selection.league
    made = [
        PageSection(about, part, chosen.choice, is_only, chosen.sure, every_league=every_league)
        for about, part in zip(heads, parts, strict=True)
    ]
    return sorted(made, key=lambda section: -section.about.deals)


def among(every: Sequence[PageSection], wanted: Callable[[PageSection], bool], **changes: Any) -> list[PageSection]:
    """The sections that are wanted, with these changes; where one is left, it is the only one of the page."""
    kept = list(filter(wanted, every))
    return [replace(section, is_only=len(kept) == 1, **changes) for section in kept]


def below_each_other(every: Sequence[PageSection], show: Callable[[PageSection], None]) -> None:
    """Show sections, where there are many those with the fewest deals folded away at first."""
    for section in every[:UNFOLDED]:
        show(section)
    for section in every[UNFOLDED:]:
        words = f"{section.titles} · {section.about.league}, {counts.deals(section.about.deals)}"
        if fold := markup.unfolded(safe_text.label(words), section.key("fold")):
            with fold:
                show(section)


def chart(drawn: Any, name: str, answer: str = "", *, alt: str = "", subject: str = "") -> None:
    """A chart under a key of its page; a picture that somebody keeps says its `subject`.

    A click on a mark that leads somewhere goes there. Below it stand the `answer` to its question and its figures as a
    table. Where the page says the answer elsewhere, who does not see the chart has it as `alt`.
    """
    if subject:
        theme.signed(drawn, subject)

    def chosen() -> None:  # only when a mark is chosen, for it remains so
        target = None
        for point in st.session_state[name]["selection"]["points"]:
            target = links.of_point(drawn, point) or target
        if target:
            links.go(*target)

    leads = links.of_chart(drawn)
    leading: dict[str, Any] = {"on_select": chosen, "selection_mode": "points"} if leads else {}
    st.plotly_chart(drawn.settled(leads=leads), key=name, **theme.shown(drawn, answer or alt), **leading)
    markup.below_chart(answer, theme.note_of(drawn))
    if drawn.data:
        as_table(drawn, name)


def as_table(drawn: Any, name: str) -> None:
    """The figures of a chart, folded away: nothing of them is sent before somebody asks for them."""
    if fold := markup.unfolded(_("as a table"), f"{name}_as_table", compact=True):
        columns, rows = charts.as_table(drawn)
        with fold:
            tables.shown(rows, columns, alt=theme.question_of(drawn))


def legend(listing: Listing, rows: Sequence[Row], shown: Sequence[Column] = (), *, sure: bool = False) -> None:
    """What the columns of a table mean, below it: of those that are `shown`, else of all of the dashboard.

    Whoever asks how `sure` it is reads the legend of the statistic, which explains errors and intervals.
    """
    columns = shown or listing.on_dashboard
    if not sure:
        markup.meanings(tables.meant(rows, columns))
    elif rows:
        names = [column.name for column in columns if column.is_shown(rows)]
        markup.small(listing.legend_of(names, titled=True))


def evening_names(frames: Frames) -> dict[Any, str]:
    """The match of each day by its name, or how many there were."""
    matches = frames.matches.assign(match=frames.matches["match"].astype(str))
    by_day = matches.groupby("on")["match"].agg(list).to_dict()
    return {day: names[0] if len(names) == 1 else counts.matches(len(names)) for day, names in by_day.items()}


def evening_matches(frames: Frames) -> dict[Any, int]:
    """The id of the match of each day that had only one."""
    by_day = frames.matches.groupby("on")["match_id"].agg(list).to_dict()
    return {day: ids[0] for day, ids in by_day.items() if len(ids) == 1}


def match_names(frames: Frames) -> dict[int, str]:
    """The names of the matches by id."""
    return dict(zip(frames.matches["match_id"].tolist(), frames.matches["match"].tolist(), strict=True))
