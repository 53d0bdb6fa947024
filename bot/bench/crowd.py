"""The people who press buttons in the load test, what happens when they do, and the figures.

The module also sums up measured times.
"""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any


def spread(times: list[float]) -> dict[str, float]:
    """The median and the 99th percentile, in milliseconds, of times given in seconds."""
    ordered = sorted(times)
    return {
        "p50": round(statistics.median(ordered) * 1000, 3),
        "p99": round(ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))] * 1000, 3),
    }


IN_TIME = 3.0
"""Seconds for which Discord waits for the first answer."""


@dataclass(frozen=True)
class Crowd:
    """How many games, each in a channel of its own; how many presses per second, for how many
    seconds, and on how many processes of the bot; and how many of the games the host has open as
    boards in the browser."""

    games: int = 200
    rate: float = 50.0
    seconds: float = 60.0
    seed: int = 1
    processes: int = 1
    boards: int = 0


@dataclass
class CrowdTally:
    """How long the presses took, in seconds, and how many came to nothing."""

    acknowledged: list[float] = field(default_factory=list)
    answered: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    deaf: int = 0
    unanswered: int = 0
    missed: int = 0

    def report(self) -> dict[str, Any]:
        """The figures, with times in milliseconds."""
        presses = len(self.acknowledged) + self.deaf
        late = self.deaf + sum(time > IN_TIME for time in self.acknowledged)
        every = [seconds for some in self.answered.values() for seconds in some]
        return {
            "presses": presses,
            "missed": self.missed,
            "not_in_time": round(late / presses, 4) if presses else 0.0,
            "acknowledged_ms": shares(self.acknowledged),
            "answered_ms": shares(every),
            "unanswered": self.unanswered,
            "answered_ms_by_kind": {
                kind: {"n": len(some), **shares(some)}
                for kind, some in sorted(self.answered.items())
            },
        }


def shares(times: Sequence[float]) -> dict[str, float]:
    """The median, the 95th and 99th percentiles and the maximum, in milliseconds, of times given in
    seconds."""
    ordered = sorted(times) or [0.0]
    last = len(ordered) - 1
    wanted = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "max": 1.0}
    return {name: round(ordered[int(share * last)] * 1000, 1) for name, share in wanted.items()}
