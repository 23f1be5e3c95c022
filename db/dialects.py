"""What SQLite and PostgreSQL differ in: how a statement is written, how a list is handed over, how rows are streamed.

A statement is the same for both: SQL with named parameters (`:match`), `IN :matches` for a list, and `string_agg`.
Loads no driver.
"""

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from json import dumps
from typing import Any, Final

_LIST = re.compile(r"\bIN :(\w+)")
_PARAMETER = re.compile(r"(?<![:\w]):([a-z]\w*)")
_STATEMENTS_KEPT = 1024
_streams = count(1)


@dataclass(frozen=True, slots=True)
class Dialect:
    """A database: `written` is a statement as its driver takes it, `listed` a list, `streaming` a cursor for many rows.

    `is_idle` tells whether a connection of the driver can be used, and is in no transaction.
    """

    name: str
    written: Callable[[str], str]
    listed: Callable[[list[Any]], Any]
    streaming: Callable[[Any], Any]
    is_idle: Callable[[Any], bool]


@lru_cache(_STATEMENTS_KEPT)
def _for_sqlite(statement: str) -> str:
    """A list comes as JSON: SQLite has none. `string_agg` has another name where SQLite is older."""
    return _LIST.sub(r"IN (SELECT value FROM json_each(:\1))", statement).replace("string_agg(", "group_concat(")


@lru_cache(_STATEMENTS_KEPT)
def _for_postgresql(statement: str) -> str:
    """A parameter is %(match)s for psycopg; a list comes as an array."""
    return _PARAMETER.sub(r"%(\1)s", _LIST.sub(r"= ANY(:\1)", statement.replace("%", "%%")))


SQLITE: Final = Dialect(
    "sqlite",
    written=_for_sqlite,
    listed=dumps,
    streaming=lambda driver: driver.cursor(),
    is_idle=lambda driver: not driver.in_transaction,
)
POSTGRESQL: Final = Dialect(
    "postgresql",
    written=_for_postgresql,
    listed=list,
    streaming=lambda driver: driver.cursor(f"stream{next(_streams)}"),
    is_idle=lambda driver: not driver.closed and driver.info.transaction_status == 0,
)


def driver_errors() -> tuple[type[Exception], ...]:
    """What the drivers raise that are loaded."""
    drivers = (sys.modules.get("sqlite3"), sys.modules.get("psycopg"))
    return tuple(driver.Error for driver in drivers if driver)
