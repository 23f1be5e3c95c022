"""Finds and reads variant files: those shipped with the program, and the user's own folder.

What is read are payout tables, proven zero-sum when they are read; see scorer/shelf.py for what each of these does.
"""

from typing import Final

from scorer.rules.errors import VariantError
from scorer.rules.variant_reading import parse_variant
from scorer.shelf import Shelf, digest, is_path

__all__ = [
    "add",
    "can_be_called",
    "digest",
    "folder",
    "from_text",
    "is_path",
    "load",
    "names",
    "read_text",
    "shipped",
]

_SHELF: Final = Shelf("variant", "variants", "SCORER_VARIANTS", parse_variant, VariantError)

names = _SHELF.names
read_text = _SHELF.read_text
load = _SHELF.load
from_text = _SHELF.from_text
add = _SHELF.add
folder = _SHELF.folder
shipped = _SHELF.shipped
can_be_called = _SHELF.can_be_called
