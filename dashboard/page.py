"""What pages share: a title, a section for each league and variant, friendly words where there is nothing."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import pandas as pd
import streamlit as st

from dashboard import charts, data, links, markup, safe_text, tables, theme
from dashboard.filters import Filters
from scorer.errors import RefusedError
from scorer.frames import Frames, Part
from scorer.stats.beyond import beyond
from scorer.stats.columns import Choice, Column, Listing, Statistic
from scorer.stats.tables import STAKE, Head, has, head
from scorer.text.numbers import BASE
from scorer.text.sentences import counted, listed

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


def sections(chosen: Filters) -> list[tuple[Head, Part]]:
    """A section for each league and variant, or for each league by a measure: the most played first.

    Says why there is none where money cannot be counted.
    """
    try:
        found = data.parts_now(chosen.selection, chosen.choice.measure)
    except RefusedError as refused:
        st.text(str(refused))
        return []
    told = [(head(part, chosen.choice.measure), part) for part in found]
    if not told:
        nothing_here()
    return sorted(told, key=lambda section: -section[0].deals)


def one_by_one(found: Sequence[tuple[Head, Part]]) -> Iterator[tuple[Head, Part]]:
    """Sections below each other; of many, those that were played least are folded away until they are opened."""
    for at, (about, part) in enumerate(found):
        if at < UNFOLDED:
            yield about, part
            continue
        words = safe_text.label(f"{_titles(about)} · {about.league}, {counted(about.deals, 'deal')}")
        if fold := markup.unfolded(words, key(about, "fold")):
            with fold:
                yield about, part


def heading(about: Head, *, alone: bool = False, leads: str = "") -> None:
    """Of which league and variant a section is, how many deals, how counted; in small letters where it is `alone`.

    Of several sections, each `leads` to a page where it is alone.
    """
    words = [_titles(about, leading=True), about.league]
    deals = ", ".join(filter(None, [counted(about.deals, "deal"), about.days]))
    measure = f"Counted in {about.currency}." if about.currency else about.counted
    said = " · ".join([*words, deals]) if alone else ""
    if not alone:
        with st.container(horizontal=True, vertical_alignment="bottom", key=key(about, "heading")):
            markup.heading(" · ".join(words), deals)
            if leads and len(about.variants) == 1:
                shown = {"league": about.league, "variant": about.variants[0]}
                links.link(f"{_titles(about)} alone, with charts", leads, shown)
    if small := ". ".join(filter(None, [said, measure])):
        markup.small(f"{small} {STAKE}" if about.measure == BASE else small)
    if about.for_nothing:
        markup.small(about.for_nothing)


def _titles(about: Head, *, leading: bool = False) -> str:
    """The variants of a section in words, each `leading` to its rules."""
    titles = data.titles_now()
    return listed([links.variant(label, titles[label]) if leading else titles[label] for label in about.variants])


def key(about: Head, what: str) -> str:
    """What a chart or table is called within its page: the reader's place in it is kept by that.

    Two sections never share it: a league may have any letter in its name, what stands before it has no slash.
    """
    return f"{what}/{'+'.join(about.variants)}/{about.league}"


def rates(part: Part, table: Any) -> dict[str, Any]:
    """How often everybody calls, and wins where nobody calls, of what a section has; from standings or overview."""
    everybody = data.players_now()
    drawn = {"calls": charts.call_rates(table, "", everybody)} if has(part, "caller") else {}
    return drawn | ({"wins": charts.win_rates(table, "", everybody)} if has(part, "sides") else {})


def subject(about: Head) -> str:
    """Of which variant, league and days a section is, as a picture says it that is kept."""
    return " · ".join(filter(None, [_titles(about), about.league, about.days]))


def chart(drawn: Any, name: str, *, of: str = "", table: bool = True) -> None:
    """A figure under a key of its page; a picture that is kept says what it is `of`.

    A click on a mark that leads somewhere goes there. Below it its figures can be had as a `table`, unless one of the
    page has them.
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
            tables.shown(rows, columns, f"{name}_rows", alt=theme.asked(drawn), wrapped=charts.WORDS)


def legend(listing: Listing, rows: Sequence[tables.Row], shown: Sequence[Column] = ()) -> None:
    """What the columns of a table mean, below it: of those that are `shown` or all of the dashboard, where they are."""
    of = [column.name for column in shown or listing.on_dashboard if column.stands(rows)]
    if rows and (said := listing.legend_of(of, titled=True)):
        markup.small(said)


def asked_for(
    title: str,
    section: tuple[Head, Part],
    what: str,
    statistic: Statistic,
    choice: Choice,
    *,
    alt: str,
    currency: str = "",
) -> None:
    """A statistic folded away below a title: what it says, its table and columns; reckoned once it is opened."""
    about, part = section
    if fold := markup.unfolded(title, key(about, what)):
        with fold:
            question = statistic.name, part.frames, choice
            rows = data.rows(question, lambda: statistic.make(part.frames, choice=choice))
            markup.small(statistic.verdict(rows))
            tables.shown(rows, statistic.on_dashboard, key(about, f"{what}_table"), alt=alt, currency=currency)
            legend(statistic, rows)


def figures(about: Head, drawn: Mapping[str, Any], by: int = 2) -> None:
    """Figures of a section by what they are called, so many in a row; below each other on a phone."""
    named = list(drawn.items())
    for at in range(0, len(named), by):
        for place, (what, figure) in zip(st.columns(by, gap="medium"), named[at : at + by], strict=False):
            with place:
                chart(figure, key(about, what), of=subject(about))


def evening_names(frames: Frames) -> dict[Any, str]:
    """The match of each day by its name, or how many there were."""
    matches = frames.matches.assign(match=frames.matches["match"].astype(str))
    of_day = matches.groupby("on")["match"].agg(list).to_dict()
    return {day: names[0] if len(names) == 1 else counted(len(names), "match") for day, names in of_day.items()}


def pairs_beyond(part: Part, fewest: int) -> pd.DataFrame:
    """The pairs of a section with enough deals beside what roles and ratings foretell, made once."""
    return data.made((part.frames, "beyond", fewest), lambda: beyond(part.frames, min_deals=fewest))


def match_names(frames: Frames) -> dict[int, str]:
    """The names of the matches by id."""
    return dict(zip(frames.matches["match_id"].tolist(), frames.matches["match"].tolist(), strict=True))
