"""Questions asked in private: a message loses its buttons once nothing in it can be answered.

We remember which message asks, and store it for a later process, as long as it shows what was sent:
once somebody presses a button in it, the message shows the result, and nothing else changes it.

Requests to the table in a channel: once a request is settled, its message loses the buttons and
says how it ended.

The message that asked is remembered as long as this process lives. After a restart, the buttons
stay until somebody presses one; then they are removed too.
"""

from __future__ import annotations

import logging
from collections import OrderedDict, defaultdict
from dataclasses import dataclass

import discord

from bot.session import GameSession
from bot.session.announcements import restore
from bot.storage import QuestionRow
from cogs.delivery.discords_answers import edited, says_anew
from cogs.ui.choosing.deadlines import without_time
from cogs.ui.choosing.public_questions import asked, mark_of
from cogs.ui.client import Client
from cogs.ui.controls import button
from cogs.ui.customs import customs_of
from cogs.ui.petitions import settled_text
from cogs.ui.replies import is_on

log = logging.getLogger(__name__)

_MOST = 2_000
"""The most messages to remember; almost all are settled within a day."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A message that offers answers, with its place and its row."""

    row: QuestionRow
    channel: discord.abc.Messageable


class OpenQuestions:
    """The private messages of all games that are waiting for an answer."""

    def __init__(self, bot: Client) -> None:
        self._bot = bot
        self._asked: OrderedDict[int, _Asked] = OrderedDict()
        self._recalled: set[str] = set()
        """The games whose rows this process has already read."""
        self._done: defaultdict[str, list[int]] = defaultdict(list)
        """For each game, the messages in which a button has been pressed and whose rows are still
        to be removed."""

    def asked(self, message: discord.Message, row: QuestionRow) -> None:
        """Note that a message asks a question, and fill in what its row does not have yet."""
        row.message_id, row.channel_id = message.id, message.channel.id
        row.controls = _controls(message)
        self._remember(_Asked(row, message.channel))

    def _remember(self, found: _Asked) -> None:
        self._asked[found.row.message_id] = found
        while len(self._asked) > _MOST:
            self._asked.popitem(last=False)

    async def recall(self, session: GameSession) -> None:
        """Recall what an earlier process asked in this game."""
        if session.id in self._recalled:
            return
        self._recalled.add(session.id)
        for row in await session.private_questions.noted():
            if row.message_id not in self._asked:
                channel = self._bot.get_partial_messageable(row.channel_id)
                self._remember(_Asked(row, channel))

    def pressed(self, message_id: int) -> None:
        """Note that somebody has pressed a button in a message: it now shows the result."""
        found = self._asked.pop(message_id, None)
        if found is not None:
            self._done[found.row.game_id].append(message_id)

    def any_settled(self, session: GameSession) -> bool:
        """Whether this game may have something to remove."""
        if session.id not in self._recalled or session.id in self._done:
            return True
        mine = (found.row for found in self._asked.values() if found.row.game_id == session.id)
        return any(not can_be_answered(session, row) for row in mine)

    async def settle(self, session: GameSession) -> None:
        """Remove the buttons that no longer answer anything."""
        await self.recall(session)
        for message_id in self._done.pop(session.id, ()):
            await session.private_questions.forget(message_id)
        mine = [found for found in self._asked.values() if found.row.game_id == session.id]
        for found in mine:
            if can_be_answered(session, found.row):
                continue
            if self._asked.pop(found.row.message_id, None) is not None:
                await self._take_away(session, found)
            await session.private_questions.forget(found.row.message_id)

    async def _take_away(self, session: GameSession, found: _Asked) -> None:
        view = news_foot(session) if found.row.news and is_on(session) else None
        try:
            shown = await found.channel.fetch_message(found.row.message_id)
            if _controls(shown) == found.row.controls:
                # A question that is settled has no deadline.
                said = without_time(shown.content)
                await edited(self._bot, shown, content=said, view=view)
        except discord.HTTPException as wrong:
            log.info("game %s: an answered question keeps its buttons (%s)", session.id, wrong)


def can_be_answered(session: GameSession, row: QuestionRow) -> bool:
    """Whether the seat is still being asked this, or a deal in the message is still on offer."""
    if not is_on(session):
        return False
    mine = [prompt for prompt in asked(session, row.seat) if prompt.is_sealed]
    if any(mark_of(prompt) == row.mark for prompt in mine):
        return True
    events = restore(session.rules, row.events)
    return bool(customs_of(session).extra_buttons(session, row.seat, events))


def news_foot(session: GameSession) -> discord.ui.View:
    """The buttons below news that asks nothing."""
    view = discord.ui.View(timeout=None)
    view.add_item(button("hand", session.id, label="My hand"))
    view.add_item(button("help", session.id, label="What can I do?"))
    return view


def _controls(message: discord.Message) -> list[str]:
    """The ids of the controls now in a message, which another process may have changed."""
    return [
        str(child.custom_id)
        for row in message.components
        if isinstance(row, discord.ActionRow)
        for child in row.children
    ]


_MOST_REQUESTS = 500
"""The most requests to remember; almost all are settled within minutes."""


class OpenRequests:
    """The messages of requests that are waiting for an answer."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._messages: OrderedDict[tuple[str, int], tuple[int, str]] = OrderedDict()

    def asked(self, game: str, number: int, message: discord.Message, text: str) -> None:
        """Note that a request was posted in a message with this text."""
        self._messages[game, number] = message.id, text
        while len(self._messages) > _MOST_REQUESTS:
            self._messages.popitem(last=False)

    async def settled(
        self, game: str, number: int, channel: discord.PartialMessageable, state: str
    ) -> None:
        """Remove the buttons of a request that was settled, and say in its message how it ended."""
        message, text = self._messages.pop((game, number), (None, ""))
        if message is not None:
            shown = channel.get_partial_message(message)
            try:
                await edited(self._client, shown, content=settled_text(text, state), view=None)
            except discord.HTTPException as wrong:
                # Somebody may have deleted the message, or locked its thread; the outcome is
                # reported anyway.
                if not says_anew(wrong):
                    raise
