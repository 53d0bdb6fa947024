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
from rendering.canvas.encoding import Picture
from rendering.canvas.pool import (
    LONGEST_COURTESY,
    OF_CHANNEL,
    OF_PERSON,
    Overloaded,
    RenderPool,
    Superseded,
)
from rendering.kingmaker.map.base_map import BaseMap
from rendering.kingmaker.painter import KingmakerPainter
from tests.rendering.drawing import draw_board


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


async def test_what_nobody_wants_any_more_is_not_begun() -> None:
    gate, wanted, drawn = Gate(), [True], list[str]()

    def draw(name: str) -> Picture:
        drawn.append(name)
        return picture(name)

    async with RenderPool() as pool:
        first = asyncio.ensure_future(pool.submit("a", gate.work("a")))
        await gate.reached()
        left = asyncio.ensure_future(
            pool.submit("b", partial(draw, "left"), wanted=lambda: wanted[0])
        )
        kept = asyncio.ensure_future(pool.submit("c", partial(draw, "kept"), wanted=lambda: True))
        await asyncio.sleep(0)
        assert pool.waiting == 2
        wanted[0] = False
        gate.open.set()
        with pytest.raises(Superseded):
            await left
        assert ((await first).alt, (await kept).alt, drawn) == ("a", "kept", ["kept"])


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


async def test_a_courtesy_is_drawn_last_and_makes_room() -> None:
    gate, drawn = Gate(), list[str]()

    def draw(name: str) -> Picture:
        drawn.append(name)
        return picture(name)

    async with RenderPool(queue=3) as pool:
        busy = asyncio.create_task(pool.submit("a", gate.work("a")))
        await gate.reached()
        given = [
            asyncio.create_task(pool.submit(name, partial(draw, name), courtesy=True))
            for name in ("older", "newer")
        ]
        await asyncio.sleep(0)
        asked = [asyncio.create_task(pool.submit(n, partial(draw, n))) for n in ("b", "c")]
        await asyncio.sleep(0)
        with pytest.raises(Superseded):
            await given[0]
        gate.open.set()
        await asyncio.gather(busy, given[1], *asked)
    assert drawn == ["b", "c", "newer"]


async def test_the_newest_courtesy_comes_first_and_what_has_waited_long_is_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gate, drawn, loop = Gate(), list[str](), asyncio.get_running_loop()
    now = loop.time()
    monkeypatch.setattr(loop, "time", lambda: now)

    def draw(name: str) -> Picture:
        drawn.append(name)
        return picture(name)

    async with RenderPool() as pool:

        def give(name: str, courtesy: bool = True) -> asyncio.Task[Picture]:
            return asyncio.create_task(pool.submit(name, partial(draw, name), courtesy=courtesy))

        busy = asyncio.create_task(pool.submit("a", gate.work("a")))
        await gate.reached()
        late, asked = give("late"), give("asked", courtesy=False)
        await asyncio.sleep(0)
        now += LONGEST_COURTESY
        given = [give("older"), give("newer")]
        await asyncio.sleep(0)
        now += 0.5
        gate.open.set()
        await asyncio.gather(busy, asked, *given)
        with pytest.raises(Superseded):
            await late
    assert drawn == ["asked", "newer", "older"]


@pytest.mark.parametrize(("asked_before", "spared"), [(7, 1.5), (8, 15.0)])
async def test_after_a_courtesy_there_is_time_for_what_people_ask_for(
    monkeypatch: pytest.MonkeyPatch, asked_before: int, spared: float
) -> None:
    gate, drawn, loop = Gate(), list[str](), asyncio.get_running_loop()
    now = loop.time()
    monkeypatch.setattr(loop, "time", lambda: now)

    def draw(name: str) -> Picture:
        drawn.append(name)
        return picture(name)

    async with RenderPool() as pool:
        for number in range(asked_before):
            await pool.submit(number, partial(draw, "before"))
        drawn.clear()
        first = asyncio.create_task(pool.submit("first", gate.work("first"), courtesy=True))
        await gate.reached()
        now += 0.5
        gate.open.set()
        await first
        second = asyncio.create_task(pool.submit("second", partial(draw, "second"), courtesy=True))
        await pool.submit("asked", partial(draw, "asked"))
        now += spared - 0.1
        await pool.submit("asked again", partial(draw, "asked again"))
        assert (drawn, pool.waiting) == (["asked", "asked again"], 1)
        now += 0.2
        await second
    assert drawn == ["asked", "asked again", "second"]


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


class Heard:
    """Hears how long pictures take."""

    def __init__(self) -> None:
        self.waits: list[float] = []
        self.outcomes: list[str] = []

    def waited(self, seconds: float) -> None:
        self.waits.append(seconds)

    def drew(self, outcome: str, seconds: float) -> None:
        assert seconds >= 0
        self.outcomes.append(outcome)


async def test_a_listener_hears_of_every_picture_that_was_begun() -> None:
    gate, heard = Gate(), Heard()

    def broken() -> Picture:
        raise KeyError("camelot")

    async with RenderPool(listener=heard) as pool:
        first = asyncio.create_task(pool.submit("a", gate.work("a")))
        await gate.reached()
        second = asyncio.create_task(pool.submit("b", broken))
        never = asyncio.create_task(pool.submit("c", lambda: picture("c"), wanted=lambda: False))
        await asyncio.sleep(0)
        gate.open.set()
        await asyncio.gather(first, second, never, return_exceptions=True)
        await pool.at_leisure(lambda: picture("film"))
    assert heard.outcomes == ["drawn", "failed", "drawn"]
    # Nobody waits for a film, and what nobody wants any more is not begun.
    assert len(heard.waits) == 2
    assert min(heard.waits) >= 0


def asked(pool: RenderPool, drawn: list[str], name: str, **more: object) -> asyncio.Task[Picture]:
    """Somebody asks for a picture, which tells when it is drawn."""

    def draw() -> Picture:
        drawn.append(name)
        return picture(name)

    return asyncio.create_task(pool.submit(name, draw, **more))  # type: ignore[arg-type]


async def ends(tasks: list[asyncio.Task[Picture]]) -> list[str]:
    """What became of each: its name, or why it was not drawn."""
    found = await asyncio.gather(*tasks, return_exceptions=True)
    return [one.alt if isinstance(one, Picture) else type(one).__name__ for one in found]


async def test_a_flood_in_one_channel_makes_no_other_wait() -> None:
    gate, drawn = Gate(), list[str]()
    async with RenderPool() as pool:
        busy = asyncio.create_task(pool.submit("busy", gate.work("busy")))
        await gate.reached()
        flood = [asked(pool, drawn, f"flood {n}", channel="loud", person=n) for n in range(200)]
        await asyncio.sleep(0)
        assert pool.waiting == OF_CHANNEL
        quiet = [asked(pool, drawn, f"quiet {n}", channel=f"quiet {n}") for n in range(2)]
        await asyncio.sleep(0)
        gate.open.set()
        await busy
        # The newest of the flood are drawn, and the others' turns come between them.
        assert await ends(quiet) == ["quiet 0", "quiet 1"]
        assert await ends(flood) == ["Superseded"] * (200 - OF_CHANNEL) + [
            f"flood {n}" for n in range(200 - OF_CHANNEL, 200)
        ]
    assert drawn[:4] == ["flood 192", "quiet 0", "quiet 1", "flood 193"]


async def test_of_one_person_only_the_newest_wait_in_whatever_channels() -> None:
    gate, drawn = Gate(), list[str]()
    async with RenderPool() as pool:
        busy = asyncio.create_task(pool.submit("busy", gate.work("busy")))
        await gate.reached()
        mine = [asked(pool, drawn, f"mine {n}", channel=n, person=7) for n in range(5)]
        other = [asked(pool, drawn, "other", channel=0, person=8)]
        await asyncio.sleep(0)
        assert pool.waiting == OF_PERSON + 1
        gate.open.set()
        await busy
        assert await ends(mine) == ["Superseded"] * 3 + ["mine 3", "mine 4"]
        assert await ends(other) == ["other"]


async def test_a_full_queue_takes_from_the_channel_that_fills_it_most() -> None:
    gate, drawn = Gate(), list[str]()
    async with RenderPool(queue=3) as pool:
        busy = asyncio.create_task(pool.submit("busy", gate.work("busy")))
        await gate.reached()
        loud = [asked(pool, drawn, f"loud {n}", channel="loud") for n in range(2)]
        rest = [asked(pool, drawn, name, channel=name) for name in ("one", "two")]
        await asyncio.sleep(0)
        with pytest.raises(Overloaded):
            await pool.submit("late", lambda: picture("late"), channel="late")
        gate.open.set()
        await busy
        assert await ends([*loud, *rest]) == ["Superseded", "loud 1", "one", "two"]
