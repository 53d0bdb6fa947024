"""What a seat asks the others to agree to, and when people were last noticed at their games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "petition",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            primary_key=True,
            nullable=False,
        ),
        sa.Column(
            "game_id",
            sa.String(12),
            sa.ForeignKey("game.id", name="fk_petition_game_id", ondelete="CASCADE"),
            nullable=False,
        ),
        sa.Column("what", sa.String(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("to", sa.Integer(), nullable=True),
        sa.Column("asked", sa.JSON(), nullable=False),
        sa.Column("answers", sa.JSON(), nullable=False),
        sa.Column("closed", sa.Boolean(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_petition"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_petition_game_id", "petition", ["game_id"])
    op.create_table(
        "presence",
        sa.Column(
            "game_id",
            sa.String(12),
            sa.ForeignKey("game.id", name="fk_presence_game_id", ondelete="CASCADE"),
            nullable=False,
        ),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "user_id", name="pk_presence"),
    )


def downgrade() -> None:
    op.drop_table("presence")
    op.drop_table("petition")
