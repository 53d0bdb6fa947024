"""Which pictures go with the news of a game: what changed, the sheets, and how it ended.

All of them are made of what a spectator may know. They are a courtesy: where too much is waiting to
be drawn, a newer picture is on its way, or one takes too long, the news stay without.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.rules.kernel import Event
from bot.session import GameSession, Logged, Refused
from bot.storage import OutboxRow
from cogs.ui.pictures import Drawing, Pictures, Wanted

_ENTRIES = 300
"""How far back in the log the beginning of a fight or a Parliament is looked for."""


@dataclass(frozen=True, slots=True)
class Changed:
    """A picture of what changed, and the revision since which."""

    drawing: Drawing
    since: int


class Illustrations:
    """Chooses the pictures for the channels of all games of this process."""

    def __init__(self, pictures: Pictures) -> None:
        self._pictures = pictures
        self._shown: dict[str, int] = {}
        """Up to which revision a game's channel has seen in pictures what changed."""

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
        """Where things happened since a revision, or else since the last such picture; nothing if
        nowhere, nor if it is no longer ``wanted`` when its turn comes."""
        if not self._pictures.has(session):
            return None
        shown = self._shown.get(session.id) if since is None else since
        unseen: Sequence[Logged] = await session.journal.log(None, last=_ENTRIES, after=shown)
        if shown is None:
            unseen = _from_last_turn(session, unseen)
        events = [event for entry in unseen for event in entry.events]
        try:
            changes = await self._pictures.changes(session, events, wanted)
        except Refused:
            return None
        if not unseen:
            return None
        self._shown[session.id] = unseen[-1].revision
        return None if changes is None else Changed(changes, unseen[0].revision - 1)

    async def of_news(self, session: GameSession, rows: Sequence[OutboxRow]) -> list[Drawing]:
        """Sheets of what came to its end with the news of these rows."""
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
        """How a finished game was won."""
        if not self._pictures.has(session):
            return None
        try:
            return await self._pictures.victory(session)
        except Refused:
            return None


def _from_last_turn(session: GameSession, entries: Sequence[Logged]) -> Sequence[Logged]:
    """The entries since the turn before this one began."""
    begun = [n for n, entry in enumerate(entries) if _begins_turn(session, entry.events)]
    return entries[begun[-2] :] if len(begun) > 1 else entries


def _begins_turn(session: GameSession, events: Sequence[Event]) -> bool:
    return any(session.rules.marks_turn(event) for event in events)
