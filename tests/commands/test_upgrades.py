"""`kingmaker db check` and `db upgrade --dry-run`, as an operator uses them."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bot import __version__
from bot.commands.line import app
from bot.commands.problem import Problem
from bot.games import LIBRARY, game_for, policy_for
from bot.selfplay import export_of, play_game
from bot.session import Desk, SystemClock
from bot.session.past.upgrades import Checked
from bot.storage import Database
from bot.storage.database import newest_form

DECISIONS = 12


def kingmaker(*words: str) -> str:
    """What the command line says; it must go well."""
    result = CliRunner().invoke(app, list(words), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    """A database with a game under way, which an older version has last played."""
    file = tmp_path / "begun.sqlite3"
    asyncio.run(_begin(at(file)))
    changed(file, "UPDATE game SET played_with = '0.0.1'")
    return file


async def _begin(database: str) -> None:
    """A game of two computers at its twelfth decision."""
    rules = game_for("kingmaker", "house")
    record = play_game(rules, 2, "begun", [policy_for("kingmaker", "random")], {"rounds": "3"})
    export = export_of(record, rules)
    export.update(decisions=export["decisions"][:DECISIONS], result=None)
    store = Database(database)
    await store.upgrade()
    desk = Desk(store, SystemClock(), LIBRARY)
    await desk.new_games.bring_in(export, guild_id=1, channel_id=2, host_id=3)
    await desk.close()
    await store.close()


def at(file: Path) -> str:
    return f"sqlite+aiosqlite:///{file}"


def changed(file: Path, statement: str, *values: object) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute(statement, values)
    connection.close()


def form(file: Path) -> str:
    connection = sqlite3.connect(file)
    (found,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    connection.close()
    return str(found)


def game(file: Path) -> str:
    connection = sqlite3.connect(file)
    (found,) = connection.execute("SELECT id FROM game").fetchone()
    connection.close()
    return str(found)


def revision(file: Path) -> int:
    connection = sqlite3.connect(file)
    (found,) = connection.execute("SELECT revision FROM game").fetchone()
    connection.close()
    return int(found)


def test_an_upgrade_is_tried_on_a_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    async def older(_: str) -> tuple[str, list[Checked]]:
        return "0000", []

    monkeypatch.setattr("bot.commands.database._rehearse", older)
    assert kingmaker("db", "upgrade", "--dry-run").splitlines() == [
        f"I upgraded a copy from schema 0000 to {newest_form()}. "
        "The database itself has not changed.",
        "0 running games, 0 changed by corrected rules.",
    ]


def test_where_no_upgrade_is_needed_the_games_are_tried_on_a_copy(begun: Path) -> None:
    told = kingmaker("db", "upgrade", "--dry-run", "--database", at(begun))
    assert told.splitlines() == [
        f"A copy of your games needs no upgrade: its schema is {newest_form()}.",
        f"{game(begun)}  kingmaker house, revision {revision(begun)}, last played with "
        "0.0.1: a replay ends in the same position.",
        "1 running game, 0 changed by corrected rules.",
    ]
    assert form(begun) == newest_form()


def test_the_games_are_checked_where_they_are_once_it_is_upgraded(begun: Path) -> None:
    changed(begun, "UPDATE alembic_version SET version_num = '0000'")
    with pytest.raises(Problem, match=r"has schema 0000.*`kingmaker db upgrade --dry-run`"):
        CliRunner().invoke(app, ["db", "check", "--database", at(begun)], catch_exceptions=False)
    changed(begun, "UPDATE alembic_version SET version_num = ?", newest_form())
    changed(begun, "UPDATE game SET played_with = ?", __version__)
    told = kingmaker("db", "check", "--database", at(begun))
    assert f"last played with {__version__}: a replay ends in the same position." in told


def test_a_touched_game_is_named_and_its_secrets_are_not(begun: Path) -> None:
    kingmaker("db", "upgrade", "--database", at(begun))
    changed(begun, "UPDATE journal SET state = 'as it was then' WHERE revision = 9")
    told = kingmaker("db", "check", "--database", at(begun))
    assert "changed by corrected rules. It goes on from where it stands" in told
    assert told.endswith("1 running game, 1 changed by corrected rules.\n")
    assert "decision" not in told
    (found,) = json.loads(kingmaker("db", "check", "--json", "--database", at(begun)))
    assert found == {
        "game_id": game(begun), "game": "kingmaker", "ruleset": "house",
        "revision": revision(begun),
        "played_with": "0.0.1", "broken": None, "touched": True,
    }  # fmt: skip


def test_a_game_that_cannot_go_on_is_a_problem(begun: Path) -> None:
    kingmaker("db", "upgrade", "--database", at(begun))
    changed(begun, "UPDATE game SET ruleset = 'lost'")
    with pytest.raises(Problem, match=rf"cannot go on with {game(begun)}\. Keep the last version"):
        CliRunner().invoke(app, ["db", "check", "--database", at(begun)], catch_exceptions=False)
