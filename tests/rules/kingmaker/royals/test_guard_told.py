"""The Royal Guard never changes hands in silence (house §5.6)."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.consequences import changes
from bot.rules.kingmaker.parliament.motions import dethrone
from bot.rules.kingmaker.royals.coronation import crown
from bot.words.kingmaker.words import KingmakerWords
from tests.rules.kingmaker.scene import HOUSE, Scene

PASSED = facts.GuardPassed


def guarded() -> Scene:
    """Roos of seat 0 keeps King Henry, Howard of seat 0 stands with him, Bourchier far away."""
    scene = Scene().noble("roos", 0, "13,20", heirs=("henry",)).noble("howard", 0, "13,20")
    return scene.noble("bourchier", 1, "19,18").crowned("henry")


def told(scene: Scene) -> list[facts.GuardPassed]:
    """What was told of the Guard since the position was built."""
    return [event for event in scene.match.table.events if isinstance(event, PASSED)]


@pytest.mark.rule("house-5.6c")
def test_it_follows_the_king_to_another_noble() -> None:
    scene = guarded()
    scene.movement(0)
    scene.play(0, "entrust", heir="henry", noble="howard")
    assert scene.happened(PASSED) == [PASSED("lancaster", "howard")]


@pytest.mark.rule("house-5.6c")
def test_it_comes_to_whoever_takes_an_unkept_king() -> None:
    scene = guarded().heir_at("henry", "14,20")
    scene.movement(0)
    scene.play(0, "march", nobles=["howard"], to="14,20")
    assert scene.happened(PASSED) == [PASSED("lancaster", "howard")]


@pytest.mark.rule("house-5.6c")
def test_it_is_given_up_with_the_king() -> None:
    scene = guarded()
    scene.movement(0)
    scene.play(0, "kill_heir", heir="henry")
    assert scene.happened(PASSED) == [PASSED("lancaster")]
    scene = guarded()
    changes.leave_heir(scene.match.table, "henry", "13,20", None)
    dethrone(scene.match.table, "henry")
    assert told(scene) == [PASSED("lancaster")]
    scene = guarded()
    dethrone(scene.match.table, "henry")
    assert told(scene) == [PASSED("lancaster")]


@pytest.mark.rule("house-5.6c", "house-5.6d")
def test_a_coronation_brings_it_and_beauforts_death_ends_it() -> None:
    scene = Scene().noble("beaufort", 0, "london").dead("henry", "margaret", "edward_lancaster")
    crown(scene.match.table, "beaufort", 0)
    assert told(scene) == [PASSED("lancaster", "beaufort")]
    changes.kill_noble(scene.match.table, "beaufort", "battle")
    assert told(scene) == [PASSED("lancaster", "beaufort"), PASSED("lancaster")]


@pytest.mark.rule("house-5.6c", "house-5.6d")
def test_who_dies_uncrowned_gives_no_guard_up() -> None:
    scene = guarded().noble("beaufort", 0, "london").hold("margaret", "howard")
    for noble in ("beaufort", "howard", "bourchier"):
        changes.kill_noble(scene.match.table, noble, "battle")
    changes.kill_heir(scene.match.table, "margaret", "battle", 0)
    assert told(scene) == []


@pytest.mark.rule("house-5.6c")
def test_an_heir_who_is_no_king_has_none() -> None:
    scene = guarded().hold("margaret", "roos")
    scene.movement(0)
    scene.play(0, "entrust", heir="margaret", noble="howard")
    assert scene.happened(PASSED) == []


def test_the_log_tells_of_it() -> None:
    words, names = KingmakerWords(HOUSE.content), ["Anne", "Bob"].__getitem__
    line = words.tell(PASSED("york", "howard"), names)
    assert line == "The Royal Guard of York now follows **Howard**. ‹house-5.6c›"
    line = words.tell(PASSED("york"), names)
    assert line == "The Royal Guard of York is given up. ‹house-5.6c›"
