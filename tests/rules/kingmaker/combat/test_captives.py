"""Captives: ransom or death, and what becomes of the cards and places of the dead."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Choice, Weight
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.state import Promise
from bot.words.kingmaker.words import KingmakerWords
from tests.rules.kingmaker.battlefield import (
    FAR,
    FIELD,
    FINE,
    attack,
    field_of,
    idlers,
    lay_rolls,
    only,
    sound,
    where,
)
from tests.rules.kingmaker.scene import HOUSE, Scene

POLE = ("chancellor_england", "abp_canterbury", "bp_norwich", "saxons_1", "town_bristol", "le_rose")


def captive(*cards: str, hand: tuple[str, ...] = (), held: tuple[str, ...] = ()) -> Scene:
    """Pole of seat 1 is captured by Percy of seat 0 and may offer a ransom."""
    scene = idlers(Scene()).noble("percy", 0, FIELD)
    scene.noble("pole", 1, FIELD, cards=cards).hand(1, *hand).held(1, *held)
    lay_rolls(scene, 90).next_events(FINE).combat(0)
    attack(scene, "percy")
    assert scene.asked(1) == ["offer_ransom"]
    return scene


def offer(scene: Scene, **terms: str | list[str] | tuple[str, ...]) -> None:
    """Seat 1 makes an offer."""
    scene.play(1, "offer_ransom", **terms)


# Ransom


@pytest.mark.rule("house-5.19a", "base-11.1", "base-11.2")
def test_a_captive_may_offer_places_ships_and_cards() -> None:
    scene = captive(*POLE, hand=("saxons_2",), held=("E-WR01", "E-CM01"))
    fields = {f.name: set(f.candidates) for f in scene.offered(1, "offer_ransom")[0].fields}
    places = {"wingfield", "donnington", "caernarvon", "canterbury", "norwich", "bristol"}
    assert fields["places"] == places | {"pleshey"}
    assert fields["ships"] == {"le_rose"}
    assert fields["cards"] == {"saxons_2"}
    assert fields["held"] == {"E-WR01", "E-CM01"}


@pytest.mark.rule("house-5.19a", "house-5.19i", "house-8.7.8")
def test_bishops_and_mercenaries_beside_a_captive_may_go_to_the_captors_noble() -> None:
    scene = captive(*POLE)
    offered = {c for o in scene.offered(1, "offer_ransom") for f in o.fields for c in f.candidates}
    assert {"abp_canterbury", "bp_norwich", "saxons_1"} <= offered
    offer(scene, beside=["abp_canterbury", "saxons_1"])
    scene.play(0, "accept")
    assert set(scene.state.nobles["percy"].cards) == {"abp_canterbury", "saxons_1"}
    assert set(scene.state.nobles["pole"].cards) == {"bp_norwich", "town_bristol", "le_rose"}
    # The city printed on the archbishop goes along with him (house-8.7.14).
    assert scene.state.control["canterbury"] == "percy"


@pytest.mark.rule("house-8.7.9", "house-5.19a")
def test_of_two_bishops_the_captors_only_noble_gets_one_and_all_learn_which_stays() -> None:
    scene = captive(*POLE)
    offer(scene, beside=["abp_canterbury", "bp_norwich"])
    scene.play(0, "accept")
    assert set(scene.state.nobles["percy"].cards) == {"abp_canterbury"}
    assert "bp_norwich" in scene.state.nobles["pole"].cards
    assert only(scene, facts.Ransomed).cards == ("abp_canterbury",)
    unmet = facts.TermUnmet("beside:bp_norwich", 1, 0, "house-8.7.9")
    assert only(scene, facts.TermUnmet) == unmet
    assert unmet.visible_to(None)


@pytest.mark.rule("house-5.19a", "house-8.7.2")
def test_of_a_card_that_has_gone_since_the_offer_only_the_two_learn() -> None:
    scene = captive(*POLE, hand=("saxons_2",))
    offer(scene, places=["bristol"], cards=["saxons_2"])
    scene.state.factions[1].hand.remove("saxons_2")
    scene.state.crown_discards.append("saxons_2")
    scene.play(0, "accept")
    unmet = only(scene, facts.TermUnmet)
    assert (unmet.thing, unmet.rule) == ("hand:saxons_2", "house-8.7.2")
    assert [unmet.visible_to(seat) for seat in (None, 0, 1)] == [False, True, True]
    assert scene.state.control["bristol"] == "percy"


@pytest.mark.rule("house-8.7.9", "house-5.19a")
def test_a_bishop_is_no_ransom_if_the_captor_there_has_one_already() -> None:
    scene = idlers(Scene()).noble("percy", 0, FIELD, cards=("bp_durham",))
    scene.noble("pole", 1, FIELD, cards=("bp_norwich", "saxons_1"))
    lay_rolls(scene, 90).next_events(FINE).combat(0)
    attack(scene, "percy")
    assert scene.candidates(1, "offer_ransom", "beside") == {"saxons_1"}


@pytest.mark.rule("house-5.19a", "base-11.2", "base-11.6")
@pytest.mark.parametrize("thing", ["percy", "pole", "chancellor_england"])
def test_nobles_and_offices_are_no_ransom(thing: str) -> None:
    scene = captive(*POLE)
    offered = {c for o in scene.offered(1, "offer_ransom") for f in o.fields for c in f.candidates}
    assert thing not in offered


@pytest.mark.rule("house-5.19a", "house-5.19c", "house-5.19i", "base-11.2", "base-11.4")
def test_an_accepted_ransom_changes_hands_and_the_captive_goes_home() -> None:
    scene = captive(*POLE, hand=("saxons_2",), held=("E-WR01",))
    offer(scene, places=["bristol"], ships=["le_rose"], cards=["saxons_2"], held=["E-WR01"])
    assert scene.asked(0) == ["answer_ransom"]
    scene.play(0, "accept")
    freed = only(scene, facts.Ransomed)
    assert (freed.noble, freed.seat, freed.captor) == ("pole", 1, 0)
    assert scene.state.control["bristol"] == "percy"
    assert set(scene.state.nobles["percy"].cards) == {"town_bristol", "le_rose"}
    assert scene.state.factions[0].hand == ["saxons_2"]
    assert scene.state.factions[0].held == ["E-WR01"]
    assert scene.state.factions[1].hand == scene.state.factions[1].held == []
    scene.play(1, "go_home", noble="pole", castle="wingfield")
    assert where(scene, "pole") == ("22,16", "wingfield")
    assert only(scene, facts.WentHome).cause == "ransom"
    pole = scene.state.nobles["pole"]
    assert pole.captor is None
    assert pole.office == "chancellor_england"
    assert set(pole.cards) == {"abp_canterbury", "bp_norwich", "saxons_1"}
    for place in ("caernarvon", "canterbury", "norwich", "wingfield", "donnington"):
        assert scene.state.control[place] == "pole"
    sound(scene)


@pytest.mark.rule("house-5.19i")
def test_a_ransom_of_promises_alone_takes_nothing_from_him() -> None:
    scene = captive(*POLE)
    offer(scene)
    scene.play(0, "accept")
    scene.play(1, "go_home", noble="pole", castle="donnington")
    pole = scene.state.nobles["pole"]
    assert set(pole.cards) == set(POLE) - {"chancellor_england"}
    assert pole.office == "chancellor_england"
    assert scene.state.nobles["percy"].cards == []
    assert where(scene, "pole") == ("15,21", "donnington")


@pytest.mark.rule("house-5.19b", "base-16.6")
def test_a_promise_is_accepted_like_a_ransom_and_binds_nobody() -> None:
    scene = captive()
    offer(scene)
    scene.play(0, "accept")
    assert only(scene, facts.Ransomed).number == 0
    scene.play(1, "go_home", noble="pole", castle="wingfield")
    assert scene.state.promises == []


@pytest.mark.rule("house-5.19c", "base-11.4")
def test_a_ransomed_noble_of_one_castle_goes_there_at_once() -> None:
    scene = field_of(("percy",), ("howard",))
    lay_rolls(scene, 90).next_events(FINE).combat(0)
    attack(scene, "percy")
    offer(scene)
    scene.play(0, "accept")
    assert where(scene, "howard") == ("20,14", "castle-rising")
    assert scene.asked(0) == ["combat"]


@pytest.mark.rule("house-5.19c", "house-5.16b", "base-11.4")
def test_a_ransomed_noble_whose_castle_is_lost_stands_outside_it() -> None:
    scene = field_of(("percy",), ("howard",)).control("castle-rising", "audley")
    lay_rolls(scene, 90).next_events(FINE).combat(0)
    attack(scene, "percy")
    offer(scene)
    scene.play(0, "accept")
    assert where(scene, "howard") == ("20,14", None)


@pytest.mark.rule("house-5.19c", "house-5.19a")
def test_a_castle_given_as_ransom_is_no_home_to_go_to() -> None:
    scene = captive()
    offer(scene, places=["wingfield"])
    scene.play(0, "accept")
    assert scene.state.control["wingfield"] == "percy"
    assert where(scene, "pole") == ("15,21", "donnington")


@pytest.mark.rule("house-5.19a")
def test_the_captor_may_ask_for_more() -> None:
    scene = captive()
    offer(scene)
    scene.play(0, "ask_more")
    refused = only(scene, facts.RansomRefused)
    assert (refused.noble, refused.final) == ("pole", False)
    # The table hears whether he is ransomed, not every turn of the haggling.
    assert refused.weighs() is Weight.DETAIL
    assert facts.RansomRefused("pole", 0, final=True).weighs() is Weight.NOTABLE
    assert scene.asked(1) == ["offer_ransom"]
    offer(scene, places=["wingfield"])
    assert scene.asked(0) == ["answer_ransom"]


@pytest.mark.rule("house-5.19a", "house-2.6c")
def test_a_card_played_while_the_offer_lies_there_is_no_longer_part_of_it() -> None:
    scene = captive(hand=("saxons_2",))
    offer(scene, cards=["saxons_2"])
    if scene.offered(1, "play"):
        scene.play(1, "play", card="saxons_2", noble="bourchier")
    scene.play(0, "accept")
    everywhere = [
        *scene.state.factions[0].hand,
        *scene.state.factions[1].hand,
        *[c for n in scene.state.nobles.values() for c in n.cards],
    ]
    assert everywhere.count("saxons_2") == 1
    scene.play(1, "go_home", noble="pole", castle="wingfield")
    sound(scene)


@pytest.mark.rule("house-5.1", "house-8.7.3")
def test_a_captor_given_a_third_card_must_come_down_to_two() -> None:
    scene = captive(hand=("saxons_2", "flemish_crossbowmen_1"))
    scene.hand(0, "scots_archers_1", "scots_archers_2")
    offer(scene, cards=["saxons_2", "flemish_crossbowmen_1"])
    scene.play(0, "accept")
    scene.play(1, "go_home", noble="pole", castle="wingfield")
    assert scene.asked(0) == ["trim_hand"]
    scene.refused(0, "attack", rule="house-5.1", nobles=["audley"], against="1", square=FAR)
    scene.play(0, "discard", card="saxons_2")
    scene.play(0, "discard", card="scots_archers_1")
    assert scene.asked(0) == ["combat"]
    assert scene.state.factions[0].hand == ["scots_archers_2", "flemish_crossbowmen_1"]


@pytest.mark.rule("house-5.19a")
def test_only_the_owner_offers_and_only_the_captor_answers() -> None:
    scene = captive()
    scene.refused(0, "offer_ransom", rule="house-1.14")
    scene.refused(0, "accept", rule="house-1.14")
    offer(scene)
    scene.refused(1, "accept", rule="house-1.14")


@pytest.mark.rule("house-5.19a")
def test_what_is_offered_is_told_to_the_two_concerned_only() -> None:
    scene = idlers(Scene(seats=3)).noble("percy", 0, FIELD).noble("pole", 1, FIELD)
    scene.noble("roos", 2, "helmsley").hand(1, "saxons_2")
    lay_rolls(scene, 90).next_events(FINE).combat(0)
    attack(scene, "percy")
    offer(scene, cards=["saxons_2"])
    seen = {
        seat: [e for e in scene.happened(facts.RansomOffered) if e.visible_to(seat)]
        for seat in (0, 1, 2)
    }
    assert [e.cards for e in seen[2]] == [()]
    assert ("saxons_2",) in [e.cards for e in seen[0]]
    assert ("saxons_2",) in [e.cards for e in seen[1]]


@pytest.mark.rule("house-5.4", "house-5.19d")
def test_a_captive_is_given_no_cards() -> None:
    scene = captive(hand=("saxons_2",))
    assert scene.candidates(1, "play", "noble") == {"bourchier"}


# Death


@pytest.mark.rule("house-5.19d", "base-11.5")
def test_a_captive_who_is_refused_dies_at_once() -> None:
    scene = captive()
    offer(scene, places=["wingfield"])
    scene.play(0, "refuse")
    died = only(scene, facts.NobleDied)
    assert (died.noble, died.seat, died.cause) == ("pole", 1, "executed")
    assert "pole" not in scene.state.nobles
    assert scene.asked(0) == ["combat"]
    sound(scene)


@pytest.mark.rule("house-5.19d", "base-11.5")
def test_who_gets_no_answer_in_time_gets_no_ransom() -> None:
    scene = captive()
    offer(scene)
    (prompt,) = [p for p in scene.match.prompts(0) if p.blocking]
    assert prompt.default is not None
    assert prompt.default.verb == "refuse"


@pytest.mark.rule("house-5.19d", "base-11.1")
def test_captives_are_dealt_with_before_the_next_combat() -> None:
    scene = captive()
    scene.refused(1, "done", rule="house-5.19d")
    scene.refused(0, "attack", rule="house-1.14", nobles=["audley"], against="1", square=FAR)
    scene.refused(0, "done", rule="house-1.14")
    offer(scene)
    scene.refused(0, "attack", rule="house-5.19d", nobles=["audley"], against="1", square=FAR)
    scene.refused(0, "done", rule="house-5.19d")


@pytest.mark.rule("house-5.19d", "base-11.1")
def test_every_captive_is_ransomed_or_killed_by_himself() -> None:
    scene = field_of(("percy",), ("pole", "howard"))
    lay_rolls(scene, 90).next_events(FINE).combat(0)
    attack(scene, "percy")
    fates = {}
    for answer in ("refuse", "accept"):
        noble = next(p.facts["noble"] for p in scene.match.prompts(1) if p.blocking)
        offer(scene)
        scene.play(0, answer)
        fates[noble] = answer
        if scene.asked(1) == ["go_home"]:
            scene.play(1, "go_home", noble=noble, castle="wingfield")
    assert set(fates) == {"pole", "howard"}
    for noble, answer in fates.items():
        assert (noble in scene.state.nobles) is (answer == "accept")
    assert scene.asked(0) == ["combat"]


@pytest.mark.rule("house-5.19e", "house-5.19f", "base-11.7", "base-12.1", "base-12.2")
def test_the_cards_of_a_captive_who_is_killed() -> None:
    scene = captive("marshal_england", "abp_york", "saxons_1", "town_bristol", "le_rose")
    offer(scene)
    scene.play(0, "refuse")
    assert set(scene.state.chancery) == {"marshal_england", "abp_york"}
    assert set(scene.state.crown_discards) == {"pole", "saxons_1", "town_bristol", "le_rose"}
    assert scene.state.nobles["percy"].cards == []
    assert "le_rose" not in scene.state.ships
    sound(scene)


@pytest.mark.rule("house-5.19e", "house-5.19f", "base-12.2")
def test_the_cards_of_a_noble_who_dies_in_battle_go_the_same_ways() -> None:
    scene = idlers(Scene()).noble("percy", 0, FIELD)
    cards = ("earl_kent", "treasurer_england", "bp_carlisle", "saxons_1", "town_leicester")
    scene.noble("howard", 1, FIELD, cards=cards)
    lay_rolls(scene, 20, 100, 8).next_events(FINE).combat(0)
    attack(scene, "percy")
    assert "howard" not in scene.state.nobles
    assert set(scene.state.chancery) == {"earl_kent", "treasurer_england", "bp_carlisle"}
    assert set(scene.state.crown_discards) == {"howard", "saxons_1", "town_leicester"}
    sound(scene)


@pytest.mark.rule("house-5.19f", "base-12.1")
def test_the_dead_come_back_as_new_men_when_drawn_again() -> None:
    scene = captive("marshal_england")
    offer(scene)
    scene.play(0, "refuse")
    scene.state.crown_discards.remove("pole")
    scene.state.crown_deck.append("pole")
    scene.noble("roos", 0, "helmsley").draw(0)
    entry = next(p for p in scene.match.prompts(0) if p.blocking).offers[0]
    assert "wingfield" in {c for field in entry.fields for c in field.candidates}
    choice = next(entry.choices())
    scene.play(0, choice.verb, **choice.args)
    pole = scene.state.nobles["pole"]
    assert (pole.seat, pole.office, pole.cards) == (0, None, [])


@pytest.mark.rule("house-5.19g", "house-8.1.4", "base-1.17")
def test_places_of_a_killed_captive_become_neutral() -> None:
    scene = captive("chancellor_england", "abp_canterbury", "town_bristol").control("dover", "pole")
    offer(scene)
    scene.play(0, "refuse")
    for place in ("wingfield", "donnington", "caernarvon", "canterbury", "bristol", "dover"):
        assert place not in scene.state.control
    lost = {e.place for e in scene.happened(facts.ControlLost)}
    assert lost == {"wingfield", "donnington", "caernarvon", "canterbury", "bristol", "dover"}


@pytest.mark.rule("house-8.1.4")
def test_a_place_lost_by_death_does_not_pass_to_the_player_whose_card_implies_it() -> None:
    scene = idlers(Scene()).noble("percy", 0, FIELD).noble("pole", 1, FIELD)
    scene.noble("talbot", 0, "sheffield", cards=("chamberlain_chester",)).control("chester", "pole")
    lay_rolls(scene, 90, 100, 20).next_events(FINE).combat(0)
    attack(scene, "percy")
    assert "pole" not in scene.state.nobles
    assert "chester" not in scene.state.control


@pytest.mark.rule("base-1.17")
def test_a_place_stays_with_the_faction_if_another_of_its_cards_gives_it() -> None:
    scene = idlers(Scene()).noble("percy", 0, FIELD).noble("pole", 1, FIELD)
    scene.noble("talbot", 1, "sheffield", cards=("chamberlain_chester",)).control("chester", "pole")
    lay_rolls(scene, 90, 100, 20).next_events(FINE).combat(0)
    attack(scene, "percy")
    assert "pole" not in scene.state.nobles
    assert scene.state.control["chester"] == "talbot"


@pytest.mark.rule("house-5.19h", "house-5.19g", "base-1.17")
@pytest.mark.parametrize("cause", ["battle", "executed"])
def test_all_inside_a_place_that_becomes_neutral_are_put_out(cause: str) -> None:
    scene = idlers(Scene()).noble("percy", 0, FIELD).noble("pole", 1, FIELD)
    scene.noble("herbert", 1, "wingfield").noble("cromwell", 1, "wingfield", heirs=("george",))
    scene.control("wingfield", "pole").noble("greystoke", 1, "greystoke")
    roll = 20 if cause == "battle" else 100
    lay_rolls(scene, 90, 100, roll).next_events(FINE).combat(0)
    attack(scene, "percy")
    if cause == "executed":
        offer(scene)
        scene.play(0, "refuse")
    assert where(scene, "herbert") == where(scene, "cromwell") == ("22,16", None)
    assert where(scene, "greystoke") == ("10,6", "greystoke")
    expelled = [e for e in scene.happened(facts.Expelled) if e.place == "wingfield"]
    assert {n for e in expelled for n in e.nobles} == {"herbert", "cromwell"}
    assert scene.state.heirs["george"].holder == "cromwell"
    sound(scene)


@pytest.mark.rule("house-5.19c", "base-11.10")
def test_an_heir_who_waits_in_his_castle_is_taken_up_by_the_noble_who_comes_home() -> None:
    scene = field_of(("percy",), ("howard",)).heir_at("george", "20,14", "castle-rising")
    lay_rolls(scene, 90).next_events(FINE).combat(0)
    attack(scene, "percy")
    offer(scene)
    scene.play(0, "accept")
    assert where(scene, "howard") == ("20,14", "castle-rising")
    assert scene.state.heirs["george"].holder == "howard"


@pytest.mark.rule("house-5.19a")
def test_the_price_of_a_captive_is_never_named_for_his_player() -> None:
    """Nothing to offer but promises, and still the question is put to him, in secret."""
    scene = field_of(("percy",), ("howard",)).control("castle-rising", None)
    scene.control("pleshey", None)
    lay_rolls(scene, 90).next_events(FINE).combat(0)
    attack(scene, "percy")
    prompt = scene.match.prompts(1)[0]
    assert (prompt.kind, prompt.sealed) == ("offer_ransom", True)
    scene.play(1, "offer_ransom")
    answer = next(p for p in scene.match.prompts(0) if p.kind == "answer_ransom")
    assert answer.sealed is False


@pytest.mark.rule("house-5.19a")
def test_more_is_asked_for_twice_at_most() -> None:
    scene = captive()
    for _ in range(2):
        offer(scene)
        assert scene.offered(0, "ask_more") != []
        scene.play(0, "ask_more")
    offer(scene)
    assert scene.offered(0, "ask_more") == []
    assert {o.verb for p in scene.match.prompts(0) if p.blocking for o in p.offers} == {
        "accept",
        "refuse",
    }


# Promises (house-5.19b)


@pytest.mark.rule("house-5.19b")
def test_a_ransom_may_carry_a_promise_that_is_recalled_when_it_falls_due() -> None:
    scene = captive(hand=("saxons_2",))
    offer(scene, cards=["saxons_2"], promise="York, once I hold it", due="2")
    public, private = scene.happened(facts.RansomOffered)
    assert (public.audience, public.number, public.promise, public.due) == (None, 2, "", None)
    assert (private.audience, private.promise) == ((1, 0), "York, once I hold it")
    assert private.due == scene.state.round + 2
    assert b"York, once" not in scene.seen_by(None)
    scene.play(0, "accept")
    assert scene.state.promises == [Promise(1, 0, "York, once I hold it", scene.state.round + 2)]
    scene.state.round += 2
    scene.turn(1)
    both = {e.audience for e in scene.happened(facts.PromiseDue)}
    assert both == {(1, 0)}
    assert scene.state.promises == []


@pytest.mark.rule("house-5.19b", "house-5.19d")
def test_a_ransom_may_be_nothing_but_a_promise_and_a_refused_one_binds_nobody() -> None:
    scene = captive()
    offer(scene, promise="my next Writ")
    assert scene.happened(facts.RansomOffered)[0].number == 1
    scene.play(0, "refuse")
    assert scene.state.promises == []
    assert "pole" not in scene.state.nobles


@pytest.mark.rule("house-5.19b")
def test_a_promised_ransom_in_words() -> None:
    words, names = KingmakerWords(HOUSE.content), ["Anne", "Bob"].__getitem__
    scene = captive()
    choice = Choice.of("offer_ransom", promise="my next Writ", due="3")
    assert words.choice(choice, names) == "You offer the promise “my next Writ” (within 3 rounds)."
    offer(scene, promise="my next Writ", due="3")
    assert words.ask(scene.match.asked(0)[0], names) == (
        "Bob offers you the promise “my next Writ” (within 3 rounds) for **Pole**. If you "
        "refuse for good, he dies."
    )
    public, private = scene.happened(facts.RansomOffered)
    assert words.tell(public, names) == (
        "Bob offers Anne a ransom of 1 thing for **Pole**. ‹house-5.19a›"
    )
    assert words.tell(private, names) == (
        "Bob offers Anne a ransom for **Pole**: the promise “my next Writ” (by round 4)."
        " Only the two of you see this. ‹house-5.19a›"
    )


# His places, while His ransom must be settled


@pytest.mark.rule("house-5.19a", "house-5.19g", "house-8.7.7")
def test_a_captives_places_are_not_saved_by_handing_them_on() -> None:
    scene = captive(*POLE)
    assert scene.candidates(1, "transfer", "thing") == set()
    away = {"thing": "place:bristol", "noble": "bourchier"}
    scene.forbidden(1, "transfer", rule="house-5.19a", says="His ransom must be settled", **away)
    given = {"to": "0", "give": ["place:bristol"]}
    scene.forbidden(1, "propose_deal", rule="house-5.19a", says="His ransom", **given)


@pytest.mark.rule("house-5.19a")
def test_nor_by_a_deal_that_was_on_offer_before() -> None:
    scene = idlers(Scene()).noble("percy", 0, FIELD).noble("pole", 1, FIELD, cards=POLE)
    lay_rolls(scene, 90).next_events(FINE).combat(0)
    scene.play(1, "propose_deal", to="0", give=["place:bristol"])
    attack(scene, "percy")
    scene.forbidden(0, "accept_deal", rule="house-5.19a", says="His ransom", deal="1")


@pytest.mark.rule("house-5.19a")
def test_what_another_captive_has_may_be_a_ransom() -> None:
    scene = field_of(("percy",), ("pole", "howard"))
    lay_rolls(scene, 90).next_events(FINE).combat(0)
    attack(scene, "percy")
    offer(scene, places=["castle-rising"])
    scene.play(0, "accept")
    assert scene.state.control["castle-rising"] == "percy"


# What is no ransom, each with its own reason


@pytest.mark.rule("house-5.19a", "house-8.7.2", "house-8.7.8")
@pytest.mark.parametrize(
    ("terms", "rule", "said"),
    [
        (
            {"places": ["york"]},
            "house-8.7.2",
            "York no longer belongs to the player who would give it.",
        ),
        (
            {"heirs": ["margaret"]},
            "house-8.7.8",
            "An heir cannot be a ransom: he can pass only to a noble who is with his keeper.",
        ),
        (
            {"cards": ["saxons_2"]},
            "house-8.7.2",
            "Saxons no longer belongs to the player who would give it.",
        ),
    ],
)
def test_whoever_offers_what_cannot_be_given_hears_why(
    terms: dict[str, list[str]], rule: str, said: str
) -> None:
    scene = captive()
    scene.hold("margaret", "bourchier")
    heard = scene.refused(1, "offer_ransom", rule=rule, **terms)  # type: ignore[arg-type]
    assert heard == said


@pytest.mark.rule("house-5.19a")
def test_the_last_offer_is_taken_or_refused() -> None:
    scene = captive()
    for _ in range(2):
        offer(scene)
        scene.play(0, "ask_more")
    offer(scene)
    said = scene.refused(0, "ask_more", rule="house-5.19a")
    assert said == "That was the last offer. Take it, or refuse it outright."
