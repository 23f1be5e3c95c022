"""A whole page of paper, made by a template; and how templates are read, those of the dashboard too."""

import re
from base64 import b64encode
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from itertools import chain
from typing import Any, Final

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from jinja2.ext import Extension
from markupsafe import Markup, escape

from scorer.language import N_, _, catalogues, ngettext
from scorer.language.lists_numbers_dates import day, listed
from scorer.text.numbers import plain, plain_signed
from scorer.wings import brought

PAPER: Final = "scorer.paper"
_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


class NoLineBreaks(Extension):
    """Line breaks in a template, and the spaces that begin a line, are for who reads it and no part of the page."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """The template on one line."""
        del name, filename
        return re.sub(r"\n\s*", "", source)


@cache
def templates(package: str) -> Environment:
    """The files `templates/*.html.jinja` of a package: whatever a template puts in is escaped unless it is HTML.

    A template may also extend and import those of this package.
    """
    loader = ChoiceLoader([PackageLoader(package), PackageLoader(PAPER)])
    environment = Environment(loader=loader, autoescape=True, extensions=[NoLineBreaks], undefined=StrictUndefined)
    filters = (plain, plain_signed, day, listed_names, *chain.from_iterable(brought("filters")))
    environment.filters |= {function.__name__: function for function in filters}
    environment.globals |= {function.__name__: function for function in (_, N_, ngettext, sentence, counted_sentence)}
    return environment


def sentence(template: str, /, **fields: object) -> Markup:
    """A sentence with HTML of ours in its fields: `sentence(N_("{player} leads"), player=link)`; other fields are text.

    The template itself is translated, and is HTML too: no `<` stands in it.
    """
    return Markup(_(template)).format(**fields)  # noqa: S704 - templates are ours


def counted_sentence(singular: str, plural: str, count: int, **fields: object) -> Markup:
    """The sentence that goes with a number, with fields that may be HTML; all others are escaped."""
    words = ngettext(singular, plural, count, **{name: escape(field) for name, field in fields.items()})
    return Markup(words)  # noqa: S704 - templates are ours


def page(
    kind: str, title: str, *, package: str = PAPER, script: bool = False, styles: Sequence[str] = (), **facts: Any
) -> str:
    """A page that needs nothing but itself: `kind` names its template, its style and its script; `styles` are more.

    They lie in a `package`.
    """
    code, policy = "", _POLICY  # nothing is loaded from anywhere, but for the one script that the page brings
    if script:
        code = _text(package, f"{kind}.js")
        policy += f"; script-src 'sha256-{b64encode(sha256(code.encode()).digest()).decode()}'"
    style = _text(PAPER, "base.css") + "".join(_text(package, f"{name}.css") for name in (kind, *styles))
    ours = {"style": Markup(style), "script": Markup(code)}  # noqa: S704 - files of ours
    template = templates(package).get_template(f"{kind}.html.jinja")
    language = catalogues.tag(catalogues.current())
    return template.render(facts, kind=kind, title=title, policy=policy, language=language, **ours)


def listed_names(names: Sequence[str], *, heavy: bool = False) -> Markup:
    """`Anna, Bruno and Carla`, each name keeping its direction to itself; `heavy` ones in bold."""
    element = Markup("<b><bdi>{}</bdi></b>") if heavy else Markup("<bdi>{}</bdi>")
    return Markup(listed([element.format(name) for name in names]))  # noqa: S704 - names are escaped


@cache
def _text(package: str, file: str) -> str:
    return files(package).joinpath(file).read_text(encoding="utf-8")
