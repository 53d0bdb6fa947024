"""Remembers what was read last, for callers that cannot wait until it is read again.

Suggestions must appear at once while somebody types, so they are made from memory. Every look at
the memory also starts an update in the background, for the next look.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, TypeVar

T = TypeVar("T")

_KEPT = 4_096
"""How many things are remembered at most; the first to be forgotten is the one that has gone
longest without being asked for."""

Keep = Callable[[Coroutine[Any, Any, Any]], object]
"""Runs something in the background."""


class Recollection:
    """Remembers what was read under a key, and reads it again every time it is asked for."""

    def __init__(self, keep: Keep) -> None:
        self._keep = keep
        self._known: OrderedDict[Hashable, Any] = OrderedDict()
        self._under_way: set[Hashable] = set()

    def recall(self, key: Hashable, read: Callable[[], Coroutine[Any, Any, T]], unknown: T) -> T:
        """Whatever was last read under this key, at once; ``unknown`` if nothing was."""
        if key not in self._under_way:
            self._under_way.add(key)
            self._keep(self._look(key, read))
        found: T = self._known.get(key, unknown)
        return found

    async def _look(self, key: Hashable, read: Callable[[], Coroutine[Any, Any, Any]]) -> None:
        try:
            self._known[key] = await read()
            self._known.move_to_end(key)
            if len(self._known) > _KEPT:
                self._known.popitem(last=False)
        finally:
            self._under_way.discard(key)
