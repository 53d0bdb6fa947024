"""What registers itself where it is written: steps by being steps, other things by their names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.rules.kernel import Dice, Position, Register, reader_of_positions, steps_of

BELL = """
from typing import Any

from bot.rules.kernel import Step


class Ring(Step[Any], tag="ring"):
    strokes: int = 1
"""
"""A module of rules, with a step of its own."""


class Tower(msgspec.Struct):
    """The state of a game of which there is little."""

    height: int


def build(root: Path, package: str, **modules: str) -> None:
    """Write a package of rules with these modules in a room of it."""
    room = root / package / "bells"
    room.mkdir(parents=True)
    for folder in (room, room.parent):
        (folder / "__init__.py").write_text("")
    for name, text in modules.items():
        (room / f"{name}.py").write_text(text)


def test_a_step_is_saved_and_read_that_is_only_written_in_a_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    build(tmp_path, "belfry", great=BELL)
    (ring,) = steps_of("belfry")
    agenda: list[Any] = [ring(strokes=3)]
    position = Position(1, "belfry", "plain", 0, Dice("seed"), agenda, Tower(40))
    read = reader_of_positions(Tower, steps_of("belfry")).decode(msgspec.json.encode(position))
    assert read.agenda == [ring(strokes=3)]
    assert read.state == Tower(40)


def test_two_steps_may_not_be_saved_under_one_tag(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    build(tmp_path, "steeple", lesser=BELL, tenor=BELL.replace("Ring", "Toll"))
    with pytest.raises(ValueError) as wrong:
        steps_of("steeple")
    assert str(wrong.value) == (
        "steeple.bells.lesser.Ring and steeple.bells.tenor.Toll have the same tag; "
        "give one of them another."
    )


def test_a_name_is_given_once() -> None:
    bells = Register[list[str]]()
    bells.named("tenor")(list)
    assert bells == {"tenor": []}
    with pytest.raises(ValueError) as wrong:
        bells["tenor"] = ["cracked"]
    assert str(wrong.value) == "Two things are called 'tenor': [] and ['cracked']."
