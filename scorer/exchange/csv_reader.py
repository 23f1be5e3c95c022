"""From bytes to a header and rows with their line numbers; what a spreadsheet or a bomb may hold is refused by name."""

import csv
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from difflib import get_close_matches
from io import StringIO
from itertools import chain
from typing import BinaryIO, NamedTuple

from scorer.errors import FaultyFileError
from scorer.language import N_, _, ngettext
from scorer.language.lists_numbers_dates import number as written
from scorer.match.names import printable
from scorer.rules.errors import Advice, ScorerError

LARGEST_FILE = 200_000_000
LONGEST_LINE = 1_000_000
MOST_LINES = 2_000_000
MOST_COLUMNS = 64
BLOCK = 1 << 16
COLUMNS_HINT = N_("the columns are those of scorer export deals")
_SIGNATURES = {
    b"PK\x03\x04": N_("an Excel or LibreOffice workbook"),
    b"\xd0\xcf\x11\xe0": N_("an old Excel workbook"),
    b"SQLite format 3": N_("a database"),
    b"%PDF": N_("a PDF"),
    b"\x1f\x8b": N_("a compressed file"),
    b"\xff\xfe": N_("UTF-16 text"),
    b"\xfe\xff": N_("UTF-16 text"),
}
_NUL = N_("byte {place} of it is NUL: no text file; in a spreadsheet, save it as 'CSV UTF-8'")
_NO_UTF_8 = N_("byte {place} of it is not UTF-8; in a spreadsheet, save it as 'CSV UTF-8'")
_SHEET = N_("sheet {name}")
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
TOO_MANY_CELLS = N_("{cells} cells, too many: the header has {columns} columns")


class RowWord(NamedTuple):
    """What a row of a file is called: a template with its number, and its sheet where several are read."""

    template: str
    sheet: str = ""

    @property
    def in_sheet(self) -> str:
        """`sheet January`; empty where one alone is read."""
        return _(_SHEET, name=self.sheet) if self.sheet else ""

    def of(self, number: object) -> str:
        """`line 3`, `sheet January: row 3`."""
        return ": ".join(filter(None, [self.in_sheet, _(self.template, number=number)]))

    def stored(self, number: object) -> str:
        """The same for a scorebook, in which nothing hangs on a language."""
        row = self.template.format(number=number)
        return f"{_SHEET.format(name=self.sheet)}: {row}" if self.sheet else row


LINE = RowWord(N_("line {number}"))


class Faults:
    """The faults of one import. `file` and `line` are where the reader is, `file` empty where only one is read.

    `word` is what a line is called, and `names` what the file calls the columns, where it has other names for them.
    """

    def __init__(self) -> None:
        self.file = ""
        self.line = 0
        self.word = LINE
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
        self.add("; ".join(str(error).splitlines()), column)
        self.advices += [advice for advice in error.advices if advice not in self.advices]

    def instead(self, count: int, message: str) -> None:
        """Note this one fault in place of all that were found since there were `count`."""
        del self._listed[count:]
        self.count = count
        self.add(message)

    def where(self, column: str = "") -> str:
        """`matches.csv: line 3, column on`, as far as it is known."""
        return ": ".join(filter(None, [self.file, self.place(self.line, self.names.get(column, column))]))

    def place(self, line: int, column: str = "") -> str:
        """`line 3, column on`; 0 and "" are not known."""
        at = [self.word.of(line)] if line else []
        at += [_("column {name}", name=column)] if column else []
        return ", ".join(at)

    def error(self) -> FaultyFileError:
        """The error that lists them: the first fifty, then how many more."""
        more = self.count - len(self._listed)
        return FaultyFileError([*self._listed, *([_("{count} more", count=more)] if more else [])], *self.advices)

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
        more = ngettext("{count} more notice", "{count} more notices", self.more)
        return [*self.lines, *([more] if self.more else [])]


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
            raise self._stop(_("the file is empty: a line with the names of the columns comes first"))
        separator = apart or max(_CELLS, key=first.count)
        if first.count(separator) >= MOST_COLUMNS:
            raise self._stop(too_many_columns(first.count(separator) + 1), skipped + 1)
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
                    no_csv = N_("this is {format}, not CSV; in a spreadsheet, save it as 'CSV UTF-8'")
                    raise self._stop(_(no_csv, format=_(format_)), 1)
                if b"\0" in read[:2]:
                    raise self._stop(_(_NUL, place=read.index(0) + 1), 1)
                read = read.removeprefix(_MARK)
            done += len(read)
            whole, newline, remainder = (remainder + read).rpartition(b"\n")
            yield from self._decoded(whole + newline)
            if len(remainder) > LONGEST_LINE:
                most = written(LONGEST_LINE, thousands=True)
                raise self._stop(_("a line of more than {most} bytes", most=most), self._before + 1)
            if not self._endless and (done > LARGEST_FILE or self._before > MOST_LINES):
                megabytes, lines = LARGEST_FILE // 1_000_000, written(MOST_LINES, thousands=True)
                too_large = N_("more than {megabytes} MB or {lines} lines; import it in parts")
                raise self._stop(_(too_large, megabytes=megabytes, lines=lines), self._before)
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
            end, wrong = error.start, _NO_UTF_8
        else:
            wrong = _NUL if nul >= 0 else ""
        good = end if not wrong else block.rfind(b"\n", 0, end) + 1
        lines = list(StringIO(block[:good].decode(), newline="\n"))
        yield lines
        self._before += len(lines)
        if wrong:
            raise self._stop(_(wrong, place=end - good + 1), self._before + 1)

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
            fault = _("a cell of more than 128 kB; is a quotation mark not closed?")
        elif "new-line" in complaint:
            fault, column = _("lines end with a carriage return alone; save it again with the line ends of today"), ""
        else:
            fault = _("a quotation mark is not closed, or stands inside a cell: there it is written twice")
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
                few = N_("{cells} cells, too few: the header has {columns} columns")
                self._faults.line = line
                self._faults.add(_(TOO_MANY_CELLS if len(cells) > width else few, cells=len(cells), columns=width))


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
            faults.add(_("it has no name"), f"{at}")
        elif name not in known and name not in others:
            faults.add(no_such_column(name, known, hint), name)
        elif columns.index(name) < at - 1:
            faults.add(_("the name stands twice in the header"), name)
    return columns


def too_many_columns(columns: int) -> str:
    """The fault that a header is too wide."""
    return _("{columns} columns: there are at most {most}", columns=columns, most=MOST_COLUMNS)


def no_names(names: Sequence[str], known: Collection[str]) -> str:
    """The fault that none of these is the name of a column, and the names that are."""
    foreign = ", ".join(filter(None, names))
    cut = foreign if len(foreign) <= _MOST_SHOWN else f"{foreign[:_MOST_SHOWN]}..."
    return _("these are no names of columns: {names}; known are {known}", names=cut, known=_listed(known))


def no_such_column(name: str, known: Collection[str], hint: str) -> str:
    """That there is no column of this name, and which may be meant: none that differs in its number alone."""
    if re.fullmatch(r"(seat|units)\d+", name):
        of_seats = N_("there is no such column: seven sit at a table, {first} to 7")
        return _(of_seats, first=f"{name.rstrip('0123456789')}1")
    near = [
        candidate
        for candidate in get_close_matches(name, known, cutoff=NEAR_ENOUGH)
        if len(name) > SHORT and candidate.rstrip(" 0123456789") != name.rstrip(" 0123456789")
    ]
    if near:
        return _("there is no such column; did you mean {name}?", name=near[0])
    return _("there is no such column; {hint}", hint=_(hint))


def _listed(known: Collection[str]) -> str:
    """The names of columns, those of the seats together."""
    seats = re.compile(r"(seat|units)[2-7]")
    return ", ".join(
        _("{first} to {last}", first=name, last=f"{name[:-1]}7") if name in {"seat1", "units1"} else name
        for name in known
        if not seats.fullmatch(name)
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
