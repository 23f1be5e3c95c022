"""The templates of tournaments, beside those of the dashboard: they lie here and have words of their own."""

from typing import Any, Final

from markupsafe import Markup

from dashboard.look import markup
from scorer.tournaments.shown.places import by_words, small_words

# An environment of Jinja2 is of one package: this wing has one of its own, so that no template of tournaments lies in
# the core's folder. `hatch_build.py` finds the sentences of templates in any folder.
PACKAGE: Final = "dashboard.tournaments"
OWN: Final = (by_words, small_words)
LOOK: Final = "tournaments/look"  # style sheets: of the page and the wall, and of the wall alone
WALL: Final = "tournaments/wall"


def html(template: str, part: str, *facts: Any) -> Markup:
    """HTML made by the macro of this name in a template of tournaments."""
    made: Markup = getattr(markup.macros(template, PACKAGE, OWN), part)(*facts)
    return made
