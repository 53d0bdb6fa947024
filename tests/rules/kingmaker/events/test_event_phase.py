"""The Event card of a turn: calls, embassies, and cards that are kept."""

from __future__ import annotations

from typing import Any

import pytest

from bot.rules.kernel import Choice
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.forces.strength import troops
from bot.seats.kingmaker_steward import calls
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.words.kingmaker.words import KingmakerWords
from tests.rules.kingmaker.scene import HOUSE, Scene


def scene_with(noble: str = "percy", at: str = "15,20", **more: Any) -> Scene:
    """One noble of seat 0 and Courtenay, of seat 1, at Tiverton."""
    return Scene().noble("courtenay", 1, "tiverton").noble(noble, 0, at, **more)


def at(scene: Scene, piece: str) -> tuple[str, str | None]:
    found = scene.state.nobles.get(piece) or scene.state.heirs[piece]
    return found.square, found.inside


# Drawing


@pytest.mark.rule("house-2.1a", "base-4.1")
def test_exactly_one_card_is_drawn_and_then_discarded() -> None:
    scene = scene_with().next_events("E-RV02", "E-RV09")
    scene.event(0)
    assert [e.card for e in scene.happened(facts.EventDrawn)] == ["E-RV02"]
    assert scene.state.event_discards == ["E-RV02"]
    assert len(scene.state.event_deck) == 80
    assert scene.state.event_deck[-1] == "E-RV09"
    assert scene.state.phase == "movement"


@pytest.mark.rule("base-4.2")
@pytest.mark.parametrize("card", ["E-WR01", "E-FM01", "E-CM01"])
def test_cards_that_may_be_held_go_to_the_drawer(card: str) -> None:
    scene = scene_with().next_events(card)
    scene.event(0)
    assert scene.state.factions[0].held == [card]
    assert scene.state.factions[1].held == []
    assert scene.state.event_discards == []
    assert [e.card for e in scene.happened(facts.EventKept)] == [card]


@pytest.mark.rule("base-4.2")
def test_any_number_of_event_cards_may_be_held() -> None:
    many = ("E-WR01", "E-WR02", "E-WR03", "E-FM01", "E-CM01")
    scene = scene_with().held(0, *many).next_events("E-WR04")
    scene.event(0)
    assert scene.state.factions[0].held == [*many, "E-WR04"]


@pytest.mark.rule("base-2.2")
def test_an_empty_event_deck_is_made_anew_from_the_discards() -> None:
    scene = scene_with()
    scene.state.event_discards, scene.state.event_deck = scene.state.event_deck, []
    scene.state.event_discards.remove("E-EM01")
    scene.event(0)
    drawn = scene.happened(facts.EventDrawn)
    assert len(drawn) == 1
    assert scene.happened(facts.EventDeckReshuffled)[0].cards == 80
    assert len(scene.state.event_deck) >= 79


# Calls


@pytest.mark.rule("house-8.3.1", "base-4.3")
@pytest.mark.parametrize("start", ["3,27", "20,14", "15,23"])
def test_a_called_noble_goes_however_far_it_is(start: str) -> None:
    scene = scene_with("percy", start).next_events("E-RA01")
    scene.event(0)
    scene.play(0, "answer_call", to="alnwick")
    assert at(scene, "percy") == ("14,3", "alnwick")
    called = scene.happened(facts.NobleCalled)[0]
    assert (called.noble, called.place, called.inside) == ("percy", "alnwick", "alnwick")


@pytest.mark.rule("house-8.3.3")
@pytest.mark.parametrize("start", ["24,23", "15,24", "6,8", "7,12"])
def test_a_called_noble_off_the_mainland_needs_no_ship(start: str) -> None:
    scene = scene_with("percy", start).next_events("E-RA01")
    scene.event(0)
    scene.play(0, "answer_call", to="alnwick")
    assert at(scene, "percy") == ("14,3", "alnwick")


@pytest.mark.rule("house-8.3.3")
def test_a_call_may_lead_to_an_island() -> None:
    scene = scene_with("percy", "14,3").noble("roos", 0, "13,20", cards=("earl_wiltshire",))
    scene.control("carisbrooke", "percy").next_events("E-RA07")
    scene.event(0)
    scene.play(0, "answer_call", to="carisbrooke")
    assert at(scene, "roos") == ("15,24", "carisbrooke")


@pytest.mark.rule("base-4.3")
def test_in_his_own_castle_he_may_stay_outside_as_well() -> None:
    scene = scene_with().next_events("E-RA01")
    scene.event(0)
    assert scene.candidates(0, "answer_call", "to") == {"alnwick", "14,3"}
    scene.play(0, "answer_call", to="14,3")
    assert at(scene, "percy") == ("14,3", None)


@pytest.mark.rule("house-8.2.8", "house-8.2.4", "house-8.2.5")
@pytest.mark.parametrize("holder", [None, "courtenay"])
def test_sent_to_an_unfriendly_fortress_he_stands_outside_it(holder: str | None) -> None:
    scene = scene_with().control("alnwick", holder).next_events("E-RA01")
    scene.event(0)
    if holder is not None:  # he could ask to be let in
        scene.play(0, "answer_call", to="14,3")
    assert at(scene, "percy") == ("14,3", None)
    assert scene.state.control.get("alnwick") == holder


@pytest.mark.rule("house-8.5.3")
def test_a_full_castle_leaves_the_called_noble_outside() -> None:
    scene = scene_with("percy", "15,20", cards=("marshal_england",))
    scene.noble("neville", 0, "alnwick", cards=("treasurer_england", "saxons_1"))
    scene.control("alnwick", "percy").next_events("E-RA01")
    scene.event(0)
    assert at(scene, "percy") == ("14,3", None)  # 200 troops do not go into what 110 leave


@pytest.mark.rule("house-2.1b", "base-4.1")
def test_the_card_binds_the_other_player_too() -> None:
    scene = scene_with("clifford", "15,20").noble("neville", 1, "15,20").next_events("E-RA03")
    scene.event(0)
    assert scene.match.waiting_for() == [1]
    scene.play(1, "answer_call", to="raby")
    assert at(scene, "neville") == ("13,6", "raby")
    assert scene.state.phase == "movement"


@pytest.mark.rule("house-2.1b", "house-1.9")
def test_one_card_calls_nobles_of_both_players() -> None:
    scene = scene_with("hastings", "15,20").next_events("E-RV10")
    scene.noble("mowbray", 1, "15,20", cards=("steward_household",))
    scene.control("coventry", "courtenay")
    scene.event(0)
    while scene.match.waiting_for():
        seat = scene.match.waiting_for()[0]
        if not scene.offered(seat, "answer_call"):
            break
        to = min(scene.candidates(seat, "answer_call", "to"), key=lambda t: "," in t)
        scene.play(seat, "answer_call", to=to)
    assert at(scene, "hastings") == ("14,15", "ashby")
    assert at(scene, "mowbray") == ("15,16", "coventry")  # it belongs to his own faction


@pytest.mark.rule("house-1.9")
@pytest.mark.parametrize(
    ("event", "card", "place"),
    [
        ("E-RA05", "admiral_england", "southampton"),
        ("E-RA04", "constable_dover", "dover"),
        ("E-RA09", "chamberlain_chester", "chester"),
        ("E-RV04", "duke_exeter", "exeter"),
        ("E-RV13", "earl_salisbury", "salisbury"),
        ("E-RV14", "earl_westmorland", "carlisle"),
        ("E-RA10", "bp_norwich", "norwich"),
        ("E-PR01", "abp_canterbury", "black-heath"),
        ("E-RV12", "constable_tower", "london"),
    ],
)
def test_whoever_holds_the_card_named_must_go(event: str, card: str, place: str) -> None:
    kind = Scene().content.crown[card].kind
    bearer = "roos" if kind != "office" else "mowbray"
    scene = scene_with(bearer, "13,20", cards=(card,)).next_events(event)
    scene.event(0)
    if scene.asked(0) == ["answer_call"]:
        scene.play(0, "answer_call", to=scene.board.places[place].square)
    assert at(scene, bearer) == (scene.board.places[place].square, None)


@pytest.mark.rule("house-1.9")
def test_a_card_nobody_holds_calls_nobody() -> None:
    scene = scene_with("roos", "13,20").hand(0, "earl_salisbury").next_events("E-RV13")
    scene.event(0)
    assert {(e.who, e.reason) for e in scene.happened(facts.CallIgnored)} == {
        ("earl_salisbury", "not_in_play"),
        ("holland", "not_in_play"),
    }
    assert at(scene, "roos") == ("13,20", None)


@pytest.mark.rule("base-4.3")
def test_called_home_he_chooses_among_his_own_castles() -> None:
    scene = scene_with("mowbray", "13,20").noble("howard", 0, "13,20")
    scene.noble("scrope", 0, "13,20", cards=("earl_richmond",)).next_events("E-RV05")
    scene.event(0)
    assert {"masham", "bolton"} <= scene.candidates(0, "answer_call", "to")
    assert "framlingham" not in scene.candidates(0, "answer_call", "to")
    scene.play(0, "answer_call", to="bolton")
    assert at(scene, "scrope") == ("13,7", "bolton")


@pytest.mark.rule("house-8.2.8", "base-4.3")
def test_called_home_with_no_castle_left_he_stands_outside_one() -> None:
    scene = scene_with("scrope", "13,20", cards=("earl_richmond",))
    scene.control("masham", "courtenay").control("bolton", "courtenay").next_events("E-RV05")
    scene.event(0)
    assert scene.candidates(0, "answer_call", "to") == {"14,8", "13,7"}
    scene.play(0, "answer_call", to="13,7")
    assert at(scene, "scrope") == ("13,7", None)


@pytest.mark.rule("base-4.3")
def test_called_to_two_places_by_one_card_he_chooses_one() -> None:
    scene = scene_with("percy", "13,20", cards=("warden_marches",)).next_events("E-RA01")
    scene.event(0)
    assert scene.candidates(0, "answer_call", "to") == {"alnwick", "14,3", "bamburgh", "14,2"}
    scene.play(0, "answer_call", to="bamburgh")
    assert at(scene, "percy") == ("14,2", "bamburgh")
    assert scene.state.phase == "movement"


@pytest.mark.rule("base-4.3")
def test_having_answered_he_may_still_move() -> None:
    scene = scene_with().next_events("E-RA01")
    scene.event(0)
    scene.play(0, "answer_call", to="14,3")
    assert scene.state.phase == "movement"
    scene.play(0, "march", nobles=["percy"], to="14,8")
    assert at(scene, "percy") == ("14,8", None)


@pytest.mark.rule("base-4.3")
def test_the_others_of_his_force_stay_and_his_cards_go_with_him() -> None:
    scene = scene_with("percy", "15,20", cards=("saxons_1",)).noble("clifford", 0, "15,20")
    scene.next_events("E-RA01")
    scene.event(0)
    scene.play(0, "answer_call", to="alnwick")
    assert at(scene, "clifford") == ("15,20", None)
    assert scene.state.nobles["percy"].cards == ["saxons_1"]


@pytest.mark.rule("house-8.3.1", "base-4.4")
def test_a_noble_under_siege_ignores_the_call() -> None:
    scene = scene_with("percy", "newark").noble("mowbray", 1, "newark", outside=True)
    scene.siege("newark", ["mowbray"]).next_events("E-RA01")
    scene.event(0)
    assert at(scene, "percy") == ("16,13", "newark")
    ignored = [e for e in scene.happened(facts.CallIgnored) if e.who == "percy"]
    assert [e.reason for e in ignored] == ["besieged"]
    assert "newark" in scene.state.sieges


@pytest.mark.rule("house-8.3.1")
def test_a_besieger_is_not_excused() -> None:
    scene = scene_with("percy", "newark", outside=True).noble("mowbray", 1, "newark")
    scene.noble("neville", 0, "newark", outside=True, cards=("marshal_england",))
    scene.control("newark", "mowbray").siege("newark", ["percy", "neville"])
    scene.next_events("E-RA01")
    scene.event(0)
    scene.play(0, "answer_call", to="alnwick")
    assert at(scene, "percy") == ("14,3", "alnwick")
    assert scene.state.sieges["newark"].besiegers == ["neville"]


# Heirs of those called


@pytest.mark.rule("house-8.3.4")
def test_an_heir_goes_with_the_called_noble_or_stays_with_another_of_his_force() -> None:
    scene = scene_with("percy", "york", heirs=("richard_york",)).noble("clifford", 0, "york")
    scene.next_events("E-RA01")
    scene.event(0)
    scene.play(0, "answer_call", to="alnwick")
    assert scene.state.heirs["richard_york"].holder == "clifford"
    scene = scene_with("percy", "york", heirs=("richard_york",)).noble("clifford", 0, "york")
    scene.next_events("E-RA01")
    scene.event(0)
    scene.play(0, "answer_call", to="alnwick", bring=["richard_york"])
    assert scene.state.heirs["richard_york"].holder == "percy"
    assert scene.happened(facts.NobleCalled)[0].heirs == ("richard_york",)


@pytest.mark.rule("house-8.3.4")
@pytest.mark.parametrize("companion", ["none", "other_faction", "outside"])
def test_with_no_noble_of_the_same_force_and_faction_the_heir_must_come(companion: str) -> None:
    scene = scene_with("percy", "york", heirs=("richard_york",))
    if companion == "other_faction":
        scene.noble("clifford", 1, "york", guest=True)
    if companion == "outside":
        scene.noble("clifford", 0, "york", outside=True)
    scene.next_events("E-RA01")
    scene.event(0)
    assert scene.offered(0, "answer_call")[0].field("bring").least == 1
    scene.play(0, "answer_call", to="alnwick", bring=["richard_york"])
    assert scene.state.heirs["richard_york"].holder == "percy"


@pytest.mark.rule("house-8.3.4", "house-5.3")
def test_the_player_says_who_takes_charge_of_an_heir_left_behind() -> None:
    scene = scene_with("clifford", "13,20").noble("percy", 1, "15,20", heirs=("henry",))
    scene.noble("roos", 1, "15,20").noble("scrope", 1, "15,20").next_events("E-RA01")
    scene.event(0)
    scene.play(1, "answer_call", to="alnwick")
    assert scene.candidates(1, "keep_heir", "noble") == {"roos", "scrope"}
    scene.play(1, "keep_heir", heir="henry", noble="scrope")
    assert scene.state.heirs["henry"].holder == "scrope"


# Embassies


@pytest.mark.rule("house-8.3.7", "base-4.5")
@pytest.mark.parametrize(
    ("event", "where"),
    [
        ("E-EM01", ("19,10", "ravenser")),
        ("E-EM02", ("22,22", None)),
        ("E-EM03", ("10,5", None)),
        ("E-EM04", ("7,26", None)),
    ],
)
def test_an_unheld_king_goes_alone(event: str, where: tuple[str, str | None]) -> None:
    scene = scene_with().next_events(event)
    scene.event(0)
    square, inside = at(scene, "henry")
    assert square == where[0]
    assert inside in (where[1], None)
    assert scene.state.heirs["henry"].holder is None
    assert scene.happened(facts.KingCalled)[0].nobles == ()


@pytest.mark.rule("house-8.3.5", "house-8.3.1")
def test_the_noble_who_holds_the_king_must_go_with_him() -> None:
    scene = scene_with("percy", "alnwick", heirs=("henry",)).next_events("E-EM02")
    scene.event(0)
    assert at(scene, "percy") == ("22,22", None)
    assert scene.state.heirs["henry"].holder == "percy"


@pytest.mark.rule("house-8.3.5", "house-2.1b")
def test_an_embassy_binds_the_king_of_another_player() -> None:
    scene = scene_with("percy", "alnwick").hold("henry", "courtenay").next_events("E-EM02")
    scene.event(0)
    assert at(scene, "courtenay") == ("22,22", None)


@pytest.mark.rule("house-8.3.6")
def test_others_of_his_force_may_go_with_the_king() -> None:
    scene = scene_with("percy", "15,20", heirs=("henry",)).noble("clifford", 0, "15,20")
    scene.noble("roos", 0, "15,20").noble("scrope", 0, "14,20").noble("talbot", 1, "15,20")
    scene.next_events("E-EM02")
    scene.event(0)
    assert scene.candidates(0, "attend_king", "with") == {"clifford", "roos"}
    company: dict[str, Any] = {"to": "22,22", "with": ["clifford"]}
    scene.play(0, "attend_king", **company)
    assert at(scene, "percy") == ("22,22", None)
    assert at(scene, "clifford") == ("22,22", None)
    assert at(scene, "roos") == ("15,20", None)
    assert scene.happened(facts.KingCalled)[0].nobles == ("percy", "clifford")


@pytest.mark.rule("house-8.2.8", "house-8.3.5")
def test_the_king_enters_a_friendly_place_of_embassy_only() -> None:
    scene = scene_with("percy", "15,20", heirs=("henry",)).control("dover", "percy")
    scene.next_events("E-EM02")
    scene.event(0)
    assert scene.candidates(0, "attend_king", "to") == {"dover", "22,22"}
    scene.play(0, "attend_king", to="dover")
    assert at(scene, "percy") == ("22,22", "dover")


@pytest.mark.rule("house-8.3.1", "base-4.4")
def test_a_king_under_siege_does_not_stir() -> None:
    scene = scene_with("percy", "london", outside=True).siege("london", ["percy"])
    scene.next_events("E-EM01")
    scene.event(0)
    assert at(scene, "henry") == ("18,20", "london")


@pytest.mark.rule("house-8.3.1", "house-8.3.5", "base-4.4")
def test_nor_does_a_held_king_with_his_keeper_under_siege() -> None:
    scene = scene_with("percy", "newark", heirs=("henry",)).noble("mowbray", 1, "16,13")
    scene.siege("newark", ["mowbray"]).next_events("E-EM02")
    scene.event(0)
    assert at(scene, "percy") == ("16,13", "newark")
    assert scene.happened(facts.KingCalled) == []


@pytest.mark.rule("house-1.11", "house-8.3.5", "house-5.9")
def test_a_king_killed_while_the_embassy_waits_goes_nowhere() -> None:
    scene = scene_with("percy", "alnwick", heirs=("henry",)).noble("clifford", 0, "alnwick")
    scene.next_events("E-EM01")
    scene.event(0)
    assert scene.asked(0) == ["attend_king"]
    scene.play(0, "kill_heir", heir="henry")
    assert at(scene, "percy") == ("14,3", "alnwick")
    assert scene.state.phase == "movement"
    assert len(scene.state.event_deck) == 81


@pytest.mark.rule("base-4.5")
@pytest.mark.parametrize("kings", [(), ("henry", "richard_york")])
def test_without_a_sole_king_an_embassy_moves_nobody(kings: tuple[str, ...]) -> None:
    scene = scene_with().crowned(*kings).next_events("E-EM01")
    scene.event(0)
    assert at(scene, "henry") == ("18,20", "london")
    assert at(scene, "richard_york") == ("15,9", "york")
    assert [e.card for e in scene.happened(facts.EventIdle)] == ["E-EM01"]


@pytest.mark.rule("house-5.9")
@pytest.mark.parametrize("kings", [("henry",), ()])
def test_an_embassy_reshuffles_deck_and_discards_at_once(kings: tuple[str, ...]) -> None:
    scene = scene_with().crowned(*kings).held(1, "E-WR01").next_events("E-EM01")
    scene.state.event_discards = [scene.state.event_deck.pop(0) for _ in range(30)]
    before = list(scene.state.event_deck)
    scene.event(0)
    assert scene.state.event_discards == []
    assert len(scene.state.event_deck) == 80
    assert "E-EM01" in scene.state.event_deck
    assert scene.state.event_deck[-50:] != before
    assert scene.state.factions[1].held == ["E-WR01"]
    assert scene.happened(facts.EventDeckReshuffled)[0].rule == "house-5.9"


@pytest.mark.rule("house-5.9")
def test_no_other_card_reshuffles() -> None:
    scene = scene_with().next_events("E-RV02")
    scene.state.event_discards = [scene.state.event_deck.pop(0) for _ in range(30)]
    rest = list(scene.state.event_deck[:-1])
    scene.event(0)
    assert scene.state.event_deck == rest
    assert len(scene.state.event_discards) == 31


@pytest.mark.rule("base-2.2")
def test_the_new_event_deck_is_shuffled() -> None:
    scene = scene_with()
    scene.state.event_discards, scene.state.event_deck = scene.state.event_deck, []
    before = list(scene.state.event_discards)
    scene.event(0)
    drawn = scene.happened(facts.EventDrawn)[0].card
    after = [*scene.state.event_deck, drawn]
    assert sorted(after) == sorted(before)
    assert after != before


@pytest.mark.rule("house-8.3.1", "house-8.3.4")
def test_a_call_is_answered_before_anything_else_and_no_heir_stays_alone() -> None:
    scene = scene_with("percy", "york", heirs=("richard_york",)).next_events("E-RA01")
    scene.event(0)
    scene.refused(0, "answer_call", rule="house-8.3.4", to="alnwick")
    scene.refused(0, "march", rule="house-8.3.1", nobles=["percy"], to="14,9")
    scene.refused(0, "answer_call", rule="house-8.3.1", to="london")


@pytest.mark.rule("house-8.3.5", "base-11.10")
def test_an_heir_who_waits_where_the_embassy_is_met_is_taken_up() -> None:
    scene = scene_with("percy", "alnwick", heirs=("henry",)).heir_at("george", "22,22")
    scene.next_events("E-EM02").event(0)
    assert at(scene, "percy") == ("22,22", None)
    assert scene.state.heirs["george"].holder == "percy"


# A King whom a card calls by his own name: only Beaufort can be (house-8.3.6, house-4.11).


CALL = "E-RV11"
"""Somerset and Gloucester revolt: Beaufort to Corfe."""

CORFE = "13,24"
FAR = "15,20"


def king_beaufort(*company: str, crowned: bool = True, heirs: tuple[str, ...] = ()) -> Scene:
    """Beaufort, King or not, and nobles of his faction in one open square; he is called."""
    scene = Scene().noble("courtenay", 1, "tiverton").noble("beaufort", 0, FAR, heirs=heirs)
    for noble in company:
        scene.noble(noble, 0, FAR)
    scene.dead("henry", "margaret", "edward_lancaster").crowned()
    scene.state.beaufort_crowned = crowned
    return scene.next_events(CALL)


@pytest.mark.rule("house-8.3.6", "house-4.11")
def test_others_of_his_force_may_go_with_a_king_called_by_name() -> None:
    scene = king_beaufort("roos", "clifford").noble("scrope", 0, "14,20")
    scene.noble("talbot", 1, FAR).event(0)
    assert scene.candidates(0, "answer_call", "with") == {"roos", "clifford"}
    party: dict[str, Any] = {"with": ["roos"], "to": "corfe"}
    scene.play(0, "answer_call", **party)
    assert scene.where("beaufort") == scene.where("roos") == (CORFE, "corfe", None)
    assert scene.where("clifford") == (FAR, None, None)
    assert scene.happened(facts.NobleCalled) == [
        facts.NobleCalled("beaufort", "corfe", CORFE, "corfe", (), ("roos",))
    ]
    words = KingmakerWords(HOUSE.content)
    told = words.tell(scene.happened(facts.NobleCalled)[0], ["Anne", "Bob"].__getitem__)
    assert told == (
        "**Beaufort** answers the call with **Roos** and stands inside Corfe. ‹house-8.3.6›"
    )


@pytest.mark.rule("house-8.3.6")
def test_he_may_go_alone() -> None:
    scene = king_beaufort("roos")
    scene.event(0)
    scene.play(0, "answer_call", to="corfe")
    assert scene.where("beaufort") == (CORFE, "corfe", None)
    assert scene.where("roos") == (FAR, None, None)


@pytest.mark.rule("house-8.3.6", "house-8.3.1")
def test_nobody_goes_with_beaufort_before_he_is_king() -> None:
    scene = king_beaufort("roos", crowned=False)
    scene.event(0)
    assert scene.candidates(0, "answer_call", "to") == {"corfe", CORFE}
    party: dict[str, Any] = {"with": ["roos"], "to": "corfe"}
    scene.refused(0, "answer_call", rule="house-8.3.6", **party)


@pytest.mark.rule("house-8.3.6", "house-8.3.4")
def test_somebody_stays_with_the_heirs_who_are_left() -> None:
    """With both companions gone there is nobody to leave Richard with."""
    scene = king_beaufort("roos", "clifford", heirs=("richard_york",))
    scene.event(0)
    both: dict[str, Any] = {"with": ["roos", "clifford"], "to": "corfe"}
    reason = scene.refused(0, "answer_call", rule="house-8.3.4", **both)
    assert reason == "If the noble goes, nobody is left to keep his heirs. Bring them all."
    scene.play(0, "answer_call", **{**both, "with": ["roos"]})
    assert scene.state.heirs["richard_york"].holder == "clifford"
    assert scene.where("roos") == (CORFE, "corfe", None)


@pytest.mark.rule("house-8.3.6", "house-8.3.4")
def test_all_go_if_the_heirs_go_too() -> None:
    scene = king_beaufort("roos", "clifford", heirs=("richard_york",))
    scene.event(0)
    everybody: dict[str, Any] = {"with": ["roos", "clifford"], "bring": ["richard_york"]}
    scene.play(0, "answer_call", to="corfe", **everybody)
    assert scene.state.heirs["richard_york"].holder == "beaufort"
    assert scene.where("clifford") == (CORFE, "corfe", None)


@pytest.mark.rule("house-8.3.6", "house-8.5.3")
def test_who_finds_no_room_stands_outside() -> None:
    """Corfe holds 300: Percy with the Marshal and the King's Guard leave none for Mowbray."""
    scene = king_beaufort("mowbray").noble("percy", 0, "corfe", cards=("marshal_england",))
    scene.event(0)
    strengths = [troops(scene.match.table, n) for n in ("percy", "beaufort", "mowbray")]
    assert sum(strengths[:2]) <= 300 < sum(strengths)
    party: dict[str, Any] = {"with": ["mowbray"], "to": "corfe"}
    scene.play(0, "answer_call", **party)
    assert scene.where("beaufort") == (CORFE, "corfe", None)
    assert scene.where("mowbray") == (CORFE, None, None)


def test_a_steward_takes_his_force_along() -> None:
    scene = king_beaufort("roos", "clifford")
    scene.event(0)
    prompt = next(p for p in scene.match.prompts(0) if p.kind == "answer_call")
    outlook = Outlook(scene.match.view(0), 0, HOUSE.content)
    choice = calls.answer_call(outlook, prompt)
    assert choice == Choice.of("answer_call", to="corfe", **{"with": ["roos", "clifford"]})


@pytest.mark.rule("house-8.3.6", "house-8.3.1")
def test_of_one_comrade_it_is_asked_whether_he_goes_only_where_heirs_all_go() -> None:
    scene = king_beaufort("roos", heirs=("george",))
    scene.event(0)
    fields = [[f.name for f in offer.fields] for offer in scene.offered(0, "answer_call")]
    assert fields == [["to", "with", "bring"], ["to", "bring"]]
    scene = king_beaufort("roos", "clifford", heirs=("george",))
    scene.event(0)
    whole, part = scene.offered(0, "answer_call")
    assert (whole.field("with").least, whole.field("with").most) == (0, 2)
    some = part.field("with")
    assert (set(some.candidates), some.least, some.most) == ({"roos", "clifford"}, 0, 1)
