"""Refusals of cards and trade that are easily mistaken for another: each with its own rule."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import pytest

from bot.games import game_for
from bot.rules.kernel import Choice, IllegalChoice, Match, Offer, first
from bot.rules.kingmaker.any_time import ANY_TIME_VERBS, any_time_stops
from bot.rules.kingmaker.cards.goods import public_goods
from bot.rules.kingmaker.royals.coronation import CoronationPhase, coronation_stops
from bot.rules.kingmaker.state import State
from bot.rules.kingmaker.succession import crownable
from bot.seats.random_seat import random_choice
from tests.rules.kingmaker.scene import Scene


def two() -> Scene:
    """Percy and Roos of seat 0 in York, Courtenay of seat 1 in Tiverton."""
    scene = Scene().noble("percy", 0, "york").noble("roos", 0, "york")
    return scene.noble("courtenay", 1, "tiverton").control("york", "percy")


# Cards in hand


@pytest.mark.rule("base-3.5")
@pytest.mark.parametrize(
    ("card", "castle", "says"),
    [
        ("clifford", "alnwick", "Choose one of the noble’s own castles."),
        (
            "clifford",
            "skipton",
            "Enemies hold that castle. Choose one of the noble’s that they do not hold.",
        ),
        (
            "saxons_1",
            "skipton",
            "Only nobles come into play at a castle. Give other cards to a noble.",
        ),
    ],
)
def test_where_a_noble_does_not_appear(card: str, castle: str, says: str) -> None:
    scene = two().hand(0, "clifford", "saxons_1").control("skipton", "courtenay")
    scene.movement(0)
    scene.forbidden(0, "raise", rule="base-3.5", says=says, card=card, castle=castle)


@pytest.mark.rule("base-3.5")
def test_a_noble_is_not_laid_beside_another() -> None:
    scene = two().hand(0, "clifford")
    scene.movement(0)
    says = "A noble comes into play at one of his castles."
    for bearer in ("percy", "york"):  # nor beside what is no noble
        scene.forbidden(0, "play", rule="base-3.5", says=says, card="clifford", noble=bearer)


@pytest.mark.rule("house-5.19a", "house-5.4")
def test_a_captive_gets_no_card() -> None:
    scene = two().hand(0, "saxons_1", "marshal_england")
    scene.state.nobles["roos"].captor = 1
    scene.movement(0)
    for card in ("saxons_1", "marshal_england"):
        says = "That noble is a captive. His ransom must be settled first."
        scene.forbidden(0, "play", rule="house-5.19a", says=says, card=card, noble="roos")


@pytest.mark.rule("house-3.15", "house-1.4")
def test_a_card_dealt_anew_goes_to_whom_it_may() -> None:
    scene = Scene().noble("courtenay", 1, "tiverton").noble("percy", 0, "york")
    scene.next_events("E-PL02").next_crown("earl_kent", "earl_essex", "clifford").event(1)
    scene.play(0, "settle", noble="clifford", castle="skipton")
    says = "to one of your own nobles"
    wish = {"card": "earl_essex", "noble": "courtenay"}
    scene.forbidden(0, "play", rule="house-5.4", says=says, **wish)


@pytest.mark.rule("house-5.1", "house-2.6b")
def test_with_room_in_hand_a_card_is_kept_or_played_and_not_discarded() -> None:
    scene = two().hand(0, "saxons_1").next_crown("saxons_2")
    scene.draw(0)
    says = "You discard only when you hold more than 2 cards."
    scene.forbidden(0, "discard", rule="house-5.1", says=says, card="saxons_1")


@pytest.mark.rule("house-5.1")
def test_only_a_card_of_the_hand_is_discarded() -> None:
    scene = two().hand(0, "saxons_1", "bp_durham").next_crown("saxons_2")
    scene.draw(0)
    says = "That card is not in your hand."
    scene.forbidden(0, "discard", rule="house-5.1", says=says, card="le_swan")
    scene.play(0, "keep")
    assert scene.asked(0) == ["trim_hand"]
    scene.forbidden(0, "discard", rule="house-5.1", says=says, card="le_swan")


# Heirs


@pytest.mark.rule("house-1.11")
def test_an_heir_dies_once() -> None:
    scene = two().dead("george")
    scene.movement(0)
    says = "That heir is already dead."
    scene.forbidden(0, "kill_heir", rule="house-1.11", says=says, heir="george")


@pytest.mark.rule("house-2.5b")
def test_clergy_is_asked_of_whom_it_could_help() -> None:
    """Mowbray of seat 1 is a guest in York with the Archbishop; Talbot of seat 2 has no bishop
    there, and his Grey with two is elsewhere."""
    scene = Scene(3).noble("percy", 0, "york", heirs=("margaret",)).dead("henry")
    scene.noble("mowbray", 1, "york", guest=True, cards=("abp_canterbury",))
    scene.noble("talbot", 2, "york", guest=True)
    scene.noble("grey", 2, "19,18", cards=("bp_durham", "bp_norwich"))
    scene.control("york", "percy").coronation(0)
    says = "That player has no bishop in any place where you lack only clergy for a coronation."
    scene.forbidden(0, "ask_clergy", rule="house-2.5b", says=says, of="2")
    says = "Your movement phase is over for this turn."
    scene.forbidden(0, "march", rule="house-1.14", says=says, nobles="percy", to="15,10")
    scene.play(0, "ask_clergy", of="1")
    scene.play(1, "withhold")
    assert not scene.state.heirs["margaret"].crowned


# Sieges


@pytest.mark.rule("house-6.4a")
def test_only_the_besieger_lifts_a_siege() -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("roos", 0, "helmsley")
    scene.noble("mowbray", 1, "helmsley", outside=True).control("helmsley", "roos")
    scene.siege("helmsley", ["mowbray"]).movement(1)
    assert [len(scene.offered(seat, "lift")) for seat in (0, 1)] == [0, 1]
    says = "You can lift only your own siege."
    scene.forbidden(0, "lift", rule="house-6.4a", says=says, place="helmsley")


# What passes


@pytest.mark.rule("house-8.7.13", "house-8.7.1")
def test_a_place_that_is_called_like_a_noble_is_a_place() -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("roos", 0, "helmsley")
    scene.noble("mowbray", 1, "helmsley", outside=True).control("helmsley", "roos")
    scene.control("greystoke", "percy").siege("helmsley", ["mowbray"])
    scene.movement(1)
    says = "A noble under siege may give, but not receive."
    wish = {"thing": "place:greystoke", "noble": "roos"}
    scene.forbidden(0, "transfer", rule="house-8.7.13", says=says, **wish)


@pytest.mark.rule("house-8.7.4", "house-8.7.2")
@pytest.mark.parametrize(
    ("thing", "noble", "says"),
    [
        (
            "place:york",
            "courtenay",
            "Name a noble of your own. To give something to another player, offer a deal.",
        ),
        ("place:york", "percy", "That noble already has it. Name another."),
        (
            "place:tiverton",
            "roos",
            "Each player can give only his own things, on the table or in his hand.",
        ),
        (
            "heir:nobody",
            "roos",
            "Each player can give only his own things, on the table or in his hand.",
        ),
        ("hand:saxons_1", "roos", "A hand belongs to the player, not to any of his nobles."),
    ],
)
def test_what_does_not_pass_within_a_faction(thing: str, noble: str, says: str) -> None:
    scene = two().hand(0, "saxons_1")
    scene.movement(0)
    scene.forbidden(0, "transfer", rule="house-8.7.4", says=says, thing=thing, noble=noble)


@pytest.mark.rule("house-5.19a", "house-8.7.4")
def test_nothing_passes_to_a_captive() -> None:
    scene = two()
    scene.state.nobles["roos"].captor = 1
    scene.movement(0)
    wish = {"thing": "place:york", "noble": "roos"}
    says = "A captive can receive nothing until he is ransomed."
    scene.forbidden(0, "transfer", rule="house-5.19a", says=says, **wish)


@pytest.mark.rule("house-8.7.2")
@pytest.mark.parametrize("to", ["0", "7", "nobody"])
def test_a_deal_is_offered_to_another_player(to: str) -> None:
    scene = two().hand(0, "saxons_1")
    scene.movement(0)
    says = "Say which player you offer the deal to."
    scene.forbidden(0, "propose_deal", rule="house-8.7.2", says=says, to=to, give="hand:saxons_1")


@pytest.mark.rule("house-8.7.8", "house-8.7.13")
def test_a_gift_is_stopped_where_the_last_of_them_falls_out() -> None:
    """Courtenay is free but far off, Roos stands by but under siege: distance is what is told."""
    scene = Scene().noble("percy", 0, "hull", outside=True).noble("roos", 1, "hull")
    scene.noble("courtenay", 1, "tiverton").hold("margaret", "percy").siege("hull", ["percy"])
    scene.movement(1)
    assert "hull" in scene.state.sieges
    says = "only between nobles in the same square"
    scene.forbidden(0, "propose_deal", rule="house-8.7.8", says=says, to="1", give="heir:margaret")


@pytest.mark.rule("house-5.2b", "house-5.4")
def test_a_place_card_drawn_is_laid_beside_a_noble_of_ones_own_or_else_the_first() -> None:
    scene = two().next_crown("town_bristol")
    scene.draw(0)
    assert scene.asked(0) == ["place_arrives"]
    says = "to one of your own nobles"
    scene.forbidden(0, "play", rule="house-5.4", says=says, card="town_bristol", noble="courtenay")
    (asked,) = scene.match.asked(0)
    assert asked.offers[0].field("noble").candidates == ("percy", "roos")
    assert asked.default == Choice.of("play", card="town_bristol", noble="percy")


# Offers and refusals of cards, trade and coronations say the same: what is offered has nothing in
# its way, and in the way of everything else stands a rule.


def positions(seats: int, seed: str, most: int) -> Iterator[Match]:
    """Every fifth position of a game that is played at random, trade and cards included."""
    match, _ = Match.start(game_for("kingmaker", "house"), seats, seed, {"rounds": "30"})
    chance = random.Random(seed)
    for number in range(5 * most):
        if match.over:
            return
        if number % 5 == 0 and match.position.state.phase != "setup":
            yield match
        seats_asked = [chance.randrange(seats), match.waiting_for()[0]]
        offers = [
            [o for p in match.prompts(seat) for o in p.offers if o.verb != "kill_heir"]
            for seat in seats_asked
        ]
        pick = 0 if offers[0] and chance.random() < 0.4 else 1
        choice = None
        while choice is None:
            choice = random_choice(chance.choice(offers[pick]), chance)
        match.submit(seats_asked[pick], choice)


def stop_of(match: Match, seat: int, choice: Choice) -> IllegalChoice | None:
    """The first of what stands in the way of a choice."""
    return first(any_time_stops(match.table, seat, choice))


def offered(match: Match, seat: int) -> Iterator[Offer]:
    """What is offered to a seat at any time."""
    for prompt in match.game.any_time(match.table, seat):
        yield from prompt.offers


def some_of(offer: Offer) -> Iterator[Choice]:
    """Three choices that an offer leaves, with every single thing of its fields."""
    for field in offer.fields:
        fixed = {f.name: next(f.selections()) for f in offer.fields if f.name != field.name}
        if field.free:
            continue
        for values in islice(field.selections(), len(field.candidates) + 1):
            yield Choice(offer.verb, {**fixed, field.name: values})


def thinkable(state: State, match: Match, seat: int) -> Iterator[Choice]:
    """All that one could wish for with one thing of the table, well formed."""
    seats, table = range(len(state.factions)), match.table
    cards = [card for faction in state.factions for card in (*faction.hand, *faction.held)]
    tokens = [token for other in seats for token in public_goods(table, other)]
    tokens += [f"hand:{card}" for faction in state.factions for card in faction.hand]
    tokens += [f"held:{card}" for faction in state.factions for card in faction.held]
    tokens += [f"noble:{noble}" for noble in state.nobles]
    tokens += [f"beside:{n.title}" for n in state.nobles.values() if n.title is not None]
    for card in (*cards, "nothing"):
        for noble in (*state.nobles, "nobody"):
            yield Choice.of("play", card=card, noble=noble)
        for castle in ("alnwick", "skipton", "york", "nowhere"):
            yield Choice.of("raise", card=card, castle=castle)
    for heir in (*state.heirs, "nobody"):
        yield Choice.of("kill_heir", heir=heir)
    for place in (*state.control, *state.sieges, "nowhere"):
        yield Choice.of("lift", place=place)
    for token in tokens:
        for noble in (*state.nobles, "nobody"):
            yield Choice.of("transfer", thing=token, noble=noble)
        for other in (*seats, len(seats)):
            yield Choice.of("propose_deal", to=str(other), give=token)
            yield Choice.of("propose_deal", to=str(other), take=token)
    for deal in (*(deal.name for deal in state.deals), "9-9-9"):
        for verb in ("accept_deal", "refuse_deal", "withdraw_deal"):
            yield Choice.of(verb, deal=deal)


@pytest.mark.parametrize("of_all", [False, pytest.param(True, marks=pytest.mark.long)])
@pytest.mark.parametrize(
    ("seats", "seed", "most"), [(2, "cards a", 40), (4, "cards b", 40), (6, "cards d", 20)]
)
def test_what_is_offered_is_free_and_all_else_is_stopped(
    seats: int, seed: str, most: int, of_all: bool
) -> None:
    """What is open to one seat after the other; in long runs to all of them in each position."""
    free = stopped = 0
    verbs: set[str] = set()
    for number, match in enumerate(positions(seats, seed, most)):
        state = match.position.state
        for seat in range(seats) if of_all else [number % seats]:
            offers = list(offered(match, seat))
            for choice in (choice for offer in offers for choice in some_of(offer)):
                stop = stop_of(match, seat, choice)
                assert stop is None, (choice, stop)
                free += 1
                verbs.add(choice.verb)
            for choice in thinkable(state, match, seat):
                if all(offer.problem(choice) is not None for offer in offers):
                    assert stop_of(match, seat, choice) is not None, choice
                    stopped += 1
    assert free > 500
    assert stopped > 5000
    assert len(verbs & ANY_TIME_VERBS) >= 6, verbs


def scenes(matches: Iterator[Match], chance: random.Random) -> Iterator[Match]:
    """Of each position six in which a coronation is near at hand."""
    for match in matches:
        for _ in range(6):
            yield at_a_cathedral(match, chance)


def at_a_cathedral(match: Match, chance: random.Random) -> Match:
    """The same position with some nobles, heirs and bishops brought to one cathedral at random."""
    found = Match.load(match.game, match.save())
    state, content = found.position.state, found.game.content
    place = chance.choice([p for p in content.board.places.values() if p.cathedral])
    nobles = chance.sample(list(state.nobles), min(4, len(state.nobles)))
    for noble in (state.nobles[key] for key in nobles):
        noble.square, noble.aboard = place.square, None
        noble.inside = place.id if chance.random() < 0.8 else None
    if place.is_fortress:
        state.control[place.id] = chance.choice(nobles)
    for heir in crownable(state, content):
        if heir in state.heirs:
            state.heirs[heir].holder = chance.choice(nobles)
    for card in chance.sample([c for c in content.crown.values() if c.kind == "bishop"], 3):
        for noble in state.nobles.values():
            noble.cards = [other for other in noble.cards if other != card.id]
        state.nobles[chance.choice(nobles)].cards.append(card.id)
    return found


@pytest.mark.parametrize(("seats", "seed"), [(3, "crowns a"), (5, "crowns b")])
def test_who_is_crowned_has_nothing_in_his_way(seats: int, seed: str) -> None:
    asked = opened = lendable = 0
    chance = random.Random(seed)
    for match in scenes(positions(seats, seed, 60), chance):
        table, state = match.table, match.position.state
        for seat in range(seats):
            phase = CoronationPhase(seat)
            offers = [offer for prompt in phase.prompts(table) for offer in prompt.offers]
            for heir in (*state.heirs, "beaufort", "nobody"):
                choice = Choice.of("crown", heir=heir)
                open_to_him = any(offer.problem(choice) is None for offer in offers)
                stop = first(coronation_stops(table, seat, heir))
                opened += open_to_him
                assert open_to_him == (stop is None), (choice, stop)
            for other in range(seats):
                choice = Choice.of("ask_clergy", of=str(other))
                asked += 1
                if all(offer.problem(choice) is not None for offer in offers):
                    assert phase.refusal(table, seat, choice) is not None
                else:
                    lendable += 1
                    assert phase.refusal(table, seat, choice) is None
    assert min(opened, lendable) > 10, (opened, lendable)
    assert asked > 500
