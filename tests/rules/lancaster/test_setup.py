"""The box and how a game is laid out (lancaster §1 to §3)."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from bot.rules.kernel import Match
from bot.rules.lancaster import facts
from bot.rules.lancaster.game import Lancaster
from bot.rules.lancaster.state import House
from tests.rules.lancaster.scene import GAME, Scene

CONTENT = GAME.content
RULES = CONTENT.ruleset


def started(seats: int, seed: str = "setup") -> Match:
    return Match.start(GAME, seats, seed)[0]


def opened(seats: int, seed: str = "setup") -> Match:
    """A game whose first extensions are placed: everybody covers his treasury."""
    match = started(seats, seed)
    while match.prompts()[0].kind == "first_extension":
        prompt = match.prompts()[0]
        assert prompt.default is not None
        match.submit(prompt.seat, prompt.default)
    return match


# 1 and 2 The box


@pytest.mark.rule("lancaster-1.1", "lancaster-2.7")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_each_player_leads_a_house(seats: int) -> None:
    match = started(seats)
    assert match.game.seats(match.position.state) == seats
    players = [h for h in match.view(None).houses if not h.ally]
    assert [h.seat for h in players] == list(range(seats))
    for house in players:
        assert len(house.court) + len(house.reserve) == 7  # 35 knights in five colours
        assert len(CONTENT.spaces) == 6  # 30 extension tiles in five colours


@pytest.mark.rule("lancaster-2.1", "lancaster-2.2", "lancaster-3.1a", "lancaster-3.1b")
def test_the_supply_lies_on_two_boards() -> None:
    assert (RULES.supply.gold, RULES.supply.squires, RULES.supply.votes) == (37, 37, 37)
    match = started(5)
    assert match.position.state.bank.gold == 37 - 5 * 2
    first, second = match.view(None).supply
    assert (first.gold, first.squires, first.votes) == (14, 14, 16)
    assert (second.gold, second.squires, second.votes) == (13, 13, 16)
    assert match.view(None).starter == match.position.state.starter


@pytest.mark.rule("lancaster-2.2")
def test_the_supply_is_no_limit() -> None:
    scene = Scene(3).purse(0, gold=36).purse(1).purse(2)
    scene.county(1, "E", 1).war("K03").war("K04").begin("counties")
    scene.play(1, "reward")
    assert scene.house(1).gold == 3
    assert scene.state.bank.gold == -2


@pytest.mark.rule("lancaster-2.3")
def test_nine_noblemen_with_four_tiles_each() -> None:
    assert list(CONTENT.counties) == list("ABCDEFGHI")
    assert RULES.noblemen_each * len(CONTENT.counties) == 36


@pytest.mark.rule("lancaster-2.4")
def test_twelve_conflicts_of_which_ten_are_used() -> None:
    assert len(CONTENT.conflicts) == 12
    for seats in range(2, 6):
        assert len(RULES.conflicts_removed[str(seats)]) == 2
    assert RULES.rounds * RULES.conflicts_each_round == 10


@pytest.mark.rule("lancaster-2.6")
def test_eighteen_laws_by_number() -> None:
    numbers = Counter(law.number for law in CONTENT.laws.values())
    assert numbers == {0: 3, 1: 3, 2: 4, 3: 4, 4: 4}


@pytest.mark.rule("lancaster-2.8", "lancaster-3.2b", "lancaster-3.2d")
def test_knights_in_court_and_reserve() -> None:
    assert RULES.knights == (1, 1, 1, 2, 2, 3, 4)
    for house in started(4).position.state.players():
        assert house.court == [1, 2]
        assert house.reserve == [1, 1, 2, 3, 4]


@pytest.mark.rule("lancaster-2.10")
def test_one_yes_and_one_no_tile_each() -> None:
    scene = Scene(3).propose("L01").begin("parliament")
    for seat in range(3):
        assert scene.verbs(seat) == ["yes", "no"]


@pytest.mark.rule("lancaster-2.11")
@pytest.mark.parametrize(("seats", "allies"), [(2, 2), (3, 0), (4, 0), (5, 0)])
def test_allies_are_there_with_two_players_only(seats: int, allies: int) -> None:
    houses = started(seats).view(None).houses
    assert sum(house.ally for house in houses) == allies
    for house in houses[seats:]:
        assert house.court == (2,)
        assert house.reserve == (1, 1, 1, 2, 3, 4)
        assert (house.gold, house.squires, house.votes) == (0, 0, 0)


# 3.2, 3.3 Players


@pytest.mark.rule("lancaster-3.2a", "lancaster-3.2c")
def test_goods_and_points_at_the_start() -> None:
    for house in started(3).position.state.players():
        assert (house.gold, house.squires, house.votes, house.points) == (2, 2, 1, 0)
        assert house.noblemen == []
        assert house.castle == {}


@pytest.mark.rule("lancaster-3.3a", "lancaster-3.3b", "lancaster-2.9")
def test_the_first_extension_is_placed_in_player_order() -> None:
    match = started(3)
    starter = match.position.state.starter
    order = [starter, (starter + 1) % 3, (starter + 2) % 3]
    scene = Scene(3)
    scene.match, scene.position = match, match.position
    waiting = scene.refused(order[1], "extend", rule="lancaster-3.3a", space="gold")
    assert waiting.endswith("Wait for your turn.")
    wrong = scene.refused(starter, "extend", rule="lancaster-3.3a", space="moat")
    assert wrong.startswith("First place one extension")
    other = scene.refused(starter, "pass", rule="lancaster-3.3a")
    assert other.startswith("First place one extension")
    for seat, space in zip(order, ("gold", "votes", "gold"), strict=True):
        assert scene.asked(seat) == ["first_extension"]
        assert scene.values(seat, "extend", "space") == set(CONTENT.spaces)
        scene.play(seat, "extend", space=space)
        assert scene.house(seat).extensions == [space]
    assert set(CONTENT.spaces) == {"gold", "squires", "votes", "recruit", "upgrade", "provisions"}
    assert scene.state.phase == "placing"


@pytest.mark.rule("lancaster-2.9")
def test_no_extension_is_there_a_second_time() -> None:
    scene = Scene(3).extend(0, "gold", "votes").county(0, "I", 2).war("K03").war("K04")
    scene.begin("counties")
    scene.play(0, "reward")
    assert scene.values(0, "extend", "space") == {"squires", "recruit", "upgrade", "provisions"}
    scene.refused(0, "extend", rule="lancaster-2.9", space="gold")


# 3.4, 3.5, 3.6 The board by number of players


@pytest.mark.rule("lancaster-3.4a", "lancaster-3.4b")
@pytest.mark.parametrize(("seats", "height"), [(2, 2), (3, 2), (4, 3), (5, 4)])
def test_stacks_of_noblemen(seats: int, height: int) -> None:
    view = started(seats).view(None)
    assert {c: v.noblemen for c, v in view.counties.items()} == dict.fromkeys("ABCDEFGHI", height)


@pytest.mark.rule("lancaster-3.4b")
@pytest.mark.parametrize("seats", [0, 1, 6, 7])
def test_other_numbers_of_players_are_refused(seats: int) -> None:
    with pytest.raises(ValueError, match=f"for 2 to 5 players, not {seats}"):
        started(seats)


@pytest.mark.rule("lancaster-2.5", "lancaster-3.5a", "lancaster-3.5b")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_favours_lie_face_up(seats: int) -> None:
    tiles = ["gold", "squires", "gold_squire", "upgrade", "new_knight", "nobleman"]
    if seats == 3:
        tiles.remove("upgrade")
    view = started(seats).view(None)
    assert list(view.favours) == tiles
    assert view.favours_used == ()


@pytest.mark.rule("lancaster-3.6a", "lancaster-3.6b", "lancaster-3.6c", "lancaster-3.6d")
@pytest.mark.parametrize(("seats", "gone"), [(2, [2, 10]), (4, [2, 10]), (3, [9, 10]), (5, [2, 3])])
def test_conflicts_that_leave(seats: int, gone: list[int]) -> None:
    state = started(seats).position.state
    used = {*state.conflict_deck, *(conflict.card for conflict in state.upper)}
    removed = sorted(CONTENT.conflicts[c].strength for c in CONTENT.conflicts if c not in used)
    assert removed == gone
    assert len(state.upper) == 2
    assert state.lower == []
    assert len(state.conflict_deck) == 8


@pytest.mark.rule("lancaster-3.6d")
def test_conflicts_are_shuffled() -> None:
    first = {tuple(c.card for c in started(4, f"s{n}").position.state.upper) for n in range(12)}
    assert len(first) > 8


# 3.7, 3.8 Laws and the starting player


@pytest.mark.rule("lancaster-3.7a", "lancaster-3.7b", "lancaster-3.7c", "lancaster-3.7d")
def test_the_laws_lie_by_number() -> None:
    orders = set()
    for seed in range(8):
        state = started(4, f"laws {seed}").position.state
        number = {law.id: law.number for law in CONTENT.laws.values()}
        assert [number[law] for law in state.laws] == [0, 0, 0]
        assert [number[law] for law in state.proposals] == [1, 1, 1]
        assert [number[law] for law in state.law_deck[::-1]] == [2] * 4 + [3] * 4 + [4] * 4
        orders.add((*state.laws, *state.proposals, *state.law_deck))
    assert len(orders) == 8


@pytest.mark.rule("lancaster-3.8")
def test_the_starting_player_is_drawn() -> None:
    starters = set()
    for seed in range(30):
        match = opened(4, f"starter {seed}")
        starters.add(match.position.state.starter)
        assert match.waiting_for() == [match.position.state.starter]
    assert starters == {0, 1, 2, 3}


def test_the_beginning_is_told() -> None:
    _, outcome = Match.start(GAME, 3, "told")
    kinds = [type(event) for event in outcome.events]
    assert kinds == [
        facts.GameBegan,
        facts.LawsInForce,
        facts.ConflictsRevealed,
        facts.LawsProposed,
    ]
    assert outcome.known


# 3.9 What is hidden


@pytest.mark.rule("lancaster-3.9")
def test_gold_and_squires_are_behind_the_screen() -> None:
    view = started(3).view(1)
    assert [house.gold for house in view.houses] == [None, 2, None]
    assert [house.squires for house in view.houses] == [None, 2, None]
    assert [house.votes for house in view.houses] == [1, 1, 1]
    assert [house.gold for house in started(3).view(None).houses] == [None, None, None]


@pytest.mark.rule("lancaster-3.9")
def test_two_players_hide_nothing() -> None:
    assert [house.gold for house in started(2).view(0).houses] == [2, 2, 0, 0]
    assert [house.squires for house in started(2).view(None).houses] == [2, 2, 0, 0]


def test_a_house_begins_as_the_data_say() -> None:
    assert started(5).position.state.houses[4] == House(
        court=[1, 2], reserve=[1, 1, 2, 3, 4], gold=2, squires=2, votes=1
    )


@pytest.mark.rule("lancaster-3.7c")
def test_six_laws_of_number_nought_are_only_data() -> None:
    numbers = dict(zip(CONTENT.laws, sorted([0] * 6 + [1, 2, 3, 4] * 3), strict=True))
    laws = {i: msgspec.structs.replace(w, number=numbers[i]) for i, w in CONTENT.laws.items()}
    game = Lancaster(msgspec.structs.replace(CONTENT, laws=laws))
    state = Match.start(game, 4, "six")[0].position.state
    assert [numbers[law] for law in state.laws + state.proposals] == [0] * 6
    assert [numbers[law] for law in state.law_deck[::-1]] == sorted([1, 2, 3, 4] * 3)
