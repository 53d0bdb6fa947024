"""How a siege is broken: by choice, by defeat, by weakness."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.battlefield import (
    FAR,
    FINE,
    attack,
    idlers,
    lay_rolls,
    only,
    result,
    settle,
    siege_of,
    sound,
    where,
)
from tests.rules.kingmaker.scene import HOUSE, Scene

MASHAM = "14,8"


def besieged(*besiegers: str, turns: int = 1, seats: int = 2) -> Scene:
    """Seat 0's nobles besiege Scrope in Masham (defence 110)."""
    scene = siege_of("masham", besiegers, ("scrope",), seats=seats)
    return scene.siege("masham", list(besiegers), turns)


# By choice


@pytest.mark.rule("house-6.4a")
@pytest.mark.parametrize("phase", ["movement", "combat"])
@pytest.mark.parametrize("active", [0, 1])
def test_the_besieger_may_lift_a_siege_at_any_time(phase: str, active: int) -> None:
    scene = besieged("percy")
    getattr(scene, phase)(active)
    scene.play(0, "lift", place="masham")
    broken = only(scene, facts.SiegeBroken)
    assert (broken.seat, broken.place, broken.reason) == (0, "masham", "choice")
    assert "masham" not in scene.state.sieges
    assert where(scene, "percy") == (MASHAM, None)
    assert scene.state.control["masham"] == "scrope"


@pytest.mark.rule("house-6.4a")
def test_nobody_lifts_a_siege_of_another() -> None:
    scene = besieged("percy", seats=3).noble("grey", 2, "ruthin")
    scene.combat(0)
    scene.refused(1, "lift", rule="house-6.4a", place="masham")
    scene.refused(2, "lift", rule="house-6.4a", place="masham")


@pytest.mark.rule("house-6.2d", "house-6.4a")
def test_after_the_siege_those_inside_move_freely() -> None:
    scene = besieged("percy")
    scene.movement(1)
    scene.play(0, "lift", place="masham")
    scene.play(1, "leave", nobles=["scrope"], place="masham")
    assert where(scene, "scrope") == (MASHAM, None)


@pytest.mark.rule("house-5.12a", "house-6.4a")
def test_after_the_siege_those_inside_may_be_given_cards() -> None:
    scene = besieged("percy").hand(1, "saxons_1")
    scene.combat(0)
    scene.play(0, "lift", place="masham")
    scene.play(1, "play", card="saxons_1", noble="scrope")
    assert scene.state.nobles["scrope"].cards == ["saxons_1"]


@pytest.mark.rule("house-6.4f", "house-6.3a")
def test_a_broken_siege_restores_the_garrison() -> None:
    scene = besieged("percy", turns=4)
    scene.combat(0)
    assert only(scene, facts.SiegeHeld).garrison == 25
    scene.play(0, "lift", place="masham")
    scene.combat(0)
    scene.refused(0, "conclude", rule="house-6.1a", nobles=["percy"], place="masham")
    scene.play(0, "lay", nobles=["percy"], place="masham")
    assert only(scene, facts.SiegeLaid).defence == 110
    assert scene.state.sieges["masham"].turns == 1


# By defeat


def relieved(
    roll: int, *deaths: int, relief: tuple[str, ...] = ("mowbray", "pole", "roos"), by: int = 1
) -> Scene:
    """Percy besieges Masham; a force of 100 outside attacks him at one to one."""
    scene = besieged("percy", seats=3)
    for noble in relief:
        scene.noble(noble, by, MASHAM)
    scene.noble("hastings", 1, FAR).noble("berkeley", 2, FAR)
    lay_rolls(scene, roll, *deaths).next_events(FINE).combat(by)
    attack(scene, *relief, by=by, against=0, square=MASHAM)
    return scene


@pytest.mark.rule("house-6.4b", "base-10.10", "base-10.12")
@pytest.mark.parametrize("by", [1, 2], ids=["the-besieged-player", "a-third-player"])
@pytest.mark.parametrize(
    ("roll", "outcome"), [(46, "minor_victory"), (76, "major_victory")], ids=["minor", "major"]
)
def test_any_victory_over_the_besiegers_breaks_the_siege(roll: int, outcome: str, by: int) -> None:
    scene = relieved(roll, by=by)
    assert result(scene) == outcome
    broken = only(scene, facts.SiegeBroken)
    assert (broken.place, broken.reason) == ("masham", "defeat")
    assert only(scene, facts.Captured).nobles == ("percy",)
    settle(scene)
    assert "masham" not in scene.state.sieges
    sound(scene)


@pytest.mark.rule("house-6.4b")
@pytest.mark.parametrize("rules", ["house", "house+battles_by_card"])
def test_if_the_besieger_is_beaten_those_who_have_joined_him_besiege_no_longer(rules: str) -> None:
    scene = idlers(Scene(3, rules)).noble("scrope", 1, "masham").noble("roos", 0, MASHAM)
    scene.noble("percy", 2, MASHAM).noble("mowbray", 1, MASHAM).noble("berkeley", 2, FAR)
    scene.siege("masham", ["roos", "percy"])
    for noble in ("roos", "percy"):
        scene.state.nobles[noble].fought = True
    lay_rolls(scene, 95).next_events("E-RA03").combat(1)
    attack(scene, "mowbray", by=1, against=0, square=MASHAM)
    assert scene.happened(facts.SiegeBroken) == [facts.SiegeBroken(0, "masham", "defeat")]
    assert scene.state.nobles["percy"].captor is None


@pytest.mark.rule("house-6.4b", "house-5.11c")
def test_an_ally_beaten_beside_others_does_not_end_the_siege_of_his_own_faction() -> None:
    scene = besieged("percy", seats=3).noble("roos", 0, MASHAM)
    scene.noble("mowbray", 2, MASHAM).noble("courtenay", 1, MASHAM)
    scene.state.nobles["percy"].fought = True
    scene.noble("hastings", 1, FAR).noble("berkeley", 2, FAR)
    lay_rolls(scene, 95).next_events(FINE).combat(1)
    scene.play(1, "attack", nobles=["courtenay"], against="2", square=MASHAM)
    scene.play(0, "ally_defence", nobles=["roos"])
    assert set(only(scene, facts.Captured).nobles) == {"mowbray", "roos"}
    assert scene.happened(facts.SiegeBroken) == []
    assert scene.state.sieges["masham"].besiegers == ["percy"]


@pytest.mark.rule("house-6.4b", "house-6.4d")
@pytest.mark.parametrize(
    ("roll", "outcome"), [(45, "no_victory"), (18, "attack_fails")], ids=["none", "fails"]
)
def test_without_a_victory_the_siege_goes_on(roll: int, outcome: str) -> None:
    scene = relieved(roll)
    assert result(scene) == outcome
    settle(scene)
    assert scene.happened(facts.SiegeBroken) == []
    assert scene.state.sieges["masham"].besiegers == ["percy"]
    assert scene.state.sieges["masham"].turns == 1


@pytest.mark.rule("house-6.4b")
def test_a_victory_breaks_the_siege_even_if_no_victor_lives() -> None:
    scene = relieved(76, 5, 5, 5)
    assert not {"mowbray", "pole", "roos"} & set(scene.state.nobles)
    assert where(scene, "percy") == (MASHAM, None)
    assert scene.state.nobles["percy"].captor is None
    assert "masham" not in scene.state.sieges
    sound(scene)


@pytest.mark.rule("house-6.4b")
def test_a_victory_over_others_in_the_square_breaks_nothing() -> None:
    scene = besieged("percy", seats=3).noble("mowbray", 1, MASHAM).noble("pole", 2, MASHAM)
    lay_rolls(scene, 100).next_events(FINE).combat(1)
    attack(scene, "mowbray", by=1, against=2, square=MASHAM)
    assert only(scene, facts.Captured).nobles == ("pole",)
    settle(scene)
    assert scene.state.sieges["masham"].besiegers == ["percy"]


@pytest.mark.rule("house-6.4b")
def test_a_defeat_elsewhere_breaks_no_siege() -> None:
    scene = besieged("percy").next_events(FINE)
    lay_rolls(scene, 100).combat(1)
    attack(scene, "bourchier", by=1, against=0, square=FAR)
    assert only(scene, facts.Captured).nobles == ("audley",)
    settle(scene)
    assert scene.state.sieges["masham"].besiegers == ["percy"]


@pytest.mark.rule("house-6.4b", "house-6.4e")
def test_besiegers_who_win_an_attack_keep_their_siege() -> None:
    scene = besieged("percy").noble("grey", 1, MASHAM).next_events(FINE)
    lay_rolls(scene, 100).combat(0)
    attack(scene, "percy", square=MASHAM)
    settle(scene)
    assert scene.state.sieges["masham"].besiegers == ["percy"]


# By weakness


@pytest.mark.rule("house-6.4e", "base-10.10", "base-10.11")
@pytest.mark.parametrize(
    ("staying", "holds"),
    [(("mowbray", "howard"), True), (("mowbray",), False)],
    ids=["60-of-110", "50-of-110"],
)
def test_a_siege_breaks_when_those_who_leave_were_needed(
    staying: tuple[str, ...], holds: bool
) -> None:
    scene = besieged("percy", *staying)
    scene.movement(0)
    scene.play(0, "march", nobles=["percy"], to="14,9")
    assert ("masham" in scene.state.sieges) is holds
    if holds:
        assert scene.state.sieges["masham"].besiegers == list(staying)
    else:
        assert only(scene, facts.SiegeBroken).reason == "weakness"
    sound(scene)


@pytest.mark.rule("house-6.4e")
@pytest.mark.parametrize(("staying", "holds"), [("mowbray", True), ("pole", False)])
def test_exactly_half_the_defence_is_enough_to_hold(staying: str, holds: bool) -> None:
    scene = siege_of("masham", ("percy", staying)).siege("masham", ["percy", staying])
    scene.movement(0)
    scene.play(0, "march", nobles=["percy"], to="14,9")
    assert ("masham" in scene.state.sieges) is holds


@pytest.mark.rule("base-10.10", "house-6.4e")
def test_a_siege_breaks_when_everybody_goes_away() -> None:
    scene = besieged("percy")
    scene.movement(0)
    scene.play(0, "march", nobles=["percy"], to="14,9")
    broken = only(scene, facts.SiegeBroken)
    assert (broken.seat, broken.place, broken.reason) == (0, "masham", "gone")


@pytest.mark.rule("house-6.4e", "house-6.3a")
@pytest.mark.parametrize(("staying", "holds"), [("roos", True), ("howard", False)])
def test_what_must_be_matched_is_the_garrison_now_in_force(staying: str, holds: bool) -> None:
    scene = besieged("percy", staying, turns=3)
    scene.movement(0)
    scene.play(0, "march", nobles=["percy"], to="14,9")  # half of 25 and 10 is 17½
    assert ("masham" in scene.state.sieges) is holds


@pytest.mark.rule("house-6.4e")
@pytest.mark.parametrize(("roll", "holds"), [(8, False), (9, True)])
def test_a_siege_breaks_when_a_besieger_dies_in_battle(roll: int, holds: bool) -> None:
    scene = besieged("percy", "grey").noble("mowbray", 1, MASHAM).next_events(FINE)
    scene.noble("hastings", 1, FAR)
    lay_rolls(scene, 56, 100, roll).combat(1)  # 50 against 120: D, No Victory from 41 to 68
    attack(scene, "mowbray", by=1, against=0, square=MASHAM)
    assert result(scene) == "no_victory"
    assert ("percy" in scene.state.nobles) is holds
    assert ("masham" in scene.state.sieges) is holds
    if not holds:
        assert only(scene, facts.SiegeBroken).reason == "weakness"
    sound(scene)


@pytest.mark.rule("house-6.4e")
def test_a_siege_breaks_when_an_event_calls_a_besieger_away() -> None:
    scene = besieged("percy", "grey").next_events("E-RA01")
    scene.event(1)
    scene.play(0, "answer_call", to="alnwick")
    assert where(scene, "percy")[0] == "14,3"
    assert "masham" not in scene.state.sieges
    assert only(scene, facts.SiegeBroken).reason == "weakness"


@pytest.mark.rule("house-6.4e")
def test_a_siege_outlasts_a_call_that_leaves_enough() -> None:
    scene = besieged("percy", "neville", "howard").next_events("E-RA01")
    scene.event(1)
    scene.play(0, "answer_call", to="alnwick")
    assert where(scene, "percy")[0] == "14,3"
    assert scene.state.sieges["masham"].besiegers == ["neville", "howard"]


@pytest.mark.rule("house-6.4e")
def test_troops_lost_through_cards_alone_break_it_only_in_the_next_combat_phase() -> None:
    card = next(c for c in HOUSE.content.events.values() if c.mercenary == "scots_archers")
    scene = idlers(Scene()).noble("scrope", 1, "masham")
    scene.noble("neville", 0, MASHAM, cards=("scots_archers_1",)).siege("masham", ["neville"])
    scene.next_events(card.id).event(0)
    assert scene.state.nobles["neville"].cards == []
    assert scene.happened(facts.SiegeBroken) == []
    assert "masham" in scene.state.sieges
    scene.combat(1)
    assert "masham" in scene.state.sieges
    scene.combat(0)
    assert only(scene, facts.SiegeBroken).reason == "weakness"
    assert "masham" not in scene.state.sieges


@pytest.mark.rule("house-6.4e", "house-6.4f")
def test_a_siege_broken_by_weakness_restores_the_garrison() -> None:
    scene = besieged("percy", "howard", turns=5).noble("mowbray", 0, MASHAM)
    scene.movement(0)
    scene.play(0, "march", nobles=["percy"], to="14,9")
    assert "masham" not in scene.state.sieges
    scene.combat(0)
    scene.refused(0, "lay", rule="house-6.2a", nobles=["mowbray"], place="masham")
    scene.play(0, "lay", nobles=["mowbray", "howard"], place="masham")
    assert only(scene, facts.SiegeLaid).defence == 110


# Weighed again when those who sallied are back inside (house-6.4e)


def sallied_from_hull(*besiegers: str) -> Scene:
    """Mowbray and Neville (100) sally from Hull (200), without a victory; Stafford is killed."""
    scene = idlers(Scene(2)).noble("mowbray", 1, "hull").noble("neville", 1, "hull")
    for noble in besiegers:
        scene.noble(noble, 0, "hull", outside=True)
    scene.control("hull", "mowbray").siege("hull", list(besiegers))
    scene.next_events(FINE).combat(1)
    scene.rolls(55, 100, 100, *(1 if noble == "stafford" else 100 for noble in besiegers))
    square = scene.board.places["hull"].square
    scene.play(1, "attack", nobles=["mowbray", "neville"], against="0", square=square)
    assert only(scene, facts.BattleRolled).result == "no_victory"
    assert [death.noble for death in scene.happened(facts.NobleDied)] == ["stafford"]
    return scene


@pytest.mark.rule("house-6.4e", "house-6.4d")
def test_a_siege_that_a_sally_has_weakened_is_broken_as_those_go_back_inside() -> None:
    scene = sallied_from_hull("percy", "stafford")
    assert scene.state.sieges["hull"].besiegers == ["percy"]  # 100, half of the garrison's 200
    scene.play(1, "return_inside", nobles=["mowbray", "neville"])
    assert only(scene, facts.SiegeBroken).reason == "weakness"  # 100 against 300
    sound(scene)


@pytest.mark.rule("house-6.4e", "house-6.4d")
@pytest.mark.parametrize("back", [(), ("mowbray",)])
def test_it_holds_if_so_many_stay_outside_that_it_is_strong_enough(back: tuple[str, ...]) -> None:
    besiegers = ("percy", "stafford") if not back else ("percy", "pole", "stafford")
    scene = sallied_from_hull(*besiegers)
    scene.play(1, "return_inside", nobles=back)  # 100 against 200; 130 against 250
    assert scene.happened(facts.SiegeBroken) == []
    assert scene.state.sieges["hull"].shaken is False


# An open town in which nobody is left (base-1.8, base-10.1)


@pytest.mark.rule("house-6.2c", "base-10.1")
def test_a_siege_of_an_open_town_ends_when_nobody_is_left_inside() -> None:
    scene = siege_of("cardigan", ("percy",), ("roos",)).siege("cardigan", ["percy"])
    scene.next_events("E-PL15").event(1)
    assert "roos" not in scene.state.nobles
    assert [e.reason for e in scene.happened(facts.SiegeBroken)] == ["empty"]
