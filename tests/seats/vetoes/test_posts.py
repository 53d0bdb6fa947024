"""Keepers of heirs whom no walls in their reach would save get guards, or slip away."""

from __future__ import annotations

import pytest

from bot.seats.kingmaker_steward.marching import MarchPlan
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.vetoes import Posts
from tests.rules.kingmaker.scene import Scene
from tests.seats.moves import to_the_end_of_movement

FOES = {
    "neville": ("saxons_1", "burgundian_crossbowmen_1", "scots_archers_1"),
    "stanley": ("saxons_2", "burgundian_crossbowmen_2"),
}

FAR = "16,7"
"""From there Alnwick is in reach, but not all around it."""


def in_danger(foes_at: str = "13,5") -> Scene:
    """Pole with Henry is alone at Alnwick, where Neville and Stanley can come with more than his
    160."""
    scene = Scene().noble("pole", 0, "alnwick", castles=False, heirs=("henry",))
    scene.control("alnwick", "pole").dead("margaret")
    for foe, cards in FOES.items():
        scene.noble(foe, 1, foes_at, castles=False, cards=cards)
    return scene


def planned(scene: Scene) -> tuple[Outlook, Posts]:
    scene.movement(0)
    outlook = Outlook(scene.match.view(0), 0, scene.content)
    (prompt,) = scene.match.asked(0)
    return outlook, MarchPlan(outlook, prompt).posts


def test_who_is_near_enough_goes_to_guard_the_heir() -> None:
    scene = in_danger().noble("percy", 0, "14,4", castles=False)
    outlook, found = planned(scene)
    defence = 100 + outlook.power("pole")
    assert defence <= outlook.threat("14,3") < defence + outlook.power("percy")
    assert found == Posts({"pole": "14,3"}, {"percy": "14,3"})
    to_the_end_of_movement(scene)
    assert [scene.state.nobles[noble].inside for noble in ("pole", "percy")] == ["alnwick"] * 2


def test_where_nobody_can_guard_him_he_slips_away_into_the_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = in_danger(FAR)
    _, found = planned(scene)
    assert not found.guards
    to_the_end_of_movement(scene)
    outlook = Outlook(scene.match.view(0), 0, scene.content)
    assert outlook.nobles["pole"].inside is None
    assert outlook.threat(outlook.nobles["pole"].square) == 0
    monkeypatch.setattr("bot.seats.kingmaker_steward.marching.posts", lambda *_: Posts())
    scene = in_danger(FAR)
    scene.movement(0)
    to_the_end_of_movement(scene)
    assert scene.state.nobles["pole"].inside == "alnwick"


def test_where_walls_hold_nobody_is_called() -> None:
    scene = Scene().noble("pole", 0, "alnwick", castles=False, heirs=("henry",))
    scene.control("alnwick", "pole").noble("percy", 0, "14,4", castles=False)
    scene.noble("neville", 1, "13,5", castles=False)
    assert planned(scene)[1] == Posts()


def test_no_more_guards_are_called_than_it_takes() -> None:
    scene = in_danger().noble("percy", 0, "14,4", castles=False)
    scene.noble("fitzalan", 0, "14,4", castles=False)
    assert planned(scene)[1].guards == {"percy": "14,3"}
