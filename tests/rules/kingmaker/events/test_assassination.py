"""Assassination: who is murdered, what goes to the Chancery, and who gets the rest at once."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Choice, Dice, Match
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.succession import holder_seat
from bot.secrecy import betrayals, hidden, leaks
from tests.rules.kingmaker.battlefield import only, settle, sound
from tests.rules.kingmaker.combat.by_card.field import attack, meeting
from tests.rules.kingmaker.scene import Scene

RULES = "classic+card_assassination"
CARD = "X-ASN"
LOW = "ishkibibble-assassination.3"
NAMES_PERCY = "E-EM01"
"""It names Herbert, and last Percy."""


def scene_of(*cards: str, rules: str = RULES, others: bool = True) -> Scene:
    """Percy of seat 0, with cards; two others of his faction elsewhere; the dagger is next."""
    scene = Scene(2, rules).noble("percy", 0, "alnwick", cards=cards)
    if others:
        scene.noble("stafford", 0, "brecon").noble("stanley", 0, "13,20")
    scene.noble("courtenay", 1, "tiverton")
    return scene.next_events(CARD, NAMES_PERCY)


def bequeathed(scene: Scene, **cards: str) -> None:
    for card, noble in cards.items():
        scene.play(0, "bequeath", card=card, noble=noble)


# Who it is (ishkibibble-assassination.1)


@pytest.mark.rule("ishkibibble-assassination.1")
def test_cards_are_turned_till_one_names_the_killed_and_the_last_named_dies() -> None:
    scene = scene_of().next_events(CARD, "E-FM01", "E-PL04", NAMES_PERCY)
    scene.event(1)
    turned = ("E-FM01", "E-PL04", NAMES_PERCY)
    assert only(scene, facts.EventsTurned) == facts.EventsTurned(CARD, turned, "percy")
    assert only(scene, facts.Assassinated) == facts.Assassinated(0, "percy")
    assert "percy" not in scene.state.nobles
    # what is kept when it is drawn goes to the discards as well
    assert scene.state.event_discards == [CARD, *turned]
    assert [faction.held for faction in scene.state.factions] == [[], []]
    sound(scene)


@pytest.mark.rule("ishkibibble-assassination.1")
def test_the_discards_are_shuffled_when_the_deck_names_nobody_any_more() -> None:
    scene = scene_of()
    state = scene.state
    state.event_discards = [c for c in state.event_deck if c not in (CARD, "E-FM01")]
    state.event_deck = ["E-FM01", CARD]
    scene.event(0)
    assert len(scene.happened(facts.EventDeckReshuffled)) == 1
    told = only(scene, facts.EventsTurned)
    assert told.turned[0] == "E-FM01"
    assert told.noble == scene.content.events[told.turned[-1]].killed[-1]


@pytest.mark.rule("ishkibibble-assassination.1")
def test_where_no_card_names_anybody_nothing_happens() -> None:
    scene = scene_of()
    scene.state.event_deck = ["E-FM01", CARD]
    scene.event(0)
    assert only(scene, facts.EventsTurned) == facts.EventsTurned(CARD, (), None)
    assert only(scene, facts.EventIdle) == facts.EventIdle(CARD, "no_victim")
    assert scene.state.event_deck == ["E-FM01"]


@pytest.mark.rule("ishkibibble-assassination.1")
def test_who_is_not_in_play_is_not_harmed() -> None:
    scene = scene_of().next_events(CARD, "E-RV01")  # Mowbray and, last, Neville
    scene.event(0)
    assert only(scene, facts.EventsTurned).noble == "neville"
    assert only(scene, facts.EventIdle) == facts.EventIdle(CARD, "no_victim")
    assert scene.happened(facts.NobleDied) == []
    assert "neville" in scene.state.crown_deck


@pytest.mark.rule("ishkibibble-assassination.1", "ishkibibble-treatyfrance.5")
def test_the_names_stand_as_on_the_printed_card() -> None:
    rules = f"{RULES}+card_treaty_france+lands_overseas"
    scene = Scene(2, rules).noble("cromwell", 0, "13,20").noble("bourchier", 1, "14,20")
    scene.next_events(CARD, "X-TFR").event(0)
    assert only(scene, facts.Assassinated) == facts.Assassinated(1, "bourchier")


@pytest.mark.rule("ishkibibble-assassination.1")
def test_without_the_option_there_is_no_such_card() -> None:
    assert CARD not in Scene(2, "classic").state.event_deck


# What he had (ishkibibble-assassination.2, ishkibibble-assassination.3)


@pytest.mark.rule("ishkibibble-assassination.2")
@pytest.mark.parametrize("option", ["", "+bishop_cards"])
def test_titles_offices_and_bishops_go_to_the_chancery(option: str) -> None:
    cards = ("marshal_england", "abp_canterbury", "bp_durham")
    scene = scene_of(*cards, rules=RULES + option)
    scene.event(0)
    assert set(scene.state.chancery) == set(cards)
    assert set(scene.state.control) & {"durham", "canterbury"} == set()
    sound(scene)


@pytest.mark.rule("ishkibibble-assassination.2")
def test_a_title_goes_there_too() -> None:
    scene = Scene(2, RULES).noble("roos", 0, "14,2", cards=("duke_exeter",))
    scene.noble("courtenay", 1, "tiverton").next_events(CARD, "E-RV16").event(0)
    assert scene.state.chancery == ["duke_exeter"]


@pytest.mark.rule("ishkibibble-assassination.3")
def test_his_player_gives_the_rest_to_his_others_wherever_they_are() -> None:
    scene = scene_of("saxons_1", "town_bristol", "le_swan", "bp_durham")
    scene.event(1)
    assert (scene.asked(0), scene.asked(1)) == (["bequest"], [])
    assert scene.candidates(0, "bequeath", "card") == {"saxons_1"}
    assert scene.candidates(0, "bequeath", "noble") == {"stafford", "stanley"}
    assert "percy" in scene.state.nobles
    bequeathed(scene, saxons_1="stanley", town_bristol="stafford")
    assert scene.state.control["bristol"] == "stafford"
    scene.play(0, "bequeath", card="le_swan", noble="stanley")
    assert "percy" not in scene.state.nobles
    assert scene.state.nobles["stanley"].cards == ["saxons_1", "le_swan"]
    assert scene.state.nobles["stafford"].cards == ["town_bristol"]
    assert scene.state.chancery == ["bp_durham"]
    assert scene.state.crown_discards == ["percy"]
    assert "le_swan" in scene.state.ships
    sound(scene)


@pytest.mark.rule("ishkibibble-assassination.3")
def test_without_another_noble_they_are_lost() -> None:
    scene = scene_of("saxons_1", "le_swan", others=False)
    scene.event(0)
    assert set(scene.state.crown_discards) == {"percy", "saxons_1", "le_swan"}
    assert "le_swan" not in scene.state.ships
    sound(scene)


@pytest.mark.rule("ishkibibble-assassination.3")
def test_a_captive_gets_nothing() -> None:
    scene = scene_of("saxons_1")
    scene.state.nobles["stafford"].captor = 1
    scene.event(1)
    assert scene.asked(0) == []
    assert scene.state.nobles["stanley"].cards == ["saxons_1"]


@pytest.mark.rule("ishkibibble-assassination.3")
def test_it_happens_at_once_so_nothing_else_is_done() -> None:
    scene = scene_of("saxons_1", "saxons_2").hand(1, "earl_kent")
    scene.event(1)
    assert all(prompt.kind == "bequest" for prompt in scene.match.prompts())
    first = "A noble was murdered. First give his cards to others of his faction."
    assert scene.refused(1, "play", rule=LOW, card="earl_kent", noble="courtenay") == first
    assert scene.refused(0, "lift", rule=LOW, place="york") == first
    assert scene.refused(0, "march", rule=LOW, nobles=["stanley"], to="13,21") == first


@pytest.mark.rule("ishkibibble-assassination.3")
def test_for_who_is_silent_the_strongest_gets_it() -> None:
    scene = scene_of("saxons_1")
    scene.event(1)
    (prompt,) = scene.match.prompts(0)
    assert prompt.default == Choice.of("bequeath", card="saxons_1", noble="stanley")


@pytest.mark.rule("ishkibibble-assassination.3")
def test_it_can_be_saved_between_two_cards() -> None:
    scene = scene_of("saxons_1", "saxons_2")
    scene.event(1)
    bequeathed(scene, saxons_1="stanley")
    again = Match.load(scene.game, scene.match.save())
    again.submit(0, Choice.of("bequeath", card="saxons_2", noble="stafford"))
    assert "percy" not in again.position.state.nobles
    assert again.position.state.nobles["stafford"].cards == ["saxons_2"]


# As of plague (ishkibibble-assassination.4)


@pytest.mark.rule("ishkibibble-assassination.4")
def test_he_dies_as_of_plague_and_those_with_him_live() -> None:
    scene = scene_of().noble("grey", 0, "alnwick", guest=False).hold("henry", "percy")
    scene.event(0)
    assert only(scene, facts.NobleDied) == facts.NobleDied("percy", 0, "plague")
    assert holder_seat(scene.state, scene.content, "henry") == 0
    assert scene.state.heirs["henry"].holder == "grey"
    assert "cockermouth" not in scene.state.control


@pytest.mark.rule("ishkibibble-assassination.4")
def test_drawn_in_combat_it_is_discarded_and_another_drawn() -> None:
    scene = meeting(("percy", "stafford"), ("mowbray", "grey"), ruleset=RULES)
    scene.next_events(CARD, "E-RA03").combat(0)
    attack(scene, "percy", "stafford")
    settle(scene)
    assert scene.happened(facts.EventsTurned) == []
    assert CARD in scene.state.event_discards
    assert [told.card for told in scene.happened(facts.CombatCardDrawn)] == [CARD, "E-RA03"]
    sound(scene)


def test_it_tells_nothing_of_hands() -> None:
    scene = scene_of("saxons_1").hand(1, "earl_kent")
    scene.event(1)
    assert leaks(scene.match, [0, 1, None] * 3, Dice("other")) == []


@pytest.mark.rule("ishkibibble-assassination.1")
def test_who_is_named_on_the_card_is_no_secret_though_he_lies_in_a_hand() -> None:
    scene = scene_of().hand(1, "neville").next_events(CARD, "E-RV01")
    before = hidden(scene.match)
    scene.event(0)
    assert only(scene, facts.EventsTurned).noble == "neville"
    assert betrayals(scene.game, before, hidden(scene.match), scene.events) == []


# At sea (base-12.3, base-12.4)


def at_sea(*, comrade: bool = False) -> Scene:
    """Percy is murdered aboard a ship at sea, with an heir."""
    scene = scene_of("le_rose", others=comrade).hold("george", "percy")
    scene.ship("le_rose", sea="humber-mouth").aboard("percy", "le_rose")
    if comrade:
        scene.aboard("stanley", "le_rose")
    scene.event(1)
    if comrade:
        bequeathed(scene, le_rose="stanley")
    return scene


@pytest.mark.rule("ishkibibble-assassination.4", "base-12.4")
def test_the_heir_of_one_who_was_alone_at_sea_comes_ashore() -> None:
    scene = at_sea()
    heir = scene.state.heirs["george"]
    assert (heir.holder, heir.square, heir.inside) == (None, "19,10", None)
    assert scene.lies("le_rose") is None
    assert scene.board.places["ravenser"].square == "19,10"
    sound(scene)


@pytest.mark.rule("ishkibibble-assassination.4", "base-12.3")
def test_that_of_one_with_comrades_aboard_stays_with_them() -> None:
    assert at_sea(comrade=True).state.heirs["george"].holder == "stanley"
