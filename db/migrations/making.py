"""What migrations do, in SQL as PostgreSQL has it: SQLite's own words for it are put in here.

SQLite keeps the text that a table was made with, blanks and all, and so does db/digests.py: no blank of it is changed.
"""

import sqlalchemy as sa
from alembic import op


def is_sqlite() -> bool:
    """Whether the migrations run on SQLite."""
    return op.get_context().dialect.name == "sqlite"


def run(*statements: str) -> None:
    """Carry out statements; SQLite, where numbers have one size, is told INTEGER for BIGINT and BIGSERIAL."""
    for statement in statements:
        here = statement.replace("BIGSERIAL", "INTEGER").replace("BIGINT", "INTEGER") if is_sqlite() else statement
        op.execute(here)


def make(table: str, *parts: str) -> None:
    """Make a table of parts with a column or a law in each line."""
    lines = ", \n\t".join(line.strip() for part in parts for line in part.strip().splitlines())
    strict = "\n STRICT\n\n" if is_sqlite() else ""
    run(f"CREATE TABLE {table} (\n\t{lines}\n){strict}")


def remake(table: str, *parts: str, **new: str) -> None:
    """Make an SQLite table anew, its rows copied; `new` columns come from expressions, others that it lacks are empty."""
    there = op.get_bind().execute(sa.text(f"SELECT name FROM pragma_table_info('{table}')")).scalars().all()
    cells = {f'"{column}"': f'"{column}"' for column in there} | new
    make(f"{table}_new", *parts)
    run(
        f'INSERT INTO {table}_new ({", ".join(cells)}) SELECT {", ".join(cells.values())} FROM "{table}"',
        f'DROP TABLE "{table}"',
        f'ALTER TABLE {table}_new RENAME TO "{table}"',
    )
