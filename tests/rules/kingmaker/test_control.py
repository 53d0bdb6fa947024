"""Who may bear which card, and who controls which fortress."""

from __future__ import annotations

from typing import Any

import pytest

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.scene import HOUSE, Scene

BOARD = HOUSE.content.board


def scene_with(noble: str = "percy", at: str = "14,16", **more: Any) -> Scene:
    """One noble of seat 0, untitled Greystoke in Bodmin, and Courtenay of seat 1."""
    scene = Scene().noble("courtenay", 1, "tiverton").noble("greystoke", 0, "bodmin")
    return scene.noble(noble, 0, at, **more)


def troops(scene: Scene, noble: str) -> int:
    return int(scene.match.view(None).nobles[noble].troops)


# Titles and offices


@pytest.mark.rule("house-1.4", "base-1.12")
def test_a_second_title_is_refused() -> None:
    scene = scene_with("roos", cards=("earl_kent",)).hand(0, "earl_essex", "duke_exeter")
    scene.movement(0)
    assert scene.candidates(0, "play", "noble") == {"greystoke"}
    scene.refused(0, "play", rule="house-1.4", card="earl_essex", noble="roos")


@pytest.mark.rule("house-1.5", "base-1.12")
@pytest.mark.parametrize("noble", ["percy", "neville", "beaufort", "pole", "mowbray"])
def test_a_printed_title_counts(noble: str) -> None:
    scene = scene_with(noble).hand(0, "earl_essex", "marshal_england")
    scene.movement(0)
    assert scene.candidates(0, "play", "noble") == {"greystoke", noble}
    scene.refused(0, "play", rule="house-1.5", card="earl_essex", noble=noble)
    scene.play(0, "play", card="marshal_england", noble=noble)
    assert scene.state.nobles[noble].office == "marshal_england"


@pytest.mark.rule("house-1.6", "base-1.12")
def test_a_second_office_is_refused() -> None:
    scene = scene_with("percy", cards=("marshal_england",))
    scene.hand(0, "treasurer_england", "steward_household").noble("mowbray", 0, "13,20")
    scene.movement(0)
    assert scene.candidates(0, "play", "noble") == {"mowbray"}
    scene.refused(0, "play", rule="house-1.6", card="treasurer_england", noble="percy")


@pytest.mark.rule("house-1.7", "base-1.12")
def test_an_office_needs_a_title() -> None:
    scene = scene_with("percy").hand(0, "treasurer_england", "earl_kent")
    scene.movement(0)
    scene.refused(0, "play", rule="house-1.7", card="treasurer_england", noble="greystoke")
    scene.play(0, "play", card="earl_kent", noble="greystoke")
    scene.play(0, "play", card="treasurer_england", noble="greystoke")
    assert scene.state.nobles["greystoke"].office == "treasurer_england"


@pytest.mark.rule("house-1.8", "base-1.9")
@pytest.mark.parametrize(
    ("noble", "cards", "strength"),
    [
        ("roos", (), 20),
        ("roos", ("earl_kent",), 50),
        ("roos", ("earl_kent", "marshal_england"), 150),
        ("percy", ("treasurer_england",), 150),
        ("roos", ("saxons_1", "burgundian_crossbowmen_1", "scots_archers_1"), 80),
        ("roos", ("abp_canterbury", "bp_lincoln", "le_swan", "town_bristol"), 20),
    ],
)
def test_title_office_and_mercenaries_add_their_troops(
    noble: str, cards: tuple[str, ...], strength: int
) -> None:
    assert troops(scene_with(noble, "13,20", cards=cards), noble) == strength


@pytest.mark.rule("base-1.9", "base-1.10", "house-1.8")
@pytest.mark.parametrize(
    ("card", "where", "strength"),
    [
        ("abp_york", "14,16", 100),
        ("abp_york", "14,13", 130),
        ("abp_york", "14,3", 130),  # north of the Tees is north of the Trent as well
        ("warden_marches", "14,3", 250),
        ("warden_marches", "14,7", 150),
        ("chamberlain_chester", "9,18", 350),
        ("chamberlain_chester", "10,12", 150),
        ("chancellor_cornwall", "8,25", 250),
        ("chancellor_cornwall", "11,23", 150),
        ("constable_tower", "18,20", 350),
        ("constable_tower", "17,20", 150),
        ("chancellor_lancaster", "8,12", 250),
        ("chancellor_lancaster", "9,12", 150),
    ],
)
def test_bonus_troops_count_where_the_card_says(card: str, where: str, strength: int) -> None:
    assert troops(scene_with("percy", where, cards=(card,)), "percy") == strength


@pytest.mark.rule("base-1.9", "house-1.8")
def test_bonus_troops_come_and_go_with_the_square() -> None:
    scene = scene_with("percy", "14,13", cards=("abp_york",))
    scene.movement(0)
    assert troops(scene, "percy") == 130
    scene.play(0, "march", nobles=["percy"], to="14,15")
    assert troops(scene, "percy") == 100


@pytest.mark.rule("house-1.3", "base-1.1")
def test_a_noble_in_play_is_one_token_and_one_card() -> None:
    scene = scene_with().hand(0, "scrope")
    scene.movement(1)
    assert "scrope" not in scene.match.view(None).nobles
    scene.play(0, "raise", card="scrope", castle="bolton")
    seen = scene.match.view(None).nobles["scrope"]
    assert (seen.seat, seen.square) == (0, "13,7")
    assert "scrope" not in scene.state.crown_deck
    assert scene.state.factions[0].hand == []


@pytest.mark.rule("base-1.2")
def test_the_kinds_of_crown_card() -> None:
    kinds = [card.kind for card in HOUSE.content.crown.values()]
    counts = {kind: kinds.count(kind) for kind in sorted(set(kinds))}
    assert counts == {
        "bishop": 6,
        "mercenary": 9,
        "noble": 23,
        "office": 12,
        "place": 11,
        "ship": 4,
        "title": 8,
    }


# Assignment


@pytest.mark.rule("house-5.4", "house-5.5b")
@pytest.mark.parametrize(
    "card", ["saxons_1", "bp_durham", "le_swan", "town_bristol", "marshal_england"]
)
def test_every_card_is_laid_beside_one_particular_noble(card: str) -> None:
    scene = scene_with().noble("mowbray", 0, "13,20").hand(0, card)
    scene.movement(0)
    offer = scene.offered(0, "play")[0]
    assert (offer.field("noble").least, offer.field("noble").most) == (1, 1)
    scene.play(0, "play", card=card, noble="mowbray")
    beside = [
        noble
        for noble, found in scene.state.nobles.items()
        if card in (found.title, found.office, *found.cards)
    ]
    assert beside == ["mowbray"]


@pytest.mark.rule("house-5.4")
def test_no_card_is_laid_beside_another_players_noble() -> None:
    scene = scene_with().hand(0, "saxons_1")
    scene.movement(0)
    assert scene.candidates(0, "play", "noble") == {"percy", "greystoke"}


@pytest.mark.rule("house-5.12a")
@pytest.mark.parametrize("card", ["saxons_1", "bp_durham", "town_bristol", "marshal_england"])
def test_a_noble_under_siege_gets_no_card(card: str) -> None:
    scene = scene_with("percy", "newark").noble("mowbray", 1, "newark", outside=True)
    scene.noble("neville", 0, "13,20").siege("newark", ["mowbray"]).hand(0, card, "saxons_2")
    scene.movement(1)
    assert "percy" not in scene.candidates(0, "play", "noble")
    scene.refused(0, "play", rule="house-5.12a", card=card, noble="percy")


@pytest.mark.rule("house-1.5", "house-1.6", "house-1.7", "house-5.12a")
@pytest.mark.parametrize(
    ("card", "noble", "rule"),
    [
        ("earl_essex", "percy", "house-1.5"),
        ("treasurer_england", "mowbray", "house-1.6"),
        ("treasurer_england", "greystoke", "house-1.7"),
        ("saxons_1", "neville", "house-5.12a"),
    ],
)
def test_the_refusal_is_the_same_with_one_card_in_hand(card: str, noble: str, rule: str) -> None:
    scene = scene_with("percy").noble("mowbray", 0, "13,20", cards=("marshal_england",))
    scene.noble("neville", 0, "newark").noble("stanley", 1, "newark", outside=True)
    scene.siege("newark", ["stanley"]).hand(0, card)
    scene.movement(1)
    scene.refused(0, "play", rule=rule, card=card, noble=noble)


@pytest.mark.rule("house-5.12a")
def test_in_the_own_turn_too_the_refusal_speaks_of_cards() -> None:
    scene = scene_with("percy", "newark").noble("mowbray", 1, "newark", outside=True)
    scene.siege("newark", ["mowbray"]).hand(0, "saxons_1", "saxons_2")
    scene.movement(0)
    scene.refused(0, "play", rule="house-5.12a", card="saxons_1", noble="percy")


@pytest.mark.rule("house-5.12a")
def test_the_besieger_may_get_cards() -> None:
    scene = scene_with("percy", "newark").noble("mowbray", 1, "newark", outside=True)
    scene.siege("newark", ["mowbray"]).hand(1, "saxons_1")
    scene.movement(0)
    scene.play(1, "play", card="saxons_1", noble="mowbray")
    assert scene.state.nobles["mowbray"].cards == ["saxons_1"]


@pytest.mark.rule("house-5.24")
def test_a_bishop_drawn_or_from_hand_may_join_another() -> None:
    scene = scene_with("percy", cards=("bp_durham",)).hand(0, "bp_norwich").next_crown("abp_york")
    scene.draw(0)
    scene.play(0, "play", card="bp_norwich", noble="percy")
    scene.play(0, "play", card="abp_york", noble="percy")
    assert scene.state.nobles["percy"].cards == ["bp_durham", "bp_norwich", "abp_york"]


# What a fortress is


@pytest.mark.rule("house-5.5a", "base-1.6")
@pytest.mark.parametrize(
    ("place", "fortress"),
    [
        ("bristol", True),
        ("newark", True),
        ("windsor", True),
        ("alnwick", True),
        ("cardigan", False),
        ("hereford", False),
        ("kingston", False),
        ("worcester", False),
        ("black-heath", False),
    ],
)
def test_cities_fortified_towns_and_castles_are_fortresses(place: str, fortress: bool) -> None:
    found = BOARD.places[place]
    assert found.is_fortress == fortress
    assert (BOARD.fortress_in(found.square) == found) == fortress


@pytest.mark.rule("house-5.5a")
@pytest.mark.parametrize("place", ["hereford", "worcester"])
def test_being_in_a_town_without_walls_gives_no_control(place: str) -> None:
    scene = scene_with("percy", BOARD.places[place].square)
    scene.movement(0)
    scene.play(0, "enter", nobles=["percy"], place=place)
    assert place not in scene.state.control


@pytest.mark.rule("base-1.7", "base-1.8")
def test_garrisons() -> None:
    by_kind: dict[str, set[int]] = {}
    for place in BOARD.places.values():
        by_kind.setdefault(place.kind, set()).add(place.garrison)
    assert by_kind == {
        "city": {300},
        "fortified_town": {200},
        "royal_castle": {200},
        "noble_castle": {100},
        "open_town": {200},
        "unfortified_town": {0},
        "special": {0},
    }


# Control


@pytest.mark.rule("house-5.5b", "base-1.15")
@pytest.mark.parametrize(
    ("card", "places"),
    [
        ("town_bristol", {"bristol"}),
        ("abp_york", {"york"}),
        ("bp_lincoln", {"lincoln", "newark"}),
        ("duke_exeter", {"exeter"}),
        ("treasurer_england", {"windsor"}),
        ("chancellor_lancaster", {"conway", "tutbury"}),
        ("saxons_1", set()),
    ],
)
def test_a_card_gives_its_places_to_the_noble_beside_whom_it_lies(
    card: str, places: set[str]
) -> None:
    noble = "greystoke" if card == "duke_exeter" else "percy"
    scene = scene_with().hand(0, card)
    before = set(scene.state.control)
    scene.movement(0)
    scene.play(0, "play", card=card, noble=noble)
    assert set(scene.state.control) - before == places
    assert {scene.state.control[place] for place in places} <= {noble}
    gained = scene.happened(facts.ControlGained)
    assert {(e.place, e.noble, e.by) for e in gained} == {(p, noble, "card") for p in places}


@pytest.mark.rule("house-8.1.1", "house-5.5b")
def test_everybody_sees_who_controls_what() -> None:
    scene = scene_with().control("bristol", "greystoke").control("newark", "courtenay")
    for seat in (0, 1, None):
        seen = scene.match.view(seat).control
        assert (seen["bristol"], seen["newark"]) == ("greystoke", "courtenay")
        assert seen["tiverton"] == "courtenay"


@pytest.mark.rule("house-8.1.2", "base-1.16")
@pytest.mark.parametrize("holder", ["courtenay", "greystoke"])
def test_a_drawn_card_of_a_held_place_goes_to_its_holder(holder: str) -> None:
    scene = scene_with().control("bristol", holder).next_crown("town_bristol")
    scene.draw(0)
    assert scene.state.control["bristol"] == holder
    assert scene.state.nobles[holder].cards == ["town_bristol"]
    handed = scene.happened(facts.PlaceCardHandedOver)[0]
    assert (handed.card, handed.noble) == ("town_bristol", holder)
    assert scene.state.active == 1


@pytest.mark.rule("house-8.1.5")
def test_it_is_handed_over_even_to_a_noble_under_siege() -> None:
    scene = scene_with("percy", "newark", outside=True).noble("mowbray", 1, "newark")
    scene.control("bristol", "mowbray").siege("newark", ["percy"]).next_crown("town_bristol")
    scene.draw(0)
    assert scene.state.nobles["mowbray"].cards == ["town_bristol"]
    assert scene.state.control["bristol"] == "mowbray"


@pytest.mark.rule("house-8.1.3", "base-1.15")
@pytest.mark.parametrize(
    ("card", "place"),
    [
        ("admiral_england", "southampton"),
        ("bp_norwich", "norwich"),
        ("constable_dover", "dover"),
        ("abp_york", "york"),
    ],
)
def test_a_card_that_only_implies_control_takes_nothing_held(card: str, place: str) -> None:
    scene = scene_with().hand(0, card).control(place, "courtenay")
    scene.movement(0)
    scene.play(0, "play", card=card, noble="percy")
    assert scene.state.control[place] == "courtenay"
    assert card in (scene.state.nobles["percy"].office, *scene.state.nobles["percy"].cards)


@pytest.mark.rule("house-8.1.4", "house-5.19g", "base-1.17")
def test_lost_by_death_it_turns_neutral_and_not_to_the_implied_owner() -> None:
    scene = scene_with("percy", cards=("bp_norwich",)).noble("roos", 1, "york")
    scene.control("norwich", "roos").next_events("E-PL02")
    scene.event(0)
    assert "roos" not in scene.state.nobles
    assert "norwich" not in scene.state.control


@pytest.mark.rule("base-1.15", "house-8.1.3")
def test_castles_taken_from_a_noble_stay_taken_when_he_comes_back() -> None:
    scene = scene_with().control("skipton", "courtenay").next_crown("clifford")
    scene.draw(0)
    assert scene.state.control["skipton"] == "courtenay"
    assert scene.state.control["brougham"] == "clifford"


# More troops than room


@pytest.mark.rule("base-6.3")
def test_troops_above_capacity_are_moved_out_at_the_end_of_the_turn() -> None:
    scene = scene_with("percy", "alnwick", cards=("marshal_england",))
    scene.noble("neville", 0, "alnwick", cards=("treasurer_england",))
    scene.control("alnwick", "percy").hand(0, "saxons_1").next_crown("bp_norwich")
    scene.draw(0)
    scene.play(0, "play", card="saxons_1", noble="percy")
    scene.play(0, "keep")
    assert scene.state.active == 0  # 310 troops: somebody must go outside first
    scene.play(0, "leave", nobles=["neville"], place="alnwick")
    assert (scene.state.nobles["neville"].inside, scene.state.active) == (None, 1)


def crowded_with_a_guest() -> Scene:
    """Percy's castle is full; Neville, his guest, came into play before him."""
    scene = Scene().noble("neville", 1, "raby", cards=("treasurer_england",))
    scene.noble("percy", 0, "alnwick", cards=("marshal_england",))
    neville, percy = scene.state.nobles["neville"], scene.state.nobles["percy"]
    neville.square, neville.inside = percy.square, percy.inside
    return scene.hand(0, "saxons_1").next_crown("bp_norwich")


@pytest.mark.rule("base-6.3", "base-6.4")
def test_the_owner_of_an_overcrowded_place_says_who_goes_out() -> None:
    """It is Percy's player who makes room, and not the guest by putting Percy out."""
    scene = crowded_with_a_guest()
    scene.draw(0)
    scene.play(0, "play", card="saxons_1", noble="percy")
    scene.play(0, "keep")
    assert (scene.asked(0), scene.asked(1)) == (["overcrowded"], [])
    scene.refused(1, "leave", rule="house-1.14", nobles=["percy"], place="alnwick")
    scene.play(0, "leave", nobles=["neville"], place="alnwick")
    assert scene.happened(facts.Expelled) == [facts.Expelled(("neville",), "alnwick")]
    assert scene.happened(facts.CameOut) == []
    neville = scene.state.nobles["neville"]
    assert (neville.inside, neville.barred, scene.state.active) == (None, None, 1)
    assert scene.state.nobles["percy"].inside == "alnwick"
