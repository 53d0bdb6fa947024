"""Two processes on one database."""

from __future__ import annotations

import asyncio

import pytest

from bot.session import Refused
from bot.session.receipts import BUSY
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
from tests.waiting import PATIENCE


async def test_what_another_process_did_is_seen_when_the_game_is_looked_up(open_desk) -> None:
    here, there = open_desk(), open_desk()
    mine = await running_game(here, options={"stones": "10"})
    theirs = await there.get(mine.id)
    await theirs.submit(user_id=ALICE, choice=take(3))
    assert mine.view(None).heap == 10
    assert await here.in_channel(CHANNEL) is mine
    assert mine.view(None).heap == 7
    assert mine.revision == theirs.revision


async def test_a_command_to_an_outdated_copy_is_carried_out_on_the_game_as_it_is(
    open_desk,
) -> None:
    here, there = open_desk(), open_desk()
    mine = await running_game(here, options={"stones": "10"})
    theirs = await there.get(mine.id)
    await theirs.submit(user_id=ALICE, choice=take(3))
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
    clock.advance(seconds=120)
    await there.courier.flush()
    assert second.entries == []
    # Two minutes without a sign of life: another process takes over.
    clock.advance(seconds=1)
    await there.courier.flush()
    assert [(entry.kind, entry.payloads) for entry in second.entries] == [
        ("status", [{"revision": session.revision}])
    ]
    at_work.cancel()
