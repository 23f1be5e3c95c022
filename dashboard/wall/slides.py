"""What takes turns on a wall: slides, and how what does not fit on one of them is shared out over several."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

from markupsafe import Markup

T = TypeVar("T")
U = TypeVar("U")


@dataclass(frozen=True, slots=True)
class Slide:
    """What fills the screen once; `has_lines`: with lines as SVG in it; `styles`: the style sheets that it needs."""

    body: Markup
    has_lines: bool = False
    styles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WallPlace:
    """Somebody on a slide: the large figure, and in small letters what is new."""

    place: int
    name: str
    figure: str
    news: str
    colour: str


def shared(things: Sequence[T], most: int) -> list[Sequence[T]]:
    """All things in as few shares of at most `most` as possible, all about as large; nothing makes one empty share."""
    count = max(1, -(-len(things) // most))
    ends = [round(at * len(things) / count) for at in range(count + 1)]
    return [things[begin:end] for begin, end in pairwise(ends)]


def side_by_side(left: Sequence[T], right: Sequence[U]) -> list[tuple[T, U]]:
    """Pairs for two panes side by side, until both have shown everything: the shorter list begins again."""
    count = max(len(left), len(right))
    return [(left[at % len(left)], right[at % len(right)]) for at in range(count)]
