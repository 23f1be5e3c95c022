"""Who stands where: the table, units or places as they ran; and who would stand where under another payout table."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import pandas as pd
import streamlit as st
from markupsafe import Markup

from dashboard import charts, data
from dashboard.address import filters, links
from dashboard.look import markup, safe_text
from dashboard.page import skeleton, tables
from dashboard.page.skeleton import Section
from dashboard.player.form import FORM, bars, last_evenings, with_form
from dashboard.tournaments import club_desk
from scorer.frames import Frames
from scorer.frames.recounting import other_tables
from scorer.insight.decomposition import NOT_PLAY, PLAY
from scorer.insight.recount import Recount, flat_recounts, recounts
from scorer.language import N_, _
from scorer.language.lists_numbers_dates import short_day
from scorer.rules.variant import Variant
from scorer.stats.describe.columns import PLACED_BY, PLAYER, Choice, moved
from scorer.stats.describe.phrases import NO_PENALTIES
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import (
    flat_tables,
    has_more_than_deals,
    in_currency,
    plain_rows,
    titles_by_label,
)
from scorer.stats.evenings import season_course
from scorer.stats.standings import left_out_words, running_by_evening
from scorer.text.lead_words import Lead, lead_of, led_since
from scorer.text.numbers import ORDERS, UNITS, Counting, Row

LUCK: Final = described("luck")
STANDINGS: Final = described("standings")
LEFT_OUT: Final = described("left_out")
RECOUNT: Final = described("recount")

OF_UNITS: Final = (LUCK[PLAYER], LUCK["units"], *map(LUCK.__getitem__, ("play", *NOT_PLAY)))
OF_PLAY: Final = tuple(map(LUCK.__getitem__, (PLAYER, "play", *PLAY)))
PLACES: Final = "places"
LINES: Final = (UNITS, PLACES)  # what the lines show
UNDER: Final = "under"  # another payout table, in the address
AS_PLAYED: Final = "-"  # no variant is called so
ALONE: Final = N_("Another payout table is shown of one league and one variant alone, in units.")
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


def season(frames: Frames, choice: Choice) -> Season:
    """The season of a section, made once for all viewers."""
    return data.made(
        ("season", frames, choice),
        lambda: Season(
            STANDINGS.make(frames, choice=choice), last_evenings(frames), running_by_evening(frames.payouts)
        ),
    )


def shown(section: Section) -> None:
    """The standings of a section: its table, and where it is alone the lines, the gaps and the luck."""
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
        luck(section)


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


def luck(section: Section) -> None:
    """What everybody's units are made of; reckoned when somebody asks for it."""
    if fold := markup.unfolded(_("Play, cards or luck?"), section.key("luck")):
        with fold:
            rows = skeleton.parts_of_units(section)
            verdict = section.verdict(LUCK, in_currency(rows, section.about.currency))
            markup.small(safe_text.sentence(verdict, [row[PLAYER] for row in rows]))
            kept = [row for row in rows if row["deals"] >= (section.choice.min_deals or 0)]
            section.table(kept, OF_UNITS, _("What units are made of"))
            if any(column.is_shown(kept) for column in map(LUCK.__getitem__, PLAY)):
                title = _("What play is made of")
                st.markdown(f"**{title}**")
                section.table(kept, OF_PLAY, title)


def notes(section: Section, rows: Sequence[Row], left_out: int) -> str:
    """Who is not in the table, and why; what units per deal leave out."""
    sentences = []
    if left_out:
        choice = section.choice
        sentences.append(left_out_words(left_out, STANDINGS.fewest(choice), choice.fewest_matches))
    if has_more_than_deals(rows, sure=section.sure):
        sentences.append(_(NO_PENALTIES))
    return " ".join(sentences)


def running_lines(section: Section, made: Season) -> None:
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

    figure = data.made(("lines", frames, choice, kind, tuple(shown)), drawn)
    course = season_course(made.running)
    section.chart(figure, "lines", led_since(course.leaders, short_day(course.since)) if by_units else "")


def another_table(section: Section) -> None:
    """What another payout table would make of the section, folded away; only where the section is alone."""
    if not section.is_only or section.about.measure != UNITS:
        if UNDER in st.query_params:
            markup.notice(_(ALONE))
        return
    if fold := markup.unfolded(
        _("And under another payout table?"), section.key("another table"), opened=UNDER in st.query_params
    ):
        with fold:
            under_another_table(section)


def under_another_table(section: Section) -> None:
    """The choice of another payout table, and what it makes of the section."""
    frames = section.frames
    played = frames.columns.variants[section.about.variants[0]]
    variants = {name: variant for name, variant in other_tables(played).items() if variant.meaning != played.meaning}
    titles = titles_by_label(variants)
    offered, names = [AS_PLAYED, *sorted(variants, key=titles.__getitem__)], {AS_PLAYED: _("as played")} | titles
    label = _("as if it had been played under")
    chosen = filters.one_of(UNDER, offered, names=names, label=label, usual=AS_PLAYED)
    if chosen in variants:
        variant = variants[chosen]
        recount = data.made(
            ("recount", frames, repr(variant)),  # a file of one's own may change
            lambda: recounts(frames, variant, data.redeals_now())[0],
        )
        recounted(section, recount, variant)


def recounted(section: Section, recount: Recount, variant: Variant) -> None:
    """What would change, in words and as a table; and what cannot be recounted."""
    markup.quiet(recount.standings.verdict.of(sure=section.sure))
    if rows := recount.standings.rows:
        section.table(rows, RECOUNT.on_dashboard, _("Standings under {variant}", variant=variant.title))
        tables.csv_button("recount", lambda: flat_recounts([recount], variant, left_out=False))
    if recount.left_out.rows and (fold := markup.unfolded(_("What cannot be recounted"), section.key("left_out"))):
        with fold:
            section.table(recount.left_out.rows, LEFT_OUT.on_dashboard, _("Not recounted"))


chosen = skeleton.subject(_("Standings"), "standings", "measure", "lines", "show", "sure", UNDER)
sections = skeleton.sections(chosen)
if sections:
    with chosen.row, st.popover(_("order and minimum"), icon=":material/sort:"):
        order_names = {key: _(words) for key, words in filters.IN_ORDER_OF.items()}
        order = filters.one_of("order", ORDERS, names=order_names, label=_("in order of"))
        fewest = filters.fewest(STANDINGS.fewest(Choice(order=order)))
    choice = replace(chosen.choice, order=order, min_deals=fewest)
    skeleton.below_each_other([replace(section, choice=choice) for section in sections], shown)
    another_table(sections[0])
    frames = data.frames_now(chosen.selection)
    club_desk.folds(frames)
    with st.container(horizontal=True, key="to keep"):
        club_desk.print_button(frames)
        tables.csv_button("standings", lambda: flat_tables(frames, "standings", choice))
