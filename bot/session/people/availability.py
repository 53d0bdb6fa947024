"""When people are not to be waited for: quiet hours every day, and holidays within a budget."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.session.announcements import STATUS
from bot.session.clock.deadlines import reckon_anew, rhythm_of
from bot.session.clock.quiet_hours import checked_quiet, zone_of
from bot.session.receipts import Refused
from bot.session.services import Services
from bot.storage import AbsenceRow, OutboxRow, games, members

HOLIDAYS = timedelta(days=28)
"""How long a person may be away within a year."""

_YEAR = timedelta(days=365)
_SHORTEST = timedelta(hours=12)


@dataclass(frozen=True, slots=True)
class Availability:
    """``quiet``: from and until in minutes of the day; ``away_until``: end of a present absence."""

    quiet: tuple[int, int] | None
    zone: str
    away_until: datetime | None
    holidays_left: timedelta


class Availabilities:
    """When people are there to answer, in all their games."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def of(self, user_id: int) -> Availability:
        """When no deadline of the person runs, and how much of their holidays is left."""
        now = self._services.clock.now()
        async with self._services.database.reading() as db:
            row = await members.by_id(db, user_id)
            taken = await members.absences(db, user_id, now - _YEAR)
        quiet = None
        if row is not None and row.quiet_from is not None and row.quiet_until is not None:
            quiet = (row.quiet_from, row.quiet_until)
        away = max((a.ends for a in taken if a.begins <= now < a.ends), default=None)
        zone = "UTC" if row is None or row.zone is None else row.zone
        return Availability(quiet, zone, away, _left(taken, now))

    async def set_quiet_hours(
        self, user_id: int, hours: tuple[int, int] | None, zone: str = "UTC"
    ) -> None:
        """From and until when (minutes of the day) a person is left in peace; None: never.

        Open deadlines move along. Refused if the zone is unknown or the hours are too many.
        """
        zone_of(zone)
        checked = None if hours is None else checked_quiet(*hours)

        async def change(db: AsyncSession) -> None:
            await members.note_quiet(db, user_id, checked, None if checked is None else zone)

        await self._changed(user_id, change)

    async def go_away(self, user_id: int, days: float) -> datetime:
        """Stop a person's deadlines for some days; until when. Refused beyond the budget."""
        now = self._services.clock.now()
        wanted = timedelta(days=days)
        ends = now + wanted

        async def change(db: AsyncSession) -> None:
            taken = await members.absences(db, user_id, now - _YEAR)
            if any(a.ends > now for a in taken):
                raise Refused(
                    "You are already away. Come back first, then say how long it will be."
                )
            left = _left(taken, now)
            if wanted < _SHORTEST or wanted > left:
                days = f"{left / timedelta(days=1):.3g} days"
                raise Refused(
                    f"Give half a day up to {days}. That is all you have left within this year."
                )
            db.add(AbsenceRow(user_id=user_id, begins=now, ends=ends))
            await db.flush()

        await self._changed(user_id, change)
        return ends

    async def come_back(self, user_id: int) -> None:
        """Let a person's deadlines run again; what is left of the absence stays for later."""
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
        """Change when a person's time runs; what was left of each deadline stays."""
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
    spent = (a.ends - max(a.begins, now - _YEAR) for a in taken)
    return max(timedelta(), HOLIDAYS - sum(spent, timedelta()))
