"""*Keep the story* after the end: the page that a player is given, opened from disk."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import expect

from bot.sandbox.members.page_view import text_of
from tests.chromium import page_of
from tests.e2e.conftest import CHANNEL, Room, card, has_button, is_ephemeral
from tests.e2e.play.test_pictures import replay_on, take_in

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
]


@pytest.fixture
def room(drawing_room: Room) -> Room:
    """A room whose bot draws."""
    return drawing_room


async def test_the_story_of_a_game_is_kept_after_its_end(room: Room, tmp_path: Path) -> None:
    alice = room.alice
    await replay_on(room, await take_in(room, 445))
    told = await card(alice, "Keep the story")
    won = await alice.wait_for_message(lambda m: "wins the game!" in text_of(m), channel=CHANNEL)
    assert has_button(won, "Keep the story")
    answer = await alice.press(told, "Keep the story")
    assert is_ephemeral(answer)
    await alice.look()
    assert answer.message is not None
    (file,) = alice.current(answer.message)["attachments"]
    session = await room.session()
    assert file["filename"] == f"story-{session.id}.html"
    assert file["size"] <= 8_000_000
    page = tmp_path / "story.html"
    page.write_bytes(await alice.fetch(file["url"]))
    async with page_of(412, 900) as shown:
        await shown.goto(page.as_uri())
        await expect(shown.locator("html[data-ready][data-dice=true]")).to_be_attached()
        await expect(shown.locator("h1")).to_have_text(
            "The game is over: Bob wins, Complete and Utter Victory"
        )
        await expect(shown.locator("#seed")).to_have_text(session.seed or "")
        await shown.get_by_role("button", name="To the end").click()
        await expect(shown.locator("#map")).to_have_attribute("data-map", "40")
        await shown.get_by_label("Through the eyes of").select_option(label="Bob")
        await expect(shown.locator("#held h3")).to_contain_text("Bob")
