"""Forces inside walls of their own take a side in a battle of that square (house §5.11)."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.words.kingmaker.words import KingmakerWords
from tests.rules.kingmaker.battlefield import (
    FINE,
    chances,
    idlers,
    lay_rolls,
    only,
    result,
    settle,
    sound,
    where,
)
from tests.rules.kingmaker.scene import HOUSE, Scene

CASTLE = "sheffield"
SQUARE = "14,12"


def before_the_castle(roll: int = 45) -> Scene:
    """Percy of seat 0 may attack seat 1's Roos outside Sheffield, in which seat 2's Talbot is."""
    scene = idlers(Scene(3)).noble("talbot", 2, CASTLE)
    scene.noble("percy", 0, CASTLE, outside=True).noble("roos", 1, CASTLE, outside=True)
    lay_rolls(scene, roll).next_events(FINE)
    return scene


def attacked(scene: Scene) -> Scene:
    """Percy attacks Roos."""
    scene.combat(0)
    scene.play(0, "attack", nobles=["percy"], against="1", square=SQUARE)
    return scene


@pytest.mark.rule("house-5.11a", "house-5.11c")
@pytest.mark.parametrize(
    ("verb", "strengths"), [("ally_attack", (130, 20)), ("ally_defence", (100, 50))]
)
def test_they_are_asked_and_count(verb: str, strengths: tuple[int, int]) -> None:
    scene = attacked(before_the_castle())
    assert scene.asked(2) == ["alliance"]
    scene.play(2, verb, nobles=["talbot"])
    declared = only(scene, facts.AttackDeclared)
    assert (declared.strength, declared.opposed) == strengths
    assert "talbot" in chances(scene)


@pytest.mark.rule("house-5.11a")
def test_who_came_out_to_an_attack_may_go_back() -> None:
    scene = attacked(before_the_castle(5))  # no victory at four to one
    scene.play(2, "ally_attack", nobles=["talbot"])
    assert result(scene) == "no_victory"
    scene.play(2, "return_inside", nobles=["talbot"])
    assert where(scene, "talbot") == (SQUARE, CASTLE)
    sound(scene)


@pytest.mark.rule("house-5.11a", "house-5.16a")
def test_who_came_out_for_the_beaten_is_captured() -> None:
    scene = attacked(before_the_castle(95))
    scene.play(2, "ally_defence", nobles=["talbot"])
    assert only(scene, facts.Captured).nobles == ("roos", "talbot")
    assert where(scene, "talbot") == (SQUARE, None)
    settle(scene)
    assert "talbot" not in scene.state.nobles
    sound(scene)


@pytest.mark.rule("house-5.11g")
def test_an_attack_may_hope_for_them() -> None:
    scene = before_the_castle().noble("clifford", 0, SQUARE, cards=()).noble("grey", 1, SQUARE)
    scene.give("roos", "saxons_1", "saxons_2").combat(0)
    needy = [o for o in scene.offered(0, "attack") if o.rule == "house-5.11g"]
    assert needy
    assert "clifford" in needy[0].field("nobles").candidates


# Who does not come out


@pytest.mark.rule("house-5.11f")
def test_who_is_under_siege_does_not() -> None:
    scene = before_the_castle().noble("clifford", 2, SQUARE).siege(CASTLE, ["percy"])
    attacked(scene)
    assert scene.candidates(2, "ally_attack", "nobles") == {"clifford"}
    words = {"rule": "house-5.11f", "says": "only against his besieger"}
    scene.forbidden(2, "ally_defence", nobles=["talbot"], **words)


@pytest.mark.rule("house-8.5.4")
def test_a_guest_does_not() -> None:
    scene = before_the_castle().noble("clifford", 2, SQUARE)
    scene.noble("mowbray", 1, "york").control(CASTLE, "mowbray")
    attacked(scene)
    assert scene.candidates(2, "ally_attack", "nobles") == {"clifford"}
    words = {"rule": "house-8.5.4", "says": "may only leave"}
    scene.forbidden(2, "ally_attack", nobles=["talbot"], **words)


@pytest.mark.rule("house-7.4.13", "house-5.11a")
def test_who_has_come_home_under_the_kings_peace_does_not() -> None:
    scene = before_the_castle().noble("clifford", 2, SQUARE).peace(0, "18,20", "talbot")
    attacked(scene)
    assert scene.candidates(2, "ally_defence", "nobles") == {"clifford"}
    words = {"rule": "house-7.4.13", "says": "keeps the King’s Peace"}
    scene.forbidden(2, "ally_defence", nobles=["talbot"], **words)


@pytest.mark.rule("house-5.11b")
def test_who_fought_in_his_last_turn_does_not() -> None:
    scene = before_the_castle()
    scene.state.nobles["talbot"].fought = True
    attacked(scene)
    assert only(scene, facts.AttackDeclared).attackers == ("percy",)


@pytest.mark.rule("house-5.11a")
def test_the_attackeds_own_within_their_walls_stay_there() -> None:
    scene = idlers(Scene(3)).noble("scrope", 1, "masham").noble("roos", 1, "masham", outside=True)
    scene.noble("percy", 0, "masham", outside=True).noble("talbot", 2, CASTLE).next_events(FINE)
    lay_rolls(scene, 45).combat(0)
    scene.play(0, "attack", nobles=["percy"], against="1", square="14,8")
    assert only(scene, facts.AttackDeclared).defenders == ("roos",)


@pytest.mark.rule("house-5.11a")
def test_the_question_whether_he_goes_back_speaks_of_the_fight() -> None:
    scene = attacked(before_the_castle(5))
    scene.play(2, "ally_attack", nobles=["talbot"])
    words, names = KingmakerWords(HOUSE.content), ["Anne", "Bob", "Cecily"].__getitem__
    told = words.ask(scene.match.asked(2)[0], names)
    assert told == "The fight is over. Who goes back inside Sheffield?"
