"""How a file of deals begins, which is looked at before anybody reads it, and what its size may be."""

from io import SEEK_END, BytesIO
from typing import Any, BinaryIO, NamedTuple

from scorer.errors import RefusedError
from scorer.exchange.csv_reader import BLOCK, says_something
from scorer.exchange.own.deals_csv import DEALS
from scorer.language import N_, _
from scorer.language.lists_numbers_dates import number


class ReadAgain:
    """A file of which the beginning was read already."""

    def __init__(self, begin: bytes, file: BinaryIO) -> None:
        self._begin = BytesIO(begin)
        self._file = file

    def read(self, size: int) -> bytes:
        """The next bytes, first those that were read already."""
        return self._begin.read(size) or self._file.read(size)


class Header(NamedTuple):
    """The names of the columns that a file begins with, what parts them, and the whole lines below."""

    names: list[str]
    separator: str
    below: list[str]


class Beginning(NamedTuple):
    """The size of a file, 0 where that is not known; its first bytes; and the file, to be read from them on."""

    size: int
    first: bytes
    file: Any

    @property
    def header(self) -> Header:
        """Its columns, as far as it has a line of them."""
        return header_of(self.first)

    @property
    def is_export(self) -> bool:
        """Whether this program wrote it: it may be as large as it likes."""
        return tuple(self.header.names[: len(DEALS)]) == DEALS

    def check_size(self, most: int) -> None:
        """Raise RefusedError for a file of more bytes."""
        if self.size > most:
            template = N_("{size} MB: at most {most} MB; import it in parts")
            size = number(self.size / 1_000_000, thousands=True)
            raise RefusedError(_(template, size=size, most=most // 1_000_000))


def beginning(file: BinaryIO) -> Beginning:
    """Look at the first bytes of a file."""
    size = file.seek(0, SEEK_END) - file.seek(0) if file.seekable() else 0
    first = file.read(BLOCK)
    return Beginning(size, first, ReadAgain(first, file))


def header_of(begin: bytes) -> Header:
    """The columns that these first bytes of a file begin with."""
    lines = begin.decode("utf-8-sig", "replace").split("\n")
    first = next((at for at, line in enumerate(lines) if says_something(line, at)), 0)
    separator = ";" if lines[first].count(";") > lines[first].count(",") else ","
    names = [name.strip(' "\r').casefold() for name in lines[first].split(separator)]
    return Header(names, separator, (lines if len(begin) < BLOCK else lines[:-1])[first + 1 :])
