"""Pairs: what two players got with and against each other beyond what is expected; callers with their partners.

The cards mostly choose the partner: nobody is crowned here. Where nobody calls, a table says with whom and against whom
everybody played. Rates need no units: unless a variant or a measure is chosen, one table holds those of all variants of
a league.
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
from scorer.language import N_, _, counts, ngettext
from scorer.language.lists_numbers_dates import number
from scorer.stats.describe.columns import PLAYER, Choice, Statistic
from scorer.stats.describe.phrases import ONLY_UNITS
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import flat_tables, plain_rows
from scorer.stats.player_pages import companions
from scorer.stats.players import MET as MET_SO
from scorer.stats.players import met, pairs
from scorer.stats.synergy import MEASURED, synergy_of
from scorer.stats.tally import MIN_DEALS
from scorer.text.numbers import BASE, UNITS

BEYOND: Final = described("beyond")
MET: Final = described("met")
PAIRS: Final = described("pairs")
COMPANIONS: Final = described("page/companions")

RATES: Final = "rates"  # of several variants, whose units are not one thing: none are shown
SYNERGY: Final = "beyond"  # what two got beyond what is expected: in units / stake, of every variant together
DRAWN: Final = {RATES: "likely_rate", "units": "units"}  # the column of the statistic
NAMES: Final = {SYNERGY: N_("beyond what is expected"), RATES: N_("rates"), "units": N_("units")}
TOGETHER: Final = N_("at least so many deals together")
POOLED: Final = N_("Rates of all these variants together; for units choose a variant, or how they are counted.")


def league_sections(chosen: Filters) -> list[Section]:
    """The sections of the page: where no units are shown, one for each league, maybe of several variants."""
    if chosen.selection.variant or chosen.choice.measure != UNITS:
        return skeleton.sections(chosen)
    together = skeleton.sections(replace(chosen, choice=Choice(BASE)))
    if all(len(section.about.variants) == 1 for section in together):
        return skeleton.sections(chosen) if together else []
    return [replace(section, about=replace(section.about, measure=RATES), pooled=True) for section in together]


def table(section: Section, frame: pd.DataFrame, statistic: Statistic, name: str, alt: str) -> None:
    """A table of a section, and what its columns mean."""
    rows, columns = plain_rows(frame), section.columns(statistic)
    section.table(rows, columns, alt, name)
    skeleton.legend(statistic, rows, columns)


def without_units(section: Section, frame: pd.DataFrame) -> pd.DataFrame:
    """The frame for a figure: it has no units where these are of several variants."""
    if not section.pooled:
        return frame
    return frame.drop(columns=[name for name in map(str, frame) if name.endswith("units")])


def shown_of(section: Section) -> str:
    """What a section that is alone shows: what pairs got beyond what is expected, how often they won, or their units.

    Where the seats make all partners, there are few pairs: rates come first.
    """
    offered = [SYNERGY, RATES] if section.has("partner") else [RATES, SYNERGY]
    if section.has("partner") and not section.pooled:
        offered.append("units")
    names = {key: _(words) for key, words in NAMES.items()}
    return filters.one_of("show", offered, names=names, label=_("what is shown"))


def figures(section: Section, fewest: int, player: str | None, shown: str) -> None:
    """Who called with which partner: all of them where there is room, else those that differ most, or one caller's."""
    everyone, money = without_units(section, of_everyone(section)), section.about.currency
    by, people = DRAWN[shown], {*everyone["caller"], *everyone["partner"]}
    if len(people) <= charts.PEOPLE:
        drawn = charts.pair_heat(everyone, by=by, fewest=fewest, currency=money)
    else:
        drawn = charts.pair_order(everyone, player or "", by=by, fewest=fewest, currency=money)
    section.chart(drawn, "pairs")


def beyond(section: Section, fewest: int, player: str | None) -> None:
    """What pairs with enough deals, or those of one player, got beyond what is expected: two figures and a table."""
    table = skeleton.pair_synergies(section.frames, fewest)
    rows = plain_rows(synergy_of(table, player) if player else table)
    if len(table):
        section.figures({met: charts.furthest_pairs(table, met, player or "") for met in MET_SO})
    left_out(len(skeleton.pair_synergies(section.frames, 1)), len(table), fewest, on_one_side=False)
    if rows:
        markup.small(_(MEASURED))
        sortable_tables.shown(rows, BEYOND.on_dashboard, section.key("beyond"), alt=_("Beyond what is expected"))
        order = PLAYER if player else ""  # whoever is chosen stands first
        skeleton.legend(BEYOND, rows, [column for column in BEYOND.on_dashboard if column.name != order])


def of_everyone(section: Section) -> pd.DataFrame:
    """All pairs of a section, made once."""
    frames = section.frames
    return data.made((frames, "pairs"), lambda: pairs(frames, min_deals=1))


def callers(section: Section, fewest: int) -> None:
    """The pairs with enough deals; a section that is alone has the verdict on all of them in its figure."""
    everyone = of_everyone(section)
    enough = everyone[everyone["deals"] >= fewest]
    if not section.alone and (verdict := PAIRS.verdict(plain_rows(enough)).whole):
        markup.small(verdict)
    left_out(len(everyone), len(enough), fewest, on_one_side=True)
    if len(enough):
        table(section, enough, PAIRS, "table", _("Pairs"))


def sides(section: Section, fewest: int) -> None:
    """Who played with whom and against whom where nobody called."""
    everyone = data.made((section.frames, "met"), lambda: met(section.frames, min_deals=1))
    enough = everyone[everyone["deals"] >= fewest].reset_index(drop=True)
    if not section.alone and (verdict := MET.verdict(plain_rows(enough)).whole):
        markup.small(verdict)
    if section.alone and len(enough):
        shown = without_units(section, enough)
        section.chart(charts.met_rates(shown, fewest=fewest, currency=section.about.currency), "sides")
    left_out(len(everyone), len(enough), fewest, on_one_side=False)
    if len(enough):
        table(section, enough, MET, "met_table", _("With and against"))


def left_out(everyone: int, enough: int, fewest: int, *, on_one_side: bool) -> None:
    """How many pairs the table leaves out, for few deals `on_one_side` or on any, in one sentence."""
    missing = everyone - enough
    if not missing:
        return
    if not enough:
        st.text(_all_left_out(everyone, number(fewest, thousands=True), on_one_side=on_one_side))
        return
    pairs, deals = counts.pairs(missing), number(fewest, thousands=True)
    if on_one_side:
        markup.small(_("{pairs} with fewer than {deals} deals together: not in the table.", pairs=pairs, deals=deals))
    else:
        facts = {"pairs": pairs, "deals": deals}
        sentence = _("{pairs} with fewer than {deals} deals with or against each other: not in the table.", **facts)
        markup.small(sentence)


def _all_left_out(everyone: int, fewest: str, *, on_one_side: bool) -> str:
    if on_one_side:
        return ngettext(
            "The one pair has fewer than {deals} deals together: the table is empty.",
            "All {count} pairs have fewer than {deals} deals together: the table is empty.",
            everyone,
            deals=fewest,
        )
    return ngettext(
        "The one pair has fewer than {deals} deals with or against each other: the table is empty.",
        "All {count} pairs have fewer than {deals} deals with or against each other: the table is empty.",
        everyone,
        deals=fewest,
    )


def with_and_against(section: Section, fewest: int, player: str) -> None:
    """One player beside everybody whom they met, on the same side and on the other."""
    met, money = companions(section.frames, player, min_deals=fewest), section.about.currency
    if section.alone and met[["with_rate", "against_rate"]].notna().any(axis=None):
        shown, everybody = without_units(section, met), data.players_now()
        section.chart(charts.companion_rates(shown, player, everybody, fewest=fewest, currency=money), "met")
    if len(met):
        table(section, met, COMPANIONS, "companions", _("With and against"))


def contents(section: Section, fewest: int, player: str | None, shown: str) -> None:
    """The tables of a section, and of one that is alone what is drawn of one player; `shown` is empty for others."""
    if not section.alone:
        section.heading()
    if not section.about.deals:
        markup.small(_(ONLY_UNITS))
        return
    if shown == SYNERGY:
        beyond(section, fewest, player)
        return
    if section.has("partner"):
        callers(section, fewest)
    if section.has("sides"):
        sides(section, fewest)
    if player:
        with_and_against(section, fewest, player)


def opening(sections: Sequence[Section], player: str | None) -> tuple[str, int]:
    """What stands above the tables: where there is one section, its heading and the figure of all pairs.

    Returns what that section shows, empty for several, and the fewest deals of a pair in the tables. The synergy of few
    deals is drawn close to 0: it leaves nobody out, and its figures show the pairs of the table.
    """
    shown = ""
    if len(sections) == 1:
        (section,) = sections
        section.heading()
        with st.container(horizontal=True, vertical_alignment="bottom", key="part"):
            shown = shown_of(section) if section.about.deals else RATES
            fewest = max(filters.fewest(1 if shown == SYNERGY else MIN_DEALS, _(TOGETHER)), 1)
        if shown == SYNERGY:
            return shown, fewest
        if section.about.deals and section.has("partner"):
            figures(section, fewest, player, shown)
    else:
        fewest = max(filters.fewest(MIN_DEALS, _(TOGETHER)), 1)
    if any(section.pooled for section in sections):
        markup.small(_(POOLED))
    return shown, fewest


skeleton.begin(_("Pairs"))
caution = st.empty()
chosen = filters.subject("pairs", "measure", "player", "show", together=True)
player = filters.somebody("player", data.players_now(), _("with and against: choose a player"))
everything = league_sections(chosen)
sections = skeleton.among(everything, lambda section: bool(player) or section.has("partner") or section.has("sides"))
if any(section.has("partner") for section in sections):
    caution.caption(_("The cards mostly choose the partner: chance does most of what is seen here."))
if everything and not sections:
    st.text(_("Nobody has a partner in the games that are chosen here: choose a player to see whom they met."))
if sections:
    shown, fewest = opening(sections, player)
    for section in skeleton.one_by_one(sections):
        contents(section, fewest, player, shown)
    measure = BASE if any(section.pooled for section in sections) else chosen.choice.measure
    choice, what = replace(chosen.choice, min_deals=fewest, measure=measure), shown if shown == SYNERGY else "pairs"
    sortable_tables.csv_button(what, lambda: flat_tables(data.frames_now(chosen.selection), what, choice))
