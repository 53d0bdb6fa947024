"""Plays `kingmaker selfplay` with a steward from whom single vetoes are taken.

    python -m tests.tools.strength --without shelter,mercy --rotate steward --against strategist

All that `kingmaker selfplay` takes may be said. Played with and without, the same games tell what
each veto costs or brings.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

from bot.__main__ import app
from bot.seats.kingmaker_steward import marching, rivals, royals, seafaring, vetoes, winning

_WITHOUT = "--without"


def _nothing(result: Any) -> Callable[..., Any]:
    return lambda *_args: result


SWITCHES: dict[str, tuple[tuple[Any, str, Any], ...]] = {
    "sieges": ((vetoes, "stayers", _nothing({})), (seafaring, "stayers", _nothing({}))),
    "shelter": (
        (vetoes, "entrusting", _nothing(None)),
        (vetoes, "keepers", _nothing(frozenset())),
    ),
    "mercy": ((royals, "in_the_way", lambda _, spare: list(spare)),),
    "brink": (
        (winning, "on_the_brink", _nothing(frozenset())),
        (rivals, "near_victory", _nothing(frozenset())),
    ),
    "processions": ((royals, "goals", _nothing({})),),
    "once_more": ((marching.MarchPlan, "_once_more", _nothing(None)),),
}
"""What takes the place of each veto, by its name, where it is left out."""


def leave_out(names: Sequence[str], put: Callable[[Any, str, Any], None] = setattr) -> None:
    """Let the steward play without these vetoes in this process. Raises SystemExit if unknown."""
    for name in names:
        if name not in SWITCHES:
            raise SystemExit(f"No veto is called {name!r}; known: {', '.join(SWITCHES)}.")
        for owner, attribute, other in SWITCHES[name]:
            put(owner, attribute, other)


def split(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """The vetoes to leave out, and the words that remain."""
    if _WITHOUT not in words:
        return [], list(words)
    at = list(words).index(_WITHOUT)
    return words[at + 1].split(","), [*words[:at], *words[at + 2 :]]


def main(words: Sequence[str]) -> None:
    """Play as `kingmaker selfplay` does. Ends by SystemExit with its status."""
    without, rest = split(words)
    leave_out(without)
    app(["selfplay", *rest], prog_name="kingmaker")


if __name__ == "__mp_main__":  # a process that plays some of the games
    leave_out(split(sys.argv[1:])[0])
if __name__ == "__main__":
    main(sys.argv[1:])
