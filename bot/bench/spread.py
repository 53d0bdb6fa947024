"""Summing up measured times."""

from __future__ import annotations

import statistics


def spread(times: list[float]) -> dict[str, float]:
    """The median and the 99th percentile of times in seconds, in milliseconds."""
    ordered = sorted(times)
    return {
        "p50": round(statistics.median(ordered) * 1000, 3),
        "p99": round(ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))] * 1000, 3),
    }
