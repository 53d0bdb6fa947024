"""The pages of the boards: who is let in, and what is served from where."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from bot.board.links import Links
from bot.board.site import KEY, MEMBER, BoardSite, Unservable
from tests.waiting import PATIENCE


@pytest.fixture
async def told() -> AsyncIterator[dict[str, Any]]:
    """What a site tells the one before whom it is served."""
    heard: dict[str, Any] = {}

    async def hear(request: web.Request) -> web.StreamResponse:
        heard.update(await request.json())
        return web.json_response({})

    app = web.Application()
    app.router.add_post("/sandbox/activity", hear)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    client: Any = SimpleNamespace(desk=SimpleNamespace(services=SimpleNamespace(watching=None)))
    site = BoardSite(client)
    await site.open(f"http://127.0.0.1:{runner.addresses[0][1]}")
    yield heard
    await asyncio.gather(site.close(), runner.cleanup())


async def test_only_with_the_key(told: dict[str, Any]) -> None:
    async with aiohttp.ClientSession() as http:
        for headers in ({}, {KEY: ""}, {KEY: "wrong"}, {MEMBER: "1"}):
            for path in ("/", "/static/board.js", "/live?channel=1"):
                async with http.get(told["url"] + path, headers=headers) as answer:
                    assert answer.status == 403
        async with http.get(told["url"] + "/", headers=told["headers"]) as answer:
            assert answer.status == 200
            assert "frame-ancestors 'self'" in answer.headers["Content-Security-Policy"]
            assert answer.headers["Referrer-Policy"] == "no-referrer"


async def test_files_of_the_page_and_of_leaflet_and_no_others(told: dict[str, Any]) -> None:
    wanted = {
        "/static/board.js": 200,
        "/static/chart.js": 200,
        "/leaflet/leaflet.js": 200,
        "/static/..%2Fsite.py": 404,
        "/leaflet/..%2Fapps.py": 404,
        "/leaflet/leaflet.js.map": 404,
        "/land/nothing.json": 404,
        "/art/nothing.webp": 404,
        "/ground/nothing/light/1.webp": 404,
    }
    async with aiohttp.ClientSession(headers=told["headers"]) as http:
        for path, status in wanted.items():
            async with http.get(told["url"] + path) as answer:
                assert (path, answer.status) == (path, status)


async def test_files_are_packed_once_for_those_who_can_unpack_them(told: dict[str, Any]) -> None:
    url = told["url"] + "/static/board.js"
    async with aiohttp.ClientSession(headers=told["headers"], auto_decompress=False) as http:
        async with http.get(url, headers={"Accept-Encoding": "gzip, br"}) as answer:
            assert answer.headers["Content-Encoding"] == "gzip"
            assert answer.headers["Vary"] == "Accept-Encoding"
            tag, packed = answer.headers["ETag"], await answer.read()
        async with http.get(url, headers={"Accept-Encoding": "identity"}) as answer:
            assert "Content-Encoding" not in answer.headers
            assert answer.content_type == "text/javascript"
            plain = await answer.read()
        assert gzip.decompress(packed) == plain
        assert packed == gzip.compress(plain, 9, mtime=0)
        async with http.get(url, headers={"If-None-Match": tag}) as answer:
            assert (answer.status, await answer.read()) == (304, b"")


async def test_nobody_looks_on_without_a_name_and_a_channel(told: dict[str, Any]) -> None:
    async with aiohttp.ClientSession(headers=told["headers"]) as http:
        for query, headers in (
            ("?channel=1", {}),
            ("", {MEMBER: "1"}),
            ("?channel=x", {MEMBER: "1"}),
        ):
            async with http.get(f"{told['url']}/live{query}", headers=headers) as answer:
                assert answer.status == 400


@pytest.fixture
async def on_the_web() -> AsyncIterator[str]:
    """Where a site listens for what comes in by the name of boards.example."""
    client: Any = SimpleNamespace(desk=SimpleNamespace(services=SimpleNamespace(watching=None)))
    links = Links("https://boards.example", b"key")
    site = BoardSite(client, links)
    await site.open_to_the_web()
    yield f"http://127.0.0.1:{links.port}"
    await site.close()


HERE = {"Host": "boards.example"}


async def test_the_web_sees_pages_under_their_name_alone(on_the_web: str) -> None:
    async with aiohttp.ClientSession() as http:
        for host in ("other.example", "boards.example:8081", "127.0.0.1"):
            for path in ("/", "/static/board.js", "/live"):
                async with http.get(on_the_web + path, headers={"Host": host}) as answer:
                    assert answer.status == 421
        async with http.get(on_the_web + "/", headers=HERE) as answer:
            assert answer.status == 200
            policy = answer.headers["Content-Security-Policy"]
            assert policy.startswith("default-src 'none'; script-src 'self';")
            assert "frame-ancestors 'self'" in policy
            assert answer.headers["Referrer-Policy"] == "no-referrer"
            assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
        for method in ("POST", "PUT", "DELETE"):
            async with http.request(method, on_the_web + "/", headers=HERE) as answer:
                assert answer.status == 405


async def test_other_peoples_pages_open_no_socket(on_the_web: str) -> None:
    async with aiohttp.ClientSession() as http:
        for origin in ({}, {"Origin": "null"}, {"Origin": "https://evil.example"}):
            headers = {**HERE, **origin, KEY: "x", MEMBER: "77"}
            async with http.get(on_the_web + "/live?channel=1", headers=headers) as answer:
                assert answer.status == 403


@pytest.mark.parametrize(
    "first", ['{"pass": "G1.77.2.99999999999.h.AAAAAAAAAAAAAAAAAAAAAA"}', "{}", "no frame", "[]"]
)
async def test_a_page_without_a_pass_is_shown_nothing(on_the_web: str, first: str) -> None:
    headers = {**HERE, "Origin": "https://boards.example"}
    async with (
        aiohttp.ClientSession() as http,
        http.ws_connect(on_the_web + "/live", headers=headers) as socket,
    ):
        await socket.send_str(first)
        said = await socket.receive_json()
        assert said["t"] == "void"
        assert "**Open the board**" in said["d"]
        await socket.receive()
        assert socket.close_code == 4403


async def test_a_port_that_is_taken_is_said(on_the_web: str) -> None:
    client: Any = SimpleNamespace(desk=SimpleNamespace(services=SimpleNamespace(watching=None)))
    port = int(on_the_web.rpartition(":")[2])
    site = BoardSite(client, Links("https://boards.example", b"key", port=port))
    with pytest.raises(Unservable, match="Choose another WEB_PORT"):
        await site.open_to_the_web()
    await site.close()


async def test_without_links_nothing_listens() -> None:
    client: Any = SimpleNamespace(desk=SimpleNamespace(services=SimpleNamespace(watching=None)))
    site = BoardSite(client)
    await site.open_to_the_web()
    assert site.ports == []


async def test_a_board_that_is_slow_to_lay_out_holds_up_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board: Any = SimpleNamespace(ground="ground")
    painter = SimpleNamespace(lay=print)
    client: Any = SimpleNamespace(pictures=SimpleNamespace(painter=lambda _: painter))
    site, hangs = BoardSite(client), asyncio.Event()

    async def draw(key: tuple[str, str], _: Any) -> Any:
        if key[0] == "slow":
            await hangs.wait()
        return SimpleNamespace(board=board, arts={}, land=None)

    monkeypatch.setattr(site, "_draw", draw)
    slow: Any = SimpleNamespace(id="slow")
    quick: Any = SimpleNamespace(id="quick")
    waits = asyncio.create_task(site.lay_view(slow, None, [], (1, 3)))
    await asyncio.sleep(0)
    assert (await asyncio.wait_for(site.lay_view(quick, None, [], (1, 3)), PATIENCE)).board is board
    assert not waits.done()
    hangs.set()
    assert (await waits).board is board
