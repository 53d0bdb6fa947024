"""A siege that would be won in this turn is not left, and it is concluded."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Choice
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.vetoes import doomed, holding, needed, stayers
from tests.rules.kingmaker.scene import Scene
from tests.seats.moves import answer, to_the_end_of_movement
from tests.tools.strength import leave_out


def tempted(turns: int = 1, *, ruleset: str = "house") -> Scene:
    """Percy, who has 100, before Masham, whose garrison is 100; Grey is easy prey next to it."""
    scene = Scene(ruleset=ruleset).noble("percy", 0, "14,8", castles=False)
    scene.noble("grey", 1, "14,7", castles=False).noble("neville", 1, "warwick")
    return scene.siege("masham", ["percy"], turns)


def outlook(scene: Scene) -> Outlook:
    """What seat 0 can tell."""
    return Outlook(scene.match.view(0), 0, scene.content)


def test_nobody_marches_off_from_a_siege_that_is_won(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = tempted()
    scene.movement(0)
    with monkeypatch.context() as patch:
        leave_out(["sieges"], patch.setattr)
        to_the_end_of_movement(scene)
    assert scene.state.nobles["percy"].square != "14,8"
    scene = tempted()
    scene.movement(0)
    to_the_end_of_movement(scene)
    assert scene.state.nobles["percy"].square == "14,8"
    assert answer(scene) == Choice.of("conclude", nobles=["percy"], place="masham")


def test_nobody_stays_for_the_sake_of_a_siege_that_is_not_won() -> None:
    scene = tempted().noble("scrope", 1, "masham")
    scene.movement(0)
    assert stayers(outlook(scene)) == {}


def test_as_many_stay_as_it_takes_and_keepers_of_heirs_are_let_go_first() -> None:
    scene = Scene().noble("percy", 0, "14,8", castles=False, heirs=("henry",))
    scene.noble("mowbray", 0, "14,8", castles=False).noble("talbot", 0, "14,8", castles=False)
    scene.siege("masham", ["percy", "mowbray", "talbot"], 2)
    scene.movement(0)
    assert needed(outlook(scene), "masham") == 25
    assert stayers(outlook(scene)) == {"masham": ("mowbray",)}


def test_a_siege_of_another_binds_nobody() -> None:
    scene = Scene().noble("percy", 1, "14,8", castles=False).siege("masham", ["percy"], 2)
    scene.movement(0)
    assert stayers(outlook(scene)) == {}


def test_a_siege_that_is_won_is_left_for_an_heir_who_is_worth_more() -> None:
    scene = tempted().heir_at("george", "14,6")
    scene.movement(0)
    to_the_end_of_movement(scene)
    assert scene.state.nobles["percy"].square == "14,6"


def test_it_is_not_left_for_a_prize_that_is_a_little_better(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = tempted().give("grey", "bp_norwich")
    scene.movement(0)
    with monkeypatch.context() as patch:
        leave_out(["sieges"], patch.setattr)
        to_the_end_of_movement(scene)
    assert scene.state.nobles["percy"].square == "14,7"
    scene = tempted().give("grey", "bp_norwich")
    scene.movement(0)
    to_the_end_of_movement(scene)
    assert scene.state.nobles["percy"].square == "14,8"


@pytest.mark.parametrize(("turns", "falls"), [(1, False), (2, True)])
def test_a_place_of_its_own_falls_when_its_besiegers_match_what_is_left(
    turns: int, falls: bool
) -> None:
    """Percy’s 100 against Pole’s 10 and a garrison of 100, and of 50 from the third turn on."""
    scene = Scene().noble("pole", 0, "masham", castles=False)
    scene.noble("percy", 1, "14,8", castles=False).siege("masham", ["percy"], turns)
    assert doomed(outlook(scene), "masham") is falls
    assert not doomed(outlook(scene), None)


def test_no_place_that_it_besieges_itself_is_doomed() -> None:
    scene = tempted()
    assert not doomed(outlook(scene), "masham")


def test_enough_stay_to_hold_it_until_it_is_concluded() -> None:
    """London’s 300 men are 75 when it is concluded; until then half of them must be matched."""
    scene = Scene().noble("percy", 0, "18,20", castles=False)
    scene.noble("mowbray", 0, "18,20", castles=False).noble("talbot", 0, "18,20", castles=False)
    scene.noble("neville", 0, "18,20", castles=False)
    scene.siege("london", ["percy", "mowbray", "talbot", "neville"], 2)
    scene.movement(0)
    seen = outlook(scene)
    assert (needed(seen, "london"), holding(seen, "london")) == (75, 150)
    assert stayers(seen) == {"london": ("percy", "neville")}


@pytest.mark.parametrize(
    ("heirs", "square"),
    [(("george", "margaret"), "14,8"), (("george", "margaret", "richard_york"), "15,8")],
)
def test_a_place_can_wait_until_the_siege_is_over(heirs: tuple[str, ...], square: str) -> None:
    """Two heirs behind walls will be there in the next turn; for three it does not wait."""
    scene = tempted()
    for heir in heirs:
        scene.heir_at(heir, "15,8", "helmsley")
    scene.movement(0)
    to_the_end_of_movement(scene)
    assert scene.state.nobles["percy"].square == square
