"""Draw faults by machine: one token of the program turned into another, chosen by a seed that anybody can type again.

What is a message, an annotation, a docstring or a text is left alone: only what is reckoned and decided is turned.
"""

import ast
import random
import re
from collections.abc import Iterator
from pathlib import Path

DRAWN_FROM = (
    *(f"scorer/{room}" for room in ("rules", "match", "scorebook", "frames", "stats", "exchange")),
    *(f"scorer/{room}" for room in ("tournament", "text", "cli")),
    "db",
    "dashboard",
)
Fault = tuple[str, str, str]  # file, what stands there, what is put there
Turn = tuple[int, int, bytes]  # where in a line a token begins and ends, and what is put there
COMPARED: dict[type[ast.cmpop], tuple[str, bytes]] = {
    ast.Lt: ("<", b"<="),
    ast.LtE: ("<=", b"<"),
    ast.Gt: (">", b">="),
    ast.GtE: (">=", b">"),
    ast.Eq: ("==", b"!="),
    ast.NotEq: ("!=", b"=="),
    ast.In: ("in", b"not in"),
    ast.NotIn: ("not in", b"in"),
    ast.Is: ("is", b"is not"),
    ast.IsNot: ("is not", b"is"),
}
SUMS: dict[type[ast.operator], tuple[str, bytes]] = {ast.Add: ("+", b"-"), ast.Sub: ("-", b"+")}
BOTH: dict[type[ast.boolop], tuple[str, bytes]] = {ast.And: ("and", b"or"), ast.Or: ("or", b"and")}
ENDS = {"min": b"max", "max": b"min"}
SAYING = {"_", "N_", "ngettext", "advice"}  # who calls these says something


def drawn(root: Path, count: int, seed: int) -> list[Fault]:
    """So many faults of the tree, always the same ones of one seed."""
    paths = [path for room in DRAWN_FROM for path in sorted((root / room).rglob("*.py"))]
    faults = [fault for path in paths for fault in _of_file(path, path.relative_to(root).as_posix())]
    return random.Random(seed).sample(faults, count)


def _of_file(path: Path, name: str) -> Iterator[Fault]:
    """The faults of a file, each with as many words of its line as stand there once; repeated lines have none."""
    text = path.read_bytes()
    lines = text.splitlines()
    for number, (begin, end, put) in sorted(_turns(ast.parse(text), lines)):
        line = lines[number]
        bounds = [word.span() for word in re.finditer(rb"\S+", line)]
        first = next(at for at, (_low, high) in enumerate(bounds) if high > begin)
        last = max(at for at, (low, _high) in enumerate(bounds) if low < end)
        for wider in range(1, len(bounds) + 1):
            low, high = bounds[max(first - wider, 0)][0], bounds[min(last + wider, len(bounds) - 1)][1]
            if text.count(line[low:high]) == 1:
                yield name, line[low:high].decode(), (line[low:begin] + put + line[end:high]).decode()
                break


def _turns(tree: ast.AST, lines: list[bytes]) -> Iterator[tuple[int, Turn]]:
    """What can be turned, each with the index of its line."""
    for node in _reckoned(tree):
        match node:
            case ast.Compare():
                parts = [node.left, *node.comparators]
                for at, compared in enumerate(node.ops):
                    yield from _between(parts[at], parts[at + 1], *COMPARED[type(compared)], lines)
            case ast.BinOp(op=ast.Add() | ast.Sub()) if not (_is_text(node.left) or _is_text(node.right)):
                yield from _between(node.left, node.right, *SUMS[type(node.op)], lines)
            case ast.BoolOp():
                yield from _between(node.values[0], node.values[1], *BOTH[type(node.op)], lines)
            case ast.UnaryOp(op=ast.Not()):
                yield node.lineno - 1, (node.col_offset, node.col_offset + len("not "), b"")
            case ast.Call(func=ast.Name(id="min" | "max" as end)):
                yield node.lineno - 1, (node.col_offset, node.col_offset + len(end), ENDS[end])
            case ast.Constant(value=bool() as value):
                yield node.lineno - 1, (node.col_offset, node.end_col_offset or 0, str(not value).encode())
            case ast.Constant(value=int() as number):
                yield node.lineno - 1, (node.col_offset, node.end_col_offset or 0, str(number + 1).encode())


def _reckoned(node: ast.AST) -> Iterator[ast.AST]:
    """This node and those below it, without what is only said or written for a reader of the code."""
    if isinstance(node, ast.JoinedStr | ast.arguments | ast.Raise):
        return
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SAYING:
        return
    yield node
    for name, value in ast.iter_fields(node):
        if name not in {"annotation", "returns", "decorator_list"}:
            for below in value if isinstance(value, list) else [value]:
                if isinstance(below, ast.AST):
                    yield from _reckoned(below)


def _between(left: ast.expr, right: ast.expr, token: str, put: bytes, lines: list[bytes]) -> Iterator[tuple[int, Turn]]:
    """The token between two parts of a formula, where all of it stands in one line."""
    begin, number = left.end_col_offset or 0, right.lineno - 1
    if left.end_lineno != right.lineno:
        begin = len(lines[number]) - len(lines[number].lstrip())
    if found := re.search(rf"(?<!\S){re.escape(token)}(?!\S)".encode(), lines[number][begin : right.col_offset]):
        yield number, (begin + found.start(), begin + found.end(), put)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str | bytes))
