"""Taps on the board that were made up: none is taken for a choice, and the board goes on."""

from __future__ import annotations

import json
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.app import Bot
from bot.sandbox import RunningSandbox
from bot.session import GameSession
from rendering import RenderPool
from tests.e2e.conftest import bot_at
from tests.waiting import PATIENCE

FORGED = 200


@pytest.fixture
async def bot(sandbox: RunningSandbox, database: str, maps: Path) -> AsyncIterator[Bot]:
    """The bot with its boards."""
    pool = RenderPool(cache_dir=maps)
    async with bot_at(sandbox.base_url, database, pool, stand=sandbox.base_url) as running:
        yield running


async def a_game(sandbox: RunningSandbox, bot: Bot) -> GameSession:
    """Alice at a table with three people who do nothing, so that nothing happens by itself."""
    world = sandbox.sandbox.world
    channel = next(each for each in world.state.channels.values() if each.name == "kingmaker")
    alice, *others = (int(each.id) for each in world.people())
    session = await bot.desk.new_games.open(
        guild_id=int(world.first_guild.id),
        channel_id=int(channel.id),
        host_id=alice,
        host_name="Alice",
        game="kingmaker",
        ruleset="house",
        seats=4,
        options={},
    )
    for number, person in enumerate(others[:3]):
        await session.lobby.join(person, f"Guest {number}")
    await session.lobby.start(alice)
    return session


def forged(real: dict[str, Any], values: list[str], luck: random.Random) -> dict[str, Any] | str:
    """A frame that nobody's page would send."""
    value = luck.choice(values)
    verb, mark, draft = value.split("|")
    frames: list[dict[str, Any] | str] = [
        {**real, "value": f"{verb}|zzzz|{draft}"},
        {**real, "value": f"nothing|{mark}|{draft}"},
        {**real, "value": f"{verb}|{mark}|zz.zz.zz"},
        {**real, "value": f"{verb}|{mark}|~~~~"},
        {**real, "value": value, "add": ["nobody at all"]},
        {**real, "value": value, "add": ["percy"] * 30},
        {**real, "value": 7},
        {**real, "value": value, "moment": "soon"},
        {"value": value},
        "no frame at all",
        "[]",
    ]
    return luck.choice(frames)


async def test_none_is_accepted(
    sandbox: RunningSandbox, bot: Bot, caplog: pytest.LogCaptureFixture
) -> None:
    session, luck = await a_game(sandbox, bot), random.Random(5)
    seat = session.waiting_for()[0]
    world = sandbox.sandbox.world
    member = next(p for p in world.people() if int(p.id) == session.seats[seat].user_id)
    where = f"{sandbox.base_url}/activity/live?channel={session.channel_id}&as={member.key}"
    async with aiohttp.ClientSession() as http, http.ws_connect(where) as socket:
        first = json.loads(await socket.receive_str(timeout=PATIENCE))
        assert first["t"] == "board"
        buttons = first["d"]["offers"]["buttons"]
        values, revision = [each["value"] for each in buttons], session.revision
        for number in range(FORGED):
            frame = forged({"number": number, "moment": session.moment}, values, luck)
            await socket.send_str(frame if isinstance(frame, str) else json.dumps(frame))
        # What was no frame has no answer; one that is real comes after all of them.
        await socket.send_str(json.dumps({"number": FORGED, "thing": "percy"}))
        while True:
            said = json.loads(await socket.receive_str(timeout=PATIENCE))
            assert said["t"] == "answer"
            assert "done" not in said["d"]
            if said["d"]["number"] == FORGED:
                break
            assert said["d"].get("refused") or said["d"].get("asked")
    assert session.revision == revision
    assert [each for each in caplog.records if each.name.startswith("bot.board")] == []
