"""Drawing off the event loop: a bounded queue in which the newest request wins and no drawing takes
for ever.

The bot draws in a process that does nothing else (pebble looks after it): half the work of a
drawing is Python, so a thread would keep taking the interpreter from the event loop. If a channel
asks again before its last picture has been begun, it gets only the newest; `Superseded` tells the
older caller, which simply sends nothing. Pictures that somebody is waiting for come first, in the
order they were asked for. Among courtesies, the newest comes first, because it shows how things
are; one that has waited a long time shows something nobody asks about any more, and is dropped.

All servers share one queue. Each channel and each person has a share of the queue, in which the
newest also wins, and channels take turns, so a flood in one does not make the others wait.

A drawing that takes too long is abandoned along with its process; the next one begins in a fresh
process.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import pickle
import signal
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Awaitable, Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from pathlib import Path
from types import MethodType, TracebackType
from typing import Any, Generic, Protocol, TypeVar

from pebble import ProcessExpired, ProcessPool

from rendering.canvas.shelf import Shelf

T = TypeVar("T")

log = logging.getLogger(__name__)

SECONDS = 60.0
"""Seconds that a picture may take by the clock; on a quiet machine the slowest takes two."""

SECONDS_AT_LEISURE = 600.0
"""Seconds for work that nobody is waiting for: a film, or the very first board."""

_NICE = 2
"""How far drawing yields to the rest of the bot, which people are waiting for."""

LONGEST_COURTESY = 30.0
"""The most seconds that a courtesy waits before it is dropped."""

_SPARED = 3.0
"""After a courtesy, the next waits for this many times as long as it took, so that, most of the
time, a worker is free for people's requests and the machine for everything else."""

_SPARED_FOR_MANY = 30.0
"""The multiple that applies while many people are asking for pictures."""

_MANY, _LATELY = 8, 4.0
"""This many requests for pictures that people are waiting for, within this many seconds, count as a
rush."""

OF_PERSON, OF_CHANNEL = 2, 8
"""The most pictures that may wait for one person, and in one channel; courtesies are counted
separately."""


class Superseded(Exception):
    """The picture was never started: another request replaced it, or nobody wants it any longer."""


class Overloaded(Exception):
    """More pictures are waiting than the pool takes; ask again later."""


class GivenUp(Exception):
    """The picture took too long to draw and was stopped."""


class Broken(Exception):
    """The process ended before the picture was drawn."""


class _Processes:
    """Does work in a separate process, which ends with the bot, however the bot ends.

    The work is a function or a painter's method that can be pickled along with all its arguments
    (`functools.partial`). A painter, with the rules and the board that it knows, is packed once and
    handed over once; after that, its name is enough.
    """

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._painters: dict[int, tuple[object, bytes, bytes]] = {}
        """The painters met so far, with their names and packed forms, by their addresses in
        memory."""
        self._shelf = Shelf()
        self._pool = self._new()

    def _new(self) -> ProcessPool:
        context = multiprocessing.get_context("spawn")
        return ProcessPool(self._workers, initializer=_give_way, context=context)

    async def draw(self, work: Callable[[], T], seconds: float) -> T:
        """The result of the work. Raises `TimeoutError`, `Broken` and any error of the work
        itself."""
        name, painter, order = self._packed(work)
        found: T | None = self._shelf.find(name + order) if name else None
        if found is None:
            try:
                found = await _done(self._pool, name, b"", order, seconds)
            except _Unknown:
                found = await _done(self._pool, name, painter, order, seconds)
            if name:
                self._shelf.keep(name + order, found)
        return found

    async def at_leisure(self, work: Callable[[], T], seconds: float) -> T:
        """The result of the work, done in a process used only for this."""
        aside = self._new()
        try:
            done: T = await _done(aside, *self._packed(work), seconds)
            return done
        finally:
            await _ended(aside)

    def _packed(self, work: Callable[[], Any]) -> tuple[bytes, bytes, bytes]:
        """The painter's name and the painter, if the work is a method of one, and the rest of the
        work."""
        if not isinstance(work, partial) or not isinstance(work.func, MethodType):
            return b"", b"", pickle.dumps(work, pickle.HIGHEST_PROTOCOL)
        owner = work.func.__self__
        if id(owner) not in self._painters:
            packed = pickle.dumps(owner, pickle.HIGHEST_PROTOCOL)
            self._painters[id(owner)] = owner, blake2b(packed).digest(), packed
        _, name, packed = self._painters[id(owner)]
        order = work.func.__name__, work.args, work.keywords
        return name, packed, pickle.dumps(order, pickle.HIGHEST_PROTOCOL)

    async def close(self) -> None:
        """End the process, whatever is being drawn."""
        self._shelf.close()
        await _ended(self._pool)


class _Unknown(Exception):
    """The drawing process does not know the painter yet."""


async def _done(
    pool: ProcessPool, name: bytes, painter: bytes, order: bytes, seconds: float
) -> Any:
    try:
        done: Future[Any] = pool.schedule(_carry_out, args=(name, painter, order), timeout=seconds)
        return await asyncio.wrap_future(done)
    except ProcessExpired:
        raise Broken from None


async def _ended(pool: ProcessPool) -> None:
    pool.stop()  # type: ignore[no-untyped-call]
    await asyncio.to_thread(pool.join)


def _give_way() -> None:
    """Yield to the rest of the bot; this runs in the drawing process before anything else."""
    # The terminal tells the whole group to stop; the program decides when this process ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(_NICE)


_painters: OrderedDict[bytes, Any] = OrderedDict()
"""The painters that the drawing process knows, by name."""

_MOST_PAINTERS = 32


def _carry_out(name: bytes, painter: bytes, order: bytes) -> Any:
    """Do the packed work, in the drawing process. Raises `_Unknown` if it needs a painter that
    has not been handed over."""
    if not name:
        return pickle.loads(order)()
    if painter:
        _painters[name] = pickle.loads(painter)
        while len(_painters) > _MOST_PAINTERS:
            _painters.popitem(last=False)
    if name not in _painters:
        raise _Unknown
    work, args, more = pickle.loads(order)
    return getattr(_painters[name], work)(*args, **more)


class _Threads:
    """Does work in threads of this process, for a test or a benchmark that watches the work. The
    threads have no time limit."""

    def __init__(self, workers: int) -> None:
        self._pool = ThreadPoolExecutor(workers + 1, thread_name_prefix="draw")

    async def draw(self, work: Callable[[], T], seconds: float) -> T:
        """The result of the work."""
        del seconds
        return await asyncio.wrap_future(self._pool.submit(work))

    at_leisure = draw

    async def close(self) -> None:
        """Take no more work."""
        self._pool.shutdown(wait=False, cancel_futures=True)


@dataclass(slots=True)
class _Job(Generic[T]):
    work: Callable[[], T]
    seconds: float
    wanted: Callable[[], bool] | None
    done: asyncio.Future[T]
    asked: float
    """The time of the request, by the loop's clock."""
    channel: Hashable
    person: Hashable | None
    courtesy: bool = False


class Listener(Protocol):
    """Hears how long pictures take, and nothing about what they show."""

    def waited(self, seconds: float) -> None:
        """Note that a picture was started after waiting this long."""
        ...

    def drew(self, outcome: str, seconds: float) -> None:
        """Note how long a picture took, and how it ended: ``drawn``, ``failed`` or ``given up``."""
        ...


class RenderPool:
    """Draws pictures for one event loop, in threads or, with `processes`, in processes.

    `workers` is how many are drawn at once and `queue` how many may wait; `listener` hears how long
    they take. For processes, the work must be something that can be pickled along with all its
    arguments (`functools.partial`). Use it as an asynchronous context manager, or call `close` when
    done.
    """

    def __init__(
        self,
        *,
        workers: int = 1,
        queue: int = 64,
        cache_dir: Path | None = None,
        listener: Listener | None = None,
        processes: bool = False,
    ) -> None:
        self._where = _Processes(workers) if processes else _Threads(workers)
        self._workers = workers
        self._limit = queue
        self._listener = listener
        self.cache_dir = cache_dir
        """The folder where painters keep anything they will need again after a restart."""
        self._waiting: OrderedDict[Hashable, _Job[Any]] = OrderedDict()
        self._turns: OrderedDict[Hashable, None] = OrderedDict()
        """The channels with something waiting; the first one has the next turn."""
        self._aside = asyncio.Lock()
        self._busy: set[asyncio.Task[None]] = set()
        self._drawing = 0
        self._spared = 0.0
        """The time from which the next courtesy may begin, by the loop's clock."""
        self._asked = deque[float](maxlen=_MANY)
        """The times of the last few requests for pictures that people are waiting for."""
        self._later: asyncio.TimerHandle | None = None
        self._closed = False

    @property
    def waiting(self) -> int:
        """The number of pictures waiting to be started."""
        return len(self._waiting)

    async def submit(
        self,
        key: Hashable,
        work: Callable[[], T],
        *,
        seconds: float = SECONDS,
        wanted: Callable[[], bool] | None = None,
        courtesy: bool = False,
        channel: Hashable | None = None,
        person: Hashable | None = None,
    ) -> T:
        """Have `work` done. The work supersedes a waiting request with the same key, and is itself
        superseded if it is no longer `wanted` when it is about to start. A `courtesy` is done when
        nothing else is waiting, and superseded when it has waited too long; if there is no room,
        the courtesy that has waited longest gives way.

        The work counts towards the share of a `channel` and of a `person`: if either has too many,
        their longest-waiting request is superseded. If the queue is full, the longest-waiting
        request in the channel that fills it most is superseded as well.

        A process may take this many `seconds` by the clock. Raises `Superseded`, `Overloaded`,
        `GivenUp`, `Broken`, `RuntimeError` after `close`, and whatever `work` raises.
        """
        self._check_open()
        self._supersede(key)
        loop = asyncio.get_running_loop()
        where = key if channel is None else channel
        job: _Job[T] = _Job(
            work, seconds, wanted, loop.create_future(), loop.time(), where, person, courtesy
        )
        self._make_room(job)
        self._waiting[key] = job
        self._turns.setdefault(where)
        if not courtesy:
            self._asked.append(job.asked)
        self._start()
        return await job.done

    def _make_room(self, job: _Job[Any]) -> None:
        """Make older requests give way to a new one. Raises `Overloaded` if none of the older
        requests can."""
        alike = [(k, one) for k, one in self._waiting.items() if one.courtesy == job.courtesy]
        theirs = [k for k, one in alike if job.person is not None and one.person == job.person]
        for key in theirs[: max(0, len(theirs) + 1 - OF_PERSON)]:
            self._supersede(key)
        here = [k for k, one in alike if one.channel == job.channel and k in self._waiting]
        for key in here[: max(0, len(here) + 1 - OF_CHANNEL)]:
            self._supersede(key)
        if len(self._waiting) < self._limit:
            return
        oldest = next((k for k, one in self._waiting.items() if one.courtesy), None)
        if oldest is None:
            count = Counter(one.channel for one in self._waiting.values())
            fullest, most = max(count.items(), key=lambda found: found[1], default=(None, 0))
            if most < 2:  # no channel has more than one
                raise Overloaded
            oldest = next(k for k, one in self._waiting.items() if one.channel == fullest)
        self._supersede(oldest)

    def _supersede(self, key: Hashable) -> None:
        """Drop any work waiting under this key."""
        older = self._waiting.pop(key, None)
        if older is not None and not older.done.done():
            older.done.set_exception(Superseded())

    def _next(self) -> Hashable:
        """The next work to do: the oldest that somebody is waiting for in the channel whose turn it
        is, otherwise the newest courtesy; None if there is nothing to do yet.
        """
        self._leave_out()
        urgent = dict[Hashable, Hashable]()
        for waiting, job in self._waiting.items():
            if not job.courtesy:
                urgent.setdefault(job.channel, waiting)
        here = {job.channel for job in self._waiting.values()}
        self._turns = OrderedDict.fromkeys(channel for channel in self._turns if channel in here)
        turn = next((channel for channel in self._turns if channel in urgent), None)
        key = None if turn is None else urgent[turn]
        if key is not None:
            self._turns.move_to_end(turn)
        elif self._waiting:
            loop = asyncio.get_running_loop()
            if loop.time() < self._spared:
                if self._later is not None:
                    self._later.cancel()
                self._later = loop.call_at(self._spared, self._start)
            else:
                key = next(reversed(self._waiting))
        return key

    def _leave_out(self) -> None:
        """Drop the courtesies that have waited too long."""
        before = asyncio.get_running_loop().time() - LONGEST_COURTESY
        late = [k for k, job in self._waiting.items() if job.courtesy and job.asked < before]
        for key in late:
            self._supersede(key)

    async def at_leisure(self, work: Callable[[], T], *, seconds: float = SECONDS_AT_LEISURE) -> T:
        """Have long work done, one piece after another, so that no picture has to wait for it.

        A process may take this many `seconds` by the clock. The work changes nothing here: it only
        returns a result. Raises `GivenUp`, `Broken`, `RuntimeError` after `close`, and whatever
        `work` raises.
        """
        async with self._aside:
            self._check_open()
            return await self._timed(self._where.at_leisure(work, seconds))

    def _check_open(self) -> None:
        if self._closed:
            raise RuntimeError("The render pool is closed.")

    def _start(self) -> None:
        if self._drawing < self._workers and self._waiting:
            self._drawing += 1
            task = asyncio.get_running_loop().create_task(self._draw_all())
            self._busy.add(task)
            task.add_done_callback(self._busy.discard)

    async def _draw_all(self) -> None:
        """Draw whatever is waiting, until nothing is left."""
        # The number of drawings under way is reduced here rather than when the task is seen to have
        # finished: somebody may ask for the next picture before that, and that picture must find a
        # worker.
        try:
            while (key := self._next()) is not None:
                job = self._waiting.pop(key)
                if job.done.done():
                    continue
                if job.wanted is not None and not job.wanted():
                    job.done.set_exception(Superseded())
                    continue
                await self._draw(key, job)
        finally:
            self._drawing -= 1

    async def _draw(self, key: Hashable, job: _Job[Any]) -> None:
        loop = asyncio.get_running_loop()
        begun = loop.time()
        if self._listener is not None:
            self._listener.waited(begun - job.asked)
        try:
            picture = await self._timed(self._where.draw(job.work, job.seconds))
        except asyncio.CancelledError:
            job.done.cancel()
            raise
        except Exception as error:  # handed to the caller
            if isinstance(error, GivenUp):
                log.error("the drawing %r took too long and was abandoned", key)
            if not job.done.done():
                job.done.set_exception(error)
        else:
            if not job.done.done():
                job.done.set_result(picture)
        if job.courtesy:
            spared = _SPARED_FOR_MANY if self._many_ask else _SPARED
            self._spared = loop.time() + spared * (loop.time() - begun)

    @property
    def _many_ask(self) -> bool:
        """Whether many pictures that people are waiting for have been requested lately."""
        since = asyncio.get_running_loop().time() - _LATELY
        return len(self._asked) == _MANY and self._asked[0] > since

    async def _timed(self, drawing: Awaitable[T]) -> T:
        """The result of a drawing; the listener hears how long it took. Raises `GivenUp` if the
        time has run out."""
        begun, outcome = time.monotonic(), "failed"
        try:
            picture = await drawing
            outcome = "drawn"
        except TimeoutError:
            outcome = "given up"
            raise GivenUp from None
        finally:
            if self._listener is not None:
                self._listener.drew(outcome, time.monotonic() - begun)
        return picture

    async def close(self) -> None:
        """Drop everything waiting and everything being drawn."""
        self._closed = True
        if self._later is not None:
            self._later.cancel()
        for job in self._waiting.values():
            job.done.cancel()
        self._waiting.clear()
        for task in tuple(self._busy):
            task.cancel()
        await asyncio.gather(*self._busy, return_exceptions=True)
        await self._where.close()

    async def __aenter__(self) -> RenderPool:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()
