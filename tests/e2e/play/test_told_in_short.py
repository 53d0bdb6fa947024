"""How much a channel reads in a round of a person and three computers, counted."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from sqlmodel import col, select

from bot.sandbox.members.sight import text_of
from bot.session.announcements import ASK
from bot.storage import OutboxRow
from tests.e2e.conftest import CHANNEL, Room
from tests.e2e.guest import settled
from tests.e2e.stewards import advice

ROUNDS = 3
CHARACTERS, MESSAGES = 1_500, 5
"""The most that the news of a round may say, and the messages that a round may bring."""

IS_CARD = 1 << 15


def sent(room: Room) -> list[dict[str, Any]]:
    """What the bot has sent to the game's channel so far."""
    channel = str(room.alice.channel(CHANNEL)["id"])
    each = [json.loads(line) for line in room.record.read_text().splitlines()]
    return [
        one["json"]
        for one in each
        if one["method"] == "POST" and one["path"].endswith(f"{channel}/messages")
    ]


def news(room: Room) -> Sequence[dict[str, Any]]:
    """The messages that tell the channel what happened, as they stand."""
    found = room.alice.messages(CHANNEL)
    return [each for each in found if not each["flags"] & (IS_CARD | 64)]


async def calls(room: Room) -> int:
    """How often somebody came to be called to move."""
    async with room.bot.database.reading() as db:
        found = await db.exec(select(OutboxRow).where(col(OutboxRow.kind) == ASK))
        return len({row.batch for row in found.all()})


@pytest.mark.long
async def test_a_round_is_told_in_few_messages_and_nobody_is_called_twice(room: Room) -> None:
    await room.start_game(4)
    session, user = await room.session(), int(room.alice.me["id"])
    first = session.view(None).round
    before, old = len(sent(room)), {each["id"] for each in news(room)}
    called = await calls(room)
    while session.view(None).round < first + ROUNDS:
        await session.submit(user_id=user, choice=await advice(session, 0))
        await settled()
    await room.alice.look()
    told = [each for each in news(room) if each["id"] not in old]
    posted = sent(room)[before:]
    mentions = [each for each in posted if each["allowed_mentions"].get("users")]
    # A call that is brought with another one to the same person is one call.
    assert len(mentions) <= await calls(room) - called
    assert sum(len(text_of(each)) for each in told) <= CHARACTERS * ROUNDS
    assert len(posted) <= MESSAGES * ROUNDS
    assert not any("‹" in text_of(each) for each in told)
