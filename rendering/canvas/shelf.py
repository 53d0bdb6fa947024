"""Recently drawn pictures, for anybody who asks for the same one again.

Equal orders give equal pictures, to the byte. So a picture is kept under its order, and is given
only to an order that would draw the same. The pictures are not in memory but in a file without a
name, which vanishes when the process ends.
"""

from __future__ import annotations

import os
import pickle
import tempfile
from collections import deque
from hashlib import blake2b
from typing import IO, Any

ROOM = 64_000_000
"""The most bytes that the file may take up; a board is about 150 kB."""

_MOST_OF_ONE = 2_000_000
"""Anything with more bytes than this, such as a film, is not kept."""


class Shelf:
    """Keeps the newest drawn pictures, as many as there is room for."""

    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._file = _nameless()
        self._where: dict[bytes, tuple[int, int]] = {}
        self._order: deque[bytes] = deque()
        """The keys of the pictures in the order of the file, the oldest first."""
        self._next = 0

    def find(self, order: bytes) -> Any:
        """The picture drawn for an order; None if it was never kept, or is no longer kept."""
        where = self._where.get(_key(order))
        if where is None or self._file is None:
            return None
        start, length = where
        return pickle.loads(os.pread(self._file.fileno(), length, start))

    def keep(self, order: bytes, drawn: Any) -> None:
        """Keep a picture; the oldest ones make room for it."""
        packed, key = pickle.dumps(drawn, pickle.HIGHEST_PROTOCOL), _key(order)
        if self._file is None or key in self._where or len(packed) > min(_MOST_OF_ONE, self._room):
            return
        if self._next + len(packed) > self._room:
            self._make_room(self._next, self._room)
            self._next = 0
        self._make_room(self._next, self._next + len(packed))
        try:
            os.pwrite(self._file.fileno(), packed, self._next)
        except OSError:  # the disk is full: the picture will be drawn again if anybody asks
            return
        self._where[key] = self._next, len(packed)
        self._order.append(key)
        self._next += len(packed)

    def _make_room(self, start: int, end: int) -> None:
        """Forget anything that begins in this part of the file or reaches into it."""
        while self._order:
            begins, length = self._where[self._order[0]]
            if begins >= end or begins + length <= start:
                return
            del self._where[self._order.popleft()]

    def close(self) -> None:
        """Let go of everything."""
        if self._file is not None:
            self._file.close()
        self._file = None
        self._where.clear()
        self._order.clear()


def _key(order: bytes) -> bytes:
    return blake2b(order).digest()


def _nameless() -> IO[bytes] | None:
    """A file that nobody else can find; None if there is no space for one."""
    try:
        return tempfile.TemporaryFile()
    except OSError:
        return None
