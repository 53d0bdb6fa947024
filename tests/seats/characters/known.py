"""The characters that the data has, by name."""

from __future__ import annotations

from bot.content.characters import Character
from bot.games import characters_of


def character_of(name: str, game: str = "kingmaker") -> Character:
    """The character of this name."""
    return next(one for one in characters_of(game) if one.id == name)
