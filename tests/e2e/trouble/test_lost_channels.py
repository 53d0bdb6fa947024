"""What befalls a game from outside, and how it goes on: nobody is stuck, nothing is lost."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from bot.sandbox.members.sight import text_of
from bot.sandbox.objects import Permission
from tests.e2e.conftest import (
    CHANNEL,
    Room,
    card,
    has_button,
    is_ephemeral,
    said,
    suggested,
    verb_id,
)
from tests.e2e.play.test_refusals import nothing_changes
from tests.waiting import until


async def test_who_has_left_the_server_is_replaced_by_a_computer(room: Room) -> None:
    alice, bob = room.alice, room.bob
    await room.start_with_bob()
    user = int(bob.me["id"])
    world = room.sandbox.sandbox
    world.member_leaves(world.world.first_guild, str(user))
    session = await room.session()
    reach = room.bot.deliverer.reach
    assert not await reach.to_seat(session, 1, "n", "a secret of Bob’s")
    told = await alice.wait_for_message(
        lambda m: "**Bob** has left this server." in text_of(m), channel=CHANNEL
    )
    assert not any("a secret" in text_of(m) for m in alice.messages())
    # Still there after all? Then the seat is kept.
    world.member_returns(world.world.first_guild, str(user))
    async with nothing_changes(room):
        kept = await alice.press(told, "Let a computer play")
        assert "is back on this server and keeps the seat" in said(kept)
    world.member_leaves(world.world.first_guild, str(user))
    done = await alice.press(told, "Let a computer play")
    assert is_ephemeral(done)
    assert "A computer player has taken that seat" in said(done)
    session = await room.session()
    assert session.seats[1].policy == "steward"
    line = await alice.wait_for_message(
        lambda m: "lets a computer play for **Bob**." in text_of(m), channel=CHANNEL
    )
    assert "Reason: Bob has left the server." in text_of(line)
    again = await alice.press(told, "Let a computer play")
    assert "Somebody else has that seat now." in said(again)


async def test_a_deleted_channel_stops_the_game_until_it_has_another(room: Room) -> None:
    alice = room.alice
    begun = datetime.now(UTC)
    shown = await room.start_game(seats=2, pace="daily")
    session = await room.session()
    (before,) = await session.clock.deadlines()
    world = room.sandbox.sandbox
    world.remove_channel(world.world.channel(shown["channel_id"]))
    told = await alice.wait_for_private(lambda m: "of your game of Kingmaker" in text_of(m))
    assert f"of your game of Kingmaker (game {session.id}) is gone." in text_of(told)
    assert f"/game move game:{session.id}" in text_of(told)
    # The message goes out first, and then the clock is stopped.
    await until(lambda: session.paused_at is not None)
    (held,) = await session.clock.deadlines()
    assert held.left is not None
    found = await suggested(alice, "game move", "game", "tower")
    assert [each["value"] for each in found] == [session.id]
    assert await room.bob.autocomplete("tower", "game move", "game") == []
    moved = await alice.slash("tower", "game move", game=session.id)
    assert said(moved) == "The game goes on in this channel."
    again = await alice.wait_for_message(lambda m: verb_id(m, "march") is not None, channel="tower")
    assert "⏳ Time runs out" in text_of(again)
    (after,) = await session.clock.deadlines()
    assert after.left is None
    # The time that the game had no channel is not taken off anybody.
    assert timedelta(0) < after.due - before.due < session.clock.now() - begun
    await alice.press(again, str(verb_id(again, "done")))
    assert session.channel_id == int(alice.channel("tower")["id"])


async def test_a_game_moves_only_for_its_host_and_to_a_free_channel(room: Room) -> None:
    alice = room.alice
    await room.open_game(seats=2)
    game = (await room.session()).id
    async with nothing_changes(room):
        refused = await room.bob.slash("tower", "game move", game=game)
        assert "Only the host (**Alice**)" in said(refused)
        refused = await alice.slash(CHANNEL, "game move", game=game)
        assert said(refused) == "The game is already in this channel."
        unknown = await alice.slash("tower", "game move", game="NONE")
        assert "There is no such game" in said(unknown)
        await room.bob.slash("tower", "game new", seats=2)
        assert "This channel already has a game" in said(
            await alice.slash("tower", "game move", game=game)
        )
    lobby = await card(alice, "Start")
    await alice.slash("tavern", "game move", game=game)
    await alice.wait_for_message(lambda m: has_button(m, "Start"), channel="tavern")
    await alice.wait_until(lambda p: lobby["id"] not in {m["id"] for m in p.messages(CHANNEL)})


async def test_a_channel_that_is_shut_to_the_bot_is_told_to_the_host(room: Room) -> None:
    alice = room.alice
    shown = await room.start_game(seats=2)
    await room.forbid(Permission.SEND_MESSAGES)
    told = await alice.wait_for_private(lambda m: "I can no longer write in" in text_of(m))
    assert "I need these permissions there: Send messages" in text_of(told)
    refused = await alice.slash(CHANNEL, "status")
    assert "In this channel I still need: Send messages" in said(refused)
    # The buttons still tell where it stands, and once the bot may write all goes on.
    helped = await alice.slash(CHANNEL, "help")
    assert is_ephemeral(helped)
    await room.forbid(0)
    await alice.slash(CHANNEL, "status")
    again = await card(alice, "What can I do?")
    assert int(again["id"]) > int(shown["id"])


async def test_who_leaves_the_server_before_the_start_loses_the_seat(room: Room) -> None:
    alice, bob = room.alice, room.bob
    await alice.slash(CHANNEL, "game new", seats=2)
    await bob.press(await card(bob, "Join"), "Join")
    await alice.wait_for_message(lambda m: "2. **Bob**" in text_of(m), channel=CHANNEL)
    world = room.sandbox.sandbox
    world.member_leaves(world.world.first_guild, str(bob.me["id"]))
    refused = await alice.slash(CHANNEL, "game start")
    assert said(refused) == (
        "**Bob** has left this server, so there is room again. Invite somebody or add a computer "
        "player, then press **Start** again."
    )
    session = await room.session()
    assert (session.status, [info.name for info in session.seats]) == ("lobby", ["Alice"])
    await room.add_computer()
    await alice.press(await card(alice, "Start"), "Start")
    await room.play_until("march")
