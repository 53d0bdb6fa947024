"""What the seats of a table are called on a picture."""

from __future__ import annotations

from collections.abc import Sequence


def seat_name(seat: int, names: Sequence[str] | None) -> str:
    """The name given to a seat, else `Seat 1`, `Seat 2`, …"""
    given = names or ()
    return given[seat] if 0 <= seat < len(given) else f"Seat {seat + 1}"
