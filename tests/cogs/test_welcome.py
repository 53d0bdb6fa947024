"""The first word on a server, and buttons by which a game begins."""

from __future__ import annotations

import json
import re
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

import bot
from bot.app import COGS, Bot
from bot.sandbox.limits import message as limits
from bot.storage import Database
from cogs import about
from cogs.delivery.direct_messages import missing_in
from cogs.ui.controls import HANDLERS, press_of
from cogs.ui.first_answer import First
from cogs.ui.opening.welcome import LEARN, PLAY, TABLE, begin_view, welcome_text
from cogs.welcome import Welcome, first_channel
from tests.cogs.conftest import HOST
from tests.cogs.delivery.test_outbox import voting

OPEN, CLOSED = discord.Permissions.all(), discord.Permissions.none()
PAGE = Path(limits.__file__).parents[1] / "page" / "topics.js"


class Channel:
    """A channel that writes down what is said in it."""

    def __init__(self, position: int, may: discord.Permissions = OPEN, trouble: bool = False):
        self.position, self.may, self.trouble = position, may, trouble
        self.said: list[tuple[str, list[str]]] = []

    def permissions_for(self, _: Any) -> discord.Permissions:
        return self.may

    async def send(self, text: str, *, view: discord.ui.View) -> None:
        if self.trouble:
            gone: Any = SimpleNamespace(status=404, reason="Not Found")
            raise discord.NotFound(gone, "gone")
        labels = [str(each.item.label) for each in view.children]  # type: ignore[attr-defined]
        self.said.append((text, labels))


def guild(*channels: Channel, system: Channel | None = None) -> Any:
    """A server with these channels."""
    return SimpleNamespace(id=7, text_channels=channels, system_channel=system, me=None)


def welcome(*places: str) -> Welcome:
    """The cog, on a bot that hosts games at these places of the server."""

    async def known(guild_id: int) -> list[str]:
        assert guild_id == 7
        return list(places)

    bot: Any = SimpleNamespace(desk=SimpleNamespace(places=known))
    return Welcome(bot)


async def test_it_says_hello_once_where_a_game_can_be_run() -> None:
    shut, first, second = Channel(0, CLOSED), Channel(1), Channel(2)
    await welcome().on_guild_join(guild(second, first, shut))
    assert first.said == [
        (welcome_text(), ["Play now", "Learn in ten minutes", "Open a table"]),
    ]
    assert not shut.said
    assert not second.said


async def test_where_newcomers_are_greeted_comes_first_if_it_is_open() -> None:
    first, greeting = Channel(1), Channel(5)
    found: list[Any] = [first_channel(guild(first, system=greeting))]
    found.append(first_channel(guild(first, system=Channel(5, CLOSED))))
    assert found == [greeting, first]


async def test_it_keeps_still_where_it_only_comes_back_or_may_not_speak() -> None:
    here = Channel(1)
    await welcome("a game").on_guild_join(guild(here))
    assert not here.said
    await welcome().on_guild_join(guild(Channel(1, CLOSED)))
    await welcome().on_guild_join(guild(Channel(1, trouble=True)))


def test_the_buttons_mean_the_same_after_a_restart() -> None:
    for name in COGS:
        import_module(name)
    ids = [each.item.custom_id for each in begin_view().children]  # type: ignore[attr-defined]
    presses = [press_of(custom_id) for custom_id in ids]
    assert [(press.kind, press.game) for press in presses] == [
        (PLAY, "new"), (LEARN, "new"), (TABLE, "new"),
    ]  # fmt: skip
    for press in presses:
        # What is pressed may be for everybody: the answer is for the person who pressed.
        assert HANDLERS[press.kind][1] is First.FRESH


def test_the_welcome_is_short_and_needs_nothing_more_than_a_game() -> None:
    assert len(welcome_text()) < 700
    assert not missing_in(OPEN)


@pytest.fixture
async def roots(tmp_path: Path) -> set[str]:
    """The first words of all commands."""
    bot = Bot(Database(f"sqlite+aiosqlite:///{tmp_path / 'games.sqlite3'}"), quick=True)
    for name in COGS:
        await import_module(name).setup(bot)
    found = {
        command.name for command in bot.tree.get_commands(type=discord.AppCommandType.chat_input)
    }
    whole = {command.qualified_name for command in bot.tree.walk_commands()}
    await bot.close()
    return found | whole


async def test_the_page_knows_a_topic_for_every_command(roots: set[str]) -> None:
    text = PAGE.read_text()
    lists = re.findall(r'\[\s*"[^"]+",\s*(\[[^\]]*\])\s*\]', text)
    listed = {name for each in lists for name in json.loads(each)}
    begun = set(re.findall(r'command: "([^"]+)"', text))
    assert begun == {"game play", "tutorial", "game new"}
    assert listed <= roots
    assert {name for name in roots if " " not in name} <= listed


# The report of a fault: what those need who look into it, and nothing that a seat keeps.


@pytest.mark.parametrize("presser", [HOST, HOST + 9])
async def test_a_report_is_the_same_however_many_have_voted(
    presser: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    reports = set()
    for number, votes in enumerate(((), ("yea",), ("yea", "nay"))):
        session = voting(*votes)
        # Each vote is an entry of the journal, and none of them makes a moment.
        session.revision, session.moment = 40 + number, 31
        session.entries = [SimpleNamespace(revision=session.revision)]

        async def here(_: Any, session: Any = session) -> Any:
            return session

        monkeypatch.setattr(about, "session_here", here)
        person: Any = SimpleNamespace(user=SimpleNamespace(id=presser))
        reports.add(await about._report(person))
    (report,) = reports
    assert report.partition("```\n")[2] == (
        f"version: {bot.__version__}\ngame: ABC123\nrules: kingmaker house\n"
        "state: running\nmoment: 31\n```"
    )
