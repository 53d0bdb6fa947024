"""How people are reached with what is for them alone, in all games."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from bot.session.services import Services
from bot.storage import members


class People:
    """How people read what is for them alone: by direct message, or in a thread of a game."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def dms_closed(self, user_id: int) -> bool:
        """Whether the person's direct messages turned out to be closed."""
        async with self._services.database.reading() as db:
            return await members.dms_closed_at(db, user_id) is not None

    async def dms_closed_since(self, user_ids: Collection[int]) -> dict[int, datetime]:
        """Whose direct messages of these people are closed, and since when that is known."""
        async with self._services.database.reading() as db:
            found = {user: await members.dms_closed_at(db, user) for user in user_ids}
        return {user: since for user, since in found.items() if since is not None}

    async def note_dms(self, user_id: int, *, closed: bool) -> None:
        """Remember whether the person's direct messages are closed."""
        async with self._services.database.writing() as db:
            await members.note_dms(db, user_id, self._services.clock.now() if closed else None)

    async def thread_of(self, game_id: str, user_id: int) -> int | None:
        """The private thread in which a person reads a game's secrets; None if there is none."""
        async with self._services.database.reading() as db:
            return await members.thread_of(db, game_id, user_id)

    async def note_thread(self, game_id: str, user_id: int, thread_id: int) -> None:
        """Remember the private thread in which a person reads a game's secrets."""
        async with self._services.database.writing() as db:
            await members.note_thread(db, game_id, user_id, thread_id)
