"""'What can I do?' tells what is open, and why not what is not, page by page."""

from __future__ import annotations

from typing import Any

from bot.sandbox.members.sight import buttons, selects, text_of
from tests.e2e.conftest import CHANNEL, Room, card, changed, has_button, is_ephemeral, said


async def test_out_of_turn_the_reason_is_given_with_its_rule(room: Room) -> None:
    await room.start_with_bob()
    shown = await card(room.bob, "What can I do?")
    answer = await room.bob.press(shown, "What can I do?")
    assert is_ephemeral(answer)
    assert "**Not now:**" in said(answer)
    assert "It is another player’s turn. Wait for yours. ‹house-1.14›" in said(answer)


def where_to(message: dict[str, Any]) -> bool:
    """Whether a message has the menu of where a noble goes."""
    return any(each["custom_id"].startswith("s.go:") for each in selects(message))


async def test_in_turn_both_lists_are_there_and_pages_turn(room: Room) -> None:
    alice = room.alice
    await room.start_game()
    answer = await alice.slash(CHANNEL, "help")
    assert is_ephemeral(answer)
    assert answer.message is not None
    told, shown = said(answer), answer.message
    assert where_to(shown)
    while has_button(shown, "▶"):
        await alice.press(shown, "▶")
        shown = await changed(alice, shown)
        assert where_to(shown)
        told += text_of(shown)
    assert "• **March**: up to five squares across country" in told
    assert (
        "**Attack**, **Lay siege**: You fight in the combat phase. End your movement first. "
        "‹house-1.14›"
    ) in told
    assert len(buttons(shown)) <= 25


async def test_somebody_who_only_watches(room: Room) -> None:
    await room.start_game()
    answer = await room.bob.slash(CHANNEL, "help")
    assert is_ephemeral(answer)
    assert "You are not playing in this game." in said(answer)
    assert "Not now" not in said(answer)
