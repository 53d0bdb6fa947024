"""Status cards on their way up or down."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    owner = sa.ForeignKey("game.id", name="fk_loose_card_game_id", ondelete="CASCADE")
    serial = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "loose_card",
        sa.Column("id", serial, primary_key=True),
        sa.Column("game_id", sa.String(12), owner, nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_loose_card_game_id", "loose_card", ["game_id"])


def downgrade() -> None:
    op.drop_table("loose_card")
