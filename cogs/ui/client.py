"""The bot, as everything in `cogs` sees it; `bot.app` puts it together."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

import discord
from discord.ext import commands

from bot.rules.rulebook import Rulebook
from bot.session import Desk, GameSession
from cogs.ui.first_answer import Panels
from cogs.ui.pictures import Pictures
from cogs.ui.turnstile import Turnstile


class PrivateWays(Protocol):
    """The ways to reach people in all games (`cogs.delivery.direct_messages.Messenger`)."""

    async def whisper(
        self, user_id: int, text: str, *, files: list[discord.File] | None = None
    ) -> bool:
        """Send a direct message. Returns False if the person cannot be reached that way."""
        ...

    async def has_left(self, session: GameSession, user_id: int, *, lately: bool = True) -> bool:
        """Whether a person is known to have left the game's server."""
        ...

    async def say_shut_out(self, session: GameSession) -> None:
        """Tell the host, once, that the bot may not write in the game's channel."""
        ...

    async def say_channel_gone(self, session: GameSession, name: str | None = None) -> None:
        """Tell everybody at the table, once, that the game's channel is gone."""
        ...

    def is_back(self, session: GameSession) -> None:
        """Note that the bot has written in the game's channel: if writing there fails again, that
        is news.
        """
        ...


class PublicWays(Protocol):
    """The requests that delivery handles (`cogs.delivery.outbox.Delivery`)."""

    @property
    def reach(self) -> PrivateWays:
        """The ways to reach individual people."""
        ...

    async def card_gone(self, channel_id: int, messages: Collection[int]) -> None:
        """If the card of a channel's game is among these deleted messages, post it again."""
        ...

    async def repost(self, session: GameSession) -> None:
        """Post the game's card again, below what has been said since."""
        ...

    async def tidy(self, session: GameSession) -> None:
        """Remove any of a game's cards left behind by a crash or a change."""
        ...


class BoardLinks(Protocol):
    """Links to boards in a browser (`bot.board.links.Links`)."""

    def link(self, session: GameSession, user_id: int) -> str:
        """A link for this person to the board of this game."""
        ...

    def number(self, session: GameSession, user_id: int) -> str:
        """The number that makes a browser show this person's hand."""
        ...


class Client(commands.AutoShardedBot):
    """The client behind every interaction, with everything that commands, buttons and news need
    from the bot."""

    desk: Desk
    """All games."""
    ledger: Rulebook
    """The rules by id."""
    pictures: Pictures
    deliverer: PublicWays
    turnstile: Turnstile
    panels: Panels
    links: BoardLinks | None = None
    """The links; None if boards are not served on the web."""
