"""What is remembered of a server: the role whose members moderate its games."""

from __future__ import annotations

from bot.session.services import Services
from bot.storage import servers


class Servers:
    """The moderators' role of each server."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def moderator_role(self, guild_id: int) -> int | None:
        """The role whose members moderate the games of a server; None if none was named."""
        async with self._services.database.reading() as db:
            return await servers.moderator_role(db, guild_id)

    def role_at_hand(self, guild_id: int) -> int | None:
        """The same as this process remembers it, if it does; without waiting."""
        key = ("role", guild_id)
        return self._services.memory.recall(key, lambda: self.moderator_role(guild_id), None)

    async def name_moderator_role(self, guild_id: int, role_id: int | None) -> None:
        """Name the role whose members moderate the games of a server; None: no role does."""
        async with self._services.database.writing() as db:
            await servers.name_moderator_role(db, guild_id, role_id)
