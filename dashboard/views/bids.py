"""Bids: which of them pay; how often each is called and made; and what callers leave on the table."""

from collections.abc import Sequence
from typing import Any, Final

import streamlit as st

from dashboard import charts, data
from dashboard.address import filters
from dashboard.look import markup, theme
from dashboard.page import skeleton, tables
from dashboard.page.skeleton import Section
from scorer.insight.caller_skill import left_words
from scorer.language import N_, _
from scorer.stats.bids import contracts_made, half_within
from scorer.stats.describe.columns import Choice, Statistic
from scorer.stats.describe.phrases import BETTER_CARDS, NOBODY_KNOWS, ONLY_UNITS
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import flat_tables, unlike_bids
from scorer.text.numbers import Row
from scorer.text.sentences import THE_RANKS

CALLS: Final = described("calls")

PAYS, CALLED, LEFT = "pays", "called", "left"
SHOWN: Final = {PAYS: N_("What pays"), CALLED: N_("As called"), LEFT: N_("What is left")}
OF_BANDS: Final = {PAYS: "paying_bands", CALLED: "bands", LEFT: "calls"}  # the statistic of bids taken together
OF_BIDS: Final = OF_BANDS | {PAYS: "pays", CALLED: "bids"}  # of every bid by itself
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
CAPTIONS: Final = {PAYS: (WHAT_PAYS, BETTER_CARDS), CALLED: (AS_CALLED,), LEFT: (WHAT_IS_LEFT, NOBODY_KNOWS)}
SEEN_FIRST: Final = ("called", "rate", "break_even", "pays", "units_caller")  # of what pays, behind the bid
OTHERS_GET: Final = ("units_partner", "units_defender")


def as_called(section: Section, what: str) -> None:
    """The bids of a section, each by its own deals: the table, and the charts where the section is alone."""
    rows = rows_of(section, what)
    answer = contracts_made(rows)
    if section.is_only and rows:
        markup.answer(answer.brief, answer.background if section.sure else _(BETTER_CARDS))
    if not begun(section, len(rows)):
        return
    if section.is_only:
        drawn = figures_of(section, rows)
        theme.align(list(drawn.values()))
        said = {"rates": {"alt": answer.brief}, "margins": {"answer": half_within(section.frames)}}
        for place, (name, figure) in zip(st.columns(2, gap="medium"), drawn.items(), strict=False):
            with place:
                section.chart(figure, name, **said[name])
    section.table(rows, described(what).on_dashboard, _("Bids"))


def begun(section: Section, rows: int) -> bool:
    """Whether a section has bids to show, below its heading and what has to be said before them."""
    section.heading()
    if words := unlike_bids(section.part) if rows else _(ONLY_UNITS):
        markup.small(words)
    return rows > 0


def figures_of(section: Section, rows: list[Row]) -> dict[str, Any]:
    """How often each bid is made, and how close the contracts were where somebody counted the card points."""
    frames = section.frames
    games = [frames.columns.variants[label] for label in section.about.variants]
    called = [game for game in games if game.has_auction]
    pays = {game.break_even for game in called}
    even = pays.pop() if len(pays) == 1 else None
    drawn = {"rates": charts.bid_rates(rows, break_even=None if even is None else float(even), sure=section.sure)}
    if (frames.deals["card_points"] >= 0).any():
        drawn["margins"] = charts.margins(frames.deals, bonuses=any(game.bonuses for game in called))
    return drawn


def what_pays(section: Section, what: str) -> None:
    """Which bids pay, in a sentence and as a table."""
    statistic, rows = described(what), rows_of(section, what)
    answer = paying_words(statistic, rows) if rows else ""
    sure_words = statistic.verdict(rows).whole if section.sure and rows else ""
    if section.is_only:
        markup.answer(answer, sure_words or _(BETTER_CARDS))
    if not begun(section, len(rows)):
        return
    if not section.is_only:
        markup.quiet(sure_words or answer)
    every = statistic.on_dashboard
    columns = every if section.sure else [every[0], *map(statistic.__getitem__, SEEN_FIRST)]
    more = () if section.sure else tuple(map(statistic.__getitem__, OTHERS_GET))
    section.table(rows, columns, _(SHOWN[PAYS]), more=more)


def rows_of(section: Section, what: str) -> list[Row]:
    """The rows of a statistic of a section, in its measure."""
    statistic, frames, measure = described(what), section.frames, section.about.measure
    return data.rows((frames, what, measure), lambda: statistic.make(frames, choice=Choice(measure)))


def paying_words(statistic: Statistic, rows: Sequence[Row]) -> str:
    """`The six pays. Of the others it cannot be told yet.`: which bids pay, ranks by their names."""
    key = statistic.columns[0].name
    in_words = [row | {key: _(THE_RANKS[row[key]])} if row[key] in THE_RANKS else row for row in rows]
    words = statistic.verdict(in_words).brief
    return words[:1].upper() + words[1:]


def left(section: Section, what: str) -> None:
    """What callers of a section left on the table, in a sentence and as two tables."""
    statistic, about, rows = described(what), section.about, rows_of(section, what)
    verdict = section.verdict(statistic, rows)
    if section.is_only and rows:
        markup.answer(left_words(rows, section.counting), verdict)
    if not begun(section, len(rows)):
        return
    if not section.is_only:
        markup.quiet(verdict)
    every = statistic.on_dashboard
    for alt, columns in {
        _("The same bids"): every[:LEFT_AT],
        _(SHOWN[LEFT]): (every[0], *every[LEFT_AT:]),
    }.items():
        kept = [column for column in columns if column.is_shown(rows, alone=about.alone, sure=section.sure)]
        if len(kept) > 1:
            section.table(rows, kept, alt)


CONTENTS: Final = {PAYS: what_pays, CALLED: as_called, LEFT: left}

chosen = skeleton.subject(_("Bids"), "bids", "measure", "each", "show", "sure")
everything = skeleton.sections(chosen)
sections = skeleton.among(everything, lambda section: section.has("caller"))
if everything and not sections:
    st.text(_("Nobody calls in the games that are chosen here: they have no bids."))
if sections:
    with chosen.row:
        show = filters.one_of("show", list(SHOWN), names={key: _(words) for key, words in SHOWN.items()})
        by_bid = show != LEFT and filters.switch("each", _("every bid by itself"))
    what = (OF_BIDS if by_bid else OF_BANDS)[show]
    skeleton.below_each_other(sections, lambda section: CONTENTS[show](section, what))
    if chosen.sure:
        markup.small(" ".join(map(_, CAPTIONS[show])))
    tables.csv_button(what, lambda: flat_tables(data.frames_now(chosen.selection), what, chosen.choice))
