"""One person at tables on two servers."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import simcord

from bot.session import Refused
from bot.storage import Database
from cogs.lobby import join
from tests.cogs.test_second_opinion import QuietBot


async def test_games_on_two_servers_are_listed_with_their_server(tmp_path: Path) -> None:
    bot = QuietBot(Database(f"sqlite+aiosqlite:///{tmp_path / 'games.sqlite3'}"), quick=True)
    async with simcord.run(bot, check_errors=False) as env:
        person = env.create_user("alice")
        answers: list[Any] = []
        for name, seats in (("The Realm", 3), ("The March", 5)):
            guild = env.create_guild(name)
            channel = guild.create_text_channel("kingmaker")
            alice: Any = guild.add_member(person)
            await alice.slash(channel, "game new", seats=seats)
            answers.append((await alice.slash(channel, "games")).response)
            found = await bot.desk.in_channel(int(channel.id))
            assert found is not None
            assert (found.guild_id, found.seats_wanted) == (int(guild.id), seats)
        here, both = (answer.content for answer in answers)
        assert all(answer.ephemeral for answer in answers)
        assert ("The Realm" in here, "The March" in here) == (True, False)
        assert both.count("### Kingmaker") == 2
        assert "2 seats are free." in both
        assert "4 seats are free." in both
        assert "The Realm" in both
        assert "The March" in both
        # Who sits at no table leaves none, whatever server he is on.
        stranger: Any = guild.add_member(env.create_user("bob"))
        refused = (await stranger.slash(channel, "game leave")).response
        assert (refused.ephemeral, refused.content) == (True, "You have no seat in this game.")
        assert (
            "You are not at any table" in (await stranger.slash(channel, "games")).response.content
        )


@pytest.mark.parametrize("guild", [99, None])
async def test_nobody_joins_from_another_server_or_from_outside(guild: int | None) -> None:
    here: Any = SimpleNamespace(guild_id=guild)
    session: Any = SimpleNamespace(guild_id=1)
    with pytest.raises(Refused, match="is on another server"):
        await join(here, session)
