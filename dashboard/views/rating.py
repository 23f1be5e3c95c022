"""Who plays better, whoever else sat there: all variants of a league together, since every deal weighs the same."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import streamlit as st

from dashboard import charts, data, filters, markup, page, tables
from scorer.frames import Part
from scorer.stats.columns import PLAYER, USUAL, Choice
from scorer.stats.descriptions import described
from scorer.stats.phrases import ONLY_UNITS
from scorer.stats.rating import rating_curve
from scorer.stats.tables import Head, flat_tables, head

FORETOLD: Final = described("foretold")
RATING: Final = described("rating")

MEANT = (
    "What a player is expected to get a deal with any of the others, own choice of when to call included: drawn "
    "towards 0 as far as chance alone explains it."
)
ONE_EVENING = "How the ratings went is drawn from two evenings on: so far there is one."


def section(about: Head, part: Part, *, alone: bool) -> None:
    """One league: the table, and of one `alone` the figures and whether the rating foretells."""
    page.heading(head(part, about.measure, with_sheets=True), alone=alone, leads="rating")
    rows = data.rows(("rating", part.frames), lambda: RATING.make(part.frames))
    if not rows:
        markup.small(ONLY_UNITS)
        return
    verdict, everybody = RATING.verdict(rows), data.players_now()
    if alone:
        page.figures(about, {"ratings": charts.ratings(rows, everybody, verdict=verdict)}, by=1)
    elif verdict:
        markup.small(verdict)
    tables.shown(rows, RATING.on_dashboard, page.key(about, "table"), alt="Rating")
    page.legend(RATING, rows)
    if alone:
        course(about, part, rows)
        title, alt = "Does it foretell anything?", "Matches told from the others"
        page.asked_for(title, (about, part), "foretold", FORETOLD, USUAL, alt=alt)


def course(about: Head, part: Part, rows: Sequence[tables.Row]) -> None:
    """The ratings as they went, with whoever is chosen in colour."""
    curve = data.made(("rating curve", part.frames), lambda: rating_curve(part.frames))
    if curve["on"].nunique() < 2:  # noqa: PLR2004
        markup.small(ONE_EVENING)
        return
    players = [row[PLAYER] for row in rows]
    usual = charts.in_colour(players, ())
    shown = filters.several("show", players, usual, "in colour") if len(players) > 1 else usual
    drawn = charts.rating_lines(curve, data.players_now(), players, shown, names=page.evening_names(part.frames))
    page.figures(about, {"course": drawn}, by=1)


page.begin("Rating")
st.caption(MEANT)
chosen = filters.subject("rating", "show", together=True)
sections = page.sections(replace(chosen, choice=Choice("base")))
for about, part in page.one_by_one(sections):
    section(about, part, alone=len(sections) == 1)
if sections:
    tables.csv_button("rating", lambda: flat_tables(data.frames_now(chosen.selection), "rating", Choice()))
