"""The tables, column by column: keys, indexes, numbers given by themselves, what is left out."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, create_engine, inspect, text
from sqlmodel import SQLModel

from bot.storage import Database
from bot.storage.tables import (
    AbsenceRow,
    DeadlineRow,
    GameRow,
    JournalRow,
    LooseCardRow,
    MemberRow,
    Moment,
    OutboxRow,
    PetitionRow,
    SeatRow,
    SnapshotRow,
    StandingOrderRow,
    TellingRow,
)
from tests.storage.rows import NOW


def shape(connection: Connection) -> dict[str, Any]:
    """Of every table: its keys by name, its indexes, its columns, and whether numbers return."""
    looked = inspect(connection)
    found: dict[str, Any] = {}
    for table in sorted(set(looked.get_table_names()) - {"alembic_version"}):
        found[table] = {
            "key": looked.get_pk_constraint(table),
            "of": sorted(
                (each["name"] or "", each["constrained_columns"], each["options"])
                for each in looked.get_foreign_keys(table)
            ),
            "indexes": sorted(
                (
                    each["name"] or "",
                    each["column_names"],
                    bool(each["unique"]),
                    str((each.get("dialect_options") or {}).get("sqlite_where")),
                )
                for each in looked.get_indexes(table)
            ),
            "columns": [(c["name"], str(c["type"]), c["nullable"]) for c in columns(looked, table)],
        }
        if connection.dialect.name == "sqlite":
            made = connection.execute(
                text("SELECT sql FROM sqlite_master WHERE name = :name"), {"name": table}
            )
            found[table]["never again"] = "AUTOINCREMENT" in made.scalar_one().upper()
    return found


def columns(looked: Any, table: str) -> list[Any]:
    """The columns of a table by name: some came later, and stand last."""
    return sorted(looked.get_columns(table), key=lambda column: str(column["name"]))


async def test_the_tables_are_those_that_the_migrations_make(sqlite_url: str) -> None:
    database = Database(sqlite_url)
    async with database.engine.connect() as connection:
        migrated = await connection.run_sync(shape)
    await database.close()
    fresh = create_engine("sqlite://")
    with fresh.begin() as made:
        SQLModel.metadata.create_all(made)
        assert shape(made) == migrated
    fresh.dispose()
    again = {table for table, each in migrated.items() if each["never again"]}
    assert again == {"outbox", "petition", "loose_card", "mix", "season"}


def test_a_moment_without_a_zone_is_one_of_greenwich() -> None:
    dialect: Any = None
    moment = Moment()
    assert moment.process_result_value(NOW.replace(tzinfo=None), dialect) == NOW
    assert moment.process_result_value(None, dialect) is None
    assert moment.process_bind_param(None, dialect) is None
    assert moment.impl.timezone  # type: ignore[attr-defined]


def left_out(row: type[SQLModel]) -> dict[str, Any]:
    """What stands in the columns of a row of which nothing is said."""
    return {
        name: field.get_default(call_default_factory=True)
        for name, field in row.model_fields.items()
        if not field.is_required()
    }


def test_what_stands_where_nothing_is_said() -> None:
    assert Moment().process_result_value(NOW, None) is NOW  # type: ignore[arg-type]
    assert left_out(GameRow) == {
        "status": "lobby", "options": {}, "revision": 0, "moment": None, "snapshot": None,
        "to_play": False, "status_message_id": None, "paused_at": None, "orders_given": False,
        "played_with": "", "courier": None, "courier_until": None, "started": None, "ended": None,
    }  # fmt: skip
    assert left_out(JournalRow) == {
        "actor": None, "prompt": None, "choice": None, "interaction_id": None, "events": [],
        "known": False, "undone": False, "note": None, "kept": None,
    }  # fmt: skip
    assert left_out(OutboxRow) == {
        "id": None, "user_id": None, "seat": None, "payload": {}, "batch": None, "attempts": 0,
        "not_before": None, "delivered_at": None, "failure": None,
    }  # fmt: skip
    assert left_out(PetitionRow) == {
        "id": None, "to": None, "asked": [], "answers": {}, "closed": False
    }  # fmt: skip
    nothing: dict[type[SQLModel], set[str]] = {
        SnapshotRow: {"base"},
        AbsenceRow: {"id"},
        DeadlineRow: {"id", "seat", "prompt", "left", "claimed_until"},
        LooseCardRow: {"id", "message_id"},
    }
    assert {row: left_out(row) for row in nothing} == {
        row: dict.fromkeys(names) for row, names in nothing.items()
    }
    assert left_out(StandingOrderRow) == {"id": None, "choice": None, "until": {}}
    assert left_out(TellingRow) == {"revisions": [], "struck": []}
    assert left_out(SeatRow) == {
        "user_id": None, "policy": None, "kept_for": None, "ready_at": None, "shown_to": None,
        "commented": False,
    }  # fmt: skip
    assert left_out(MemberRow) == {
        "dms_closed_at": None, "quiet_from": None, "quiet_until": None, "zone": None,
        "unlisted": False,
    }  # fmt: skip


def test_which_tables_number_their_rows() -> None:
    numbered = {
        name: table.autoincrement_column.name
        for name, table in SQLModel.metadata.tables.items()
        if table.autoincrement_column is not None
    }
    assert numbered == dict.fromkeys(
        (
            "outbox",
            "absence",
            "standing_order",
            "deadline",
            "petition",
            "loose_card",
            "mix",
            "answers",
            "season",
        ),
        "id",
    )
