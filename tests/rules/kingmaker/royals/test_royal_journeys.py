"""Event cards that send the King over the border, what treaties do, and what ends them."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.conditions.abroad import end_treaty, lands_open
from bot.rules.kingmaker.consequences.changes import give_heir, kill_heir, kill_noble
from tests.rules.kingmaker.battlefield import only
from tests.rules.kingmaker.captivity.held import capture
from tests.rules.kingmaker.royals.test_royal_lives import FOREST, HUNT
from tests.rules.kingmaker.scene import Scene

VISIT, FRANCE, SCOTLAND = "X-RVI", "X-TFR", "X-TSC"
CARDS = "classic+advanced_cards+card_royal_visit+card_treaty_france+card_treaty_scotland"
RULES = f"{CARDS}+lands_overseas"
IRELAND, SCOTS, CONTINENT, CALAIS = "1,11", "10,1", "25,25", "24,23"


def court(*heirs: str) -> Scene:
    """Percy keeps the King near York, with Roos beside him; Courtenay is far away."""
    scene = Scene(2, RULES).noble("percy", 0, "13,20", heirs=heirs or ("henry",))
    return scene.noble("roos", 0, "13,20").noble("courtenay", 1, "tiverton")


# The visit


@pytest.mark.rule("ishkibibble-visit.1", "ishkibibble-visit.2", "ishkibibble-visit.3")
def test_the_king_and_his_party_are_let_into_dublin() -> None:
    scene = court().next_events(VISIT)
    half = scene.content.events[VISIT]
    assert (half.combat, half.killed) == ("3-2", ("neville",))
    scene.event(1)
    assert scene.candidates(0, "attend_king", "to") == {"dublin"}
    scene.refused(0, "done", rule="ishkibibble-visit.1")
    scene.play(0, "attend_king", **{"to": "dublin", "with": ["roos"]})
    assert scene.where("percy") == scene.where("roos") == (IRELAND, "dublin", None)
    assert scene.state.control["dublin"] == "percy"
    assert scene.state.treaties == {}
    assert scene.happened(facts.KingCalled) == [
        facts.KingCalled("henry", "ireland", IRELAND, "dublin", ("percy", "roos"))
    ]


@pytest.mark.rule("ishkibibble-visit.1", "ishkibibble-visit.2")
def test_to_ireland_if_somebody_is_in_dublin() -> None:
    scene = court().noble("clifford", 1, "dublin").next_events(VISIT)
    scene.event(0)
    scene.play(0, "attend_king", to=IRELAND)
    assert scene.where("percy") == (IRELAND, None, None)
    assert scene.where("roos") == ("13,20", None, None)
    assert scene.state.control["dublin"] == "clifford"


@pytest.mark.rule("ishkibibble-visit.1")
@pytest.mark.parametrize("others", [(), ("howard",)])
def test_a_king_who_is_in_dublin_already_stays_there(others: tuple[str, ...]) -> None:
    scene = Scene(2, RULES).noble("percy", 0, "dublin", heirs=("henry",))
    scene.noble("courtenay", 1, "tiverton")
    for other in others:
        scene.noble(other, 1, "dublin", guest=True)
    scene.next_events(VISIT).event(0)
    assert only(scene, facts.KingCalled).inside == "dublin"
    assert scene.where("percy") == (IRELAND, "dublin", None)
    assert scene.state.control["dublin"] == "percy"


@pytest.mark.rule("ishkibibble-visit.1")
def test_as_a_guest_where_dublin_is_another_players_and_empty() -> None:
    scene = court().control("dublin", "courtenay").next_events(VISIT)
    scene.event(0)
    scene.play(0, "attend_king", to="dublin")
    assert scene.where("percy") == (IRELAND, "dublin", None)
    assert scene.state.control["dublin"] == "courtenay"


@pytest.mark.rule("ishkibibble-visit.1")
def test_a_king_whom_nobody_has_goes_alone() -> None:
    scene = Scene(2, RULES).noble("percy", 0, "13,20").noble("courtenay", 1, "tiverton")
    scene.next_events(VISIT).event(0)
    henry = scene.state.heirs["henry"]
    assert (henry.square, henry.inside, henry.holder) == (IRELAND, "dublin", None)


@pytest.mark.rule(
    "ishkibibble-visit.1", "ishkibibble-treatyfrance.1", "ishkibibble-treatyscotland.1"
)
@pytest.mark.parametrize("card", [VISIT, FRANCE, SCOTLAND])
def test_without_a_sole_king_nobody_goes(card: str) -> None:
    scene = court("henry", "richard_york").crowned("henry", "richard_york").next_events(card)
    scene.event(0)
    assert scene.happened(facts.EventIdle) == [facts.EventIdle(card, "no_sole_king")]
    assert scene.state.treaties == {}


@pytest.mark.rule("ishkibibble-treatyfrance.1", "base-4.4")
def test_a_king_under_siege_signs_nothing() -> None:
    scene = Scene(2, RULES).noble("roos", 0, "helmsley", heirs=("henry",))
    scene.noble("courtenay", 1, "helmsley", outside=True).siege("helmsley", ["courtenay"])
    scene.give("courtenay", *scene.content.mercenaries[:8])
    scene.next_events(FRANCE).event(0)
    assert scene.happened(facts.EventIdle) == [facts.EventIdle(FRANCE, "king_besieged")]
    assert scene.state.treaties == {}


# Treaties


@pytest.mark.rule(
    "ishkibibble-treatyfrance.1",
    "ishkibibble-treatyfrance.2",
    "ishkibibble-treatyfrance.3",
    "ishkibibble-treatyfrance.5",
)
def test_the_treaty_with_france_gives_calais_back() -> None:
    scene = court().next_events(FRANCE)
    half = scene.content.events[FRANCE]
    assert (half.combat, half.killed) == ("3-1", ("beaufort", "cromwell", "bourchier"))
    scene.state.french = ["calais"]
    scene.event(1)
    scene.play(0, "attend_king", **{"to": CONTINENT, "with": ["roos"]})
    assert scene.where("percy") == scene.where("roos") == (CONTINENT, None, None)
    assert scene.state.treaties == {"continent": "henry"}
    assert lands_open(scene.state, scene.content, 0) == ("continent",)
    assert scene.state.french == []
    assert scene.state.control["calais"] == "percy"
    assert scene.happened(facts.TreatyMade) == [facts.TreatyMade("continent", "henry")]


@pytest.mark.rule("ishkibibble-treatyfrance.2")
def test_calais_goes_to_the_kings_faction_whoever_had_it() -> None:
    scene = court().noble("clifford", 1, "calais").next_events(FRANCE)
    scene.event(0)
    scene.play(0, "attend_king", to=CONTINENT)
    assert scene.state.control["calais"] == "percy"
    assert scene.where("clifford") == (CALAIS, None, None)


@pytest.mark.rule("ishkibibble-treatyfrance.2", "ishkibibble-treatyfrance.4")
def test_a_french_siege_fails_and_ends_the_treaty() -> None:
    scene = court()
    scene.state.treaties = {"continent": "henry"}
    scene.control("calais", "percy").next_events("E-AD02").event(0)
    assert scene.state.french == []
    assert scene.state.control["calais"] == "percy"
    assert scene.state.treaties == {}
    assert scene.happened(facts.TreatyEnded) == [facts.TreatyEnded("continent", "henry", "E-AD02")]
    assert scene.happened(facts.EventIdle) == [facts.EventIdle("E-AD02", "treaty")]


@pytest.mark.rule("ishkibibble-treatyscotland.1", "ishkibibble-treatyscotland.5")
def test_the_king_goes_to_scotland_and_signs() -> None:
    scene = court().next_events(SCOTLAND)
    half = scene.content.events[SCOTLAND]
    assert (half.combat, half.bad_weather) == ("bad_weather", True)
    scene.event(0)
    scene.play(0, "attend_king", to=SCOTS)
    assert scene.where("percy") == (SCOTS, None, None)
    assert scene.state.treaties == {"scotland": "henry"}
    assert lands_open(scene.state, scene.content, 0) == ("scotland",)


@pytest.mark.rule("ishkibibble-treatyscotland.2", "ishkibibble-treatyscotland.4")
def test_the_next_raid_of_the_scots_does_nothing_but_end_the_treaty() -> None:
    scene = court()
    scene.state.treaties = {"scotland": "henry"}
    scene.next_events("E-RA01").event(0)  # it calls Percy to Alnwick
    assert scene.where("percy") == ("13,20", None, None)
    assert scene.state.treaties == {}
    scene.next_events("E-RA03")
    scene.noble("grey", 1, "14,20").event(0)
    assert scene.happened(facts.EventIdle) == []


def invaded() -> Scene:
    """The Scots hold Durham, Raby and Newcastle, whose card lies beside Courtenay; the King goes to
    Scotland for a treaty."""
    rules = f"{CARDS}+lands_overseas+card_scots"
    scene = Scene(2, rules).noble("percy", 0, "13,20", heirs=("henry",))
    scene.noble("roos", 0, "13,20").noble("courtenay", 1, "tiverton")
    scene.give("courtenay", "town_newcastle")
    for place in ("durham", "raby", "newcastle"):
        scene.control(place, None)
    scene.state.scots, scene.state.scots_came = ["durham", "raby", "newcastle"], True
    scene.next_events(SCOTLAND).event(0)
    scene.play(0, "attend_king", to=SCOTS)
    return scene


@pytest.mark.rule("ishkibibble-treatyscotland.2")
def test_a_treaty_with_the_scots_ends_their_invasion() -> None:
    scene = invaded()
    assert scene.happened(facts.ScotsWentHome) == [
        facts.ScotsWentHome(("durham", "raby", "newcastle"))
    ]
    assert (scene.state.scots, scene.state.treaties) == ([], {"scotland": "henry"})
    assert not {"durham", "raby", "newcastle"} & set(scene.state.control)
    assert scene.state.nobles["courtenay"].cards == ["town_newcastle"]
    assert scene.match.violations() == []
    scene.noble("stanley", 1, scene.board.places["newcastle"].square)
    scene.give("stanley", *scene.content.mercenaries[:14])
    scene.combat(1)
    assert "newcastle" in scene.candidates(1, "conclude", "place")


@pytest.mark.rule("ishkibibble-treatyscotland.2", "ishkibibble-scotsinvasion.6")
def test_after_a_treaty_no_further_army_of_the_scots_follows() -> None:
    scene = invaded()
    scene.next_events("X-SCI").event(1)
    assert scene.happened(facts.EventIdle) == [facts.EventIdle("X-SCI", "treaty")]
    scene.state.event_discards.remove("X-SCI")
    scene.state.event_deck.append("X-SCI")
    scene.event(0)
    assert scene.happened(facts.EventIdle) == [facts.EventIdle("X-SCI", "scots_gone")]


@pytest.mark.rule("ishkibibble-treatyscotland.2")
def test_where_the_scots_hold_nothing_a_treaty_sends_nobody_home() -> None:
    scene = court().next_events(SCOTLAND)
    scene.event(0)
    scene.play(0, "attend_king", to=SCOTS)
    assert scene.happened(facts.ScotsWentHome) == []


@pytest.mark.rule("ishkibibble-treatyscotland.4", "ishkibibble-treatyfrance.4")
@pytest.mark.parametrize(
    "card", ["E-RA01", "E-RA02", "E-RA03", "E-RA04", "E-RA05", "E-RA06", "E-RA07", "E-AD02"]
)
def test_treaty_ended_by_every_raid_and_siege(card: str) -> None:
    scene = court()
    scene.state.treaties = {"scotland": "henry", "continent": "henry"}
    scene.next_events(card).event(0)
    assert scene.state.treaties == {}
    assert {told.land for told in scene.happened(facts.TreatyEnded)} == {"scotland", "continent"}


@pytest.mark.rule("ishkibibble-treatyscotland.4", "ishkibibble-treatyfrance.4")
def test_the_cards_that_end_treaties() -> None:
    from bot.content.files import EVENTS, EventFile, read_json
    from bot.content.load import data_root

    cards = read_json(data_root(), EVENTS, EventFile).cards
    ending = {card.id for card in cards if card.ends_treaties}
    assert ending == {*(f"E-RA0{n}" for n in range(1, 8)), "E-AD02", "X-SCI", "X-WAR"}
    assert {card.id: card.barred_by for card in cards if card.barred_by} == {
        "E-RA01": "scotland",
        "E-RA02": "scotland",
        "E-RA03": "scotland",
        "X-SCI": "scotland",
        "E-AD02": "continent",
    }


@pytest.mark.rule("ishkibibble-treatyscotland.4", "ishkibibble-treatyfrance.4")
def test_treaty_ended_by_the_death_of_its_king() -> None:
    scene = court()
    scene.state.treaties = {"scotland": "henry", "continent": "edward_march"}
    kill_heir(scene.match.table, "henry", "killed")
    assert scene.state.treaties == {"continent": "edward_march"}
    scene.noble("beaufort", 0, "14,20").dead("margaret", "edward_lancaster")
    scene.state.beaufort_crowned = True
    scene.state.treaties = {"scotland": "beaufort"}
    kill_noble(scene.match.table, "beaufort", "battle")
    assert scene.state.treaties == {}


@pytest.mark.rule("ishkibibble-treatyfrance.3", "ishkibibble-treatyscotland.3")
def test_the_land_is_open_to_whoever_has_the_king_now() -> None:
    scene = court()
    scene.state.treaties = {"scotland": "henry", "continent": "henry"}
    assert lands_open(scene.state, scene.content, 0) == ("continent", "scotland")
    scene.hold("henry", "courtenay")
    assert lands_open(scene.state, scene.content, 0) == ()
    assert lands_open(scene.state, scene.content, 1) == ("continent", "scotland")


@pytest.mark.rule("ishkibibble-treatyfrance.1", "ishkibibble-treatyfrance.2")
def test_a_king_whom_nobody_has_signs_and_calais_is_english_and_nobodys() -> None:
    scene = Scene(2, RULES).noble("percy", 0, "13,20").noble("courtenay", 1, "tiverton")
    scene.state.french = ["calais", "london"]
    scene.next_events(FRANCE).event(0)
    henry = scene.state.heirs["henry"]
    assert (henry.square, henry.inside, henry.holder) == (CONTINENT, None, None)
    assert scene.happened(facts.KingCalled) == [
        facts.KingCalled("henry", "continent", CONTINENT, None)
    ]
    assert scene.happened(facts.TreatyMade) == [facts.TreatyMade("continent", "henry")]
    assert scene.state.treaties == {"continent": "henry"}
    assert scene.state.french == ["london"]
    assert "calais" not in scene.state.control


def treaty() -> Scene:
    """Percy has made a treaty with the French, and has Calais by it; Courtenay is beside him."""
    scene = court().noble("clifford", 1, "calais").next_events(FRANCE)
    scene.event(0)
    scene.play(0, "attend_king", **{"to": CONTINENT, "with": []})
    assert scene.state.control["calais"] == "percy"
    scene.state.nobles["courtenay"].square = scene.state.nobles["roos"].square = CONTINENT
    return scene


def pass_king(scene: Scene, noble: str) -> None:
    """Somebody else gets the King."""
    give_heir(scene.match.table, "henry", noble)
    scene.game.apply_consequences(scene.match.table)


@pytest.mark.rule("ishkibibble-treatyfrance.2")
def test_calais_goes_with_the_king_while_the_treaty_lasts() -> None:
    scene = treaty()
    pass_king(scene, "roos")
    assert scene.state.control["calais"] == "percy"
    pass_king(scene, "courtenay")
    assert scene.state.control["calais"] == "courtenay"


@pytest.mark.rule("ishkibibble-treatyfrance.2")
def test_but_not_what_others_have_taken_meanwhile() -> None:
    scene = treaty().noble("grey", 1, "18,20")
    scene.control("calais", "grey")
    pass_king(scene, "courtenay")
    assert scene.state.control["calais"] == "grey"
    pass_king(scene, "percy")
    assert scene.state.control["calais"] == "percy"  # that of who had the King since


@pytest.mark.rule("ishkibibble-treatyfrance.2")
def test_the_first_who_has_a_king_whom_nobody_had_gets_calais() -> None:
    scene = Scene(2, RULES).noble("percy", 0, "13,20").noble("courtenay", 1, "tiverton")
    scene.next_events(FRANCE).event(0)
    assert "calais" not in scene.state.control
    pass_king(scene, "courtenay")
    assert scene.state.control["calais"] == "courtenay"


@pytest.mark.rule("ishkibibble-treatyfrance.2", "ishkibibble-treatyfrance.4")
def test_when_the_treaty_is_over_calais_stays() -> None:
    scene = treaty()
    end_treaty(scene.match.table, "continent", "E-AD02")
    assert scene.state.calais_with is None
    pass_king(scene, "courtenay")
    assert scene.state.control["calais"] == "percy"


@pytest.mark.rule("ishkibibble-treatyfrance.2")
def test_a_siege_of_calais_ends_with_the_treaty() -> None:
    scene = court().noble("clifford", 1, "calais")
    besiegers = ["mowbray", "neville", "stanley", "stafford", "fitzalan"]
    for noble in besiegers:
        scene.noble(noble, 0, CALAIS, outside=True)
    scene.siege("calais", besiegers).next_events(FRANCE)
    scene.event(0)
    scene.play(0, "attend_king", to=CONTINENT)
    assert scene.happened(facts.SiegeBroken) == [facts.SiegeBroken(0, "calais", "treaty")]
    assert (scene.state.sieges, scene.state.control["calais"]) == ({}, "percy")


@pytest.mark.rule("ishkibibble-treatyfrance.2")
def test_where_the_kings_faction_has_calais_it_stays_whose_it_is() -> None:
    scene = court().noble("clifford", 0, "calais").next_events(FRANCE)
    scene.event(0)
    scene.play(0, "attend_king", to=CONTINENT)
    assert scene.state.control["calais"] == "clifford"
    assert scene.state.nobles["clifford"].inside == "calais"


# Journeys and hunts of the King meet sieges, captives, heirs and the King's Peace.


HUNTS = "classic+card_royal_hunt+expanded_ransom"


def besieged_king(card: str, ruleset: str) -> Scene:
    """Henry is alone in Masham, which Mowbray of seat 0 besieges, and this card is drawn."""
    scene = Scene(2, ruleset).noble("courtenay", 1, "tiverton")
    scene.noble("mowbray", 0, "masham", outside=True).give("mowbray", *scene.content.mercenaries)
    scene.heir_at("henry", scene.board.places["masham"].square, "masham")
    scene.siege("masham", ["mowbray"]).next_events(card)
    scene.event(0)
    return scene


@pytest.mark.rule("ishkibibble-visit.1", "ishkibibble-treatyscotland.1", "base-4.4")
@pytest.mark.parametrize("card", [VISIT, SCOTLAND])
def test_a_king_alone_in_a_place_under_siege_goes_nowhere(card: str) -> None:
    scene = besieged_king(card, RULES)
    assert scene.happened(facts.EventIdle) == [facts.EventIdle(card, "king_besieged")]
    assert scene.state.heirs["henry"].inside == "masham"
    assert scene.state.treaties == {}


@pytest.mark.rule("ishkibibble-hunt.1", "base-4.4")
def test_nor_does_he_hunt() -> None:
    scene = besieged_king(HUNT, HUNTS)
    assert scene.happened(facts.EventIdle) == [facts.EventIdle(HUNT, "king_besieged")]
    assert (scene.asked(0), scene.asked(1)) == (["movement"], [])
    assert scene.state.heirs["henry"].inside == "masham"


@pytest.mark.rule("ishkibibble-hunt.1", "base-4.4")
def test_a_king_whose_keeper_is_under_siege_does_not_hunt_either() -> None:
    scene = Scene(2, HUNTS).noble("scrope", 1, "masham", heirs=("henry",))
    scene.noble("mowbray", 0, "masham", outside=True).give("mowbray", *scene.content.mercenaries)
    scene.siege("masham", ["mowbray"]).next_events(HUNT)
    scene.event(0)
    assert scene.happened(facts.EventIdle) == [facts.EventIdle(HUNT, "king_besieged")]
    assert scene.where("scrope")[1] == "masham"


@pytest.mark.rule("ishkibibble-ransom.3", "ishkibibble-visit.1", "ishkibibble-hunt.1", "base-4.5")
@pytest.mark.parametrize("card", [VISIT, FRANCE, SCOTLAND, HUNT, "E-EM01"])
def test_king_beaufort_obeys_no_call_while_he_is_a_captive(card: str) -> None:
    scene = Scene(2, "ishkibibble").noble("percy", 0, "13,20").noble("beaufort", 1, "13,20")
    scene.noble("courtenay", 1, "tiverton").dead("henry", "margaret", "edward_lancaster")
    scene.state.beaufort_crowned = scene.state.beaufort_announced = True
    capture(scene, "beaufort", "percy").next_events(card).event(1)
    assert scene.happened(facts.EventIdle) == [facts.EventIdle(card, "king_captive")]
    assert (scene.asked(0), scene.asked(1)) == ([], ["movement"])
    assert scene.state.treaties == {}


@pytest.mark.rule("ishkibibble-hunt.2")
def test_of_two_kings_who_hunt_only_he_rides_who_is_not_under_siege() -> None:
    scene = Scene(2, HUNTS).noble("scrope", 1, "masham", heirs=("henry",))
    scene.noble("mowbray", 0, "masham", outside=True).give("mowbray", *scene.content.mercenaries)
    scene.noble("percy", 0, "13,20", heirs=("richard_york",)).crowned("henry", "richard_york")
    scene.siege("masham", ["mowbray"]).next_events(HUNT)
    scene.dice_show(5, then=1)
    scene.event(0)
    (prompt,) = [p for p in scene.match.prompts(0) if p.blocking]
    assert prompt.facts == {"king": "richard_york", "place": FOREST}


@pytest.mark.rule("ishkibibble-hunt.1", "ishkibibble-ransom.3")
def test_captives_do_not_ride_along() -> None:
    scene = Scene(2, HUNTS).noble("percy", 0, "13,20", heirs=("henry",))
    scene.noble("roos", 0, "york").noble("courtenay", 1, "tiverton").noble("grey", 1, "14,20")
    scene.state.nobles["roos"].captor = 1
    scene.next_events(HUNT).event(0)
    assert scene.asked(0) == []
    assert scene.candidates(1, "attend_king", "with") == {"courtenay", "grey"}


@pytest.mark.rule("ishkibibble-hunt.1", "base-11.9")
def test_a_king_put_to_death_meanwhile_leads_no_hunt() -> None:
    scene = Scene(2, HUNTS).noble("percy", 0, "13,20", heirs=("henry",))
    scene.noble("roos", 0, "york").noble("courtenay", 1, "tiverton").next_events(HUNT)
    scene.event(1)
    scene.play(1, "attend_king", to=FOREST, **{"with": ["courtenay"]})
    scene.play(0, "kill_heir", heir="henry")
    assert scene.happened(facts.EventIdle) == [facts.EventIdle(HUNT, "no_king")]
    assert scene.happened(facts.KingCalled) == []
    assert scene.where("courtenay")[1] == "tiverton"


@pytest.mark.rule("ishkibibble-hunt.1", "house-7.4.13")
def test_who_may_not_move_under_the_kings_peace_does_not_ride_along() -> None:
    scene = Scene(2, "house+card_royal_hunt").noble("percy", 0, "13,20", heirs=("henry",))
    scene.noble("courtenay", 1, "tiverton").noble("grey", 1, "york")
    scene.peace(0, "15,18", "courtenay").next_events(HUNT)
    scene.event(1)
    assert scene.candidates(1, "attend_king", "with") == {"grey"}


@pytest.mark.rule("ishkibibble-hunt.1", "house-8.3.2")
def test_the_kings_ship_puts_in_before_he_rides_out() -> None:
    scene = Scene(2, "house+card_royal_hunt").noble("percy", 0, "13,20", heirs=("henry",))
    scene.noble("roos", 0, "13,20").noble("courtenay", 1, "tiverton").give("percy", "le_swan")
    scene.ship("le_swan", sea="dogger").aboard("percy", "le_swan").aboard("roos", "le_swan")
    scene.next_events(HUNT).event(0)
    scene.play(0, "put_in", ship="le_swan", port="ravenser")
    assert scene.candidates(0, "attend_king", "with") == {"roos"}
    scene.play(0, "attend_king", to=FOREST)
    scene.play(1, "attend_king", to=FOREST)
    assert scene.where("percy") == (FOREST, None, None)
    assert scene.where("roos") == (scene.board.places["ravenser"].square, None, None)


@pytest.mark.rule("ishkibibble-visit.1")
def test_into_dublin_under_siege_nobody_is_let() -> None:
    scene = court().control("dublin", "courtenay")
    scene.noble("mowbray", 0, IRELAND, outside=True).give("mowbray", *scene.content.mercenaries)
    scene.give("mowbray", "earl_kent", "marshal_england")
    scene.siege("dublin", ["mowbray"]).next_events(VISIT)
    scene.event(0)
    assert scene.candidates(0, "attend_king", "to") == {IRELAND}
    scene.play(0, "attend_king", to=IRELAND)
    assert scene.where("percy") == (IRELAND, None, None)


@pytest.mark.rule("ishkibibble-visit.2")
def test_those_who_come_along_take_in_an_heir_who_stands_there() -> None:
    scene = court().heir_at("margaret", CONTINENT).next_events(FRANCE)
    scene.event(0)
    scene.play(0, "attend_king", **{"to": CONTINENT, "with": ["roos"]})
    assert scene.state.heirs["margaret"].holder in ("percy", "roos")


@pytest.mark.rule("ishkibibble-visit.2")
def test_who_says_nothing_sends_the_kings_keeper_alone() -> None:
    scene = court().next_events(VISIT)
    scene.event(0)
    (prompt,) = [p for p in scene.match.prompts(0) if p.blocking]
    assert prompt.default is not None
    assert (prompt.default.one("to"), prompt.default.many("with")) == ("dublin", ())
    assert prompt.facts == {"king": "henry", "noble": "percy", "place": "ireland"}
    reason = scene.refused(0, "done", rule="ishkibibble-visit.1")
    assert reason == "The King is crossing the border. First say who goes with him."


@pytest.mark.rule("ishkibibble-visit.2")
def test_his_party_are_guests_in_anothers_dublin() -> None:
    scene = court().control("dublin", "courtenay").next_events(VISIT)
    scene.event(0)
    scene.play(0, "attend_king", **{"to": "dublin", "with": ["roos"]})
    assert scene.where("percy") == scene.where("roos") == (IRELAND, "dublin", None)
