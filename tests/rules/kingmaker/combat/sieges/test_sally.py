"""Sallying forth from a place under siege."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.battlefield import (
    BAD,
    FAR,
    FINE,
    attack,
    chances,
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

MASHAM = "14,8"
WIN, DRAW, LOSE = 90, 60, 30
"""Rolls at 60 to 100 (column D): Major Victory, No Victory, Attack Fails."""


def pent_up(*, seats: int = 2) -> Scene:
    """Seat 0's Scrope (40) and Roos (20) in Masham, besieged by seat 1's Percy (100)."""
    scene = idlers(Scene(seats=seats)).noble("scrope", 0, "masham", cards=("earl_kent",))
    scene.noble("roos", 0, "masham").control("masham", "scrope")
    return scene.noble("percy", 1, MASHAM).siege("masham", ["percy"])


def sally(roll: int, *deaths: int) -> Scene:
    """Both come out and fight."""
    scene = pent_up().next_events(FINE)
    lay_rolls(scene, roll, *deaths).combat(0)
    attack(scene, "scrope", "roos", square=MASHAM)
    return scene


@pytest.mark.rule("house-6.4c", "house-6.2d", "base-6.8")
def test_the_besieged_sally_without_their_garrison() -> None:
    scene = sally(DRAW)
    declared = only(scene, facts.AttackDeclared)
    assert set(declared.sallying) == {"scrope", "roos"}
    assert (declared.strength, declared.opposed) == (60, 100)
    assert set(chances(scene)) == {"scrope", "roos", "percy"}


@pytest.mark.rule("house-6.4c", "base-9.3", "base-10.8", "house-6.4d")
def test_relieving_forces_outside_join_the_sally_and_do_not_slip_in_with_them() -> None:
    scene = pent_up().noble("neville", 0, MASHAM).next_events(FINE)
    lay_rolls(scene, 45).combat(0)
    attack(scene, "scrope", "roos", "neville", square=MASHAM)
    assert result(scene) == "no_victory"
    assert scene.candidates(0, "return_inside", "nobles") == {"scrope", "roos"}
    declared = only(scene, facts.AttackDeclared)
    assert set(declared.attackers) == {"scrope", "roos", "neville"}
    assert set(declared.sallying) == {"scrope", "roos"}
    assert declared.strength == 110


@pytest.mark.rule("house-6.4c")
def test_some_may_stay_behind() -> None:
    scene = pent_up().next_events(FINE)
    lay_rolls(scene, 100).combat(0)
    attack(scene, "scrope", square=MASHAM)
    assert set(chances(scene)) == {"scrope", "percy"}
    assert where(scene, "roos") == (MASHAM, "masham")


@pytest.mark.rule("house-6.4b", "house-6.4c")
def test_a_victorious_sally_breaks_the_siege() -> None:
    scene = sally(WIN)
    assert result(scene) == "major_victory"
    assert only(scene, facts.SiegeBroken).reason == "defeat"
    assert only(scene, facts.Captured).nobles == ("percy",)
    assert "masham" not in scene.state.sieges
    settle(scene)
    sound(scene)


@pytest.mark.rule("base-10.9", "house-6.4c")
def test_after_a_victory_they_may_go_back_in_or_stay_out() -> None:
    scene = sally(WIN)
    scene.play(1, "offer_ransom")
    scene.play(0, "refuse")
    assert scene.asked(0) == ["return_inside"]
    scene.play(0, "return_inside", nobles=["roos"])
    assert where(scene, "roos") == (MASHAM, "masham")
    assert where(scene, "scrope") == (MASHAM, None)


@pytest.mark.rule("house-6.4d", "base-10.9")
@pytest.mark.parametrize(
    "back", [("scrope", "roos"), ("roos",), ("scrope",), ()], ids=["both", "roos", "scrope", "none"]
)
def test_without_a_victory_they_may_go_back_in_and_the_siege_holds(back: tuple[str, ...]) -> None:
    scene = sally(DRAW)
    assert result(scene) == "no_victory"
    assert scene.asked(0) == ["return_inside"]
    scene.play(0, "return_inside", nobles=back)
    for noble in ("scrope", "roos"):
        assert where(scene, noble) == (MASHAM, "masham" if noble in back else None)
    assert scene.state.sieges["masham"].besiegers == ["percy"]
    assert scene.state.control["masham"] == "scrope"
    assert scene.happened(facts.SiegeBroken) == []
    sound(scene)


@pytest.mark.rule("house-6.4d", "house-6.3a")
def test_a_sally_without_victory_does_not_reset_the_siege() -> None:
    scene = pent_up().siege("masham", ["percy"], 3).next_events(FINE)
    lay_rolls(scene, DRAW).combat(0)
    attack(scene, "scrope", "roos", square=MASHAM)
    settle(scene)
    assert scene.state.sieges["masham"].turns == 3
    scene.combat(1)
    assert only(scene, facts.SiegeHeld).garrison == 25


@pytest.mark.rule("house-2.3b", "house-6.4c", "base-9.6")
def test_bad_weather_keeps_a_sally_inside() -> None:
    scene = pent_up().next_events(BAD)
    scene.combat(0)
    attack(scene, "scrope", "roos", square=MASHAM)
    assert only(scene, facts.AttackCancelled).reason == "weather"
    assert scene.offered(0, "return_inside") == []
    for noble in ("scrope", "roos"):
        assert where(scene, noble) == (MASHAM, "masham")
    assert "masham" in scene.state.sieges


@pytest.mark.rule("house-5.16b", "house-6.4c", "house-6.2d")
def test_a_sally_that_fails_ends_in_other_castles() -> None:
    scene = sally(LOSE)
    assert result(scene) == "attack_fails"
    assert where(scene, "scrope") == ("13,7", "bolton")
    scene.play(0, "go_home", noble="roos", castle="helmsley")
    assert where(scene, "roos") == ("15,8", "helmsley")
    assert scene.state.sieges["masham"].besiegers == ["percy"]
    assert scene.state.control["masham"] == "scrope"
    sound(scene)


@pytest.mark.rule("house-6.4e", "house-6.4c")
def test_a_sally_that_kills_the_besieger_breaks_the_siege_without_victory() -> None:
    scene = sally(DRAW, 100, 100, 8)
    assert result(scene) == "no_victory"
    assert "percy" not in scene.state.nobles
    assert only(scene, facts.SiegeBroken).place == "masham"
    settle(scene)
    sound(scene)


@pytest.mark.rule("house-1.17", "house-6.4c")
def test_besiegers_met_by_a_sally_are_not_attacked_again() -> None:
    scene = pent_up().noble("neville", 0, MASHAM).next_events(FINE)
    lay_rolls(scene, DRAW).combat(0)
    attack(scene, "scrope", "roos", square=MASHAM)
    scene.play(0, "return_inside", nobles=["scrope", "roos"])
    scene.refused(0, "attack", rule="house-1.17", nobles=["neville"], against="1", square=MASHAM)


@pytest.mark.rule("house-6.4c", "house-6.2d")
def test_a_sally_is_made_in_ones_own_combat_phase_only() -> None:
    scene = pent_up()
    scene.combat(1)
    scene.refused(0, "attack", rule="house-1.14", nobles=["scrope"], against="1", square=MASHAM)


@pytest.mark.rule("house-6.4c", "house-5.17c", "house-5.17a")
def test_heirs_go_out_with_those_who_hold_them() -> None:
    scene = pent_up().hold("george", "roos").next_events(FINE)
    lay_rolls(scene, LOSE, 100, 15).combat(0)
    attack(scene, "scrope", "roos", square=MASHAM)
    settle(scene)
    assert "roos" not in scene.state.nobles
    assert scene.state.heirs["george"].holder == "scrope"
    assert where(scene, "scrope") == ("13,7", "bolton")


@pytest.mark.rule("house-8.5.17")
def test_if_the_holder_dies_in_a_lost_sally_a_comrade_takes_the_place_over() -> None:
    scene = pent_up().next_events(FINE)
    lay_rolls(scene, 45, 15).combat(0)  # 40 to 100: C, Attack Fails up to 50
    attack(scene, "scrope", square=MASHAM)
    assert result(scene) == "attack_fails"
    assert "scrope" not in scene.state.nobles
    assert scene.state.control["masham"] == "roos"
    assert where(scene, "roos") == (MASHAM, "masham")
    assert scene.state.sieges["masham"].besiegers == ["percy"]


@pytest.mark.rule("house-8.5.17", "house-8.5.13")
@pytest.mark.parametrize(("comrade", "holder"), [(True, "howard"), (False, None)])
def test_so_he_does_where_a_card_decides_the_sally(comrade: bool, holder: str | None) -> None:
    """Cromwell, whom the card names, and Herbert sally; none of the beaten holds the place."""
    scene = Scene(3, "house+battles_by_card").noble("cromwell", 0, "masham")
    scene.noble("talbot", 2, "masham", guest=True).noble("herbert", 0, "masham")
    scene.control("masham", "cromwell").noble("percy", 1, MASHAM).siege("masham", ["percy"])
    if comrade:
        scene.noble("howard", 0, "castle-rising")
    scene.next_events("E-RA08").combat(0)
    attack(scene, "cromwell", "herbert", square=MASHAM)
    assert only(scene, facts.Captured).nobles == ("herbert",)
    assert scene.state.control.get("masham") == holder
    assert where(scene, "talbot") == (MASHAM, "masham" if comrade else None)


@pytest.mark.rule("house-8.5.17")
def test_the_place_stays_with_its_holder_if_another_dies_in_a_lost_sally() -> None:
    scene = pent_up().noble("stafford", 0, "masham").noble("neville", 0, "masham")
    scene.control("masham", "scrope").next_events(FINE)
    lay_rolls(scene, 60, 15).combat(0)  # 30 to 100: B, Attack Fails up to 60
    attack(scene, "stafford", square=MASHAM)
    assert "stafford" not in scene.state.nobles
    assert scene.state.control["masham"] == "scrope"


@pytest.mark.rule("house-8.5.17", "house-5.19g")
def test_if_the_holder_dies_in_a_lost_sally_with_nobody_left_the_place_is_neutral() -> None:
    scene = Scene().noble("scrope", 0, "masham", cards=("earl_kent",))
    scene.noble("percy", 1, MASHAM).siege("masham", ["percy"]).next_events(FINE)
    lay_rolls(scene, 45, 15).combat(0)
    attack(scene, "scrope", square=MASHAM)
    assert "scrope" not in scene.state.nobles
    assert "masham" not in scene.state.control
    assert "masham" in {e.place for e in scene.happened(facts.ControlLost)}


@pytest.mark.rule("house-6.4c", "house-6.2d")
def test_a_sally_is_against_the_besiegers() -> None:
    scene = pent_up(seats=3).noble("grey", 2, MASHAM)
    scene.combat(0)
    against = {
        o.field("against").candidates[0]
        for o in scene.offered(0, "attack")
        if o.field("square").candidates == (MASHAM,)
    }
    assert against == {"1"}
    assert FAR in scene.candidates(0, "attack", "square")


@pytest.mark.rule("house-5.19g", "house-6.4d")
def test_nobody_goes_back_into_a_place_that_its_holders_death_made_neutral() -> None:
    """Scrope, who holds Masham, falls in a sally without victory; Roos stays out with nothing."""
    scene = sally(DRAW, 8)
    assert "scrope" not in scene.state.nobles
    assert "masham" not in scene.state.control
    assert scene.asked(0) == ["combat"]
    assert where(scene, "roos") == (MASHAM, None)


# Others attack the besieger: the besieged may come out and fight beside them.


def siege() -> Scene:
    """Seat 0's Scrope (20) and Roos (20) in Masham with seat 3's Grey (10) as a guest, besieged by
    seat 1's Percy (100); seat 2's Stanley (50) has come to their relief."""
    scene = idlers(Scene(seats=4)).noble("scrope", 0, "masham").noble("roos", 0, "masham")
    scene.control("masham", "scrope").noble("grey", 3, "masham", guest=True)
    scene.noble("percy", 1, MASHAM).noble("stanley", 2, MASHAM).siege("masham", ["percy"])
    scene.next_events(FINE)
    scene.combat(2)
    return scene


def declare(scene: Scene, noble: str, against: int = 1) -> None:
    """Seat 2 attacks at Masham; nobody has taken a side yet."""
    scene.play(2, "attack", nobles=[noble], against=str(against), square=MASHAM)


def relief(roll: int) -> Scene:
    """Stanley attacks Percy; Roos of the besieged comes out to his aid."""
    scene = siege()
    lay_rolls(scene, roll)
    declare(scene, "stanley")
    scene.play(0, "ally_attack", nobles=["roos"])
    scene.play(3, "stand_aside")
    return scene


@pytest.mark.rule("house-5.11f", "house-6.4c")
def test_the_besieged_are_asked_whether_they_come_out() -> None:
    scene = siege()
    declare(scene, "stanley")
    assert scene.asked(0) == ["alliance"]
    assert scene.candidates(0, "ally_attack", "nobles") == {"scrope", "roos"}
    assert scene.offered(0, "ally_defence") == []
    assert scene.asked(3) == []


@pytest.mark.rule("house-6.4c", "house-6.4d")
def test_who_has_come_out_counts_with_the_relief_and_goes_back() -> None:
    scene = relief(50)
    declared = only(scene, facts.AttackDeclared)
    assert declared.attackers == ("stanley", "roos")
    assert declared.sallying == ("roos",)
    assert (declared.strength, declared.opposed) == (70, 100)
    scene.play(0, "return_inside", nobles=["roos"])
    assert where(scene, "roos") == (MASHAM, "masham")
    assert "masham" in scene.state.sieges


@pytest.mark.rule("house-6.4b", "house-6.4c")
def test_a_victory_together_breaks_the_siege() -> None:
    scene = relief(WIN)
    assert scene.state.sieges == {}
    assert scene.state.nobles["percy"].captor == 2


@pytest.mark.rule("house-8.5.9", "house-8.5.14")
def test_guests_come_out_only_with_those_of_the_owner() -> None:
    scene = siege()
    lay_rolls(scene, 50)
    declare(scene, "stanley")
    scene.forbidden(
        3,
        "ally_attack",
        rule="house-8.5.14",
        says="Guests can come out only together",
        nobles=["grey"],
    )
    scene.play(0, "ally_attack", nobles=["roos"])
    assert scene.candidates(3, "ally_attack", "nobles") == {"grey"}
    scene.play(3, "ally_attack", nobles=["grey"])
    assert only(scene, facts.AttackDeclared).attackers == ("stanley", "roos", "grey")


@pytest.mark.rule("house-5.11b", "house-6.4c")
def test_who_fought_in_his_last_turn_does_not_come_out_for_others() -> None:
    scene = siege()
    scene.state.nobles["roos"].fought = True
    declare(scene, "stanley")
    assert scene.candidates(0, "ally_attack", "nobles") == {"scrope"}


@pytest.mark.rule("house-5.11f")
def test_who_is_besieged_by_somebody_else_is_not_asked() -> None:
    scene = siege()
    scene.noble("holland", 3, MASHAM)
    scene.combat(2)
    declare(scene, "stanley", against=3)
    assert scene.asked(0) == []
    stand_aside(scene)


@pytest.mark.rule("house-5.11g", "house-6.4c")
def test_an_attack_may_be_declared_that_needs_the_besieged() -> None:
    scene = siege()
    scene.noble("mowbray", 1, MASHAM).noble("talbot", 1, MASHAM).noble("greystoke", 2, MASHAM)
    scene.state.nobles["stanley"].square = "19,18"
    scene.combat(2)
    # Greystoke (10) needs a quarter of 180; Scrope, Roos and Grey would bring 50.
    declare(scene, "greystoke")
    assert scene.asked(0) == ["alliance"]
