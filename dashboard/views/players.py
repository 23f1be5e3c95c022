"""All players of a league and a variant; one player; or two beside each other. One subject at a time."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import streamlit as st

from dashboard import charts, data
from dashboard.address import filters, links
from dashboard.address.filters import Filters
from dashboard.page import skeleton, sortable_tables
from dashboard.page.skeleton import Section
from dashboard.player import one_player, two_players
from dashboard.player.one_player import has_callers, is_in
from scorer.frames import Frames
from scorer.language import N_, _
from scorer.match.names import fold
from scorer.stats.describe.columns import PLAYER, Choice
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import flat_tables, plain_rows
from scorer.stats.tally import MIN_DEALS
from scorer.text.numbers import BASE, UNITS

OVERVIEW: Final = described("overview")

Content = Callable[[Sequence[str], Sequence[Section]], None]
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
POOLED: Final = ("calling", "with")  # subjects without units: of every variant together, unless one is chosen


def everyone(choice: Choice, sections: Sequence[Section]) -> None:
    """All players of each section; where it is alone, charts of how often they call or win too."""
    everybody = data.players_now()
    for section in skeleton.one_by_one(sections):
        table = OVERVIEW.make(section.frames, choice=choice)
        section.heading()
        rows = plain_rows(table)
        section.table(rows, OVERVIEW.on_dashboard, _("Players"), "table")
        section.meanings(rows, OVERVIEW.on_dashboard)
        if section.alone and section.has("caller"):
            section.chart(charts.call_rates(table, "", everybody), "calls")
        if section.alone and section.has("sides"):
            section.chart(charts.win_rates(table, "", everybody), "wins")


def chosen_players(people: Sequence[str], chosen: Filters, sections: Sequence[Section]) -> Choice:
    """One player, or two: who they are, then the subject that is chosen. Returns how their roles are counted."""
    missing = [player for player in people if not any(is_in(player, section) for section in sections)]
    if missing:
        one_player.nowhere(missing)
        return chosen.choice
    top, offered = (one_player.top, OF_ONE) if len(people) == 1 else (two_players.top, OF_TWO)
    top(people, with_records_of(people, sections, chosen.choice))
    with st.container(horizontal=True, vertical_alignment="bottom", key="part"):
        names = {key: _(subject[0]) for key, subject in offered.items()}
        if not any(has_callers(people, section) for section in sections):
            names["calling"] = _("Winning")
        show = filters.one_of("show", list(offered), names=names)
        choice = replace(chosen.choice, min_deals=filters.fewest(MIN_DEALS)) if show == "with" else chosen.choice
    content = offered[show][1]
    if show in POOLED and choice.measure == UNITS and len(sections) > 1:
        together = Choice(BASE)
        base = skeleton.sections(replace(chosen, choice=together))
        content(people, with_records_of(people, base, choice, pooled=True))
        return together
    content(people, with_records_of(people, sections, choice))
    return chosen.choice


def with_records_of(
    people: Sequence[str], sections: Sequence[Section], choice: Choice, *, pooled: bool = False
) -> list[Section]:
    """The sections in which all of these players have a record."""
    changes = {"choice": choice, "pooled": pooled}
    return skeleton.among(sections, lambda section: all(is_in(player, section) for player in people), **changes)


def csv(frames: Frames, people: Sequence[str], choice: Choice) -> sortable_tables.Made:
    """The roles of these players, or of everybody."""
    header, rows = flat_tables(frames, "players", choice)
    return header, [row for row in rows if not people or row[header.index(PLAYER)] in people]


skeleton.begin(_("Players"))
asked = [st.query_params[key] for key in ("player", "other") if key in st.query_params]
if len(asked) > 1 and fold(st.query_params.get("show", "")) in set(OF_ONE) - set(OF_TWO):
    del st.query_params["show"]  # a second player has come
pooled = bool(asked) and fold(st.query_params.get("show", "")) in POOLED
chosen = filters.subject("players", "measure", "player", "other", "show", together=pooled)
with st.container(horizontal=True, vertical_alignment="center", key="choices"):
    back = st.container(width="content")
    player = filters.somebody("player", data.players_now(), _("everybody"))
    second = filters.somebody("other", data.players_now(), _("nobody else")) if player or asked else None
people = list(dict.fromkeys(filter(None, (player, second))))
if people:
    with back:
        links.link(_("All players"), "players", {}, icon=":material/arrow_back:")
if sections := skeleton.sections(chosen):
    if people:
        counted_so = chosen_players(people, chosen, sections)
    else:
        counted_so = replace(chosen.choice, min_deals=filters.fewest(0))
        everyone(counted_so, sections)
    sortable_tables.csv_button("players", lambda: csv(data.frames_now(chosen.selection), people, counted_so))
