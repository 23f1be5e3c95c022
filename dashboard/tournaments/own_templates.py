"""The templates of tournaments, beside those of the dashboard: they lie here and have words of their own."""

from functools import cache
from typing import Any, Final

from markupsafe import Markup

from dashboard.look import markup
from scorer.tournaments.shown.words import by_words, decided_words, small_words

# An environment of Jinja2 is of one package: this is that of the wing, so that no template of ours lies in the core's
# folder. It is made when the first part of a tournament is; `hatch_build.py` finds sentences in any folder.
LOOK: Final = "tournaments/look"  # style sheets: of the page and the wall, and of the wall alone
WALL: Final = "tournaments/wall"


@cache
def _macros(template: str) -> Any:
    """What a template can make, by name."""
    environment = markup.environment("dashboard.tournaments")
    environment.filters |= {function.__name__: function for function in (by_words, decided_words, small_words)}
    return environment.get_template(f"{template}.html.jinja").module


def html(template: str, part: str, *facts: Any) -> Markup:
    """HTML made by the macro of this name in a template of tournaments."""
    made: Markup = getattr(_macros(template), part)(*facts)
    return made
