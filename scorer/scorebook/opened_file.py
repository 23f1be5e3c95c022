"""Which file a scorebook is open on: another one may take its place, and would be neither read nor written."""

import os


class OpenedFile:
    """The file at a path, once it was opened; of a server there is none."""

    def __init__(self, path: str | None) -> None:
        self._path = path or ""
        self._known: tuple[int, int] | None = None

    def remember(self) -> None:
        """Take the file that is there now for the one that is open, unless one is."""
        self._known = self._known or self._there()

    def forget(self) -> None:
        """Take none for open."""
        self._known = None

    @property
    def is_replaced(self) -> bool:
        """Whether another file is in its place."""
        return self._known is not None and self._there() not in {None, self._known}

    @property
    def is_gone(self) -> bool:
        """Whether no file is in its place."""
        return self._known is not None and self._there() is None

    def _there(self) -> tuple[int, int] | None:
        try:
            found = os.stat(self._path)  # noqa: PTH116 - a text, and maybe no name of a file
        except (OSError, ValueError):
            return None
        return found.st_dev, found.st_ino
