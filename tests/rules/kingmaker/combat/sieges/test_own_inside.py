"""Nobles of the attackers' own inside the place: they neither defend it nor are captured."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.allegiance import change_sides
from bot.rules.kingmaker.consequences.changes import take_control
from bot.rules.kingmaker.prospects.odds import assault_odds
from bot.words.kingmaker.names import Lexicon
from bot.words.kingmaker.odds import assault_text
from bot.words.kingmaker.stakes.questions import Teller
from tests.rules.kingmaker.battlefield import BAD, idlers, only, siege_of, sound, where
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


# A fortress is given away while it is under siege: those inside stay in it (house §6.2, §8.7).


HULL = "18,10"
BESIEGERS = ("percy", "neville")


def besieged(ruleset: str = "house") -> Scene:
    """Seat 0 besieges Mowbray of seat 1 in his Hull; Scrope of seat 2 stands far away."""
    scene = Scene(3, ruleset).noble("mowbray", 1, "hull").noble("scrope", 2, "19,18")
    for noble in BESIEGERS:
        scene.noble(noble, 0, "hull", outside=True)
    scene.noble("audley", 0, "19,18").noble("bourchier", 1, "19,18")
    return scene.siege("hull", list(BESIEGERS))


def given(scene: Scene, to: int) -> Scene:
    """In his movement phase seat 1 gives Hull away."""
    scene.movement(1)
    scene.play(1, "propose_deal", to=str(to), give=["place:hull"], take=[])
    scene.play(to, "accept_deal", deal="1")
    return scene


@pytest.mark.rule("house-6.2d", "house-8.7.13", "house-8.5.1")
def test_who_gives_it_away_stays_inside_as_a_guest() -> None:
    scene = given(besieged(), 2)
    assert scene.state.control["hull"] == "scrope"
    assert scene.happened(facts.Expelled) == []
    assert scene.where("mowbray") == (HULL, "hull", None)
    assert scene.state.sieges["hull"].besiegers == list(BESIEGERS)
    for verb, way in (("march", {"to": "18,11"}), ("leave", {"place": "hull"})):
        scene.refused(1, verb, rule="house-6.2d", nobles=["mowbray"], **way)


@pytest.mark.rule("house-8.5.2", "house-8.5.14")
def test_he_defends_it_and_does_not_sally_by_himself() -> None:
    scene = given(besieged(), 2)
    scene.combat(1)
    scene.refused(1, "attack", rule="house-8.5.14", nobles=["mowbray"], square=HULL, against="0")
    scene.combat(0)
    held = facts.SiegeHeld(0, "hull", 2, 200)
    assert scene.happened(facts.SiegeHeld) == [held]
    assert scene.where("mowbray") == (HULL, "hull", None)


@pytest.mark.rule("house-8.5.16")
def test_he_goes_when_the_siege_is_over() -> None:
    scene = given(besieged(), 2)
    scene.play(0, "lift", place="hull")
    scene.movement(1)
    scene.play(1, "leave", nobles=["mowbray"], place="hull")
    assert scene.where("mowbray") == (HULL, None, None)


@pytest.mark.rule("house-8.7.13", "base-1.17")
def test_given_to_the_besieger_it_is_no_more_besieged_and_he_goes() -> None:
    scene = given(besieged(), 0)
    assert scene.state.sieges == {}
    assert scene.happened(facts.Expelled) == [facts.Expelled(("mowbray",), "hull")]
    assert scene.where("mowbray") == (HULL, None, None)


@pytest.mark.rule("base-10.6", "base-1.17")
def test_nobody_escapes_by_it_under_the_base_rules() -> None:
    scene = besieged("classic")
    take_control(scene.match.table, "hull", "scrope", "deal")
    assert scene.where("mowbray") == (HULL, "hull", None)


@pytest.mark.rule("ishkibibble-vacillating.11", "base-10.6")
def test_nor_does_who_is_inside_when_its_holder_goes_over_to_another() -> None:
    scene = besieged("classic").noble("stafford", 1, "19,18").control("hull", "stafford")
    change_sides(scene.match.table, "stafford", 2)
    assert scene.state.control["hull"] == "stafford"
    assert scene.where("mowbray") == (HULL, "hull", None)


# A place defends once in a combat phase, as every force does (house-1.17).


MAJORITY = CARDS["majority"]
REASON = "The defenders of that place have already been attacked in this phase."


def delayed(*defenders: str) -> Scene:
    """Bad weather delays Percy's attempt; Neville, Mowbray and Stanley stand by."""
    scene = siege_of("masham", ("percy", "neville", "mowbray", "stanley"), defenders)
    scene.give("percy", "marshal_england").next_events(BAD, MAJORITY).rolls(*[100] * 12)
    scene.combat(0)
    scene.play(0, "conclude", nobles=["percy"], place="masham")
    return scene


@pytest.mark.rule("house-1.17", "house-6.1c")
@pytest.mark.parametrize("defenders", [("scrope",), ()])
def test_bad_weather_uses_up_the_one_defence_of_a_place(defenders: tuple[str, ...]) -> None:
    scene = delayed(*defenders)
    others = ["neville", "mowbray", "stanley"]
    assert scene.offered(0, "conclude") == []
    said = scene.refused(0, "conclude", rule="house-1.17", nobles=others, place="masham")
    assert said == REASON
    assert all(scene.state.nobles[noble].defended for noble in defenders)


@pytest.mark.rule("house-6.1d", "house-6.2c")
def test_they_may_still_join_the_siege_that_it_began() -> None:
    scene = delayed("scrope")
    scene.play(0, "join", nobles=["neville"], place="masham")
    assert scene.state.sieges["masham"].besiegers == ["percy", "neville"]
    sound(scene)


@pytest.mark.rule("house-1.17", "house-6.1d")
def test_in_the_next_phase_it_is_attempted_again() -> None:
    scene = delayed("scrope")
    scene.combat(0)
    scene.play(0, "conclude", nobles=["percy"], place="masham")
    assert only(scene, facts.SiegeConcluded).taken


@pytest.mark.rule("house-1.17", "house-6.1h")
def test_nor_may_others_follow_those_who_all_fell_in_the_attempt() -> None:
    scene = siege_of("masham", ("percy", "neville", "mowbray", "stanley"), ("scrope",))
    scene.give("percy", "marshal_england").next_events(MAJORITY, MAJORITY)
    scene.rolls(1, *[100] * 9).combat(0)
    scene.play(0, "conclude", nobles=["percy"], place="masham")
    assert not only(scene, facts.SiegeConcluded).taken
    others = ["neville", "mowbray", "stanley"]
    scene.refused(0, "conclude", rule="house-1.17", nobles=others, place="masham")
    scene.play(0, "lay", nobles=others, place="masham")  # that is no attack (house-6.2b)
