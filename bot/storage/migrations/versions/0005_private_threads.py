"""The threads in which people read what direct messages do not bring them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    owner = sa.ForeignKey("game.id", name="fk_private_thread_game_id", ondelete="CASCADE")
    op.create_table(
        "private_thread",
        sa.Column("game_id", sa.String(12), owner, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("thread_id", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "user_id", name="pk_private_thread"),
    )


def downgrade() -> None:
    op.drop_table("private_thread")
