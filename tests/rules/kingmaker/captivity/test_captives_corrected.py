"""A moderator mends what is owed for a captive, or frees him."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Choice, IllegalChoice
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.corrections.captivity import DebtCorrected
from tests.rules.kingmaker.captivity.held import capture_heir, held, owed
from tests.rules.kingmaker.scene import Scene


def calm(scene: Scene) -> Scene:
    """Nothing is under way."""
    scene.movement(0)
    return scene


def refused(scene: Scene, verb: str, **args: str) -> tuple[str, str]:
    """A correction that must be refused, changing nothing: the rule and why."""
    before = scene.match.save()
    with pytest.raises(IllegalChoice) as caught:
        scene.match.direct(Choice.of(verb, **args))
    assert scene.match.save() == before
    return caught.value.rule, caught.value.reason


@pytest.mark.rule("ishkibibble-ransom.1")
def test_a_moderator_sets_what_is_owed() -> None:
    scene = calm(held(draws=2))
    outcome = scene.match.direct(Choice.of("correct_debt", captive="courtenay", draws="5"))
    assert owed(scene) == {"courtenay": (1, 0, 5)}
    assert DebtCorrected("courtenay", 1, 0, 5) in outcome.events
    assert refused(scene, "correct_debt", captive="courtenay", draws="5") == (
        "ishkibibble-ransom.1",
        "That many draws are already owed.",
    )
    assert scene.match.violations() == []


@pytest.mark.rule("ishkibibble-ransom.5")
def test_a_moderator_frees_a_captive_and_forgives_the_debt() -> None:
    scene = held(draws=2)
    scene.hold("henry", "percy")
    calm(capture_heir(scene, "henry", 1))
    outcome = scene.match.direct(Choice.of("correct_free", captive="courtenay"))
    assert [e.why for e in outcome.events if isinstance(e, facts.CustodyEnded)] == ["correction"]
    assert scene.where("courtenay")[1] == "tiverton"
    scene.match.direct(Choice.of("correct_free", captive="henry"))
    assert owed(scene) == {}
    assert scene.state.heirs["henry"].holder in {"courtenay", "bourchier"}


@pytest.mark.rule("ishkibibble-ransom.3")
def test_a_captive_is_put_nowhere_without_his_keeper() -> None:
    scene = calm(held(draws=2).noble("fitzalan", 1, "19,18", cards=("le_swan",)))
    held_fast = (
        "ishkibibble-ransom.3",
        "That noble is a captive until his ransom is paid or he is freed.",
    )
    assert refused(scene, "correct_move", piece="courtenay", to="18,20") == held_fast
    assert refused(scene, "correct_aboard", noble="courtenay", ship="le_swan") == held_fast


@pytest.mark.rule("ishkibibble-ransom.6")
def test_a_keeper_who_dies_by_a_correction_leaves_the_captive_free() -> None:
    scene = calm(held(draws=2))
    scene.match.direct(Choice.of("correct_kill", piece="percy"))
    assert owed(scene) == {}
    assert scene.where("courtenay")[1] == "tiverton"
    assert scene.match.violations() == []
