"""Which games stand still and go on when a server, a channel or the bot's rights change."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.session import Unreadable
from bot.storage.games import GamePlace
from cogs import lost_channels
from cogs.lost_channels import LostChannels
from tests.cogs.delivery.test_delivery import error

OPEN, CLOSED = discord.Permissions.all(), discord.Permissions.none()
HERE, THERE = 10 << 22, 13 << 22
"""Two servers; with two shards each belongs to another one."""

PLACES = [
    GamePlace("LIVE", HERE, 1, live=True, paused=False),
    GamePlace("PAUSED", HERE, 2, live=False, paused=True),
    GamePlace("LOBBY", HERE, 3, live=False, paused=False),
    GamePlace("HELD", HERE, 4, live=True, paused=False),
    GamePlace("NOWHERE", HERE, 5, live=True, paused=False),
    GamePlace("ABROAD", THERE, 6, live=True, paused=False),
    GamePlace("ASLEEP", THERE, 7, live=False, paused=True),
]


class Watchman:
    """A bot that knows where games are played, and writes down what becomes of them."""

    user = SimpleNamespace(id=99)
    shard_count: int | None = 1
    shard_ids: list[int] | None = None

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.done: list[tuple[str, str]] = []
        self.guilds: list[Any] = []
        self.unreadable: set[str] = set()
        self.ended: set[str] = set()
        self.desk = self.courier = self
        self.deliverer = SimpleNamespace(reach=self)
        monkeypatch.setattr(lost_channels, "stop", self._stop)
        monkeypatch.setattr(lost_channels, "lost_its_channel", self._lost)
        monkeypatch.setattr(lost_channels, "let_go_on", self._let_go_on)

    async def persist(self, work: Any, _: str) -> None:
        await work()

    async def places(self, guild_id: int | None = None) -> list[GamePlace]:
        return [place for place in PLACES if guild_id in (None, place.guild_id)]

    async def held_back(self) -> set[str]:
        return {"HELD", "ABROAD"}

    async def get(self, game_id: str) -> Any:
        if game_id in self.unreadable:
            given = {"status": "running", "game": "kingmaker", "host_id": 1}
            row: Any = SimpleNamespace(id=game_id, guild_id=HERE, channel_id=1, **given)
            raise Unreadable(row)
        return None if game_id in self.ended else SimpleNamespace(id=game_id)

    async def in_channel(self, number: int) -> Any:
        found = [place.game_id for place in PLACES if place.channel_id == number]
        return await self.get(found[0]) if found else None

    def get_guild(self, guild_id: int) -> Any:
        return next((guild for guild in self.guilds if guild.id == guild_id), None)

    async def say_shut_out(self, session: Any) -> None:
        self.done.append((session.id, "told"))

    def is_back(self, session: Any) -> None:
        self.done.append((session.id, "is back"))

    async def _stop(self, _bot: Any, session: Any, why: str) -> None:
        self.done.append((session.id, why))

    async def _lost(self, bot: Any, reach: Any, session: Any, name: str | None) -> None:
        assert bot is reach is self
        self.done.append((session.id, name or "lost"))

    async def _let_go_on(self, _bot: Any, session: Any, why: str) -> None:
        self.done.append((session.id, why))


def server(number: int, rights: discord.Permissions, *, unavailable: bool = False) -> Any:
    """A server with the channels 1 to 4, in all of which the bot has these rights."""
    channel = SimpleNamespace(permissions_for=lambda _me: rights)

    async def fetch(_: int) -> None:
        raise error(discord.NotFound, 404, 10003)

    return SimpleNamespace(
        id=number,
        me=object(),
        unavailable=unavailable,
        get_channel_or_thread=lambda number: channel if number in (1, 2, 3, 4, 6) else None,
        get_thread=lambda _: None,
        fetch_channel=fetch,
    )


SHUT, BACK, GONE = lost_channels.SHUT, lost_channels._OPEN, lost_channels._REMOVED


@pytest.fixture
def bot(monkeypatch: pytest.MonkeyPatch) -> Any:
    return Watchman(monkeypatch)


async def test_what_is_under_way_in_a_closed_channel_stands_still(bot: Any) -> None:
    await LostChannels(bot).look_after(server(HERE, CLOSED))
    assert bot.done == [
        ("LIVE", "told"),
        ("LIVE", SHUT),
        ("HELD", "told"),
        ("HELD", SHUT),
        ("NOWHERE", "lost"),
    ]


async def test_what_stood_still_or_has_news_goes_on_in_an_open_channel(bot: Any) -> None:
    await LostChannels(bot).look_after(server(HERE, OPEN))
    assert bot.done == [
        ("PAUSED", "is back"),
        ("PAUSED", BACK),
        ("HELD", "is back"),
        ("HELD", BACK),
        ("NOWHERE", "lost"),
    ]


@pytest.mark.parametrize(
    ("channel", "rights", "done"),
    [
        (1, CLOSED, [("LIVE", "told"), ("LIVE", SHUT)]),
        (1, OPEN, []),
        (2, CLOSED, []),
        (2, OPEN, [("PAUSED", "is back"), ("PAUSED", BACK)]),
        (3, CLOSED, []),
        (5, CLOSED, [("NOWHERE", "lost")]),
    ],
)
async def test_one_channel_changes_nothing_in_the_others(
    bot: Any, channel: int, rights: discord.Permissions, done: list[tuple[str, str]]
) -> None:
    guild = server(HERE, rights)
    after: Any = SimpleNamespace(id=channel, guild=guild)
    await LostChannels(bot).on_guild_channel_update(after, after)
    assert bot.done == done


async def test_a_server_out_of_reach_is_not_looked_at(bot: Any) -> None:
    await LostChannels(bot).look_after(server(HERE, CLOSED, unavailable=True))
    assert bot.done == []


async def test_only_the_bots_own_roles_matter(bot: Any) -> None:
    cog, guild = LostChannels(bot), server(HERE, CLOSED)
    for number, times in ((98, 0), (99, 2)):
        member: Any = SimpleNamespace(id=number, guild=guild)
        await cog.on_member_update(member, member)
        assert len([what for what in bot.done if what[1] == "told"]) == times


@pytest.mark.parametrize("event", ["on_guild_join", "on_guild_available"])
async def test_a_server_that_comes_is_looked_after(bot: Any, event: str) -> None:
    await getattr(LostChannels(bot), event)(server(THERE, OPEN))
    assert bot.done == [("ABROAD", "is back"), ("ABROAD", BACK)]


async def test_a_changed_role_is_looked_into(bot: Any) -> None:
    role: Any = SimpleNamespace(guild=server(THERE, CLOSED))
    await LostChannels(bot).on_guild_role_update(role, role)
    assert bot.done == [("ABROAD", "told"), ("ABROAD", SHUT)]


async def test_the_games_of_a_server_that_was_left_stand_still(bot: Any) -> None:
    await LostChannels(bot).on_guild_remove(server(THERE, OPEN))
    assert bot.done == [("ABROAD", GONE)]


@pytest.mark.parametrize(
    ("count", "shards", "gone"),
    [
        (1, None, ["ABROAD"]),
        (None, [0], ["ABROAD"]),
        (2, [0], []),
        (2, [1], ["ABROAD"]),
        (2, [0, 1], ["ABROAD"]),
        (2, None, ["ABROAD"]),
    ],
)
async def test_after_the_start_each_process_looks_after_its_own_servers_once(
    bot: Any, count: int | None, shards: list[int] | None, gone: list[str]
) -> None:
    bot.guilds = [server(HERE, OPEN, unavailable=True)]
    bot.shard_count, bot.shard_ids = count, shards
    cog = LostChannels(bot)
    await cog.on_ready()
    assert bot.done == [(game, GONE) for game in gone]
    await cog.on_ready()
    assert len(bot.done) == len(gone)


@pytest.mark.parametrize("lost", ["unreadable", "ended"])
async def test_a_game_that_cannot_be_had_keeps_no_other(bot: Any, lost: str) -> None:
    setattr(bot, lost, {"LIVE", "PAUSED"})
    await LostChannels(bot).look_after(server(HERE, CLOSED))
    await LostChannels(bot).look_after(server(HERE, OPEN))
    nowhere = ("NOWHERE", "lost")
    assert bot.done == [
        ("HELD", "told"),
        ("HELD", SHUT),
        nowhere,
        ("HELD", "is back"),
        ("HELD", BACK),
        nowhere,
    ]
    bot.done.clear()
    await LostChannels(bot).on_guild_remove(server(HERE, OPEN))
    assert bot.done == [("HELD", GONE), ("NOWHERE", GONE)]


@pytest.mark.parametrize(
    ("channel", "done"), [(1, [("LIVE", "tavern")]), (3, [("LOBBY", "tavern")]), (9, [])]
)
async def test_the_game_of_a_deleted_channel_is_lost(
    bot: Any, channel: int, done: list[tuple[str, str]]
) -> None:
    deleted: Any = SimpleNamespace(id=channel, name="tavern")
    await LostChannels(bot).on_guild_channel_delete(deleted)
    assert bot.done == done


async def test_an_unreadable_game_of_a_deleted_channel_is_left_alone(bot: Any) -> None:
    bot.unreadable = {"LIVE"}
    deleted: Any = SimpleNamespace(id=1, name="tavern")
    await LostChannels(bot).on_guild_channel_delete(deleted)
    assert bot.done == []


async def test_before_the_bot_knows_itself_no_role_is_its_own(bot: Any) -> None:
    bot.user = None
    member: Any = SimpleNamespace(id=99, guild=server(HERE, CLOSED))
    await LostChannels(bot).on_member_update(member, member)
    assert bot.done == []


async def test_after_the_start_every_server_is_looked_after_before_those_that_are_gone(
    bot: Any,
) -> None:
    bot.guilds = [server(HERE, CLOSED)]
    await LostChannels(bot).on_ready()
    shut = [(game, done) for game in ("LIVE", "HELD") for done in ("told", SHUT)]
    assert bot.done == [*shut, ("NOWHERE", "lost"), ("ABROAD", GONE)]


async def test_the_game_of_a_deleted_thread_is_lost(bot: Any) -> None:
    named: Any = SimpleNamespace(thread_id=1, thread=SimpleNamespace(name="council"))
    archived: Any = SimpleNamespace(thread_id=3, thread=None)
    for gone in (named, archived):
        await LostChannels(bot).on_raw_thread_delete(gone)
    assert bot.done == [("LIVE", "council"), ("LOBBY", "lost")]


async def test_a_thread_that_changed_is_looked_after_alone(bot: Any) -> None:
    bot.guilds = [server(HERE, CLOSED)]
    changed: Any = SimpleNamespace(guild_id=HERE, thread_id=1)
    elsewhere: Any = SimpleNamespace(guild_id=5, thread_id=1)
    for each in (changed, elsewhere):
        await LostChannels(bot).on_raw_thread_update(each)
    assert bot.done == [("LIVE", "told"), ("LIVE", SHUT)]


@pytest.mark.parametrize(
    ("code", "done"),
    [
        (50001, [("LIVE", "told"), ("LIVE", SHUT)]),
        (10003, [("LIVE", "lost")]),
        (0, []),
    ],
)
async def test_of_a_thread_that_nobody_tells_of_discord_is_asked(
    bot: Any, code: int, done: list[tuple[str, str]]
) -> None:
    guild = server(HERE, OPEN)

    async def fetch(_: int) -> None:
        raise error(discord.HTTPException, 403, code)

    guild.get_channel_or_thread, guild.fetch_channel = (lambda _: None), fetch
    await LostChannels(bot).look_after(guild, 1)
    assert bot.done == done
