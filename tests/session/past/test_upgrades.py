"""Running games that are taken over from an older version."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path
from typing import Any

import pytest
import zstandard
from sqlalchemy import text
from sqlmodel import col, select

from bot import __version__
from bot.content import data_root, load
from bot.games import GAMES, LIBRARY, game_for, policy_for, presets_of
from bot.rules.kernel import Game, Match, Position
from bot.session import Desk, GameSession, Refused
from bot.session.journal.history import MENDED
from bot.session.journal.record import verify
from bot.session.past import upgrades
from bot.session.past.upgrades import check_all
from bot.storage import Database, database, games
from bot.storage.database import known_forms
from bot.storage.snapshots import pack
from bot.storage.tables import GameRow, OutboxRow
from tests.data_folder import played_with
from tests.folders import TESTS
from tests.session.doubles import ALICE, BOB, FakeClock, Notebook, open_game, running_game, take
from tests.storage.databases import database_url
from tests.toy.game import Toy
from tests.toy.library import ToyLibrary
from tests.waiting import idle

__all__ = ["database_url"]


class Mended(Toy):
    """The toy as its rules were mended: everybody begins with one token more."""

    def set_up(self, seats: int, options: dict[str, str], seed: str) -> Position:
        position = super().set_up(seats, options, seed)
        position.state.tokens = [tokens + 1 for tokens in position.state.tokens]
        return position


class MendedLibrary(ToyLibrary):
    """Finds the toy with its mended rules."""

    def game_for(self, game: str, ruleset: str) -> Game:
        super().game_for(game, ruleset)
        return Mended(ruleset)


async def row_of(desk: Desk, game_id: str) -> GameRow:
    async with desk.services.database.reading() as db:
        row = await games.by_id(db, game_id)
    assert row is not None
    return row


async def grow_old(desk: Desk, session: GameSession) -> None:
    """As if the game had last been played with an older version."""
    async with desk.services.database.writing() as db:
        await games.change(db, session.id, played_with="0.0.1")


async def told(desk: Desk, session: GameSession) -> list[dict[str, Any]]:
    """What the channel was told of how things came about."""
    async with desk.services.database.reading() as db:
        found = await db.exec(select(OutboxRow).where(col(OutboxRow.game_id) == session.id))
        return [row.payload["note"] for row in found.all() if row.payload.get("note")]


async def notes(session: GameSession) -> list[Any]:
    return [entry.note for entry in await session.journal.log(None) if entry.note is not None]


async def test_a_new_game_carries_the_version_it_is_played_with(desk: Desk) -> None:
    session = await running_game(desk)
    assert (await row_of(desk, session.id)).played_with == __version__


async def test_a_game_that_no_mended_rule_touches_goes_on_without_a_word(
    desk: Desk, notebook: Notebook
) -> None:
    session = await running_game(desk)
    await session.submit(user_id=ALICE, choice=take(1))
    await grow_old(desk, session)
    revision = session.revision
    await upgrades.take_over(desk.services, session.commands)
    assert (session.revision, await notes(session)) == (revision, [])
    assert (await row_of(desk, session.id)).played_with == __version__


async def test_a_game_that_a_mended_rule_touches_goes_on_and_its_log_says_so_once(
    desk: Desk, notebook: Notebook, clock: FakeClock
) -> None:
    old = await running_game(desk)
    await old.submit(user_id=ALICE, choice=take(1))
    await grow_old(desk, old)
    revision, heap = old.revision, old.view(None).heap

    newer = Desk(desk.services.database, clock, MendedLibrary(), notebook, process="newer")
    (found,) = await upgrades.check_all(newer.services)
    assert found.played_with == "0.0.1"
    assert found.difference == "The first position differs."
    assert found.broken is None
    await newer.resume_all()
    await idle(newer)
    session = await newer.get(old.id)
    assert session is not None
    assert await notes(session) == [{"what": MENDED}]
    assert (session.revision, session.view(None).heap) == (revision + 1, heap)
    assert await told(newer, session) == [{"what": MENDED}]
    assert (await row_of(newer, session.id)).played_with == __version__
    await session.submit(user_id=BOB, choice=take(2))
    assert session.view(None).heap == heap - 2

    # A game that was taken over once is not told of it again.
    assert await upgrades.waiting(newer.services) == []
    with pytest.raises(Refused, match="has already said so"):
        await upgrades.take_over(newer.services, session.commands)
    assert await notes(session) == [{"what": MENDED}]
    await newer.close()


async def test_a_game_that_cannot_be_read_is_left_as_it_is(desk: Desk) -> None:
    session = await running_game(desk)
    await grow_old(desk, session)
    async with desk.services.database.writing() as db:
        await games.change(db, session.id, snapshot=pack(b"{}"))
    (found,) = await upgrades.check_all(desk.services)
    assert found.broken == "its position cannot be read (ValidationError)"
    await upgrades.take_over(desk.services, session.commands)
    assert (await row_of(desk, session.id)).played_with == "0.0.1"


async def test_a_game_whose_rules_are_not_there_any_more_is_left_as_it_is(desk: Desk) -> None:
    session = await running_game(desk)
    async with desk.services.database.writing() as db:
        await games.change(db, session.id, ruleset="lost")
    (found,) = await upgrades.check_all(desk.services)
    assert found.broken == "There is no game 'toy' with a rule set 'lost'."


async def test_games_in_the_lobby_and_finished_ones_are_not_looked_at(desk: Desk) -> None:
    await open_game(desk)
    assert await upgrades.check_all(desk.services) == []


# What a release leaves behind is read and played on with by later versions, whatever they change:
# its finished games, and a database in which a game of every preset is under way.


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
