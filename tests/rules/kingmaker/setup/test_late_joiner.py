"""Somebody joins a running game (house §3, the 'No Elimination' rule)."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Choice
from bot.rules.kingmaker import facts
from tests.rules.kingmaker.scene import Scene


def join(scene: Scene) -> None:
    """A moderator lets one more player in."""
    scene.events = list(scene.match.direct(Choice("join")).events)


@pytest.mark.rule("house-3.16", "house-3.14", "house-3.15", "house-4.12")
def test_a_late_player_is_dealt_cards_until_a_noble_comes_and_plays_them() -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("roos", 1, "helmsley")
    scene.next_crown("saxons_1", "marshal_england", "grey").movement(0)
    join(scene)
    assert len(scene.state.factions) == 3
    assert [e.cards for e in scene.happened(facts.CardsDealt)] == [
        ("saxons_1",),
        ("marshal_england",),
        ("grey",),
    ]
    scene.play(2, "settle", noble="grey", castle="ruthin")
    # Grey has no title: the office cannot be played and goes to the Chancery.
    if scene.asked(2):
        scene.play(2, "play", card="saxons_1", noble="grey")
    assert scene.where("grey") == ("9,13", "ruthin", None)
    assert scene.state.nobles["grey"].cards == ["saxons_1"]
    assert scene.state.chancery == ["marshal_england"]
    assert scene.state.factions[2].hand == []


@pytest.mark.rule("house-3.16")
def test_a_late_player_takes_his_turn_after_the_others() -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("roos", 1, "helmsley")
    scene.next_events("E-ST01", "E-ST02", "E-ST03")
    scene.next_crown("grey", "saxons_1", "saxons_2").turn(0)
    join(scene)
    scene.play(2, "settle", noble="grey", castle="ruthin")
    for seat in (0, 1):
        scene.play(seat, "done")
        scene.play(seat, "keep")
    assert scene.state.active == 2
    assert scene.asked(2) == ["movement"]
