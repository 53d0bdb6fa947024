"""Opening, joining, starting and ending a game, over sockets."""

from __future__ import annotations

from bot.sandbox.page_view import text_of
from tests.e2e.conftest import CHANNEL, Room, card, has_button, is_ephemeral


async def test_a_game_is_opened_joined_and_filled(room: Room) -> None:
    opened = await room.alice.slash(CHANNEL, "game new", seats=3, rounds=5)
    assert is_ephemeral(opened)
    lobby = await card(room.alice, "Join")
    assert "1. Alice · host" in text_of(lobby).replace("*", "")
    await room.bob.press(await card(room.bob, "Join"), "Join")
    await room.alice.press(lobby, "Add computer")
    full = await room.alice.wait_for_message(lambda m: "(computer)" in text_of(m), channel=CHANNEL)
    lines = text_of(full).replace("*", "").splitlines()
    assert "2. Bob" in lines
    assert "3. Steward 1 (computer)" in lines
    assert has_button(full, "Start")
