"""No heir is killed by his own keeper for nothing."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Choice
from tests.rules.kingmaker.scene import Scene
from tests.seats.moves import answer, to_the_end_of_movement
from tests.tools.strength import leave_out


def crowned_with_a_spare() -> Scene:
    """Percy with the King and a spare heir; five others live."""
    scene = Scene().noble("percy", 0, "alnwick", heirs=("henry", "edward_march"))
    return scene.noble("stanley", 1, "douglas")


def test_a_spare_heir_lives_while_others_have_heirs(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = crowned_with_a_spare()
    scene.movement(0)
    with monkeypatch.context() as patch:
        leave_out(["mercy"], patch.setattr)
        assert answer(scene) == Choice.of("kill_heir", heir="edward_march")
    assert "kill_heir" not in to_the_end_of_movement(scene)
    assert scene.state.heirs["edward_march"].alive


def test_he_dies_once_nobody_else_has_an_heir() -> None:
    scene = crowned_with_a_spare()
    scene.dead("margaret", "edward_lancaster", "richard_york", "george", "richard_gloucester")
    scene.movement(0)
    assert answer(scene) == Choice.of("kill_heir", heir="edward_march")


def besieged(turns: int) -> Scene:
    """Pole with an heir in Masham, before which stands Percy; Henry is safe in Alnwick.

    Percy has 100; Masham and Pole have 110 in the first turns of a siege, 60 from the third on.
    """
    scene = Scene().noble("talbot", 0, "alnwick", castles=False, heirs=("henry",))
    scene.noble("pole", 0, "masham", castles=False, heirs=("george",))
    scene.noble("percy", 1, "14,8", castles=False).siege("masham", ["percy"], turns)
    return scene


def test_who_would_fall_to_others_dies_before() -> None:
    scene = besieged(2)
    scene.movement(0)
    assert answer(scene) == Choice.of("kill_heir", heir="george")


def test_who_holds_out_lives() -> None:
    scene = besieged(1)
    scene.movement(0)
    assert "kill_heir" not in to_the_end_of_movement(scene)
    assert scene.state.heirs["george"].alive


def test_the_heir_on_whom_all_rests_is_not_killed_even_then() -> None:
    scene = besieged(2)
    scene.dead("henry")
    scene.movement(0)
    assert "kill_heir" not in to_the_end_of_movement(scene)
    assert scene.state.heirs["george"].alive
