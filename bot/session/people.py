"""The people who play: whether they are here, when they can play, and what they have set.

A person's deadlines do not run in their daily quiet hours or during a holiday; holidays are
limited.

People who come back after an absence are told once what has happened.

News for one person alone comes by direct message, or in a thread of the game.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.session.announcements import DIGEST, STATUS
from bot.session.clock.deadlines import reckon_anew, rhythm_of
from bot.session.clock.pace import checked_quiet, zone_of
from bot.session.hosted_game import HostedGame
from bot.session.journal import history
from bot.session.receipts import Refused
from bot.session.services import Services
from bot.storage import AbsenceRow, OutboxRow, games, journal, members

HOLIDAYS = timedelta(days=28)
"""How long a person may be away in one year."""

YEAR = timedelta(days=365)
_SHORTEST = timedelta(hours=12)


@dataclass(frozen=True, slots=True)
class Availability:
    """When a person cannot answer: ``quiet`` gives the start and end of the quiet hours, in minutes
    of the day; ``away_until`` is the end of a current absence."""

    quiet: tuple[int, int] | None
    zone: str
    away_until: datetime | None
    holidays_left: timedelta


class Availabilities:
    """When people can answer, in all their games."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def of(self, user_id: int) -> Availability:
        """When the person's deadlines do not run, and how much of their holiday is left."""
        now = self._services.clock.now()
        async with self._services.database.reading() as db:
            row = await members.by_id(db, user_id)
            taken = await members.absences(db, user_id, now - YEAR)
        quiet = None
        if row is not None and row.quiet_from is not None and row.quiet_until is not None:
            quiet = (row.quiet_from, row.quiet_until)
        away = max((a.ends for a in taken if a.begins <= now < a.ends), default=None)
        zone = "UTC" if row is None or row.zone is None else row.zone
        return Availability(quiet, zone, away, _left(taken, now))

    async def set_quiet_hours(
        self, user_id: int, hours: tuple[int, int] | None, zone: str = "UTC"
    ) -> None:
        """Set the start and end (minutes of the day) of a person's quiet hours; None means no quiet
        hours.

        Open deadlines are moved to match. Refused if the zone is unknown or the quiet hours are too
        long.
        """
        zone_of(zone)
        checked = None if hours is None else checked_quiet(*hours)

        async def change(db: AsyncSession) -> None:
            await members.note_quiet(db, user_id, checked, None if checked is None else zone)

        await self._changed(user_id, change)

    async def go_away(self, user_id: int, days: float) -> datetime:
        """Stop a person's deadlines for some days. Returns the time until which the deadlines are
        stopped. Refused if the person is already away, or if the days are too few or exceed the
        holiday that is left.
        """
        now = self._services.clock.now()
        wanted = timedelta(days=days)
        ends = now + wanted

        async def change(db: AsyncSession) -> None:
            taken = await members.absences(db, user_id, now - YEAR)
            if any(a.ends > now for a in taken):
                raise Refused(
                    "You are already away. Come back first, then say how long it will be."
                )
            left = _left(taken, now)
            if wanted < _SHORTEST or wanted > left:
                days = f"{left / timedelta(days=1):.3g} days"
                raise Refused(
                    f"Give between half a day and {days}. That is all you have left this year."
                )
            db.add(AbsenceRow(user_id=user_id, begins=now, ends=ends))
            await db.flush()

        await self._changed(user_id, change)
        return ends

    async def come_back(self, user_id: int) -> None:
        """Let a person's deadlines run again; the rest of the absence is kept for later."""
        now = self._services.clock.now()

        async def change(db: AsyncSession) -> None:
            present = await members.absences(db, user_id, now)
            if not present:
                raise Refused("You are not away.")
            for row in present:
                row.ends = now
            await db.flush()

        await self._changed(user_id, change)

    async def _changed(
        self, user_id: int, change: Callable[[AsyncSession], Awaitable[None]]
    ) -> None:
        """Change the hours in which a person's time runs; each deadline keeps the time that it had
        left."""
        now = self._services.clock.now()
        async with self._services.database.writing() as db:
            before = await rhythm_of(db, user_id, now)
            await change(db)
            after = await rhythm_of(db, user_id, now)
            concerned = await reckon_anew(db, user_id, before, after, now)
            for game_id in concerned:
                at = await games.revision(db, game_id) or 0
                payload = {"revision": at}
                db.add(OutboxRow(game_id=game_id, revision=at, kind=STATUS, payload=payload))
        for game_id in concerned:
            self._services.news.ring(game_id)
        self._services.deadlines.ring()


def _left(taken: list[AbsenceRow], now: datetime) -> timedelta:
    spent = (a.ends - max(a.begins, now - YEAR) for a in taken)
    return max(timedelta(), HOLIDAYS - sum(spent, timedelta()))


LONG = timedelta(hours=12)
"""How long somebody must have been away before they get a digest."""

SEVERAL = 5
"""How many log entries somebody must have missed before they get a digest."""

NOTICED = timedelta(minutes=5)
"""A person who was noticed within this time need not be noted again."""


class Presence:
    """When people were last seen in one game."""

    __slots__ = ("_game", "_looks", "_noticed", "_services")

    def __init__(self, game: HostedGame, services: Services) -> None:
        self._game = game
        self._services = services
        self._noticed: dict[int, datetime] = {}
        """When people were last noticed, if this process knows that."""
        self._looks: dict[int, int] = {}

    async def greet(self, user_id: int) -> bool:
        """Note that a person is here. After an absence they get a digest, once. Returns whether
        they get a digest.

        Called for a person's every command and button press in the game, and when they write in its
        channel; what they submit is noted separately.
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
        """Note the visit, along with any digest that is owed. Returns the revision from which the
        digest starts, if there is one."""
        game, seat = self._game, self._game.seat_of(user_id)
        await members.hold(db, game.id)
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
        """Note that a person is here at a revision. Returns the revision from which their digest
        starts, if they are owed one."""
        game, now = self._game, self._services.clock.now()
        seat = game.seat_of(user_id)
        if seat is None or game.match is None or self._just_noticed(user_id):
            return None
        before = await members.note(db, game.id, user_id, at, now)
        if before is None or now - before.at < LONG:
            return None
        rows = await journal.since(db, game.id, before.revision)
        missed = [row for row in rows if row.seat != seat and history.entry(game.rules, row, seat)]
        return before.revision if len(missed) >= SEVERAL else None

    def notice(self, user_id: int) -> None:
        """Remember that a person is here, now that it is safely noted."""
        self._noticed[user_id] = self._services.clock.now()

    def last_look(self, user_id: int) -> int | None:
        """The revision up to which a person has read what only they may know, apart from their
        hand; None if this process does not know."""
        return self._looks.get(user_id)

    def note_look(self, user_id: int, revision: int) -> None:
        """Remember that a person has read what only they may know, up to a revision."""
        self._looks[user_id] = revision

    def _just_noticed(self, user_id: int) -> bool:
        last = self._noticed.get(user_id)
        return last is not None and self._services.clock.now() - last < NOTICED


class People:
    """How people read news that is for them alone: by direct message, or in a game's thread."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def dms_closed(self, user_id: int) -> bool:
        """Whether the person's direct messages turned out to be closed."""
        async with self._services.database.reading() as db:
            return await members.dms_closed_at(db, user_id) is not None

    async def dms_closed_since(self, user_ids: Collection[int]) -> dict[int, datetime]:
        """Which of these people have closed direct messages, and since when that has been known."""
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
