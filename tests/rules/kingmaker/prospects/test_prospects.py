"""The fights that a question is about: both sides, their troops, and the chances."""

from __future__ import annotations

from fractions import Fraction

import pytest

from bot.rules.kingmaker.prospects.fights import Prospect, about_fights, prospects
from tests.rules.kingmaker.battlefield import FIELD, field_of, siege_of
from tests.rules.kingmaker.scene import Scene


def open_to(scene: Scene, seat: int) -> list[Prospect]:
    """The fights that a seat is asked about, without those of the idle nobles."""
    found = prospects(scene.content, scene.match.view(seat), scene.match.asked(seat))
    return [fight for fight in found if "audley" not in fight.attackers]


def weather(scene: Scene) -> Fraction:
    """The chance of bad weather, as everybody may know it."""
    return Fraction(*scene.match.view(0).weather)


@pytest.mark.rule("house-2.3c")
def test_an_attack_has_both_sides_and_the_chances_with_the_weather() -> None:
    scene = field_of(("percy", "neville"), ("stafford",))
    scene.combat(0)
    (fight,) = open_to(scene, 0)
    view = scene.match.view(0)
    ours = sum(view.nobles[noble].troops for noble in ("percy", "neville"))
    assert (fight.attackers, fight.defenders) == (("percy", "neville"), ("stafford",))
    assert (fight.attack, fight.opposed) == (ours, view.nobles["stafford"].troops)
    assert (fight.clash.verb, fight.clash.square, fight.clash.foe) == ("attack", FIELD, 1)
    row = scene.content.battle.row_for(fight.attack, fight.opposed)
    assert row is not None
    fair = 1 - weather(scene)
    assert fight.lost == Fraction(row.fails, 100) * fair
    assert fight.won == Fraction(100 - row.none, 100) * fair


@pytest.mark.rule("house-5.11g")
def test_an_attack_that_needs_others_has_no_chance_and_says_what_it_takes() -> None:
    scene = field_of(("clifford",), ("percy", "neville"))
    scene.combat(0)
    assert open_to(scene, 0) == []  # nobody stands by who could help
    scene = field_of(("clifford",), ("percy", "neville"), seats=3)
    scene.noble("talbot", 2, FIELD, outside=True).combat(0)
    (fight,) = [fight for fight in open_to(scene, 0) if fight.clash.foe == 1]
    assert (fight.attackers, fight.defenders) == (("clifford",), ("percy", "neville"))
    assert (fight.attack, fight.opposed, fight.needed) == (10, 150, 38)
    assert (fight.won, fight.lost) == (Fraction(0), Fraction(0))


@pytest.mark.rule("house-6.2a", "house-6.1a")
def test_a_siege_has_the_garrison_and_what_it_takes() -> None:
    scene = siege_of("skipton", ("percy", "neville"), ("clifford",))
    scene.combat(0)
    fights = {fight.clash.verb: fight for fight in open_to(scene, 0)}
    laid = fights["lay"]
    view, place = scene.match.view(0), scene.content.board.places["skipton"]
    assert laid.clash.place == "skipton"
    assert laid.defenders == ("clifford",)
    assert laid.opposed == place.garrison + view.nobles["clifford"].troops
    assert laid.needed == -(-laid.opposed // 2)


@pytest.mark.rule("house-5.11c")
def test_who_is_asked_to_join_sees_the_declared_fight_and_his_own_nobles() -> None:
    scene = field_of(("percy",), ("stafford",), seats=3)
    scene.noble("neville", 2, FIELD, outside=True)
    scene.combat(0)
    scene.play(0, "attack", nobles=("percy",), against="1", square=FIELD)
    (fight,) = open_to(scene, 2)
    assert (fight.attackers, fight.defenders) == (("percy",), ("stafford",))
    assert fight.joining == ("neville",)
    assert about_fights(scene.match.asked(2))
    assert open_to(scene, 0) == []


def test_questions_of_other_things_are_about_no_fight() -> None:
    scene = field_of(("percy",), ("stafford",))
    scene.movement(0)
    assert open_to(scene, 0) == []
    assert not about_fights(scene.match.asked(0))
    assert prospects(scene.content, scene.match.view(1), scene.match.asked(1)) == []
