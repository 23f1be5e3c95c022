"""All players of a league and a variant; one player; or two beside each other. One subject at a time."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

import streamlit as st

from dashboard import data
from dashboard.address import filters, links
from dashboard.address.filters import Filters
from dashboard.look import markup, safe_text
from dashboard.page import skeleton, tables
from dashboard.page.skeleton import PageSection
from dashboard.player import one_player, two_players
from dashboard.player.one_player import has_callers, is_in
from scorer.frames import Frames
from scorer.language import N_, _
from scorer.language.lists_numbers_dates import listed
from scorer.match.names import fold
from scorer.stats.describe.columns import PLAYER, MakingOptions
from scorer.stats.describe.phrases import NO_PENALTIES
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import flat_tables, has_more_than_deals, plain_rows
from scorer.stats.tally import MIN_DEALS
from scorer.text.numbers import BASE, UNITS, Row, percent

OVERVIEW: Final = described("overview")
FITTING: Final = (  # for which a page has room
    "player", "deals", "units", "units_per_match", "units_per_deal", "side_rate", "call_rate", "caller_rate",
    "partner_rate", "defender_rate",
)  # fmt: skip
COLUMNS: Final = tuple(map(OVERVIEW.__getitem__, FITTING))
MORE: Final = tuple(column for column in OVERVIEW.on_dashboard if column not in COLUMNS)

Content = Callable[[Any, Sequence[PageSection]], None]  # of the name of a player, or of a pair of them
OF_ONE: Final[dict[str, tuple[str, Content]]] = {
    "units": (N_("Units"), one_player.units),
    "calling": (N_("Calling"), one_player.calling),
    "with": (N_("With and against"), one_player.with_whom),
    "records": (N_("Records"), one_player.records),
    "matches": (N_("Matches"), one_player.matches),
}
OF_TWO: Final[dict[str, tuple[str, Content]]] = {
    "units": (N_("Head to head"), two_players.units),
    "calling": (N_("Calling"), two_players.calling),
    "records": (N_("Records"), two_players.records),
    "matches": (N_("Evenings"), two_players.evenings),
}
POOLED: Final = ("calling", "with")  # subjects without units: where every variant is chosen, of all together


def everyone(section: PageSection) -> None:
    """All players of a section."""
    rows, sure = plain_rows(OVERVIEW.make(section.frames, choice=section.choice)), section.sure
    if section.is_only:
        markup.answer(callers_words(rows) or winners_words(rows))
    section.heading("players")
    if has_more_than_deals(rows, sure=sure):
        markup.small(_(NO_PENALTIES))
    section.table(rows, COLUMNS, _("Players"), more=MORE)


def callers_words(rows: Sequence[Row]) -> str:
    """`Most calls: Furio (44 %). Most of them made: Adele (75 %).`, of who called ten times; of one alone none."""
    often = [row for row in rows if (row["caller_decided"] or 0) >= MIN_DEALS]
    if len(often) < 2:  # noqa: PLR2004
        return ""
    (callers, called), (makers, made) = (first_of(often, name) for name in ("call_rate", "caller_rate"))
    facts = {"callers": callers, "called": called, "makers": makers, "made": made}
    return _("Most calls: {callers} ({called}). Most of them made: {makers} ({made}).", **facts)


def winners_words(rows: Sequence[Row]) -> str:
    """`Most deals won: Anna (62 %).`, where nobody calls; empty of fewer than two with ten deals."""
    often = [row for row in rows if (row["side_decided"] or 0) >= MIN_DEALS]
    if len(often) < 2:  # noqa: PLR2004
        return ""
    winners, share = first_of(often, "side_rate")
    return _("Most deals won: {players} ({share}).", players=winners, share=share)


def first_of(rows: Sequence[Row], name: str) -> tuple[str, str]:
    """Who has the highest rate of this name, each a link, and the rate."""
    highest = max(row[name] for row in rows)
    return listed([links.named(row[PLAYER]) for row in rows if row[name] == highest]), percent(highest)


def chosen_players(people: Sequence[str], chosen: Filters, sections: Sequence[PageSection]) -> MakingOptions:
    """One player, or two: who they are, then the subject that is chosen. Returns how their roles are counted."""
    missing = [player for player in people if not any(is_in(player, section) for section in sections)]
    if missing:
        one_player.nowhere(missing)
        return chosen.choice
    who: Any = people[0] if len(people) == 1 else tuple(people)
    top, offered = (one_player.top, OF_ONE) if len(people) == 1 else (two_players.top, OF_TWO)
    top(who, with_records_of(people, sections, chosen.choice))
    with st.container(horizontal=True, vertical_alignment="bottom", key="part"):
        names = {key: _(subject[0]) for key, subject in offered.items()}
        if not any(has_callers(people, section) for section in sections):
            names["calling"] = _("Winning")
        show = filters.one_of("show", list(offered), names=names)
        choice = replace(chosen.choice, min_deals=filters.fewest(MIN_DEALS)) if show == "with" else chosen.choice
    content = offered[show][1]
    if show in POOLED and choice.measure == UNITS and len(sections) > 1:
        together = MakingOptions(BASE)
        base = skeleton.sections(replace(chosen, choice=together))
        content(who, with_records_of(people, base, choice, pooled=True))
        return together
    content(who, with_records_of(people, sections, choice))
    return chosen.choice


def with_records_of(
    people: Sequence[str], sections: Sequence[PageSection], choice: MakingOptions, *, pooled: bool = False
) -> list[PageSection]:
    """The sections in which all of these players have a record."""
    changes = {"choice": choice, "pooled": pooled}
    return skeleton.among(sections, lambda section: all(is_in(player, section) for player in people), **changes)


def csv(frames: Frames, people: Sequence[str], choice: MakingOptions) -> tables.Made:
    """The roles of these players, or of everybody."""
    header, rows = flat_tables(frames, "players", choice)
    return header, [row for row in rows if not people or row[header.index(PLAYER)] in people]


def title(people: Sequence[str]) -> str:
    """Whom the page is about."""
    return listed(list(map(safe_text.isolated, people))) if people else _("Players")


def minimum() -> int:
    """The fewest deals of the players in the table of everybody."""
    with st.popover(_("minimum"), icon=":material/filter_alt:"):
        return filters.fewest(0)


top = skeleton.top()
everybody = data.players_now()
asked = [st.query_params[key] for key in ("player", "other") if key in st.query_params]
subject = filters.meant(st.query_params.get("show", ""), list(OF_ONE))
if len(asked) > 1 and subject in set(OF_ONE) - set(OF_TWO):
    del st.query_params["show"]  # a second player has come
chosen = filters.subject("players", "measure", "player", "other", "show", "sure")
with chosen.row:
    if asked:
        links.link(_("All players"), "players", {}, icon=":material/arrow_back:")
    player = {fold(name): name for name in everybody}.get(fold(st.query_params.get("player", "")))
    if not player:  # else the title says who it is
        player = filters.player("player", everybody, _("everybody"), as_list=True)
    second = None
    if player or asked:
        second = filters.player("other", everybody, _("nobody"), invitation=_("compare with …"), as_list=True)
people = list(dict.fromkeys(filter(None, (player, second))))
with top:
    skeleton.title(title(people), chosen.selection.league)
if sections := skeleton.sections(chosen):
    if people:
        counted_so = chosen_players(people, chosen, sections)
    else:
        with chosen.row:
            counted_so = replace(chosen.choice, min_deals=minimum())
        skeleton.below_each_other([replace(section, choice=counted_so) for section in sections], everyone)
    tables.csv_button("players", lambda: csv(data.frames_now(chosen.selection), people, counted_so))
