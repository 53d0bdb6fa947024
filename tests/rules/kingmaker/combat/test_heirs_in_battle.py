"""Royal heirs in battle: who takes them, who keeps them, who is left alone."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Choice
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
    sound,
    stand_aside,
    where,
)
from tests.rules.kingmaker.scene import Scene

WIN, DRAW, LOSE = 76, 45, 18
"""Rolls at 1:1 for a Major Victory, No Victory and Attack Fails."""


def heirs_at_stake(roll: int, *deaths: int) -> Scene:
    """Neville with Margaret attacks Mowbray with George, at one to one.

    Death rolls: Neville, Margaret, Mowbray, George.
    """
    scene = (
        field_of(("neville",), ("mowbray",)).hold("margaret", "neville").hold("george", "mowbray")
    )
    scene.next_events(FINE)
    lay_rolls(scene, roll, *deaths).combat(0)
    attack(scene, "neville")
    return scene


# Victory


@pytest.mark.rule("house-5.17a", "base-9.11", "base-11.8")
@pytest.mark.parametrize("roll", [46, WIN], ids=["minor", "major"])
def test_the_victor_takes_the_surviving_heirs_of_the_beaten(roll: int) -> None:
    scene = heirs_at_stake(roll)
    assert holder(scene, "george") == "neville"
    assert holder(scene, "margaret") == "neville"
    taken = only(scene, facts.HeirTaken)
    assert (taken.heir, taken.noble, taken.seat) == ("george", "neville", 0)


@pytest.mark.rule("house-5.17a", "house-5.14b")
def test_the_beaten_can_no_longer_kill_the_heir() -> None:
    scene = heirs_at_stake(WIN)
    assert scene.asked(1) == ["offer_ransom"]
    scene.refused(1, "kill_heir", rule="house-1.11", heir="george")
    assert scene.candidates(0, "kill_heir", "heir") == {"george", "margaret"}


@pytest.mark.rule("house-5.17a")
def test_the_heirs_of_a_dead_loser_are_taken_too() -> None:
    scene = heirs_at_stake(WIN, 100, 100, 20, 100)
    assert "mowbray" not in scene.state.nobles
    assert holder(scene, "george") == "neville"
    sound(scene)


@pytest.mark.rule("house-5.17a", "house-5.19c")
def test_the_heir_of_a_dead_loser_stays_with_the_victor_when_a_comrade_is_ransomed() -> None:
    scene = field_of(("neville", "roos"), ("mowbray", "howard")).hold("george", "mowbray")
    scene.next_events(FINE)
    lay_rolls(scene, 99, 100, 100, 20).combat(0)
    attack(scene, "neville", "roos")
    assert "mowbray" not in scene.state.nobles
    scene.play(0, "keep_heir", heir="george", noble="roos")
    scene.play(1, "offer_ransom")
    scene.play(0, "accept")
    assert where(scene, "howard") == ("20,14", "castle-rising")
    assert holder(scene, "george") == "roos"


@pytest.mark.rule("house-5.17a", "house-1.11")
def test_a_dead_heir_is_not_taken() -> None:
    scene = heirs_at_stake(WIN, 100, 100, 100, 10)
    assert only(scene, facts.HeirDied).heir == "george"
    assert not scene.state.heirs["george"].alive
    assert holder(scene, "george") is None
    assert scene.happened(facts.HeirTaken) == []


@pytest.mark.rule("house-5.17a")
def test_only_heirs_that_the_beaten_held_are_taken() -> None:
    scene = field_of(("neville",), ("mowbray",)).heir_at("edward_march", FIELD)
    scene.noble("pole", 1, "13,19").hold("george", "pole").next_events(FINE)
    lay_rolls(scene, WIN).combat(0)
    attack(scene, "neville")
    assert holder(scene, "george") == "pole"


@pytest.mark.rule("base-11.10", "house-5.17a")
def test_an_heir_without_a_keeper_is_not_taken_while_another_force_stands_by() -> None:
    scene = field_of(("percy",), ("mowbray",), seats=3).noble("neville", 2, FIELD)
    scene.heir_at("george", FIELD).next_events(FINE)
    lay_rolls(scene, 90).combat(0)
    attack(scene, "percy")
    assert result(scene) == "major_victory"
    assert holder(scene, "george") is None
    assert scene.state.heirs["george"].square == FIELD


@pytest.mark.rule("house-5.3", "base-5.3", "base-11.8")
def test_the_captor_names_the_noble_who_keeps_each_heir() -> None:
    scene = field_of(("neville", "roos"), ("mowbray", "grey"))
    scene.hold("george", "mowbray").hold("edward_march", "grey").next_events(FINE)
    lay_rolls(scene, WIN).combat(0)
    attack(scene, "neville", "roos")
    chosen: dict[str, str] = {}
    while scene.asked(0) == ["keep_heir"]:
        (prompt,) = [p for p in scene.match.prompts(0) if p.kind == "keep_heir"]
        heir = prompt.facts["heir"]
        assert set(prompt.offers[0].field("noble").candidates) == {"neville", "roos"}
        scene.refused(1, "keep_heir", rule="house-1.14", heir=heir, noble="mowbray")
        scene.refused(0, "keep_heir", rule="house-5.3", heir=heir, noble="audley")
        chosen[heir] = "roos" if not chosen else "neville"
        scene.play(0, "keep_heir", heir=heir, noble=chosen[heir])
    assert set(chosen) == {"george", "edward_march"}
    assert {h: holder(scene, h) for h in chosen} == chosen
    assert scene.asked(1) == ["offer_ransom"]


@pytest.mark.rule("house-5.3", "house-8.7.8")
def test_an_heir_sold_before_the_captor_has_named_his_keeper_stays_with_the_buyer() -> None:
    scene = field_of(("neville", "roos"), ("mowbray",), seats=3).hold("george", "mowbray")
    scene.noble("percy", 2, FIELD).next_events(FINE)
    lay_rolls(scene, WIN).combat(0)
    attack(scene, "neville", "roos")
    assert scene.asked(0) == ["keep_heir"]
    scene.play(0, "propose_deal", to="2", give=["heir:george"], take=["place:alnwick"])
    scene.play(2, "accept_deal", deal="1")
    assert holder(scene, "george") == "percy"
    assert scene.asked(0) == []
    assert scene.asked(1) == ["offer_ransom"]


@pytest.mark.rule("house-5.3", "house-5.17a")
def test_only_nobles_who_fought_and_lived_may_keep_the_heir() -> None:
    scene = field_of(("neville", "roos", "hastings"), ("mowbray",)).hold("george", "mowbray")
    scene.noble("howard", 0, FIELD).next_events(FINE)
    lay_rolls(scene, WIN, 100, 5, 100).combat(0)
    attack(scene, "neville", "roos", "hastings")
    assert scene.asked(0) == ["keep_heir"]
    assert scene.candidates(0, "keep_heir", "noble") == {"neville", "hastings"}


@pytest.mark.rule("house-5.17b", "base-9.12", "base-12.4")
def test_heirs_stand_alone_if_every_victor_dies() -> None:
    scene = heirs_at_stake(WIN, 5)
    assert "neville" not in scene.state.nobles
    assert scene.happened(facts.Captured) == []
    for heir in ("george", "margaret"):
        assert holder(scene, heir) is None
        assert scene.state.heirs[heir].alive
        assert scene.state.heirs[heir].square == FIELD
        assert scene.state.heirs[heir].inside is None
    assert where(scene, "mowbray") == (FIELD, None)
    sound(scene)


@pytest.mark.rule("house-5.17b")
def test_one_surviving_victor_is_enough_to_take_the_heirs() -> None:
    scene = (
        field_of(("neville", "roos"), ("mowbray",))
        .hold("george", "mowbray")
        .hold("margaret", "neville")
    )
    scene.next_events(FINE)
    lay_rolls(scene, WIN, 5, 100).combat(0)
    attack(scene, "neville", "roos")
    settle(scene)
    assert holder(scene, "george") == "roos"
    assert holder(scene, "margaret") == "roos"
    sound(scene)


# No victory


@pytest.mark.rule("house-5.17a", "base-9.8")
def test_without_a_victory_everybody_keeps_his_heirs() -> None:
    scene = heirs_at_stake(DRAW)
    assert holder(scene, "george") == "mowbray"
    assert holder(scene, "margaret") == "neville"
    assert scene.happened(facts.HeirTaken) == []


@pytest.mark.rule("base-12.3")
@pytest.mark.parametrize("side", ["attacker", "defender"])
def test_the_heir_of_one_who_falls_passes_to_a_comrade(side: str) -> None:
    scene = field_of(("neville", "roos"), ("mowbray", "grey"))
    scene.hold("margaret", "neville").hold("george", "mowbray").next_events(FINE)
    deaths = (8, 100, 100, 100) if side == "attacker" else (100, 100, 100, 8)
    lay_rolls(scene, DRAW, *deaths).combat(0)
    attack(scene, "neville", "roos")
    assert result(scene) == "no_victory"
    settle(scene)
    if side == "attacker":
        assert "neville" not in scene.state.nobles
        assert holder(scene, "margaret") == "roos"
        assert holder(scene, "george") == "mowbray"
    else:
        assert "mowbray" not in scene.state.nobles
        assert holder(scene, "george") == "grey"
        assert holder(scene, "margaret") == "neville"


@pytest.mark.rule("base-12.4")
def test_the_heir_of_a_lone_noble_who_falls_without_victory_stays_where_he_is() -> None:
    scene = heirs_at_stake(DRAW, 100, 100, 8, 100)
    assert "mowbray" not in scene.state.nobles
    assert scene.state.heirs["george"].square == FIELD
    assert holder(scene, "george") is None
    assert holder(scene, "margaret") == "neville"
    sound(scene)


# A failed attack


@pytest.mark.rule("house-5.17c", "house-5.16b")
def test_those_who_fail_keep_their_heirs_and_take_them_home() -> None:
    scene = (
        field_of(("howard",), ("hastings",)).hold("margaret", "howard").hold("george", "hastings")
    )
    scene.next_events(FINE)
    lay_rolls(scene, LOSE).combat(0)
    attack(scene, "howard")
    assert result(scene) == "attack_fails"
    assert holder(scene, "margaret") == "howard"
    assert holder(scene, "george") == "hastings"
    assert where(scene, "howard") == ("20,14", "castle-rising")


@pytest.mark.rule("house-5.17c")
def test_a_surviving_comrade_keeps_the_heir_after_a_failure() -> None:
    scene = field_of(("howard", "berkeley"), ("roos",)).hold("margaret", "howard")
    scene.next_events(FINE)
    lay_rolls(scene, LOSE, 15, 100).combat(0)
    attack(scene, "howard", "berkeley")
    settle(scene)
    assert "howard" not in scene.state.nobles
    assert holder(scene, "margaret") == "berkeley"
    assert where(scene, "berkeley") == ("12,20", "berkeley")


@pytest.mark.rule("house-5.17c", "base-12.3", "house-5.11c")
@pytest.mark.parametrize("side", ["ally_attack", "ally_defence"])
def test_a_comrade_keeps_the_heir_even_if_an_ally_is_stronger(side: str) -> None:
    """Roos holds Margaret and dies beside Hastings, of his own faction, and Percy, an ally."""
    force, enemy = ("roos", "hastings"), ("mowbray",)
    attacking = side == "ally_attack"
    scene = field_of(*((force, enemy) if attacking else (enemy, force)), seats=3)
    scene.noble("percy", 2, FIELD, outside=True).hold("margaret", "roos").next_events(FINE)
    lay_rolls(scene, *((10, 1) if attacking else (60, 100, 1))).combat(0)
    fighters = force if attacking else enemy
    scene.play(0, "attack", nobles=fighters, against="1", square=FIELD)
    scene.play(2, side, nobles=["percy"])
    stand_aside(scene)
    assert result(scene) == "no_victory"
    assert "roos" not in scene.state.nobles
    assert holder(scene, "margaret") == "hastings"


@pytest.mark.rule("house-5.17d")
def test_the_defenders_take_the_heirs_of_a_force_that_fails_and_dies() -> None:
    scene = heirs_at_stake(LOSE, 15)
    assert "neville" not in scene.state.nobles
    assert holder(scene, "margaret") == "mowbray"
    taken = only(scene, facts.HeirTaken)
    assert (taken.heir, taken.noble, taken.seat) == ("margaret", "mowbray", 1)
    sound(scene)


@pytest.mark.rule("house-5.17d", "house-5.3")
def test_a_defender_with_two_nobles_says_who_keeps_the_heir() -> None:
    scene = field_of(("neville",), ("mowbray", "grey")).hold("margaret", "neville")
    scene.next_events(FINE)
    lay_rolls(scene, 28, 15).combat(0)
    attack(scene, "neville")
    assert result(scene) == "attack_fails"
    assert scene.asked(1) == ["keep_heir"]
    scene.play(1, "keep_heir", heir="margaret", noble="grey")
    assert holder(scene, "margaret") == "grey"


@pytest.mark.rule("house-5.17d")
def test_heirs_stand_alone_if_everybody_dies_in_a_failure() -> None:
    scene = heirs_at_stake(LOSE, 15, 100, 5, 100)
    assert not {"neville", "mowbray"} & set(scene.state.nobles)
    for heir in ("margaret", "george"):
        assert holder(scene, heir) is None
        assert scene.state.heirs[heir].square == FIELD
    sound(scene)


@pytest.mark.rule("house-5.17d", "house-1.11", "base-12.6")
def test_a_dead_heir_is_gone_for_good() -> None:
    scene = heirs_at_stake(LOSE, 15, 8)
    assert only(scene, facts.HeirDied).heir == "margaret"
    assert not scene.state.heirs["margaret"].alive
    assert holder(scene, "margaret") is None


# Beaufort, who is noble and heir


def last_lancastrian(roll: int, *deaths: int) -> Scene:
    """Neville attacks Beaufort, who is the last Lancastrian heir and King; then his death roll."""
    scene = field_of(("neville",), ("beaufort",)).dead("henry", "margaret", "edward_lancaster")
    scene.state.beaufort_crowned = True
    scene.state.beaufort_announced = True
    scene.next_events(FINE)
    lay_rolls(scene, roll, 100, *deaths).combat(0)
    attack(scene, "neville")
    return scene


@pytest.mark.rule("house-4.16", "house-2.3d", "base-13.9")
def test_beaufort_rolls_as_a_noble_even_when_he_is_king() -> None:
    scene = last_lancastrian(66)
    assert result(scene) == "minor_victory"
    assert {e.who: e.chance for e in scene.happened(facts.DeathRolled)} == {
        "neville": 8,
        "beaufort": 12,
    }


@pytest.mark.rule("base-13.10", "house-4.16", "house-5.19d")
def test_a_captured_beaufort_is_ransomed_or_executed_like_a_noble() -> None:
    scene = last_lancastrian(100)
    assert only(scene, facts.Captured).nobles == ("beaufort",)
    assert scene.asked(1) == ["offer_ransom"]
    scene.play(1, "offer_ransom")
    scene.play(0, "refuse")
    assert "beaufort" not in scene.state.nobles
    assert not scene.state.beaufort_crowned


@pytest.mark.rule("base-13.10", "house-5.19c")
def test_a_ransomed_king_beaufort_goes_home_and_stays_king() -> None:
    scene = last_lancastrian(100)
    scene.play(1, "offer_ransom")
    scene.play(0, "accept")
    scene.play(1, "go_home", noble="beaufort", castle="corfe")
    assert where(scene, "beaufort") == ("13,24", "corfe")
    assert scene.state.beaufort_crowned


@pytest.mark.rule("base-11.9", "house-1.11")
def test_an_heir_may_be_killed_as_soon_as_the_fight_is_over() -> None:
    scene = idlers(Scene()).noble("neville", 0, FIELD).noble("mowbray", 1, FIELD, heirs=("george",))
    lay_rolls(scene, WIN).next_events(FINE).combat(0)
    attack(scene, "neville")
    settle(scene)
    scene.play(0, "kill_heir", heir="george")
    died = only(scene, facts.HeirDied)
    assert (died.heir, died.cause) == ("george", "killed")
    assert not scene.state.heirs["george"].alive


@pytest.mark.rule("house-5.3", "house-5.17a")
def test_until_his_player_has_chosen_the_strongest_victor_keeps_the_heir() -> None:
    scene = field_of(("roos", "neville"), ("mowbray",)).hold("george", "mowbray")
    scene.next_events(FINE)
    lay_rolls(scene, WIN).combat(0)
    attack(scene, "roos", "neville")
    assert scene.happened(facts.HeirTaken) == [facts.HeirTaken("george", "neville", 0)]
    assert holder(scene, "george") == "neville"
    (prompt,) = [p for p in scene.match.prompts(0) if p.kind == "keep_heir"]
    assert prompt.default == Choice.of("keep_heir", heir="george", noble="neville")
    scene.play(0, "keep_heir", heir="george", noble="neville")
    assert scene.happened(facts.HeirTaken) == []
    assert holder(scene, "george") == "neville"


# No Victory in which one side dies (house-5.17d)


@pytest.mark.rule("house-5.17d", "house-6.4d")
def test_the_defenders_take_the_heirs_of_attackers_who_all_die_without_a_victory() -> None:
    scene = heirs_at_stake(30, 8)
    assert result(scene) == "no_victory"
    assert set(scene.state.nobles) & {"neville", "mowbray"} == {"mowbray"}
    assert holder(scene, "margaret") == "mowbray"
    assert holder(scene, "george") == "mowbray"
    sound(scene)


@pytest.mark.rule("house-5.17d")
def test_attackers_who_live_without_a_victory_win_no_heir() -> None:
    scene = heirs_at_stake(30, 100, 100, 8)
    assert set(scene.state.nobles) & {"neville", "mowbray"} == {"neville"}
    assert holder(scene, "margaret") == "neville"
    assert holder(scene, "george") is None
    assert scene.state.heirs["george"].square == FIELD


# The Royal Guard in battle: it goes with the King, whoever holds him.


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


@pytest.mark.rule("house-5.6c", "house-6.4e", "house-5.6b", "house-6.2a")
def test_the_guard_counts_at_a_siege_and_its_loss_does_not_break_it_at_once() -> None:
    scene = idlers(Scene()).crowned("henry").noble("scrope", 1, "masham")
    scene.noble("pole", 0, "masham", outside=True, heirs=("henry",)).combat(0)
    scene.play(0, "lay", nobles=["pole"], place="masham")
    assert only(scene, facts.SiegeLaid).strength == 60
    scene.play(0, "kill_heir", heir="henry")
    assert troops(scene, "pole") == 30
    assert "masham" in scene.state.sieges
    scene.combat(0)
    assert only(scene, facts.SiegeBroken).reason == "weakness"


@pytest.mark.rule("house-3.2", "base-13.10")
def test_a_king_beaufort_who_is_a_captive_wins_nothing_until_he_is_ransomed() -> None:
    """The last other heir falls in the battle in which Beaufort is taken."""
    scene = last_lancastrian(100)
    scene.dead(*(heir for heir in scene.state.heirs))
    scene.play(1, "offer_ransom")
    assert not scene.match.over
    scene.play(0, "accept")
    assert scene.happened(facts.GameWon) == [facts.GameWon((1,), "complete")]
