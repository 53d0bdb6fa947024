"""A real discord.py bot played through the page's protocol over real sockets."""

from __future__ import annotations

import asyncio

import pytest

from bot.sandbox import RunningSandbox
from bot.sandbox.members.player import Player
from bot.sandbox.members.sight import (
    Answers,
    InteractionFailed,
    PlayerError,
    buttons,
    selects,
    text_of,
)
from tests.sandbox.conftest import Start, bot_at
from tests.sandbox.tiny_bot import TinyBot
from tests.waiting import PATIENCE


async def test_slash_answers_everybody(bot: TinyBot, alice: Player, bob: Player) -> None:
    outcome = await alice.slash("tavern", "hello", whom="Bob", loud=True)
    assert outcome.state == "done"
    assert outcome.message is not None
    assert outcome.message["content"] == "HELLO BOB"
    assert outcome.message["author"]["username"] == "kingmaker"
    assert outcome.message["interaction_metadata"]["user"]["id"] == alice.me["id"]
    seen = await bob.wait_for_message(lambda message: message["content"] == "HELLO BOB")
    assert seen["id"] == outcome.message["id"]
    assert seen["type"] == 20


async def test_autocomplete_then_deferred_command(bot: TinyBot, alice: Player) -> None:
    choices = await alice.autocomplete("tavern", "game new", "season", "er", seats=3)
    offered = [(each["name"], each["value"]) for each in choices]
    assert offered == [("Summer", "summer"), ("Winter", "winter")]
    outcome = await alice.slash("tavern", "game new", season="winter", seats=3)
    assert outcome.message is not None
    assert outcome.message["content"] == "winter for 3"
    assert outcome.message["flags"] == 0
    assert outcome.message["edited_timestamp"] is None


async def test_options_are_checked_before_the_bot_sees_them(bot: TinyBot, alice: Player) -> None:
    with pytest.raises(PlayerError, match="must be between 2 and 6"):
        await alice.slash("tavern", "game new", season="winter", seats=9)
    with pytest.raises(PlayerError, match="“season” is required"):
        await alice.slash("tavern", "game new")


async def test_ephemeral_only_for_its_owner(bot: TinyBot, alice: Player, bob: Player) -> None:
    await alice.slash("tavern", "game secret")
    await alice.wait_for_message(lambda message: message["content"] == "second")
    own = alice.messages("tavern")
    # The first follow-up fills the loading message; only the second is a message of its own.
    assert [each["content"] for each in own] == ["first", "second"]
    assert [each["flags"] for each in own] == [64, 64]
    await alice.slash("tavern", "hello")
    await bob.wait_for_message(lambda message: message["content"] == "hello Alice")
    assert [each["content"] for each in bob.messages("tavern")] == ["hello Alice"]


async def test_v2_card_with_picture_select_and_modal(bot: TinyBot, alice: Player) -> None:
    shown = (await alice.slash("tavern", "card")).message
    assert shown is not None
    assert shown["flags"] == 1 << 15
    assert text_of(shown) == "It is spring."
    gallery = shown["components"][0]["components"][1]
    url = gallery["items"][0]["media"]["url"]
    assert (await alice.fetch(url))[:8] == b"\x89PNG\r\n\x1a\n"
    assert gallery["items"][0]["media"]["width"] == 64
    ids = [each["id"] for each in (shown["components"][0], *shown["components"][0]["components"])]
    assert len(set(ids)) == len(ids)

    form = await alice.press(shown, "Note")
    assert form.state == "modal"
    assert form.modal is not None
    assert form.modal["title"] == "A note"
    with pytest.raises(PlayerError, match="“Text” takes 0 to 20"):
        await alice.submit_modal(form, {"Text": "x" * 21, "season": ["winter"]}, channel="tavern")
    noted = await alice.submit_modal(
        form, {"Text": "peace", "Season": ["winter"]}, channel="tavern"
    )
    assert noted.message is not None
    assert noted.message["content"] == "peace in winter"
    with pytest.raises(PlayerError, match="That form is closed"):
        await alice.submit_modal(form, {"Text": "again", "Season": ["winter"]}, channel="tavern")

    changed = await alice.choose(shown, "Season", "Autumn")
    assert changed.message is not None
    assert changed.message["id"] == shown["id"]
    assert text_of(changed.message) == "It is autumn."
    # A file that a component shows is not listed among the attachments.
    assert changed.message["attachments"] == []
    new_url = changed.message["components"][0]["components"][1]["items"][0]["media"]["url"]
    assert new_url != url
    assert len(selects(changed.message)) == 1


async def test_dynamic_item_survives_a_restarted_bot(
    sandbox: RunningSandbox, alice: Player, bob: Player
) -> None:
    async with bot_at(sandbox.base_url):
        shown = (await alice.slash("tavern", "count")).message
        assert shown is not None
        await alice.press(shown, "Count 1")
    await alice.wait_until(lambda player: not player.bot["online"])
    async with bot_at(sandbox.base_url):
        await bob.wait_for_bot()
        outcome = await bob.press(shown, "count:2")
        assert outcome.message is not None
        assert outcome.message["content"] == "counted 2 for Bob"
        assert [each["label"] for each in buttons(outcome.message)] == ["Count 3"]
        with pytest.raises(PlayerError, match="no button 'Count 1'"):
            await alice.press(shown, "Count 1")


async def test_direct_messages_open_and_closed(bot: TinyBot, alice: Player, bob: Player) -> None:
    outcome = await alice.slash("tavern", "whisper")
    assert outcome.message is not None
    assert outcome.message["content"] == "done"
    whispered = await alice.wait_for_private(lambda message: message["content"] == "psst")
    assert alice.dm is not None
    assert whispered["channel_id"] == alice.dm["id"]
    assert alice.dm["recipients"][0]["id"] == alice.bot["id"]
    await bob.set_dms(False)
    refused = (await bob.slash("tavern", "whisper")).message
    assert refused is not None
    assert refused["content"] == "closed 50007"


async def test_what_is_waited_for_in_private_is_not_found_in_public(
    bot: TinyBot, alice: Player, bob: Player
) -> None:
    said = await bob.send("tavern", "psst")
    await alice.wait_for_message(lambda message: message["id"] == said["id"])
    assert alice.dm is None
    assert alice.private_messages() == []
    waits = asyncio.create_task(alice.wait_for_private(lambda m: m["content"] == "psst"))
    await alice.slash("tavern", "whisper")
    whispered = await waits
    assert alice.private_messages() == [whispered]
    assert whispered["id"] != said["id"]


async def test_commands_in_a_direct_message(bot: TinyBot, alice: Player) -> None:
    dm = await alice.open_dm()
    outcome = await alice.slash(dm, "hello")
    assert outcome.message is not None
    assert outcome.message["content"] == "hello Alice"
    assert outcome.message["channel_id"] == dm["id"]


async def test_default_member_permissions(bot: TinyBot, alice: Player, bob: Player) -> None:
    outcome = await alice.slash("tavern", "rule")
    assert outcome.message is not None
    assert outcome.message["content"] == "ruled"
    assert "rule" not in {each["name"] for each in bob.commands}
    with pytest.raises(PlayerError, match="There is no command /rule"):
        await bob.slash("tavern", "rule")


async def test_no_answer_in_time(start: Start) -> None:
    sandbox = await start(first_answer_seconds=0.1)
    async with (
        bot_at(sandbox.base_url),
        await Player.connect(sandbox.base_url, "Cecily", within=PATIENCE) as cecily,
    ):
        with pytest.raises(InteractionFailed, match="The application did not respond"):
            await cecily.slash("tavern", "sleep")


async def test_members_messages_reach_the_bot_without_content(bot: TinyBot, alice: Player) -> None:
    await alice.send("tavern", "good morrow")
    await alice.send("tavern", f"you, <@{alice.bot['id']}>")
    dm = await alice.open_dm()
    await alice.send(dm, "between us")
    await alice.slash("tavern", "hello")
    said = [each.content for each in bot.heard if each.author.id == int(alice.me["id"])]
    assert said == ["", f"you, <@{alice.bot['id']}>", "between us"]


async def test_only_the_bots_own_answer_counts_as_acknowledged() -> None:
    answers = Answers()
    with answers.outcome("done", private=False) as (nonce, _):
        answers.hear("INTERACTION", {"nonce": nonce, "state": "pending"})
        assert answers.acknowledged(nonce) is None
        answers.hear("INTERACTION", {"nonce": nonce, "state": "deferred"})
        assert answers.acknowledged(nonce) is not None
