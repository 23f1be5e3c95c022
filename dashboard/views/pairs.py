"""Two players with and against each other beside what is foretold; callers with their partners.

The cards mostly choose the partner: nobody is crowned here. Where nobody calls, everybody with whom and against whom
they played. Rates need no units: unless a variant or a measure is chosen, those of all variants of a league are of one
table.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import pandas as pd
import streamlit as st

from dashboard import charts, data
from dashboard.address import filters
from dashboard.address.filters import Filters
from dashboard.look import markup
from dashboard.page import skeleton, sortable_tables
from dashboard.page.skeleton import Section
from scorer.language import counts
from scorer.stats.describe.columns import PLAYER, Choice, Statistic
from scorer.stats.describe.phrases import ONLY_UNITS
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import flat_tables, plain_rows
from scorer.stats.players import MET as MET_SO
from scorer.stats.players import companions, met, pairs
from scorer.stats.synergy import MEASURED, beyond_of
from scorer.stats.tally import MIN_DEALS
from scorer.text.numbers import BASE, UNITS

BEYOND: Final = described("beyond")
MET: Final = described("met")
PAIRS: Final = described("pairs")
COMPANIONS: Final = described("page/companions")

RATES: Final = "rates"  # of several variants, whose units are not one thing: none are shown
BEYOND_IT: Final = "beyond"  # what two got beside what is foretold: in units / stake, of every variant alike
SHOWN: Final = {RATES: "likely_rate", "units": "units"}
NAMES: Final = {BEYOND_IT: "beside what is foretold", RATES: "rates", "units": "units"}
TOGETHER: Final = "at least so many deals together"
POOLED: Final = "Rates of all these variants together; for units choose a variant, or how they are counted."


def found(chosen: Filters) -> list[Section]:
    """The sections of the page: one of each league where no units are shown, which may be of several variants."""
    if chosen.selection.variant or chosen.choice.measure != UNITS:
        return skeleton.sections(chosen)
    together = skeleton.sections(replace(chosen, choice=Choice(BASE)))
    if all(len(section.about.variants) == 1 for section in together):
        return skeleton.sections(chosen) if together else []
    return [replace(one, about=replace(one.about, measure=RATES), pooled=True) for one in together]


def table(section: Section, frame: pd.DataFrame, of: Statistic, name: str, alt: str) -> None:
    """A table of a section, and what its columns mean."""
    rows, columns = plain_rows(frame), section.columns(of)
    section.table(rows, columns, alt, name)
    skeleton.legend(of, rows, columns)


def without_units(section: Section, frame: pd.DataFrame) -> pd.DataFrame:
    """What a figure is drawn from: without units where these are of several variants."""
    if not section.pooled:
        return frame
    return frame.drop(columns=[name for name in map(str, frame) if name.endswith("units")])


def shown_of(section: Section) -> str:
    """What is shown of a section that is alone: how pairs fare beside what is foretold, how often, or for how much.

    Where seats make all partners, they are too few for more than rates at first.
    """
    offered = [BEYOND_IT, RATES] if section.has("partner") else [RATES, BEYOND_IT]
    if section.has("partner") and not section.pooled:
        offered.append("units")
    return filters.one_of("show", offered, names=NAMES, label="what is shown")


def figures(section: Section, fewest: int, player: str | None, shown: str) -> None:
    """Who called with which partner: all of them where there is room, else those that differ most, or one caller's."""
    everyone, money = without_units(section, of_everyone(section)), section.about.currency
    by, people = SHOWN[shown], {*everyone["caller"], *everyone["partner"]}
    if len(people) <= charts.PEOPLE:
        drawn = charts.pair_heat(everyone, by=by, fewest=fewest, currency=money)
    else:
        drawn = charts.pair_order(everyone, player or "", by=by, fewest=fewest, currency=money)
    section.chart(drawn, "pairs")


def beyond(section: Section, fewest: int, player: str | None) -> None:
    """The pairs with enough deals beside what is foretold, or those of one player: in two figures, and as a table."""
    table = skeleton.pairs_beyond(section.frames, fewest)
    rows = plain_rows(beyond_of(table, player) if player else table)
    if len(table):
        section.figures({met: charts.beyond_foretold(table, met, player or "") for met in MET_SO})
    left_out(len(skeleton.pairs_beyond(section.frames, 1)), len(table), fewest, "with or against each other")
    if rows:
        markup.small(MEASURED)
        sortable_tables.shown(rows, BEYOND.on_dashboard, section.key("beyond"), alt="Beside what is foretold")
        order = PLAYER if player else ""  # whoever is chosen stands first
        skeleton.legend(BEYOND, rows, [column for column in BEYOND.on_dashboard if column.name != order])


def of_everyone(section: Section) -> pd.DataFrame:
    """All pairs of a section, made once."""
    frames = section.frames
    return data.made((frames, "pairs"), lambda: pairs(frames, min_deals=1))


def callers(section: Section, fewest: int) -> None:
    """The pairs with enough deals; what all together say stands in the figure of a section that is alone."""
    everyone = of_everyone(section)
    enough = everyone[everyone["deals"] >= fewest]
    if not section.alone and (verdict := PAIRS.verdict(plain_rows(enough))):
        markup.small(verdict)
    left_out(len(everyone), len(enough), fewest, "together")
    if len(enough):
        table(section, enough, PAIRS, "table", "Pairs")


def sides(section: Section, fewest: int) -> None:
    """Who played with whom and against whom where nobody called."""
    everyone = data.made((section.frames, "met"), lambda: met(section.frames, min_deals=1))
    enough = everyone[everyone["deals"] >= fewest].reset_index(drop=True)
    if not section.alone and (verdict := MET.verdict(plain_rows(enough))):
        markup.small(verdict)
    if section.alone and len(enough):
        shown = without_units(section, enough)
        section.chart(charts.met_rates(shown, fewest=fewest, currency=section.about.currency), "sides")
    left_out(len(everyone), len(enough), fewest, "with or against each other")
    if len(enough):
        table(section, enough, MET, "met_table", "With and against")


def left_out(everyone: int, enough: int, fewest: int, where: str) -> None:
    """How many pairs the table leaves out, in one sentence."""
    few = f"fewer than {fewest:,} deals {where}"
    if everyone and not enough:
        whole = f"All {counts.pairs(everyone)} have" if everyone > 1 else "The one pair has"
        st.text(f"{whole} {few}: the table is empty.")
    elif everyone > enough:
        markup.small(f"{counts.pairs(everyone - enough)} with {few}: not in the table.")


def with_and_against(section: Section, fewest: int, player: str) -> None:
    """One player beside everybody whom they met, on the same side and on the other."""
    met, money = companions(section.frames, player, min_deals=fewest), section.about.currency
    if section.alone and met[["with_rate", "against_rate"]].notna().any(axis=None):
        shown, everybody = without_units(section, met), data.players_now()
        section.chart(charts.companion_rates(shown, player, everybody, fewest=fewest, currency=money), "met")
    if len(met):
        table(section, met, COMPANIONS, "companions", "With and against")


def contents(section: Section, fewest: int, player: str | None, shown: str) -> None:
    """The tables of a section, and of one that is alone what is drawn of one player; `shown` is empty for others."""
    if not section.alone:
        section.heading()
    if not section.about.deals:
        markup.small(ONLY_UNITS)
        return
    if shown == BEYOND_IT:
        beyond(section, fewest, player)
        return
    if section.has("partner"):
        callers(section, fewest)
    if section.has("sides"):
        sides(section, fewest)
    if player:
        with_and_against(section, fewest, player)


def opening(sections: Sequence[Section], player: str | None) -> tuple[str, int]:
    """What stands above the tables: of one section its heading, and the figure that is of all pairs.

    Returns what is shown of that one, empty for several, and the fewest deals of a pair in the tables. Beside what is
    foretold few deals weigh little: there nobody is left out, and the figures are of those in the table.
    """
    shown = ""
    if len(sections) == 1:
        (section,) = sections
        section.heading()
        with st.container(horizontal=True, vertical_alignment="bottom", key="part"):
            shown = shown_of(section) if section.about.deals else RATES
            fewest = max(filters.fewest(1 if shown == BEYOND_IT else MIN_DEALS, TOGETHER), 1)
        if shown == BEYOND_IT:
            return shown, fewest
        if section.about.deals and section.has("partner"):
            figures(section, fewest, player, shown)
    else:
        fewest = max(filters.fewest(MIN_DEALS, TOGETHER), 1)
    if any(section.pooled for section in sections):
        markup.small(POOLED)
    return shown, fewest


skeleton.begin("Pairs")
caution = st.empty()
chosen = filters.subject("pairs", "measure", "player", "show", together=True)
player = filters.somebody("player", data.players_now(), "with and against: choose a player")
everything = found(chosen)
sections = skeleton.among(everything, lambda one: bool(player) or one.has("partner") or one.has("sides"))
if any(section.has("partner") for section in sections):
    caution.caption("The cards mostly choose the partner: chance does most of what is seen here.")
if everything and not sections:
    st.text("Nobody has a partner in the games that are chosen here: choose a player to see whom they met.")
if sections:
    shown, fewest = opening(sections, player)
    for each in skeleton.one_by_one(sections):
        contents(each, fewest, player, shown)
    measure = BASE if any(section.pooled for section in sections) else chosen.choice.measure
    choice, what = replace(chosen.choice, min_deals=fewest, measure=measure), shown if shown == BEYOND_IT else "pairs"
    sortable_tables.csv_button(what, lambda: flat_tables(data.frames_now(chosen.selection), what, choice))
