"""What must hold at every moment is missed where it does not hold."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.rules.lancaster.invariants import violations
from tests.rules.lancaster.scene import Scene


def whole(scene: Scene) -> list[str]:
    """What does not hold in a position."""
    return violations(scene.match.table)


def broken(scene: Scene, change: Callable[[Scene], object]) -> list[str]:
    """What does not hold after a change."""
    assert whole(scene) == []
    change(scene)
    return whole(scene)


def test_no_knight_is_lost_or_made() -> None:
    assert broken(Scene(), lambda s: s.house(1).reserve.pop())[0].startswith(
        "side 1 has the knights"
    )
    assert broken(Scene(), lambda s: s.house(0).court.append(4))[0].startswith(
        "side 0 has the knights"
    )


@pytest.mark.parametrize("token", ["gold", "squires", "votes"])
def test_no_token_is_lost_or_made_and_nobody_owes_any(token: str) -> None:
    def add(scene: Scene, number: int, side: int | None = None) -> None:
        holder = scene.state.bank if side is None else scene.house(side)
        setattr(holder, token, getattr(holder, token) + number)

    for number in (1, -1):
        (found,) = broken(Scene(), lambda s, number=number: add(s, number))  # type: ignore[misc]
        assert found.startswith(f"{token}: ")
    scene = Scene().purse(0)
    add(scene, -1, 0)
    add(scene, 1)
    assert whole(scene) == ["side 0 owes something"]


def test_points_are_never_below_nothing() -> None:
    assert broken(Scene(), lambda s: setattr(s.house(2), "points", -1)) == ["side 2 owes something"]


@pytest.mark.parametrize(("stacks", "wrong"), [((0, 1), False), ((0, 0), True)])
def test_a_side_has_one_stack_in_a_conflict(stacks: tuple[int, int], wrong: bool) -> None:
    first, second = stacks
    scene = Scene().war("K05", (first, 1), (second, 2))
    expected = [f"K05 has the stacks [{first}, {second}]"] if wrong else []
    assert whole(scene) == expected


def test_a_conflict_has_so_many_spaces() -> None:
    spaces = Scene().content.ruleset.conflict_spaces
    sides = list(range(spaces + 1))
    scene = Scene(5).war("K05", *((side, 1) for side in sides[:-1]))
    assert whole(scene) == []
    scene = Scene(5).war("K05", *((side, 1) for side in sides))
    assert whole(scene) == [f"K05 has the stacks {sides}"]


def test_rows_laws_and_castles_hold_no_more_than_they_may() -> None:
    rules = Scene().content.ruleset
    scene = Scene()
    cards = list(scene.state.conflict_deck[: rules.conflicts_each_round + 1])
    for card in cards[:-1]:
        scene.war(card)
    assert whole(scene) == []
    assert broken(scene, lambda s: s.war(cards[-1])) == ["a row of conflicts is too long"]
    scene = Scene()
    for card in cards:
        scene.war(card, row="lower")
    assert whole(scene) == ["a row of conflicts is too long"]
    scene = Scene()
    scene.state.phase = "placing"
    law = scene.state.laws[0]
    assert broken(scene, lambda s: s.state.law_deck.append(s.state.laws.pop(0))) == [
        f"{rules.laws_in_force - 1} laws are in force"
    ]
    scene.state.phase = "setup"
    assert whole(scene) == []
    assert broken(scene, lambda s: s.state.law_deck.append(law))[0].startswith("laws: counted")


def test_a_castle_and_a_table_hold_each_thing_once() -> None:
    spaces = list(Scene().content.castle) if hasattr(Scene().content, "castle") else []
    space = spaces[0] if spaces else "1"
    scene = Scene().castle(0, space, 1)
    assert broken(scene, lambda s: s.extend(0, space)) == ["side 0 has a knight under an extension"]
    assert broken(Scene().extend(1, space), lambda s: s.extend(1, space)) == [
        "side 1 has an extension twice"
    ]
    assert broken(Scene().nobles(2, "A"), lambda s: s.nobles(2, "A")) == [
        "side 2 has a nobleman twice"
    ]
    assert broken(Scene(), lambda s: s.house(0).noblemen.append("A"))[0].startswith(
        "noblemen of A: "
    )


def test_a_county_is_held_by_a_knight_who_is_strong_enough() -> None:
    scene = Scene()
    content = scene.content
    county = next(c for c in content.counties if content.counties[c].minimum > 1)
    least = content.counties[county].minimum
    assert whole(Scene().county(0, county, least)) == []
    assert whole(Scene().county(0, county, least - 1)) == [f"{county} is held by too weak a knight"]
