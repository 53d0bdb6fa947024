"""Drawing in processes: the same pictures, and none of them for ever."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from functools import partial
from pathlib import Path
from typing import BinaryIO

import pytest

from bot.rules.kernel import Match
from bot.rules.kingmaker.content import Content
from rendering.canvas.pool import Broken, GivenUp, RenderPool
from rendering.kingmaker.map.base_map import BaseMap
from rendering.kingmaker.painter import KingmakerPainter
from tests.rendering.drawing import draw_board
from tests.waiting import lives, until


async def test_a_board_from_a_process_equals_a_board_drawn_here(
    base: BaseMap, opening: Match, content: Content, cache: Path
) -> None:
    painter, view = KingmakerPainter(content, cache), opening.view(None)
    async with RenderPool(cache_dir=cache, processes=True) as pool:
        drawn = await pool.submit("board", partial(painter.board, view, ["Alice"]))
        again = await pool.submit("board", partial(painter.board, view, ["Alice"]))
        with pytest.raises(KeyError, match="camelot"):
            await pool.submit("crop", partial(painter.crop, view, "camelot", ["Alice"]))
    assert drawn == again == draw_board(view, content, names=["Alice"], cache_dir=cache)


async def test_one_process_draws_one_picture_after_another() -> None:
    async with RenderPool(processes=True) as pool:
        first = await pool.submit("a", partial(os.getpid))
        assert first != os.getpid()
        assert await pool.submit("b", partial(os.getpid)) == first
    with pytest.raises(ProcessLookupError):
        os.kill(first, 0)


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    """Who reads it has work that lasts, until its other end was opened and closed again."""
    os.mkfifo(tmp_path / "pipe")
    return tmp_path / "pipe"


async def begun(pipe: Path) -> BinaryIO:
    """The other end of a pipe, once somebody has begun to read it."""

    def is_read() -> bool:
        with contextlib.suppress(OSError):  # nobody reads it yet
            ends.append(os.open(pipe, os.O_WRONLY | os.O_NONBLOCK))
        return bool(ends)

    ends = list[int]()
    await until(is_read)
    return os.fdopen(ends[0], "wb")


async def test_a_film_does_not_keep_pictures_waiting(pipe: Path) -> None:
    async with RenderPool(processes=True) as pool:
        film = asyncio.create_task(pool.at_leisure(partial(Path.read_text, pipe)))
        with await begun(pipe):
            assert await pool.submit("a", partial(sum, (1, 2))) == 3
            assert not film.done()
        assert await film == ""


async def test_what_takes_too_long_is_ended_and_the_next_one_is_drawn() -> None:
    async with RenderPool(processes=True) as pool:
        await pool.submit("a", partial(sum, (1, 2)))
        # It takes minutes, in one step that lets nobody in.
        with pytest.raises(GivenUp):
            await pool.submit("b", partial(pow, 3, 3**22), seconds=0.2)
        assert await pool.submit("c", partial(sum, (1, 2))) == 3


async def test_a_process_that_is_killed_is_replaced(pipe: Path) -> None:
    async with RenderPool(processes=True) as pool:
        number = await pool.submit("b", partial(os.getpid))
        waits = asyncio.create_task(pool.submit("c", partial(Path.read_text, pipe)))
        with await begun(pipe):
            os.kill(number, signal.SIGKILL)
            with pytest.raises(Broken):
                await waits
        assert await pool.submit("d", partial(sum, (1, 2))) == 3


async def test_closing_ends_what_is_being_drawn(pipe: Path) -> None:
    pool = RenderPool(processes=True)
    number = await pool.submit("a", partial(os.getpid))
    waits = asyncio.create_task(pool.submit("b", partial(Path.read_text, pipe)))
    with await begun(pipe):
        await pool.close()
        with pytest.raises(asyncio.CancelledError):
            await waits
    await until(lambda: not lives(number))


ASKED = """
import asyncio, os
from functools import partial
from rendering import RenderPool

async def draw():
    pool = RenderPool(processes=True)
    print(await pool.submit("a", partial(os.getpid)), flush=True)
    await asyncio.Event().wait()

if __name__ == "__main__":
    asyncio.run(draw())
"""


async def test_it_ends_with_a_program_that_is_killed() -> None:
    program = await asyncio.create_subprocess_exec(
        sys.executable, "-c", ASKED, stdout=asyncio.subprocess.PIPE
    )
    assert program.stdout is not None
    number = int(await program.stdout.readline())
    program.kill()
    await program.wait()
    await until(lambda: not lives(number))
