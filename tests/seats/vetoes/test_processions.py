"""Who may be crowned goes where he is crowned."""

from __future__ import annotations

from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.royals import goals
from tests.rules.kingmaker.scene import Scene
from tests.seats.moves import to_the_end_of_movement


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
