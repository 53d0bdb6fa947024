"""Suggestions while somebody types the name of a game or a player.

Lengths of time as people type them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine, Mapping
from datetime import timedelta
from typing import Any, TypeAlias

from discord import app_commands

from bot.games import GAMES
from bot.rules.kernel import Offer, Prompt
from bot.session import GameSession, Refused
from cogs.ui.names import folded
from cogs.ui.replies import Interaction, cut, session_at_hand, words_of

Suggestions: TypeAlias = list[app_commands.Choice[str]]
"""What Discord lists while somebody types."""


def fitting(told: Mapping[str, str], typed: str) -> list[str]:
    """The keys of the things whose names contain all the words typed, in any order."""
    wanted = folded(typed).split()
    known = {key: folded(words) for key, words in told.items()}
    return [key for key, words in known.items() if all(word in words for word in wanted)]


def suggested_from(told: Mapping[str, str], typed: str) -> Suggestions:
    """Suggestions from a short list: those that fit, or all of them if none do."""
    found = fitting(told, typed) or list(told)
    return [app_commands.Choice(name=cut(told[key], 100), value=key) for key in found[:25]]


def explained(session: GameSession, name: str, offer: Offer, prompt: Prompt) -> str:
    """A choice by name, with what it does, such as `Pass — you do nothing there`."""
    about = words_of(session).explained(offer, prompt)
    return f"{name} — {about}" if about else name


async def games_like(_: Interaction, current: str) -> Suggestions:
    """The games that exist."""
    found = [game for game in GAMES if current.casefold() in game.casefold()]
    return [app_commands.Choice(name=game.capitalize(), value=game) for game in found[:25]]


def at_hand(
    find: Callable[[Interaction, GameSession, str], Suggestions],
) -> Callable[[Interaction, str], Coroutine[Any, Any, Suggestions]]:
    """Suggestions about this channel's game: none if there is no game, or none that this person may
    see."""

    async def suggest(interaction: Interaction, current: str) -> Suggestions:
        try:
            return find(interaction, session_at_hand(interaction), current)
        except Refused:
            return []

    return suggest


@at_hand
def players_like(_: Interaction, session: GameSession, current: str) -> Suggestions:
    """Suggest the players at this channel's table."""
    found = [s for s in session.seats if folded(current) in folded(s.name)]
    return [app_commands.Choice(name=s.name[:100], value=str(s.number)) for s in found[:25]]


_LENGTHS = ("1 hour", "6 hours", "12 hours", "1 day", "2 days", "3 days", "1 week")
_LENGTH = re.compile(r"(\d{1,4})\s*(m|h|d|w)[a-z]*", re.IGNORECASE)
_UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}


def length_of(text: str) -> timedelta:
    """A length of time such as “90 minutes”, “2 days” or “1d 12h”. Raises Refused for anything
    else.
    """
    found = _LENGTH.findall(text)
    rest = _LENGTH.sub("", text).replace("and", "").strip(" ,")
    if not found or rest:
        raise Refused("Say how long, for example “90 minutes”, “6 hours”, “2 days” or “1 week”.")
    return sum(
        (timedelta(**{_UNITS[unit.lower()]: int(count)}) for count, unit in found), timedelta()
    )


async def lengths_like(_: Interaction, current: str) -> Suggestions:
    """Suggest usual lengths of time."""
    found = [text for text in _LENGTHS if folded(current) in text]
    return [app_commands.Choice(name=text, value=text) for text in found]
