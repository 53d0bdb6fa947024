"""Finished games for stories, and their pages without pictures."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import zstandard

from bot.games import game_for, table_name, words_for
from bot.story.keeping import KeptStory, StorySeat, bound
from bot.story.retelling import Retelling, Retold, retell
from tests.folders import fixtures_of

KINGMAKER = "kingmaker/house-4-mixed"
SEVEN = "kingmaker/house-7-mixed"
LANCASTER = "lancaster/standard-4-mixed"
SMALL = "lancaster/standard-3-steward"


@cache
def _text(name: str) -> str:
    game, _, file = name.partition("/")
    packed = (fixtures_of(game) / f"{file}.json.zst").open("rb")
    return zstandard.ZstdDecompressor().stream_reader(packed).read().decode()


def export(name: str, *called: str) -> Any:
    """The export of a finished game, whose first players are called so."""
    data = json.loads(_text(name))
    for seat, who in zip(data["seats"], called, strict=False):
        seat.update(name=who, policy=None)
    return data


def ended_early() -> Any:
    """A few turns of the small game, which the table has ended then."""
    data = export(SMALL)
    return {**data, "decisions": data["decisions"][:40], "result": None}


@cache
def small_page() -> str:
    """The page of the small game."""
    return KeptStory(export(SMALL)).make()


def retold(data: Any, *, ended: bool = False) -> Retold:
    """A record as it is told over again."""
    rules = game_for(data["game"], data["ruleset"])
    words = words_for(data["game"], data["ruleset"])
    called = table_name(data["game"], data["ruleset"])
    return retell(data, rules, words, called, ended=ended)


@cache
def tale(name: str) -> Retold:
    """One of the games told over again, once for all who read it."""
    return retold(export(name))


def page_without_maps(page: Retelling) -> str:
    """The page of a story whose game has no pictures."""
    return bound(page, None, [StorySeat("#a8121c", "A") for _ in page.seats])
