"""From bytes to a header and rows with their line numbers; what a spreadsheet or a bomb may hold is refused by name."""

import csv
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from difflib import get_close_matches
from io import StringIO
from itertools import chain
from typing import BinaryIO

from scorer.errors import FaultyFileError
from scorer.match.names import printable
from scorer.rules.errors import Advice, ScorerError

LARGEST_FILE = 200_000_000
LONGEST_LINE = 1_000_000
MOST_LINES = 2_000_000
MOST_COLUMNS = 64
BLOCK = 1 << 16
SAVE_AS = "in a spreadsheet, save it as 'CSV UTF-8'"
COLUMNS_HINT = "the columns are those of scorer export deals"
_SIGNATURES = {
    b"PK\x03\x04": "an Excel or LibreOffice workbook",
    b"\xd0\xcf\x11\xe0": "an old Excel workbook",
    b"SQLite format 3": "a database",
    b"%PDF": "a PDF",
    b"\x1f\x8b": "a compressed file",
    b"\xff\xfe": "UTF-16 text",
    b"\xfe\xff": "UTF-16 text",
}
_MARK = b"\xef\xbb\xbf"
_CELLS = {
    separator: re.compile(rf'("(?:[^"]|"")*"|[^"{separator}\n][^{separator}\n]*|){separator}') for separator in ",;\t"
}
_SAYS_SEPARATOR = re.compile(r'"?sep=.?"?', re.IGNORECASE)  # the first line that Excel writes for itself
_MOST_SHOWN = 100  # characters of foreign names
MOST_LISTED = 50
LONGEST_MESSAGE = 300
MOST_NOTICES = 20
NUMBER = re.compile(r"([+\-\u2212]?\d{1,7})([.,]\d+)?\s*(?:p|pt|pti|punti)?\.?", re.IGNORECASE)
SHORT = 3  # letters, of which one more or less is another word
NEAR_ENOUGH = 0.75  # of 1: below that a hint is nonsense


class Faults:
    """The faults of one import. `file` and `line` are where the reader is, `file` empty where only one is read.

    `word` is what a line is called, and `names` what the file calls the columns, where it has other names for them.
    """

    def __init__(self) -> None:
        self.file = ""
        self.line = 0
        self.word = "line"
        self.names: Mapping[str, str] = {}
        self.count = 0
        self.advices: list[Advice] = []
        self._listed: list[str] = []

    def add(self, message: str, column: str = "") -> None:
        """Note what is wrong in this line, with the column where it is one cell."""
        self.count += 1
        if len(self._listed) < MOST_LISTED:
            line = ": ".join(filter(None, [self.where(column), message]))
            self._listed.append(printable(line if len(line) < LONGEST_MESSAGE else f"{line[:LONGEST_MESSAGE]}..."))

    @contextmanager
    def noted(self, column: str = "") -> Iterator[None]:
        """Note what is refused within the block as a fault of this line."""
        try:
            yield
        except ScorerError as error:
            self.refused(error, column)

    def refused(self, error: ScorerError, column: str = "") -> None:
        """Note what was refused as a fault of this line, and once for the whole file what can be done about it."""
        self.add(str(error), column)
        self.advices += [advice for advice in error.advices if advice not in self.advices]

    def instead(self, count: int, message: str) -> None:
        """Note this one fault in place of all that were found since there were `count`."""
        del self._listed[count:]
        self.count = count
        self.add(message)

    def where(self, column: str = "") -> str:
        """`matches.csv: line 3, column on`, as far as it is known."""
        at = [f"{self.word} {self.line}"] if self.line else []
        at += [f"column {self.names.get(column, column)}"] if column else []
        return ": ".join(filter(None, [self.file, ", ".join(at)]))

    def error(self) -> FaultyFileError:
        """The error that lists them: the first fifty, then how many more."""
        more = self.count - len(self._listed)
        return FaultyFileError([*self._listed, *([f"{more} more"] if more else [])], *self.advices)

    def check(self) -> None:
        """Raise FaultyFileError if there is any."""
        if self.count:
            raise self.error()


@dataclass
class Notices:
    """Notices beside the result: each once, and a limited number."""

    lines: list[str] = field(default_factory=list)
    more: int = 0

    def add(self, line: str) -> None:
        """Say this, or count it where enough was said."""
        if len(self.lines) < MOST_NOTICES:
            self.lines.append(printable(line))
        else:
            self.more += 1

    def all_lines(self) -> list[str]:
        """The lines, and how many more there would be."""
        return [*self.lines, *([f"{self.more} more notices"] if self.more else [])]


class CsvRows:
    """A CSV file as rows of cells: UTF-8, parted by commas, semicolons or tabs as its first line has them.

    `apart` says what parts cells, whatever that line has; `progress` hears how many bytes were read; `endless`: however
    large the file is, for this program wrote it.
    Raises FaultyFileError for what cannot be read on.
    """

    def __init__(
        self,
        file: BinaryIO,
        faults: Faults,
        progress: Callable[[int], object] | None = None,
        apart: str = "",
        *,
        endless: bool = False,
    ) -> None:
        self.header: list[str] = []
        self._file = file
        self._faults = faults
        self._progress = progress
        self._endless = endless
        self._before = 0  # lines before the block
        self._row: list[str] = []  # the lines of the row that is being read
        lines = chain.from_iterable(self._blocks())
        skipped, first = next(((at, line) for at, line in enumerate(lines) if says_something(line, at)), (0, ""))
        if not first:
            raise self._stop("the file is empty: a line with the names of the columns comes first")
        separator = apart or max(_CELLS, key=first.count)
        if first.count(separator) >= MOST_COLUMNS:
            raise self._stop(f"{first.count(separator) + 1} columns: there are at most {MOST_COLUMNS}", skipped + 1)
        self._skipped = skipped
        self._separator = separator
        self._reader = csv.reader(self._noted(chain([first], lines)), delimiter=separator, strict=True)

    def cells(self) -> Iterator[tuple[int, list[str]]]:
        """Every row, with the number of the line that it begins in."""
        reader, first = self._reader, self._skipped + 1
        line = first + reader.line_num
        try:
            for cells in reader:
                self._row.clear()
                yield line, cells
                line = first + reader.line_num
        except csv.Error as error:
            raise self._misquoted(str(error), line) from error

    def _noted(self, lines: Iterable[str]) -> Iterator[str]:
        """The lines, of which those of the present row are kept."""
        for line in lines:
            self._row.append(line)
            yield line

    def _blocks(self) -> Iterator[list[str]]:
        """The lines as text, some dozens of kilobytes at a time."""
        remainder, done = b"", 0
        while read := self._file.read(BLOCK):
            if not done:
                format_ = next((words for signature, words in _SIGNATURES.items() if read.startswith(signature)), "")
                if format_:
                    raise self._stop(f"this is {format_}, not CSV; {SAVE_AS}", 1)
                if b"\0" in read[:2]:
                    raise self._stop(f"byte {read.index(0) + 1} of it is NUL: no text file; {SAVE_AS}", 1)
                read = read.removeprefix(_MARK)
            done += len(read)
            whole, newline, remainder = (remainder + read).rpartition(b"\n")
            yield from self._decoded(whole + newline)
            if len(remainder) > LONGEST_LINE:
                raise self._stop(f"a line of more than {LONGEST_LINE:,} bytes", self._before + 1)
            if not self._endless and (done > LARGEST_FILE or self._before > MOST_LINES):
                limit = f"{LARGEST_FILE // 1_000_000} MB or {MOST_LINES:,} lines"
                raise self._stop(f"more than {limit}; import it in parts", self._before)
            if self._progress:
                self._progress(done)
        yield from self._decoded(remainder)

    def _decoded(self, block: bytes) -> Iterator[list[str]]:
        """The lines of a block; the good ones before a byte that is no text, and then its fault."""
        wrong = ""
        nul = block.find(b"\0")
        end = len(block) if nul < 0 else nul
        try:
            block[:end].decode()
        except UnicodeDecodeError as error:
            end, wrong = error.start, "is not UTF-8"
        else:
            wrong = "is NUL: no text file" if nul >= 0 else ""
        good = end if not wrong else block.rfind(b"\n", 0, end) + 1
        lines = list(StringIO(block[:good].decode(), newline="\n"))
        yield lines
        self._before += len(lines)
        if wrong:
            raise self._stop(f"byte {end - good + 1} of it {wrong}; {SAVE_AS}", self._before + 1)

    def _stop(self, message: str, line: int = 0) -> FaultyFileError:
        self._faults.line = line
        self._faults.add(message)
        return self._faults.error()

    def _misquoted(self, complaint: str, line: int) -> FaultyFileError:
        """A refusal of the csv module in words, and the column in which the cell begins."""
        text = "".join(self._row)
        end, at = 0, 0  # of the first cell that has no end, or is too long
        while (cell := _CELLS[self._separator].match(text, end)) and len(cell[1]) <= csv.field_size_limit():
            end, at = cell.end(), at + 1
        column = self.header[at] if at < len(self.header) else ""
        if "limit" in complaint:
            fault = "a cell of more than 128 kB; is a quotation mark not closed?"
        elif "new-line" in complaint:
            fault, column = "lines end with a carriage return alone; save it again with the line ends of today", ""
        else:
            fault = "a quotation mark is not closed, or stands inside a cell: there it is written twice"
        self._faults.line = line
        self._faults.add(fault, column)
        return self._faults.error()


class CsvReading(CsvRows):
    """A CSV file whose columns are known by name.

    `header` is the names of the columns, `columns` the place of each. `known` are those that are taken, `others` those
    that are known and stand elsewhere; `hint` says where they are listed. `bare` gives the columns of a file without a
    header, by its first line, and none for a line that is a header; `headless` says whether the file has no header.
    `read_as` gives a header of another language in our words.
    """

    def __init__(
        self,
        file: BinaryIO,
        known: Collection[str],
        faults: Faults,
        progress: Callable[[int], object] | None = None,
        hint: str = COLUMNS_HINT,
        others: Collection[str] = (),
        bare: Callable[[Sequence[str]], Sequence[str]] = lambda _first: (),
        read_as: Callable[[Sequence[str]], Sequence[str]] = lambda first: first,
        *,
        endless: bool = False,
    ) -> None:
        super().__init__(file, faults, progress, endless=endless)
        line, names = next(self.cells())
        faults.line = self._skipped + 1
        self.header = [*bare(names)]
        self.headless = bool(self.header)
        self._first = [(line, names)] if self.headless else []
        self.header = self.header or _header(read_as(names), known, faults, hint, others)
        self.columns = {name: at for at, name in enumerate(self.header)}

    def rows(self) -> Iterator[tuple[int, list[str]]]:
        """Each line that is not empty, by its number in the file: a cell a column. Faulty lines are left out."""
        width = len(self.header)
        for row in chain(self._first, self.cells()):
            line, cells = row
            if len(cells) == width and (cells[0] or "".join(cells).strip()):
                yield row
            elif len(cells) == width or not "".join(cells).strip():
                continue
            elif len(cells) > width and not "".join(cells[width:]).strip():
                yield line, cells[:width]
            else:
                many = "too many" if len(cells) > width else "too few"
                self._faults.line = line
                self._faults.add(f"{len(cells)} cells, {many}: the header has {width} columns")


def says_something(line: str, at: int) -> bool:
    """Whether a line at the beginning of a file can be the header."""
    return bool(line.strip(" ,;\t\r\n")) and not (at == 0 and _SAYS_SEPARATOR.fullmatch(line.strip()))


def _header(
    names: Sequence[str], known: Collection[str], faults: Faults, hint: str, others: Collection[str]
) -> list[str]:
    """The names of the columns, in small letters; the empty ones that spreadsheets leave at the end are dropped."""
    columns = [name.strip().casefold() for name in names]
    while columns and not columns[-1]:
        columns.pop()
    if not any(name in known or name in others for name in columns):
        faults.add(no_names(columns, known))
        raise faults.error()
    for at, name in enumerate(columns, 1):
        if not name:
            faults.add("it has no name", f"{at}")
        elif name not in known and name not in others:
            faults.add(no_such_column(name, known, hint), name)
        elif columns.index(name) < at - 1:
            faults.add("the name stands twice in the header", name)
    return columns


def no_names(names: Sequence[str], known: Collection[str]) -> str:
    """The fault that none of these is the name of a column, and the names that are."""
    foreign = ", ".join(filter(None, names))
    cut = foreign if len(foreign) <= _MOST_SHOWN else f"{foreign[:_MOST_SHOWN]}..."
    return f"these are no names of columns: {cut}; known are {_listed(known)}"


def no_such_column(name: str, known: Collection[str], hint: str) -> str:
    """That there is no column of this name, and which may be meant: none that differs in its number alone."""
    if re.fullmatch(r"(seat|units)\d+", name):
        return f"there is no such column: seven sit at a table, {name.rstrip('0123456789')}1 to 7"
    near = [
        candidate
        for candidate in get_close_matches(name, known, cutoff=NEAR_ENOUGH)
        if len(name) > SHORT and candidate.rstrip(" 0123456789") != name.rstrip(" 0123456789")
    ]
    return f"there is no such column; {f'did you mean {near[0]}?' if near else hint}"


def _listed(known: Collection[str]) -> str:
    """The names of columns, those of the seats together."""
    seats = re.compile(r"(seat|units)[2-7]")
    return ", ".join(
        re.sub(r"^(seat|units)1$", r"\g<0> to \g<1>7", name) for name in known if not seats.fullmatch(name)
    )


def plain_number(text: str) -> str:
    """A number without what may stand beside it; anything else as it is."""
    number = whole(text)
    return text if number is None else str(number)


def whole(text: str) -> int | None:
    """The whole number in a cell: `+2`, `2,0`, `-3 punti`; None where there is none, or `1.000` may be 1000."""
    digits = NUMBER.fullmatch(text)
    if not digits or (digits[2] or ".0") not in {".0", ",0", ".00", ",00"}:
        return None
    return int(digits[1].replace("\N{MINUS SIGN}", "-"))
