"""The bot gives its application small pictures once, and its messages show them."""

from __future__ import annotations

import json

import pytest

from rendering import RenderPool
from rendering.emblems import emblem_names
from tests.e2e.conftest import Room


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
