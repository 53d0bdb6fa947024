"""The pictures' part of `kingmaker bench`: times, sizes, and how drawing affects everybody else."""

from __future__ import annotations

import asyncio
import multiprocessing
import random
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from bot.games import game_for
from bot.rules.kernel import Match, Seat
from bot.seats.random_seat import RandomSeat

_RANDOM = RandomSeat()
_SEATS = 4
_NAMES = [f"Seat {number}" for number in range(1, _SEATS + 1)]
_POSITIONS = 25
_CHANNELS = 50


def picture_figures() -> dict[str, Any]:
    """All figures about pictures."""
    figures = drawing_figures()
    figures["render_load"] = load_figures()
    return figures


# Pictures one by one


def positions(count: int, first_round: int = 8) -> list[Match]:
    """Positions from one game, some decisions apart, starting in a round when the board is full."""
    rules = game_for("kingmaker", "house")
    match, _ = Match.start(rules, _SEATS, "bench picture", {"rounds": "60"})
    chance = random.Random(7)
    found: list[Match] = []
    decided = 0
    while not match.over and len(found) < count:
        seat = match.waiting_for()[0]
        match.submit(seat, _RANDOM.choose(None, match.prompts(seat), seat, chance)[1])
        decided += 1
        if match.position.state.round >= first_round and decided % 3 == 0:
            found.append(Match.load(rules, match.save()))
    return found


def _timed(work: Callable[[], Any]) -> float:
    before = time.perf_counter()
    work()
    return (time.perf_counter() - before) * 1000


def _median(times: list[float]) -> float:
    return round(statistics.median(times), 1)


def drawing_figures() -> dict[str, Any]:
    """Times and sizes of the pictures of a game from its eighth round on."""
    from rendering.kingmaker.painter import KingmakerPainter

    content = game_for("kingmaker", "house").content
    matches = positions(_POSITIONS)
    views = [match.view(None) for match in matches]
    seat = Seat(0)
    own = matches[0].view(seat)
    with tempfile.TemporaryDirectory() as folder:
        painter = KingmakerPainter(content, Path(folder))
        first = _timed(partial(painter.board, views[0], _NAMES))
        boards = [_timed(partial(painter.board, view, _NAMES)) for view in views[1:]]
        crops = [_timed(partial(painter.crop, view, "london", _NAMES)) for view in views]
        hands = [_timed(partial(painter.hand, own, seat, _NAMES)) for _ in range(7)]
        drawn = {
            "board": painter.board(views[0], _NAMES),
            "crop": painter.crop(views[0], "london", _NAMES),
            "hand": painter.hand(own, seat, _NAMES),
        }
    return {
        "render_ms": {
            "board_first": round(first, 1),
            "board_next": _median(boards),
            "crop": _median(crops),
            "hand": _median(hands),
        },
        "image_kb": {name: round(len(each.png) / 1000, 1) for name, each in drawn.items()},
    }


# Everybody at once


def load_figures() -> dict[str, Any]:
    """Fifty channels ask for a board at once: how long the event loop is held up, and how much
    memory the drawing takes.

    The drawing runs in a separate process, so only the memory for drawing counts.
    """
    context = multiprocessing.get_context("spawn")
    with context.Pool(1) as pool:
        found: dict[str, Any] = pool.apply(_load)
    return found


def _load() -> dict[str, Any]:
    return asyncio.run(_all_at_once())


async def _all_at_once() -> dict[str, Any]:
    from rendering import RenderPool
    from rendering.kingmaker.painter import KingmakerPainter

    content = game_for("kingmaker", "house").content
    views = [match.view(None) for match in positions(_CHANNELS, first_round=3)]
    late: list[float] = []
    done = asyncio.Event()

    async def beat() -> None:
        """Measure how late the loop comes round each time."""
        while not done.is_set():
            before = time.perf_counter()
            await asyncio.sleep(0.002)
            late.append((time.perf_counter() - before - 0.002) * 1000)

    with tempfile.TemporaryDirectory() as folder:
        async with RenderPool(queue=_CHANNELS, cache_dir=Path(folder)) as pool:
            beating = asyncio.create_task(beat())
            began = time.perf_counter()
            painter = KingmakerPainter(content, pool.cache_dir)
            work = [partial(painter.board, view, _NAMES) for view in views]
            pictures = await asyncio.gather(*(pool.submit(n, w) for n, w in enumerate(work)))
            seconds = time.perf_counter() - began
            done.set()
            await beating
    return {
        "pictures": len(pictures),
        "seconds": round(seconds, 2),
        "loop_block_ms": round(max(late), 1),
        "loop_block_p99_ms": round(statistics.quantiles(late, n=100)[98], 1),
        "memory_mb": round(_peak() / 2**20, 1),
    }


def _peak() -> int:
    """The most memory that this process has used so far, in bytes.

    On Linux, ``ru_maxrss`` includes the memory of the process that started this one, so the
    kernel's own account of this program is asked first.
    """
    status = Path("/proc/self/status")
    if status.exists():
        for line in status.read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
