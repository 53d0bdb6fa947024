"""The code that a press runs: modules, functions, calls and depth, up to the bot's last answer.

`python -m tests.tools.press` loads a game in a movement phase, presses *March* and names a square
as a person on Discord would, over sockets, and prints what ran for each. A function that resumes
after waiting does not count as called again: how often that happens depends on the machine.
"""

from __future__ import annotations

import inspect
import sys
from collections import Counter
from pathlib import Path
from types import CodeType, FrameType, TracebackType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = tuple(f"{ROOT / package}/" for package in ("bot", "cogs", "rendering"))
_WAITING = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
SANDBOX = f"{ROOT / 'bot' / 'sandbox'}/"


class Ran:
    """Notes which of the bot's functions run in this thread, leaving out the local Discord's."""

    def __init__(self) -> None:
        self.calls: Counter[CodeType] = Counter()
        self.depth = 0
        """The most functions of the bot that were on the stack at the same time."""
        self._within: dict[CodeType, bool] = {}
        self._begun: set[FrameType] = set()

    def __enter__(self) -> Ran:
        sys.setprofile(self._note)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        sys.setprofile(None)
        self._begun.clear()

    def _note(self, frame: FrameType, event: str, arg: Any) -> None:
        if event == "call" and self._is_ours(frame.f_code) and not self._goes_on(frame):
            self.calls[frame.f_code] += 1
            depth, below = 1, frame.f_back
            while below is not None:
                depth += self._is_ours(below.f_code)
                below = below.f_back
            self.depth = max(self.depth, depth)

    def _goes_on(self, frame: FrameType) -> bool:
        """Whether this is a generator or coroutine that resumes, not a new call."""
        if not frame.f_code.co_flags & _WAITING:
            return False
        known = frame in self._begun
        self._begun.add(frame)
        return known

    def _is_ours(self, code: CodeType) -> bool:
        if code not in self._within:
            name = code.co_filename
            self._within[code] = name.startswith(PACKAGES) and not name.startswith(SANDBOX)
        return self._within[code]

    @property
    def modules(self) -> int:
        return len({code.co_filename for code in self.calls})

    @property
    def functions(self) -> int:
        return len(self.calls)

    def __str__(self) -> str:
        counted = f"{self.modules} modules, {self.functions} functions, {self.calls.total()} calls"
        return f"{counted}, {self.depth} deep"

    def most_called(self, number: int = 25) -> str:
        """The functions called most often, one per line."""
        return "\n".join(
            f"{calls:6} {Path(code.co_filename).relative_to(ROOT)}:{code.co_qualname}"
            for code, calls in self.calls.most_common(number)
        )


if __name__ == "__main__":
    test = ROOT / "tests" / "e2e" / "play" / "test_what_a_press_runs.py"
    raise SystemExit(pytest.main(["-q", "-s", "-m", "tools", str(test)]))
