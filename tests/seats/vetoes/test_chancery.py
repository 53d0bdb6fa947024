"""Parliament is called when the count of who gets its cards pays."""

from __future__ import annotations

from bot.rules.kernel import Choice
from bot.seats.kingmaker_steward.chancery import dealt_out, expected, gain
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.voting import last_leader
from tests.rules.kingmaker.scene import Scene
from tests.seats.moves import parliament_phase
from tests.seats.test_steward_called import answer


def kings_keeper(seats: int = 3) -> Scene:
    """Seat 0 has the King in York, a Writ, and an untitled noble; so has each of the others."""
    scene = Scene(seats).noble("percy", 0, "york", heirs=("henry",)).held(0, "E-WR01")
    scene.noble("holland", 0, "ampthill").noble("stanley", 1, "douglas")
    return scene.noble("grey", 2, "ruthin")


def outlook(scene: Scene) -> Outlook:
    """What seat 0 can tell."""
    return Outlook(scene.match.view(0), 0, scene.content)


def test_bishops_go_first_to_the_callers_own_and_then_to_the_weakest() -> None:
    scene = kings_keeper()
    assert dealt_out(outlook(scene), "bishop", ["bp_lincoln"], 1.0) == [1.0, 0, 0]
    assert dealt_out(outlook(scene), "bishop", ["bp_lincoln"], 3.0) == [2.0, 0, 1.0]


def outvoted(keeper: str) -> Scene:
    """Seat 1 has most of the votes, and one noble has the Archbishop who leads the third round."""
    scene = kings_keeper().noble("beaufort", 1, "corfe").noble("mowbray", 1, "framlingham")
    scene.noble("pole", 1, "wingfield").noble("roos", 1, "helmsley").control("london", "stanley")
    return scene.give("mowbray", "chancellor_england").give(keeper, "abp_canterbury")


def test_who_leads_the_third_round_gets_what_is_left() -> None:
    cards = ["earl_kent", "earl_essex"]
    assert dealt_out(outlook(outvoted("stanley")), "title", cards, 2.0) == [0, 2.0, 0]
    assert dealt_out(outlook(outvoted("holland")), "title", cards, 2.0) == [1.0, 0, 1.0]


def test_who_outvotes_the_leader_of_the_third_round_needs_no_archbishop() -> None:
    scene = kings_keeper().give("stanley", "abp_york")
    assert dealt_out(outlook(scene), "title", ["earl_kent"], 1.0) == [0.6, 0.4, 0]


def test_a_chancery_that_a_rival_would_share_out_is_worth_less() -> None:
    def promised(keeper: str) -> float:
        return gain(outlook(outvoted(keeper).chancery("earl_kent", "earl_essex")))

    assert promised("stanley") < promised("holland")


def test_a_parliament_is_called_for_its_cards_whoever_leads_the_last_round() -> None:
    for keeper in ("holland", "stanley"):
        scene = outvoted(keeper).give("percy", "bp_norwich")
        scene.chancery("earl_kent", "earl_essex", "earl_worcester", "earl_wiltshire")
        parliament_phase(scene)
        assert answer(scene).verb == "call_parliament", keeper


# Where nobody must come


def free_keeper() -> Scene:
    """Seat 0 has the King in York where it may call freely, and seat 1 the most senior bishop."""
    scene = Scene(3, ruleset="classic").noble("percy", 0, "york", heirs=("henry",))
    scene.noble("holland", 0, "ampthill").noble("stanley", 1, "douglas").noble("grey", 2, "ruthin")
    return scene.give("stanley", "abp_canterbury")


def test_nobody_but_the_caller_gets_cards_where_he_offers_them() -> None:
    scene = free_keeper().chancery("earl_kent", "earl_essex")
    seen = outlook(scene)
    assert last_leader(seen) is None
    shares = expected(seen)
    assert shares[0] > 0
    assert shares[1:] == [0, 0]


def test_a_caller_whose_own_would_be_voted_down_expects_nothing() -> None:
    scene = free_keeper().noble("beaufort", 1, "corfe").noble("mowbray", 1, "framlingham")
    scene.noble("pole", 1, "wingfield").noble("roos", 1, "helmsley").control("london", "stanley")
    scene.noble("neville", 0, "warwick", heirs=("edward_lancaster", "margaret"))
    scene.give("mowbray", "chancellor_england", "abp_york").chancery("earl_kent", "earl_essex")
    scene.give("roos", "bp_lincoln").give("pole", "bp_durham")
    assert expected(outlook(scene)) == [0, 0, 0]
    parliament_phase(scene)
    assert answer(scene) == Choice("done")
