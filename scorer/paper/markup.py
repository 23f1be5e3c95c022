"""HTML that cannot be broken by a name: whatever is not markup already is escaped where it is put in."""

from collections.abc import Iterable
from html import escape
from typing import Final


class Markup(str):
    """Text that is HTML, made by this module alone."""

    __slots__ = ()


Child = str | int | Iterable["Child"] | None
NOTHING: Final = Markup("")
_EMPTY: Final = {"input", "meta"}


def tag(name: str, /, *children: Child, **attributes: str | int | None) -> Markup:
    """An element: `tag("td", name, klass="name")`; attributes that are None are left out, `_` stands for `-`."""
    written = "".join(
        f' {"class" if key == "klass" else key.replace("_", "-")}="{escape(str(said))}"'
        for key, said in attributes.items()
        if said is not None
    )
    opened = f"<{name}{written}>"
    return Markup(opened if name in _EMPTY else f"{opened}{joined(children)}</{name}>")


def joined(children: Iterable[Child]) -> Markup:
    """Pieces one after the other, each escaped unless it is markup."""
    return Markup("".join(_piece(child) for child in children))


def _piece(child: Child) -> str:
    if child is None:
        return ""
    if isinstance(child, Markup):
        return child
    return escape(str(child)) if isinstance(child, str | int) else joined(child)


def name(text: str, *fitting: int) -> Markup:
    """Somebody's name: one written from right to left keeps its direction to itself.

    `fitting`: how many letters fit, and how many if they are smaller; a name of more is written smaller still.
    """
    return tag("bdi", text, klass=(None, "long", "longest")[sum(len(text) > letters for letters in fitting)])


def listed(pieces: Iterable[Child]) -> Markup:
    """Pieces as a sentence has them: a, b and c."""
    there = list(pieces)
    between = [", "] * (len(there) - 2) + [" and "] * (len(there) > 1)
    return joined(piece for at, each in enumerate(there) for piece in ((between[at - 1], each) if at else (each,)))
