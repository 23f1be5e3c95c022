"""Imports of one file with several options, each into a scorebook of its own: what is said, and what came in."""

import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from tests.fixtures import Say

Csv = Callable[..., str]
Units = dict[str, list[str]]


@dataclass(frozen=True)
class Refused:
    """What is said where nothing comes in."""

    said: tuple[str, ...]


@dataclass(frozen=True)
class Came:
    """What came in, and what is said of it."""

    units: Units
    said: tuple[str, ...]


Readings = Mapping[str, Refused | Came]
Table = tuple[Sequence[str], Readings]


def refused(*said: str) -> Refused:
    """An import that is refused in these words."""
    return Refused(said)


def came(units: Units, *said: str) -> Came:
    """An import after which these units stand under their days, each record a text as of `recorded_units`."""
    return Came(units, said)


def recorded_units(path: Path) -> Units:
    """By day, the units of each record, asked in SQL.

    "3 . -3" are those of Anna and Carla: names in the order of the alphabet, a dot for who was not there.
    """
    seats = ", ".join(f"seat{seat}, units{seat}" for seat in range(1, 8))
    query = f'SELECT "on", {seats} FROM record JOIN match ON match.id = match_id ORDER BY match_id, number'
    with closing(sqlite3.connect(path)) as book:
        names = dict(book.execute("SELECT id, name FROM player"))
        records = [
            (on, dict(zip(map(names.get, cells[::2]), cells[1::2], strict=True))) for on, *cells in book.execute(query)
        ]
    people = sorted({name for _, units in records for name in units if name})
    units_of: Units = {}
    for on, units in records:
        row = " ".join("." if units.get(name) is None else str(units[name]) for name in people)
        units_of.setdefault(on, []).append(row)
    return units_of


class Importer:
    """Imports files, each into a scorebook that is not there yet or in which nothing is."""

    def __init__(self, say: Say, folder: Path, empty: bytes) -> None:
        self._say, self._folder, self._empty = say, folder, empty
        self._imports = 0
        self.said = ""

    def _run(self, file: str, options: str, *, is_there: bool) -> tuple[int, str, Path]:
        self._imports += 1
        path = self._folder / f"import-{self._imports}.db"
        if is_there:
            path.write_bytes(self._empty)
        done = self._say(f"import '{file}' {options}", db=str(path))
        self.said = done.stderr.removeprefix("scorer: ")
        return done.returncode, done.stdout, path

    def _says(self, said: Iterable[str]) -> None:
        assert [words for words in said if words not in self.said] == [], self.said

    def refused(self, file: str, options: str = "", *said: str) -> list[str]:
        """Assert that an import is refused in these words and writes nothing; the lines of the answer."""
        code, out, path = self._run(file, options, is_there=False)
        assert (code, out, path.exists()) == (3, "", False), (options, out, self.said)
        self._says(said)
        return self.said.splitlines()

    def came(self, file: str, options: str = "", *said: str) -> Units:
        """Assert that an import says these words; the units that came in by day."""
        code, _, path = self._run(file, options, is_there=True)
        assert code == 0, (options, self.said)
        self._says(said)
        return recorded_units(path)

    def reads(self, file: str, readings: Readings) -> None:
        """Assert what is said and what comes in with each of these options."""
        for options, expected in readings.items():
            if isinstance(expected, Refused):
                self.refused(file, options, *expected.said)
            else:
                units = self.came(file, options, *expected.said)
                assert units == expected.units, (options, units)
