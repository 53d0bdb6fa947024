"""Places by the base rules: room, leave, guests, towns without walls."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker.consequences import changes
from bot.rules.kingmaker.forces.strength import besiegeable, friendly, garrison, room
from tests.rules.kingmaker.scene import Scene

WORCESTER, CARDIGAN = "worcester", "cardigan"
HIRED = tuple(
    f"{band}_{number}"
    for band in ("burgundian_crossbowmen", "flemish_crossbowmen", "scots_archers")
    for number in (1, 2)
)
"""Mercenaries of 140 men."""


def base(seats: int = 2) -> Scene:
    """A scene of the classic game."""
    return Scene(seats, "classic")


# Room inside (base-6.1, base-6.2, base-6.3)


@pytest.mark.rule("base-6.1")
def test_the_room_inside_each_kind_of_place() -> None:
    table, places = base().match.table, base().board.places
    rooms = {place: room(table, places[place]) for place in
             ("york", "coventry", "harlech", "alnwick", CARDIGAN, WORCESTER)}  # fmt: skip
    assert rooms == {
        "york": 400,
        "coventry": 400,
        "harlech": 300,
        "alnwick": 300,
        CARDIGAN: 400,
        WORCESTER: None,
    }


@pytest.mark.rule("base-1.7", "classic-garrison.1", "classic-garrison.2", "classic-garrison.3")
def test_the_garrison_of_each_kind_of_place() -> None:
    scene = base().heir_at("henry", "12,3")
    found = {place: garrison(scene.match.table, scene.board.places[place]) for place in
             ("london", "york", "coventry", "harlech", "alnwick", WORCESTER)}  # fmt: skip
    assert list(found.values()) == [300, 300, 200, 200, 100, 0]


@pytest.mark.rule("base-6.2")
def test_a_noble_too_strong_enters_an_empty_fortress_of_his_own_only() -> None:
    scene = base().noble("percy", 0, "alnwick", outside=True, cards=("marshal_england", *HIRED))
    scene.noble("howard", 1, "castle-rising").movement(0)
    scene.play(0, "enter", nobles=["percy"], place="alnwick")  # 340 men
    assert scene.where("percy")[1] == "alnwick"
    scene = base().noble("percy", 0, "framlingham", outside=True)
    scene.give("percy", "marshal_england", *HIRED).noble("mowbray", 1, "bramber").movement(0)
    scene.play(0, "ask_leave", place="framlingham")
    scene.play(1, "grant")
    reason = scene.refused(0, "enter", rule="base-6.1", nobles=["percy"], place="framlingham")
    assert reason == "There is not enough room inside for all of them."
    assert scene.offered(0, "enter") == []


@pytest.mark.rule("base-6.2", "base-6.1")
def test_nor_does_he_enter_an_open_town_above_400() -> None:
    scene = base().noble("percy", 0, CARDIGAN, outside=True, cards=("marshal_england", *HIRED))
    scene.noble("howard", 1, "castle-rising").movement(0)
    scene.play(0, "enter", nobles=["percy"], place=CARDIGAN)
    assert scene.state.heirs["george"].holder == "percy"
    scene = base().noble("percy", 0, CARDIGAN, outside=True, cards=("marshal_england", *HIRED))
    scene.noble("mowbray", 0, CARDIGAN, outside=True).noble("howard", 1, "castle-rising")
    scene.give("mowbray", "saxons_1", "saxons_2").movement(0)
    nobles = ["percy", "mowbray"]  # 340 and 70
    scene.refused(0, "enter", rule="base-6.1", nobles=nobles, place=CARDIGAN)


# Own, and so at once (base-1.14)


@pytest.mark.rule("base-1.14", "base-1.15")
def test_a_place_gained_in_the_phase_is_friendly_at_once() -> None:
    scene = base().noble("percy", 0, "coventry", outside=True).noble("howard", 1, "castle-rising")
    scene.hand(0, "town_coventry").movement(0)
    scene.refused(0, "enter", rule="base-6.5", nobles=["percy"], place="coventry")
    scene.play(0, "play", card="town_coventry", noble="percy")
    scene.play(0, "enter", nobles=["percy"], place="coventry")
    assert scene.state.heirs["edward_lancaster"].holder == "percy"


# Leave (base-6.4)


def hosted() -> Scene:
    """Roos of seat 0 is in Hull by leave of Howard of seat 1, and stays there."""
    scene = base().noble("roos", 0, "hull", outside=True).noble("howard", 1, "castle-rising")
    scene.control("hull", "howard").movement(0)
    scene.refused(0, "enter", rule="base-6.4", nobles=["roos"], place="hull")
    scene.play(0, "ask_leave", place="hull")
    scene.play(1, "grant")
    scene.play(0, "enter", nobles=["roos"], place="hull")
    scene.play(0, "done")
    return scene


@pytest.mark.rule("base-6.4", "base-1.14")
def test_leave_holds_until_the_owner_withdraws_it_in_his_own_movement() -> None:
    scene = hosted()
    assert friendly(scene.match.table, 0, scene.board.places["hull"])
    scene.movement(0)
    scene.play(0, "leave", nobles=["roos"], place="hull")
    assert not friendly(scene.match.table, 0, scene.board.places["hull"])
    scene = hosted()
    scene.refused(1, "dismiss", rule="base-6.4", nobles=["roos"], place="hull")
    scene.movement(1)
    scene.play(1, "dismiss", nobles=["roos"], place="hull")
    assert scene.where("roos") == (scene.board.places["hull"].square, None, None)
    scene.movement(0)
    scene.refused(0, "enter", rule="base-6.4", nobles=["roos"], place="hull")


@pytest.mark.rule("base-6.4")
def test_a_guest_who_leaves_is_not_barred_from_anything() -> None:
    scene = hosted()
    scene.movement(0)
    scene.play(0, "leave", nobles=["roos"], place="hull")
    assert scene.state.nobles["roos"].barred is None


@pytest.mark.rule("base-1.17")
def test_when_the_host_dies_his_guests_stand_outside() -> None:
    scene = hosted()
    changes.kill_noble(scene.match.table, "howard", "plague")
    assert scene.state.control.get("hull") is None
    assert scene.where("roos")[1] is None


@pytest.mark.rule("base-1.17", "base-6.4")
@pytest.mark.parametrize("ruleset", ["classic", "house"])
def test_but_not_when_a_comrade_whose_card_names_the_place_has_it_next(ruleset: str) -> None:
    scene = Scene(2, ruleset).noble("neville", 1, "york").noble("howard", 1, "castle-rising")
    scene.control("warwick", "howard").noble("roos", 0, "warwick", guest=True)
    scene.combat(0)
    changes.kill_noble(scene.match.table, "howard", "battle")
    assert scene.state.control["warwick"] == "neville"
    assert scene.where("roos")[1] == "warwick"


# Open and unfortified towns (base-1.8, base-6.6)


@pytest.mark.rule("base-1.8", "classic-succession.5")
def test_an_open_town_defends_itself_only_while_others_are_inside() -> None:
    scene = base().noble("percy", 0, CARDIGAN, outside=True).noble("howard", 1, "castle-rising")
    place = scene.board.places[CARDIGAN]
    assert garrison(scene.match.table, place) == 0
    assert not besiegeable(scene.match.table, 0, place)
    scene.state.nobles["howard"].square, scene.state.nobles["howard"].inside = (
        place.square,
        CARDIGAN,
    )
    assert garrison(scene.match.table, place) == 200
    assert besiegeable(scene.match.table, 0, place)


def held_town() -> Scene:
    """Percy of seat 0 stands before Worcester, where Howard of seat 1 is alone."""
    scene = base(3).noble("percy", 0, WORCESTER, outside=True).noble("howard", 1, WORCESTER)
    return scene.noble("clifford", 2, "skipton")


@pytest.mark.rule("base-6.4", "base-1.6", "base-1.8")
def test_others_enter_a_held_open_town_by_leave() -> None:
    scene = base().noble("percy", 0, CARDIGAN, outside=True).noble("howard", 1, CARDIGAN)
    scene.movement(0)
    scene.refused(0, "enter", rule="base-1.14", nobles=["percy"], place=CARDIGAN)
    assert CARDIGAN in scene.candidates(0, "ask_leave", "place")
    scene.play(0, "ask_leave", place=CARDIGAN)
    scene.play(1, "grant")
    scene.play(0, "enter", nobles=["percy"], place=CARDIGAN)
    assert scene.where("percy")[1] == CARDIGAN


@pytest.mark.rule("base-6.4", "base-1.8")
def test_an_empty_open_town_has_nobody_to_ask() -> None:
    scene = base().noble("percy", 0, CARDIGAN, outside=True).noble("howard", 1, "castle-rising")
    scene.movement(0)
    assert CARDIGAN not in scene.candidates(0, "ask_leave", "place")
    scene.refused(0, "ask_leave", rule="base-6.4", place=CARDIGAN)
    scene.play(0, "enter", nobles=["percy"], place=CARDIGAN)


@pytest.mark.rule("base-6.6", "base-10.1")
def test_an_unfortified_town_is_held_by_whoever_is_in_it_alone() -> None:
    scene = held_town()
    scene.movement(0)
    scene.refused(0, "enter", rule="base-6.6", nobles=["percy"], place=WORCESTER)
    place = scene.board.places[WORCESTER]
    assert besiegeable(scene.match.table, 0, place)
    assert not besiegeable(scene.match.table, 1, place)
    scene.play(0, "done")
    assert scene.candidates(0, "attack", "square") == set()


@pytest.mark.rule("base-6.6")
def test_others_enter_it_by_leave_and_then_nobody_holds_it() -> None:
    scene = held_town()
    scene.movement(0)
    assert scene.candidates(0, "ask_leave", "place") >= {WORCESTER}
    scene.play(0, "ask_leave", place=WORCESTER)
    assert scene.asked(1) == ["grant_leave"]
    scene.play(1, "grant")
    scene.play(0, "enter", nobles=["percy"], place=WORCESTER)
    scene.play(0, "done")
    scene.noble("herbert", 2, WORCESTER, outside=True).movement(2)
    scene.refused(2, "ask_leave", rule="base-6.5", place=WORCESTER)


@pytest.mark.rule("base-6.6", "base-7.5")
def test_the_road_through_a_held_town_is_closed_but_by_leave() -> None:
    board = base().board
    road, town = next(
        (r, p) for r in board.roads.values() for p in r.places
        if board.places[p].is_unfortified
        and board.places[p].square in r.squares[1:-1]
        and board.fortress_in(board.places[p].square) is None
    )  # fmt: skip
    index = road.squares.index(board.places[town].square)
    before, after = road.squares[index - 1], road.squares[index + 1]
    scene = base().noble("percy", 0, before).noble("howard", 1, town)
    scene.movement(0)
    assert board.places[town].square in scene.candidates(0, "ride", "to")
    assert after not in scene.candidates(0, "ride", "to")
    scene.play(0, "ask_leave", place=town)
    scene.play(1, "grant")
    assert after in scene.candidates(0, "ride", "to")
