"""What somebody has to fetch before the board is there: all but the pictures, as it is packed."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

import pytest
from playwright.async_api import Page, Request, WebSocket, expect

from bot.sandbox import RunningSandbox
from tests.e2e.play.test_board import PHONE, WIDE, board_in, bot, laid, page

__all__ = ["bot", "laid", "page"]

pytestmark = pytest.mark.browser

MOST, MOST_AFTERWARDS = 60_000, 15_000
"""Bytes that a first visit may take, and what the first touch may add."""


class Fetched:
    """What a page has fetched for the board."""

    def __init__(self, page: Page) -> None:
        self._files: list[Request] = []
        self.frames: list[str] = []
        page.on("requestfinished", self._note)
        page.on("websocket", self._listen)

    def _note(self, request: Request) -> None:
        if "/activity/" in request.url and not request.url.endswith(".webp"):
            self._files.append(request)

    def _listen(self, socket: WebSocket) -> None:
        if "/activity/" in socket.url:
            socket.on("framereceived", lambda text: self.frames.append(str(text)))

    async def weights(self) -> dict[str, int]:
        """The bytes of each file, as they came, and of the frames, as the server packs them."""
        found = {
            each.url.partition("/activity/")[2].partition("?")[0]: (await each.sizes())[
                "responseBodySize"
            ]
            for each in self._files
        }
        return {**found, "frames": sum(packed(self.frames))}


def packed(frames: list[str]) -> Iterator[int]:
    """How many bytes each of these is on its way: aiohttp packs frames quickly, and each with what
    it knows of those before."""
    packer = zlib.compressobj(zlib.Z_BEST_SPEED, wbits=-zlib.MAX_WBITS)
    for frame in frames:
        data = packer.compress(frame.encode()) + packer.flush(zlib.Z_SYNC_FLUSH)
        yield len(data.removesuffix(b"\x00\x00\xff\xff"))


@pytest.mark.usefixtures("laid")
@pytest.mark.parametrize(
    ("width", "scheme"),
    [(PHONE, "dark"), pytest.param(WIDE, "light", marks=pytest.mark.long)],
)
async def test_a_first_visit_is_light(page: Page, sandbox: RunningSandbox, width: int) -> None:
    await page.get_by_test_id("begin-game-play").click()
    await expect(board_in(page).get_by_test_id("question")).to_contain_text("Move your nobles")
    browser = page.context.browser
    assert browser is not None
    async with await browser.new_context(viewport={"width": width, "height": 900}) as context:
        visit = await context.new_page()
        fetched = Fetched(visit)
        await visit.goto(sandbox.base_url)
        board = board_in(visit)
        await expect(board.locator('.light.is-live[data-id="percy"]')).to_be_attached()
        await expect(board.locator(".ground").first).to_be_visible()
        first = await fetched.weights()
        assert first["leaflet/leaflet.js"] > 40_000
        assert first["frames"] > 1_000
        assert sum(first.values()) <= MOST, first
        # What a touch needs comes with the first one, and leaves what is touched where it is.
        assert "static/touching.js" not in first
        help_ = board.get_by_role("button", name="Do it for me")
        await help_.focus()
        await expect(board.locator("#listing section").first).to_be_attached()
        await expect(help_).to_be_focused()
        await board.get_by_test_id("words").locator("summary").click()
        await expect(board.locator("#listing section").first).to_be_attached()
        then = await fetched.weights()
        assert then["static/touching.js"] > 1_000
        assert sum(then.values()) <= MOST + MOST_AFTERWARDS, then
