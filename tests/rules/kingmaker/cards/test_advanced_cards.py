"""The advanced cards: Calais and its Captain, Ireland and its Lieutenant, the French, Le Lucas."""

from __future__ import annotations

import pytest

from bot.content.load import load_content
from bot.games import words_for
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.setup.opening import AssignDealt
from bot.rules.kingmaker.turn import Turns
from tests.rules.kingmaker.battlefield import FIELD
from tests.rules.kingmaker.scene import Scene

ADVANCED = "classic+advanced_cards"
WITH_DUBLIN = "classic+advanced_cards+edmund"
SIEGE, REVOLT, PLAGUE = "E-AD02", "E-AD03", "E-AD01"
IRELAND, CALAIS, DOVER = "1,11", "24,23", "22,23"


def scene_of(ruleset: str = ADVANCED) -> Scene:
    """A noble of the other faction, far away."""
    return Scene(2, ruleset).noble("courtenay", 1, "tiverton")


# The decks


@pytest.mark.rule("base-19.1", "base-19.2")
def test_the_cards_that_come_with_the_option() -> None:
    plain, more = load_content("classic"), load_content(ADVANCED)
    assert sorted(set(more.crown) - set(plain.crown)) == [
        "captain_calais",
        "french_foot",
        "le_lucas",
        "lieutenant_ireland",
    ]
    assert sorted(set(more.events) - set(plain.events)) == [PLAGUE, SIEGE, REVOLT]
    assert more.ships["le_lucas"].home_port == "whitby"
    assert (len(more.crown), len(more.events)) == (76, 83)


@pytest.mark.rule("base-19.1", "base-19.10")
def test_the_bonus_troops_of_the_two_offices() -> None:
    scene = scene_of().noble("percy", 0, CALAIS, cards=("captain_calais",))
    scene.noble("neville", 0, IRELAND, cards=("lieutenant_ireland",))
    scene.movement(0)
    view = scene.match.view(None)
    assert view.nobles["percy"].troops == 100 + 50 + 300
    assert view.nobles["neville"].troops == 50 + 50 + 200
    away = scene_of().noble("percy", 0, FIELD, cards=("captain_calais",)).movement(0)
    assert away is not None


@pytest.mark.rule("base-19.1", "base-19.9")
def test_the_captain_has_calais_unless_another_has_taken_it() -> None:
    scene = scene_of().noble("percy", 0, FIELD).hand(0, "captain_calais")
    scene.movement(0)
    scene.play(0, "play", card="captain_calais", noble="percy")
    assert scene.state.control["calais"] == "percy"
    taken = scene_of().noble("percy", 0, FIELD).hand(0, "captain_calais")
    taken.control("calais", "courtenay").movement(0)
    taken.play(0, "play", card="captain_calais", noble="percy")
    assert taken.state.control["calais"] == "courtenay"


def test_the_option_does_not_fit_the_house_rules() -> None:
    with pytest.raises(ValueError, match="Advanced cards needs trade within one square"):
        load_content("house+advanced_cards")


# The French before Calais (base-19.2)


def besieged_by_the_french(scene: Scene) -> Scene:
    """The card is drawn in seat 0's turn."""
    scene.next_events(SIEGE).event(0)
    return scene


@pytest.mark.rule("base-19.2")
def test_calais_without_a_noble_falls_to_the_french() -> None:
    scene = scene_of().noble("percy", 0, FIELD).control("calais", "courtenay")
    scene.heir_at("richard_gloucester", CALAIS, "calais")
    besieged_by_the_french(scene)
    assert "calais" not in scene.state.control
    assert scene.state.french == ["calais"]
    assert scene.happened(facts.TakenByFrench) == [facts.TakenByFrench("calais", 1)]
    heir = scene.state.heirs["richard_gloucester"]
    assert (heir.alive, heir.inside) == (True, "calais")


@pytest.mark.rule("base-19.2")
def test_no_card_gives_what_the_french_have_but_a_siege_takes_it() -> None:
    scene = scene_of().noble("percy", 0, CALAIS, outside=True)
    scene.hand(0, "captain_calais")
    scene.state.french = ["calais"]
    scene.next_events("E-RA08").movement(0)
    scene.play(0, "play", card="captain_calais", noble="percy")
    assert "calais" not in scene.state.control
    scene.refused(0, "enter", rule="base-6.5", nobles=["percy"], place="calais")
    scene.combat(0)
    scene.play(0, "conclude", nobles=["percy"], place="calais")
    assert scene.state.control["calais"] == "percy"
    assert scene.state.french == []


@pytest.mark.rule("base-19.2")
def test_the_captain_goes_to_calais_and_keeps_it() -> None:
    scene = scene_of().noble("percy", 0, FIELD, cards=("captain_calais",))
    scene.control("calais", "percy")
    besieged_by_the_french(scene)
    assert scene.game.positions.decode(scene.match.save()).agenda == scene.match.position.agenda
    scene.play(0, "answer_call", to="calais")
    assert scene.where("percy") == (CALAIS, "calais", None)
    assert scene.state.control["calais"] == "percy"
    assert scene.happened(facts.EventIdle) == [facts.EventIdle(SIEGE, "french_held_off")]


@pytest.mark.rule("base-19.2")
def test_a_captain_who_stays_outside_loses_it() -> None:
    scene = scene_of().noble("percy", 0, FIELD, cards=("captain_calais",))
    scene.control("calais", "percy")
    besieged_by_the_french(scene)
    scene.play(0, "answer_call", to=CALAIS)
    assert scene.state.french == ["calais"]
    assert "calais" not in scene.state.control


@pytest.mark.rule("base-19.2")
def test_the_french_who_have_it_already_change_nothing() -> None:
    scene = scene_of().noble("percy", 0, FIELD)
    scene.state.french = ["calais"]
    besieged_by_the_french(scene)
    assert scene.state.french == ["calais"]
    assert scene.happened(facts.EventIdle) == [facts.EventIdle(SIEGE, "french_already")]


@pytest.mark.rule("base-19.2")
def test_plague_in_calais() -> None:
    scene = scene_of().noble("percy", 0, "calais").noble("roos", 0, CALAIS, outside=True)
    scene.next_events(PLAGUE).event(0)
    assert "percy" not in scene.state.nobles
    assert "roos" in scene.state.nobles


def test_a_place_in_french_hands_is_looked_up() -> None:
    scene = scene_of().noble("percy", 0, FIELD)
    scene.state.french = ["calais"]
    scene.movement(0)
    text = words_for("kingmaker", ADVANCED).place_text(
        "calais", scene.match.view(None), lambda seat: "Anne"
    )
    assert "In the hands of the French." in text
    assert "Neutral" not in text


# Ireland (base-19.10)


@pytest.mark.rule("base-19.2", "base-19.10")
def test_an_irish_revolt_calls_the_lieutenant_to_ireland() -> None:
    scene = scene_of().noble("percy", 0, FIELD, cards=("lieutenant_ireland",))
    scene.next_events(REVOLT).event(0)  # there is one place to go, so nobody is asked
    assert scene.where("percy") == (IRELAND, None, None)
    assert scene.happened(facts.NobleCalled)[0].place == "ireland"


@pytest.mark.rule("base-19.2")
def test_to_dublin_where_that_is_a_town_of_his() -> None:
    scene = scene_of(WITH_DUBLIN).noble("percy", 0, FIELD, cards=("lieutenant_ireland",))
    scene.control("dublin", "percy").next_events(REVOLT).event(0)
    assert scene.candidates(0, "answer_call", "to") == {"dublin", IRELAND}
    scene.play(0, "answer_call", to="dublin")
    assert scene.where("percy") == (IRELAND, "dublin", None)


@pytest.mark.rule("base-19.10", "base-8.13")
def test_the_lieutenant_sails_to_ireland_and_goes_ashore() -> None:
    scene = scene_of().noble("percy", 0, FIELD, cards=("lieutenant_ireland", "le_swan"))
    scene.ship("le_swan", sea="dublin-bay").aboard("percy", "le_swan").movement(0)
    scene.play(0, "sail", ship="le_swan", to="ireland")
    scene.play(0, "land", ship="le_swan", nobles=["percy"])
    assert scene.where("percy") == (IRELAND, None, None)
    scene.refused(0, "enter", rule="base-6.4", nobles=["percy"], place="dublin")


@pytest.mark.rule("base-19.10", "base-8.13")
def test_ireland_is_closed_to_other_factions() -> None:
    scene = scene_of().noble("percy", 0, FIELD, cards=("le_swan",))
    scene.give("courtenay", "lieutenant_ireland").ship("le_swan", sea="dublin-bay").movement(0)
    reason = scene.refused(0, "sail", rule="base-19.10", ship="le_swan", to="ireland")
    assert reason == "Only ships of the Lieutenant’s faction can put in there."


@pytest.mark.rule("base-19.10")
def test_a_ship_fetches_those_who_were_left_there() -> None:
    scene = scene_of().noble("percy", 0, IRELAND, cards=("le_swan",))
    scene.ship("le_swan", sea="dublin-bay").movement(0)
    scene.play(0, "sail", ship="le_swan", to="ireland")
    scene.play(0, "done")
    scene.movement(0)
    scene.play(0, "embark", ship="le_swan", nobles=["percy"])
    scene.play(0, "sail", ship="le_swan", to="dublin-bay")
    assert scene.where("percy") == ("", None, "le_swan")


@pytest.mark.rule("base-19.10")
def test_nobles_fight_in_ireland() -> None:
    scene = scene_of().noble("percy", 0, IRELAND, cards=("lieutenant_ireland",))
    scene.noble("roos", 1, IRELAND).next_events("E-RA08").combat(0)
    scene.play(0, "attack", nobles=["percy"], against="1", square=IRELAND)
    assert scene.happened(facts.BattleDecided)[0].winner == 0


# French Foot Soldiers (base-19.6)


def with_french(*others: str, port: str = CALAIS) -> Scene:
    """Percy is in Calais, and the French are in his player's hand."""
    scene = scene_of().noble("percy", 0, port, outside=True).hand(0, "french_foot")
    for noble in others:
        scene.noble(noble, 0, port, outside=True)
    return scene


@pytest.mark.rule("base-19.6")
def test_they_are_given_only_to_a_noble_in_calais() -> None:
    scene = with_french().noble("grey", 0, FIELD)
    scene.movement(0)
    assert scene.candidates(0, "play", "noble") == {"percy"}
    reason = scene.refused(0, "play", rule="base-19.6", card="french_foot", noble="grey")
    assert reason == "Give these men only to a noble who is in Calais or on the Continent."
    scene.play(0, "play", card="french_foot", noble="percy")
    assert scene.match.view(None).nobles["percy"].troops == 200


def laying_out(at: str) -> Scene:
    """Percy of seat 0 stands somewhere, and Saxons and the French were dealt to his player."""
    scene = scene_of().noble("percy", 0, at).noble("grey", 0, "ruthin")
    for card in ("french_foot", "saxons_1"):
        scene.state.crown_deck.remove(card)
    scene.state.factions[0].dealt = ["french_foot", "saxons_1"]
    scene.state.phase = "setup"
    scene.position.agenda[:] = [Turns(), AssignDealt()]
    scene.match._after()
    return scene


@pytest.mark.rule("base-19.6", "base-2.5", "base-2.6")
def test_dealt_at_the_start_they_go_back_into_the_deck_and_in_no_hand() -> None:
    scene = laying_out("alnwick")
    assert scene.candidates(0, "assign", "card") == {"saxons_1"}
    scene.refused(0, "assign", rule="base-2.5", card="french_foot", noble="percy")
    scene.play(0, "assign", card="saxons_1", noble="grey")
    assert scene.happened(facts.CardsBackInDeck) == [facts.CardsBackInDeck(0, ("french_foot",))]
    assert scene.happened(facts.CardsToChancery) == []
    assert "french_foot" in scene.state.crown_deck
    assert (scene.state.factions[0].dealt, scene.state.factions[0].hand) == ([], [])


@pytest.mark.rule("base-19.6", "base-2.5")
def test_dealt_at_the_start_they_join_a_noble_in_calais_if_there_is_one() -> None:
    scene = laying_out("calais")
    scene.play(0, "assign", card="saxons_1", noble="grey")
    assert scene.state.nobles["percy"].cards == ["french_foot"]
    assert scene.happened(facts.CardsBackInDeck) == []


@pytest.mark.rule("base-19.6")
def test_in_that_turn_the_whole_force_crosses_to_a_port_without_a_ship() -> None:
    scene = with_french("neville", "grey").control("dover", "percy")
    scene.movement(0)
    reason = scene.refused(0, "cross", rule="base-19.6", nobles=["percy"], to="dover")
    assert reason == "Only the noble who was given the French this turn can cross with them."
    scene.play(0, "play", card="french_foot", noble="percy")
    assert "dover" in scene.candidates(0, "cross", "to")
    scene.play(0, "cross", nobles=["percy", "neville"], to="dover")
    assert scene.where("percy")[1] == scene.where("neville")[1] == "dover"
    assert scene.where("grey") == (CALAIS, None, None)
    assert scene.happened(facts.Crossed) == [
        facts.Crossed(0, ("percy", "neville"), CALAIS, "dover")
    ]
    assert scene.offered(0, "cross") == scene.offered(0, "ride") == []


@pytest.mark.rule("base-19.6", "base-6.2")
def test_one_noble_alone_crosses_into_an_empty_fortress_of_his_own() -> None:
    scene = with_french("neville").control("dover", "percy")
    scene.give("percy", "marshal_england", "saxons_1", "saxons_2").movement(0)
    scene.play(0, "play", card="french_foot", noble="percy")
    assert scene.match.view(None).nobles["percy"].troops > 300
    reason = scene.refused(0, "cross", rule="base-6.1", nobles=["percy", "neville"], to="dover")
    assert reason == "There is not enough room in the fortress."
    scene.play(0, "cross", nobles=["percy"], to="dover")
    assert scene.where("percy")[1] == "dover"


@pytest.mark.rule("base-19.6")
def test_whither_they_do_not_cross() -> None:
    scene = with_french().control("dover", "courtenay").control("southampton", "percy")
    scene.movement(0)
    scene.play(0, "play", card="french_foot", noble="percy")
    reason = scene.refused(0, "cross", rule="base-19.6", nobles=["percy"], to="dover")
    assert reason == "You can cross only to a port that is open or friendly to you."
    reason = scene.refused(0, "cross", rule="base-19.6", nobles=["percy"], to="newcastle")
    assert reason == "You can cross only to an English port within one sea move."
    reason = scene.refused(0, "cross", rule="base-19.6", nobles=["percy"], to="continent")
    assert reason == "You can cross only to an English port within one sea move."
    assert "southampton" in scene.candidates(0, "cross", "to")


@pytest.mark.rule("base-19.6")
def test_they_cross_in_that_turn_only() -> None:
    scene = with_french().control("dover", "percy")
    scene.movement(0)
    scene.play(0, "play", card="french_foot", noble="percy")
    scene.play(0, "done")
    scene.movement(0)
    assert scene.offered(0, "cross") == []


@pytest.mark.rule("base-19.6")
def test_who_gets_them_in_the_turn_of_another_crosses_nowhere() -> None:
    scene = with_french().control("dover", "percy")
    scene.movement(1)
    scene.play(0, "play", card="french_foot", noble="percy")
    scene.movement(0)
    assert scene.offered(0, "cross") == []


@pytest.mark.rule("base-19.6")
def test_they_serve_in_one_combat_and_go() -> None:
    scene = scene_of().noble("percy", 1, FIELD, cards=("french_foot",)).noble("neville", 0, FIELD)
    scene.noble("mowbray", 0, FIELD).next_events("E-RA04").combat(0)
    scene.play(0, "attack", nobles=["neville", "mowbray"], against="1", square=FIELD)
    decided = scene.happened(facts.BattleDecided)[0]
    assert (decided.strength, decided.opposed) == (100, 200)
    assert scene.state.crown_discards == ["french_foot"]


@pytest.mark.rule("base-19.6", "base-9.6")
def test_in_bad_weather_there_was_no_combat_and_they_stay() -> None:
    scene = scene_of().noble("percy", 0, FIELD, cards=("french_foot",)).noble("roos", 1, FIELD)
    scene.next_events("E-PL04").combat(0)
    scene.play(0, "attack", nobles=["percy"], against="1", square=FIELD)
    assert scene.state.nobles["percy"].cards == ["french_foot"]


@pytest.mark.rule("base-19.6", "base-10.4")
def test_a_siege_is_a_combat_too() -> None:
    scene = scene_of().noble("percy", 0, "masham", outside=True, cards=("french_foot",))
    scene.noble("scrope", 1, "masham").next_events("E-RA08").combat(0)
    scene.play(0, "conclude", nobles=["percy"], place="masham")
    assert "french_foot" in scene.state.crown_discards


@pytest.mark.rule("base-19.6", "base-8.3")
def test_who_has_moved_in_this_turn_does_not_cross() -> None:
    scene = with_french("neville").control("dover", "percy")
    scene.movement(0)
    scene.play(0, "play", card="french_foot", noble="percy")
    scene.state.nobles["neville"].fresh = False
    scene.match._after()
    reason = scene.refused(0, "cross", rule="base-8.3", nobles=["percy", "neville"], to="dover")
    assert reason == "That noble has moved. Nobody can go by land and by sea in one turn."
    assert scene.candidates(0, "cross", "nobles") == {"percy"}
    scene.hold("henry", "percy").state.heirs["henry"].moved_with = "neville"
    scene.refused(0, "cross", rule="base-7.12", nobles=["percy"], to="dover")
    scene.state.heirs["henry"].moved_with = "percy"
    scene.play(0, "cross", nobles=["percy"], to="dover")
