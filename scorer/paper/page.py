"""A whole page: its head, its style, and what stands at the top of every sheet of paper."""

from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Final

from scorer.paper.markup import NOTHING, Child, Markup, tag
from scorer.paper.suits import SUITS

_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def page(title: str, *content: Child, style: str = "", script: str = "") -> str:
    """A page that needs nothing but itself; `style` and `script` name files of this package beside base.css."""
    styles = Markup(_text("base.css") + (_text(style) if style else ""))
    code = Markup(_text(script)) if script else NOTHING
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=_policy(code)),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", title),
        tag("style", styles),
    )
    kind = style.removesuffix(".css") or None
    body = tag("body", *content, tag("script", code) if code else None, klass=kind)
    return f"<!DOCTYPE html>\n{tag('html', head, body, lang='en')}\n"


def _policy(code: str) -> str:
    """What the page may load: nothing from anywhere; and the one script that it brings, if any."""
    if not code:
        return _POLICY
    return f"{_POLICY}; script-src 'sha256-{b64encode(sha256(code.encode()).digest()).decode()}'"


@cache
def _text(file: str) -> str:
    return files("scorer.paper").joinpath(file).read_text(encoding="utf-8")


def heading(above: Child, title: Child, below: Child = None) -> Markup:
    """The top of a sheet: whose it is, what it is, what of it; the four suits beside it."""
    words = [tag("p", above, klass="above"), tag("h1", title), tag("p", below, klass="below") if below else None]
    return tag("header", tag("div", words), SUITS)
