"""Who wins with the next blow is stopped."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker.state import Reign
from bot.seats.kingmaker_steward import rivals
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.rivals import rivalry, share
from bot.seats.kingmaker_steward.voting import opinion, stake
from bot.seats.kingmaker_steward.winning import STOPPED, on_the_brink
from bot.seats.kingmaker_steward.worth import prize
from tests.rules.kingmaker.scene import Scene
from tests.seats.moves import to_the_end_of_movement

OTHERS = ("edward_lancaster", "richard_york", "edward_march", "richard_gloucester")


def near_the_end() -> Scene:
    """Seat 1 has King Henry; Margaret and George are seat 2's, and both in Warwick."""
    scene = Scene(3).noble("percy", 0, "alnwick").noble("stanley", 1, "douglas", heirs=("henry",))
    scene.noble("neville", 2, "warwick", heirs=("margaret", "george")).dead(*OTHERS)
    return scene.crowned("henry")


def outlook(scene: Scene, seat: int = 0) -> Outlook:
    """What a seat can tell."""
    return Outlook(scene.match.view(seat), seat, scene.content)


def test_heirs_in_two_places_are_two_blows() -> None:
    scene = near_the_end().noble("grey", 2, "ruthin", heirs=("george",))
    assert on_the_brink(outlook(scene)) == frozenset()


def test_without_a_crown_nobody_is_on_the_brink() -> None:
    assert on_the_brink(outlook(near_the_end().crowned())) == frozenset()


def test_where_turns_are_counted_who_lacks_two_is_on_the_brink() -> None:
    scene = Scene(3, "classic").noble("percy", 0, "alnwick").noble("grey", 2, "ruthin")
    scene.noble("stanley", 1, "douglas", heirs=("richard_york",)).dead("henry")
    scene.crowned("richard_york")
    scene.state.reign = Reign("richard_york", 1, turns=1)
    assert on_the_brink(outlook(scene)) == frozenset()
    scene.state.reign = Reign("richard_york", 1, turns=2)
    assert on_the_brink(outlook(scene)) == {1}
    assert on_the_brink(outlook(scene, 1)) == frozenset()


def test_who_is_on_the_brink_is_the_most_dangerous_and_his_king_the_greatest_prize() -> None:
    scene = near_the_end()
    assert on_the_brink(outlook(scene)) == {1}
    assert on_the_brink(outlook(scene, 1)) == frozenset()
    near = outlook(scene)
    assert rivalry(near, 1, 0) >= 2.0 > rivalry(near, 2, 0)
    gain = prize(near, ["stanley"], ())
    far = outlook(near_the_end().noble("grey", 2, "ruthin", heirs=("george",)))
    assert gain == prize(far, ["stanley"], ()) + STOPPED


def test_of_two_on_the_brink_a_third_spares_the_weaker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rivals, "near_victory", lambda _: frozenset({1, 2}))
    scene = near_the_end().noble("grey", 2, "ruthin").give("grey", "earl_kent")
    scene.crowned("henry", "george")
    seen = outlook(scene)
    assert rivalry(seen, 2, 0) == rivalry(seen, 1, 0) == 2.0
    assert share(seen, 2) > share(seen, 1)
    aside = {"king": "henry", "noble": "neville"}
    assert opinion(stake(seen, 0, aside)) == "nay"
    assert opinion(stake(seen, 0, {"king": "george", "noble": "stanley"})) == "yea"


def test_who_besieges_the_last_heirs_of_others_is_a_prize() -> None:
    def worth_beating(besieger: int) -> float:
        scene = near_the_end().noble("mowbray", besieger, "14,8", castles=False)
        scene.noble("pole", 2, "masham", castles=False, heirs=("margaret", "george"))
        scene.siege("masham", ["mowbray"], 1)
        return prize(outlook(scene), ["mowbray"], ())

    assert worth_beating(1) == worth_beating(0) + STOPPED


def test_the_last_heir_of_others_is_fetched_before_he_wins_who_has_the_king() -> None:
    scene = near_the_end().noble("mowbray", 0, "14,8", castles=False)
    scene.noble("scrope", 1, "14,7", castles=False, heirs=("henry",)).movement(0)
    to_the_end_of_movement(scene)
    assert scene.state.nobles["mowbray"].square == "14,7"
