"""Names and words made safe for charts, which read HTML and templates, and cut to the room there is."""

import re
import textwrap
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from itertools import takewhile
from typing import Final

from scorer.text.numbers import MINUS, PLUS_MINUS

ELLIPSIS: Final = "…"
BREAK: Final = "<br>"  # the one piece of HTML that charts get from us
WRAPPED: Final = f" {BREAK}"  # within a sentence: what follows belongs to it
SHORTEST: Final = 3  # columns of a first name: "De" of "De Luca Maria" is none
SHORT, LAST_WORD, LAST_LETTERS = 9, 6, 4  # columns: of a name in one piece, and of the end of one in two
_JOINER: Final = "\u200d"
_WORD_JOINER: Final = "\u2060"
_PUNCTUATION: Final = re.compile(r"[!-/:-@\[-`{-~]")
_TOGETHER: Final = re.compile(r"(?<=[!-/:-@\[-`{-~])(?=[!-/:-@\[-`{-~])|(?<=[:@])(?=\w)|(?<=www)(?=\.)", re.IGNORECASE)
_FIGURE: Final = re.compile(rf"(?<=\d) (?=%|{PLUS_MINUS})")
_KEPT: Final = "\x1f"  # stands for a space at which no line ends; no name has this letter
_ISOLATE: Final = "\u2068{}\u2069"


def plain(text: str) -> str:
    """Text for a chart that shows as it is: no HTML, no template and no formula is read from it."""
    return escape(text, quote=False).replace("%{", "%&#123;").replace("$", "&#36;")


def lines(text: str, width: int = 40) -> str:
    """Text for a chart in lines of at most so many characters, each safe; a number keeps its % and its error."""
    wrapped = textwrap.wrap(_FIGURE.sub(_KEPT, text), width)
    return BREAK.join(plain(line.replace(_KEPT, " ")) for line in wrapped) or plain(text)


def isolated(name: str) -> str:
    """A name that stands beside other words: one written from right to left keeps its direction to itself."""
    return _ISOLATE.format(name) if any(unicodedata.bidirectional(c) in {"R", "AL", "AN"} for c in name) else name


def label(text: str) -> str:
    """Text for the label of a link or a button, which reads Markdown: the same letters, and none of them means more.

    Streamlit turns parts of the finished text into icons, smileys, arrows and links, which no backslash stops: an
    invisible joiner between their signs does.
    """
    return _PUNCTUATION.sub(r"\\\g<0>", _TOGETHER.sub(_WORD_JOINER, text))


def sentence(words: str, names: Iterable[str] = ()) -> str:
    """A sentence with a true minus sign before its numbers, and these names isolated wherever they stand in it."""
    turned = sorted((name for name in names if isolated(name) != name), key=len, reverse=True)
    if turned:
        words = re.sub("|".join(map(re.escape, turned)), lambda name: isolated(name[0]), words)
    return re.sub(r"(?<= )-(?=\d)", MINUS, words)


def short(name: str, width: int = 14) -> str:
    """The name, cut with `…` where it is wider than so many columns; never inside a written character."""
    if columns(name) <= width:
        return name
    head = name[: 16 * width]  # nobody waits for the rest of a text as long as an address may be
    kept = head if columns(head) > width else name
    while kept and columns(kept) > width - 1:
        kept = kept[: _last_start(kept)]
    return kept.rstrip() + ELLIPSIS


def shorts(names: Sequence[str], width: int = 14) -> list[str]:
    """The names cut; those that would read the same keep their end, or else the letters where they differ."""
    cut = {name: short(name, width) for name in names}
    for same in _same_when_cut(cut):
        cut |= {name: _with_end(name, width) for name in same}
    for _round in cut:  # of many names that read the same some differ further on
        for same in _same_when_cut(cut):
            columns_of_letters = enumerate(zip(*same, strict=False))
            differ = next((at for at, letters in columns_of_letters if len({*letters}) > 1), min(map(len, same)))
            cut |= {name: _with_middle(name, differ, width) for name in same}
    return [cut[name] for name in names]


def people(names: Sequence[str], width: int = 14) -> list[str]:
    """The names of people: whole where there is room, else as short as nobody else is called, at last cut."""
    if all(columns(name) <= width for name in names):
        return list(names)
    return shorts([name if columns(name) <= width else _brief(name, names, width) for name in names], width)


def _brief(name: str, names: Iterable[str], width: int) -> str:
    """The first name, and as few letters of the last as tell it from all others; the whole one where that is wide."""
    first, *_middle, last = name.split() if " " in name else ("", name)
    near = [other.split()[-1] for other in names if other != name and other.split()[0] == first]
    beginnings = (last[:count] for count in range(len(last)))
    least = next((letters for letters in beginnings if not any(other.startswith(letters) for other in near)), None)
    brief = f"{first} {least}." if least else first
    return brief if least is not None and columns(first) >= SHORTEST and columns(brief) <= width else name


def _same_when_cut(cut: Mapping[str, str]) -> list[list[str]]:
    """The names that are cut to the same text, group by group."""
    by_text: dict[str, list[str]] = {}
    for name, text in cut.items():
        by_text.setdefault(text, []).append(name)
    return [names for names in by_text.values() if len(names) > 1]


def parted(name: str) -> tuple[str, str]:
    """A long name in two; the second part is its last word, or the last letters of a long word.

    A word whose letters join, as those from right to left may, stays in one piece.
    """
    if columns(name) <= SHORT:
        return name, ""
    before = name.rfind(" ") + 1
    if before and columns(name[before:]) <= LAST_WORD:
        return name[:before], name[before:]
    if isolated(name) != name:
        return name, ""
    start = len(name)
    while columns(name[start:]) < LAST_LETTERS:
        start = _last_start(name[:start])
    return name[:start], name[start:]


def distinguished(name: str, others: Iterable[str]) -> tuple[str, str, str]:
    """A long name in three; the second part tells it from the others: its end, or else the word that differs."""
    begin, end = parted(name)
    same_begin = [near for near in others if near != name and near[:LAST_WORD] == name[:LAST_WORD]]
    same_ends = [near for near in same_begin if end and parted(near)[1] == end]
    if not same_ends:
        return begin, end, ""
    start, stop = _where_they_differ(name, same_ends)
    return name[:start], name[start:stop], name[stop:]


def columns(text: str) -> int:
    """How wide a text is, as a number of narrow letters."""
    before = zip(" " + text, text, strict=False)
    seen = [c for previous, c in before if previous != _JOINER and not _joins(c)]
    return sum(1 + (unicodedata.east_asian_width(c) in "WF") for c in seen)


def slug(text: str) -> str:
    """A name for a file: words of letters and digits, with hyphens between."""
    return "-".join(re.findall(r"\w+", text.casefold()))[:60].strip("-") or "chart"


def _with_end(name: str, width: int) -> str:
    start, end = _last_start(name), ""
    while start and columns(name[start:]) <= width // 2:
        end, start = name[start:], _last_start(name[:start])
    return name if columns(name) <= width else short(name, width - columns(end)) + end


def _with_middle(name: str, start: int, width: int) -> str:
    """The first letters of a name, and its letters from `start` on."""
    first = short(name, width // 4 + 1)
    while 0 < start < len(name) and (_joins(name[start]) or name[start - 1] == _JOINER):
        start -= 1
    return first + short(name[start:], width - columns(first))


def _where_they_differ(name: str, others: Iterable[str]) -> tuple[int, int]:
    """From where to where the word goes that tells a name from others with the same beginning.

    A long word begins at the letter that differs.
    """
    beginnings = (takewhile(lambda pair: pair[0] == pair[1], zip(name, near, strict=False)) for near in others)
    differs = max(len(list(shared)) for shared in beginnings)
    start, stop = name.rfind(" ", 0, differs) + 1, name.find(" ", differs)
    if columns(name[start:differs]) > LAST_WORD and isolated(name) == name:
        start = _last_start(name[: differs + 1])
    stop = len(name) if stop < 0 else stop
    while columns(name[start:stop]) > 2 * LAST_WORD and isolated(name) == name:
        stop = _last_start(name[:stop])
    return start, stop


def _last_start(text: str) -> int:
    """Where the last written character of a text begins."""
    start = len(text) - 1
    while start > 0 and (_joins(text[start]) or text[start - 1] == _JOINER):
        start -= 1
    return start


def _joins(character: str) -> bool:
    """Whether a character belongs to the one before it: accents, joiners, shades of skin."""
    return unicodedata.category(character) in {"Mn", "Me", "Cf"} or "\U0001f3fb" <= character <= "\U0001f3ff"
