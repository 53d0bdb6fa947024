"""Who comes back after an absence: they are told, once, what happened meanwhile."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.session.announcements import DIGEST
from bot.session.journal import history
from bot.storage import OutboxRow, journal, presence

if TYPE_CHECKING:
    from bot.session.open_game import OpenGame

LONG = timedelta(hours=12)
"""How long somebody must have been away for a digest."""

SEVERAL = 5
"""How many entries of the log they must have missed."""

NOTICED = timedelta(minutes=5)
"""Who was noticed so short a time ago need not be noted again."""


async def missed(db: AsyncSession, game: OpenGame, user_id: int, at: int) -> int | None:
    """Note that a person is here at a revision; since which they are owed a digest, if they are."""
    seat, now = game.seat_of(user_id), game.now()
    if seat is None or game.match is None or _just_noticed(game, user_id, now):
        return None
    before = await presence.note(db, game.id, user_id, at, now)
    if before is None or now - before.at < LONG:
        return None
    rows = await journal.since(db, game.id, before.revision)
    entries = [row for row in rows if row.seat != seat and history.entry(game.rules, row, seat)]
    return before.revision if len(entries) >= SEVERAL else None


async def greet(game: OpenGame, user_id: int) -> bool:
    """Note that a person is here, beside the game's commands; whether they get a digest."""
    if game.seat_of(user_id) is None or _just_noticed(game, user_id, game.now()):
        return False
    async with game.transaction(writing=True) as db:
        await presence.hold(db, game.id)
        since = await missed(db, game, user_id, game.revision)
        if since is not None:
            db.add(
                OutboxRow(
                    game_id=game.id,
                    revision=game.revision,
                    kind=DIGEST,
                    user_id=user_id,
                    seat=game.seat_of(user_id),
                    payload={"revision": game.revision, "since": since},
                )
            )
    game.noticed[user_id] = game.now()
    if since is not None:
        game.has_news()
    return since is not None


def _just_noticed(game: OpenGame, user_id: int, now: datetime) -> bool:
    last = game.noticed.get(user_id)
    return last is not None and now - last < NOTICED
