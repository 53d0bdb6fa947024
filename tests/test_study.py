"""The process in which computer players think holds no more than they need."""

from __future__ import annotations

import subprocess
import sys

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
    assert {"bot.games", "bot.seats.kingmaker_strategist.player"} <= names
    assert names.isdisjoint({"discord", "sqlalchemy", "bot.session", "bot.storage", "PIL"})
