"""What a season is remembered for: the records of all time, the awards, and the almanac to keep."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import streamlit as st

from dashboard import data
from dashboard.address import filters, links
from dashboard.address.filters import Filters
from dashboard.look import markup, theme
from dashboard.page import skeleton, sortable_tables
from dashboard.page.skeleton import Section
from scorer.language.forms import listed
from scorer.paper.almanac import almanac
from scorer.stats.awards import award_title, award_words
from scorer.stats.describe.columns import PLAYER, Choice
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import flat_tables
from scorer.stats.records import SIGNED
from scorer.text.numbers import SCREEN, Counting

ALL_TIME: Final = described("all_time")
AWARDS: Final = described("awards")

MEANT = (
    "What a league is remembered for, under each payout table; and the awards, of all of them together. Somebody always"
    " holds a record."
)
BY_CHANCE = {"runs of deals": "in a row", "evenings": "evening"}  # how records end beside which that may stand
COUNTING = Counting(style=SCREEN)
BY = {"closest finish": "closest finish, won by", "biggest comeback": "biggest comeback, from behind by"}


def records(section: Section) -> Sequence[sortable_tables.Row]:
    """The records of one payout table, as a table with what chance alone would make; of one alone in large too.

    Returns them.
    """
    section.heading("records")
    rows = data.rows(("records", section.frames), lambda: ALL_TIME.make(section.frames))
    markup.lines(ALL_TIME.verdict(rows))
    if section.alone:
        markup.tiles([tile(row) for row in rows])
    section.table(rows, ALL_TIME.on_dashboard, "Records", "table")
    return rows


def tile(row: sortable_tables.Row) -> markup.Tile:
    """A record: what it is, how much, whose, and in which match it came about."""
    where = [links.match(row["match_id"], f"{row['on']}")] if row["match_id"] else []
    below = ", ".join([links.named(row[PLAYER]), *where])
    if row["by_chance"] is not None:
        below += f" · by chance {ALL_TIME['by_chance'].written(row, COUNTING)}"
    record, figure = str(row["record"]), str(row["amount"])
    if record == "highest bid made":
        figure = str(row["bid"])
    elif record in SIGNED:
        figure = COUNTING.total(row["amount"])
    return markup.Tile(BY.get(record, record), figure, below, colour(row))


def colour(row: sortable_tables.Row) -> str:
    """The colour of the player whose record it is."""
    return theme.colour(row[PLAYER], data.players_now())


def awards(section: Section) -> None:
    """The awards of a league, all its variants together."""
    rows = data.rows(("awards", section.frames), lambda: AWARDS.make(section.frames))
    st.subheader("Awards", anchor=False)
    replace(section, alone=True).heading()
    markup.lines(AWARDS.verdict(rows))
    if not rows:
        return
    tiles = []
    for row in rows:
        above = f"{award_title(row)}: {links.named(row[PLAYER])}"
        tiles.append(markup.Tile(above, AWARDS["figure"].written(row, COUNTING), award_words(row), colour(row)))
    markup.tiles(tiles)
    section.table(rows, AWARDS.on_dashboard, "Awards", "awards")
    skeleton.legend(AWARDS, rows)


skeleton.begin("Records")
meant = st.empty()
chosen = filters.subject("records")
found = skeleton.sections(replace(chosen, choice=Choice()))
every = [records(section) for section in skeleton.one_by_one(found)]
held = [row for rows in every for row in rows]
told = {str(row["record"]) for row in held if row["by_chance"] is not None}
beside = [word for word, end in BY_CHANCE.items() if any(record.endswith(end) for record in told)]
meant.caption(f"{MEANT} Beside {listed(beside)} stands what chance alone makes." if beside else MEANT)
skeleton.legend(ALL_TIME, held)
every_variant = Filters(replace(chosen.selection, variant=""), Choice("base"))
for section in skeleton.sections(every_variant) if found else []:
    awards(section)
if found:
    with st.container(horizontal=True):
        sortable_tables.csv_button(
            "records", lambda: flat_tables(data.frames_now(chosen.selection), "all_time", Choice())
        )
        st.download_button(
            "The season as one page",
            lambda: almanac(data.frames_now(chosen.selection), found[0].about.league),
            "season.html",
            "text/html",
            key="almanac",
            on_click="ignore",
            icon=":material/auto_stories:",
        )
