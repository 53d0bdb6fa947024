"""When people are not to be waited for: quiet hours every day, and holidays within a budget."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.session.announcements import STATUS
from bot.session.clock.deadlines import reckon_anew, rhythm_of
from bot.session.clock.quiet_hours import checked_quiet, zone_of
from bot.session.receipts import Refused
from bot.storage import AbsenceRow, OutboxRow, games, members

if TYPE_CHECKING:
    from bot.session.desk import Desk

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


async def of(desk: Desk, user_id: int) -> Availability:
    """When no deadline of the person runs, and how much of their holidays is left."""
    now = desk.clock.now()
    async with desk.database.reading() as db:
        row = await members.by_id(db, user_id)
        taken = await members.absences(db, user_id, now - _YEAR)
    quiet = None
    if row is not None and row.quiet_from is not None and row.quiet_until is not None:
        quiet = (row.quiet_from, row.quiet_until)
    away = max((a.ends for a in taken if a.begins <= now < a.ends), default=None)
    zone = "UTC" if row is None or row.zone is None else row.zone
    return Availability(quiet, zone, away, _left(taken, now))


def _left(taken: list[AbsenceRow], now: datetime) -> timedelta:
    spent = (a.ends - max(a.begins, now - _YEAR) for a in taken)
    return max(timedelta(), HOLIDAYS - sum(spent, timedelta()))


async def set_quiet_hours(
    desk: Desk, user_id: int, hours: tuple[int, int] | None, zone: str
) -> None:
    """Remember quiet hours (or that there are none), and move open deadlines accordingly."""
    zone_of(zone)
    checked = None if hours is None else checked_quiet(*hours)

    async def change(db: AsyncSession) -> None:
        await members.note_quiet(db, user_id, checked, None if checked is None else zone)

    await _changed(desk, user_id, change)


async def go_away(desk: Desk, user_id: int, days: float) -> datetime:
    """Be away from now on for some days; till when. Refused beyond the budget."""
    now = desk.clock.now()
    wanted = timedelta(days=days)
    ends = now + wanted

    async def change(db: AsyncSession) -> None:
        taken = await members.absences(db, user_id, now - _YEAR)
        if any(a.ends > now for a in taken):
            raise Refused("You are away already. Come back first, then say how long it will be.")
        left = _left(taken, now)
        if wanted < _SHORTEST or wanted > left:
            raise Refused(
                f"You may be away from half a day up to {left / timedelta(days=1):.3g} days more "
                "within this year."
            )
        db.add(AbsenceRow(user_id=user_id, begins=now, ends=ends))
        await db.flush()

    await _changed(desk, user_id, change)
    return ends


async def come_back(desk: Desk, user_id: int) -> None:
    """Be there again; what is left of the absence goes back to the budget."""
    now = desk.clock.now()

    async def change(db: AsyncSession) -> None:
        present = await members.absences(db, user_id, now)
        if not present:
            raise Refused("You are not away.")
        for row in present:
            row.ends = now
        await db.flush()

    await _changed(desk, user_id, change)


async def _changed(
    desk: Desk, user_id: int, change: Callable[[AsyncSession], Awaitable[None]]
) -> None:
    """Change when a person's time runs; what was left of each deadline stays."""
    now = desk.clock.now()
    async with desk.database.writing() as db:
        before = await rhythm_of(db, user_id, now)
        await change(db)
        after = await rhythm_of(db, user_id, now)
        concerned = await reckon_anew(db, user_id, before, after, now)
        for game_id in concerned:
            at = await games.revision(db, game_id) or 0
            payload = {"revision": at}
            db.add(OutboxRow(game_id=game_id, revision=at, kind=STATUS, payload=payload))
    for game_id in concerned:
        desk.courier.wake(game_id)
    desk.scheduler.wake()
