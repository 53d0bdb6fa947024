"""Event cards that lead overseas: Papal Diet, War in Europe, Mutiny."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.conditions.kings_peace import holds_in
from tests.rules.kingmaker.battlefield import FIELD, idlers, only
from tests.rules.kingmaker.scene import Scene

OVERSEAS = "+lands_overseas+advanced_cards"
DIET = f"classic+card_papal_diet{OVERSEAS}"
WAR = f"classic+card_war{OVERSEAS}"
MUTINY = f"classic+card_mutiny{OVERSEAS}"


def realm(ruleset: str) -> Scene:
    """Percy of one faction, Courtenay of another."""
    return Scene(2, ruleset).noble("percy", 0, "14,16").noble("courtenay", 1, "tiverton")


def abroad(scene: Scene, land: str = "continent") -> str:
    """The square of a land overseas."""
    return scene.board.places[land].square


# Papal Diet


@pytest.mark.rule("ishkibibble-diet-papal.1", "ishkibibble-diet-papal.4")
def test_all_clergy_goes_to_the_continent_and_peace_holds_there_and_in_calais() -> None:
    scene = realm(DIET).give("percy", "bp_durham").give("courtenay", "abp_york")
    scene.next_events("X-PAP").event(0)
    assert {n.square for n in scene.state.nobles.values()} == {abroad(scene)}
    assert scene.happened(facts.DietMet) == [facts.DietMet(0, "continent")]
    peace = scene.state.peace
    assert holds_in(peace, abroad(scene))
    assert holds_in(peace, scene.board.places["calais"].square)
    assert not holds_in(peace, "14,16")


@pytest.mark.rule("ishkibibble-diet-papal.2")
def test_even_the_besieged_go() -> None:
    scene = Scene(2, DIET).noble("percy", 0, "tiverton", outside=True)
    scene.noble("neville", 0, "tiverton", outside=True)
    scene.noble("stafford", 0, "tiverton", outside=True).noble("courtenay", 1, "tiverton")
    scene.give("courtenay", "abp_york").siege("tiverton", ["percy", "neville", "stafford"])
    scene.next_events("X-PAP").event(0)
    assert scene.state.nobles["courtenay"].square == abroad(scene)
    assert scene.state.nobles["courtenay"].inside is None


@pytest.mark.rule("ishkibibble-diet-papal.3")
def test_they_need_a_ship_to_come_back() -> None:
    scene = realm(DIET).give("percy", "bp_durham").next_events("X-PAP")
    scene.event(0)
    assert scene.state.nobles["percy"].square == abroad(scene)
    assert scene.offered(0, "march") == []
    reason = scene.refused(0, "march", rule="base-7.8", nobles=["percy"], to="14,16")
    assert reason == "The sea is in the way. Nobody can march across it."


# War in Europe


@pytest.mark.rule("ishkibibble-war.2", "ishkibibble-strife.2")
def test_war_sends_mercenaries_home() -> None:
    scene = realm(WAR).give("percy", "saxons_1").give("courtenay", "french_foot")
    scene.hand(0, "saxons_2").next_events("X-WAR").event(0)
    assert [noble.cards for noble in scene.state.nobles.values()] == [[], []]
    assert scene.state.crown_discards == ["saxons_1", "french_foot"]
    assert scene.state.factions[0].hand == ["saxons_2"]
    assert scene.happened(facts.BandLeft) == [
        facts.BandLeft(0, "saxons_1", "percy", "war"),
        facts.BandLeft(1, "french_foot", "courtenay", "war"),
    ]


@pytest.mark.rule("ishkibibble-war.1")
def test_war_ends_the_treaty_with_france() -> None:
    scene = realm(WAR).hold("henry", "percy")
    scene.state.treaties["continent"] = "henry"
    scene.next_events("X-WAR").event(1)
    assert scene.state.treaties == {}


@pytest.mark.rule("ishkibibble-war.3")
def test_war_calls_the_marshal_the_admiral_and_the_captain() -> None:
    scene = realm(WAR).noble("clifford", 0, "14,16").noble("roos", 1, "14,16")
    scene.give("percy", "marshal_england").give("courtenay", "captain_calais")
    scene.give("clifford", "earl_essex").give("clifford", "admiral_england")
    scene.next_events("X-WAR").event(0)
    places = {noble: found.square for noble, found in scene.state.nobles.items()}
    there = abroad(scene)
    assert places == {"percy": there, "courtenay": there, "clifford": there, "roos": "14,16"}


# Mutiny


@pytest.mark.rule("ishkibibble-mutiny.1", "ishkibibble-mutiny.2")
@pytest.mark.parametrize(
    ("card", "ship"),
    [
        ("X-MUL", "le_lucas"),
        ("X-MUM", "le_michael"),
        ("X-MUN", "le_nicholas"),
        ("X-MUR", "le_rose"),
        ("X-MUS", "le_swan"),
    ],
)
def test_the_crew_is_gone_with_its_ship(card: str, ship: str) -> None:
    scene = realm(MUTINY).give("percy", ship).next_events(card)
    scene.event(1)
    assert ship not in scene.state.ships
    assert scene.state.nobles["percy"].cards == []
    assert scene.state.crown_discards == [ship]
    assert scene.happened(facts.ShipDeserted) == [facts.ShipDeserted(ship)]


@pytest.mark.rule("ishkibibble-mutiny.2")
def test_a_ship_that_is_not_in_play_has_no_crew_to_mutiny() -> None:
    scene = realm(MUTINY).hand(0, "le_swan").next_events("X-MUS")
    scene.event(1)
    assert scene.happened(facts.EventIdle) == [facts.EventIdle("X-MUS", "no_such_ship")]
    assert scene.state.factions[0].hand == ["le_swan"]


@pytest.mark.rule("ishkibibble-mutiny.3")
@pytest.mark.parametrize(("sea", "land"), [("dublin-bay", "ireland"), ("narrow-seas", "continent")])
def test_at_sea_those_aboard_are_left_at_the_nearer_land(sea: str, land: str) -> None:
    scene = (
        realm(MUTINY).give("percy", "le_swan").ship("le_swan", sea=sea).aboard("percy", "le_swan")
    )
    scene.hold("margaret", "percy").next_events("X-MUS").event(0)
    assert scene.state.nobles["percy"].square == abroad(scene, land)
    assert scene.state.nobles["percy"].aboard is None
    assert scene.state.heirs["margaret"].holder == "percy"
    assert scene.happened(facts.ShipDeserted) == [facts.ShipDeserted("le_swan", ("percy",), land)]


@pytest.mark.rule("ishkibibble-mutiny.3")
def test_in_port_they_stay_there() -> None:
    scene = (
        realm(MUTINY)
        .give("percy", "le_swan")
        .ship("le_swan", port="lynn")
        .aboard("percy", "le_swan")
    )
    scene.next_events("X-MUS").event(0)
    assert scene.state.nobles["percy"].square == scene.board.places["lynn"].square


# Drawn in combat


@pytest.mark.rule("ishkibibble-cards.2")
@pytest.mark.parametrize(
    ("ruleset", "card", "half", "named"),
    [(DIET, "X-PAP", "majority", "grey"), (WAR, "X-WAR", "5-4", "pole")],
)
def test_in_combat_only_the_lower_half_counts(
    ruleset: str, card: str, half: str, named: str
) -> None:
    scene = Scene(2, ruleset).noble("talbot", 0, "14,16", cards=("bp_durham", "saxons_1"))
    scene.noble(named, 1, "14,16").next_events(card).combat(0)
    scene.play(0, "attack", nobles=["talbot"], against="1", square="14,16")
    assert [(e.card, e.half) for e in scene.happened(facts.CombatCardDrawn)] == [(card, half)]
    assert named not in scene.state.nobles
    assert scene.state.nobles["talbot"].square == "14,16"
    assert "saxons_1" in scene.state.nobles["talbot"].cards


@pytest.mark.rule("ishkibibble-mutiny.1")
def test_a_mutiny_says_nothing_in_combat() -> None:
    scene = Scene(2, MUTINY).noble("talbot", 0, "14,16", cards=("le_swan",))
    scene.noble("courtenay", 1, "14,16").next_events("X-MUS", "E-PL04").combat(0)
    scene.play(0, "attack", nobles=["talbot"], against="1", square="14,16")
    drawn = [event.card for event in scene.happened(facts.CombatCardDrawn)]
    assert drawn == ["X-MUS", "E-PL04"]
    assert "le_swan" in scene.state.ships


def test_without_its_option_none_is_in_the_deck() -> None:
    cards = {"X-PAP", "X-WAR", "X-MUL", "X-MUM", "X-MUN", "X-MUR", "X-MUS"}
    assert not cards & set(Scene(2, f"classic{OVERSEAS}").state.event_deck)


# Mutiny and Mercenary strife meet sieges, heirs, allies and stacks of several nobles.


STRIFE = "classic+card_strife+advanced_cards+irish_kerns+sea_combat"
SWAN = "X-MUS"


def sailing(*crew: str, port: str | None = None, sea: str | None = None) -> Scene:
    """Seat 0's Le Swan with this crew."""
    scene = idlers(Scene(2, MUTINY))
    for noble in crew:
        scene.noble(noble, 0, FIELD)
    scene.give(crew[0], "le_swan").ship("le_swan", port=port, sea=sea)
    for noble in crew:
        scene.aboard(noble, "le_swan")
    return scene


@pytest.mark.rule("ishkibibble-mutiny.1", "ishkibibble-mutiny.2", "ishkibibble-mutiny.3")
@pytest.mark.parametrize(
    ("sea", "land"),
    [
        ("dover-strait", "continent"),
        ("lands-end", "continent"),
        ("tintagel-sea", "continent"),
        ("lundy", "ireland"),
        ("celtic-sea", "ireland"),
    ],
)
def test_those_aboard_come_to_the_nearer_land_with_the_heirs_there(sea: str, land: str) -> None:
    """Off Tintagel both are three sea spaces away: the first by name."""
    scene = sailing("percy", "roos", sea=sea)
    square = scene.board.places[land].square
    scene.heir_at("henry", square).next_events(SWAN)
    scene.event(1)
    assert only(scene, facts.ShipDeserted) == facts.ShipDeserted("le_swan", ("percy", "roos"), land)
    assert scene.where("percy") == scene.where("roos") == (square, None, None)
    assert scene.state.heirs["henry"].holder in ("percy", "roos")
    assert "le_swan" not in scene.state.ships
    assert scene.state.nobles["percy"].cards == []
    assert scene.state.crown_discards == ["le_swan"]


@pytest.mark.rule("ishkibibble-mutiny.3", "base-10.10")
def test_in_a_port_that_they_besiege_they_stand_before_it_and_besiege_on() -> None:
    scene = sailing("percy", "mowbray", "neville", port="calais")
    scene.siege("calais", ["percy", "mowbray", "neville"]).next_events(SWAN)
    scene.state.sieges["calais"].ships = ["le_swan"]
    scene.event(1)
    square = scene.board.places["calais"].square
    assert {scene.where(n) for n in ("percy", "mowbray", "neville")} == {(square, None, None)}
    assert scene.state.sieges["calais"].ships == []


@pytest.mark.rule("ishkibibble-mutiny.1")
def test_an_empty_ship_is_deserted_all_the_same() -> None:
    scene = sailing("percy", sea="humber-mouth")
    scene.state.nobles["percy"].square, scene.state.nobles["percy"].aboard = FIELD, None
    scene.next_events(SWAN).event(1)
    assert only(scene, facts.ShipDeserted) == facts.ShipDeserted("le_swan", (), "")
    assert "le_swan" not in scene.state.ships


# Mercenary strife


@pytest.mark.rule("ishkibibble-strife.1")
def test_in_each_square_the_weakest_goes_and_bands_elsewhere_stay() -> None:
    scene = Scene(2, STRIFE).noble("percy", 0, FIELD).noble("roos", 0, "14,16")
    scene.noble("courtenay", 1, FIELD)
    scene.give("percy", "saxons_1", "scots_archers_1").give("roos", "saxons_2")
    scene.give("courtenay", "burgundian_crossbowmen_1", "flemish_crossbowmen_1")
    scene.next_events("X-MST").event(0)
    assert scene.state.nobles["percy"].cards == ["scots_archers_1"]
    assert scene.state.nobles["roos"].cards == ["saxons_2"]
    assert scene.state.nobles["courtenay"].cards == ["burgundian_crossbowmen_1"]
    assert sorted(scene.state.crown_discards) == ["flemish_crossbowmen_1", "saxons_1"]


@pytest.mark.rule("ishkibibble-strife.1")
def test_of_the_weakest_beside_one_noble_one_goes_and_of_two_nobles_the_owner_says_which() -> None:
    scene = Scene(2, STRIFE).noble("percy", 0, FIELD).noble("roos", 0, FIELD)
    scene.noble("courtenay", 1, "tiverton")
    scene.give("percy", "scots_archers_1", "scots_archers_2")
    scene.give("roos", "flemish_crossbowmen_1")
    scene.next_events("X-MST").event(0)
    assert scene.candidates(0, "send_off", "card") == {"scots_archers_1", "flemish_crossbowmen_1"}
    scene.play(0, "send_off", card="flemish_crossbowmen_1")
    assert scene.state.nobles["percy"].cards == ["scots_archers_1", "scots_archers_2"]
    assert scene.state.nobles["roos"].cards == []


@pytest.mark.rule("ishkibibble-strife.1")
def test_aboard_one_ship_they_quarrel_as_in_one_square() -> None:
    scene = Scene(2, STRIFE).noble("percy", 0, FIELD).noble("roos", 0, FIELD)
    scene.noble("courtenay", 1, "tiverton").give("percy", "le_swan", "saxons_1")
    scene.give("roos", "scots_archers_1").ship("le_swan", sea="humber-mouth")
    scene.aboard("percy", "le_swan").aboard("roos", "le_swan").next_events("X-MST")
    scene.event(0)
    assert scene.state.crown_discards == ["saxons_1"]


@pytest.mark.rule("ishkibibble-strife.2")
def test_the_kerns_neither_go_nor_make_others_go() -> None:
    scene = Scene(2, STRIFE).noble("percy", 0, FIELD).noble("courtenay", 1, "tiverton")
    scene.give("percy", "irish_kerns", "scots_archers_1").next_events("X-MST")
    scene.event(0)
    assert scene.happened(facts.EventIdle) == [facts.EventIdle("X-MST", "no_strife")]
    assert scene.state.nobles["percy"].cards == ["irish_kerns", "scots_archers_1"]


# War in Europe


@pytest.mark.rule("ishkibibble-war.2")
def test_the_war_calls_away_mercenaries_and_no_other_card() -> None:
    rules = "classic+advanced_cards+lands_overseas+irish_kerns+card_war"
    scene = Scene(2, rules).noble("percy", 0, FIELD).noble("courtenay", 1, "tiverton")
    scene.give("percy", "bp_durham", "irish_kerns", "saxons_1", "town_coventry")
    scene.next_events("X-WAR").event(1)
    assert scene.state.nobles["percy"].cards == ["bp_durham", "irish_kerns", "town_coventry"]
    assert scene.state.crown_discards == ["saxons_1"]
    assert scene.happened(facts.BandLeft) == [facts.BandLeft(0, "saxons_1", "percy", "war")]
