"""Bids: how often each is called and made."""

from typing import Any, Final

import streamlit as st

from dashboard import charts, data
from dashboard.address import filters
from dashboard.look import markup, theme
from dashboard.page import skeleton, tables
from dashboard.page.bids import CALLED, Shown, begun, rows_of
from dashboard.page.skeleton import PageSection
from scorer import wings
from scorer.language import N_, _
from scorer.stats.bids import contracts_made, half_within
from scorer.stats.describe.phrases import BETTER_CARDS
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import flat_tables
from scorer.text.numbers import Row

BY_ITSELF: Final = N_("Each by its own deals alone, with slams and doubled deals as they fell.")


def as_called(section: PageSection, what: str) -> None:
    """The bids of a section, each by its own deals: the table, and the charts where the section is alone."""
    rows = rows_of(section, what)
    answer = contracts_made(rows)
    if section.is_only and rows:
        markup.answer(answer.brief, answer.background if section.sure else _(BETTER_CARDS))
    if not begun(section, len(rows)):
        return
    if section.is_only:
        drawn = charts_of(section, rows)
        theme.align(list(drawn.values()))
        said = {"rates": {"alt": answer.brief}, "margins": {"answer": half_within(section.frames)}}
        for place, (name, chart) in zip(st.columns(2, gap="medium"), drawn.items(), strict=False):
            with place:
                section.chart(chart, name, **said[name])
    section.table(rows, described(what).on_dashboard, _("Bids"))


def charts_of(section: PageSection, rows: list[Row]) -> dict[str, Any]:
    """How often each bid is made, and how close the contracts were where somebody counted the card points."""
    frames = section.frames
    games = [frames.columns.variants[label] for label in section.about.variants]
    called = [game for game in games if game.has_auction]
    pays = {game.break_even for game in called}
    even = pays.pop() if len(pays) == 1 else None
    at = None if even is None else float(even)
    drawn = {"rates": charts.bid_rates(rows, break_even=at, sure=section.sure, pack=frames.pack)}
    if (frames.deals["card_points"] >= 0).any():
        drawn["margins"] = charts.margins(frames.deals, bonuses=any(game.bonuses for game in called))
    return drawn


def contents() -> dict[str, Shown]:
    """What the page can show, by its name in the address; the first is seen first."""
    shown = {CALLED: Shown(N_("As called"), as_called, [BY_ITSELF], "bands", "bids")}
    for with_more in wings.brought("bids: contents"):
        shown = with_more(shown)
    return shown


chosen = skeleton.subject(_("Bids"), "bids", "measure", "each", "show", "sure")
everything = skeleton.sections(chosen)
sections = skeleton.among(everything, lambda section: section.has("caller"))
if everything and not sections:
    st.text(_("Nobody calls in the games that are chosen here: they have no bids."))
if sections:
    offered = contents()
    with chosen.row:
        name = filters.one_of("show", list(offered), names={name: _(shown.title) for name, shown in offered.items()})
        show = offered[name]
        by_bid = show.each and filters.switch("each", _("every bid by itself"))
    what = show.each if by_bid else show.together
    skeleton.below_each_other(sections, lambda section: show.draw(section, what))
    if chosen.sure:
        markup.small(" ".join(map(_, show.captions)))
    tables.csv_button(what, lambda: flat_tables(data.frames_now(chosen.selection), what, chosen.choice))
