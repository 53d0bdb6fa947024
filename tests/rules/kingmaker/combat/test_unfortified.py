"""Forces inside an unfortified town are attacked in open battle (house-2.3g)."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.prospects.odds import forces_at
from tests.rules.kingmaker.battlefield import (
    FINE,
    attack,
    chances,
    holder,
    idlers,
    lay_rolls,
    only,
    result,
    settle,
    sound,
    where,
)
from tests.rules.kingmaker.scene import Scene

TOWN = "carmarthen"


def town(*within: str, heirs: tuple[str, ...] = ()) -> Scene:
    """Percy (100) and Howard (10) of seat 0 before the town, seat 1's nobles inside it."""
    scene = idlers(Scene()).noble("percy", 0, TOWN, outside=True)
    scene.noble("howard", 0, TOWN, outside=True)
    for number, noble in enumerate(within):
        scene.noble(noble, 1, TOWN, heirs=heirs if number == 0 else ())
    return scene


def square(scene: Scene) -> str:
    return scene.board.places[TOWN].square


@pytest.mark.rule("house-2.3g", "house-5.15a")
def test_those_inside_are_attacked_at_any_ratio() -> None:
    scene = town("mowbray", "stanley").next_events(FINE)
    lay_rolls(scene, 45).combat(0)
    attack(scene, "percy", square=square(scene))
    declared = only(scene, facts.AttackDeclared)
    assert (declared.defenders, declared.strength, declared.opposed) == (
        ("mowbray", "stanley"),
        100,
        100,
    )
    assert result(scene) == "no_victory"
    assert where(scene, "mowbray") == (square(scene), TOWN)
    assert set(chances(scene)) == {"percy", "mowbray", "stanley"}


@pytest.mark.rule("house-2.3g")
def test_those_inside_and_those_outside_are_one_force() -> None:
    scene = town("mowbray").noble("roos", 1, TOWN, outside=True).next_events(FINE)
    lay_rolls(scene, 45).combat(0)
    assert forces_at(scene.content, scene.match.view(0), square(scene))[1] == ("mowbray", "roos")
    attack(scene, "percy", square=square(scene))
    assert set(only(scene, facts.AttackDeclared).defenders) == {"roos", "mowbray"}


@pytest.mark.rule("house-2.3g", "house-5.16a", "house-5.17a")
def test_after_a_victory_they_are_captives_and_their_heirs_the_victors() -> None:
    scene = town("roos", heirs=("george",)).next_events(FINE)
    lay_rolls(scene, 95).combat(0)
    attack(scene, "percy", square=square(scene))
    assert result(scene) == "major_victory"
    assert only(scene, facts.Captured).nobles == ("roos",)
    assert scene.state.nobles["roos"].inside is None
    assert holder(scene, "george") == "percy"
    settle(scene)
    sound(scene)


@pytest.mark.rule("house-2.3g", "house-5.15b", "house-5.15d")
def test_an_assassin_finds_his_target_inside_too() -> None:
    scene = town("mowbray", heirs=("george",)).next_events(FINE)
    lay_rolls(scene, 100, 1).combat(0)
    assert scene.candidates(0, "assassinate", "target") == {"mowbray", "george"}
    scene.play(0, "assassinate", noble="howard", target="george")
    scene.play(1, "let_through")
    assert not scene.state.heirs["george"].alive


@pytest.mark.rule("house-2.3g", "base-1.8", "house-2.3e")
def test_an_open_town_is_besieged_and_not_attacked() -> None:
    scene = idlers(Scene()).noble("percy", 0, "hereford", outside=True)
    scene.noble("roos", 1, "hereford").combat(0)
    here = scene.board.places["hereford"].square
    reason = scene.refused(
        0, "attack", rule="house-2.3e", nobles=["percy"], against="1", square=here
    )
    assert reason == "Attack a force in the open in your square. To reach those inside, lay siege."


def beside_the_town(roll: int = 45) -> Scene:
    """Percy of seat 0 attacks seat 1's Roos outside the town, inside which seat 2's Talbot is."""
    scene = idlers(Scene(3)).noble("percy", 0, TOWN, outside=True)
    scene.noble("roos", 1, TOWN, outside=True).noble("talbot", 2, TOWN)
    scene.next_events(FINE).combat(0)
    lay_rolls(scene, roll)
    scene.play(0, "attack", nobles=["percy"], against="1", square=square(scene))
    return scene


@pytest.mark.rule("house-5.11a", "house-5.11c")
@pytest.mark.parametrize(
    ("verb", "strengths"), [("ally_attack", (130, 20)), ("ally_defence", (100, 50))]
)
def test_a_force_inside_takes_a_side_in_a_battle_of_its_square(
    verb: str, strengths: tuple[int, int]
) -> None:
    scene = beside_the_town()
    assert scene.asked(2) == ["alliance"]
    scene.play(2, verb, nobles=["talbot"])
    declared = only(scene, facts.AttackDeclared)
    assert (declared.strength, declared.opposed) == strengths


@pytest.mark.rule("house-5.11a", "house-2.3g")
def test_who_comes_out_of_the_town_to_a_battle_may_go_back() -> None:
    scene = beside_the_town(5)  # no victory at four to one
    scene.play(2, "ally_attack", nobles=["talbot"])
    scene.play(2, "return_inside", nobles=["talbot"])
    assert where(scene, "talbot") == (square(scene), TOWN)
