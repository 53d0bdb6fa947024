"""The bench measures a bot that is left in peace by the games stored beside the one it plays."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from bot.app import Bot
from bot.bench import interactions
from bot.sandbox.members.sight import Outcome

pytestmark = pytest.mark.tools


@pytest.mark.long
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


class Hasty:
    """A member who is shown things anew: what is done before an answer is whole takes it down."""

    def __init__(self) -> None:
        self.under_way = 0
        self.done: list[str] = []

    async def _answer(self, name: str, until: str, *labels: str) -> Outcome:
        assert not self.under_way, f"{name} is asked while something else is not answered yet"
        self.under_way += until != "done"
        began = time.perf_counter()
        await asyncio.sleep(0)
        self.done.append(name)
        row = {"type": 1, "components": [{"type": 2, "label": each} for each in labels]}
        return Outcome("done", {"components": [row]}, None, began + 100.0)

    async def slash(
        self, _where: str, path: str, _options: Any = None, *, until: str = "done"
    ) -> Any:
        return await self._answer(path, until, "Do it for me")

    async def press(self, _message: Any, label: str, *, until: str = "done") -> Any:
        return await self._answer(label, until, "Do it")


async def test_each_answer_is_awaited_and_timed_to_its_first_word() -> None:
    player: Any = Hasty()
    times = await interactions._acts(player, 1)
    assert player.done == ["hand", "help", "Do it for me", "Do it"]
    first, whole, moved = times
    assert whole < first
    assert first == pytest.approx(moved, abs=50)
    assert first == pytest.approx(100, abs=50)
