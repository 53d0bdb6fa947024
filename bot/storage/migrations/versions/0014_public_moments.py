"""How often something had happened by then that everybody could see: the number on controls."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table in ("game", "journal"):
        op.add_column(table, sa.Column("moment", sa.Integer(), nullable=True))


def downgrade() -> None:
    for table in ("journal", "game"):
        op.drop_column(table, "moment")
