"""A whole page of paper, made by a template; and how templates are read, those of the dashboard too."""

import re
from base64 import b64encode
from collections.abc import Sequence
from datetime import date
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from jinja2.ext import Extension
from markupsafe import Markup

from scorer.text.numbers import amount, in_measure, measure, measured_total, plain, plain_signed

_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)  # the page is English whatever the language of the computer


class NoLineBreaks(Extension):
    """Line breaks in a template, and the spaces that begin a line, are for who reads it and no part of the page."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """The template on one line."""
        del name, filename
        return re.sub(r"\n\s*", "", source)


@cache
def templates(package: str) -> Environment:
    """The files `templates/*.html.jinja` of a package: whatever a template puts in is escaped unless it is HTML."""
    found = Environment(
        loader=PackageLoader(package), autoescape=True, extensions=[NoLineBreaks], undefined=StrictUndefined
    )
    shown = (amount, in_measure, measure, measured_total, plain, plain_signed, day)
    found.filters |= {function.__name__: function for function in shown}
    return found


def page(kind: str, title: str, *, script: bool = False, styles: Sequence[str] = (), **facts: Any) -> str:
    """A page that needs nothing but itself: `kind` names its template, its style and its script; `styles` are more."""
    code, policy = "", _POLICY  # nothing is loaded from anywhere, but for the one script that the page brings
    if script:
        code = _text(f"{kind}.js")
        policy += f"; script-src 'sha256-{b64encode(sha256(code.encode()).digest()).decode()}'"
    style = "".join(_text(f"{name}.css") for name in ("base", kind, *styles))
    ours = {"style": Markup(style), "script": Markup(code)}  # noqa: S704 - files of ours
    template = templates("scorer.paper").get_template(f"{kind}.html.jinja")
    return template.render(facts, kind=kind, title=title, policy=policy, **ours)


_MARK: Final = re.compile(r"<!-- scorer tournament print ([0-9a-f]{64}) -->\n\Z")
_LARGEST: Final = 50_000_000  # bytes of a page that can be one of ours


def marked(text: str, *whose: str) -> str:
    """A page with a last line by which `is_unchanged` knows it again; `whose` say which page of what it is."""
    return f"{text}<!-- scorer tournament print {_digest(text, whose)} -->\n"


def is_unchanged(path: Path, *whose: str) -> bool:
    """Whether a file is this same page of the same, as it was written: nobody else's, and nobody changed it since."""
    try:
        if not path.is_file() or path.stat().st_size > _LARGEST:
            return False
        text = path.read_bytes().decode()
    except (OSError, UnicodeDecodeError):
        return False
    mark = _MARK.search(text)
    return mark is not None and mark[1] == _digest(text[: mark.start()], whose)


def _digest(text: str, whose: tuple[str, ...]) -> str:
    return sha256("\0".join((*whose, text)).encode()).hexdigest()


@cache
def _text(file: str) -> str:
    return files("scorer.paper").joinpath(file).read_text(encoding="utf-8")


def day(on: date) -> str:
    """A date as it stands on a poster: 20 November 2026."""
    return f"{on.day} {_MONTHS[on.month - 1]} {on.year}"
