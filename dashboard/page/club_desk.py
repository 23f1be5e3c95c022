"""What the treasurer of a club asks of a season: who owes what, what was corrected, all of it on paper."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

import streamlit as st

from dashboard import data
from dashboard.look import markup
from dashboard.match import summary
from dashboard.page import tables
from scorer.frames import Frames
from scorer.language import N_, _
from scorer.match.facts import Match
from scorer.paper.almanac import almanac, almanac_title
from scorer.stats.describe.columns import Column
from scorer.text.numbers import Row

NEWEST: Final = 60  # matches whose corrections are listed: each is read by itself
CORRECTED: Final = (summary.WHEN, Column("match", N_("match"), "match"), *summary.CORRECTION)


def folds(frames: Frames) -> None:
    """Who owes what, and what was corrected, in the matches of these frames, folded away."""
    inside = set(frames.matches["match_id"].tolist())
    matches = [match for match in data.matches_now() if match.id in inside]
    if fold := markup.unfolded(_("Who owes whom?"), "who owes whom"):
        with fold:
            who_owes(matches)
    if fold := markup.unfolded(_("What was corrected?"), "what was corrected"):
        with fold:
            what_was_corrected(matches)


def who_owes(matches: Sequence[Match]) -> None:
    """Who pays whom so that the matches for money are settled, those of each currency by themselves."""
    by_currency: dict[str, list[Match]] = defaultdict(list)
    for match in matches:
        if match.terms.money:
            by_currency[match.terms.money].append(match)
    if not by_currency:
        markup.small(_("Nobody: no match here was played for money."))
    for paid in by_currency.values():
        summary.settlement([data.sheet_now(match.id) for match in paid])


def what_was_corrected(matches: Sequence[Match]) -> None:
    """Every correction of the newest matches, the latest first."""
    rows: list[Row] = []
    for match in sorted(matches, key=lambda match: match.on, reverse=True)[:NEWEST]:
        corrected = summary.corrections(data.history_now(match.id), match)
        rows += [{**row, "match": match.name, "match_id": match.id} for row in corrected]
    if not rows:
        markup.small(_("Nothing: every record stands as it was written."))
        return
    rows.sort(key=lambda row: str(row["at"]), reverse=True)
    tables.shown(rows, CORRECTED, alt=_("Corrections"))
    if len(matches) > NEWEST:
        markup.small(_("Of the newest {count} matches; choose days for others.", count=NEWEST))


def print_button(frames: Frames) -> None:
    """A button that brings the almanac of the season, made when somebody asks for it: a browser prints it."""
    icon = ":material/print:"
    st.download_button(
        _("Print the season"), lambda: almanac(frames, almanac_title(frames)), "season.html", "text/html",
        key="almanac", on_click="ignore", icon=icon,
    )  # fmt: skip
