"""The status card of a game, as far as it must outlive a crash: which message it is.

Before a new card is sent that is noted, and with its message the old one is noted as to be taken
down, in one transaction. Whatever moment a process dies at, the next one knows where to look.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.storage import LooseCardRow, cards, games

if TYPE_CHECKING:
    from bot.session.open_game import OpenGame


class Cards:
    """What is kept of one game's cards."""

    def __init__(self, game: OpenGame) -> None:
        self._game = game

    async def coming(self) -> None:
        """Note that a card is about to be put up."""
        game = self._game
        async with game.transaction(writing=True) as db:
            await cards.coming(db, game.id, game.channel_id, game.now())

    async def put_up(self, message_id: int, replaces: int | None) -> None:
        """Note which message is the card from now on, and which one is to go for it."""
        game, old = self._game, replaces
        async with game.transaction(writing=True) as db:
            await games.change(db, game.id, status_message_id=message_id)
            await cards.came(db, game.id)
            if old is not None and old != message_id:
                await cards.to_go(db, game.id, game.channel_id, old, game.now())
        game.status_message_id = message_id

    async def loose(self) -> list[LooseCardRow]:
        """The cards on their way up (without a message) or down."""
        async with self._game.transaction() as db:
            return await cards.of_game(db, self._game.id)

    async def gone(self, row: LooseCardRow) -> None:
        """Note that a loose card needs no more care."""
        assert row.id is not None
        async with self._game.transaction(writing=True) as db:
            await cards.gone(db, row.id)
