"""Two processes on one database."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

import pytest

from bot.session import GameSession, Refused
from bot.session.receipts import BUSY
from bot.storage import OutboxRow, games, outbox
from tests.session.doubles import (
    ALICE,
    BOB,
    CHANNEL,
    Hanging,
    Notebook,
    bid,
    open_game,
    position,
    running_game,
    take,
)
from tests.storage.databases import database_url
from tests.waiting import PATIENCE, idle, until

__all__ = ["database_url"]


async def test_what_another_process_did_is_seen_and_a_command_to_an_outdated_copy_carried_out(
    open_desk,
) -> None:
    here, there = open_desk(), open_desk()
    mine = await running_game(here, options={"stones": "10"})
    theirs = await there.get(mine.id)
    await theirs.submit(user_id=ALICE, choice=take(3))
    assert mine.view(None).heap == 10
    assert await here.in_channel(CHANNEL) is mine
    assert mine.view(None).heap == 7
    assert mine.revision == theirs.revision
    receipt = await mine.submit(user_id=BOB, choice=take(2))
    assert receipt.revision == theirs.revision + 1
    assert mine.view(None).heap == 5
    # And what is no longer possible is refused by the newest position.
    with pytest.raises(Refused) as refused:
        await theirs.submit(user_id=BOB, choice=take(2))
    assert refused.value.rule == "toy-0"
    assert theirs.revision == mine.revision


async def test_what_two_processes_keep_with_a_game_stands_side_by_side(open_desk) -> None:
    here, there = open_desk(), open_desk()
    mine = await running_game(here, options={"stones": "10"})
    theirs = await there.get(mine.id)
    await mine.lobby.note_options({"said": "hello"})
    await theirs.lobby.note_options({"heard": "7"})
    kept = {"stones": "10", "said": "hello", "heard": "7"}
    assert theirs.options == kept
    assert (await here.services.read(mine.id))[0].options == kept


async def test_an_interaction_is_carried_out_by_one_process_only(open_desk) -> None:
    here, there = open_desk(), open_desk()
    mine = await running_game(here, options={"stones": "10"})
    theirs = await there.get(mine.id)
    receipts = await asyncio.gather(
        mine.submit(user_id=ALICE, choice=take(1), interaction_id="same"),
        theirs.submit(user_id=ALICE, choice=take(1), interaction_id="same"),
    )
    assert sorted(r.repeated for r in receipts) == [False, True]
    assert receipts[0].events == receipts[1].events
    assert (await here.get(mine.id)).view(None).heap == 9


async def test_sealed_bids_arrive_at_two_processes_at_once(open_desk) -> None:
    here, there = open_desk(), open_desk()
    mine = await open_game(here)
    await mine.lobby.join(BOB, "Bob")
    await mine.lobby.start(ALICE)
    theirs = await there.get(mine.id)
    await asyncio.gather(
        mine.submit(user_id=ALICE, choice=bid(1)), theirs.submit(user_id=BOB, choice=bid(2))
    )
    for session in (await here.get(mine.id), await there.get(mine.id)):
        assert session.view(None).tokens == (4, 3)
        assert session.waiting_for() == [1]


async def test_who_is_overtaken_twice_is_asked_to_try_again(open_desk, monkeypatch) -> None:
    here = open_desk()
    mine = await running_game(here, options={"stones": "10"})
    saved = position(mine)

    async def never(*_args: object, **_changes: object) -> bool:
        return False

    with monkeypatch.context() as patched:
        patched.setattr("bot.session.commands.games.advance", never)
        with pytest.raises(Refused) as refused:
            await mine.submit(user_id=ALICE, choice=take(1))
    assert refused.value.text == BUSY
    assert position(mine) == saved


async def test_one_process_at_a_time_delivers_a_game(open_desk, clock) -> None:
    first, second = Notebook(), Notebook()
    here, there = open_desk(first, "one"), open_desk(second, "two")
    session = await running_game(here, options={"stones": "10"})
    first.failures.append(ConnectionError("offline"))
    await here.courier.flush()
    # 'one' has the lease; its channel batch waits for another attempt.
    clock.advance(seconds=5)
    await there.courier.flush()
    assert second.entries == []
    # 'one' never comes back: after a while 'two' takes over, with the very same batch.
    clock.advance(minutes=5)
    await there.courier.flush()
    assert second.entries[0].nonce == first.attempts[0]
    assert {e.nonce for e in first.entries}.isdisjoint(e.nonce for e in second.entries)
    assert session.status == "running"


async def test_what_one_process_is_delivering_no_other_delivers(open_desk, clock) -> None:
    hanging, second = Hanging(), Notebook()
    here, there = open_desk(hanging, "one"), open_desk(second, "two")
    session = await open_game(here)
    at_work = asyncio.create_task(here.courier.flush())
    async with asyncio.timeout(PATIENCE):
        await hanging.asked.wait()

    async def relied_on() -> datetime | None:
        row, _ = await here.services.read(session.id)
        assert row is not None
        return row.courier_until

    async def renewed() -> bool:
        return await relied_on() == clock.now() + timedelta(seconds=20)

    # It takes its time, but gives a sign of life every five seconds.
    for _ in range(12):
        clock.advance(seconds=5)
        await until(renewed)
        await there.courier.flush()
        assert second.entries == []
    # Gone: twenty seconds without one, and another process takes over.
    at_work.cancel()
    await asyncio.wait({at_work})
    clock.advance(seconds=20)
    await there.courier.flush()
    assert second.entries == []
    clock.advance(seconds=1)
    await there.courier.flush()
    assert [(entry.kind, entry.payloads) for entry in second.entries] == [
        ("status", [{"revision": session.revision}])
    ]


class Losing(Notebook):
    """A deliverer that is away for so long that another process takes the game over meanwhile."""

    def __init__(self, lose: Callable[[], Awaitable[None]]) -> None:
        super().__init__()
        self.lose = lose

    async def deliver(self, session: GameSession, rows: list[OutboxRow], nonce: str) -> None:
        await super().deliver(session, rows, nonce)
        await self.lose()


async def test_who_was_taken_for_dead_leaves_the_rest_to_the_other(open_desk, clock) -> None:
    async def lose() -> None:
        async with there.services.database.writing() as db:
            later = clock.now() + timedelta(seconds=31)
            assert await games.take_on(db, session.id, "two", later, later)

    first, second = Losing(lose), Notebook()
    here, there = open_desk(first, "one"), open_desk(second, "two")
    session = await open_game(here)
    async with here.services.database.writing() as db:
        db.add(OutboxRow(game_id=session.id, revision=session.revision, kind="replay"))
    assert await here.courier._round(session.id)
    assert [entry.kind for entry in first.entries] == ["status"]
    # What the first had brought before it noticed is noted, and not brought again.
    await there.courier.flush()
    assert [entry.kind for entry in second.entries] == ["replay"]


async def test_what_comes_in_as_a_game_is_let_go_is_told_at_once(open_desk, monkeypatch) -> None:
    """Another process found this one still at work with the game, and relies on it."""
    book = Notebook()
    here, there = open_desk(book, "one"), open_desk(Notebook(), "two")
    mine = await running_game(here, options={"stones": "10"})
    await here.courier.flush()
    theirs = await there.get(mine.id)
    book.clear()
    let_go, waits = here.courier._let_go, iter((False, True))

    async def late(game_id: str) -> bool:
        if next(waits, True):
            return await let_go(game_id)
        await theirs.submit(user_id=ALICE, choice=take(3))
        assert not await there.courier._round(mine.id)
        found = await let_go(game_id)
        assert found
        return found

    monkeypatch.setattr(here.courier, "_let_go", late)
    async with here.services.database.writing() as db:
        db.add(OutboxRow(game_id=mine.id, revision=mine.revision, kind="status"))
    here.background.keep(here.courier.run())
    await until(lambda: bool(book.of("log")))
    await idle(here)
    row, _ = await here.services.read(mine.id)
    assert row.courier is None
    assert [told["revision"] for told in book.of("log")] == [theirs.revision]


async def test_who_finds_a_game_in_other_hands_does_not_look_for_it(open_desk, clock) -> None:
    here, there = open_desk(Notebook(), "one"), open_desk(Notebook(), "two")
    session = await open_game(here)
    now = clock.now()
    async with here.services.database.writing() as db:
        assert await games.take_on(db, session.id, "one", now, now + timedelta(seconds=30))
    async with there.services.database.reading() as db:
        assert await outbox.games_due(db, now, "one") == [session.id]
        assert await outbox.games_due(db, now, "two") == []
        later = now + timedelta(seconds=31)
        assert await outbox.games_due(db, later, "two") == [session.id]
