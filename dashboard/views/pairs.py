"""Pairs: what two players got with and against each other beyond what is expected; callers with their partners.

The cards mostly choose the partner: nobody is crowned here. Where nobody calls, a table says with whom and against whom
everybody played. Rates need no units: unless a variant or a measure is chosen, one table holds those of all variants of
a league.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

import pandas as pd
import streamlit as st

from dashboard import charts, data
from dashboard.address import filters, links
from dashboard.address.filters import Filters
from dashboard.look import markup, safe_text
from dashboard.page import skeleton, tables
from dashboard.page.skeleton import Section
from scorer.language import N_, _, counts, ngettext
from scorer.language.lists_numbers_dates import listed, number
from scorer.stats.describe.columns import Choice, Statistic
from scorer.stats.describe.phrases import ONLY_UNITS
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import flat_tables, plain_rows
from scorer.stats.player_pages import companions
from scorer.stats.players import met, pairs
from scorer.stats.synergy import MEASURED, synergy_of
from scorer.stats.tally import AGAINST, MIN_DEALS, WAYS, WITH
from scorer.text.numbers import BASE, SCREEN, UNITS, Counting, Row

BEYOND: Final = described("beyond")
MET: Final = described("met")
PAIRS: Final = described("pairs")
COMPANIONS: Final = described("page/companions")

RATES: Final = "rates"  # of several variants, whose units are not one thing: none are shown
DRAWN: Final = {RATES: "likely_rate", UNITS: "units"}  # the column of the statistic
NAMES: Final = {RATES: N_("rates"), UNITS: N_("units")}
NAMES_WIDE: Final = 150  # pixels of the choice of a player
TOGETHER: Final = N_("at least so many deals together")
POOLED: Final = N_("Rates of all these variants together; for units choose a variant, or how they are counted.")
BOTH: Final = N_("{best} do best together, {worst} worst.")
BEST: Final = N_("{best} do best together.")
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


def league_sections(chosen: Filters) -> list[Section]:
    """The sections of the page: where no units are shown, one for each league, maybe of several variants."""
    if chosen.selection.variant or chosen.choice.measure != UNITS:
        return skeleton.sections(chosen)
    together = skeleton.sections(replace(chosen, choice=Choice(BASE)))
    if all(len(section.about.variants) == 1 for section in together):
        return skeleton.sections(chosen) if together else []
    return [replace(section, about=replace(section.about, measure=RATES), pooled=True) for section in together]


def the_only_one(section: Section, fewest: int, people: Sequence[str]) -> None:
    """The one section of the page: who stands out, the pairs that matter, one figure; more where somebody asks."""
    player, table = next(iter(people), ""), skeleton.pair_synergies(section.frames, fewest)
    everyone = skeleton.pair_synergies(section.frames, 1)
    rows = plain_rows(synergy_of(table, player) if player and len(table) else table)
    two = len(people) > 1
    verdict = BEYOND.verdict(rows)
    if two:
        answer, caveat = of_two(section, everyone, people), _(LUCK if section.has("partner") else MAY_BE_LUCK)
    else:
        answer = standing_out(rows)
        caveat = " ".join([verdict.brief if answer else "", _(THE_CARDS) if section.has("partner") else ""]).strip()
    if section.about.deals:
        markup.answer(answer or verdict.brief, verdict.whole if section.sure else caveat)
    section.heading()
    if not section.about.deals:
        markup.small(_(ONLY_UNITS))
        return
    if rows and not two:
        markup.tiles(tiles_of(rows, both_ways=bool(player)))
    if section.has("partner") and len(table):
        section.chart(charts.furthest_pairs(table, WITH, player, sure=section.sure), WITH, words=False)
    elif section.has("sides"):
        won(section, fewest)
    left_out(len(everyone), len(table), fewest, on_one_side=False)
    folds(section, fewest, player, table, rows)


def standing_out(rows: Sequence[Row]) -> str:
    """Which pairs are beyond what luck does, or else who do best and worst together; empty where nobody does."""
    if any(row["significant"] for row in rows):
        return _("These stand out: {pairs}.", pairs=listed([pair_words(row) for row in rows if row["significant"]]))
    best, worst = (pair_words(row) if row else "" for row in first_and_last(rows, WITH))
    if best and worst:
        return _(BOTH, best=best, worst=worst)
    return _(BEST, best=best) if best else ""


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


def of_two(section: Section, everyone: pd.DataFrame, people: Sequence[str]) -> str:
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
    return markup.Tile(title, figure, below, charts.beyond_colour(row))


def folds(section: Section, fewest: int, player: str, table: pd.DataFrame, rows: Sequence[Row]) -> None:
    """What few ask about the pairs of a section, each behind its question."""
    by_rates = section.has("partner") and markup.unfolded(
        _("Who makes it with whom?"), section.key("made"), opened="show" in st.query_params
    )
    if by_rates:
        with by_rates:
            made_with(section, fewest, player)
    if len(table) and (fold := markup.unfolded(_("Who beats whom?"), section.key("beat"))):
        with fold:
            drawn = {way: charts.furthest_pairs(table, way, player, sure=section.sure) for way in WAYS}
            shown = drawn if not section.has("partner") else {AGAINST: drawn[AGAINST]}
            section.figures(shown, by=1, elsewhere=() if section.sure else WAYS)  # the answer of the page
    if section.has("sides") and (fold := markup.unfolded(_("Who wins with and against whom?"), section.key("won"))):
        with fold:
            sides(section, fewest, drawn=section.has("partner"))
    if player and (fold := markup.unfolded(_("With whom does one player win?"), section.key("fares"))):
        with fold:
            with_and_against(section, fewest, player)
    if rows and (fold := markup.unfolded(_("What did every pair get?"), section.key("every"))):
        with fold:
            every_pair(section, rows, of_one=bool(player))


def every_pair(section: Section, rows: Sequence[Row], *, of_one: bool) -> None:
    """What pairs, or those `of_one` player, got beyond what is expected, as a table."""
    markup.small(_(MEASURED) if of_one else f"{_(MEASURED)} {_(FIRST_NAMED)}")
    columns, sure = BEYOND.on_dashboard, section.sure
    tables.shown(
        rows, columns, alt=_("Beyond what is expected"), units=tables.counting(sure=sure),  # never money
        leading=lambda row, column: page_of_two(row) if column == "met" else "",
    )  # fmt: skip
    tables.meanings(rows, columns, section.key("beyond meanings"), sure=sure)


def made_with(section: Section, fewest: int, player: str) -> None:
    """Who called with which partner, as a figure: all of them where there is room; and as a table."""
    if section.pooled:
        markup.small(_(POOLED))
    offered = [RATES] if section.pooled else [RATES, UNITS]
    names = {key: _(words) for key, words in NAMES.items()}
    by = DRAWN[filters.one_of("show", offered, names=names, label=_("what is shown"))]
    everyone, money = for_figure(section, PAIRS, every_contract(section)), section.about.currency
    if len({*everyone["caller"], *everyone["partner"]}) <= charts.PEOPLE:
        drawn = charts.pair_heat(everyone, by=by, fewest=fewest, currency=money, sure=section.sure)
    else:
        drawn = charts.pair_order(everyone, player, by=by, fewest=fewest, currency=money, sure=section.sure)
    section.chart(drawn, "pairs")
    callers(section, fewest)


def for_figure(section: Section, statistic: Statistic, frame: pd.DataFrame) -> pd.DataFrame:
    """The frame of a statistic for a figure: it has no units where these are of several variants."""
    in_units = [column.name for column in statistic.columns if column.in_units]
    return frame.drop(columns=in_units) if section.pooled else frame


def every_contract(section: Section) -> pd.DataFrame:
    """Every caller with every partner that ever was, made once."""
    frames = section.frames
    return data.made((frames, "pairs"), lambda: pairs(frames, min_deals=1))


def callers(section: Section, fewest: int) -> None:
    """The callers and partners with enough deals; a section that is alone has the verdict on all in its figure."""
    everyone = every_contract(section)
    enough = everyone[everyone["deals"] >= fewest]
    if not section.is_only:
        markup.quiet(section.verdict(PAIRS, plain_rows(enough)))
    left_out(len(everyone), len(enough), fewest, on_one_side=True)
    if len(enough):
        section.table(plain_rows(enough), section.columns(PAIRS), _("Pairs"))


def every_meeting(section: Section) -> pd.DataFrame:
    """Everybody with and against whom they played where nobody called, made once."""
    return data.made((section.frames, "met"), lambda: met(section.frames, min_deals=1))


def won(section: Section, fewest: int) -> None:
    """How often who won with and against whom where nobody called, as a figure."""
    everyone = every_meeting(section)
    enough = for_figure(section, MET, everyone[everyone["deals"] >= fewest].reset_index(drop=True))
    if len(enough):
        drawn = charts.met_rates(enough, fewest=fewest, currency=section.about.currency, sure=section.sure)
        section.chart(drawn, "sides")


def sides(section: Section, fewest: int, *, drawn: bool) -> None:
    """Who played with whom and against whom where nobody called: a table, behind a figure if it shall be `drawn`."""
    everyone = every_meeting(section)
    enough = everyone[everyone["deals"] >= fewest].reset_index(drop=True)
    if drawn:
        won(section, fewest)
    if not section.is_only:
        markup.quiet(section.verdict(MET, plain_rows(enough)))
    left_out(len(everyone), len(enough), fewest, on_one_side=False)
    if len(enough):
        section.table(plain_rows(enough), section.columns(MET), _("With and against"))


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


def with_and_against(section: Section, fewest: int, player: str) -> None:
    """One player beside everybody whom they met, on the same side and on the other."""
    frames, money = section.frames, section.about.currency
    met = data.made((frames, "companions", player, fewest), lambda: companions(frames, player, min_deals=fewest))
    if section.is_only and met[["with_rate", "against_rate"]].notna().any(axis=None):
        shown, everybody = for_figure(section, COMPANIONS, met), data.players_now()
        choices: dict[str, Any] = {"fewest": fewest, "currency": money, "sure": section.sure}
        section.chart(charts.companion_rates(shown, player, everybody, **choices), "met")
    if len(met):
        section.table(plain_rows(met), section.columns(COMPANIONS), _(COMPANIONS.title))


def one_of_several(section: Section, fewest: int, people: Sequence[str]) -> None:
    """One of several sections: its tables."""
    section.heading()
    if not section.about.deals:
        markup.small(_(ONLY_UNITS))
        return
    if section.has("partner"):
        callers(section, fewest)
    if section.has("sides"):
        sides(section, fewest, drawn=False)
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
