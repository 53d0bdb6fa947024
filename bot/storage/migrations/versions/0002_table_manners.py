"""Deadlines of questions, quiet hours, absences, pauses, standing orders, a moderator's deeds."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_ADDED = (
    ("game", "paused_at", sa.DateTime(timezone=True)),
    ("game", "orders_given", sa.Boolean()),
    ("journal", "note", sa.JSON()),
    ("journal", "kept", sa.JSON()),
    ("member", "quiet_from", sa.Integer()),
    ("member", "quiet_until", sa.Integer()),
    ("member", "zone", sa.String()),
    ("deadline", "seat", sa.Integer()),
    ("deadline", "prompt", sa.String()),
    ("deadline", "left", sa.Integer()),
)


def _serial() -> sa.Column[int]:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    return sa.Column("id", number, primary_key=True, nullable=False)


def upgrade() -> None:
    for table, name, kind in _ADDED:
        op.add_column(table, sa.Column(name, kind, nullable=True))
    op.create_table(
        "absence",
        _serial(),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("begins", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_absence"),
    )
    op.create_index("ix_absence_user_id", "absence", ["user_id"])
    owner = sa.ForeignKey("game.id", name="fk_standing_order_game_id", ondelete="CASCADE")
    op.create_table(
        "standing_order",
        _serial(),
        sa.Column("game_id", sa.String(12), owner, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("prompt", sa.String(), nullable=False),
        sa.Column("choice", sa.JSON(), nullable=True),
        sa.Column("until", sa.JSON(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_standing_order"),
    )
    op.create_index("ix_standing_order_game_id", "standing_order", ["game_id"])


def downgrade() -> None:
    op.drop_table("standing_order")
    op.drop_table("absence")
    for table, name, _ in reversed(_ADDED):
        op.drop_column(table, name)
