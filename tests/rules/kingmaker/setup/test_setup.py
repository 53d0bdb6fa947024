"""Setting up: the deal, the opening positions, and who plays first."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from bot.rules.kernel import Choice, Dice, Event, IllegalChoice, Match
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.setup.opening import AssignDealt, first_player
from bot.rules.kingmaker.turn import Turns
from tests.rules.kingmaker.scene import HOUSE, Scene

CROWN = HOUSE.content.crown
SEEDS = tuple(f"setting up {n}" for n in range(6))


@cache
def opening(seats: int, seed: str) -> tuple[list[facts.CardsDealt], list[Event], Any]:
    """A whole set-up answered at random: the deals, all events, and the state it led to."""
    match, outcome = Match.start(HOUSE, seats, seed)
    events = list(outcome.events)
    rng = random.Random(seed)
    while match.position.state.phase == "setup":
        seat = rng.choice(match.waiting_for())
        prompt = next(p for p in match.prompts(seat) if p.blocking)
        choices = [c for offer in prompt.offers for c in offer.choices()]
        events += match.submit(seat, rng.choice(choices)).events
    return [e for e in events if isinstance(e, facts.CardsDealt)], events, match.position.state


def nobles_among(cards: tuple[str, ...]) -> list[str]:
    return [card for card in cards if CROWN[card].kind == "noble"]


@pytest.mark.rule("house-4.2", "base-2.3")
@pytest.mark.parametrize(
    ("seats", "each"), [(2, 18), (3, 12), (4, 9), (5, 7), (6, 6), (7, 5)], ids=str
)
def test_36_or_35_cards_are_dealt_the_same_number_to_each(seats: int, each: int) -> None:
    for seed in SEEDS:
        deals, _, _ = opening(seats, seed)
        assert [deal.seat for deal in deals] == list(range(seats))
        for deal in deals:
            if nobles_among(deal.cards[:each]):
                assert len(deal.cards) == each


@pytest.mark.rule("house-4.3", "base-2.4")
def test_a_player_without_a_noble_is_dealt_on_until_one_comes() -> None:
    longer = [deal for seed in SEEDS for deal in opening(7, seed)[0] if len(deal.cards) > 5]
    assert longer
    for deal in longer:
        assert nobles_among(deal.cards) == [deal.cards[-1]]


@pytest.mark.rule("base-2.3")
def test_what_is_not_dealt_stays_in_the_crown_deck() -> None:
    deals, _, state = opening(4, SEEDS[0])
    dealt = {card for deal in deals for card in deal.cards}
    assert set(state.crown_deck) == set(CROWN) - dealt
    assert len(state.crown_deck) + len(dealt) == 73


@pytest.mark.rule("house-4.1", "base-19.13")
def test_the_constable_of_the_tower_is_never_in_the_opening_deal() -> None:
    for seats in range(2, 8):
        for seed in SEEDS:
            assert all("constable_tower" not in deal.cards for deal in opening(seats, seed)[0])


@pytest.mark.rule("house-5.25c")
def test_the_constable_is_shuffled_into_the_deck_before_the_first_turn() -> None:
    depths = set()
    for seed in SEEDS:
        _, _, state = opening(3, seed)
        assert state.crown_deck.count("constable_tower") == 1
        depths.add(state.crown_deck.index("constable_tower"))
    assert len(depths) > 2  # neither always on top nor always at the bottom


@pytest.mark.rule("house-5.25a")
def test_the_advanced_cards_are_used_but_for_the_exclusions() -> None:
    _, _, state = opening(4, SEEDS[1])
    in_game = set(CROWN)
    assert len(in_game) == 73
    assert {"french_foot", "constable_tower"} <= in_game
    for gone in ("kings_pardon_1", "kings_pardon_2", "le_lucas", "captain_calais"):
        assert gone not in in_game
    for gone in ("lieutenant_ireland", "plantagenet_lancaster", "plantagenet_york"):
        assert gone not in in_game
    events = set(state.event_deck) | set(state.event_discards)
    events |= {card for faction in state.factions for card in faction.held}
    assert not {"E-AD02", "E-AD03"} & events
    assert "calais" in HOUSE.content.board.places
    assert HOUSE.content.is_open("calais")
    assert not any(HOUSE.content.is_open(place) for place in ("ireland", "dublin"))


@pytest.mark.rule("house-5.25b")
def test_the_plague_in_calais_stays_in_the_deck() -> None:
    match, _ = Match.start(HOUSE, 4, SEEDS[1])
    deck = match.position.state.event_deck
    assert len(deck) == 81
    assert deck.count("E-AD01") == 1
    assert HOUSE.content.events["E-AD01"].place == "calais"


@pytest.mark.rule("house-5.13b")
def test_the_french_foot_is_dealt_and_drawn_like_any_card() -> None:
    where = set()
    for seed in SEEDS:
        deals, _, state = opening(3, seed)
        dealt = any("french_foot" in deal.cards for deal in deals)
        assert dealt != ("french_foot" in state.crown_deck)
        where.add(dealt)
    assert where == {True, False}


@pytest.mark.rule("base-2.2")
def test_both_decks_are_shuffled() -> None:
    one, two = (Match.start(HOUSE, 3, seed)[0].position.state for seed in SEEDS[:2])
    assert one.event_deck != two.event_deck
    assert sorted(one.event_deck) == sorted(two.event_deck)
    assert one.crown_deck != two.crown_deck


@pytest.mark.rule("house-4.6", "house-4.9", "base-2.9")
@pytest.mark.parametrize(
    ("heir", "place"),
    [
        ("henry", "london"),
        ("margaret", "fotheringhay"),
        ("edward_lancaster", "coventry"),
        ("richard_york", "york"),
        ("edward_march", "harlech"),
        ("george", "cardigan"),
        ("richard_gloucester", "calais"),
    ],
)
def test_heirs_start_in_their_places(heir: str, place: str) -> None:
    match, _ = Match.start(HOUSE, 3, SEEDS[0])
    found = match.position.state.heirs[heir]
    assert found.inside == place
    assert found.square == HOUSE.content.board.places[place].square
    assert found.alive


@pytest.mark.rule("house-4.7", "base-2.12", "house-7.1.6")
def test_henry_alone_begins_as_king() -> None:
    state = Match.start(HOUSE, 3, SEEDS[0])[0].position.state
    assert [heir for heir, found in state.heirs.items() if found.crowned] == ["henry"]
    assert state.heirs["henry"].holder is None


@pytest.mark.rule("house-4.10")
@pytest.mark.parametrize("seats", [2, 7])
def test_no_faction_holds_an_heir_when_play_begins(seats: int) -> None:
    for seed in SEEDS:
        match, _ = Match.start(HOUSE, seats, seed)
        assert all(heir.holder is None for heir in match.position.state.heirs.values())


@pytest.mark.rule("house-4.10")
def test_control_of_a_place_by_card_gives_no_heir_in_it() -> None:
    held = [
        (state, noble)
        for seats in (2, 3)
        for seed in SEEDS
        for _, _, state in [opening(seats, seed)]
        for place, noble in state.control.items()
        if place in ("york", "coventry")
    ]
    assert held
    for state, _ in held:
        assert state.heirs["richard_york"].holder is None
        assert state.heirs["edward_lancaster"].holder is None


@pytest.mark.rule("base-2.7")
def test_nobles_start_in_a_castle_of_their_own_card() -> None:
    for seed in SEEDS:
        _, events, state = opening(5, seed)
        entered = [e for e in events if isinstance(e, facts.NobleEntered)]
        assert {e.noble for e in entered} == set(state.nobles)
        for entry in entered:
            assert entry.inside in CROWN[entry.noble].castles
            assert state.control[entry.inside] == entry.noble


@pytest.mark.rule("base-2.7")
def test_the_castle_is_the_players_choice_and_no_other_will_do() -> None:
    match, _ = Match.start(HOUSE, 2, SEEDS[0])
    state = match.position.state
    noble = next(
        n for n, found in state.nobles.items() if len(CROWN[n].castles) > 1 and not found.inside
    )
    seat = state.nobles[noble].seat
    with pytest.raises(IllegalChoice):
        match.submit(seat, Choice.of("settle", noble=noble, castle="london"))
    offer = next(
        offer
        for prompt in match.prompts(seat)
        for offer in prompt.offers
        if offer.field("noble").candidates == (noble,)
    )
    assert offer.field("castle").candidates == CROWN[noble].castles
    castle = CROWN[noble].castles[-1]
    match.submit(seat, Choice.of("settle", noble=noble, castle=castle))
    assert state.nobles[noble].inside == castle


@pytest.mark.rule("base-2.7")
@pytest.mark.parametrize("seed", SEEDS)
def test_whose_card_names_one_castle_stands_there_at_once(seed: str) -> None:
    match, outcome = Match.start(HOUSE, 5, seed)
    nobles = match.position.state.nobles
    single = {noble for noble in nobles if len(CROWN[noble].castles) == 1}
    assert single
    assert {e.noble for e in outcome.events if isinstance(e, facts.NobleEntered)} == single
    asked = {
        offer.field("noble").candidates[0]
        for prompt in match.prompts()
        if prompt.kind == "settle_nobles"
        for offer in prompt.offers
    }
    assert asked == nobles.keys() - single


@pytest.mark.rule("base-1.15")
def test_a_noble_entering_play_controls_every_castle_of_his_card() -> None:
    for seed in SEEDS[:3]:
        _, _, state = opening(4, seed)
        for noble in state.nobles:
            for castle in CROWN[noble].castles:
                assert state.control[castle] == noble


@pytest.mark.rule("base-2.7")
def test_ships_start_in_the_ports_of_their_cards() -> None:
    for seed in SEEDS:
        _, _, state = opening(3, seed)
        for ship, found in state.ships.items():
            assert found.sea is None
            assert found.port == HOUSE.content.ships[ship].home_port
        for ship in ("le_swan", "le_michael", "le_nicholas", "le_rose"):
            played = any(ship in noble.cards for noble in state.nobles.values())
            assert (ship in state.ships) == played


@pytest.mark.rule("house-5.26a", "house-5.26b")
def test_le_lucas_is_in_douglas_exactly_when_stanley_is_in_play() -> None:
    seen = set()
    for seed in SEEDS:
        _, _, state = opening(3, seed)
        seen.add("stanley" in state.nobles)
        assert ("le_lucas" in state.ships) == ("stanley" in state.nobles)
        if "stanley" in state.nobles:
            assert state.ships["le_lucas"].port == "douglas"
    assert seen == {True, False}


@pytest.mark.rule("house-4.4", "base-2.5", "house-5.4", "base-2.6")
@pytest.mark.parametrize("seats", range(2, 8))
def test_all_that_fits_is_allocated_and_the_rest_goes_to_the_chancery(seats: int) -> None:
    for seed in SEEDS:
        deals, events, state = opening(seats, seed)
        assert all(not f.hand and not f.dealt for f in state.factions)
        for deal in deals:
            mine = {n: found for n, found in state.nobles.items() if found.seat == deal.seat}
            beside = {c for f in mine.values() for c in (f.title, f.office, *f.cards) if c}
            left = set(deal.cards) - set(mine) - beside
            assert left <= set(state.chancery)
            for card in left:
                titled = {n for n, f in mine.items() if f.title or CROWN[n].title}
                if CROWN[card].kind == "title":
                    assert titled == set(mine)
                else:
                    assert CROWN[card].kind == "office"
                    assert all(mine[n].office for n in titled)
        laid = [c for e in events if isinstance(e, facts.CardsToChancery) for c in e.cards]
        assert sorted(laid) == sorted(state.chancery)


@pytest.mark.rule("base-2.5")
def test_nothing_may_be_kept_back_at_the_start() -> None:
    match, _ = Match.start(HOUSE, 2, SEEDS[2])
    while match.position.state.phase == "setup":
        seat = match.waiting_for()[0]
        verbs = {offer.verb for p in match.prompts(seat) for offer in p.offers}
        assert verbs <= {"settle", "assign"}
        offer = next(p for p in match.prompts(seat) if p.blocking).offers[0]
        match.submit(seat, next(offer.choices()))


@pytest.mark.rule("base-1.4")
def test_nobody_sees_the_cards_of_the_chancery() -> None:
    scene = Scene().noble("percy", 0, "alnwick")
    scene.state.crown_deck.remove("earl_kent")
    scene.state.chancery.append("earl_kent")
    scene.movement(0)
    for seat in (0, 1, None):
        assert scene.match.view(seat).chancery == 1


def first_by_the_rule(state: Any) -> set[int]:
    """Who may open the game: one seat, or several between whom the lot decides."""
    seats = range(len(state.factions))
    cards = {
        seat: [
            card
            for noble, found in state.nobles.items()
            if found.seat == seat
            for card in (noble, found.title, found.office, *found.cards)
            if card
        ]
        for seat in seats
    }
    clerics = ("abp_canterbury", "abp_york", "bp_durham", "bp_carlisle", "bp_lincoln", "bp_norwich")
    for card in ("chancellor_england", *clerics):
        for seat in seats:
            if card in cards[seat]:
                return {seat}
    troops = {seat: sum(CROWN[card].troops for card in cards[seat]) for seat in seats}
    return {seat for seat in seats if troops[seat] == max(troops.values())}


@pytest.mark.rule("base-2.11", "base-19.14")
@pytest.mark.parametrize("seats", [2, 4, 7])
def test_the_chancellor_else_the_senior_cleric_else_the_strongest_opens(seats: int) -> None:
    for number in range(12):
        _, events, state = opening(seats, f"first {number}")
        began = [e for e in events if isinstance(e, facts.GameBegan)]
        assert len(began) == 1
        assert began[0].first == state.first
        assert state.first in first_by_the_rule(state)
        turn = next(e for e in events if isinstance(e, facts.TurnBegan))
        assert (turn.seat, turn.round) == (state.first, 1)


@pytest.mark.rule("base-1.1")
@pytest.mark.parametrize("seats", [1, 8])
def test_the_game_is_for_two_to_seven(seats: int) -> None:
    with pytest.raises(ValueError, match=r"\d"):
        Match.start(HOUSE, seats, "a seed")


@pytest.mark.rule("base-2.11", "base-19.14")
def test_with_neither_chancellor_nor_cleric_most_troops_open() -> None:
    """Percy's 100 are the most, then Audley's 10 with the 130 of his cards; clerics come first."""
    scene = Scene(3).noble("percy", 0, "alnwick").noble("audley", 1, "newcastle-under-lyme")
    scene.noble("talbot", 2, "sheffield")
    assert first_player(scene.match.table) == 0
    scene.give("audley", "earl_kent", "marshal_england")
    assert first_player(scene.match.table) == 1
    scene.give("talbot", "bp_carlisle")
    assert first_player(scene.match.table) == 2
    scene.give("percy", "bp_durham")
    assert first_player(scene.match.table) == 0


@pytest.mark.rule("base-2.11", "house-5.13b")
def test_the_french_who_serve_in_one_attack_are_no_permanent_troops() -> None:
    scene = Scene(2).noble("percy", 0, "alnwick").noble("talbot", 1, "sheffield")
    scene.give("talbot", "french_foot")
    assert first_player(scene.match.table) == 0


@pytest.mark.rule("base-2.11")
def test_of_equals_the_lot_decides_who_opens() -> None:
    openers = set()
    for number in range(20):
        scene = Scene(3).noble("pole", 0, "wingfield").noble("audley", 1, "newcastle-under-lyme")
        scene.noble("talbot", 2, "sheffield")
        scene.position.dice = Dice(f"lot {number}")
        openers.add(first_player(Match(scene.game, scene.position).table))
    assert openers == {0, 2}


@pytest.mark.rule("house-4.4", "base-2.5", "base-2.6")
def test_a_title_or_office_too_many_goes_to_the_chancery_before_the_rest_is_laid() -> None:
    """Percy needs no title and takes one of two offices; then the bishop and the soldiers."""
    scene = Scene().noble("percy", 0, "alnwick").noble("talbot", 1, "sheffield")
    dealt = ["saxons_1", "bp_durham", "earl_kent", "marshal_england", "admiral_england"]
    for card in dealt:
        scene.state.crown_deck.remove(card)
    scene.state.factions[0].dealt = list(dealt)
    scene.state.phase = "setup"
    scene.position.agenda[:] = [Turns(), AssignDealt()]
    scene.match._after()
    assert scene.candidates(0, "assign", "card") == {"marshal_england", "admiral_england"}
    assert scene.candidates(0, "assign", "noble") == {"percy"}
    scene.refused(0, "assign", rule="base-2.5", card="bp_durham", noble="percy")
    scene.play(0, "assign", card="marshal_england", noble="percy")
    assert scene.state.chancery == ["earl_kent", "admiral_england"]
    assert scene.candidates(0, "assign", "card") == {"saxons_1", "bp_durham"}
    scene.play(0, "assign", card="bp_durham", noble="percy")
    assert scene.state.nobles["percy"].cards == ["bp_durham", "saxons_1"]
    assert scene.state.factions[0].dealt == []
    assert scene.state.chancery == ["earl_kent", "admiral_england"]
    assert scene.state.phase != "setup"


@pytest.mark.rule("house-4.4", "base-2.6")
def test_whoever_can_lay_none_of_his_cards_is_not_asked() -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("audley", 1, "newcastle-under-lyme")
    for seat, card in ((0, "earl_kent"), (1, "marshal_england")):
        scene.state.crown_deck.remove(card)
        scene.state.factions[seat].dealt = [card]
    scene.state.phase = "setup"
    scene.position.agenda[:] = [Turns(), AssignDealt()]
    scene.match._after()
    assert scene.state.chancery == ["earl_kent", "marshal_england"]
    assert [faction.dealt for faction in scene.state.factions] == [[], []]
    assert scene.state.phase != "setup"


# Somebody joins a running game (house §3, the 'No Elimination' rule).


def join(scene: Scene) -> None:
    """A moderator lets one more player in."""
    scene.events = list(scene.match.direct(Choice("join")).events)


@pytest.mark.rule("house-3.16", "house-3.14", "house-3.15", "house-4.12")
def test_a_late_player_is_dealt_cards_until_a_noble_comes_and_plays_them() -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("roos", 1, "helmsley")
    scene.next_crown("saxons_1", "marshal_england", "grey").movement(0)
    join(scene)
    assert len(scene.state.factions) == 3
    assert [e.cards for e in scene.happened(facts.CardsDealt)] == [
        ("saxons_1",),
        ("marshal_england",),
        ("grey",),
    ]
    scene.play(2, "settle", noble="grey", castle="ruthin")
    # Grey has no title: the office cannot be played and goes to the Chancery.
    if scene.asked(2):
        scene.play(2, "play", card="saxons_1", noble="grey")
    assert scene.where("grey") == ("9,13", "ruthin", None)
    assert scene.state.nobles["grey"].cards == ["saxons_1"]
    assert scene.state.chancery == ["marshal_england"]
    assert scene.state.factions[2].hand == []


@pytest.mark.rule("house-3.16")
def test_a_late_player_takes_his_turn_after_the_others() -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("roos", 1, "helmsley")
    scene.next_events("E-ST01", "E-ST02", "E-ST03")
    scene.next_crown("grey", "saxons_1", "saxons_2").turn(0)
    join(scene)
    scene.play(2, "settle", noble="grey", castle="ruthin")
    for seat in (0, 1):
        scene.play(seat, "done")
        scene.play(seat, "keep")
    assert scene.state.active == 2
    assert scene.asked(2) == ["movement"]
