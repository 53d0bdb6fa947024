"""The same commands on another double of Discord, which checks payloads in its own way."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import simcord

from bot.app import Bot
from bot.storage import Database

pytestmark = pytest.mark.usefixtures("in_this_thread")


class QuietBot(Bot):
    """The bot without the work that goes on by itself, for which this double cannot wait."""

    async def on_ready(self) -> None:
        """Nothing is taken up again."""

    async def _warm(self) -> None:
        """No board is drawn."""


@asynccontextmanager
async def doubled(tmp_path: Path) -> AsyncIterator[tuple[QuietBot, Any]]:
    """The bot and the double's world, and the file closed at the end: the double leaves that to us.

    No fixture: the double's clock lives in the test's own context.
    """
    database = Database(f"sqlite+aiosqlite:///{tmp_path / 'games.sqlite3'}")
    bot = QuietBot(database, quick=True)
    try:
        # Refusals are exceptions until they are put into words; the double would report them.
        async with simcord.run(bot, check_errors=False) as env:
            yield bot, env
    finally:
        await database.close()


@asynccontextmanager
async def people(tmp_path: Path) -> AsyncIterator[tuple[Any, Any]]:
    """A member and a channel."""
    async with doubled(tmp_path) as (_, env):
        guild = env.create_guild()
        channel = guild.create_text_channel("kingmaker")
        yield guild.add_member(env.create_user("alice")), channel


async def test_the_guide_and_the_rules_are_private(tmp_path: Path) -> None:
    async with people(tmp_path) as (alice, channel):
        guide = await alice.slash(channel, "guide")
        assert guide.response.ephemeral
        assert "How this works" in guide.response.content
        rule = await alice.slash(channel, "rules show", id="house-2.2a")
        assert rule.response.ephemeral
        assert rule.response.content.startswith("**house-2.2a · ")
        unknown = await alice.slash(channel, "rules search", words="zzzz")
        assert unknown.response.ephemeral
        assert "No rule contains “zzzz”" in unknown.response.content


async def test_a_channel_without_a_game(tmp_path: Path) -> None:
    async with people(tmp_path) as (alice, channel):
        answer = await alice.slash(channel, "move done")
        assert answer.response.ephemeral
        assert "There is no game in this channel" in answer.response.content
