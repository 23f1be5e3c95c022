"""All players of a league and a variant; one player; or two beside each other. One subject at a time."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import streamlit as st

from dashboard import data, filters, links, page, player_calls, player_parts, tables, two_players
from dashboard.filters import Filters
from dashboard.player_calls import has_callers
from dashboard.player_shown import Shown, is_in
from scorer.frames import Frames, Part
from scorer.match.names import fold
from scorer.stats.columns import PLAYER, Choice
from scorer.stats.descriptions import described
from scorer.stats.tables import Head, flat_tables, plain_rows
from scorer.stats.tallies import MIN_DEALS
from scorer.text.numbers import BASE, UNITS

OVERVIEW: Final = described("overview")

Section = tuple[Head, Part]
Content = Callable[[Sequence[str], Sequence[Shown]], None]
OF_ONE: Final[dict[str, tuple[str, Content]]] = {
    "units": ("Units", player_parts.units),
    "calling": ("Calling", player_calls.calling),
    "with": ("With and against", player_parts.with_whom),
    "records": ("Records", player_parts.records),
    "matches": ("Matches", player_parts.matches),
}
OF_TWO: Final[dict[str, tuple[str, Content]]] = {
    "units": ("Head to head", two_players.units),
    "calling": ("Calling", two_players.calling),
    "records": ("Records", two_players.records),
    "matches": ("Evenings", two_players.evenings),
}
POOLED: Final = ("calling", "with")  # what needs no units is of every variant together, unless one is chosen


def everyone(choice: Choice, sections: Sequence[Section]) -> None:
    """All players of each section; of one alone how often they call or win too."""
    for about, part in page.one_by_one(sections):
        table = OVERVIEW.make(part.frames, choice=choice)
        page.heading(about, alone=len(sections) == 1)
        rows, key = plain_rows(table), page.key(about, "table")
        tables.shown(rows, OVERVIEW.on_dashboard, key, alt="Players", currency=about.currency, alone=about.alone)
        tables.meanings(rows, OVERVIEW.on_dashboard, page.key(about, "meanings"), alone=about.alone)
        if len(sections) == 1:
            page.figures(about, page.rates(part, table), by=1)


def of_some(people: Sequence[str], chosen: Filters, sections: Sequence[Section]) -> Choice:
    """One player, or two: who they are, then what is chosen of them. Returns how their roles are counted."""
    if missing := [player for player in people if not any(is_in(player, part) for _, part in sections)]:
        player_parts.nowhere(missing)
        return chosen.choice
    top, offered = (player_parts.top, OF_ONE) if len(people) == 1 else (two_players.top, OF_TWO)
    top(people, with_records_of(people, sections, chosen.choice))
    with st.container(horizontal=True, vertical_alignment="bottom", key="part"):
        names = {key: words for key, (words, _) in offered.items()}
        if not any(has_callers(people, part) for _, part in sections):
            names["calling"] = "Winning"
        show = filters.one_of("show", list(offered), names=names)
        choice = replace(chosen.choice, min_deals=filters.fewest(MIN_DEALS)) if show == "with" else chosen.choice
    if show in POOLED and choice.measure == UNITS and len(sections) > 1:
        together = Choice(BASE)
        base = page.sections(replace(chosen, choice=together))
        offered[show][1](people, [replace(one, pooled=True) for one in with_records_of(people, base, choice)])
        return together
    offered[show][1](people, with_records_of(people, sections, choice))
    return chosen.choice


def with_records_of(people: Sequence[str], sections: Sequence[Section], choice: Choice) -> list[Shown]:
    """The sections in which all of these players have a record."""
    here = [section for section in sections if all(is_in(player, section[1]) for player in people)]
    return [Shown(about, part, choice, alone=len(here) == 1) for about, part in here]


def csv(frames: Frames, people: Sequence[str], choice: Choice) -> tables.Made:
    """The roles of these players, or of everybody."""
    header, rows = flat_tables(frames, "players", choice)
    return header, [row for row in rows if not people or row[header.index(PLAYER)] in people]


page.begin("Players")
asked = [st.query_params[key] for key in ("player", "other") if key in st.query_params]
if len(asked) > 1 and fold(st.query_params.get("show", "")) in set(OF_ONE) - set(OF_TWO):
    del st.query_params["show"]  # a second player has come
pooled = bool(asked) and fold(st.query_params.get("show", "")) in POOLED
chosen = filters.subject("players", "measure", "player", "other", "show", together=pooled)
with st.container(horizontal=True, vertical_alignment="center", key="choices"):
    back = st.container(width="content")
    player = filters.somebody("player", data.players_now(), "everybody")
    other = filters.somebody("other", data.players_now(), "beside nobody") if player or asked else None
people = list(dict.fromkeys(filter(None, (player, other))))
if people:
    with back:
        links.link("All players", "players", {}, icon=":material/arrow_back:")
if sections := page.sections(chosen):
    if people:
        counted_so = of_some(people, chosen, sections)
    else:
        counted_so = replace(chosen.choice, min_deals=filters.fewest(0))
        everyone(counted_so, sections)
    tables.csv_button("players", lambda: csv(data.frames_now(chosen.selection), people, counted_so))
