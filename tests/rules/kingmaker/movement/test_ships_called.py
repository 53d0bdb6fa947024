"""Calls that find nobles at sea, and leave asked for a called noble or ship (house §8.2, §8.3)."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.scene import Scene

IRISH_SEA = "E-RA09"
"""Calls the Chamberlain of Chester to Chester and Stanley to Lathom."""

HUMBER = "E-RA11"
"""Calls the Archbishop of York to York and Roos to Helmsley."""

WIGHT = "E-RA07"
"""Calls the Earl of Wiltshire to Carisbrooke and Beaufort to Corfe."""

BURGUNDY = "E-EM01"
"""Calls the sole King to Ravenser."""


def roos_at_sea(sea: str, *others: str, seats: int = 2) -> Scene:
    """Roos and others of seat 0 aboard Le Swan."""
    scene = Scene(seats).noble("roos", 0, "19,17", cards=("le_swan",)).aboard("roos", "le_swan")
    for other in others:
        scene.noble(other, 0, "19,17").aboard(other, "le_swan")
    scene.noble("audley", 0, "13,13").noble("bourchier", 1, "19,18")
    return scene.ship("le_swan", sea=sea)


@pytest.mark.rule("house-8.3.2", "house-8.6.23", "house-8.6.24")
def test_the_ship_puts_in_first_and_the_called_noble_goes_on() -> None:
    scene = roos_at_sea("tyne-water", "howard")
    scene.next_events(HUMBER).event(0)
    assert scene.happened(facts.ShipSoughtPort) == [
        facts.ShipSoughtPort("le_swan", "hartlepool", "call")
    ]
    assert scene.lies("le_swan") == "hartlepool"
    assert scene.where("howard") == ("15,6", None, None)
    scene.play(0, "answer_call", to="helmsley")
    assert scene.where("roos") == ("15,8", "helmsley", None)
    assert scene.where("howard") == ("15,6", None, None)


@pytest.mark.rule("house-8.3.2", "house-8.6.24")
def test_the_others_are_put_into_a_friendly_fortress_and_stay_there() -> None:
    scene = roos_at_sea("humber-mouth", "howard").control("hull", "audley")
    scene.next_events(HUMBER).event(0)
    scene.play(0, "put_in", ship="le_swan", port="hull")
    scene.play(0, "answer_call", to="helmsley")
    assert scene.where("roos") == ("15,8", "helmsley", None)
    assert scene.where("howard") == ("18,10", "hull", None)


@pytest.mark.rule("house-8.6.25", "house-8.6.23", "house-8.3.2")
def test_a_called_ship_rolls_for_nothing_on_her_way() -> None:
    scene = roos_at_sea("severn-sea").rolls(100, 100, 100)
    scene.next_events(HUMBER).event(0)
    assert scene.happened(facts.StormRolled) == []
    assert scene.lies("le_swan") == "milford-haven"
    assert scene.dice.laid == [100, 100, 100]


@pytest.mark.rule("house-8.2.7", "house-8.6.23", "house-8.6.15")
def test_the_owner_of_the_nearest_port_may_let_a_called_ship_in() -> None:
    scene = roos_at_sea("severn-sea", "howard").control("bristol", "bourchier")
    scene.next_events(HUMBER).event(0)
    assert scene.asked(1) == ["grant_port"]
    scene.play(1, "grant")
    assert scene.lies("le_swan") == "bristol"
    assert scene.where("howard") == ("11,21", "bristol", None)
    assert scene.state.granted == {}


@pytest.mark.rule("house-8.3.2")
def test_a_ship_that_lies_in_an_open_port_stays_there_when_her_passenger_is_called() -> None:
    """Lynn is the nearest port of a ship in Lynn; Boston in the same bay is not."""
    scene = roos_at_sea("the-wash", "howard").ship("le_swan", port="lynn")
    scene.next_events(HUMBER).event(0)
    assert scene.asked(0) == ["answer_call"]
    assert scene.lies("le_swan") == "lynn"
    assert scene.where("howard") == ("20,14", None, None)


@pytest.mark.rule("house-8.3.2", "house-8.6.23")
def test_an_heir_called_as_king_comes_ashore_with_his_keeper() -> None:
    """An embassy waits in Ravenser; Roos holds the sole King at sea."""
    scene = roos_at_sea("tyne-water", "howard").hold("henry", "roos")
    scene.next_events(BURGUNDY).event(0)
    assert scene.lies("le_swan") == "hartlepool"
    assert scene.where("howard") == ("15,6", None, None)
    if scene.asked(0) == ["attend_king"]:
        scene.play(0, "attend_king", to="ravenser")
    assert scene.where("roos")[0] == "19,10"
    assert scene.state.heirs["henry"].holder == "roos"


@pytest.mark.rule("house-8.6.20", "house-8.3.1")
def test_who_besieges_from_a_ship_is_not_called() -> None:
    scene = roos_at_sea("humber-mouth").ship("le_swan", port="hull")
    scene.siege("hull", ["roos"])
    scene.state.sieges["hull"].ships = ["le_swan"]
    scene.next_events(HUMBER).event(0)
    assert facts.CallIgnored("roos", "helmsley", "besieged", "roos") in scene.events
    assert scene.where("roos") == ("", None, "le_swan")
    assert scene.lies("le_swan") == "hull"


# 8.2.7 Leave for a called noble


@pytest.mark.rule("house-8.2.8", "house-8.2.7")
def test_without_leave_a_called_noble_stands_outside_anothers_fortress() -> None:
    scene = Scene().noble("roos", 0, "york").noble("bourchier", 1, "19,18")
    scene.control("helmsley", "bourchier").next_events(HUMBER).event(0)
    for prompt in scene.match.prompts(1):
        if prompt.blocking:
            scene.play(1, "deny")
    if scene.asked(0) == ["answer_call"]:
        scene.play(0, "answer_call", to="15,8")
    assert scene.where("roos") == ("15,8", None, None)


@pytest.mark.rule("house-8.2.7", "house-8.5.1")
def test_the_owner_may_let_a_called_noble_into_his_fortress() -> None:
    """House §8.2: leave may be asked when an Event card sends nobles to a Fortress."""
    scene = Scene().noble("roos", 0, "york").noble("bourchier", 1, "19,18")
    scene.control("helmsley", "bourchier").next_events(HUMBER).event(0)
    assert scene.state.phase == "event"
    if scene.offered(0, "ask_leave"):
        scene.play(0, "ask_leave", place="helmsley")
    scene.play(1, "grant")
    if scene.asked(0) == ["answer_call"]:
        scene.play(0, "answer_call", to="helmsley")
    assert scene.where("roos") == ("15,8", "helmsley", None)
    assert scene.state.control["helmsley"] == "bourchier"
    assert scene.state.granted == {}


# 8.6.26, 7.1.26 The call of Parliament


def parliament_at_york(*at_sea: str, writs: tuple[str, ...] = ()) -> Scene:
    """Percy holds the sole King in York, with a Writ; seat 1's nobles are aboard Le Swan."""
    scene = Scene().noble("percy", 0, "york", heirs=("henry",)).held(0, "E-WR01")
    for number, noble in enumerate(at_sea):
        scene.noble(noble, 1, "19,17", cards=("le_swan",) if number == 0 else ())
        scene.aboard(noble, "le_swan")
    return scene.held(1, *writs).noble("bourchier", 1, "19,18")


@pytest.mark.rule("house-8.6.26", "house-7.1.26")
def test_who_attends_goes_from_his_ship_to_parliament() -> None:
    scene = parliament_at_york("roos", "howard").ship("le_swan", sea="yarmouth-roads")
    scene.parliament(0)
    scene.play(0, "call_parliament", by="percy", summon="bourchier")
    if scene.asked(1) == ["excuses"]:
        scene.play(1, "excuse")
    assert scene.lies("le_swan") == "yarmouth"
    assembled = scene.happened(facts.ParliamentAssembled)[-1]
    assert (assembled.place, {*assembled.attending} >= {"roos", "howard"}) == ("york", True)


@pytest.mark.rule("house-8.6.26", "house-7.1.26", "house-7.1.27")
def test_an_excused_noble_lands_where_the_ship_is_sent_with_others() -> None:
    """Howard is excused, Roos in the same ship is not: she must seek port, and Howard lands."""
    scene = parliament_at_york("roos", "howard").ship("le_swan", sea="yarmouth-roads")
    scene.parliament(0)
    scene.play(0, "call_parliament", by="percy", summon="bourchier")
    scene.play(1, "excuse", by_sea=["howard"])
    assert scene.lies("le_swan") == "yarmouth"
    assert scene.where("roos")[0] == "15,9"
    assert scene.where("howard") == ("23,15", None, None)
