"""The real bot on a sandbox in this process: everything goes over sockets, as on Discord."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections.abc import AsyncIterator, Callable, Hashable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from bot.app import Bot
from bot.rules.kernel import Game, Match
from bot.sandbox import RunningSandbox, Settings, serve
from bot.sandbox.members.player import Player
from bot.sandbox.members.sight import Outcome, buttons, text_of
from bot.sandbox.objects import Overwrite
from bot.sandbox.process import point_at
from bot.session import GameSession, SeatInfo
from bot.session.past.imports import _Past
from bot.storage import Database, JournalRow
from rendering import Animation, Picture, RenderPool
from tests.e2e.guest import AT_WORK, Guest, settled
from tests.e2e.stewards import advice
from tests.rules.kingmaker.underway import before_first_march
from tests.storage.databases import prepared_sqlite, sqlite_url
from tests.waiting import PATIENCE

__all__ = ["prepared_sqlite", "sqlite_url"]

CHANNEL = "kingmaker"
ALICE_ALONE = (
    SeatInfo(0, None, "Alice"),
    *(SeatInfo(n, None, f"Steward {n} (computer)", "steward") for n in (1, 2, 3)),
)
ALICE_AND_BOB = (
    SeatInfo(0, None, "Alice"),
    SeatInfo(1, None, "Bob"),
    SeatInfo(2, None, "Steward 1 (computer)", "steward"),
)
_DOT = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63606060"
    "0000000400012768d1be0000000049454e44ae426082"
)


class QuickPool(RenderPool):
    """Takes the time of no drawing: every picture is one dot, with a description."""

    async def submit(self, key: Hashable, work: Callable[[], Any], **_: Any) -> Any:
        """A dot."""
        return Picture(_DOT, 1, 1, f"A picture: {key!r}")

    async def at_leisure(self, work: Callable[[], Any], **_: Any) -> Any:
        """A dot for a film."""
        return Animation(_DOT, 1, 1, 1, "A film")


@contextlib.asynccontextmanager
async def bot_at(
    base_url: str, database: str, pool: RenderPool | None = None, **more: Any
) -> AsyncIterator[Bot]:
    """The bot, connected and at work; ``more`` is as for :class:`Bot`."""
    point_at(base_url)
    # One that serves all shards has its database for itself, as the program has.
    store = Database(database, alone="shard_count" not in more)
    bot = Bot(store, quick=True, pool=pool or QuickPool(), **more)
    task = asyncio.create_task(bot.start("sandbox"))
    at_work = asyncio.create_task(bot.at_work.wait())
    try:
        async with asyncio.timeout(PATIENCE):
            await asyncio.wait({task, at_work}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            task.result()
        AT_WORK.add(bot)
        yield bot
    finally:
        AT_WORK.discard(bot)
        at_work.cancel()
        await bot.close()
        await asyncio.gather(task, return_exceptions=True)


@contextlib.asynccontextmanager
async def alice_and_bob(base_url: str) -> AsyncIterator[tuple[Guest, Guest]]:
    """Alice, who owns the server, and Bob at the page."""
    async with (
        await Guest.connect(base_url, "Alice") as alice,
        await Guest.connect(base_url, "Bob") as bob,
    ):
        yield alice, bob


@dataclass
class Room:
    """A sandbox, the bot's database, and the people at the page."""

    sandbox: RunningSandbox
    database: str
    bot: Bot
    record: Path
    alice: Guest
    bob: Guest

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
        heard = self.bot.wait_for("guild_channel_update", timeout=PATIENCE)
        self.sandbox.sandbox.announce_channel("CHANNEL_UPDATE", place)
        await heard

    async def look(self) -> None:
        """Wait until everything is told, and both have heard it."""
        await settled()
        await self.alice.caught_up()
        await self.bob.caught_up()

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
            lambda m: has_button(m, "Start") and text_of(m).count("*free*") == free - 1,
            channel=CHANNEL,
        )

    async def bring_in(self, data: dict[str, Any]) -> GameSession:
        """Go on with an export in the channel: Alice on seat 0, and Bob where his name stands."""
        here = {"Alice": int(self.alice.me["id"]), "Bob": int(self.bob.me["id"])}
        channel = self.alice.channel(CHANNEL)
        return await self.bot.desk.new_games.bring_in(
            data,
            guild_id=int(channel["guild_id"]),
            channel_id=int(channel["id"]),
            host_id=here["Alice"],
            people={s["number"]: here[s["name"]] for s in data["seats"] if s["name"] in here},
        )

    async def start_game(self, seats: int = 4, **options: Any) -> dict[str, Any]:
        """A game of Alice against computers, begun and played to her movement; the card then."""
        return await self._start(ALICE_ALONE[:seats], options)

    async def start_with_bob(self) -> dict[str, Any]:
        """A game of Alice, Bob and a computer, played to Alice's movement; the card then."""
        return await self._start(ALICE_AND_BOB, {})

    async def begin_game(self, seats: int = 4, **options: Any) -> dict[str, Any]:
        """The same from the opening of the table on: everything is told in this channel."""
        await self.open_game(seats, **options)
        await self.alice.press(await card(self.alice, "Start"), "Start")
        return await self.play_until("march")

    async def _start(self, seats: Sequence[SeatInfo], options: dict[str, Any]) -> dict[str, Any]:
        """Go on with a game that was kept; how one is opened and begun other tests look at."""
        told = {name: str(value) for name, value in options.items()}
        await self.bring_in({**before_first_march(seats), "options": told})
        return await self.alice.wait_for_message(
            lambda m: verb_id(m, "march") is not None, channel=CHANNEL
        )

    async def play_until(self, verb: str) -> dict[str, Any]:
        """Let the steward choose for Alice until this verb is on the card; the card then."""
        user = int(self.alice.me["id"])
        while True:
            await self.alice.look()
            session = await self.session()
            assert 0 in session.waiting_for()
            shown = await card(self.alice, "Do it for me")
            if verb_id(shown, verb) is not None:
                return shown
            await session.submit(user_id=user, choice=await advice(session, 0))
            await settled()


def has_button(message: dict[str, Any], label: str) -> bool:
    """Whether a message has a button with this label."""
    return any(each.get("label") == label for each in buttons(message))


def verb_id(message: dict[str, Any], verb: str) -> str | None:
    """The id of the message's button for a verb, if it has one."""
    ids = [each.get("custom_id", "") for each in buttons(message)]
    return next((i for i in ids if i.startswith("b.act:") and i.split(":")[4] == verb), None)


async def card(player: Player, label: str) -> dict[str, Any]:
    """The newest public message of the game's channel with this button; a guest's, once all is
    told.
    """
    return await player.wait_for_message(
        lambda m: has_button(m, label) and not m["flags"] & 64, PATIENCE, channel=CHANNEL
    )


async def advised(player: Player, message: dict[str, Any]) -> None:
    """Have a computer choose for a player: it says what it would do, and is let do it.

    Where something has happened meanwhile it proposes anew, and is let do that.
    """
    proposed = (await player.press(message, "Do it for me")).message
    assert proposed is not None
    await player.wait_until(lambda p: has_button(p.current(proposed), "Do it"), within=PATIENCE)
    while has_button(player.current(proposed), "Do it"):
        await player.press(player.current(proposed), "Do it")
        await player.caught_up()


async def changed(player: Player, message: dict[str, Any]) -> dict[str, Any]:
    """Wait until a message no longer is as it was here; what it is then."""
    await player.wait_until(lambda p: p.current(message) != message)
    return player.current(message)


async def suggested(
    player: Player, path: str, focused: str, channel: str = CHANNEL, **more: Any
) -> list[dict[str, Any]]:
    """The suggestions for an option, asked for again until what is remembered has been read."""
    async with asyncio.timeout(PATIENCE):
        found: list[dict[str, Any]] = []
        while not found:
            found = await player.autocomplete(channel, path, focused, **more)
    return found


def said(outcome: Outcome) -> str:
    """What the bot answered."""
    assert outcome.message is not None
    return text_of(outcome.message)


def is_ephemeral(outcome: Outcome) -> bool:
    """Whether only the person sees the answer."""
    assert outcome.message is not None
    return bool(outcome.message["flags"] & 64)


def at_any_speed(record: Path | None = None) -> Settings:
    """A sandbox that writes the bot's requests down and asks for no speed of this machine.

    What Discord asks for, an answer within three seconds, is measured by `kingmaker bench`.
    """
    return Settings(rate_limits=False, record_file=record, first_answer_seconds=PATIENCE)


@pytest.fixture(autouse=True)
def no_long_thoughts(monkeypatch: pytest.MonkeyPatch) -> None:
    """*Do it for me* proposes at once, computers play at once, and each time the same: what thinks
    as long as it has time comes to other ends on another machine. The program in a process of its
    own does think."""

    async def at_once(*_: object) -> None:
        """No thought."""

    monkeypatch.setattr("bot.session.computers.Pondering.choice", at_once)


@pytest.fixture(autouse=True)
def same_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game has the same id and seed, so that it takes the same course each time."""
    luck = random.Random(11)
    drawn = SimpleNamespace(choice=luck.choice, token_hex=lambda size: "5e" * size)
    monkeypatch.setattr("bot.session.new_games.secrets", drawn)


_REPLAYED: dict[bytes, tuple[list[tuple[type[Any], dict[str, Any]]], int, int, bytes, bytes]] = {}


@pytest.fixture(autouse=True)
def replayed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """An export is played over by the first test that goes on with it; the others get its rows."""
    replay = _Past.play_over

    def play_over(past: _Past, data: Any, rules: Game) -> Match:
        key = msgspec.json.encode([rules.name, rules.ruleset, past.revision, data])
        if key not in _REPLAYED:
            match = replay(past, data, rules)
            rows = [(type(row), row.model_dump()) for row in past.rows]
            _REPLAYED[key] = rows, past.revision, past.moment, past.packed, match.save()
            return match
        rows, past.revision, past.moment, past.packed, saved = _REPLAYED[key]
        own = {"game_id": past._game_id}
        past.rows = [
            kind(**{**values, **own, **({"at": past._now} if kind is JournalRow else {})})
            for kind, values in rows
        ]
        return Match.load(rules, saved)

    monkeypatch.setattr(_Past, "play_over", play_over)


@pytest.fixture
async def sandbox(tmp_path: Path) -> AsyncIterator[RunningSandbox]:
    """A sandbox without rate limits that writes the bot's requests down."""
    record = tmp_path / "requests.jsonl"
    running = await serve(at_any_speed(record))
    yield running
    await running.close()


@pytest.fixture
def database(sqlite_url: str) -> str:
    """An empty database. Its tables are there: making them each time is most of a bot's start."""
    return sqlite_url


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
    async with alice_and_bob(url) as (alice, bob):
        yield Room(sandbox, database, bot, tmp_path / "requests.jsonl", alice, bob)


@pytest.fixture
async def drawing_room(
    sandbox: RunningSandbox, database: str, tmp_path: Path, maps: Path
) -> AsyncIterator[Room]:
    """Alice and Bob, and a bot that draws, in a process beside it, as the program has it."""
    url = sandbox.base_url
    async with (
        bot_at(url, database, RenderPool(cache_dir=maps)) as bot,
        alice_and_bob(url) as (alice, bob),
    ):
        yield Room(sandbox, database, bot, tmp_path / "requests.jsonl", alice, bob)
