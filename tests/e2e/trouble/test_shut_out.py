"""The bot is shut out of a channel or a server: games stand still, nothing is lost, all go on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

from bot.sandbox.members.sight import text_of
from bot.sandbox.objects import Overwrite, Permission
from bot.sandbox.world import payloads
from bot.session import GameSession
from tests.e2e.conftest import CHANNEL, Room, bot_at, card, verb_id


async def until(true: Callable[[], bool]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(60):
        while True:
            if true():
                return
            await asyncio.sleep(0.01)


def pause_of(session: GameSession | None) -> bool:
    assert session is not None
    return session.paused_at is not None


def _has(text: str, message: dict[str, Any]) -> bool:
    return text in text_of(message)


async def test_the_clock_stands_while_the_channel_is_closed_to_the_bot(room: Room) -> None:
    alice = room.alice
    shown = await room.begin_game(seats=2, pace="live")
    session = await room.session()
    await room.forbid(Permission.SEND_MESSAGES)
    await until(lambda: pause_of(session))
    assert [due.left is not None for due in await session.clock.deadlines()] == [True]
    told = await alice.wait_for_private(lambda m: "I can no longer write in" in text_of(m))
    assert (
        "Nothing is lost, and its deadlines have stopped. I need these permissions there: "
        "Send messages" in text_of(told)
    )
    # What stands in the channel may still be changed: the card says so, and offers no move.
    paused = await alice.wait_for_message(
        lambda m: "The game has been paused" in text_of(m), channel=CHANNEL
    )
    assert (paused["id"], verb_id(paused, "done")) == (shown["id"], None)
    await room.forbid(0)
    await until(lambda: not pause_of(session))
    assert [due.left is None for due in await session.clock.deadlines()] == [True]
    for reason in (
        "I am not allowed to write in its channel.",
        "I can write in its channel again.",
    ):
        await alice.wait_for_message(partial(_has, f"Reason: {reason}"), channel=CHANNEL)
    again = await alice.wait_for_message(lambda m: verb_id(m, "done") is not None, channel=CHANNEL)
    await alice.press(again, str(verb_id(again, "done")))


async def test_the_opening_with_the_hash_of_the_seed_is_posted_once_it_can_be(room: Room) -> None:
    alice = room.alice
    await room.open_game(seats=2)
    lobby = await card(alice, "Start")
    session = await room.session()
    begun = f"`{session.seed_hash[:16]}…`"
    await room.forbid(Permission.SEND_MESSAGES)
    await alice.press(lobby, "Start")
    await until(lambda: session.status == "running" and pause_of(session))
    assert not any(begun in text_of(m) for m in alice.messages(CHANNEL))
    await room.forbid(0)
    opened = await alice.wait_for_message(lambda m: begun in text_of(m), channel=CHANNEL)
    assert "The game begins!" in text_of(opened)
    await room.play_until("march")
    assert sum(begun in text_of(m) for m in alice.messages(CHANNEL)) == 1


async def test_removed_from_its_server_a_game_waits_until_the_bot_is_back(room: Room) -> None:
    await room.start_game(seats=2, pace="live")
    session = await room.session()
    sandbox = room.sandbox.sandbox
    guild = sandbox.world.first_guild
    sandbox.gateway.dispatch("GUILD_DELETE", {"id": guild.id}, guild.id)
    await until(lambda: pause_of(session))
    assert [due.left is not None for due in await session.clock.deadlines()] == [True]
    deed = (await session.moderator.audit())[0]
    assert (deed.what, deed.reason) == ("pause", "I am no longer on its server.")
    sandbox.gateway.dispatch("GUILD_CREATE", payloads.guild_create(sandbox.world, guild), guild.id)
    await until(lambda: not pause_of(session))


async def test_what_was_closed_while_the_bot_was_away_is_found_at_the_start(room: Room) -> None:
    await room.start_game(seats=2, pace="live")
    game_id = (await room.session()).id
    await room.bot.close()
    world = room.sandbox.sandbox.world
    place = world.channel(str(room.alice.channel(CHANNEL)["id"]))
    bot_id = world.state.bot_id
    place.overwrites[bot_id] = Overwrite(id=bot_id, type=1, deny=Permission.VIEW_CHANNEL)
    async with bot_at(room.sandbox.base_url, room.database) as later:
        session = await later.desk.get(game_id)
        assert session is not None
        await until(lambda: pause_of(session))
    del place.overwrites[bot_id]
    async with bot_at(room.sandbox.base_url, room.database) as later:
        session = await later.desk.get(game_id)
        assert session is not None
        await until(lambda: not pause_of(session))
