"""Who plays better, whoever else sat there: all variants of a league together, since every deal weighs the same."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import streamlit as st

from dashboard import charts, data
from dashboard.address import filters
from dashboard.look import markup
from dashboard.page import skeleton, sortable_tables
from dashboard.page.skeleton import Section
from scorer.language import N_, _
from scorer.stats.describe.columns import PLAYER, USUAL, Choice
from scorer.stats.describe.phrases import ONLY_UNITS
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import flat_tables, head
from scorer.stats.rating import rating_curve

PREDICTED: Final = described("rating_test")
RATING: Final = described("rating")

MEANT: Final = N_(
    "What a player is expected to get a deal with any of the others, own choice of when to call included: drawn "
    "towards 0 as far as chance alone explains it."
)


def shown(section: Section) -> None:
    """One league: the table; where it is alone, the figures too, and whether the rating predicts anything."""
    section = replace(section, about=head(section.part, section.about.measure, with_sheets=True))
    section.heading("rating")
    rows = data.rows(("rating", section.frames), lambda: RATING.make(section.frames))
    if not rows:
        markup.small(_(ONLY_UNITS))
        return
    verdict, everybody = RATING.verdict(rows).whole, data.players_now()
    if section.alone:
        section.chart(charts.ratings(rows, everybody, verdict=verdict), "ratings")
    elif verdict:
        markup.small(verdict)
    section.table(rows, RATING.on_dashboard, _("Rating"), "table")
    skeleton.legend(RATING, rows)
    if section.alone:
        course(section, rows)
        title, alt = _("Does it predict anything?"), _("Matches predicted from the others")
        section.asked_for(title, "predicted", PREDICTED, USUAL, alt)


def course(section: Section, rows: Sequence[sortable_tables.Row]) -> None:
    """The ratings as they went, with whoever is chosen in colour."""
    frames = section.frames
    curve = data.made(("rating curve", frames), lambda: rating_curve(frames))
    if curve["on"].nunique() < 2:  # noqa: PLR2004
        markup.small(_("How the ratings went is drawn from two evenings on: so far there is one."))
        return
    players = [row[PLAYER] for row in rows]
    usual = charts.in_colour(players, ())
    coloured = filters.several("show", players, usual, _("in colour")) if len(players) > 1 else usual
    drawn = charts.rating_lines(curve, data.players_now(), players, coloured, names=skeleton.evening_names(frames))
    section.chart(drawn, "course")


skeleton.begin(_("Rating"))
st.caption(_(MEANT))
chosen = filters.subject("rating", "show", together=True)
sections = skeleton.sections(replace(chosen, choice=Choice("base")))
for section in skeleton.one_by_one(sections):
    shown(section)
if sections:
    sortable_tables.csv_button("rating", lambda: flat_tables(data.frames_now(chosen.selection), "rating", Choice()))
