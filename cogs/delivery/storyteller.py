"""Telling a game's channel what happened: messages that grow, and notices between them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import Any

import discord

from bot.session import GameSession, SeatInfo
from bot.session.announcements import restore
from bot.session.journal.history import Seatings, at_revision
from bot.session.seating import is_correction, is_notice
from bot.session.tellings import Telling
from bot.storage import OutboxRow
from bot.words.phrases import listed
from cogs.delivery.discords_answers import edited, says_anew
from cogs.delivery.late_pictures import Pictured, Send
from cogs.delivery.private_news import said_besides
from cogs.delivery.stories import (
    ToldNews,
    ToldStep,
    ToldTurn,
    TurnStory,
    controls,
    details_button,
    turns_of,
    without_picture,
)
from cogs.ui.log_notes import note_line
from cogs.ui.replies import cut

Channel = Callable[[GameSession], discord.PartialMessageable]


@dataclass(frozen=True, slots=True)
class _Notice:
    """A notice about the table rather than a move, and the people who must be told."""

    revision: int
    said: str
    mentions: tuple[int, ...]

    @property
    def revisions(self) -> frozenset[int]:
        """The revision that the notice covers."""
        return frozenset({self.revision})

    def without(self, told: AbstractSet[int]) -> _Notice | None:
        """The notice; None if it has already been posted."""
        return None if self.revision in told else self

    @property
    def text(self) -> str:
        """The text, with a mention of each person who must be told."""
        missing = [f"<@{user}>" for user in self.mentions if f"<@{user}>" not in self.said]
        return f"{self.said}\n-# For {listed(missing)}" if missing else self.said


_Part = ToldTurn | _Notice


class Storyteller:
    """Tells each game's news in as few messages as will still read well."""

    def __init__(
        self, client: discord.Client, send: Send, channel: Channel, pictured: Pictured
    ) -> None:
        self._client = client
        self._send = send
        self._channel = channel
        self._pictured = pictured
        self._open: dict[str, tuple[TurnStory, ToldNews]] = {}
        """By game, the story that may still grow, and its message."""
        self._before: dict[str, set[int]] = {}
        """The revisions already reported by an earlier process, for each game that this one has
        examined."""
        self._done: dict[str, set[int]] = {}
        """The parts of a batch already posted, in case the rest must be retried."""
        self._partly: dict[str, list[tuple[int, str, AbstractSet[int]]]] = {}
        """The messages in the current batch that report only part of a revision, to be noted
        later."""

    async def tell(
        self, session: GameSession, rows: Sequence[OutboxRow], nonce: str, goes_on: bool = False
    ) -> None:
        """Tell the channel the news in these rows.

        The parts of a batch are numbered regardless of what was posted before, so each keeps its
        nonce. ``goes_on`` says that the person whose turn it is now was called just before it and
        so is present.
        """
        done = self._done.setdefault(nonce, set())
        story = self._so_far(session)
        first = min(row.revision for row in rows)
        changes = await session.journal.seatings(min(story.revisions, default=first) - 1)
        story = _seated(story, changes)
        parts = list(_parts(session, rows, changes))
        before = await self._told_before(session, rows)
        together: list[int] = []
        for number, whole in enumerate(parts):
            part = whole.without(before)
            if number in done or part is None:
                continue
            if isinstance(part, ToldTurn):
                longer = _seated(story.with_turn(part), changes)
                if not (story.has_room(part, goes_on) and longer.fits):
                    await self._bring(session, story, nonce, together, parts)
                    self._open.pop(session.id, None)
                    together = []
                    longer = _seated(TurnStory(session).with_turn(part), changes)
                story = longer
                together.append(number)
            else:
                await self._bring(session, story, nonce, together, parts)
                story, together = TurnStory(session), []
                later = _still_to_tell(parts, number)
                await self._notice(session, part, f"{nonce}-{number}", later)
                done.add(number)
        await self._bring(session, story, nonce, together, parts)
        for message_id, said, revisions in self._partly.pop(session.id, ()):
            await session.tellings.note(message_id, said, revisions)
        del self._done[nonce]

    def is_below(self, session: GameSession, message_id: int | None) -> bool:
        """Whether the growing story is below a message: Discord's ids count upwards."""
        _, told = self._open.get(session.id, (None, None))
        return told is not None and told.message.id > (message_id or 0)

    def _so_far(self, session: GameSession) -> TurnStory:
        story, _ = self._open.get(session.id, (TurnStory(session), None))
        return story

    async def _bring(
        self,
        session: GameSession,
        story: TurnStory,
        nonce: str,
        added: Sequence[int],
        parts: Sequence[_Part],
    ) -> None:
        """Show a story, with any parts of a batch that were added to it."""
        if added:
            later = _still_to_tell(parts, added[-1])
            await self._show(session, story, f"{nonce}-{added[0]}", later)
            self._done[nonce].update(added)

    async def _notice(
        self, session: GameSession, part: _Notice, nonce: str, later: AbstractSet[int]
    ) -> None:
        """Post a notice in a separate message; later news begins a new one."""
        message = await self._send(session, nonce, part.text, mentions=part.mentions)
        await self._note(session, message.id, part.text, part.revisions, later)
        self._open.pop(session.id, None)
        # A notice takes no pictures, and no picture of a turn may appear above it.
        self._pictured.told(session, None)

    async def _note(
        self,
        session: GameSession,
        message_id: int,
        said: str,
        revisions: AbstractSet[int],
        later: AbstractSet[int] = frozenset(),
    ) -> None:
        """Note the revisions that a message covers; note a revision that continues in a later
        message only once that message is posted too.

        If this process ends in the meantime, that revision counts as untold.
        """
        await session.tellings.note(message_id, said, revisions - later)
        if revisions & later:
            self._partly.setdefault(session.id, []).append((message_id, said, revisions))

    async def restate(self, session: GameSession, telling: Telling) -> bool:
        """Strike through anything in the open story that was taken back. Returns whether this
        message is the story's own."""
        story, told = self._open.get(session.id, (None, None))
        if story is None or told is None or told.message.id != telling.message_id:
            return False
        changes = await session.journal.seatings(min(story.revisions) - 1)
        standing = _seated(TurnStory(session, story.turns, telling.gone), changes)
        if pictureless := without_picture(telling):
            told.added = None
        await self._change(session, standing, told, **pictureless)
        return True

    async def _told_before(
        self, session: GameSession, rows: Sequence[OutboxRow]
    ) -> AbstractSet[int]:
        """The revisions already covered by messages: an earlier run may have ended just after
        sending one."""
        if (before := self._before.get(session.id)) is not None:
            return before
        told: set[int] = set()
        for telling in await session.tellings.telling_of({row.revision for row in rows}):
            # We noted that this news would be posted here; whether it was, nobody knows.
            message = self._channel(session).get_partial_message(telling.message_id)
            try:
                await edited(self._client, message, content=telling.said)
            except discord.HTTPException as wrong:
                if not says_anew(wrong):
                    raise
                continue
            told |= telling.revisions
        self._before[session.id] = told
        return told

    async def _show(
        self, session: GameSession, story: TurnStory, nonce: str, later: AbstractSet[int]
    ) -> None:
        """Let the open message grow to match its story, or begin one with it."""
        _, told = self._open.get(session.id, (None, None))
        if told is not None:
            try:
                await self._change(session, story, told, later)
            except discord.HTTPException as wrong:
                if not says_anew(wrong):
                    raise
                # Somebody deleted the message: report the current turns again.
                del self._open[session.id]
            else:
                return
        text, left_out = story.told
        if not text:
            return
        own = details_button(session, story, left_out)
        message = await self._send(session, nonce, text, view=controls(own))
        # A story is open once it has been noted: if noting fails, it is sent again, and Discord
        # drops the copy.
        await self._note(session, message.id, text, story.revisions, later)
        news = ToldNews(message, own)
        self._open[session.id] = story, news
        self._pictured.told(session, news)

    async def _change(
        self,
        session: GameSession,
        story: TurnStory,
        told: ToldNews,
        later: AbstractSet[int] = frozenset(),
        **more: Any,
    ) -> None:
        """Change a message to match its story, with any further changes (``more``).

        The change is noted first: if this process ends in the meantime, the next one carries it
        out.
        """
        text, left_out = story.told
        await self._note(session, told.message.id, text, story.revisions, later)
        async with told.lock:
            told.own = details_button(session, story, left_out)
            told.message = await edited(
                self._client, told.message, content=text, view=told.view(), **more
            )
        self._open[session.id] = story, told


def _still_to_tell(parts: Sequence[_Part], number: int) -> frozenset[int]:
    """The revisions in all parts after a given one."""
    return frozenset[int]().union(*(part.revisions for part in parts[number + 1 :]))


def _seated(story: TurnStory, changes: Seatings) -> TurnStory:
    """The story, with the seating at the time."""
    if not story.turns:
        return story
    return replace(story, seats=at_revision(changes, min(story.revisions)))


def _notice(
    session: GameSession,
    row: OutboxRow,
    beside: Sequence[OutboxRow],
    seats: Sequence[SeatInfo] | None,
) -> _Notice:
    """The notice that a row contains; its results are in the rows ``beside`` it that have the same
    revision.
    """
    done = [
        event
        for each in beside
        if each.revision == row.revision
        for event in restore(session.rules, each.payload.get("events", ()))
    ]
    said = cut(note_line(session, row.payload["note"], None, done, seats))
    called = (each["user_id"] for each in row.payload.get("calls", ()))
    return _Notice(row.revision, said, tuple(user for user in called if user))


def _parts(session: GameSession, rows: Sequence[OutboxRow], changes: Seatings) -> Iterator[_Part]:
    """The turns or parts of turns that these rows report, and the notices between them."""
    steps: list[ToldStep] = []
    mended = {row.revision for row in rows if is_correction(row.payload.get("note"))}
    for row in rows:
        note, seats = row.payload.get("note"), at_revision(changes, row.revision)
        moment = row.payload["moment"]
        if is_notice(note):
            yield from turns_of(session, steps)
            steps = []
            yield _notice(session, row, rows if row.revision in mended else (), seats)
            continue
        if row.revision in mended:
            # The notice of a correction says what was corrected.
            continue
        said = said_besides(session, row, None, seats)
        if said is not None:
            steps.append(ToldStep(row.revision, moment, said=said))
        if events := restore(session.rules, row.payload.get("events", ())):
            steps.append(ToldStep(row.revision, moment, tuple(events)))
    yield from turns_of(session, steps)
