"""Migrations: the only place where SQLAlchemy speaks to a database, on a connection that it is lent."""

from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy
from alembic import command
from alembic.config import Config
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from db.connection import Connection, LineBrokeError


def migrate(connection: Connection, schema: str) -> None:
    """Run the migrations up to a revision, within the transaction that the connection is in.

    Raises what the driver raises, and LineBrokeError.
    """
    try:
        with _lent(connection) as lent:
            config = Config(attributes={"connection": lent})
            config.set_main_option("script_location", "db:migrations")
            command.upgrade(config, schema)
    except DBAPIError as error:
        if error.connection_invalidated:
            raise LineBrokeError(error.statement) from error
        cause = error.orig or error
        cause.add_note(str(error.statement))
        raise cause from error


@contextmanager
def _lent(connection: Connection) -> Iterator[sqlalchemy.Connection]:
    """A connection of SQLAlchemy's on the same one of the driver: it ends no transaction, and closes nothing."""
    address = "sqlite://" if connection.is_sqlite else "postgresql+psycopg://"
    engine = sqlalchemy.create_engine(address, creator=lambda: connection.driver, poolclass=NullPool)
    for ending in ("do_begin", "do_commit", "do_rollback", "do_close", "do_terminate"):
        setattr(engine.dialect, ending, lambda _driver: None)
    with engine.connect() as lent, lent.begin():
        yield lent
