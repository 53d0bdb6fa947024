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
def test_what_is_there_is_laid_aside_and_the_rest_is_never_searched_unasked() -> None:
    garbage.lay_aside()
    assert gc.get_freeze_count() > 10_000
    assert gc.get_threshold() == (1_000, 10, 1_000_000)


@pytest.mark.usefixtures("collector")
def test_what_is_measured_is_searched_as_in_the_bot_at_work_and_then_as_before() -> None:
    gc.set_threshold(700, 10, 10)
    with garbage.as_at_work():
        assert gc.get_freeze_count() > 10_000
        assert gc.get_threshold() == (1_000, 10, 1_000_000)
    assert gc.get_freeze_count() == 0
    assert gc.get_threshold() == (700, 10, 10)


async def searched(
    rounds: int, quiet: bool, left: int, monkeypatch: pytest.MonkeyPatch
) -> list[str]:
    """What is done in so many rounds, if a search leaves so many things."""
    done: list[str] = []
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        if len(slept) == rounds:
            raise asyncio.CancelledError
        slept.append(seconds)

    monkeypatch.setattr(gc, "collect", lambda: done.append("collect"))
    monkeypatch.setattr(gc, "freeze", lambda: done.append("freeze"))
    monkeypatch.setattr(gc, "get_objects", lambda generation: [generation] * left)
    monkeypatch.setattr(garbage, "lay_aside", lambda: done.append("lay aside"))
    with pytest.raises(asyncio.CancelledError):
        await garbage.search(lambda: quiet, sleep)
    assert slept == [5.0] * rounds
    return done


async def test_all_but_what_was_laid_aside_is_searched_every_few_seconds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert await searched(3, True, 20_000, monkeypatch) == ["collect"] * 3


async def test_when_much_is_left_it_is_laid_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    assert await searched(2, True, 20_001, monkeypatch) == ["collect", "freeze"] * 2


@pytest.mark.parametrize(("quiet", "last"), [(True, "lay aside"), (False, "collect")])
async def test_everything_is_searched_after_a_while_when_it_is_quiet(
    quiet: bool, last: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = await searched(120, quiet, 0, monkeypatch)
    assert done == [*["collect"] * 119, last]
    if quiet:
        done = await searched(121, quiet, 0, monkeypatch)
        assert done == [*["collect"] * 119, "lay aside", "collect"]
