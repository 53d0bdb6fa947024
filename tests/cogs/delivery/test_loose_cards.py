"""Which messages are taken for a game's card, which cards are taken down, and what is told once."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.storage import LooseCardRow
from cogs.delivery.cards import tidy
from cogs.delivery.outbox import Delivery
from tests.cogs.conftest import MemorySession
from tests.cogs.delivery.test_delivery import Client, error
from tests.rules.kingmaker.scene import Scene

NOW = datetime(2026, 11, 1, 12, 0, tzinfo=UTC)
BOT, HERE, ELSEWHERE = 50, 2, 3


def message(number: int, text: str = "-# Game ABC123", **more: Any) -> Any:
    """A message of the bot's with a text in components."""
    part = SimpleNamespace(to_dict=lambda: {"content": text, **more.get("part", {})})
    return SimpleNamespace(
        id=number,
        author=SimpleNamespace(id=more.get("author", BOT)),
        flags=SimpleNamespace(components_v2=more.get("v2", True)),
        components=[part],
    )


class Channel:
    """A channel with messages; what is deleted there is written down."""

    def __init__(self, *messages: Any) -> None:
        self.messages = messages
        self.deleted: list[int] = []
        self.fails: Exception | None = None
        self.fails_to_delete: Exception | None = None
        self.opened = list[tuple[int, bool]]()
        self.asked: list[tuple[int, datetime]] = []

    async def history(self, *, limit: int, after: datetime) -> AsyncIterator[Any]:
        self.asked.append((limit, after))
        if self.fails is not None:
            raise self.fails
        for each in self.messages:
            yield each

    def get_partial_message(self, number: int) -> Any:
        async def delete() -> None:
            if wrong := self.fails or self.fails_to_delete:
                raise wrong
            self.deleted.append(number)

        return SimpleNamespace(delete=delete, channel=SimpleNamespace(id=HERE))

    async def edit_channel(self, number: int, *, archived: bool) -> None:
        self.opened.append((number, archived))
        self.fails = None


class Games(MemorySession):
    """A game whose loose cards are as they are laid in."""

    def __init__(self, *rows: tuple[int, int | None]) -> None:
        super().__init__(Scene(2).match)
        self.old_cards = [
            LooseCardRow(id=n, game_id=self.id, channel_id=channel, message_id=number, at=NOW)
            for n, (channel, number) in enumerate(rows)
        ]


def bot_in(**channels: Channel) -> Any:
    """A bot that knows these channels."""
    named = {HERE: channels.get("here"), ELSEWHERE: channels.get("elsewhere")}
    return SimpleNamespace(
        user=SimpleNamespace(id=BOT),
        get_partial_messageable=lambda number, **_: named[number],
        http=channels.get("here"),
    )


@pytest.mark.parametrize(
    ("found", "card"),
    [
        (message(700), 700),
        (message(700, "-# Game ABC123 · lesson"), 700),
        (message(700, "The lobby", part={"custom_id": "b.leave:ABC123"}), 700),
        (message(700, "-# Game ABC1234"), 500),
        (message(700, "The lobby", part={"custom_id": "b.leave:ABC12"}), 500),
        (message(700, v2=False), 500),
        (message(700, author=51), 500),
        (message(499), 500),
    ],
)
async def test_a_card_whose_sending_was_interrupted_is_found(found: Any, card: int) -> None:
    session, here = Games((HERE, None)), Channel(message(400), found)
    session.status_message_id = 500
    await tidy(bot_in(here=here), session)  # type: ignore[arg-type]
    assert session.status_message_id == card
    assert here.asked == [(200, NOW - timedelta(minutes=2))]
    # The card before it goes, and nothing is left to look for.
    assert here.deleted == ([500] if card == 700 else [])
    assert session.old_cards == []


async def test_of_several_the_last_stays() -> None:
    session, here = Games((HERE, None)), Channel(message(702), message(701))
    await tidy(bot_in(here=here), session)  # type: ignore[arg-type]
    assert (session.status_message_id, here.deleted) == (702, [701])


async def test_what_was_found_where_the_game_is_no_more_is_taken_down() -> None:
    session, there = Games((ELSEWHERE, None)), Channel(message(700), message(701, "A word"))
    session.status_message_id = 500
    await tidy(bot_in(elsewhere=there), session)  # type: ignore[arg-type]
    assert (session.status_message_id, session.old_cards, there.deleted) == (500, [], [700])


async def test_what_was_found_there_and_cannot_be_taken_down_is_tried_again() -> None:
    session, there = Games((ELSEWHERE, None)), Channel(message(700))
    there.fails_to_delete = error(discord.HTTPException, 500, 0)
    await tidy(bot_in(elsewhere=there), session)  # type: ignore[arg-type]
    assert [old.message_id for old in session.old_cards] == [None]
    there.fails_to_delete = None
    await tidy(bot_in(elsewhere=there), session)  # type: ignore[arg-type]
    assert (session.old_cards, there.deleted) == ([], [700])


async def test_old_cards_are_taken_down_where_they_are_but_not_the_one_in_use() -> None:
    session, here, there = Games((HERE, 500), (ELSEWHERE, 501), (HERE, 502)), Channel(), Channel()
    session.status_message_id = 502
    await tidy(bot_in(here=here, elsewhere=there), session)  # type: ignore[arg-type]
    assert (here.deleted, there.deleted, session.old_cards) == ([500], [501], [])


async def test_an_archived_thread_is_opened_to_take_an_old_card_down() -> None:
    session, here = Games((HERE, 500)), Channel()
    session.status_message_id = 502
    here.fails = error(discord.HTTPException, 400, 50083)
    await tidy(bot_in(here=here), session)  # type: ignore[arg-type]
    assert (here.opened, here.deleted, session.old_cards) == ([(HERE, False)], [500], [])


@pytest.mark.parametrize(
    ("wrong", "settled"),
    [
        (error(discord.NotFound, 404, 10008), True),
        (error(discord.Forbidden, 403, 50013), True),
        (error(discord.HTTPException, 500, 0), False),
    ],
)
@pytest.mark.parametrize("number", [500, None])
async def test_what_cannot_be_reached_now_is_tried_again(
    wrong: discord.HTTPException, settled: bool, number: int | None
) -> None:
    session, here = Games((HERE, number)), Channel(message(700))
    here.fails = wrong
    if number is None and isinstance(wrong, discord.NotFound):
        here.fails = error(discord.NotFound, 404, 10003)
    await tidy(bot_in(here=here), session)  # type: ignore[arg-type]
    assert (session.old_cards == []) is settled
    assert session.status_message_id is None


# What is told once


@pytest.fixture
def client() -> Any:
    return Client()


def told(client: Any) -> list[str]:
    """What came by direct message since the last look."""
    said = [each["content"] for each in client.dm.sent]
    client.dm.sent.clear()
    return said


async def test_the_host_hears_of_every_closed_channel_once(client: Any) -> None:
    reach, session = Delivery(client).reach, Games()
    await reach.say_shut_out(session)  # type: ignore[arg-type]
    (text,) = told(client)
    assert (
        "I need these permissions there: View channel, Send messages, Embed links, Attach files."
        in text
    )
    await reach.say_shut_out(session)  # type: ignore[arg-type]
    assert told(client) == []
    reach.is_back(session)  # type: ignore[arg-type]
    await reach.say_shut_out(session)  # type: ignore[arg-type]
    assert told(client) == [text]
    session.channel_id = ELSEWHERE
    await reach.say_shut_out(session)  # type: ignore[arg-type]
    assert told(client) == [text.replace("<#2>", "<#3>")]


@pytest.mark.parametrize(
    ("name", "where"), [("tavern", "The channel #tavern of"), (None, "The channel of")]
)
async def test_everybody_hears_once_that_a_channel_is_gone(
    client: Any, name: str | None, where: str
) -> None:
    reach, session = Delivery(client).reach, Games()
    for times in (2, 0):
        await reach.say_channel_gone(session, name)  # type: ignore[arg-type]
        said = told(client)
        assert len(said) == times
        assert all(
            text.startswith(f"{where} your game of Kingmaker (game ABC123) is gone.")
            for text in said
        )


async def test_of_a_game_that_is_over_nobody_hears_it(client: Any) -> None:
    session = Games()
    session.status = "over"
    await Delivery(client).reach.say_channel_gone(session)  # type: ignore[arg-type]
    assert told(client) == []


async def test_without_a_name_of_its_own_the_bot_takes_no_message_for_its_card() -> None:
    session, here = Games((HERE, None)), Channel(message(700))
    bot = bot_in(here=here)
    bot.user = None
    await tidy(bot, session)  # type: ignore[arg-type]
    assert (session.status_message_id, session.old_cards) == (None, [])


async def test_what_is_looked_through_is_the_channel_on_the_games_server() -> None:
    session, asked = Games((HERE, None), (HERE, 500)), []
    bot = bot_in(here=Channel())
    place = bot.get_partial_messageable

    def noted(number: int, *, guild_id: int) -> Any:
        asked.append((number, guild_id))
        return place(number)

    bot.get_partial_messageable = noted
    await tidy(bot, session)  # type: ignore[arg-type]
    assert asked == [(HERE, 1), (HERE, 1)]
    assert session.old_cards == []


async def test_one_card_that_cannot_be_taken_down_keeps_no_other() -> None:
    session, here, there = Games((HERE, 500), (ELSEWHERE, 501)), Channel(), Channel()
    here.fails = error(discord.HTTPException, 500, 0)
    await tidy(bot_in(here=here, elsewhere=there), session)  # type: ignore[arg-type]
    assert there.deleted == [501]
    assert [old.message_id for old in session.old_cards] == [500]


async def test_the_very_first_message_may_be_the_card() -> None:
    session = Games((HERE, None))
    await tidy(bot_in(here=Channel(message(1))), session)  # type: ignore[arg-type]
    assert session.status_message_id == 1


async def test_the_card_before_the_one_that_was_found_goes_with_the_others() -> None:
    session, here, there = Games((HERE, None), (ELSEWHERE, 501)), Channel(message(700)), Channel()
    session.status_message_id = 500
    await tidy(bot_in(here=here, elsewhere=there), session)  # type: ignore[arg-type]
    assert (session.status_message_id, here.deleted, there.deleted) == (700, [500], [501])
    assert session.old_cards == []
