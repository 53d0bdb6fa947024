"""Every command does something: called once, it answers."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.app import COGS, Bot
from bot.storage import Database
from tests.cogs.test_second_opinion import QuietBot, doubled
from tests.folders import ROOT

THINKS = "game play"
"""This one lets computers play at once, for whose thoughts the double cannot wait; it is tried in
`tests/e2e/table/test_welcome.py`."""

Command = app_commands.Command[Any, ..., Any]


def commands(bot: Bot) -> Iterator[Command]:
    """All commands that can be typed, those of groups too."""
    for each in bot.tree.walk_commands():
        if isinstance(each, app_commands.Command) and each.qualified_name != THINKS:
            yield each


def filled_in(command: Command, somebody: Any) -> dict[str, Any]:
    """Something for each option that has to be filled in."""
    plain: dict[discord.AppCommandOptionType, Any] = {
        discord.AppCommandOptionType.string: "x",
        discord.AppCommandOptionType.integer: 2,
        discord.AppCommandOptionType.boolean: True,
        discord.AppCommandOptionType.user: somebody,
    }
    return {
        each.display_name: each.choices[0].value if each.choices else plain[each.type]
        for each in command.parameters
        if each.required
    }


async def silent(typed: Iterable[Command], owner: Any, channel: Any) -> list[str]:
    """Those of these commands that say nothing at all when the server's owner types them."""
    found = []
    for command in typed:
        given = filled_in(command, owner)
        answer = (await owner.slash(channel, command.qualified_name, **given)).response
        if answer is None or not (answer.content or answer.embeds or answer.components):
            found.append(command.qualified_name)
    return found


@pytest.mark.usefixtures("in_this_thread")
async def test_every_command_answers(tmp_path: Path) -> None:
    async with doubled(tmp_path) as (bot, env):
        person = env.create_user("alice")
        guild = env.create_guild(owner=person)
        channel = guild.create_text_channel("kingmaker")
        owner: Any = guild.add_member(person)
        assert len(list(commands(bot))) > 100
        assert await silent(commands(bot), owner, channel) == []

        async def nothing(*_: Any, **__: Any) -> None:
            """A command that was forgotten."""

        # With its insides taken out, each of some here and there is found.
        some = list(commands(bot))[::20]
        for command in some:
            command._callback = nothing
        assert await silent(some, owner, channel) == [each.qualified_name for each in some]


PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
TYPED = re.compile(r"`/([a-z]+)(?: ([a-z-]+)(?!:))?((?: [a-z_]+:[^`]*)?)`")
"""A command as a page writes it: its name, perhaps a sub-command, perhaps options."""


def named(text: str) -> Iterator[tuple[str, list[str]]]:
    """Every command that a text names, with the options that it gives."""
    for name, part, options in TYPED.findall(text):
        yield f"{name} {part}".strip(), re.findall(r"(?:^| )([a-z_]+):", options)


def test_commands_are_read_as_they_are_written() -> None:
    text = (
        "`/map`, `/mod role` with `role:`, `/data`, "
        "`/move to noble: Percy to: Durham`, `/map area:`"
    )
    assert list(named(text)) == [
        ("map", []),
        ("mod role", []),
        ("data", []),
        ("move to", ["noble", "to"]),
        ("map", ["area"]),
    ]


async def known_commands() -> dict[str, set[str]]:
    """The options of every command and group, by its whole name."""
    async with QuietBot(Database("sqlite+aiosqlite://"), quick=True) as bot:
        for extension in COGS:
            await import_module(extension).setup(bot)
        return {
            command.qualified_name: {each.display_name for each in command.parameters}
            if isinstance(command, app_commands.Command)
            else set()
            for command in bot.tree.walk_commands()
        }


NO_COMMANDS = {"/data", "/health", "/metrics"}
"""Paths that are written as commands are."""


def unknown(texts: Iterable[str], known: dict[str, set[str]]) -> list[str]:
    """What these texts name that is no command, or has no such option."""
    return [
        f"/{name} {' '.join(options)}".strip()
        for text in texts
        for name, options in named(text)
        if name not in known or not known[name].issuperset(options)
    ]


async def test_every_command_that_the_pages_name_is_there() -> None:
    known = await known_commands()
    wrong = {
        page.name: set(unknown([page.read_text(encoding="utf-8")], known)) - NO_COMMANDS
        for page in PAGES
    }
    assert {page: found for page, found in wrong.items() if found} == {}


def said(file: Path) -> Iterator[str]:
    """The texts in a file: those between quotation marks, with what is put into them left out."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".json":
        yield text
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.JoinedStr):
            yield "".join(str(getattr(part, "value", "")) for part in node.values if part)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            whole = node.value
            yield f"`{whole}`" if WHOLE.fullmatch(whole) else whole


WHOLE = re.compile(r"/[a-z]+(?: [a-z-]+)?")
"""A text that is nothing but a command, as a game's own are listed for the guide."""
TOLD = ("bot/rules", "bot/seats", "bot/session", "bot/story", "bot/words", "cogs", "data")
"""Where what people are told stands."""


async def test_every_command_that_help_and_answers_name_is_there() -> None:
    known = await known_commands()
    files = [
        file
        for folder in TOLD
        for suffix in ("py", "json")
        for file in (ROOT / folder).rglob(f"*.{suffix}")
    ]
    wrong = {
        str(file.relative_to(ROOT)): set(unknown(said(file), known)) - NO_COMMANDS for file in files
    }
    assert {file: found for file, found in wrong.items() if found} == {}


def test_what_is_said_is_read(tmp_path: Path) -> None:
    file = tmp_path / "help.py"
    file.write_text('OWN = ("/move", "x /y")\nTEXT = f"Type `/map area:` {OWN}, or `/mod rule`."\n')
    known = {"move": set[str](), "map": {"area"}}
    assert set(unknown(said(file), known)) == {"/mod rule"}
