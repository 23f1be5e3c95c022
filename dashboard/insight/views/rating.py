"""Who plays better, whoever else sat there: all variants of a league together, since every deal weighs the same."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import streamlit as st

from dashboard import charts, data
from dashboard.address import filters, links
from dashboard.insight.rating_chart import rating_lines
from dashboard.look import markup
from dashboard.page import skeleton, tables
from dashboard.page.skeleton import PageSection
from scorer.insight.rating import OTHER_FIGURE, course_verdict, rating_curve
from scorer.language import N_, _
from scorer.stats.describe.columns import PLAYER, MakingOptions
from scorer.stats.describe.phrases import ONLY_UNITS
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import flat_tables, head
from scorer.text.lead_words import lead_of
from scorer.text.numbers import SCREEN, Counting, Row

RATING: Final = described("rating")

MEANT: Final = N_(
    "What a player is expected to get a deal with any of the others, and choosing when to call is part of it: drawn "
    "towards 0 as far as chance alone explains it."
)
SEEN_FIRST: Final = ("place", PLAYER, "rating", "deals", "caller", "partner", "defender", "side")
NO_DIFFERENCE: Final = N_("No difference in play can be told yet.")
ALONE: Final = N_("Only {player} has a rating yet: there is nobody to play better than.")


def shown(section: PageSection) -> None:
    """One league: who plays best, the ratings as a table, and how they went where it is alone."""
    section = replace(section, about=head(section.part, section.about.measure, with_sheets=True))
    rows = data.rows(("rating", section.frames), lambda: RATING.make(section.frames))
    answer, caveat = who_plays_best(rows)
    if section.sure:
        caveat = RATING.verdict(rows).whole
    if section.is_only:
        markup.answer(answer, caveat)
    section.heading("rating")
    if not rows:
        markup.small(_(ONLY_UNITS))
        return
    if not section.is_only:
        markup.quiet(answer)
    columns = RATING.on_dashboard if section.sure else [RATING[name] for name in SEEN_FIRST]
    section.table(rows, columns, _("Rating"))
    if not section.is_only:
        return
    if fold := markup.unfolded(_("How did the ratings go?"), section.key("went"), opened="show" in st.query_params):
        with fold:
            course(section, rows)


def who_plays_best(rows: Sequence[Row]) -> tuple[str, str]:
    """Who has the highest rating; that this may be luck, or why the standings may tell other players apart."""
    if len(rows) == 1:
        return _(ALONE, player=links.named(rows[0][PLAYER])), ""
    if rows and not round(rows[0]["rating"], 2):  # as it would be written
        return _(NO_DIFFERENCE), ""
    counting, order = Counting(style=SCREEN), {row[PLAYER]: -row["place"] for row in rows}
    ratings = {row[PLAYER]: round(row["rating"], 2) for row in rows}
    lead = lead_of(
        order, ratings, lambda rating: _("a rating of {rating}", rating=counting.mean(rating)), counting.mean_size
    )
    lead = lead._replace(may_be_luck=not all(row["predictive"] and row["significant"] for row in rows[:1]))
    return lead.words(links.listed), lead.caveat or _(OTHER_FIGURE)


def course(section: PageSection, rows: Sequence[Row]) -> None:
    """The ratings as they went, with whoever is chosen in colour."""
    frames = section.frames
    curve = data.made(("rating curve", frames), lambda: rating_curve(frames))
    if curve["on"].nunique() < 2:  # noqa: PLR2004
        markup.small(_("How the ratings went is drawn from two evenings on: so far there is one."))
        return
    players = [row[PLAYER] for row in rows]
    usual = charts.in_colour(players, ())
    coloured = filters.several("show", players, usual, _("in colour")) if len(players) > 1 else usual
    names = skeleton.evening_names(frames)
    drawn = rating_lines(curve, data.players_now(), players, coloured, names=names, sure=section.sure)
    section.chart(drawn, "course", course_verdict(curve).of(sure=section.sure))


chosen = skeleton.subject(_("Rating"), "rating", "show", "sure", together=True)
sections = skeleton.sections(replace(chosen, choice=MakingOptions("base")))
skeleton.below_each_other(sections, shown)
if sections:
    if chosen.sure:
        markup.small(_(MEANT))
    tables.csv_button("rating", lambda: flat_tables(data.frames_now(chosen.selection), "rating", MakingOptions()))
