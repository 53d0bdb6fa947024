"""*Keep the story*: whose page it is, when it is made anew, and what is said if it cannot be."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

import cogs.story
from bot.session import Refused
from cogs.story import BROKEN_OFF, GOES_ON, TOO_LONG, Bookbinder
from cogs.ui.controls import HANDLERS, Press
from cogs.ui.pictures import BUSY
from rendering import GivenUp
from tests.story.games import SMALL, export


class Pool:
    """Does the work of a pool at once, and counts the pieces."""

    def __init__(self, trouble: Exception | None = None) -> None:
        self.cache_dir = None
        self.done = 0
        self.trouble = trouble

    async def at_leisure(self, work: Callable[[], Any], **_: Any) -> Any:
        """Do it, or fail."""
        self.done += 1
        if self.trouble is not None:
            raise self.trouble
        await asyncio.sleep(0)
        return work()


def session_of(record: Any, status: str = "over") -> Any:
    """A game whose export is this."""

    async def exported() -> Any:
        return record

    journal, ended = SimpleNamespace(export=exported), status == "over"
    return SimpleNamespace(id="G1", status=status, lies_open=ended, journal=journal)


@pytest.fixture(autouse=True)
def _no_maps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is drawn here."""
    monkeypatch.setattr("bot.story.keeping.painter_for", lambda *_: None)


async def test_a_table_that_presses_together_waits_for_one_making() -> None:
    binder, pool, session = Bookbinder(), Pool(), session_of(export(SMALL))
    pages = await asyncio.gather(*(binder.page_of(session, pool) for _ in range(4)))  # type: ignore[arg-type]
    assert len(set(pages)) == 1
    assert pool.done == 1
    assert pages[0].startswith(b"<!DOCTYPE html>")


async def test_who_was_forgotten_meanwhile_is_not_on_the_page_any_more() -> None:
    binder, pool = Bookbinder(), Pool()
    before = await binder.page_of(session_of(export(SMALL, "Anne")), pool)  # type: ignore[arg-type]
    gone = session_of(export(SMALL, "Former player 1"))
    after = await binder.page_of(gone, pool)  # type: ignore[arg-type]
    assert (b"Anne" in before, b"Anne" in after, b"Former player 1" in after) == (True, False, True)


async def test_a_game_without_a_winner_is_told_once_the_table_has_ended_it() -> None:
    record = export(SMALL)
    record.update(result=None, decisions=record["decisions"][:20])
    assert await Bookbinder().page_of(session_of(record), Pool())  # type: ignore[arg-type]


@pytest.mark.parametrize(("trouble", "said"), [(GivenUp(), TOO_LONG), (ValueError("So."), None)])
async def test_what_hinders_a_story_is_told(trouble: Exception, said: str | None) -> None:
    with pytest.raises(Refused) as refused:
        await Bookbinder().page_of(session_of(export(SMALL)), Pool(trouble))  # type: ignore[arg-type]
    assert refused.value.text == (said or "I cannot tell the story of this game. So.")


async def test_a_record_that_does_not_hold_is_told() -> None:
    with pytest.raises(Refused) as refused:
        await Bookbinder().page_of(session_of({**export(SMALL), "seed": "x"}), Pool())  # type: ignore[arg-type]
    assert refused.value.text == (
        "I cannot tell the story of this game. The record does not check out: The published hash "
        "is not the hash of the seed."
    )


async def test_only_so_many_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cogs.story, "_MOST_WAITING", 2)
    binder, pool, session = Bookbinder(), Pool(), session_of(export(SMALL))
    asked = (binder.page_of(session, pool) for _ in range(3))  # type: ignore[arg-type]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    refused = [each.text for each in answers if isinstance(each, Refused)]
    assert refused == [BUSY]
    assert await binder.page_of(session, pool) == answers[0]  # type: ignore[arg-type]


async def test_a_game_that_goes_on_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    async def of_the_game(*_: Any) -> Any:
        return session_of(export(SMALL), "running")

    monkeypatch.setattr(Press, "session", of_the_game)
    handler, _ = HANDLERS["story"]
    with pytest.raises(Refused) as refused:
        await handler(SimpleNamespace(), Press("story", "G1", ()))  # type: ignore[arg-type]
    assert refused.value.text == GOES_ON


async def test_a_game_that_was_broken_off_is_not_told_since_it_may_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def of_the_game(*_: Any) -> Any:
        session = session_of(export(SMALL))
        session.lies_open = False
        return session

    monkeypatch.setattr(Press, "session", of_the_game)
    handler, _ = HANDLERS["story"]
    with pytest.raises(Refused) as refused:
        await handler(SimpleNamespace(), Press("story", "G1", ()))  # type: ignore[arg-type]
    assert refused.value.text == BROKEN_OFF
