"""Stand-ins for time and for Discord."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from bot.rules.kernel import Choice
from bot.session import Desk, GameSession
from bot.session.clock.deadlines import TIME_UP
from bot.storage import OutboxRow, deadlines

ALICE, BOB, CECILY, DUNCAN = 101, 102, 103, 104
GUILD, CHANNEL = 7_000_000_000_000_001, 7_000_000_000_000_002


class FakeClock:
    """A clock that moves only when it is told to."""

    def __init__(self) -> None:
        self.time = datetime(2026, 11, 1, 12, 0, tzinfo=UTC)
        self._moved = asyncio.Event()

    def now(self) -> datetime:
        return self.time

    def advance(self, **of_time: float) -> None:
        """Move on, as in ``advance(minutes=5)``."""
        self.time += timedelta(**of_time)
        moved, self._moved = self._moved, asyncio.Event()
        moved.set()

    async def wait(self, event: asyncio.Event, until: datetime | None) -> bool:
        while not event.is_set():
            if until is not None and self.time >= until:
                return False
            waits = {asyncio.ensure_future(e.wait()) for e in (event, self._moved)}
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            for wait in waits:
                wait.cancel()
        return True


@dataclass
class Delivered:
    """One message: its nonce, kind, reader (None: the channel) and payloads."""

    nonce: str
    kind: str
    reader: int | None
    payloads: list[dict[str, Any]]


@dataclass
class Notebook:
    """A deliverer that writes down what it is given, and fails when it is told to."""

    entries: list[Delivered] = field(default_factory=list)
    failures: list[Exception] = field(default_factory=list)
    attempts: list[str] = field(default_factory=list)

    async def deliver(self, session: GameSession, rows: list[OutboxRow], nonce: str) -> None:
        self.attempts.append(nonce)
        if self.failures:
            raise self.failures.pop(0)
        kinds, readers = {row.kind for row in rows}, {row.user_id for row in rows}
        assert len(kinds) == len(readers) == 1
        assert len(nonce) <= 25
        payloads = [row.payload for row in rows]
        self.entries.append(Delivered(nonce, kinds.pop(), readers.pop(), payloads))

    def of(self, kind: str, reader: int | None = None) -> list[dict[str, Any]]:
        """The payloads of one kind for one reader, in order."""
        return [
            payload
            for entry in self.entries
            if entry.kind == kind and entry.reader == reader
            for payload in entry.payloads
        ]

    def clear(self) -> None:
        """Turn the page."""
        self.entries.clear()
        self.attempts.clear()


class Hanging(Notebook):
    """A deliverer that never comes back."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = asyncio.Event()

    async def deliver(self, session: GameSession, rows: list[OutboxRow], nonce: str) -> None:
        self.asked.set()
        await asyncio.Event().wait()


async def open_game(
    desk: Desk,
    *,
    seats: int = 2,
    channel: int = CHANNEL,
    ruleset: str = "plain",
    options: dict[str, str] | None = None,
) -> GameSession:
    """A lobby of Alice's in a channel."""
    return await desk.new_games.open(
        guild_id=GUILD,
        channel_id=channel,
        host_id=ALICE,
        host_name="Alice",
        game="toy",
        ruleset=ruleset,
        seats=seats,
        options=options or {},
    )


async def running_game(desk: Desk, *, bids: tuple[int, ...] = (1, 0), **more: Any) -> GameSession:
    """Alice and Bob (and more people, one for each bid) after their first bids."""
    session = await open_game(desk, seats=len(bids), **more)
    people = ((BOB, "Bob"), (CECILY, "Cecily"), (DUNCAN, "Duncan"))[: len(bids) - 1]
    for user_id, name in people:
        await session.lobby.join(user_id, name)
    await session.lobby.start(ALICE)
    for seat, bid in zip(session.seats, bids, strict=True):
        assert seat.user_id is not None
        await session.submit(user_id=seat.user_id, choice=Choice.of("bid", tokens=str(bid)))
    return session


async def until(true: Callable[[], bool], within: float = 60) -> None:
    """Wait until something is so, at most so many seconds."""
    async with asyncio.timeout(within):
        while True:
            if true():
                return
            await asyncio.sleep(0.01)


async def time_limit(desk: Desk, session: GameSession) -> datetime | None:
    """When the game's time is up; None if no limit was set, or if the game is over."""
    async with desk.services.database.reading() as db:
        return await deadlines.of_game(db, session.id, TIME_UP)


def take(stones: int) -> Choice:
    """Taking some stones."""
    return Choice.of("take", stones=str(stones))


def bid(tokens: int) -> Choice:
    """Bidding some tokens."""
    return Choice.of("bid", tokens=str(tokens))


def position(session: GameSession | None) -> bytes:
    """How a running game would be saved."""
    assert session is not None
    assert session.match is not None
    return session.match.save()
