"""The bot's own page in a frame: passed on with the member's name, and with nothing else."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator

import aiohttp
import pytest
from aiohttp import web

from bot.sandbox import RunningSandbox
from bot.sandbox.members.entrance import Entrance
from tests.sandbox.conftest import Start

KEY, MEMBER = "X-Key", "X-Member"


@contextlib.asynccontextmanager
async def page_of_a_bot(sandbox: RunningSandbox) -> AsyncIterator[None]:
    """A bot's page that says what it was asked with; it echoes over its socket."""

    async def tell(request: web.Request) -> web.StreamResponse:
        said = [request.path, dict(request.query), request.headers[KEY], request.headers[MEMBER]]
        return web.json_response(said, headers={"Content-Security-Policy": "mine", "X-Other": "no"})

    async def echo(request: web.Request) -> web.StreamResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        async for frame in socket:
            await socket.send_str(f"{request.headers[MEMBER]}: {frame.data}")
        return socket

    app = web.Application()
    app.router.add_get("/live", echo)
    app.router.add_get("/{tail:.*}", tell)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    told = {
        "url": f"http://127.0.0.1:{runner.addresses[0][1]}",
        "headers": {KEY: "secret"},
        "member": MEMBER,
    }
    async with (
        aiohttp.ClientSession() as http,
        http.post(f"{sandbox.base_url}/sandbox/activity", json=told) as answer,
    ):
        assert answer.status == 200
    yield
    await runner.cleanup()


async def test_without_a_page_there_is_none(sandbox: RunningSandbox) -> None:
    async with (
        aiohttp.ClientSession() as http,
        http.get(f"{sandbox.base_url}/activity/") as answer,
    ):
        assert answer.status == 404


async def test_a_request_is_passed_on_without_the_members_key(sandbox: RunningSandbox) -> None:
    gwen = sandbox.sandbox.world.find_person("Gwen")
    assert gwen is not None
    async with page_of_a_bot(sandbox), aiohttp.ClientSession() as http:
        where = f"{sandbox.base_url}/activity/some/page"
        async with http.get(where, params={"as": gwen.key, "n": "1"}) as answer:
            assert await answer.json() == ["/some/page", {"n": "1"}, "secret", gwen.id]
            assert answer.headers["Content-Security-Policy"] == "mine"
            assert "X-Other" not in answer.headers
        async with http.ws_connect(f"{sandbox.base_url}/activity/live?as={gwen.key}") as socket:
            await socket.send_str("a tap")
            assert await socket.receive_str() == f"{gwen.id}: a tap"


async def test_strangers_and_closed_channels(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    sandbox = await start(lan=True)
    world = sandbox.sandbox.world
    gwen = world.find_person("Gwen")
    assert gwen is not None
    async with page_of_a_bot(sandbox), aiohttp.ClientSession() as http:
        monkeypatch.setattr(Entrance, "from_here", lambda self, request: False)
        tavern = next(each for each in world.state.channels.values() if each.name == "tavern")
        wanted = {
            f"?as={gwen.key}&channel={tavern.id}": 200,
            f"?as={gwen.key}&channel=12": 403,
            f"?channel={tavern.id}": 403,
            "?as=wrong": 403,
        }
        for query, status in wanted.items():
            async with http.get(f"{sandbox.base_url}/activity/{query}") as answer:
                assert (query, answer.status) == (query, status)


async def test_while_the_bot_is_away_it_says_so(sandbox: RunningSandbox) -> None:
    async with page_of_a_bot(sandbox):
        pass
    async with (
        aiohttp.ClientSession() as http,
        http.get(f"{sandbox.base_url}/activity/") as answer,
    ):
        assert answer.status == 502
