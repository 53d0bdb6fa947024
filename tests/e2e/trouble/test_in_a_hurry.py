"""Several people at once, one person twice, controls that belong elsewhere, and the clock."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.app import Bot
from bot.sandbox import RunningSandbox
from bot.sandbox.members.sight import text_of
from bot.session import GameSession
from bot.storage import deadlines
from cogs.ui.replies import at_rest
from tests.e2e.conftest import CHANNEL, Room, bot_at, card, is_ephemeral, said, verb_id
from tests.e2e.guest import Guest
from tests.e2e.prepared import asks
from tests.waiting import until


async def bring_near(bot: Bot, session: GameSession, kind: str) -> None:
    """Let the time of reminders or of answers be over now."""
    async with bot.desk.services.database.writing() as db:
        for row in await deadlines.of_questions(db, session.id):
            if row.kind == kind:
                row.due = session.clock.now() - timedelta(seconds=1)
    bot.desk.services.deadlines.ring()


async def test_two_people_press_for_the_last_seat(room: Room) -> None:
    await room.alice.new_member("Cecily")
    url = room.sandbox.base_url
    async with await Guest.connect(url, "Cecily") as cecily:
        await room.alice.slash(CHANNEL, "game new", seats=2)
        lobbies = [await card(player, "Join") for player in (room.bob, cecily)]
        outcomes = await asyncio.gather(
            room.bob.press(lobbies[0], "Join"), cecily.press(lobbies[1], "Join")
        )
        session = await room.session()
        # The one who was second waits for a seat, and the card says so.
        await until(lambda: len(session.seats) == 3)
        waits = session.seats[2].name
        await room.alice.wait_for_message(
            lambda m: f"Waiting for a seat: **{waits}**" in text_of(m), channel=CHANNEL
        )
        assert [outcome.message for outcome in outcomes] == [None, None]


async def test_a_double_click_acts_once(room: Room) -> None:
    alice = room.alice
    shown = await room.start_game(seats=2)
    done = str(verb_id(shown, "done"))
    session = await room.session()
    assert session.view(None).phase == "movement"
    first, second = await asyncio.gather(alice.press(shown, done), alice.press(shown, done))
    texts = sorted((said(first), said(second)))
    assert any(text.startswith("✓ Your movement ends.") for text in texts)
    assert any("earlier moment" in text for text in texts)
    await at_rest(session)
    assert not asks(session, 0, "movement")


async def test_the_game_is_started_once(room: Room) -> None:
    await room.open_game(seats=2)
    lobby = await card(room.alice, "Start")
    await asyncio.gather(*(room.alice.press(lobby, "Start") for _ in range(2)))
    told = await room.alice.wait_for_message(
        lambda m: "This game has already begun." in text_of(m), channel=CHANNEL
    )
    assert told["flags"] & 64
    assert (await room.session()).status == "running"


async def test_a_button_of_another_game(room: Room) -> None:
    # Bob plays in the tower, and presses a button of Alice's game.
    await room.bob.slash("tower", "game new", seats=2)
    shown = await room.start_game(seats=2)
    session = await room.session()
    before = session.revision
    seen = next(m for m in room.bob.messages(CHANNEL) if m["id"] == shown["id"])
    for label in ("End movement", "My hand", "Do it for me"):
        refused = await room.bob.press(seen, label)
        assert is_ephemeral(refused)
        assert "You are not playing in this game." in said(refused)
    assert session.revision == before


async def test_who_still_has_a_choice_is_reminded_and_then_answered_for(room: Room) -> None:
    alice = room.alice
    shown = await room.start_game(seats=2, pace="daily")
    session = await room.session()
    await bring_near(room.bot, session, "remind")
    reminded = await alice.wait_for_message(
        lambda m: "⏰" in text_of(m) and verb_id(m, "march") is not None, channel=CHANNEL
    )
    assert int(reminded["id"]) > int(shown["id"])
    assert f"⏰ <@{alice.me['id']}>, it is your move." in text_of(reminded)
    last = room.posted()[-1]
    assert last["allowed_mentions"]["users"] == [int(alice.me["id"])]
    own = await alice.press(reminded, "What can I do?")
    assert own.message is not None
    assert "⏳ Time runs out" in said(own)
    await bring_near(room.bot, session, "answer")
    told = await alice.wait_for_message(lambda m: "Time is up for" in text_of(m), channel=CHANNEL)
    assert "⌛ Time is up for **Alice**: the game goes on without an answer." in text_of(told)
    # Whoever presses just after the clock has answered hears so, and nothing happens twice.
    late = await alice.press(own.message, str(verb_id(own.message, "done")))
    assert "earlier moment" in said(late)
    await at_rest(session)
    assert not asks(session, 0, "movement")


async def test_a_deadline_that_passed_while_the_bot_was_down(
    sandbox: RunningSandbox, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = sandbox.base_url
    async with await Guest.connect(url, "Alice") as alice:
        async with bot_at(url, database) as bot:
            room = Room(sandbox, database, bot, tmp_path, alice, alice)
            await room.start_game(seats=2, pace="live", late="steward")
            session = await room.session()
            with monkeypatch.context() as unheard:
                unheard.setattr(bot.desk.services.deadlines, "ring", lambda game_id=None: None)
                await bring_near(bot, session, "answer")
        async with bot_at(url, database):
            told = await alice.wait_for_message(
                lambda m: "Time is up for" in text_of(m), channel=CHANNEL
            )
            assert "⌛ Time is up for **Alice**: a computer player decides." in text_of(told)
            lines: list[Any] = [
                m for m in alice.messages(CHANNEL) if "Time is up for" in text_of(m)
            ]
            assert len(lines) == 1


async def test_who_takes_a_free_seat_is_briefed(room: Room) -> None:
    await room.start_with_bob()
    asked = await room.bob.slash(CHANNEL, "game leave")
    assert asked.message is not None
    left = await room.bob.press(asked.message, "Yes, leave")
    assert said(left) == "You have left the game."
    await room.alice.new_member("Cecily")
    async with await Guest.connect(room.sandbox.base_url, "Cecily") as cecily:
        assert said(await cecily.slash(CHANNEL, "game join")) == "You are in."
        about = await cecily.wait_for_private(lambda m: "Welcome!" in text_of(m))
        assert "### Welcome! This seat is yours from now on." in text_of(about)
        await cecily.wait_for_private(
            lambda m: any(a["filename"] == "hand.png" for a in m["attachments"])
        )
    assert not any("Welcome!" in text_of(m) for m in room.alice.messages())
