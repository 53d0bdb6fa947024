"""Which messages told a game's channel about which revisions, as far as it must outlive a
restart."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from bot.session.hosted_game import HostedGame
from bot.session.services import Services
from bot.storage import TellingRow, journal, tellings


@dataclass(frozen=True, slots=True)
class Telling:
    """A message: what it said, about which revisions, and which of them do not stand any more.

    A card says it in blocks of text.
    """

    message_id: int
    said: str | tuple[str, ...]
    revisions: frozenset[int]
    gone: frozenset[int]


class Tellings:
    """What is kept of one game's messages: the newest some dozens."""

    __slots__ = ("_game", "_services")

    def __init__(self, game: HostedGame, services: Services) -> None:
        self._game = game
        self._services = services

    async def note(
        self, message_id: int, said: str | Sequence[str], revisions: Collection[int]
    ) -> None:
        """Note that a message told the channel of these revisions, as a text or a card's blocks."""
        game = self._game
        row = TellingRow(
            game_id=game.id,
            message_id=message_id,
            channel_id=game.channel_id,
            text=said if isinstance(said, str) else "",
            blocks=[] if isinstance(said, str) else list(said),
            revisions=sorted(revisions),
        )
        async with self._services.database.writing() as db:
            await tellings.note(db, row)

    async def telling_of(self, revisions: Collection[int]) -> list[Telling]:
        """The messages that are noted to tell of any of these revisions, as far back as is kept."""
        game = self._game
        async with self._services.database.reading() as db:
            rows = await tellings.of_game(db, game.id, game.channel_id)
        return [
            Telling(
                row.message_id,
                tuple(row.blocks) or row.text,
                frozenset(row.revisions),
                frozenset(row.struck),
            )
            for row in rows
            if not set(revisions).isdisjoint(row.revisions)
        ]

    async def overtaken(self) -> list[Telling]:
        """The messages in the channel that do not show how much of them still stands."""
        game = self._game
        async with self._services.database.reading() as db:
            rows = await tellings.of_game(db, game.id, game.channel_id)
            told = {revision for row in rows for revision in row.revisions}
            gone = frozenset(await journal.undone_among(db, game.id, told))
            return [
                Telling(
                    row.message_id, tuple(row.blocks) or row.text, frozenset(row.revisions), now
                )
                for row in rows
                if (now := gone.intersection(row.revisions)) != set(row.struck)
            ]

    async def shows(self, telling: Telling) -> None:
        """Note that a message shows by now what of it was taken back."""
        game = self._game
        async with self._services.database.writing() as db:
            await tellings.shows(db, game.id, telling.message_id, telling.gone)
