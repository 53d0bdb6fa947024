"""The program of a process that draws: it reads an order, draws, writes the picture, and so on.

An order and an answer are pickled, each after its length. It ends as soon as nobody writes any
more, and knows nothing but what it is sent.
"""

from __future__ import annotations

import os
import pickle
import select
import signal
import struct
import sys
from collections.abc import Callable
from functools import partial
from typing import IO, Any

from rendering.canvas.memory import give_back, part_with_large

DONE, FAILED = "done", "failed"
"""What an answer tells: a picture, or why there is none."""

_LENGTH = struct.Struct("!Q")

_PIECE = 1 << 20
"""Bytes that are read at a time."""

_REST = 2.0
"""Seconds without an order after which what drawing has freed is handed back to the system."""

_NICE = 2
"""By how much it gives way to the program that people wait for."""


def write_message(pipe: IO[bytes], data: bytes) -> None:
    """Write some bytes so that their end can be told."""
    pipe.write(_LENGTH.pack(len(data)))
    pipe.write(data)
    pipe.flush()


def read_message(pipe: IO[bytes]) -> bytes:
    """The bytes that were written. Raises EOFError if nobody writes any more."""
    (length,) = _LENGTH.unpack(_read(pipe, _LENGTH.size))
    return _read(pipe, length)


def _read(pipe: IO[bytes], length: int) -> bytes:
    parts = []
    while length:
        part = pipe.read(min(length, _PIECE))
        if not part:
            raise EOFError
        parts.append(part)
        length -= len(part)
    return b"".join(parts)


class _Orders:
    """Takes orders and carries them out, with the painters that it was sent."""

    def __init__(self) -> None:
        self._owners: dict[int, Any] = {}

    def answer(self, order: bytes) -> bytes:
        """What is answered to an order."""
        try:
            return pickle.dumps((DONE, self._work(order)()), pickle.HIGHEST_PROTOCOL)
        except Exception as wrong:  # told to whoever asked
            return _failure(wrong)

    def _work(self, order: bytes) -> Callable[[], Any]:
        number, owner, work, args, more = pickle.loads(order)
        if number is None:
            return partial(work, *args, **more)
        if owner is not None:
            self._owners[number] = owner
        return partial(getattr(self._owners[number], work), *args, **more)


def _failure(wrong: Exception) -> bytes:
    try:
        packed = pickle.dumps((FAILED, wrong), pickle.HIGHEST_PROTOCOL)
        pickle.loads(packed)
    except Exception:
        # Not every error can be sent; its kind can.
        packed = pickle.dumps((FAILED, RuntimeError(type(wrong).__name__)))
    return packed


def _rest(pipe: IO[bytes]) -> None:
    """Hand freed memory back if no order comes for a while."""
    if sys.platform != "win32" and not select.select([pipe], [], [], _REST)[0]:
        give_back()


def main() -> None:
    """Draw until nobody writes any more."""
    # The terminal tells the whole group to stop; when this ends is for the program to say.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(_NICE)
    part_with_large()
    # Whatever prints here must not come between two pictures.
    orders = open(os.dup(0), "rb", buffering=0)  # noqa: SIM115
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    desk = _Orders()
    try:
        while True:
            _rest(orders)
            write_message(answers, desk.answer(read_message(orders)))
    except (EOFError, OSError):
        # Nobody asks or listens any more.
        return
