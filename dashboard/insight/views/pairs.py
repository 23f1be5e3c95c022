"""Pairs: what two players got with and against each other beyond what is expected; callers with their partners.

The cards mostly choose the partner: nobody is crowned here. Where nobody calls, a table says with whom and against whom
everybody played. Rates need no units: unless a variant or a measure is chosen, one table holds those of all variants of
a league.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import inf
from typing import Any, Final

import pandas as pd
import streamlit as st

from dashboard import data
from dashboard.address import filters, links
from dashboard.address.filters import Filters
from dashboard.insight import pairing
from dashboard.insight.answers import pair_synergies
from dashboard.look import markup, safe_text, theme
from dashboard.page import skeleton, tables
from dashboard.page.skeleton import PageSection
from scorer.insight.synergy import MEASURED, synergy_of
from scorer.insight.units_of_pairs import units_together
from scorer.language import N_, _, counts, ngettext
from scorer.language.lists_numbers_dates import listed, number
from scorer.stats.describe.columns import MakingOptions, Statistic
from scorer.stats.describe.phrases import ONLY_UNITS
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import flat_tables, plain_rows
from scorer.stats.pairs import met, pairs
from scorer.stats.player_pages import companions
from scorer.stats.tally import AGAINST, MIN_DEALS, WAYS, WITH
from scorer.text.numbers import BASE, SCREEN, UNITS, Counting, Row

BEYOND: Final = described("beyond")
MET: Final = described("met")
PAIRS: Final = described("pairs")
COMPANIONS: Final = described("page/companions")

RATES: Final = "rates"  # of several variants, whose units are not one thing: none are shown
DRAWN: Final = {RATES: "likely_rate", UNITS: "units"}  # the column of the statistic
NAMES: Final = {RATES: N_("rates"), UNITS: N_("units")}
MOST: Final = 16  # pairs that are seen first: those furthest off
NAMES_WIDE: Final = 150  # pixels of the choice of a player
TOGETHER: Final = N_("at least so many deals together")
POOLED: Final = N_("Rates of all these variants together; for units choose a variant, or how they are counted.")
THE_CARDS: Final = N_("The cards mostly choose the partner.")
FIRST_NAMED: Final = N_("Against each other, the player named first got more than expected.")
LUCK: Final = N_("The cards mostly choose the partner: this may be luck.")
MAY_BE_LUCK: Final = N_("This may be luck.")
TWO: Final = {WITH: N_("{player} and {other}"), AGAINST: N_("{player} against {other}")}
TOP: Final = {WITH: N_("best together: {pair}"), AGAINST: N_("furthest ahead: {pair}")}
BOTTOM: Final = {WITH: N_("worst together: {pair}"), AGAINST: N_("furthest behind: {pair}")}
GOT: Final = {  # by how they met, and whether it was more than expected
    (WITH, True): N_("{pair} get {difference} a deal more together than expected, in {deals}."),
    (WITH, False): N_("{pair} get {difference} a deal less together than expected, in {deals}."),
    (AGAINST, True): N_("Against each other {player} gets {difference} a deal more than expected, in {deals}."),
    (AGAINST, False): N_("Against each other {player} gets {difference} a deal less than expected, in {deals}."),
}


def league_sections(chosen: Filters) -> list[PageSection]:
    """The sections of the page: where no units are shown, one for each league, maybe of several variants."""
    if chosen.selection.variant or chosen.choice.measure != UNITS:
        return skeleton.sections(chosen)
    together = skeleton.sections(replace(chosen, choice=MakingOptions(BASE)))
    if all(len(section.about.variants) == 1 for section in together):
        return skeleton.sections(chosen) if together else []
    return [replace(section, about=replace(section.about, measure=RATES), pooled=True) for section in together]


def the_only_one(section: PageSection, fewest: int, people: Sequence[str]) -> None:
    """The one section of the page: who stands out, the pairs that matter; more where somebody asks."""
    player, table = next(iter(people), ""), pair_synergies(section.frames, fewest)
    everyone = pair_synergies(section.frames, 1)
    rows = plain_rows(synergy_of(table, player) if player and len(table) else table)
    two = len(people) > 1
    verdict = BEYOND.verdict(rows)
    answer, caveat = verdict.brief, _(THE_CARDS) if section.has("partner") else ""
    if two:
        answer, caveat = of_two(section, everyone, people), _(LUCK if section.has("partner") else MAY_BE_LUCK)
    if section.about.deals:
        markup.answer(answer, verdict.whole if section.sure else caveat)
    section.heading()
    if not section.about.deals:
        markup.small(_(ONLY_UNITS))
        return
    if rows and not two:
        markup.tiles(tiles_of(rows, both_ways=bool(player)))
    shown = furthest(rows) if section.has("partner") else []
    together = sum(row["met"] == WITH for row in rows)
    if shown:
        of_all = _("Of {pairs} those furthest off.", pairs=counts.pairs(together)) if together > len(shown) else ""
        beyond_expected(section, shown, "furthest", of_all)
    elif section.has("sides") and not section.has("partner"):
        sides(section, fewest)
    left_out(len(everyone), len(table), fewest, on_one_side=False)
    folds(section, fewest, player)
    every = rows if len(rows) > len(shown) else []
    if every and (fold := markup.unfolded(_("What did every pair get?"), section.key("every"))):
        with fold:
            beyond_expected(section, every, "each", "" if player else _(FIRST_NAMED), again=bool(shown))


def furthest(rows: Sequence[Row]) -> list[Row]:
    """The pairs that are furthest off together, measured by their errors; those that got most first."""
    together = [row for row in rows if row["met"] == WITH]
    together.sort(key=lambda row: abs(row["beyond"]) / (row["error"] or inf), reverse=True)
    return sorted(together[:MOST], key=lambda row: row["beyond"], reverse=True)


def first_and_last(rows: Sequence[Row], way: str) -> tuple[Row | None, Row | None]:
    """Of pairs that met this `way`, who got most and least; None where it is not more, or not less, than expected."""
    there = [row for row in rows if row["met"] == way]
    first, last = (there[0], there[-1]) if there else (None, None)
    more = first if first and round(first["beyond"], 2) > 0 else None
    less = last if last and last is not first and round(last["beyond"], 2) < 0 else None
    return more, less


def pair_words(row: Row) -> str:
    """`Adele and Duilio`, `Berto against Oreste`: the words lead to the page of the two."""
    return markup.marked(_(TWO[row["met"]], player=row["player"], other=row["other"]), page_of_two(row))


def page_of_two(row: Mapping[str, Any]) -> str:
    """The address of the page of the two players of a pair."""
    return links.address("players", {"player": row["player"], "other": row["other"]})


def of_two(section: PageSection, everyone: pd.DataFrame, people: Sequence[str]) -> str:
    """What two players got with and against each other, and how often they made it as caller and partner."""
    player, other = people
    of_one = synergy_of(everyone, player) if len(everyone) else everyone
    rows = [row for row in plain_rows(of_one) if row["other"] == other]
    pair = pair_words({"player": player, "other": other, "met": WITH})
    if not rows:
        return _("{pair} never played a deal together here.", pair=pair)
    sentences = []
    for row in rows:
        facts = {"pair": pair, "player": links.named(player), "deals": counts.deals(row["deals"])}
        difference = number(abs(row["beyond"]), 2)
        sentences.append(_(GOT[row["met"], row["beyond"] >= 0], **facts, difference=difference))
    called = every_contract(section) if section.has("partner") else pd.DataFrame()
    both = [row for row in plain_rows(called) if {row["caller"], row["partner"]} == {player, other}]
    if decided := sum(row["made"] + row["failed"] for row in both):
        made = sum(row["made"] for row in both)
        sentences.insert(1, _("As caller and partner they made {made} of {decided}.", made=made, decided=decided))
    return " ".join(sentences)


def tiles_of(rows: Sequence[Row], *, both_ways: bool) -> list[markup.Tile]:
    """The best and the worst pair together, and who beats whom most; of one player, `both_ways`, by whom most too."""
    tiles = []
    for way in WAYS:
        most, least = first_and_last(rows, way)
        for titles, row in ((TOP, most), (BOTTOM, least if way == WITH or both_ways else None)):
            if row:
                tiles.append(tile_of(row, _(titles[way], pair=pair_words(row))))
    return tiles


def tile_of(row: Row, title: str) -> markup.Tile:
    """What a pair gets a deal beyond what is expected, below a title."""
    below = _("a deal beyond what is expected; {deals}", deals=counts.deals(row["deals"]))
    figure = Counting(style=SCREEN).mean(row["beyond"])
    colour = theme.GREY  # that of no player, where it may be luck
    if row["significant"]:
        colour = theme.FAILED if row["beyond"] < 0 else theme.MADE
    return markup.Tile(title, figure, below, colour)


def folds(section: PageSection, fewest: int, player: str) -> None:
    """What few ask about the pairs of a section, each behind its question."""
    by_rates = section.has("partner") and markup.unfolded(
        _("Who makes it with whom?"), section.key("made"), opened="show" in st.query_params
    )
    if by_rates:
        with by_rates:
            made_with(section, fewest)
    both = section.has("partner") and section.has("sides")
    if both and (fold := markup.unfolded(_("Who wins with and against whom?"), section.key("won"))):
        with fold:
            sides(section, fewest)
    if player and (fold := markup.unfolded(_("With whom does one player win?"), section.key("fares"))):
        with fold:
            with_and_against(section, fewest, player)


def beyond_expected(section: PageSection, rows: Sequence[Row], name: str, about: str, *, again: bool = False) -> None:
    """What pairs got beyond what is expected, as a table of this name within the page, below what is said `about` them.

    What is measured is said above the first such table; `again` is another one.
    """
    if words := " ".join(filter(None, ["" if again else _(MEASURED), about])):
        markup.small(words)
    columns, sure = BEYOND.on_dashboard, section.sure
    tables.shown(
        rows, columns, alt=_("Beyond what is expected"), units=tables.counting(sure=sure),  # never money
        leading=lambda row, column: page_of_two(row) if column == "met" else "",
    )  # fmt: skip
    tables.meanings(rows, columns, section.key(f"{name} meanings"), sure=sure)


def made_with(section: PageSection, fewest: int) -> None:
    """Who called with which partner, as a table, and as a chart where there is room for all of them."""
    if section.pooled:
        markup.small(_(POOLED))
    everyone = every_contract(section)
    has_room = len({*everyone["caller"], *everyone["partner"]}) <= pairing.PEOPLE
    offered = [RATES, UNITS] if has_room and not section.pooled else [RATES]
    names = {key: _(words) for key, words in NAMES.items()}
    by = filters.one_of("show", offered, names=names, label=_("what is shown"))
    if has_room:
        currency, sure = section.about.currency, section.sure
        drawn = section.verdict(PAIRS, plain_rows(everyone))  # the map has those of few deals too
        together = units_together(plain_rows(everyone), section.counting) if by == UNITS and sure else ""
        if section.pooled:  # units of several variants are not one thing
            everyone = everyone.drop(columns=[column.name for column in PAIRS.columns if column.in_units])
        section.chart(
            pairing.pair_heat(everyone, by=DRAWN[by], currency=currency, sure=sure), "pairs", together, alt=drawn
        )
    callers(section, fewest)


def every_contract(section: PageSection) -> pd.DataFrame:
    """Every caller with every partner that ever was, made once."""
    frames = section.frames
    return data.made((frames, "pairs"), lambda: pairs(frames, min_deals=1))


def callers(section: PageSection, fewest: int) -> None:
    """The callers and partners with enough deals, and the verdict on all of them."""
    those_with_enough(section, PAIRS, every_contract(section), fewest, _("Pairs"))


def those_with_enough(
    section: PageSection, statistic: Statistic, everyone: pd.DataFrame, fewest: int, alt: str
) -> None:
    """The pairs of a statistic with enough deals, how many have fewer, and the verdict on all that are shown."""
    enough = plain_rows(everyone[everyone["deals"] >= fewest])
    markup.quiet(section.verdict(statistic, enough))
    left_out(len(everyone), len(enough), fewest, on_one_side=statistic is PAIRS)
    if enough:
        section.table(enough, section.columns(statistic), alt)


def sides(section: PageSection, fewest: int) -> None:
    """Who won with whom and against whom where nobody called."""
    everyone = data.made((section.frames, "met"), lambda: met(section.frames, min_deals=1))
    those_with_enough(section, MET, everyone, fewest, _("With and against"))


def left_out(everyone: int, enough: int, fewest: int, *, on_one_side: bool) -> None:
    """How many pairs are not shown, for few deals `on_one_side` or on any, in one sentence."""
    missing = everyone - enough
    if not missing:
        return
    if not enough:
        st.text(_all_left_out(everyone, number(fewest, thousands=True), on_one_side=on_one_side))
        return
    facts = {"pairs": counts.pairs(missing), "deals": number(fewest, thousands=True)}
    if on_one_side:
        markup.small(_("{pairs} with fewer than {deals} deals together: not shown.", **facts))
    else:
        markup.small(_("{pairs} with fewer than {deals} deals with or against each other: not shown.", **facts))


def _all_left_out(everyone: int, fewest: str, *, on_one_side: bool) -> str:
    if on_one_side:
        return ngettext(
            "The one pair has fewer than {deals} deals together: it is not shown.",
            "All {count} pairs have fewer than {deals} deals together: none is shown.",
            everyone,
            deals=fewest,
        )
    return ngettext(
        "The one pair has fewer than {deals} deals with or against each other: it is not shown.",
        "All {count} pairs have fewer than {deals} deals with or against each other: none is shown.",
        everyone,
        deals=fewest,
    )


def with_and_against(section: PageSection, fewest: int, player: str) -> None:
    """One player beside everybody whom they met, on the same side and on the other."""
    frames = section.frames
    met = data.made((frames, "companions", player, fewest), lambda: companions(frames, player, min_deals=fewest))
    if len(met):
        section.table(plain_rows(met), section.columns(COMPANIONS), _("With whom does one player win?"))


def one_of_several(section: PageSection, fewest: int, people: Sequence[str]) -> None:
    """One of several sections: its tables."""
    section.heading()
    if not section.about.deals:
        markup.small(_(ONLY_UNITS))
        return
    if section.has("partner"):
        callers(section, fewest)
    if section.has("sides"):
        sides(section, fewest)
    for player in people:
        with_and_against(section, fewest, player)


def choices(chosen: Filters) -> tuple[list[str], int]:
    """One player or two whose pairs are asked for, and the fewest deals of a pair."""
    everybody = data.players_now()
    with chosen.row:
        with st.container(width=NAMES_WIDE):
            player = filters.player("player", everybody, _("everybody"))
        other = None
        if player or "other" in st.query_params:
            with st.container(width=NAMES_WIDE):
                other = filters.player("other", everybody, _("with …"))
        with st.popover(_("minimum"), icon=":material/tune:"):
            fewest = max(filters.fewest(MIN_DEALS, _(TOGETHER)), 1)
    return list(dict.fromkeys(filter(None, (player, other)))), fewest


def title(people: Sequence[str]) -> str:
    """Whose pairs the page is about."""
    if not people:
        return _("Pairs")
    who = listed(list(map(safe_text.isolated, people)))
    return who if len(people) > 1 else _("{player} with others", player=who)


top = skeleton.top()
chosen = filters.subject("pairs", "measure", "player", "other", "show", "sure", together=True)
everything = league_sections(chosen)
people, fewest = choices(chosen) if everything else ([], MIN_DEALS)
with top:
    skeleton.title(title(people), chosen.selection.league)
sections = skeleton.among(everything, lambda section: bool(people) or section.has("partner") or section.has("sides"))
if everything and not sections:
    st.text(_("Nobody has a partner in the games that are chosen here: choose a player to see whom they met."))
if sections:
    shown = the_only_one if len(sections) == 1 else one_of_several
    skeleton.below_each_other(sections, lambda section: shown(section, fewest, people))
    measure = BASE if any(section.pooled for section in sections) else chosen.choice.measure
    choice = replace(chosen.choice, min_deals=fewest, measure=measure)
    with st.container(horizontal=True):
        for what in ("beyond", "pairs") if len(sections) == 1 else ("pairs",):
            tables.csv_button(what, partial(flat_tables, data.frames_now(chosen.selection), what, choice))
