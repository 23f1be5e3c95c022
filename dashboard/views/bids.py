"""Bids: how often each is called and made; which of them pay; and what callers leave on the table."""

from typing import Any, Final

import pandas as pd
import streamlit as st

from dashboard import charts, data
from dashboard.address import filters
from dashboard.look import markup
from dashboard.page import skeleton, sortable_tables
from dashboard.page.skeleton import Section
from scorer.language import N_, _
from scorer.stats.caller_skill import how_callers_differ
from scorer.stats.describe.columns import Choice
from scorer.stats.describe.phrases import BETTER_CARDS, NOBODY_KNOWS, ONLY_UNITS
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import flat_tables, plain_rows, unlike_bids
from scorer.text.numbers import Row

CALLS: Final = described("calls")

CALLED, PAYS, LEFT = "called", "pays", "left"
SHOWN: Final = {CALLED: N_("As called"), PAYS: N_("What pays"), LEFT: N_("Left on the table")}
KINDS: Final = {  # the statistic of bids together, and of every bid by itself
    CALLED: ("bands", "bids"),
    PAYS: ("paying_bands", "pays"),
    LEFT: ("calls", "calls"),
}
AS_CALLED: Final = N_(
    "Each by its own deals alone, with slams and doubled deals as they fell. What pays has the chance of each drawn "
    "towards what all together say, and what that brings by the payout table: the two may tell others apart from "
    "break-even, of few deals above all."
)
WHAT_PAYS: Final = N_(
    "The chance of each is its rate drawn towards what all together say along the auction, the more the fewer its "
    "contracts are; what it then brings follows from the payout table, at the usual share of slams and without what "
    "redeals doubled. As called has each by its own deals alone, and may tell others apart."
)
WHAT_IS_LEFT: Final = N_(
    "What each call got is held beside what the bid would have brought that pays most of those which its card points "
    "make: the difference was left on the table."
)
LEFT_AT: Final = CALLS.dashboard.index("counted")  # what is left is a table of its own: both need the width
CAPTIONS: Final = {CALLED: (AS_CALLED,), PAYS: (WHAT_PAYS, BETTER_CARDS), LEFT: (WHAT_IS_LEFT, NOBODY_KNOWS)}


def as_called(section: Section, what: str) -> None:
    """The bids of a section, each by its own deals: the table, and the charts where the section is alone."""
    table, drawn, margins = data.made((section.frames, what), lambda: contents(section, what))
    section.heading()
    if table.empty:
        markup.small(_(ONLY_UNITS))
        return
    if unlike := unlike_bids(section.part):
        markup.small(unlike)
    if section.alone:
        section.figures(drawn)
        section.figures(margins, by=1)
    rows, columns = plain_rows(table), described(what).on_dashboard
    section.table(rows, columns, _("Bids"), "table")
    section.meanings(rows, columns)


def contents(section: Section, what: str) -> tuple[pd.DataFrame, dict[str, Any], dict[str, Any]]:
    """The table of a section, its charts by their names on the page, and those that need the whole width."""
    frames = section.frames
    table = described(what).make(frames)
    games = [frames.columns.variants[label] for label in section.about.variants]
    pays = {game.break_even for game in games if game.has_auction}
    bonuses = any(game.bonuses for game in games if game.has_auction)
    even = pays.pop() if len(pays) == 1 else None
    drawn = {
        "rates": charts.bid_rates(table, break_even=None if even is None else float(even)),
        "units": charts.caller_units(table, currency=section.about.currency),
        "counts": charts.bid_counts(table),
    }
    if not (frames.deals["card_points"] >= 0).any():  # without counts there are no margins
        return table, drawn, {}
    drawn["means"] = charts.margin_means(table, bonuses=bonuses)
    return table, drawn, {"margins": charts.margins(frames.deals, bonuses=bonuses)}


def paying_or_left(section: Section, show: str, what: str) -> None:
    """What pays, or what is left, of a section: in a sentence, as figures where it is alone, and as a table."""
    statistic, about, frames = described(what), section.about, section.frames
    rows = data.rows((frames, what, about.measure), lambda: statistic.make(frames, choice=Choice(about.measure)))
    section.heading()
    if not rows:
        markup.small(_(ONLY_UNITS))
        return
    if unlike := unlike_bids(section.part):
        markup.small(unlike)
    verdict = statistic.verdict(rows).whole
    if show == LEFT or not section.alone:
        markup.small(verdict)
    if section.alone:
        section.figures(figures_of(rows, show, verdict, about.currency))
    every = statistic.on_dashboard
    tables = {_(SHOWN[show]): every}
    if show == LEFT:
        tables = {_("The same bids"): every[:LEFT_AT], _(SHOWN[show]): (every[0], *every[LEFT_AT:])}
    for alt, columns in tables.items():
        kept = [column for column in columns if column.is_shown(rows, alone=about.alone)]
        if len(kept) > 1:
            section.table(rows, kept, alt)
    section.meanings(rows, every)
    if section.alone and show == PAYS:
        title, alt = _("Do these chances predict anything?"), _("Contracts predicted from the others")
        section.asked_for(title, "predicted", described(f"{what}_test"), Choice(), alt)


def figures_of(rows: list[Row], show: str, verdict: str, currency: str) -> dict[str, Any]:
    """The charts of what pays, or of what is left."""
    if show == PAYS:
        return {
            "paying": charts.paying(rows, verdict=verdict),
            "expected": charts.expected_units(rows, currency=currency),
        }
    return {
        "left": charts.left_on_the_table(rows, currency=currency),
        "same": charts.same_bids(rows, data.players_now(), verdict=how_callers_differ(rows)),
    }


skeleton.begin(_("Bids"))
chosen = filters.subject("bids", "measure", "each", "show")
everything = skeleton.sections(chosen)
sections = skeleton.among(everything, lambda section: section.has("caller"))
if everything and not sections:
    st.text(_("Nobody calls in the games that are chosen here: they have no bids."))
if sections:
    with st.container(horizontal=True, vertical_alignment="center", key="part"):
        show = filters.one_of("show", list(SHOWN), names={key: _(words) for key, words in SHOWN.items()})
        by_bid = show != LEFT and filters.switch("each", _("every bid by itself"))
    what = KINDS[show][by_bid]
    st.caption(" ".join(map(_, CAPTIONS[show])))
    for section in skeleton.one_by_one(sections):
        if show == CALLED:
            as_called(section, what)
        else:
            paying_or_left(section, show, what)
    sortable_tables.csv_button(what, lambda: flat_tables(data.frames_now(chosen.selection), what, chosen.choice))
