"""Opening, joining, starting and ending a game, over sockets."""

from __future__ import annotations

import re

from bot.sandbox.members.sight import text_of
from tests.e2e.conftest import CHANNEL, Room, card, has_button, is_ephemeral, said


async def test_a_game_is_opened_joined_and_filled(room: Room) -> None:
    opened = await room.alice.slash(CHANNEL, "game new", seats=3, rounds=5)
    assert is_ephemeral(opened)
    lobby = await card(room.alice, "Join")
    assert "1. Alice · host" in text_of(lobby).replace("*", "")
    await room.bob.press(await card(room.bob, "Join"), "Join")
    await room.alice.press(lobby, "Add computer")
    full = await room.alice.wait_for_message(
        lambda m: "(computer)" in text_of(m) and "*free*" not in text_of(m), channel=CHANNEL
    )
    lines = text_of(full).replace("*", "").splitlines()
    # They pressed at the same moment: whoever was first has the next seat.
    seated = {line[3:] for line in lines if line.startswith(("2. ", "3. "))}
    session = await room.session()
    (computer,) = [info.name for info in session.seats if info.policy is not None]
    assert re.fullmatch(r"Steward [A-Z][a-z]+ \(computer\)", computer)
    assert seated == {"Bob", computer}
    assert has_button(full, "Start")


async def test_seats_change_hands_before_the_start(room: Room) -> None:
    await room.open_game(seats=3)
    session = await room.session()
    first = session.seats[1].name
    await room.alice.slash(CHANNEL, "game remove-computer")
    assert [info.name for info in session.seats] == ["Alice", first]
    joined = await room.bob.slash(CHANNEL, "game join")
    assert is_ephemeral(joined)
    assert said(joined) == "You are in."
    # When the host leaves, the next person looks after the game.
    assert said(await room.alice.slash(CHANNEL, "game leave")) == "You have left the game."
    session = await room.session()
    assert session.host_id == int(room.bob.me["id"])
    again = await room.bob.slash(CHANNEL, "game join")
    assert "You already have a seat in this game" in said(again)


async def test_the_last_to_leave_closes_the_lobby(room: Room) -> None:
    await room.alice.slash(CHANNEL, "game new", seats=2)
    await room.alice.press(await card(room.alice, "Leave"), "Leave")
    closed = await room.alice.wait_for_message(
        lambda m: "This lobby is closed." in text_of(m), channel=CHANNEL
    )
    assert not has_button(closed, "Join")
    assert "The table is open" in said(await room.alice.slash(CHANNEL, "game new", seats=2))
