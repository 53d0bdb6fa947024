"""Discord's own limits, held against everything that the cogs register."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from typing import Any

import discord
import pytest

from bot.app import COGS, Bot, intents
from bot.games import GAMES, game_for
from bot.storage import Database
from cogs.ui.command_topics import overview, topic_of, topics
from cogs.ui.controls import CONTROLS, HANDLERS, OPENERS

NAME = re.compile(r"[a-z0-9-]{1,32}")


@pytest.fixture
async def bot() -> AsyncIterator[Bot]:
    """The bot with its cogs, not connected."""
    async with Bot(Database("sqlite+aiosqlite://"), quick=True) as made:
        for name in COGS:
            await made.load_extension(name)
        yield made


@pytest.fixture
def commands(bot: Bot) -> list[dict[str, Any]]:
    """The commands as they are sent to Discord."""
    return [command.to_dict(bot.tree) for command in bot.tree.get_commands()]


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
        "agree", "alliance", "answer", "attack", "away", "card", "crown", "deal", "deploy",
        "digest", "do", "draw", "faction", "game", "games", "guide", "hand", "help", "kill-heir",
        "knight", "log", "map", "mixes", "mod", "move", "odds", "order", "parliament", "pause",
        "place", "play", "quiet", "ransom", "replay", "resume", "reward", "rules", "ship", "siege",
        "status", "transfer", "tutorial", "undo", "vote",
    }  # fmt: skip
    (game,) = [command for command in commands if command["name"] == "game"]
    assert {option["name"] for option in game["options"]} == {
        "new", "move", "join", "leave", "add-computer", "remove-computer", "start", "status", "end",
    }  # fmt: skip


async def test_every_command_is_found_under_a_topic(bot: Bot) -> None:
    found = {command.name: topic_of(command) for command in bot.tree.get_commands()}
    assert set(found.values()) == set(topics())
    for topic in topics():
        text = overview(bot, topic)
        assert not text.endswith("…")
        named = {name for name, its in found.items() if its == topic}
        assert {line.split("`")[1][1:] for line in text.splitlines()[1:]} == named


async def test_no_privileged_intent_is_wanted(bot: Bot) -> None:
    assert intents() == discord.Intents(guilds=True)
    assert bot.intents == discord.Intents(guilds=True)
    privileged = discord.Intents(members=True, presences=True, message_content=True)
    assert bot.intents.value & privileged.value == 0


async def test_nobody_is_pinged_unless_named(bot: Bot) -> None:
    allowed = bot.allowed_mentions
    assert allowed is not None
    assert (allowed.everyone, allowed.users, allowed.roles) == (False, False, False)


async def test_every_kind_of_control_is_handled(bot: Bot) -> None:
    assert HANDLERS.keys() | OPENERS.keys() == {
        "act", "add", "advise", "ballot", "chapter", "customise", "deal", "end", "goto", "hand",
        "help", "join", "keep", "leave", "log", "map", "mend", "mgoto", "mpick", "oend", "ogive",
        "ogoto", "open", "opick", "option", "owith", "petition", "pick", "plan", "remove",
        "replay", "rest", "rewind", "rule", "say", "setup", "start", "topic", "undo", "unkeep",
        "vacate", "write",
    }  # fmt: skip
    assert len({item.__discord_ui_compiled_template__ for item in CONTROLS}) == len(CONTROLS)
