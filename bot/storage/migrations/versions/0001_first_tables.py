"""The first tables: games and their history, the outbox, members, servers, results."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "absence",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("begins", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_absence"),
    )
    op.create_index("ix_absence_user_id", "absence", ["user_id"], unique=False)
    op.create_table(
        "game",
        sa.Column("id", sa.String(length=12), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("ruleset", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("seats_wanted", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("moment", sa.Integer(), nullable=True),
        sa.Column("seed", sa.String(), nullable=False),
        sa.Column("seed_hash", sa.String(), nullable=False),
        sa.Column("snapshot", sa.LargeBinary(), nullable=True),
        sa.Column("to_play", sa.Boolean(), nullable=False),
        sa.Column("status_message_id", sa.BigInteger(), nullable=True),
        sa.Column("paused_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("orders_given", sa.Boolean(), nullable=False),
        sa.Column("played_with", sa.String(), nullable=False),
        sa.Column("courier", sa.String(), nullable=True),
        sa.Column("courier_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("started", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ended", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_game"),
    )
    op.create_index(
        "ix_game_to_play",
        "game",
        ["to_play"],
        unique=False,
        sqlite_where=sa.text("to_play"),
        postgresql_where=sa.text("to_play"),
    )
    op.create_index(
        "one_open_game_a_channel",
        "game",
        ["channel_id"],
        unique=True,
        sqlite_where=sa.text("status <> 'over'"),
        postgresql_where=sa.text("status <> 'over'"),
    )
    op.create_table(
        "member",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("dms_closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("quiet_from", sa.Integer(), nullable=True),
        sa.Column("quiet_until", sa.Integer(), nullable=True),
        sa.Column("zone", sa.String(), nullable=True),
        sa.Column("unlisted", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_member"),
    )
    op.create_table(
        "mix",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("ruleset", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("kept_by", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_mix"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_mix_guild_id", "mix", ["guild_id"], unique=False)
    op.create_table(
        "result",
        sa.Column("seed_hash", sa.String(), nullable=False),
        sa.Column("game_id", sa.String(length=12), nullable=True),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("victory", sa.String(), nullable=False),
        sa.Column("ended", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ruleset", sa.String(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("feats", sa.JSON(), nullable=False),
        sa.Column("season_id", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("seed_hash", name="pk_result"),
    )
    op.create_index("ix_result_game_id", "result", ["game_id"], unique=False)
    op.create_index("ix_result_guild_id_game", "result", ["guild_id", "game"], unique=False)
    op.create_table(
        "season",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("ruleset", sa.String(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("begins", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends", sa.DateTime(timezone=True), nullable=False),
        sa.Column("told", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_season"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_season_guild_id", "season", ["guild_id"], unique=False)
    op.create_table(
        "entrant",
        sa.Column(
            "season_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("tables", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["season_id"], ["season.id"], name="fk_entrant_season_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("season_id", "user_id", name="pk_entrant"),
    )
    op.create_index("ix_entrant_user_id", "entrant", ["user_id"], unique=False)
    op.create_table(
        "server",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("moderator_role_id", sa.BigInteger(), nullable=True),
        sa.Column("seats_channel_id", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("guild_id", name="pk_server"),
    )
    op.create_table(
        "wish",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("paces", sa.JSON(), nullable=False),
        sa.Column("hours_from", sa.Integer(), nullable=True),
        sa.Column("hours_until", sa.Integer(), nullable=True),
        sa.Column("zone", sa.String(), nullable=False),
        sa.Column("told", sa.JSON(), nullable=False),
        sa.Column("told_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name="pk_wish"),
    )
    op.create_table(
        "answers",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("game_id", sa.String(length=12), nullable=True),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("answered", sa.Integer(), nullable=False),
        sa.Column("late", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_answers"),
    )
    op.create_index("ix_answers_game_id", "answers", ["game_id"], unique=False)
    op.create_index("ix_answers_user_id", "answers", ["user_id"], unique=False)
    op.create_table(
        "deadline",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("game_id", sa.String(length=12), nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=False),
        sa.Column("set_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("prompt", sa.String(), nullable=True),
        sa.Column("left", sa.Integer(), nullable=True),
        sa.Column("claimed_until", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.id"], name="fk_deadline_game_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_deadline"),
    )
    op.create_index("ix_deadline_due", "deadline", ["due"], unique=False)
    op.create_index("ix_deadline_game_id", "deadline", ["game_id"], unique=False)
    op.create_table(
        "journal",
        sa.Column("game_id", sa.String(length=12), nullable=False),
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
        sa.Column("note", sa.JSON(), nullable=True),
        sa.Column("kept", sa.JSON(), nullable=True),
        sa.Column("moment", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.id"], name="fk_journal_game_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", "revision", name="pk_journal"),
    )
    op.create_table(
        "loose_card",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("game_id", sa.String(length=12), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.id"], name="fk_loose_card_game_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_loose_card"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_loose_card_game_id", "loose_card", ["game_id"], unique=False)
    op.create_table(
        "outbox",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("game_id", sa.String(length=12), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("payload", sa.JSON(), nullable=False),
        sa.Column("batch", sa.String(), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("not_before", sa.DateTime(timezone=True), nullable=True),
        sa.Column("delivered_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("failure", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.id"], name="fk_outbox_game_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_outbox"),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "ix_outbox_waiting",
        "outbox",
        ["game_id"],
        unique=False,
        sqlite_where=sa.text("delivered_at IS NULL"),
        postgresql_where=sa.text("delivered_at IS NULL"),
    )
    op.create_table(
        "petition",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("game_id", sa.String(length=12), nullable=False),
        sa.Column("what", sa.String(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("to", sa.Integer(), nullable=True),
        sa.Column("asked", sa.JSON(), nullable=False),
        sa.Column("answers", sa.JSON(), nullable=False),
        sa.Column("closed", sa.Boolean(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.id"], name="fk_petition_game_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_petition"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_petition_game_id", "petition", ["game_id"], unique=False)
    op.create_table(
        "presence",
        sa.Column("game_id", sa.String(length=12), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("looked", sa.Boolean(), nullable=True),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.id"], name="fk_presence_game_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", "user_id", name="pk_presence"),
    )
    op.create_table(
        "private_question",
        sa.Column("game_id", sa.String(length=12), nullable=False),
        sa.Column("message_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("mark", sa.String(), nullable=False),
        sa.Column("events", sa.JSON(), nullable=False),
        sa.Column("controls", sa.JSON(), nullable=False),
        sa.Column("news", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.id"], name="fk_private_question_game_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", "message_id", name="pk_private_question"),
    )
    op.create_table(
        "private_thread",
        sa.Column("game_id", sa.String(length=12), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("thread_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.id"], name="fk_private_thread_game_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", "user_id", name="pk_private_thread"),
    )
    op.create_table(
        "result_seat",
        sa.Column("seed_hash", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("policy", sa.String(), nullable=True),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=True),
        sa.Column("sigma", sa.Float(), nullable=True),
        sa.Column("side", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["seed_hash"], ["result.seed_hash"], name="fk_result_seat_seed_hash", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("seed_hash", "number", name="pk_result_seat"),
    )
    op.create_index("ix_result_seat_user_id", "result_seat", ["user_id"], unique=False)
    op.create_table(
        "seat",
        sa.Column("game_id", sa.String(length=12), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("policy", sa.String(), nullable=True),
        sa.Column("kept_for", sa.BigInteger(), nullable=True),
        sa.Column("ready_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("shown_to", sa.BigInteger(), nullable=True),
        sa.Column("commented", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.id"], name="fk_seat_game_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", "number", name="pk_seat"),
    )
    op.create_index("ix_seat_user_id", "seat", ["user_id"], unique=False)
    op.create_table(
        "seen_interaction",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("game_id", sa.String(length=12), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.id"], name="fk_seen_interaction_game_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_seen_interaction"),
    )
    op.create_index("ix_seen_interaction_at", "seen_interaction", ["at"], unique=False)
    op.create_table(
        "snapshot",
        sa.Column("game_id", sa.String(length=12), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("base", sa.Integer(), nullable=True),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.id"], name="fk_snapshot_game_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", "revision", name="pk_snapshot"),
    )
    op.create_table(
        "standing_order",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("game_id", sa.String(length=12), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("prompt", sa.String(), nullable=False),
        sa.Column("choice", sa.JSON(), nullable=True),
        sa.Column("until", sa.JSON(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.id"], name="fk_standing_order_game_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_standing_order"),
    )
    op.create_index("ix_standing_order_game_id", "standing_order", ["game_id"], unique=False)
    op.create_table(
        "telling",
        sa.Column("game_id", sa.String(length=12), nullable=False),
        sa.Column("message_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("revisions", sa.JSON(), nullable=False),
        sa.Column("struck", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.id"], name="fk_telling_game_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", "message_id", name="pk_telling"),
    )
