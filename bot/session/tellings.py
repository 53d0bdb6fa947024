"""Three records that must survive a crash: the messages that told a game's channel what happened,
the message that is its status card, and the private messages that still ask something.

A new card is noted before it is sent; then, in one transaction, its message is noted and the old
card is marked for removal. Whenever a process dies, the next one knows where to look.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from bot.session.hosted_game import HostedGame
from bot.session.services import Services
from bot.storage import (
    LooseCardRow,
    QuestionRow,
    cards,
    games,
    journal,
    private_questions,
    tellings,
)


class Cards:
    """What is kept about one game's cards."""

    __slots__ = ("_game", "_services")

    def __init__(self, game: HostedGame, services: Services) -> None:
        self._game = game
        self._services = services

    async def coming(self) -> None:
        """Note that a card is about to be posted."""
        game = self._game
        async with self._services.database.writing() as db:
            await cards.coming(db, game.id, game.channel_id, self._services.clock.now())

    async def put_up(self, message_id: int, replaces: int | None) -> None:
        """Note which message is the card from now on, and which one it replaces."""
        game, old = self._game, replaces
        async with self._services.database.writing() as db:
            await games.change(db, game.id, status_message_id=message_id)
            await cards.came(db, game.id)
            if old is not None and old != message_id:
                await cards.to_go(db, game.id, game.channel_id, old, self._services.clock.now())
        game.status_message_id = message_id

    async def loose(self) -> list[LooseCardRow]:
        """The cards that are about to be posted (they have no message yet) or removed."""
        async with self._services.database.reading() as db:
            return await cards.of_game(db, self._game.id)

    async def gone(self, row: LooseCardRow) -> None:
        """Note that one of these cards has been dealt with."""
        assert row.id is not None
        async with self._services.database.writing() as db:
            await cards.gone(db, row.id)


class PrivateQuestions:
    """What is kept about one game's private messages that are waiting for an answer."""

    __slots__ = ("_game", "_services")

    def __init__(self, game: HostedGame, services: Services) -> None:
        self._game = game
        self._services = services

    async def note(self, row: QuestionRow) -> None:
        """Note that a message asks something."""
        async with self._services.database.writing() as db:
            await private_questions.note(db, row)

    async def forget(self, message_id: int) -> None:
        """Note that a message no longer asks anything."""
        async with self._services.database.writing() as db:
            await private_questions.forget(db, self._game.id, message_id)

    async def noted(self) -> list[QuestionRow]:
        """All the messages that have been noted, oldest first."""
        async with self._services.database.reading() as db:
            return await private_questions.of_game(db, self._game.id)


@dataclass(frozen=True, slots=True)
class Telling:
    """A message: what it said, which revisions it told of, and which of them no longer stand."""

    message_id: int
    said: str
    revisions: frozenset[int]
    gone: frozenset[int]


class Tellings:
    """What is kept about the newest few dozen of one game's messages."""

    __slots__ = ("_game", "_services")

    def __init__(self, game: HostedGame, services: Services) -> None:
        self._game = game
        self._services = services

    async def note(self, message_id: int, said: str, revisions: Collection[int]) -> None:
        """Note that a message told the channel about these revisions."""
        game = self._game
        async with self._services.database.writing() as db:
            await tellings.note(db, game.id, game.channel_id, message_id, said, revisions)

    async def telling_of(self, revisions: Collection[int]) -> list[Telling]:
        """The messages known to tell of any of these revisions, as far back as messages are
        kept."""
        game = self._game
        async with self._services.database.reading() as db:
            rows = await tellings.of_game(db, game.id, game.channel_id)
        return [
            Telling(
                row.message_id,
                row.text,
                frozenset(row.revisions),
                frozenset(row.struck),
            )
            for row in rows
            if not set(revisions).isdisjoint(row.revisions)
        ]

    async def overtaken(self) -> list[Telling]:
        """The channel's messages that do not yet show which parts of them still stand."""
        game = self._game
        async with self._services.database.reading() as db:
            rows = await tellings.of_game(db, game.id, game.channel_id)
            told = {revision for row in rows for revision in row.revisions}
            gone = frozenset(await journal.undone_among(db, game.id, told))
            return [
                Telling(row.message_id, row.text, frozenset(row.revisions), now)
                for row in rows
                if (now := gone.intersection(row.revisions)) != set(row.struck)
            ]

    async def shows(self, telling: Telling) -> None:
        """Note that a message now shows which parts of it have been taken back."""
        game = self._game
        async with self._services.database.writing() as db:
            await tellings.shows(db, game.id, telling.message_id, telling.gone)
