"""Tables that fit a terminal of eighty columns: long names are shortened, too many columns go below each other."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rich.cells import cell_len, chop_cells

from scorer.cli.render import table

WIDTH = 80
GAP = 2
CUT = ".."
NARROW = 11  # what a name keeps before columns move to a table of their own

Names = Mapping[str, Collection[str]]


@dataclass(frozen=True, slots=True)
class TextColumn:
    """A title and its cells, flush right unless `left`.

    `names` says what the cells name ("player", "match" ...): such cells may be shortened, those of one kind alike.
    """

    title: str
    cells: Sequence[str]
    names: str = ""
    left: bool = False

    def width(self, limit: int) -> int:
        """How wide it is where names take at most `limit`."""
        widest = max(map(cell_len, self.cells), default=0)
        return max(cell_len(self.title), min(widest, limit) if self.names else widest)


def fitted(columns: Sequence[TextColumn], *, keys: int, known: Names) -> str:
    """The columns as a table, or as several below each other that begin with the same `keys` columns.

    `known` are all names of each kind: no shortened name can be taken for another of them.
    """
    limit = _limit(columns)
    if limit is None and (fits := _fitting(columns, keys)) < len(columns):
        rest = [*columns[:keys], *columns[fits:]]
        return "\n\n".join(fitted(part, keys=keys, known=known) for part in (columns[:fits], rest))
    shown = [_shortened(column, known, limit or NARROW) for column in columns]
    left = next((at for at, column in enumerate(shown) if not column.left), len(shown))
    lines = [_lines(column, padded=column.left and at >= left) for at, column in enumerate(shown)]
    return table(list(zip(*lines, strict=True)), left=left)


def _lines(column: TextColumn, *, padded: bool) -> list[str]:
    """The title and the cells; all as wide as the widest where they are flush left to the right of numbers."""
    lines = [column.title, *column.cells]
    width = max(map(cell_len, lines)) if padded else 0
    return [line + " " * (width - cell_len(line)) for line in lines]


def _total(columns: Sequence[TextColumn], limit: int) -> int:
    return sum(column.width(limit) for column in columns) + GAP * (len(columns) - 1)


def _limit(columns: Sequence[TextColumn]) -> int | None:
    """The most cells that names may take in a table that fits; None where no names are short enough."""
    return next((limit for limit in range(WIDTH, NARROW - 1, -1) if _total(columns, limit) <= WIDTH), None)


def _fitting(columns: Sequence[TextColumn], keys: int) -> int:
    """How many of the columns fit beside each other with short names: the keys and at least one more."""
    fits = [count for count in range(keys + 1, len(columns) + 1) if _total(columns[:count], NARROW) <= WIDTH]
    return max(fits, default=keys + 1)


def _shortened(column: TextColumn, known: Names, limit: int) -> TextColumn:
    if not column.names:
        return column
    short = shortened({*known.get(column.names, ()), *column.cells}, limit)
    return replace(column, cells=[short[cell] for cell in column.cells])


def shortened(names: Collection[str], limit: int) -> dict[str, str]:
    """Each name in at most `limit` cells, cut where it is longer; what is left of one can be no other."""
    short = {name: name for name in names if cell_len(name) <= limit}
    taken = set(short)
    for name in sorted(set(names) - taken):
        short[name] = next(cut for cut in _cuts(name, names, limit) if cut not in taken)
        taken.add(short[name])
    return short


def _cuts(name: str, names: Collection[str], limit: int) -> Iterator[str]:
    """The ways to shorten a name: its beginning, then with more and more of its end, at last with a number."""
    for room in range(limit // 2):
        tail = _tail(name, room)
        head = _head(name, limit - len(CUT) - cell_len(tail))
        if not any(other != name and other.startswith(head) and other.endswith(tail) for other in names):
            yield head + CUT + tail
    for number in range(1, len(names) + 2):
        yield _head(name, limit - len(CUT) - len(f"#{number}")) + f"{CUT}#{number}"


def _head(name: str, width: int) -> str:
    """The beginning of a name in at most `width` cells."""
    head = chop_cells(name, width)[0].rstrip()
    return head if cell_len(head) <= width else ""


def _tail(name: str, width: int) -> str:
    """The end of a name in at most `width` cells, without half a character."""
    ends = (name[at:] for at in range(len(name)) if cell_len(name[at]) and name[at - 1] != "\u200d")
    return next((end.lstrip() for end in ends if cell_len(end) <= width), "")


def wrapped(text: str) -> str:
    """A text in lines of at most eighty cells; a word that is longer is broken."""
    lines = [""]
    for word in text.split(" "):
        for piece in chop_cells(word, WIDTH) or [word]:  # of no width at all
            joined = f"{lines[-1]} {piece}" if lines[-1] else piece
            if cell_len(joined) <= WIDTH:
                lines[-1] = joined
            else:
                lines.append(piece)
    return "\n".join(lines)
