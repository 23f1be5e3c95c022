"""The translations of a compiled catalogue, NAME.mo, that fit their sentences.

A translation that does not fit is not used: it can neither stop a command nor show more than the fields of its
sentence. `gettext.GNUTranslations` decodes every entry, and takes two to three times as long; a command asks for a few.
"""

import re
import struct
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from gettext import c2py
from pathlib import Path
from string import Formatter
from typing import Final, Self

_MAGIC: Final = b"\xde\x12\x04\x95"  # what such a file begins with; reversed where it is big-endian
_COUNT_AT: Final = 8  # how many texts there are, and where the places of texts and of translations begin
_CONTEXT: Final = "\x04"  # between a context and its text
_FORM: Final = "\0"  # between the forms of a text
_PLURAL: Final = re.compile(r"plural=([^;\n]+)")
_NO_TEXT: Final = re.compile(r"<[A-Za-z/!?]|[\x00-\x08\x0b-\x1f\x7f-\x9f]")  # HTML, and what steers a terminal


class Translations:
    """The translations of a file that fit their templates; in English where one does not."""

    def __init__(self, translated: dict[bytes, bytes], form_of: Callable[[int], int]) -> None:
        self._translated = translated
        self._form_of = form_of

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read a file; raises OSError, ValueError or struct.error for what is no catalogue in UTF-8."""
        data = path.read_bytes()
        order = "<" if data.startswith(_MAGIC) else ">"
        if not data.startswith((_MAGIC, _MAGIC[::-1])):
            raise ValueError(path)
        count, texts_at, words_at = struct.unpack_from(f"{order}3I", data, _COUNT_AT)
        places = struct.Struct(f"{order}{2 * count}I")  # the length of each text, and where it stands
        texts, words = (_strings(data, places.unpack_from(data, at)) for at in (texts_at, words_at))
        _FORM.encode().join(words).decode()  # raises ValueError for what is no UTF-8
        translated = dict(zip(texts, words, strict=True))
        plural = _PLURAL.search(translated.get(b"", b"").decode())
        return cls(translated, c2py(plural[1] if plural else "n != 1"))  # as in English where the header has no rule

    def gettext(self, message: str, /) -> str:
        """The translation of a template; itself where there is none that fits."""
        words = self._words(message)
        return words if words and fits(words, message) else message

    def ngettext(self, singular: str, plural: str, count: int, /) -> str:
        """The translation of the form that goes with a number; the English form where none fits."""
        forms, words = dict(enumerate(self._words(f"{singular}{_FORM}{plural}").split(_FORM))), ""
        with suppress(ArithmeticError):  # a rule of plurals may divide by nothing
            words = forms.get(self._form_of(count), "")
        english = singular if count == 1 else plural
        return words if words and fits(words, singular, plural) else english

    def pgettext(self, context: str, message: str, /) -> str:
        """The translation of a text in a context; itself where there is none that fits."""
        words = self._words(f"{context}{_CONTEXT}{message}")
        return words if words and fits(words, message) else message

    def _words(self, text: str) -> str:
        """The translation in the file; empty for none."""
        return self._translated.get(text.encode(), b"").decode()


def _strings(data: bytes, places: Sequence[int]) -> list[bytes]:
    """The strings at these places, which are pairs of a length and a start; raises ValueError beyond the end."""
    if sum(places[::2]) > len(data):  # strings that overlap could be gigabytes
        raise ValueError(places)
    strings = [data[start : start + length] for length, start in zip(places[::2], places[1::2], strict=True)]
    if sum(map(len, strings)) != sum(places[::2]):
        raise ValueError(places)
    return strings


@cache
def fits(translation: str, *templates: str) -> bool:
    """Whether a translation has no fields but those of its templates, each as it is there, and is plain text."""
    if _NO_TEXT.search(translation):
        return False
    try:
        known = set().union(*map(_fields, templates))
    except ValueError:  # a brace that stands alone: no field of it is ever filled in
        return True
    try:
        return _fields(translation) <= known
    except ValueError:
        return False


def _fields(template: str) -> set[tuple[str, str | None, str | None]]:
    """The fields of a template, each with its format and conversion; raises ValueError for braces that do not match."""
    return {(name, form, how) for _text, name, form, how in Formatter().parse(template) if name is not None}
