"""Who comes back after an absence: they are told, once, what happened meanwhile."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.session.announcements import DIGEST
from bot.session.hosted_game import HostedGame
from bot.session.journal import history
from bot.session.services import Services
from bot.storage import OutboxRow, journal, presence

LONG = timedelta(hours=12)
"""How long somebody must have been away for a digest."""

SEVERAL = 5
"""How many entries of the log they must have missed."""

VISIT = timedelta(minutes=30)
"""After how long without a sign of somebody a visit counts as over."""

NOTICED = timedelta(minutes=5)
"""A person who was noticed so short a time ago need not be noted again."""


class Presence:
    """When people were last here, at one game."""

    __slots__ = ("_game", "_looks", "_noticed", "_services")

    def __init__(self, game: HostedGame, services: Services) -> None:
        self._game = game
        self._services = services
        self._noticed: dict[int, datetime] = {}
        """When people were last noticed, as far as this process knows."""
        self._looks: dict[int, int] = {}

    async def greet(self, user_id: int) -> bool:
        """Note that a person is here. After an absence they get a digest, once; whether they do.

        For every command and press of a person at the game, and for what they say in its channel;
        what they submit is noted by itself.
        """
        if self._game.seat_of(user_id) is None or self._just_noticed(user_id):
            return False
        note = partial(self._note, user_id=user_id)
        since = await self._services.gathered.write(self._game.id, note)
        self.notice(user_id)
        if since is not None:
            self._services.news.ring(self._game.id)
        return since is not None

    async def _note(self, db: AsyncSession, user_id: int) -> int | None:
        """Note it down, with the digest that is owed; since which revision it tells, if any is."""
        game, seat = self._game, self._game.seat_of(user_id)
        await presence.hold(db, game.id)
        since = await self.missed(db, user_id, game.revision)
        if since is not None:
            db.add(
                OutboxRow(
                    game_id=game.id,
                    revision=game.revision,
                    kind=DIGEST,
                    user_id=user_id,
                    seat=seat,
                    payload={"revision": game.revision, "since": since},
                )
            )
        return since

    async def missed(self, db: AsyncSession, user_id: int, at: int) -> int | None:
        """Note that a person is here at a revision; since which they are owed a digest, if any."""
        game, now = self._game, self._services.clock.now()
        seat = game.seat_of(user_id)
        if seat is None or game.match is None or self._just_noticed(user_id):
            return None
        before = await presence.note(db, game.id, user_id, at, now, VISIT)
        if before is None or now - before.at < LONG:
            return None
        rows = await journal.since(db, game.id, before.revision)
        missed = [row for row in rows if row.seat != seat and history.entry(game.rules, row, seat)]
        return before.revision if len(missed) >= SEVERAL else None

    def notice(self, user_id: int) -> None:
        """Remember that a person is here, now that it is noted safely."""
        self._noticed[user_id] = self._services.clock.now()

    def last_look(self, user_id: int) -> int | None:
        """Up to which revision a person has read, beside their hand, what only they may know; None
        if this process does not know of it."""
        return self._looks.get(user_id)

    def note_look(self, user_id: int, revision: int) -> None:
        """Remember that a person has read that up to a revision."""
        self._looks[user_id] = revision

    def _just_noticed(self, user_id: int) -> bool:
        last = self._noticed.get(user_id)
        return last is not None and self._services.clock.now() - last < NOTICED
