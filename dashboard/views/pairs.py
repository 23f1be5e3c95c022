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

from dashboard import charts, data, filters, markup, page, tables
from dashboard.filters import Filters
from scorer.frames import Part
from scorer.stats.beyond import MEASURED, beyond_of
from scorer.stats.columns import PLAYER, Choice, Statistic
from scorer.stats.descriptions import described
from scorer.stats.phrases import ONLY_UNITS
from scorer.stats.players import MET as MET_SO
from scorer.stats.players import companions, met, pairs
from scorer.stats.tables import Head, flat_tables, has, plain_rows
from scorer.stats.tallies import MIN_DEALS
from scorer.text.numbers import BASE, UNITS
from scorer.text.sentences import counted

BEYOND: Final = described("beyond")
MET: Final = described("met")
PAIRS: Final = described("pairs")
COMPANIONS: Final = described("page/companions")

RATES: Final = "rates"  # of several variants, whose units are not one thing: none are shown
BEYOND_IT: Final = "beyond"  # what two got beside what is foretold: in units / stake, of every variant alike
SHOWN: Final = {RATES: "likely_rate", "units": "units"}
NAMES: Final = {BEYOND_IT: "beside what is foretold", RATES: "rates", "units": "units"}
TOGETHER: Final = "deals together"
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


def table(about: Head, frame: pd.DataFrame, of: Statistic, name: str, alt: str) -> None:
    """A table of a section, without units where these are of several variants."""
    kept, rows = [column for column in of.on_dashboard if units_of(about) or not column.in_units], plain_rows(frame)
    tables.shown(rows, kept, page.key(about, name), alt=alt, currency=about.currency)
    page.legend(of, rows, kept)


def without_units(about: Head, frame: pd.DataFrame) -> pd.DataFrame:
    """What a figure is drawn from: without units where these are of several variants."""
    if units_of(about):
        return frame
    return frame.drop(columns=[name for name in map(str, frame) if name.endswith("units")])


def shown_of(about: Head, part: Part) -> str:
    """What is shown of a section that is alone: how pairs fare beside what is foretold, how often, or for how much.

    Where seats make all partners, they are too few for more than rates at first.
    """
    offered = [BEYOND_IT, RATES] if has(part, "partner") else [RATES, BEYOND_IT]
    if has(part, "partner") and units_of(about):
        offered.append("units")
    return filters.one_of("show", offered, names=NAMES, label="what is shown")


def figures(about: Head, part: Part, fewest: int, player: str | None, shown: str) -> None:
    """Who called with which partner: all of them where there is room, else those that differ most, or one caller's."""
    everyone = without_units(about, of_everyone(part))
    by, people = SHOWN[shown], {*everyone["caller"], *everyone["partner"]}
    if len(people) <= charts.PEOPLE:
        drawn = charts.pair_heat(everyone, by=by, fewest=fewest, currency=about.currency)
    else:
        drawn = charts.pair_order(everyone, player or "", by=by, fewest=fewest, currency=about.currency)
    page.chart(drawn, page.key(about, "pairs"), of=page.subject(about))


def beyond(about: Head, part: Part, fewest: int, player: str | None) -> None:
    """The pairs with enough deals beside what is foretold, or those of one player: in two figures, and as a table."""
    table = page.pairs_beyond(part, fewest)
    rows = plain_rows(beyond_of(table, player) if player else table)
    if len(table):
        page.figures(about, {met: charts.beyond_foretold(table, met, player or "") for met in MET_SO})
    left_out(len(page.pairs_beyond(part, 1)), len(table), fewest, "with or against each other")
    if rows:
        markup.small(MEASURED)
        tables.shown(rows, BEYOND.on_dashboard, page.key(about, "beyond"), alt="Beside what is foretold")
        order = PLAYER if player else ""  # whoever is chosen stands first
        page.legend(BEYOND, rows, [column for column in BEYOND.on_dashboard if column.name != order])


def of_everyone(part: Part) -> pd.DataFrame:
    """All pairs of a section, made once."""
    return data.made((part.frames, "pairs"), lambda: pairs(part.frames, min_deals=1))


def callers(about: Head, part: Part, fewest: int, *, alone: bool) -> None:
    """The pairs with enough deals; what all together say stands in the figure of a section that is `alone`."""
    everyone = of_everyone(part)
    enough = everyone[everyone["deals"] >= fewest]
    if not alone and (verdict := PAIRS.verdict(plain_rows(enough))):
        markup.small(verdict)
    left_out(len(everyone), len(enough), fewest, "together")
    if len(enough):
        table(about, enough, PAIRS, "table", "Pairs")


def sides(about: Head, part: Part, fewest: int, *, alone: bool) -> None:
    """Who played with whom and against whom where nobody called."""
    everyone = data.made((part.frames, "met"), lambda: met(part.frames, min_deals=1))
    enough = everyone[everyone["deals"] >= fewest].reset_index(drop=True)
    if not alone and (verdict := MET.verdict(plain_rows(enough))):
        markup.small(verdict)
    if alone and len(enough):
        drawn = charts.met_rates(without_units(about, enough), fewest=fewest, currency=about.currency)
        page.chart(drawn, page.key(about, "sides"), of=page.subject(about))
    left_out(len(everyone), len(enough), fewest, "with or against each other")
    if len(enough):
        table(about, enough, MET, "met_table", "With and against")


def left_out(everyone: int, enough: int, fewest: int, where: str) -> None:
    """How many pairs the table leaves out, in one sentence."""
    few = f"fewer than {fewest:,} deals {where}"
    if everyone and not enough:
        whole = f"All {counted(everyone, 'pair')} have" if everyone > 1 else "The one pair has"
        st.text(f"{whole} {few}: the table is empty.")
    elif everyone > enough:
        markup.small(f"{counted(everyone - enough, 'pair')} with {few}: not in the table.")


def with_and_against(about: Head, part: Part, fewest: int, player: str, *, alone: bool) -> None:
    """One player beside everybody whom they met, on the same side and on the other."""
    met = companions(part.frames, player, min_deals=fewest)
    if alone and met[["with_rate", "against_rate"]].notna().any(axis=None):
        drawn = charts.companion_rates(
            without_units(about, met), player, data.players_now(), fewest=fewest, currency=about.currency
        )
        page.chart(drawn, page.key(about, "met"), of=page.subject(about))
    if len(met):
        table(about, met, COMPANIONS, "companions", "With and against")


def section(about: Head, part: Part, fewest: int, player: str | None, shown: str) -> None:
    """The tables of a section, and of one that is alone what is drawn of one player; `shown` is empty for others."""
    alone = bool(shown)
    if not alone:
        page.heading(about)
    if not about.deals:
        markup.small(ONLY_UNITS)
        return
    if shown == BEYOND_IT:
        beyond(about, part, fewest, player)
        return
    if has(part, "partner"):
        callers(about, part, fewest, alone=alone)
    if has(part, "sides"):
        sides(about, part, fewest, alone=alone)
    if player:
        with_and_against(about, part, fewest, player, alone=alone)


def opening(sections: Sequence[tuple[Head, Part]], player: str | None) -> tuple[str, int]:
    """What stands above the tables: of one section its heading, and the figure that is of all pairs.

    Returns what is shown of that one, empty for several, and the fewest deals of a pair in the tables. Beside what is
    foretold few deals weigh little: there nobody is left out, and the figures are of those in the table.
    """
    shown = ""
    if len(sections) == 1:
        ((about, part),) = sections
        page.heading(about, alone=True)
        with st.container(horizontal=True, vertical_alignment="bottom", key="part"):
            shown = shown_of(about, part) if about.deals else RATES
            fewest = max(filters.fewest(1 if shown == BEYOND_IT else MIN_DEALS, TOGETHER), 1)
        if shown == BEYOND_IT:
            return shown, fewest
        if about.deals and has(part, "partner"):
            figures(about, part, fewest, player, shown)
    else:
        fewest = max(filters.fewest(MIN_DEALS, TOGETHER), 1)
    if not all(units_of(about) for about, _ in sections):
        markup.small(POOLED)
    return shown, fewest


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
    shown, fewest = opening(sections, player)
    for about, part in page.one_by_one(sections):
        section(about, part, fewest, player, shown)
    measure = chosen.choice.measure if all(units_of(about) for about, _ in sections) else BASE
    choice, what = replace(chosen.choice, min_deals=fewest, measure=measure), shown if shown == BEYOND_IT else "pairs"
    tables.csv_button(what, lambda: flat_tables(data.frames_now(chosen.selection), what, choice))
