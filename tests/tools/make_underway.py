"""Re-records the games that tests continue, in tests/fixtures/underway.

Run `python -m tests.tools.make_underway` to do so. This is needed when the rules have a new
edition; if a game no longer reaches its point under that edition, the tool looks for another game.
In that case, look at the tests that continue it.
"""

from __future__ import annotations

from tests.rules.kingmaker.underway import KEPT, write_all

if __name__ == "__main__":
    write_all()
    for file in sorted(KEPT.iterdir()):
        print(f"{file.name}: {file.stat().st_size} bytes")
