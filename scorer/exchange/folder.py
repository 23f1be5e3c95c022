"""A folder of `export all` while it is read: its files, its faults, how much of it is done."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from scorer.exchange.faults import Faults, Notices
from scorer.exchange.file_in import Told
from scorer.exchange.reading import CsvReading
from scorer.exchange.writing import unguarded
from scorer.rules.errors import ScorerError
from scorer.scorebook.incoming import Known

T = TypeVar("T")
Row = Mapping[str, str]


@dataclass
class Folder:
    """A folder while it is read."""

    path: Path
    known: Known
    told: Told | None = None
    faults: Faults = field(default_factory=Faults)
    notices: Notices = field(default_factory=Notices)
    done: int = 0

    @contextmanager
    def reading(self, name: str, columns: Sequence[str], *optional: str) -> Iterator[CsvReading]:
        """The file of this name, which has to have all of these columns; raises FaultyFileError."""
        self.faults.file, self.faults.line = name, 0
        before = self.done

        def told(done: int) -> None:
            """Tell how much of the whole folder was read."""
            self.done = before + done
            if self.told:
                self.told(self.done)

        with (self.path / name).open("rb") as file:
            reading = CsvReading(file, (*columns, *optional), self.faults, told)
            for missing in [column for column in columns if column not in reading.columns]:
                self.faults.add(f"there is no column {missing}")
            self.faults.check()
            yield reading

    def rows(self, name: str, columns: Sequence[str], *optional: str) -> Iterator[Row]:
        """The lines of a small file, cells by column, without the guard."""
        with self.reading(name, columns, *optional) as reading:
            for line, cells in reading.rows():
                self.faults.line = line
                yield {column: unguarded(cell).strip() for column, cell in zip(reading.header, cells, strict=True)}

    def cell(self, row: Row, column: str, read: Callable[[str], T], empty: T) -> T:
        """What a cell says; its complaint becomes a fault."""
        try:
            return read(row[column])
        except ScorerError as error:
            self.faults.add(str(error), column)
            return empty
