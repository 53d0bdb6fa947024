"""Dice that show what a test lays down, in the whole of the Ishkibibble rules."""

from __future__ import annotations

import pytest

from tests.rules.kingmaker.scene import LoadedDice

WHOLE = "ishkibibble"
"""Every option and both expansions at once."""

SAFE = 2
"""Less one what a die shows that nobody laid: a three, and of two of them nobody dies."""


def fate(monkeypatch: pytest.MonkeyPatch, *faces: int) -> list[int]:
    """The next dice and lots show these (1 is the first of a lot), later ones are safe.

    Returns what is not yet shown, which a test may look at.
    """
    left = [face - 1 for face in faces]

    def below(dice: LoadedDice, sides: int) -> int:
        return left.pop(0) if left else min(SAFE, sides - 1)

    monkeypatch.setattr(LoadedDice, "below", below)
    return left
