"""Killing a playing process, and looking at what is left. Serves any game: see ``Plan``."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Self

from sqlmodel import col, select

import tests
from bot.rules.kernel import Game
from bot.session import Desk, Library, SystemClock
from bot.session.journal.record import verify
from bot.storage import Database, GameRow, JournalRow, SeenRow, outbox

CHANNEL = 4711
PEOPLE = (201, 202)

_ROOT = Path(tests.__file__).parent.parent
_DEAD_WITHIN = 60.0
ENDED = "ended"
"""What the last line of a child begins with; its exit status follows."""


@dataclass(frozen=True)
class Plan:
    """What a child process plays, and where it notes what it did.

    ``library`` names a library as ``module:attribute``. ``policy`` plays for the people and, on
    ``computers`` more seats, as a computer.
    """

    url: str
    folder: str
    library: str
    game: str
    ruleset: str
    policy: str
    computers: int = 1
    options: dict[str, str] = field(default_factory=dict)


class Nursery:
    """A process that has read the program and a plan's rules, and lets children of it play.

    Each child is a process of its own, forked before anything was begun; one plays at a time.
    """

    def __init__(self, plan: Plan) -> None:
        command = [sys.executable, "-m", "tests.session.crash_child", json.dumps(asdict(plan))]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, cwd=_ROOT, stdin=pipe, stdout=pipe, text=True)
        self._child = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._child:
            os.kill(self._child, signal.SIGKILL)
        # It goes away by itself once nobody asks for children any more.
        self._process.communicate(timeout=_DEAD_WITHIN)

    def start(self, decisions: int | None = None) -> None:
        """Let a child play until it is killed, or so many decisions and then to an orderly end."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{json.dumps(decisions)}\n")
        self._process.stdin.flush()
        self._child = int(self.read())

    def read(self) -> str:
        """The next line of the child; at its end its exit status."""
        assert self._process.stdout is not None
        return self._process.stdout.readline().rstrip("\n")

    def rest(self) -> list[str]:
        """All further lines of the child; the last one is its exit status, negative if killed."""
        lines = [self.read()]
        while lines[-1] and not lines[-1].startswith(ENDED):
            lines.append(self.read())
        self._child = 0
        return lines

    def kill(self) -> None:
        """Kill the child."""
        os.kill(self._child, signal.SIGKILL)
        assert self.rest()[-1] == f"{ENDED} {-signal.SIGKILL}"


def play_and_kill(nursery: Nursery, kills: int, chance: random.Random) -> int:
    """Let ``kills`` children play one after the other, and kill each of them.

    Most are killed while they play, at any moment between two commands or within one; a few while
    they start. How many commands were surely acknowledged comes back.
    """
    awaited = 0
    for _ in range(kills):
        nursery.start()
        if chance.random() < 0.15:
            time.sleep(chance.uniform(0.0, 0.2))
        else:
            assert nursery.read() == "playing", "the child could not go on"
            commands = chance.randint(0, 12)
            for _ in range(commands):
                assert nursery.read() == "acknowledged", "the game has ended too soon"
            awaited += commands
            time.sleep(chance.uniform(0.0, 0.02))
        nursery.kill()
    return awaited


def play_on(nursery: Nursery, decisions: int) -> None:
    """Let a child make some more decisions and come to an orderly end."""
    nursery.start(decisions)
    assert nursery.rest()[-2:] == ["enough", f"{ENDED} 0"], "the game does not go on"


def _lines(plan: Plan, name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (Path(plan.folder) / name).read_text().splitlines()]


def check_commands(plan: Plan, journal: list[JournalRow], seen: list[SeenRow]) -> int:
    """Every acknowledged command is there exactly once; how many there were."""
    acknowledged = _lines(plan, "acknowledged")
    kept = Counter(row.interaction_id for row in journal if row.interaction_id)
    assert all(count == 1 for count in kept.values())
    by_interaction = {row.interaction_id: row for row in journal}
    for line in acknowledged:
        assert by_interaction[line["interaction"]].revision == line["revision"]
    assert {row.id for row in seen} == set(kept)
    return len(acknowledged)


def check_messages(plan: Plan, journal: list[JournalRow]) -> int:
    """Nothing went out under two nonces, in another bundle, out of order, or not at all."""
    delivered = _lines(plan, "delivered")
    bundles: dict[str, list[int]] = {}
    nonces: dict[int, str] = {}
    for line in delivered:
        assert bundles.setdefault(line["nonce"], line["rows"]) == line["rows"]
        for row in line["rows"]:
            assert nonces.setdefault(row, line["nonce"]) == line["nonce"]
    once = list({line["nonce"]: line for line in delivered}.values())
    told = [r for line in once if line["kind"] == "log" for r in line["revisions"]]
    assert told == sorted(set(told))
    for row in journal:
        public = [event for event in row.events if event.get("audience") is None]
        if public and not row.undone:
            assert row.revision in told
    return len(delivered) - len(once)


async def look(plan: Plan, library: Library) -> tuple[GameRow, list[JournalRow], list[SeenRow]]:
    """What is in the database: the game, its journal and its interactions; nothing is unsaid."""
    database = Database(plan.url)
    async with database.reading() as db:
        (game,) = (await db.exec(select(GameRow))).all()
        rows = (await db.exec(select(JournalRow).order_by(col(JournalRow.revision)))).all()
        seen = (await db.exec(select(SeenRow))).all()
        assert await outbox.waiting(db, game.id) == []
    desk = Desk(database, SystemClock(), library)
    session = await desk.get(game.id)
    assert session is not None
    rules: Game = library.game_for(plan.game, plan.ruleset)
    # The decisions that stand lead from the seed to this very position.
    assert verify(await session.journal.export(), rules) is None
    await desk.close()
    await database.close()
    return game, list(rows), list(seen)


def check(plan: Plan, library: Library) -> tuple[int, int]:
    """Check everything; how many commands were acknowledged and messages sent a second time."""
    game, journal, seen = asyncio.run(look(plan, library))
    revisions = [row.revision for row in journal]
    assert revisions == list(range(revisions[0], game.revision + 1))
    return check_commands(plan, journal, seen), check_messages(plan, journal)
