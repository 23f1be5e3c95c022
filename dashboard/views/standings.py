"""Who stands where: the table, then units or places as they ran, and who calls how often."""

from dataclasses import dataclass, replace
from math import sqrt
from typing import Any, Final

import pandas as pd
import streamlit as st

from dashboard import charts, data, filters, markup, page, safe_text, tables, under
from dashboard.form import FORM, evening_by_chance, last_evenings, with_form
from scorer.frames import Part
from scorer.stats.columns import PLAYER, Choice
from scorer.stats.descriptions import described
from scorer.stats.luck import luck as parts_of_units
from scorer.stats.standings import running_by_evening
from scorer.stats.tables import Head, flat_tables, in_currency, plain_rows
from scorer.text.sentences import counted

LUCK: Final = described("luck")
STANDINGS: Final = described("standings")
GAPS: Final = described("gaps")

UNITS, PLACES = LINES = ("units", "places")  # what the lines show
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


def season(part: Part, choice: Choice) -> Season:
    """What is shown of a section: made once for all viewers."""
    return data.made(
        ("season", part.frames, choice),
        lambda: Season(
            STANDINGS.make(part.frames, choice=choice),
            last_evenings(part.frames),
            running_by_evening(part.frames.payouts),
        ),
    )


def section(about: Head, part: Part, choice: Choice, *, alone: bool) -> None:
    """One league under one variant, or under several by a measure; of one `alone` the lines too."""
    made = season(part, choice)
    page.heading(about, alone=alone, leads="standings")
    if words := order_words(choice, made.running.shape[1] - len(made.table)):
        markup.small(words)
    if verdict := STANDINGS.verdict(plain_rows(made.table)):
        markup.small(verdict)
    rows, name = with_form(plain_rows(made.table), made.evenings), page.key(about, "table")
    tables.shown(rows, COLUMNS, name, alt="Standings", currency=about.currency, alone=about.alone, more=MORE)
    tables.meanings(rows, (*COLUMNS, *MORE), page.key(about, "meanings"), alone=about.alone)
    if alone and rows:
        lines(about, part, made, choice)
        title, alt = "Who can be told apart?", "Every two players"
        page.asked_for(title, (about, part), "gaps", GAPS, choice, alt=alt, currency=about.currency)
        luck(about, part, choice)


def luck(about: Head, part: Part, choice: Choice) -> None:
    """What everybody's units are made of: reckoned when it is asked for."""
    if fold := markup.unfolded("Play, cards or luck?", page.key(about, "luck")):
        with fold:
            rows = data.rows((part.frames, "luck", about.measure), lambda: parts_of_units(part.frames, about.measure))
            said = LUCK.verdict(in_currency(rows, about.currency))
            markup.small(safe_text.sentence(said, [row[PLAYER] for row in rows]))
            kept = [row for row in rows if row["deals"] >= (choice.min_deals or 0)]
            name, alt = page.key(about, "parts"), "What units are made of"
            tables.shown(kept, LUCK.on_dashboard, name, alt=alt, currency=about.currency)
            page.legend(LUCK, kept)


def order_words(choice: Choice, left_out: int) -> str:
    """By what places go, where it is not units; how many players are not in the table, and why."""
    fewest = [
        counted(least, word)
        for least, word in ((STANDINGS.fewest(choice), "deal"), (choice.fewest_matches, "match"))
        if least
    ]
    missing = f"{counted(left_out, 'player')} with fewer than {' or '.join(fewest)}: not in the table."
    order = "" if choice.order == UNITS else f"In order of {filters.IN_ORDER_OF[choice.order]}."
    return " ".join(filter(None, [order, missing if left_out else ""]))


def lines(about: Head, part: Part, made: Season, choice: Choice) -> None:
    """Units or places, evening by evening, with whoever is chosen in colour.

    The places of the table alone are drawn: those by units, of everybody.
    """
    by_units = choice.order == "units" and len(made.table) == made.running.shape[1]
    usual, (left, right) = charts.in_colour(made.players, ()), st.columns((1, 3), vertical_alignment="bottom")
    with left:
        kind = filters.one_of("lines", LINES if by_units else LINES[:1], label="lines")
    with right:
        shown = filters.several("show", made.players, usual, "in colour") if len(made.players) > 1 else usual

    def drawn() -> Any:
        names, everybody = page.evening_names(part.frames), data.players_now()
        if kind == PLACES:
            return charts.place_changes(made.running, names, everybody, made.players, shown)
        lately = {player: sum(made.evenings.get(player, ())) for player in made.players}
        one = evening_by_chance(part.frames, plain_rows(made.table))
        moved = {player: by_one * sqrt(len(made.evenings[player])) for player, by_one in one.items()}
        lines = made.running, names, everybody, made.players, shown
        return charts.evening_lines(*lines, currency=about.currency, lately=lately, by_chance=moved)

    figure = data.made(("lines", part.frames, choice, kind, tuple(shown)), drawn)
    page.figures(about, {"lines": figure}, by=1)


page.begin("Standings")
chosen = filters.subject("standings", "measure", "lines", "show", under.WORD)
sections = page.sections(chosen)
if sections:
    with st.popover("order and minimum", icon=":material/sort:"):
        order = filters.order()
        fewest = filters.fewest(STANDINGS.fewest(Choice(order=order)))
    choice = replace(chosen.choice, order=order, min_deals=fewest)
    for about, part in page.one_by_one(sections):
        section(about, part, choice, alone=len(sections) == 1)
    under.another_table(sections)
    tables.csv_button("standings", lambda: flat_tables(data.frames_now(chosen.selection), "standings", choice))
