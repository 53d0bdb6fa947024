"""Giving memory back to the system.

Each drawing has a thread of its own, and the C library keeps what such a thread has freed for the
next one, in as many heaps as there ever were threads at once. A picture frees tens of megabytes, so
after an evening hundreds of them would lie idle.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable


def _trimmer() -> Callable[[int], int] | None:
    try:
        found: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        # Not the GNU C library: what others do with freed memory is theirs to say.
        return None
    return found


_TRIM = _trimmer()


def give_back() -> None:
    """Hand back what was freed, where the C library keeps it; other threads run meanwhile."""
    if _TRIM is not None:
        _TRIM(0)
