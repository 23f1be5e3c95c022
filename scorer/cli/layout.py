"""Texts that fit a terminal: its width, lines folded at blanks, columns with shortened names.

Too many columns go below each other. The tables for other alphabets are loaded where a text needs them.
"""

import os
import re
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import IO, Final, NamedTuple

NARROWEST: Final = 20
ENDLESS: Final = 1_000_000  # a pipe: nothing is folded
HANG: Final = 2  # how far the further lines of a sentence stand in
WIDTH = 80
GAP = 2
CUT = ".."
NARROW = 11  # what a name keeps before columns move to a table of their own
LEAST = 6  # what a name keeps where even one column would not fit beside it

Names = Mapping[str, Collection[str]]


def width(stream: IO[str] | None) -> int:
    """How many columns a line may have: as COLUMNS says, else as the terminal has; in a pipe there is no end."""
    setting = os.environ.get("COLUMNS", "")
    if setting.isdecimal() and len(setting) < len(str(ENDLESS)) and int(setting):
        return max(int(setting), NARROWEST)
    try:
        columns = os.get_terminal_size(stream.fileno()).columns if stream else 0
    except (OSError, ValueError):  # no terminal, or closed
        columns = 0
    return max(columns, NARROWEST) if columns else ENDLESS


def room() -> int:
    """How wide a table may be: as the terminal is, at most eighty columns."""
    return min(WIDTH, width(sys.stdout))


def cell_len(text: str) -> int:
    """How many cells of a terminal a text takes."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def folded(text: str, limit: int, hang: int = HANG) -> str:
    """A text whose lines have at most `limit` cells; only a word that is longer than a line is broken.

    Further lines stand in by `hang` blanks, or below the words of a line that begins with a label: `target   61`.
    """
    return "\n".join(_folded(line, limit, hang) if 2 * len(line) > limit else line for line in text.split("\n"))


def wrapped(text: str) -> str:
    """A text in lines that fit; a word that is longer is broken."""
    return folded(text, room(), hang=0)


def _folded(line: str, limit: int, hang: int) -> str:
    if cell_len(line) <= limit:
        return line
    label = re.match(r" *\S+(?: \S+)* {2,}", line)
    if label and cell_len(label[0]) <= limit // 3:
        hang = cell_len(label[0])
    elif hang:
        hang += len(line) - len(line.lstrip(" "))
    margin = " " * min(hang, limit // 3)
    lines = [""]
    for word in re.findall(r" *[^ ]+(?: %[^ ]*)?", line):  # a number goes with its %
        if cell_len(lines[-1] + word) <= limit:
            lines[-1] += word
            continue
        lines += [margin + piece for piece in _pieces(word.lstrip(" "), limit - len(margin))]
    return "\n".join(lines[1:] if len(lines) > 1 and not lines[0].strip() else lines)


def _pieces(word: str, limit: int) -> list[str]:
    """A word in one piece, or in several where it is longer than a line."""
    if cell_len(word) <= limit:
        return [word]
    from rich.cells import chop_cells

    return chop_cells(word, limit)


def table(rows: Sequence[Sequence[str]], *, left: int = 1) -> str:
    """Rows in columns as wide as their widest cell; the first `left` columns are flush left, the others right."""
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        line = ""
        for at, (cell, wide) in enumerate(zip(row, widths, strict=True)):
            blanks = " " * (wide - cell_len(cell))
            line += (cell + blanks if at < left else blanks + cell) + "  "
        lines.append(line.rstrip())
    return "\n".join(lines)


def fits(text: str, limit: int) -> bool:
    """Whether no line of a text is longer than `limit` cells."""
    return max(map(cell_len, text.split("\n"))) <= limit


class TextColumn(NamedTuple):
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


def fitted(columns: Sequence[TextColumn], *, keys: int, known: Names, widest: int = 0) -> str:
    """The columns as a table, or as several of like width below each other that begin with the same `keys` columns.

    `known` are all names of each kind: no shortened name can be taken for another of them. `widest` is how wide the
    table may be, as wide as room() for 0.
    """
    widest = widest or room()
    limit = next((limit for limit in range(widest, NARROW - 1, -1) if _total(columns, limit) <= widest), 0)
    if not limit:  # no names are short enough: what does not fit goes below, at least one column beside the keys
        pairs = [_beside(columns[:keys], column, widest) for column in columns[keys:]] or [columns]
        narrow = (n for n in range(NARROW, LEAST, -1) if all(_total(pair, n) <= widest for pair in pairs))
        limit = next(narrow, LEAST)
        parts = _parts(pairs, limit, widest)
        if len(parts) > 1:
            longest = next(n for n in range(1, widest + 1) if len(_parts(pairs, limit, n)) == len(parts))
            parts = _parts(pairs, limit, longest)
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


def _beside(keys: Sequence[TextColumn], column: TextColumn, widest: int) -> Sequence[TextColumn]:
    """The keys and a column; without the last of the keys where no name is short enough for all of them."""
    while len(keys) > 1 and _total([*keys, column], LEAST) > widest:
        keys = keys[:-1]
    return [*keys, column]


def _parts(pairs: Sequence[Sequence[TextColumn]], limit: int, widest: int) -> list[list[TextColumn]]:
    """Columns, each with the keys that it stands beside, in tables no wider than that where names take the limit."""
    parts, whole = [list(pairs[0])], len(pairs[0])
    for pair in pairs[1:]:
        if len(pair) == whole and _total([*parts[-1], pair[-1]], limit) <= widest:
            parts[-1].append(pair[-1])
        else:
            parts, whole = [*parts, list(pair)], len(pair)
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
        if not any(another != name and another.startswith(head) and another.endswith(tail) for another in names):
            yield head + CUT + tail
    for number in range(1, len(names) + 2):
        yield _head(name, limit - len(CUT) - len(f"#{number}")) + f"{CUT}#{number}"


def _head(name: str, width: int) -> str:
    """The beginning of a name in at most `width` cells."""
    head = _pieces(name, width)[0].rstrip()
    return head if cell_len(head) <= width else ""


def _tail(name: str, width: int) -> str:
    """The end of a name in at most `width` cells, without half a character."""
    ends = (name[at:] for at in range(len(name)) if cell_len(name[at]) and name[at - 1] != "\u200d")
    return next((end.lstrip() for end in ends if cell_len(end) <= width), "")
