"""Which private messages of a game still ask something, as far as it must outlive a restart."""

from __future__ import annotations

from bot.session.hosted_game import HostedGame
from bot.session.services import Services
from bot.storage import QuestionRow, private_questions


class PrivateQuestions:
    """What is kept of one game's private messages that wait for an answer."""

    __slots__ = ("_game", "_services")

    def __init__(self, game: HostedGame, services: Services) -> None:
        self._game = game
        self._services = services

    async def note(self, row: QuestionRow) -> None:
        """Note that a message asks something."""
        async with self._services.database.writing() as db:
            await private_questions.note(db, row)

    async def forget(self, message_id: int) -> None:
        """A message asks nothing any more."""
        async with self._services.database.writing() as db:
            await private_questions.forget(db, self._game.id, message_id)

    async def noted(self) -> list[QuestionRow]:
        """All messages that are noted, oldest first."""
        async with self._services.database.reading() as db:
            return await private_questions.of_game(db, self._game.id)
