"""What is remembered has an end: people put together as many mixes as they like."""

from __future__ import annotations

import functools
import gc
import importlib
import inspect
import pkgutil
from types import SimpleNamespace
from typing import Any

import bot
import cogs
import rendering
from bot.games import game_for
from cogs.ui.pictures import Pictures


def caches() -> list[Any]:
    """Every cache of ours."""
    for package in (bot, cogs, rendering):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__") and ".migrations" not in module.name:
                importlib.import_module(module.name)
    gc.unfreeze()  # what was there when the tests were collected is not looked through otherwise
    found = (thing for thing in gc.get_objects() if isinstance(thing, functools._lru_cache_wrapper))
    return [each for each in found if each.__module__.split(".")[0] in ("bot", "cogs", "rendering")]


def test_what_is_remembered_of_something_has_a_bound() -> None:
    unbounded = {
        f"{each.__module__}.{each.__qualname__}"
        for each in caches()
        if each.cache_parameters()["maxsize"] is None and inspect.signature(each).parameters
    }
    assert unbounded == set()


def test_painters_of_forgotten_mixes_go() -> None:
    pictures = Pictures(SimpleNamespace(cache_dir=None))  # type: ignore[arg-type]
    session: Any = SimpleNamespace(game="lancaster", ruleset="standard")
    assert pictures.has(session)
    assert pictures.painter(session) is pictures.painter(session)
    assert pictures._painter.cache_parameters()["maxsize"] == 64
    assert game_for.cache_parameters()["maxsize"] == 64
