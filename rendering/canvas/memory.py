"""Giving memory back to the system.

Each drawing has a thread of its own, and the C library keeps what such a thread has freed for the
next one, in as many heaps as there ever were threads at once. A picture frees tens of megabytes, so
after an evening hundreds of them would lie idle.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

_MMAP_THRESHOLD = -3
"""The C library's number for the size from which a piece of memory stands by itself."""

_LARGE = 4 * 2**20
"""Bytes of a board's picture and more: such a piece goes back to the system as it is freed. Left
to itself the C library would raise the size after the first of them, and keep all others."""


def _library() -> Any:
    try:
        return ctypes.CDLL(None)
    except (OSError, TypeError):
        return None


def _trimmer() -> Callable[[int], int] | None:
    # Where it is not the GNU C library, what it does with freed memory is its own to say.
    found: Callable[[int], int] | None = getattr(_library(), "malloc_trim", None)
    return found


_TRIM = _trimmer()


def part_with_large() -> None:
    """From now on hand whatever is large back as it is freed, where the C library can do that."""
    limit = getattr(_library(), "mallopt", None)
    if limit is not None:
        limit(_MMAP_THRESHOLD, _LARGE)


def give_back() -> None:
    """Hand back what was freed, where the C library keeps it; other threads run meanwhile."""
    if _TRIM is not None:
        _TRIM(0)
