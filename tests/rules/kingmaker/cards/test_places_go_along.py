"""Places printed on a title, an office or a bishop go where the card goes (house §8.7.14)."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Choice
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.consequences import changes
from tests.rules.kingmaker.parliament.test_parliament_motions import (
    decide,
    excusing,
    move,
    two_kings,
    weigh,
)
from tests.rules.kingmaker.parliament.test_parliament_transfers import lords, to_seat
from tests.rules.kingmaker.scene import Scene

SQUARE = "13,20"
YORK = "york"


def bishop_of_york(*, to_seat_: int = 1) -> Scene:
    """Roos of seat 0 is with the Archbishop of York, and so holds York; Howard stands by."""
    scene = Scene().noble("roos", 0, SQUARE, cards=("abp_york",))
    scene.noble("percy", 0, "alnwick").noble("howard", to_seat_, SQUARE)
    scene.noble("bourchier", 1, "19,18")
    assert scene.state.control[YORK] == "roos"
    return scene


def dealt(scene: Scene, *give: str) -> Scene:
    """Seat 0 gives things to seat 1 in somebody's movement phase."""
    scene.movement(1)
    scene.play(0, "propose_deal", to="1", give=list(give))
    scene.play(1, "accept_deal", deal="1")
    return scene


@pytest.mark.rule("house-8.7.14", "base-1.15")
def test_a_bishop_given_to_another_player_takes_his_city_along() -> None:
    scene = dealt(bishop_of_york(), "beside:abp_york")
    assert scene.state.nobles["howard"].cards == ["abp_york"]
    assert scene.state.control[YORK] == "howard"
    assert scene.happened(facts.ControlGained) == [facts.ControlGained(YORK, "howard", 1, "card")]


@pytest.mark.rule("house-8.7.14")
def test_a_bishop_passed_within_a_faction_takes_it_along_too() -> None:
    scene = bishop_of_york(to_seat_=0)
    scene.movement(1)
    scene.play(0, "transfer", thing="beside:abp_york", noble="howard")
    assert scene.state.control[YORK] == "howard"


@pytest.mark.rule("house-8.7.14", "base-1.17")
def test_his_former_bearers_men_in_the_city_are_put_out() -> None:
    scene = bishop_of_york()
    scene.state.nobles["percy"].square = scene.board.places[YORK].square
    scene.state.nobles["percy"].inside = YORK
    dealt(scene, "beside:abp_york")
    assert scene.where("percy")[1] is None
    assert scene.happened(facts.Expelled) == [facts.Expelled(("percy",), YORK)]


@pytest.mark.rule("house-8.7.14", "base-1.16")
def test_a_city_held_by_another_faction_stays_with_it() -> None:
    scene = dealt(bishop_of_york().control(YORK, "bourchier"), "beside:abp_york")
    assert scene.state.control[YORK] == "bourchier"
    assert scene.happened(facts.ControlGained) == []


@pytest.mark.rule("house-8.7.14", "house-8.7.7")
def test_a_city_that_was_passed_to_another_noble_before_stays_with_him() -> None:
    scene = dealt(bishop_of_york().control(YORK, "percy"), "beside:abp_york")
    assert scene.state.control[YORK] == "percy"


@pytest.mark.rule("house-8.7.14", "house-8.1.4")
def test_a_neutral_city_is_not_won_by_passing_its_bishop_round() -> None:
    scene = dealt(bishop_of_york().control(YORK, None), "beside:abp_york")
    assert YORK not in scene.state.control


@pytest.mark.rule("house-8.7.14", "house-5.19i")
def test_a_bishop_paid_as_ransom_takes_his_city_along() -> None:
    scene = bishop_of_york()
    changes.pass_card(scene.match.table, "abp_york", "roos", "howard")
    assert scene.state.control[YORK] == "howard"


@pytest.mark.rule("house-8.7.14", "house-5.19g")
def test_a_death_leaves_the_city_neutral_till_the_bishop_is_given_anew() -> None:
    scene = bishop_of_york()
    changes.kill_noble(scene.match.table, "roos", "battle")
    assert YORK not in scene.state.control
    assert scene.state.chancery == ["abp_york"]
    scene.state.chancery.clear()
    changes.assign(scene.match.table, "abp_york", "howard", "parliament")
    assert scene.state.control[YORK] == "howard"


# In Parliament


@pytest.mark.rule("house-8.7.14", "house-7.3.14")
@pytest.mark.parametrize(
    ("holder", "after"), [("talbot", "clifford"), ("roos", "roos"), (None, None)]
)
def test_an_office_passed_in_parliament_takes_its_castles_along(
    holder: str | None, after: str | None
) -> None:
    scene = lords()
    scene.state.nobles["talbot"].office = None
    scene.state.crown_deck.append("marshal_england")
    scene.give("talbot", "constable_dover").control("dover", holder)
    to_seat(scene, 2)
    scene.play(2, "transfer_office", card="constable_dover", giver="talbot", noble="clifford")
    scene.play(1, "agree")
    scene.play(0, "agree")
    assert scene.state.nobles["clifford"].office == "constable_dover"
    assert scene.state.control.get("dover") == after


@pytest.mark.rule("house-8.7.14", "house-7.3.11")
@pytest.mark.parametrize(("holder", "after"), [("roos", None), ("courtenay", "courtenay")])
def test_an_office_lost_by_a_vote_leaves_its_castle_neutral(holder: str, after: str | None) -> None:
    scene = two_kings().noble("roos", 0, "13,20", cards=("earl_kent", "constable_dover"))
    scene.hold("henry", "roos").control("dover", holder)
    excusing(scene, 2, "talbot")
    move(weigh(scene, 1, 1, 9), 0, "roos")
    decide(scene, "yea", "abstain", "nay")
    assert sorted(scene.state.chancery) == ["constable_dover", "earl_kent"]
    assert scene.state.control.get("dover") == after


@pytest.mark.rule("house-8.7.14")
def test_a_moderator_who_moves_a_card_moves_its_places_too() -> None:
    scene = bishop_of_york()
    scene.movement(1)
    scene.match.direct(Choice.of("correct_card", card="abp_york", to="howard"))
    assert scene.state.control[YORK] == "howard"
    scene.match.direct(Choice.of("correct_card", card="abp_york", to="chancery"))
    assert YORK not in scene.state.control
