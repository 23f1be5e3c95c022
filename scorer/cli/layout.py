"""How wide a terminal is; lines folded to fit it, at blanks, below their words where a label begins them; columns."""

import os
import re
from collections.abc import Sequence
from typing import IO, Final

NARROWEST: Final = 20
ENDLESS: Final = 1_000_000  # a pipe: nothing is folded
HANG: Final = 2  # how far the further lines of a sentence stand in


def width(stream: IO[str] | None) -> int:
    """How many columns a line may have: as COLUMNS says, else as the terminal has; in a pipe there is no end."""
    said = os.environ.get("COLUMNS", "")
    if said.isdecimal() and len(said) < len(str(ENDLESS)) and int(said):
        return max(int(said), NARROWEST)
    try:
        columns = os.get_terminal_size(stream.fileno()).columns if stream else 0
    except (OSError, ValueError):  # no terminal, or closed
        columns = 0
    return max(columns, NARROWEST) if columns else ENDLESS


def cell_len(text: str) -> int:
    """How many cells of a terminal a text takes; the tables for other alphabets are loaded where they are needed."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def folded(text: str, limit: int, hang: int = HANG) -> str:
    """A text whose lines have at most `limit` cells; only a word that is longer than a line is broken.

    Further lines stand in by `hang` blanks, or below the words of a line that begins with a label: `target   61`.
    """
    return "\n".join(_folded(line, limit, hang) if 2 * len(line) > limit else line for line in text.split("\n"))


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
    for word in re.findall(r" *[^ ]+", line):
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
