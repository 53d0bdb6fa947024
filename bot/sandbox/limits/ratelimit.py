"""Rate limits: a bucket for each route and place, and 50 requests a second across all routes that
need the bot's token.

The figures are our own choice (Discord does not publish its own, and sends them only in headers).
"""

from __future__ import annotations

import hashlib
import math
import time
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limit:
    """A number of requests in a number of seconds."""

    count: int
    seconds: float


STANDARD = Limit(10, 1.0)
GLOBAL = Limit(50, 1.0)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The headers for the answer, with ``retry_after`` seconds if the request is refused."""

    headers: dict[str, str]
    retry_after: float | None = None
    everywhere: bool = False


class _Window:
    __slots__ = ("ends", "left")

    def __init__(self) -> None:
        self.left = 0
        self.ends = 0.0

    def take(self, limit: Limit, now: float) -> float | None:
        """Use up one request. Returns the seconds to wait if none is left."""
        if now >= self.ends:
            self.left, self.ends = limit.count, now + limit.seconds
        if self.left == 0:
            return self.ends - now
        self.left -= 1
        return None


class RateLimiter:
    """All buckets of one bot."""

    def __init__(self, *, enabled: bool) -> None:
        self.enabled = enabled
        self._windows: dict[tuple[str, str], _Window] = {}
        self._all = _Window()

    def take(self, bucket: str, place: str, limit: Limit, *, counts_globally: bool) -> Verdict:
        """Count one request in ``bucket`` at ``place`` (a channel, guild or token)."""
        if not self.enabled:
            return Verdict({})
        now = time.monotonic()
        if counts_globally:
            wait = self._all.take(GLOBAL, now)
            if wait is not None:
                headers = {
                    "Via": "1.1 sandbox",
                    "Retry-After": str(math.ceil(wait)),
                    "X-RateLimit-Global": "true",
                    "X-RateLimit-Scope": "global",
                }
                return Verdict(headers, wait, everywhere=True)
        if len(self._windows) > 5000:
            self._windows = {key: each for key, each in self._windows.items() if each.ends > now}
        window = self._windows.setdefault((bucket, place), _Window())
        wait = window.take(limit, now)
        headers = {
            "Via": "1.1 sandbox",
            "X-RateLimit-Limit": str(limit.count),
            "X-RateLimit-Remaining": str(window.left),
            "X-RateLimit-Reset": f"{time.time() + window.ends - now:.3f}",
            "X-RateLimit-Reset-After": f"{window.ends - now:.3f}",
            "X-RateLimit-Bucket": hashlib.md5(bucket.encode(), usedforsecurity=False).hexdigest(),
        }
        if wait is not None:
            headers |= {"Retry-After": str(math.ceil(wait)), "X-RateLimit-Scope": "user"}
        return Verdict(headers, wait)
