"""Defensive Garrison Alliances: guests in another player's fortress (house §8.5)."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.scene import Scene

MASHAM = "14,8"
FINE = ("E-RA01", "E-RA02", "E-RA03", "E-RA04")


def masham(
    *, owners: tuple[str, ...] = ("scrope",), guests: tuple[str, ...] = ("talbot",)
) -> Scene:
    """Seat 1's nobles in Masham, which the first of them controls; seat 2's are their guests."""
    scene = Scene(3)
    for noble in owners:
        scene.noble(noble, 1, "masham")
    scene.control("masham", owners[0])
    for noble in guests:
        scene.noble(noble, 2, "masham", guest=True)
    return scene.noble("audley", 0, "19,18").noble("bourchier", 1, "19,18")


def besieged(
    *,
    owners: tuple[str, ...] = ("scrope",),
    guests: tuple[str, ...] = ("talbot",),
    besiegers: tuple[str, ...] = ("percy", "mowbray"),
) -> Scene:
    """The same, under siege by seat 0."""
    scene = masham(owners=owners, guests=guests)
    for noble in besiegers:
        scene.noble(noble, 0, "masham", outside=True)
    return scene.control("masham", owners[0]).siege("masham", list(besiegers))


def fine(scene: Scene, *rolls: int) -> None:
    """Fine weather and these rolls; nobody dies of those that follow."""
    card = next(card for card in FINE if card in scene.state.event_deck)
    scene.dice.laid.clear()
    scene.next_events(card).rolls(*rolls, *[100] * 12)


def sally(scene: Scene, *nobles: str) -> None:
    """Seat 1 sallies against seat 0."""
    scene.combat(1)
    scene.play(1, "attack", nobles=nobles, against="0", square=MASHAM)


# 8.5.1 to 8.5.3 Coming in


@pytest.mark.rule("house-8.5.1", "house-8.5.2")
def test_entering_by_leave_makes_the_alliance_and_adds_to_the_defence() -> None:
    scene = Scene(3).noble("scrope", 1, "masham").noble("talbot", 2, "masham", outside=True)
    scene.noble("percy", 0, "masham", outside=True).noble("mowbray", 0, "masham", outside=True)
    scene.control("masham", "scrope").noble("audley", 0, "19,18").noble("bourchier", 1, "19,18")
    scene.movement(2)
    scene.play(2, "ask_leave", place="masham")
    scene.play(1, "grant")
    scene.play(2, "enter", nobles=["talbot"], place="masham")
    scene.combat(0)
    scene.play(0, "lay", nobles=["percy", "mowbray"], place="masham")
    laid = scene.happened(facts.SiegeLaid)[0]
    assert (laid.strength, laid.defence) == (150, 100 + 10 + 30)


@pytest.mark.rule("house-8.5.2", "house-6.1a")
def test_guests_count_when_the_siege_is_to_be_concluded() -> None:
    scene = besieged(guests=("talbot", "stanley"))
    scene.combat(0)
    scene.refused(0, "conclude", rule="house-6.1a", nobles=["percy", "mowbray"], place="masham")
    fewer = besieged(guests=("talbot",))
    fewer.combat(0)
    fine(fewer)
    fewer.play(0, "conclude", nobles=["percy", "mowbray"], place="masham")
    storm = fewer.happened(facts.AssaultDeclared)[0]
    assert (storm.strength, storm.defence) == (150, 140)
    assert set(storm.defenders) == {"scrope", "talbot"}


@pytest.mark.rule("house-8.5.3", "base-6.1")
@pytest.mark.parametrize(
    ("place", "office", "fits"),
    [
        ("masham", None, True),
        ("masham", "treasurer_england", False),
        ("hull", "treasurer_england", True),
    ],
)
def test_capacity_counts_hosts_and_guests_alike(place: str, office: str | None, fits: bool) -> None:
    """A castle holds 300 troops, a town 400: Percy's 250 leave room for 50, or for 100."""
    scene = Scene(3).noble("percy", 1, place, cards=("marshal_england",)).noble("stanley", 1, place)
    cards = () if office is None else (office,)
    scene.noble("mowbray", 2, place, outside=True, cards=cards).control(place, "percy")
    scene.noble("audley", 0, "19,18").movement(2)
    scene.play(2, "ask_leave", place=place)
    scene.play(1, "grant")
    if fits:
        scene.play(2, "enter", nobles=["mowbray"], place=place)
        assert scene.where("mowbray")[1] == place
    else:
        scene.refused(2, "enter", rule="house-8.5.3", nobles=["mowbray"], place=place)


# 8.5.4, 8.5.5 What guests may do


@pytest.mark.rule("house-8.5.4")
def test_guests_have_nothing_to_do_in_the_combat_phase() -> None:
    """Enemies in the open of the square are no business of theirs."""
    scene = masham().noble("percy", 0, "masham", outside=True).control("masham", "scrope")
    scene.noble("grey", 2, "19,18").combat(2)
    assert "talbot" not in scene.candidates(2, "attack", "nobles")
    assert scene.candidates(2, "lay", "nobles") == set()
    told = {"nobles": ["talbot"], "against": "0", "square": MASHAM}
    scene.forbidden(2, "attack", rule="house-8.5.4", says="may only leave", **told)
    scene.forbidden(
        2, "lay", rule="house-8.5.4", says="may only leave", nobles=["talbot"], place="masham"
    )


@pytest.mark.rule("house-8.5.4")
def test_guests_leave_in_their_movement_phase_and_march_on() -> None:
    scene = masham()
    scene.movement(2)
    scene.play(2, "march", nobles=["talbot"], to="14,9")
    assert scene.where("talbot") == ("14,9", None, None)


@pytest.mark.rule("house-8.5.5", "house-8.5.4")
def test_who_leaves_may_not_attack_the_fortress_in_that_turn() -> None:
    scene = masham(guests=("talbot", "percy")).noble("grey", 2, "19,18")
    scene.movement(2)
    scene.play(2, "leave", nobles=["talbot", "percy"], place="masham")
    assert scene.happened(facts.CameOut) == [facts.CameOut(2, ("talbot", "percy"), "masham")]
    scene.play(2, "done")
    assert scene.asked(2) == ["combat"]
    assert scene.offered(2, "lay") == []
    assert scene.offered(2, "conclude") == []
    scene.refused(2, "lay", rule="house-8.5.5", nobles=["percy"], place="masham")
    scene.refused(2, "lay", rule="house-8.5.5", nobles=["talbot", "percy"], place="masham")
    assert scene.state.sieges == {}


@pytest.mark.rule("house-8.5.5")
def test_who_marches_out_and_back_may_not_attack_the_fortress_either() -> None:
    scene = masham(guests=("percy",)).noble("grey", 2, "19,18")
    scene.movement(2)
    scene.play(2, "march", nobles=["percy"], to="15,9")
    scene.play(2, "march", nobles=["percy"], to=MASHAM)
    scene.play(2, "done")
    scene.refused(2, "lay", rule="house-8.5.5", nobles=["percy"], place="masham")


def twice_a_guest() -> Scene:
    """Percy leaves Leicester, enters and leaves Coventry by leave, and is back before Leicester."""
    scene = Scene(3).noble("scrope", 1, "leicester").noble("grey", 2, "coventry")
    scene.noble("percy", 0, "leicester", guest=True).give("percy", "marshal_england")
    scene.noble("audley", 0, "19,18").noble("bourchier", 1, "19,18")
    scene.movement(0)
    scene.play(0, "ask_leave", place="coventry")
    scene.play(2, "grant")
    for place in ("leicester", "coventry"):
        if place == "coventry":
            scene.play(0, "march", nobles=["percy"], to="15,16")
            scene.play(0, "enter", nobles=["percy"], place="coventry")
        scene.play(0, "leave", nobles=["percy"], place=place)
    scene.play(0, "march", nobles=["percy"], to="15,15")
    scene.play(0, "done")
    return scene


@pytest.mark.rule("house-8.5.5")
def test_he_may_attack_none_of_several_fortresses_that_he_left_in_that_turn() -> None:
    scene = twice_a_guest()
    assert (scene.offered(0, "lay"), scene.offered(0, "conclude")) == ([], [])
    scene.refused(0, "lay", rule="house-8.5.5", nobles=["percy"], place="leicester")
    scene.refused(0, "lay", rule="house-8.5.5", nobles=["percy"], place="coventry")
    scene.play(0, "done")
    scene.play(0, "keep")  # the turn is over, and he is free of all
    percy = scene.state.nobles["percy"]
    assert (percy.barred, percy.barred_by, percy.barred_too) == (None, "", {})


@pytest.mark.rule("house-8.5.5", "house-8.5.4")
def test_leavers_may_attack_anything_else_at_once() -> None:
    """The owner's forces in the open are not the Fortress; neither is another castle."""
    scene = masham(guests=("percy",)).noble("howard", 1, "masham", outside=True)
    scene.control("masham", "scrope").movement(2)
    scene.play(2, "leave", nobles=["percy"], place="masham")
    scene.play(2, "done")
    assert scene.candidates(2, "attack", "nobles") == {"percy"}
    scene.refused(2, "lay", rule="house-8.5.5", nobles=["percy"], place="masham")


@pytest.mark.rule("house-8.5.5")
def test_a_turn_later_leavers_may_besiege_it() -> None:
    scene = masham(guests=("percy",)).noble("grey", 2, "19,18")
    scene.next_crown("saxons_1", "saxons_2").movement(2)
    scene.play(2, "leave", nobles=["percy"], place="masham")
    scene.play(2, "done")
    scene.refused(2, "lay", rule="house-8.5.5", nobles=["percy"], place="masham")
    scene.play(2, "done")
    scene.play(2, "keep")  # the turn is over
    assert scene.state.active == 0
    scene.combat(2)
    scene.play(2, "lay", nobles=["percy"], place="masham")
    assert scene.state.sieges["masham"].seat == 2


# 8.5.6 to 8.5.8


@pytest.mark.rule("house-8.5.6")
@pytest.mark.parametrize("guest", [True, False])
def test_no_heir_is_crowned_while_his_noble_is_a_guest(guest: bool) -> None:
    scene = Scene().noble("howard", 1, "castle-rising").noble("roos", 0, "york")
    scene.state.crown_deck.remove("abp_york")
    scene.state.nobles["roos"].cards.append("abp_york")
    scene.hold("richard_york", "roos").control("york", "howard" if guest else "roos")
    scene.coronation(0)
    assert scene.candidates(0, "crown", "heir") == (set() if guest else {"richard_york"})


@pytest.mark.rule("house-8.5.7", "house-8.7.8")
def test_guests_trade_like_anybody_in_the_square() -> None:
    scene = masham().hold("margaret", "talbot").hand(2, "saxons_1")
    scene.combat(0)
    scene.play(2, "propose_deal", to="1", give=["heir:margaret", "hand:saxons_1"])
    scene.play(1, "accept_deal", deal="1")
    assert scene.state.heirs["margaret"].holder == "scrope"
    assert scene.state.factions[1].hand == ["saxons_1"]
    scene.play(1, "propose_deal", to="2", give=["heir:margaret"])
    scene.play(2, "accept_deal", deal="2")
    assert scene.state.heirs["margaret"].holder == "talbot"


@pytest.mark.rule("house-8.5.8")
def test_guests_answer_event_cards() -> None:
    """Revolt: North Wales calls Talbot to Shrewsbury, where nobody lets him in."""
    scene = masham().next_events("E-RV01")
    scene.event(0)
    if scene.asked(2) == ["answer_call"]:
        scene.play(2, "answer_call", to="11,15")
    assert scene.where("talbot") == ("11,15", None, None)


@pytest.mark.rule("house-8.5.8")
def test_guests_under_siege_do_not() -> None:
    scene = besieged().next_events("E-RV01")
    scene.event(1)
    assert facts.CallIgnored("talbot", "shrewsbury", "besieged", "talbot") in scene.events
    assert scene.where("talbot") == (MASHAM, "masham", None)


# 8.5.9 to 8.5.13 The sally


@pytest.mark.rule("house-8.5.9", "house-5.11f", "house-8.5.10")
def test_guests_may_sally_with_the_owner_and_do_not_defend_the_besieger() -> None:
    scene = besieged(owners=("stanley",), besiegers=("percy",))
    sally(scene, "stanley")
    scene.forbidden(
        2, "ally_defence", rule="house-8.5.10", says="A guest of the besieged", nobles=["talbot"]
    )
    assert scene.candidates(2, "ally_attack", "nobles") == {"talbot"}
    assert scene.candidates(2, "ally_defence", "nobles") == set()
    fine(scene, 50)
    scene.play(2, "ally_attack", nobles=["talbot"])
    battle = scene.happened(facts.BattleRolled)[0]
    assert (battle.strength, battle.opposed) == (80, 100)


@pytest.mark.rule("house-8.5.10", "house-8.5.2", "house-6.1g")
def test_guests_share_the_fate_of_the_garrison_and_do_not_join_the_besieger() -> None:
    scene = besieged()
    scene.combat(0)
    fine(scene)
    scene.play(0, "conclude", nobles=["percy", "mowbray"], place="masham")
    assert {e.who for e in scene.happened(facts.DeathRolled)} == {
        "percy",
        "mowbray",
        "scrope",
        "talbot",
    }
    assert {n for e in scene.happened(facts.Captured) for n in e.nobles} == {"scrope", "talbot"}
    assert "alliance" not in scene.asked(2)
    storm = scene.happened(facts.AssaultDeclared)[0]
    assert (storm.attackers, storm.strength) == (("percy", "mowbray"), 150)


@pytest.mark.rule("house-8.5.11", "house-6.4d")
def test_after_a_sally_without_victory_guests_choose_to_go_back_in() -> None:
    scene = besieged(owners=("stanley",), besiegers=("percy",))
    sally(scene, "stanley")
    fine(scene, 50)
    scene.play(2, "ally_attack", nobles=["talbot"])
    assert scene.happened(facts.BattleRolled)[0].result == "no_victory"
    _return(scene, 1, "stanley")
    _return(scene, 2, "talbot")
    assert scene.where("talbot") == (MASHAM, "masham", None)
    assert scene.where("stanley") == (MASHAM, "masham", None)
    assert scene.state.control["masham"] == "stanley"
    assert "masham" in scene.state.sieges


@pytest.mark.rule("house-8.5.11")
def test_after_a_sally_without_victory_guests_may_stay_in_the_open() -> None:
    scene = besieged(owners=("stanley",), besiegers=("percy",))
    sally(scene, "stanley")
    fine(scene, 50)
    scene.play(2, "ally_attack", nobles=["talbot"])
    _return(scene, 1, "stanley")
    assert scene.asked(2) == ["return_inside"]
    scene.play(2, "return_inside")
    assert scene.where("talbot") == (MASHAM, None, None)
    assert scene.where("stanley") == (MASHAM, "masham", None)


def _return(scene: Scene, seat: int, *nobles: str) -> None:
    """A player brings his nobles back inside if he is asked."""
    if scene.asked(seat) == ["return_inside"]:
        scene.play(seat, "return_inside", nobles=nobles)


@pytest.mark.rule("house-8.5.12")
def test_who_stayed_out_may_not_attack_the_fortress_in_his_next_turn() -> None:
    """Neville sallies as a guest, stays out, and is held back once in his own turn."""
    scene = besieged(owners=("stanley",), guests=("neville",), besiegers=("percy",))
    scene.noble("grey", 2, "19,18")
    sally(scene, "stanley")
    fine(scene, 40)
    scene.play(2, "ally_attack", nobles=["neville"])
    assert scene.happened(facts.BattleRolled)[0].result == "no_victory"
    _return(scene, 1, "stanley")
    if scene.asked(2) == ["return_inside"]:
        scene.play(2, "return_inside")
    assert scene.where("neville") == (MASHAM, None, None)
    del scene.state.sieges["masham"]
    scene.noble("beaufort", 2, "masham", outside=True).control("masham", "stanley")
    scene.state.allied.clear()  # as when his turn begins
    scene.next_crown("saxons_1", "saxons_2").combat(2)
    scene.refused(2, "lay", rule="house-8.5.12", nobles=["neville", "beaufort"], place="masham")
    scene.play(2, "done")
    scene.play(2, "keep")
    scene.combat(2)
    scene.play(2, "lay", nobles=["neville", "beaufort"], place="masham")
    assert scene.state.sieges["masham"].seat == 2


@pytest.mark.rule("house-8.5.13", "house-6.2d")
def test_guests_who_stayed_in_go_on_defending_after_a_lost_sally() -> None:
    """Howard sallies and is beaten off; Scrope, who controls Masham, is elsewhere."""
    scene = besieged(owners=("scrope", "howard"), besiegers=("percy",))
    scene.state.nobles["scrope"].square, scene.state.nobles["scrope"].inside = "13,20", None
    scene.state.nobles["scrope"].inside = None
    scene.noble("neville", 1, "masham").control("masham", "scrope")
    sally(scene, "howard", "neville")
    fine(scene, 1)
    scene.play(2, "stand_aside")
    assert scene.happened(facts.BattleRolled)[0].result == "attack_fails"
    for _ in range(4):
        if scene.asked(1) == ["go_home"]:
            prompt = next(p for p in scene.match.prompts(1) if p.blocking)
            scene.match.submit(1, prompt.default or next(prompt.offers[0].choices()))
    assert scene.state.control["masham"] == "scrope"
    assert scene.where("talbot") == (MASHAM, "masham", None)
    assert "masham" in scene.state.sieges
    scene.movement(2)
    out = {"rule": "house-6.2d", "says": "under siege cannot leave"}
    scene.forbidden(2, "leave", nobles=["talbot"], place="masham", **out)
    scene.forbidden(2, "march", nobles=["talbot"], to="14,9", **out)
    scene.combat(0)
    assert scene.happened(facts.SiegeHeld) == [facts.SiegeHeld(0, "masham", 2, 100)]
    fine(scene)
    weak = {"nobles": ["percy"], "place": "masham"}  # 100 of 130
    scene.forbidden(0, "conclude", rule="house-6.1a", says="match the whole defence", **weak)


@pytest.mark.rule("house-8.5.14")
def test_guests_never_sally_alone() -> None:
    scene = besieged(guests=("neville", "stanley")).noble("grey", 2, "19,18")
    scene.combat(2)
    assert scene.candidates(2, "attack", "nobles") == {"grey"}
    told = {"nobles": ["neville", "stanley"], "against": "0", "square": MASHAM}
    scene.forbidden(
        2, "attack", rule="house-8.5.14", says="Guests can sally out only together", **told
    )


@pytest.mark.rule("house-8.5.15", "house-8.5.14")
def test_guests_left_alone_do_not_take_control() -> None:
    scene = masham()
    scene.movement(1)
    scene.play(1, "march", nobles=["scrope"], to="14,9")
    scene.next_crown("saxons_1", "saxons_2", "scots_archers_1")
    scene.play(1, "done")
    assert scene.state.control["masham"] == "scrope"
    scene.combat(2)
    assert scene.state.control["masham"] == "scrope"
    scene.movement(2)
    assert scene.where("talbot") == (MASHAM, "masham", None)
    assert scene.state.control["masham"] == "scrope"


@pytest.mark.rule("house-8.5.15", "house-5.19h", "base-1.17")
def test_when_the_owner_dies_guests_are_put_out_and_hold_nothing() -> None:
    scene = masham()
    scene.state.nobles["scrope"].square, scene.state.nobles["scrope"].inside = "15,9", "york"
    scene.control("york", "scrope").next_events("E-PL02").event(0)
    assert "scrope" not in scene.state.nobles
    assert "masham" not in scene.state.control
    assert scene.where("talbot") == (MASHAM, None, None)


@pytest.mark.rule("house-8.5.16", "house-6.4a")
def test_when_the_siege_is_broken_guests_may_leave_in_their_next_movement_phase() -> None:
    scene = besieged()
    scene.movement(2)
    out = {"nobles": ["talbot"], "place": "masham"}
    scene.forbidden(2, "leave", rule="house-6.2d", says="under siege cannot leave", **out)
    scene.play(0, "lift", place="masham")
    scene.movement(2)
    scene.play(2, "march", nobles=["talbot"], to="14,9")
    assert scene.where("talbot") == ("14,9", None, None)


# 8.5.17 The owner dies in a lost sally


@pytest.mark.rule("house-8.5.17", "house-8.5.13")
def test_another_noble_of_the_faction_takes_over_when_the_owner_dies_in_a_lost_sally() -> None:
    scene = besieged(owners=("scrope", "howard"), besiegers=("percy",))
    scene.noble("neville", 1, "masham").control("masham", "scrope")
    sally(scene, "scrope", "neville")
    fine(scene, 1, 1, 100, 100)  # the attack fails, and Scrope is the first to roll: dead
    scene.play(2, "stand_aside")
    assert "scrope" not in scene.state.nobles
    if scene.asked(1) == ["go_home"]:
        scene.play(1, "go_home", noble="neville", castle="middleham")
    assert scene.state.control["masham"] == "howard"
    assert scene.where("howard") == scene.where("talbot") == (MASHAM, "masham", None)
    assert scene.state.sieges["masham"].besiegers == ["percy"]


@pytest.mark.rule("house-8.5.17")
def test_a_noble_elsewhere_takes_over_as_well() -> None:
    """Howard is in Castle Rising; Masham is his from now on, with the guest in it."""
    scene = besieged(owners=("scrope",), besiegers=("roos",)).noble("howard", 1, "castle-rising")
    sally(scene, "scrope")
    fine(scene, 1, 1, 100)
    scene.play(2, "stand_aside")
    assert "scrope" not in scene.state.nobles
    assert scene.state.nobles[scene.state.control["masham"]].seat == 1
    assert scene.where("talbot") == (MASHAM, "masham", None)


@pytest.mark.rule("house-8.5.17", "house-5.19g", "house-5.19h")
def test_without_another_noble_the_place_is_neutral_and_all_go_out() -> None:
    scene = Scene(3).noble("scrope", 1, "masham").noble("talbot", 2, "masham", guest=True)
    scene.noble("percy", 0, "masham", outside=True).control("masham", "scrope")
    scene.noble("neville", 2, "19,18").noble("stanley", 0, "19,18")
    scene.state.crown_deck.remove("saxons_1")
    scene.state.nobles["scrope"].cards.append("saxons_1")
    scene.state.crown_deck.remove("scots_archers_1")
    scene.state.nobles["scrope"].cards.append("scots_archers_1")
    scene.siege("masham", ["percy"]).next_crown("grey")
    sally(scene, "scrope")
    fine(scene, 1, 1, 100)
    scene.play(2, "stand_aside")
    assert "scrope" not in scene.state.nobles
    assert "masham" not in scene.state.control
    assert scene.where("talbot") == (MASHAM, None, None)
