"""Open the board on Discord: a link for one person, which shows a hand after a press alone."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.app import Bot
from bot.board.links import Links
from bot.board.offered import touched
from bot.sandbox import RunningSandbox
from bot.sandbox.members.player import Player
from bot.sandbox.members.sight import buttons
from bot.session import GameSession
from rendering import RenderPool
from tests.e2e.conftest import Room, alice_and_bob, bot_at, card, is_ephemeral, said
from tests.waiting import PATIENCE

URL = "https://boards.example"
KEY = b"the key of all processes"
HEADERS = {"Host": "boards.example", "Origin": URL}


class Clock:
    """Seconds since 1970, set by hand."""

    now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    """The clock by which links lapse."""
    return Clock()


@asynccontextmanager
async def linking(room_at: str, database: str, maps: Path, clock: Clock) -> AsyncIterator[Bot]:
    """A bot that gives links."""
    links = Links(URL, KEY, now=clock)
    async with bot_at(room_at, database, RenderPool(cache_dir=maps), links=links) as bot:
        yield bot


@pytest.fixture
async def room(
    sandbox: RunningSandbox, database: str, tmp_path: Path, maps: Path, clock: Clock
) -> AsyncIterator[Room]:
    """Alice and Bob at the page, and a bot that gives links."""
    url = sandbox.base_url
    async with linking(url, database, maps, clock) as bot, alice_and_bob(url) as (alice, bob):
        yield Room(sandbox, database, bot, tmp_path / "requests.jsonl", alice, bob)


class Browser:
    """A page that was opened by a link, as far as its socket goes."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.shown: dict[str, Any] = {}
        self._frames = asyncio.Queue[str]()

    async def read(self) -> None:
        """Take in what comes, as browsers do whether anybody looks or not."""
        async for frame in self.socket:
            self._frames.put_nowait(frame.data)

    async def next(self, kind: str) -> Any:
        """The next frame of this kind; what comes before it is taken in."""
        while True:
            async with asyncio.timeout(PATIENCE):
                said = json.loads(await self._frames.get())
            if said["t"] == "board":
                self.shown = said["d"]
            elif said["t"] == "patch":
                self.shown = {**self.shown, **said["d"]}
            if said["t"] == kind:
                return said["d"]

    async def ask(self, **tap: Any) -> dict[str, Any]:
        """What comes of a tap."""
        await self.socket.send_json({"number": 1, **tap})
        answer: dict[str, Any] = await self.next("answer")
        return answer


@asynccontextmanager
async def opened(bot: Bot, text: str) -> AsyncIterator[Browser]:
    """A page that shows what stood in a link."""
    assert isinstance(bot.links, Links)
    async with (
        aiohttp.ClientSession(headers=HEADERS) as http,
        http.ws_connect(f"http://127.0.0.1:{bot.links.port}/live") as socket,
    ):
        await socket.send_json({"pass": text})
        page = Browser(socket)
        reading = asyncio.create_task(page.read())
        yield page
        reading.cancel()


async def pressed(player: Player) -> tuple[dict[str, Any], str]:
    """The message with a player's link, and what stands in the link."""
    outcome = await player.press(await card(player, "Open the board"), "Open the board")
    assert is_ephemeral(outcome)
    message = outcome.message
    assert message is not None
    link = next(each["url"] for each in buttons(message) if each.get("url"))
    address, _, text = link.partition("#")
    assert address == f"{URL}/"
    return message, text


async def number_of(player: Player, message: dict[str, Any]) -> str:
    """The number that a press shows."""
    outcome = await player.press(message, "Show my hand there")
    assert is_ephemeral(outcome)
    return said(outcome).split("**")[1]


def is_public(shown: dict[str, Any]) -> bool:
    """Whether it is what everybody sees."""
    offers = {"live", "buttons", "asked", "first"} & shown["offers"].keys()
    return not offers and "hand" not in shown and "seat" not in shown


async def test_the_public_view_and_the_hand_after_a_press(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    for name in ("bot", "cogs", "aiohttp"):
        caplog.set_level(logging.DEBUG, name)
    await room.start_game()
    session = await room.session()
    message, text = await pressed(room.alice)
    async with opened(room.bot, text) as own, opened(room.bot, text) as passed_on:
        for page in (own, passed_on):
            await page.next("board")
            assert is_public(page.shown)
            assert page.shown["locked"]
        before = session.revision
        value = march_in(session)
        refused = await own.ask(value=value, moment=session.moment)
        assert refused["refused"].startswith("You are watching this game.")
        assert session.revision == before

        wrong = await own.ask(secret="12")
        assert wrong["refused"].startswith("That is the wrong number.")
        shown = await own.ask(secret=await number_of(room.alice, message))
        await own.next("patch")
        assert own.shown["seat"] == 0
        assert own.shown["hand"]
        assert own.shown["offers"]["asked"]
        # It acts now; the other browser sees that, and no more than everybody.
        done = await own.ask(value=value, moment=session.moment)
        assert done["done"]
        await passed_on.next("patch")
        assert "seat" not in passed_on.shown
        assert "hand" not in passed_on.shown
        # The page is loaded again.
        async with opened(room.bot, shown["proof"]) as again:
            await again.next("board")
            assert again.shown["seat"] == 0
    logged = "\n".join(record.getMessage() for record in caplog.records)
    assert text not in logged
    assert shown["proof"] not in logged


def march_in(session: GameSession) -> str:
    """What a tap carries that marches somebody of the first seat."""
    noble = next(k for k, noble in session.view(None).nobles.items() if noble.seat == 0)
    pick = next(p for p in touched(session, 0, noble, None).picks if p.value.startswith("march|"))
    return pick.value


async def test_it_lapses_and_a_handed_over_seat_takes_it_along(room: Room, clock: Clock) -> None:
    await room.start_game()
    session = await room.session()
    message, text = await pressed(room.alice)
    number = await number_of(room.alice, message)
    async with opened(room.bot, text) as page:
        await page.next("board")
        proof = (await page.ask(secret=number))["proof"]
        await page.next("patch")
        await session.lobby.leave(int(room.alice.me["id"]))
        assert "seat has changed hands" in await page.next("void")
    for gone in (text, proof):
        async with opened(room.bot, gone) as page:
            await page.next("void")

    # Who takes the seat has a link of his own; that one holds until a day has passed.
    await session.lobby.join(int(room.bob.me["id"]), "Bob")
    _, text = await pressed(room.bob)
    clock.now += 86_399
    async with opened(room.bot, text) as page:
        await page.next("board")
        clock.now += 1
        await page.socket.send_json({"number": 2, "thing": "percy"})
        await page.next("void")
    async with opened(room.bot, text) as page:
        await page.next("void")


async def test_who_watches_has_a_link_to_what_everybody_sees(room: Room) -> None:
    await room.start_game()
    message, text = await pressed(room.bob)
    assert [each["label"] for each in buttons(message)] == ["Open it in your browser"]
    async with opened(room.bot, text) as page:
        await page.next("board")
        assert is_public(page.shown)
        assert "locked" not in page.shown


async def test_it_outlives_a_restart_and_every_process_knows_it(
    sandbox: RunningSandbox, database: str, tmp_path: Path, maps: Path, clock: Clock
) -> None:
    url = sandbox.base_url
    async with alice_and_bob(url) as (alice, bob):
        async with linking(url, database, maps, clock) as bot:
            room = Room(sandbox, database, bot, tmp_path / "requests.jsonl", alice, bob)
            await room.start_game()
            message, text = await pressed(alice)
            number = await number_of(alice, message)
            game = (await room.session()).id
        async with linking(url, database, maps, clock) as bot:
            count = next(
                n for n in range(2, 100) if (int(sandbox.sandbox.world.first_guild.id) >> 22) % n
            )
            links = Links(URL, KEY, now=clock)
            async with (
                bot_at(
                    url,
                    database,
                    RenderPool(cache_dir=maps),
                    links=links,
                    process="other",
                    shard_ids=[0],
                    shard_count=count,
                ) as other,
                opened(bot, text) as here,
                opened(other, text) as there,
            ):
                for page in (here, there):
                    await page.next("board")
                    await page.ask(secret=number)
                    await page.next("patch")
                    assert page.shown["seat"] == 0
                session = await bot.desk.get(game)
                assert session is not None
                done = await here.ask(value=march_in(session), moment=session.moment)
                assert done["done"]
                # The other process looks by itself whether something has changed.
                before = there.shown["board"]
                await there.next("patch")
                assert there.shown["board"] != before


async def test_nobody_is_given_a_link_where_there_are_none(
    sandbox: RunningSandbox, database: str
) -> None:
    url = sandbox.base_url
    async with bot_at(url, database) as bot, alice_and_bob(url) as (alice, bob):
        room = Room(sandbox, database, bot, Path(), alice, bob)
        await room.start_game()
        shown = await card(alice, "Map")
        assert "Open the board" not in [each.get("label") for each in buttons(shown)]
        assert bot._boards.ports == []


async def test_too_many_taps_are_refused(room: Room) -> None:
    await room.start_game()
    _, text = await pressed(room.alice)
    async with opened(room.bot, text) as page:
        await page.next("board")
        answers = [await page.ask(thing="percy") for _ in range(31)]
        assert [each.get("refused", "") for each in answers[:30]] == [""] * 30
        assert answers[30]["refused"].startswith("Too many requests at once.")


async def test_the_oldest_of_many_pages_is_closed(room: Room) -> None:
    await room.start_game()
    _, text = await pressed(room.alice)
    async with opened(room.bot, text) as first:
        await first.next("board")
        pages = [opened(room.bot, text) for _ in range(6)]
        for page in pages:
            await (await page.__aenter__()).next("board")
        assert "in many other places" in await first.next("void")
        for page in pages:
            await page.__aexit__(None, None, None)


async def test_an_earlier_turn_is_shown_again_as_its_seat_saw_it(room: Room) -> None:
    await room.start_game()
    session = await room.session()
    message, text = await pressed(room.alice)
    async with opened(room.bot, text) as page:
        await page.next("board")
        newest = (await page.ask(past=-1))["past"]
        assert newest["number"] == newest["turns"] > 0
        assert newest["board"] == {}
        public = (await page.ask(past=0))["past"]
        assert public["number"] == 0
        assert public["board"]["counters"]
        await page.ask(secret=await number_of(room.alice, message))
        own = (await page.ask(past=0))["past"]
        assert own["board"] == public["board"]
        assert any(line.startswith("**Alice** is dealt") for line in own["lines"])
        assert set(public["lines"]) <= set(own["lines"])
    assert session.waiting_for() == [0]
