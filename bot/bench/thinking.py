"""One thought for the bench, in the same kind of process as in play.

Only the games are imported here, as in play: otherwise the bench and everything it needs would take
up memory in this process too.
"""

from __future__ import annotations

from pathlib import Path
from time import process_time
from typing import Any

from bot.games import answer_of
from bot.rules.kernel import Choice


def timed(notebook: str, *about: Any) -> Choice:
    """One thought; how much processor time and memory it took is noted in a file."""
    begun = process_time()
    try:
        return answer_of(*about)
    finally:
        lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
        peak = next(line for line in lines if line.startswith("VmHWM"))
        with Path(notebook).open("a", encoding="ascii") as file:
            file.write(f"{process_time() - begun} {int(peak.split()[1]) / 1024}\n")
