"""The courier at its work: whom it serves, what it leaves for later, and what it notes."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import event

from bot.session import Desk, GameSession, ShutOut, Undeliverable
from bot.session.delivery import _batches
from bot.storage import GameRow, OutboxRow, games, outbox
from tests.session.conftest import OpenDesk
from tests.session.doubles import ALICE, BOB, FakeClock, Notebook, open_game, running_game

SECOND = timedelta(seconds=1)


async def row_of(desk: Desk, game_id: str) -> GameRow:
    """A game's row."""
    row, _ = await desk.services.read(game_id)
    assert row is not None
    return row


async def serve(desk: Desk, game_id: str) -> None:
    """Serve a game as the loop does."""
    desk.courier._at_work[game_id] = None  # type: ignore[assignment]
    await desk.courier._serve(game_id)
    assert desk.courier._at_work == {}


async def test_who_has_served_a_game_lets_it_go(desk: Desk, notebook: Notebook) -> None:
    session = await open_game(desk)
    courier = desk.courier
    courier._woken.clear()
    courier._event.clear()
    await serve(desk, session.id)
    assert [entry.kind for entry in notebook.entries] == ["status"]
    row = await row_of(desk, session.id)
    assert (row.courier, row.courier_until) == (None, None)
    assert not courier._event.is_set()


async def test_what_came_while_a_game_was_served_is_looked_for(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await open_game(desk)
    courier = desk.courier
    courier._event.clear()
    rounds: list[bool] = [True, True, False]

    async def one(_: Any, game_id: str) -> bool:
        assert game_id == session.id
        courier._woken.add(game_id)
        return rounds.pop(0)

    monkeypatch.setattr(type(courier), "_round", one)
    await serve(desk, session.id)
    assert rounds == []
    assert courier._woken == {session.id}
    assert courier._event.is_set()
    # At the end it goes no further than it has to.
    rounds += [True, True]
    desk.background.closing = True
    await serve(desk, session.id)
    assert rounds == [True]


async def test_an_outbox_that_could_not_be_served_is_tried_in_ten_seconds(
    desk: Desk, clock: FakeClock, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    session = await open_game(desk)

    async def fail(_: Any, __: str) -> bool:
        raise OSError

    monkeypatch.setattr(type(desk.courier), "_round", fail)
    await serve(desk, session.id)
    assert desk.courier._poll_at == clock.now() + 10 * SECOND
    (line,) = caplog.records
    assert line.getMessage() == f"game {session.id}: its messages could not be delivered"
    assert line.exc_info is not None


async def test_a_look_round_that_failed_is_logged(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    async def fail(_: Any) -> None:
        desk.background.closing = True
        raise OSError

    async def wait(*_: Any) -> bool:
        return True

    monkeypatch.setattr(type(desk.courier), "_look_around", fail)
    monkeypatch.setattr(desk.services.clock, "wait", wait)
    await desk.courier.run()
    assert [r.getMessage() for r in caplog.records] == ["the outbox could not be checked"]


async def test_games_at_work_are_not_begun_again(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    courier = desk.courier
    begun: list[str] = []
    busy: Any = None
    courier._at_work["BUSY"] = busy
    courier._woken |= {"BUSY", "FREE"}

    async def serve_one(_: Any, game_id: str) -> None:
        begun.append(game_id)

    async def wait(*_: Any) -> bool:
        desk.background.closing = True
        return True

    monkeypatch.setattr(type(courier), "_serve", serve_one)
    monkeypatch.setattr(desk.services.clock, "wait", wait)
    await courier.run()
    await asyncio.gather(*desk.background._tasks)
    assert begun == ["FREE"]
    assert courier._woken == {"BUSY"}
    assert set(courier._at_work) == {"BUSY", "FREE"}


async def test_without_a_deliverer_nothing_is_bound_together(open_desk: Any) -> None:
    desk = open_desk()
    session = await open_game(desk)
    assert not await desk.courier._round(session.id)
    async with desk.services.database.reading() as db:
        (row,) = await outbox.waiting(db, session.id)
    assert row.batch is None
    await desk.courier.flush()


async def test_a_round_tells_whether_anything_could_go_out(desk: Desk, notebook: Notebook) -> None:
    session = await open_game(desk)
    assert await desk.courier._round(session.id)
    assert not await desk.courier._round(session.id)


async def test_each_delivery_keeps_the_game_for_a_while_more(desk: Desk, clock: FakeClock) -> None:
    class Slow(Notebook):
        """It takes a minute for each."""

        async def deliver(self, session: GameSession, rows: list[OutboxRow], nonce: str) -> None:
            row = await row_of(desk, session.id)
            assert row.courier == "main"
            left.append(row.courier_until - clock.now() if row.courier_until else None)
            clock.advance(minutes=1)

    left: list[timedelta | None] = []
    desk.courier.deliverer = Slow()
    session = await running_game(desk, options={"stones": "30"})
    async with desk.services.database.writing() as db:
        now = clock.now()
        waiting = await outbox.waiting(db, session.id)
        await outbox.settle(db, [row for row in waiting if row.user_id is not None], now)
    await desk.courier._round(session.id)
    assert len(left) > 3
    assert set(left) == {timedelta(seconds=20)}


async def test_what_cannot_be_delivered_is_named_in_the_log(
    desk: Desk, notebook: Notebook, caplog: Any
) -> None:
    session = await open_game(desk)
    wrong = ConnectionError("offline")
    notebook.failures += [wrong]
    await desk.courier.flush()
    (line,) = caplog.records
    async with desk.services.database.reading() as db:
        (row,) = await outbox.waiting(db, session.id)
    batch = row.batch
    assert line.getMessage() == f"game {session.id}: batch {batch} failed, attempt 1"
    assert (line.exc_info or (None, None))[1] is wrong
    assert desk.courier._poll_at == desk.services.clock.now() + 2 * SECOND
    caplog.clear()
    desk.services.clock.advance(seconds=2)  # type: ignore[attr-defined]
    notebook.failures += [ShutOut("50013")]
    await desk.courier.flush()
    assert [r.getMessage() for r in caplog.records] == [
        f"game {session.id}: the bot cannot reach its channel, so its news waits"
    ]
    caplog.clear()
    await desk.courier.speak_again(session.id)
    notebook.failures += [Undeliverable()]
    await desk.courier.flush()
    assert [r.getMessage() for r in caplog.records] == [
        f"game {session.id}: batch {batch} cannot be delivered"
    ]


async def test_that_a_channel_was_opened_before_does_not_count(
    desk: Desk, notebook: Notebook, clock: FakeClock
) -> None:
    session = await open_game(desk)
    await desk.courier.speak_again(session.id)
    assert desk.courier._opened == {session.id}
    notebook.failures += [ShutOut("50013")]
    await desk.courier.flush()
    assert desk.courier._opened == set()
    assert await desk.courier.held_back() == {session.id}


async def test_who_may_speak_again_is_rung_for(desk: Desk) -> None:
    session = await open_game(desk)
    desk.services.news.games.clear()
    await desk.courier.speak_again(session.id)
    assert desk.services.news.games == {session.id}


async def test_what_a_person_is_told_leaves_it_open_whether_the_channel_is(
    desk: Desk, notebook: Notebook
) -> None:
    session = await running_game(desk)
    await desk.courier.flush()
    async with desk.services.database.writing() as db:
        db.add(
            OutboxRow(
                game_id=session.id,
                revision=1,
                kind="brief",
                user_id=ALICE,
                seat=0,
                payload={"revision": 1},
            )
        )
    desk.courier._opened.add(session.id)
    await desk.courier.flush()
    assert notebook.of("brief", ALICE) == [{"revision": 1}]
    assert desk.courier._opened == {session.id}


async def test_what_was_overtaken_is_settled_as_such(desk: Desk, notebook: Notebook) -> None:
    session = await open_game(desk)
    await session.lobby.join(BOB, "Bob")
    async with desk.services.database.reading() as db:
        old, new = await outbox.waiting(db, session.id)
    await desk.courier.flush()
    async with desk.services.database.reading() as db:
        rows = [await db.get(OutboxRow, row.id) for row in (old, new)]
    settled, told = rows
    assert settled is not None
    assert told is not None
    assert (settled.failure, settled.batch, told.failure) == ("overtaken", None, None)
    assert str(told.batch).startswith(f"{session.id}.")


async def test_another_processes_lease_is_left_alone(desk: Desk, clock: FakeClock) -> None:
    session = await open_game(desk)
    async with desk.services.database.writing() as db:
        await games.take_on(db, session.id, "other", clock.now(), clock.now() + SECOND)
    await serve(desk, session.id)
    assert (await row_of(desk, session.id)).courier == "other"


def test_rows_that_tell_of_nothing_fit_into_any_batch() -> None:
    rows = [OutboxRow(id=n, game_id="G", revision=1, kind="ask", payload={}) for n in range(1, 9)]
    assert [[row.id for row in batch.rows] for batch in _batches(rows)] == [list(range(1, 9))]
    assert _batches([]) == []


async def test_a_process_that_is_alone_takes_on_and_settles_in_a_transaction_each(
    open_desk: OpenDesk, notebook: Notebook
) -> None:
    desk = open_desk(notebook, alone=True)
    session = await open_game(desk)
    await session.lobby.join(BOB, "Bob")
    await serve(desk, session.id)
    notebook.clear()
    await session.lobby.start(ALICE)
    said: list[str] = []
    event.listen(
        desk.services.database.engine.sync_engine,
        "before_cursor_execute",
        lambda *given: said.append(" ".join(given[2].split()[:2])),
    )
    await desk.courier._round(session.id)
    # One audience is the channel, the two people are others.
    assert said[:3] == ["BEGIN IMMEDIATE", "SELECT outbox.id,", "UPDATE outbox"]
    assert said[3:] == ["BEGIN IMMEDIATE", "UPDATE outbox"] * 3
    assert len([each for each in notebook.entries if each.reader is None]) > 2
    async with desk.services.database.reading() as db:
        assert await outbox.waiting(db, session.id) == []
    row = await row_of(desk, session.id)
    assert (row.courier, row.courier_until) == (None, None)


async def test_what_one_who_is_alone_has_delivered_is_settled_though_the_next_fails(
    open_desk: OpenDesk,
) -> None:
    class Stumbling(Notebook):
        async def deliver(self, session: GameSession, rows: list[OutboxRow], nonce: str) -> None:
            if rows[0].kind == "status":
                raise RuntimeError
            await super().deliver(session, rows, nonce)

    desk = open_desk(Stumbling(), alone=True)
    session = await open_game(desk)
    await session.lobby.join(BOB, "Bob")
    await session.lobby.start(ALICE)
    await desk.courier._round(session.id)
    async with desk.services.database.reading() as db:
        left = [row.kind for row in await outbox.waiting(db, session.id) if row.user_id is None]
    assert left == ["status"]
