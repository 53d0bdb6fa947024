"""The Royal Guard in battle: it goes with the King, whoever holds him."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.battlefield import (
    FIELD,
    FINE,
    attack,
    chances,
    conclude,
    field_of,
    holder,
    idlers,
    lay_rolls,
    only,
    result,
    settle,
)
from tests.rules.kingmaker.scene import Scene


def troops(scene: Scene, noble: str) -> int:
    """The troops everybody sees a noble lead."""
    seen = scene.match.view(None).nobles[noble].troops
    assert isinstance(seen, int)
    return seen


@pytest.mark.rule("house-5.6b", "house-5.6c")
@pytest.mark.parametrize(("king", "guard"), [("henry", 30), ("richard_york", 50)])
def test_the_guard_fights_beside_the_noble_who_holds_the_king(king: str, guard: int) -> None:
    for attacking in (True, False):
        scene = field_of(("neville",), ("mowbray",)).crowned(king)
        scene.hold(king, "neville" if attacking else "mowbray").next_events(FINE)
        lay_rolls(scene, 20).combat(0)
        attack(scene, "neville")
        declared = only(scene, facts.AttackDeclared)
        strengths = (50 + guard, 50) if attacking else (50, 50 + guard)
        assert (declared.strength, declared.opposed) == strengths


@pytest.mark.rule("house-5.6c")
def test_an_heir_who_is_not_crowned_brings_no_guard() -> None:
    scene = field_of(("neville",), ("mowbray",)).crowned("henry").hold("margaret", "neville")
    lay_rolls(scene, 20).next_events(FINE).combat(0)
    attack(scene, "neville")
    assert only(scene, facts.AttackDeclared).strength == 50


@pytest.mark.rule("house-5.6a", "house-5.6c")
def test_the_guard_rolls_no_death_and_is_no_noble() -> None:
    scene = field_of(("neville",), ("mowbray",)).crowned("henry").hold("henry", "neville")
    lay_rolls(scene, 20).next_events(FINE).combat(0)
    attack(scene, "neville")
    assert chances(scene).keys() == {"neville", "henry", "mowbray"}


@pytest.mark.rule("house-5.6c", "house-5.17a")
def test_the_guard_changes_sides_with_a_captured_king() -> None:
    scene = field_of(("neville", "roos"), ("mowbray",)).crowned("henry").hold("henry", "mowbray")
    lay_rolls(scene, 100).next_events(FINE).combat(0)
    assert troops(scene, "mowbray") == 80
    attack(scene, "neville", "roos")
    scene.play(0, "keep_heir", heir="henry", noble="roos")
    assert holder(scene, "henry") == "roos"
    assert troops(scene, "roos") == 20 + 30
    assert troops(scene, "mowbray") == troops(scene, "neville") == 50


@pytest.mark.rule("house-5.6c", "house-5.17d")
def test_the_guard_goes_to_the_defender_who_takes_the_king() -> None:
    scene = field_of(("neville",), ("mowbray",)).crowned("henry").hold("henry", "neville")
    lay_rolls(scene, 10, 15).next_events(FINE).combat(0)  # 80 to 50: H, fails up to 10
    attack(scene, "neville")
    assert result(scene) == "attack_fails"
    assert holder(scene, "henry") == "mowbray"
    assert troops(scene, "mowbray") == 80


@pytest.mark.rule("house-5.6c", "house-5.17b")
def test_a_king_left_in_the_open_has_no_guard() -> None:
    scene = field_of(("neville",), ("mowbray",)).crowned("henry").hold("henry", "mowbray")
    lay_rolls(scene, 100, 5).next_events(FINE).combat(0)
    attack(scene, "neville")
    assert holder(scene, "henry") is None
    assert troops(scene, "mowbray") == 50


@pytest.mark.rule("house-5.6c", "house-1.11")
def test_the_guard_is_given_up_when_the_king_falls() -> None:
    scene = field_of(("neville",), ("mowbray",)).crowned("henry").hold("henry", "neville")
    lay_rolls(scene, 20, 100, 4).next_events(FINE).combat(0)
    attack(scene, "neville")
    assert result(scene) == "no_victory"
    assert not scene.state.heirs["henry"].alive
    assert not scene.state.heirs["henry"].crowned
    assert troops(scene, "neville") == 50


@pytest.mark.rule("house-5.6c", "house-6.1g", "base-10.13")
def test_the_king_taken_in_london_brings_his_guard() -> None:
    scene = idlers(Scene()).noble("percy", 0, "18,20", cards=("marshal_england",))
    scene.noble("neville", 0, "18,20", cards=("treasurer_england",))
    lay_rolls(scene).combat(0)
    conclude(scene, "percy", "neville", place="london")
    assert only(scene, facts.AssaultDeclared).defence == 300
    scene.play(0, "keep_heir", heir="henry", noble="neville")
    settle(scene)
    assert troops(scene, "neville") == 50 + 50 + 30
    assert troops(scene, "percy") == 200


@pytest.mark.rule("house-5.6c", "house-5.6b")
def test_the_guard_of_each_king_fights_where_he_is_held() -> None:
    scene = field_of(("neville",), ("mowbray",)).crowned("henry", "richard_york")
    scene.hold("henry", "neville").hold("richard_york", "mowbray").next_events(FINE)
    lay_rolls(scene, 45).combat(0)
    attack(scene, "neville")
    declared = only(scene, facts.AttackDeclared)
    assert (declared.strength, declared.opposed, declared.square) == (80, 100, FIELD)


@pytest.mark.rule("house-5.6b", "house-6.2a")
def test_the_guard_counts_at_a_siege() -> None:
    scene = idlers(Scene()).crowned("henry").noble("scrope", 1, "masham")
    scene.noble("pole", 0, "masham", outside=True, heirs=("henry",)).combat(0)
    scene.play(0, "lay", nobles=["pole"], place="masham")
    assert only(scene, facts.SiegeLaid).strength == 60


@pytest.mark.rule("house-5.6c", "house-6.4e")
def test_a_guard_surrendered_does_not_break_the_siege_at_once() -> None:
    scene = idlers(Scene()).crowned("henry").noble("scrope", 1, "masham")
    scene.noble("pole", 0, "masham", outside=True, heirs=("henry",)).combat(0)
    scene.play(0, "lay", nobles=["pole"], place="masham")
    scene.play(0, "kill_heir", heir="henry")
    assert troops(scene, "pole") == 30
    assert "masham" in scene.state.sieges
    scene.combat(0)
    assert only(scene, facts.SiegeBroken).reason == "weakness"
