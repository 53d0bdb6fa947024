"""The mixes of rules that a server keeps."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    serial = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "mix",
        sa.Column("id", serial, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("ruleset", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("kept_by", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_mix"),
        # The number of a mix that is gone must not fit a newer one.
        sqlite_autoincrement=True,
    )
    op.create_index("ix_mix_guild_id", "mix", ["guild_id"])


def downgrade() -> None:
    op.drop_table("mix")
