"""The games that the bench fills a database with are real ones."""

from __future__ import annotations

import pytest

from bot.bench.games import fill
from bot.games import LIBRARY
from bot.session import Desk, SystemClock
from bot.storage import Database
from tests.storage.databases import prepared_sqlite, sqlite_url

pytestmark = pytest.mark.tools

__all__ = ["prepared_sqlite", "sqlite_url"]


async def test_stored_games_can_be_gone_on_with(sqlite_url: str) -> None:
    store = Database(sqlite_url)
    await fill(store, games=2)
    desk = Desk(store, SystemClock(), LIBRARY)
    sessions = await desk.games_of(1)
    assert {session.id for session in sessions} == {"B00000", "B00001"}
    for session in sessions:
        assert session.view(None).round >= 8
        assert [each.user_id for each in session.seats] == [1, 2, 3, 4]
        assert len(await session.moderator.turns()) > 30
        seat = session.waiting_for()[0]
        assert session.view(None).phase == "movement"
        assert any(prompt.kind == "movement" for prompt in session.prompts(seat))
        before = session.revision
        await session.moderator.skip(by=1, reason="bench", seat=seat)
        assert session.revision == before + 1
    await desk.close()
    await store.close()
