"""The landing count ends on the mainland, and it is that of who took the heir away (§8.6)."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.consequences import changes
from tests.rules.kingmaker.chamber import call, realm
from tests.rules.kingmaker.scene import Scene

FINE = "E-RA01"


def counted(scene: Scene, heir: str = "margaret") -> tuple[int | None, int | None]:
    """Ends of movement phases left to an heir, and whose they are."""
    found = scene.state.heirs[heir]
    return found.landing_due, found.landing_for


def counting(scene: Scene, left: int = 1, seat: int = 0, heir: str = "margaret") -> Scene:
    """Let a seat have taken an heir abroad, and so many ends of its phases be left."""
    found = scene.state.heirs[heir]
    found.landing_due, found.landing_for = left, seat
    return scene


@pytest.mark.rule("house-8.6.28", "house-8.6.7")
def test_a_siege_won_from_the_ship_ends_the_count_and_a_later_voyage_begins_anew() -> None:
    scene = Scene().noble("percy", 0, "19,17", cards=("le_swan", "marshal_england"))
    scene.noble("mowbray", 0, "19,17").hold("margaret", "percy").noble("bourchier", 1, "19,18")
    scene.ship("le_swan", sea="humber-mouth")
    scene.aboard("percy", "le_swan").aboard("mowbray", "le_swan")
    counting(scene, 2).movement(0)
    scene.play(0, "sail", ship="le_swan", to="hull")
    scene.play(0, "done")
    assert counted(scene) == (1, 0)
    scene.rolls(*[100] * 3).next_events(FINE)
    scene.play(0, "conclude", nobles=["percy", "mowbray"], place="hull")
    assert counted(scene) == (None, None)
    scene.play(0, "hold", place="hull", noble="percy")
    scene.play(0, "enter", nobles=["percy", "mowbray"], place="hull")
    scene.movement(0)
    scene.play(0, "embark", nobles=["percy"], ship="le_swan")
    scene.play(0, "sail", ship="le_swan", to="humber-mouth")
    assert counted(scene) == (2, 0)
    scene.play(0, "done")
    assert scene.state.heirs["margaret"].alive is True


@pytest.mark.rule("house-8.6.28", "house-7.1.26")
def test_the_call_of_parliament_ends_the_count() -> None:
    scene = realm().noble("roos", 1, "lynn", cards=("le_swan",), heirs=("margaret",))
    scene.ship("le_swan", sea="the-wash").aboard("roos", "le_swan")
    call(counting(scene, seat=1), summon="roos")
    assert scene.state.nobles["roos"].square == scene.state.sitting.square
    assert counted(scene) == (None, None)


@pytest.mark.rule("house-8.6.28", "house-5.16b")
def test_the_way_home_ends_the_count() -> None:
    wight = Scene().board.places["carisbrooke"].square
    scene = Scene().noble("bourchier", 0, wight, heirs=("margaret",)).noble("roos", 1, wight)
    counting(scene).combat(0)
    scene.next_events(FINE).rolls(18, *[100] * 3)
    scene.play(0, "attack", nobles=["bourchier"], against="1", square=wight)
    assert scene.where("bourchier")[1] == "pleshey"
    assert counted(scene) == (None, None)


def lying_at_boston(sea: str | None = None) -> Scene:
    """Roos is aboard Le Swan with Margaret; Howard ashore has the ship's card."""
    scene = Scene().noble("roos", 0, "19,17", heirs=("margaret",))
    scene.noble("howard", 0, "castle-rising", cards=("le_swan",)).noble("bourchier", 1, "19,18")
    scene.ship("le_swan", port=None if sea else "boston", sea=sea).aboard("roos", "le_swan")
    return counting(scene)


@pytest.mark.rule("house-8.6.28", "base-8.9")
def test_to_be_put_ashore_because_the_ship_changed_hands_ends_the_count() -> None:
    scene = lying_at_boston()
    scene.movement(1)
    scene.play(0, "propose_deal", to="1", give=["ship:le_swan"])
    assert counted(scene) == (1, 0)
    scene.play(1, "accept_deal", deal="1")
    assert scene.where("roos")[0] == scene.board.places["boston"].square
    assert counted(scene) == (None, None)


@pytest.mark.rule("house-8.6.28", "base-8.10")
def test_to_be_put_ashore_because_the_ship_left_play_ends_the_count() -> None:
    scene = lying_at_boston(sea="the-wash")
    changes.kill_noble(scene.match.table, "howard", "battle")
    scene.movement(1)
    assert scene.lies("le_swan") is None
    assert scene.board.is_mainland(scene.where("roos")[0])
    assert counted(scene) == (None, None)


@pytest.mark.rule("house-8.6.28", "house-5.17a")
def test_captured_and_brought_to_the_mainland_he_is_home() -> None:
    """Whoever holds him by then, and whosever the count was."""
    scene = Scene().noble("roos", 0, "7,12", heirs=("margaret",)).noble("bourchier", 1, "8,13")
    counting(scene).movement(1)
    changes.give_heir(scene.match.table, "margaret", "bourchier")
    scene.play(1, "march", nobles=["bourchier"], to="9,13")
    assert counted(scene) == (None, None)


# Whose count it is (house-8.6.7)


def handed_over_at_sea() -> Scene:
    """Roos of seat 0 took Margaret to sea, and Bourchier of seat 1 aboard holds her now."""
    scene = Scene().noble("roos", 0, "19,17", cards=("le_swan",), heirs=("margaret",))
    scene.noble("bourchier", 1, "19,18").noble("percy", 1, "alnwick")
    scene.ship("le_swan", sea="the-wash").aboard("roos", "le_swan").aboard("bourchier", "le_swan")
    counting(scene).movement(1)
    scene.play(0, "propose_deal", to="1", give=["heir:margaret"])
    scene.play(1, "accept_deal", deal="1")
    assert scene.state.heirs["margaret"].holder == "bourchier"
    return scene


@pytest.mark.rule("house-8.6.7")
def test_the_count_stays_with_the_player_who_took_the_heir_to_sea() -> None:
    scene = handed_over_at_sea()
    assert counted(scene) == (1, 0)
    scene.play(1, "done")
    assert scene.state.heirs["margaret"].alive is True
    scene.movement(0)
    scene.play(0, "done")
    assert scene.happened(facts.HeirDied) == [facts.HeirDied("margaret", "abroad", 0)]


@pytest.mark.rule("house-8.6.7")
def test_the_count_runs_wherever_the_heir_is_and_though_nobody_holds_him() -> None:
    scene = Scene().noble("roos", 0, "18,11").noble("bourchier", 1, "19,18")
    counting(scene.heir_at("margaret", "6,12")).movement(0)
    scene.play(0, "done")
    assert scene.state.heirs["margaret"].alive is False


def calais_taken_twice() -> Scene:
    """Gloucester has been Roos's in Calais for a turn when Percy of seat 1 comes by ship."""
    scene = Scene().noble("roos", 0, "calais", heirs=("richard_gloucester",))
    scene.noble("percy", 1, "19,17", cards=("le_nicholas", "marshal_england"))
    scene.noble("mowbray", 1, "19,17").aboard("mowbray", "le_nicholas")
    scene.ship("le_nicholas", sea="the-downs").aboard("percy", "le_nicholas")
    scene.noble("audley", 0, "19,18").noble("bourchier", 1, "19,18")
    return counting(scene, 1, 0, "richard_gloucester")


@pytest.mark.rule("house-8.6.8")
def test_a_new_captor_of_gloucester_has_two_turns_of_his_own() -> None:
    scene = calais_taken_twice()
    scene.movement(1)
    scene.play(1, "sail", ship="le_nicholas", to="calais")
    scene.play(1, "done")
    scene.rolls(*[100] * 4).next_events(FINE)
    scene.play(1, "conclude", nobles=["percy", "mowbray"], place="calais")
    scene.play(0, "let_through")
    assert scene.state.heirs["richard_gloucester"].holder == "percy"
    assert counted(scene, "richard_gloucester") == (2, 1)
    for left in (1, 0):
        scene.movement(1)
        scene.play(1, "done")
        assert counted(scene, "richard_gloucester") == (left, 1)
    assert scene.state.heirs["richard_gloucester"].alive is False


@pytest.mark.rule("house-8.6.8")
def test_a_deal_wins_no_time_for_gloucester() -> None:
    scene = calais_taken_twice().noble("stanley", 1, "19,18", castles=False)
    scene.state.nobles["stanley"].square = scene.board.places["calais"].square
    scene.movement(1)
    scene.play(0, "propose_deal", to="1", give=["heir:richard_gloucester"])
    scene.play(1, "accept_deal", deal="1")
    assert scene.state.heirs["richard_gloucester"].holder == "stanley"
    assert counted(scene, "richard_gloucester") == (1, 0)
