"""Games that are set up once in a run, and laid into the empty databases of all who need them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable
from typing import Any

from sqlalchemy import insert, select
from sqlmodel import SQLModel

from bot.session import Desk, GameSession

SetUp = Callable[[Desk], Awaitable[GameSession]]

_KEPT: dict[Hashable, tuple[str, list[tuple[str, list[dict[str, Any]]]]]] = {}


async def laid(desk: Desk, name: Hashable, set_up: SetUp) -> GameSession:
    """A game of this name, as another process has left it: all that it has are its rows.

    The first who asks for it has it set up by another desk on the same database; after that its
    rows are written down. The clock has to stand where it stood then.
    """
    services = desk.services
    key = name, services.clock.now()
    if key not in _KEPT:
        maker = Desk(services.database, services.clock, services.library, process="maker")
        game = (await set_up(maker)).id
        await maker.close()
        _KEPT[key] = game, await _rows(desk)
    else:
        game, tables = _KEPT[key]
        async with services.database.writing() as db:
            connection = await db.connection()
            for table, rows in tables:
                await connection.execute(insert(SQLModel.metadata.tables[table]), rows)
    session = await desk.get(game)
    assert session is not None
    return session


async def _rows(desk: Desk) -> list[tuple[str, list[dict[str, Any]]]]:
    """All rows of the database, table by table; the database numbers those that it has numbered."""
    found = []
    async with desk.services.database.reading() as db:
        for table in SQLModel.metadata.sorted_tables:
            numbered = table.autoincrement_column
            columns = [column for column in table.columns if column is not numbered]
            order = table.primary_key.columns
            asked = select(*columns).order_by(*order)
            rows = (await (await db.connection()).execute(asked)).mappings().all()
            if rows:
                found.append((table.name, [dict(row) for row in rows]))
    return found
