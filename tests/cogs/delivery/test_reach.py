"""Ways to one person: what is done where none leads there."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import discord

from bot.session import SeatInfo
from cogs.delivery.direct_messages import Messenger
from cogs.delivery.discords_answers import FOR_GOOD


def forbidden() -> discord.Forbidden:
    response: Any = SimpleNamespace(status=403, reason="Forbidden")
    return discord.Forbidden(response, {"code": 50001, "message": "Missing Access"})


async def test_who_cannot_be_let_into_a_thread_gets_no_second_one() -> None:
    thread = AsyncMock(id=9)
    thread.add_user.side_effect = forbidden()
    channel: Any = SimpleNamespace(create_thread=AsyncMock(return_value=thread))
    people = SimpleNamespace(note_thread=AsyncMock(), thread_of=AsyncMock(return_value=None))
    desk = SimpleNamespace(people=people)
    bot: Any = SimpleNamespace(desk=desk)
    session: Any = SimpleNamespace(id="ABC", channel_id=5)
    reach, anne, ben = Messenger(bot, AsyncMock()), SeatInfo(0, 11, "Anne"), SeatInfo(1, 12, "Ben")
    for _ in range(2):
        assert await reach._thread_of(session, anne, channel) is None
    assert channel.create_thread.await_count == 1
    desk.people.note_thread.assert_not_awaited()
    # For somebody else one is still made.
    thread.add_user.side_effect = None
    assert await reach._thread_of(session, ben, channel) == 9
    desk.people.note_thread.assert_awaited_once_with("ABC", 12, 9)


def test_who_cannot_be_written_to_at_all_is_not_tried_again() -> None:
    assert 50033 in FOR_GOOD
