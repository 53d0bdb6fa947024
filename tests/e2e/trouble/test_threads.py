"""A game in a thread or a forum's post: it is played, archived, locked and deleted there."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from playwright.async_api import expect

from bot.sandbox.members.player import PlayerError
from bot.sandbox.members.sight import text_of
from bot.sandbox.objects import Channel, Overwrite, Permission
from bot.session import GameSession
from tests.chromium import hosts_page
from tests.e2e.conftest import (
    ALICE_ALONE,
    CHANNEL,
    Room,
    bot_at,
    has_button,
    is_ephemeral,
    said,
    verb_id,
)
from tests.e2e.guest import settled
from tests.e2e.stewards import advice
from tests.rules.kingmaker.underway import before_first_march
from tests.waiting import until


def opened(room: Room, kind: str) -> Channel:
    """A thread of the channel, or a post in a forum, where the bot may speak in threads alone."""
    sandbox = room.sandbox.sandbox
    world = sandbox.world
    parent = world.channel(str(room.alice.channel(CHANNEL)["id"]))
    if kind == "post":
        parent = world.add_channel(world.first_guild, "tables", forum=True)
        sandbox.announce_channel("CHANNEL_CREATE", parent)
    bot_id = world.state.bot_id
    parent.overwrites[bot_id] = Overwrite(id=bot_id, type=1, deny=Permission.SEND_MESSAGES)
    sandbox.announce_channel("CHANNEL_UPDATE", parent)
    return sandbox.open_thread(parent, "council", str(room.alice.me["id"]))


def _stands(session: GameSession, still: bool) -> bool:
    """Whether a game stands still, or goes on, as it should."""
    return (session.paused_at is not None) == still


async def begun(room: Room, place: Channel) -> GameSession:
    """Alice's game with two computers in the thread, at her first march."""
    data = {**before_first_march(ALICE_ALONE[:3]), "options": {"pace": "daily"}}
    user = int(room.alice.me["id"])
    return await room.bot.desk.new_games.bring_in(
        data,
        guild_id=int(place.guild_id or 0),
        channel_id=int(place.id),
        host_id=user,
        people={0: user},
    )


def is_card(message: dict[str, Any]) -> bool:
    return bool(verb_id(message, "march") or verb_id(message, "done"))


async def play_on(room: Room, session: GameSession) -> None:
    """Alice does what a computer would do, wherever she presses it."""
    user = int(room.alice.me["id"])
    await session.submit(user_id=user, choice=await advice(session, 0))
    await settled()


@pytest.mark.parametrize("kind", ["thread", "post"])
async def test_a_game_in_a_thread_goes_on_whatever_becomes_of_the_thread(
    room: Room, kind: str
) -> None:
    alice, sandbox = room.alice, room.sandbox.sandbox
    place = opened(room, kind)
    session = await begun(room, place)
    shown = await alice.wait_for_message(is_card, channel=place.id)

    # Played, with Send Messages in Threads alone.
    await alice.press(shown, str(verb_id(shown, "done")))
    await alice.look()
    assert session.paused_at is None

    # Archived: with the next news it opens again, and all is told at once.
    sandbox.change_thread(place, archived=True)
    await play_on(room, session)
    await alice.look()
    assert (place.archived, place.locked) == (False, False)
    tallies = room.bot.desk.services.tallies
    assert (tallies.failed, tallies.given_up) == (0, 0)
    assert session.paused_at is None

    # Locked: as shut as a channel in which the bot may not write.
    sandbox.change_thread(place, locked=True)
    await until(lambda: session.paused_at is not None)
    heard = await alice.wait_for_private(lambda m: "I can no longer write in" in text_of(m))
    assert "I need these permissions there: An unlocked thread." in text_of(heard)
    sandbox.change_thread(place, locked=False)
    await until(lambda: session.paused_at is None)
    await alice.wait_for_message(
        lambda m: "Reason: I can write in its channel again." in text_of(m), channel=place.id
    )
    await play_on(room, session)

    # Deleted: everybody hears of it, and the clock stands.
    sandbox.remove_channel(place)
    gone = await alice.wait_for_private(lambda m: "of your game of Kingmaker" in text_of(m))
    assert f"(game {session.id}) is gone." in text_of(gone)
    await until(lambda: session.paused_at is not None)


@pytest.mark.browser
@pytest.mark.parametrize("kind", ["thread", pytest.param("post", marks=pytest.mark.long)])
async def test_on_a_phone_the_page_leads_there_and_says_whether_it_is_shut(
    room: Room, kind: str
) -> None:
    sandbox = room.sandbox.sandbox
    place = opened(room, kind)
    async with hosts_page(room.sandbox.base_url, 412, 900) as page:
        await page.get_by_role("button", name="Channels").click()
        await page.get_by_test_id("channel-council").click()
        session = await begun(room, place)
        await page.get_by_role("button", name="End movement").last.click()
        await expect(page.get_by_text("Your movement ends.").last).to_be_visible()
        await settled()
        composer = page.get_by_test_id("composer")
        await expect(composer).to_have_attribute("placeholder", "Message council")
        sandbox.change_thread(place, archived=True)
        await expect(composer).to_have_attribute("placeholder", "Message council to open it again")
        await play_on(room, session)
        await expect(composer).to_have_attribute("placeholder", "Message council")
        sandbox.change_thread(place, locked=True)
        await expect(composer).to_have_attribute("placeholder", "council is locked")
        await until(lambda: session.paused_at is not None)
        sandbox.remove_channel(place)
        await expect(page.get_by_test_id("place")).to_have_text("kingmaker")
        assert await page.evaluate("document.scrollingElement.scrollWidth") <= 412


@pytest.mark.parametrize("kind", ["thread", "post"])
async def test_a_table_is_set_up_and_begun_in_a_thread(room: Room, kind: str) -> None:
    alice = room.alice
    place = opened(room, kind)

    async def shown(label: str) -> dict[str, Any]:
        return await alice.wait_for_message(
            lambda m: has_button(m, label) and not m["flags"] & 64, channel=place.id
        )

    await alice.caught_up()
    await alice.slash(place.id, "game new", seats=2)
    await alice.press(await shown("Add computer"), "Add computer")
    await alice.press(await shown("Start"), "Start")
    session = await room.bot.desk.in_channel(int(place.id))
    assert session is not None
    await alice.look()
    assert (session.status, session.paused_at) == ("running", None)
    asked = await alice.press(await shown("What can I do?"), "What can I do?")
    assert is_ephemeral(asked)

    # Archived: nothing can be pressed there until somebody speaks, which opens it again.
    room.sandbox.sandbox.change_thread(place, archived=True)
    card = await shown("What can I do?")
    with pytest.raises(PlayerError, match="This thread is archived"):
        await alice.press(card, "What can I do?")
    await alice.send(place.id, "Shall we go on?")
    assert not place.archived
    again = await alice.press(await shown("What can I do?"), "What can I do?")
    assert said(again) == said(asked)
    # Nothing of the game stands anywhere else.
    parent = str(place.parent_id)
    assert [m for m in alice.messages(parent) if m["author"]["id"] == alice.bot["id"]] == []


@pytest.mark.parametrize("kind", ["thread", "post"])
async def test_leave_to_speak_in_threads_is_taken_and_given_back(room: Room, kind: str) -> None:
    place = opened(room, kind)
    session = await begun(room, place)
    await room.alice.wait_for_message(is_card, channel=place.id)
    world = room.sandbox.sandbox.world
    parent, bot_id = world.channel(str(place.parent_id)), world.state.bot_id

    def allow_in_threads(*, allowed: bool) -> None:
        denied = Permission.SEND_MESSAGES
        if not allowed:
            denied |= Permission.SEND_MESSAGES_IN_THREADS
        parent.overwrites[bot_id] = Overwrite(id=bot_id, type=1, deny=denied)
        room.sandbox.sandbox.announce_channel("CHANNEL_UPDATE", parent)

    allow_in_threads(allowed=False)
    await until(lambda: session.paused_at is not None)
    heard = await room.alice.wait_for_private(lambda m: "I can no longer write in" in text_of(m))
    # Without that one the other two are worth nothing.
    needs = "I need these permissions there: Send messages in threads, Embed links, Attach files."
    assert needs in text_of(heard)
    allow_in_threads(allowed=True)
    await until(lambda: session.paused_at is None)
    await room.alice.wait_for_message(
        lambda m: "Reason: I can write in its channel again." in text_of(m), channel=place.id
    )


async def test_what_became_of_a_thread_while_the_bot_was_away_is_found_at_the_start(
    room: Room,
) -> None:
    sandbox = room.sandbox.sandbox
    place = opened(room, "thread")
    game_id = (await begun(room, place)).id
    await room.alice.wait_for_message(is_card, channel=place.id)
    paused = {"archived": False, "locked": True, "unlocked": False, "deleted": True}
    changes: dict[str, Callable[[], None]] = {
        "archived": lambda: sandbox.change_thread(place, archived=True),
        "locked": lambda: sandbox.change_thread(place, archived=True, locked=True),
        "unlocked": lambda: sandbox.change_thread(place, archived=True, locked=False),
        "deleted": lambda: sandbox.remove_channel(place),
    }
    await room.bot.close()
    for change, act in changes.items():
        act()
        async with bot_at(room.sandbox.base_url, room.database) as later:
            session = await later.desk.get(game_id)
            assert session is not None
            await settled()
            await until(partial(_stands, session, paused[change]))
            if change == "archived":
                # Its thread is not among those that Discord names at the start.
                user = int(room.alice.me["id"])
                await session.submit(user_id=user, choice=await advice(session, 0))
                await settled()
                assert not place.archived
    gone = await room.alice.wait_for_private(lambda m: "of your game of Kingmaker" in text_of(m))
    assert f"(game {game_id}) is gone." in text_of(gone)


async def test_an_archived_and_locked_thread_is_shut(room: Room) -> None:
    place = opened(room, "thread")
    session = await begun(room, place)
    await room.alice.wait_for_message(is_card, channel=place.id)
    room.sandbox.sandbox.change_thread(place, archived=True, locked=True)
    await until(lambda: session.paused_at is not None)
    heard = await room.alice.wait_for_private(lambda m: "I can no longer write in" in text_of(m))
    assert "An unlocked thread" in text_of(heard)


async def test_a_table_that_has_not_begun_goes_with_its_channel(room: Room) -> None:
    alice = room.alice
    await room.open_game(seats=2)
    session = await room.session()
    world = room.sandbox.sandbox
    world.remove_channel(world.world.channel(str(alice.channel(CHANNEL)["id"])))
    told = await alice.wait_for_private(lambda m: "of your Kingmaker table" in text_of(m))
    assert "is gone, and so is the table" in text_of(told)
    await until(lambda: session.status == "over")
    assert await room.bot.desk.games_of(int(alice.me["id"])) == []
