"""The text of a file that is not UTF-8: UTF-16 that shows itself, Windows-1252 by guess; what was assumed is said."""

import re

_MARKS_OF_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_LOOKED_AT = 4096  # bytes, of which nearly every other one is NUL in UTF-16 of European languages
_NEARLY_ALL = 0.9
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_WORD_BEYOND_ASCII = re.compile(r"[^\s,;\"]*[^\x00-\x7f][^\s,;\"]*")
# What stands in words beyond letters: quotation marks, an ordinal, the sign after an amount
_IN_WORDS = "\u2018\u2019\u201c\u201d\u2026\u2013\u2014\u00ba\u00aa\u00b0\u20ac\u00b4"
LONGEST_SHOWN = 30


def as_utf8(contents: bytes) -> tuple[bytes, str]:
    """The same text as UTF-8, and what was assumed of it; as it is where it is UTF-8, or no text that can be read."""
    if contents.startswith(_MARKS_OF_UTF_16) or _alternates(contents):
        marked = contents.startswith(_MARKS_OF_UTF_16)
        name = "utf-16" if marked else "utf-16-be" if contents[:1] == b"\0" else "utf-16-le"
        try:
            text = contents.decode(name)
        except UnicodeDecodeError:
            return contents, ""
        if _CONTROL.search(text):
            return contents, ""
        return text.encode(), "the file is read as UTF-16, which is what Excel calls Unicode text"
    try:
        contents.decode()
    except UnicodeDecodeError as error:
        damaged = error.reason == "unexpected end of data" or not contents.decode(errors="ignore").isascii()
        return (contents, "") if damaged else _from_windows(contents)
    return contents, ""


def _alternates(contents: bytes) -> bool:
    """Whether nearly every other byte is NUL, and nearly none of the rest."""
    looked = contents[:_LOOKED_AT]
    half = len(looked) // 2
    if not half:
        return False
    even, odd = looked[::2].count(0), looked[1::2].count(0)
    return max(even, odd) > _NEARLY_ALL * half and min(even, odd) == 0


def _from_windows(contents: bytes) -> tuple[bytes, str]:
    """The text of Windows-1252 where every letter beyond ASCII makes sense; else the bytes as they are."""
    try:
        text = contents.decode("cp1252")
    except UnicodeDecodeError:
        return contents, ""
    strange = [c for c in text if c > "\x7f" and not (c.isalpha() or c in _IN_WORDS)]
    if strange or _CONTROL.search(text):
        return contents, ""
    found = _WORD_BEYOND_ASCII.search(text)
    word = found[0].strip("'")[:LONGEST_SHOWN] if found else ""
    return text.encode(), f"the file is not UTF-8; it is read as Windows-1252, where it says {word}"
