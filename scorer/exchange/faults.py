"""What is wrong with a file, collected: a person mends everything at once; and what else there is to say of it."""

from dataclasses import dataclass, field

from scorer.errors import FaultyFileError
from scorer.match.names import printable

MOST_LISTED = 50
LONGEST_MESSAGE = 300
MOST_NOTICES = 20


class Faults:
    """The faults of one import. `file` and `line` are where the reader is, `file` empty where only one is read."""

    def __init__(self) -> None:
        self.file = ""
        self.line = 0
        self.count = 0
        self._listed: list[str] = []

    def add(self, message: str, column: str = "") -> None:
        """Note what is wrong in this line, with the column where it is one cell."""
        self.count += 1
        if len(self._listed) < MOST_LISTED:
            said = ": ".join(filter(None, [self.where(column), message]))
            self._listed.append(printable(said if len(said) < LONGEST_MESSAGE else f"{said[:LONGEST_MESSAGE]}..."))

    def instead(self, count: int, message: str) -> None:
        """Note this one fault in place of all that were found since there were `count`."""
        del self._listed[count:]
        self.count = count
        self.add(message)

    def where(self, column: str = "") -> str:
        """`matches.csv: line 3, column on`, as far as it is known."""
        at = [f"line {self.line}"] if self.line else []
        at += [f"column {column}"] if column else []
        return ": ".join(filter(None, [self.file, ", ".join(at)]))

    def error(self) -> FaultyFileError:
        """The error that lists them: the first fifty, then how many more."""
        more = self.count - len(self._listed)
        return FaultyFileError([*self._listed, *([f"{more} more"] if more else [])])

    def check(self) -> None:
        """Raise FaultyFileError if there is any."""
        if self.count:
            raise self.error()


@dataclass
class Notices:
    """What there is to say beside the result, each thing once, and not without end."""

    lines: list[str] = field(default_factory=list)
    more: int = 0

    def add(self, line: str) -> None:
        """Say this, or count it where enough was said."""
        if len(self.lines) < MOST_NOTICES:
            self.lines.append(printable(line))
        else:
            self.more += 1

    def told(self) -> list[str]:
        """The lines, and how many more there would be."""
        return [*self.lines, *([f"{self.more} more notices"] if self.more else [])]
