"""The names of a table's seats in a picture."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from bot.rules.kernel import Seat, with_seats
from rendering.canvas.fonts import ROLES, can_write


def seat_name(seat: Seat, names: Sequence[str] | None) -> str:
    """The name given to a seat, as far as it can be drawn; otherwise `Seat 1`, `Seat 2`, …"""
    called = _called(tuple(names or ()))
    return called[seat] if 0 <= seat < len(called) else _numbered(seat)


def drawable(name: str) -> str:
    """The words of a name that the fonts can draw; empty if none of them has a letter or digit.

    For `アリス (alice)` the result is `alice`: the brackets are dropped along with the word they
    explain.
    """
    words = name.split()
    kept = [word for word in words if all(can_write(word, role) for role in ROLES)]
    if not any(char.isalnum() for word in kept for char in word):
        return ""
    if len(kept) == len(words):
        return name
    alone = len(kept) == 1 and kept[0].startswith("(") and kept[0].endswith(")")
    return kept[0][1:-1] if alone else " ".join(kept)


@lru_cache(maxsize=256)
def _called(names: tuple[str, ...]) -> tuple[str, ...]:
    """The names in seat order; a name that cannot be drawn, or looks like an earlier one when
    drawn, becomes `Seat 2` or the like."""
    called: list[str] = []
    for seat, name in with_seats(names):
        drawn = drawable(name)
        called.append(drawn if drawn and drawn not in called else _numbered(seat))
    return tuple(called)


def _numbered(seat: Seat) -> str:
    return f"Seat {seat + 1}"
