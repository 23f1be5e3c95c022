"""Modules that are loaded when something in them is used: while a shell completes a word, and for a help.

A command's module imports at its top what its commands need. Neither Tab nor --help does what they do: for these
`from scorer import scorebook` loads nothing yet. `from scorer.scorebook import Book` loads it, as ever.
"""

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import LazyLoader
from types import ModuleType


class _Late:
    """Finds modules of ours, and has them loaded late."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None, /
    ) -> ModuleSpec | None:
        """Where a module of ours lies; None for any other."""
        found = PathFinder.find_spec(fullname, path, target) if fullname.startswith("scorer.") else None
        if found and found.loader:
            found.loader = LazyLoader(found.loader)
        return found


def load_late() -> None:
    """Load what is imported from now on when something in it is used."""
    sys.meta_path.insert(0, _Late())
