"""The pages of the boards: who is let in, and what is served from where."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from bot.board.site import KEY, MEMBER, BoardSite


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
        "/leaflet/leaflet.css": 200,
        "/static/..%2Fsite.py": 404,
        "/leaflet/..%2Fapps.py": 404,
        "/art/nothing.webp": 404,
        "/ground/nothing/light/1.webp": 404,
    }
    async with aiohttp.ClientSession(headers=told["headers"]) as http:
        for path, status in wanted.items():
            async with http.get(told["url"] + path) as answer:
                assert (path, answer.status) == (path, status)


async def test_nobody_looks_on_without_a_name_and_a_channel(told: dict[str, Any]) -> None:
    async with aiohttp.ClientSession(headers=told["headers"]) as http:
        for query, headers in (
            ("?channel=1", {}),
            ("", {MEMBER: "1"}),
            ("?channel=x", {MEMBER: "1"}),
        ):
            async with http.get(f"{told['url']}/live{query}", headers=headers) as answer:
                assert answer.status == 400
