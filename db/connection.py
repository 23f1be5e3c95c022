"""A database and its connections through its driver: statements in, rows out, on SQLite and PostgreSQL alike."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import lru_cache
from itertools import chain
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from db.cells import VALUES, to_cell
from db.dialects import SQLITE, Dialect

BATCH = 500  # rows by one statement


class LineBrokeError(Exception):
    """The line to a server broke; raised from the error of the driver."""


class UnreadableCellError(Exception):
    """A cell that should hold a day or a moment holds neither: somebody, or a failing disk, changed it."""


class Row(tuple[Any, ...]):
    """A row: its cells by their places, and by the names of the columns as attributes."""

    __slots__ = ()
    if TYPE_CHECKING:

        def __getattr__(self, column: str) -> Any: ...


class Connection:
    """A connection of a driver to a database.

    A statement is written as db/dialects.py says; its parameters are keywords, a list among them a `list`. Errors of
    the driver bear the statement as a note. Raises LineBrokeError where a server cannot be reached any more.
    """

    def __init__(self, driver: Any, database: "Database") -> None:
        self.driver = driver
        self.database = database
        self.dialect = database.dialect

    @property
    def is_sqlite(self) -> bool:
        """Whether this is SQLite: a file with one writer at a time, and no server that watches over its pages."""
        return self.dialect is SQLITE

    def rows(self, statement: str, **bound: object) -> list[Row]:
        """Every row, with days, moments and flags as values; raises UnreadableCellError for a cell that is none."""
        cursor = self._carried_out(self.driver, statement, bound)
        return list(map(_row_maker(_names(cursor)), cursor.fetchall()))

    def raw_rows(self, statement: str, **bound: object) -> list[Row]:
        """Every row, its cells as they are kept: days and moments as text, flags as 0 and 1."""
        cursor = self._carried_out(self.driver, statement, bound)
        return list(map(_row_type(_names(cursor)), cursor.fetchall()))

    def stream(self, statement: str, **bound: object) -> Iterator[Row]:
        """The rows of `raw_rows`, not all of them in memory at once."""
        with closing(self.dialect.streaming(self.driver)) as cursor:
            self._carried_out(cursor, statement, bound)
            with self._noted(statement):
                yield from map(_row_type(_names(cursor)), cursor)

    def value(self, statement: str, **bound: object) -> Any:
        """The first cell of the first row, as the driver gives it; None where there is no row."""
        row = self._carried_out(self.driver, statement, bound).fetchone()
        return row[0] if row else None

    def values(self, statement: str, **bound: object) -> list[Any]:
        """The first cell of every row, as the driver gives it."""
        return [row[0] for row in self._carried_out(self.driver, statement, bound).fetchall()]

    def run(self, statement: str, **bound: object) -> None:
        """Carry out a statement that gives no rows."""
        self._carried_out(self.driver, statement, bound)

    def insert(self, table: str, **cells: object) -> int:
        """Write a row, and return its id; columns that are not named stay empty."""
        return int(self.value(inserting(table, tuple(cells)), **cells))

    def write_rows(self, table: str, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
        """Write many rows, the cells of each along the columns, as they are to be kept.

        To a file many by one statement: SQLite sets up the constants of a table's laws for each.
        """
        names = ", ".join(map('"{}"'.format, columns))
        if not self.is_sqlite:
            copying = f'COPY "{table}" ({names}) FROM STDIN'
            with self._noted(copying), self.driver.cursor() as cursor, cursor.copy(copying) as lines:
                for row in rows:
                    lines.write_row(row)
            return
        marks = f"({', '.join('?' * len(columns))})"
        for start in range(0, len(rows), BATCH):
            batch = rows[start : start + BATCH]
            statement = f'INSERT INTO "{table}" ({names}) VALUES {", ".join([marks] * len(batch))}'
            self._sent(self.driver, statement, list(chain.from_iterable(batch)))

    @contextmanager
    def begun(self) -> Iterator[None]:
        """A transaction: committed at the end of the block, rolled back on whatever is raised."""
        try:
            self.run(self.database.begin)
            yield
            self.run("COMMIT")
        except BaseException:
            with suppress(Exception):  # what is raised already says more
                self.driver.rollback()
            raise

    def _carried_out(self, carrier: Any, statement: str, bound: dict[str, object]) -> Any:
        """The cursor behind a statement, carried out by the driver's connection or a cursor of it."""
        cells = {
            name: self.dialect.listed(cell) if type(cell) is list else to_cell(cell) for name, cell in bound.items()
        }
        return self._sent(carrier, self.dialect.written(statement), cells)

    def _sent(self, carrier: Any, statement: str, cells: Any) -> Any:
        """The cursor behind a statement as the driver takes it."""
        with self._noted(statement):
            return carrier.execute(statement, cells)

    @contextmanager
    def _noted(self, statement: str) -> Iterator[None]:
        """Note the statement on what the driver raises in the block; raises LineBrokeError where the line is gone."""
        try:
            yield
        except Exception as error:
            if getattr(self.driver, "closed", False):
                raise LineBrokeError(statement) from error
            error.add_note(statement)
            raise


class Database:
    """A database that connections are opened to when they are needed, each for one user at a time, and kept.

    `connect` opens one of the driver's; `begin` is the statement that begins a transaction.
    """

    def __init__(self, connect: Callable[[], Any], dialect: Dialect, begin: str) -> None:
        self.dialect = dialect
        self.begin = begin
        self._connect = connect
        self._idle: list[Any] = []
        self._closed = False

    @contextmanager
    def connection(self) -> Iterator[Connection]:
        """A connection that is in no transaction."""
        try:
            driver = self._idle.pop()
        except IndexError:
            driver = self._connect()
        try:
            yield Connection(driver, self)
        finally:
            if self._closed:
                driver.close()
            elif self.dialect.is_idle(driver):
                self._idle.append(driver)
            else:  # the line broke, as that of the others will have
                driver.close()
                self._close_idle()

    @contextmanager
    def begun(self) -> Iterator[Connection]:
        """A connection in a transaction, which is committed at the end of the block, or rolled back."""
        with self.connection() as connection, connection.begun():
            yield connection

    def close(self) -> None:
        """Close every connection; one that is used now is closed when its user is done."""
        self._closed = True
        self._close_idle()

    def _close_idle(self) -> None:
        while self._idle:
            self._idle.pop().close()


@lru_cache(maxsize=128)
def inserting(table: str, columns: tuple[str, ...]) -> str:
    """The statement that writes a row with these columns, named as its parameters, and gives the id, the next one.

    A server's own counter would go on where a change is refused: people type these numbers.
    """
    names, parameters = (", ".join(map(form.format, columns)) for form in ('"{}"', ":{}"))
    following = f'(SELECT coalesce(max(id), 0) + 1 FROM "{table}")'
    return f'INSERT INTO "{table}" (id, {names}) VALUES ({following}, {parameters}) RETURNING id'


def _names(cursor: Any) -> tuple[str, ...]:
    """The names of the columns of a result."""
    return tuple(map(itemgetter(0), cursor.description))


@lru_cache(maxsize=512)
def _row_type(names: tuple[str, ...]) -> type[Row]:
    """Rows with columns of these names: a tuple with properties is made in a quarter of a named tuple's time."""
    columns = {name: property(itemgetter(place)) for place, name in enumerate(names)}
    return type("Row", (Row,), {"__slots__": (), **columns})


@lru_cache(maxsize=512)
def _row_maker(names: tuple[str, ...]) -> Callable[[Any], Row]:
    """What makes a row of the cells of these columns, with values in place of days, moments and flags."""
    made = _row_type(names)
    converters = [(place, VALUES[name]) for place, name in enumerate(names) if name in VALUES]
    if not converters:
        return made

    def converted(cells: tuple[Any, ...]) -> Row:
        values = list(cells)
        for place, value_of in converters:
            if values[place] is not None:
                try:
                    values[place] = value_of(values[place])
                except (TypeError, ValueError) as error:
                    raise UnreadableCellError(values[place]) from error
        return made(values)

    return converted
