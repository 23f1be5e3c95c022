"""A transaction on a scorebook: whatever reads or changes one is handed it, from the first look to the commit."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from db.connection import Connection, Row


class Transaction(Connection):
    """One transaction on a scorebook; `Book.reading` and `Book.writing` open it.

    `now` gives the moment that a step is written down with. `kept_open` are the matches that a score pad has open, by
    number, each with the moment at which it was started. `mark` identifies a command in case the line to a server
    breaks before it answers: the first step written takes it over, and None is left. `looked_at` holds the parts of the
    file that a reader has found whole; None where it does not look. `players` are read once, and None until then.
    """

    def __init__(self, connection: Connection, now: Callable[[], datetime], kept_open: Mapping[int, datetime]) -> None:
        super().__init__(connection.driver, connection.database)
        self.now = now
        self.kept_open = kept_open
        self.mark: str | None = None
        self.looked_at: set[str] | None = None
        self.players: Sequence[Row] | None = None
