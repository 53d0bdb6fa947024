"""Runs `kingmaker selfplay` with a steward that lacks certain vetoes.

    python -m tests.tools.strength --without shelter,mercy --rotate steward --against strategist

All the options of `kingmaker selfplay` are allowed. The same games, played with and without a veto,
show what it costs or gains.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

from bot.commands.line import app
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
"""What replaces each veto, by its name, if it is left out."""


def leave_out(names: Sequence[str], put: Callable[[Any, str, Any], None] = setattr) -> None:
    """Make the steward play without these vetoes in this process. Raises SystemExit for an unknown
    name."""
    for name in names:
        if name not in SWITCHES:
            raise SystemExit(f"No veto is called {name!r}; known: {', '.join(SWITCHES)}.")
        for owner, attribute, other in SWITCHES[name]:
            put(owner, attribute, other)


def split(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """The vetoes to leave out, and the remaining arguments."""
    if _WITHOUT not in words:
        return [], list(words)
    at = list(words).index(_WITHOUT)
    return words[at + 1].split(","), [*words[:at], *words[at + 2 :]]


def main(words: Sequence[str]) -> None:
    """Play as `kingmaker selfplay` does. Raises SystemExit with its exit status."""
    without, rest = split(words)
    leave_out(without)
    app(["selfplay", *rest], prog_name="kingmaker")


if __name__ == "__mp_main__":  # a process that plays some of the games
    leave_out(split(sys.argv[1:])[0])
if __name__ == "__main__":
    main(sys.argv[1:])
