"""`kingmaker export`, `import` and `verify`.

`kingmaker story`: the page of a finished game.
"""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Annotated, Any

import msgspec
import zstandard

from bot.commands.problem import Problem, load_settings
from bot.games import LIBRARY, game_for
from bot.rules.kernel import Seat
from bot.session.desk import Desk
from bot.session.journal.record import parse, verify
from bot.session.receipts import Refused
from bot.session.services import SystemClock
from bot.storage import Database
from bot.story.keeping import KeptStory

_PACKED = b"\x28\xb5\x2f\xfd"
"""The first bytes of a file packed with Zstandard."""
_LARGEST = 32 * 1024 * 1024
"""The most bytes that an unpacked export may have; a long game has one or two million."""


def read_record(file: Path) -> Any:
    """The JSON of an export, whether or not it is packed with Zstandard. Raises Problem if the file
    has none."""
    try:
        with file.open("rb") as opened:
            raw = opened.read(_LARGEST + 1)
        if raw.startswith(_PACKED):
            raw = zstandard.ZstdDecompressor().stream_reader(raw).read(_LARGEST + 1)
        if len(raw) > _LARGEST:
            raise Problem(f"{file} is larger than any game's export ({_LARGEST >> 20} MB).")
        data = json.loads(raw)
        parse(data)
    except RecursionError:
        raise Problem(f"{file} is not a game's export: it is nested too deeply.") from None
    except OSError as error:
        raise Problem(f"{file} cannot be read: {error.strerror}.") from error
    except (ValueError, UnicodeDecodeError, zstandard.ZstdError) as error:
        raise Problem(f"{file} is not a game's export: {error}") from error
    return data


def address_of(database: str | None) -> str:
    """The address of the database given, or of the one in the settings."""
    return database or load_settings().database_url


async def with_desk(database: str | None, work: Any) -> Any:
    """The result of `work` on a database's desk. A refusal becomes a Problem with the same text."""
    store = Database(address_of(database))
    await store.upgrade()
    desk = Desk(store, SystemClock(), LIBRARY)
    try:
        return await work(desk)
    except Refused as refused:
        raise Problem(refused.text) from refused
    finally:
        await desk.close()
        await store.close()


def export_game(game_id: str, database: str | None) -> None:
    """Print a game's export."""

    async def work(desk: Desk) -> Any:
        record = await desk.export(game_id)
        if record is None:
            raise Problem(f"There is no game {game_id} in this database.")
        return record

    print(json.dumps(asyncio.run(with_desk(database, work))))


class _Table(msgspec.Struct):
    """The place where an exported game was played, and the people who played it; ids are 0 if the
    export does not say."""

    guild: int = 0
    channel: int = 0
    host: int = 0
    people: dict[Annotated[str, msgspec.Meta(pattern="^(0|[1-9][0-9]?)$")], int] = {}


def import_game(
    file: Path,
    *,
    channel: int | None,
    guild: int | None,
    host: int | None,
    database: str | None,
) -> None:
    """Import a game and print its new id. The game continues where it was played, or in the channel
    named.
    """
    data = read_record(file)
    try:
        _played(data)
    except ValueError as error:
        raise Problem(f"{file} does not say clearly where the game was played: {error}") from error
    work = import_data(data, channel=channel, guild=guild, host=host, database=database)
    print(asyncio.run(work))


def _played(data: Any) -> tuple[_Table, dict[Seat, int]]:
    """The place where an exported game was played, and who sat where. Raises ValueError if the
    export is unclear about this."""
    place = msgspec.convert(data.get("table", {}), _Table)
    return place, {Seat(int(seat)): user for seat, user in place.people.items()}


async def import_data(
    data: Any,
    *,
    channel: int | None = None,
    guild: int | None = None,
    host: int | None = None,
    database: str | None,
) -> str:
    """Import a game into the channel where it was played, or into another. Returns its new id."""
    place, people = _played(data)

    async def work(desk: Desk) -> Any:
        session = await desk.new_games.bring_in(
            data,
            guild_id=place.guild if guild is None else guild,
            channel_id=place.channel if channel is None else channel,
            host_id=place.host if host is None else host,
            people=people,
        )
        return session.id

    return str(await with_desk(database, work))


def verify_file(file: Path) -> None:
    """Replay an export. Raises Problem with the first difference, if there is any."""
    data = read_record(file)
    try:
        rules = game_for(str(data["game"]), str(data["ruleset"]))
    except LookupError as error:
        raise Problem(str(error)) from error
    difference = verify(data, rules)
    if difference is not None:
        raise Problem(f"{file} is not correct: {difference}")
    steps = [*data["decisions"], data]
    times = max((step.get("taken_back") or 0 for step in steps), default=0)
    again = f" Draws were taken back and made again {times} times." if times else ""
    print(
        f"{file} is correct: {len(steps) - 1} decisions, the seed and every state verified.{again}"
    )


def write_story(file: Path, out: Path) -> None:
    """Write the story of an export as ``index.html`` into a folder. Raises Problem."""
    data = read_record(file)
    try:
        page = KeptStory(data).make()
    except LookupError as error:
        raise Problem(str(error.args[0])) from error
    except ValueError as error:
        raise Problem(str(error)) from error
    target = out / "index.html"
    try:
        out.mkdir(parents=True, exist_ok=True)
        target.write_text(page, encoding="utf-8")
    except OSError as error:
        raise Problem(f"{target} cannot be written: {error.strerror}.") from error
    size = len(page.encode()) / 1_000_000
    print(f"{target}: {size:.1f} MB. Open it in a browser. It needs no network.")
