"""A channel without a game, and the three buttons that begin one."""

from __future__ import annotations

from typing import Any

from bot.games import characters_of
from bot.sandbox.members.sight import buttons, text_of
from bot.session.receipts import CHANNEL_TAKEN
from tests.e2e.conftest import CHANNEL, Room, card, has_button, is_ephemeral, said

WAYS = ["Play now", "Learn in ten minutes", "Open a table"]


def labels(message: dict[str, Any] | None) -> list[str]:
    """The buttons of a message, by what stands on them."""
    assert message is not None
    return [str(each.get("label")) for each in buttons(message)]


async def test_play_now_begins_a_game_and_an_old_button_opens_no_second(room: Room) -> None:
    refused = await room.alice.slash(CHANNEL, "game start")
    assert is_ephemeral(refused)
    assert said(refused).startswith("There is no game in this channel.")
    assert labels(refused.message) == WAYS
    begun = await room.alice.press(refused.message or {}, "Play now")
    assert said(begun).startswith("The game begins: you and three computers.")
    assert is_ephemeral(begun)
    session = await room.session()
    assert (session.status, session.game, session.ruleset) == ("running", "kingmaker", "house")
    policies = [info.policy for info in session.seats]
    assert policies[0] is None
    # Three computers, each with a character of its own.
    characters = [one for one in characters_of("kingmaker") if f"steward+{one.id}" in policies]
    assert len(characters) == 3
    assert session.seats[0].user_id == int(room.alice.me["id"])
    assert has_button(await card(room.alice, "What can I do?"), "My hand")
    first = await room.alice.wait_for_message(
        lambda m: text_of(m).startswith("👑 **The game begins!**"), channel=CHANNEL
    )
    assert session.options["rounds"] == "20"
    assert " It ends after 20 rounds at the latest.\n" in text_of(first)
    assert "You win at once when you hold the only crowned King" in text_of(first)
    for one in characters:
        assert f"the {one.label}**: {one.sentence}." in text_of(first)
    assert labels(first) == ["What do I hold?", "Fair play"]
    held = await room.alice.press(first, "What do I hold?")
    assert is_ephemeral(held)
    assert said(held).startswith("You have ")
    assert "The nearest royal heir is " in said(held)
    assert said(begun).endswith(said(held))
    assert "You are not playing" in said(await room.bob.press(first, "What do I hold?"))
    assert session.seed_hash not in text_of(first)
    assert f"`{session.seed_hash}`" in said(await room.bob.press(first, "Fair play"))
    for label in (WAYS[0], WAYS[2]):
        again = await room.alice.press(refused.message or {}, label)
        assert said(again) == CHANNEL_TAKEN
    assert (await room.session()).id == session.id
    assert said(await room.bob.slash(CHANNEL, "game play")) == CHANNEL_TAKEN


async def test_a_table_is_opened_and_a_lesson_begun_from_the_guide(room: Room) -> None:
    guide = (await room.alice.slash(CHANNEL, "guide")).message
    assert labels(guide) == WAYS
    asked = await room.alice.press(guide or {}, "Open a table")
    assert is_ephemeral(asked)
    assert "## A new table: Kingmaker" in said(asked)
    lesson = await room.alice.press(guide or {}, "Learn in ten minutes")
    assert "Your lesson starts in " in said(lesson)
    again = await room.alice.press(guide or {}, "Learn in ten minutes")
    assert said(again).startswith("Your lesson is under way in ")
    await room.alice.press(asked.message or {}, "Open the table")
    assert "1. Alice · host" in text_of(await card(room.alice, "Join")).replace("*", "")
    assert labels((await room.alice.slash(CHANNEL, "guide")).message) == []
