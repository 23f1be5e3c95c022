"""An SQLite file read page by page, past SQLite, which gives up a whole table for one page of it.

As https://www.sqlite.org/fileformat2.html has it. Whatever does not fit that is left out, and where something is left
out stands a hole: nobody knows what was there.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

Values = tuple[Any, ...]
Hole = tuple[Values | None, Values | None]  # the keys between which something is missing; None where nobody knows
_USUAL_SIZE: Final = 4096
_SIZES: Final = {2**power for power in range(9, 17)}
_HEAD: Final = 100  # bytes before the tree of page 1
INTERIOR_INDEX, INTERIOR_TABLE, LEAF_INDEX, LEAF_TABLE = 2, 5, 10, 13
_TABLE_KINDS, _INTERIOR = {INTERIOR_TABLE, LEAF_TABLE}, {INTERIOR_INDEX, INTERIOR_TABLE}
_INTEGER_BYTES: Final = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
_FIRST_TEXT: Final = 13
_DEEPEST: Final = 20  # levels of a tree: a file of every size has fewer


class _UnreadableError(Exception):
    """A page, or a cell of it, that is not as the format has it."""


@dataclass(slots=True)
class Tree:
    """What could be read of a table or an index: rows by key, which is the row id or the entry; and the holes in it.

    A row id can be there twice, with other values.
    """

    rows: list[tuple[Values, Values]] = field(default_factory=list)
    holes: list[Hole] = field(default_factory=list)


@dataclass(slots=True)
class _Node:
    """A page of a tree: cells with their keys, the page of what comes before each (0 in a leaf), and the last page."""

    is_table: bool
    is_leaf: bool
    cells: list[tuple[Values, Values, int]] = field(default_factory=list)
    last: int = 0
    whole: bool = True

    @property
    def children(self) -> list[int]:
        return [] if self.is_leaf else [*(child for _key, _values, child in self.cells), self.last]


class Pages:
    """The pages of a file, numbered from 1; `seen` are those that were read as part of something."""

    def __init__(self, data: bytes) -> None:
        size = _number(data, 16, 2)
        size = 2**16 if size == 1 else size
        self._size = size if size in _SIZES else _USUAL_SIZE
        self._data = data
        self._count = -(-len(data) // self._size)
        self._usable = self._size - (data[20] if size == self._size else 0)
        self.seen: set[int] = set()

    def tree(self, root: int) -> Tree:
        """The table or the index that begins with a page."""
        tree = Tree()
        self._walk(root, (None, None), tree, _DEEPEST)
        return tree

    def pieces(self) -> list[Tree]:
        """Parts of tables that no page leads to any more, and that are not on a list of free pages."""
        self.seen |= set(self._free())
        nodes = {}
        for number in range(1, self._count + 1):
            if number not in self.seen:
                with suppress(_UnreadableError):
                    nodes[number] = self._node(number)
        below = {child for node in nodes.values() for child in node.children}
        trees = {number: self.tree(number) for number in nodes if number not in below}
        return [tree for number, tree in trees.items() if nodes[number].is_table]

    def has_lost_pages(self) -> bool:
        """Whether a page, of those that nothing has led to, holds nothing that could be the rest of a long row."""
        lost = [self._page(number) for number in range(1, self._count + 1) if number not in self.seen]
        return any(not any(page) or _number(page, 0) > self._count for page in lost)

    def _page(self, number: int) -> bytes:
        return self._data[(number - 1) * self._size : number * self._size].ljust(self._size, b"\0")

    def _walk(self, number: int, between: Hole, tree: Tree, depth: int) -> None:
        """Add the rows of a page, and of those below it, to the tree; all keys lie between two."""
        try:
            if number in self.seen or not depth:
                raise _UnreadableError
            node = self._node(number)
        except _UnreadableError:
            tree.holes.append(between)
            self.seen.add(number)
            return
        self.seen.add(number)
        low, high = between
        before = low
        for key, values, child in node.cells:
            if not node.is_leaf:
                self._walk(child, (before, key), tree, depth - 1)
            if node.is_leaf or not node.is_table:
                tree.rows.append((key, values))
            node.whole &= _is_less(before, key) and not (high and _is_less(high, key))
            before = key
        if not node.is_leaf:
            self._walk(node.last, (before, high), tree, depth - 1)
        if not node.whole:
            tree.holes.append(between)

    def _node(self, number: int) -> _Node:
        """A page of a tree; cells that cannot be read are left out, and it is not whole then."""
        page = self._page(number)
        start = _HEAD if number == 1 else 0
        kind = page[start]
        if number > self._count or kind not in {INTERIOR_INDEX, INTERIOR_TABLE, LEAF_INDEX, LEAF_TABLE}:
            raise _UnreadableError
        node = _Node(kind in _TABLE_KINDS, kind not in _INTERIOR)
        cells, content = (_number(page, start + at, 2) for at in (3, 5))
        pointers = start + (8 if node.is_leaf else 12)
        node.last = 0 if node.is_leaf else _number(page, start + 8)
        filled = pointers + 2 * cells
        if filled > self._usable:
            raise _UnreadableError
        for at in range(pointers, filled, 2):
            try:
                cell, length = self._cell(page, _number(page, at, 2), kind)
            except (_UnreadableError, IndexError, UnicodeDecodeError):
                node.whole = False
            else:
                node.cells.append(cell)
                filled += length
        # Every byte is of a cell, of a block that is free, or between them: else a cell is missing, or one too many.
        free = page[start + 7] + (content or 2**16) - (pointers + 2 * cells) + self._freed(page, start)
        node.whole &= filled + free == self._usable
        return node

    def _freed(self, page: bytes, start: int) -> int:
        """The bytes of the free blocks of a page."""
        total, at, before = 0, _number(page, start + 1, 2), 0
        while at > before:
            total += _number(page, at + 2, 2)
            before, at = at, _number(page, at, 2)
        return total

    def _cell(self, page: bytes, at: int, kind: int) -> tuple[tuple[Values, Values, int], int]:
        """The key, the values and the page before a cell; and how many bytes it takes."""
        first, child = at, 0
        if kind in _INTERIOR:
            child, at = _number(page, at), at + 4
        if kind == INTERIOR_TABLE:
            rowid, at = _varint(page, at)
            return ((_signed(rowid),), (), child), max(at - first, 4)
        size, at = _varint(page, at)
        key: Values = ()
        if kind == LEAF_TABLE:
            rowid, at = _varint(page, at)
            key = (_signed(rowid),)
        payload, at = self._payload(page, at, size, is_table=kind == LEAF_TABLE)
        values = _values(payload)
        return (key or values, values, child), max(at - first, 4)

    def _payload(self, page: bytes, at: int, size: int, *, is_table: bool) -> tuple[bytes, int]:
        """The bytes of a row, those on overflow pages too; and where its cell ends."""
        usable = self._usable
        most = usable - 35 if is_table else (usable - 12) * 64 // 255 - 23
        if size > len(self._data):
            raise _UnreadableError
        if size <= most:
            end = at + size
            if end > usable:
                raise _UnreadableError
            return page[at:end], end
        least = (usable - 12) * 32 // 255 - 23
        here = least + (size - least) % (usable - 4)
        end = at + (here if here <= most else least)
        payload, following = page[at:end], _number(page, end)
        while len(payload) < size:
            if not 1 < following <= self._count:
                raise _UnreadableError
            self.seen.add(following)
            rest = self._page(following)
            payload += rest[4 : min(usable, 4 + size - len(payload))]
            following = _number(rest, 0)
        return payload, end + 4

    def _free(self) -> Iterator[int]:
        """The pages on the list of free ones, as far as it can be followed."""
        trunk, left = _number(self._data, 32), self._count
        while 1 < trunk <= self._count and left:
            yield trunk
            page = self._page(trunk)
            entries = min(_number(page, 4), self._usable // 4 - 2)
            yield from (_number(page, at) for at in range(8, 8 + 4 * entries, 4))
            trunk, left = _number(page, 0), left - 1


def _number(data: bytes, at: int, size: int = 4) -> int:
    """The number in so many bytes from a place on."""
    return int.from_bytes(data[at : at + size], "big")


def _is_less(low: Values | None, key: Values) -> bool:
    """Whether a key comes after another, as SQLite orders them."""
    return low is None or order(low) < order(key)


def order(key: Values) -> list[tuple[int, Any]]:
    """By what SQLite orders keys: nothing, then numbers, then texts."""
    return [(0, 0) if value is None else (1 if isinstance(value, int) else 2, value) for value in key]


def _varint(page: bytes, at: int) -> tuple[int, int]:
    """A number of one to nine bytes, and where it ends."""
    value = 0
    for place in range(8):
        byte = page[at + place]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:  # noqa: PLR2004 - the highest bit says that more follows
            return value, at + place + 1
    return value << 8 | page[at + 8], at + 9


def _signed(number: int) -> int:
    return number - 2**64 if number >= 2**63 else number


def _values(payload: bytes) -> Values:
    """The values of a row: its types stand before them."""
    end, at = _varint(payload, 0)
    types = []
    while at < end:
        type_, at = _varint(payload, at)
        types.append(type_)
    if at != end:
        raise _UnreadableError
    values: list[Any] = []
    for type_ in types:
        if type_ in {0, 8, 9}:
            values.append(None if type_ == 0 else type_ - 8)
            continue
        is_text = type_ >= _FIRST_TEXT and type_ % 2
        if not is_text and type_ not in _INTEGER_BYTES:  # nothing of ours is a fraction or bytes
            raise _UnreadableError
        length = (type_ - _FIRST_TEXT) // 2 if is_text else _INTEGER_BYTES[type_]
        part = payload[at : at + length]
        values.append(part.decode() if is_text else int.from_bytes(part, "big", signed=True))
        at += length
    if at != len(payload):
        raise _UnreadableError
    return tuple(values)
