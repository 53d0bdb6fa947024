"""The bench measures a bot that is left in peace by the games stored beside the one it plays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.app import Bot
from bot.bench import interactions

pytestmark = pytest.mark.long


async def test_stored_games_are_on_a_server_that_the_bot_is_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots: list[Bot] = []

    class Kept(Bot):
        async def setup_hook(self) -> None:
            bots.append(self)
            await super().setup_hook()

    monkeypatch.setattr(interactions, "Bot", Kept)
    async with interactions._at_work(2, tmp_path) as server:
        async with await interactions.Player.connect(server.base_url) as alice:
            await alice.wait_for_command("game")
        (bot,) = bots
        await bot.at_work.wait()
        looker: Any = bot.get_cog("LostChannels")
        await looker.look_round()
        places = await bot.desk.places()
        assert [(place.game_id, place.paused) for place in places] == [
            ("B00000", False),
            ("B00001", False),
        ]
        assert await bot.desk.courier.held_back() == set()
