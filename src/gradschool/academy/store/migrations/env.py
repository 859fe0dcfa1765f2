"""Alembic runs this: migrate over the connection that the store hands in."""

from alembic import context

from gradschool.academy.store.tables import Row

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=Row.metadata,
    render_as_batch=connection.dialect.name == "sqlite",
)
context.run_migrations()
