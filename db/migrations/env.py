"""Alembic's entry: runs on the connection that db/migrating.py lends, inside its transaction, which is ours to end."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=False)
context.run_migrations()
