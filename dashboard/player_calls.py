"""How often a player calls and wins, and which bids; where nobody calls, what is won."""

from collections.abc import Sequence
from typing import Any, Final

import streamlit as st

from dashboard import charts, data, markup, page
from dashboard.caller_tiles import caller_tiles, callers
from dashboard.player_shown import Shown, head, rows_of
from scorer.frames import Part
from scorer.rules.kinds import DEAL_ROLES, SIDE
from scorer.stats.columns import Choice
from scorer.stats.descriptions import described
from scorer.stats.phrases import ONLY_UNITS
from scorer.stats.tables import Page, has
from scorer.stats.tallies import CONTRACT_ROLES, is_one_of
from scorer.text.numbers import Row

OVERVIEW: Final = described("overview")
COMPARED: Final = described("page/compared")
ROLES_OF: Final = described("page/roles")


def has_callers(people: Sequence[str], part: Part) -> bool:
    """Whether somebody called in a deal that one of these people played there; of who has none, whether one calls."""
    payouts = part.frames.payouts
    held = set(payouts["role"][is_one_of(payouts["player"], *people)])
    return bool(held & set(CONTRACT_ROLES)) or (has(part, "caller") and SIDE not in held)


def calling(people: Sequence[str], sections: Sequence[Shown]) -> None:
    """How often a player calls and wins, and which bids, beside everybody together."""
    (player,) = people
    for shown in sections:
        head(shown)
        if not (roles := roles_there(player, shown)):
            markup.small(ONLY_UNITS)
            continue
        if tiles := caller_tiles(player, shown.part):
            markup.tiles(tiles)
        if shown.alone:
            page.figures(shown.about, _calling_figures(player, shown, roles))
        st.markdown(f"**{ROLES_OF.title}**")
        shown.table(roles, shown.columns(ROLES_OF), ROLES_OF.title)
        shown.meanings(roles, shown.columns(ROLES_OF), ROLES_OF.title)
        if called_there(roles) and (rows := rows_of(COMPARED, shown, player)):
            st.markdown(f"**{COMPARED.title}**")
            shown.table(rows, COMPARED.on_dashboard, COMPARED.title)


def roles_there(player: str, shown: Shown) -> list[Row]:
    """The roles of a player, those that there are in the games played."""
    rows = Page(shown.about, player, {"roles": rows_of(ROLES_OF, shown, player)}).shown("roles")
    return rows if called_there(rows) else in_all(rows)


def in_all(roles: Sequence[Row]) -> list[Row]:
    """The row of all deals, which is that of the only role where nobody called."""
    return [row for row in roles if row["role"] not in DEAL_ROLES]


def called_there(roles: Sequence[Row]) -> bool:
    """Whether somebody called in any deal of a player, of whom these are the roles."""
    return any(row["deals"] for row in roles if row["role"] in CONTRACT_ROLES)


def _calling_figures(player: str, shown: Shown, roles: Sequence[Row]) -> dict[str, Any]:
    """The charts of calls by their names on the page."""
    everybody, table = data.players_now(), OVERVIEW.make(shown.part.frames, Choice())
    drawn = {}
    if called_there(roles):
        compared, money = rows_of(COMPARED, shown, player), shown.about.currency
        drawn = {
            "calls": charts.call_rates(table, player, everybody),
            "roles": charts.role_rates(roles, player, everybody, currency=money),
            "shares": charts.compared_shares(compared, player, everybody),
            "made": charts.compared_rates(
                compared, player, everybody, others=callers(shown.part).get(player, {}).get("expected")
            ),
        }
    if any(row["deals"] for row in rows_of(ROLES_OF, shown, player) if row["role"] == SIDE):
        drawn["wins"] = charts.win_rates(table, player, everybody)
    return drawn
