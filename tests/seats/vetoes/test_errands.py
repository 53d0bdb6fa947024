"""Writs are played, and who is called stays behind walls."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Choice
from tests.rules.kingmaker.assembly import realm, shut_in
from tests.rules.kingmaker.events.test_base_events import draw
from tests.rules.kingmaker.scene import Scene
from tests.seats.test_steward_called import answer, writs


def besieged_for(*more: str) -> Scene:
    """A weak noble of seat 0 is besieged, which is worth little; it has a Writ, and these more."""
    scene = shut_in(realm().noble("greystoke", 0, "helmsley"), "helmsley", 2)
    return writs(scene.held(0, *more).dead("edward_lancaster", "margaret"))


@pytest.mark.rule("base-15.5")
def test_the_only_writ_is_kept_for_better_and_one_of_two_is_played() -> None:
    assert answer(besieged_for()) == Choice("done")
    choice = answer(besieged_for("E-WR02"))
    assert choice.verb == "serve_writ"
    assert choice.one("noble") in ("mowbray", "neville")


def called_to_york(ruleset: str) -> Scene:
    """The noble with the Archbishop is called to York, which is his and where plague may strike."""
    scene = Scene(ruleset=ruleset).noble("percy", 0, "alnwick", cards=("abp_york",))
    return draw(scene.noble("neville", 1, "warwick").control("york", "percy"), "E-RA11", 0)


@pytest.mark.rule("base-4.3")
@pytest.mark.parametrize("ruleset", ["classic", "house"])
def test_who_is_called_goes_inside_and_not_before_the_walls(ruleset: str) -> None:
    assert called_to_york(ruleset).candidates(0, "answer_call", "to") == {"york", "15,9"}
    assert answer(called_to_york(ruleset)) == Choice.of("answer_call", to="york")
