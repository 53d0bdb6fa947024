"""The conflicts with France and their captives (lancaster §4(iii)c)."""

from __future__ import annotations

import pytest

from bot.rules.lancaster import facts
from tests.rules.lancaster.scene import Scene


def decided(scene: Scene) -> dict[str, facts.ConflictDecided]:
    return {event.card: event for event in scene.told(facts.ConflictDecided)}


def points(scene: Scene) -> list[int]:
    return [house.points for house in scene.state.players()]


@pytest.mark.rule("lancaster-4iiic.1", "lancaster-4.2")
def test_the_lower_row_comes_first() -> None:
    scene = Scene(4).war("K04").war("K05").war("K06", row="lower").war("K07", row="lower")
    scene.begin("conflicts")
    assert list(decided(scene)) == ["K06", "K07", "K04", "K05"]
    assert [event.row for event in decided(scene).values()] == ["lower"] * 2 + ["upper"] * 2
    assert [conflict.card for conflict in scene.state.lower] == ["K04", "K05"]


@pytest.mark.rule("lancaster-4iiic.2", "lancaster-4iiic.6", "lancaster-4iiic.7")
def test_england_wins_at_equality() -> None:
    scene = Scene(3).war("K06", (0, 1), (1, 3), (2, 2)).war("K04").begin("conflicts")
    event = decided(scene)["K06"]
    assert (event.england, event.france, event.won) == (6, 6, True)
    assert event.ranking == (1, 2, 0)
    assert points(scene) == [1, 4, 3]


@pytest.mark.rule("lancaster-4iiic.7")
def test_points_only_for_ranks_that_are_there() -> None:
    scene = Scene(3).war("K04", (0, 4, 1)).war("K05").begin("conflicts")
    assert decided(scene)["K04"].points == (4,)
    assert points(scene) == [4, 0, 0]


@pytest.mark.rule("lancaster-4iiic.8")
def test_after_a_victory_all_go_home() -> None:
    scene = Scene(3).war("K04", (0, 2, 1), (1, 3)).war("K05").begin("conflicts")
    assert scene.house(0).court == [1, 2]
    assert scene.house(1).court == [3]
    assert "K04" in scene.state.conflicts_gone


@pytest.mark.rule("lancaster-4iiic.3", "lancaster-4iiic.9", "lancaster-4iiic.10")
def test_france_wins_in_the_upper_row() -> None:
    scene = Scene(4).war("K08", (0, 1), (1, 3), (2, 2)).war("K04").begin("conflicts")
    event = decided(scene)["K08"]
    assert (event.england, event.france, event.won) == (6, 7, False)
    assert points(scene) == [0, 3, 2, 0]
    moved = scene.state.lower[0]
    assert [(stack.side, stack.knights) for stack in moved.stacks] == [(0, [1]), (1, [3]), (2, [2])]
    assert scene.house(1).court == []


@pytest.mark.rule("lancaster-4iiic.4", "lancaster-4iiic.5")
def test_ranking_by_strength_and_then_by_the_later_entry() -> None:
    scene = Scene(3).war("K03", (0, 1, 1), (1, 2), (2, 1)).war("K04").begin("conflicts")
    assert decided(scene)["K03"].ranking == (1, 0, 2)
    assert points(scene) == [2, 3, 1]


@pytest.mark.rule("lancaster-4iiic.5")
def test_a_reinforced_stack_keeps_its_place() -> None:
    scene = Scene(3).war("K04", (0, 1), (1, 2)).war("K05").court(0, 1).begin("placing")
    scene.play(0, "conflict", knight="1", card="K04")
    scene.play(0, "pass")
    assert decided(scene)["K04"].ranking == (1, 0)


@pytest.mark.rule("lancaster-4iiic.9", "lancaster-4iiic.11", "lancaster-4iiic.12")
def test_france_captures_in_the_lower_row() -> None:
    scene = Scene(4).war("K09", (0, 2, 1), (1, 2), (2, 1), row="lower")
    scene.purse(0, gold=2).purse(1, gold=5).purse(2)
    scene.begin("conflicts", starter=1)
    assert points(scene) == [3, 2, 0, 0]
    assert scene.match.waiting_for() == [1]
    scene.refused(0, "ransom", rule="lancaster-4iiic.12")
    scene.play(1, "ransom")
    assert scene.house(1).gold == 3
    assert scene.house(1).court == [2]
    # Seat 2 cannot pay, which is its secret; seat 0 decides for each knight.
    scene.refused(2, "ransom", rule="lancaster-4iiic.12")
    scene.play(2, "give_up")
    assert [e.knight for e in scene.told(facts.KnightLost)] == [1]
    assert scene.match.waiting_for() == [0]


@pytest.mark.rule("lancaster-4iiic.12", "lancaster-4iiic.13", "lancaster-4iiic.14")
def test_each_captive_is_ransomed_or_given_up() -> None:
    scene = Scene(4).war("K09", (0, 3, 1), row="lower").purse(0, gold=3).begin("conflicts")
    scene.refused(0, "decline", rule="lancaster-4iiic.12")
    scene.play(0, "give_up")
    assert scene.house(0).reserve == [1, 1, 2, 2, 3, 4]
    assert scene.state.lower[0].stacks[0].knights == [1]
    scene.play(0, "ransom")
    assert (scene.house(0).gold, scene.house(0).court) == (2, [1])
    assert scene.told(facts.ConflictDiscarded)[0].card == "K09"
    assert scene.told(facts.Ransomed)[0].gold == 1


@pytest.mark.rule("lancaster-4iiic.14")
def test_the_card_stays_until_the_captives_are_settled() -> None:
    scene = Scene(4).war("K09", (0, 3), row="lower").purse(0, gold=3).begin("conflicts")
    assert [conflict.card for conflict in scene.state.lower] == ["K09"]
    scene.play(0, "ransom")
    assert scene.state.lower == []
    assert "K09" in scene.state.conflicts_gone


@pytest.mark.rule("lancaster-7.4")
def test_an_empty_conflict_is_lost() -> None:
    scene = Scene(4).war("K04").war("K05", row="lower").begin("conflicts")
    assert [conflict.card for conflict in scene.state.lower] == ["K04"]
    assert scene.state.conflicts_gone == ["K05"]
    assert points(scene) == [0, 0, 0, 0]


@pytest.mark.rule("lancaster-7.6", "lancaster-4iiic.13")
def test_a_ransomed_knight_can_be_placed_in_the_next_round() -> None:
    scene = Scene(4).war("K09", (0, 3), row="lower").purse(0, gold=3).begin("conflicts")
    scene.play(0, "ransom")
    assert (scene.state.round, scene.state.phase) == (2, "placing")
    scene.play(0, "county", knight="3", county="D", squires="0")
    assert scene.told(facts.KnightInCounty)[0].knight == 3


def test_a_lost_conflict_that_moves_on_is_told() -> None:
    scene = Scene(3).war("K08", (0, 1)).war("K04").begin("conflicts")
    assert [event.card for event in scene.told(facts.ConflictMoved)] == ["K08", "K04"]
    assert [event.card for event in scene.told(facts.ConflictDiscarded)] == []


def test_no_empty_space_is_left_while_captives_are_decided() -> None:
    scene = Scene(4).war("K09", (0, 2), (1, 3), row="lower").purse(1, gold=3).purse(0)
    scene.begin("conflicts").play(0, "give_up")
    assert scene.match.waiting_for() == [1]
    assert [(stack.side, stack.knights) for stack in scene.state.lower[0].stacks] == [(1, [3])]


def test_the_points_of_a_conflict() -> None:
    scene = Scene(3).war("K06", (0, 3), (1, 4)).war("K04")
    scene.begin("conflicts")
    assert decided(scene)["K06"].ranking == (1, 0)
    assert decided(scene)["K06"].points == (4, 3)
