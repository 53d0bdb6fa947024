"""Two processes, one database: what is private reaches its game wherever that is."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.app import _IDENTIFYING, Bot
from bot.sandbox import RunningSandbox
from bot.sandbox.members.player import Player
from bot.sandbox.members.sight import text_of
from bot.storage import Database
from tests.e2e.conftest import Room, alice_and_bob, bot_at, said
from tests.e2e.play.test_parliament import alice_votes_yea, ballots, to_the_ballot
from tests.storage.databases import cluster, database_url
from tests.waiting import until

__all__ = ["cluster", "database_url"]


@pytest.fixture
def database(database_url: str) -> str:
    """Several processes need PostgreSQL; the same holds for two on one file."""
    return database_url


class TwoProcesses(Room):
    """A room whose server is the business of one process, and direct messages of another."""

    first: Bot
    """It hears of direct messages, and not of the server."""


@pytest.fixture
async def apart(
    sandbox: RunningSandbox, database: str, tmp_path: Path
) -> AsyncIterator[TwoProcesses]:
    """Shard 0 in one process, the server's shard in the other."""
    url, guild = sandbox.base_url, int(sandbox.sandbox.world.first_guild.id) >> 22
    count = next(number for number in range(2, 100) if guild % number)
    async with (
        bot_at(url, database, process="0", shard_ids=[0], shard_count=count) as first,
        bot_at(url, database, process="1", shard_ids=[guild % count], shard_count=count) as second,
        alice_and_bob(url) as (alice, bob),
    ):
        assert (len(first.guilds), len(second.guilds)) == (0, 1)
        room = TwoProcesses(sandbox, database, second, tmp_path / "requests.jsonl", alice, bob)
        room.first = first
        yield room


async def test_a_ballot_by_direct_message_reaches_the_game_of_another_process(
    apart: TwoProcesses,
) -> None:
    session = await to_the_ballot(apart)
    elsewhere = apart.first.desk.at_hand(session.id)
    revision = session.revision
    (ballot,) = ballots(apart.bob)
    voted = await apart.bob.press(ballot, "Nay")
    assert voted.state == "done"
    await apart.bob.wait_for_message(lambda m: "✓ You vote nay." in text_of(m))
    # The process that hears of direct messages has taken it; the other learns of it.
    assert elsewhere is not apart.first.desk.at_hand(session.id)
    assert session.revision == revision
    await alice_votes_yea(apart)


def threads(player: Player) -> list[str]:
    """The private threads that somebody sees."""
    return [each["id"] for each in player.channels.values() if each["type"] == 12]


async def test_a_private_thread_is_made_by_a_process_that_hears_nothing_of_the_server(
    apart: TwoProcesses,
) -> None:
    await apart.alice.set_dms(False)
    await apart.start_with_bob()
    mine = await apart.session()
    theirs = await apart.first.desk.get(mine.id)
    assert theirs is not None
    assert await apart.first.deliverer.reach.to_seat(theirs, 0, "a", "Alice’s own secret")
    told = await apart.alice.wait_for_message(lambda m: "Alice’s own secret" in text_of(m))
    (thread,) = threads(apart.alice)
    assert told["channel_id"] == thread
    # The other process goes on in the same thread, and a command there is its own to answer.
    assert await apart.bot.deliverer.reach.to_seat(mine, 0, "b", "and one more")
    more = await apart.alice.wait_for_message(lambda m: "and one more" in text_of(m))
    assert more["channel_id"] == thread
    helped = await apart.alice.slash(thread, "help")
    assert "**Round " in said(helped)
    assert threads(apart.bob) == []


async def _wants_it(store: Database) -> bool:
    """Whether somebody waits for what another process has."""
    async with store.reading() as db:
        waiting = text("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")
        return bool((await db.exec(waiting)).scalar_one())  # type: ignore[call-overload]


async def test_processes_connect_one_after_the_other(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord lets one token identify itself once in five seconds, whoever uses it."""
    monkeypatch.setattr("bot.app._APART", 0)
    other = Database(database)
    bot = Bot(Database(database), shard_ids=[0], shard_count=2)
    connecting: asyncio.Task[None] | None = None
    try:
        async with other.in_turn(_IDENTIFYING):
            connecting = asyncio.create_task(bot.before_identify_hook(0, initial=True))
            if database.startswith("postgresql"):
                await until(lambda: _wants_it(other))
                assert not connecting.done()
        await connecting
        # What is wanted for another purpose keeps nobody waiting.
        async with other.in_turn(_IDENTIFYING + 1):
            await bot.before_identify_hook(0)
    finally:
        await bot.database.close()
        await other.close()


async def test_who_cannot_ask_the_others_connects_all_the_same(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.app._APART", 0)
    bot = Bot(Database("postgresql://nobody@127.0.0.1:1/none"), shard_ids=[0], shard_count=2)
    await bot.before_identify_hook(0, initial=True)
    assert "could not wait for the other processes" in caplog.text
    await bot.database.close()
