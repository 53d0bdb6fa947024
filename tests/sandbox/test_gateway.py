"""The gateway: refusals, RESUME with what was missed, reconnects, shards, intents."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import aiohttp
import discord
import pytest

from bot.sandbox import RunningSandbox
from bot.sandbox.gateway import GUILD_MEMBERS, MESSAGE_CONTENT
from bot.sandbox.members.player import Player
from bot.sandbox.process import point_at
from tests.sandbox.conftest import Start, bot_at
from tests.sandbox.tiny_bot import TinyBot
from tests.waiting import PATIENCE


class Line:
    """A bare gateway connection."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket

    async def hear(self) -> dict[str, Any]:
        """The next frame."""
        frame = await self.socket.receive(timeout=PATIENCE)
        assert frame.type is aiohttp.WSMsgType.TEXT, frame
        heard: dict[str, Any] = json.loads(frame.data)
        return heard

    async def hear_all(self, until: str) -> list[dict[str, Any]]:
        """All frames up to the event ``until``."""
        heard = [await self.hear()]
        while heard[-1].get("t") != until:
            heard.append(await self.hear())
        return heard

    async def closed_with(self) -> int | None:
        """The code with which the server closes."""
        while not self.socket.closed:
            await self.socket.receive(timeout=PATIENCE)
        return self.socket.close_code

    async def identify(self, **changes: Any) -> None:
        """Take HELLO and identify."""
        assert (await self.hear())["op"] == 10
        wanted = {"token": "sandbox", "intents": 1, "properties": {}} | changes
        await self.socket.send_json({"op": 2, "d": wanted})


async def _line(http: aiohttp.ClientSession, sandbox: RunningSandbox) -> Line:
    return Line(await http.ws_connect(sandbox.base_url.replace("http", "ws") + "/gateway"))


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"token": "wrong"}, 4004),
        ({"intents": GUILD_MEMBERS}, 4014),
        ({"intents": MESSAGE_CONTENT}, 4014),
        ({"intents": 1 << 40}, 4013),
        ({"shard": [2, 2]}, 4010),
    ],
)
async def test_identify_refused(
    sandbox: RunningSandbox, changes: dict[str, Any], code: int
) -> None:
    async with aiohttp.ClientSession() as http:
        line = await _line(http, sandbox)
        await line.identify(**changes)
        assert await line.closed_with() == code


async def test_wrong_token_and_intents_as_discord_py_sees_them(sandbox: RunningSandbox) -> None:
    point_at(sandbox.base_url)
    client = discord.Client(intents=discord.Intents(guilds=True, members=True))
    with pytest.raises(discord.PrivilegedIntentsRequired):
        await client.start("sandbox")
    await client.close()
    client = discord.Client(intents=discord.Intents(guilds=True))
    with pytest.raises(discord.LoginFailure):
        await client.start("wrong")
    await client.close()


async def test_speaking_out_of_turn(sandbox: RunningSandbox) -> None:
    async with aiohttp.ClientSession() as http:
        for frame, code in (('{"op":3,"d":{}}', 4003), ("not json", 4002), ('{"op":99}', 4003)):
            line = await _line(http, sandbox)
            await line.socket.send_str(frame)
            assert await line.closed_with() == code


async def test_ready_and_guild_hold_what_discord_py_needs(sandbox: RunningSandbox) -> None:
    async with aiohttp.ClientSession() as http:
        line = await _line(http, sandbox)
        await line.identify()
        frames = await line.hear_all("GUILD_CREATE")
        assert [(each["t"], each["s"]) for each in frames] == [("READY", 1), ("GUILD_CREATE", 2)]
        guild = frames[1]["d"]
        assert [each["id"] for each in frames[0]["d"]["guilds"]] == [guild["id"]]
        assert [each["name"] for each in guild["channels"]] == ["tavern", "kingmaker", "tower"]
        # Without the members intent, only the bot's own member is sent.
        assert [each["user"]["username"] for each in guild["members"]] == ["kingmaker"]
        assert guild["member_count"] == 8
        await line.socket.send_json({"op": 1, "d": 2})
        assert await line.hear() == {"op": 11}


async def test_resume_replays_what_was_missed(sandbox: RunningSandbox, alice: Player) -> None:
    async with aiohttp.ClientSession() as http:
        line = await _line(http, sandbox)
        await line.identify(intents=1 | 1 << 9)
        frames = await line.hear_all("GUILD_CREATE")
        session = frames[0]["d"]["session_id"]
        sandbox.sandbox.gateway.drop()
        assert await line.closed_with() == 1006
        await alice.send("tavern", "one")
        await alice.send("tavern", "two")
        await alice.wait_for_message(lambda message: message["content"] == "two")
        again = await _line(http, sandbox)
        await again.hear()
        await again.socket.send_json(
            {"op": 6, "d": {"token": "sandbox", "session_id": session, "seq": 2}}
        )
        replayed = await again.hear_all("RESUMED")
        assert [(each["t"], each["s"]) for each in replayed] == [
            ("MESSAGE_CREATE", 3),
            ("MESSAGE_CREATE", 4),
            ("RESUMED", 5),
        ]


async def test_resume_of_an_unknown_session_or_one_that_broke_too_long_ago(start: Start) -> None:
    sandbox = await start(resume_seconds=-1.0)
    async with aiohttp.ClientSession() as http:
        line = await _line(http, sandbox)
        await line.identify()
        broken = (await line.hear_all("READY"))[-1]["d"]["session_id"]
        sandbox.sandbox.gateway.drop()
        await line.closed_with()
        for session in ("nobody", broken):
            line = await _line(http, sandbox)
            await line.hear()
            await line.socket.send_json(
                {"op": 6, "d": {"token": "sandbox", "session_id": session, "seq": 2}}
            )
            assert await line.hear() == {"op": 9, "d": False}


@pytest.mark.parametrize("how", ["drop", "ask_reconnect"])
async def test_the_bot_resumes_and_gets_the_interaction(
    sandbox: RunningSandbox, bot: TinyBot, alice: Player, how: str
) -> None:
    getattr(sandbox.sandbox.gateway, how)()
    if how == "drop":
        await alice.wait_until(lambda player: not player.bot["online"])
    outcome = await alice.slash("tavern", "hello")
    assert outcome.message is not None
    assert outcome.message["content"] == "hello Alice"
    await asyncio.wait_for(bot.resumed.wait(), PATIENCE)


async def test_invalid_session_makes_a_new_one(
    sandbox: RunningSandbox, bot: TinyBot, alice: Player
) -> None:
    bot.here.clear()
    sandbox.sandbox.gateway.invalidate()
    await asyncio.wait_for(bot.here.wait(), PATIENCE)
    outcome = await alice.slash("tavern", "hello")
    assert outcome.message is not None
    assert not bot.resumed.is_set()


async def test_shards_get_their_own_guilds_and_shard_0_the_direct_messages(start: Start) -> None:
    sandbox = await start(guild_names=("The Realm", "Calais", "Ireland", "Wales"))
    guilds = sandbox.sandbox.world.state.guilds
    # The ids were made within a moment, so the shard number lies in the same few bits.
    for moment, guild in enumerate(list(guilds.values())):
        assert (int(guild.id) >> 22) % 2 in (0, 1), moment
    async with aiohttp.ClientSession() as http:
        lines = [await _line(http, sandbox) for _ in range(2)]
        seen: list[set[str]] = []
        for number, line in enumerate(lines):
            await line.identify(intents=1 | 1 << 12, shard=[number, 2])
            ready = await line.hear()
            assert ready["d"]["shard"] == [number, 2]
            seen.append({each["id"] for each in ready["d"]["guilds"]})
            assert seen[number] == {each for each in guilds if (int(each) >> 22) % 2 == number}
            for _ in seen[number]:
                assert (await line.hear())["t"] == "GUILD_CREATE"
        assert seen[0] | seen[1] == set(guilds)
        async with await Player.connect(sandbox.base_url, "Bob", within=PATIENCE) as bob:
            await bob.send(await bob.open_dm(), "hear me")
        heard = await lines[0].hear()
        assert (heard["t"], heard["d"]["content"]) == ("MESSAGE_CREATE", "hear me")
        # The other hears nothing of it: the next thing it hears answers its own heartbeat.
        await lines[1].socket.send_json({"op": 1, "d": None})
        assert (await lines[1].hear())["op"] == 11


async def test_auto_sharded_client_follows_the_recommendation(start: Start) -> None:
    sandbox = await start(shards=2)
    async with bot_at(sandbox.base_url, shard_count=None) as bot:
        assert bot.shard_count == 2
        assert sorted(bot.shards) == [0, 1]


async def test_the_bot_hears_of_its_own_roles_only(sandbox: RunningSandbox) -> None:
    world = sandbox.sandbox.world
    guild = world.first_guild
    async with aiohttp.ClientSession() as http:
        line = await _line(http, sandbox)
        await line.identify()
        await line.hear_all("GUILD_CREATE")
        for user_id in (guild.owner_id, world.state.bot_id):
            sandbox.sandbox.member_changed(guild, guild.members[user_id])
        heard = await line.hear()
        assert heard["t"] == "GUILD_MEMBER_UPDATE"
        assert heard["d"]["user"]["id"] == world.state.bot_id
