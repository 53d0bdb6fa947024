"""What is told to whom, in which batches, and what happens when telling fails."""

from __future__ import annotations

import asyncio
import re
from datetime import timedelta

import pytest
from sqlmodel import col, select

from bot.rules.kernel import Choice
from bot.session import Desk, GameSession, ShutOut, Undeliverable
from bot.session.delivery import plan
from bot.storage import OutboxRow, SeenRow, journal, outbox
from tests.session.doubles import (
    ALICE,
    BOB,
    CECILY,
    FakeClock,
    Hanging,
    Notebook,
    bid,
    open_game,
    running_game,
    take,
)
from tests.storage.databases import database_url
from tests.waiting import until

__all__ = ["database_url"]


async def started(desk: Desk, notebook: Notebook):
    session = await open_game(desk, seats=3, options={"stones": "10"})
    await session.lobby.join(BOB, "Bob")
    await session.lobby.add_computer(ALICE, "dabbler")
    await desk.courier.flush()
    notebook.clear()
    await session.lobby.start(ALICE)
    return session


async def test_a_start_tells_the_public_things_publicly_and_each_hand_to_its_owner(
    desk: Desk, notebook: Notebook
) -> None:
    session = await started(desk, notebook)
    start = session.revision
    await desk.courier.flush()
    assert notebook.of("log") == [
        {"revision": start, "events": [{"event": "HeapMade", "stones": 10}], "moment": 3}
    ]
    for seat, person in ((0, ALICE), (1, BOB)):
        (secret,) = notebook.of("secret", person)
        hand = list(session.view(seat).hand)
        assert secret["events"] == [{"event": "Dealt", "audience": [seat], "cards": hand}]
        assert notebook.of("ask_secret", person) == [{"revision": start}]
    assert notebook.of("ask") == [{"revision": start, "seats": [0, 1]}]
    assert notebook.of("opening") == [{"revision": start}]
    assert notebook.of("picture") == []
    # Nothing goes to a computer, nor what is for moderators only.
    assert {entry.reader for entry in notebook.entries} == {None, ALICE, BOB}
    assert "Audited" not in str(notebook.entries)


async def test_exactly_those_who_newly_must_act_are_called(desk: Desk, notebook: Notebook) -> None:
    session = await running_game(desk, bids=(2, 1, 0), options={"stones": "10"})
    await desk.courier.flush()
    notebook.clear()
    await session.submit(user_id=ALICE, choice=Choice.of("peek"))
    await desk.courier.flush()
    assert notebook.of("ask") == []
    await session.submit(user_id=ALICE, choice=take(1))
    await desk.courier.flush()
    assert notebook.of("ask") == [{"revision": session.revision, "seats": [1]}]
    await session.submit(user_id=BOB, choice=take(1))
    await desk.courier.flush()
    notebook.clear()
    # Cecily ends the round: everybody has to bid, and she is not newly waited for.
    await session.submit(user_id=CECILY, choice=take(1))
    await desk.courier.flush()
    assert notebook.of("ask") == [{"revision": session.revision, "seats": [0, 1]}]
    assert [notebook.of("ask_secret", p) for p in (ALICE, BOB, CECILY)] == [
        [{"revision": session.revision}]
    ] * 3
    notebook.clear()
    await session.submit(user_id=BOB, choice=bid(0))
    await desk.courier.flush()
    assert [entry.kind for entry in notebook.entries] == ["status"]


async def test_waiting_news_go_out_together(desk: Desk, notebook: Notebook) -> None:
    session = await running_game(desk, options={"stones": "30"})
    await desk.courier.flush()
    notebook.clear()
    first = session.revision
    await session.submit(user_id=ALICE, choice=take(1))
    await session.submit(user_id=BOB, choice=take(2))
    await desk.courier.flush()
    assert [(e.kind, len(e.payloads)) for e in notebook.entries if e.reader is None] == [
        ("log", 2),
        ("picture", 1),
        ("ask", 2),
        ("status", 1),
    ]
    assert [p["revision"] for p in notebook.of("log")] == [first + 1, first + 2]
    assert notebook.of("status") == [{"revision": first + 2}]
    assert notebook.of("picture") == [{"revision": first + 2}]


async def test_a_batch_that_failed_is_sent_again_as_it_was(
    desk: Desk, notebook: Notebook, clock: FakeClock
) -> None:
    session = await running_game(desk, options={"stones": "30"})
    await desk.courier.flush()
    notebook.clear()
    await session.submit(user_id=ALICE, choice=take(1))
    notebook.failures.append(ConnectionError("offline"))
    await desk.courier.flush()
    assert [entry for entry in notebook.entries if entry.reader is None] == []
    await session.submit(user_id=BOB, choice=take(2))
    await desk.courier.flush()
    # The channel waits; people's own messages do not.
    assert [entry for entry in notebook.entries if entry.reader is None] == []
    assert notebook.of("ask_secret", BOB) == [{"revision": session.revision}]
    clock.advance(seconds=3)
    await desk.courier.flush()
    logs = [entry for entry in notebook.entries if entry.kind == "log"]
    assert [[p["revision"] for p in e.payloads] for e in logs] == [
        [session.revision - 1],
        [session.revision],
    ]
    assert logs[0].nonce == notebook.attempts[0]
    assert logs[1].nonce != logs[0].nonce


async def test_what_never_can_be_delivered_is_let_go(desk: Desk, notebook: Notebook) -> None:
    session = await open_game(desk)
    notebook.failures.append(Undeliverable("50013"))
    await desk.courier.flush()
    assert await settled(desk, session) == [("status", "50013")]
    await desk.courier.flush()
    assert len(notebook.attempts) == 1


async def settled(desk: Desk, session: GameSession) -> list[tuple[str, str | None]]:
    """The kinds of what a game had to say, all of it settled, and why what was given up."""
    async with desk.services.database.reading() as db:
        assert await outbox.waiting(db, session.id) == []
        rows = (await db.exec(select(OutboxRow).order_by(col(OutboxRow.id)))).all()
    return [(row.kind, row.failure) for row in rows]


async def test_it_is_noted_why_something_was_not_told(
    desk: Desk, notebook: Notebook, clock: FakeClock
) -> None:
    session = await open_game(desk)
    await session.lobby.join(BOB, "Bob")
    notebook.failures.append(Undeliverable())
    await desk.courier.flush()
    await session.lobby.start(ALICE)
    await desk.courier.flush()
    notebook.failures += [ConnectionError("offline") for _ in range(12)]
    await session.submit(user_id=ALICE, choice=bid(1))
    for _ in range(12):
        await desk.courier.flush()
        clock.advance(minutes=10)
    told = await settled(desk, session)
    assert told[:2] == [("status", "overtaken"), ("status", "undeliverable")]
    assert {failure for _, failure in told[2:-1]} == {None}
    assert told[-1] == ("status", "given up after 12 attempts")


async def test_after_many_attempts_it_is_given_up(
    desk: Desk, notebook: Notebook, clock: FakeClock
) -> None:
    await open_game(desk)
    notebook.failures += [ConnectionError("offline") for _ in range(100)]
    for _ in range(100):
        await desk.courier.flush()
        clock.advance(minutes=10)
    assert len(notebook.attempts) == 12
    assert len(set(notebook.attempts)) == 1


async def test_what_a_dead_process_had_begun_is_finished_under_the_same_nonce(
    desk: Desk, open_desk, notebook: Notebook
) -> None:
    class Dies(Notebook):
        async def deliver(self, session, rows, nonce) -> None:
            await super().deliver(session, rows, nonce)
            raise asyncio.CancelledError

    dying = Dies()
    doomed = open_desk(dying)
    session = await running_game(doomed, options={"stones": "30"})
    with pytest.raises(asyncio.CancelledError):
        await doomed.courier.flush()
    await session.submit(user_id=ALICE, choice=take(1))
    await desk.courier.flush()
    by_nonce = {entry.nonce: entry for entry in notebook.entries}
    for entry in dying.entries:
        assert by_nonce[entry.nonce] == entry
    everything = [p["revision"] for p in notebook.of("log")]
    assert everything == sorted(everything)
    assert everything[-1] == session.revision


async def test_a_desk_at_work_delivers_by_itself(
    desk: Desk, notebook: Notebook, clock: FakeClock
) -> None:
    await desk.resume_all()
    session = await running_game(desk, options={"stones": "30"})
    notebook.failures.append(ConnectionError("offline"))
    await session.submit(user_id=ALICE, choice=take(1))

    async def all_is_told() -> bool:
        clock.advance(seconds=1)
        async with desk.services.database.reading() as db:
            return not await outbox.waiting(db, session.id)

    await until(all_is_told)
    assert notebook.of("log")[-1]["revision"] == session.revision
    assert notebook.of("status")[-1] == {"revision": session.revision}


async def test_a_desk_is_closed_though_a_delivery_hangs_and_the_next_one_delivers(
    open_desk, notebook: Notebook
) -> None:
    hanging = Hanging()
    dying = open_desk(hanging)
    session = await open_game(dying)
    await dying.resume_all()
    async with asyncio.timeout(60):
        await hanging.asked.wait()
        await dying.close(patience=0.01)
    later = open_desk(notebook)
    assert (await later.get(session.id)).revision == session.revision
    await later.courier.flush()
    assert [entry.kind for entry in notebook.entries] == ["status"]


async def test_a_desk_without_a_deliverer_keeps_everything(open_desk, notebook: Notebook) -> None:
    desk = open_desk(None)
    await desk.resume_all()
    session = await open_game(desk)
    await until(lambda: desk.courier._poll_at is not None)
    desk.courier.deliverer = notebook
    await session.lobby.join(BOB, "Bob")
    # What was kept may go out before the newer status or give way to it.
    await until(lambda: notebook.of("status")[-1:] == [{"revision": session.revision}])


async def test_what_is_two_days_old_is_forgotten_at_the_start(
    desk: Desk, notebook: Notebook, clock: FakeClock
) -> None:
    session = await open_game(desk)
    await desk.courier.flush()
    ages = {"older": timedelta(days=2, seconds=1), "old": timedelta(days=2), "new": timedelta()}
    async with desk.services.database.writing() as db:
        for name, age in ages.items():
            at = clock.now() - age
            db.add(SeenRow(id=name, game_id=session.id, revision=1, at=at))
            db.add(OutboxRow(game_id=session.id, revision=1, kind=name, delivered_at=at))
    await desk.resume_all()
    async with desk.services.database.reading() as db:
        seen = [await journal.led_to(db, session.id, name) for name in ages]
        kept = (await db.exec(select(OutboxRow).order_by(col(OutboxRow.id)))).all()
    assert seen == [None, 1, 1]
    assert [row.kind for row in kept] == ["status", "old", "new"]


async def test_a_channel_that_opens_while_it_is_found_shut_is_told_at_once(open_desk) -> None:
    class Reopened(Notebook):
        """The channel is found shut once, and somebody opens it before that is noted."""

        async def deliver(self, session: GameSession, rows: list[OutboxRow], nonce: str) -> None:
            if not self.attempts:
                self.attempts.append(nonce)
                await desk.courier.speak_again(session.id)
                raise ShutOut("Discord says 50013")
            await super().deliver(session, rows, nonce)

    notebook = Reopened()
    desk = open_desk(notebook)
    session = await open_game(desk)
    await desk.courier.flush()
    assert await desk.courier.held_back() == set()
    assert notebook.of("status") == [{"revision": session.revision}]


async def test_closed_direct_messages_are_remembered(desk: Desk, open_desk) -> None:
    assert not await desk.people.dms_closed(ALICE)
    await desk.people.note_dms(ALICE, closed=True)
    assert await open_desk().people.dms_closed(ALICE)
    await desk.people.note_dms(ALICE, closed=False)
    assert not await desk.people.dms_closed(ALICE)


def _row(number: int, kind: str, user: int | None = None, **more) -> OutboxRow:
    payload = {"revision": number, "events": [{}] * more.pop("events", 1)}
    return OutboxRow(
        id=number,
        game_id="GAME00",
        revision=number,
        kind=kind,
        user_id=user,
        payload=payload,
        **more,
    )


def test_long_news_are_cut_into_several_batches(clock: FakeClock) -> None:
    rows = [_row(n, "log", events=24) for n in range(1, 6)] + [_row(6, "log", events=150)]
    (queue,) = plan(rows, clock.now()).queues
    assert [[row.id for row in batch.rows] for batch in queue] == [[1, 2], [3, 4], [5], [6]]
    # The name goes out with the message: nothing can be counted by it.
    names = {batch.name for batch in queue} | {b.name for b in plan(rows, clock.now()).queues[0]}
    assert len(names) == 8
    assert all(re.fullmatch(r"GAME00\.[0-9a-f]{10}", name) for name in names)


def test_fixed_batches_come_first_and_stay_as_they_are(clock: FakeClock) -> None:
    rows = [_row(1, "log", batch="x"), _row(2, "log", batch="x"), _row(3, "log")]
    (queue,) = plan(rows, clock.now()).queues
    assert [([r.id for r in b.rows], b.fixed) for b in queue] == [([1, 2], True), ([3], False)]
    assert queue[0].name == "x"


def test_every_reader_has_a_queue(clock: FakeClock) -> None:
    rows = [_row(1, "log"), _row(2, "secret", ALICE), _row(3, "secret", BOB), _row(4, "status")]
    planned = plan(rows, clock.now())
    assert [[row.id for b in queue for row in b.rows] for queue in planned.queues] == [
        [1, 4],
        [2],
        [3],
    ]
