"""Drawing off the event loop: worker threads, a bounded queue, the newest request wins.

Pillow lets other threads run while it draws and encodes, so threads are enough. A channel that
asks again before its last picture was begun gets only the newest; the older caller is told so by
`Superseded` and simply sends nothing.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Superseded(Exception):
    """A newer request for the same channel took this one's place before it was begun."""


class Overloaded(Exception):
    """More pictures are waiting than the pool takes; ask again later."""


@dataclass(slots=True)
class _Job(Generic[T]):
    work: Callable[[], T]
    done: asyncio.Future[T]


class RenderPool:
    """Draws pictures in worker threads for one event loop.

    `queue` is the most pictures that may wait. Use it as an asynchronous context manager, or call
    `close` when done.
    """

    def __init__(self, *, workers: int = 1, queue: int = 64, cache_dir: Path | None = None) -> None:
        self._workers = workers
        self._limit = queue
        self.cache_dir = cache_dir
        """Where the painters who draw here keep what they need again after a restart."""
        self._waiting: OrderedDict[Hashable, _Job[Any]] = OrderedDict()
        self._executor = ThreadPoolExecutor(workers, thread_name_prefix="draw")
        self._aside = ThreadPoolExecutor(1, thread_name_prefix="draw-at-leisure")
        self._busy: set[asyncio.Task[None]] = set()
        self._drawing = 0
        self._closed = False

    @property
    def waiting(self) -> int:
        """How many pictures wait to be begun."""
        return len(self._waiting)

    async def submit(self, key: Hashable, work: Callable[[], T]) -> T:
        """Have `work` done in a worker; a waiting request with the same key is superseded.

        Raises `Superseded`, `Overloaded`, `RuntimeError` after `close`, and whatever `work` raises.
        """
        if self._closed:
            raise RuntimeError("The render pool is closed.")
        older = self._waiting.pop(key, None)
        if older is not None and not older.done.done():
            older.done.set_exception(Superseded())
        if len(self._waiting) >= self._limit:
            raise Overloaded
        job = _Job(work, asyncio.get_running_loop().create_future())
        self._waiting[key] = job
        self._start()
        return await job.done

    def _start(self) -> None:
        if self._drawing < self._workers and self._waiting:
            self._drawing += 1
            task = asyncio.get_running_loop().create_task(self._work())
            self._busy.add(task)
            task.add_done_callback(self._busy.discard)

    async def _work(self) -> None:
        """Draw what waits, oldest first, until nothing is left."""
        # Counted down here and not when the task is seen to be over: whoever gets the last
        # picture may ask for the next one before that, and must find a worker.
        try:
            while self._waiting:
                _, job = self._waiting.popitem(last=False)
                if not job.done.done():
                    await self._draw(job)
        finally:
            self._drawing -= 1

    async def _draw(self, job: _Job[Any]) -> None:
        loop = asyncio.get_running_loop()
        try:
            picture = await loop.run_in_executor(self._executor, job.work)
        except Exception as error:  # handed to whoever asked
            if not job.done.done():
                job.done.set_exception(error)
        else:
            if not job.done.done():
                job.done.set_result(picture)

    async def at_leisure(self, work: Callable[[], T]) -> T:
        """Have long work done, one piece after another, so that no picture waits for it.

        Raises `RuntimeError` after `close`, and whatever `work` raises.
        """
        if self._closed:
            raise RuntimeError("The render pool is closed.")
        return await asyncio.get_running_loop().run_in_executor(self._aside, work)

    async def close(self) -> None:
        """Finish what is being drawn, drop what waits, and stop the workers."""
        self._closed = True
        for job in self._waiting.values():
            job.done.cancel()
        self._waiting.clear()
        if self._busy:
            await asyncio.gather(*self._busy, return_exceptions=True)
        self._executor.shutdown(wait=False)
        self._aside.shutdown(wait=False, cancel_futures=True)

    async def __aenter__(self) -> RenderPool:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()
