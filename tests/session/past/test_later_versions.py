"""What a release leaves behind is read and played on with by later versions, whatever they change:
its finished games, and a database in which a game of every preset is under way."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path
from typing import Any

import pytest
import zstandard
from sqlalchemy import text

from bot.content import data_root, load
from bot.games import GAMES, LIBRARY, game_for, policy_for, presets_of
from bot.rules.kernel import Match
from bot.session import Desk, GameSession
from bot.session.journal.record import verify
from bot.session.past.upgrades import check_all
from bot.storage import Database, database
from bot.storage.database import known_forms
from tests.data_folder import played_with
from tests.folders import TESTS
from tests.session.doubles import FakeClock

LEFT = TESTS / "fixtures" / "edition_1"
TABLES = {f"{game}-{preset.id}" for game in GAMES for preset in presets_of(game)}

LATER_FORM = '''"""A column and a table more."""

import sqlalchemy as sa
from alembic import op

revision = "later"
down_revision = "{newest}"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("game", sa.Column("colour", sa.String(), server_default="red", nullable=False))
    op.create_table("badge", sa.Column("id", sa.Integer(), primary_key=True))
'''


def unpacked(file: Path) -> bytes:
    """What stands in a packed file."""
    return zstandard.ZstdDecompressor().decompress(file.read_bytes())


def export(file: Path) -> Any:
    """A game that was left behind."""
    return json.loads(unpacked(file))


def test_its_finished_games_are_replayed_to_the_same_positions() -> None:
    files = sorted(LEFT.glob("*.json.zst"))
    assert {file.name.rpartition("-")[0] for file in files} == TABLES
    games = {file.name: export(file) for file in files}
    found = {
        name: verify(data, game_for(data["game"], data["ruleset"])) for name, data in games.items()
    }
    assert found == dict.fromkeys(games)
    assert {data["edition"] for data in games.values()} == {1}


@pytest.fixture
def later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A later version's data folder and migrations: the hand limit was mended, the tables grew."""
    shutil.copytree(data_root(), tmp_path / "data", ignore=shutil.ignore_patterns("fonts"))
    mended = {"patches": {"house": {"add": {"hand_limit": 4}}}}
    edition = tmp_path / "data" / "kingmaker" / "editions" / "2.json"
    edition.write_text(json.dumps(mended), "utf-8")
    newest = max(known_forms())
    shutil.copytree(database.MIGRATIONS, tmp_path / "migrations")
    form = tmp_path / "migrations" / "versions" / "later.py"
    form.write_text(LATER_FORM.format(newest=newest), "utf-8")
    monkeypatch.setattr(database, "MIGRATIONS", tmp_path / "migrations")
    return tmp_path


async def play_on(session: GameSession, decisions: int) -> None:
    """Let those who are waited for decide as the steward would."""
    steward, chance = policy_for(session.game, "steward"), random.Random(session.id)
    for _ in range(decisions):
        match = session.match
        assert match is not None
        seat = match.waiting_for()[0]
        user = session.seats[seat].user_id
        assert user is not None
        _, choice = steward.choose(match.view(seat), match.prompts(seat), seat, chance)
        await session.submit(user_id=user, choice=choice)


async def test_its_database_is_upgraded_and_its_games_go_on_by_their_own_rules(
    later: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = later / "games.sqlite3"
    file.write_bytes(unpacked(LEFT / "games.sqlite3.zst"))
    store = Database(f"sqlite+aiosqlite:///{file}")
    limit = load.load_content("house").ruleset.hand_limit
    assert limit is not None
    known_forms.cache_clear()
    try:
        with played_with(later / "data", monkeypatch):
            await store.upgrade()
            desk = Desk(store, FakeClock(), LIBRARY)
            games = await check_all(desk.services)
            tables = {f"{one.game}-{one.ruleset}" for one in games}
            assert [(one.difference, one.broken) for one in games] == [(None, None)] * len(TABLES)
            assert len(tables) == len(TABLES)
            for one in games:
                session = await desk.get(one.game_id)
                assert session is not None
                await play_on(session, 8)
                assert session.match is not None
                assert session.match.edition == 1
                if one.ruleset == "house":
                    assert session.match.game.content.ruleset.hand_limit == limit + 4
            begun, _ = Match.start(game_for("kingmaker", "house"), 3, "later")
            assert (begun.edition, begun.game.content.ruleset.hand_limit) == (2, limit)
            async with store.reading() as db:
                colours = (await db.exec(text("SELECT DISTINCT colour FROM game"))).all()  # type: ignore[call-overload]
            assert [tuple(row) for row in colours] == [("red",)]
            await desk.close()
    finally:
        await store.close()
        known_forms.cache_clear()
