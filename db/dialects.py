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

_LIST = re.compile(r"\b(NOT )?IN :(\w+)")
_PARAMETER = re.compile(r"(?<![:\w]):([a-z]\w*)")
_STATEMENTS_KEPT = 1024
_streams = count(1)


@dataclass(frozen=True, slots=True)
class Dialect:
    """A database: `written` is a statement as its driver takes it, `listed` a list, `streaming` a cursor for many rows.

    `mark` stands for a parameter without a name. `is_idle` tells whether a connection of the driver can be used, and is
    in no transaction.
    """

    name: str
    mark: str
    written: Callable[[str], str]
    listed: Callable[[list[Any]], Any]
    streaming: Callable[[Any], Any]
    is_idle: Callable[[Any], bool]


@lru_cache(_STATEMENTS_KEPT)
def _for_sqlite(statement: str) -> str:
    """Older SQLite has `string_agg` under another name, and no lists: they come as JSON."""
    listed = _LIST.sub(lambda found: f"{found[1] or ''}IN (SELECT value FROM json_each(:{found[2]}))", statement)
    return listed.replace("string_agg(", "group_concat(")


@lru_cache(_STATEMENTS_KEPT)
def _for_postgresql(statement: str) -> str:
    """The parameters of psycopg are %(match)s; a list is an array."""
    listed = _LIST.sub(lambda found: f"{'<> ALL' if found[1] else '= ANY'}(:{found[2]})", statement.replace("%", "%%"))
    return _PARAMETER.sub(r"%(\1)s", listed)


SQLITE: Final = Dialect(
    "sqlite",
    mark="?",
    written=_for_sqlite,
    listed=dumps,
    streaming=lambda driver: driver.cursor(),
    is_idle=lambda driver: not driver.in_transaction,
)
POSTGRESQL: Final = Dialect(
    "postgresql",
    mark="%s",
    written=_for_postgresql,
    listed=list,
    streaming=lambda driver: driver.cursor(f"stream{next(_streams)}"),
    is_idle=lambda driver: not driver.closed and driver.info.transaction_status == 0,
)


def driver_errors() -> tuple[type[Exception], ...]:
    """What the drivers raise that are loaded."""
    drivers = (sys.modules.get("sqlite3"), sys.modules.get("psycopg"))
    return tuple(driver.Error for driver in drivers if driver)
