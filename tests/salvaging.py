"""What `scorer db salvage` should take out of a damaged copy of a scorebook, found by other means than its own."""

import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

from db.tables import TABLES
from scorer.scorebook import Book
from scorer.scorebook.salvage import take_whole_matches
from scorer.scorebook.salvage_reading import read_remains
from scorer.scorebook.transaction import Transaction

Rows = dict[str, dict[Any, tuple[Any, ...]]]  # by table and key
SEATS = tuple(f"seat{number}" for number in range(1, 8))


class Sound:
    """A sound scorebook: its rows, on which pages they are, and which rows every match stands on."""

    def __init__(self, path: Path) -> None:
        self.data = path.read_bytes()
        with closing(sqlite3.connect(path)) as connection:
            self.rows = {table: self._rows(connection, table) for table in TABLES}
            (self.size,) = connection.execute("PRAGMA page_size").fetchone()
            self.kinds = dict(connection.execute("SELECT pageno, name || ' ' || pagetype FROM dbstat"))
            self.indexes = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type='index'")}
        self.pages = len(self.data) // self.size

    @staticmethod
    def _rows(connection: sqlite3.Connection, table: str) -> dict[Any, tuple[Any, ...]]:
        columns = ", ".join(map('"{}"'.format, TABLES[table].columns))
        return {row[0]: row for row in connection.execute(f'SELECT {columns} FROM "{table}" NOT INDEXED')}

    def cell(self, table: str, key: Any, column: str) -> Any:
        return self.rows[table][key][TABLES[table].columns.index(column)]

    def zeroed(self, page: int) -> bytes:
        return self.data[: (page - 1) * self.size] + bytes(self.size) + self.data[page * self.size :]

    def lost_with(self, page: int) -> set[tuple[str, Any]]:
        """The rows that are on a page, which the others can be without: nothing where it only leads to others."""
        table, _, kind = self.kinds[page].rpartition(" ")
        if table not in TABLES or kind == "internal":
            return set()
        there = set()
        with closing(sqlite3.connect(":memory:")) as connection:
            connection.deserialize(self.zeroed(page))
            for key in self.rows[table]:
                try:
                    found = connection.execute(
                        f'SELECT * FROM "{table}" NOT INDEXED WHERE "{TABLES[table].key}" = ?', [key]
                    ).fetchall()
                except sqlite3.DatabaseError:
                    found = []
                if found:
                    there.add(key)
        return {(table, key) for key in self.rows[table].keys() - there}

    @cached_property
    def stands_on(self) -> dict[int, set[tuple[str, Any]]]:
        """By match the rows that it stands on; matches of a tournament stand on one another. Without variants."""
        rows: dict[int, set[tuple[str, Any]]] = defaultdict(set)
        tournaments: dict[int, set[tuple[str, Any]]] = defaultdict(set)
        for match in self.rows["match"]:
            rows[match] |= {("match", match), ("league", self.cell("match", match, "league_id"))}
        for table in ("sitting", "record"):
            for key in self.rows[table]:
                match = self.cell(table, key, "match_id")
                rows[match].add((table, key))
                rows[match] |= {("step", self.cell(table, key, by)) for by in ("made_by", "voided_by")}
                rows[match] |= {("player", self.cell(table, key, seat)) for seat in SEATS}
        for step in self.rows["step"]:
            if match := self.cell("step", step, "match_id"):
                rows[match].add(("step", step))
            if tournament := self.cell("step", step, "tournament_id"):
                tournaments[tournament] |= {("step", step), ("tournament", tournament)}
        for steps in tournaments.values():
            tables = [match for match, of in rows.items() if of & steps]
            whole = steps.union(*(rows[match] for match in tables))
            for match in tables:
                rows[match] = whole
        return rows


class Bench:
    """One new scorebook in which one damaged copy after the other is salvaged, and taken back."""

    def __init__(self, transaction: Transaction) -> None:
        self.transaction = transaction

    def taken(self, data: bytes) -> tuple[Rows, list[str]]:
        """The rows that are taken out of a file, and what is said of those that are not."""
        self.transaction.run("SAVEPOINT bench")
        lines = take_whole_matches(read_remains(data, self.transaction), self.transaction)
        rows = {table: Sound._rows(self.transaction.driver, table) for table in TABLES}
        self.transaction.run("ROLLBACK TO bench")
        self.transaction.run("RELEASE bench")
        return rows, lines


@contextmanager
def bench(folder: Path) -> Iterator[Bench]:
    """A bench in a folder."""
    book = Book(str(folder / "bench.db"))
    try:
        with book.writing(make=True) as transaction:
            yield Bench(transaction)
    finally:
        book.close()


def strange(sound: Sound, taken: Rows) -> list[tuple[str, Any, list[str]]]:
    """The rows that were taken and are not as in the sound file, with the columns in which they differ."""
    found = []
    for table, rows in taken.items():
        for key, row in rows.items():
            was = sound.rows[table].get(key)
            if row != was:
                columns = TABLES[table].columns
                found.append((table, key, [c for c, a, b in zip(columns, row, was or row, strict=True) if a != b]))
    return found


def halved(sound: Sound, taken: Rows) -> list[int]:
    """The matches that were taken without all of their records, tables and steps."""
    return [
        match
        for match in taken["match"]
        for table, key in sound.stands_on.get(match, set())
        if table in {"record", "sitting", "step"} and key is not None and key not in taken[table]
    ]
