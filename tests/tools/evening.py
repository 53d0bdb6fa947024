"""How much an evening is told: `python -m tests.tools.evening`.

Somebody plays Kingmaker against three computers through the local Discord, and for rounds 5 to 20
the means a round are printed: messages, cards, mentions, direct messages, characters that stay.
"""

from __future__ import annotations

import sys

import pytest

from tests.folders import TESTS

if __name__ == "__main__":
    test = TESTS / "e2e" / "play" / "test_evening.py"
    raise SystemExit(pytest.main(["-q", "-s", "-m", "long", str(test), *sys.argv[1:]]))
