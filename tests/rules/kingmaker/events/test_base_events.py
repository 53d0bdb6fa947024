"""The Event phase of the base and classic rules: calls, embassies, storms, kept cards (base §4)."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.events.calls import CalledNoble, Summons
from tests.rules.kingmaker.assembly import shut_in
from tests.rules.kingmaker.scene import Scene

OPEN = "15,20"


def court(ruleset: str = "classic") -> Scene:
    """Percy of seat 0 and Talbot of seat 1 in play."""
    return Scene(2, ruleset).noble("percy", 0, "wressle").noble("talbot", 1, "goodrich")


def draw(scene: Scene, card: str, seat: int = 0) -> Scene:
    """A seat's Event phase with this card on top of the deck."""
    scene.next_events(card).event(seat)
    return scene


# Calls (base-4.1, base-4.3, base-4.4)


@pytest.mark.rule("base-4.1", "base-4.3", "classic-turn.1")
def test_whoever_is_called_goes_at_once_in_anybodys_turn() -> None:
    scene = draw(court(), "E-RA01", 1)
    reason = scene.refused(0, "answer_call", rule="base-4.3")
    assert reason == "Say where the noble goes and which of his heirs he takes."
    assert scene.happened(facts.EventDrawn) == [facts.EventDrawn(1, "E-RA01")]
    assert scene.asked(0) == ["answer_call"]
    scene.play(0, "answer_call", to="alnwick")
    assert scene.where("percy") == ("14,3", "alnwick", None)
    assert scene.state.event_discards == ["E-RA01"]


@pytest.mark.rule("base-4.4", "base-10.6")
def test_nobles_under_siege_ignore_calls() -> None:
    scene = shut_in(court(), "wressle", 1)
    draw(scene, "E-RA01", 1)
    assert facts.CallIgnored("percy", "alnwick", "besieged", "percy") in scene.events
    assert scene.where("percy")[1] == "wressle"


def overseas(scene: Scene, how: str) -> Scene:
    """Percy is at sea aboard Le Swan, aboard her in a port, or on the Isle of Man."""
    if how == "man":
        scene.state.nobles["percy"].square = scene.board.places["douglas"].square
        scene.state.nobles["percy"].inside = None
        return scene
    scene.give("percy", "le_swan")
    if how == "sea":
        scene.ship("le_swan", sea="north-sea")
    else:
        scene.ship("le_swan", port=how)
    return scene.aboard("percy", "le_swan")


@pytest.mark.rule("base-4.3")
@pytest.mark.parametrize("how", ["sea", "man", "calais"])
def test_who_is_at_sea_or_overseas_is_not_called_to_the_mainland(how: str) -> None:
    scene = draw(overseas(court(), how), "E-RA01", 1)
    ignored = facts.CallIgnored("percy", "alnwick", "overseas", "percy")
    assert ignored in scene.events
    assert scene.asked(0) == []


@pytest.mark.rule("base-4.3", "house-8.3.3")
def test_in_the_house_rules_he_is_called_from_there_too() -> None:
    scene = draw(overseas(court("house"), "man"), "E-RA01", 1)
    assert scene.asked(0) == ["answer_call"]


@pytest.mark.rule("base-4.3")
def test_aboard_in_a_port_of_the_mainland_he_goes_and_the_others_stay_aboard() -> None:
    scene = overseas(court(), "hull").noble("roos", 0, "helmsley").aboard("roos", "le_swan")
    draw(scene, "E-RA01", 1)
    scene.play(0, "answer_call", to="14,3")
    assert scene.where("percy") == ("14,3", None, None)
    assert scene.where("roos")[2] == "le_swan"
    assert scene.lies("le_swan") == "hull"


@pytest.mark.rule("base-4.3")
def test_the_admiral_is_called_from_the_sea_and_his_ships_come_with_all_aboard() -> None:
    scene = court().give("percy", "admiral_england").noble("roos", 0, "helmsley")
    scene.ship("le_trinity", sea="north-sea").ship("le_grace_dieu", port="plymouth")
    scene.aboard("percy", "le_trinity").aboard("roos", "le_grace_dieu")
    draw(scene, "E-RA08", 1)
    scene.play(0, "answer_call", to="lynn")
    assert scene.where("percy")[1] == "lynn"
    assert (scene.lies("le_trinity"), scene.lies("le_grace_dieu")) == ("lynn", "lynn")
    assert scene.where("roos")[2] == "le_grace_dieu"
    assert facts.ShipSoughtPort("le_trinity", "lynn", "call") in scene.events


@pytest.mark.rule("base-4.3")
def test_a_noble_called_in_his_own_name_brings_no_ships() -> None:
    scene = court().give("percy", "warden_cinque_ports")
    before = {ship: scene.lies(ship) for ship in scene.state.ships}
    draw(scene, "E-RA01", 1)
    scene.play(0, "answer_call", to="alnwick")
    assert {ship: scene.lies(ship) for ship in scene.state.ships} == before


@pytest.mark.rule("base-4.3")
def test_an_unfriendly_fortress_leaves_him_outside() -> None:
    scene = court().control("alnwick", "talbot")
    draw(scene, "E-RA01", 1)
    assert scene.candidates(0, "answer_call", "to") == {"14,3"}


# Kept cards (base-4.2)


@pytest.mark.rule("base-4.2")
@pytest.mark.parametrize("card", ["E-WR01", "E-FM01", "E-CM01"])
def test_cards_that_are_kept_are_without_limit(card: str) -> None:
    scene = court().held(0, "E-WR02", "E-WR03", "E-FM02", "E-FM03", "E-CM02")
    draw(scene, card)
    assert scene.state.factions[0].held[-1] == card
    assert scene.happened(facts.EventKept) == [facts.EventKept(0, card)]
    assert scene.state.event_discards == []


@pytest.mark.rule("base-4.2")
def test_kept_cards_change_hands_in_anybodys_turn() -> None:
    scene = court().held(0, "E-WR01")
    scene.movement(1)
    scene.play(0, "propose_deal", to="1", give=["held:E-WR01"])
    scene.play(1, "accept_deal", deal="1")
    assert scene.state.factions[1].held == ["E-WR01"]


# Embassies, mercenaries, plague (base-4.5)


@pytest.mark.rule("base-4.5", "base-2.2")
def test_an_embassy_calls_the_sole_king_and_shuffles_nothing() -> None:
    scene = court().hold("edward_march", "percy").crowned("edward_march")
    draw(scene, "E-EM02", 1)
    square = scene.board.places["dover"].square
    assert scene.where("percy") == (square, None, None)
    assert scene.happened(facts.EventDeckReshuffled) == []
    assert scene.state.event_discards == ["E-EM02"]


@pytest.mark.rule("base-4.5")
def test_the_kings_keeper_goes_from_the_sea_alone() -> None:
    scene = overseas(court(), "sea").hold("edward_march", "percy").crowned("edward_march")
    scene.noble("roos", 0, "helmsley").aboard("roos", "le_swan")
    draw(scene, "E-EM02", 1)
    square = scene.board.places["dover"].square
    assert scene.candidates(0, "attend_king", "with") == {"roos"}
    scene.play(0, "attend_king", to=square)
    assert scene.where("percy") == (square, None, None)
    assert scene.where("roos")[2] == "le_swan"
    assert scene.lies("le_swan") == "north-sea"


@pytest.mark.rule("base-4.5")
@pytest.mark.parametrize("crowned", [(), ("henry", "richard_york")])
def test_without_a_sole_king_an_embassy_waits_in_vain(crowned: tuple[str, ...]) -> None:
    scene = draw(court().crowned(*crowned), "E-EM02")
    assert scene.happened(facts.EventIdle) == [facts.EventIdle("E-EM02", "no_sole_king")]


@pytest.mark.rule("base-4.5")
def test_mercenaries_in_play_go_home_and_those_in_hand_stay() -> None:
    cards = [c.id for c in court().content.crown.values() if c.group == "scots_archers"]
    scene = court().give("percy", cards[0]).hand(1, *cards[1:2])
    draw(scene, "E-MG03", 1)
    assert scene.state.nobles["percy"].cards == []
    assert cards[0] in scene.state.crown_discards
    assert scene.state.factions[1].hand == cards[1:2]


@pytest.mark.rule("base-4.5", "base-12.3")
def test_the_plague_kills_those_inside_and_in_port() -> None:
    scene = court().noble("roos", 0, "bristol").noble("grey", 0, "ruthin")
    scene.give("roos", "le_swan").ship("le_swan", port="bristol").aboard("grey", "le_swan")
    square = scene.board.places["bristol"].square
    scene.noble("mowbray", 1, square)
    draw(scene, "E-PL03")
    assert scene.happened(facts.PlagueStruck) == [facts.PlagueStruck("bristol", ("grey", "roos"))]
    assert "mowbray" in scene.state.nobles
    assert "bristol" not in scene.state.control
    assert "le_swan" not in scene.state.nobles


# Storms by port only (base-8.15)


def storm(*aboard: str, sea: str = "lancaster-bay") -> Scene:
    """Le Swan of Percy's in a sea square with these nobles of seat 0 aboard."""
    scene = court().give("percy", "le_swan").ship("le_swan", sea=sea)
    for noble in aboard:
        if noble != "percy":
            scene.noble(noble, 0, OPEN)
        scene.aboard(noble, "le_swan")
    return scene


@pytest.mark.rule("base-8.15")
def test_a_storm_drives_a_ship_to_the_nearest_port_and_sinks_none() -> None:
    scene = draw(storm().rolls(100), "E-ST01", 1)
    assert scene.lies("le_swan") == "lancaster"
    assert scene.happened(facts.ShipSoughtPort) == [
        facts.ShipSoughtPort("le_swan", "lancaster", "storm")
    ]
    assert scene.dice.laid == [100]


@pytest.mark.rule("base-8.15")
def test_of_two_ports_as_near_her_player_chooses() -> None:
    scene = draw(storm(sea="the-wash"), "E-ST01", 1)
    assert scene.asked(0) == ["refuge"]
    assert scene.candidates(0, "put_in", "port") == {"boston", "lynn"}
    reason = scene.refused(0, "put_in", rule="base-8.15", ship="le_swan", port="hull")
    assert reason == "A storm drives your ship to port. Say where she puts in."
    scene.play(0, "put_in", ship="le_swan", port="boston")
    assert scene.lies("le_swan") == "boston"


@pytest.mark.rule("base-8.15")
def test_ships_in_port_lie_safe() -> None:
    scene = draw(court().give("percy", "le_swan").ship("le_swan", port="hull"), "E-ST01", 1)
    assert scene.happened(facts.EventIdle) == [facts.EventIdle("E-ST01", "no_ship_at_sea")]
    assert scene.lies("le_swan") == "hull"


@pytest.mark.rule("base-8.15")
@pytest.mark.parametrize("sea", ["yarmouth-roads", "lancaster-bay"])
def test_in_an_open_or_friendly_port_they_go_ashore_or_stay_aboard(sea: str) -> None:
    port = {"yarmouth-roads": "yarmouth", "lancaster-bay": "lancaster"}[sea]
    scene = storm("percy", "roos", sea=sea)
    if port == "lancaster":
        scene.control("lancaster", "percy")
    draw(scene, "E-ST01", 1)
    assert scene.asked(0) == ["driven"]
    assert scene.candidates(0, "disembark", "noble") == {"percy", "roos"}
    scene.play(0, "disembark", noble="roos")
    square = scene.board.places[port].square
    assert scene.where("roos") == (square, "lancaster" if port == "lancaster" else None, None)
    reason = scene.refused(0, "disembark", rule="base-8.15", noble="roos")
    assert reason == "A storm drove your ship to port. Say who goes ashore."
    scene.play(0, "done")
    assert scene.where("percy")[2] == "le_swan"


@pytest.mark.rule("base-8.15")
@pytest.mark.parametrize("holder", [None, "talbot"])
def test_before_a_place_too_strong_for_them_they_stand_in_the_open(holder: str | None) -> None:
    scene = draw(storm("percy").control("lancaster", holder), "E-ST01", 1)
    assert scene.where("percy") == (scene.board.places["lancaster"].square, None, None)
    assert scene.lies("le_swan") == "lancaster"
    # her owner is not asked for leave
    assert "grant_port" not in scene.asked(1)


@pytest.mark.rule("base-8.15", "base-8.7")
def test_who_matches_the_place_besieges_it_in_his_next_combat() -> None:
    # Percy with the Marshal has 200 troops, Lancaster's garrison is 200
    scene = draw(storm("percy").give("percy", "marshal_england"), "E-ST01", 1)
    assert scene.where("percy") == ("", None, "le_swan")
    scene.next_events("E-PL04").combat(0)
    # bad weather: the place is under siege
    assert scene.state.sieges["lancaster"].besiegers == ["percy"]


# Commission (base-18.4)


def commissioned(*cards: str) -> Scene:
    """Percy is called to Alnwick; Roos of his faction could go instead."""
    scene = court("classic+commission").noble("roos", 0, "helmsley").held(0, *cards)
    return draw(scene, "E-RA01", 1)


@pytest.mark.rule("base-18.4", "base-4.3")
def test_a_call_comes_before_all_else_and_a_writ_sends_another_noble() -> None:
    scene = commissioned("E-WR01")
    reason = scene.refused(0, "march", rule="base-4.3", nobles=["roos"], to="15,17")
    assert reason == "An Event card calls one of your nobles. Answer it first."
    assert scene.candidates(0, "send_instead", "noble") == {"roos"}
    scene.play(0, "send_instead", noble="roos")
    assert scene.happened(facts.Commissioned) == [facts.Commissioned(0, "percy", "roos")]
    assert scene.state.factions[0].held == []
    assert scene.offered(0, "send_instead") == []
    scene.play(0, "answer_call", to="alnwick")
    assert scene.where("roos") == ("14,3", "alnwick", None)
    assert scene.where("percy")[1] == "wressle"


@pytest.mark.rule("base-18.4")
def test_who_is_called_by_the_same_card_goes_for_nobody() -> None:
    scene = court("classic+commission").held(0, "E-WR01", "E-WR02")
    scene.noble("grey", 0, "ruthin").noble("neville", 0, "warwick").noble("roos", 0, "helmsley")
    draw(scene, "E-RA03", 1)
    assert scene.candidates(0, "send_instead", "noble") == {"percy", "roos"}
    reason = scene.refused(0, "send_instead", rule="base-18.4", noble="neville")
    assert reason == "The same card sends that noble already. He cannot go for another too."
    scene.play(0, "send_instead", noble="roos")
    scene.play(0, "answer_call", to="chillingham")
    # a Writ for each noble replaced, and a noble for each Writ
    assert scene.candidates(0, "send_instead", "noble") == {"percy"}
    reason = scene.refused(0, "send_instead", rule="base-18.4", noble="roos")
    assert reason == "The same card sends that noble already. He cannot go for another too."
    scene.play(0, "send_instead", noble="percy")
    assert scene.state.factions[0].held == []


@pytest.mark.rule("base-18.4", "base-4.4", "base-4.3")
def test_why_nobody_goes_instead() -> None:
    scene = commissioned()
    assert scene.offered(0, "send_instead") == []
    for noble, rule, reason in (
        ("roos", "base-18.4", "You need a Writ to send another noble instead."),
        ("talbot", "base-18.4", "You can send only a noble of your own faction."),
    ):
        assert scene.refused(0, "send_instead", rule=rule, noble=noble) == reason
    scene = court("classic+commission").noble("roos", 0, "helmsley").held(0, "E-WR01")
    shut_in(scene, "helmsley", 1)
    scene.noble("grey", 0, OPEN)
    scene.state.nobles["grey"].square = scene.board.places["douglas"].square
    draw(scene, "E-RA01", 1)
    reason = scene.refused(0, "send_instead", rule="base-4.4", noble="roos")
    assert reason == "A noble under siege cannot go."
    reason = scene.refused(0, "send_instead", rule="base-4.3", noble="grey")
    assert reason == "A noble at sea or overseas cannot go."


def irish(*cards: str) -> Scene:
    """The Lieutenant is called to Ireland, to which one way leads; Roos could go instead."""
    scene = court("classic+advanced_cards+commission").noble("roos", 0, "helmsley")
    scene.give("percy", "lieutenant_ireland").held(0, *cards)
    return draw(scene, "E-AD03", 1)


@pytest.mark.rule("base-18.4", "base-4.2")
@pytest.mark.parametrize("card", ["E-WR01", "E-FM01"])
def test_who_keeps_any_event_card_is_asked_so_that_it_tells_of_no_writ(card: str) -> None:
    scene = irish(card)
    assert scene.asked(0) == ["answer_call"]
    assert [p.sealed for p in scene.match.prompts(0) if p.blocking] == [True]
    assert bool(scene.offered(0, "send_instead")) == (card == "E-WR01")
    scene.play(0, "answer_call", to=scene.board.places["ireland"].square)
    assert scene.where("percy")[0] == scene.board.places["ireland"].square


@pytest.mark.rule("base-18.4")
def test_who_keeps_no_event_card_or_has_nobody_to_send_goes_at_once() -> None:
    scene = irish()
    assert scene.where("percy")[0] == scene.board.places["ireland"].square
    scene = court("classic+advanced_cards+commission").give("percy", "lieutenant_ireland")
    draw(scene.held(0, "E-WR01"), "E-AD03", 1)
    assert scene.where("percy")[0] == scene.board.places["ireland"].square


@pytest.mark.rule("base-18.4", "base-19.2")
def test_no_writ_sends_another_against_the_french_before_calais() -> None:
    scene = court("classic+advanced_cards+commission").noble("roos", 0, "helmsley")
    scene.give("percy", "captain_calais").control("calais", "percy").held(0, "E-WR01")
    draw(scene, "E-AD02", 1)
    assert scene.asked(0) == ["answer_call"]
    assert scene.offered(0, "send_instead") == []
    reason = scene.refused(0, "send_instead", rule="base-4.3", noble="roos")
    assert reason == "An Event card calls one of your nobles. Answer it first."
    assert [p.sealed for p in scene.match.prompts(0) if p.blocking] == [False]


@pytest.mark.rule("base-18.4")
def test_without_the_option_he_goes_himself() -> None:
    scene = court().noble("roos", 0, "helmsley").held(0, "E-WR01")
    draw(scene, "E-RA01", 1)
    assert scene.offered(0, "send_instead") == []
    reason = scene.refused(0, "send_instead", rule="base-4.3", noble="roos")
    assert reason == "An Event card calls one of your nobles. Answer it first."


@pytest.mark.rule("base-4.3")
def test_a_ship_in_the_port_she_is_called_to_does_not_put_in_again() -> None:
    scene = court().give("percy", "admiral_england")
    for ship in scene.content.crown["admiral_england"].ships:
        scene.ship(ship, port="lynn")
    draw(scene, "E-RA08", 1)
    scene.play(0, "answer_call", to=next(iter(scene.candidates(0, "answer_call", "to"))))
    assert scene.happened(facts.ShipSoughtPort) == []


@pytest.mark.rule("base-4.3")
def test_a_called_office_brings_its_ships_out_of_a_siege_with_all_aboard() -> None:
    scene = court().give("percy", "admiral_england")
    scene.noble("mowbray", 0, OPEN, cards=("marshal_england",)).noble("neville", 0, OPEN)
    scene.ship("le_trinity", sea="north-sea").ship("le_grace_dieu", port="calais")
    scene.aboard("mowbray", "le_grace_dieu").aboard("neville", "le_grace_dieu")
    scene.siege("calais", ["mowbray", "neville"])
    scene.state.sieges["calais"].ships.append("le_grace_dieu")
    draw(scene, "E-RA08", 1)
    scene.play(0, "answer_call", to="lynn")
    assert (scene.lies("le_trinity"), scene.lies("le_grace_dieu")) == ("lynn", "lynn")
    assert [scene.where(n)[2] for n in ("mowbray", "neville")] == ["le_grace_dieu"] * 2
    assert scene.happened(facts.SiegeBroken) == [facts.SiegeBroken(0, "calais", "gone")]
    assert scene.state.sieges == {}


@pytest.mark.rule("base-4.3", "base-10.10")
def test_the_admiral_who_besieges_from_aboard_is_called_with_his_ship() -> None:
    scene = court().give("percy", "admiral_england").noble("mowbray", 0, OPEN)
    scene.ship("le_grace_dieu", port="hull")
    scene.aboard("percy", "le_grace_dieu").aboard("mowbray", "le_grace_dieu")
    scene.siege("hull", ["percy", "mowbray"])
    scene.state.sieges["hull"].ships.append("le_grace_dieu")
    draw(scene, "E-RA08", 1)
    scene.play(0, "answer_call", to="lynn")
    assert scene.where("percy")[1:] == ("lynn", None)
    assert scene.where("mowbray")[2] == "le_grace_dieu"
    assert scene.lies("le_grace_dieu") == "lynn"
    assert scene.state.sieges == {}


@pytest.mark.rule("base-4.4")
def test_who_was_besieged_before_he_could_answer_is_asked_nothing() -> None:
    scene = shut_in(court(), "wressle", 1)
    scene.movement(1)
    assert Summons([CalledNoble("percy", ["alnwick"])]).prompts(scene.match.table) == []


def two_ships(*, in_le_michael: tuple[str, ...], seat: int = 0) -> Scene:
    """Percy's Le Swan and Le Michael of Mowbray's both before Lancaster, with a garrison of 200."""
    scene = storm("percy").noble("mowbray", seat, OPEN, cards=("le_michael",))
    scene.ship("le_michael", sea="lancaster-bay").aboard("mowbray", "le_michael")
    for noble in in_le_michael:
        scene.noble(noble, seat, OPEN).aboard(noble, "le_michael")
    return scene


@pytest.mark.rule("base-8.15", "base-8.7")
def test_two_crews_of_one_faction_that_match_a_port_together_besiege_it() -> None:
    scene = draw(two_ships(in_le_michael=("neville",)), "E-ST01", 1)
    assert scene.where("percy") == ("", None, "le_swan")
    assert scene.where("mowbray") == scene.where("neville") == ("", None, "le_michael")
    scene.next_events("E-PL04").combat(0)
    (told,) = scene.happened(facts.AssaultDeclared)
    assert (set(told.attackers), told.strength, told.defence) == (
        {"percy", "mowbray", "neville"},
        200,
        200,
    )
    assert set(scene.state.sieges["lancaster"].ships) == {"le_swan", "le_michael"}


@pytest.mark.rule("base-8.15", "base-8.7")
@pytest.mark.parametrize(("crew", "seat"), [((), 0), (("neville",), 1)])
def test_two_crews_too_weak_together_or_of_two_factions_all_stand_in_the_open(
    crew: tuple[str, ...], seat: int
) -> None:
    scene = draw(two_ships(in_le_michael=crew, seat=seat), "E-ST01", 1)
    square = scene.board.places["lancaster"].square
    for noble in ("percy", "mowbray", *crew):
        assert scene.where(noble) == (square, None, None)
    assert scene.lies("le_swan") == scene.lies("le_michael") == "lancaster"


@pytest.mark.rule("base-8.15", "house-8.6.17")
@pytest.mark.parametrize(
    ("ruleset", "besieges"), [("classic+house_sieges", True), ("classic", False)]
)
def test_whom_a_storm_drives_to_walls_besieges_them_with_as_much_as_a_siege_takes(
    ruleset: str, *, besieges: bool
) -> None:
    scene = Scene(2, ruleset).noble("percy", 0, OPEN, cards=("le_swan",))
    scene.noble("courtenay", 1, "tiverton").ship("le_swan", sea="lancaster-bay")
    draw(scene.aboard("percy", "le_swan"), "E-ST01", 1)  # with half of Lancaster's 200 men
    assert (scene.state.nobles["percy"].aboard == "le_swan") is besieges
    scene.combat(0)
    assert list(scene.state.sieges) == ["lancaster"] * besieges


@pytest.mark.rule("base-8.15", "base-11.10")
def test_who_is_driven_ashore_takes_an_heir_who_stands_there_alone() -> None:
    scene = storm("percy")
    scene.heir_at("george", scene.board.places["lancaster"].square)
    draw(scene, "E-ST01", 1)
    assert scene.state.heirs["george"].holder == "percy"
