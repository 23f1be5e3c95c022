"""Every match: its sheet, its settlement, each deal explained, what was put right."""

import streamlit as st

from dashboard import charts, data, filters, markup, page, scoreboard, sheets, tables
from dashboard.tables import Column
from scorer.exchange.deals_out import DEALS, deal_rows, matches_table
from scorer.frames import Frames
from scorer.scorebook.exporting import Standing
from scorer.stats import match_units
from scorer.stats.tables import plain_rows

COLUMNS = (
    Column("id", "#", "count", pinned=True),
    Column("on", "on", "date"),
    Column("match", "match"),
    Column("league", "league"),
    Column("variant", "variant"),
    Column("deals", "deals", "count"),
    Column("state", "state"),
    Column("leader", "leader"),
    Column("units", "units", "units"),
)


def rows(found: list[Standing], frames: Frames) -> list[tables.Row]:
    """A row for each match, with who is ahead in it."""
    ahead: dict[int, list[tables.Row]] = {}
    for row in sorted(plain_rows(match_units(frames.payouts)), key=lambda row: -row["units"]):
        held = ahead.setdefault(row["match_id"], [row])
        if row["units"] == held[0]["units"] and row not in held:
            held.append(row)
    return [_row(told, ahead.get(told.head.id, [])) for told in found]


def _row(told: Standing, ahead: list[tables.Row]) -> tables.Row:
    head = told.head
    return {
        "id": head.id, "on": head.on, "match": head.match, "league": head.league, "variant": head.variant,
        "deals": told.deals, "state": "finished" if told.match.sitting.finished else "open",
        "leader": ahead[0]["player"] if len(ahead) == 1 else f"{len(ahead)} together" if ahead else None,
        "units": ahead[0]["units"] if ahead else None,
    }  # fmt: skip


def one(told: Standing) -> None:
    """A match, from its score to its corrections."""
    sheet = data.sheet_now(told.head.id)
    markup.heading(told.head.match)
    markup.small(f"{told.head.on}, {told.match.variant.title}, {told.head.league}")
    scoreboard.tiles(sheet, data.players_now())
    left, right = st.columns([3, 2], gap="large")
    with left:
        page.chart(charts.tonight_lines(sheet, data.players_now()), "lines")
    with right:
        st.subheader("Who pays whom", anchor=False)
        sheets.settlement([sheet], "settlement")
    st.subheader("Score sheet", anchor=False)
    sheets.score_sheet(sheet, "sheet")
    tables.csv_button("deals", lambda: (DEALS, deal_rows((told.head, record) for record in sheet.records)))
    sheets.explained(sheet)
    sheets.history(data.history_now(told.head.id), told.match, "history")


page.begin("Matches")
chosen = filters.sidebar("matches")
frames = data.frames_now(chosen.selection)
inside = set(frames.matches["match_id"].tolist())
standing = {told.head.id: told for told in data.standing_now() if told.head.id in inside}
found = [standing[match.id] for match in data.matches_now() if match.id in inside]
if found:
    tables.shown(rows(found, frames), COLUMNS, "matches", alt="Matches")
    tables.csv_button("matches", lambda: matches_table(standing.values()))
    one(standing[filters.match([told.match for told in found]).id])
else:
    page.nothing_here(chosen)
