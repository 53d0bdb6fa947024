"""How Alembic reaches the database: over the connection it is given."""

from __future__ import annotations

from alembic import context
from sqlmodel import SQLModel

import bot.storage.tables  # noqa: F401 - fills the metadata

connection = context.config.attributes.get("connection")
if connection is None:
    raise RuntimeError("Migrations are run by `kingmaker db upgrade`, or by the bot as it starts.")

context.configure(
    connection=connection,
    target_metadata=SQLModel.metadata,
    # SQLite cannot change a column in place, so Alembic copies the table.
    render_as_batch=True,
    compare_type=True,
)
with context.begin_transaction():
    context.run_migrations()
