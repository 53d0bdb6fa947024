"""What wins the game now is done now, whatever else is left for it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.winning import decides
from tests.rules.kingmaker.scene import Scene
from tests.seats.moves import to_the_end_of_movement

OTHERS = ("margaret", "edward_lancaster", "richard_york", "edward_march", "richard_gloucester")


def last_rival(ruleset: str = "house", *, alive: Sequence[str] = ()) -> Scene:
    """Henry with Percy and George with Grey, who is in the open next to Percy's siege; the others
    are dead but for those named."""
    scene = Scene(ruleset=ruleset).noble("talbot", 0, "alnwick", castles=False, heirs=("henry",))
    scene.noble("percy", 0, "14,8", castles=False)
    scene.noble("grey", 1, "14,7", castles=False, heirs=("george",)).noble("neville", 1, "warwick")
    scene.dead(*(heir for heir in OTHERS if heir not in alive))
    return scene.siege("masham", ["percy"], 1)


def outlook(scene: Scene) -> Outlook:
    """What seat 0 can tell."""
    return Outlook(scene.match.view(0), 0, scene.content)


def test_a_siege_that_is_won_is_left_for_what_wins_the_game() -> None:
    scene = last_rival()
    scene.movement(0)
    to_the_end_of_movement(scene)
    assert scene.state.nobles["percy"].square == "14,7"


def test_the_keeper_of_the_last_rival_heir_decides_the_game() -> None:
    scene = last_rival()
    scene.movement(0)
    assert decides(outlook(scene), ["grey"], [])
    assert decides(outlook(scene), [], ["george"])
    assert not decides(outlook(scene), ["neville"], [])


def test_nothing_is_decided_while_another_rival_heir_lives() -> None:
    scene = last_rival(alive=("margaret",))
    scene.movement(0)
    assert not decides(outlook(scene), ["grey"], [])
    assert decides(outlook(scene), ["grey"], ["margaret"])


def test_who_has_no_heir_of_his_own_decides_nothing() -> None:
    scene = last_rival()
    scene.hold("henry", "neville").movement(0)
    assert not decides(outlook(scene), ["grey", "neville"], [])


@pytest.mark.parametrize("ruleset", ["classic", "families"])
def test_where_turns_or_points_are_counted_no_heir_decides(ruleset: str) -> None:
    scene = Scene(ruleset=ruleset) if ruleset == "classic" else Scene(6, ruleset)
    scene.noble("percy", 0, "alnwick", heirs=("henry",)).noble("grey", 1, "14,7", castles=False)
    scene.hold("george", "grey").dead(*OTHERS).movement(0)
    assert not decides(outlook(scene), ["grey"], [])
