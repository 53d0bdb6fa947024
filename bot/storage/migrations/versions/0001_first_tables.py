"""The first tables: games, seats, journal, snapshots, outbox, interactions, members, deadlines."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_OPEN = sa.text("status <> 'over'")
_TO_PLAY = sa.text("to_play")
_WAITING = sa.text("delivered_at IS NULL")


def _moment() -> sa.DateTime:
    return sa.DateTime(timezone=True)


def _serial() -> sa.Column[int]:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    return sa.Column("id", number, primary_key=True, nullable=False)


def _of_game(table: str) -> sa.Column[str]:
    owner = sa.ForeignKey("game.id", name=f"fk_{table}_game_id", ondelete="CASCADE")
    return sa.Column("game_id", sa.String(12), owner, nullable=False)


def upgrade() -> None:
    _games()
    _history()
    _queues()


def _games() -> None:
    op.create_table(
        "game",
        sa.Column("id", sa.String(12), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("ruleset", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("seats_wanted", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("seed", sa.String(), nullable=False),
        sa.Column("seed_hash", sa.String(), nullable=False),
        sa.Column("snapshot", sa.LargeBinary(), nullable=True),
        sa.Column("to_play", sa.Boolean(), nullable=False),
        sa.Column("status_message_id", sa.BigInteger(), nullable=True),
        sa.Column("courier", sa.String(), nullable=True),
        sa.Column("courier_until", _moment(), nullable=True),
        sa.Column("created", _moment(), nullable=False),
        sa.Column("started", _moment(), nullable=True),
        sa.Column("ended", _moment(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_game"),
    )
    op.create_index(
        "one_open_game_a_channel",
        "game",
        ["channel_id"],
        unique=True,
        sqlite_where=_OPEN,
        postgresql_where=_OPEN,
    )
    op.create_index(
        "ix_game_to_play", "game", ["to_play"], sqlite_where=_TO_PLAY, postgresql_where=_TO_PLAY
    )
    op.create_table(
        "seat",
        _of_game("seat"),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("policy", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("game_id", "number", name="pk_seat"),
    )
    op.create_index("ix_seat_user_id", "seat", ["user_id"])


def _history() -> None:
    op.create_table(
        "journal",
        _of_game("journal"),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("actor", sa.BigInteger(), nullable=True),
        sa.Column("prompt", sa.String(), nullable=True),
        sa.Column("choice", sa.JSON(), nullable=True),
        sa.Column("interaction_id", sa.String(), nullable=True),
        sa.Column("events", sa.JSON(), nullable=False),
        sa.Column("known", sa.Boolean(), nullable=False),
        sa.Column("undone", sa.Boolean(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("at", _moment(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "revision", name="pk_journal"),
    )
    op.create_table(
        "snapshot",
        _of_game("snapshot"),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("base", sa.Integer(), nullable=True),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "revision", name="pk_snapshot"),
    )
    op.create_table(
        "seen_interaction",
        sa.Column("id", sa.String(64), nullable=False),
        _of_game("seen_interaction"),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("at", _moment(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_seen_interaction"),
    )
    op.create_index("ix_seen_interaction_at", "seen_interaction", ["at"])


def _queues() -> None:
    op.create_table(
        "outbox",
        _serial(),
        _of_game("outbox"),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("payload", sa.JSON(), nullable=False),
        sa.Column("batch", sa.String(), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("not_before", _moment(), nullable=True),
        sa.Column("delivered_at", _moment(), nullable=True),
        sa.Column("failure", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_outbox"),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "ix_outbox_waiting", "outbox", ["game_id"], sqlite_where=_WAITING, postgresql_where=_WAITING
    )
    op.create_table(
        "member",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("dms_closed_at", _moment(), nullable=True),
        sa.PrimaryKeyConstraint("user_id", name="pk_member"),
    )
    op.create_table(
        "deadline",
        _serial(),
        _of_game("deadline"),
        sa.Column("due", _moment(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("claimed_until", _moment(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_deadline"),
    )
    op.create_index("ix_deadline_due", "deadline", ["due"])
    op.create_index("ix_deadline_game_id", "deadline", ["game_id"])


def downgrade() -> None:
    for table in (
        "deadline",
        "member",
        "outbox",
        "seen_interaction",
        "snapshot",
        "journal",
        "seat",
        "game",
    ):
        op.drop_table(table)
