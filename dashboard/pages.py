"""The pages of the sidebar: those of the core, and those that wings bring."""

from pathlib import Path
from typing import Final

from scorer.language import N_
from scorer.wings import WINGS, Page, there, with_brought

SEASON, INSIGHT = N_("Season"), N_("Insight")
OURS: Final = {  # with icons that come with them: not every machine has emoji
    "tonight": Page("", N_("Tonight"), "playing_cards"),
    "standings": Page(SEASON, N_("Standings"), "trophy"),
    "players": Page(SEASON, N_("Players"), "person"),
    "matches": Page(SEASON, N_("Matches"), "menu_book"),
    "bids": Page(INSIGHT, N_("Bids"), "campaign"),
    "records": Page(INSIGHT, N_("Records"), "military_tech"),
    "variants": Page(N_("Rules"), N_("Variants"), "rule"),
}
PAGES: Final = with_brought(OURS, (wing.pages for wing in there()))
FIRST: Final = next(iter(PAGES))


def file_of(page: str) -> Path:
    """The file of a page."""
    return Path(__file__).parent / wing_of(page) / "views" / f"{page}.py"


def wing_of(page: str) -> str:
    """The wing that has a page, be it installed or not; empty for a page of the core, and for what is none."""
    return next((name for name, wing in WINGS.items() if page in wing.pages), "")
