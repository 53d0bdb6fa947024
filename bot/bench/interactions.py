"""The bench's part about interactions: how long people wait for the bot, over real sockets."""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable
from pathlib import Path

import msgspec

from bot.app import Bot, hang_up_quietly
from bot.bench.crowd import spread
from bot.bench.games import CROWDED, STORED, fill
from bot.games import GAMES, game_for
from bot.sandbox.members.player import Player
from bot.sandbox.members.sight import Outcome, buttons
from bot.sandbox.process import SandboxProcess, point_at, spawn
from bot.sandbox.settings import Settings
from bot.sandbox.world.world import World
from bot.storage import Database
from rendering import RenderPool, painter_for

CROWD = 50
TIMES = 200
ROUNDS = 40
CHANNEL = "kingmaker"
PEOPLE = ("Alice", "Bob", "Cecily", "Duncan")
PATIENCE = 60.0
"""How many seconds to wait for an answer: long, because slow answers are measured too."""

_ASKED = ("help", "hand", "status", "faction", "map")
_ADVICE = "Do it for me"
_YES = "Do it"


async def interactions() -> dict[str, dict[str, float]]:
    """The time in ms from a command on the page to its answer: for one at a time, and for fifty at
    once.

    The bench also measures how long four people wait while they play a game and the database
    contains hundreds of other games.
    """
    with tempfile.TemporaryDirectory() as folder:
        # The empty boards have already been drawn, as after a restart.
        drawn = Path(folder)
        draw_boards(drawn)
        async with (
            _at_work(0, drawn) as server,
            await Player.connect(server.base_url, within=PATIENCE) as alice,
        ):
            await alice.wait_for_command("game")
            await alice.slash(CHANNEL, "game new", seats=4)
            alone = [await _timed(alice) for _ in range(TIMES)]
            crowd = await asyncio.gather(*(_timed(alice) for _ in range(CROWD)))
        async with _at_work(STORED, drawn) as server, contextlib.AsyncExitStack() as seated:
            people = [
                await seated.enter_async_context(
                    await Player.connect(server.base_url, name, within=PATIENCE)
                )
                for name in PEOPLE
            ]
            beside = await _a_game(people)
    return {
        "at_1": spread(alone),
        f"at_{CROWD}": spread(list(crowd)),
        f"with_{STORED}_games": spread(beside),
    }


def draw_boards(folder: Path) -> None:
    """Draw the empty boards of all games into a folder, where a restarted bot would find them."""
    for game, rulesets in GAMES.items():
        for ruleset in rulesets:
            draw_board(game, ruleset, folder)


def draw_board(game: str, ruleset: str, folder: Path) -> None:
    """Draw the empty board of one game."""
    painter = painter_for(game, game_for(game, ruleset).content, folder)
    if painter is not None:
        painter.empty()


async def startup() -> float:
    """Seconds from a cold start to readiness, with ten thousand running games stored."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite+aiosqlite:///{folder}/bench.sqlite3"
        store = Database(url)
        await store.upgrade()
        world_file = Path(folder) / "world.json"
        guild, _ = save_world(world_file, 0)  # their channels are looked for only later
        server = await spawn(world_file=world_file, arguments=("--no-rate-limits",))
        await fill(store, CROWDED, history=False, guild=guild)
        await store.close()
        point_at(server.base_url)
        before = time.perf_counter()
        try:
            async with _serving(Bot(Database(url), quick=True)) as bot:
                await bot.at_work.wait()
                return round(time.perf_counter() - before, 2)
        finally:
            await server.stop()


@contextlib.asynccontextmanager
async def _at_work(games: int, drawn: Path) -> AsyncIterator[SandboxProcess]:
    """A sandbox in a separate process, and the bot with this many games stored."""
    with tempfile.TemporaryDirectory() as folder:
        world_file = Path(folder) / "world.json"
        guild, channels = save_world(world_file, games)
        server = await spawn(world_file=world_file, arguments=("--no-rate-limits",))
        point_at(server.base_url)
        store = Database(f"sqlite+aiosqlite:///{folder}/bench.sqlite3")
        if games:
            await store.upgrade()
            await fill(store, games, guild=guild, channels=channels)
        try:
            async with _serving(Bot(store, quick=True, pool=RenderPool(cache_dir=drawn))):
                yield server
        finally:
            await server.stop()


@contextlib.asynccontextmanager
async def _serving(bot: Bot) -> AsyncIterator[Bot]:
    """The bot, which drops its connections at the end as the program does: cutting off work in that
    way is not an error.
    """
    running = asyncio.create_task(bot.start("sandbox"))
    try:
        yield bot
    finally:
        hang_up_quietly(asyncio.get_running_loop())
        await bot.close()
        with contextlib.suppress(Exception):
            await running


def save_world(file: Path, games: int) -> tuple[int, list[int]]:
    """Save a world with a channel for each stored game; its server, and these channels.

    The bot would pause games without a channel during the measurement, and tell their players.
    """
    world = World.new(Settings())
    guild = world.first_guild
    channels = [world.add_channel(guild, f"table-{number}") for number in range(games)]
    file.write_bytes(msgspec.json.encode(world.state))
    return int(guild.id), [int(channel.id) for channel in channels]


async def _timed(player: Player) -> float:
    before = time.perf_counter()
    await player.slash(CHANNEL, "help")
    return time.perf_counter() - before


async def _a_game(people: list[Player]) -> list[float]:
    """Four people at once: they look at various things, and the player to move makes a move."""
    host = people[0]
    await host.wait_for_command("game")
    await host.slash(CHANNEL, "game new", seats=len(people))
    for player in people[1:]:
        await player.slash(CHANNEL, "game join")
    await host.slash(CHANNEL, "game start")
    times: list[float] = []
    for number in range(ROUNDS):
        done = await asyncio.gather(*(_acts(player, number) for player in people))
        times += [each for some in done for each in some]
    return times


async def _acts(player: Player, number: int) -> list[float]:
    """What one person does in a round: take a look, see what is possible, and make a move if it is
    their turn.

    Each answer is awaited before the next step: whatever a person is shown replaces what was shown
    before, and a late answer would replace a newer one.
    """
    path = _ASKED[number % len(_ASKED)]
    options = {"player": PEOPLE[0]} if path == "faction" else {}
    times = [await _acknowledged(player.slash(CHANNEL, path, options))]
    before = time.perf_counter()
    shown = await player.slash(CHANNEL, "help")
    times.append(time.perf_counter() - before)
    labels = [button.get("label") for button in buttons(shown.message or {})]
    if _ADVICE in labels and shown.message is not None:
        # A proposal has to be read first: only its acceptance is a move.
        proposed = (await player.press(shown.message, _ADVICE)).message
        if proposed is not None and _YES in [b.get("label") for b in buttons(proposed)]:
            times.append(await _acknowledged(player.press(proposed, _YES)))
    return times


async def _acknowledged(act: Awaitable[Outcome]) -> float:
    before = time.perf_counter()
    outcome = await act
    assert outcome.acknowledged is not None
    return outcome.acknowledged - before
