"""A restart, a deleted card, and people whose direct messages are closed."""

from __future__ import annotations

from pathlib import Path

from bot.sandbox import RunningSandbox
from bot.sandbox.members.sight import text_of
from tests.e2e.conftest import CHANNEL, Room, bot_at, card, changed, is_ephemeral, said, verb_id
from tests.e2e.guest import Guest


async def test_buttons_and_menus_live_on_after_a_restart(
    sandbox: RunningSandbox, database: str, tmp_path: Path
) -> None:
    url = sandbox.base_url
    async with await Guest.connect(url, "Alice") as alice:
        async with bot_at(url, database) as bot:
            room = Room(sandbox, database, bot, tmp_path, alice, alice)
            shown = await room.start_game()
            wizard = await alice.press(shown, str(verb_id(shown, "march")))
            assert wizard.message is not None
            revision = (await room.session()).revision
        async with bot_at(url, database) as bot:
            room = Room(sandbox, database, bot, tmp_path, alice, alice)
            assert (await room.session()).revision == revision
            asked = await alice.press(await card(alice, "What can I do?"), "What can I do?")
            assert "movement" in said(asked)
            # The half-made choice goes on where it was.
            menu = wizard.message["components"][0]["components"][0]
            await alice.choose(wizard.message, menu["custom_id"], menu["options"][0]["value"])
            await changed(alice, wizard.message)


async def test_the_commands_are_registered_only_once(
    sandbox: RunningSandbox, database: str, tmp_path: Path
) -> None:
    record = tmp_path / "requests.jsonl"
    for _ in range(2):
        async with bot_at(sandbox.base_url, database):
            pass
    puts = [line for line in record.read_text().splitlines() if '"PUT"' in line]
    assert len(puts) == 1


async def test_a_deleted_card_comes_back(room: Room) -> None:
    shown = await room.start_game()
    await room.alice.delete_message(shown)
    answer = await room.alice.slash(CHANNEL, "status")
    assert is_ephemeral(answer)
    again = await room.alice.wait_for_message(
        lambda m: verb_id(m, "march") is not None and m["id"] != shown["id"], channel=CHANNEL
    )
    assert again["id"] > shown["id"]
    # One that is deleted without a word is replaced at the next change.
    await room.alice.delete_message(again)
    await room.alice.slash(CHANNEL, "move done")
    await card(room.alice, "What can I do?")


async def test_the_game_is_ended_after_a_question(room: Room) -> None:
    await room.start_game()
    asked = await room.alice.slash(CHANNEL, "game end")
    assert asked.message is not None
    kept = await room.alice.press(asked.message, "No, play on")
    assert kept.state == "done"
    assert (await room.session()).status == "running"
    asked = await room.alice.slash(CHANNEL, "game end")
    assert asked.message is not None
    await room.alice.press(asked.message, "Yes, end it")
    told = await room.alice.wait_for_message(lambda m: "The game has been ended." in text_of(m))
    session = await room.session()
    assert session.status == "over"
    # A moderator may let it go on: its seed is not told.
    assert session.seed is None
    assert told["channel_id"] == (await card(room.alice, "Play again"))["channel_id"]
