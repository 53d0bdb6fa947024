"""The six phases of a turn, and what is refused out of its phase."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.scene import HOUSE, Scene


def full_scene() -> Scene:
    """A position in which every phase of seat 0's turn asks something."""
    scene = Scene(3).noble("courtenay", 1, "tiverton").noble("holland", 2, "bodmin")
    scene.noble("percy", 0, "york", cards=("abp_york",), heirs=("richard_york",))
    scene.noble("roos", 0, "13,20").noble("scrope", 1, "13,20")
    return scene.next_events("E-RA01").next_crown("saxons_1").heir_at("margaret", "17,16")


@pytest.mark.rule("house-1.14", "base-3.1", "base-1.1")
def test_the_phases_come_in_their_order() -> None:
    scene = full_scene()
    scene.event(0)
    seen = [scene.asked(0)]
    scene.play(0, "answer_call", to="14,3", bring=["richard_york"])
    seen.append(scene.asked(0))
    scene.play(0, "march", nobles=["percy"], to="14,5")
    scene.play(0, "done")
    seen.append(scene.asked(0))
    scene.play(0, "done")
    seen.append(scene.asked(0))
    scene.play(0, "keep")
    assert seen == [["answer_call"], ["movement"], ["combat"], ["keep_or_play"]]
    assert scene.state.active == 1


@pytest.mark.rule("house-1.14", "base-3.1")
def test_the_coronation_comes_after_combat_and_before_the_card() -> None:
    scene = full_scene()
    scene.next_events("E-RV02")
    scene.event(0)
    phases = [scene.state.phase]
    for _ in range(3):
        scene.play(0, "done")
        phases.append(scene.state.phase)
    assert phases == ["movement", "combat", "coronation", "draw"]


@pytest.mark.rule("house-1.14")
@pytest.mark.parametrize(
    ("phase", "verb", "args"),
    [
        ("movement", "crown", {"heir": "richard_york"}),
        ("movement", "attack", {"nobles": ["roos"], "against": "1", "square": "13,20"}),
        ("combat", "march", {"nobles": ["roos"], "to": "14,20"}),
        ("combat", "crown", {"heir": "richard_york"}),
        ("coronation", "march", {"nobles": ["roos"], "to": "14,20"}),
        ("coronation", "attack", {"nobles": ["roos"], "against": "1", "square": "13,20"}),
        ("draw", "crown", {"heir": "richard_york"}),
        ("draw", "march", {"nobles": ["roos"], "to": "14,20"}),
    ],
)
def test_nothing_is_done_out_of_its_phase(phase: str, verb: str, args: dict[str, str]) -> None:
    scene = full_scene()
    getattr(scene, phase)(0)
    scene.refused(0, verb, rule="house-1.14", **args)


@pytest.mark.rule("house-1.14")
@pytest.mark.parametrize("phase", ["movement", "combat", "coronation"])
def test_another_players_turn_is_not_ended_for_him(phase: str) -> None:
    scene = full_scene()
    getattr(scene, phase)(0)
    assert scene.match.waiting_for() == [0]
    scene.refused(1, "done", rule="house-1.14")


@pytest.mark.rule("base-2.11", "base-3.1")
@pytest.mark.parametrize(
    ("first", "expected"),
    [(0, [(1, 1), (2, 1), (0, 2)]), (1, [(1, 2), (2, 2), (0, 2)]), (2, [(1, 1), (2, 2), (0, 2)])],
)
def test_turns_go_round_the_table_and_rounds_are_counted(
    first: int, expected: list[tuple[int, int]]
) -> None:
    scene = full_scene().next_crown("saxons_1", "saxons_2", "bp_durham", "bp_norwich")
    scene.next_events("E-RV02", "E-RV09", "E-RV03")
    scene.state.first = first
    turns = []
    scene.draw(0)
    for _ in range(3):
        seat = scene.state.active
        scene.play(seat, "keep")
        turns += [(e.seat, e.round) for e in scene.happened(facts.TurnBegan)]
        scene.draw(scene.state.active)
    assert turns == expected


@pytest.mark.rule("house-5.0")
def test_what_the_house_rules_leave_out_follows_the_base_rules() -> None:
    assert HOUSE.content.ruleset.edition == "1976"
    assert "edmund_rutland" not in HOUSE.content.heirs  # he comes with the second edition
    assert HOUSE.content.heirs["edward_lancaster"].start == "coventry"  # there, Kenilworth
    scene = full_scene().next_events("E-MG01")  # a card the house rules say nothing of
    scene.noble("talbot", 1, "13,21", cards=("burgundian_crossbowmen_1",))
    scene.event(0)
    assert scene.state.crown_discards == ["burgundian_crossbowmen_1"]
