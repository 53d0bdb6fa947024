"""The real bot on a sandbox in this process: everything goes over sockets, as on Discord."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections.abc import AsyncIterator, Callable, Hashable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.app import Bot
from bot.sandbox import RunningSandbox, Settings, serve
from bot.sandbox.connect import point_at
from bot.sandbox.model import Overwrite
from bot.sandbox.page_view import buttons, text_of
from bot.sandbox.player import Outcome, Player
from bot.session import GameSession
from bot.storage import Database
from cogs.play import advice, way_of
from cogs.speech import at_rest
from rendering import Animation, Picture, RenderPool

CHANNEL = "kingmaker"
_DOT = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63606060"
    "0000000400012768d1be0000000049454e44ae426082"
)


class QuickPool(RenderPool):
    """Takes the time of no drawing: every picture is one dot, with a description."""

    async def submit(self, key: Hashable, work: Callable[[], Any], **_: Any) -> Any:
        """A dot."""
        return Picture(_DOT, 1, 1, f"A picture: {key!r}")

    async def at_leisure(self, work: Callable[[], Any]) -> Any:
        """A dot for a film."""
        return Animation(_DOT, 1, 1, 1, "A film")


@contextlib.asynccontextmanager
async def bot_at(
    base_url: str, database: str, pool: RenderPool | None = None
) -> AsyncIterator[Bot]:
    """The bot, connected and at work."""
    point_at(base_url)
    bot = Bot(Database(database), quick=True, pool=pool or QuickPool())
    task = asyncio.create_task(bot.start("sandbox"))
    try:
        async with asyncio.timeout(20):
            while not bot.at_work.is_set() and not task.done():
                await asyncio.wait({task}, timeout=0.02)
        if task.done():
            task.result()
        yield bot
    finally:
        await bot.close()
        await asyncio.gather(task, return_exceptions=True)


@dataclass
class Room:
    """A sandbox, the bot's database, and the people at the page."""

    sandbox: RunningSandbox
    database: str
    bot: Bot
    record: Path
    alice: Player
    bob: Player

    def posted(self) -> list[dict[str, Any]]:
        """The messages that the bot has sent so far, as it sent them."""
        sent = [json.loads(line) for line in self.record.read_text().splitlines()]
        return [
            each["json"]
            for each in sent
            if each["method"] == "POST" and each["path"].endswith("/messages")
        ]

    async def forbid(self, denied: int, channel: str = CHANNEL) -> None:
        """Take permissions away from the bot in a channel (0: give all back)."""
        world = self.sandbox.sandbox.world
        place = world.channel(str(self.alice.channel(channel)["id"]))
        bot_id = world.state.bot_id
        place.overwrites[bot_id] = Overwrite(id=bot_id, type=1, deny=denied)
        async with asyncio.timeout(10), asyncio.TaskGroup() as both:
            both.create_task(self.bot.wait_for("guild_channel_update"))
            await asyncio.sleep(0)
            self.sandbox.sandbox.announce_channel("CHANNEL_UPDATE", place)

    async def session(self) -> GameSession:
        """The game of the channel."""
        found = await self.bot.desk.in_channel(int(self.alice.channel(CHANNEL)["id"]))
        assert found is not None
        return found

    async def open_game(self, seats: int = 4, **options: Any) -> None:
        """Alice opens a game and fills it with computers."""
        await self.alice.slash(CHANNEL, "game new", seats=seats, **options)
        await card(self.alice, "Join")
        for _ in range(seats - 1):
            await self.add_computer()

    async def add_computer(self) -> None:
        """Alice gives the next seat to a computer."""
        await self._take_seat(self.alice, "Add computer")

    async def seat_bob(self) -> None:
        """Bob takes the next seat."""
        await self._take_seat(self.bob, "Join")

    async def _take_seat(self, player: Player, label: str) -> None:
        lobby = await card(self.alice, label)
        free = text_of(lobby).count("*free*")
        await player.press(lobby, label)
        await self.alice.wait_for_message(
            lambda m: has_button(m, "Start") and text_of(m).count("*free*") == free - 1
        )

    async def start_game(self, seats: int = 4, **options: Any) -> dict[str, Any]:
        """Open a game against computers, start it and play to Alice's movement; the card then."""
        await self.open_game(seats, **options)
        await self.alice.press(await card(self.alice, "Start"), "Start")
        return await self.play_until("march")

    async def start_with_bob(self) -> dict[str, Any]:
        """A game of Alice, Bob and a computer, played to Alice's movement; the card then."""
        await self.alice.slash(CHANNEL, "game new", seats=3)
        await self.seat_bob()
        await self.add_computer()
        await self.alice.press(await card(self.alice, "Start"), "Start")
        while True:
            session = await self.session()
            await at_rest(session)
            seat = next((s for s in session.waiting_for() if s in (0, 1)), None)
            if seat is None:
                await asyncio.sleep(0.01)
                continue
            if way_of(session, 0, "march") is not None and seat == 0:
                return await self.alice.wait_for_message(
                    lambda m: verb_id(m, "march") is not None, channel=CHANNEL
                )
            user = int((self.alice, self.bob)[seat].me["id"])
            await session.submit(user_id=user, choice=await advice(self.bot, session, seat))

    async def play_until(self, verb: str, after: dict[str, Any] | None = None) -> dict[str, Any]:
        """Let the steward choose for Alice until this verb is on a (new) card; the card then."""
        if after is not None:
            await self.alice.wait_until(partial(_has_moved_on, after))
        while True:
            shown = await self.alice.wait_for_message(_is_alices, channel=CHANNEL, within=30)
            if verb_id(shown, verb) is not None:
                return shown
            await self.alice.press(shown, "Do it for me")
            await self.alice.wait_until(partial(_has_moved_on, shown))


def _is_alices(message: dict[str, Any]) -> bool:
    text = text_of(message).replace("*", "")
    signs = ("Alice: ", "Alice has something", "it is your move")
    decides = any(sign in text for sign in signs)
    return has_button(message, "Do it for me") and not message["flags"] & 64 and decides


def _has_moved_on(before: dict[str, Any], player: Player) -> bool:
    now = next((m for m in player.messages(CHANNEL) if m["id"] == before["id"]), None)
    return now is None or now["components"] != before["components"]


def has_button(message: dict[str, Any], label: str) -> bool:
    """Whether a message has a button with this label."""
    return any(each.get("label") == label for each in buttons(message))


def verb_id(message: dict[str, Any], verb: str) -> str | None:
    """The id of the message's button for a verb, if it has one."""
    ids = [each.get("custom_id", "") for each in buttons(message)]
    return next((i for i in ids if i.startswith("b.act:") and i.split(":")[4] == verb), None)


async def card(player: Player, label: str, within: float = 10) -> dict[str, Any]:
    """The newest public message of the game's channel with this button."""
    return await player.wait_for_message(
        lambda m: has_button(m, label) and not m["flags"] & 64, within, channel=CHANNEL
    )


async def changed(player: Player, message: dict[str, Any]) -> dict[str, Any]:
    """Wait until a message no longer is as it was here; what it is then."""
    await player.wait_until(lambda p: p.current(message) != message)
    return player.current(message)


async def suggested(player: Player, path: str, focused: str, **more: Any) -> list[dict[str, Any]]:
    """The suggestions for an option, asked for again until what is remembered has been read."""
    async with asyncio.timeout(10):
        found: list[dict[str, Any]] = []
        while not found:
            found = await player.autocomplete(CHANNEL, path, focused, **more)
    return found


def said(outcome: Outcome) -> str:
    """What the bot answered."""
    assert outcome.message is not None
    return text_of(outcome.message)


def is_ephemeral(outcome: Outcome) -> bool:
    """Whether only the person sees the answer."""
    assert outcome.message is not None
    return bool(outcome.message["flags"] & 64)


@pytest.fixture(autouse=True)
def same_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game has the same id and seed, so that it takes the same course each time."""
    luck = random.Random(11)
    drawn = SimpleNamespace(choice=luck.choice, token_hex=lambda size: "5e" * size)
    monkeypatch.setattr("bot.session.desk.secrets", drawn)


@pytest.fixture
async def sandbox(tmp_path: Path) -> AsyncIterator[RunningSandbox]:
    """A sandbox without rate limits that writes the bot's requests down."""
    record = tmp_path / "requests.jsonl"
    running = await serve(Settings(rate_limits=False, record_file=record))
    yield running
    await running.close()


@pytest.fixture
def database(tmp_path: Path) -> str:
    """An empty database."""
    return f"sqlite+aiosqlite:///{tmp_path / 'games.sqlite3'}"


@pytest.fixture
async def bot(sandbox: RunningSandbox, database: str) -> AsyncIterator[Bot]:
    """The bot, connected to the sandbox."""
    async with bot_at(sandbox.base_url, database) as running:
        yield running


@pytest.fixture
async def room(
    bot: Bot, sandbox: RunningSandbox, database: str, tmp_path: Path
) -> AsyncIterator[Room]:
    """Alice (who owns the server) and Bob at the page, and the bot."""
    url = sandbox.base_url
    async with (
        await Player.connect(url, "Alice", within=10) as alice,
        await Player.connect(url, "Bob", within=10) as bob,
    ):
        yield Room(sandbox, database, bot, tmp_path / "requests.jsonl", alice, bob)
