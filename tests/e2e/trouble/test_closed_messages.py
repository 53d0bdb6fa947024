"""People whose direct messages are closed: a private thread, or a control that only they see."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.rules.kernel import Choice
from bot.sandbox import RunningSandbox
from bot.sandbox.members.player import Player
from bot.sandbox.members.sight import text_of
from bot.sandbox.objects import Permission
from bot.sandbox.sandbox import Fault
from cogs.ui.choosing.playing import way_of
from tests.e2e.conftest import CHANNEL, Room, bot_at, card, is_ephemeral, said
from tests.e2e.guest import Guest
from tests.e2e.stewards import advice

_HELLO = "I cannot send you direct messages"


def threads(player: Player) -> list[str]:
    """The private threads that somebody sees."""
    return [each["id"] for each in player.channels.values() if each["type"] == 12]


async def test_without_threads_the_channel_hears_only_that_a_message_failed(room: Room) -> None:
    alice = room.alice
    await room.forbid(Permission.CREATE_PRIVATE_THREADS)
    await alice.set_dms(False)
    opened = await alice.slash(CHANNEL, "game new", seats=2)
    assert "could not send you a direct message" in said(opened)
    await room.add_computer()
    await alice.press(await card(alice, "Start"), "Start")
    await room.play_until("march")
    hand = await alice.slash(CHANNEL, "hand")
    assert is_ephemeral(hand)
    assert hand.message is not None
    assert hand.message["attachments"][0]["filename"] == "hand.png"
    # That a message failed was known before the first turn, and is said as it begins: the moment
    # tells nothing of what was secret.
    await _played_on(room, lambda m: "cannot reach" in text_of(m))
    (notice,) = [m for m in alice.messages(CHANNEL) if "cannot reach" in text_of(m)]
    assert not notice["flags"] & 64
    assert text_of(notice) == (
        "I cannot reach **Alice** by direct message. "
        "Press **My hand** to see what is for your eyes only."
    )
    private = await alice.press(notice, "My hand")
    assert is_ephemeral(private)
    assert private.message is not None
    assert private.message["attachments"][0]["filename"] == "hand.png"
    assert threads(alice) == []


async def test_a_private_thread_takes_the_place_of_direct_messages(room: Room) -> None:
    alice, bob = room.alice, room.bob
    await alice.set_dms(False)
    await room.start_game(seats=2)
    told = await _told(room)
    (thread,) = threads(alice)
    assert told["channel_id"] == thread
    hello = alice.messages(thread)[0]
    assert _HELLO in text_of(hello)
    # Commands work there as in the channel.
    helped = await alice.slash(thread, "help")
    assert is_ephemeral(helped)
    assert "**Round " in said(helped)
    # Nobody else sees the thread, and nothing of it stands in the channel.
    assert threads(bob) == []
    assert not any("cannot reach" in text_of(m) for m in alice.messages(CHANNEL))
    assert not any(text_of(m) == text_of(told) for m in bob.messages())


async def _told(room: Room) -> dict[str, Any]:
    """Play on until Alice is told something in a thread of her own; that message."""
    return await _played_on(
        room, lambda m: m["channel_id"] in threads(room.alice) and _HELLO not in text_of(m)
    )


async def _played_on(room: Room, is_it: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Let Alice end what she may end, until she sees a message like this; that message."""
    alice = room.alice
    while True:
        await room.look()
        found = next((m for m in reversed(alice.messages()) if is_it(m)), None)
        if found is not None:
            return found
        session = await room.session()
        ends = way_of(session, 0, "done") is not None
        choice = Choice("done") if ends else await advice(session, 0)
        await session.submit(user_id=int(alice.me["id"]), choice=choice)


@pytest.mark.long
async def test_a_deleted_thread_is_made_anew(room: Room) -> None:
    alice = room.alice
    await alice.set_dms(False)
    await room.start_game(seats=2)
    await _told(room)
    (thread,) = threads(alice)
    world = room.sandbox.sandbox
    world.remove_channel(world.world.channel(thread))
    await alice.wait_until(lambda player: not threads(player))
    await _told(room)
    (again,) = threads(alice)
    assert again != thread


async def test_two_people_each_read_their_own(room: Room) -> None:
    # Bob may not manage threads, so that Alice can have one, and he does not see it.
    await room.alice.set_dms(False)
    await room.start_with_bob()
    reach, session = room.bot.deliverer.reach, await room.session()
    assert await reach.to_seat(session, 0, "a", "Alice’s own secret")
    assert await reach.to_seat(session, 1, "b", "Bob’s own secret")
    told = await room.alice.wait_for_message(lambda m: "Alice’s own secret" in text_of(m))
    (thread,) = threads(room.alice)
    assert told["channel_id"] == thread
    await room.bob.wait_for_private(lambda m: "Bob’s own secret" in text_of(m))
    assert threads(room.bob) == []
    assert not any("Alice’s own secret" in text_of(m) for m in room.bob.messages())
    assert not any("Bob’s own secret" in text_of(m) for m in room.alice.messages())


async def test_no_thread_that_another_player_could_open(room: Room) -> None:
    # Alice owns the server: she could read every private thread.
    await room.bob.set_dms(False)
    await room.start_with_bob()
    session = await room.session()
    reach = room.bot.deliverer.reach
    assert not await reach.to_seat(session, 1, "n", "Bob’s own secret", openly=True)
    notice = await room.bob.wait_for_message(
        lambda m: "cannot reach **Bob**" in text_of(m), channel=CHANNEL
    )
    assert not notice["flags"] & 64
    assert threads(room.bob) == []
    assert threads(room.alice) == []
    assert not any("own secret" in text_of(m) for m in room.alice.messages())
    own = await room.bob.press(notice, "My hand")
    assert is_ephemeral(own)


async def test_the_thread_is_remembered_after_a_restart(
    sandbox: RunningSandbox, database: str, tmp_path: Path
) -> None:
    url = sandbox.base_url
    async with await Guest.connect(url, "Alice") as alice:
        await alice.set_dms(False)
        async with bot_at(url, database) as bot:
            room = Room(sandbox, database, bot, tmp_path, alice, alice)
            await room.start_game(seats=2)
            assert await bot.deliverer.reach.to_seat(await room.session(), 0, "a", "first")
        async with bot_at(url, database) as bot:
            room = Room(sandbox, database, bot, tmp_path, alice, alice)
            assert await bot.deliverer.reach.to_seat(await room.session(), 0, "b", "second")
        await alice.wait_for_message(lambda m: text_of(m) == "second")
        (thread,) = threads(alice)
        assert [text_of(m) for m in alice.messages(thread)][-2:] == ["first", "second"]


def _forget_server(room: Room) -> None:
    """The bot's process is as one whose shards the server does not belong to."""
    state = room.bot._connection
    (guild,) = room.bot.guilds
    state._remove_guild(guild)
    assert not room.bot.guilds


async def test_a_private_thread_where_another_process_hears_of_the_server(room: Room) -> None:
    alice, bob = room.alice, room.bob
    await alice.set_dms(False)
    await room.start_with_bob()
    reach, session = room.bot.deliverer.reach, await room.session()
    _forget_server(room)
    assert await reach.may_write(session)
    assert await reach.to_seat(session, 0, "a", "Alice’s own secret")
    told = await alice.wait_for_message(lambda m: "Alice’s own secret" in text_of(m))
    (thread,) = threads(alice)
    assert told["channel_id"] == thread
    # Alice owns the server and could read what is in Bob's thread: none is made.
    await bob.set_dms(False)
    assert not await reach.to_seat(session, 1, "b", "Bob’s own secret", openly=True)
    assert threads(bob) == []
    await bob.wait_for_message(lambda m: "cannot reach **Bob**" in text_of(m), channel=CHANNEL)
    # Who left the server has left it, whichever process looks.
    assert not await reach.has_left(session, int(bob.me["id"]), lately=False)
    sandbox = room.sandbox.sandbox
    sandbox.member_leaves(sandbox.world.first_guild, str(bob.me["id"]))
    assert await reach.has_left(session, int(bob.me["id"]), lately=False)


async def test_what_is_forbidden_is_known_where_another_process_hears_of_the_server(
    room: Room,
) -> None:
    await room.start_game(seats=2)
    reach, session = room.bot.deliverer.reach, await room.session()
    await room.forbid(Permission.ATTACH_FILES | Permission.CREATE_PRIVATE_THREADS)
    _forget_server(room)
    assert not await reach.may_write(session)
    await room.alice.set_dms(False)
    assert not await reach.to_seat(session, 0, "a", "Alice’s own secret")
    assert threads(room.alice) == []
    # Nor is there one where the bot is not on the server any more.
    gone = Fault("GET", r"/guilds/\d+$", status=404, code=10004)
    room.sandbox.sandbox.faults.add(gone)
    assert not await reach.may_write(session)
