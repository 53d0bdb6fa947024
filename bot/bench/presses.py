"""The cost of a press: everything that the bot does for it until it is idle again, over real
sockets.

Four people play a game in its eighth round on SQLite, one press after another, following a
computer's advice. The bot, its drawing and the local Discord are separate processes. Each process's
processor time is noted before a press, and once the bot is idle after it; the bot's queries to its
database, its requests to Discord and its pictures are counted.
"""

from __future__ import annotations

import statistics
import tempfile
from collections import defaultdict
from collections.abc import Awaitable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from bot.bench.games import fill, long_game
from bot.bench.interactions import PATIENCE, PEOPLE, draw_board
from bot.bench.load import kinds_of
from bot.bench.served import ServedBot, bot_at, processor_time
from bot.bench.servers import make_servers, show_channels
from bot.games import game_for
from bot.rules.kernel import Match, with_seats
from bot.sandbox.members.player import Player
from bot.sandbox.process import SandboxProcess, spawn
from bot.storage import Database, games
from bot.storage.snapshots import unpack

DECISIONS = 60
_ROUNDS = 9
_LOOK_EVERY, _MAP_EVERY = 2, 6
_GAME = "B00000"

Costs = dict[str, float]


async def press_figures(decisions: int = DECISIONS) -> dict[str, Any]:
    """The medians and means for each kind of press, and how many presses there were."""
    async with AsyncExitStack() as open_things:
        folder = Path(open_things.enter_context(tempfile.TemporaryDirectory()))
        draw_board("kingmaker", "house", folder)
        world = folder / "world.json"
        channels = make_servers(world, 1, 1)
        server = await spawn(world_file=world, arguments=("--no-rate-limits",))
        open_things.push_async_callback(server.stop)
        people = [
            await open_things.enter_async_context(
                await Player.connect(server.base_url, name, within=PATIENCE)
            )
            for name in PEOPLE
        ]
        for person in people:
            show_channels(person, channels)
        database = f"sqlite+aiosqlite:///{folder}/presses.sqlite3"
        store = Database(database)
        open_things.push_async_callback(store.close)
        await store.upgrade()
        ((channel, guild),) = channels.items()
        seats = {seat: int(player.me["id"]) for seat, player in with_seats(people)}
        await fill(
            store, 1, channels=[channel], guild=guild, people=seats, data=long_game(rounds=_ROUNDS)
        )
        served = await open_things.enter_async_context(
            bot_at(server.base_url, database, folder, 0, 1)
        )
        table = _Table(people, str(channel), store, served, server)
        await table.play(decisions)
        return {"press": table.report()}


class _Table:
    """The game, its players, and what their presses have cost so far."""

    def __init__(
        self,
        people: list[Player],
        channel: str,
        store: Database,
        served: ServedBot,
        server: SandboxProcess,
    ) -> None:
        self._people, self._channel, self._store = people, channel, store
        self._served, self._server = served, server
        self._costs: defaultdict[str, list[Costs]] = defaultdict(list)

    async def play(self, decisions: int) -> None:
        """Make this many decisions, looking at various things between them."""
        await self._people[0].wait_for_command("game", within=PATIENCE)
        await self._people[0].slash(self._channel, "status", within=PATIENCE)
        await self._served.at_rest()
        for number in range(decisions):
            match = await self._match()
            if match is None or match.over:
                return
            person = self._people[match.waiting_for()[0]]
            if number % _MAP_EVERY == 0:
                asked = self._press(person, "map")
                await self._noted("map", asked)
            if number % _LOOK_EVERY == 0:
                await self._noted("look", self._press(person, "help"))
            await self._noted("advise", self._press(person, "advise"))
            kind = "vote" if match.voting else "decision"
            await self._noted(kind, self._press(person, "doit"))

    def report(self) -> dict[str, Any]:
        """The median and the mean of each cost, by kind of press, and the number of presses behind
        them.
        """
        return {
            kind: {
                "n": len(found),
                **{
                    name: round(statistics.median(each[name] for each in found), 2)
                    for name in found[0]
                },
                "mean": {
                    name: round(statistics.fmean(each[name] for each in found), 2)
                    for name in found[0]
                },
            }
            for kind, found in sorted(self._costs.items())
        }

    async def _match(self) -> Match | None:
        async with self._store.reading() as db:
            row = await games.by_id(db, _GAME)
        if row is None or row.snapshot is None:
            return None
        return Match.load(game_for(row.game, row.ruleset), unpack(row.snapshot))

    async def _press(self, person: Player, kind: str) -> Any:
        """Press the newest button of a kind that this person can see."""
        shown = reversed(person.messages(self._channel))
        message = next(message for message in shown if kind in kinds_of(message))
        return await person.press(message, kinds_of(message)[kind], within=PATIENCE)

    async def _noted(self, kind: str, act: Awaitable[Any]) -> None:
        before = await self._spent()
        await act
        after = await self._spent()
        self._costs[kind].append({name: after[name] - before[name] for name in after})

    async def _spent(self) -> Costs:
        """The cost so far, once the bot is idle."""
        found = await self._served.at_rest()
        assert self._server.process is not None
        return {
            "bot_ms": 1000 * found.pop("cpu"),
            "drawing_ms": 1000 * sum(map(processor_time, self._served.begun())),
            "discord_ms": 1000 * processor_time(self._server.process.pid),
            **found,
        }
