"""Forces inside an unfortified town are attacked in open battle (house-2.3g)."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.combat.odds import forces_at
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
    assert not scene.state.heirs["george"].alive


@pytest.mark.rule("house-2.3g", "base-1.8", "house-2.3e")
def test_an_open_town_is_besieged_and_not_attacked() -> None:
    scene = idlers(Scene()).noble("percy", 0, "hereford", outside=True)
    scene.noble("roos", 1, "hereford").combat(0)
    here = scene.board.places["hereford"].square
    reason = scene.refused(
        0, "attack", rule="house-2.3e", nobles=["percy"], against="1", square=here
    )
    assert reason == "Attack a force in the open of your square; those inside must be besieged."


@pytest.mark.rule("house-2.3g")
def test_in_the_first_edition_they_are_besieged() -> None:
    scene = town("roos")
    scene.state.edition = 1
    scene.combat(0)
    assert scene.offered(0, "attack") == [
        offer
        for offer in scene.offered(0, "attack")
        if offer.field("square").candidates != (square(scene),)
    ]
    scene.play(0, "lay", nobles=["percy"], place=TOWN)
