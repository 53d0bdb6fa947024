"""People's right to be forgotten, and how long finished games are kept."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, replace
from datetime import timedelta

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.session import seasons, seating
from bot.session.changes import Change
from bot.session.game_session import Find, GameSession
from bot.session.people import YEAR
from bot.session.receipts import Unreadable
from bot.session.services import Services
from bot.storage import forgetting, members
from bot.storage.tables import LOBBY, OVER, RUNNING

logger = logging.getLogger(__name__)

_EVERY = timedelta(days=1)
_PATIENCE = timedelta(minutes=5)
"""How soon to try again after a failure."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept about a person: the number of games, by state, in which they have a seat, the
    number of other games, and whether there are any settings.
    """

    running: int
    waiting: int
    over: int
    settings: bool
    others: int = 0


class Forgetting:
    """Forgets people who ask to be forgotten, and removes finished games after ``keep_for`` (None:
    never)."""

    def __init__(self, services: Services, find: Find) -> None:
        self._services = services
        self._find = find
        self.keep_for: timedelta | None = None
        self._closing = asyncio.Event()

    async def kept_of(self, user_id: int) -> Kept:
        """What is kept about a person."""
        async with self._services.database.reading() as db:
            found = await forgetting.games_of(db, user_id)
            seated = await forgetting.seated_in(db, user_id)
            settings = await members.by_id(db, user_id) is not None
            settings = settings or await members.takes_part(db, user_id)
        own = [status for game_id, status in found.items() if game_id in seated]
        others = len(found) - len(own)
        return Kept(own.count(RUNNING), own.count(LOBBY), own.count(OVER), settings, others)

    async def forget(self, user_id: int, name: str) -> None:
        """Remove a person from everything that is kept; ``name`` is the name they have now.

        The person's seats in running games become free, as if the person had left. Forgetting them
        a second time changes nothing.
        """
        names = {seating.plain_name(name)}
        async with self._services.database.reading() as db:
            found = await forgetting.games_of(db, user_id)
        for game_id, status in found.items():
            session = None if status == OVER else await self._open(game_id)
            if session is None:
                await self._out_of_the_past(game_id, user_id, names)
            else:
                await _out_of_a_game(session, user_id, names)
        async with self._services.database.writing() as db:
            await seasons.forget(db, user_id)
            await forgetting.forget_person(db, user_id)

    async def _open(self, game_id: str) -> GameSession | None:
        """A game by its id; None if it is over or cannot be read."""
        try:
            session = await self._find(game_id)
        except Unreadable:
            return None
        return None if session is None or session.status == OVER else session

    async def _out_of_the_past(self, game_id: str, user_id: int, names: set[str]) -> None:
        async with self._services.database.writing() as db:
            await forgetting.leave_host(db, game_id, user_id)
            await forgetting.forget_in(db, game_id, user_id, names)

    # Age

    async def run(self) -> None:
        """Once a day, remove anything that is too old to keep, until the process closes."""
        while not self._services.background.closing:
            began, later = self._services.clock.now(), _EVERY
            try:
                await self.forget_old()
            except Exception:
                logger.exception("old games could not be removed")
                later = _PATIENCE
            await self._services.clock.wait(self._closing, began + later)

    async def forget_old(self) -> int:
        """Remove the games that ended too long ago. Returns how many there were.

        Absences are kept for at least a year, because they count against a person's holidays.
        """
        if self.keep_for is None:
            return 0
        now = self._services.clock.now()
        before = now - self.keep_for
        async with self._services.database.writing() as db:
            gone = await forgetting.forget_old(db, before, min(before, now - YEAR))
        if gone:
            logger.info("removed %d finished games that were too old to keep", gone)
        return gone

    def close(self) -> None:
        """Stop looking."""
        self._closing.set()


async def _out_of_a_game(session: GameSession, user_id: int, names: set[str]) -> None:
    """Let a person leave an unfinished game, and take them out of its past."""

    async def work(db: AsyncSession) -> Change:
        known = await forgetting.forget_in(db, session.id, user_id, names)
        running, own = session.status == RUNNING, session.seat_of(user_id)
        seats = list(session.seats)
        if own is not None:
            seats = seating.left(seats, user_id, running)
        if running:
            seats = [
                replace(seat, name=forgetting.former(seat.number))
                if seat.number == own or (seat.free and seat.name in known)
                else seat
                for seat in seats
            ]
        seats = [
            replace(
                seat,
                kept_for=None if seat.kept_for == user_id else seat.kept_for,
                shown_to=None if seat.shown_to == user_id else seat.shown_to,
            )
            for seat in seats
        ]
        change = Change(None, session.match, seats, new_seats=True)
        if user_id == session.host_id:
            heir = seating.next_host(seats)
            change.broken_off = heir is None and not running
            change.columns["host_id"] = forgetting.NOBODY if heir is None else heir
        return change

    await session.commands.carry_out(work)
