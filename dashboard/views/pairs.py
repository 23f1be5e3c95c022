"""Callers with their partners, with and against whom. The cards mostly choose the partner: nobody is crowned here.

Where nobody calls, everybody with whom and against whom they played. Rates need no units: unless a variant or a measure
is chosen, those of all variants of a league are of one table.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import pandas as pd
import streamlit as st

from dashboard import charts, data, filters, markup, page, tables
from dashboard.filters import Filters
from scorer import stats
from scorer.frames import Part
from scorer.stats.columns import Choice, Column
from scorer.stats.descriptions import MET, PAIRS
from scorer.stats.page_descriptions import COMPANIONS
from scorer.stats.players import MIN_DEALS
from scorer.stats.tables import BASE, ONLY_UNITS, UNITS, Head, flat_tables, has, plain_rows
from scorer.text.sentences import counted

RATES: Final = "rates"  # of several variants, whose units are not one thing: none are shown
SHOWN: Final = {RATES: "likely_rate", "units": "units"}
POOLED: Final = "Rates of all these variants together; for units choose a variant, or how they are counted."


def found(chosen: Filters) -> list[tuple[Head, Part]]:
    """The sections of the page: one of each league where no units are shown, which may be of several variants."""
    if chosen.selection.variant or chosen.choice.measure != UNITS:
        return page.sections(chosen)
    together = page.sections(replace(chosen, choice=Choice(BASE)))
    if all(len(about.variants) == 1 for about, _ in together):
        return page.sections(chosen) if together else []
    return [(replace(about, measure=RATES), part) for about, part in together]


def units_of(about: Head) -> bool:
    """Whether units of a section are shown."""
    return about.measure != RATES


def table(about: Head, frame: pd.DataFrame, columns: Sequence[Column], name: str, alt: str) -> None:
    """A table of a section, without units where these are of several variants."""
    kept = [column for column in columns if units_of(about) or not column.in_units]
    tables.shown(plain_rows(frame), kept, page.key(about, name), alt=alt, currency=about.currency)


def without_units(about: Head, frame: pd.DataFrame) -> pd.DataFrame:
    """What a figure is drawn from: without units where these are of several variants."""
    return (
        frame if units_of(about) else frame.drop(columns=[name for name in map(str, frame) if name.endswith("units")])
    )


def figures(about: Head, part: Part, player: str | None) -> None:
    """Who called with which partner: all of them where there is room, else those that differ most, or one caller's."""
    everyone = without_units(about, of_everyone(part))
    shown = filters.one_of("show", list(SHOWN), label="what is shown") if units_of(about) else RATES
    by, people = SHOWN[shown], {*everyone["caller"], *everyone["partner"]}
    if len(people) <= charts.PEOPLE:
        drawn = charts.pair_heat(everyone, by=by, currency=about.currency)
    else:
        drawn = charts.pair_order(everyone, player or "", by=by, currency=about.currency)
    page.chart(drawn, page.key(about, "pairs"), of=page.subject(about))


def of_everyone(part: Part) -> pd.DataFrame:
    """All pairs of a section, made once."""
    return data.made((part.frames, "pairs"), lambda: stats.pairs(part.frames.deals, part.frames.payouts, min_deals=1))


def callers(about: Head, part: Part, fewest: int) -> None:
    """The pairs with enough deals."""
    everyone = of_everyone(part)
    enough = everyone[everyone["deals"] >= fewest]
    left_out(len(everyone), len(enough), fewest, "together")
    if len(enough):
        table(about, enough, PAIRS.on_dashboard, "table", "Pairs")


def sides(about: Head, part: Part, fewest: int, *, alone: bool) -> None:
    """Who played with whom and against whom where nobody called."""
    everyone = data.made((part.frames, "met"), lambda: stats.met(part.frames.payouts, min_deals=1))
    enough = everyone[everyone["deals"] >= fewest].reset_index(drop=True)
    if alone and len(enough):
        drawn = charts.met_rates(without_units(about, enough), fewest=fewest, currency=about.currency)
        page.chart(drawn, page.key(about, "sides"), of=page.subject(about))
    left_out(len(everyone), len(enough), fewest, "with or against each other")
    if len(enough):
        table(about, enough, MET.on_dashboard, "met_table", "With and against")


def left_out(everyone: int, enough: int, fewest: int, where: str) -> None:
    """How many pairs the table leaves out, in one sentence."""
    few = f"fewer than {fewest:,} deals {where}"
    if everyone and not enough:
        st.text(f"All {counted(everyone, 'pair')} have {few}: the table is empty." if everyone > 1 else
                f"The one pair has {few}: the table is empty.")  # fmt: skip
    elif everyone > enough:
        markup.small(f"{counted(everyone - enough, 'pair')} with {few}: not in the table.")


def with_and_against(about: Head, part: Part, fewest: int, player: str, *, alone: bool) -> None:
    """One player beside everybody whom they met, on the same side and on the other."""
    met = stats.companions(part.frames.payouts, player, min_deals=fewest)
    if alone and met[["with_rate", "against_rate"]].notna().any(axis=None):
        drawn = charts.companion_rates(
            without_units(about, met), player, data.players_now(), fewest=fewest, currency=about.currency
        )
        page.chart(drawn, page.key(about, "met"), of=page.subject(about))
    if len(met):
        table(about, met, COMPANIONS.on_dashboard, "companions", "With and against")


def section(about: Head, part: Part, fewest: int, player: str | None, *, alone: bool) -> None:
    """The tables of a section, and of one `alone` what is drawn of one player."""
    if not alone:
        page.heading(about)
    if not about.deals:
        markup.small(ONLY_UNITS)
        return
    if has(part, "partner"):
        callers(about, part, fewest)
    if has(part, "sides"):
        sides(about, part, fewest, alone=alone)
    if player:
        with_and_against(about, part, fewest, player, alone=alone)


def opening(sections: Sequence[tuple[Head, Part]], player: str | None) -> None:
    """What stands above the minimum of deals: of one section its heading, and the figure of all pairs."""
    if len(sections) == 1:
        ((about, part),) = sections
        page.heading(about, alone=True)
        if about.deals and has(part, "partner"):
            figures(about, part, player)
    if not all(units_of(about) for about, _ in sections):
        markup.small(POOLED)


page.begin("Pairs")
caution = st.empty()
chosen = filters.subject("pairs", "measure", "player", "show", together=True)
player = filters.somebody("player", data.players_now(), "with and against: choose a player")
everything = found(chosen)
sections = [(about, part) for about, part in everything if player or has(part, "partner") or has(part, "sides")]
if any(has(part, "partner") for _, part in sections):
    caution.caption("The cards mostly choose the partner: chance does most of what is seen here.")
if everything and not sections:
    st.text("Nobody has a partner in the games that are chosen here: choose a player to see whom they met.")
if sections:
    opening(sections, player)
    fewest = max(filters.fewest(MIN_DEALS, "deals together"), 1)
    for about, part in page.one_by_one(sections):
        section(about, part, fewest, player, alone=len(sections) == 1)
    measure = chosen.choice.measure if all(units_of(about) for about, _ in sections) else BASE
    choice = replace(chosen.choice, min_deals=fewest, measure=measure)
    tables.csv_button("pairs", lambda: flat_tables(data.frames_now(chosen.selection), "pairs", choice))
