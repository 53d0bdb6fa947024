"""Spoils, ransom and execution of the base rules."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Choice
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.combat.captives import squares_between
from tests.rules.kingmaker.battlefield import sound, where
from tests.rules.kingmaker.combat.by_card.field import CARDS, DEADLY, attack, meeting
from tests.rules.kingmaker.scene import Scene

STOCK = ("saxons_1", "bp_lincoln", "le_swan", "treasurer_england")
"""Mercenaries, a bishop, a ship and an office."""


def beaten(
    *victors: str,
    captive: str = "courtenay",
    cards: tuple[str, ...] = STOCK,
    hand: tuple[str, ...] = (),
) -> Scene:
    """Seat 0's victors have captured a noble of seat 1's, with these cards beside him."""
    scene = meeting(victors, (captive,)).give(captive, *cards).hand(1, *hand)
    scene.next_events(CARDS["majority"]).combat(0)
    return attack(scene, *victors)


@pytest.mark.rule("base-11.1", "base-11.5", "base-11.7", "base-12.1", "base-12.2")
def test_who_is_executed_leaves_spoils_to_the_victor_and_his_office_to_the_chancery() -> None:
    scene = beaten("percy", "neville")
    assert scene.asked(1) == ["offer_ransom"]
    assert scene.refused(1, "done", rule="base-11.5")
    scene.play(1, "offer_ransom")
    scene.play(0, "refuse")
    state = scene.state
    assert "courtenay" in state.crown_discards
    assert "treasurer_england" in state.chancery
    assert set(state.nobles["percy"].cards) == {"saxons_1", "bp_lincoln", "le_swan"}
    assert {e.source for e in scene.happened(facts.CardAssigned)} == {"spoils"}


@pytest.mark.rule("base-11.7", "base-5.3")
def test_the_victor_shares_the_spoils_among_those_who_took_part() -> None:
    scene = beaten("percy", "neville")
    scene.play(1, "offer_ransom")
    scene.play(0, "refuse")
    assert scene.asked(0) == ["spoils"]
    assert scene.candidates(0, "keep_spoil", "noble") == {"percy", "neville"}
    assert scene.candidates(0, "keep_spoil", "card") == {"saxons_1"}
    reason = scene.refused(0, "done", rule="base-11.7")
    assert reason == "First say which of your nobles gets what you won."
    scene.play(0, "keep_spoil", card="saxons_1", noble="neville")
    scene.play(0, "keep_spoil", card="bp_lincoln", noble="percy")
    scene.play(0, "keep_spoil", card="le_swan", noble="neville")
    assert scene.state.nobles["neville"].cards == ["saxons_1", "le_swan"]
    assert scene.state.nobles["percy"].cards == ["bp_lincoln"]
    sound(scene)


@pytest.mark.rule("base-11.7", "base-1.16", "base-1.15")
def test_a_town_that_is_spoil_comes_with_its_card() -> None:
    scene = beaten("percy", cards=("town_bristol",))
    assert scene.state.control["bristol"] == "courtenay"
    scene.play(1, "offer_ransom")
    scene.play(0, "refuse")
    assert scene.state.control["bristol"] == "percy"
    assert "tiverton" not in scene.state.control


@pytest.mark.rule("base-12.2", "base-11.7", "base-9.9")
def test_of_losers_who_die_by_the_card_the_spoils_are_the_victors_too() -> None:
    scene = meeting(("stanley", "neville"), ("beaufort",)).give("beaufort", "saxons_1")
    scene.next_events(DEADLY).combat(0)
    attack(scene, "stanley", "neville")
    assert "beaufort" not in scene.state.nobles
    assert "saxons_1" in scene.state.nobles["neville"].cards
    assert scene.asked(0) == ["spoils"]


@pytest.mark.rule("base-12.2", "base-9.8")
def test_where_nobody_wins_nothing_is_spoil() -> None:
    scene = meeting(("percy",), ("beaufort", "mowbray", "pole")).give("beaufort", "saxons_1")
    scene.next_events(DEADLY).combat(0)
    attack(scene, "percy")
    assert {"beaufort", "saxons_1"} <= set(scene.state.crown_discards)


@pytest.mark.rule("base-12.2", "base-9.12")
def test_a_dead_victor_leaves_nothing_to_anybody_and_takes_nothing() -> None:
    scene = meeting(("percy",), ("beaufort",)).give("percy", "saxons_1")
    scene.give("beaufort", "saxons_2").next_events(DEADLY).combat(0)
    attack(scene, "percy")
    assert {"percy", "saxons_1", "beaufort", "saxons_2"} <= set(scene.state.crown_discards)
    sound(scene)


@pytest.mark.rule("base-12.3", "base-12.4", "base-12.2")
def test_what_a_dead_victor_had_is_lost_but_his_comrade_takes_over_the_heir() -> None:
    scene = meeting(("percy", "neville"), ("grey",)).give("percy", "saxons_1")
    scene.hold("henry", "percy").next_events(DEADLY).combat(0)
    attack(scene, "percy", "neville")
    assert scene.state.heirs["henry"].holder == "neville"
    assert "saxons_1" in scene.state.crown_discards


@pytest.mark.rule("base-11.2", "base-11.3", "base-11.4")
def test_who_is_ransomed_keeps_title_and_office_and_what_the_ransom_leaves_him() -> None:
    scene = beaten("percy", hand=("saxons_2",))
    fields = {f.name for f in scene.offered(1, "offer_ransom")[0].fields}
    assert {"back", "cards"} <= fields
    assert "beside" not in fields
    scene.play(1, "offer_ransom", cards=["saxons_2"], back=["bp_lincoln"])
    assert scene.asked(0) == ["answer_ransom"]
    scene.play(0, "accept")
    freed = scene.state.nobles["courtenay"]
    assert (freed.office, freed.cards) == ("treasurer_england", ["bp_lincoln"])
    assert set(scene.state.nobles["percy"].cards) == {"saxons_1", "le_swan"}
    assert scene.state.factions[0].hand == ["saxons_2"]
    castles = set(scene.content.castles_of("courtenay"))
    assert scene.candidates(1, "go_home", "castle") == castles
    castle = min(castles)
    scene.play(1, "go_home", noble="courtenay", castle=castle)
    assert where(scene, "courtenay") == (scene.board.places[castle].square, castle)
    sound(scene)


@pytest.mark.rule("base-11.2")
def test_heirs_who_stand_there_too_may_be_part_of_a_ransom() -> None:
    york = Scene(2, "classic").board.places["york"].square
    scene = meeting(("percy",), ("courtenay",), square=york).noble("neville", 1, "york")
    scene.hold("george", "neville").next_events(CARDS["majority"]).combat(0)
    attack(scene, "percy", square=york)
    scene.play(1, "offer_ransom", heirs=["george"])
    scene.play(0, "accept")
    assert scene.state.heirs["george"].holder == "percy"


def beaten_while_mowbray_keeps(place: str) -> Scene:
    """Mowbray of the captive's player is far away, with an heir, a bishop and mercenaries."""
    scene = meeting(("percy", "neville"), ("courtenay",)).noble("mowbray", 1, place)
    scene.give("mowbray", "bp_lincoln", "saxons_1").hold("george", "mowbray")
    return scene.noble("beaufort", 0, place, outside=True).give("beaufort", "marshal_england")


@pytest.mark.rule("base-11.2", "base-11.7")
def test_what_his_other_nobles_have_far_away_may_be_part_of_it_and_goes_to_the_victors() -> None:
    scene = beaten_while_mowbray_keeps("brougham").next_events(CARDS["majority"])
    scene.combat(0)
    attack(scene, "percy", "neville")
    assert scene.candidates(1, "offer_ransom", "beside") == {"bp_lincoln", "saxons_1"}
    assert scene.candidates(1, "offer_ransom", "heirs") == {"george"}
    scene.play(1, "offer_ransom", beside=["bp_lincoln"], heirs=["george"])
    scene.play(0, "accept")
    (told,) = scene.happened(facts.Ransomed)
    assert told.cards == ("bp_lincoln", "george")
    assert scene.state.heirs["george"].holder == "percy"
    assert scene.state.nobles["percy"].cards == ["bp_lincoln"]
    assert scene.state.nobles["mowbray"].cards == ["saxons_1"]
    sound(scene)


@pytest.mark.rule("base-11.2", "base-10.6")
def test_but_nothing_that_is_with_a_noble_under_siege() -> None:
    scene = beaten_while_mowbray_keeps("brougham").give("beaufort", "burgundian_crossbowmen_1")
    scene.siege("brougham", ["beaufort"]).next_events(CARDS["majority"]).combat(0)
    attack(scene, "percy", "neville")
    assert "brougham" in scene.state.sieges
    fields = {f.name for f in scene.offered(1, "offer_ransom")[0].fields}
    assert fields.isdisjoint({"beside", "heirs"})


@pytest.mark.rule("base-11.4")
def test_without_a_castle_of_his_own_he_goes_to_the_nearest_friendly_fortress() -> None:
    scene = meeting(("percy",), ("courtenay",))
    for castle in scene.content.castles_of("courtenay"):
        scene.control(castle, None)
    scene.control("launceston", "bourchier").control("york", "bourchier")
    scene.next_events(CARDS["majority"]).combat(0)
    attack(scene, "percy")
    scene.play(1, "offer_ransom")
    scene.play(0, "accept")
    assert where(scene, "courtenay") == (scene.board.places["launceston"].square, "launceston")


@pytest.mark.rule("base-11.4")
def test_without_any_friendly_fortress_he_stands_beside_a_castle_of_his() -> None:
    scene = meeting(("percy",), ("courtenay",))
    scene.state.control.clear()
    scene.next_events(CARDS["majority"]).combat(0)
    attack(scene, "percy")
    scene.play(1, "offer_ransom")
    scene.play(0, "accept")
    castles = scene.content.castles_of("courtenay")
    assert scene.candidates(1, "go_home", "castle") == set(castles)
    assert scene.offered(1, "go_home")[0].rule == "base-11.4"
    reason = scene.refused(1, "done", rule="base-11.4")
    assert reason == "First say which castle your noble goes home to."
    scene.play(1, "go_home", noble="courtenay", castle=castles[0])
    assert where(scene, "courtenay") == (scene.board.places[castles[0]].square, None)


@pytest.mark.rule("base-11.8", "base-9.11")
def test_captured_heirs_belong_to_the_commanders_player() -> None:
    scene = meeting(("percy", "neville"), ("grey",)).hold("george", "grey")
    scene.next_events(CARDS["majority"]).combat(0)
    attack(scene, "percy", "neville")
    assert scene.asked(0) == ["keep_heir"]
    scene.play(0, "keep_heir", heir="george", noble="neville")
    assert scene.state.heirs["george"].holder == "neville"


@pytest.mark.rule("base-11.7")
def test_spoils_stay_with_the_strongest_if_his_player_says_nothing() -> None:
    scene = beaten("percy", "neville", cards=("saxons_1", "saxons_2"))
    scene.play(1, "offer_ransom")
    scene.play(0, "refuse")
    (prompt,) = scene.match.asked(0)
    assert prompt.default == Choice.of("keep_spoil", card="saxons_1", noble="percy")
    assert prompt.facts == {"card": "saxons_1"}
    scene.play(0, "keep_spoil", card="saxons_1", noble="percy")
    assert scene.happened(facts.CardAssigned) == []
    scene.play(0, "keep_spoil", card="saxons_2", noble="neville")
    assert [(e.card, e.noble) for e in scene.happened(facts.CardAssigned)] == [
        ("saxons_2", "neville")
    ]


@pytest.mark.rule("base-11.4")
@pytest.mark.parametrize(
    ("one", "other", "far"),
    [("3,4", "6,5", 3), ("6,5", "3,4", 3), ("1,1", "1,9", 8), ("2,9", "4,1", 8), ("5,5", "5,5", 0)],
)
def test_the_nearest_is_counted_in_squares_also_diagonally(one: str, other: str, far: int) -> None:
    assert squares_between(one, other) == far


@pytest.mark.rule("base-11.7")
def test_a_spoil_that_none_of_the_victors_has_any_more_is_not_asked_about() -> None:
    scene = beaten("percy", "neville", cards=("saxons_1", "saxons_2"))
    scene.play(1, "offer_ransom")
    scene.play(0, "refuse")
    scene.state.nobles["percy"].cards.remove("saxons_1")
    scene.state.crown_discards.append("saxons_1")
    scene.match._after()
    assert scene.candidates(0, "keep_spoil", "card") == {"saxons_2"}
    scene.play(0, "keep_spoil", card="saxons_2", noble="neville")
    assert scene.state.nobles["neville"].cards == ["saxons_2"]
    assert scene.asked(0) == ["combat"]
    sound(scene)
