"""What a seat does not know may be otherwise, and nothing else of it (lancaster-3.9, -4ii.2)."""

from __future__ import annotations

from copy import deepcopy

import pytest

from bot.rules.kernel import Dice
from bot.rules.lancaster.parliament import Vote
from bot.rules.lancaster.secrets import redeal_hidden
from tests.rules.lancaster.scene import Scene

WORLDS = 40


def worlds(scene: Scene, seat: int | None) -> list[Scene]:
    """What may be, as far as a seat knows."""
    found = []
    for number in range(WORLDS):
        world = deepcopy(scene)
        redeal_hidden(world.position, world.content, seat, Dice(f"world {number}"))
        found.append(world)
    return found


@pytest.mark.rule("lancaster-4ii.2")
def test_of_a_vote_a_seat_knows_its_own_and_nothing_else() -> None:
    scene = Scene(seats=3)
    vote = Vote("L11", tiles={"0": "yes", "1": "no"}, markers={"0": 1, "1": 0})
    scene.position.agenda.append(vote)
    seen = [world.position.agenda[-1] for world in worlds(scene, 0)]
    assert {(each.tiles["0"], each.markers["0"]) for each in seen} == {("yes", 1)}
    for other in "12":
        assert {each.tiles.get(other) for each in seen} == {None, "yes", "no"}
    for each in seen:
        assert each.tiles.keys() == each.markers.keys()
        houses = scene.state.houses
        assert all(0 <= count <= houses[int(s)].votes for s, count in each.markers.items())


def test_who_only_looks_on_knows_no_vote() -> None:
    scene = Scene(seats=3)
    scene.position.agenda.append(Vote("L11", tiles={"0": "yes"}, markers={"0": 0}))
    seen = [world.position.agenda[-1] for world in worlds(scene, None)]
    assert {each.tiles.get("0") for each in seen} == {None, "yes", "no"}


def test_the_decks_may_lie_otherwise_but_of_the_laws_the_numbers_are_known() -> None:
    scene = Scene(seats=3)
    numbers = [scene.content.laws[law].number for law in scene.state.law_deck]
    found = [world.state for world in worlds(scene, 1)]
    assert all(sorted(each.conflict_deck) == sorted(scene.state.conflict_deck) for each in found)
    assert len({tuple(each.conflict_deck) for each in found}) > 1
    assert len({tuple(each.law_deck) for each in found}) > 1
    for each in found:
        assert [scene.content.laws[law].number for law in each.law_deck] == numbers


@pytest.mark.rule("lancaster-3.9")
def test_what_the_others_hold_together_is_known_and_what_is_ones_own() -> None:
    scene = Scene(seats=3)
    before = [(house.gold, house.squires) for house in scene.state.players()]
    shared = set()
    for world in worlds(scene, 2):
        now = [(house.gold, house.squires) for house in world.state.players()]
        shared.add(now[0])
        assert now[2] == before[2]
        assert [sum(each) for each in zip(*now, strict=True)] == [
            sum(each) for each in zip(*before, strict=True)
        ]
    assert len(shared) > 1
