"""Marks around words that lead to a page, put there before a sentence is made of them.

No sentence is searched for names: a player may be called "led", or as another one begins. What it is made of comes with
marks instead, signs that no name and no note may hold, and what shows the sentence makes links of what they enclose.
"""

import re
from collections.abc import Iterator
from typing import Final

OPEN, AT, CLOSE = "\x01", "\x02", "\x03"  # below every sign of a name: what is sorted by name stays so
_MARKED: Final = re.compile(f"{OPEN}([^{OPEN}-{CLOSE}]*){AT}([^{OPEN}-{CLOSE}]*){CLOSE}")


def marked(words: str, address: str) -> str:
    """Words that lead to this address of the dashboard, wherever they come to stand."""
    return f"{OPEN}{words}{AT}{address}{CLOSE}"


def parts(text: str) -> Iterator[tuple[str, str]]:
    """The words of a text piece by piece, each with the address where it leads; "" for what leads nowhere."""
    pieces = _MARKED.split(text)
    for at in range(0, len(pieces), 3):
        yield pieces[at], ""
        yield from [(pieces[at + 1], pieces[at + 2])] if at + 2 < len(pieces) else []


def bare(text: str) -> str:
    """The words of a text alone."""
    return _MARKED.sub(r"\1", text)
