"""How much the bot says in an evening: `python -m tests.tools.evening`.

Somebody plays Kingmaker against three computers through the local Discord, and averages per round
are printed for rounds 5 to 20: messages, cards, mentions, direct messages, and characters that stay
in the channel.
"""

from __future__ import annotations

import sys

import pytest

from tests.folders import TESTS

if __name__ == "__main__":
    test = TESTS / "e2e" / "play" / "test_evening.py"
    raise SystemExit(pytest.main(["-q", "-s", "-m", "long", str(test), *sys.argv[1:]]))
