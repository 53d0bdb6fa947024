"""A siege is waited for as long as its besiegers are likely to stay."""

from __future__ import annotations

import pytest

from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.targets import siege_hopes, siege_target
from bot.seats.kingmaker_steward.vetoes import endurance, rounds_to_wait
from tests.rules.kingmaker.scene import Scene

FOTHERINGHAY = "fotheringhay"
"""Its garrison is 200."""

SQUARE = "17,16"


def besiegers(*nobles: str, seats: int = 4, rules: str = "house") -> Outlook:
    scene = Scene(seats, rules)
    for noble in nobles:
        scene.noble(noble, 0, SQUARE, castles=False)
    scene.noble("stanley", 1, "douglas").movement(0)
    return Outlook(scene.match.view(0), 0, scene.content)


def lasting(outlook: Outlook, *party: str) -> float:
    return endurance(outlook, outlook.board.places[FOTHERINGHAY], party)


@pytest.mark.parametrize(("turns", "rounds"), [(0, 2), (1, 1)])
def test_it_is_waited_for_until_the_garrison_starves(turns: int, rounds: int) -> None:
    scene = Scene().noble("percy", 0, SQUARE, castles=False)
    if turns:
        scene.siege(FOTHERINGHAY, ["percy"], turns)
    scene.movement(0)
    outlook = Outlook(scene.match.view(0), 0, scene.content)
    assert rounds_to_wait(outlook, outlook.board.places[FOTHERINGHAY], ["percy"]) == rounds


def test_who_is_called_by_many_cards_is_not_likely_to_stay() -> None:
    outlook = besiegers("mowbray", "holland")
    plain = lasting(outlook, "mowbray")
    scene = Scene(4).noble("mowbray", 0, SQUARE, castles=False)
    scene.give("mowbray", "admiral_england", "bp_carlisle").noble("stanley", 1, "douglas")
    scene.movement(0)
    assert 0 < lasting(Outlook(scene.match.view(0), 0, scene.content), "mowbray") < plain < 1


def test_a_siege_lasts_longer_where_no_single_call_breaks_it() -> None:
    few = ("mowbray", "neville")
    many = (*few, "pole", "stafford", "courtenay")
    outlook = besiegers(*many)
    assert lasting(outlook, *many) > lasting(outlook, *few)


def test_the_more_are_at_the_table_the_sooner_somebody_is_called() -> None:
    assert lasting(besiegers("percy", seats=2), "percy") > lasting(
        besiegers("percy", seats=6), "percy"
    )


def test_a_siege_is_worth_less_to_who_will_be_called_away() -> None:
    outlook = besiegers("mowbray", "neville", "percy")
    target = siege_target(outlook, outlook.board.places[FOTHERINGHAY])
    often, seldom = (
        siege_hopes(outlook, target, party, 10.0, 0.0)
        for party in (["mowbray", "neville"], ["percy"])
    )
    assert 0 < often < seldom
