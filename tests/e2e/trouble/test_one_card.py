"""A game has one status card, at whatever moment the bot dies while it puts up another."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import pytest

from bot.app import Bot
from bot.sandbox.members.player import Player
from bot.sandbox.members.sight import text_of
from bot.session.tellings import Cards
from cogs.delivery import cards
from cogs.delivery import outbox as delivery
from tests.e2e.conftest import CHANNEL, Room, advised, bot_at, card


def cards_in(player: Player, game_id: str) -> list[dict[str, Any]]:
    """The status cards of a game in its channel."""
    return [m for m in player.messages(CHANNEL) if f"-# Game {game_id}" in text_of(m)]


async def kill(bot: Bot) -> None:
    """The process is gone: nothing is finished, nothing is written any more."""
    for task in list(bot.desk.background._tasks):
        task.cancel()
    await asyncio.gather(*bot.desk.background._tasks, return_exceptions=True)
    bot.desk.background.closing = True
    bot._closing = asyncio.ensure_future(asyncio.sleep(0))
    await discord.Client.close(bot)
    await bot.pictures.pool.close()
    await bot.database.close()


@pytest.fixture
def reached() -> asyncio.Event:
    """Set when the moment has come at which the bot is killed."""
    return asyncio.Event()


def _dies(monkeypatch: pytest.MonkeyPatch, at: str, reached: asyncio.Event) -> None:
    """Let the bot hang for ever at a moment of putting up a card."""

    async def hang(*_: object, **__: object) -> None:
        reached.set()
        await asyncio.Event().wait()

    places = {
        "before it is sent": (delivery.Delivery, "_send"),
        "when it is sent": (Cards, "put_up"),
        "when it is noted": (cards, "_taken_down"),
        "when the old one is down": (Cards, "gone"),
    }
    where, name = places[at]
    monkeypatch.setattr(where, name, hang)


@pytest.mark.parametrize(
    "at", ["before it is sent", "when it is sent", "when it is noted", "when the old one is down"]
)
async def test_a_kill_leaves_no_second_card(
    room: Room, reached: asyncio.Event, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    alice = room.alice
    await room.start_game(seats=2)
    session = await room.session()
    game_id = session.id
    await alice.wait_until(lambda player: len(cards_in(player, game_id)) == 1)
    with monkeypatch.context() as dying:
        _dies(dying, at, reached)
        work = asyncio.ensure_future(room.bot.deliverer.repost(session))
        async with asyncio.timeout(30):
            await reached.wait()
        work.cancel()
        await asyncio.gather(work, return_exceptions=True)
        await kill(room.bot)
    async with bot_at(room.sandbox.base_url, room.database) as again:
        # At the start already, before anybody does anything.
        async with asyncio.timeout(60):
            while True:
                later = await again.desk.get(game_id)
                assert later is not None
                (known,) = {later.status_message_id}
                shown = [int(m["id"]) for m in cards_in(alice, game_id)]
                if shown == [known] and await later.cards.loose() == []:
                    break
                await asyncio.sleep(0.02)
        # And its buttons live.
        await advised(alice, await card(alice, "Do it for me"))
        await alice.wait_until(lambda player: len(cards_in(player, game_id)) == 1)


async def test_a_card_that_is_deleted_comes_back_by_itself(room: Room) -> None:
    alice = room.alice
    await room.start_game(seats=2)
    game_id = (await room.session()).id
    await alice.wait_until(lambda player: len(cards_in(player, game_id)) == 1)
    (gone,) = cards_in(alice, game_id)
    await alice.delete_message(gone)
    await alice.wait_until(
        lambda player: [m["id"] != gone["id"] for m in cards_in(player, game_id)] == [True]
    )


async def test_the_card_comes_below_what_people_say_and_no_sooner(room: Room) -> None:
    alice = room.alice
    await room.start_game(seats=2)
    game_id = (await room.session()).id
    (first,) = cards_in(alice, game_id)
    await advised(alice, first)
    await alice.look()
    (still,) = cards_in(alice, game_id)
    assert still["id"] == first["id"]
    await alice.send(CHANNEL, "Is anybody else marching on London?")
    await alice.look()
    await advised(alice, still)
    await alice.wait_until(
        lambda player: [m["id"] != still["id"] for m in cards_in(player, game_id)] == [True]
    )
    # It moved once: what was said stands above it now.
    (moved,) = cards_in(alice, game_id)
    await advised(alice, moved)
    await alice.look()
    assert [m["id"] for m in cards_in(alice, game_id)] == [moved["id"]]
