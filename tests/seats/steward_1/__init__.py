"""The steward as it was before its blunders were mended, so that newer ones are measured by it.

It is not changed any more, except where the rules that it asks are called otherwise.
"""

from bot.games import POLICIES
from tests.seats.steward_1.player import FirstSteward

NAME = "steward_1"


def let_in() -> None:
    """Let it be named as a computer player of Kingmaker in this process."""
    POLICIES["kingmaker"].setdefault(NAME, FirstSteward())


__all__ = ["NAME", "FirstSteward", "let_in"]
