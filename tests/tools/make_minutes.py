"""Writes the minutes of what people are shown anew, in tests/e2e/fixtures.

`python -m tests.tools.make_minutes [NAME ...]` does it, for all or for those named.

Only for a change that is meant to change words or controls: read the difference.
"""

from __future__ import annotations

import os
import subprocess
import sys

from tests.e2e.minutes import KEPT, WRITING


def main(names: list[str]) -> int:
    """Write the minutes of these evenings, or of all."""
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
