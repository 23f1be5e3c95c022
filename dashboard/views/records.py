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
from scorer.language import N_, _
from scorer.language.lists_numbers_dates import listed
from scorer.paper.almanac import almanac
from scorer.stats.awards import award_title, award_words
from scorer.stats.describe.columns import PLAYER, Choice
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import flat_tables
from scorer.stats.records import SIGNED
from scorer.text.numbers import SCREEN, Counting

ALL_TIME: Final = described("all_time")
AWARDS: Final = described("awards")

MEANT: Final = N_(
    "What a league is remembered for, under each payout table; and the awards, of all of them together. Somebody always"
    " holds a record."
)
BY_CHANCE: Final = {  # the records beside which stands what chance alone makes, by what they are of
    N_("runs of deals"): {"won in a row", "lost in a row"},
    N_("evenings"): {"greatest evening", "darkest evening"},
}
COUNTING: Final = Counting(style=SCREEN)
TITLES: Final = {
    "closest finish": N_("closest finish, won by"),
    "biggest comeback": N_("biggest comeback, from behind by"),
}


def records(section: Section) -> Sequence[sortable_tables.Row]:
    """The records of a payout table, with what chance alone would make; in large too where it is alone.

    Returns the rows.
    """
    section.heading("records")
    rows = data.rows(("records", section.frames), lambda: ALL_TIME.make(section.frames))
    markup.lines(ALL_TIME.verdict(rows).whole)
    if section.alone:
        markup.tiles([tile(row) for row in rows])
    section.table(rows, ALL_TIME.on_dashboard, _("Records"), "table")
    return rows


def tile(row: sortable_tables.Row) -> markup.Tile:
    """A record: what it is, how much, whose, and in which match it came about."""
    where = [links.match(row["match_id"], f"{row['on']}")] if row["match_id"] else []
    below = ", ".join([links.named(row[PLAYER]), *where])
    if row["by_chance"] is not None:
        amount = ALL_TIME["by_chance"].written(row, COUNTING)
        below = _("{record} · by chance {amount}", record=below, amount=amount)
    record, figure = str(row["record"]), str(row["amount"])
    if record == "highest bid made":
        figure = str(row["bid"])
    elif record in SIGNED:
        figure = COUNTING.total(row["amount"])
    return markup.Tile(_(TITLES.get(record, record)), figure, below, colour(row))


def colour(row: sortable_tables.Row) -> str:
    """The colour of the player whose record it is."""
    return theme.colour(row[PLAYER], data.players_now())


def awards(section: Section) -> None:
    """The awards of a league, all its variants together."""
    rows = data.rows(("awards", section.frames), lambda: AWARDS.make(section.frames))
    st.subheader(_("Awards"), anchor=False)
    replace(section, alone=True).heading()
    markup.lines(AWARDS.verdict(rows).whole)
    if not rows:
        return
    tiles = []
    for row in rows:
        above = f"{award_title(row)}: {links.named(row[PLAYER])}"
        tiles.append(markup.Tile(above, AWARDS["figure"].written(row, COUNTING), award_words(row), colour(row)))
    markup.tiles(tiles)
    section.table(rows, AWARDS.on_dashboard, _("Awards"), "awards")
    skeleton.legend(AWARDS, rows)


def caption(held: Sequence[sortable_tables.Row]) -> str:
    """What records are, and beside which of these stands what chance alone makes."""
    compared = {str(row["record"]) for row in held if row["by_chance"] is not None}
    kinds = [_(words) for words, names in BY_CHANCE.items() if names & compared]
    compares = _("Beside {kinds} stands what chance alone makes.", kinds=listed(kinds)) if kinds else ""
    return f"{_(MEANT)} {compares}".rstrip()


skeleton.begin(_("Records"))
meant = st.empty()
chosen = filters.subject("records")
sections = skeleton.sections(replace(chosen, choice=Choice()))
every = [records(section) for section in skeleton.one_by_one(sections)]
held = [row for rows in every for row in rows]
meant.caption(caption(held))
skeleton.legend(ALL_TIME, held)
every_variant = Filters(replace(chosen.selection, variant=""), Choice("base"))
for section in skeleton.sections(every_variant) if sections else []:
    awards(section)
if sections:
    with st.container(horizontal=True):
        sortable_tables.csv_button(
            "records", lambda: flat_tables(data.frames_now(chosen.selection), "all_time", Choice())
        )
        st.download_button(
            _("The season as one page"),
            lambda: almanac(data.frames_now(chosen.selection), sections[0].about.league),
            "season.html",
            "text/html",
            key="almanac",
            on_click="ignore",
            icon=":material/auto_stories:",
        )
