"""Beaufort, the last hope of Lancaster."""

from __future__ import annotations

from typing import Any

import pytest

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.scene import Scene

LANCASTER = ("henry", "margaret", "edward_lancaster")


def scene_with(*dead: str, at: str = "corfe", **more: Any) -> Scene:
    """Beaufort and Roos of seat 0, Courtenay of seat 1, and some heirs dead."""
    scene = Scene().noble("courtenay", 1, "tiverton").noble("roos", 0, "bodmin")
    return scene.noble("beaufort", 0, at, **more).dead(*dead)


def is_heir(scene: Scene) -> bool:
    return "beaufort" in scene.match.view(None).heirs


@pytest.mark.rule("house-4.11", "base-13.9")
def test_beaufort_is_the_heir_at_the_instant_the_last_lancastrian_dies() -> None:
    scene = scene_with("henry", "edward_lancaster").hold("margaret", "roos")
    scene.movement(0)
    assert not is_heir(scene)
    scene.play(0, "kill_heir", heir="margaret")
    assert is_heir(scene)
    assert [e.seat for e in scene.happened(facts.BeaufortBecameHeir)] == [0]
    seen = scene.match.view(None).heirs["beaufort"]
    assert (seen.house, seen.rank, seen.square) == ("lancaster", 1, "13,24")


@pytest.mark.rule("house-4.15", "house-4.11")
@pytest.mark.parametrize("alive", LANCASTER)
def test_while_one_lancastrian_lives_he_is_an_ordinary_noble(alive: str) -> None:
    dead = [heir for heir in LANCASTER if heir != alive]
    scene = scene_with(*dead, at="canterbury", cards=("abp_canterbury",)).crowned()
    scene.noble("scrope", 0, "york", cards=("abp_york",), heirs=("richard_york",))
    scene.coronation(0)
    assert not is_heir(scene)
    assert scene.candidates(0, "crown", "heir") == {"richard_york"}
    scene.refused(0, "crown", rule="house-1.12", heir="beaufort")


@pytest.mark.rule("house-4.12", "base-13.9")
@pytest.mark.parametrize("where", ["deck", "discards", "hand", "chancery"])
def test_beaufort_counts_only_face_up(where: str) -> None:
    scene = Scene().noble("courtenay", 1, "tiverton").noble("roos", 0, "bodmin")
    scene.dead("henry", "edward_lancaster").hold("margaret", "roos")
    if where == "hand":
        scene.hand(0, "beaufort")
    elif where != "deck":
        scene.state.crown_deck.remove("beaufort")
        pile = scene.state.chancery if where == "chancery" else scene.state.crown_discards
        pile.append("beaufort")
    scene.movement(1)
    scene.play(0, "kill_heir", heir="margaret")
    assert not is_heir(scene)
    assert scene.happened(facts.BeaufortBecameHeir) == []


@pytest.mark.rule("house-4.13")
def test_entering_play_later_he_is_an_heir_from_that_moment() -> None:
    scene = Scene().noble("courtenay", 1, "tiverton").noble("roos", 0, "bodmin").dead(*LANCASTER)
    scene.hand(0, "beaufort")
    scene.movement(1)
    assert not is_heir(scene)
    scene.play(0, "raise", card="beaufort", castle="chirk")
    assert is_heir(scene)
    assert [e.seat for e in scene.happened(facts.BeaufortBecameHeir)] == [0]


@pytest.mark.rule("house-4.14")
def test_he_stays_an_heir_until_he_is_killed() -> None:
    scene = scene_with(*LANCASTER, at="york").next_events("E-RV02")
    scene.event(0)
    assert is_heir(scene)
    scene.play(0, "march", nobles=["roos"], to="4,26")
    scene.play(0, "done")
    assert is_heir(scene)
    scene.next_events("E-PL02")
    scene.event(1)
    assert "beaufort" not in scene.state.nobles
    assert not is_heir(scene)


@pytest.mark.rule("house-4.16", "base-13.9")
def test_he_cannot_be_killed_at_will() -> None:
    scene = scene_with(*LANCASTER).hold("george", "roos")
    scene.movement(0)
    assert scene.candidates(0, "kill_heir", "heir") == {"george"}
    scene.refused(0, "kill_heir", rule="house-1.11", heir="beaufort")


@pytest.mark.rule("house-4.16")
def test_he_dies_of_the_plague_as_nobles_die() -> None:
    scene = scene_with(*LANCASTER, at="york").next_events("E-PL02")
    scene.event(0)
    assert "beaufort" not in scene.state.nobles
    assert "beaufort" in scene.state.crown_discards
    assert [e.cause for e in scene.happened(facts.NobleDied)] == ["plague"]


@pytest.mark.rule("house-4.11", "base-13.9", "house-1.12")
def test_as_an_heir_he_may_be_crowned() -> None:
    scene = scene_with(*LANCASTER, at="canterbury", cards=("abp_canterbury",))
    scene.coronation(0)
    scene.play(0, "crown", heir="beaufort")
    assert scene.state.beaufort_crowned
    crowned = scene.happened(facts.Crowned)[0]
    assert (crowned.heir, crowned.place, crowned.seat) == ("beaufort", "canterbury", 0)
    assert scene.match.view(None).heirs["beaufort"].crowned


@pytest.mark.rule("house-5.6d")
def test_the_lancaster_guard_serves_king_beaufort_himself() -> None:
    scene = scene_with(*LANCASTER, at="canterbury", cards=("abp_canterbury",))
    scene.coronation(0)
    assert scene.match.view(None).nobles["beaufort"].troops == 30
    scene.play(0, "crown", heir="beaufort")
    assert scene.match.view(None).nobles["beaufort"].troops == 60


@pytest.mark.rule("house-4.14", "base-12.1", "house-4.13")
def test_killed_and_drawn_again_he_is_an_heir_but_no_king() -> None:
    scene = scene_with(*LANCASTER, at="york").next_events("E-PL02").next_crown("saxons_1")
    scene.state.beaufort_crowned = True
    scene.event(0)
    assert "beaufort" not in scene.state.nobles
    scene.state.crown_discards.remove("beaufort")
    scene.state.factions[1].hand.append("beaufort")
    scene.movement(0)
    scene.play(1, "raise", card="beaufort", castle="corfe")
    assert not scene.state.beaufort_crowned
    seen = scene.match.view(None)
    assert (seen.heirs["beaufort"].crowned, seen.heirs["beaufort"].rank) == (False, 1)
    assert (seen.nobles["beaufort"].seat, seen.nobles["beaufort"].troops) == (1, 30)


@pytest.mark.rule("house-4.11", "house-1.13", "house-8.3.5")
def test_as_sole_king_he_answers_an_embassy() -> None:
    scene = scene_with(*LANCASTER).next_events("E-EM02")
    scene.state.beaufort_crowned = True
    scene.event(1)
    assert scene.state.nobles["beaufort"].square == "22,22"


@pytest.mark.rule("house-4.15", "base-13.9")
def test_heir_or_not_he_marches_and_bears_cards_as_any_noble() -> None:
    scene = scene_with(*LANCASTER, at="13,20", cards=("marshal_england", "saxons_1"))
    scene.movement(0)
    assert scene.match.view(None).nobles["beaufort"].troops == 140
    scene.play(0, "march", nobles=["beaufort"], to="15,20")
    assert scene.match.view(None).heirs["beaufort"].square == "15,20"
