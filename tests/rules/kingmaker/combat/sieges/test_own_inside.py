"""Nobles of the attackers' own inside the place: they neither defend it nor are captured."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.prospects.odds import assault_odds
from bot.words.kingmaker.names import Lexicon
from bot.words.kingmaker.odds import assault_text
from bot.words.kingmaker.stakes.fights import Teller
from tests.rules.kingmaker.battlefield import idlers, only, sound, where
from tests.rules.kingmaker.combat.by_card.field import CARDS
from tests.rules.kingmaker.scene import Scene

FAIR = CARDS["5-4"]
"""It names Courtenay, Grey and Howard."""
SKIPTON = "13,9"
CAMP = ("neville", "mowbray", "pole")
"""Troops: 50, 50 and 30; with the Marshal's 100, 230."""


def skipton(ruleset: str, *others: str, seats: int = 2) -> Scene:
    """Roos of seat 1 holds Skipton (100), where Percy (100) of seat 0 is his guest."""
    scene = idlers(Scene(seats, ruleset)).noble("roos", 1, "skipton")
    scene.noble("percy", 0, "skipton", guest=True)
    for noble in others:
        scene.noble(noble, 1, "skipton")
    for noble in CAMP:
        scene.noble(noble, 0, "skipton", outside=True)
    scene.give("neville", "marshal_england").next_events(FAIR).rolls(*[100] * 12)
    scene.combat(0)
    return scene


def concluded(scene: Scene) -> Scene:
    scene.play(0, "conclude", nobles=CAMP, place="skipton")
    return scene


@pytest.mark.rule("classic-siege.2", "house-6.1a", "base-10.2")
@pytest.mark.parametrize("ruleset", ["classic", "house"])
def test_a_besiegers_own_noble_inside_does_not_defend_it_against_him(ruleset: str) -> None:
    scene = concluded(skipton(ruleset))
    told = only(scene, facts.AssaultDeclared)
    assert (told.strength, told.defence, told.defenders) == (230, 120, ("roos",))


@pytest.mark.rule("classic-siege.5", "house-6.1g", "base-10.5")
@pytest.mark.parametrize("ruleset", ["classic", "house"])
def test_others_inside_are_captured_and_his_own_stays(ruleset: str) -> None:
    scene = concluded(skipton(ruleset))
    assert only(scene, facts.Captured).nobles == ("roos",)
    assert scene.happened(facts.Expelled) == []
    assert where(scene, "percy") == (SKIPTON, "skipton")
    assert scene.state.nobles["percy"].captor is None
    sound(scene)


@pytest.mark.rule("house-6.2a", "house-6.4e")
def test_a_siege_is_laid_and_held_against_the_others_alone() -> None:
    scene = skipton("house")
    scene.play(0, "lay", nobles=["neville"], place="skipton")  # 150, and half of 120 is needed
    assert only(scene, facts.SiegeLaid).defence == 120
    scene.next_events(FAIR).combat(0)
    assert "skipton" in scene.state.sieges


@pytest.mark.rule("house-6.1a")
def test_the_odds_say_the_same() -> None:
    scene = skipton("house")
    assert assault_odds(scene.content, scene.match.view(0), "skipton", CAMP).opposed == 120


@pytest.mark.rule("house-5.11c", "house-6.1g")
def test_nor_does_a_noble_of_an_ally_who_has_joined_the_attack() -> None:
    scene = idlers(Scene(3, "house")).noble("roos", 1, "skipton")
    scene.noble("percy", 2, "skipton", guest=True).noble("hastings", 2, "skipton", outside=True)
    for noble in CAMP:
        scene.noble(noble, 0, "skipton", outside=True)
    scene.give("neville", "marshal_england").next_events(FAIR).rolls(*[100] * 12).combat(0)
    concluded(scene)
    scene.play(2, "ally_attack", nobles=["hastings"])
    assert only(scene, facts.AssaultDeclared).defenders == ("roos",)
    assert only(scene, facts.Captured).nobles == ("roos",)
    # The fortress has become another's, and who was its old master's guest goes out.
    assert only(scene, facts.Expelled).nobles == ("percy",)


@pytest.mark.rule("house-5.19h", "house-6.1g")
def test_put_out_as_its_holder_dies_he_may_go_in_again_with_the_victors() -> None:
    scene = skipton("house")
    scene.dice.laid.clear()
    scene.rolls(100, 100, 100, 1)
    concluded(scene)
    assert only(scene, facts.Expelled).nobles == ("percy",)
    scene.play(0, "hold", place="skipton", noble="neville")
    assert "percy" in scene.candidates(0, "enter", "nobles")


@pytest.mark.rule("base-10.18")
def test_by_the_card_he_goes_in_again_with_the_victors() -> None:
    scene = skipton("classic")
    scene.next_events(CARDS["majority"])  # it names Roos
    concluded(scene)
    assert only(scene, facts.Expelled).nobles == ("percy",)
    scene.play(0, "hold", place="skipton", noble="neville")
    assert scene.asked(0) == ["move_in"]  # there is no room for 330
    assert scene.candidates(0, "enter", "nobles") == {"percy", *CAMP}
    scene.play(0, "enter", nobles=["percy"], place="skipton")
    assert where(scene, "percy") == (SKIPTON, "skipton")


# A place in which nobody else stands


@pytest.mark.rule("base-10.1")
def test_a_town_without_walls_where_only_his_own_stand_is_not_besieged() -> None:
    scene = idlers(Scene(2, "classic")).noble("percy", 0, "cardigan")
    scene.noble("neville", 0, "cardigan", outside=True).combat(0)
    scene.refused(0, "conclude", rule="base-10.1", nobles=["neville"], place="cardigan")


@pytest.mark.rule("classic-siege.1", "house-2.3e")
@pytest.mark.parametrize("ruleset", ["classic", "house"])
def test_walls_of_another_hold_against_him_though_only_his_own_stand_inside(ruleset: str) -> None:
    scene = skipton(ruleset)
    scene.state.nobles["roos"].inside = None
    concluded(scene)
    told = only(scene, facts.AssaultDeclared)
    assert (told.defence, told.defenders) == (100, ())
    assert where(scene, "percy") == (SKIPTON, "skipton")


# Storms (ishkibibble-siege.2)


@pytest.mark.rule("ishkibibble-siege.2", "ishkibibble-siege.3")
def test_nor_does_he_defend_walls_that_are_stormed() -> None:
    scene = skipton("classic+storm_or_siege")
    scene.play(0, "storm", nobles=CAMP, place="skipton")
    told = only(scene, facts.WallsStormed)
    assert (told.strength, told.defence, told.defenders) == (230, 120, ("roos",))
    assert only(scene, facts.Captured).nobles == ("roos",)
    assert where(scene, "percy") == (SKIPTON, "skipton")


# What is said of it before


@pytest.mark.rule("house-6.1g", "classic-siege.5")
@pytest.mark.parametrize("ruleset", ["classic", "house"])
def test_the_words_say_that_the_others_are_captured(ruleset: str) -> None:
    scene = skipton(ruleset).hold("henry", "percy")
    lex, view = Lexicon(scene.content), scene.match.view(0)
    names = ["Anne", "Bob"].__getitem__
    told = assault_text(lex, view, "skipton", list(CAMP), names)
    assert "garrison 100 and **Roos**" in told
    assert "All others who survive inside become captives." in told
    won = Teller(lex, view, names).siege_outcome(CAMP, "skipton")[-1]
    assert won == "If you win, Skipton is yours, and all others who survive inside become captives."
