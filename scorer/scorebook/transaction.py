"""A transaction on a scorebook: whatever reads or changes one is handed it, from the first look to the commit."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from db.connection import Connection, Row


class Entry(NamedTuple):
    """What a client sends to be recorded once: an `id` of its own, a `digest` of the body, and who recorded it.

    `token` is a digest of the name of the token that it came with; "" where none is needed, as for a command. An entry
    without a `digest` is one of which the words are not compared. `waited` are the seconds from when it was entered
    until it came.
    """

    id: str
    digest: str = ""
    token: str = ""
    by: str = ""
    waited: int = 0

    @property
    def client_id(self) -> str:
        """The id as a step bears it: the same one of another token is another entry."""
        return f"{self.id} {self.token}" if self.token else self.id


class Transaction(Connection):
    """One transaction on a scorebook; `Book.reading` and `Book.writing` open it.

    `now` gives the moment that a step is written down with. `kept_open` are the matches that a score pad has open, by
    number, each with the moment at which it was started. `entry` is what is recorded once: the first step written bears
    it, and None is left; `proof` are the id and the mark of a step that bears one, by which it is known that this
    transaction was committed; None until then. `looked_at` holds the parts of the file that a reader has found whole;
    None where it does not look. `players` are read once, and None until then; in a `nameless` one each has a number for
    a name.
    """

    def __init__(self, connection: Connection, now: Callable[[], datetime], kept_open: Mapping[int, datetime]) -> None:
        super().__init__(connection.driver, connection.database)
        self.now = now
        self.kept_open = kept_open
        self.entry: Entry | None = None
        self.proof: tuple[int, str] | None = None
        self.looked_at: set[str] | None = None
        self.players: Sequence[Row] | None = None
        self.nameless = False
