"""The refuge of a neutral family comes to its end, though the family has no movement phase."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.state import Exile
from tests.rules.kingmaker.families.tables import LANCASTER, NEVILLE, PERCY, STAFFORD, YORK, heads
from tests.rules.kingmaker.scene import Scene

CARD = "X-RF3"


def abroad(serves: str, *, left: int = 0) -> Scene:
    """Greystoke of Percy is in Scotland, for so many rounds more."""
    scene = heads("families+lands_overseas+refuge")
    scene.noble("greystoke", PERCY, scene.board.places["scotland"].square)
    scene.state.event_deck.remove(CARD)
    due = scene.state.round + left
    scene.state.exiles.append(Exile(PERCY, "scotland", CARD, due, nobles=["greystoke"]))
    scene.state.sides[PERCY].serves = serves
    return scene


@pytest.mark.rule("ishkibibble-refuge.3", "families-turn.6")
def test_a_neutral_family_is_put_out_as_the_movement_of_the_house_it_favours_ends() -> None:
    scene = abroad("").movement_over(YORK)
    assert scene.happened(facts.RefugeLeft) == []
    scene.movement_over(LANCASTER)
    out = scene.board.places["cheviots"].square
    left = facts.RefugeLeft(PERCY, "scotland", ("greystoke",), out)
    assert scene.happened(facts.RefugeLeft) == [left]
    assert scene.happened(facts.RefugeOver) == [facts.RefugeOver(PERCY, "scotland", CARD, 3)]
    assert scene.where("greystoke") == (out, None, None)
    assert (scene.state.exiles, CARD in scene.state.event_discards) == ([], True)


@pytest.mark.rule("ishkibibble-refuge.3")
def test_but_not_before_its_time() -> None:
    scene = abroad("", left=1).movement_over(LANCASTER)
    assert scene.state.nobles["greystoke"].square == scene.board.places["scotland"].square
    scene.state.round += 1
    scene.movement_over(LANCASTER)
    assert scene.state.exiles == []


@pytest.mark.rule("ishkibibble-refuge.3", "families-turn.6")
def test_who_serves_a_house_is_put_out_as_its_own_movement_ends() -> None:
    scene = abroad("lancaster").movement_over(LANCASTER)
    assert scene.happened(facts.RefugeLeft) == []
    scene.movement_over(PERCY)
    assert [told.nobles for told in scene.happened(facts.RefugeLeft)] == [("greystoke",)]


@pytest.mark.rule("ishkibibble-refuge.3")
@pytest.mark.parametrize("mover", [NEVILLE, STAFFORD])
def test_the_movement_of_another_family_ends_no_refuge(mover: int) -> None:
    scene = abroad("").movement_over(mover)
    assert scene.state.exiles[0].nobles == ["greystoke"]
