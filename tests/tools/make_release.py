"""Makes the fixtures that a release leaves behind: `python -m tests.tools.make_release`.

In tests/fixtures/edition_N are two finished games of every preset under the rules' newest edition,
as exports, and a database in which one of each is in progress. Later versions must be able to read
them and play on: once a version with that edition is released, they are never made again.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bot.content import data_root
from bot.content.editions import newest_edition
from bot.games import GAMES, LIBRARY, game_for, policy_for, presets_of
from bot.selfplay import GameRecord, export_of, play_game
from bot.session import Desk
from bot.storage import Database, upgrade
from tests.folders import TESTS
from tests.session.doubles import FakeClock
from tests.tools.make_fixtures import pack

SEATS = (3, 5)
ROUNDS = {"kingmaker": "4", "lancaster": "5"}
PLAYERS = (101, 102, 103)
"""The people at the tables of the games in progress."""


def played() -> Iterator[tuple[str, list[GameRecord]]]:
    """The finished games of every preset, each with the preset's name."""
    for game in GAMES:
        players = [policy_for(game, name) for name in ("steward", "random")]
        for preset in presets_of(game):
            rules = game_for(game, preset.specification)
            yield (
                f"{game}-{preset.id}",
                [
                    play_game(rules, seats, f"{preset.id}:{seats}", players, {"rounds": limit})
                    for seats, limit in ((seats, ROUNDS[game]) for seats in SEATS)
                ],
            )


def half_of(record: GameRecord) -> dict[str, Any]:
    """The export of a game's first half, as if it were still in progress."""
    whole = export_of(record, game_for(record.game, record.ruleset))
    kept = whole["decisions"][: len(whole["decisions"]) // 2]
    return {**whole, "decisions": kept, "result": None}


async def fill(file: Path, under_way: list[dict[str, Any]]) -> None:
    """Write a database in which these games are in progress, each in its own channel."""
    url = f"sqlite+aiosqlite:///{file}"
    await asyncio.to_thread(upgrade, url)
    database = Database(url)
    clock = FakeClock()
    clock.time = datetime(2026, 12, 1, 12, tzinfo=UTC)
    desk = Desk(database, clock, LIBRARY)
    for number, data in enumerate(under_way):
        await desk.new_games.bring_in(
            data,
            guild_id=7,
            channel_id=1000 + number,
            host_id=PLAYERS[number % len(PLAYERS)],
            people=dict(enumerate(PLAYERS)),
        )
    await desk.close()
    await database.close()


def main() -> None:
    """Write the fixtures of the newest edition."""
    folder = TESTS / "fixtures" / f"edition_{newest_edition(data_root())}"
    folder.mkdir(exist_ok=True)
    under_way = []
    for name, records in played():
        for record in records:
            data = export_of(record, game_for(record.game, record.ruleset))
            packed = pack(json.dumps(data, separators=(",", ":")).encode())
            (folder / f"{name}-{record.seats}.json.zst").write_bytes(packed)
        under_way.append(half_of(records[0]))
    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / "games.sqlite3"
        asyncio.run(fill(file, under_way))
        (folder / "games.sqlite3.zst").write_bytes(pack(file.read_bytes()))
    for file in sorted(folder.iterdir()):
        print(f"{file.name}: {file.stat().st_size} bytes")


if __name__ == "__main__":
    main()
