"""Before a game begins those are called who have not been heard of for long."""

from __future__ import annotations

from datetime import datetime, timedelta

from bot.sandbox.members.sight import buttons, text_of
from bot.session.services import SystemClock
from tests.e2e.conftest import CHANNEL, Room, card, has_button, is_ephemeral, said
from tests.e2e.guest import Guest
from tests.session.doubles import until


class Ahead(SystemClock):
    """The real clock, put forward."""

    def __init__(self, **by: float) -> None:
        self._by = timedelta(**by)

    def now(self) -> datetime:
        """What it shows."""
        return super().now() + self._by


def later(room: Room, **by: float) -> None:
    """Put the bot's clock forward, counted from the real one."""
    room.bot.desk.services.clock = Ahead(**by)
    room.bot.desk.services.deadlines.ring()


async def test_two_do_not_come_and_one_comes_late(room: Room) -> None:
    alice, bob, url = room.alice, room.bob, room.sandbox.base_url
    await alice.new_member("Cecily")
    await alice.new_member("Duncan")
    async with (
        await Guest.connect(url, "Cecily") as cecily,
        await Guest.connect(url, "Duncan") as duncan,
    ):
        await alice.slash(CHANNEL, "game new", seats=3, pace="live")
        for guest in (bob, cecily):
            await guest.press(await card(guest, "Join"), "Join")
        session = await room.session()
        await until(lambda: len(session.seats) == 3)
        later(room, hours=1)
        await alice.press(await card(alice, "Start"), "Start")
        call = await cecily.wait_for_message(
            lambda m: "the game is about to begin" in text_of(m), channel=CHANNEL
        )
        people = [int(guest.me["id"]) for guest in (bob, cecily)]
        posted = next(p for p in room.posted() if "about to begin" in str(p.get("content")))
        assert posted["allowed_mentions"]["users"] == people
        shown = await card(alice, "Wait for a seat")
        lines = text_of(shown).splitlines()
        assert "1. **Alice** · host · ✅ ready" in lines
        assert "2. **Bob** · ⌛ not ready yet" in lines
        assert [each["label"] for each in buttons(shown)] == ["Ready", "Wait for a seat", "Leave"]
        await duncan.press(await card(duncan, "Wait for a seat"), "Wait for a seat")
        await bob.wait_for_message(
            lambda m: "-# Waiting for a seat: **Duncan** · ✅ ready" in text_of(m), channel=CHANNEL
        )
        assert session.status == "lobby"
        later(room, hours=2)
        await until(lambda: session.status == "running")
        told = await cecily.wait_for_message(
            lambda m: "was not ready" in text_of(m), channel=CHANNEL
        )
        seats = [session.seats[number].user_id for number in range(3)]
        assert seats == [int(alice.me["id"]), int(duncan.me["id"]), None]
        assert text_of(told).splitlines() == [
            f"⌛ **Duncan** takes the seat of <@{people[0]}>, who was not ready.",
            f"⌛ <@{people[1]}> was not ready. A computer plays until they press **Ready**.",
        ]
        back = await cecily.press(told, "Ready")
        assert is_ephemeral(back)
        assert "You are in." in said(back)
        assert session.seats[2].user_id == people[1]
        # For Bob no seat is free any more; the call of before can be pressed still.
        missing = await bob.press(call, "Ready")
        assert said(missing) == "The game has begun, and no seat is free."
        assert not has_button(await card(alice, "My hand"), "Ready")


async def test_the_game_begins_with_the_last_who_is_ready(room: Room) -> None:
    await room.alice.slash(CHANNEL, "game new", seats=2, pace="daily")
    await room.bob.press(await card(room.bob, "Join"), "Join")
    session = await room.session()
    await until(lambda: len(session.seats) == 2)
    later(room, days=3)
    await room.alice.press(await card(room.alice, "Start"), "Start")
    await card(room.alice, "Ready")
    again = await room.alice.slash(CHANNEL, "game start")
    assert said(again).startswith("Everybody has been called already.")
    pressed = await room.bob.press(await card(room.bob, "Ready"), "Ready")
    assert said(pressed) == "You are ready. The game begins as soon as everybody is."
    await until(lambda: session.status == "running")
