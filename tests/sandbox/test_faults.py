"""Faults on purpose, and rate limits over all routes."""

from __future__ import annotations

import io

import aiohttp
import discord
import pytest

from bot.sandbox import RunningSandbox
from bot.sandbox.limits.ratelimit import STANDARD, RateLimiter
from bot.sandbox.sandbox import Fault
from tests.sandbox.conftest import Rest
from tests.sandbox.test_rest import channel_id
from tests.sandbox.tiny_bot import TinyBot

MESSAGES = r"/channels/\d+/messages$"


async def test_a_refused_request_does_nothing(sandbox: RunningSandbox, rest: Rest) -> None:
    where = f"/channels/{channel_id(sandbox)}/messages"
    sandbox.sandbox.faults.add(Fault("POST", MESSAGES, status=403, code=50013, skip=1, times=3))
    statuses = [(await rest("POST", where, {"content": str(n)}))[0] for n in range(5)]
    assert statuses == [200, 403, 403, 403, 200]
    assert [each["content"] for each in (await rest("GET", where))[1]] == ["4", "0"]


async def test_a_lost_answer_is_found_again_by_its_nonce(
    sandbox: RunningSandbox, rest: Rest
) -> None:
    where = f"/channels/{channel_id(sandbox)}/messages"
    sandbox.sandbox.faults.add(Fault("POST", MESSAGES, lost=True))
    once = {"content": "once", "nonce": "row-1", "enforce_nonce": True}
    with pytest.raises(aiohttp.ClientConnectionError):
        await rest("POST", where, once)
    assert (await rest("POST", where, once))[0] == 200
    assert [each["content"] for each in (await rest("GET", where))[1]] == ["once"]


async def test_discord_py_tries_again_after_a_server_error(
    sandbox: RunningSandbox, bot: TinyBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def at_once(seconds: float) -> None:
        """discord.py's pause between its attempts."""

    async with aiohttp.ClientSession() as http:
        asked = {"method": "POST", "path": MESSAGES, "status": 502, "times": 2}
        async with http.post(sandbox.base_url + "/sandbox/fault", json=asked) as answer:
            assert answer.status == 200
        async with http.post(sandbox.base_url + "/sandbox/fault", json={"x": 1}) as answer:
            assert answer.status == 400
    channel = bot.get_channel(int(channel_id(sandbox)))
    assert isinstance(channel, discord.TextChannel)
    monkeypatch.setattr("discord.http.asyncio.sleep", at_once)
    picture = discord.File(io.BytesIO(b"map"), "map.txt")
    sent = await channel.send("in the end", file=picture)
    assert [each.filename for each in sent.attachments] == ["map.txt"]


def test_50_requests_a_second_over_all_routes() -> None:
    limiter = RateLimiter(enabled=True)
    for number in range(50):
        assert limiter.take(str(number), "", STANDARD, counts_globally=True).retry_after is None
    refused = limiter.take("another", "", STANDARD, counts_globally=True)
    assert refused.everywhere is True
    assert refused.headers["X-RateLimit-Global"] == "true"
    # Interaction answers do not count.
    assert limiter.take("callback", "", STANDARD, counts_globally=False).retry_after is None
