"""The container's check: `python -m bot.watch.check` fails, and says why, if the bot is unhealthy.

The check reads the report that the bot keeps in HEALTH_FILE. The check imports nothing heavy,
because it runs often.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

STALE = 20.0
"""Seconds after which a report is too old: the bot checks itself every five."""


def too_old(age: float) -> str:
    """The message about a report that is too old."""
    return f"The bot has not checked on itself for {int(age)} s."


def trouble(file: Path, now: Callable[[], float] = time.time) -> str | None:
    """What is wrong with the bot that keeps this file; None if it is healthy."""
    try:
        report = json.loads(file.read_bytes())
        at, well, troubles = float(report["at"]), report["well"] is True, report["troubles"]
    except FileNotFoundError:
        return (
            f"There is no report in {file}: the bot is not running, or uses a "
            "different HEALTH_FILE."
        )
    except (OSError, ValueError, KeyError, TypeError):
        return f"The report in {file} cannot be read."
    age = now() - at
    if age > STALE:
        return too_old(age)
    return None if well else " ".join(map(str, troubles))


def main() -> int:
    """Check the file that the environment names; return the exit status."""
    name = os.environ.get("HEALTH_FILE")
    wrong = trouble(Path(name)) if name else "HEALTH_FILE is not set, so there is nothing to check."
    print(wrong or "The bot is healthy.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
