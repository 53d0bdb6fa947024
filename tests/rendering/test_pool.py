"""The pool: the loop stays free, the newest request wins, the queue is bounded."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from bot.rules.kernel import Match
from bot.rules.kingmaker.content import Content
from rendering.base_map import BaseMap
from rendering.draw import draw_board
from rendering.encode import Picture
from rendering.kingmaker_painter import KingmakerPainter
from rendering.pool import Overloaded, RenderPool, Superseded


def picture(name: str) -> Picture:
    return Picture(name.encode(), 1, 1, name)


class Gate:
    """Work that waits until it is let through, in the worker's own thread."""

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.open = threading.Event()

    async def reached(self) -> None:
        assert await asyncio.to_thread(self.begun.wait, 5)

    def work(self, name: str) -> Callable[[], Picture]:
        def draw() -> Picture:
            self.begun.set()
            assert self.open.wait(5)
            return picture(name)

        return draw


async def test_a_board_through_the_pool_equals_a_board_drawn_here(
    base: BaseMap, opening: Match, content: Content, cache: Path
) -> None:
    painter = KingmakerPainter(content, cache)
    view = opening.view(None)
    async with RenderPool(cache_dir=cache) as pool:
        drawn = await pool.submit("board", partial(painter.board, view, ["Alice"]))
    assert drawn == draw_board(view, content, names=["Alice"], cache_dir=cache)


async def test_the_loop_runs_while_a_picture_is_drawn() -> None:
    gate = Gate()
    async with RenderPool() as pool:
        job = asyncio.create_task(pool.submit("a", gate.work("a")))
        await gate.reached()
        assert not job.done()
        gate.open.set()
        assert (await job).alt == "a"


async def test_the_newest_request_of_a_channel_wins() -> None:
    gate = Gate()
    async with RenderPool() as pool:
        first = asyncio.create_task(pool.submit("a", gate.work("first")))
        await gate.reached()
        second = asyncio.create_task(pool.submit("a", lambda: picture("second")))
        other = asyncio.create_task(pool.submit("b", lambda: picture("other")))
        await asyncio.sleep(0)
        third = asyncio.create_task(pool.submit("a", lambda: picture("third")))
        await asyncio.sleep(0)
        assert pool.waiting == 2
        with pytest.raises(Superseded):
            await second
        gate.open.set()
        assert [(await t).alt for t in (first, other, third)] == ["first", "other", "third"]


async def test_the_queue_is_bounded() -> None:
    gate = Gate()
    async with RenderPool(queue=1) as pool:
        busy = asyncio.create_task(pool.submit("a", gate.work("a")))
        await gate.reached()
        waits = asyncio.create_task(pool.submit("b", lambda: picture("b")))
        await asyncio.sleep(0)
        with pytest.raises(Overloaded):
            await pool.submit("c", lambda: picture("c"))
        gate.open.set()
        assert ((await busy).alt, (await waits).alt) == ("a", "b")


async def test_an_error_reaches_the_one_who_asked_and_the_pool_goes_on() -> None:
    def broken() -> Picture:
        raise KeyError("camelot")

    async with RenderPool() as pool:
        with pytest.raises(KeyError, match="camelot"):
            await pool.submit("a", broken)
        assert (await pool.submit("a", lambda: picture("well"))).alt == "well"


async def test_a_closed_pool_takes_nothing() -> None:
    pool = RenderPool()
    await pool.close()
    with pytest.raises(RuntimeError):
        await pool.submit("a", lambda: picture("a"))
