"""Writs are played, and who is called stays behind walls."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Choice
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.royals import goals
from tests.rules.kingmaker.assembly import realm, shut_in
from tests.rules.kingmaker.events.test_base_events import draw
from tests.rules.kingmaker.scene import Scene
from tests.seats.moves import to_the_end_of_movement
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


# Who may be crowned goes where he is crowned.


def far_from_york(*cards: str) -> Scene:
    """Percy in Alnwick with an heir who is next in line; York, two marches away, is his."""
    scene = Scene().noble("percy", 0, "alnwick", cards=cards, heirs=("richard_york",))
    return scene.noble("stanley", 1, "douglas").control("york", "percy")


def turns_to_york(scene: Scene) -> int:
    """After how many movements Percy is in York; 5 if he is not."""
    for turn in range(1, 5):
        scene.movement(0)
        to_the_end_of_movement(scene)
        if scene.state.nobles["percy"].inside == "york":
            return turn
    return 5


def test_the_nearest_cathedral_is_the_goal_of_who_can_crown() -> None:
    scene = far_from_york("abp_york")
    scene.movement(0)
    outlook = Outlook(scene.match.view(0), 0, scene.content)
    assert goals(outlook, ["percy"]) == {"percy": scene.board.places["york"].square}
    assert goals(outlook, []) == {}


def test_without_clergy_nobody_sets_out() -> None:
    scene = far_from_york()
    scene.movement(0)
    assert goals(Outlook(scene.match.view(0), 0, scene.content), ["percy"]) == {}


def test_he_comes_there_in_as_few_turns_as_it_takes() -> None:
    assert turns_to_york(far_from_york("abp_york")) == 2
