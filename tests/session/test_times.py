"""When the loops look again, how long what failed has to wait, and how much goes out at once."""

from __future__ import annotations

import asyncio
import threading
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from bot.session import Desk, GameSession, Refused, ShutOut
from bot.session.announcements import (
    ASK,
    ASK_SECRET,
    BRIEF,
    DIGEST,
    LOG,
    OPENING,
    OVER,
    PETITION,
    PICTURE,
    REMIND,
    REPLAY,
    SECRET,
    STATUS,
    STRUCK,
)
from bot.session.computers import think
from bot.session.delivery import Courier, plan
from bot.session.desk import Scheduler
from bot.session.journal import history
from bot.session.people import Presence
from bot.session.services import Background, Bell, Recollection
from bot.storage import DeadlineRow, OutboxRow, deadlines, games, outbox
from tests.session.doubles import CHANNEL, FakeClock, Notebook, open_game, running_game
from tests.waiting import PATIENCE

SECOND = timedelta(seconds=1)


def row(number: int, kind: str = LOG, events: int = 1, **more: Any) -> OutboxRow:
    """A row of a game's outbox."""
    payload: dict[str, Any] = {"events": [{}] * events}
    return OutboxRow(id=number, game_id="G", revision=1, kind=kind, payload=payload, **more)


# What goes out together


@pytest.mark.parametrize(
    ("events", "batches"),
    [
        ((30, 30), [[1, 2]]),
        ((30, 30, 0), [[1, 2, 3]]),
        ((30, 31), [[1], [2]]),
        ((60, 1), [[1], [2]]),
        ((61, 0, 60), [[1], [2, 3]]),
        ((20, 20, 20, 20), [[1, 2, 3], [4]]),
    ],
)
def test_sixty_events_go_out_together(
    clock: FakeClock, events: tuple[int, ...], batches: list[list[int]]
) -> None:
    rows = [row(number, events=count) for number, count in enumerate(events, 1)]
    (queue,) = plan(rows, clock.now()).queues
    assert [[each.id for each in batch.rows] for batch in queue] == batches


def test_one_thing_is_told_after_the_other(clock: FakeClock) -> None:
    order = [
        BRIEF, DIGEST, OPENING, LOG, STRUCK, SECRET, PETITION, OVER, PICTURE, ASK, ASK_SECRET,
        REMIND, STATUS, REPLAY,
    ]  # fmt: skip
    rows = [row(number, kind) for number, kind in enumerate(reversed(order), 1)]
    again = [row(number + 50, kind) for number, kind in enumerate(reversed(order), 1)]
    planned = plan([*rows, *again], clock.now())
    (queue,) = planned.queues
    assert [batch.rows[0].kind for batch in queue] == order
    newest = {STATUS, PICTURE, STRUCK}
    assert {each.kind for each in planned.overtaken} == newest
    assert all(each.id is not None and each.id < 50 for each in planned.overtaken)
    assert {b.rows[0].kind: len(b.rows) for b in queue} == {
        kind: 1 if kind in newest else 2 for kind in order
    }


def test_who_has_to_wait_waits_for_all_and_nobody_else_does(clock: FakeClock) -> None:
    now = clock.now()
    rows = [row(1), row(2, not_before=now), row(3, user_id=7), row(4, user_id=7, not_before=now)]
    assert [[r.id for b in q for r in b.rows] for q in plan(rows, now).queues] == [[1, 2], [3, 4]]
    rows[3].not_before = now + SECOND
    assert [[r.id for b in q for r in b.rows] for q in plan(rows, now).queues] == [[1, 2]]


# When something failed


async def waits(desk: Desk, session: GameSession) -> list[tuple[int, timedelta | None]]:
    """How often what a game has to say was tried, and how long it has to wait."""
    async with desk.services.database.reading() as db:
        found = await outbox.waiting(db, session.id)
    now = desk.services.clock.now()
    return [(r.attempts, None if r.not_before is None else r.not_before - now) for r in found]


@pytest.mark.parametrize(
    ("before", "seconds"), [(0, 2), (1, 4), (8, 512), (9, 600), (10, 600), (11, None)]
)
async def test_what_failed_waits_ever_longer_and_is_given_up(
    desk: Desk, notebook: Notebook, before: int, seconds: int | None
) -> None:
    session = await open_game(desk)
    async with desk.services.database.writing() as db:
        (waiting,) = await outbox.waiting(db, session.id)
        waiting.attempts = before
    notebook.failures.append(ConnectionError("offline"))
    await desk.courier.flush()
    expected = [] if seconds is None else [(before + 1, seconds * SECOND)]
    assert await waits(desk, session) == expected


async def test_a_closed_channel_is_tried_again_after_twelve_hours(
    desk: Desk, notebook: Notebook
) -> None:
    session = await open_game(desk)
    notebook.failures.append(ShutOut("50013"))
    await desk.courier.flush()
    assert await waits(desk, session) == [(0, timedelta(hours=12))]
    assert await desk.courier.held_back() == {session.id}
    await desk.courier.speak_again(session.id)
    assert await waits(desk, session) == [(0, None)]
    assert session.id in desk.services.news.games


async def test_another_process_is_left_its_work_for_twenty_seconds(
    desk: Desk, open_desk: Any, notebook: Notebook, clock: FakeClock
) -> None:
    session = await open_game(desk)
    now = clock.now()
    async with desk.services.database.writing() as db:
        assert await games.take_on(db, session.id, "other", now, now + 2 * SECOND)
    desk.courier._poll_at = now + timedelta(hours=1)
    assert not await desk.courier._round(session.id)
    assert desk.courier._poll_at == now + timedelta(seconds=20)
    assert desk.courier._event.is_set()
    assert notebook.entries == []
    # What is to be tried later than the next look changes nothing.
    desk.courier._event.clear()
    desk.courier._try_again(now + timedelta(seconds=20))
    assert desk.courier._poll_at == now + timedelta(seconds=20)
    assert not desk.courier._event.is_set()
    clock.advance(seconds=3)
    assert await desk.courier._round(session.id)
    (told,) = notebook.entries
    assert told.kind == "status"
    # Its own work a process keeps for as long.
    other = open_desk(Notebook(), process="two")
    clock.advance(seconds=20)
    assert not await other.courier._round(session.id)
    async with desk.services.database.writing() as db:
        assert not await games.take_on(db, session.id, "third", clock.now(), clock.now())
        after = clock.now() + SECOND
        assert await games.take_on(db, session.id, "third", after, after)


# When the loops look again


class Once(FakeClock):
    """A clock that notes until when a loop would wait, and ends it."""

    def __init__(self, background: Background) -> None:
        super().__init__()
        self.background = background
        self.waited: list[datetime | None] = []

    async def wait(self, event: asyncio.Event, until: datetime | None) -> bool:
        """It waits no longer."""
        assert not event.is_set()
        self.waited.append(until)
        self.background.closing = True
        return True

    def ahead(self) -> timedelta | None:
        """How long the loop would have waited."""
        until = self.waited.pop()
        return None if until is None else until - self.now()


@pytest.fixture
def once(desk: Desk) -> Any:
    """The desk's services with such a clock."""
    made = Once(desk.services.background)
    desk.services.clock = made
    yield made
    desk.services.background.closing = False


async def test_the_courier_looks_around_every_ten_seconds(desk: Desk, once: Once) -> None:
    courier = desk.courier
    courier.deliverer = None
    once.background.closing = False
    await courier.run()
    assert once.ahead() == timedelta(seconds=10)
    session = await open_game(desk)
    for wait, look in ((7, 7), (20, 10)):
        async with desk.services.database.writing() as db:
            until = once.now() + wait * SECOND
            await outbox.hold_back(db, await outbox.waiting(db, session.id), until)
        once.background.closing, courier._poll_at = False, once.now()
        await courier.run()
        assert once.ahead() == look * SECOND
    # Before its time it does not look.
    courier._poll_at = once.now() + SECOND
    courier._woken.clear()
    once.time += timedelta(milliseconds=500)
    await courier._look_around()
    assert courier._poll_at == once.now() + timedelta(milliseconds=500)


async def test_a_courier_that_cannot_look_tries_in_ten_seconds(
    desk: Desk, once: Once, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: Any) -> Any:
        raise OSError

    monkeypatch.setattr(outbox, "games_due", fail)
    once.background.closing = False
    await desk.courier.run()
    assert once.ahead() == timedelta(seconds=10)


async def test_the_clocks_orders_are_looked_for_when_one_is_due(
    desk: Desk, once: Once, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await open_game(desk)

    async def waited() -> timedelta | None:
        once.background.closing = False
        await desk.scheduler.run()
        return once.ahead()

    async def due(ahead: timedelta) -> None:
        async with desk.services.database.writing() as db:
            await deadlines.drop(db, session.id)
            row = DeadlineRow(
                game_id=session.id, due=once.now() + ahead, set_at=once.now(), kind="time_up"
            )
            db.add(row)

    assert await waited() == timedelta(seconds=10)
    for ahead, wait in ((9, 9), (1, 1), (400, 10), (0.5, 1)):
        await due(ahead * SECOND)
        assert await waited() == wait * SECOND
    # One that another process has claimed is free when its claim runs out.
    await due(timedelta())
    async with desk.services.database.writing() as db:
        await deadlines.claim(db, once.now(), once.now() + 7 * SECOND)
    assert await waited() == 7 * SECOND

    async def fail() -> int:
        raise OSError

    monkeypatch.setattr(desk.scheduler, "carry_out_due", fail)
    assert await waited() == timedelta(seconds=10)


async def test_a_deadline_is_claimed_for_fifteen_seconds(desk: Desk, clock: FakeClock) -> None:
    session = await open_game(desk)
    async with desk.services.database.writing() as db:
        db.add(DeadlineRow(game_id=session.id, due=clock.now(), set_at=clock.now(), kind="time_up"))
    found: list[timedelta] = []

    async def find(_: str) -> Any:
        async with desk.services.database.reading() as db:
            (row,) = await deadlines.all_of(db, session.id)
        assert row.claimed_until is not None
        found.append(row.claimed_until - clock.now())
        raise OSError

    assert await Scheduler(desk.services, find).carry_out_due() == 1
    assert found == [timedelta(seconds=15)]
    assert await Scheduler(desk.services, find).carry_out_due() == 0


# What is remembered, and what goes on beside


async def test_what_nobody_has_looked_for_the_longest_is_forgotten() -> None:
    tasks: list[asyncio.Task[None]] = []
    memory = Recollection(lambda work: tasks.append(asyncio.create_task(work)))

    async def read() -> str:
        return "known"

    async def look(key: int) -> str:
        found = memory.recall(key, read, "unknown")
        await asyncio.gather(*tasks)
        tasks.clear()
        return found

    for key in range(4_096):
        await look(key)
    assert await look(0) == "known"
    await look(4_096)
    assert len(memory._known) == 4_096
    assert [await look(0), await look(4_096)] == ["known", "known"]
    assert 1 not in memory._known
    assert 2 in memory._known


async def test_two_computers_think_at_a_time() -> None:
    at_once, most, lock = 0, 0, threading.Lock()
    full = threading.Barrier(2)

    def work(name: str) -> str:
        nonlocal at_once, most
        with lock:
            at_once += 1
            most = max(most, at_once)
        full.wait(60)
        with lock:
            at_once -= 1
        return name

    names = [f"thought {number}" for number in range(6)]
    assert await asyncio.gather(*(think(work, name) for name in names)) == names
    assert most == 2


async def test_what_is_under_way_is_waited_for_or_cut_short(caplog: Any) -> None:
    background = Background()
    done: list[str] = []

    async def soon() -> None:
        await asyncio.sleep(0)
        done.append("soon")

    async def never() -> None:
        await asyncio.Event().wait()

    background.keep(soon())
    await background.finish()
    assert done == ["soon"]
    background.keep(soon())
    task = background.keep(never())
    await background.finish(0.01)
    assert done == ["soon", "soon"]
    assert task.cancelled()
    assert not background._tasks
    assert "1 pieces of work were cut short" in caplog.text
    caplog.clear()
    await background.finish(0.01)
    assert caplog.text == ""


def test_a_bell_tells_for_whom_it_was_rung() -> None:
    bell = Bell()
    assert not bell.event.is_set()
    bell.ring()
    assert bell.event.is_set()
    assert bell.games == set()
    bell.event.clear()
    bell.ring("G1")
    assert bell.event.is_set()
    assert bell.games == {"G1"}
    services: Any = SimpleNamespace(news=bell, database=SimpleNamespace(alone=True))
    nobody: Any = None
    assert Courier(services, nobody, "p", 0)._woken is bell.games


async def test_a_desk_that_is_closed_begins_nothing_new(desk: Desk) -> None:
    await desk.resume_all()
    assert not desk.background.closing
    async with asyncio.timeout(PATIENCE):
        await desk.close()
    assert desk.background.closing
    assert not desk.background._tasks


async def test_a_game_that_is_given_up_leaves_nothing_behind(
    desk: Desk, notebook: Notebook, clock: FakeClock
) -> None:
    session = await open_game(desk)
    async with desk.services.database.writing() as db:
        db.add(DeadlineRow(game_id=session.id, due=clock.now(), set_at=clock.now(), kind="time_up"))
        await games.change(db, session.id, to_play=True)
    await desk.give_up(session.id)
    async with desk.services.database.reading() as db:
        row = await games.by_id(db, session.id)
        assert await deadlines.all_of(db, session.id) == []
        assert await outbox.waiting(db, session.id) == []
        assert await games.to_play(db) == []
    assert row is not None
    assert (row.status, row.ended) == ("over", clock.now())


async def test_a_loop_that_was_woken_looks_once(desk: Desk, once: Once) -> None:
    once.background.closing = False
    desk.services.deadlines.ring()
    await desk.scheduler.run()
    assert len(once.waited) == 1
    once.background.closing = False
    desk.services.news.ring()
    await desk.courier.run()
    assert len(once.waited) == 2


async def test_who_waits_until_a_game_is_at_rest_waits_for_the_command_under_way(
    desk: Desk,
) -> None:
    session = await open_game(desk)
    begun, end = asyncio.Event(), asyncio.Event()

    async def under_way() -> None:
        async with session.commands.alone():
            begun.set()
            await end.wait()

    task = asyncio.create_task(under_way())
    await begun.wait()
    rest = asyncio.create_task(session.commands.at_rest())
    for _ in range(20):
        await asyncio.sleep(0)
    assert not rest.done()
    end.set()
    async with asyncio.timeout(PATIENCE):
        await rest
        await task


async def test_a_card_that_is_up_is_no_longer_looked_for(desk: Desk) -> None:
    session = await open_game(desk)
    await session.cards.coming()
    assert [row.message_id for row in await session.cards.loose()] == [None]
    await session.cards.put_up(5, replaces=None)
    assert await session.cards.loose() == []
    assert session.status_message_id == 5
    await session.cards.coming()
    await session.cards.put_up(6, replaces=5)
    (old,) = await session.cards.loose()
    assert old.message_id == 5
    await session.cards.put_up(6, replaces=6)
    assert [row.message_id for row in await session.cards.loose()] == [5]
    await session.cards.gone(old)
    assert await session.cards.loose() == []


async def test_a_game_that_moves_leaves_its_card_behind(desk: Desk) -> None:
    session = await open_game(desk)
    await session.cards.put_up(5, replaces=None)
    await session.lobby.move(session.host_id, session.guild_id, 99)
    assert session.status_message_id is None
    assert session.channel_id == 99
    assert [(row.channel_id, row.message_id) for row in await session.cards.loose()] == [
        (CHANNEL, 5)
    ]


async def test_what_fails_beside_the_commands_is_logged_but_no_refusal(caplog: Any) -> None:
    background = Background()

    async def fail(wrong: Exception) -> None:
        raise wrong

    background.keep(fail(Refused("no")))
    await background.finish()
    assert caplog.text == ""
    background.keep(fail(ValueError("x")))
    await background.finish()
    assert "something in the background failed" in caplog.text


async def test_a_game_that_was_broken_off_stays_so_where_another_is_played(desk: Desk) -> None:
    session = await running_game(desk)
    await session.moderator.end(by=9, reason="late")
    other = await open_game(desk)
    with pytest.raises(Refused) as refused:
        await session.moderator.retract(by=9, reason="no")
    assert refused.value.text == "The channel has another game now."
    await other.lobby.end(other.host_id)
    assert session.status == "over"


@pytest.mark.parametrize("kept", [b"x", None, b'{"state":{}}', b'{"state":{"edition":1}}'])
async def test_the_edition_of_a_position_that_cannot_be_read_is_the_first(
    monkeypatch: pytest.MonkeyPatch, kept: bytes | None
) -> None:
    async def position_at(*_: Any) -> bytes | None:
        return kept

    monkeypatch.setattr(history, "position_at", position_at)
    row: Any = SimpleNamespace(game_id="G", revision=1)
    db: Any = None
    assert await history._first_edition(db, row) == 1
    monkeypatch.undo()

    async def newer(*_: Any) -> bytes:
        return b'{"state":{"edition":2,"more":3},"other":1}'

    monkeypatch.setattr(history, "position_at", newer)
    assert await history._first_edition(db, row) == 2


def test_who_was_noticed_less_than_five_minutes_ago_need_not_be_again(clock: FakeClock) -> None:
    services: Any = SimpleNamespace(clock=clock)
    game: Any = None
    presence = Presence(game, services)
    assert not presence._just_noticed(5)
    presence.notice(5)
    assert presence._just_noticed(5)
    assert not presence._just_noticed(6)
    clock.advance(minutes=4, seconds=59)
    assert presence._just_noticed(5)
    clock.advance(seconds=1)
    assert not presence._just_noticed(5)
