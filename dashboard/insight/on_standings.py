"""What insight adds below the standings: who comes first in the end, what units are made of, another payout table."""

from collections.abc import Sequence
from typing import Final

import streamlit as st

from dashboard import data
from dashboard.address import filters
from dashboard.insight.answers import parts_of_units
from dashboard.look import markup, safe_text
from dashboard.page import tables
from dashboard.page.skeleton import PageSection
from scorer.frames import redeals
from scorer.insight.decomposition import IN_ROLES, PARTS
from scorer.insight.recount import Recount, flat_recounts, recounts
from scorer.insight.recounting import other_tables
from scorer.language import N_, _
from scorer.rules.variant import Variant
from scorer.stats.describe.columns import PLAYER
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import titles_by_label
from scorer.text.numbers import UNITS

FINAL_PLACES: Final = described("final_places")
LUCK: Final = described("luck")
LEFT_OUT: Final = described("left_out")
RECOUNT: Final = described("recount")

OF_UNITS: Final = (LUCK[PLAYER], LUCK["units"], *map(LUCK.__getitem__, PARTS))
OF_ROLES: Final = tuple(map(LUCK.__getitem__, (PLAYER, *IN_ROLES)))
UNDER: Final = "under"  # another payout table, in the address
CHOICES: Final = (UNDER,)
AS_PLAYED: Final = "-"  # no variant is called so
ALONE: Final = N_("Another payout table is shown of one league and one variant alone, in units.")


def below(section: PageSection, players: Sequence[str]) -> None:
    """What is folded away below the first section, with these `players` in its table."""
    if section.is_only and players:
        in_the_end(section)
        luck(section)
    another_table(section)


def in_the_end(section: PageSection) -> None:
    """Who may come first in the end; drawn when somebody asks for it."""
    if fold := markup.unfolded(_("Who comes first in the end?"), section.key("in the end")):
        with fold:
            frames, choice = section.frames, section.choice
            rows = data.rows((frames, "final places", choice), lambda: FINAL_PLACES.make(frames, choice=choice))
            markup.small(safe_text.sentence(section.verdict(FINAL_PLACES, rows), [row[PLAYER] for row in rows]))
            section.table(rows, FINAL_PLACES.on_dashboard, _("Places in the end"))


def luck(section: PageSection) -> None:
    """What everybody's units are made of; reckoned when somebody asks for it."""
    if fold := markup.unfolded(_("Play, cards or luck?"), section.key("luck")):
        with fold:
            rows = parts_of_units(section)
            verdict = section.verdict(LUCK, rows)
            markup.small(safe_text.sentence(verdict, [row[PLAYER] for row in rows]))
            kept = [row for row in rows if row["deals"] >= (section.choice.min_deals or 0)]
            section.table(kept, OF_UNITS, _("What units are made of"))
            if any(column.is_shown(kept) for column in map(LUCK.__getitem__, IN_ROLES)):
                title = _("What is done in each role")
                st.markdown(f"**{title}**")
                section.table(kept, OF_ROLES, title)


def another_table(section: PageSection) -> None:
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


def under_another_table(section: PageSection) -> None:
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
            lambda: recounts(frames, variant, data.read_now("redeals", redeals))[0],
        )
        recounted(section, recount, variant)


def recounted(section: PageSection, recount: Recount, variant: Variant) -> None:
    """What would change, in words and as a table; and what cannot be recounted."""
    markup.quiet(recount.standings.verdict.of(sure=section.sure))
    if rows := recount.standings.rows:
        section.table(rows, RECOUNT.on_dashboard, _("Standings under {variant}", variant=_(variant.title)))
        tables.csv_button("recount", lambda: flat_recounts("recount", [recount.standings], variant))
    if recount.left_out.rows and (fold := markup.unfolded(_("What cannot be recounted"), section.key("left_out"))):
        with fold:
            section.table(recount.left_out.rows, LEFT_OUT.on_dashboard, _("Not recounted"))
