"""`kingmaker backup` and `restore`, as an operator uses them."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import SQLModel
from typer.testing import CliRunner

from bot.commands import database
from bot.commands.line import app
from bot.commands.problem import Problem
from bot.games import LIBRARY, policy_for
from bot.session import Desk, SystemClock
from bot.storage import Database, backups
from bot.storage.backups import back_up, restore

PLAYERS = {0: 1, 1: 2}


def kingmaker(*words: str) -> str:
    """What the command line says; it must go well."""
    result = CliRunner().invoke(app, list(words), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def refused(*words: str) -> str:
    """The sentence with which the command line refuses."""
    with pytest.raises(Problem) as problem:
        CliRunner().invoke(app, list(words), catch_exceptions=False)
    return str(problem.value)


def at(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


async def nobody(_revision: int) -> None:
    """Is told, and does nothing."""


async def played(
    database: Database, decisions: int, confirmed: Callable[[int], Awaitable[None]] = nobody
) -> str:
    """A game by two people, so many decisions long; each is told when it is confirmed."""
    desk = Desk(database, SystemClock(), LIBRARY)
    session = await desk.new_games.open(
        guild_id=1, channel_id=1, host_id=1, host_name="Ann", game="kingmaker", ruleset="house",
        seats=2, options={"rounds": "60"},
    )  # fmt: skip
    await session.lobby.join(2, "Ben")
    await session.lobby.start(1)
    chance, at_random = random.Random(7), policy_for("kingmaker", "random")
    for _ in range(decisions):
        seat = session.waiting_for()[0]
        _, choice = at_random.choose(None, session.prompts(seat), seat, chance)
        receipt = await session.submit(user_id=PLAYERS[seat], choice=choice)
        await confirmed(receipt.revision)
    await desk.close()
    return str(session.id)


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """The address of a database with a game, and the game's id."""
    url = at(tmp_path_factory.mktemp("games") / "games.sqlite3")

    async def play() -> str:
        database = Database(url)
        await database.upgrade()
        try:
            return await played(database, 60)
        finally:
            await database.close()

    return url, asyncio.run(play())


def test_a_backup_is_told_and_comes_back(games: tuple[str, str], tmp_path: Path) -> None:
    url, game = games
    file, new = tmp_path / "b", at(tmp_path / "new.sqlite3")
    told = kingmaker("backup", str(file), "--database", url)
    assert re.fullmatch(
        rf"{file}: 1 game with \d+ journal entries, 0\.\d MB\. "
        r"I read it again, and it is complete\.\n",
        told,
    )
    kingmaker("restore", str(file), "--database", new)
    export = kingmaker("export", game, "--database", new)
    assert export == kingmaker("export", game, "--database", url)
    (tmp_path / "export.json").write_text(export)
    assert "every state verified" in kingmaker("verify", str(tmp_path / "export.json"))


def test_nothing_confirmed_before_is_missing_from_a_backup_under_load(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Moves go on while it is written; what was confirmed at its start is in it, whole."""
    moved = asyncio.Condition()
    kept: list[int] = []

    async def confirmed(revision: int) -> None:
        async with moved:
            kept.append(revision)
            moved.notify_all()

    async def more(than: int) -> None:
        async with moved:
            await moved.wait_for(lambda: len(kept) > than)

    rows = backups._rows

    async def slowly(connection: Any, table: Any) -> AsyncIterator[list[Any]]:
        """The rows of a table, after a move that was made meanwhile."""
        await more(len(kept))
        async for row in rows(connection, table):
            yield row

    async def work() -> tuple[int, int, list[Any], list[Any]]:
        live, copy = Database(at(tmp_path / "live")), Database(at(tmp_path / "copy"))
        await live.upgrade()
        playing = asyncio.create_task(played(live, 120, confirmed))
        await more(39)
        before = len(kept)
        monkeypatch.setattr(backups, "_rows", slowly)
        await back_up(reader := Database(at(tmp_path / "live")), tmp_path / "b")
        after = len(kept)
        game = await playing
        await restore(copy, tmp_path / "b")
        records = []
        for each in (live, copy):
            desk = Desk(each, SystemClock(), LIBRARY)
            records.append((await desk.export(game) or {})["decisions"])
            await desk.close()
        for each in (live, copy, reader):
            await each.close()
        return before, after, *records

    before, after, live, copied = asyncio.run(work())
    assert after >= before + len(SQLModel.metadata.sorted_tables)
    assert before <= len(copied) < after <= len(live)
    assert copied == live[: len(copied)]


def test_one_game_comes_back_beside_others(games: tuple[str, str], tmp_path: Path) -> None:
    url, game = games
    file, there = tmp_path / "b", at(tmp_path / "there.sqlite3")
    kingmaker("backup", str(file), "--database", url)
    again = kingmaker("restore", str(file), "--game", game, "--database", there).strip()
    old, new = (
        json.loads(kingmaker("export", each, "--database", where))
        for each, where in ((game, url), (again, there))
    )
    assert old["decisions"] == new["decisions"]
    told = refused("restore", str(file), "--game", game, "--database", there)
    assert "channel" in told
    assert "has no game NONE." in refused(
        "restore", str(file), "--game", "NONE", "--database", there
    )


def test_a_folder_keeps_the_newest_and_what_is_not_its_own(
    games: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, _ = games
    for name in ("kingmaker-20200101T000000Z.backup", "kingmaker-20210101T000000Z.backup", "mine"):
        (tmp_path / name).write_text("old")
    kingmaker("backup", str(tmp_path), "--keep", "2", "--database", url)
    left = sorted(file.name for file in tmp_path.iterdir())
    assert left[0] == "kingmaker-20210101T000000Z.backup"
    assert left[2:] == ["mine"]
    assert re.fullmatch(r"kingmaker-\d{8}T\d{6}Z\.backup", left[1])


def test_it_goes_on_after_a_failure(
    games: tuple[str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """With `--every` a database out of reach is told, and tried again."""
    url, _ = games
    waited: list[float] = []

    class Enough(Exception):
        pass

    async def sleep(seconds: float) -> None:
        waited.append(seconds)
        if len(waited) == 2:
            raise Enough
        monkeypatch.undo()
        monkeypatch.setattr(database.asyncio, "sleep", sleep)

    async def gone(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(database.asyncio, "sleep", sleep)
    monkeypatch.setattr(database, "back_up", gone)
    with pytest.raises(Enough):
        database.make_backup(str(tmp_path), every="12h", keep=None, database=url)
    assert waited == [5 * 60, 12 * 3600]
    told = capsys.readouterr()
    assert "cannot be written: No space left on device." in told.err
    assert "I read it again, and it is complete" in told.out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--every", "daily"), "Write it as 30m, 12h or 7d"),
        (("--every", "0h"), "Write it as 30m, 12h or 7d"),
        (("--keep", "0"), "1 or more"),
    ],
)
def test_bad_words_are_refused(tmp_path: Path, words: tuple[str, ...], told: str) -> None:
    assert told in refused("backup", str(tmp_path), *words, "--database", at(tmp_path / "x"))
    assert not list(tmp_path.iterdir())


def test_a_database_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    told = refused("backup", str(tmp_path / "b"), "--database", at(tmp_path / "none"))
    assert told.startswith("There is no database at ")
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_not_there_is_asked_for_and_no_file_takes_its_name(
    tmp_path: Path, games: tuple[str, str]
) -> None:
    told = refused("backup", f"{tmp_path}/backups/", "--database", games[0])
    assert told == f"There is no folder {tmp_path}/backups. Make it first."
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "backups").mkdir()
    kingmaker("backup", f"{tmp_path}/backups/", "--database", games[0])
    (file,) = (tmp_path / "backups").iterdir()
    assert database._PATTERN.fullmatch(file.name)


def test_every_needs_a_folder(tmp_path: Path) -> None:
    told = refused("backup", str(tmp_path / "file"), "--every", "1d", "--database", "sqlite:///x")
    assert "is not a folder" in told


def test_what_is_no_backup_is_refused(tmp_path: Path) -> None:
    (tmp_path / "b").write_text("{}")
    assert "is not a backup" in refused(
        "restore", str(tmp_path / "b"), "--database", at(tmp_path / "x")
    )
    assert "cannot be read" in refused(
        "restore", str(tmp_path / "none"), "--database", at(tmp_path / "x")
    )
