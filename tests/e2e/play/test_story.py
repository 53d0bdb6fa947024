"""The end of a game: its pictures, really drawn, and the page of *Keep the story*, from disk."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from bot.sandbox.members.sight import text_of
from tests.chromium import page_of
from tests.e2e.conftest import CHANNEL, Room, card, has_button, is_ephemeral
from tests.e2e.play.test_pictures import files, played_by_stewards, replay_on, take_in

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
]


@pytest.fixture
def room(drawing_room: Room) -> Room:
    """A room whose bot draws."""
    return drawing_room


async def test_the_end_shows_the_victory_and_the_whole_game_again_and_its_story_is_kept(
    room: Room, tmp_path: Path
) -> None:
    alice = room.alice
    # Three rounds: each turn is drawn for the film and for the page.
    game = played_by_stewards("kingmaker", "house", "story 7", rounds="3")
    assert game["result"] == {"winners": [1], "victory": "major_parliamentary"}
    await replay_on(room, await take_in(room, len(game["decisions"]) - 20, game))
    shown = await alice.wait_for_message(lambda m: "victory.png" in files(m), channel=CHANNEL)
    assert "Bob wins the game!" in text_of(shown).replace("*", "")
    assert shown["attachments"][0]["description"].startswith("Bob wins")
    again = await alice.wait_for_message(lambda m: "replay.webp" in files(m), channel=CHANNEL)
    (film,) = again["attachments"]
    assert film["size"] < 8_000_000
    assert "Major Parliamentary Victory" in film["description"]
    best = await alice.wait_for_message(lambda m: "moments.png" in files(m), channel=CHANNEL)
    assert best["attachments"][0]["description"].startswith(
        "The greatest fight, round 3: Bob tries to conclude the siege of London: "
    )
    # The page of the story.
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
    async with page_of(412, 900) as opened:
        await opened.goto(page.as_uri())
        await expect(opened.locator("html[data-ready][data-dice=true]")).to_be_attached()
        await expect(opened.locator("h1")).to_have_text(
            "The game is over: Bob wins, Major Parliamentary Victory"
        )
        await expect(opened.locator("#seed")).to_have_text(session.seed or "")
        await opened.get_by_role("button", name="To the end").click()
        count = opened.locator("#turn-count")
        await expect(count).to_have_text(re.compile(r"^turn (\d+) of \1$"))
        last = (await count.inner_text()).rpartition(" ")[2]
        assert int(last) >= 6
        await expect(opened.locator("#map")).to_have_attribute("data-map", last)
        await opened.get_by_label("Through the eyes of").select_option(label="Bob")
        await expect(opened.locator("#held h3")).to_contain_text("Bob")
