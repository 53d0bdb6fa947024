"""The first answer to an interaction: it goes out before anything is looked up or worked out.

Discord waits three seconds for it and takes one only. What is answered in the end may wait for
the database, for the game or for a picture; that somebody has heard must not. So nothing else
acknowledges: `attend` does it for commands, presses and forms alike, and what comes after it
fills the answer in (`show`) or adds to it (`tell`).
"""

from __future__ import annotations

import enum
import logging
from typing import Any

import discord

log = logging.getLogger(__name__)

_TOO_LATE = 10062
_ANSWERED_ALREADY = 40060
_PROMISE = "promise"
_KEPT = "kept"
_APART = "apart"


class First(enum.Enum):
    """What the first answer promises."""

    PRIVATE = enum.auto()
    """The private message that was pressed will change, else there will be a new one."""
    FRESH = enum.auto()
    """There will be a new message for this person alone, whatever was pressed."""
    CARD = enum.auto()
    """The message that was pressed will show what came of it, and mostly nothing else is said."""


def is_private(interaction: discord.Interaction[Any]) -> bool:
    """Whether the message that a control belongs to is seen by one person only."""
    message = interaction.message
    return message is not None and (message.flags.ephemeral or interaction.guild_id is None)


async def acknowledge(interaction: discord.Interaction[Any], first: First = First.PRIVATE) -> bool:
    """Give the first answer; False if it came too late, so that nobody waits for more.

    Of a command it is always a private message to come.
    """
    is_command = interaction.type is discord.InteractionType.application_command
    anew = is_command or first is First.FRESH
    fresh = anew or (first is First.PRIVATE and not is_private(interaction))
    try:
        await interaction.response.defer(ephemeral=fresh, thinking=fresh)
    except discord.HTTPException as wrong:
        if wrong.code == _TOO_LATE:
            log.info("interaction %s came too late", interaction.id)
            return False
        if wrong.code != _ANSWERED_ALREADY:
            raise
        # A first try got through whose receipt was lost, so that the library has tried again.
        log.info("interaction %s was acknowledged already", interaction.id)
    interaction.extras[_PROMISE] = fresh
    return True


def is_acknowledged(interaction: discord.Interaction[Any]) -> bool:
    """Whether the first answer has been given."""
    return _PROMISE in interaction.extras or interaction.response.is_done()


def is_owed(interaction: discord.Interaction[Any]) -> bool:
    """Whether a message was promised that has not come yet."""
    return bool(interaction.extras.get(_PROMISE)) and _KEPT not in interaction.extras


def is_for_one(interaction: discord.Interaction[Any]) -> bool:
    """Whether what can be filled in or changed is seen by one person only."""
    return bool(interaction.extras.get(_PROMISE)) or is_private(interaction)


async def fill_in(interaction: discord.Interaction[Any], **changes: Any) -> None:
    """Put this into the message that was promised, or into the private one that was pressed."""
    message = await interaction.edit_original_response(**changes)
    interaction.extras[_KEPT] = message.id


async def tell_apart(interaction: discord.Interaction[Any], text: str, **more: Any) -> None:
    """Say this in a message of its own, where the one that was pressed is gone."""
    sent = await interaction.followup.send(text, ephemeral=True, wait=True, **more)
    interaction.extras[_APART] = sent


def apart(interaction: discord.Interaction[Any]) -> discord.WebhookMessage | None:
    """The message of its own in which this interaction was answered, if it was."""
    return interaction.extras.get(_APART)


def answered_in(interaction: discord.Interaction[Any]) -> int | None:
    """The number of the message in which this interaction was answered, if one was."""
    own = apart(interaction)
    return interaction.extras.get(_KEPT) if own is None else own.id
