"""The text of a file whose bytes may mean several letters: UTF-8, UTF-16 that shows itself, or what somebody says.

Bytes that are no UTF-8 are Windows-1252, Windows-1250 or those of older Macs, or of DOS where a Windows text would have
signs of print in it; what shows which is used, and asked else.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Final

from scorer.errors import RefusedError
from scorer.language import N_, _
from scorer.match.names import shown
from scorer.notebooks.column_and_cell_words import meaning
from scorer.notebooks.date_order import most_days
from scorer.notebooks.money import cents_of
from scorer.notebooks.table import DoubtfulTableError, TableReading, in_words

_NAMES: Final = {"cp1252": "Windows-1252", "cp1250": "Windows-1250", "mac_roman": "Mac OS Roman", "cp850": "DOS (850)"}
_WINDOWS, _DOS = ("cp1252", "cp1250"), "cp850"
_MARKS_OF_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_LOOKED_AT = 4096  # bytes, of which nearly every other one is NUL in UTF-16 of European languages
_NEARLY_ALL = 0.9
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_BETWEEN_CELLS = re.compile(r'[;,\t\r\n"]+')
_LETTERS = re.compile(r"[^\W\d_]+")
# What stands in words beyond letters: quotation marks, an ordinal, the sign after an amount
_IN_WORDS = "\u2018\u2019\u201c\u201d\u2026\u2013\u2014\u00ba\u00aa\u00b0\u20ac\u00b4"
LONGEST_SHOWN = 30
MOST_SHOWN = 3


def as_utf8(contents: bytes, encoding: str = "") -> tuple[bytes, str]:
    """The same text as UTF-8, and what was assumed of it; as it is where it is UTF-8, or no text that can be read.

    Raises DoubtfulTableError where its words differ by how they are read, RefusedError where `encoding` does not fit.
    """
    if encoding:
        name = _NAMES.get(encoding, encoding)
        return _as_said(contents, encoding), _("the file is read as {encoding}", encoding=name)
    marked = contents.startswith(_MARKS_OF_UTF_16)
    if marked or _alternates(contents):
        order = "be" if contents[:1] == b"\0" else "le"
        try:
            text = contents.decode("utf-16" if marked else f"utf-16-{order}")
        except UnicodeDecodeError:
            return contents, ""
        if _CONTROL.search(text):
            return contents, ""
        return text.encode(), _("the file is read as UTF-16, which is what Excel calls Unicode text")
    try:
        contents.decode()
    except UnicodeDecodeError as error:
        damaged = error.reason == "unexpected end of data" or not contents.decode(errors="ignore").isascii()
        return (contents, "") if damaged else _from_letters_of_bytes(contents)
    return contents, ""


def _as_said(contents: bytes, encoding: str) -> bytes:
    """The text as UTF-8, read as somebody says; raises RefusedError where it cannot be that."""
    try:
        text = contents.decode(encoding)
    except UnicodeDecodeError as error:
        line = contents[: error.start].count(b"\n") + 1
        template = N_("line {line}: this is no text in {encoding}: leave --encoding away, or say another")
        raise RefusedError(_(template, line=line, encoding=encoding)) from None
    try:
        is_utf8 = contents.decode("utf-8-sig") != text.removeprefix("\ufeff")
    except UnicodeDecodeError:
        is_utf8 = False
    if is_utf8 and b"\0" not in contents:
        template = N_("--encoding {encoding}: the file is UTF-8, which says so itself: leave it away")
        raise RefusedError(_(template, encoding=encoding))
    return text.encode()


def _alternates(contents: bytes) -> bool:
    """Whether nearly every other byte is NUL, and nearly none of the rest."""
    looked = contents[:_LOOKED_AT]
    half = len(looked) // 2
    if not half:
        return False
    even, odd = looked[::2].count(0), looked[1::2].count(0)
    return max(even, odd) > _NEARLY_ALL * half and min(even, odd) == 0


def _from_letters_of_bytes(contents: bytes) -> tuple[bytes, str]:
    """The text where a byte is a letter; the bytes as they are where every way to read them has strange ones."""
    texts = dict(_possible(contents))
    if not texts:
        return contents, ""
    columns = (map(str.strip, _BETWEEN_CELLS.split(text)) for text in texts.values())
    different = dict.fromkeys(readings for readings in zip(*columns, strict=True) if not readings[0].isascii())
    cells = [dict(zip(texts, readings, strict=True)) for readings in different]
    known = [{name for name, cell in readings.items() if _is_known(cell)} for readings in cells]
    left = set(texts).intersection(*filter(None, known))
    # What is no name, and is known whichever way it is read, is the same in all of them
    names = [readings for readings, by in zip(cells, known, strict=True) if not by]
    ways: dict[tuple[str, ...], str] = {}
    for encoding in texts:
        if encoding in left:
            ways.setdefault(tuple(readings[encoding] for readings in names), encoding)
    if len(ways) > 1:
        readings = _ways(ways)
        template = N_("the file is not UTF-8, and its letters can be read in several ways: {ways}: say which")
        raise DoubtfulTableError(_(template, ways=in_words(readings)), readings)
    encoding = next(iter(ways.values()), "")
    if not encoding:
        return contents, ""
    word = _words(cells[0][encoding])[0] if cells else ""
    template = N_("the file is not UTF-8; it is read as {encoding}, where it says {word}")
    return texts[encoding].encode(), _(template, encoding=_NAMES[encoding], word=word[:LONGEST_SHOWN])


def _possible(contents: bytes) -> Iterator[tuple[str, str]]:
    """The encodings in which every letter beyond ASCII makes sense where it stands, each with the text."""
    is_windows = False  # its letters are right, and none of its signs of print, which are letters of DOS
    for encoding in _NAMES:
        if encoding == _DOS and is_windows:
            continue
        try:
            text = contents.decode(encoding)
        except UnicodeDecodeError:
            continue
        strange = (c for c in text if c > "\x7f" and c.lower() == c.upper() and c not in _IN_WORDS)
        # An accented capital behind other letters in a word of small ones: `JosÈ`
        runs = (run for word in _words(text) for run in _LETTERS.findall(word) if not run.isupper())
        capitals = (letter for run in runs for letter in run[1:] if letter.isupper() and not letter.isascii())
        if not _CONTROL.search(text) and next(strange, None) is None and next(capitals, None) is None:
            is_windows |= encoding in _WINDOWS and all(c.isalpha() for c in text if c > "\x7f")
            yield encoding, text


def _is_known(cell: str) -> bool:
    """Whether a cell is understood as something else than a name: a column, an amount of money, a day."""
    return bool(meaning(cell)) or cents_of(cell) is not None or most_days([cell]) == 1


def _ways(ways: Mapping[tuple[str, ...], str]) -> list[TableReading]:
    """Each way to read the file, with the words in which it differs from others."""
    places = [at for at, cells in enumerate(zip(*ways, strict=True)) if len(set(cells)) > 1]
    readings = []
    for cells, encoding in ways.items():
        words = list(dict.fromkeys(chain(*(_words(cells[at]) for at in places))))
        examples = ", ".join(shown(word[:LONGEST_SHOWN]) for word in words[:MOST_SHOWN])
        examples += "..." if words[MOST_SHOWN:] else ""
        meaning_ = _("{examples} by {encoding}", examples=examples, encoding=_NAMES[encoding])
        readings.append(TableReading("encoding", encoding, meaning_))
    return readings


def _words(text: str) -> list[str]:
    """The words of a text that have something beyond ASCII."""
    return [word for word in re.split(r'[\s,;"]+', text) if not word.isascii()]
