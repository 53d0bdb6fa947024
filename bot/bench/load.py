"""How the bot stands up to a crowd: many games, presses at a steady rate, over real sockets.

The local Discord, the bot and the people pressing are separate processes, and the local Discord
limits requests as the real one does: a certain number per second overall, and a certain number on
each route. Presses come at a steady rate whether or not earlier ones have been answered, as they
would from people who know nothing of each other. No two games are in the same position, so a
picture of one cannot serve another. On PostgreSQL the bot may have several processes, each with its
own server on the local Discord. The bench measures the time from a press to its first answer, for
which Discord waits three seconds, and to its result; how long the bot's event loop was held up; and
how much is still undelivered some seconds after the last press.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import tempfile
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import aiohttp
from sqlalchemy import update
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.bench.crowd import Crowd, CrowdTally, shares
from bot.bench.games import fill
from bot.bench.interactions import PEOPLE, draw_boards
from bot.bench.served import ServedBot, bot_at, cpu_of
from bot.bench.servers import PostgresServer, make_servers, server_programs, show_channels
from bot.games import game_for
from bot.rules.kernel import Match, with_seats
from bot.sandbox.members.player import Player
from bot.sandbox.members.sight import InteractionFailed, PlayerError, buttons
from bot.sandbox.process import SandboxProcess, spawn
from bot.session import SystemClock
from bot.storage import Database, GameRow, figures
from bot.storage.snapshots import pack, unpack

WEIGHTS = {"help": 35, "advise": 15, "doit": 20, "act": 10, "hand": 10, "map": 10}
"""How many presses in a hundred are of each kind, if the card has a button for it."""

_PATIENCE = 20.0
_AFTERWARDS = 20.0
_LOOK = 0.5
_FIRST = 60.0
"""Seconds to wait for a board."""
NO_POSTGRESQL = (
    "no PostgreSQL server was found: install one to measure PostgreSQL as well (on Debian and "
    "Ubuntu: apt-get install postgresql)"
)


def load_figures(crowd: Crowd, databases: Sequence[str]) -> dict[str, Any]:
    """The figures for each of the databases, ``sqlite`` (with one process) or ``postgresql``."""
    found: dict[str, Any] = {}
    for kind in databases:
        with tempfile.TemporaryDirectory() as folder, _database(kind, Path(folder)) as url:
            if url is None:
                found[kind] = {"missing": NO_POSTGRESQL}
            else:
                processes = 1 if kind == "sqlite" else crowd.processes
                figures = asyncio.run(bear(replace(crowd, processes=processes), url, Path(folder)))
                found[kind] = {"processes": processes, **figures}
    return {"load": {**found, "games": crowd.games, "rate": crowd.rate, "seconds": crowd.seconds}}


@contextmanager
def _database(kind: str, folder: Path) -> Iterator[str | None]:
    """The address of a new, empty database; None if there is no server for it."""
    if kind == "sqlite":
        yield f"sqlite+aiosqlite:///{folder}/load.sqlite3"
        return
    programs = server_programs()
    if programs is None:
        yield None
        return
    server = PostgresServer(programs)
    try:
        yield server.url("postgres")
    finally:
        server.stop()


async def bear(crowd: Crowd, database: str, folder: Path) -> dict[str, Any]:
    """Set everything up with an empty database, press, and count."""
    async with AsyncExitStack() as open_things:
        draw_boards(folder)
        world = folder / "world.json"
        channels = make_servers(world, crowd.processes, crowd.games)
        server = await spawn(world_file=world)
        open_things.push_async_callback(server.stop)
        people = [
            await open_things.enter_async_context(
                await Player.connect(server.base_url, name, within=_PATIENCE)
            )
            for name in PEOPLE
        ]
        for person in people:
            show_channels(person, channels)
        store = Database(database)
        open_things.push_async_callback(store.close)
        await _fill(store, people, channels)
        bots = [
            await open_things.enter_async_context(
                bot_at(server.base_url, database, folder, number, crowd.processes)
            )
            for number in range(crowd.processes)
        ]
        where = [str(channel) for channel in channels]
        await _show_cards(people[0], where)
        shown = await open_things.enter_async_context(
            _boards(server.base_url, where[: crowd.boards])
        )
        opened = len(shown)
        begun, before = time.monotonic(), _cpu(bots, server)
        tally = await _press(people, where, crowd)
        ended, after = time.monotonic(), _cpu(bots, server)
        afterwards = await _delivered(store)
        updates = shown[opened:]
        memory = [served.most_memory_mb() for served in bots]
        for served in bots:
            await served.end()
    return {
        **tally.report(),
        "loop_lag_ms": _lag(bots, begun, ended),
        "memory_mb": max(round(sum(each.values()), 1) for each in memory),
        "memory_mb_by_process": memory,
        "cpu_ms_per_press": _spent(before, after, _of_loops(bots, begun, ended), tally),
        **{
            f"{part}_cpu": round((after[part] - before[part]) / (ended - begun), 2)
            for part in ("bot", "drawing")
        },
        "spans_ms": _spans(bots, begun, ended),
        "boards": {"open": opened, "updates": len(updates), "largest": max(updates, default=0)},
        **afterwards,
    }


@asynccontextmanager
async def _boards(base_url: str, channels: list[str]) -> AsyncIterator[list[int]]:
    """Open the boards of these channels for the host. Yields the sizes of the frames so far, in
    bytes, those of the whole boards first.
    """
    sizes: list[int] = []

    async def follow(socket: aiohttp.ClientWebSocketResponse) -> None:
        async for frame in socket:
            sizes.append(len(frame.data))

    async with aiohttp.ClientSession() as http, AsyncExitStack() as sockets:
        following = []
        for channel in channels:
            address = f"{base_url}/activity/live?channel={channel}"
            socket = await sockets.enter_async_context(http.ws_connect(address))
            while json.loads(first := await socket.receive_str(timeout=_FIRST))["t"] != "board":
                pass
            sizes.append(len(first))
            following.append(asyncio.create_task(follow(socket)))
        yield sizes
        for task in following:
            task.cancel()
        await asyncio.gather(*following, return_exceptions=True)


def _cpu(bots: list[ServedBot], server: SandboxProcess) -> dict[str, float]:
    """Seconds of processor time used by all processes so far."""
    sandbox = 0.0 if server.process is None else cpu_of(server.process.pid)
    return {
        "bot": sum(each.cpu() for each in bots),
        "drawing": sum(each.drawing_cpu() for each in bots),
        "sandbox": sandbox,
        "people": cpu_of(os.getpid()),
    }


def _of_loops(bots: list[ServedBot], begun: float, ended: float) -> float:
    """Seconds of processor time that the threads of the bots' event loops used between two
    times."""
    found = 0.0
    for served in bots:
        taken = [cpu for when, _, cpu in served.looks if begun <= when <= ended]
        found += taken[-1] - taken[0] if taken else 0.0
    return found


def _spent(
    before: dict[str, float], after: dict[str, float], loop: float, tally: CrowdTally
) -> dict[str, float]:
    """Milliseconds of processor time per press; ``loop`` is included in ``bot``."""
    spent = {name: after[name] - before[name] for name in after} | {"loop": loop}
    presses = max(1, len(tally.acknowledged) + tally.deaf)
    return {name: round(1000 * taken / presses, 2) for name, taken in sorted(spent.items())}


def _lag(bots: list[ServedBot], begun: float, ended: float) -> dict[str, float]:
    looks = (look for served in bots for look in served.looks)
    return shares([late for when, late, _ in looks if begun <= when <= ended])


def _spans(bots: list[ServedBot], begun: float, ended: float) -> dict[str, dict[str, float]]:
    """For the work begun between two times: how long its parts took, and how many there were."""
    found: defaultdict[str, list[float]] = defaultdict(list)
    for name, when, took in (span for served in bots for span in served.spans):
        if begun <= when <= ended:
            found[name].append(took)
    return {name: {"n": len(times), **shares(times)} for name, times in sorted(found.items())}


async def _delivered(store: Database) -> dict[str, Any]:
    """How many rows are left in the outbox some seconds after the last press and, if none are, when
    it became empty."""
    begun = time.monotonic()
    while True:
        async with store.reading() as db:
            left = (await figures.outbox(db, SystemClock().now())).depth
        since = time.monotonic() - begun
        if not left or since >= _AFTERWARDS:
            return {"undelivered": left, "delivered_after_s": None if left else round(since, 1)}
        await asyncio.sleep(_LOOK)


async def _fill(store: Database, people: list[Player], channels: Mapping[int, int]) -> None:
    await store.upgrade()
    seats = {seat: int(player.me["id"]) for seat, player in with_seats(people)}
    await fill(store, len(channels), channels=list(channels), people=seats)
    async with store.writing() as db:
        for guild in set(channels.values()):
            here = [channel for channel, of in channels.items() if of == guild]
            there = col(GameRow.channel_id).in_(here)
            await db.exec(update(GameRow).where(there).values(guild_id=guild))
        await _tell_apart(db)


async def _tell_apart(db: AsyncSession) -> None:
    """Put every game into a different round, so that a picture of one cannot serve another."""
    rules = game_for("kingmaker", "house")
    for number, row in enumerate((await db.exec(select(GameRow))).all()):
        assert row.snapshot is not None
        match = Match.load(rules, unpack(row.snapshot))
        state = match.position.state
        state.round += number
        if state.rounds_limit is not None:
            state.rounds_limit += number
        row.snapshot = pack(match.save())
        db.add(row)


async def _show_cards(host: Player, channels: list[str]) -> None:
    """Let every game post its card."""
    await host.wait_for_command("game", within=60)
    for channel in channels:
        await host.slash(channel, "status", within=60)
        await host.wait_for_message(_is_card, channel=channel, within=60)


def _is_card(message: dict[str, Any]) -> bool:
    return not message["flags"] & 64 and bool(kinds_of(message))


def kinds_of(message: dict[str, Any]) -> dict[str, str]:
    """The buttons in a message that matter here: kind and id."""
    ids = [str(button.get("custom_id", "")) for button in buttons(message)]
    kinds = {made.removeprefix("b.").split(":")[0]: made for made in ids if made[:2] == "b."}
    return {kind: made for kind, made in kinds.items() if kind in WEIGHTS}


async def _press(people: list[Player], channels: list[str], crowd: Crowd) -> CrowdTally:
    """Press at the given rate, whatever happens."""
    chance = random.Random(crowd.seed)
    tally, begun = CrowdTally(), time.perf_counter()
    async with asyncio.TaskGroup() as under_way:
        for number in range(round(crowd.rate * crowd.seconds)):
            await asyncio.sleep(max(0.0, begun + number / crowd.rate - time.perf_counter()))
            player = people[chance.randrange(len(people))]
            under_way.create_task(_one(player, chance.choice(channels), chance, tally))
    return tally


async def _one(player: Player, channel: str, chance: random.Random, tally: CrowdTally) -> None:
    cards = [message for message in player.messages(channel) if _is_card(message)]
    if not cards:
        tally.missed += 1
        return
    proposed = [m for m in player.messages(channel) if m["flags"] & 64 and "doit" in kinds_of(m)]
    kinds = kinds_of(cards[-1]) | (kinds_of(proposed[-1]) if proposed else {})
    kind = chance.choices(list(kinds), [WEIGHTS[kind] for kind in kinds])[0]
    pressed = proposed[-1] if kind == "doit" else cards[-1]
    before = time.perf_counter()
    heard = None
    try:
        heard = (await player.press(pressed, kinds[kind], within=_PATIENCE)).acknowledged
        tally.answered[kind].append(time.perf_counter() - before)
    except InteractionFailed as failed:
        heard = failed.acknowledged
        tally.unanswered += 1
    except PlayerError:
        # The card had just been moved down.
        tally.missed += 1
        return
    if heard is None:
        tally.deaf += 1
    else:
        tally.acknowledged.append(heard - before)
