"""Mutiny and Mercenary strife meet sieges, heirs, allies and stacks of several nobles."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.battlefield import FIELD, idlers, only
from tests.rules.kingmaker.scene import Scene

MUTINY = "classic+advanced_cards+lands_overseas+card_mutiny"
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
