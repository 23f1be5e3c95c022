"""What the sheets of a tournament have in common: their heads, and how a round was drawn."""

from datetime import date
from typing import Final

from scorer.paper.markup import Child, Markup, joined, name
from scorer.paper.page import heading
from scorer.rules.tournament import PlayedRound
from scorer.scorebook.tournament import Tournament

_SEATED: Final = {
    "lot": "by lot",
    "fewest repeats": "by lot, with as few meetings of the same two as can be",
    "place": "by place in the standing",
    "prescribed": "as the format prescribes",
    "groups": "in groups",
}
_MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)  # the page is English whatever the language of the computer


def head(tournament: Tournament, title: Child, below: Child = None) -> Markup:
    """The head of a sheet: which tournament and when, what the sheet is."""
    return heading(joined((name(tournament.name), " · ", day(tournament.on))), title, below)


def day(on: date) -> str:
    """A date as it stands on a poster: 20 November 2026."""
    return f"{on.day} {_MONTHS[on.month - 1]} {on.year}"


def drawn_words(tournament: Tournament, announced: PlayedRound) -> str:
    """How the seating came about, so that anybody can draw it again."""
    how = _SEATED[tournament.format.stages[announced.stage].seating]
    return f"Seated {how}; seed {announced.seed}{'; seats changed since' if announced.drawn else ''}."
