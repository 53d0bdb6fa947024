"""`kingmaker bench`: how fast this machine is, for people who change the code."""

from __future__ import annotations

import asyncio
import enum
import gc
import json
import os
import resource
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bot.bench.crowd import Crowd
from bot.bench.decisions import rules_figures
from bot.bench.games import commit_figures, memory_figures, rewind_figures, stored_figures
from bot.bench.lasting import late_figures
from bot.bench.peers import PeersMissing, peer_figures
from bot.bench.pictures import picture_figures
from bot.bench.thoughts import thought_figures
from bot.commands.problem import Problem
from bot.watch.log import set_up_log


class BenchPart(enum.StrEnum):
    """The parts that can be measured separately."""

    RULES = "rules"
    SESSION = "session"
    PICTURES = "pictures"
    INTERACTIONS = "interactions"
    PRESS = "press"
    LOAD = "load"
    THOUGHTS = "thoughts"


LEFT_OUT = frozenset({BenchPart.PRESS, BenchPart.LOAD, BenchPart.THOUGHTS})
"""Parts that are measured only when asked for, because they take minutes."""


def parts_named(names: Sequence[str]) -> tuple[BenchPart, ...]:
    """The parts with these names; if none is named, all except those not measured by default.

    Raises Problem for an unknown name.
    """
    unknown = set(names) - set(BenchPart)
    if unknown:
        raise Problem(f"There is no part {min(unknown)!r}. Choose from {', '.join(BenchPart)}.")
    if not names:
        return tuple(part for part in BenchPart if part not in LEFT_OUT)
    return tuple(part for part in BenchPart if part in names)


def measure(parts: Sequence[BenchPart], crowd: Crowd, *, as_json: bool, seconds: float) -> None:
    """Measure these parts, with this crowd for the load, and print the figures."""
    # Warnings after which the bot recovers without help are not news here: on a busy machine there
    # are many.
    set_up_log("ERROR", "text")
    gc.freeze()  # as the bot does once it is at work
    figures: dict[str, Any] = {}
    if BenchPart.RULES in parts:
        figures.update(rules_figures(seconds))
        figures.update(late_figures())
    if BenchPart.SESSION in parts:
        figures.update(asyncio.run(commit_figures(seconds)))
        figures.update(asyncio.run(rewind_figures()))
        figures.update(asyncio.run(memory_figures()))
        figures.update(asyncio.run(stored_figures()))
    if BenchPart.PICTURES in parts:
        figures.update(picture_figures())
    if BenchPart.INTERACTIONS in parts:
        figures.update(asyncio.run(interaction_figures()))
    if BenchPart.PRESS in parts:
        figures.update(asyncio.run(_press()))
    if BenchPart.LOAD in parts:
        figures.update(_load(crowd))
    if BenchPart.THOUGHTS in parts:
        figures.update(asyncio.run(thought_figures()))
    figures["memory_mb"] = round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1)
    _show(figures, as_json=as_json)


def compare(folder: Path, *, as_json: bool, seconds: float) -> None:
    """Measure this engine and those in a folder in turn, and print the figures.

    Raises Problem if there is no engine.
    """
    gc.freeze()
    try:
        figures = peer_figures(folder, seconds)
    except PeersMissing as nothing:
        raise Problem(str(nothing)) from nothing
    for name, why in figures["missing"].items():
        print(f"Not compared with {name}: {why}", file=sys.stderr)
    _show(figures, as_json=as_json)


def _show(figures: dict[str, Any], *, as_json: bool) -> None:
    """Print the figures, a line for each table, and how busy the machine is."""
    figures = {**figures, "load_average": round(os.getloadavg()[0], 1)}
    if as_json:
        print(json.dumps(figures))
        return
    for name, value in figures.items():
        if isinstance(value, dict) and any(isinstance(each, dict) for each in value.values()):
            print(name)
            for key, each in value.items():
                print(f"  {key:27} {each}")
        else:
            print(f"{name:29} {value}")


async def _press() -> dict[str, Any]:
    """The cost of a press. The module that measures it loads the whole bot, so it is imported only
    here."""
    from bot.bench.presses import press_figures

    return await press_figures()


def _load(crowd: Crowd) -> dict[str, Any]:
    """Measure how the bot copes with a crowd, on both databases."""
    from bot.bench.load import load_figures

    return load_figures(crowd, ("sqlite", "postgresql"))


# Interactions through the sandbox


async def interaction_figures() -> dict[str, Any]:
    """The times from a command sent on the page to the bot's first answer, and from the bot's start
    until it is at work."""
    from bot.bench.interactions import interactions, startup

    try:
        return {"interaction_ms": await interactions(), "startup_s_10000_games": await startup()}
    except OSError as error:
        print(f"The sandbox could not be started: {error}", file=sys.stderr)
        return {}
