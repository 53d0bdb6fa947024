"""What is counted of the database, on either kind."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from bot.session import Desk, ShutOut, Undeliverable
from bot.session.delivery import LONGEST_BACK_OFF
from bot.storage import DeadlineRow, OutboxRow, deadlines, figures, games
from bot.storage.tables import OVER
from tests.session.doubles import CHANNEL, FakeClock, Notebook, open_game, running_game


async def outbox(desk: Desk) -> figures.Outbox:
    """How full the outbox is now."""
    async with desk.services.database.reading() as db:
        return await figures.outbox(db, desk.services.clock.now())


async def to_deliver(desk: Desk, process: str = "main") -> int:
    """How many rows a process should be delivering now."""
    now = desk.services.clock.now()
    async with desk.services.database.reading() as db:
        return await figures.to_deliver(db, now, process, LONGEST_BACK_OFF)


async def test_an_empty_database(desk: Desk) -> None:
    assert await outbox(desk) == figures.Outbox(0, 0, 0.0)
    assert await to_deliver(desk) == 0
    async with desk.services.database.reading() as db:
        assert await figures.deadlines(db, desk.services.clock.now()) == figures.Deadlines(0, 0, 0)
        assert await figures.games(db) == {}


async def test_the_outbox_its_depth_and_the_age_of_the_oldest(
    desk: Desk, clock: FakeClock, notebook: Notebook
) -> None:
    session = await open_game(desk)
    clock.advance(minutes=1)
    # The card of a lobby: it is to be told, and no journal says since when.
    assert await outbox(desk) == figures.Outbox(1, 0, 0.0)
    await desk.courier.flush()
    assert await outbox(desk) == figures.Outbox(0, 0, 0.0)
    running = await running_game(desk, channel=CHANNEL + 1)
    clock.advance(seconds=90)
    found = await outbox(desk)
    assert found.depth > 3
    assert (found.held, found.oldest) == (0, 90.0)
    notebook.failures = [ShutOut("closed")] * 9
    await desk.courier.flush()
    clock.advance(hours=1)
    # What waits for a set time counts, but its age is no sign of anything.
    held = await outbox(desk)
    assert held.depth == held.held > 0
    assert held.oldest == 0.0
    assert await to_deliver(desk) == 0
    assert session.id != running.id


async def test_what_a_process_should_be_delivering(desk: Desk, clock: FakeClock) -> None:
    session = await open_game(desk)
    await desk.courier.flush()
    now = clock.now()

    async def with_row(**more: Any) -> int:
        async with desk.services.database.writing() as db:
            row = OutboxRow(game_id=session.id, revision=0, kind="log", **more)
            db.add(row)
        counted = await to_deliver(desk)
        async with desk.services.database.writing() as db:
            await db.delete(row)
        return counted

    assert await with_row() == 1
    assert await with_row(delivered_at=now) == 0
    assert await with_row(not_before=now) == 1
    # It failed, and is put off.
    assert await with_row(not_before=now + LONGEST_BACK_OFF, attempts=1) == 1
    # It is held back: nothing failed, or for longer than a failure puts anything off.
    assert await with_row(not_before=now + timedelta(seconds=1)) == 0
    later = now + LONGEST_BACK_OFF + timedelta(seconds=1)
    assert await with_row(not_before=later, attempts=1) == 0


async def test_what_one_row_waits_for_its_readers_others_wait_for_too(
    desk: Desk, clock: FakeClock
) -> None:
    session = await open_game(desk)
    await desk.courier.flush()
    later = clock.now() + timedelta(hours=12)
    async with desk.services.database.writing() as db:
        for reader in (None, 1):
            db.add(OutboxRow(game_id=session.id, revision=0, kind="log", user_id=reader))
        db.add(OutboxRow(game_id=session.id, revision=0, kind="ask", not_before=later))
    assert await outbox(desk) == figures.Outbox(3, 2, 0.0)
    assert await to_deliver(desk) == 1


async def test_what_another_process_delivers_is_not_counted(desk: Desk, clock: FakeClock) -> None:
    session = await open_game(desk)
    now = clock.now()
    async with desk.services.database.writing() as db:
        assert await games.take_on(db, session.id, "other", now, now + timedelta(seconds=60))
    assert (await to_deliver(desk), await to_deliver(desk, "other")) == (0, 1)
    clock.advance(seconds=60)
    assert await to_deliver(desk) == 0
    clock.advance(seconds=1)
    assert await to_deliver(desk) == 1


async def test_deadlines_due_and_late(desk: Desk, clock: FakeClock) -> None:
    session = await open_game(desk)
    now = clock.now()
    dues = {-50: None, -20: None, 0: None, 1: None, -99: 30}
    async with desk.services.database.writing() as db:
        for seconds, left in dues.items():
            due = now + timedelta(seconds=seconds)
            db.add(DeadlineRow(game_id=session.id, due=due, set_at=now, kind="tick", left=left))
    async with desk.services.database.reading() as db:
        # That of a paused game is never due.
        assert await figures.deadlines(db, now) == figures.Deadlines(set=5, due=3, late=50.0)


async def test_games_by_state(desk: Desk, clock: FakeClock) -> None:
    for channel in range(2):
        await open_game(desk, channel=CHANNEL + channel)
    playing = [await running_game(desk, channel=CHANNEL + 10 + n) for n in range(4)]
    async with desk.services.database.writing() as db:
        await games.change(db, playing[0].id, paused_at=clock.now())
        # One that was paused when it was ended is over.
        await games.change(db, playing[1].id, paused_at=clock.now(), status=OVER)
    async with desk.services.database.reading() as db:
        assert await figures.games(db) == {
            ("toy", "lobby"): 2,
            ("toy", "running"): 2,
            ("toy", "paused"): 1,
            ("toy", "over"): 1,
        }


async def test_the_tallies_count_what_was_done(
    desk: Desk, clock: FakeClock, notebook: Notebook
) -> None:
    await open_game(desk)
    tallies = desk.services.tallies
    assert tallies.settled == 0
    notebook.failures = [ConnectionError("once")]
    await desk.courier.flush()
    assert (tallies.delivered, tallies.failed, tallies.given_up) == (0, 1, 0)
    clock.advance(minutes=1)
    await desk.courier.flush()
    assert (tallies.delivered, tallies.failed, tallies.given_up) == (1, 1, 0)
    await open_game(desk, channel=CHANNEL + 1)
    notebook.failures = [Undeliverable("gone")]
    await desk.courier.flush()
    assert (tallies.delivered, tallies.failed, tallies.given_up) == (1, 1, 1)
    assert tallies.settled == 2


@pytest.mark.parametrize("late", [0, 75])
async def test_a_deadline_that_is_carried_out_is_counted_with_its_lateness(
    desk: Desk, clock: FakeClock, late: int
) -> None:
    session = await running_game(desk, options={"pace": "live"})
    async with desk.services.database.reading() as db:
        due = min(row.due for row in await deadlines.all_of(db, session.id))
    clock.time = due + timedelta(seconds=late)
    count = await desk.scheduler.carry_out_due()
    assert count >= 1
    assert desk.services.tallies.deadlines == count
    assert desk.services.tallies.deadlines_late >= late
