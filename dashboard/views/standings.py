"""Who stands where: the table, units or places as they ran; and who would stand where under another payout table."""

from collections import Counter
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any, Final

import pandas as pd
import streamlit as st

from dashboard import charts, data
from dashboard.address import filters
from dashboard.look import markup, safe_text
from dashboard.page import skeleton, sortable_tables
from dashboard.page.skeleton import Section
from dashboard.player.form import FORM, evening_by_chance, last_evenings, with_form
from scorer.frames import Frames
from scorer.frames.recounting import other_tables
from scorer.language import counts
from scorer.rules.variant import Variant
from scorer.stats.describe.columns import PLAYER, Choice
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import flat_tables, in_currency, plain_rows
from scorer.stats.recount import Recount, flat_recounts, recounts
from scorer.stats.standings import running_by_evening
from scorer.text.numbers import ORDERS, UNITS
from scorer.text.sentences import counted

LUCK: Final = described("luck")
STANDINGS: Final = described("standings")
GAPS: Final = described("gaps")
LEFT_OUT: Final = described("left_out")
RECOUNT: Final = described("recount")

PLACES: Final = "places"
LINES: Final = (UNITS, PLACES)  # what the lines show
UNDER: Final = "under"  # another payout table, in the address
AS_PLAYED: Final = "-"  # no variant is called so
ALONE: Final = "Another payout table is shown of one league and one variant alone, in units."
AFTER_UNITS: Final = STANDINGS.dashboard.index("units") + 1
MORE: Final = tuple(  # for which a screen of 1,280 pixels has no room beside the others
    STANDINGS[name] for name in ("matches_won", "called", *STANDINGS.dashboard[STANDINGS.dashboard.index("solo") :])
)
BESIDE: Final = tuple(column for column in STANDINGS.on_dashboard if column not in MORE)
COLUMNS: Final = (*BESIDE[:AFTER_UNITS], FORM, *BESIDE[AFTER_UNITS:])


@dataclass(frozen=True, slots=True)
class Season:
    """What a section shows: its table with the last evenings of each player, and the units as they ran."""

    table: pd.DataFrame
    evenings: dict[str, list[float]]
    running: pd.DataFrame

    @property
    def players(self) -> list[str]:
        """Who is in the table, in its order."""
        return [str(player) for player in self.table[PLAYER]]


def season(frames: Frames, choice: Choice) -> Season:
    """What is shown of a section: made once for all viewers."""
    return data.made(
        ("season", frames, choice),
        lambda: Season(
            STANDINGS.make(frames, choice=choice), last_evenings(frames), running_by_evening(frames.payouts)
        ),
    )


def shown(section: Section) -> None:
    """One league under one variant, or under several by a measure; of one alone the lines too."""
    choice = section.choice
    made = season(section.frames, choice)
    section.heading("standings")
    if words := order_words(choice, made.running.shape[1] - len(made.table)):
        markup.small(words)
    if verdict := STANDINGS.verdict(plain_rows(made.table)):
        markup.small(verdict)
    rows = with_form(plain_rows(made.table), made.evenings)
    section.table(rows, COLUMNS, "Standings", "table", more=MORE)
    section.meanings(rows, (*COLUMNS, *MORE))
    if section.alone and rows:
        lines(section, made)
        section.asked_for("Who can be told apart?", "gaps", GAPS, choice, "Every two players")
        luck(section)


def luck(section: Section) -> None:
    """What everybody's units are made of: reckoned when it is asked for."""
    if fold := markup.unfolded("Play, cards or luck?", section.key("luck")):
        with fold:
            rows = skeleton.parts_of_units(section)
            said = LUCK.verdict(in_currency(rows, section.about.currency))
            markup.small(safe_text.sentence(said, [row[PLAYER] for row in rows]))
            kept = [row for row in rows if row["deals"] >= (section.choice.min_deals or 0)]
            section.table(kept, LUCK.on_dashboard, "What units are made of", "parts")
            skeleton.legend(LUCK, kept)


def order_words(choice: Choice, left_out: int) -> str:
    """By what places go, where it is not units; how many players are not in the table, and why."""
    fewest = [
        counted(least, word)
        for least, word in ((STANDINGS.fewest(choice), "deal"), (choice.fewest_matches, "match"))
        if least
    ]
    missing = f"{counts.players(left_out)} with fewer than {' or '.join(fewest)}: not in the table."
    order = "" if choice.order == UNITS else f"In order of {filters.IN_ORDER_OF[choice.order]}."
    return " ".join(filter(None, [order, missing if left_out else ""]))


def lines(section: Section, made: Season) -> None:
    """Units or places, evening by evening, with whoever is chosen in colour.

    The places of the table alone are drawn: those by units, of everybody.
    """
    frames, choice = section.frames, section.choice
    by_units = choice.order == "units" and len(made.table) == made.running.shape[1]
    usual, (left, right) = charts.in_colour(made.players, ()), st.columns((1, 3), vertical_alignment="bottom")
    with left:
        kind = filters.one_of("lines", LINES if by_units else LINES[:1], label="lines")
    with right:
        shown = filters.several("show", made.players, usual, "in colour") if len(made.players) > 1 else usual

    def drawn() -> Any:
        names, everybody = skeleton.evening_names(frames), data.players_now()
        if kind == PLACES:
            return charts.place_changes(made.running, names, everybody, made.players, shown)
        lately = {player: sum(made.evenings.get(player, ())) for player in made.players}
        one = evening_by_chance(frames, plain_rows(made.table))
        moved = {player: by_one * sqrt(len(made.evenings[player])) for player, by_one in one.items()}
        lines = made.running, names, everybody, made.players, shown
        return charts.evening_lines(*lines, currency=section.about.currency, lately=lately, by_chance=moved)

    section.chart(data.made(("lines", frames, choice, kind, tuple(shown)), drawn), "lines")


def another_table(section: Section) -> None:
    """The choice of another table, and what it makes of a section that is alone; of several there is none."""
    if not section.alone or section.about.measure != UNITS:
        if UNDER in st.query_params:
            markup.notice(ALONE)
        return
    frames = section.frames
    played = frames.columns.variants[section.about.variants[0]]
    others = {name: other for name, other in other_tables(played).items() if other != played}
    count = Counter(other.title for other in others.values())  # two of one title keep their names
    titles = {name: it.title if count[it.title] == 1 else f"{it.title} ({name})" for name, it in others.items()}
    markup.heading("Under another payout table")
    offered, names = [AS_PLAYED, *sorted(others, key=titles.__getitem__)], {AS_PLAYED: "as played"} | titles
    label = "as if it had been played under"
    chosen = filters.one_of(UNDER, offered, names=names, label=label, usual=AS_PLAYED)
    if chosen in others:
        other = others[chosen]
        found = data.made(
            ("recount", frames, repr(other)),  # a file of one's own may change
            lambda: recounts(frames, other, data.redeals_now())[0],
        )
        recounted(section, found, other)


def recounted(section: Section, found: Recount, other: Variant) -> None:
    """What would change, in words, as lines from place to place, and as a table; and what cannot be recounted."""
    markup.small(found.standings.verdict)
    if rows := found.standings.rows:
        drawn = charts.places_there(rows, data.players_now(), other.title)
        section.chart(drawn, "there", table=False)
        section.table(rows, RECOUNT.on_dashboard, f"Standings under {other.title}", "under")
        skeleton.legend(RECOUNT, rows)
        sortable_tables.csv_button("recount", lambda: flat_recounts([found], other, left_out=False))
    if found.left_out.rows and (fold := markup.unfolded("What cannot be recounted", section.key("left_out"))):
        with fold:
            section.table(found.left_out.rows, LEFT_OUT.on_dashboard, "Not recounted", "out")


skeleton.begin("Standings")
chosen = filters.subject("standings", "measure", "lines", "show", UNDER)
sections = skeleton.sections(chosen)
if sections:
    with st.popover("order and minimum", icon=":material/sort:"):
        order = filters.one_of("order", ORDERS, names=filters.IN_ORDER_OF, label="in order of")
        fewest = filters.fewest(STANDINGS.fewest(Choice(order=order)))
    choice = replace(chosen.choice, order=order, min_deals=fewest)
    for each in skeleton.one_by_one([replace(section, choice=choice) for section in sections]):
        shown(each)
    another_table(sections[0])
    sortable_tables.csv_button("standings", lambda: flat_tables(data.frames_now(chosen.selection), "standings", choice))
