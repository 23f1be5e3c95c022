"""What Bids shows of a section, and how each of it begins; which there are the page says, and what wings add."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from dashboard import data
from dashboard.look import markup
from dashboard.page.skeleton import PageSection
from scorer.language import _
from scorer.stats.describe.columns import MakingOptions
from scorer.stats.describe.phrases import ONLY_UNITS
from scorer.stats.describe.statistic_files import described
from scorer.stats.describe.statistic_tables import unlike_bids
from scorer.text.numbers import Row

CALLED: Final = "called"  # as in the address


class Shown(NamedTuple):
    """A part of the page: its title, what it draws of a section and a statistic, captions for who asks how sure it is.

    Of the statistics one takes bids `together`; the other has `each` by itself, "" where there is none.
    """

    title: str
    draw: Callable[[PageSection, str], None]
    captions: Sequence[str]
    together: str
    each: str = ""


def begun(section: PageSection, rows: int) -> bool:
    """Whether a section has bids to show, below its heading and what has to be said before them."""
    section.heading()
    if words := unlike_bids(section.part) if rows else _(ONLY_UNITS):
        markup.small(words)
    return rows > 0


def rows_of(section: PageSection, what: str) -> list[Row]:
    """The rows of a statistic of a section, in its measure."""
    statistic, frames, measure = described(what), section.frames, section.about.measure
    return data.rows((frames, what, measure), lambda: statistic.make(frames, choice=MakingOptions(measure)))
