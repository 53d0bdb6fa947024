"""A refused order to a ship names the rule that forbids it (the words shown are that rule's)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import combinations, islice

import pytest

from bot.games import game_for
from bot.rules.kernel import Choice, Match, Prompt, first
from bot.rules.kingmaker.forces.strength import nobles_of
from bot.rules.kingmaker.movement.land import MovementPhase
from bot.rules.kingmaker.movement.land_orders import movement_stops
from bot.seats.random_seat import random_choice
from tests.rules.kingmaker.scene import Scene

Order = tuple[str, dict[str, str | list[str]]]


def _lynn(*nobles: str) -> Scene:
    scene = Scene().noble("bourchier", 1, "19,18")
    for number, noble in enumerate(nobles):
        scene.noble(noble, 0, "lynn", cards=("le_swan",) if number == 0 else ())
    return scene


def _too_many() -> tuple[Scene, Order]:
    scene = _lynn("percy", "mowbray", "audley")
    scene.movement(0)
    return scene, ("embark", {"nobles": ["percy", "mowbray", "audley"], "ship": "le_swan"})


def _no_room_left() -> tuple[Scene, Order]:
    scene = (
        _lynn("percy", "mowbray", "audley").aboard("percy", "le_swan").aboard("mowbray", "le_swan")
    )
    scene.movement(0)
    return scene, ("embark", {"nobles": ["audley"], "ship": "le_swan"})


def _marched_here() -> tuple[Scene, Order]:
    scene = _lynn("roos").noble("howard", 0, "20,15")
    scene.movement(0)
    scene.play(0, "march", nobles=["howard"], to="20,14")
    return scene, ("embark", {"nobles": ["howard"], "ship": "le_swan"})


def _one_marched_here() -> tuple[Scene, Order]:
    """Only one of the two who would board has marched: the other began inside Lynn."""
    scene, _ = _marched_here()
    scene.control("lynn", "roos")
    scene.state.nobles["howard"].inside = "lynn"
    return scene, ("embark", {"nobles": ["roos", "howard"], "ship": "le_swan"})


def _elsewhere() -> tuple[Scene, Order]:
    scene = _lynn("roos").noble("howard", 0, "20,15")
    scene.movement(0)
    return scene, ("embark", {"nobles": ["roos", "howard"], "ship": "le_swan"})


def _landed_here() -> tuple[Scene, Order]:
    scene = _lynn("roos").noble("howard", 0, "boston", cards=("le_rose",))
    scene.ship("le_swan", sea="the-wash").ship("le_rose", port="boston").aboard("roos", "le_swan")
    scene.movement(0)
    scene.play(0, "sail", ship="le_swan", to="boston")
    scene.play(0, "land", nobles=["roos"], ship="le_swan")
    return scene, ("embark", {"nobles": ["roos"], "ship": "le_rose"})


def _landed_and_marching() -> tuple[Scene, Order]:
    scene, _ = _landed_here()
    return scene, ("march", {"nobles": ["roos"], "to": "19,12"})


def _aboard_and_marching() -> tuple[Scene, Order]:
    scene = _lynn("roos").aboard("roos", "le_swan")
    scene.movement(0)
    return scene, ("march", {"nobles": ["roos"], "to": "20,15"})


def _ship_has_moved() -> tuple[Scene, Order]:
    scene = _lynn("roos").noble("howard", 0, "boston")
    scene.movement(0)
    scene.play(0, "sail", ship="le_swan", to="boston")
    return scene, ("embark", {"nobles": ["howard"], "ship": "le_swan"})


def _fortress_is_full() -> tuple[Scene, Order]:
    scene = _lynn("talbot").aboard("talbot", "le_swan").ship("le_swan", port="ipswich")
    scene.noble("percy", 0, "ipswich", cards=("marshal_england",))
    scene.noble("neville", 0, "ipswich", cards=("treasurer_england",))
    scene.noble("stanley", 0, "ipswich").noble("beaufort", 0, "ipswich")
    scene.movement(0)
    return scene, ("land", {"nobles": ["talbot"], "ship": "le_swan"})


def _from_outside() -> tuple[Scene, Order]:
    scene = _lynn("roos").ship("le_swan", port="hull").control("hull", "roos")
    scene.noble("howard", 0, "hull", outside=True)
    scene.control("hull", "roos").movement(0)
    return scene, ("embark", {"nobles": ["howard"], "ship": "le_swan"})


def _at_sea() -> tuple[Scene, Order]:
    scene = _lynn("roos").aboard("roos", "le_swan").ship("le_swan", sea="the-wash")
    scene.movement(0)
    return scene, ("land", {"nobles": ["roos"], "ship": "le_swan"})


def _too_far() -> tuple[Scene, Order]:
    scene = _lynn("roos")
    scene.movement(0)
    return scene, ("sail", {"ship": "le_swan", "to": "rye-bay"})


def _not_mine() -> tuple[Scene, Order]:
    scene = _lynn("roos")
    scene.movement(1)
    return scene, ("sail", {"ship": "le_swan", "to": "the-wash"})


def _no_card_to_sail_again() -> tuple[Scene, Order]:
    scene = _lynn("roos")
    scene.movement(0)
    scene.play(0, "sail", ship="le_swan", to="the-wash")
    return scene, ("free_sail", {"ship": "le_swan"})


def _not_sailed_yet() -> tuple[Scene, Order]:
    scene = _lynn("roos").held(0, "E-FM01")
    scene.movement(0)
    return scene, ("free_sail", {"ship": "le_swan"})


def _to_an_inland_town() -> tuple[Scene, Order]:
    scene = _lynn("roos")
    scene.movement(0)
    return scene, ("sail", {"ship": "le_swan", "to": "newark"})


def _not_aboard() -> tuple[Scene, Order]:
    scene = _lynn("roos", "howard").aboard("roos", "le_swan")
    scene.movement(0)
    return scene, ("land", {"nobles": ["howard"], "ship": "le_swan"})


@pytest.mark.rule(
    "base-7.20",
    "house-5.22a",
    "house-8.6.3",
    "house-8.6.4",
    "house-8.6.2",
    "house-2.2e",
    "house-8.5.3",
    "house-8.6.12",
    "house-2.2i",
    "house-2.2g",
    "base-8.2",
)
@pytest.mark.parametrize(
    ("build", "rule"),
    [
        (_too_many, "house-5.22a"),
        (_no_room_left, "house-5.22a"),
        (_marched_here, "house-8.6.3"),
        (_one_marched_here, "house-8.6.3"),
        (_elsewhere, "house-8.6.3"),
        (_landed_here, "house-8.6.4"),
        (_landed_and_marching, "house-8.6.4"),
        (_aboard_and_marching, "house-8.6.2"),
        (_ship_has_moved, "house-2.2e"),
        (_fortress_is_full, "house-8.5.3"),
        (_from_outside, "house-8.6.12"),
        (_at_sea, "house-2.2i"),
        (_too_far, "house-2.2g"),
        (_not_mine, "base-8.2"),
        (_no_card_to_sail_again, "base-7.20"),
        (_not_sailed_yet, "base-7.20"),
        (_to_an_inland_town, "house-2.2g"),
        (_not_aboard, "house-2.2i"),
    ],
)
def test_a_refusal_names_its_rule(build: Callable[[], tuple[Scene, Order]], rule: str) -> None:
    scene, (verb, args) = build()
    by = 1 if build is _not_mine else 0
    scene.refused(by, verb, rule=rule, **args)


# Offers and refusals of the movement phase say the same: what is offered has nothing in its way,
# and in the way of everything else stands a rule.


def moves(seats: int, seed: str, most: int) -> Iterator[tuple[Match, int, Prompt]]:
    """So many questions of movement phases in a game that is played at random."""
    match, _ = Match.start(game_for("kingmaker", "house"), seats, seed, {"rounds": "30"})
    chance, found = random.Random(seed), 0
    while not match.over and found < most:
        seat = match.waiting_for()[0]
        (prompt, *_) = match.asked(seat)
        if isinstance(match.position.agenda[-1], MovementPhase):
            found += 1
            yield match, seat, prompt
        choices = (
            random_choice(offer, chance)
            for offer in chance.sample(prompt.offers, len(prompt.offers))
        )
        match.submit(seat, next(choice for choice in choices if choice is not None))


def thinkable(match: Match, seat: int, chance: random.Random) -> Iterator[Choice]:
    """Moves of each noble alone, of all in his square and of all on the board, and of heirs."""
    state, board = match.position.state, match.game.content.board
    own = nobles_of(state, seat)
    goals = chance.sample(list(board.squares), 12)
    for noble in (*own, *chance.sample(list(state.nobles), min(2, len(state.nobles)))):
        square = state.nobles[noble].square
        company = tuple(n for n in own if state.nobles[n].square == square)
        near = board.road_neighbours(square) if square else ()
        for to in {*goals, *near, square}:
            for nobles in {(noble,), company, tuple(own)}:
                yield Choice.of("march", nobles=nobles, to=to)
                yield Choice.of("ride", nobles=nobles, to=to)
            yield Choice.of("free_road", noble=noble, to=to)
        for nobles in {(noble,), company, tuple(own)}:
            yield Choice.of("free_move", nobles=nobles)
        for heir in state.heirs:
            yield Choice.of("entrust", heir=heir, noble=noble)
    yield from thinkable_at_places(match, seat, chance)
    yield from thinkable_at_sea(match, seat, chance)


def thinkable_at_places(match: Match, seat: int, chance: random.Random) -> Iterator[Choice]:
    """Nobles alone, in twos and all together go in and out and are put out; anybody is asked."""
    state, board = match.position.state, match.game.content.board
    own = nobles_of(state, seat)
    squares = {state.nobles[noble].square for noble in own} - {""}
    near = {place for square in squares for place in board.squares[square].places}
    inside = {noble.inside for noble in state.nobles.values()} - {None}
    parties = {*combinations(own, 1), *combinations(own, 2), tuple(own)}
    for place in {*near, *inside, *chance.sample(list(board.places), 3)}:
        for nobles in parties:
            yield Choice.of("enter", nobles=nobles, place=place)
            yield Choice.of("leave", nobles=nobles, place=place)
        for noble in state.nobles:
            yield Choice.of("dismiss", nobles=(noble,), place=place)
    for asked in (*board.places, *match.game.content.ships, "nowhere"):
        yield Choice.of("ask_leave", place=asked)


def thinkable_at_sea(match: Match, seat: int, chance: random.Random) -> Iterator[Choice]:
    """Any ship sails near and far, takes nobles aboard and lands them."""
    state, board = match.position.state, match.game.content.board
    own = nobles_of(state, seat)
    parties = {*combinations(own, 1), *combinations(own, 2), tuple(own)}
    parties |= {(noble,) for noble in chance.sample(list(state.nobles), 2)}
    goals = [*chance.sample(list(board.seas), 8), *chance.sample(list(board.ports), 8)]
    for ship, where in state.ships.items():
        for to in (*goals, where.port or where.sea or "", *chance.sample(list(board.places), 2)):
            yield Choice.of("sail", ship=ship, to=to)
        for nobles in parties:
            yield Choice.of("embark", nobles=nobles, ship=ship)
            yield Choice.of("land", nobles=nobles, ship=ship)
        yield Choice.of("free_sail", ship=ship)
    yield Choice.of("sail", ship="nowhere", to=goals[0])


@pytest.mark.parametrize(("seats", "seed"), [(3, "stops a"), (5, "stops b"), (7, "stops c")])
def test_what_is_offered_is_free_and_all_else_is_stopped(seats: int, seed: str) -> None:
    offered = stopped = 0
    chance = random.Random(seed)
    for match, seat, prompt in moves(seats, seed, 60):
        phase = match.position.agenda[-1]
        assert isinstance(phase, MovementPhase)
        for offer in prompt.offers:
            if offer.verb == "done":
                continue
            fields = {f.name: list(islice(f.selections(), 3)) for f in offer.fields}
            for index in range(3):
                choice = Choice(offer.verb, {k: v[index % len(v)] for k, v in fields.items()})
                stop = first(movement_stops(match.table, seat, choice, phase.asked))
                assert stop is None, (choice, stop)
                offered += 1
        for choice in thinkable(match, seat, chance):
            if prompt.find(choice) is None:
                stop = first(movement_stops(match.table, seat, choice, phase.asked))
                assert stop is not None, choice
                stopped += 1
    assert offered > 100
    assert stopped > 1000


@pytest.mark.rule("house-8.7.8")
def test_an_heir_is_not_handed_to_one_who_stands_elsewhere() -> None:
    scene = Scene().noble("percy", 0, "alnwick", heirs=("margaret",)).noble("roos", 0, "13,20")
    scene.noble("bourchier", 1, "13,20").movement(0)
    why = scene.refused(0, "entrust", rule="house-8.7.8", heir="margaret", noble="roos")
    assert why == "An heir can be passed only between nobles who stand together."
