"""Snowflakes: ids that carry their moment of birth, as Discord makes them."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime

#: The first millisecond of 2015, from which Discord counts.
EPOCH_MS = 1_420_070_400_000


class SnowflakeSource:
    """Hands out strictly rising ids; ``clock`` gives Unix seconds."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._last = 0

    def next(self) -> str:
        """The next id, as the decimal string that Discord's JSON uses."""
        born = int(self._clock() * 1000) - EPOCH_MS
        self._last = max(born << 22, self._last + 1)
        return str(self._last)

    def stay_above(self, snowflake: str) -> None:
        """Never hand out an id at or below ``snowflake`` (used after loading a saved world)."""
        self._last = max(self._last, int(snowflake))


def born_at(snowflake: str) -> float:
    """Unix seconds at which the id was made."""
    return ((int(snowflake) >> 22) + EPOCH_MS) / 1000


def iso(seconds: float) -> str:
    """An ISO 8601 time stamp in UTC, in Discord's form."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")


def iso_of(snowflake: str) -> str:
    """The ISO time at which the id was made."""
    return iso(born_at(snowflake))
