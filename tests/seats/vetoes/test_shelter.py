"""A King and the heirs are behind walls when a movement ends."""

from __future__ import annotations

import pytest

from bot.seats.kingmaker_steward import steward
from bot.seats.kingmaker_steward.marching import MarchPlan
from bot.seats.kingmaker_steward.moves_open import OpenMoves
from bot.seats.kingmaker_steward.outlook import Outlook
from tests.rules.kingmaker.scene import Scene
from tests.seats.moves import to_the_end_of_movement
from tests.tools.strength import leave_out


def keeper_near_prey() -> Scene:
    """Percy at home with Henry, and in reach of him a weaker force with an heir."""
    scene = Scene().noble("percy", 0, "alnwick", heirs=("henry",))
    return (
        scene.noble("grey", 1, "12,5", castles=False, heirs=("margaret",))
        .noble("neville", 1, "warwick")
        .hold("george", "neville")
    )


def test_a_lone_keeper_stays_at_home_where_he_would_go_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = keeper_near_prey()
    scene.movement(0)
    with monkeypatch.context() as patch:
        leave_out(["shelter"], patch.setattr)
        to_the_end_of_movement(scene)
    assert scene.state.nobles["percy"].inside is None
    scene = keeper_near_prey()
    scene.movement(0)
    to_the_end_of_movement(scene)
    assert scene.state.nobles["percy"].inside is not None


def test_the_heir_stays_with_who_is_missed_least_and_the_strong_one_goes_out() -> None:
    scene = keeper_near_prey().noble("pole", 0, "alnwick", castles=False)
    scene.movement(0)
    assert "entrust" in to_the_end_of_movement(scene)
    assert scene.state.heirs["henry"].holder == "pole"
    assert scene.state.nobles["pole"].inside == "alnwick"
    assert scene.state.nobles["percy"].square == "12,5"


def test_an_heir_who_may_be_crowned_stays_with_who_may_crown_him() -> None:
    scene = Scene().noble("percy", 0, "alnwick", cards=("abp_canterbury",), heirs=("richard_york",))
    scene.noble("pole", 0, "alnwick", castles=False).noble("neville", 1, "warwick")
    scene.movement(0)
    assert "entrust" not in to_the_end_of_movement(scene)
    assert scene.state.heirs["richard_york"].holder == "percy"


def test_who_can_go_in_himself_hands_nobody_over() -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("neville", 1, "warwick")
    scene.noble("grey", 0, "alnwick", castles=False, heirs=("henry",)).movement(0)
    scene.state.nobles["grey"].inside = None
    assert "entrust" not in to_the_end_of_movement(scene)
    assert scene.state.nobles["grey"].inside == "alnwick"


def test_guards_of_a_king_do_not_hand_him_to_and_fro() -> None:
    """The Royal Guard comes with the King: who is given him is the stronger for it."""
    scene = Scene().noble("talbot", 0, "alnwick", castles=False, heirs=("henry",)).crowned("henry")
    scene.noble("mowbray", 0, "alnwick", castles=False).noble("neville", 1, "warwick")
    scene.movement(0)
    assert to_the_end_of_movement(scene).count("entrust") <= 1


def test_who_finds_no_walls_in_reach_goes_on_as_before() -> None:
    scene = Scene().noble("percy", 0, "5,18", castles=False, heirs=("henry",))
    scene.noble("neville", 1, "warwick")
    scene.movement(0)
    assert to_the_end_of_movement(scene)[-1] == "done"


def test_an_heir_is_not_handed_back_in_the_next_turn() -> None:
    scene = keeper_near_prey().noble("pole", 0, "alnwick", castles=False)
    scene.dead("margaret")
    for expected in (1, 0):
        scene.movement(0)
        assert to_the_end_of_movement(scene).count("entrust") == expected
    assert scene.state.heirs["henry"].holder == "pole"


def test_within_walls_an_heir_is_not_handed_on_for_a_few_troops() -> None:
    scene = Scene().noble("fitzalan", 0, "alnwick", castles=False, heirs=("george",))
    scene.noble("grey", 0, "alnwick", castles=False).noble("neville", 1, "warwick")
    scene.movement(0)
    assert "entrust" not in to_the_end_of_movement(scene)
    assert scene.state.heirs["george"].holder == "fitzalan"


def out_of_reach_of_walls(*cards: str) -> Scene:
    """Percy with Henry in the open, more than one march from his castles, and Event cards."""
    scene = Scene().noble("percy", 0, "alnwick", heirs=("henry",)).noble("neville", 1, "warwick")
    scene.state.nobles["percy"].square, scene.state.nobles["percy"].inside = "21,14", None
    return scene.held(0, *cards)


def test_a_free_move_brings_a_king_behind_walls() -> None:
    scene = out_of_reach_of_walls("E-FM01")
    scene.movement(0)
    assert "free_move" in to_the_end_of_movement(scene)
    assert scene.state.nobles["percy"].inside is not None
    scene = out_of_reach_of_walls()
    scene.movement(0)
    to_the_end_of_movement(scene)
    assert scene.state.nobles["percy"].inside is None


@pytest.mark.parametrize(("army", "played"), [("17,7", False), ("16,12", True)])
def test_where_those_walls_would_fall_it_is_played_only_by_who_is_in_danger(
    army: str, played: bool
) -> None:
    """An army is near Wressle, out of reach of where Percy stands, or in reach of both."""
    scene = out_of_reach_of_walls("E-FM01").give("neville", "marshal_england")
    scene.noble("stanley", 1, army, castles=False).give("stanley", "treasurer_england")
    scene.noble("holland", 1, army, castles=False)
    scene.state.nobles["neville"].square, scene.state.nobles["neville"].inside = army, None
    scene.movement(0)
    scene.play(0, "march", nobles=["percy"], to="18,15")
    seen = Outlook(scene.match.view(0), 0, scene.content)
    found = MarchPlan(seen, scene.match.asked(0)[0])
    assert "16,10" in found.ways.again("percy")
    assert (seen.threat("18,15") > 0) == played
    assert (found._once_more() is not None) == played


def test_a_castle_that_fell_to_it_in_this_movement_is_no_shelter_yet() -> None:
    """It opens in the next turn (house-8.2.1): nobody leaves his walls for it."""
    scene = Scene().noble("percy", 0, "alnwick", heirs=("henry",)).noble("neville", 1, "warwick")
    scene.movement(0)
    bamburgh = scene.board.places["bamburgh"]
    scene.state.control["bamburgh"] = "percy"
    seen = Outlook(scene.match.view(0), 0, scene.content)
    assert seen.holder("bamburgh") == 0
    assert not seen.enterable(bamburgh)
    assert seen.enterable(scene.board.places["alnwick"])
    scene.play(0, "done")
    assert Outlook(scene.match.view(0), 0, scene.content).enterable(bamburgh)


def test_a_keeper_leaves_his_walls_for_what_is_worth_far_more() -> None:
    """Grey alone keeps two heirs in reach, without any men to speak of."""
    scene = keeper_near_prey().hold("richard_york", "grey").hold("edward_march", "grey")
    scene.movement(0)
    to_the_end_of_movement(scene)
    assert scene.state.nobles["percy"].square == "12,5"


def test_a_keeper_leaves_a_town_for_the_castle_beside_it() -> None:
    scene = Scene().noble("percy", 0, "bangor", castles=False, heirs=("henry",))
    scene.control("caernarvon", "percy").noble("neville", 1, "9,14")
    scene.movement(0)
    assert to_the_end_of_movement(scene) == ["leave", "enter", "done"]
    assert scene.state.nobles["percy"].inside == "caernarvon"


def test_nobody_comes_out_of_where_he_went_in_during_the_phase() -> None:
    scene = Scene().noble("percy", 0, "bangor", castles=False, heirs=("henry",))
    scene.noble("pole", 0, "bangor", castles=False).noble("neville", 1, "9,14")
    scene.movement(0)

    def able() -> list[tuple[str, ...]]:
        view, (prompt,) = scene.match.view(0), scene.match.asked(0)
        leave = OpenMoves(steward.look(view, 0), prompt).leave
        return [offer.field("nobles").candidates for offer in leave]

    assert able() == [("percy", "pole")]
    scene.play(0, "leave", nobles=["pole"], place="bangor")
    scene.play(0, "enter", nobles=["pole"], place="bangor")
    assert able() == [("percy",)]
    scene.play(0, "leave", nobles=["percy"], place="bangor")
    scene.play(0, "enter", nobles=["percy"], place="bangor")
    assert able() == []


def test_a_king_who_could_call_parliament_does_not_go_in_and_out_of_a_town_for_ever() -> None:
    """Outside, Treasurer Holland threatens him, so that a Parliament pays and he goes into
    Wakefield; inside he is safe, so that it pays no longer, and Sandal beside it has better walls.
    """
    scene = Scene().noble("percy", 0, "alnwick", castles=False).control("sandal", "percy")
    scene.noble("beaufort", 0, "14,10", castles=False, heirs=("richard_york",))
    scene.noble("holland", 1, "10,10", castles=False, cards=("treasurer_england",))
    scene.crowned("richard_york").held(0, "E-WR01", "E-WR02").movement(0)
    assert to_the_end_of_movement(scene) == ["enter", "done"]
    assert scene.state.nobles["beaufort"].inside == "wakefield"
