"""What the page Records has of this wing: the awards of a league, which ratings decide."""

from dataclasses import replace
from typing import Final

from dashboard import data
from dashboard.address import links
from dashboard.address.filters import Filters
from dashboard.look import markup, theme
from dashboard.page import skeleton
from dashboard.page.skeleton import PageSection
from scorer.insight.awards import award_title, award_words
from scorer.language import _
from scorer.stats.describe.columns import PLAYER, MakingOptions
from scorer.stats.describe.statistic_files import described
from scorer.text.numbers import SCREEN, Counting

AWARDS: Final = described("awards")
COUNTING: Final = Counting(style=SCREEN)


def below(chosen: Filters) -> None:
    """The awards of each league that is chosen, all its variants together."""
    every_variant = replace(chosen, selection=replace(chosen.selection, variant=""), choice=MakingOptions("base"))
    for section in skeleton.sections(every_variant):
        awards(section)


def awards(section: PageSection) -> None:
    """The awards of a league, all its variants together: tiles, and a table folded away."""
    rows = data.rows(("awards", section.frames), lambda: AWARDS.make(section.frames))
    markup.heading(_("Awards"), _("{league}, all variants together", league=section.about.league))
    markup.quiet(section.verdict(AWARDS, rows))
    if not rows:
        return
    tiles = []
    for row in rows:
        above = f"{award_title(row)}: {links.named(row[PLAYER])}"
        words = award_words(row, sure=section.sure)
        colour = theme.colour(row[PLAYER], data.players_now())
        tiles.append(markup.Tile(above, AWARDS["figure"].written(row, COUNTING), words, colour))
    markup.tiles(tiles)
    if fold := markup.unfolded(_("What is an award for?"), section.key("awards as a table")):
        with fold:
            section.table(rows, AWARDS.on_dashboard, _("Awards"))
