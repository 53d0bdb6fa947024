"""The French Foot-soldiers: a hundred men, for one attack."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.forces.strength import strength
from tests.rules.kingmaker.battlefield import (
    BAD,
    FIELD,
    FINE,
    attack,
    field_of,
    idlers,
    lay_rolls,
    only,
)
from tests.rules.kingmaker.scene import HOUSE, Scene

MASHAM = "14,8"


def with_french(*weather: str) -> Scene:
    """Neville leads the French against Percy."""
    scene = idlers(Scene()).noble("neville", 0, FIELD, cards=("french_foot",))
    scene.noble("percy", 1, FIELD).next_events(*weather)
    lay_rolls(scene, 11).combat(0)
    return scene


@pytest.mark.rule("house-5.13a", "base-19.6")
def test_they_are_a_hundred_men_in_attack() -> None:
    scene = with_french(FINE)
    scene.play(0, "attack_with_french", nobles=["neville"], against="1", square=FIELD)
    assert only(scene, facts.AttackDeclared).strength == 150
    assert only(scene, facts.BattleRolled).column == "H"


@pytest.mark.rule("house-5.13b")
def test_they_are_a_card_of_the_crown_deck() -> None:
    assert "french_foot" in Scene().state.crown_deck
    assert HOUSE.content.crown["french_foot"].kind == "mercenary"


@pytest.mark.rule("house-5.13c")
def test_an_attack_may_be_made_without_using_them() -> None:
    scene = with_french(FINE)
    attack(scene, "neville")
    assert only(scene, facts.AttackDeclared).strength == 50
    assert scene.state.nobles["neville"].cards == ["french_foot"]
    assert "french_foot" not in scene.state.crown_discards


@pytest.mark.rule("house-5.13c", "base-19.6")
@pytest.mark.parametrize("weather", [FINE, BAD])
def test_once_used_they_go_to_the_crown_discards_whatever_the_weather(weather: str) -> None:
    scene = with_french(weather)
    scene.play(0, "attack_with_french", nobles=["neville"], against="1", square=FIELD)
    assert scene.state.nobles["neville"].cards == []
    assert scene.state.crown_discards == ["french_foot"]


@pytest.mark.rule("house-5.13d", "base-19.6")
def test_they_add_nothing_to_a_defence() -> None:
    scene = idlers(Scene()).noble("neville", 1, FIELD, cards=("french_foot",))
    scene.noble("percy", 0, FIELD).next_events(FINE)
    lay_rolls(scene, 20).combat(0)
    attack(scene, "percy")
    assert only(scene, facts.AttackDeclared).opposed == 50
    assert scene.state.nobles["neville"].cards == ["french_foot"]


@pytest.mark.rule("house-5.13d", "house-2.3f")
def test_they_add_nothing_to_the_defence_of_a_place() -> None:
    scene = idlers(Scene()).noble("roos", 1, "masham", cards=("french_foot",))
    scene.noble("percy", 0, MASHAM).combat(0)
    scene.play(0, "lay", nobles=["percy"], place="masham")
    assert only(scene, facts.SiegeLaid).defence == 120


@pytest.mark.rule("house-5.13d", "house-5.15b")
def test_without_them_a_hopeless_attack_stays_hopeless() -> None:
    scene = field_of((), ("percy",)).noble("howard", 0, FIELD, cards=("french_foot",))
    scene.combat(0)
    scene.refused(0, "attack", rule="house-5.15b", nobles=["howard"], against="1", square=FIELD)
    lay_rolls(scene, 50)
    scene.play(0, "attack_with_french", nobles=["howard"], against="1", square=FIELD)
    assert only(scene, facts.AttackDeclared).strength == 110


@pytest.mark.rule("house-5.13c")
def test_nobody_uses_them_who_does_not_lead_them() -> None:
    scene = idlers(Scene()).noble("neville", 0, FIELD, cards=("french_foot",))
    scene.noble("pole", 0, FIELD).noble("percy", 1, FIELD).combat(0)
    scene.refused(
        0,
        "attack_with_french",
        rule="house-5.13c",
        nobles=["pole"],
        against="1",
        square=FIELD,
    )


# At a siege


def before_masham(*cards: str, noble: str = "roos") -> Scene:
    """A noble with the French stands before Masham, where Scrope is inside: defence 110."""
    scene = idlers(Scene()).noble("scrope", 1, "masham")
    return scene.noble(noble, 0, MASHAM, cards=("french_foot", *cards))


@pytest.mark.rule("house-5.13e", "house-6.2a")
def test_they_do_not_count_when_a_siege_is_laid() -> None:
    scene = before_masham()
    scene.combat(0)
    scene.refused(0, "lay", rule="house-6.2a", nobles=["roos"], place="masham")
    scene = before_masham("earl_westmorland")
    scene.combat(0)
    scene.play(0, "lay", nobles=["roos"], place="masham")
    assert only(scene, facts.SiegeLaid).strength == 60
    assert "french_foot" in scene.state.nobles["roos"].cards


@pytest.mark.rule("house-5.13e", "house-6.1a")
def test_they_count_when_a_siege_is_concluded() -> None:
    scene = before_masham().next_events(FINE)
    lay_rolls(scene).combat(0)
    scene.refused(0, "conclude", rule="house-6.1a", nobles=["roos"], place="masham")
    scene.play(0, "conclude_with_french", nobles=["roos"], place="masham")
    declared = only(scene, facts.AssaultDeclared)
    assert (declared.strength, declared.defence) == (120, 110)
    assert scene.state.crown_discards == ["french_foot"]
    assert only(scene, facts.SiegeConcluded).taken


@pytest.mark.rule("house-5.13c", "house-5.13e", "house-6.1c", "house-6.4e")
def test_an_attempt_in_bad_weather_uses_them_up_and_the_siege_needs_half_without_them() -> None:
    scene = before_masham("earl_westmorland").next_events(BAD)
    scene.combat(0)
    scene.play(0, "conclude_with_french", nobles=["roos"], place="masham")
    assert scene.state.crown_discards == ["french_foot"]
    assert scene.state.sieges["masham"].besiegers == ["roos"]


@pytest.mark.rule("house-5.13e", "house-6.1c", "house-6.4e")
def test_a_siege_begun_with_them_breaks_if_it_cannot_be_held_without_them() -> None:
    scene = before_masham().next_events(BAD)
    scene.combat(0)
    scene.play(0, "conclude_with_french", nobles=["roos"], place="masham")
    assert only(scene, facts.SiegeLaid).by == "weather"
    assert "masham" in scene.state.sieges
    scene.combat(0)
    assert "masham" not in scene.state.sieges
    assert only(scene, facts.SiegeBroken).reason == "weakness"


@pytest.mark.rule("house-5.13c", "house-5.15b")
def test_who_is_too_weak_even_with_them_is_told_so() -> None:
    """The 20 of Roos and the French 100 are less than a quarter of Percy's side."""
    scene = idlers(Scene()).noble("roos", 0, FIELD, cards=("french_foot",))
    cards = ("marshal_england", "burgundian_crossbowmen_1", "flemish_crossbowmen_1", "saxons_1")
    scene.noble("percy", 1, FIELD, cards=cards).noble("neville", 1, FIELD, cards=("earl_kent",))
    scene.noble("mowbray", 1, FIELD, cards=("treasurer_england",)).noble("stanley", 1, FIELD)
    assert strength(scene.match.table, ["percy", "neville", "mowbray", "stanley"]) > 4 * 120
    scene.combat(0)
    for noble, rule in (("roos", "house-5.15b"), ("audley", "base-9.1")):
        scene.refused(0, "attack_with_french", rule=rule, nobles=[noble], against="1", square=FIELD)


# An ally leads them too (house-5.13, house-5.11c)


def beside_french(*weather: str) -> Scene:
    """Neville attacks Percy; Talbot of seat 2, who leads the French, stands by."""
    scene = idlers(Scene(3)).noble("neville", 0, FIELD).noble("percy", 1, FIELD)
    scene.noble("talbot", 2, FIELD, cards=("french_foot",)).next_events(*weather)
    lay_rolls(scene, 11).combat(0)
    return scene


@pytest.mark.rule("house-5.13c", "house-5.11c")
def test_an_ally_uses_them_in_the_attack_that_he_joins() -> None:
    scene = beside_french(FINE)
    scene.play(0, "attack", nobles=["neville"], against="1", square=FIELD)
    scene.play(2, "ally_attack_with_french", nobles=["talbot"])
    assert only(scene, facts.AttackDeclared).strength == 50 + 30 + 100
    assert scene.state.nobles["talbot"].cards == []
    assert "french_foot" in scene.state.crown_discards


@pytest.mark.rule("house-5.13c", "house-5.13d")
def test_an_ally_may_keep_them_and_never_defends_with_them() -> None:
    scene = beside_french(FINE)
    scene.play(0, "attack", nobles=["neville"], against="1", square=FIELD)
    offers = {offer.verb for offer in scene.match.prompts(2)[0].offers}
    assert offers == {"ally_attack", "ally_attack_with_french", "ally_defence", "stand_aside"}
    scene.play(2, "ally_defence", nobles=["talbot"])
    assert only(scene, facts.AttackDeclared).opposed == 100 + 30
    assert scene.state.nobles["talbot"].cards == ["french_foot"]


@pytest.mark.rule("house-5.13c")
def test_an_ally_without_them_cannot_say_that_he_uses_them() -> None:
    scene = beside_french(FINE)
    scene.state.nobles["talbot"].cards = []
    scene.play(0, "attack", nobles=["neville"], against="1", square=FIELD)
    assert scene.offered(2, "ally_attack_with_french") == []
    said = scene.refused(2, "ally_attack_with_french", rule="house-5.13c", nobles=["talbot"])
    assert said == "None of those nobles leads the French Foot-soldiers."


@pytest.mark.rule("house-5.11g", "house-5.13c")
def test_they_count_among_what_allies_could_bring() -> None:
    """Roos (20) is no match for the 200 of Percy, Neville and Mowbray; the French make him one."""
    scene = idlers(Scene(3)).noble("roos", 0, FIELD).noble("percy", 1, FIELD)
    scene.noble("neville", 1, FIELD).noble("mowbray", 1, FIELD)
    scene.noble("hastings", 2, FIELD, cards=("french_foot",)).next_events(FINE)
    lay_rolls(scene, 11).combat(0)
    scene.play(0, "attack", nobles=["roos"], against="1", square=FIELD)
    scene.play(2, "ally_attack_with_french", nobles=["hastings"])
    assert only(scene, facts.AttackDeclared).strength == 20 + 10 + 100
