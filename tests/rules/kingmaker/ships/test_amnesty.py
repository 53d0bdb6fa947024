"""Forced amnesty: who is trapped in a port of others stays there until he can leave."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.consequences.changes import take_control
from bot.rules.kingmaker.events.calls import CalledNoble, Summons
from bot.rules.kingmaker.invariants import violations
from bot.rules.kingmaker.movement.exile import end_amnesty, review_amnesty
from bot.rules.kingmaker.state import Spell
from tests.rules.kingmaker.battlefield import idlers
from tests.rules.kingmaker.combat.at_sea.fleets import SEA, meeting
from tests.rules.kingmaker.scene import Scene

RULES = "classic+port_amnesty+sea_combat"
STORM = "E-ST01"


def driven(ruleset: str = RULES) -> Scene:
    """A storm drives Mowbray of seat 1 into Hull, which is seat 0's."""
    scene = meeting((), ("le_nicholas",), ruleset=ruleset, aboard={"mowbray": "le_nicholas"})
    scene.control("hull", "percy").control("ravenser", None)
    scene.next_events(STORM).event(1)
    if scene.asked(1) == ["refuge"]:
        scene.play(1, "put_in", ship="le_nicholas", port="hull")
    return scene


def sails_out(scene: Scene, seat: int, ship: str) -> None:
    """His ship leaves Hull in his movement phase, and the amnesty is over."""
    scene.movement(seat)
    scene.play(seat, "sail", ship=ship, to=SEA)
    assert scene.state.amnesty == []


def is_turned_out(scene: Scene, seat: int, noble: str) -> None:
    """He stays in Hull though he could go, and is put before its walls."""
    scene.movement(seat)
    scene.play(seat, "done")
    assert scene.happened(facts.Expelled) == [facts.Expelled((noble,), "hull")]
    assert scene.where(noble) == (scene.board.places["hull"].square, None, None)


@pytest.mark.rule("ishkibibble-amnesty.1")
def test_without_the_amnesty_he_stands_in_the_open() -> None:
    scene = driven("classic")
    assert scene.where("mowbray") == (scene.board.places["hull"].square, None, None)


@pytest.mark.rule("ishkibibble-amnesty.2")
def test_he_must_sail_in_his_first_movement_phase() -> None:
    sails_out(driven(), 1, "le_nicholas")
    is_turned_out(driven(), 1, "mowbray")


@pytest.mark.rule("ishkibibble-amnesty.1", "ishkibibble-amnesty.2")
def test_who_is_driven_into_a_port_of_others_stays_aboard_and_besieges_nothing() -> None:
    scene = driven()
    assert scene.happened(facts.AmnestyBegan) == [facts.AmnestyBegan(("mowbray",), "hull")]
    assert scene.where("mowbray") == ("", None, "le_nicholas")
    assert scene.match.view(None).amnesty == ("mowbray",)
    assert violations(scene.match.table) == []
    scene.state.ships["le_nicholas"].prisoner = True
    for _ in range(2):
        scene.movement(1)
        scene.play(1, "done")
        assert scene.where("mowbray") == ("", None, "le_nicholas")
        assert scene.state.sieges == {}
    scene.movement(1)
    scene.play(1, "ask_leave", place="hull")
    scene.play(0, "grant")
    scene.play(1, "done")  # now he could have gone
    assert scene.state.amnesty == []


def handed_over(place: str = "hull") -> Scene:
    """Percy is inside a place, which Courtenay of the other seat takes over."""
    scene = idlers(Scene(2, RULES)).noble("percy", 0, place).noble("courtenay", 1, "tiverton")
    scene.movement(1)
    take_control(scene.match.table, place, "courtenay", "deal")
    return scene


@pytest.mark.rule("ishkibibble-amnesty.1")
def test_when_a_port_changes_hands_those_inside_stay() -> None:
    scene = handed_over()
    assert scene.state.nobles["percy"].inside == "hull"
    scene.movement(1)
    assert scene.offered(1, "dismiss") == []
    rule = "ishkibibble-amnesty.1"
    scene.refused(1, "dismiss", rule=rule, nobles=["percy"], place="hull")
    scene.noble("grey", 0, "hull", outside=True).movement(0)
    assert scene.offered(0, "enter") == []  # nobody follows them in
    assert violations(scene.match.table) == []


@pytest.mark.rule("ishkibibble-amnesty.2")
def test_they_come_out_in_their_own_movement_phase() -> None:
    scene = handed_over()
    scene.movement(0)
    scene.play(0, "leave", nobles=["percy"], place="hull")
    assert scene.state.amnesty == []
    is_turned_out(handed_over(), 0, "percy")


def taken_over(*, besieging: bool = False) -> Scene:
    """Percy lies in Hull aboard Le Swan as the town becomes Courtenay's, of the other seat."""
    scene = idlers(Scene(2, RULES)).noble("percy", 0, "hull", cards=("le_swan",))
    scene.noble("courtenay", 1, "tiverton").ship("le_swan", port="hull", hostile=besieging)
    scene.aboard("percy", "le_swan")
    scene.movement(1)
    take_control(scene.match.table, "hull", "courtenay", "deal")
    scene._note(scene.match._after())
    return scene


@pytest.mark.rule("ishkibibble-amnesty.1", "ishkibibble-amnesty.2")
def test_a_crew_in_a_port_that_changes_hands_sails_at_the_first_opportunity() -> None:
    scene = taken_over()
    assert scene.state.amnesty == ["percy"]
    assert scene.where("percy") == ("", None, "le_swan")
    sails_out(scene, 0, "le_swan")
    scene = taken_over()
    is_turned_out(scene, 0, "percy")
    assert violations(scene.match.table) == []


@pytest.mark.rule("ishkibibble-amnesty.1")
def test_inland_those_inside_are_put_out_as_before() -> None:
    scene = handed_over("masham")
    assert scene.state.nobles["percy"].inside is None
    assert scene.state.amnesty == []


@pytest.mark.rule("ishkibibble-amnesty.1")
def test_who_besieges_the_port_from_aboard_is_under_no_amnesty() -> None:
    assert taken_over(besieging=True).state.amnesty == []


# Forced amnesty meets sieges, the King's Peace, captivity and heirs.


def ended(scene: Scene, seat: int) -> Scene:
    """The end of a seat's movement phase, as far as amnesty goes."""
    scene.match.table.events = []
    end_amnesty(scene.match.table, seat)
    scene.events = list(scene.match.table.events)
    return scene


@pytest.mark.rule("ishkibibble-amnesty.2")
def test_only_their_own_movement_phase_puts_them_out() -> None:
    scene = ended(handed_over(), 1)
    assert scene.state.amnesty == ["percy"]
    assert scene.state.nobles["percy"].inside == "hull"
    assert scene.events == []
    assert ended(scene, 0).happened(facts.Expelled) == [facts.Expelled(("percy",), "hull")]
    assert scene.state.amnesty == []


@pytest.mark.rule("ishkibibble-amnesty.1")
def test_who_is_under_siege_there_stays_on() -> None:
    scene = handed_over()
    scene.siege("hull", ["audley"])
    ended(scene, 0)
    assert (scene.state.amnesty, scene.state.nobles["percy"].inside) == (["percy"], "hull")


@pytest.mark.rule("ishkibibble-amnesty.2", "house-7.4.13")
def test_whom_the_kings_peace_keeps_there_stays_on() -> None:
    scene = handed_over()
    scene.peace(1, "15,18", "percy")
    ended(scene, 0)
    assert (scene.state.amnesty, scene.state.nobles["percy"].inside) == (["percy"], "hull")


@pytest.mark.rule("ishkibibble-amnesty.1")
@pytest.mark.parametrize("how", ["captive", "dead", "out", "his_own", "still_there"])
def test_when_an_amnesty_is_over(how: str) -> None:
    scene = handed_over()
    percy = scene.state.nobles["percy"]
    if how == "captive":
        percy.captor = 1
    elif how == "dead":
        del scene.state.nobles["percy"]
    elif how == "out":
        percy.inside = None
    elif how == "his_own":
        scene.control("hull", "percy")
    review_amnesty(scene.match.table)
    assert scene.state.amnesty == (["percy"] if how == "still_there" else [])


@pytest.mark.rule("ishkibibble-amnesty.2")
def test_who_stays_aboard_though_he_could_sail_goes_ashore_and_takes_in_an_heir() -> None:
    scene = driven()
    scene.heir_at("henry", scene.board.places["hull"].square)
    scene.state.nobles["percy"].square = "13,20"
    scene.movement(1)
    scene.play(1, "done")
    assert scene.where("mowbray") == (scene.board.places["hull"].square, None, None)
    assert scene.state.heirs["henry"].holder == "mowbray"


@pytest.mark.rule("ishkibibble-amnesty.2", "ishkibibble-vacillating.1")
def test_who_wavers_in_his_own_turn_cannot_leave_yet() -> None:
    scene = handed_over()
    scene.state.spells.append(Spell("vacillating", 0, 1, "percy"))
    scene.movement(0)
    scene.play(0, "done")
    assert scene.where("percy")[1] == "hull"
    assert scene.state.amnesty == ["percy"]
    scene.state.spells.clear()
    is_turned_out(scene, 0, "percy")


@pytest.mark.rule("ishkibibble-amnesty.1", "base-6.3")
def test_who_is_trapped_in_an_overcrowded_port_is_not_the_one_to_go() -> None:
    scene = handed_over()
    bands = ("burgundian_crossbowmen_1", "flemish_crossbowmen_1")
    scene.noble("neville", 1, "hull", cards=("marshal_england", *bands))
    scene.noble("mowbray", 1, "hull", cards=("admiral_england", "saxons_1")).next_crown(
        "bp_norwich"
    ).draw(1)
    scene.play(1, "keep")
    assert scene.asked(1) == ["overcrowded"]
    assert scene.candidates(1, "leave", "nobles") == {"neville", "mowbray"}


@pytest.mark.rule("ishkibibble-amnesty.1", "ishkibibble-amnesty.2", "base-6.4")
@pytest.mark.parametrize("ashore", [True, False])
def test_who_has_left_is_a_guest_like_any_other_in_the_next_port(*, ashore: bool) -> None:
    scene = driven().control("newcastle", "percy")
    scene.movement(1)
    scene.play(1, "ask_leave", place="newcastle")
    scene.play(0, "grant")
    scene.play(1, "sail", ship="le_nicholas", to="newcastle")
    assert scene.state.amnesty == []
    if ashore:
        scene.play(1, "land", nobles=["mowbray"], ship="le_nicholas")
    there = scene.where("mowbray")
    scene.play(1, "done")
    scene.movement_over(1)
    assert scene.where("mowbray") == there


@pytest.mark.rule("ishkibibble-amnesty.1", "base-4.3", "base-6.4")
def test_who_is_called_away_and_let_in_elsewhere_is_a_guest_there() -> None:
    scene = handed_over()
    summons = Summons([CalledNoble("percy", ["tiverton"])])
    scene.match.table.push(summons)
    scene.play(0, "ask_leave", place="tiverton")
    scene.play(1, "grant")
    scene.play(0, "answer_call", to="tiverton")
    assert (scene.where("percy")[1], scene.state.amnesty) == ("tiverton", [])
    scene.movement_over(0)
    assert scene.where("percy")[1] == "tiverton"
