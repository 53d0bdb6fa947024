"""Plays `kingmaker selfplay` with the computer players of old that are kept in the tests.

    python -m tests.tools.strength --rotate steward --against steward_1 --games 200 --seed 5 --json

All that `kingmaker selfplay` takes may be said. `steward_1` is the steward before its blunders
were mended.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from bot.__main__ import app
from tests.seats import steward_1


def main(words: Sequence[str]) -> None:
    """Play as `kingmaker selfplay` does. Ends by SystemExit with its status."""
    steward_1.let_in()
    app(["selfplay", *words], prog_name="kingmaker")


if __name__ == "__mp_main__":  # a process that plays some of the games
    steward_1.let_in()
if __name__ == "__main__":
    main(sys.argv[1:])
