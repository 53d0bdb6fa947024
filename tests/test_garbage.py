"""When everything is searched for what points to itself in a circle."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator

import pytest

from bot import garbage


@pytest.fixture
def collector() -> Iterator[None]:
    """Leaves the collector as it was."""
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


@pytest.mark.usefixtures("collector")
def test_what_is_there_is_left_alone_and_the_rest_is_never_searched_unasked() -> None:
    garbage.leave_alone()
    frozen = gc.get_freeze_count()
    assert frozen > 10_000
    assert gc.get_threshold() == (2_000, 20, 1_000_000)


async def searched(quiet: list[bool], monkeypatch: pytest.MonkeyPatch) -> list[float | str]:
    """What is slept and done until so many looks at whether it is quiet have been taken."""
    done: list[float | str] = []

    async def sleep(seconds: float) -> None:
        if not quiet:
            raise asyncio.CancelledError
        done.append(seconds)

    monkeypatch.setattr(gc, "collect", lambda: done.append("collect"))
    with pytest.raises(asyncio.CancelledError):
        await garbage.search_in_quiet(lambda: quiet.pop(0), sleep)
    return done


async def test_everything_is_searched_when_it_is_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    done = await searched([False, False, True, True], monkeypatch)
    assert done == [60.0, 1.0, 1.0, "collect", 60.0, "collect"]


async def test_where_it_never_is_it_is_done_after_a_quarter_of_an_hour(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(garbage, "PATIENCE", 3)
    done = await searched([False] * 3 + [True], monkeypatch)
    assert done == [60.0, 1.0, 1.0, 1.0, "collect", 60.0, "collect"]
