"""Rewrites the minutes of what people are shown, in tests/e2e/fixtures.

Run `python -m tests.tools.make_minutes [NAME ...]`, for all evenings or for those named.

Do so only after a change that is meant to change words or controls, and read the difference.
"""

from __future__ import annotations

import os
import subprocess
import sys

from tests.e2e.minutes import KEPT, WRITING


def main(names: list[str]) -> int:
    """Write the minutes of these evenings or, if none are named, of all."""
    tests = [f"tests/e2e/test_minutes.py::test_what_everybody_is_shown[{n}]" for n in names]
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-n",
        "2",
        *(tests or ["tests/e2e/test_minutes.py"]),
    ]
    done = subprocess.run(command, env={**os.environ, WRITING: "1"}, check=False)
    for file in sorted(KEPT.glob("*.txt")):
        print(f"{file.name}: {file.stat().st_size} bytes")
    return done.returncode


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
