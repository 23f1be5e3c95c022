"""A language in which every text of the program is known again: each letter accented, and a third longer.

What is shown in it without an accent was never marked for translation. Names, figures, what users type and what files
hold stay as they are.
"""

import re
from copy import deepcopy
from functools import cache
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from hatch_build import CATALOGUES, compile_catalogue, texts

PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
ACCENTED = "àƀçđéƒğħíĵķłɱñöþɋŕšŧüṽŵẋýžÀƁÇĐÉƑĞĦÍĴĶŁṀÑÖÞɊŔŠŦÜṼŴẊÝŽ"
LETTERS = str.maketrans(PLAIN, ACCENTED)
FIELD = re.compile(r"(\{[^{}]*\})")
LONGER, WORD = "·", 12
NAME = "xx"


def accented(text: str) -> str:
    """A text in this language; its fields stay, and add nothing to its length."""
    pieces = [piece if FIELD.fullmatch(piece) else piece.translate(LETTERS) for piece in FIELD.split(text)]
    letters = sum(len(piece) for piece in pieces if not FIELD.fullmatch(piece))
    ending = re.search(r"\s*$", text)
    assert ending
    body = "".join(pieces)[: len("".join(pieces)) - len(ending[0])]
    return f"{body}{longer(letters // 3)}{ending[0]}"


def longer(letters: int) -> str:
    """So many letters more, in words of a length that a line may break."""
    words, rest = divmod(letters, WORD)
    return " ".join([*[LONGER * (WORD - 1)] * words, LONGER * rest])[:letters].rstrip()


def catalogue(folder: Path) -> Path:
    """The compiled catalogue of this language, written into a folder."""
    source, target = folder / f"{NAME}.po", folder / f"{NAME}.mo"
    wanted = _accented_texts()
    with source.open("wb") as file:
        write_po(file, wanted)
    assert compile_catalogue(source, target, wanted) == 0
    return target


def in_tree(language: str) -> Catalog:
    """The catalogue of a language as it is in the tree."""
    with (CATALOGUES / f"{language}.po").open("rb") as file:
        return read_po(file)


@cache
def english_texts() -> Catalog:
    """Every text of the program as its sources have it, found once for all tests; to be looked at alone."""
    return texts()


@cache
def _accented_texts() -> Catalog:
    """Every text of the program with itself accented as its translation; the numbers of examples stay."""
    found = deepcopy(english_texts())
    found.locale = Locale("it")
    for message in found:
        if isinstance(message.id, str):
            message.string = accented(message.id) if message.id else message.string
        else:
            singular, plural = map(accented, message.id)
            message.string = (singular, *[plural] * (found.num_plurals - 1))
    return found
