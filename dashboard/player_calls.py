"""How often a player calls and wins, which bids, and how beside the others; where nobody calls, what is won."""

from collections.abc import Sequence
from typing import Any, Final

import streamlit as st

from dashboard import charts, data, filters, links, markup, page, theme
from dashboard.markup import Tile, marked
from dashboard.player_shown import Shown, head, rows_of
from scorer.frames import Part
from scorer.rules.kinds import DEAL_ROLES, SIDE
from scorer.stats.calls import AS_CHANCE, BEYOND_CHANCE, BOTH, HIGH, LOW, calls
from scorer.stats.columns import PLAYER
from scorer.stats.descriptions import described
from scorer.stats.phrases import ONLY_UNITS
from scorer.stats.tables import Page, has
from scorer.stats.tallies import CONTRACT_ROLES, is_one_of
from scorer.text.numbers import PLUS_MINUS, SCREEN, Row, ahead, percent

OVERVIEW: Final = described("overview")
COMPARED: Final = described("page/compared")
ROLES_OF: Final = described("page/roles")

KINDS: Final = ((LOW, "too_low", "calls too low"), (HIGH, "too_high", "calls too high"))


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
    everybody, table = data.players_now(), OVERVIEW.make(shown.part.frames)
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


def callers(part: Part) -> dict[str, Row]:
    """Everybody who called there, by name."""
    rows = data.rows((part.frames, "calling"), lambda: calls(part.frames))
    return {row[PLAYER]: row for row in rows}


def caller_tiles(player: str, part: Part) -> list[Tile]:
    """The tiles of a player who called there; none of who did not."""
    found = callers(part)
    if player not in found:
        return []
    row, rows = found[player], list(found.values())
    colour, tiles = theme.colour(player, data.players_now()), []
    if row["ahead"] is not None:
        told = BEYOND_CHANCE if row["beyond"] else AS_CHANCE
        below = f"{PLUS_MINUS}{100 * row['ahead_error']:.0f} beside what others make of them: {told}"
        tiles.append(Tile("contracts made of the same bids", ahead(row["ahead"], style=SCREEN), below, colour))
    if row["counted"]:
        variant = part.variants[0] if len(part.variants) == 1 else filters.ALL
        address = links.address("bids", {"variant": variant, "show": "left"})
        tiles += [
            Tile(title, f"{row[name]} of {row['counted']}", marked(_beside(row, rows, name, word), address), colour)
            for word, name, title in KINDS
        ]
    return tiles


def _beside(row: Row, rows: Sequence[Row], name: str, word: str) -> str:
    """How often the others do so, and whether the player does it more often than chance has it."""
    times, of = (sum(one[what] for one in rows) - row[what] for what in (name, "counted"))
    told = "more often, beyond chance" if row["leans"] in {word, BOTH} else "no more often than chance has it"
    return f"counted deals, others {percent(times / of)}: {told}" if of else "counted deals"
