"""The King's Peace: who may move, sail and fight after Parliament (house §7.4)."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.chamber import SQUARE, call, follow, movable, peace, place_of, realm
from tests.rules.kingmaker.scene import Scene

FIELD = "13,20"
FINE = "E-RA01"


def field() -> Scene:
    """Neville (seat 0) faces Howard (1) and Roos (1) in the open; seat 2 has Talbot at home."""
    scene = Scene(3).noble("neville", 0, FIELD).noble("howard", 1, FIELD)
    return scene.noble("roos", 1, FIELD).noble("talbot", 2, "sheffield")


# Movement


@pytest.mark.rule("house-7.4.13")
def test_nobles_at_home_do_not_move() -> None:
    scene = Scene(3).noble("percy", 0, "alnwick", heirs=("henry",)).noble("grey", 0, "alnwick")
    scene.noble("howard", 1, "castle-rising").noble("talbot", 2, "sheffield").held(0, "E-FM01")
    peace("percy", "grey", scene=scene).movement(0)
    assert movable(scene, 0) == set()
    scene.refused(0, "march", rule="house-7.4.13", nobles=["percy"], to="13,4")
    scene.refused(0, "leave", rule="house-7.4.13", nobles=["percy"], place="alnwick")
    scene.refused(0, "free_move", rule="house-7.4.13", nobles=["percy"])


@pytest.mark.rule("house-7.4.14")
def test_nor_do_those_outside_a_castle_that_is_lost() -> None:
    scene = Scene(3).noble("percy", 0, "alnwick", outside=True).control("alnwick", "howard")
    scene.noble("howard", 1, "castle-rising").control("alnwick", "howard")
    scene.noble("talbot", 2, "sheffield").held(0, "E-FM01")
    peace("percy", scene=scene).movement(0)
    assert movable(scene, 0) == set()
    scene.refused(0, "march", rule="house-7.4.13", nobles=["percy"], to="13,4")


@pytest.mark.rule("house-7.4.20", "house-7.4.10")
def test_excused_nobles_move_as_ever() -> None:
    scene = Scene(3).noble("percy", 0, "alnwick").noble("grey", 0, "chillingham")
    scene.noble("howard", 1, "castle-rising").noble("talbot", 2, "sheffield")
    peace("percy", scene=scene).movement(0)
    assert movable(scene, 0) == {"grey"}
    scene.play(0, "march", nobles=["grey"], to="14,3")
    assert place_of(scene, "grey") == ("14,3", None)
    scene.play(0, "enter", nobles=["grey"], place="alnwick")
    assert place_of(scene, "grey") == ("14,3", "alnwick")


@pytest.mark.rule("house-7.4.13", "house-7.4.20")
def test_a_force_of_both_does_not_move_as_one() -> None:
    scene = Scene(3).noble("percy", 0, "alnwick").noble("grey", 0, "alnwick")
    scene.noble("howard", 1, "castle-rising").noble("talbot", 2, "sheffield")
    peace("percy", scene=scene).movement(0)
    assert movable(scene, 0) == {"grey"}
    scene.refused(0, "march", rule="house-7.4.13", nobles=["grey", "percy"], to="13,4")


@pytest.mark.rule("house-7.4.13", "house-7.4.20")
@pytest.mark.parametrize("phase", ["movement", "draw"])
def test_an_heir_may_be_handed_on_all_the_same(phase: str) -> None:
    """The Peace binds nobles; heirs pass between nobles of one square at any time."""
    scene = Scene(3).noble("percy", 0, "alnwick", heirs=("henry",)).noble("grey", 0, "alnwick")
    scene.noble("howard", 1, "castle-rising").noble("talbot", 2, "sheffield")
    peace("percy", scene=scene).next_crown("saxons_1")
    getattr(scene, phase)(0)
    if phase == "movement":
        scene.play(0, "entrust", heir="henry", noble="grey")
    else:
        scene.play(0, "transfer", thing="heir:henry", noble="grey")
    assert scene.state.heirs["henry"].holder == "grey"
    assert scene.state.nobles["percy"].under_peace == "returned"


@pytest.mark.rule("house-7.4.13")
def test_he_does_not_embark_either() -> None:
    """Herbert came home to Pembroke, a port, where a ship that was kept back lies."""
    scene = Scene(3).noble("herbert", 0, "pembroke").noble("neville", 0, "cardiff")
    scene.give("neville", "le_swan").ship("le_swan", port="pembroke")
    scene.noble("howard", 1, "castle-rising").noble("talbot", 2, "sheffield")
    peace("herbert", scene=scene).movement(0)
    assert scene.offered(0, "embark") == []
    scene.refused(0, "embark", rule="house-7.4.13", nobles=["herbert"], ship="le_swan")


# Ships


def harbour(*, frozen: bool) -> Scene:
    """Neville of seat 0, excused, is in Lynn with Le Swan, whose home it is."""
    scene = Scene(3).noble("neville", 0, "lynn", cards=("le_swan",)).noble("howard", 1, FIELD)
    scene.noble("talbot", 2, "sheffield")
    return peace(ships=("le_swan",) if frozen else (), scene=scene)


@pytest.mark.rule("house-7.4.16")
def test_a_ship_sent_home_does_not_stir() -> None:
    scene = harbour(frozen=True)
    scene.movement(0)
    assert scene.offered(0, "embark") == []
    assert scene.offered(0, "sail") == []
    scene.refused(0, "embark", rule="house-7.4.16", nobles=["neville"], ship="le_swan")
    scene.refused(0, "sail", rule="house-7.4.16", ship="le_swan", to="the-wash")


@pytest.mark.rule("house-7.4.16")
def test_nor_does_a_free_move_help_her() -> None:
    scene = harbour(frozen=True).held(0, "E-FM01")
    scene.movement(0)
    assert scene.offered(0, "free_sail") == []


@pytest.mark.rule("house-7.4.10", "house-7.4.16", "house-7.4.20")
def test_a_ship_that_was_kept_sails() -> None:
    scene = harbour(frozen=False)
    scene.movement(0)
    scene.play(0, "embark", nobles=["neville"], ship="le_swan")
    scene.play(0, "sail", ship="le_swan", to="the-wash")
    assert scene.lies("le_swan") == "the-wash"


@pytest.mark.rule("house-7.4.16", "house-7.4.4")
def test_parliament_freezes_every_ship_that_goes_home() -> None:
    scene = realm().give("clifford", "le_swan", "le_michael").ship("le_swan", port="hull")
    follow(call(scene.ship("le_michael", port="plymouth")))
    assert sorted(scene.state.peace.ships) == ["le_michael", "le_swan"]
    scene.movement(1)
    assert scene.offered(1, "sail") == []


@pytest.mark.rule("house-7.4.6", "house-7.4.20", "house-7.4.16")
def test_an_excused_ship_at_sea_sails_on() -> None:
    scene = realm().give("clifford", "le_swan").ship("le_swan", sea="rye-bay")
    call(scene.aboard("clifford", "le_swan"))
    scene.play(1, "excuse", by_sea="clifford")
    follow(scene)
    scene.movement(1)
    scene.play(1, "sail", ship="le_swan", to="narrow-seas")
    assert scene.lies("le_swan") == "narrow-seas"
    assert scene.state.nobles["clifford"].aboard == "le_swan"


# No combat where Parliament met


@pytest.mark.rule("house-7.4.12", "base-15.11")
def test_no_attack_in_the_square_of_parliament() -> None:
    scene = Scene(3).noble("neville", 0, SQUARE).noble("howard", 1, SQUARE)
    scene.noble("audley", 0, FIELD).noble("roos", 1, FIELD).noble("talbot", 2, "sheffield")
    peace(scene=scene).combat(0)
    assert scene.candidates(0, "attack", "square") == {FIELD}
    scene.refused(0, "attack", rule="house-7.4.12", nobles=["neville"], against="1", square=SQUARE)


@pytest.mark.rule("house-7.4.12")
def test_no_assassin_there() -> None:
    scene = Scene(3).noble("audley", 0, SQUARE).noble("neville", 1, SQUARE)
    scene.give("neville", "marshal_england").noble("grey", 0, FIELD).noble("roos", 1, FIELD)
    scene.noble("talbot", 2, "sheffield")
    peace(scene=scene).combat(0)
    assert scene.offered(0, "assassinate") == []
    scene.refused(0, "assassinate", rule="house-7.4.12", noble="audley", target="neville")


@pytest.mark.rule("house-7.4.12")
@pytest.mark.parametrize("verb", ["lay", "conclude"])
def test_no_siege_there(verb: str) -> None:
    scene = Scene(3).noble("neville", 0, SQUARE).noble("grey", 0, FIELD).noble("roos", 1, FIELD)
    scene.give("neville", "marshal_england", "french_foot").control("coventry", "talbot")
    scene.noble("talbot", 2, "sheffield").control("coventry", "talbot")
    scene.give("grey", "saxons_1").combat(0)
    assert scene.candidates(0, "lay", "place") == {"coventry"}
    peace(scene=scene).combat(0)
    assert scene.offered(0, "lay") == []
    scene.refused(0, verb, rule="house-7.4.12", nobles=["neville"], place="coventry")


@pytest.mark.rule("house-7.4.12")
def test_no_ship_enters_its_port_to_besiege_it() -> None:
    """A siege from a ship is forced on whoever enters an unfriendly port, so none may enter."""
    scene = Scene(3).noble("neville", 0, FIELD, cards=("le_swan", "marshal_england"))
    scene.ship("le_swan", sea="solent").aboard("neville", "le_swan")
    scene.noble("howard", 1, "castle-rising").noble("talbot", 2, "sheffield")
    scene.control("southampton", "talbot").movement(0)
    assert "southampton" in scene.destinations(0, "le_swan")
    scene.peace(2, scene.board.places["southampton"].square).movement(0)
    assert "southampton" not in scene.destinations(0, "le_swan")


@pytest.mark.rule("house-7.4.9", "house-7.4.10", "house-7.4.12")
def test_the_caller_who_stayed_is_safe_there_and_may_leave() -> None:
    scene = realm().noble("stanley", 2, "15,16").held(2, "E-WR05")
    call(scene)
    scene.play(2, "excuse", nobles="stanley")
    follow(scene, "return_home")
    while scene.match.waiting_for() != [0]:
        seat = scene.match.waiting_for()[0]
        default = scene.match.prompts(seat)[0].default
        assert default is not None
        scene.match.submit(seat, default)
    scene.play(0, "stay", noble="percy")
    scene.state.nobles["percy"].inside = None
    scene.combat(2)
    assert scene.offered(2, "attack") == []
    scene.movement(0)
    assert "percy" in movable(scene, 0)


# Returned nobles do not fight


def lost_alnwick(*others: str) -> Scene:
    """Percy came home to Alnwick's square; Howard of seat 1 holds the castle. Others of seat 1."""
    scene = Scene(3).noble("percy", 0, "alnwick", outside=True).noble("howard", 1, "castle-rising")
    for noble in others:
        scene.noble(noble, 1, "14,3")
    return scene.noble("talbot", 2, "sheffield").control("alnwick", "howard")


@pytest.mark.rule("house-7.4.13", "house-7.4.15")
def test_they_attack_nobody() -> None:
    scene = peace("percy", scene=lost_alnwick("roos"))
    scene.combat(0)
    assert scene.offered(0, "attack") == []
    scene.refused(0, "attack", rule="house-7.4.13", nobles=["percy"], against="1", square="14,3")


@pytest.mark.rule("house-7.4.13")
def test_they_send_no_assassin() -> None:
    scene = Scene(3).noble("hastings", 0, "14,15").noble("neville", 1, "14,15")
    scene.give("neville", "marshal_england").noble("grey", 0, FIELD).noble("roos", 1, FIELD)
    scene.noble("talbot", 2, "sheffield").control("ashby", "neville").combat(0)
    assert scene.candidates(0, "assassinate", "noble") == {"hastings"}
    peace("hastings", scene=scene).combat(0)
    assert scene.offered(0, "assassinate") == []
    scene.refused(0, "assassinate", rule="house-7.4.13", noble="hastings", target="neville")


@pytest.mark.rule("house-7.4.15")
def test_laying_siege_to_their_own_lost_castle_is_the_only_thing_they_may_do() -> None:
    """Percy's 100 match Alnwick's garrison, but to conclude the siege would be an attack."""
    scene = peace("percy", scene=lost_alnwick())
    scene.combat(0)
    assert scene.offered(0, "conclude") == []
    scene.refused(0, "conclude", rule="house-7.4.15", nobles=["percy"], place="alnwick")
    assert scene.candidates(0, "lay", "place") == {"alnwick"}
    scene.play(0, "lay", nobles=["percy"], place="alnwick")
    assert scene.happened(facts.SiegeLaid) == [facts.SiegeLaid(0, "alnwick", ("percy",), 100, 100)]
    assert scene.state.sieges["alnwick"].besiegers == ["percy"]


@pytest.mark.rule("house-7.4.15", "house-7.4.13")
def test_to_no_other_place() -> None:
    """Cardiff is Neville's lost castle; Masham, where Percy stands, is no castle of his."""
    scene = Scene(3).noble("neville", 0, "cardiff", outside=True).noble("stanley", 1, "sheffield")
    scene.noble("percy", 0, "masham", outside=True).noble("scrope", 1, "masham")
    scene.noble("talbot", 2, "chirk").control("cardiff", "stanley").combat(0)
    assert scene.candidates(0, "lay", "place") == {"cardiff", "masham"}
    peace("neville", "percy", scene=scene).combat(0)
    assert scene.candidates(0, "lay", "place") == {"cardiff"}
    scene.refused(0, "lay", rule="house-7.4.15", nobles=["percy"], place="masham")


@pytest.mark.rule("house-7.4.15", "house-7.4.20")
def test_an_excused_fellow_may_help_to_lay_it() -> None:
    scene = lost_alnwick().noble("grey", 0, "14,3")
    peace("percy", scene=scene).combat(0)
    scene.play(0, "lay", nobles=["percy", "grey"], place="alnwick")
    assert scene.state.sieges["alnwick"].besiegers == ["percy", "grey"]


@pytest.mark.rule("house-7.4.23", "house-7.4.22")
def test_they_join_no_siege_in_progress() -> None:
    """Grey, excused, has besieged Alnwick since before Parliament; Percy came home to it."""
    scene = lost_alnwick().noble("grey", 0, "14,3", cards=("burgundian_crossbowmen_1",))
    scene.siege("alnwick", ["grey"]).noble("hastings", 0, FIELD).noble("roos", 1, FIELD)
    peace("percy", scene=scene).combat(0)
    assert scene.state.sieges["alnwick"].turns == 2
    assert scene.offered(0, "join") == []
    assert "percy" not in {
        noble
        for offer in scene.offered(0, "conclude")
        for noble in offer.field("nobles").candidates
    }
    scene.refused(0, "join", rule="house-7.4.23", nobles=["percy"], place="alnwick")


@pytest.mark.rule("house-7.4.23", "house-7.4.13")
def test_nor_do_they_relieve_one() -> None:
    """Percy stands outside his own besieged castle and does not attack the besieger."""
    scene = Scene(3).noble("percy", 0, "alnwick", outside=True).noble("mowbray", 1, "14,3")
    scene.noble("grey", 0, "alnwick").noble("talbot", 2, "sheffield")
    scene.siege("alnwick", ["mowbray"])
    peace("percy", scene=scene).combat(0)
    assert "percy" not in scene.candidates(0, "attack", "nobles")
    scene.refused(0, "attack", rule="house-7.4.13", nobles=["percy"], against="1", square="14,3")


@pytest.mark.rule("house-7.4.13")
def test_nor_do_they_join_an_attack_as_allies() -> None:
    scene = Scene(3).noble("neville", 0, "14,3").noble("roos", 1, "14,3")
    scene.noble("percy", 2, "14,3").control("alnwick", "roos").noble("howard", 1, "14,3")
    peace("percy", scene=scene).next_events(FINE).combat(0)
    scene.play(0, "attack", nobles=["neville"], against="1", square="14,3")
    assert scene.offered(2, "ally_attack") == []


@pytest.mark.rule("house-7.4.17", "house-5.11a")
@pytest.mark.parametrize("inside", [False, True])
def test_nor_a_defence(inside: bool) -> None:
    """Percy came home beside his castle, or into it, as Roos of seat 1 is attacked there."""
    scene = Scene(3).noble("neville", 0, "14,3").noble("roos", 1, "14,3").noble("grey", 1, FIELD)
    scene.noble("percy", 2, "alnwick", outside=not inside).noble("talbot", 2, "14,3")
    scene.control("alnwick", "percy" if inside else "roos")
    peace("percy", scene=scene).next_events(FINE).rolls(50, *[100] * 6).combat(0)
    scene.play(0, "attack", nobles=["neville"], against="1", square="14,3")
    assert scene.candidates(2, "ally_defence", "nobles") == {"talbot"}
    rule = "house-7.4.13" if inside else "house-7.4.17"
    scene.refused(2, "ally_defence", rule=rule, nobles=["percy"])
    scene.play(2, "ally_defence", nobles=["talbot"])
    (declared,) = scene.happened(facts.AttackDeclared)
    assert declared.defenders == ("roos", "talbot")


# Nobody attacks returned nobles


@pytest.mark.rule("house-7.4.17", "house-7.4.21")
@pytest.mark.parametrize("attacker", ["roos", "mowbray"])
def test_nobody_attacks_them_outside_their_castles(attacker: str) -> None:
    """Not even whoever holds the castle they stand outside of."""
    scene = lost_alnwick(attacker, "neville").noble("hastings", 0, FIELD)
    peace("percy", scene=scene.noble("audley", 1, FIELD)).combat(1)
    assert scene.candidates(1, "attack", "square") == {FIELD}
    assert scene.offered(1, "assassinate") == []
    scene.refused(
        1, "attack", rule="house-7.4.17", nobles=[attacker, "neville"], against="0", square="14,3"
    )


@pytest.mark.rule("house-7.4.17", "house-7.4.21", "house-7.4.20")
def test_of_a_mixed_force_only_the_excused_are_attacked() -> None:
    scene = peace("percy", scene=lost_alnwick("neville").noble("grey", 0, "14,3"))
    scene.next_events(FINE).rolls(50, 100, 100).combat(1)
    scene.play(1, "attack", nobles=["neville"], against="0", square="14,3")
    (declared,) = scene.happened(facts.AttackDeclared)
    assert (declared.defenders, declared.opposed) == (("grey",), 20)


@pytest.mark.rule("house-7.4.17", "house-7.4.21")
@pytest.mark.parametrize("verb", ["lay", "conclude"])
def test_nobody_besieges_them_at_home(verb: str) -> None:
    scene = Scene(3).noble("howard", 0, "castle-rising").noble("neville", 1, "20,14")
    scene.give("neville", "marshal_england").noble("talbot", 2, "sheffield").combat(1)
    assert scene.candidates(1, verb, "place") == {"castle-rising"}
    peace("howard", scene=scene).noble("roos", 1, FIELD).noble("grey", 0, FIELD).combat(1)
    assert scene.offered(1, verb) == []
    scene.refused(1, verb, rule="house-7.4.17", nobles=["neville"], place="castle-rising")


@pytest.mark.rule("house-7.4.17", "house-7.4.20")
def test_a_castle_without_a_returned_noble_may_be_besieged() -> None:
    scene = Scene(3).noble("howard", 0, "castle-rising").noble("neville", 1, "20,14")
    scene.give("neville", "marshal_england").noble("talbot", 2, "sheffield")
    peace(scene=scene).combat(1)
    scene.play(1, "lay", nobles=["neville"], place="castle-rising")
    assert scene.state.sieges["castle-rising"].besiegers == ["neville"]


@pytest.mark.rule("house-7.4.17")
def test_nobody_enters_their_port_to_besiege_them() -> None:
    scene = Scene(3).noble("herbert", 0, "pembroke").noble("talbot", 2, "sheffield")
    scene.noble("neville", 1, FIELD, cards=("le_swan", "marshal_england"))
    scene.ship("le_swan", sea="gower-sea").aboard("neville", "le_swan").movement(1)
    assert "pembroke" in scene.destinations(1, "le_swan")
    peace("herbert", scene=scene).movement(1)
    assert "pembroke" not in scene.destinations(1, "le_swan")


# Excused forces


@pytest.mark.rule("house-7.4.20", "house-7.4.10")
def test_excused_forces_fight_as_ever() -> None:
    scene = peace(scene=field())
    scene.next_events(FINE).rolls(100, 100, 100, 100).combat(0)
    scene.play(0, "attack", nobles=["neville"], against="1", square=FIELD)
    (declared,) = scene.happened(facts.AttackDeclared)
    assert (declared.attackers, declared.defenders) == (("neville",), ("howard", "roos"))


@pytest.mark.rule("house-7.4.20")
def test_excused_nobles_enter_into_alliances() -> None:
    scene = field().noble("stanley", 2, FIELD)
    peace(scene=scene).next_events(FINE).combat(0)
    scene.play(0, "attack", nobles=["neville"], against="1", square=FIELD)
    assert scene.candidates(2, "ally_attack", "nobles") == {"stanley"}


@pytest.mark.rule("house-7.4.22")
def test_a_siege_that_parliament_did_not_break_goes_on() -> None:
    scene = Scene(3).noble("howard", 0, "castle-rising").noble("neville", 1, "20,14")
    scene.give("neville", "marshal_england").noble("talbot", 2, "sheffield")
    scene.siege("castle-rising", ["neville"])
    peace(scene=scene).combat(1)
    assert scene.happened(facts.SiegeHeld) == [facts.SiegeHeld(1, "castle-rising", 2, 100)]
    scene.next_events(FINE).rolls(100, 100)
    scene.play(1, "conclude", nobles=["neville"], place="castle-rising")
    assert scene.happened(facts.SiegeConcluded)[0].taken
    assert scene.state.control["castle-rising"] == "neville"


@pytest.mark.rule("house-7.4.22", "house-7.1.17")
def test_the_besieged_may_sally() -> None:
    scene = Scene(3).noble("howard", 0, "castle-rising").noble("clifford", 1, "20,14")
    scene.noble("talbot", 2, "sheffield").siege("castle-rising", ["clifford"])
    peace(scene=scene).combat(0)
    assert scene.candidates(0, "attack", "nobles") == {"howard"}


@pytest.mark.rule("house-7.4.20", "house-6.2a")
def test_an_excused_besieger_is_refused_for_his_weakness_alone() -> None:
    scene = field().noble("grey", 0, "alnwick", outside=True).noble("percy", 1, "alnwick")
    peace(scene=scene).combat(0)
    scene.refused(0, "lay", rule="house-6.2a", nobles=["grey"], place="alnwick")


# How the King's Peace ends: for a noble who is called away, and for everybody (house §7.4).


# Called by an Event card


@pytest.mark.rule("house-7.4.18", "house-7.4.19")
def test_an_event_card_calls_a_returned_noble_and_excuses_him() -> None:
    scene = Scene(3).noble("neville", 0, "raby").noble("howard", 1, "13,8")
    scene.noble("talbot", 2, "sheffield").next_events("E-RV05")
    peace("neville", scene=scene).event(0)
    scene.play(0, "answer_call", to="middleham")
    assert place_of(scene, "neville") == ("13,8", "middleham")
    assert scene.state.nobles["neville"].under_peace == "excused"
    assert "neville" in movable(scene, 0)


@pytest.mark.rule("house-7.4.19")
def test_from_then_on_he_attacks_and_is_attacked() -> None:
    scene = Scene(3).noble("neville", 0, "raby").noble("mowbray", 1, "13,8")
    scene.noble("talbot", 2, "sheffield").next_events("E-RV05")
    peace("neville", scene=scene).event(0)
    scene.play(0, "answer_call", to="13,8")
    scene.combat(0)
    assert scene.candidates(0, "attack", "nobles") == {"neville"}
    scene.combat(1)
    assert scene.candidates(1, "attack", "against") == {"0"}


@pytest.mark.rule("house-7.4.19")
def test_a_call_to_where_he_stands_changes_nothing() -> None:
    scene = Scene(3).noble("neville", 0, "middleham").noble("howard", 1, "castle-rising")
    scene.noble("talbot", 2, "sheffield").next_events("E-RV05")
    peace("neville", scene=scene).event(0)
    assert scene.happened(facts.NobleCalled)[0].inside == "middleham"
    assert scene.state.nobles["neville"].under_peace == "returned"
    assert movable(scene, 0) == set()


@pytest.mark.rule("house-7.4.13", "house-7.4.18")
def test_called_to_the_castle_he_is_in_he_stays_in_it() -> None:
    """Neville, home in Middleham, is called there and leaves Edward with Howard or not."""
    scene = Scene(3).noble("neville", 0, "middleham", heirs=("edward_march",))
    scene.noble("howard", 0, "middleham").control("middleham", "neville")
    scene.noble("clifford", 1, "skipton").noble("talbot", 2, "sheffield").next_events("E-RV05")
    peace("neville", scene=scene).event(0)
    assert scene.candidates(0, "answer_call", "to") == {"middleham"}
    says = "where the card calls him. He stays"
    out = {"to": "13,8", "bring": ["edward_march"]}
    scene.forbidden(0, "answer_call", rule="house-7.4.13", says=says, **out)
    scene.play(0, "answer_call", to="middleham", bring=["edward_march"])
    assert place_of(scene, "neville") == ("13,8", "middleham")
    assert scene.state.nobles["neville"].under_peace == "returned"


@pytest.mark.rule("house-7.4.18", "house-7.4.19")
def test_the_king_is_called_to_an_embassy_and_his_keeper_excused() -> None:
    scene = Scene(3).noble("percy", 0, "alnwick", heirs=("henry",)).noble("howard", 1, FIELD)
    scene.noble("talbot", 2, "sheffield").next_events("E-EM03")
    peace("percy", scene=scene).event(0)
    assert place_of(scene, "percy") == ("10,5", None)
    assert scene.state.nobles["percy"].under_peace == "excused"
    assert "percy" in movable(scene, 0)


@pytest.mark.rule("house-7.4.18")
def test_returned_nobles_of_other_players_answer_calls_too() -> None:
    scene = Scene(3).noble("neville", 0, "raby").noble("howard", 1, "castle-rising")
    scene.noble("talbot", 2, "sheffield").next_events("E-RV05")
    peace("neville", scene=scene).event(1)
    scene.play(0, "answer_call", to="middleham")
    assert scene.state.nobles["neville"].under_peace == "excused"


# How long


@pytest.mark.rule("house-7.4.11", "base-15.11")
def test_it_ends_just_before_the_event_phase_of_the_callers_next_turn() -> None:
    scene = realm().next_crown("saxons_1", "saxons_2", "scots_archers_1")
    scene.next_events("E-FM01", "E-FM02", "E-FM03")
    follow(call(scene))
    for seat in (0, 1, 2):
        assert scene.state.active == seat
        assert scene.state.peace is not None
        while scene.state.active == seat and scene.state.phase != "draw":
            scene.play(seat, "done")
        scene.play(seat, "keep")
    assert scene.state.active == 0
    assert scene.state.peace is None
    order = [type(event) for event in scene.events]
    assert order.index(facts.PeaceEnded) < order.index(facts.EventDrawn)


@pytest.mark.rule("house-7.4.11")
def test_all_its_limits_end_together() -> None:
    scene = (
        realm().give("clifford", "le_swan").next_crown("saxons_1", "saxons_2", "scots_archers_1")
    )
    scene.next_events("E-FM01", "E-FM02", "E-FM03")
    follow(call(scene))
    for seat in (0, 1, 2):
        while scene.state.active == seat and scene.state.phase != "draw":
            scene.play(seat, "done")
        scene.play(seat, "keep")
    assert {noble.under_peace for noble in scene.state.nobles.values()} == {""}
    assert "percy" in movable(scene, 0)
    scene.movement(1)
    assert movable(scene, 1) == {"courtenay", "clifford"}
    assert scene.lies("le_swan") == "lynn"
    assert "the-wash" in scene.destinations(1, "le_swan")


@pytest.mark.rule("house-7.4.11", "house-7.1.7", "house-7.1.8")
def test_the_rest_before_the_next_parliament_begins_with_its_end() -> None:
    scene = realm().peace(0, SQUARE)
    scene.state.turn = 10
    scene.next_crown("saxons_1").next_events("E-FM01").draw(2)
    scene.play(2, "keep")
    assert scene.state.active == 0
    assert scene.state.peace is None
    assert scene.state.peace_ended_turn == scene.state.turn == 11


@pytest.mark.rule("house-7.4.11")
@pytest.mark.parametrize("seat", [0, 1])
def test_it_outlasts_the_turns_of_all_others(seat: int) -> None:
    scene = realm().peace(2, SQUARE, "percy", "courtenay", "clifford", "talbot")
    scene.next_crown("saxons_1").next_events("E-FM01").draw((seat - 1) % 3)
    scene.play((seat - 1) % 3, "keep")
    assert scene.state.active == seat
    assert scene.state.peace is not None
    assert movable(scene, seat) == set()
