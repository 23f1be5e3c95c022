"""Bids: how often each is called and made; which of them pay; and what callers leave on the table."""

from typing import Any, Final

import pandas as pd
import streamlit as st

from dashboard import charts, data, filters, markup, page, tables
from scorer.frames import Part
from scorer.stats.calls import how_callers_differ
from scorer.stats.columns import Choice
from scorer.stats.descriptions import described
from scorer.stats.phrases import BETTER_CARDS, NOBODY_KNOWS, ONLY_UNITS
from scorer.stats.tables import Head, flat_tables, has, plain_rows, unlike_bids
from scorer.text.numbers import Row

CALLS: Final = described("calls")

CALLED, PAYS, LEFT = "called", "pays", "left"
SHOWN: Final = {CALLED: "As called", PAYS: "What pays", LEFT: "Left on the table"}
KINDS: Final = {CALLED: ("bands", "bids"), PAYS: ("paying_bands", "pays"), LEFT: ("calls", "calls")}  # together, apart
AS_CALLED: Final = (
    "Each by its own deals alone, with slams and doubled deals as they fell. What pays has the chance of each drawn "
    "towards what all together say, and what that brings by the payout table: the two may tell others apart from "
    "break-even, of few deals above all."
)
WHAT_PAYS: Final = (
    "The chance of each is its rate drawn towards what all together say along the auction, the more the fewer its "
    "contracts are; what it then brings follows from the payout table, at the usual share of slams and without what "
    f"redeals doubled. As called has each by its own deals alone, and may tell others apart. {BETTER_CARDS}"
)
WHAT_IS_LEFT: Final = (
    "What each call got is held beside what the bid would have brought that pays most of those which its card points "
    f"make: the difference was left on the table. {NOBODY_KNOWS}"
)
LEFT_AT: Final = CALLS.dashboard.index("counted")  # what is left is a table of its own: both need the width
BESIDE: Final = {CALLED: AS_CALLED, PAYS: WHAT_PAYS, LEFT: WHAT_IS_LEFT}


def section(about: Head, part: Part, what: str, *, alone: bool) -> None:
    """One league under one variant, or under several by a measure; of one `alone` the charts too."""
    table, drawn, margins = data.made((part.frames, what), lambda: contents(about, part, what))
    page.heading(about, alone=alone)
    if table.empty:
        markup.small(ONLY_UNITS)
        return
    if unlike := unlike_bids(part):
        markup.small(unlike)
    if alone:
        page.figures(about, drawn)
        page.figures(about, margins, by=1)
    rows, columns = plain_rows(table), described(what).on_dashboard
    tables.shown(rows, columns, page.key(about, "table"), alt="Bids", currency=about.currency)
    tables.meanings(rows, columns, page.key(about, "meanings"), alone=about.alone)


def contents(about: Head, part: Part, what: str) -> tuple[pd.DataFrame, dict[str, Any], dict[str, Any]]:
    """The table of a section, its charts by their names on the page, and those that need the whole width."""
    table = described(what).make(part.frames)
    games = [part.frames.columns.variants[label] for label in part.variants]
    pays = {game.break_even for game in games if game.has_auction}
    bonuses = any(game.bonuses for game in games if game.has_auction)
    even = pays.pop() if len(pays) == 1 else None
    drawn = {
        "rates": charts.bid_rates(table, break_even=None if even is None else float(even)),
        "units": charts.caller_units(table, currency=about.currency),
        "counts": charts.bid_counts(table),
    }
    if not (part.frames.deals["card_points"] >= 0).any():  # without counts there are no margins
        return table, drawn, {}
    drawn["means"] = charts.margin_means(table, bonuses=bonuses)
    return table, drawn, {"margins": charts.margins(part.frames.deals, bonuses=bonuses)}


def paying_or_left(about: Head, part: Part, show: str, what: str, *, alone: bool) -> None:
    """What pays, or what is left, of one section: in a sentence, as figures where it is `alone`, and as a table."""
    statistic = described(what)
    choice = Choice(about.measure)
    rows = data.rows((part.frames, what, about.measure), lambda: statistic.make(part.frames, choice=choice))
    page.heading(about, alone=alone)
    if not rows:
        markup.small(ONLY_UNITS)
        return
    if unlike := unlike_bids(part):
        markup.small(unlike)
    verdict = statistic.verdict(rows)
    if show == LEFT or not alone:
        markup.small(verdict)
    if alone:
        page.figures(about, figures_of(about, rows, show, verdict))
    of_page = statistic.on_dashboard
    parts = {SHOWN[show]: of_page}
    if show == LEFT:
        parts = {"The same bids": of_page[:LEFT_AT], SHOWN[show]: (of_page[0], *of_page[LEFT_AT:])}
    for alt, columns in parts.items():
        kept = [column for column in columns if column.stands(rows, alone=about.alone)]
        if len(kept) > 1:
            tables.shown(rows, kept, page.key(about, alt), alt=alt, currency=about.currency, alone=about.alone)
    tables.meanings(rows, of_page, page.key(about, "meanings"), alone=about.alone)
    if alone and show == PAYS:
        title, alt = "Do these chances foretell anything?", "Contracts told from the others"
        page.asked_for(title, (about, part), "foretold", described(f"{what}_test"), Choice(), alt=alt)


def figures_of(about: Head, rows: list[Row], show: str, verdict: str) -> dict[str, Any]:
    """The charts of what pays, or of what is left."""
    if show == PAYS:
        return {
            "paying": charts.paying(rows, verdict=verdict),
            "expected": charts.expected_units(rows, currency=about.currency),
        }
    return {
        "left": charts.left(rows, currency=about.currency),
        "same": charts.same_bids(rows, data.players_now(), verdict=how_callers_differ(rows)),
    }


page.begin("Bids")
chosen = filters.subject("bids", "measure", "each", "show")
found = page.sections(chosen)
sections = [(about, part) for about, part in found if has(part, "caller")]
if found and not sections:
    st.text("Nobody calls in the games that are chosen here: they have no bids.")
if sections:
    with st.container(horizontal=True, vertical_alignment="center", key="part"):
        show = filters.one_of("show", list(SHOWN), names=SHOWN)
        apart = show != LEFT and filters.switch("each", "every bid by itself")
    what = KINDS[show][apart]
    st.caption(BESIDE[show])
    for about, part in page.one_by_one(sections):
        if show == CALLED:
            section(about, part, what, alone=len(sections) == 1)
        else:
            paying_or_left(about, part, show, what, alone=len(sections) == 1)
    tables.csv_button(what, lambda: flat_tables(data.frames_now(chosen.selection), what, chosen.choice))
