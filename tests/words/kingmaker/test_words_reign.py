"""How far the reign of a sole King is: in the view, and in words."""

from __future__ import annotations

import msgspec
import pytest

from bot.games import words_for
from bot.rules.kingmaker.state import Reign, Result
from bot.rules.kingmaker.view import ReignView
from tests.rules.kingmaker.scene import Scene

NAMES = ["Anne", "Bob"].__getitem__
WORDS = words_for("kingmaker", "classic")


def reigning(turns: int) -> Scene:
    """Percy of seat 0 keeps Edward of March, the sole King, for so many turns already."""
    scene = Scene(2, "classic").noble("percy", 0, "14,16").noble("courtenay", 1, "tiverton")
    scene.dead("henry", "richard_york").crowned("edward_march").hold("edward_march", "percy")
    scene.state.reign = Reign("edward_march", 0, turns)
    scene.movement(0)
    return scene


@pytest.mark.rule("classic-object.1")
def test_everybody_sees_how_far_a_reign_is() -> None:
    match = reigning(2).match
    for seat in (None, 0, 1):
        assert match.view(seat).reign == ReignView(0, "edward_march", 2, 4)
    assert WORDS.progress(match.view(None), NAMES) == (
        "♚♚♔♔ Anne holds *Edward of March*, the sole King: 2 of 4 turns, 2 more in a row to "
        "win ‹classic-object.1›"
    )
    assert "♚♚♔♔ Anne holds *Edward of March*" in WORDS.heading(match.view(None), NAMES)


def test_a_reign_counts_from_nothing_to_the_last_turn() -> None:
    for turns, pips in enumerate(("♔♔♔♔", "♚♔♔♔", "♚♚♔♔", "♚♚♚♔")):
        text = WORDS.progress(reigning(turns).match.view(None), NAMES)
        assert text.startswith(f"{pips} Anne holds ")
        assert f": {turns} of 4 turns, {4 - turns} more " in text


def test_without_a_reign_or_after_the_end_nothing_is_counted() -> None:
    view = reigning(3).match.view(None)
    won = msgspec.structs.replace(view, result=Result((0,), "four_turns"))
    assert WORDS.progress(won, NAMES) == ""
    assert WORDS.progress(msgspec.structs.replace(view, reign=None), NAMES) == ""
    house = Scene(2).noble("percy", 0, "alnwick")
    house.movement(0)
    assert house.match.view(0).reign is None
    assert b"reign" not in msgspec.json.encode(house.match.view(0))
    assert words_for("lancaster", "standard").progress(None, NAMES) == ""
