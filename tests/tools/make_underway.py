"""Keeps the games that tests go on with anew, in tests/fixtures/underway.

`python -m tests.tools.make_underway` does it. It is needed where the rules' edition has risen; a
game that does not come to its point by them any more is looked for anew. Look at the tests that go
on with that.
"""

from __future__ import annotations

from tests.rules.kingmaker.underway import KEPT, write_all

if __name__ == "__main__":
    write_all()
    for file in sorted(KEPT.iterdir()):
        print(f"{file.name}: {file.stat().st_size} bytes")
