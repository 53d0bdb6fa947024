"""What is set for a server: the role whose members moderate."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "server",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("moderator_role_id", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("guild_id", name="pk_server"),
    )


def downgrade() -> None:
    op.drop_table("server")
