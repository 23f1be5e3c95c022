"""A transaction: what everything that reads or changes a scorebook is handed, from the first look to the commit."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Engine, Row
from sqlmodel import Session


class Transaction(Session):
    """One transaction on a scorebook; `Book.reading` and `Book.writing` open it.

    `now` tells the moment that a step is written down with. `kept_open` are the matches that whoever asks has open, by
    number, each with the moment at which it was started. `mark` is the mark of a command of which a server may not say
    what became of it: its first step bears it and takes it off; None for no mark. `looked_at` holds which parts of the
    file a reader has found whole; None where nothing is to be looked at. `players` are read once, and None until then.
    `open_too` says which other matches are open, where the names that were given decided which match is meant.
    """

    def __init__(self, engine: Engine, now: Callable[[], datetime], kept_open: Mapping[int, datetime]) -> None:
        super().__init__(engine, expire_on_commit=False)
        self.now = now
        self.kept_open = kept_open
        self.mark: str | None = None
        self.looked_at: set[str] | None = None
        self.players: Sequence[Row[Any]] | None = None
        self.open_too = ""
