"""The bot is stopped while Discord is out of reach: soon, and nothing accepted is lost."""

from __future__ import annotations

import asyncio
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from bot.app import Bot
from bot.rules.kernel import Choice
from bot.sandbox import RunningSandbox
from bot.sandbox.members.player import Player
from bot.sandbox.members.sight import text_of
from bot.storage import Database, OutboxRow, outbox
from cogs.ui.choosing.playing import way_of
from cogs.ui.turnstile import STOPPING
from tests.e2e.conftest import CHANNEL, Room, alice_and_bob, bot_at
from tests.e2e.trouble.relay import relay_to
from tests.waiting import until

AT_MOST = 30
"""Seconds after which compose kills the bot. It aims at ten, of which nine are spent waiting."""

SOON = 0.5
"""Seconds for work under way and for the database, where nothing will come of it anyway."""

ROOT = Path(__file__).parents[3]

PROGRAM = """
import asyncio, sys
from pathlib import Path
from bot.app import run_bot
from bot.config import Settings
from bot.sandbox.process import point_at
point_at(sys.argv[1])
settings = Settings(data_dir=Path(sys.argv[2]))
asyncio.run(run_bot(settings, token="sandbox", quick=True))
"""


async def _untold(url: str, game_id: str) -> list[OutboxRow]:
    """What the game still has to say."""
    database = Database(url)
    try:
        async with database.reading() as db:
            return list(await outbox.waiting(db, game_id))
    finally:
        await database.close()


async def _all_told(url: str, game_id: str) -> None:
    while True:
        if not await _untold(url, game_id):
            return
        await asyncio.sleep(0.05)


def _draws(player: Player) -> int:
    """How often the channel reads that Alice draws a card: an Event card, and one at the end."""
    return sum(text_of(each).count("**Alice** draws") for each in player.messages(CHANNEL))


async def _stopped(bot: Bot) -> None:
    async with asyncio.timeout(AT_MOST):
        await bot.close()


async def test_stopped_while_the_line_is_dead_and_all_follows_at_the_next_start(
    sandbox: RunningSandbox, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.app._PATIENCE", SOON)
    url = sandbox.base_url
    async with (
        relay_to(url) as line,
        alice_and_bob(url) as (alice, bob),
    ):
        async with bot_at(line.base_url, database) as bot:
            room = Room(sandbox, database, bot, tmp_path / "requests.jsonl", alice, bob)
            await room.begin_game(seats=2)
            session = await room.session()
            assert way_of(session, 0, "done") is not None
            line.go_dead()
            # Accepted: it is in the database. That it is told hangs on the dead line.
            await session.submit(user_id=int(alice.me["id"]), choice=Choice("done"))
            accepted = session.revision
            async with asyncio.timeout(60):
                await line.called.wait()
            await _stopped(bot)
        assert len(await _untold(database, session.id)) > 0
        assert _draws(alice) == 1
        async with bot_at(url, database) as later:
            again = await later.desk.get(session.id)
            assert again is not None
            assert again.revision >= accepted
            async with asyncio.timeout(60):
                await _all_told(database, session.id)
            # Her turn had its message before; there it goes on, and nothing of it is said twice.
            await alice.wait_until(lambda player: _draws(player) == 2)
        nonces = [sent["nonce"] for sent in room.posted()]
        assert len(set(nonces)) == len(nonces)


async def test_who_is_being_answered_gets_it_and_who_comes_later_is_asked_to_come_again(
    sandbox: RunningSandbox, database: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    url = sandbox.base_url
    async with (
        alice_and_bob(url) as (alice, bob),
        bot_at(url, database) as bot,
    ):
        room = Room(sandbox, database, bot, tmp_path / "requests.jsonl", alice, bob)
        await room.begin_game(seats=2)
        begun, drawn, draw = asyncio.Event(), asyncio.Event(), bot.pictures.board

        async def slowly(*args: Any, **more: Any) -> Any:
            begun.set()
            await drawn.wait()
            return await draw(*args, **more)

        bot.pictures.board = slowly  # type: ignore[method-assign]
        looks = asyncio.create_task(alice.slash(CHANNEL, "map", within=60))
        async with asyncio.timeout(60):
            await begun.wait()
        stops = asyncio.create_task(_stopped(bot))
        await until(lambda: bot.turnstile.closed)
        later = await bob.slash(CHANNEL, "hand", within=60)
        assert later.message is not None
        assert text_of(later.message) == STOPPING
        assert not stops.done()
        drawn.set()
        shown = await looks
        assert shown.message is not None
        assert shown.message["attachments"]
        await stops
    assert "failed" not in caplog.text


async def test_told_to_stop_while_discord_never_answers(tmp_path: Path) -> None:
    async with relay_to("http://127.0.0.1:1") as line:
        line.go_dead()
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", PROGRAM, line.base_url, str(tmp_path), cwd=ROOT
        )
        try:
            async with asyncio.timeout(120):
                await line.called.wait()
            process.send_signal(signal.SIGTERM)
            async with asyncio.timeout(AT_MOST):
                assert await process.wait() == 0
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
