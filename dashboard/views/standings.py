"""Who stands where: the table, and units or places as they ran."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, Final

import pandas as pd
import streamlit as st
from markupsafe import Markup

from dashboard import charts, data
from dashboard.address import filters, links
from dashboard.look import markup
from dashboard.page import club_desk, skeleton, tables
from dashboard.page.skeleton import PageSection
from dashboard.player.form import FORM, bars, last_evenings, with_form
from scorer import wings
from scorer.frames import Frames
from scorer.language import N_, _
from scorer.stats.describe.columns import PLACED_BY, PLAYER, MakingOptions, moved
from scorer.stats.describe.phrases import NO_PENALTIES
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import (
    flat_tables,
    has_more_than_deals,
    plain_rows,
)
from scorer.stats.evenings import season_course
from scorer.stats.standings import left_out_words, running_by_evening
from scorer.text.lead_words import Lead, lead_of, led_since_day
from scorer.text.numbers import ORDERS, UNITS, Counting, Row

STANDINGS: Final = described("standings")

PLACES: Final = "places"
LINES: Final = (UNITS, PLACES)  # what the lines show
A_MEAN: Final = {"per-deal": N_("{units} per deal"), "per-match": N_("{units} per match")}  # by what places go
BEFORE_FORM: Final = (
    "place", "player", "units", "paper_points", "units_per_match", "units_per_deal", "deals", "matches_won",
)  # fmt: skip
BEHIND_FORM: Final = ("side_rate", "call_rate", "success_rate")
COLUMNS: Final = (  # for which a page has room
    *map(STANDINGS.__getitem__, BEFORE_FORM), FORM, *map(STANDINGS.__getitem__, BEHIND_FORM)
)  # fmt: skip
MORE: Final = tuple(column for column in STANDINGS.on_dashboard if column not in COLUMNS)


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


def season(frames: Frames, choice: MakingOptions) -> Season:
    """The season of a section, made once for all viewers."""
    return data.made(
        ("season", frames, choice),
        lambda: Season(
            STANDINGS.make(frames, choice=choice), last_evenings(frames), running_by_evening(frames.payouts)
        ),
    )


def shown(section: PageSection) -> None:
    """The standings of a section: its table, and where it is alone the lines and the gaps."""
    choice = section.choice
    made = season(section.frames, choice)
    rows = with_form(plain_rows(made.table), made.evenings)
    answer = lead(rows, choice.order, section.counting).words(links.listed)
    if section.is_only:
        markup.answer(answer, section.verdict(STANDINGS, rows))
    section.heading("standings")
    if not section.is_only:
        markup.quiet(answer)
    if words := notes(section, rows, made.running.shape[1] - len(made.table)):
        markup.small(words)
    drawn = {"place": place_and_move, "matches_won": won_of, "form": lambda row: bars(row, section.counting)}
    section.table(rows, COLUMNS, _("Standings"), more=MORE, drawn=drawn)
    if section.is_only and rows:
        running_lines(section, made)
        section.folded_away("standings")


def lead(rows: Sequence[Row], order: str, counting: Counting) -> Lead:
    """Who leads by what places go."""
    by = PLACED_BY[order]
    there = [row for row in rows if row[by] is not None]
    places, has = ({row[PLAYER]: row[column] for row in there} for column in ("place", by))
    best_first = {player: -place for player, place in places.items()}
    if order == UNITS:
        return lead_of(best_first, has, counting.total, counting.size)
    return lead_of(best_first, has, lambda units: _(A_MEAN[order], units=counting.mean(units)), counting.mean_size)


def place_and_move(row: Row) -> str | Markup:
    """The place, and by how many places the player went up or down since before the newest day."""
    move = row["change"]
    return markup.html("table", "place", row["place"], move, moved(move)) if move else str(row["place"])


def won_of(row: Row) -> str:
    """How many of the finished matches the player won: `3 of 6`."""
    return _("{won} of {matches}", won=row["matches_won"], matches=row["matches_ended"])


def notes(section: PageSection, rows: Sequence[Row], left_out: int) -> str:
    """Who is not in the table, and why; what units per deal leave out."""
    sentences = []
    if left_out:
        choice = section.choice
        sentences.append(left_out_words(left_out, STANDINGS.fewest(choice), choice.fewest_matches))
    if has_more_than_deals(rows, sure=section.sure):
        sentences.append(_(NO_PENALTIES))
    return " ".join(sentences)


def running_lines(section: PageSection, made: Season) -> None:
    """Units or places, evening by evening, with whoever is chosen in colour.

    Places are drawn only where the table goes by units and holds everybody: those are the places that ran.
    """
    frames, choice = section.frames, section.choice
    by_units = choice.order == UNITS and len(made.table) == made.running.shape[1]
    usual, (left, right) = charts.in_colour(made.players, ()), st.columns((1, 3), vertical_alignment="bottom")
    with left:
        titles = {UNITS: _("units"), PLACES: _("places")}
        kind = filters.one_of("lines", LINES if by_units else LINES[:1], names=titles, label=_("lines"))
    with right:
        shown = filters.several("show", made.players, usual, _("in colour")) if len(made.players) > 1 else usual

    def drawn() -> Any:
        names, matches = skeleton.evening_names(frames), skeleton.evening_matches(frames)
        lines = made.running, names, data.players_now(), made.players, shown
        if kind == PLACES:
            return charts.place_changes(*lines, matches=matches)
        return charts.evening_lines(*lines, currency=section.about.currency, matches=matches)

    chart = data.made(("lines", frames, choice, kind, tuple(shown)), drawn)
    course = season_course(made.running)
    section.chart(chart, "lines", led_since_day(course.leaders, course.since) if by_units else "")


chosen = skeleton.subject(
    _("Standings"), "standings", "measure", "lines", "show", "sure", *chain(*wings.brought("standings: choices"))
)
sections = skeleton.sections(chosen)
if sections:
    with chosen.row, st.popover(_("order and minimum"), icon=":material/sort:"):
        order_names = {key: _(words) for key, words in filters.IN_ORDER_OF.items()}
        order = filters.one_of("order", ORDERS, names=order_names, label=_("in order of"))
        fewest = filters.fewest(STANDINGS.fewest(MakingOptions(order=order)))
    choice = replace(chosen.choice, order=order, min_deals=fewest)
    sections = [replace(section, choice=choice) for section in sections]
    skeleton.below_each_other(sections, shown)
    first = sections[0]
    wings.answers("standings: below", first, season(first.frames, first.choice).players)
    frames = data.frames_now(chosen.selection)
    club_desk.folds(frames)
    with st.container(horizontal=True, key="to keep"):
        club_desk.print_button(frames)
        tables.csv_button("standings", lambda: flat_tables(frames, "standings", choice))
