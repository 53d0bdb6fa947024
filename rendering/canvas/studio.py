"""Drawing in a process of its own: the interpreter that answers people does not share with it.

Drawing is half Python, and whoever draws in a thread takes the interpreter from the event loop
again and again, for every one of the small steps of which an answer is made. So the studio keeps
processes (`easel` is their program) that do nothing else, with a lower priority than the program
has itself. What a picture is drawn from goes there, and the picture comes back; a painter, with the
rules and the board that it knows, is sent once. Each process ends with the program, however that
ends.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from types import MethodType
from typing import Any

from rendering.canvas.easel import FAILED, read_message, write_message
from rendering.canvas.shelf import Shelf

_MOST_AT_ONCE = 8
"""So many things are drawn at once, at most; others wait."""

_AT_ONCE = 1 << 20
"""Bytes that fit into a pipe, where the system can do that: a whole picture. In pieces each would
wait for the interpreter, which the event loop has most of the time in a rush."""

_PROGRAM = "from rendering.canvas.easel import main; main()"


class Broken(Exception):
    """The process ended before the picture was drawn."""


def _start(pipesize: int = -1) -> subprocess.Popen[bytes]:
    paths = os.pathsep.join(path for path in sys.path if path)
    return subprocess.Popen(
        [sys.executable, "-c", _PROGRAM],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": paths},
        pipesize=pipesize,
    )


class Easel:
    """A process that draws, and what it has been sent so far."""

    def __init__(self) -> None:
        try:
            self._process = _start(pipesize=_AT_ONCE)
        except OSError:  # the system grants no pipes of that size
            self._process = _start()
        self._owners: list[object] = []
        """What it was sent once; kept here, since two things are told apart by where they are."""
        self._broken = False

    @property
    def alive(self) -> bool:
        """Whether it can still draw."""
        # One that has just ended may not be known to the system as ended yet.
        return not self._broken and self._process.poll() is None

    def cpu(self) -> float | None:
        """Seconds of processor time that it has taken; None where the system does not tell."""
        if sys.platform != "linux":
            return None
        try:
            # The number that the system gives to the clock of a process.
            return time.clock_gettime((~self._process.pid << 3) | 2)
        except OSError:
            return None

    def draw(self, work: Callable[[], Any]) -> Any:
        """What comes of the work there. Raises Broken, and whatever the work raises."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            write_message(self._process.stdin, self._order(work))
            outcome, found = pickle.loads(read_message(self._process.stdout))
        except (OSError, EOFError, ValueError):
            self._broken = True
            raise Broken from None
        if outcome == FAILED:
            raise found
        return found

    def _order(self, work: Callable[[], Any]) -> bytes:
        """The work, in which what a method belongs to is sent the first time only."""
        if not isinstance(work, partial) or not isinstance(work.func, MethodType):
            return pickle.dumps((None, None, work, (), {}), pickle.HIGHEST_PROTOCOL)
        owner = work.func.__self__
        number = next((n for n, sent in enumerate(self._owners) if sent is owner), None)
        first = None
        if number is None:
            number, first = len(self._owners), owner
        order = (number, first, work.func.__name__, work.args, work.keywords)
        packed = pickle.dumps(order, pickle.HIGHEST_PROTOCOL)
        if first is not None:
            self._owners.append(owner)
        return packed

    def kill(self) -> None:
        """Let it draw no longer; whoever waits for it hears that it is broken."""
        with contextlib.suppress(OSError):
            self._process.kill()

    def end(self) -> None:
        """End it, whatever it is at, and be done with it."""
        self.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()


class Studio:
    """Processes that draw, begun as they are needed; as many as ``keep`` stay for what comes next.

    For the threads of a pool: its methods wait.
    """

    def __init__(self, keep: int = 1) -> None:
        self._keep = keep
        self._idle: list[Easel] = []
        self._lock = threading.Lock()
        self._closed = False
        self.shelf = Shelf()
        """What was drawn lately."""
        self.threads = ThreadPoolExecutor(_MOST_AT_ONCE, thread_name_prefix="draw")
        """Wait for what is drawn."""

    def take(self) -> Easel:
        """A process that draws for nobody else, until it is brought back or has ended."""
        with self._lock:
            while self._idle:
                easel = self._idle.pop()
                if easel.alive:
                    return easel
                easel.end()
        return Easel()

    def bring_back(self, easel: Easel) -> None:
        """What was drawn is done."""
        with self._lock:
            if not self._closed and easel.alive and len(self._idle) < self._keep:
                self._idle.append(easel)
                return
        easel.end()

    def close(self) -> None:
        """End all that have nothing to do, and each of the others once it is brought back."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for easel in idle:
            easel.end()
        self.threads.shutdown(wait=False)
        self.shelf.close()
