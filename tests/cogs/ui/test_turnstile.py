"""How many are let in at a time, in which order, and when there is no more room."""

from __future__ import annotations

import asyncio

import pytest

from bot.session import Refused
from cogs.ui.turnstile import CROWDED, Turnstile


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
    await turnstile.enter("a")
    second = asyncio.create_task(turnstile.enter("a"))
    await asyncio.sleep(0)
    with pytest.raises(Refused) as refused:
        await turnstile.enter("a")
    assert refused.value.text == CROWDED
    other = asyncio.create_task(turnstile.enter("b"))
    turnstile.leave("a")
    await second
    assert not other.done()
    turnstile.leave("a")
    await other
    await_room = asyncio.create_task(turnstile.enter("a"))
    turnstile.leave("b")
    await await_room
    turnstile.leave("a")


async def test_who_goes_away_while_waiting_takes_no_place() -> None:
    turnstile = Turnstile(at_once=1, most_of_one=2)
    await turnstile.enter("a")
    waits = asyncio.create_task(turnstile.enter("a"))
    await asyncio.sleep(0)
    waits.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waits
    turnstile.leave("a")
    await turnstile.enter("a")
    turnstile.leave("a")
