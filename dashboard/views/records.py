"""What a season is remembered for: the records of all time, the awards, and the almanac to keep."""

from dataclasses import replace

import streamlit as st

from dashboard import data, filters, links, markup, page, tables, theme
from scorer.frames import Part
from scorer.paper.almanac import almanac
from scorer.stats.columns import PLAYER, Choice
from scorer.stats.season_descriptions import ALL_TIME, AWARDS, MEANT, SIGNED
from scorer.stats.tables import Head, flat_tables, plain_rows
from scorer.text.numbers import SCREEN, Counting

COUNTING = Counting(style=SCREEN)
BY = {"closest finish": "closest finish, won by", "biggest comeback": "biggest comeback, from behind by"}


def records(about: Head, part: Part, *, alone: bool) -> None:
    """The records of one payout table, as a table with what chance alone would make; of one `alone` in large too."""
    page.heading(about, alone=alone, leads="records")
    rows = data.made(("records", part.frames), lambda: plain_rows(ALL_TIME.make(part.frames, Choice())))
    if alone:
        markup.tiles([tile(row) for row in rows])
    tables.shown(rows, ALL_TIME.on_dashboard, page.key(about, "table"), alt="Records")
    if alone:
        markup.small(" ".join(words for _, words in ALL_TIME.legend))


def tile(row: tables.Row) -> markup.Tile:
    """A record: what it is, how much, whose, and in which match it came about."""
    where = [links.match(row["match_id"], f"{row['on']}")] if row["match_id"] else []
    whose = ", ".join([links.named(row[PLAYER]), *where])
    amount = row["bid"] if row["record"] == "highest bid made" else f"{row['amount']}"
    figure = COUNTING.total(row["amount"]) if row["record"] in SIGNED else str(amount)
    record = str(row["record"])
    return markup.Tile(BY.get(record, record), figure, whose, colour(row))


def colour(row: tables.Row) -> str:
    """That of the player."""
    return theme.colour(row[PLAYER], data.players_now())


def awards(about: Head, part: Part) -> None:
    """The awards of a league, all its variants together."""
    rows = data.made(("awards", part.frames), lambda: plain_rows(AWARDS.make(part.frames, Choice())))
    if not rows:
        return
    st.subheader("Awards", anchor=False)
    if verdict := AWARDS.verdict(rows):
        markup.small(verdict)
    markup.tiles([
        markup.Tile(f"the {row['award']}: {links.named(row[PLAYER])}", AWARDS["figure"].written(row, COUNTING),
                    MEANT[row["award"]], colour(row))
        for row in rows
    ])  # fmt: skip
    tables.shown(rows, AWARDS.on_dashboard, page.key(about, "awards"), alt="Awards")


page.begin("Records")
chosen = filters.subject("records")
found = page.sections(replace(chosen, choice=Choice()))
for about, part in page.one_by_one(found):
    records(about, part, alone=len(found) == 1)
for about, part in page.sections(replace(chosen, choice=Choice("base"))) if found else []:
    awards(about, part)
if found:
    with st.container(horizontal=True):
        tables.csv_button("records", lambda: flat_tables(data.frames_now(chosen.selection), "all_time", Choice()))
        st.download_button(
            "The season as one page", lambda: almanac(data.frames_now(chosen.selection), found[0][0].league),
            "season.html", "text/html", key="almanac", on_click="ignore", icon=":material/auto_stories:",
        )  # fmt: skip
