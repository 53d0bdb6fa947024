"""What the channel was told, so that it can be struck through when it is taken back."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    owner = sa.ForeignKey("game.id", name="fk_telling_game_id", ondelete="CASCADE")
    op.create_table(
        "telling",
        sa.Column("game_id", sa.String(12), owner, primary_key=True),
        sa.Column("message_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("revisions", sa.JSON(), nullable=False),
        sa.Column("struck", sa.JSON(), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("telling")
