"""The bot in a separate process, for the bench: it notes how long its event loop was held up.

The process is run as ``python -m bot.bench.served SANDBOX DATABASE DRAWN NUMBER PROCESSES``;
NUMBER, counting from 0, says which of the PROCESSES it is. The process prints a line once it is at
work; for each line of its input it prints, once it is idle, one JSON object saying what it has done
so far; and it runs until its input ends. Then it prints one more JSON object: ``looks`` lists the
checks on its loop, each with the time by `time.monotonic`, how many seconds late it was, and the
processor time that the loop's thread had used; ``spans`` says how long the parts of its work took
(`Spans`).
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from time import clock_gettime, monotonic, thread_time

_LOOK = 0.02
_SCHEDULED = 2
"""The number by which Linux knows the clock that measures another process's processor time."""
_TICKS = os.sysconf("SC_CLK_TCK")
_STARTING, _STOPPING = 120.0, 20.0


class ServedBot:
    """A bot at work in another process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.looks: list[tuple[float, float, float]] = []
        """The measurements of the bot's event loop, known once it has ended: when, how late, and
        the processor time that the loop's thread had used by then.
        """
        self.spans: list[tuple[str, float, float]] = []
        """What the bot did, known once it has ended: the name, when it began, and how long it took.
        """

    def cpu(self) -> float:
        """Seconds of processor time used by the bot itself."""
        return cpu_of(self._process.pid)

    def drawing_cpu(self) -> float:
        """Seconds of processor time used by the processes that it has started to draw."""
        return sum(map(cpu_of, self.begun()))

    def most_memory_mb(self) -> dict[str, float]:
        """The most memory used at any time by the bot, and by the processes it has started, added
        up by kind.
        """
        found = {"bot": _peak_mb(self._process.pid)}
        for pid in self.begun():
            found[_called(pid)] = found.get(_called(pid), 0.0) + _peak_mb(pid)
        return found

    async def at_rest(self) -> dict[str, float]:
        """Wait until the bot has nothing left to do. Returns what it has done so far
        (`Spans.done`).
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(b"\n")
        async with asyncio.timeout(_STARTING):
            done: dict[str, float] = json.loads(await self._process.stdout.readline())
        return done

    def begun(self) -> list[int]:
        """The processes that the bot has started."""
        pid = self._process.pid
        children = Path(f"/proc/{pid}/task").glob("*/children")
        return [int(child) for each in children for child in each.read_text().split()]

    async def end(self) -> None:
        """Let the bot report its notes, then end it."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        with contextlib.suppress(TimeoutError, ValueError):
            async with asyncio.timeout(_STOPPING):
                noted = json.loads(await self._process.stdout.read())
                self.looks = [(when, late, cpu) for when, late, cpu in noted["looks"]]
                self.spans = [(name, when, took) for name, when, took in noted["spans"]]
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()


def cpu_of(pid: int) -> float:
    """Seconds of processor time that a process has used."""
    parts = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    # The process's own time, and that of any processes it started that have since ended.
    return sum(map(int, parts[11:15])) / _TICKS


def processor_time(pid: int) -> float:
    """A process's own time only, as exactly as the system knows it."""
    return clock_gettime(~pid << 3 | _SCHEDULED)


def _peak_mb(pid: int) -> float:
    """The most memory that a process has held at any one time."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    peak = next(line for line in lines if line.startswith("VmHWM"))
    return round(int(peak.split()[1]) / 1024, 1)


def _called(pid: int) -> str:
    """What the bot started a process for: to draw, or to look after the others. In the bench's
    games, nobody thinks for long."""
    line = Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8")
    return "tracker" if "resource_tracker" in line else "drawing"


@asynccontextmanager
async def bot_at(
    base_url: str, database: str, drawn: Path, number: int, processes: int
) -> AsyncIterator[ServedBot]:
    """The bot at work on a sandbox, with a database and a folder of drawn boards: one of several
    processes, counting from 0."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot.bench.served", base_url, database, str(drawn)),
        *(str(number), str(processes)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    served = ServedBot(process)
    try:
        async with asyncio.timeout(_STARTING):
            await process.stdout.readline()
        yield served
    finally:
        if process.returncode is None:
            await served.end()


async def _serve(base_url: str, database: str, drawn: str, number: str, processes: str) -> None:
    # This is imported late, as on the command line: the process that draws imports this module too,
    # and would keep all the rest in memory.
    from bot.app import Bot, hang_up_quietly
    from bot.bench.spans import Spans
    from bot.sandbox.process import point_at
    from bot.storage import Database
    from rendering import RenderPool

    point_at(base_url)
    store = Database(database, alone=processes == "1")
    bot = Bot(
        store,
        process=number,
        shard_ids=[int(number)],
        shard_count=int(processes),
        quick=True,
        pool=RenderPool(cache_dir=Path(drawn), processes=True),
        stand=base_url,
    )
    spans = Spans()
    spans.watch()
    spans.count(store.engine.sync_engine)
    running = asyncio.create_task(bot.start("sandbox"))
    keeping = asyncio.create_task(bot.keep_in_memory())
    looks: list[tuple[float, float, float]] = []
    watching = asyncio.create_task(_watch(looks))
    await asyncio.wait({running, keeping}, return_when=asyncio.FIRST_COMPLETED)
    print("at work", flush=True)
    standing = asyncio.all_tasks()
    while await asyncio.to_thread(sys.stdin.readline):
        # Checking must not count as work done.
        watching.cancel()
        while under_way := asyncio.all_tasks() - standing:
            await asyncio.wait(under_way)
        print(json.dumps(spans.done()), flush=True)
    watching.cancel()
    # Measurements wait only for this, not for the rest to shut down.
    print(json.dumps({"looks": looks, "spans": spans.found}), flush=True)
    os.close(sys.stdout.fileno())
    hang_up_quietly(asyncio.get_running_loop())
    await bot.close()
    with contextlib.suppress(Exception):
        await running


async def _watch(looks: list[tuple[float, float, float]]) -> None:
    """Note again and again how late this task resumes."""
    while True:
        before = monotonic()
        await asyncio.sleep(_LOOK)
        looks.append((before, max(0.0, monotonic() - before - _LOOK), thread_time()))


if __name__ == "__main__":
    asyncio.run(_serve(*sys.argv[1:6]))
