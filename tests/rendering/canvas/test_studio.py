"""A studio draws in processes of its own: the same pictures, and none of them for ever."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.rules.kernel import Match
from bot.rules.kingmaker.content import Content
from rendering.canvas.pool import GivenUp, RenderPool
from rendering.canvas.studio import Broken, Studio
from rendering.kingmaker.draw import draw_board
from rendering.kingmaker.map.base_map import BaseMap
from rendering.kingmaker.painter import KingmakerPainter


async def test_a_board_from_the_studio_equals_a_board_drawn_here(
    base: BaseMap, opening: Match, content: Content, cache: Path
) -> None:
    painter, view = KingmakerPainter(content, cache), opening.view(None)
    async with RenderPool(cache_dir=cache, studio=Studio()) as pool:
        drawn = await pool.submit("board", partial(painter.board, view, ["Alice"]))
        again = await pool.submit("board", partial(painter.board, view, ["Alice"]))
        with pytest.raises(KeyError, match="camelot"):
            await pool.submit("crop", partial(painter.crop, view, "camelot", ["Alice"]))
    assert drawn == again == draw_board(view, content, names=["Alice"], cache_dir=cache)


async def test_one_process_draws_one_picture_after_another() -> None:
    async with RenderPool(studio=Studio()) as pool:
        first = await pool.submit("a", partial(os.getpid))
        assert first != os.getpid()
        assert await pool.submit("b", partial(os.getpid)) == first
    with pytest.raises(ProcessLookupError):
        os.kill(first, 0)


async def test_a_film_does_not_keep_pictures_waiting() -> None:
    async with RenderPool(studio=Studio()) as pool:
        film = asyncio.create_task(pool.at_leisure(partial(time.sleep, 1.0)))
        await asyncio.sleep(0.1)
        assert await pool.submit("a", partial(sum, (1, 2))) == 3
        assert not film.done()
        await film


async def test_what_takes_too_long_is_ended_and_the_next_one_is_drawn() -> None:
    async with RenderPool(studio=Studio()) as pool:
        await pool.submit("a", partial(sum, (1, 2)))
        # It takes minutes, in one step that lets nobody in.
        with pytest.raises(GivenUp):
            await pool.submit("b", partial(pow, 3, 3**22), seconds=0.2)
        assert await pool.submit("c", partial(sum, (1, 2))) == 3


async def test_a_process_that_is_killed_is_replaced() -> None:
    async with RenderPool(studio=Studio()) as pool:
        number = await pool.submit("b", partial(os.getpid))
        waits = asyncio.create_task(pool.submit("c", partial(time.sleep, 60.0)))
        await asyncio.sleep(0.2)
        os.kill(number, signal.SIGKILL)
        with pytest.raises(Broken):
            await waits
        assert await pool.submit("d", partial(sum, (1, 2))) == 3


async def test_closing_ends_what_is_being_drawn() -> None:
    pool = RenderPool(studio=Studio())
    number = await pool.submit("a", partial(os.getpid))
    waits = asyncio.create_task(pool.submit("b", partial(time.sleep, 60.0)))
    await asyncio.sleep(0.2)
    await pool.close()
    with pytest.raises(asyncio.CancelledError):
        await waits
    for _ in range(500):
        try:
            os.kill(number, 0)
        except ProcessLookupError:
            return
        await asyncio.sleep(0.01)
    pytest.fail("the process still runs")


async def test_where_the_system_grants_no_large_pipes_it_draws_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    popen = subprocess.Popen

    def refused(*args: Any, pipesize: int = -1, **more: Any) -> Any:
        if pipesize > 0:
            raise PermissionError(1, "Operation not permitted")
        return popen(*args, **more)

    monkeypatch.setattr(subprocess, "Popen", refused)
    async with RenderPool(studio=Studio()) as pool:
        assert len(await pool.submit("a", partial(bytes, 700_000))) == 700_000
