"""Finds and reads format files: those shipped with the program, and the user's own folder.

What is read are how tournaments are played, sound when they are read; see scorer/shelf.py for what each of these does.
"""

from typing import Final

from scorer.rules.errors import FormatError
from scorer.rules.tournament.format_reading import parse_format
from scorer.shelf import Shelf

__all__ = [
    "add",
    "folder",
    "from_text",
    "load",
    "names",
    "read_text",
]

_SHELF: Final = Shelf("format", "formats", "SCORER_FORMATS", parse_format, FormatError)

names = _SHELF.names
read_text = _SHELF.read_text
load = _SHELF.load
from_text = _SHELF.from_text
add = _SHELF.add
folder = _SHELF.folder
