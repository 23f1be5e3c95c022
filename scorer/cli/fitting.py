"""Tables that fit a terminal, and eighty columns: names are shortened, too many columns go below each other."""

import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rich.cells import cell_len, chop_cells

from scorer.cli.layout import folded, table, width

WIDTH = 80
GAP = 2
CUT = ".."
NARROW = 11  # what a name keeps before columns move to a table of their own
LEAST = 6  # what a name keeps where even one column would not fit beside it

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


def room() -> int:
    """How wide a table may be: as the terminal is, at most eighty columns."""
    return min(WIDTH, width(sys.stdout))


def fitted(columns: Sequence[TextColumn], *, keys: int, known: Names, widest: int = 0) -> str:
    """The columns as a table, or as several of like width below each other that begin with the same `keys` columns.

    `known` are all names of each kind: no shortened name can be taken for another of them. `widest` is how wide the
    table may be, as wide as room() for 0.
    """
    widest = widest or room()
    limit = next((limit for limit in range(widest, NARROW - 1, -1) if _total(columns, limit) <= widest), 0)
    if not limit:  # no names are short enough: what does not fit goes below, at least one column beside the keys
        pairs = [[*columns[:keys], column] for column in columns[keys:]]
        narrow = (n for n in range(NARROW, LEAST, -1) if all(_total(pair, n) <= widest for pair in pairs))
        limit = next(narrow, LEAST)
        parts = _parts(columns, keys, limit, widest)
        if len(parts) > 1:
            alike = next(n for n in range(1, widest + 1) if len(_parts(columns, keys, limit, n)) == len(parts))
            parts = _parts(columns, keys, limit, alike)
            return "\n\n".join(fitted(part, keys=keys, known=known, widest=widest) for part in parts)
    left = next((at for at, column in enumerate(columns) if not column.left), len(columns))
    lines = []
    for at, column in enumerate(columns):
        cells = column.cells
        if column.names:
            short = shortened({*known.get(column.names, ()), *cells}, limit)
            cells = [short[cell] for cell in cells]
        wide = [column.title, *cells]
        if column.left and at >= left:  # flush left to the right of numbers: all as wide as the widest
            full = max(map(cell_len, wide))
            wide = [line + " " * (full - cell_len(line)) for line in wide]
        lines.append(wide)
    return table(list(zip(*lines, strict=True)), left=left)


def _parts(columns: Sequence[TextColumn], keys: int, limit: int, widest: int) -> list[list[TextColumn]]:
    """The columns in tables no wider than that, or of the keys and one column; names take at most `limit`."""
    parts = [list(columns[: keys + 1])]
    for column in columns[keys + 1 :]:
        if _total([*parts[-1], column], limit) <= widest:
            parts[-1].append(column)
        else:
            parts.append([*columns[:keys], column])
    return parts


def _total(columns: Sequence[TextColumn], limit: int) -> int:
    return sum(column.width(limit) for column in columns) + GAP * (len(columns) - 1)


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
    """A text in lines that fit; a word that is longer is broken."""
    return folded(text, room(), hang=0)
