"""How many are let in at a time, in which order, and when there is no more room."""

from __future__ import annotations

import asyncio

import pytest

from bot.session import Refused
from cogs.ui.turnstile import CROWDED, MANY, QUIET, STOPPING, WHILE, Turnstile, make_room


async def test_all_others_wait_in_the_order_in_which_they_came() -> None:
    turnstile, inside, order = Turnstile(at_once=2), 0, list[int]()
    most = 0

    async def visit(number: int) -> None:
        nonlocal inside, most
        async with turnstile.passage(f"game {number}"):
            order.append(number)
            inside += 1
            most = max(most, inside)
            await asyncio.sleep(0)
            inside -= 1

    await asyncio.gather(*(visit(number) for number in range(9)))
    assert (order, most, inside) == (list(range(9)), 2, 0)


async def test_of_one_game_no_more_may_wait_than_a_table_can_mean() -> None:
    turnstile = Turnstile(at_once=1, most_of_one=2)
    first = await turnstile.enter("a")
    second = asyncio.create_task(turnstile.enter("a"))
    await asyncio.sleep(0)
    with pytest.raises(Refused) as refused:
        await turnstile.enter("a")
    assert refused.value.text == CROWDED
    other = asyncio.create_task(turnstile.enter("b"))
    turnstile.leave(first)
    place = await second
    assert not other.done()
    turnstile.leave(place)
    place = await other
    await_room = asyncio.create_task(turnstile.enter("a"))
    turnstile.leave(place)
    turnstile.leave(await await_room)


async def test_who_goes_away_while_waiting_takes_no_place() -> None:
    turnstile = Turnstile(at_once=1, most_of_one=2)
    first = await turnstile.enter("a")
    waits = asyncio.create_task(turnstile.enter("a"))
    await asyncio.sleep(0)
    waits.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waits
    turnstile.leave(first)
    turnstile.leave(await turnstile.enter("a"))


async def test_who_waits_for_a_picture_lets_the_next_one_in_and_still_counts_for_the_game() -> None:
    turnstile = Turnstile(at_once=1, most_of_one=2)
    drawn = asyncio.Event()

    async def look() -> None:
        async with turnstile.passage("a"):
            make_room()
            make_room()
            await drawn.wait()

    looks = asyncio.create_task(look())
    await asyncio.sleep(0)
    place = await turnstile.enter("a")
    with pytest.raises(Refused):
        await turnstile.enter("a")
    waits = asyncio.create_task(turnstile.enter("b"))
    drawn.set()
    await looks
    # Its place was given away once, and is not given away again as it leaves.
    assert not waits.done()
    turnstile.leave(place)
    turnstile.leave(await waits)


async def test_what_is_set_going_beside_gives_no_place_away() -> None:
    turnstile = Turnstile(at_once=1)

    async def beside() -> None:
        make_room()

    async with turnstile.passage("a"):
        await asyncio.create_task(beside())
        waits = asyncio.create_task(turnstile.enter("b"))
        await asyncio.sleep(0)
        assert not waits.done()
    turnstile.leave(await waits)


async def test_many_within_a_while_are_a_crowd(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("cogs.ui.turnstile.time.monotonic", lambda: now)
    turnstile = Turnstile()
    for number in range(MANY):
        assert not turnstile.is_crowded()
        now += 0.05
        turnstile.leave(await turnstile.enter(number))
    assert turnstile.is_crowded()
    now += WHILE
    assert not turnstile.is_crowded()


async def test_it_is_quiet_while_nobody_is_there_nor_has_come_a_moment_ago(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 100.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    turnstile = Turnstile()
    assert turnstile.is_quiet()
    place = await turnstile.enter("a")
    now += QUIET
    assert not turnstile.is_quiet()
    turnstile.leave(place)
    assert turnstile.is_quiet()
    now -= 0.1
    assert not turnstile.is_quiet()


async def test_at_the_end_who_is_in_is_waited_for_and_who_waits_is_told_to_come_again() -> None:
    turnstile = Turnstile(at_once=1)
    inside = await turnstile.enter("a")
    waits = asyncio.create_task(turnstile.enter("b"))
    await asyncio.sleep(0)
    closing = asyncio.create_task(turnstile.close(patience=60))
    await asyncio.sleep(0)
    with pytest.raises(Refused) as late:
        await turnstile.enter("c")
    assert late.value.text == STOPPING
    assert not closing.done()
    turnstile.leave(inside)
    with pytest.raises(Refused) as waited:
        await waits
    assert waited.value.text == STOPPING
    await closing


async def test_the_end_does_not_wait_for_ever() -> None:
    turnstile = Turnstile()
    place = await turnstile.enter("a")
    async with asyncio.timeout(60):
        await turnstile.close(patience=0.01)
    assert turnstile.closed
    # Whoever was in is so still.
    assert not turnstile.is_quiet()
    turnstile.leave(place)


async def test_where_nobody_is_the_end_waits_for_nothing() -> None:
    turnstile = Turnstile()
    turnstile.leave(await turnstile.enter("a"))
    await turnstile.close(patience=60)
    assert turnstile.closed
