"""Spoils, ransom and execution of the base rules."""

from __future__ import annotations

import pytest

from bot.content.load import load_content
from bot.games import words_for
from bot.rules.kernel import Choice
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.ids import SquareId
from bot.rules.kingmaker.state import Booty, Custody
from tests.rules.kingmaker.battlefield import (
    FIELD,
    FINE,
    SURVIVE,
    conclude,
    idlers,
    lay_rolls,
    only,
    settle,
    sound,
    where,
)
from tests.rules.kingmaker.battlefield import attack as attack_by_table
from tests.rules.kingmaker.captivity.held import capture_heir
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


@pytest.mark.rule("base-11.3", "base-11.7")
def test_a_captive_is_not_ransomed_with_what_another_leaves_to_the_victor() -> None:
    scene = meeting(("percy", "neville"), ("courtenay", "howard")).give("howard", "le_swan")
    scene.next_events(CARDS["majority"]).combat(0)
    attack(scene, "percy", "neville")
    castles, his = {"tiverton", "okehampton", "pleshey"}, {"castle-rising", "pleshey"}
    assert scene.match.prompts(1)[0].facts["noble"] == "courtenay"
    assert scene.candidates(1, "offer_ransom", "places") == castles
    assert "ships" not in {f.name for f in scene.offered(1, "offer_ransom")[0].fields}
    reason = scene.refused(1, "offer_ransom", rule="base-11.2", ships=["le_swan"])
    assert reason == "That is not yours to give as a ransom."
    scene.play(1, "offer_ransom")
    scene.play(0, "refuse")
    assert scene.candidates(1, "offer_ransom", "places") == his
    assert scene.candidates(1, "offer_ransom", "ships") == {"le_swan"}


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


@pytest.mark.rule("ishkibibble-ransom.3", "base-11.2")
def test_but_no_heir_who_is_himself_held_for_a_ransom() -> None:
    scene = meeting(("percy",), ("courtenay",), ruleset="classic+expanded_ransom", seats=3).noble(
        "mowbray", 1, "brougham", heirs=("george", "margaret")
    )
    scene.noble("talbot", 2, "sheffield")
    capture_heir(scene, "george", owner=2).next_events(CARDS["majority"]).combat(0)
    attack(scene, "percy")
    assert scene.candidates(1, "offer_ransom", "heirs") == {"margaret"}
    scene.refused(1, "offer_ransom", rule="ishkibibble-ransom.3", heirs=["george"])


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
    [
        ("7,13", "9,16", 3),
        ("9,16", "7,13", 3),
        ("7,12", "7,20", 8),
        ("5,25", "8,17", 8),
        ("5,18", "5,18", 0),
    ],
)
def test_the_nearest_is_counted_in_squares_also_diagonally(one: str, other: str, far: int) -> None:
    board = meeting(("percy",), ("courtenay",)).content.board
    assert board.flight(board.at(SquareId(one)), SquareId(other)) == far


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


# The King's Pardon: a captive who is to die goes free, and nothing tells who holds the card.


PARDONS = "classic+kings_pardon"
PARDON = "kings_pardon_1"


def doomed(*hand: str, ruleset: str = PARDONS) -> Scene:
    """Percy of seat 0 has captured Courtenay of seat 1 and takes no ransom for him."""
    scene = meeting(("percy", "neville"), ("courtenay",), ruleset=ruleset)
    scene.give("courtenay", "treasurer_england", "bp_lincoln").hand(1, *hand)
    scene.next_events(CARDS["majority"]).combat(0)
    attack(scene, "percy", "neville")
    scene.play(1, "offer_ransom")
    scene.play(0, "refuse")
    return scene


@pytest.mark.rule("base-19.4", "base-11.3", "base-11.4")
def test_who_is_pardoned_keeps_his_office_and_goes_home_at_no_price() -> None:
    scene = doomed(PARDON, "saxons_1")
    assert scene.asked(1) == ["mercy"]
    scene.play(1, "pardon", card=PARDON)
    assert only(scene, facts.Pardoned) == facts.Pardoned("courtenay", 1, 0, PARDON)
    assert scene.state.crown_discards == [PARDON]
    assert scene.state.factions[1].hand == ["saxons_1"]
    courtenay = scene.state.nobles["courtenay"]
    assert (courtenay.office, courtenay.captor) == ("treasurer_england", None)
    assert courtenay.cards == []  # his other cards are spoils, as in any ransom
    while scene.asked(0) == ["spoils"]:
        scene.play(0, "keep_spoil", card="bp_lincoln", noble="percy")
    if scene.asked(1) == ["go_home"]:
        scene.play(1, "go_home", noble="courtenay", castle="tiverton")
    assert where(scene, "courtenay")[1] in ("tiverton", "okehampton", "powderham")
    sound(scene)


@pytest.mark.rule("base-19.4")
def test_whoever_holds_any_card_is_asked_and_says_himself_that_he_dies() -> None:
    scene = doomed("saxons_1")
    assert scene.asked(1) == ["mercy"]
    assert scene.offered(1, "pardon") == []
    reason = scene.refused(1, "pardon", rule="base-19.4", card=PARDON)
    assert reason == "You need a King’s Pardon in your hand to free the captive."
    reason = scene.refused(1, "done", rule="base-19.4")
    assert reason == "A captive is about to die. His player must answer first."
    scene.play(1, "let_die")
    assert "courtenay" not in scene.state.nobles


@pytest.mark.rule("base-19.4")
def test_the_question_is_the_same_for_everybody_else_with_and_without_the_card() -> None:
    with_it, without = doomed(PARDON), doomed("saxons_1")
    assert with_it.match.waiting_for() == without.match.waiting_for() == [1]
    assert with_it.match.prompts(0) == without.match.prompts(0)
    asked = [next(p for p in s.match.prompts(1) if p.blocking) for s in (with_it, without)]
    assert [p.sealed for p in asked] == [True, True]
    assert asked[0].facts == asked[1].facts


@pytest.mark.rule("base-19.4")
def test_an_empty_hand_is_not_asked() -> None:
    scene = doomed()
    assert "courtenay" not in scene.state.nobles


@pytest.mark.rule("base-19.4")
def test_a_pardon_is_played_unless_it_is_spared() -> None:
    scene = doomed(PARDON)
    prompt = next(p for p in scene.match.prompts(1) if p.blocking)
    assert prompt.default == Choice.of("pardon", card=PARDON)
    question = words_for("kingmaker", PARDONS).ask(prompt, lambda seat: f"S{seat}")
    assert question == ("S0 puts **Courtenay** to death unless you play a King’s Pardon. Do you?")
    scene.play(1, "let_die")
    assert "courtenay" not in scene.state.nobles
    assert scene.state.factions[1].hand == [PARDON]


@pytest.mark.rule("base-19.4")
def test_a_pardon_is_laid_beside_nobody() -> None:
    scene = Scene(2, PARDONS).noble("percy", 0, "13,20").noble("courtenay", 1, "tiverton")
    scene.hand(0, PARDON).movement(0)
    assert scene.offered(0, "play") == []
    reason = scene.refused(0, "play", rule="base-19.4", card=PARDON, noble="percy")
    assert reason == "A King’s Pardon stays in your hand until it frees a captive."


@pytest.mark.rule("base-19.1", "base-19.4")
def test_two_pardons_come_into_the_deck() -> None:
    more, plain = load_content(PARDONS).crown, load_content("classic").crown
    assert sorted(set(more) - set(plain)) == [PARDON, "kings_pardon_2"]


@pytest.mark.rule("base-11.5")
def test_without_the_option_nobody_is_asked() -> None:
    assert "courtenay" not in doomed("saxons_1", ruleset="classic").state.nobles


@pytest.mark.rule("base-19.4", "base-11.5")
@pytest.mark.parametrize("verb", ["pardon", "let_die"])
def test_after_the_answer_the_combat_goes_on(verb: str) -> None:
    scene = doomed(PARDON, "saxons_1")
    scene.play(1, verb, **({"card": PARDON} if verb == "pardon" else {}))
    settle(scene)
    assert (scene.asked(0), scene.asked(1)) == (["combat"], [])
    assert ("courtenay" in scene.state.nobles) is (verb == "pardon")
    sound(scene)


# Booty: who beats a strong force draws in its player's place (ishkibibble-booty.1).


RULES = "classic+booty"


def fought(
    attackers: tuple[str, ...], defenders: tuple[str, ...], *, card: str = "majority"
) -> Scene:
    """Seat 0 has attacked seat 1, and a card that is no bad weather decided it."""
    scene = meeting(attackers, defenders, ruleset=RULES)
    scene.next_events(CARDS[card]).combat(0)
    return attack(scene, *attackers)


@pytest.mark.rule("ishkibibble-booty.1")
def test_an_attacker_who_beats_a_hundred_draws_in_the_losers_place() -> None:
    scene = fought(("percy", "mowbray"), ("neville", "stafford", "holland"))
    loser = sum(scene.match.view(0).nobles[n].troops for n in ("neville", "stafford", "holland"))
    assert loser >= 100
    assert scene.state.booty == [Booty(loser=1, victor=0)]
    assert [(e.seat, e.loser) for e in scene.happened(facts.BootyWon)] == [(0, 1)]
    assert scene.match.view(None).booty == (Booty(1, 0),)
    sound(scene)


@pytest.mark.rule("ishkibibble-booty.1")
def test_less_than_a_hundred_is_no_booty() -> None:
    scene = fought(("percy", "mowbray"), ("stafford",))
    assert scene.state.booty == []
    assert scene.happened(facts.BootyWon) == []


@pytest.mark.rule("ishkibibble-booty.1")
def test_a_defender_who_beats_a_hundred_takes_it_too() -> None:
    scene = fought(("percy",), ("mowbray", "neville", "stafford"))
    assert scene.state.booty == [Booty(loser=0, victor=1)]


@pytest.mark.rule("ishkibibble-booty.1")
def test_where_nobody_wins_there_is_none() -> None:
    scene = fought(("percy", "mowbray"), ("neville", "stafford", "holland"), card="3-1")
    assert scene.state.booty == []


@pytest.mark.rule("ishkibibble-booty.1")
def test_the_loser_draws_nothing_and_the_victor_in_his_place() -> None:
    scene = fought(("percy", "mowbray"), ("neville", "stafford", "holland"))
    scene.next_crown("saxons_1").draw(1)
    assert "saxons_1" in scene.state.factions[0].hand
    assert scene.state.factions[1].hand == []
    assert scene.state.booty == []
    assert [(e.seat, e.loser) for e in scene.happened(facts.BootyDrawn)] == [(0, 1)]
    drawn = scene.happened(facts.CrownCardDrawn)
    assert [(e.seat, e.card, e.audience) for e in drawn] == [
        (0, "", None), (0, "saxons_1", (0,)),
    ]  # fmt: skip


@pytest.mark.rule("ishkibibble-booty.1")
def test_several_are_given_up_one_a_turn_the_oldest_first() -> None:
    scene = meeting(("percy",), ("stafford",), ruleset=RULES, seats=3)
    scene.noble("talbot", 2, "sheffield")
    scene.state.booty = [Booty(1, 2), Booty(0, 1), Booty(1, 0)]
    scene.next_crown("saxons_1", "saxons_2")
    scene.draw(1)
    assert scene.state.factions[2].hand == ["saxons_1"]
    assert scene.state.booty == [Booty(0, 1), Booty(1, 0)]
    scene.draw(1)
    assert scene.state.factions[0].hand == ["saxons_2"]
    assert scene.state.booty == [Booty(0, 1)]


@pytest.mark.rule("ishkibibble-booty.1", "ishkibibble-ransom.1")
def test_it_is_given_up_before_any_debt() -> None:
    scene = meeting(("percy",), ("stafford",), ruleset=f"{RULES}+expanded_ransom", seats=3)
    scene.noble("talbot", 2, "sheffield").noble("courtenay", 1, "tiverton")
    captive = scene.state.nobles["courtenay"]
    captive.square, captive.inside, captive.captor = "", None, 0
    scene.state.custody["courtenay"] = Custody(1, 0, 1, keeper="percy")
    scene.state.booty = [Booty(1, 2)]
    scene.next_crown("saxons_1", "saxons_2")
    scene.draw(1)
    assert scene.state.factions[2].hand == ["saxons_1"]
    assert scene.state.custody["courtenay"].draws == 1
    scene.draw(1)
    assert "courtenay" not in scene.state.custody


def by_table(attackers: tuple[str, ...], defenders: tuple[str, ...], place: str = "") -> Scene:
    """Seat 0 against seat 1 by the house rules, in the open or before a place."""
    scene = idlers(Scene(2, "house+booty"))
    for noble in defenders:
        scene.noble(noble, 1, place or FIELD, outside=not place)
    for noble in attackers:
        scene.noble(noble, 0, place or FIELD, outside=True)
    return scene


@pytest.mark.rule("ishkibibble-booty.1")
@pytest.mark.parametrize(
    ("defenders", "won"),
    [(("neville", "stafford", "holland"), [Booty(1, 0)]), (("stafford",), [])],
)
def test_of_a_siege_the_nobles_inside_count_and_the_garrison_does_not(
    defenders: tuple[str, ...], won: list[Booty]
) -> None:
    besiegers = ("percy", "mowbray", "talbot")
    scene = by_table(besiegers, defenders, "skipton").give("percy", "marshal_england")
    lay_rolls(scene, SURVIVE).next_events(FINE).combat(0)
    conclude(scene, *besiegers, place="skipton")
    assert scene.happened(facts.SiegeConcluded)
    assert scene.state.booty == won


@pytest.mark.rule("ishkibibble-booty.1")
@pytest.mark.parametrize(
    ("roll", "result", "won"),
    [
        (100, "major_victory", [Booty(1, 0)]),
        (1, "attack_fails", [Booty(0, 1)]),
        (25, "no_victory", []),
    ],
)
def test_by_the_battle_table_it_goes_to_whoever_wins(
    roll: int, result: str, won: list[Booty]
) -> None:
    scene = by_table(("percy", "mowbray"), ("neville", "stafford", "holland"))
    lay_rolls(scene, roll).next_events(FINE).combat(0)
    attack_by_table(scene, "percy", "mowbray")
    assert [event.result for event in scene.happened(facts.BattleRolled)] == [result]
    assert scene.state.booty == won
