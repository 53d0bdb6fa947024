"""What one person was asked in private: its buttons go once nothing there can be answered.

Which message asked is remembered while this process lives, and only as long as it shows what was
sent: a message that was pressed shows what came of it, and is changed by that alone.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import discord

from bot.session import GameSession
from cogs.ui.replies import is_on

log = logging.getLogger(__name__)

StillOpen = Callable[[GameSession], bool]
Foot = Callable[[GameSession], discord.ui.View | None]

_MOST = 2_000
"""Messages that are remembered; almost all are settled within a day."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A message with answers, and what stands below it once there is nothing to answer."""

    game: str
    message: discord.Message
    still_open: StillOpen
    foot: Foot


class OpenQuestions:
    """The private messages of all games that wait for an answer."""

    def __init__(self) -> None:
        self._asked: OrderedDict[int, _Asked] = OrderedDict()

    def asked(self, game: str, message: discord.Message, still_open: StillOpen, foot: Foot) -> None:
        """A question was put in a message, which waits as long as it is ``still_open``."""
        self._asked[message.id] = _Asked(game, message, still_open, foot)
        while len(self._asked) > _MOST:
            self._asked.popitem(last=False)

    def pressed(self, message_id: int) -> None:
        """Somebody has pressed a button there: what came of it is shown in its place."""
        self._asked.pop(message_id, None)

    def any_settled(self, session: GameSession) -> bool:
        """Whether a message of this game waits for an answer that cannot be given any more."""
        return bool(self._settled(session))

    async def settle(self, session: GameSession) -> None:
        """Take away what cannot be answered any more."""
        for asked in self._settled(session):
            if self._asked.pop(asked.message.id, None) is None:
                continue
            try:
                shown = await asked.message.channel.fetch_message(asked.message.id)
                if _controls(shown) == _controls(asked.message):
                    await shown.edit(view=asked.foot(session) if is_on(session) else None)
            except discord.HTTPException as wrong:
                log.info("game %s: an answered question keeps its buttons (%s)", session.id, wrong)

    def _settled(self, session: GameSession) -> list[_Asked]:
        mine = [asked for asked in self._asked.values() if asked.game == session.id]
        return [asked for asked in mine if not asked.still_open(session)]


def _controls(message: discord.Message) -> list[Any]:
    """The ids of a message's controls: another process may have changed it since."""
    return [
        child.custom_id
        for row in message.components
        if isinstance(row, discord.ActionRow)
        for child in row.children
    ]
