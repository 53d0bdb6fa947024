"""A story is made where the bot draws: in another process, which changes nothing here."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from bot.story.keeping import story_page
from cogs.story import Bookbinder
from rendering import RenderPool
from tests.story.games import ended_early


async def test_the_page_that_the_bot_hands_over_is_the_one_made_here() -> None:
    async def exported() -> Any:
        return ended_early()

    session: Any = SimpleNamespace(id="G1", journal=SimpleNamespace(export=exported))
    async with RenderPool(processes=True) as pool:
        page = await Bookbinder().page_of(session, pool)
    assert page.decode() == story_page(ended_early(), ended=True)
