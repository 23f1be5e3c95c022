"""Alembic's entry: runs on the connection that db/migrating.py lends, inside its transaction."""

from alembic import context
from sqlmodel import SQLModel

import db.models  # noqa: F401 - fills the metadata

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=SQLModel.metadata,
    render_as_batch=connection.dialect.name == "sqlite",
    compare_type=True,
    transactional_ddl=False,  # the transaction is ours
)
context.run_migrations()
