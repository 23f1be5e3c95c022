"""One player, or two beside each other: by role, bids, records, with and against whom."""

from dataclasses import replace
from typing import Any

import streamlit as st

from dashboard import charts, data, filters, markup, page, tables, theme
from dashboard.markup import Tile
from scorer import stats
from scorer.frames import Frames, Part
from scorer.stats.columns import Choice
from scorer.stats.descriptions import OVERVIEW
from scorer.stats.page_descriptions import PAGE
from scorer.stats.players import MIN_DEALS
from scorer.stats.tables import Head, Page, flat_roles, flat_tables, has, pages, plain_rows
from scorer.text.numbers import SCREEN, Counting, Row
from scorer.text.sentences import counted


def everyone(about: Head, part: Part, choice: Choice) -> None:
    """All players of a section."""
    table = OVERVIEW.make(part.frames, choice)
    page.heading(about)
    rows, key = plain_rows(table), page.key(about, "table")
    tables.shown(rows, OVERVIEW.on_dashboard, key, alt="Players", currency=about.currency, alone=about.alone)
    for name, figure in page.named(about, page.rates(part, table)):
        page.chart(figure, name)


def section(about: Head, part: Part, told: dict[str, Page], fewest: int) -> None:
    """A section of those players who have a record in it."""
    everybody, running = data.players_now(), stats.running(part.frames.payouts)
    page.heading(about)
    lines = charts.player_lines(running, list(told), everybody, currency=about.currency)
    page.chart(lines, page.key(about, "lines"))
    for place, (player, one) in zip(st.columns(len(told), gap="large"), told.items(), strict=True):
        with place:
            if len(told) > 1:
                markup.heading(player)
            of_player(one, part, fewest, alone=len(told) == 1)


def of_player(told: Page, part: Part, fewest: int, *, alone: bool) -> None:
    """Everything about one player: records, figures, tables."""
    records(told, part)
    drawn = data.made((part.frames, told.player, fewest), lambda: figures(told, part, fewest))
    page.beside(*drawn, by=2 if alone else 1)
    money, key = told.head.currency, page.key(told.head, told.player)
    for one in PAGE:
        if one.dashboard and (rows := told.shown(one.name)):
            st.markdown(f"**{one.title}**")
            newest_first = rows[::-1] if one.name == "matches" else rows
            tables.shown(newest_first, one.on_dashboard, f"{key}_{one.title}", alt=one.title, currency=money)


def figures(told: Page, part: Part, fewest: int) -> list[tuple[str, Any]]:
    """The charts of one player, each by its name on the page."""
    player, everybody, money = told.player, data.players_now(), told.head.currency
    overview, key = stats.overview(part.frames.payouts), page.key(told.head, told.player)
    drawn = {}
    if has(part, "caller"):
        drawn = {
            "roles": charts.role_rates(told.tables["roles"], player, everybody, currency=money),
            "calls": charts.call_rates(overview, player, everybody),
            "shares": charts.compared_shares(told.tables["compared"], player, everybody),
            "compared": charts.compared_rates(told.tables["compared"], player, everybody),
        }
    if has(part, "sides"):
        drawn["wins"] = charts.win_rates(overview, player, everybody)
    met = told.tables["companions"]
    drawn["companions"] = charts.companion_rates(met, player, everybody, fewest=fewest, currency=money)
    return [(f"{key}_{name}", figure) for name, figure in drawn.items()]


def records(told: Page, part: Part) -> None:
    """The highest and the lowest of a player; of callers and of slams where there are any."""
    row, units, colour = (
        told.tables["records"][0],
        Counting(told.head.currency, SCREEN),
        theme.colour(told.player, data.players_now()),
    )
    best, worst = (units.total(row[f"{which}_units"]) for which in ("best", "worst"))
    called, penalties = has(part, "caller"), counted(row["penalties"], "penalty", "penalties")
    slams = called or row["slams_made"] or row["slams_suffered"]
    cards = (
        called and ("highest bid", row["highest_bid_made"] or "none", ""),
        ("best evening", best, f"{row['best_on']}, {row['best_match']}"),
        ("worst evening", worst, f"{row['worst_on']}, {row['worst_match']}"),
        ("won in a row", str(row["win_streak"]), f"{row['loss_streak']} lost in a row"),
        row.get("biggest_win") and ("most in a deal", units.total(row["biggest_win"]), _when(row, "biggest_win")),
        row.get("highest_count") and ("highest count", str(row["highest_count"]), _when(row, "highest_count")),
        slams and ("slams made", str(row["slams_made"]), f"{row['slams_defended']} as a defender" if called else ""),
        slams and ("slams suffered", str(row["slams_suffered"]), penalties),
        not slams and row["penalties"] and ("penalties", str(row["penalties"]), ""),
    )
    markup.tiles(Tile(*card, colour) for card in cards if card)


def _when(row: Row, which: str) -> str:
    """The day and the match of a record."""
    return f"{row[f'{which}_on']}, {row[f'{which}_match']}"


def csv(frames: Frames, player: str | None, choice: Choice) -> tables.Made:
    """The roles of the player, or of everybody."""
    return flat_roles(frames, player, choice) if player else flat_tables(frames, "players", choice)


page.begin("Players")
chosen = filters.subject("players", "measure", "player", "other")
with st.container(horizontal=True, vertical_alignment="bottom", key="choices"):
    player = filters.somebody("player", data.players_now(), "everybody")
    other = filters.somebody("other", data.players_now(), "beside nobody")
    fewest = filters.fewest(MIN_DEALS)
choice = replace(chosen.choice, min_deals=fewest)
sections = page.sections(chosen)
wanted = list(dict.fromkeys(filter(None, (player, other)))) if sections else []
frames = data.frames_now(chosen.selection)
found = {name: {told.head: told for told in pages(frames, name, choice)} for name in wanted}
for about, part in sections:
    if not wanted:
        everyone(about, part, choice)
    elif there := {name: told[about] for name, told in found.items() if about in told}:
        section(about, part, there, fewest)
if wanted and not any(found.values()):
    st.text(f"No deal of {' or '.join(wanted)} here.")
if sections:
    tables.csv_button("players", lambda: csv(frames, player, choice))
