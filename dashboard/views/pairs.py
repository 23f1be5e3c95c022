"""Callers with their partners, with and against whom. The cards mostly choose the partner: nobody is crowned here.

Where nobody calls, everybody with whom and against whom they played.
"""

from dataclasses import replace
from typing import Any

import pandas as pd
import streamlit as st

from dashboard import charts, data, filters, markup, page, tables
from scorer import stats
from scorer.frames import Part
from scorer.stats.descriptions import MET, PAIRS
from scorer.stats.page_descriptions import COMPANIONS
from scorer.stats.players import MIN_DEALS
from scorer.stats.tables import ONLY_UNITS, Head, flat_tables, has, plain_rows
from scorer.text.sentences import counted


def section(about: Head, part: Part, fewest: int, player: str | None) -> None:
    """One league under one variant, or under several by a measure."""
    page.heading(about)
    if not about.deals:
        markup.small(ONLY_UNITS)
        return
    if has(part, "partner"):
        callers(about, part, fewest)
    if has(part, "sides"):
        sides(about, part, fewest)
    if player:
        with_and_against(about, part, fewest, player)


def callers(about: Head, part: Part, fewest: int) -> None:
    """Who called with which partner."""
    everyone, heat = data.made((part.frames, fewest), lambda: contents(about, part, fewest))
    enough = everyone[everyone["deals"] >= fewest]
    page.chart(heat, page.key(about, "heat"))
    left_out(len(everyone) - len(enough), fewest, "together")
    if len(enough):
        rows = plain_rows(enough)
        tables.shown(rows, PAIRS.on_dashboard, page.key(about, "table"), alt="Pairs", currency=about.currency)


def sides(about: Head, part: Part, fewest: int) -> None:
    """Who played with whom and against whom where nobody called."""
    payouts = part.frames.payouts
    everyone = data.made((part.frames, "met"), lambda: stats.met(payouts, min_deals=1))
    enough = data.made((part.frames, "met", fewest), lambda: stats.met(payouts, min_deals=fewest))
    drawn = charts.met_rates(enough, fewest=fewest, currency=about.currency)
    page.chart(drawn, page.key(about, "sides"))
    left_out(len(everyone) - len(enough), fewest, "on one side, or on two")
    if len(enough):
        rows, name = plain_rows(enough), page.key(about, "met_table")
        tables.shown(rows, MET.on_dashboard, name, alt="With and against", currency=about.currency)


def left_out(number: int, fewest: int, where: str) -> None:
    """How many pairs the table leaves out."""
    if number:
        markup.small(f"{counted(number, 'pair')} with fewer than {counted(fewest, 'deal')} {where}: not in the table.")


def contents(about: Head, part: Part, fewest: int) -> tuple[pd.DataFrame, Any]:
    """All pairs of a section, and their chart."""
    everyone = stats.pairs(part.frames.deals, part.frames.payouts, min_deals=1)
    return everyone, charts.pair_heat(everyone, fewest=fewest, currency=about.currency)


def with_and_against(about: Head, part: Part, fewest: int, player: str) -> None:
    """One player beside everybody whom they met, on the same side and on the other."""
    met = stats.companions(part.frames.payouts, player, min_deals=fewest)
    money = about.currency
    drawn = charts.companion_rates(met, player, data.players_now(), fewest=fewest, currency=money)
    page.chart(drawn, page.key(about, "met"))
    if len(met):
        rows, name = plain_rows(met), page.key(about, "companions")
        tables.shown(rows, COMPANIONS.on_dashboard, name, alt="With and against", currency=money)


page.begin("Pairs")
said = st.empty()
chosen = filters.subject("pairs", "measure", "player")
with st.container(horizontal=True, vertical_alignment="bottom", key="choices"):
    player = filters.somebody("player", data.players_now(), "with and against: choose a player")
    fewest = max(filters.fewest(MIN_DEALS), 1)
choice = replace(chosen.choice, min_deals=fewest)
found = page.sections(chosen)
sections = [(about, part) for about, part in found if player or has(part, "partner") or has(part, "sides")]
if any(has(part, "partner") for _, part in sections):
    said.caption("The cards mostly choose the partner: chance does most of what is seen here.")
if found and not sections:
    st.text("Nobody has a partner in the games that are chosen here: choose a player to see whom they met.")
for about, part in sections:
    section(about, part, fewest, player)
if sections:
    tables.csv_button("pairs", lambda: flat_tables(data.frames_now(chosen.selection), "pairs", choice))
