"""What is kept between decisions, or sought once for many questions, says what the state says."""

from __future__ import annotations

import random

import pytest

from bot.games import game_for
from bot.rules.kernel import Match
from bot.rules.kingmaker.any_time import any_time_prompts
from bot.rules.kingmaker.forces.strength import in_open, inside, nobles_of, occupants
from bot.rules.kingmaker.index import Index, Indexing
from bot.rules.kingmaker.movement.gates import Gates
from bot.rules.kingmaker.movement.land import MovementPhase
from bot.rules.kingmaker.ships.strangers import _in_order, _nobody_sails
from bot.rules.kingmaker.state import Deal, KTable, Spell, State
from bot.rules.kingmaker.succession.line import heirs_with
from bot.rules.kingmaker.view import view
from bot.seats.random_seat import RandomSeat
from tests.rules.kingmaker.scene import Scene

POSITIONS = 60
BISHOP = "bp_durham"
SHIP = "le_swan"


def positions(ruleset: str, seed: str) -> list[Match]:
    """Every fifth position of a game by lot."""
    match, _ = Match.start(game_for("kingmaker", ruleset), 4, seed, {"rounds": "20"})
    chance, found, by_lot = random.Random(seed), [], RandomSeat()
    for number in range(5 * POSITIONS):
        if match.over:
            break
        seat = match.waiting_for()[0]
        match.submit(seat, by_lot.choose(None, match.prompts(seat), seat, chance)[1])
        if number % 5 == 0:
            found.append(Match.load(match.game, match.save()))
    return found


def whereabouts(state: State) -> list[object]:
    """Every answer that an index gives, for all squares, places, seats and nobles of a game."""
    known = state.nobles
    squares = sorted({noble.square for noble in known.values()})
    places = sorted({noble.inside for noble in known.values() if noble.inside is not None})
    seats = [None, 0, 1, 2, 3]
    return [
        [nobles_of(state, seat) for seat in range(4)],
        [in_open(state, square, seat) for square in squares for seat in seats],
        [inside(state, place, seat) for place in places for seat in seats],
        [occupants(state, place) for place in places],
        [heirs_with(state, noble) for noble in known],
    ]


def test_an_index_says_what_the_state_says() -> None:
    for match in positions("house", "index"):
        state = match.position.state
        plainly = whereabouts(state)
        with Indexing(state):
            assert state.index is not None
            assert whereabouts(state) == plainly
        assert state.index is None


@pytest.mark.parametrize("ruleset", ["house", "ishkibibble", "families"])
def test_whatever_is_looked_at_the_pieces_are_as_they_are(
    ruleset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A step that changes a piece and tells nobody lets the table know: no look finds old ones."""
    looks = 0

    def enter(self: Indexing) -> Index:
        nonlocal looks
        index, state = entered(self), self._state
        if self._mark is not None:
            looks += 1
            for kept, now in (
                (index.nobles, state.nobles),
                (index.heirs, state.heirs),
                (index.control, state.control),
            ):
                assert list(kept.items()) == list(now.items())
        return index

    entered = Indexing.__enter__
    monkeypatch.setattr(Indexing, "__enter__", enter)
    rules, by_lot = game_for("kingmaker", ruleset), RandomSeat()
    for number in range(3):
        chance = random.Random(number)
        match, _ = Match.start(rules, rules.seat_range[-1], f"looks {number}", {"rounds": "20"})
        while not match.over:
            seat = match.waiting_for()[0]
            match.submit(seat, by_lot.choose(None, match.prompts(seat), seat, chance)[1])
    assert looks > 5_000


def test_an_index_of_the_next_look_knows_what_has_changed_meanwhile() -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("clifford", 1, "18,20")
    with Indexing(scene.state):
        assert in_open(scene.state, "18,20") == ["clifford"]
    scene.state.nobles["percy"].square, scene.state.nobles["percy"].inside = "18,20", None
    with Indexing(scene.state):
        assert in_open(scene.state, "18,20") == ["percy", "clifford"]


def test_an_index_hears_of_whatever_else_changes() -> None:
    scene = Scene().noble("percy", 0, "alnwick")
    scene.movement(0)
    state = scene.state
    with Indexing(state) as index:
        known = index.besides
    for change in (
        lambda: state.factions[0].hand.append("york"),
        state.event_deck.reverse,
        lambda: setattr(state, "phase", "combat"),
        lambda: state.granted.update(alnwick=[1]),
    ):
        change()
        with Indexing(state) as index:
            assert index.besides > known
            known = index.besides
    state.nobles["percy"].inside = None
    state.ships.clear()
    with Indexing(state) as index:
        assert index.besides == known


def test_who_goes_in_or_comes_out_is_housed_otherwise() -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("clifford", 1, "18,20")
    scene.movement(0)
    state = scene.state
    percy, clifford = state.nobles["percy"], state.nobles["clifford"]
    with Indexing(state) as index:
        known = index.housed
    clifford.square = "18,21"
    with Indexing(state) as index:
        assert index.housed == known
    percy.inside = None
    with Indexing(state) as index:
        assert index.housed > known
        known = index.housed
    percy.inside = "alnwick"
    with Indexing(state) as index:
        assert index.housed > known
        known = index.housed
    del state.nobles["clifford"]
    with Indexing(state) as index:
        assert index.housed > known


def test_a_look_within_a_look_keeps_the_index_of_the_first() -> None:
    scene = Scene().noble("percy", 0, "alnwick")
    with Indexing(scene.state):
        first = scene.state.index
        with Indexing(scene.state):
            assert scene.state.index is first
        assert scene.state.index is first


def test_an_index_is_never_saved() -> None:
    scene = Scene().noble("percy", 0, "alnwick")
    plainly = scene.match.save()
    with Indexing(scene.state):
        assert nobles_of(scene.state, 0) == ["percy"]
        assert scene.match.save() == plainly


def test_rides_are_the_same_whether_kept_or_not() -> None:
    board = game_for("kingmaker", "house").content.board
    chance = random.Random("rides")
    for _ in range(40):
        shut = {place: chance.random() < 0.4 for place in board.places}
        for square in chance.sample(sorted(board.squares), 12):
            plainly, _ = board._ridden(square, shut, frozenset())
            assert board.ride(square, shut) == plainly
            assert board.ride(square, shut) == plainly


def test_what_is_kept_is_made_anew_when_its_source_is_another() -> None:
    table = Scene().match.table
    assert table.kept("sum", (1, 2), lambda: 3) == 3
    assert table.kept("sum", (1, 2), lambda: 4) == 3
    assert table.kept("sum", (1, 3), lambda: 4) == 4
    assert table.kept("other", (1, 3), lambda: 5) == 5


@pytest.mark.parametrize("ruleset", ["house", "base", "ishkibibble"])
def test_what_stands_open_at_any_time_is_the_same_whether_kept_or_not(ruleset: str) -> None:
    match, _ = Match.start(game_for("kingmaker", ruleset), 4, "open", {"rounds": "20"})
    chance, by_lot = random.Random("open"), RandomSeat()
    for _ in range(120):
        seat = match.waiting_for()[0]
        match.submit(seat, by_lot.choose(None, match.prompts(seat), seat, chance)[1])
        position, content = match.position, match.game.content
        for each in range(4):
            anew = KTable(position.state, content, position.agenda, position.dice)
            assert match.game.any_time(match.table, each) == any_time_prompts(anew, each)


def test_a_noble_who_comes_to_another_may_be_given_what_he_has() -> None:
    scene = Scene().noble("percy", 0, "18,20", castles=False).give("percy", BISHOP)
    scene.noble("clifford", 0, "18,16", castles=False).noble("audley", 1, "14,20").movement(0)
    token = f"beside:{BISHOP}"
    assert token not in scene.candidates(0, "transfer", "thing")
    scene.play(0, "march", nobles=["clifford"], to="18,20")
    assert token in scene.candidates(0, "transfer", "thing")


def test_goods_that_change_hands_are_offered_by_who_has_them() -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("clifford", 1, "18,20", castles=False)
    scene.movement(0)
    assert "place:alnwick" in scene.candidates(0, "propose_deal", "give")
    scene.control("alnwick", "clifford")
    scene.movement(0)
    assert "place:alnwick" not in scene.candidates(0, "propose_deal", "give")
    assert "place:alnwick" in scene.candidates(0, "propose_deal", "take")


def test_what_disagrees_with_the_state_is_found_by_self_play() -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("clifford", 1, "18,20")
    scene.movement(0)
    scene.match.prompts()
    assert scene.match.violations() == []
    kept = scene.match.table._kept
    heeded, offers = kept["open", 0]
    assert offers
    kept["open", 0] = heeded, ()
    assert scene.match.violations() == [
        "what seat 0 may do at any time is kept otherwise than it is"
    ]


def test_what_is_seen_of_a_noble_follows_him_and_his_cards() -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("clifford", 1, "18,20", castles=False)
    scene.movement(0)
    before = scene.match.view(0).nobles["percy"]
    scene.give("percy", BISHOP)
    after = scene.match.view(0).nobles["percy"]
    assert after.cards == (*before.cards, BISHOP)
    scene.state.nobles["percy"].square, scene.state.nobles["percy"].inside = "18,20", None
    assert scene.match.view(0).nobles["percy"].square == "18,20"
    scene.hold("henry", "percy")
    assert scene.match.view(1).nobles["percy"].heirs == ("henry",)


def test_marches_are_offered_anew_to_who_has_moved() -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("clifford", 0, "18,20", castles=False)
    scene.noble("audley", 1, "14,20", castles=False).movement(0)
    far = len(scene.candidates(0, "march", "to"))
    scene.play(0, "march", nobles=["clifford"], to="18,19")
    assert len(scene.candidates(0, "march", "to")) < far
    assert scene.match.violations() == []


def test_a_place_that_changes_hands_opens_and_shuts_the_road_at_once() -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("clifford", 1, "18,20", castles=False)
    gates = Gates(scene.match.table, 0)
    assert not gates["alnwick"]
    scene.control("alnwick", "clifford")
    assert Gates(scene.match.table, 0)["alnwick"]


def test_nobles_who_are_alike_in_everything_are_told_apart() -> None:
    scene = Scene().noble("audley", 0, "18,20", castles=False)
    scene.noble("greystoke", 0, "14,20", castles=False).noble("clifford", 1, "16,18")
    scene.movement(0)
    scene.match.prompts(0)
    nobles = scene.state.nobles
    nobles["audley"].square, nobles["greystoke"].square = "14,20", "18,20"
    asked = scene.game.questions(scene.match.table)
    marches = [offer for offer in asked[0].offers if offer.verb == "march"]
    assert [offer.field("nobles").candidates for offer in marches] == [("audley",), ("greystoke",)]
    assert scene.match.violations() == []


@pytest.mark.parametrize("ruleset", ["house", "base", "ishkibibble"])
def test_moves_are_the_same_whether_kept_or_not(ruleset: str) -> None:
    match, _ = Match.start(game_for("kingmaker", ruleset), 4, "moves", {"rounds": "20"})
    chance, by_lot, moves = random.Random("moves"), RandomSeat(), 0
    for _ in range(160):
        seat = match.waiting_for()[0]
        match.submit(seat, by_lot.choose(None, match.prompts(seat), seat, chance)[1])
        position, content = match.position, match.game.content
        top = position.agenda[-1]
        if isinstance(top, MovementPhase):
            anew = KTable(position.state, content, position.agenda, position.dice)
            assert match.game.questions(match.table) == top.prompts(anew)
            moves += 1
    assert moves > 40


def test_who_is_besieged_meanwhile_moves_no_more() -> None:
    scene = Scene().noble("percy", 0, "alnwick")
    scene.noble("clifford", 1, "alnwick", outside=True, castles=False).movement(0)
    assert "percy" in scene.candidates(0, "leave", "nobles")
    scene.siege("alnwick", ["clifford"])
    scene.movement(0)
    assert "percy" not in scene.candidates(0, "leave", "nobles")


def test_pieces_are_compared_again_only_after_something_may_have_changed() -> None:
    scene = Scene().noble("percy", 0, "alnwick")
    table = scene.match.table
    with Indexing(scene.state, table.mark):
        assert inside(scene.state, "alnwick") == ["percy"]
    scene.state.nobles["percy"].inside = None
    with Indexing(scene.state, table.mark):
        assert inside(scene.state, "alnwick") == ["percy"]
    table.changed()
    with Indexing(scene.state, table.mark):
        assert inside(scene.state, "alnwick") == []


def test_nobles_who_move_between_looks_stand_in_the_order_of_the_state() -> None:
    chance = random.Random("moves")
    for match in positions("house", "order"):
        state = match.position.state
        nobles = list(state.nobles.values())
        places = [(noble.square, noble.inside, noble.aboard) for noble in nobles]
        for _ in range(8):
            with Indexing(state):
                found = whereabouts(state)
            assert found == whereabouts(state)
            for noble in chance.sample(nobles, 2):
                noble.square, noble.inside, noble.aboard = chance.choice(places)
                noble.seat = chance.randrange(4)


def test_views_of_all_seats_share_what_everybody_may_see() -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("clifford", 1, "18,20", castles=False)
    scene.movement(0)
    match = scene.match
    assert match.view(0).nobles is match.view(1).nobles is match.view(None).nobles
    assert match.view(None).hand == () == match.view(None).let_in
    before = match.view(1)
    scene.play(0, "march", nobles=["percy"], to="12,3")
    assert before.nobles["percy"].inside == "alnwick"
    assert scene.match.view(1).nobles["percy"].inside is None


def test_an_heir_is_seen_where_his_holder_goes() -> None:
    scene = Scene().noble("percy", 0, "alnwick", heirs=("henry",))
    scene.noble("clifford", 1, "18,20", castles=False).movement(0)
    assert scene.match.view(1).heirs["henry"].inside == "alnwick"
    scene.play(0, "march", nobles=["percy"], to="12,3")
    seen = scene.match.view(1).heirs["henry"]
    assert (seen.square, seen.inside, seen.holder) == ("12,3", None, "percy")


def test_what_is_shared_and_wrong_is_found_by_self_play() -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("clifford", 1, "18,20", castles=False)
    scene.movement(0)
    match = scene.match
    match.view(0)
    _, heirs = match.table._kept["heirs"]
    assert isinstance(heirs, dict)
    del heirs["henry"]
    assert "what seat 0 sees is kept otherwise than it is" in match.violations()


@pytest.mark.parametrize("ruleset", ["house", "families", "ishkibibble"])
def test_views_are_the_same_whether_kept_or_not(ruleset: str) -> None:
    match, _ = Match.start(game_for("kingmaker", ruleset), 4, "views", {"rounds": "20"})
    chance, by_lot = random.Random("views"), RandomSeat()
    for _ in range(160):
        seat = match.waiting_for()[0]
        match.submit(seat, by_lot.choose(None, match.prompts(seat), seat, chance)[1])
        position, content = match.position, match.game.content
        for each in (None, 0, 1, 2, 3):
            anew = KTable(position.state, content, position.agenda, position.dice)
            assert match.game.view(match.table, each) == view(anew, each)


def test_what_lies_beside_the_board_is_seen_as_it_changes() -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("clifford", 1, "18,20", castles=False)
    scene.movement(0)
    before = scene.match.view(1)
    state = scene.match.position.state
    assert (before.spells, before.invaders) == ((), {})
    state.factions[0].hand.append(BISHOP)
    assert scene.match.view(1).seats[0].hand == before.seats[0].hand + 1
    state = scene.match.position.state
    state.spells.append(Spell("catastrophe", 1, 2))
    assert scene.match.view(1).spells == (Spell("catastrophe", 1, 2),)
    state = scene.match.position.state
    state.french.append("calais")
    assert scene.match.view(1).invaders == {"calais": "french"}
    state = scene.match.position.state
    state.round += 1
    assert scene.match.view(1).round == before.round + 1


def test_a_card_that_comes_to_hand_may_be_promised_at_once() -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("clifford", 1, "18,20", castles=False)
    scene.movement(0)
    assert f"hand:{BISHOP}" not in scene.candidates(0, "propose_deal", "give")
    scene.match.position.state.factions[0].hand.append(BISHOP)
    scene.match.table.changed()
    asked = scene.match.game.any_time(scene.match.table, 0)[0]
    offer = next(offer for offer in asked.offers if offer.verb == "propose_deal")
    assert f"hand:{BISHOP}" in offer.field("give").candidates


def test_who_has_three_deals_on_offer_proposes_no_more_till_one_is_gone() -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("clifford", 1, "18,20", castles=False)
    scene.movement(0)
    deals = scene.match.position.state.deals

    def open_now() -> bool:
        asked = scene.match.game.any_time(scene.match.table, 0)[0]
        return any(offer.verb == "propose_deal" for offer in asked.offers)

    assert open_now()
    deals += [Deal(number, 0, 1) for number in range(1, 4)]
    assert not open_now()
    deals.pop()
    assert open_now()


def test_what_a_noble_has_left_to_go_is_no_other_place_and_no_other_sight() -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("clifford", 1, "18,20", castles=False)
    scene.movement(0)
    before = scene.match.view(1).nobles
    state = scene.match.position.state
    with Indexing(state) as index:
        placed, stirred = index.placed, index.stirred
    state.nobles["percy"].steps, state.nobles["percy"].fought = 1, True
    with Indexing(state) as index:
        assert (index.placed, index.stirred > stirred) == (placed, True)
    assert scene.match.view(1).nobles["percy"] is before["percy"]
    for field, value in (("inside", None), ("square", "18,20"), ("captor", 1), ("seat", 1)):
        setattr(scene.match.position.state.nobles["percy"], field, value)
        with Indexing(state) as index:
            assert index.placed > placed
            placed = index.placed
    assert scene.match.view(1).nobles["percy"] is not before["percy"]


@pytest.mark.parametrize("ruleset", ["house", "ishkibibble"])
def test_where_nobody_sails_every_ship_is_in_order(ruleset: str) -> None:
    at_rest = 0
    for match in positions(ruleset, "ships"):
        if match.position.state.phase != "setup" and _nobody_sails(match.table):
            assert _in_order(match.table)
            at_rest += 1
    assert at_rest > 5


def test_a_ship_whose_card_is_gone_is_not_in_order() -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("clifford", 1, "18,20", castles=False)
    scene.give("percy", SHIP).ship(SHIP, port="hull").movement(0)
    assert SHIP in scene.state.ships
    assert _nobody_sails(scene.match.table)
    scene.state.nobles["percy"].cards.remove(SHIP)
    assert not _nobody_sails(scene.match.table)


def test_who_is_aboard_sails_whoever_bears_the_card_of_his_ship() -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("clifford", 1, "18,20", castles=False)
    scene.give("percy", SHIP).ship(SHIP, port="hull").movement(0)
    assert _nobody_sails(scene.match.table)
    scene.aboard("clifford", SHIP)
    assert not _nobody_sails(scene.match.table)
    assert not _in_order(scene.match.table)


def test_a_card_of_a_ship_is_found_with_whom_it_has_come_to() -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("clifford", 1, "18,20", castles=False)
    scene.give("percy", SHIP).ship(SHIP, port="hull").movement(0)
    assert _nobody_sails(scene.match.table)
    scene.state.nobles["percy"].cards.remove(SHIP)
    scene.state.nobles["clifford"].cards.append(SHIP)
    assert _nobody_sails(scene.match.table)
    del scene.state.nobles["clifford"]
    assert not _nobody_sails(scene.match.table)


def test_an_heir_may_be_handed_over_where_ships_have_met_meanwhile() -> None:
    scene = Scene().noble("percy", 0, "alnwick", heirs=("henry",)).noble("clifford", 0, "18,20")
    scene.noble("audley", 1, "14,20", castles=False)
    scene.give("percy", SHIP).ship(SHIP, sea="the-wash").aboard("percy", SHIP)
    scene.give("clifford", "le_rose").ship("le_rose", sea="humber-mouth").aboard(
        "clifford", "le_rose"
    )
    scene.movement(0)
    assert not scene.offered(0, "entrust")
    scene.match.position.state.ships["le_rose"].sea = "the-wash"
    asked = scene.game.questions(scene.match.table)
    assert [offer.verb for offer in asked[0].offers if offer.verb == "entrust"] == ["entrust"]


@pytest.mark.parametrize("ruleset", ["house", "classic", "ishkibibble", "families"])
def test_no_consequence_is_left_out_because_of_what_was_told(ruleset: str) -> None:
    for match in positions(ruleset, "consequences"):
        if match.over:
            break
        before = match.save()
        match.game.apply_consequences(match.table)
        assert match.table.events == []
        assert match.save() == before
