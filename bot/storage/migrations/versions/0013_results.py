"""How finished games ended, for ratings; and who does not want theirs to be shown."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "result",
        sa.Column("seed_hash", sa.String(), nullable=False),
        sa.Column("game_id", sa.String(length=12), nullable=True),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("victory", sa.String(), nullable=False),
        sa.Column("ended", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("seed_hash", name="pk_result"),
    )
    op.create_index("ix_result_guild_id_game", "result", ["guild_id", "game"])
    op.create_index("ix_result_game_id", "result", ["game_id"])
    op.create_table(
        "result_seat",
        sa.Column("seed_hash", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("policy", sa.String(), nullable=True),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("answered", sa.Integer(), nullable=False),
        sa.Column("late", sa.Integer(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=True),
        sa.Column("sigma", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(
            ["seed_hash"],
            ["result.seed_hash"],
            name="fk_result_seat_seed_hash",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("seed_hash", "number", name="pk_result_seat"),
    )
    op.create_index("ix_result_seat_user_id", "result_seat", ["user_id"])
    op.add_column("member", sa.Column("unlisted", sa.Boolean(), nullable=True))


def downgrade() -> None:
    op.drop_column("member", "unlisted")
    op.drop_table("result_seat")
    op.drop_table("result")
