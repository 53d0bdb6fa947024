"""Drawing off the event loop: a bounded queue, the newest request wins, none for ever.

It is done in threads, or with a `Studio` in processes that do nothing else, which is how the bot
has it: half of a drawing is Python, and in a thread it would take the interpreter from the event
loop at every step of it. A channel that asks again before its last picture was begun gets only the
newest; the older caller is told so by `Superseded` and simply sends nothing. What somebody waits
for comes first, as it was asked for. Of what is a courtesy the newest comes first: it shows how
things stand, while what has waited long shows what nobody asks about any more, and is left out.

All servers have one queue. A channel and a person have a share of it, in which the newest wins too,
and the channels take turns, so that a flood in one of them makes no other wait.

Every piece of work has a thread to itself. One that takes too long is stopped and given up, and
the next one begins in a fresh thread (and process, where there is one). How long it takes is
counted in the drawing's own processor time, so that a busy machine gives up nothing that a quiet
one would have drawn.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import logging
import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, Generic, Protocol, TypeVar

from rendering.canvas.memory import give_back, part_with_large
from rendering.canvas.studio import Broken, Easel, Studio

T = TypeVar("T")

log = logging.getLogger(__name__)

SECONDS = 10.0
"""Processor time that a picture may take; on the machine it was made for the slowest takes two."""

SECONDS_AT_LEISURE = 60.0
"""The same for work that nobody waits for: a film, or the first board of all."""

_ON_THE_CLOCK = 10
"""How many times as long it may take by the clock on the wall, where others need the machine."""

_LOOK = 0.2
"""Seconds between two looks at how long a drawing takes."""

LONGEST_COURTESY = 30.0
"""Seconds that a courtesy waits at most; then it is left out."""

_SPARED = 3.0
"""So many times as long as a courtesy took no other is begun, so that most of the time somebody is
free for what people ask for, and the machine for all else."""

_SPARED_FOR_MANY = 30.0
"""The same while many ask for pictures."""

_MANY, _LATELY = 8, 4.0
"""So many pictures that people wait for, asked for within so many seconds, are many."""

OF_PERSON, OF_CHANNEL = 2, 8
"""So many pictures may wait for one person, and in one channel, of either kind."""

_TRIES = 10
"""How often a drawing is told to stop before its thread is left to itself."""

_REST = 2.0
"""Seconds without a picture after which what drawing has freed is handed back to the system."""

_MOST_LOST = 4
"""So many threads may be left to themselves; with more nothing is drawn till one of them ends."""


class Superseded(Exception):
    """It was not begun: another request took its place, or nobody wants it any more."""


class Overloaded(Exception):
    """More pictures are waiting than the pool takes; ask again later."""


class GivenUp(Exception):
    """It took too long to draw and was stopped."""


class _Stop(BaseException):
    """Raised within a drawing that is given up."""


class _Drawing(Generic[T]):
    """A piece of work in a thread of its own, which does not keep the program from ending."""

    def __init__(self, work: Callable[[], T], seconds: float) -> None:
        self._loop = asyncio.get_running_loop()
        self.done: asyncio.Future[T] = self._loop.create_future()
        self._work = work
        self._seconds = seconds
        self._begun = time.monotonic()
        self._clock: int | None = None
        self._thread: threading.Thread | None = None

    def begin(self) -> None:
        """Let it be done."""
        self._thread = threading.Thread(target=self._run, name="draw", daemon=True)
        self._thread.start()

    @property
    def alive(self) -> bool:
        """Whether its thread is still at it."""
        return self._thread is not None and self._thread.is_alive()

    @property
    def overdue(self) -> bool:
        """Whether it has had its time."""
        if time.monotonic() - self._begun > self._seconds * _ON_THE_CLOCK:
            return True
        return (self._taken() or 0.0) > self._seconds

    def _taken(self) -> float | None:
        """Seconds of processor time that it has taken; None where that is not known."""
        if self._clock is None:
            return None
        try:
            return time.clock_gettime(self._clock)
        except OSError:
            # The thread has ended this very moment, and its clock with it.
            return None

    def stop(self) -> None:
        """Raise `_Stop` within it, at the next step of its Python code."""
        number = None if self._thread is None else self._thread.ident
        if number is not None and self.alive:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(
                ctypes.c_ulong(number), ctypes.py_object(_Stop)
            )

    def _run(self) -> None:
        with contextlib.suppress(_Stop):
            if hasattr(time, "pthread_getcpuclockid"):
                self._clock = time.pthread_getcpuclockid(threading.get_ident())
            try:
                picture = self._work()
            except Exception as error:  # handed to whoever asked
                self._tell(error, None)
            else:
                self._tell(None, picture)

    def _tell(self, error: Exception | None, picture: Any) -> None:
        def settle() -> None:
            if self.done.done():
                return
            if error is not None:
                self.done.set_exception(error)
            else:
                self.done.set_result(picture)

        # A loop that is closed by now waits for nothing any more.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(settle)


class _Remote(_Drawing[T]):
    """A piece of work in a process of a studio; one of the studio's threads waits for what comes of
    it, since whoever begins a thread has to wait until the system lets it on."""

    def __init__(self, work: Callable[[], T], seconds: float, studio: Studio) -> None:
        self._studio = studio
        self._waiting: Future[None] | None = None
        self._easel: Easel | None = None
        self._before: float | None = None
        self._stopped = False
        super().__init__(partial(self._sit, work), seconds)

    def begin(self) -> None:
        self._waiting = self._studio.threads.submit(self._run)

    @property
    def alive(self) -> bool:
        return self._waiting is not None and not self._waiting.done()

    def _sit(self, work: Callable[[], T]) -> T:
        shelf = self._studio.shelf
        key = shelf.key(work)
        found: T | None = None if key is None else shelf.find(key)
        if found is None:
            found = self._drawn(work)
            if key is not None:
                shelf.keep(key, found)
        return found

    def _drawn(self, work: Callable[[], T]) -> T:
        easel = self._studio.take()
        self._before = easel.cpu()
        self._easel = easel
        try:
            if self._stopped:
                raise _Stop
            drawn: T = easel.draw(work)
            return drawn
        except Broken:
            if self._stopped:
                raise _Stop from None
            raise
        finally:
            self._easel = None
            self._studio.bring_back(easel)

    def _taken(self) -> float | None:
        easel, before = self._easel, self._before
        now = None if easel is None else easel.cpu()
        return None if now is None or before is None else now - before

    def stop(self) -> None:
        """End the process; the thread ends with it."""
        self._stopped = True
        easel = self._easel
        if easel is not None:
            easel.kill()


@dataclass(slots=True)
class _Job(Generic[T]):
    work: Callable[[], T]
    seconds: float
    wanted: Callable[[], bool] | None
    done: asyncio.Future[T]
    asked: float
    """When it was asked for, by the loop's clock."""
    channel: Hashable
    person: Hashable | None
    courtesy: bool = False


class Listener(Protocol):
    """Hears how long pictures take; nothing of what is on them."""

    def waited(self, seconds: float) -> None:
        """A picture was begun that had waited so long."""
        ...

    def drew(self, outcome: str, seconds: float) -> None:
        """A picture took so long until it was ``drawn``, had ``failed`` or was ``given up``."""
        ...


class RenderPool:
    """Draws pictures for one event loop, in threads or in the processes of a `studio`.

    `workers` is how many are drawn at once, `queue` the most that may wait; `listener` hears how
    long that takes. In a studio the work must be a method of something that can be pickled, with
    all that it is given (`functools.partial`). Use it as an asynchronous context manager, or call
    `close` when done.
    """

    def __init__(
        self,
        *,
        workers: int = 1,
        queue: int = 64,
        cache_dir: Path | None = None,
        listener: Listener | None = None,
        studio: Studio | None = None,
    ) -> None:
        part_with_large()
        self._studio = studio
        self._workers = workers
        self._limit = queue
        self._listener = listener
        self.cache_dir = cache_dir
        """Where the painters who draw here keep what they need again after a restart."""
        self._waiting: OrderedDict[Hashable, _Job[Any]] = OrderedDict()
        self._turns: OrderedDict[Hashable, None] = OrderedDict()
        """The channels for which something waits, the one whose turn it is first."""
        self._aside = asyncio.Lock()
        self._busy: set[asyncio.Task[None]] = set()
        self._drawing = 0
        self._lost: list[_Drawing[Any]] = []
        self._rest: asyncio.TimerHandle | None = None
        self._spared = 0.0
        """When the next courtesy may be begun, by the loop's clock."""
        self._asked = deque[float](maxlen=_MANY)
        """When pictures were asked for that people wait for, the last few."""
        self._later: asyncio.TimerHandle | None = None
        self._closed = False

    @property
    def waiting(self) -> int:
        """How many pictures wait to be begun."""
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
        """Have `work` done in a thread; a waiting request with the same key is superseded, and so
        is one that is no longer `wanted` when its turn comes. A `courtesy` is done when nothing
        else waits, and superseded when it has waited too long; the one that has waited longest
        gives way where there is no more room.

        It counts for the share of a `channel` and of a `person`: with more than that, what has
        waited longest of theirs is superseded. If the queue is full, so is what has waited longest
        in the channel that fills it most.

        `seconds` is the processor time it may take. Raises `Superseded`, `Overloaded`, `GivenUp`,
        `RuntimeError` after `close`, and whatever `work` raises.
        """
        self._check_open()
        self._supersede(key)
        loop = asyncio.get_running_loop()
        where = key if channel is None else channel
        job = _Job(
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
        """Let older ones give way to a new one. Raises `Overloaded` if none has to."""
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
            if most < 2:  # everybody waits for one
                raise Overloaded
            oldest = next(k for k, one in self._waiting.items() if one.channel == fullest)
        self._supersede(oldest)

    def _supersede(self, key: Hashable) -> None:
        """Leave undone what waits under this key, if anything does."""
        older = self._waiting.pop(key, None)
        if older is not None and not older.done.done():
            older.done.set_exception(Superseded())

    def _next(self) -> Hashable:
        """What is done next: the oldest that somebody waits for in the channel whose turn it is,
        else the newest courtesy; None if there is nothing yet."""
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
        """Leave undone the courtesies that have waited too long."""
        before = asyncio.get_running_loop().time() - LONGEST_COURTESY
        late = [k for k, job in self._waiting.items() if job.courtesy and job.asked < before]
        for key in late:
            self._supersede(key)

    async def at_leisure(self, work: Callable[[], T], *, seconds: float = SECONDS_AT_LEISURE) -> T:
        """Have long work done, one piece after another, so that no picture waits for it.

        `seconds` is the processor time it may take. In a studio the work changes nothing here: it
        answers. Raises `Overloaded`, `GivenUp`, `RuntimeError` after `close`, and whatever `work`
        raises.
        """
        async with self._aside:
            self._check_open()
            return await self._done(work, seconds)

    def _check_open(self) -> None:
        """Raise `RuntimeError` once closed, `Overloaded` with too many lost threads."""
        if self._closed:
            raise RuntimeError("The render pool is closed.")
        self._lost = [drawing for drawing in self._lost if drawing.alive]
        if len(self._lost) >= _MOST_LOST:
            raise Overloaded

    def _start(self) -> None:
        if self._drawing < self._workers and self._waiting:
            self._drawing += 1
            task = asyncio.get_running_loop().create_task(self._draw_all())
            self._busy.add(task)
            task.add_done_callback(self._busy.discard)

    async def _draw_all(self) -> None:
        """Draw what waits until nothing is left."""
        # Counted down here and not when the task is seen to be over: whoever gets the last
        # picture may ask for the next one before that, and must find a worker.
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
            self._come_to_rest()

    def _come_to_rest(self) -> None:
        """Hand freed memory back in a while, unless more is drawn before."""
        if self._rest is not None:
            self._rest.cancel()
        if not self._closed:
            loop = asyncio.get_running_loop()
            self._rest = loop.call_later(_REST, loop.run_in_executor, None, give_back)

    async def _draw(self, key: Hashable, job: _Job[Any]) -> None:
        loop = asyncio.get_running_loop()
        begun = loop.time()
        if self._listener is not None:
            self._listener.waited(begun - job.asked)
        try:
            picture = await self._done(job.work, job.seconds)
        except asyncio.CancelledError:
            job.done.cancel()
            raise
        except Exception as error:  # handed to whoever asked
            if isinstance(error, GivenUp):
                log.error("the drawing %r took too long and was given up", key)
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
        """Whether many pictures were asked for lately that people wait for."""
        since = asyncio.get_running_loop().time() - _LATELY
        return len(self._asked) == _MANY and self._asked[0] > since

    async def _done(self, work: Callable[[], T], seconds: float) -> T:
        """What comes of work in a thread of its own. Raises `GivenUp` when its time is over."""
        begun = time.monotonic()
        drawing = self._begin(work, seconds)
        try:
            while not drawing.done.done():
                await asyncio.wait({drawing.done}, timeout=_LOOK)
                if not drawing.done.done() and drawing.overdue:
                    await self._stop(drawing)
                    self._tell("given up", begun)
                    raise GivenUp
        except asyncio.CancelledError:
            drawing.stop()
            raise
        self._tell("drawn" if drawing.done.exception() is None else "failed", begun)
        return drawing.done.result()

    def _begin(self, work: Callable[[], T], seconds: float) -> _Drawing[T]:
        drawing: _Drawing[T]
        if self._studio is None:
            drawing = _Drawing(work, seconds)
        else:
            drawing = _Remote(work, seconds, self._studio)
        drawing.begin()
        return drawing

    def _tell(self, outcome: str, begun: float) -> None:
        if self._listener is not None:
            self._listener.drew(outcome, time.monotonic() - begun)

    async def _stop(self, drawing: _Drawing[Any]) -> None:
        """Stop a drawing, or count its thread as lost: no thread can be ended from without."""
        for _ in range(_TRIES):
            drawing.stop()
            await asyncio.sleep(_LOOK)
            if not drawing.alive:
                return
        log.error("a thread goes on drawing what was given up")
        self._lost.append(drawing)

    async def close(self) -> None:
        """Drop what waits and what is being drawn."""
        self._closed = True
        for timer in (self._rest, self._later):
            if timer is not None:
                timer.cancel()
        for job in self._waiting.values():
            job.done.cancel()
        self._waiting.clear()
        for task in tuple(self._busy):
            task.cancel()
        await asyncio.gather(*self._busy, return_exceptions=True)
        if self._studio is not None:
            self._studio.close()

    async def __aenter__(self) -> RenderPool:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()
