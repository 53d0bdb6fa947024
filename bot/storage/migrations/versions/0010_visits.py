"""What a person had seen of a game before the visit they are on, for the digest."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("presence", sa.Column("before", sa.Integer(), nullable=True))


def downgrade() -> None:
    op.drop_column("presence", "before")
