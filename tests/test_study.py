"""The process in which computer players think: what it holds, and when it ends."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from bot import study
from bot.study import one_process
from tests.waiting import PATIENCE, lives, until

ASKED = """
from bot.study import one_process

pool = one_process()
pool.submit(exec, "import bot.games").result()
print(pool.submit(eval, "' '.join(__import__('sys').modules)").result())
pool.shutdown()
"""


def held() -> set[str]:
    """The names of all that is imported there once it has what it thinks with."""
    found = subprocess.run(
        [sys.executable, "-c", ASKED], capture_output=True, text=True, check=True
    )
    return set(found.stdout.split())


def test_it_knows_games_and_players_and_nothing_of_discord_sessions_or_databases() -> None:
    names = held()
    assert {"bot.games", "bot.seats.lancaster_strategist"} <= names
    assert names.isdisjoint({"discord", "sqlalchemy", "bot.session", "bot.storage", "PIL"})


LONG = 60 * PATIENCE
"""Seconds that a thought takes, if nobody ends it: more than is waited for its end."""


def sleep_here(begun: Path) -> None:
    begun.touch()
    time.sleep(LONG)


def spin_here(begun: Path) -> None:
    """Keep the interpreter busy."""
    begun.touch()
    end = time.monotonic() + LONG
    while time.monotonic() < end:
        pass


@pytest.mark.parametrize("thought", [pytest.param(sleep_here, marks=pytest.mark.long), spin_here])
async def test_who_waits_no_longer_ends_it_in_the_middle_of_a_thought(
    thought: Callable[[Path], None], tmp_path: Path
) -> None:
    pool = one_process()
    process = pool.submit(os.getpid).result()
    under_way = pool.submit(thought, tmp_path / "begun")
    await until((tmp_path / "begun").exists)
    pool.shutdown(wait=False, cancel_futures=True)
    await until(lambda: not lives(process))
    assert isinstance(under_way.exception(), BrokenProcessPool)


def test_a_system_without_niceness_thinks_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "nice")
    ending, held = multiprocessing.Pipe(duplex=False)
    study._behave(ending)
    held.close()
