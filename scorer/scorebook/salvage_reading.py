"""What is left in a damaged scorebook: its rows, and what its indexes say of them; of neither alone is much believed.

A row is as it was where each index that has to name it does, with the same columns. A row that only the indexes name is
lost. Where a part of a table and the part of an index that says what stood there are both gone, nobody knows.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from db.connection import Connection
from db.sqlite_pages import Hole, Pages, Tree, Values, order
from db.tables import TABLES

_TABLES_OF_FILE = ("alembic_version", *TABLES)
_INDEXES = "SELECT name FROM pragma_index_list(:table)"
_OF_INDEX = (
    'SELECT columns.name, columns.type, columns."notnull" AS required FROM sqlite_master AS made'
    " JOIN pragma_index_info(made.name) AS named JOIN pragma_table_info(made.tbl_name) AS columns"
    " ON columns.name = named.name WHERE made.name = :index ORDER BY named.seqno"
)
_COLUMNS = 'SELECT name, type, "notnull" AS required FROM pragma_table_info(:table) ORDER BY cid'
_MASTER_COLUMNS = 5  # of the list of tables: type, name, table, the page that it begins with, SQL
# The indexes that hold some rows of their table alone.
_HOLDS: dict[str, Callable[[Mapping[str, Any]], bool]] = {
    "ix_record_live": lambda row: row["voided_by"] is None,
    "ix_record_voided": lambda row: row["voided_by"] is not None,
    "ix_sitting_live": lambda row: row["voided_by"] is None,
    "ix_sitting_voided": lambda row: row["voided_by"] is not None,
    "ix_step_match_id": lambda row: row["action"] != "deal",
    "ix_step_tournament_id": lambda row: row["tournament_id"] is not None,
    "uq_step_client_id": lambda row: row["client_id"] is not None,
}
SalvagedRow = dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Index:
    """What could be read of an index: by row id the columns that it names."""

    name: str
    columns: tuple[str, ...]
    entries: Mapping[int, Values]
    holes: list[Hole]

    def holds(self, row: SalvagedRow) -> bool:
        """Whether the index has to name a row."""
        condition = _HOLDS.get(self.name)
        return condition is None or condition(row)

    def agrees(self, rowid: int, row: SalvagedRow) -> bool:
        """Whether what the index says of a row, if it says anything, is in the row."""
        entry = self.entries.get(rowid)
        return entry is None or (self.holds(row) and entry == tuple(row[column] for column in self.columns))

    def should_name(self, rowid: int, row: SalvagedRow) -> bool:
        """Whether the index has to name a row, does not, and nothing is missing where it would."""
        if rowid in self.entries or not self.holds(row):
            return False
        return not self.may_lack(tuple(row[column] for column in self.columns))

    def may_lack(self, key: Values) -> bool:
        """Whether an entry that begins so may have stood in a hole."""
        wanted = order(key)
        return any(
            (low is None or order(low[: len(key)]) <= wanted) and (high is None or wanted <= order(high[: len(key)]))
            for low, high in self.holes
        )


@dataclass(slots=True)
class Remains:
    """What is left of one table: rows by their key; by the key of each that is lost, what the indexes say of it.

    `doubtful` are keys of rows that an index should name and does not, or that are there twice and not the same.
    """

    rows: dict[Any, SalvagedRow] = field(default_factory=dict)
    lost: dict[Any, SalvagedRow] = field(default_factory=dict)
    doubtful: set[Any] = field(default_factory=set)
    whole: bool = True
    indexes: list[_Index] = field(default_factory=list)

    @property
    def is_sound(self) -> bool:
        """Whether nothing of the table is missing, nor of its indexes, and all agree."""
        return self.whole and not (self.lost or self.doubtful or any(index.holes for index in self.indexes))

    @property
    def gaps(self) -> list[str]:
        """The ids up to the last that no row has and no index names, `3` or `5-9`; none of a table without ids.

        Ids are given one after the other, and no command deletes a row: only damage leaves a gap, or a salvage.
        """
        if any(isinstance(key, str) for key in self.rows):
            return []
        ids = sorted({0, *(key for key in (*self.rows, *self.lost) if key > 0)})
        pairs = [(before + 1, after - 1) for before, after in pairwise(ids) if after > before + 1]
        return [str(first) if first == last else f"{first}-{last}" for first, last in pairs]

    def may_lack(self, **of: Any) -> bool:
        """Whether rows with such a column may be lost that no index names."""
        ((column, value),) = of.items()
        named_by = [index for index in self.indexes if index.columns[0] == column]
        return not self.whole and (not named_by or any(index.may_lack((value,)) for index in named_by))


def read_remains(data: bytes, sound: Connection) -> dict[str, Remains]:
    """What is left of each table in the bytes of a file; a `sound` scorebook says which columns and indexes there are.

    Where a table is not whole, rows like its own are looked for wherever there are any.
    """
    pages, roots = Pages(data), _roots(data)
    pages.tree(1)
    trees = {table: _tree(pages, roots, table) for table in _TABLES_OF_FILE}
    indexes = {
        table: [
            _index(name, _tree(pages, roots, name), sound.raw_rows(_OF_INDEX, index=name))
            for name in sound.values(_INDEXES, table=table)
        ]
        for table in _TABLES_OF_FILE
    }
    elsewhere: list[Tree] = []
    remains = {}
    for table, tree in trees.items():
        columns = sound.raw_rows(_COLUMNS, table=table)
        found = list(_rows(tree, columns)) if tree else []
        whole = tree is not None and not tree.holes and len(found) == len(tree.rows)
        if not whole:
            elsewhere = elsewhere or [*pages.pieces(), *filter(None, trees.values())]
            parts = [(part, rows) for part in elsewhere if part is not tree and (rows := list(_rows(part, columns)))]
            found += [row for _part, rows in parts for row in rows]
            if tree is None and len(parts) == 1 and not pages.has_lost_pages():
                ((part, rows),) = parts
                whole = not part.holes and len(rows) == len(part.rows)
        remains[table] = _remains(found, indexes[table], columns[0].name, whole=whole)
    return remains


def _roots(data: bytes) -> dict[str, int]:
    """By name the page with which each table and index begins."""
    pages = Pages(data)
    master = pages.tree(1)
    entries = [
        values
        for tree in [master, *(pages.pieces() if master.holes else [])]
        for _key, values in tree.rows
        if len(values) == _MASTER_COLUMNS and values[0] in {"table", "index"}
    ]
    return {name: root for _type, name, _table, root, _sql in entries if isinstance(root, int)}


def _tree(pages: Pages, roots: Mapping[str, int], name: str) -> Tree | None:
    """A table or an index; None where nothing says where it is."""
    return pages.tree(roots[name]) if name in roots else None


def _index(name: str, tree: Tree | None, columns: Sequence[Any]) -> _Index:
    """An index; entries that are none of it leave a hole."""
    names = tuple(column.name for column in columns)
    entries = {}
    for _key, values in tree.rows if tree else ():
        if len(values) == len(names) + 1 and isinstance(values[-1], int) and all(map(_fits, values, columns)):
            entries[values[-1]] = values[:-1]
    return _Index(name, names, entries, tree.holes if tree and len(entries) == len(tree.rows) else [(None, None)])


def _rows(tree: Tree, columns: Sequence[Any]) -> Iterator[tuple[int, SalvagedRow]]:
    """The rows of a tree with their row ids, of those that have these columns; an older one may lack the last."""
    for key, values in tree.rows:
        cells = [*values, *[None] * (len(columns) - len(values))]
        if columns[0].name == "id" and cells[0] is None:
            cells[0] = key[0]
        if len(cells) == len(columns) and all(map(_fits, cells, columns)):
            yield key[0], {column.name: cell for column, cell in zip(columns, cells, strict=True)}


def _fits(cell: Any, column: Any) -> bool:
    return not column.required if cell is None else isinstance(cell, int if "INT" in column.type else str)


def _remains(found: Iterable[tuple[int, SalvagedRow]], indexes: list[_Index], key: str, *, whole: bool) -> Remains:
    """Hold the rows that were found against the indexes."""
    editions: dict[int, list[SalvagedRow]] = {}
    for rowid, row in found:
        same = editions.setdefault(rowid, [])
        if row not in same and all(index.agrees(rowid, row) for index in indexes):
            same.append(row)
    remains = Remains(whole=whole, indexes=indexes)
    for rowid, same in editions.items():
        for row in same:
            remains.rows[row[key]] = row
            if len(same) > 1 or any(index.should_name(rowid, row) for index in indexes):
                remains.doubtful.add(row[key])
    for index in indexes:
        for rowid, entry in index.entries.items():
            if not editions.get(rowid):
                named = remains.lost.setdefault(rowid, {})
                named.update(zip(index.columns, entry, strict=True))
    return remains
