"""HTML of ours, where Markdown would make links and pictures out of names: templates escape every word in it.

No sentence is searched for names: a player may be called "led", and one name may begin as another does. Words that lead
to a page are marked before they stand in a sentence, with signs that no name and no note may hold; whoever shows the
sentence makes links of what the marks enclose.
"""

import json
import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

import streamlit as st
from markupsafe import Markup

from dashboard.look import safe_text, theme
from scorer.language import _
from scorer.language.lists_numbers_dates import listed
from scorer.paper.html_page import templates

NOTHING: Final = Markup()
OPEN, AT, CLOSE = "\x01", "\x02", "\x03"  # below every sign of a name: what is sorted by name stays so
_DRAWING: Final = re.compile("<svg[^>]*>(.*?)</svg>")
_MARKED: Final = re.compile(f"{OPEN}([^{OPEN}-{CLOSE}]*){AT}([^{OPEN}-{CLOSE}]*){CLOSE}")


def marked(words: str, address: str) -> str:
    """Words that lead to this address of the dashboard, wherever they come to stand; bare ones without an address."""
    return f"{OPEN}{words}{AT}{address}{CLOSE}" if address else words


def parts(text: str) -> Iterator[tuple[str, str]]:
    """The words of a text piece by piece, each with the address where it leads; "" for what leads nowhere."""
    pieces = _MARKED.split(text)
    for at in range(0, len(pieces), 3):
        yield pieces[at], ""
        yield from [(pieces[at + 1], pieces[at + 2])] if at + 2 < len(pieces) else []


def bare_words(text: str) -> str:
    """The words of a text alone."""
    return _MARKED.sub(r"\1", text)


@dataclass(frozen=True, slots=True)
class Tile:
    """A large figure with a line above it and a line below, under a bar of a colour."""

    above: str
    figure: str
    below: str
    colour: str


@cache
def macros(template: str = "markup", package: str = "dashboard", own: tuple[Callable[..., str], ...] = ()) -> Any:
    """What a template can make, by name; a wing has templates in its package, with filters of its `own`."""
    environment = templates(package)
    filters = (two_ended, leading, bare_words, listed, *own)
    environment.filters |= {function.__name__: function for function in filters}
    return environment.get_template(f"{template}.html.jinja").module


def html(template: str, part: str, *facts: Any) -> Markup:
    """HTML made by the macro of this name in a template."""
    made: Markup = getattr(macros(template), part)(*facts)
    return made


def leading(words: str) -> Markup:
    """Words in which those that are marked are links."""
    return html("name", "leading", list(parts(words)))


def two_ended(name: str, others: Iterable[str] = ()) -> Markup:
    """A name that loses its middle where there is no room for all of it: its end tells it from others.

    Where some of the `others` have the same end, the word that differs is kept instead. Several names, each with its
    link, are never cut.
    """
    pieces = [piece for piece in parts(name) if piece[0]]
    if len(pieces) > 1:
        return leading(name)
    bare = [bare_words(near) for near in others]
    kept = [(html("name", "two_ended", *safe_text.distinguished(words, bare)), at) for words, at in pieces]
    return html("name", "leading", kept)


@cache
def look(*sheets: str) -> str:
    """Style sheets, one after the other; one of a wing is called by its room too: `tournaments/wall`."""
    found = []
    for sheet in sheets:
        *room, name = sheet.split("/")
        found.append(files("dashboard").joinpath(*room, "templates", f"{name}.css").read_text(encoding="utf-8"))
    return "".join(found)


@cache
def suits() -> str:
    """The four suits that stand on every sheet of paper, beside each other, as the address of a picture.

    Streamlit lets no drawing through: a style sheet takes this one for a mask.
    """
    paper: Any = templates("scorer.paper").get_template("parts.html.jinja").module
    drawn = [
        f"<g transform='translate({32 * at})'>{suit}</g>" for at, suit in enumerate(_DRAWING.findall(paper.suits()))
    ]
    look = "fill='none' stroke='#000' stroke-width='1.2' stroke-linejoin='round' stroke-linecap='round'"
    picture = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 120 24' {look}>{''.join(drawn)}</svg>"
    return f"data:image/svg+xml;base64,{b64encode(picture.encode()).decode()}"


def style(*sheets: str) -> None:
    """Put the style of every page into this one, and these style sheets besides."""
    folded = json.dumps(_(": folded away and not printed; unfold it first"), ensure_ascii=False).replace("<", r"\3c ")
    colours = f"--made: {theme.MADE}; --failed: {theme.FAILED};"
    own = f":root {{ {colours} --folded: {folded}; --suits: url({suits()}); }}"
    st.html(f"<style>{own} {look('look', 'everybody', 'print', *sheets)}</style>")


def heading(words: str, more: str = "") -> None:
    """A heading inside a page, with `more` words in small letters beside it where there is room."""
    st.html(macros().heading(words, more))


def title(words: str, page: str) -> None:
    """The title of a page, with the name of the page for who looks whether it has come."""
    st.html(macros().title(words, page))


def answer(words: str, caveat: str = "") -> None:
    """The answer to the question of a page in large letters, and what has to be said about it in quiet ones.

    It has its place even where there is none yet: what stands below is not made anew when one comes.
    """
    with st.container():
        if words or caveat:
            st.html(macros().answer(words, caveat if caveat != words else ""))


def small(words: str) -> None:
    """A line in small letters."""
    st.html(macros().small(words))


def quiet(words: str) -> None:
    """A sentence in the quiet letters of what has to be said about an answer."""
    answer("", words)


def below_chart(answer: str, note: str) -> None:
    """What a chart says in words, and in small letters how it is read; in its place as an answer is."""
    with st.container():
        if answer or note:
            st.html(macros().below_chart(answer, note))


def meanings(lines: Iterable[tuple[str, str]]) -> None:
    """What words mean, a line each, in small letters."""
    if meant := list(lines):
        st.html(macros().meanings(meant))


def unfolded(title: str, key: str, *, compact: bool = False, opened: bool = False) -> Any:
    """A fold with this title, to draw in once it is open; None while it is closed: then nothing need be computed.

    It begins `opened` where the address asks for what is in it.
    """
    kind: Any = "compact" if compact else "default"
    fold: Any = st.expander(title, opened, key=key, type=kind, on_change="rerun")
    return fold if fold.open else None


def notice(words: str) -> None:
    """A line that says what the address asks for and the page cannot show."""
    st.html(macros().notice(words))


def tiles(shown: Iterable[Tile]) -> None:
    """Tiles beside each other, as many as there is room for."""
    st.html(macros().tiles(list(shown)))


def lines(words: str, *, columns: bool = False) -> None:
    """Words with the line breaks that they have; in letters of one width where they stand in `columns`."""
    st.html(macros().lines(words, columns))


def story(lines: Iterable[tuple[str, str]], code: Markup = NOTHING) -> None:
    """Sentences, each behind a word that says what it is; a code for phones beside them, if there is one."""
    if html_of_lines := macros().story(list(lines), code):
        st.html(html_of_lines)
