"""In good times the log is quiet: it does not grow with what people do."""

from __future__ import annotations

import logging

import pytest

from tests.e2e.conftest import CHANNEL, Room, advised, card

SLOW = ("discord.gateway", "asyncio", "bot.session.computers")
"""Those who tell that a machine is too busy; that is no matter of what people do."""


async def test_a_turn_leaves_one_line(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        await room.start_game()
        await advised(room.alice, await card(room.alice, "Do it for me"))
        await room.alice.slash(CHANNEL, "hand")
        await room.alice.slash(CHANNEL, "map")
        await room.look()
    told = [
        (record.levelname, record.name, record.getMessage())
        for record in caplog.records
        if record.name not in SLOW
    ]
    session = await room.session()
    assert session.revision > 2
    assert told == [("INFO", "bot.session.new_games", f"game {session.id}: opened")]
