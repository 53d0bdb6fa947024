"""The victory of the base rules: the last living heir is a crowned King on the board."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.scene import Scene

FREE = "14,16"


def last_heir(*more: str) -> Scene:
    """Percy keeps Edward of March; every heir is dead but he and those named."""
    scene = Scene(2, "base").noble("percy", 0, FREE).noble("courtenay", 1, "tiverton")
    alive = {"edward_march", *more}
    scene.dead(*(heir for heir in scene.content.heirs if heir not in alive))
    return scene.hold("edward_march", "percy")


def ended(scene: Scene) -> list[tuple[tuple[int, ...], str]]:
    """How the game ends with the next decision."""
    scene.movement(0)
    if not scene.match.over:
        scene.play(0, "done")
    return [(event.winners, event.victory) for event in scene.happened(facts.GameWon)]


@pytest.mark.rule("base-14.1")
def test_the_last_heir_crowned_wins_at_once() -> None:
    assert ended(last_heir().crowned("edward_march")) == [((0,), "last_king")]
    assert ended(last_heir()) == []
    assert ended(last_heir("margaret").crowned("edward_march")) == []


@pytest.mark.rule("base-14.2")
def test_beaufort_keeps_the_game_open_against_a_yorkist() -> None:
    scene = last_heir().crowned("edward_march").noble("beaufort", 1, "corfe")
    assert ended(scene) == []


@pytest.mark.rule("base-14.3")
def test_a_king_at_sea_does_not_win_before_he_is_back() -> None:
    scene = last_heir().crowned("edward_march").give("percy", "le_swan")
    scene.ship("le_swan", sea="humber-mouth").aboard("percy", "le_swan")
    assert ended(scene) == []


@pytest.mark.rule("base-14.3")
def test_a_king_in_calais_does_not_win_and_on_an_island_he_does() -> None:
    places = {"calais": [], "carisbrooke": [((0,), "last_king")]}
    for place, end in places.items():
        scene = last_heir().crowned("edward_march")
        scene.state.nobles["percy"].square = scene.board.places[place].square
        assert ended(scene) == end, place
