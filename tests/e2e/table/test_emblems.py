"""The bot gives its application small pictures once, and its messages show them."""

from __future__ import annotations

import json

import discord
import pytest

from bot.sandbox.objects import Emoji
from rendering import RenderPool
from rendering.emblems import emblem_names, of_thing
from tests.e2e.conftest import Room, card, said


def asked(room: Room) -> list[str]:
    """The names of the emoji that the bot has sent to Discord."""
    lines = [json.loads(line) for line in room.record.read_text().splitlines()]
    return [
        line["json"]["name"]
        for line in lines
        if line["method"] == "POST" and line["path"].endswith("/emojis")
    ]


async def test_they_are_put_up_once_and_shown(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.ui.emblems.EMBLEMS", {})
    async with RenderPool() as pool:
        monkeypatch.setattr(room.bot.pictures, "pool", pool)
        await room.bot.put_up_emblems()
        monkeypatch.undo()
    kept = room.sandbox.sandbox.world.state.emojis
    assert asked(room) == [each.name for each in kept.values()] == emblem_names()
    # Another start finds them all.
    monkeypatch.setattr("cogs.ui.emblems.EMBLEMS", {})
    await room.bot.put_up_emblems()
    assert asked(room) == emblem_names()
    await room.begin_game()
    await room.look()
    number = next(each.id for each in kept.values() if each.name == "rose_york")
    assert any(f"<:rose_york:{number}> **York**" in str(sent) for sent in room.posted())


async def test_where_one_is_gone_the_bot_goes_on_without_it(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    emblems: dict[str, discord.PartialEmoji] = {}
    monkeypatch.setattr("cogs.ui.emblems.EMBLEMS", emblems)
    kept = room.sandbox.sandbox.world.state.emojis
    for number, name in enumerate(emblem_names(), 1):
        kept[str(number)] = Emoji(id=str(number), name=name, path="")
    await room.bot.put_up_emblems()
    shown = await room.start_game()
    session = await room.session()
    # One is deleted in the developer portal while the bot runs.
    nobles = [key for key, one in session.view(0).nobles.items() if one.seat == 0]
    gone = str(of_thing(nobles[0], "noble"))
    del kept[str(emblems[gone].id)]
    panel = await room.alice.press(shown, "What can I do?")
    assert said(panel).startswith("**Round 1")
    assert gone not in emblems
    assert emblems.keys() == {each.name for each in kept.values()}
    # The next message has the others.
    again = await room.alice.press(await card(room.alice, "What can I do?"), "What can I do?")
    assert again.message is not None
    assert '"emoji"' in json.dumps(again.message["components"])
