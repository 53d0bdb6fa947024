"""Games of every release are kept for ever: each must hold, and one that was under way goes on.

`tests/GAME/fixtures/VERSION` has exports that the program of that version made. They are never made
anew. `make test` plays a few of them over, `make test-long` all.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import zstandard

from bot.games import GAMES, LIBRARY, game_for
from bot.session import Desk, Library
from bot.session.journal.record import verify
from tests.folders import fixtures_of
from tests.session.conftest import clock, notebook, open_desk
from tests.session.doubles import CHANNEL, GUILD, Notebook, until
from tests.storage.databases import prepared_sqlite, sqlite_url

__all__ = ["clock", "notebook", "open_desk", "prepared_sqlite", "sqlite_url"]

TESTS = Path(__file__).parents[1]
KEPT = sorted(file for game in GAMES for file in fixtures_of(game).glob("*/*.json.zst"))
UNFINISHED = [file for file in KEPT if file.name.startswith("unfinished-")]
FIRST_RELEASE = 1
"""The edition of the rules in records that name none."""


def sample() -> set[Path]:
    """Of each release and game the smallest export for each number of seats, and the unfinished."""
    smallest: dict[tuple[Path, str], Path] = {}
    for file in sorted(KEPT, key=lambda kept: kept.stat().st_size, reverse=True):
        kind = file.name.removesuffix(".json.zst").rpartition("-")[0]
        smallest[file.parent, kind] = file
    return {*smallest.values(), *UNFINISHED}


def _name(file: Path) -> str:
    return f"{file.parts[-4]}-{file.parent.name}-{file.name.removesuffix('.json.zst')}"


ALL = [
    pytest.param(file, id=_name(file), marks=() if file in sample() else pytest.mark.long)
    for file in KEPT
]


def record_in(file: Path) -> Any:
    """The export in a file."""
    return json.loads(zstandard.ZstdDecompressor().stream_reader(file.read_bytes()).read())


@pytest.mark.parametrize("file", ALL)
def test_a_game_of_a_release_still_holds(file: Path) -> None:
    data = record_in(file)
    assert verify(data, game_for(data["game"], data["ruleset"])) is None
    assert (data["result"] is None) == (file in UNFINISHED)


@pytest.mark.parametrize("game", GAMES)
def test_something_is_kept_of_every_game(game: str) -> None:
    of_game = [file for file in KEPT if file.parts[-4] == game]
    for release in {file.parent for file in of_game}:
        names = [file.name for file in of_game if file.parent == release]
        assert len(names) >= 8
        assert any(name.startswith("unfinished-") for name in names)


def test_what_is_kept_is_small() -> None:
    assert sum(file.stat().st_size for file in KEPT) < 2_000_000


@pytest.fixture
def library() -> Library:
    """The games themselves."""
    return LIBRARY


@pytest.fixture
def database_url(sqlite_url: str) -> str:
    """SQLite is enough here."""
    return sqlite_url


@pytest.fixture
def desk(open_desk: Any, notebook: Notebook) -> Desk:
    """A desk with the games themselves."""
    found: Desk = open_desk(notebook)
    return found


@pytest.mark.parametrize(
    "file",
    [
        pytest.param(file, id=_name(file), marks=pytest.mark.long if "house-6" in file.name else ())
        for file in UNFINISHED
    ],
)
async def test_a_game_under_way_at_a_release_is_played_to_its_end(file: Path, desk: Desk) -> None:
    data = record_in(file)
    session = await desk.new_games.bring_in(data, guild_id=GUILD, channel_id=CHANNEL, host_id=1)
    assert session.match is not None
    assert session.match.edition == data.get("edition", FIRST_RELEASE)
    await until(lambda: session.status == "over", within=200)
    whole = json.loads(json.dumps(await session.journal.export()))
    assert verify(whole, session.rules) is None
    before = len(data["decisions"])
    assert whole["decisions"][:before] == data["decisions"]
    assert len(whole["decisions"]) > before
    assert whole["result"]["winners"]
