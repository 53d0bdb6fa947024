"""What serves any game names none of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.games import GAMES

ROOT = Path(__file__).parent.parent
SHARED = (
    "bot/rules/kernel",
    "bot/session",
    "bot/storage",
    "bot/seats",
    "bot/story",
    "cogs",
    "rendering/canvas",
)
_OWN = tuple(GAMES)
"""Packages and modules of these names, and those that begin with them, belong to one game."""
_PROGRAM = re.compile(r"`kingmaker [a-z]+")
"""A command of the program, which goes by the name of its first game."""


def shared_files() -> list[Path]:
    """All modules that must serve any game."""
    files = [file for folder in SHARED for file in (ROOT / folder).rglob("*.py")]
    return [
        file
        for file in files
        if not any(part.startswith(_OWN) for part in file.relative_to(ROOT).parts)
    ]


@pytest.mark.parametrize("game", _OWN)
def test_no_shared_module_names_a_game(game: str) -> None:
    files = shared_files()
    assert len(files) > 60
    naming = [
        f"{file.relative_to(ROOT)}:{number}"
        for file in files
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1)
        if game in _PROGRAM.sub("", line).casefold()
    ]
    assert naming == []


def test_no_cog_shows_the_number_of_a_rule_of_its_own() -> None:
    """A rule set says which row stands where another’s stood; the words know it, no cog does."""
    shown = [
        f"{file.relative_to(ROOT)}:{number}"
        for file in sorted((ROOT / "cogs").rglob("*.py"))
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1)
        if re.search(r"‹[a-z]+-\w", line)
    ]
    assert shown == []
