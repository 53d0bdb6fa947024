"""Where things lie: the project's root, its data, and the finished games kept for each game."""

from pathlib import Path

TESTS = Path(__file__).resolve().parent
ROOT = TESTS.parent
DATA = ROOT / "data"


def fixtures_of(game: str) -> Path:
    """The folder of the finished games that are kept for one game."""
    return TESTS / "rules" / game / "fixtures"
