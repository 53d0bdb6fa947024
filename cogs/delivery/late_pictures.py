"""Pictures that follow the news: nobody waits for them; they are added once drawn.

The pictures that go with a game's news: the opening, what changed, the sheets, how the game ended,
its great moments and the film.

The pictures show only what a spectator may know. Pictures are a courtesy: if too much is waiting to
be drawn, if a newer picture is on its way, or if drawing takes too long, the news appears without
one.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

import discord

from bot.rules.kernel import Event
from bot.session import GameSession, Logged, Refused
from bot.storage import OutboxRow
from cogs.delivery.discords_answers import edited
from cogs.delivery.stories import ToldNews, controls
from cogs.ui.client import Client
from cogs.ui.controls import button
from cogs.ui.pictures import Drawing, Pictures, Wanted
from cogs.ui.replies import at_rest

_ENTRIES = 300
"""The number of log entries searched for the start of a fight or a Parliament."""


@dataclass(frozen=True, slots=True)
class Changed:
    """A picture of what changed, and the revision it starts from."""

    drawing: Drawing
    since: int


class Illustrations:
    """Chooses the pictures for the channels of all this process's games."""

    def __init__(self, pictures: Pictures) -> None:
        self._pictures = pictures
        self._shown: dict[str, int] = {}
        """The revision up to which a game's channel has seen pictures of changes."""

    async def of_opening(self, session: GameSession) -> Drawing | None:
        """The board as the game begins."""
        if not self._pictures.has(session):
            return None
        self._shown[session.id] = session.revision
        try:
            return await self._pictures.board(session)
        except Refused:
            return None

    async def of_turn(
        self, session: GameSession, wanted: Wanted, since: int | None = None
    ) -> Changed | None:
        """A picture of the places where things have happened since a revision, or else since the
        last such picture; None if nothing has, or if the picture is no longer ``wanted`` when it is
        about to be drawn."""
        if not self._pictures.has(session):
            return None
        shown = self._shown.get(session.id) if since is None else since
        unseen: Sequence[Logged] = await session.journal.log(None, last=_ENTRIES, after=shown)
        if shown is None:
            unseen = _from_last_turn(session, unseen)
        try:
            changes = await self._pictures.changes(session, unseen, wanted)
        except Refused:
            return None
        if not unseen:
            return None
        self._shown[session.id] = unseen[-1].revision
        return None if changes is None else Changed(changes, unseen[0].revision - 1)

    async def of_news(self, session: GameSession, rows: Sequence[OutboxRow]) -> list[Drawing]:
        """Sheets for anything that the news in these rows reports as ended."""
        if not self._pictures.has(session):
            return []
        new = {row.revision for row in rows}
        entries = [
            e for e in await session.journal.log(None, last=_ENTRIES) if e.revision <= max(new)
        ]
        first = next((n for n, e in enumerate(entries) if e.revision >= min(new)), len(entries))
        try:
            return await self._pictures.sheets(session, entries, first)
        except Refused:
            return []

    async def of_end(self, session: GameSession) -> Drawing | None:
        """A picture that shows how a finished game was won."""
        if not self._pictures.has(session):
            return None
        try:
            return await self._pictures.victory(session)
        except Refused:
            return None

    async def of_game(self, session: GameSession) -> Drawing | None:
        """A picture of the memorable moments of a finished game; None if there are none."""
        try:
            return await self._pictures.moments(session)
        except Refused:
            return None


def _from_last_turn(session: GameSession, entries: Sequence[Logged]) -> Sequence[Logged]:
    """The entries since the previous turn began."""
    begun = [n for n, entry in enumerate(entries) if _begins_turn(session, entry.events)]
    return entries[begun[-2] :] if len(begun) > 1 else entries


def _begins_turn(session: GameSession, events: Sequence[Event]) -> bool:
    return any(session.rules.marks_turn(event) for event in events)


log = logging.getLogger(__name__)

Work = Callable[[], Awaitable[None]]
Send = Callable[..., Awaitable[Any]]

_OF_CHANGES = "changes.png"


class Following:
    """Tasks that follow a game's news, one after another within each game.

    These tasks are a courtesy: if something cannot be drawn or added, it is skipped and the log
    says so. Anything still unfinished when the bot stops, or added later, is silently dropped.
    """

    def __init__(self) -> None:
        self._last: dict[str, asyncio.Task[None]] = {}
        self._under_way: set[asyncio.Task[None]] = set()
        self._closed = False

    def add(self, session: GameSession, work: Work) -> None:
        """Do a task as soon as this game's earlier tasks are done."""
        if self._closed:
            return
        task = asyncio.create_task(self._do(session.id, work, self._last.get(session.id)))
        self._last[session.id] = task
        self._under_way.add(task)
        task.add_done_callback(lambda done: self._forget(session.id, done))

    async def settled(self) -> None:
        """Wait until every task is done."""
        while self._last:
            await asyncio.wait(tuple(self._last.values()))

    async def close(self) -> None:
        """Drop every task that is unfinished or still to come."""
        self._closed = True
        tasks = tuple(self._under_way)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _do(self, game: str, work: Work, before: asyncio.Task[None] | None) -> None:
        if before is not None:
            await asyncio.wait({before})
        try:
            await work()
        except discord.HTTPException as wrong:
            # Any trouble with the channel shows up with the next news too, which is retried.
            log.info("game %s: its news has no picture (%s)", game, wrong.code)
        except Exception:
            log.exception("game %s: its news has no picture", game)

    def _forget(self, game: str, done: asyncio.Task[None]) -> None:
        self._under_way.discard(done)
        if self._last.get(game) is done:
            del self._last[game]


class Pictured:
    """Adds pictures to a game's news once they are drawn.

    A message that reports events shows one picture, because Discord crops pictures that are side by
    side. A newer picture replaces an older one of its kind, and a sheet replaces a board. If the
    message already has a sheet, one of another kind gets its own message, and a board is skipped.
    """

    def __init__(self, client: Client, following: Following, send: Send) -> None:
        self._client = client
        self._pictures = client.pictures
        self._chosen = Illustrations(client.pictures)
        self._following = following
        self._send = send
        self._stories: dict[str, ToldNews] = {}
        """The last message that reported events, game by game."""
        self._turns: Counter[str] = Counter()
        """The number of turns that should have been shown so far in each game."""

    def told(self, session: GameSession, news: ToldNews | None) -> None:
        """Note the message that last reported events (None if that message takes no pictures)."""
        if news is not None:
            self._stories[session.id] = news
        else:
            self._stories.pop(session.id, None)

    def news(self, session: GameSession, rows: Sequence[OutboxRow], nonce: str) -> None:
        """Show sheets for anything that the news in these rows reports as ended."""
        story = self._stories.get(session.id)

        async def show() -> None:
            await at_rest(session)
            for number, sheet in enumerate(await self._chosen.of_news(session, rows)):
                await self._illustrate(session, story, sheet, f"{nonce}{number}")

        self._following.add(session, show)

    def turn(self, session: GameSession, nonce: str) -> None:
        """Show what has changed on the board since the last picture, unless a later turn is to be
        shown instead or the message has a sheet."""
        story = self._stories.get(session.id)
        self._turns[session.id] += 1
        number = self._turns[session.id]

        def newest() -> bool:
            return self._turns[session.id] == number

        async def show() -> None:
            if not newest() or (story is not None and _has_sheet(story.message)):
                return
            await at_rest(session)
            since = None if story is None else story.shown
            changed = await self._chosen.of_turn(session, newest, since)
            if changed is None:
                return
            whole = None
            if not changed.drawing.whole:
                whole = button("map", session.id, label="Whole board")
            await self._illustrate(session, story, changed.drawing, nonce, whole)
            if story is not None:
                story.shown = changed.since

        self._following.add(session, show)

    def opening(self, session: GameSession, message: discord.Message) -> None:
        """Show the board at the start of the game, in the message that announces it."""

        async def show() -> None:
            await at_rest(session)
            drawn = None if session.match is None else await self._chosen.of_opening(session)
            if drawn is not None:
                await self._add(message, drawn)

        self._following.add(session, show)

    def end(self, session: GameSession, message: discord.Message) -> None:
        """Show how a game was won, in the message that announces it."""

        async def show() -> None:
            await at_rest(session)
            if (drawn := await self._chosen.of_end(session)) is not None:
                await self._add(message, drawn)

        self._following.add(session, show)

    def moments(self, session: GameSession, nonce: str) -> None:
        """Show the memorable moments of the game, in a separate message that can be passed on."""

        async def show() -> None:
            await at_rest(session)
            if (drawn := await self._chosen.of_game(session)) is not None:
                await self._send(
                    session, nonce, "The great moments of this game.", files=[drawn.file()]
                )

        self._following.add(session, show)

    def film(self, session: GameSession, nonce: str) -> None:
        """Show the whole game once more, in a separate message."""

        async def show() -> None:
            try:
                film = await self._pictures.replay(session)
            except Refused as wrong:
                log.warning("game %s: no replay (%s)", session.id, wrong.text)
                return
            await self._send(session, nonce, "The whole game again.", files=[film.file()])

        self._following.add(session, show)

    async def _illustrate(
        self,
        session: GameSession,
        story: ToldNews | None,
        drawn: Drawing,
        nonce: str,
        control: discord.ui.Item[Any] | None = None,
    ) -> None:
        """Show a picture in the message it belongs to; if there is none, or if it has a sheet of
        another kind, the picture gets its own message.
        """
        if story is None or _has_sheet(story.message, but=drawn.name):
            alone = None if control is None else controls(control)
            await self._send(session, nonce, view=alone, files=[drawn.file()])
            return
        # More news may have come in the meantime, and that message may be in the middle of an edit.
        async with story.lock:
            if control is not None:
                story.added = control
            view = None if control is None else story.view()
            story.message = await self._add(story.message, drawn, view)

    async def _add(
        self, message: discord.Message, drawn: Drawing, view: discord.ui.View | None = None
    ) -> discord.Message:
        """Put this picture, and the view if there is one, into the message, and return the
        message."""
        more = {} if view is None else {"view": view}
        return await edited(self._client, message, attachments=[drawn.file()], **more)


def _has_sheet(message: discord.Message, but: str = "") -> bool:
    """Whether a message has a sheet, such as that of a battle; a sheet of the kind ``but`` does not
    count."""
    return any(each.filename not in (_OF_CHANGES, but) for each in message.attachments)
