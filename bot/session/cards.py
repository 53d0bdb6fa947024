"""The status card of a game, as far as it must outlive a crash: which message it is.

Before a new card is sent that is noted, and with its message the old one is noted as to be taken
down, in one transaction. Whatever moment a process dies at, the next one knows where to look.
"""

from __future__ import annotations

from bot.session.hosted_game import HostedGame
from bot.session.services import Services
from bot.storage import LooseCardRow, cards, games


class Cards:
    """What is kept of one game's cards."""

    __slots__ = ("_game", "_services")

    def __init__(self, game: HostedGame, services: Services) -> None:
        self._game = game
        self._services = services

    async def coming(self) -> None:
        """Note that a card is about to be put up."""
        game = self._game
        async with self._services.database.writing() as db:
            await cards.coming(db, game.id, game.channel_id, self._services.clock.now())

    async def put_up(self, message_id: int, replaces: int | None) -> None:
        """Note which message is the card from now on, and which one is to go for it."""
        game, old = self._game, replaces
        async with self._services.database.writing() as db:
            await games.change(db, game.id, status_message_id=message_id)
            await cards.came(db, game.id)
            if old is not None and old != message_id:
                await cards.to_go(db, game.id, game.channel_id, old, self._services.clock.now())
        game.status_message_id = message_id

    async def loose(self) -> list[LooseCardRow]:
        """The cards on their way up (without a message) or down."""
        async with self._services.database.reading() as db:
            return await cards.of_game(db, self._game.id)

    async def gone(self, row: LooseCardRow) -> None:
        """Note that a loose card needs no more care."""
        assert row.id is not None
        async with self._services.database.writing() as db:
            await cards.gone(db, row.id)
