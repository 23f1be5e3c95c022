"""What insight adds to the page of a player: rating, what units are made of, whom they do well with, how they call."""

from collections.abc import Sequence
from typing import Final

import streamlit as st

from dashboard import data
from dashboard.address import links
from dashboard.insight.answers import pair_synergies, parts_of_units
from dashboard.look import markup, theme
from dashboard.look.markup import Tile, marked
from dashboard.page import skeleton, tables
from dashboard.page.skeleton import PageSection
from scorer.frames import measured
from scorer.insight.caller_skill import AS_CHANCE, BEYOND_CHANCE, BOTH, HIGH, LOW, calls
from scorer.insight.decomposition import PARTS
from scorer.insight.synergy import MEASURED, synergy_of
from scorer.language import N_, _
from scorer.language.lists_numbers_dates import number
from scorer.stats.describe.columns import PLAYER, Column
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import STAKE, plain_rows
from scorer.text.numbers import PLUS_MINUS, SCREEN, UNITS, Counting, Row, ahead, percent

BEYOND: Final = described("beyond")
LUCK: Final = described("luck")
RATING: Final = described("rating")

BIASES: Final = ((LOW, "too_low", N_("calls too low")), (HIGH, "too_high", N_("calls too high")))
OF_PARTS: Final = (
    Column("part", N_("part"), pinned=True),
    Column("units", N_("{units}"), "units", error="error", bar=True, obvious=True),
)


def rating_tile(player: str, section: PageSection) -> list[Tile]:
    """The rating of a player and its place, for who asks how sure it is, where it tells players from each other."""
    if not section.sure or section.about.measure != UNITS:
        return []
    frames = section.frames
    rows = data.rows((frames, "rating"), lambda: RATING.make(measured(frames, RATING.measure)))
    row = next((row for row in rows if row["player"] == player), None)
    if row is None or not (row["significant"] and row["predictive"]):
        return []
    words = _("place {place} of {players}", place=row["place"], players=len(rows))
    figure, low, high = (Counting(style=SCREEN).mean(row[name]) for name in ("rating", "low", "high"))
    link = marked(words, links.address("rating", {"variant": section.variant}))
    below = _("{low} to {high} units a deal at stake 1, {standing}", low=low, high=high, standing=link)
    return [Tile(_("rating"), figure, below, theme.colour(player, data.players_now()))]


def luck(player: str, section: PageSection) -> None:
    """What the units of a player are made of."""
    row = next(row for row in parts_of_units(section) if row["player"] == player)
    if row["deals"]:
        title = _("What are the units made of?")
        st.markdown(f"**{title}**")
        markup.quiet(section.verdict(LUCK, [row]))
        kept = [column for column in map(LUCK.__getitem__, PARTS) if column.is_shown([row])]
        parts = [{"part": part.head(), "units": row[part.name], "error": row.get(part.error)} for part in kept]
        tables.shown(parts, OF_PARTS, alt=title, units=section.counting)
        if fold := markup.unfolded(_("what the parts mean"), section.key("parts meanings"), compact=True):
            with fold:
                skeleton.legend(LUCK, [row], kept, sure=section.sure)


def beyond_expected(player: str, section: PageSection) -> None:
    """With and against whom a player gets more or less than was to be expected; reckoned when somebody asks for it.

    Only for who asks how sure it is, where the section is alone.
    """
    if not (section.is_only and section.sure):
        return
    if fold := markup.unfolded(_("More or less than expected?"), section.key("beyond")):
        with fold:
            rows = plain_rows(synergy_of(pair_synergies(section.frames, 1), player))
            markup.quiet(BEYOND.verdict(rows).whole)
            section.table(rows, BEYOND.on_dashboard, _(BEYOND.title))
            markup.small(f"{_(MEASURED)} {_(STAKE)}")


def how_they_call(player: str, section: PageSection) -> None:
    """The tiles of a player who called there."""
    if tiles := caller_tiles(player, section):
        markup.tiles(tiles)


def caller_tiles(player: str, section: PageSection) -> list[Tile]:
    """The tiles of a player who called there; none where the player did not."""
    rows = data.rows((section.frames, "calling"), lambda: calls(section.frames))
    row = next((row for row in rows if row[PLAYER] == player), None)
    if row is None:
        return []
    colour, tiles = theme.colour(player, data.players_now()), []
    if row["ahead"] is not None:
        below = _("beside what others make of them")
        if section.sure:
            below = _(
                "{error} beside what others make of them: {verdict}",
                error=f"{PLUS_MINUS}{number(100 * row['ahead_error'])}",
                verdict=_(BEYOND_CHANCE if row["significant"] else AS_CHANCE),
            )
        tiles.append(Tile(_("contracts made of the same bids"), ahead(row["ahead"], style=SCREEN), below, colour))
    if row["counted"]:
        address = links.address("bids", {"variant": section.variant, "show": "left"})
        for bias, column, title in BIASES:
            figure = _("{number} of {total}", number=row[column], total=row["counted"])
            words = _bias_words(row, rows, column, bias, sure=section.sure)
            tiles.append(Tile(_(title), figure, marked(words, address), colour))
    return tiles


def _bias_words(row: Row, rows: Sequence[Row], column: str, bias: str, *, sure: bool) -> str:
    """How often the others do so, and whether the player does it more often than chance has it."""
    times, deals = (sum(caller[name] for caller in rows) - row[name] for name in (column, "counted"))
    if not deals:
        return _("counted deals")
    share = percent(times / deals)
    if not sure:
        return _("counted deals, others {share}", share=share)
    if row["bias"] in {bias, BOTH}:
        return _("counted deals, others {share}: more often, beyond chance", share=share)
    return _("counted deals, others {share}: no more often than chance has it", share=share)
