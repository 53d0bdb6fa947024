"""Scots Invasion: the north is called, and what nobody guards is nobody's."""

from __future__ import annotations

import pytest

from bot.games import words_for
from bot.rules.kernel import Choice, IllegalChoice
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.board import FORTRESS_KINDS
from bot.rules.kingmaker.consequences import changes
from bot.rules.kingmaker.corrections.lasting import strangers
from bot.rules.kingmaker.invariants import violations
from tests.rules.kingmaker.scene import Scene

RULES = "classic+card_scots"
NORTH = ["chillingham", "raby", "bamburgh", "berwick", "carlisle", "durham", "newcastle"]


def realm(ruleset: str = RULES) -> Scene:
    """Percy of one faction, Courtenay of another, both far from the border."""
    return Scene(2, ruleset).noble("percy", 0, "14,16").noble("courtenay", 1, "tiverton")


def sacked(scene: Scene) -> list[str]:
    """What the Scots took, as it was told."""
    return [fact.place for fact in scene.happened(facts.TakenByScots)]


def invaded() -> Scene:
    """The Scots hold Durham."""
    scene = realm()
    scene.state.scots, scene.state.scots_came = ["durham"], True
    return scene


@pytest.mark.rule("base-3.5", "ishkibibble-scotsinvasion.5")
@pytest.mark.parametrize(
    ("lost", "castles"),
    [(["chillingham"], {"ruthin"}), (["chillingham", "ruthin"], {"chillingham", "ruthin"})],
)
def test_a_noble_appears_where_no_scots_are_unless_they_have_all_his_castles(
    lost: list[str], castles: set[str]
) -> None:
    scene = realm().hand(0, "grey")
    scene.state.scots, scene.state.scots_came = [*lost], True
    scene.movement(0)
    assert scene.candidates(0, "raise", "castle") == castles
    scene.play(0, "raise", card="grey", castle="ruthin")
    assert scene.where("grey")[1] == (None if "ruthin" in lost else "ruthin")
    assert lost[-1] not in scene.state.control


@pytest.mark.rule("ishkibibble-scotsinvasion.2", "ishkibibble-scotsinvasion.3")
def test_who_is_called_comes_and_covers_all_his_places() -> None:
    scene = realm().noble("grey", 0, "14,16").noble("neville", 1, "14,16")
    scene.noble("roos", 0, "14,16").noble("clifford", 1, "14,17").noble("talbot", 0, "14,18")
    scene.give("percy", "warden_marches").give("roos", "bp_carlisle")
    scene.give("clifford", "bp_durham", "marshal_england").give("talbot", "town_newcastle")
    scene.next_events("X-SCI").event(1)
    while any(asked == "answer_call" for asked in scene.asked(0) + scene.asked(1)):
        seat = 0 if "answer_call" in scene.asked(0) else 1
        spots = scene.candidates(seat, "answer_call", "to")
        scene.play(seat, "answer_call", to=min(spots))
    places = scene.board.places
    assert scene.state.nobles["grey"].square == places["chillingham"].square
    assert scene.state.nobles["neville"].square == places["raby"].square
    assert scene.state.nobles["percy"].square in (
        places["bamburgh"].square,
        places["berwick"].square,
    )
    assert scene.state.nobles["roos"].square == places["carlisle"].square
    assert scene.state.nobles["clifford"].square in (
        places["durham"].square,
        places["cheviots"].square,
    )
    assert scene.state.nobles["talbot"].square == places["newcastle"].square
    assert sacked(scene) == []
    assert scene.state.scots == []


@pytest.mark.rule("ishkibibble-scotsinvasion.2")
def test_the_owner_of_newcastle_is_called_with_its_card_or_without() -> None:
    scene = realm().control("newcastle", "courtenay").next_events("X-SCI")
    scene.event(0)
    scene.play(1, "answer_call", to="newcastle")
    assert scene.state.nobles["courtenay"].inside == "newcastle"
    assert sacked(scene) == [place for place in NORTH if place != "newcastle"]


@pytest.mark.rule("ishkibibble-scotsinvasion.4", "ishkibibble-scotsinvasion.5")
def test_where_any_noble_is_inside_they_do_not_come() -> None:
    scene = realm().noble("roos", 1, "durham").noble("mowbray", 0, "raby", outside=True)
    scene.control("raby", "mowbray").heir_at("margaret", "13,6", "raby").next_events("X-SCI")
    scene.event(0)
    assert sacked(scene) == [place for place in NORTH if place != "durham"]
    assert scene.happened(facts.TakenByScots)[1] == facts.TakenByScots("raby", 0)
    assert "raby" not in scene.state.control
    assert (scene.state.heirs["margaret"].alive, scene.state.heirs["margaret"].inside) == (
        True, "raby")  # fmt: skip
    assert scene.state.nobles["mowbray"].square == "13,6"
    assert all(scene.board.places[place].kind in FORTRESS_KINDS for place in sacked(scene))
    assert scene.match.violations() == []


@pytest.mark.rule("ishkibibble-scotsinvasion.4")
def test_who_is_shut_in_elsewhere_covers_nothing() -> None:
    scene = Scene(2, RULES).noble("grey", 1, "tiverton")
    besiegers = ["percy", "stafford", "mowbray", "talbot"]
    for noble in besiegers:
        scene.noble(noble, 0, "tiverton", outside=True)
    scene.siege("tiverton", besiegers).next_events("X-SCI").event(0)
    assert facts.CallIgnored("grey", "chillingham", "besieged", "grey") in scene.happened(
        facts.CallIgnored
    )
    assert sacked(scene) == NORTH


@pytest.mark.rule("ishkibibble-scotsinvasion.5")
def test_what_they_hold_is_nobodys_till_a_siege_takes_it() -> None:
    scene = invaded().noble("mowbray", 0, "14,5", cards=("saxons_1",)).hand(0, "bp_durham")
    scene.noble("neville", 0, "14,5").noble("stafford", 0, "14,5").noble("talbot", 0, "14,5")
    scene.next_events("E-RA08").movement(0)
    scene.play(0, "play", card="bp_durham", noble="mowbray")
    assert "durham" not in scene.state.control
    scene.refused(0, "enter", rule="base-6.5", nobles=["mowbray"], place="durham")
    scene.combat(0)
    besiegers = ["mowbray", "neville", "stafford", "talbot"]
    scene.play(0, "conclude", nobles=besiegers, place="durham")
    assert scene.state.control["durham"] in besiegers
    assert scene.state.scots == []


@pytest.mark.rule("ishkibibble-scotsinvasion.5", "ishkibibble-treachery-french.2")
def test_they_drive_out_the_soldiers_who_had_sacked_a_town() -> None:
    scene = realm(f"{RULES}+advanced_cards+card_french_treachery")
    scene.state.crown_deck.remove("french_foot")
    scene.state.rogues["newcastle"] = 0
    scene.next_events("X-SCI").event(1)
    assert "newcastle" in sacked(scene)
    assert scene.state.rogues == {}  # so that faction may sit in Parliament again
    assert scene.state.crown_discards == ["french_foot"]
    assert violations(scene.match.table) == []


@pytest.mark.rule("ishkibibble-scotsinvasion.6")
@pytest.mark.parametrize(
    ("held", "reason"), [([], "scots_gone"), (NORTH, "scots_held_off"), (["durham"], None)]
)
def test_a_later_card_brings_more_while_they_hold_a_place(
    held: list[str], reason: str | None
) -> None:
    scene = invaded()
    scene.state.scots = list(held)
    scene.next_events("X-SCI").event(0)
    told = [] if reason is None else [facts.EventIdle("X-SCI", reason)]
    assert scene.happened(facts.EventIdle) == told
    assert sacked(scene) == ([] if reason else [place for place in NORTH if place not in held])
    assert "X-SCI" in (*scene.state.event_deck, *scene.state.event_discards)


@pytest.mark.rule("ishkibibble-scotsinvasion.7")
@pytest.mark.parametrize("ruleset", [RULES, f"{RULES}+events_reshuffled"])
def test_if_the_first_takes_nothing_the_card_leaves_the_game(ruleset: str) -> None:
    scene = realm(ruleset)
    for noble, place in zip(
        ["roos", "mowbray", "stafford", "talbot", "audley", "cromwell", "herbert"],
        NORTH,
        strict=True,
    ):
        scene.noble(noble, 0, place)
    scene.next_events("X-SCI").event(0)
    scene.play(0, "answer_call", to="newcastle")
    assert scene.happened(facts.EventIdle) == [facts.EventIdle("X-SCI", "scots_none")]
    assert "X-SCI" not in (*scene.state.event_deck, *scene.state.event_discards)
    assert scene.match.violations() == []


@pytest.mark.rule("ishkibibble-scotsinvasion.8")
def test_the_deck_is_shuffled_at_the_end_of_the_turn() -> None:
    scene = realm(f"{RULES}+events_reshuffled").next_events("X-SCI")
    scene.event(0)
    assert scene.state.reshuffle_due
    assert "X-SCI" in scene.state.event_discards


@pytest.mark.rule("ishkibibble-scotsinvasion.8", "ishkibibble-reshuffle.1")
def test_so_it_is_when_a_treaty_keeps_the_scots_off() -> None:
    scene = realm(f"{RULES}+events_reshuffled+lands_overseas").hold("henry", "percy")
    scene.state.treaties["scotland"] = "henry"
    scene.next_events("X-SCI").event(0)
    assert sacked(scene) == []
    assert scene.state.reshuffle_due


@pytest.mark.rule("ishkibibble-scotsinvasion.1", "ishkibibble-treatyscotland.2")
@pytest.mark.parametrize(("land", "kept"), [("continent", False), ("scotland", True)])
def test_it_ends_treaties_and_one_with_the_scots_keeps_it_off(land: str, kept: bool) -> None:
    scene = realm(f"{RULES}+lands_overseas").hold("henry", "percy")
    scene.state.treaties[land] = "henry"
    scene.next_events("X-SCI").event(1)
    assert scene.state.treaties == {}
    assert (sacked(scene) == []) == kept
    assert scene.state.scots_came != kept


@pytest.mark.rule("ishkibibble-scotsinvasion.9")
@pytest.mark.parametrize("named", ["howard", "neville", "percy"])
def test_in_combat_it_is_four_to_one(named: str) -> None:
    scene = Scene(2, RULES).noble("talbot", 0, "14,16").noble(named, 1, "14,16")
    scene.next_events("X-SCI").combat(0)
    scene.play(0, "attack", nobles=["talbot"], against="1", square="14,16")
    assert [(e.card, e.half) for e in scene.happened(facts.CombatCardDrawn)] == [("X-SCI", "4-1")]
    assert named not in scene.state.nobles
    assert not scene.state.scots_came


def test_a_moderator_sets_a_place_free() -> None:
    scene = invaded()
    scene.movement(0)
    scene.match.direct(Choice.of("correct_control", place="durham", to="nobody"))
    assert scene.state.scots == []


@pytest.mark.rule("ishkibibble-scotsinvasion.5")
def test_a_moderator_gives_a_place_to_the_scots() -> None:
    scene = realm().noble("grey", 0, "alnwick").noble("talbot", 1, "14,16")
    scene.movement(0)
    scene.match.direct(Choice.of("correct_control", place="alnwick", to="scots"))
    assert scene.state.scots == ["alnwick"]
    assert "alnwick" not in scene.state.control
    assert scene.state.nobles["grey"].inside is None
    assert violations(scene.match.table) == []
    with pytest.raises(IllegalChoice, match="already so"):
        scene.match.direct(Choice.of("correct_control", place="alnwick", to="scots"))
    scene.match.direct(Choice.of("correct_control", place="alnwick", to="grey"))
    assert (scene.state.scots, scene.state.control["alnwick"]) == ([], "grey")


def test_only_those_whose_card_is_in_the_deck_are_given_places() -> None:
    assert strangers(Scene(2, RULES).content) == ("scots",)
    assert strangers(Scene(2, "classic+advanced_cards").content) == ("french",)
    assert strangers(Scene(2, "house").content) == ()


def test_an_invasion_that_waits_for_an_answer_is_saved_and_looked_up() -> None:
    scene = realm().noble("grey", 0, "14,16").next_events("X-SCI")
    scene.event(0)
    assert scene.game.positions.decode(scene.match.save()).agenda == scene.match.position.agenda
    scene.play(0, "answer_call", to="chillingham")
    assert scene.where("grey") == ("13,2", "chillingham", None)
    assert "X-SCI" not in Scene(2, "classic").state.event_deck


def test_what_the_scots_hold_is_looked_up() -> None:
    scene = invaded()
    scene.movement(0)
    text = words_for("kingmaker", RULES).place_text(
        "durham", scene.match.view(None), lambda seat: "Anne"
    )
    assert "In the hands of the Scots." in text
    assert "Neutral" not in text


@pytest.mark.rule("house-8.7.6", "ishkibibble-scotsinvasion.5")
def test_who_takes_a_place_from_the_scots_has_its_card_from_who_lost_it() -> None:
    scene = realm().give("courtenay", "town_newcastle")
    changes.lose_to_scots(scene.match.table, "newcastle")
    assert scene.state.nobles["courtenay"].cards == ["town_newcastle"]
    changes.take_control(scene.match.table, "newcastle", "percy", "siege")
    assert scene.state.nobles["percy"].cards == ["town_newcastle"]
    assert scene.state.nobles["courtenay"].cards == []
    scene.movement(0)
    assert scene.match.violations() == []
