"""Concluding a siege: strength, weather, deaths, captures, and who takes the place."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.battlefield import (
    BAD,
    FAR,
    chances,
    conclude,
    holder,
    idlers,
    lay_rolls,
    not_accepted,
    only,
    settle,
    siege_of,
    sound,
    where,
)
from tests.rules.kingmaker.scene import Scene


def storm(
    besiegers: tuple[str, ...] = ("percy", "neville"),
    defenders: tuple[str, ...] = ("scrope",),
    *deaths: int,
    heirs: tuple[str, ...] = (),
    place: str = "masham",
) -> Scene:
    """A siege concluded in fine weather; the first defender holds the heirs."""
    scene = siege_of(place, besiegers, defenders)
    for heir in heirs:
        scene.hold(heir, defenders[0])
    lay_rolls(scene, *deaths).combat(0)
    conclude(scene, *besiegers, place=place)
    return scene


# Strength and weather


@pytest.mark.rule("house-6.1a", "base-10.3")
@pytest.mark.parametrize(
    ("besiegers", "defenders", "enough"),
    [
        (("percy",), (), True),  # 100 of 100
        (("neville", "pole", "howard"), (), False),  # 90
        (("percy", "howard"), ("scrope",), True),  # 110 of 110
        (("percy",), ("scrope",), False),
        (("percy", "howard"), ("grey",), False),  # 110 of 120
        (("percy", "roos"), ("grey",), True),
    ],
)
def test_the_whole_defence_must_be_matched(
    besiegers: tuple[str, ...], defenders: tuple[str, ...], enough: bool
) -> None:
    scene = siege_of("masham", besiegers, defenders)
    lay_rolls(scene).combat(0)
    if enough:
        conclude(scene, *besiegers, place="masham")
        declared = only(scene, facts.AssaultDeclared)
        assert declared.strength == declared.defence
        assert only(scene, facts.SiegeConcluded).taken
    else:
        scene.refused(0, "conclude", rule="house-6.1a", nobles=besiegers, place="masham")


@pytest.mark.rule("house-6.1a")
def test_a_defence_no_longer_matched_by_the_weather_is_not_stormed() -> None:
    scene = siege_of("masham", ("percy", "howard"), ("scrope",), seats=3)
    scene.noble("neville", 2, "masham", outside=True).hand(1, "saxons_1").combat(0)
    scene.play(0, "conclude", nobles=["percy", "howard"], place="masham")
    scene.play(1, "play", card="saxons_1", noble="scrope")
    scene.play(2, "stand_aside")
    declared = only(scene, facts.AssaultDeclared)
    assert (declared.strength, declared.defence) == (110, 120)
    assert only(scene, facts.AttackCancelled).reason == "odds"
    assert scene.happened(facts.WeatherDrawn) == []
    assert scene.state.control["masham"] == "scrope"


@pytest.mark.rule("house-6.1b")
def test_concluding_draws_one_card_and_discards_it() -> None:
    scene = siege_of("masham", ("percy", "neville"), ("scrope",))
    lay_rolls(scene).combat(0)
    left = len(scene.state.event_deck)
    conclude(scene, "percy", "neville", place="masham")
    assert only(scene, facts.WeatherDrawn).card == "E-RA01"
    assert scene.state.event_discards == ["E-RA01"]
    assert len(scene.state.event_deck) == left - 1


@pytest.mark.rule("house-6.1c", "base-10.6")
def test_bad_weather_begins_the_siege() -> None:
    scene = siege_of("masham", ("percy", "neville"), ("scrope",)).next_events(BAD)
    scene.combat(0)
    scene.play(0, "conclude", nobles=["percy", "neville"], place="masham")
    assert scene.happened(facts.SiegeConcluded) == []
    assert scene.happened(facts.DeathRolled) == []
    laid = only(scene, facts.SiegeLaid)
    assert (laid.place, laid.besiegers, laid.by) == ("masham", ("percy", "neville"), "weather")
    assert scene.state.sieges["masham"].turns == 1
    assert scene.state.control["masham"] == "scrope"
    sound(scene)


@pytest.mark.rule("house-6.1d", "house-6.3a")
def test_bad_weather_holds_a_siege_that_was_laid_before() -> None:
    scene = siege_of("masham", ("percy", "neville"), ("scrope",)).next_events(BAD)
    scene.siege("masham", ["percy", "neville"], 1).combat(0)
    scene.play(0, "conclude", nobles=["percy", "neville"], place="masham")
    assert scene.state.sieges["masham"].turns == 2
    assert scene.state.sieges["masham"].besiegers == ["percy", "neville"]
    scene.combat(0)
    assert only(scene, facts.SiegeHeld).garrison == 25


@pytest.mark.rule("house-1.17", "house-6.1d", "base-10.7")
def test_a_held_siege_may_be_tried_again_in_the_next_combat_phase() -> None:
    scene = siege_of("masham", ("percy", "neville"), ("scrope",)).next_events(BAD)
    lay_rolls(scene).combat(0)
    scene.play(0, "conclude", nobles=["percy", "neville"], place="masham")
    scene.refused(0, "conclude", rule="house-1.17", nobles=["percy", "neville"], place="masham")
    scene.combat(0)
    conclude(scene, "percy", "neville", place="masham")
    assert only(scene, facts.SiegeConcluded).taken


@pytest.mark.rule("house-6.1e", "base-10.5", "house-6.1a")
def test_a_siege_concluded_on_the_turn_it_begins_is_no_battle() -> None:
    scene = storm()
    assert only(scene, facts.SiegeConcluded).place == "masham"
    assert "masham" not in scene.state.sieges
    assert scene.happened(facts.BattleRolled) == []
    assert scene.happened(facts.AttackDeclared) == []
    assert only(scene, facts.SiegeConcluded).taken


@pytest.mark.rule("house-6.2c", "house-6.1a")
def test_a_siege_joined_by_fresh_nobles_may_be_concluded_by_all_together() -> None:
    scene = siege_of("masham", ("percy", "neville"), ("scrope",)).siege("masham", ["percy"])
    lay_rolls(scene).combat(0)
    conclude(scene, "percy", "neville", place="masham")
    assert only(scene, facts.AssaultDeclared).strength == 150
    assert "masham" not in scene.state.sieges


@pytest.mark.rule("house-1.16", "base-5.5")
def test_who_has_concluded_a_siege_does_not_attack_again() -> None:
    scene = siege_of("masham", ("percy", "neville"))
    scene.noble("grey", 1, "masham", outside=True)
    lay_rolls(scene).combat(0)
    conclude(scene, "percy", place="masham")
    scene.play(0, "done")
    scene.refused(0, "attack", rule="house-1.16", nobles=["percy"], against="1", square="14,8")
    assert scene.candidates(0, "attack", "nobles") == {"audley", "neville"}


# Deaths


@pytest.mark.rule("house-6.1f", "base-10.4")
def test_everybody_on_both_sides_rolls_on_the_major_victory_line() -> None:
    scene = siege_of("masham", ("percy", "neville"), ("scrope", "grey"))
    scene.hold("margaret", "percy").hold("george", "grey").noble("roos", 0, "masham", outside=True)
    lay_rolls(scene).combat(0)
    conclude(scene, "percy", "neville", place="masham")
    assert chances(scene) == {
        "percy": 5,
        "neville": 5,
        "margaret": 2,
        "scrope": 20,
        "grey": 20,
        "george": 10,
    }


@pytest.mark.rule("house-6.1f")
@pytest.mark.parametrize(
    ("which", "roll", "dies"),
    [
        (0, 5, True),
        (0, 6, False),
        (2, 2, True),
        (2, 3, False),
        (3, 20, True),
        (3, 21, False),
        (4, 10, True),
        (4, 11, False),
    ],
)
def test_the_chances_at_a_siege_at_their_edges(which: int, roll: int, dies: bool) -> None:
    who = ("percy", "neville", "margaret", "scrope", "george")
    deaths = [100] * 5
    deaths[which] = roll
    scene = siege_of("masham", ("percy", "neville"), ("scrope",))
    scene.hold("margaret", "percy").hold("george", "scrope").rolls(*deaths).combat(0)
    conclude(scene, "percy", "neville", place="masham")
    dead = {e.who for e in scene.happened(facts.DeathRolled) if e.dies}
    assert dead == ({who[which]} if dies else set())
    gone = {e.noble for e in scene.happened(facts.NobleDied) if e.cause == "siege"}
    gone |= {e.heir for e in scene.happened(facts.HeirDied) if e.cause == "siege"}
    assert gone == dead


# Captures


@pytest.mark.rule("house-6.1g", "base-10.5", "house-5.19a")
def test_survivors_inside_are_captured_with_their_heirs() -> None:
    scene = storm(("percy", "neville"), ("scrope", "grey"), heirs=("george",))
    assert set(only(scene, facts.Captured).nobles) == {"scrope", "grey"}
    assert holder(scene, "george") == "percy"
    assert scene.asked(0) == ["keep_heir"]
    sound(scene)
    scene.play(0, "keep_heir", heir="george", noble="neville")
    assert holder(scene, "george") == "neville"
    assert scene.asked(1) == ["offer_ransom"]


@pytest.mark.rule("house-6.1g", "house-5.17a")
def test_besiegers_keep_their_own_heirs() -> None:
    scene = siege_of("masham", ("percy", "neville"), ("scrope",)).hold("margaret", "neville")
    lay_rolls(scene).combat(0)
    conclude(scene, "percy", "neville", place="masham")
    settle(scene)
    assert holder(scene, "margaret") == "neville"


@pytest.mark.rule("base-12.3", "house-6.1f")
def test_the_heir_of_a_besieger_who_dies_passes_to_his_comrade() -> None:
    scene = siege_of("masham", ("percy", "neville"), ("scrope",)).hold("margaret", "neville")
    lay_rolls(scene, 100, 5).combat(0)
    conclude(scene, "percy", "neville", place="masham")
    settle(scene)
    assert "neville" not in scene.state.nobles
    assert holder(scene, "margaret") == "percy"


@pytest.mark.rule("house-6.1f", "base-12.3", "house-5.11c")
def test_the_heir_of_a_besieger_who_dies_does_not_go_to_a_stronger_ally() -> None:
    scene = siege_of("masham", ("roos", "percy"), ("scrope",), seats=3).hold("margaret", "roos")
    scene.noble("neville", 2, "masham", outside=True, cards=("marshal_england",))
    lay_rolls(scene, 1).combat(0)
    scene.next_events("E-RA01")
    scene.play(0, "conclude", nobles=["roos", "percy"], place="masham")
    scene.play(2, "ally_attack", nobles=["neville"])
    assert "roos" not in scene.state.nobles
    assert scene.state.control["masham"] == "neville"
    assert holder(scene, "margaret") == "percy"


@pytest.mark.rule("house-6.1g", "base-10.13")
def test_an_heir_without_a_keeper_falls_to_the_besieger() -> None:
    scene = idlers(Scene()).noble(
        "percy", 0, "fotheringhay", outside=True, cards=("marshal_england",)
    )
    lay_rolls(scene).combat(0)
    conclude(scene, "percy", place="fotheringhay")
    assert only(scene, facts.AssaultDeclared).defence == 200
    assert holder(scene, "margaret") == "percy"


@pytest.mark.rule("base-10.15", "house-6.1g")
def test_defenders_in_the_open_beside_the_place_are_not_captured() -> None:
    scene = siege_of("masham", ("percy", "neville"), ("scrope",))
    scene.noble("grey", 1, "masham", outside=True)
    lay_rolls(scene).combat(0)
    conclude(scene, "percy", "neville", place="masham")
    assert only(scene, facts.Captured).nobles == ("scrope",)
    assert "grey" not in chances(scene)
    assert where(scene, "grey") == ("14,8", None)


@pytest.mark.rule("house-5.19c", "house-6.1g")
def test_a_ransomed_defender_goes_to_another_castle_of_his() -> None:
    scene = storm()
    scene.play(1, "offer_ransom")
    scene.play(0, "accept")
    assert where(scene, "scrope") == ("13,7", "bolton")


@pytest.mark.rule("house-5.19c", "house-5.16b")
def test_a_ransomed_defender_whose_only_castle_fell_stands_outside_it() -> None:
    scene = storm(("percy", "neville"), ("hastings",), place="ashby")
    scene.play(1, "offer_ransom")
    scene.play(0, "accept")
    assert where(scene, "hastings") == ("14,15", None)
    settle(scene)
    assert scene.state.control["ashby"] in {"percy", "neville"}


# The place


@pytest.mark.rule("house-5.5b", "house-8.1.1", "base-10.5", "base-10.14")
def test_the_captor_says_which_of_his_nobles_controls_the_place() -> None:
    scene = storm(("percy", "neville"), ())
    assert scene.asked(0) == ["hold_place"]
    assert scene.candidates(0, "hold", "noble") == {"percy", "neville"}
    scene.refused(0, "hold", rule="house-5.5b", place="masham", noble="audley")
    scene.play(0, "hold", place="masham", noble="neville")
    gained = only(scene, facts.ControlGained)
    assert (gained.place, gained.noble, gained.seat, gained.by) == ("masham", "neville", 0, "siege")
    assert scene.state.control["masham"] == "neville"
    assert scene.match.view(None).control["masham"] == "neville"


@pytest.mark.rule("base-10.14", "base-1.7", "house-2.3f", "base-6.7", "house-8.5.3")
def test_nobody_has_to_enter_and_the_garrison_serves_the_captor_from_now_on() -> None:
    scene = storm(("percy",), ())
    scene.play(0, "done")
    assert where(scene, "percy") == ("14,8", None)
    assert scene.state.control["masham"] == "percy"
    assert scene.asked(0) == ["combat"]
    scene.noble("mowbray", 1, "masham", outside=True).combat(1)
    scene.play(1, "lay", nobles=["mowbray"], place="masham")
    assert only(scene, facts.SiegeLaid).defence == 100


@pytest.mark.rule("house-8.5.3", "base-6.1", "base-6.7")
def test_besiegers_may_enter_what_they_took_within_its_capacity() -> None:
    scene = idlers(Scene())
    scene.noble("percy", 0, "masham", outside=True, cards=("marshal_england",))
    scene.noble("neville", 0, "masham", outside=True, cards=("saxons_1",))
    scene.noble("mowbray", 0, "masham", outside=True)
    lay_rolls(scene).combat(0)
    conclude(scene, "percy", "neville", "mowbray", place="masham")
    scene.play(0, "hold", place="masham", noble="percy")
    assert scene.asked(0) == ["occupy"]
    not_accepted(scene, 0, "enter", nobles=["percy", "neville", "mowbray"], place="masham")
    scene.play(0, "enter", nobles=["percy", "neville"], place="masham")
    assert where(scene, "percy") == where(scene, "neville") == ("14,8", "masham")
    assert where(scene, "mowbray") == ("14,8", None)


@pytest.mark.rule("base-6.7", "house-8.5.3")
def test_only_those_who_took_a_place_go_inside_it_at_once() -> None:
    scene = idlers(Scene())
    scene.noble("percy", 0, "masham", outside=True, cards=("marshal_england",))
    scene.noble("roos", 0, "masham", outside=True)
    lay_rolls(scene).combat(0)
    conclude(scene, "percy", place="masham")
    assert scene.asked(0) == ["occupy"]
    says = "Only the nobles who took the place can go inside it now."
    scene.forbidden(0, "enter", rule="base-6.7", says=says, nobles=["roos"], place="masham")
    scene.play(0, "enter", nobles=["percy"], place="masham")
    assert where(scene, "roos") == ("14,8", None)


@pytest.mark.rule("house-8.5.3", "base-6.1")
@pytest.mark.parametrize(
    ("place", "fits"), [("tickhill", False), ("newark", True), ("norwich", True)]
)
def test_castles_hold_three_hundred_towns_and_cities_four(place: str, fits: bool) -> None:
    scene = idlers(Scene())
    scene.noble("percy", 0, place, outside=True, cards=("marshal_england",))
    scene.noble("mowbray", 0, place, outside=True, cards=("treasurer_england",))
    scene.noble("courtenay", 0, place, outside=True)
    lay_rolls(scene).combat(0)
    conclude(scene, "percy", "mowbray", "courtenay", place=place)
    scene.play(0, "hold", place=place, noble="percy")
    force = ["percy", "mowbray", "courtenay"]  # 330
    if fits:
        scene.play(0, "enter", nobles=force, place=place)
        assert {scene.state.nobles[n].inside for n in force} == {place}
    else:
        not_accepted(scene, 0, "enter", nobles=force, place=place)


@pytest.mark.rule("house-8.5.3", "base-6.1")
def test_the_refusal_of_a_force_too_large_names_the_capacity() -> None:
    scene = idlers(Scene())
    scene.noble("percy", 0, "masham", outside=True, cards=("marshal_england",))
    scene.noble("mowbray", 0, "masham", outside=True, cards=("treasurer_england", "saxons_1"))
    lay_rolls(scene).combat(0)
    conclude(scene, "percy", "mowbray", place="masham")
    scene.play(0, "hold", place="masham", noble="percy")
    scene.refused(0, "enter", rule="house-8.5.3", nobles=["percy", "mowbray"], place="masham")


@pytest.mark.rule("house-8.5.3", "base-6.2")
def test_one_noble_alone_enters_even_above_capacity() -> None:
    cards: tuple[str, ...]
    cards = ("marshal_england", "burgundian_crossbowmen_1", "burgundian_crossbowmen_2")
    cards += ("flemish_crossbowmen_1", "flemish_crossbowmen_2", "scots_archers_1")
    scene = idlers(Scene()).noble("percy", 0, "masham", outside=True, cards=cards)
    lay_rolls(scene).combat(0)
    conclude(scene, "percy", place="masham")
    assert only(scene, facts.AssaultDeclared).strength == 320
    scene.play(0, "enter", nobles=["percy"], place="masham")
    assert where(scene, "percy") == ("14,8", "masham")


@pytest.mark.rule("base-1.16", "house-8.1.1")
def test_a_town_card_follows_the_place_to_the_captors_noble() -> None:
    scene = idlers(Scene()).noble("pole", 1, "wingfield", cards=("town_ipswich",))
    scene.noble("percy", 0, "ipswich", outside=True, cards=("marshal_england",))
    scene.noble("neville", 0, "ipswich", outside=True)
    assert scene.state.control["ipswich"] == "pole"
    lay_rolls(scene).combat(0)
    conclude(scene, "percy", "neville", place="ipswich")
    scene.play(0, "hold", place="ipswich", noble="neville")
    assert scene.state.control["ipswich"] == "neville"
    assert scene.state.nobles["neville"].cards == ["town_ipswich"]
    assert scene.state.nobles["pole"].cards == []
    sound(scene)


@pytest.mark.rule("base-1.16", "house-8.1.3", "house-8.1.4")
def test_a_place_implied_by_an_office_is_captured_without_the_office() -> None:
    scene = idlers(Scene()).noble("pole", 1, "wingfield", cards=("chamberlain_chester",))
    scene.noble("percy", 0, "chester", outside=True, cards=("marshal_england",))
    lay_rolls(scene).combat(0)
    conclude(scene, "percy", place="chester")
    settle(scene)
    assert scene.state.control["chester"] == "percy"
    assert scene.state.nobles["pole"].office == "chamberlain_chester"


@pytest.mark.rule("house-8.1.4", "house-5.19g", "base-1.16")
def test_a_captured_castle_is_neutral_after_its_captors_death_and_not_its_owners() -> None:
    scene = idlers(Scene()).noble("percy", 0, FAR).noble("hastings", 1, FAR)
    scene.noble("mowbray", 1, FAR).control("ashby", "percy")
    scene.next_events("E-RA01")
    lay_rolls(scene, 100, 5).combat(0)  # 100 to 70: a victory in which Percy dies
    scene.play(0, "attack", nobles=["percy"], against="1", square=FAR)
    assert "percy" not in scene.state.nobles
    assert "ashby" not in scene.state.control


@pytest.mark.rule("house-8.1.5", "house-8.1.2")
def test_a_drawn_town_card_is_laid_beside_a_besieged_holder() -> None:
    scene = idlers(Scene()).noble("grey", 1, "leicester")
    scene.noble("percy", 0, "leicester", outside=True, cards=("marshal_england",))
    scene.siege("leicester", ["percy"]).next_crown("town_leicester").draw(0)
    assert scene.state.nobles["grey"].cards == ["town_leicester"]
    handed = only(scene, facts.PlaceCardHandedOver)
    assert (handed.card, handed.seat, handed.noble) == ("town_leicester", 1, "grey")
    assert scene.state.control["leicester"] == "grey"


@pytest.mark.rule("house-6.1h", "base-9.12")
def test_if_every_besieger_dies_the_holder_keeps_the_place() -> None:
    scene = idlers(Scene()).noble("scrope", 1, "masham", heirs=("george",))
    scene.noble("percy", 0, "masham", outside=True, cards=("treasurer_england",))
    scene.heir_at("margaret", "14,8", "masham")
    lay_rolls(scene, 5).combat(0)
    conclude(scene, "percy", place="masham")
    assert not only(scene, facts.SiegeConcluded).taken
    assert "percy" not in scene.state.nobles
    assert scene.state.control["masham"] == "scrope"
    assert "masham" not in scene.state.sieges
    assert scene.happened(facts.Captured) == []
    assert where(scene, "scrope") == ("14,8", "masham")
    for heir in ("george", "margaret"):
        found = scene.state.heirs[heir]
        assert (found.holder, found.square, found.inside) == (None, "14,8", None)
    assert scene.asked(0) == ["combat"]
    sound(scene)


@pytest.mark.rule("house-6.1h", "house-5.19h")
def test_if_besiegers_and_holder_all_die_the_place_is_neutral() -> None:
    scene = siege_of("masham", ("percy", "neville"), ("scrope", "roos")).control("masham", "scrope")
    lay_rolls(scene, 5, 5, 20, 100).combat(0)
    conclude(scene, "percy", "neville", place="masham")
    assert not {"percy", "neville", "scrope"} & set(scene.state.nobles)
    assert "masham" not in scene.state.control
    assert where(scene, "roos") == ("14,8", None)
    sound(scene)


@pytest.mark.rule("house-6.1h", "house-5.17b")
def test_one_living_besieger_takes_the_place() -> None:
    scene = storm(("percy", "neville"), (), 5, 6)
    assert "percy" not in scene.state.nobles
    assert scene.state.control["masham"] == "neville"


@pytest.mark.rule("base-1.8", "house-6.1g", "house-5.5a")
def test_an_open_town_taken_has_no_controller() -> None:
    scene = idlers(Scene()).noble("howard", 1, "hereford")
    scene.noble("percy", 0, "hereford", outside=True, cards=("marshal_england",))
    scene.noble("roos", 0, "hereford", outside=True)
    lay_rolls(scene).combat(0)
    conclude(scene, "percy", "roos", place="hereford")
    assert only(scene, facts.AssaultDeclared).defence == 210
    settle(scene)
    assert "hereford" not in scene.state.control


@pytest.mark.rule("house-6.1f", "house-1.11")
def test_an_heir_of_the_besieger_who_dies_is_held_by_nobody() -> None:
    scene = siege_of("masham", ("percy", "neville"), ("scrope",)).hold("margaret", "neville")
    scene.hold("henry", "neville")
    lay_rolls(scene, 100, 100, 100, 1).combat(0)
    conclude(scene, "percy", "neville", place="masham")
    settle(scene)
    assert scene.happened(facts.HeirDied) == [facts.HeirDied("margaret", "siege")]
    assert scene.happened(facts.HeirTaken) == []
    assert (holder(scene, "margaret"), holder(scene, "henry")) == (None, "neville")


@pytest.mark.rule("house-6.1g", "house-6.4f")
@pytest.mark.parametrize("place", ["masham", "sandal"])
def test_with_the_place_the_siege_is_over_and_not_broken(place: str) -> None:
    scene = siege_of(place, ("percy", "neville"), ("scrope",)).siege(place, ["percy", "neville"])
    lay_rolls(scene).combat(0)
    conclude(scene, "percy", "neville", place=place)
    assert scene.state.sieges == {}
    assert scene.happened(facts.SiegeBroken) == []
    assert only(scene, facts.SiegeConcluded).place == place
