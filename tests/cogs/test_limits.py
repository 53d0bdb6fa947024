"""Discord's own limits, held against everything that the cogs register."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.app import COGS, Bot, intents
from bot.games import GAMES, game_for
from bot.sandbox.limits.commands import check_commands
from bot.storage import Database
from cogs.ui.command_topics import overview, topic_of, topics
from cogs.ui.controls import CONTROLS, HANDLERS, OPENERS

GUIDE = (Path(__file__).parents[2] / "docs" / "playing.md").read_text(encoding="utf-8")
NAME = re.compile(r"[a-z0-9-]{1,32}")


@pytest.fixture
async def bot() -> AsyncIterator[Bot]:
    """The bot with its cogs, not connected."""
    async with Bot(Database("sqlite+aiosqlite://"), quick=True) as made:
        for name in COGS:
            await import_module(name).setup(made)
        yield made


@pytest.fixture
def commands(bot: Bot) -> list[dict[str, Any]]:
    """The commands as they are sent to Discord."""
    typed = bot.tree.get_commands(type=discord.AppCommandType.chat_input)
    return [command.to_dict(bot.tree) for command in typed]


def nested(commands: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Commands, sub-commands and options, all of them."""
    for each in commands:
        yield each
        yield from nested(each.get("options") or [])


def spoken(command: dict[str, Any]) -> int:
    """The characters that count towards a command's size."""
    own = len(command["name"]) + len(command.get("description") or "")
    choices = sum(
        len(choice["name"]) + len(str(choice["value"])) for choice in command.get("choices") or []
    )
    return own + choices + sum(spoken(option) for option in command.get("options") or [])


async def test_commands_are_within_the_limits(commands: list[dict[str, Any]]) -> None:
    assert 1 <= len(commands) <= 100
    assert len({command["name"] for command in commands}) == len(commands)
    for command in commands:
        assert spoken(command) <= 8_000
    for each in nested(commands):
        assert NAME.fullmatch(each["name"]), each["name"]
        assert 1 <= len(each["description"]) <= 100
        assert len(each.get("options") or []) <= 25
        assert len(each.get("choices") or []) <= 25
        assert not (each.get("autocomplete") and each.get("choices"))
        for choice in each.get("choices") or []:
            assert 1 <= len(choice["name"]) <= 100
            assert len(str(choice["value"])) <= 100


async def test_required_options_come_first(commands: list[dict[str, Any]]) -> None:
    for each in nested(commands):
        required = [bool(option.get("required")) for option in each.get("options") or []]
        assert required == sorted(required, reverse=True)


async def test_a_table_may_be_as_small_and_as_large_as_any_game_allows(
    commands: list[dict[str, Any]],
) -> None:
    (new,) = (each for each in nested(commands) if each["name"] == "new")
    (seats,) = (option for option in new["options"] if option["name"] == "seats")
    ranges = [game_for(game, ruleset).seat_range for game in GAMES for ruleset in GAMES[game]]
    assert seats["min_value"] == min(seats_of[0] for seats_of in ranges)
    assert seats["max_value"] == max(seats_of[-1] for seats_of in ranges)


async def test_the_phases_have_their_commands(commands: list[dict[str, Any]]) -> None:
    assert {command["name"] for command in commands} == {
        "whatif",
        "about", "agree", "alliance", "answer", "attack", "away", "bug", "card", "clergy", "crown",
        "deal", "deploy", "digest", "do", "draw", "faction", "forget", "game", "games", "guide",
        "hand", "help", "kill-heir", "knight", "leaderboard", "log", "map", "mixes", "mod", "move",
        "odds", "order", "parliament", "pause", "place", "play", "privacy", "profile", "quiet",
        "ransom", "recruit", "release-heir", "replay", "resume", "reward", "rules", "ship", "side",
        "siege",
        "season", "standings", "stats", "status", "tables", "transfer", "tutorial", "undo", "vote",
    }  # fmt: skip
    (game,) = [command for command in commands if command["name"] == "game"]
    assert {option["name"] for option in game["options"]} == {
        "play", "new", "move", "join", "leave", "add-computer", "remove-computer", "start",
        "end", "voices", "announce",
    }  # fmt: skip


async def test_the_menus_of_members_and_messages(bot: Bot) -> None:
    menus = [
        command.to_dict(bot.tree)
        for kind in (discord.AppCommandType.user, discord.AppCommandType.message)
        for command in bot.tree.get_commands(type=kind)
    ]
    assert sorted((menu["name"], menu["type"]) for menu in menus) == [
        ("How does he stand?", 2),
        ("How does he stand?", 3),
        ("Propose a deal", 2),
        ("Propose a deal", 3),
    ]
    # As Discord wants them: no description, no options, and in servers alone.
    assert all(not menu.get("description") and not menu.get("options") for menu in menus)
    assert {tuple(menu["contexts"]) for menu in menus} == {(0,)}
    check_commands(menus)
    assert all(f"*{menu['name']}*" in GUIDE for menu in menus)


async def test_every_command_is_found_under_a_topic(bot: Bot) -> None:
    typed = bot.tree.get_commands(type=discord.AppCommandType.chat_input)
    found = {command.name: topic_of(command) for command in typed}
    assert set(found.values()) == set(topics())
    for topic in topics():
        text = overview(bot, topic)
        assert not text.endswith("…")
        named = {name for name, its in found.items() if its == topic}
        assert {line.split("`")[1][1:] for line in text.splitlines()[1:]} == named


async def test_no_privileged_intent_is_wanted(bot: Bot) -> None:
    assert intents() == discord.Intents(guilds=True, guild_messages=True)
    assert bot.intents == intents()
    privileged = discord.Intents(members=True, presences=True, message_content=True)
    assert bot.intents.value & privileged.value == 0


async def test_nobody_is_pinged_unless_named(bot: Bot) -> None:
    allowed = bot.allowed_mentions
    assert allowed is not None
    assert (allowed.everyone, allowed.users, allowed.roles) == (False, False, False)


async def test_every_kind_of_control_is_handled(bot: Bot) -> None:
    assert HANDLERS.keys() | OPENERS.keys() == {
        "past", "pastgoto", "pastpick", "pastverb", "pastwhy", "differs", "whatif",
        "act", "add", "advise", "again", "answer", "ballot", "chapter", "customise", "deal",
        "board", "boardhand", "ready",
        "details", "doit", "end", "enough", "fair", "give", "go", "goaway", "goto", "hand",
        "handout", "help", "join",
        "keep", "learn", "leave", "lesson", "log", "lot", "map", "mend", "mfind", "mgoto",
        "mpick",
        "oend", "ogive", "panel",
        "ogoto", "open", "opick", "option", "owith", "petition", "pick", "plan", "play",
        "remove", "replay", "rest", "resume", "turnback", "rule", "say", "seats", "setup", "sit",
        "start", "story", "table", "takein", "terms", "topic", "undo", "unkeep", "unwish", "vacate",
        "who", "wish", "write",
    }  # fmt: skip
    assert len({item.__discord_ui_compiled_template__ for item in CONTROLS}) == len(CONTROLS)


async def test_what_a_command_does_where_nothing_is_said(bot: Bot) -> None:
    found: dict[str, dict[str, Any]] = {}
    for command in bot.tree.walk_commands():
        if isinstance(command, discord.app_commands.Command):
            options = signature(command.callback).parameters.items()
            said = {n: p.default for n, p in options if p.default not in (p.empty, None)}
            if said:
                found[command.qualified_name] = said
    assert found == {
        "agree": {"yes": True},
        "alliance attack": {"french": False},
        "attack force": {"french": False},
        "away": {"back": False},
        "crown": {"nobody": False},
        "forget me": {"really": False},
        "hand": {"hide": False},
        "knight favour": {"none": False},
        "map": {"theme": "light", "text": False},
        "mod audit": {"last": 20},
        "mod role": {"clear": False},
        "mod seats": {"clear": False},
        "odds battle": {"french": False},
        "odds siege": {"french": False},
        "parliament return": {"stay": False},
        "quiet": {"off": False},
        "reward buy": {"nothing": False},
        "reward castle": {"done": False},
        "reward upgrade": {"nobody": False},
        "season draw": {"seats": 4},
        "season open": {"start": 0},
        "ship disembark": {"nobody": False},
        "ship put-in": {"stay": False},
        "ship scuttle": {"keep": False},
        "siege conclude": {"french": False},
        "siege storm": {"french": False},
    }
    # False and 0 are equal in Python, and not to whoever reads a command.
    values = [each for said in found.values() for each in said.values()]
    assert {type(each) for each in values} == {bool, int, str}


async def test_between_what_bounds_a_number_or_a_text_lies(bot: Bot) -> None:
    found: dict[str, tuple[Any, Any]] = {}
    for command in bot.tree.walk_commands():
        for each in getattr(command, "parameters", ()):
            if each.min_value is not None or each.max_value is not None:
                name = "reason" if each.display_name == "reason" else command.qualified_name
                found.setdefault(f"{name}: {each.display_name}", (each.min_value, each.max_value))
                assert found[f"{name}: {each.display_name}"] == (each.min_value, each.max_value)
    assert found == {
        "away: days": (0.5, 28.0),
        "deal accept: word": (1, 120),
        "deal refuse: word": (1, 120),
        "deal counter: due": (1, 12),
        "deal counter: promise": (1, 200),
        "deal offer: due": (1, 12),
        "deal offer: promise": (1, 200),
        "game new: hours": (1, 720),
        "game new: rounds": (0, 999),
        "game new: seats": (2, 7),
        "log: turns": (1, 999),
        "mod amend: step": (1, None),
        "mod audit: last": (1, 50),
        "order give: times": (1, 99),
        "order give: turns": (1, 99),
        "ransom offer: promise": (1, 200),
        "reason: reason": (1, 300),
        "replay: turn": (0, 9999),
        "season draw: seats": (2, 7),
        "season open: days": (1, 366),
        "season open: rounds": (1, 999),
        "season open: start": (0, 90),
    }
