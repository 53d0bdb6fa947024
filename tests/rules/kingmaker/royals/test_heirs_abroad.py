"""Heirs taken from the mainland by ship: back in time, or dead (house §8.6.7 to 8.6.9)."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.consequences import changes
from tests.rules.kingmaker.chamber import call, realm
from tests.rules.kingmaker.scene import Scene


def at_lynn(*, heirs: tuple[str, ...] = ("margaret",)) -> Scene:
    """Roos of seat 0 in Lynn with heirs and Le Swan; Howard with him."""
    scene = Scene().noble("roos", 0, "lynn", cards=("le_swan",), heirs=heirs)
    return scene.noble("howard", 0, "lynn").noble("bourchier", 1, "19,18")


def sail_out(scene: Scene, sea: str = "the-wash") -> None:
    """Roos takes his heirs to sea in his movement phase, which ends."""
    scene.movement(0)
    scene.play(0, "embark", nobles=["roos"], ship="le_swan")
    scene.play(0, "sail", ship="le_swan", to=sea)
    scene.play(0, "done")


def dies(scene: Scene, heir: str) -> bool:
    """Whether the last choice let an heir die abroad, and that he is dead."""
    told = [e for e in scene.happened(facts.HeirDied) if e.heir == heir]
    assert bool(told) is not scene.state.heirs[heir].alive
    return bool(told)


@pytest.mark.rule("house-8.6.7")
def test_an_heir_lives_through_the_turn_of_sailing_and_dies_after_the_next_movement() -> None:
    scene = at_lynn()
    sail_out(scene)
    assert not dies(scene, "margaret")
    assert scene.state.heirs["margaret"].holder == "roos"
    scene.movement(0)
    assert scene.state.heirs["margaret"].alive is True
    scene.play(0, "sail", ship="le_swan", to="humber-mouth")
    scene.play(0, "done")
    assert dies(scene, "margaret")
    assert scene.happened(facts.HeirDied) == [facts.HeirDied("margaret", "abroad", 0)]
    assert scene.where("roos") == ("", None, "le_swan")


@pytest.mark.rule("house-8.6.7")
def test_an_heir_landed_in_the_next_movement_phase_is_safe() -> None:
    scene = at_lynn()
    sail_out(scene)
    scene.movement(0)
    scene.play(0, "sail", ship="le_swan", to="boston")
    scene.play(0, "land", nobles=["roos"], ship="le_swan")
    for _ in range(3):
        scene.play(0, "done")
        scene.movement(0)
    assert scene.state.heirs["margaret"].alive is True


@pytest.mark.rule("house-8.6.7", "house-2.2i")
def test_to_be_in_port_is_not_enough() -> None:
    """The heir must be landed on the mainland."""
    scene = at_lynn()
    sail_out(scene)
    scene.movement(0)
    scene.play(0, "sail", ship="le_swan", to="boston")
    scene.play(0, "done")
    assert dies(scene, "margaret")


@pytest.mark.rule("house-8.6.7")
def test_the_turns_of_other_players_do_not_count() -> None:
    scene = at_lynn()
    sail_out(scene)
    for _ in range(3):
        scene.movement(1)
        scene.play(1, "done")
    assert scene.state.heirs["margaret"].alive is True


@pytest.mark.rule("house-8.6.7")
def test_every_heir_aboard_has_the_same_deadline_and_nobles_have_none() -> None:
    scene = at_lynn(heirs=("margaret", "george"))
    sail_out(scene)
    scene.movement(0)
    scene.play(0, "done")
    assert scene.state.heirs["margaret"].alive is False
    assert scene.state.heirs["george"].alive is False
    for _ in range(3):
        scene.movement(0)
        scene.play(0, "done")
    assert scene.where("roos") == ("", None, "le_swan")


@pytest.mark.rule("house-8.6.7")
def test_sailing_out_again_after_landing_begins_a_new_count() -> None:
    scene = at_lynn()
    sail_out(scene)
    scene.movement(0)
    scene.play(0, "sail", ship="le_swan", to="boston")
    scene.play(0, "land", nobles=["roos"], ship="le_swan")
    scene.play(0, "done")
    sail_out(scene)
    assert not dies(scene, "margaret")
    scene.movement(0)
    scene.play(0, "done")
    assert dies(scene, "margaret")


@pytest.mark.rule("house-8.6.7")
def test_putting_out_again_without_landing_wins_no_time() -> None:
    """Into Boston and out again by a Free Move: Margaret was never ashore."""
    scene = at_lynn().held(0, "E-FM01")
    sail_out(scene)
    scene.movement(0)
    scene.play(0, "sail", ship="le_swan", to="boston")
    scene.play(0, "free_sail", ship="le_swan")
    scene.play(0, "sail", ship="le_swan", to="the-wash")
    scene.play(0, "done")
    assert scene.state.heirs["margaret"].alive is False


@pytest.mark.rule("house-8.6.7", "house-8.6.24")
def test_who_was_driven_ashore_by_a_storm_may_sail_again_with_a_full_count() -> None:
    scene = at_lynn().rolls(10)
    scene.next_events("E-ST01")
    scene.next_crown("saxons_1").movement(0)
    scene.play(0, "embark", nobles=["roos"], ship="le_swan")
    scene.play(0, "sail", ship="le_swan", to="the-wash")
    scene.play(0, "done")
    scene.event(1)
    scene.play(0, "put_in", ship="le_swan", port="lynn")
    assert scene.where("roos") == ("20,14", None, None)
    sail_out(scene)
    assert scene.state.heirs["margaret"].alive is True
    scene.movement(0)
    scene.play(0, "done")
    assert scene.state.heirs["margaret"].alive is False


@pytest.mark.rule("house-8.6.7")
def test_a_voyage_that_begins_on_an_island_is_none_from_the_mainland() -> None:
    """Stanley was called to Douglas with Margaret and takes her home by sea, in no hurry."""
    scene = Scene().noble("stanley", 0, "douglas", heirs=("margaret",))
    scene.ship("le_lucas", port="douglas").noble("bourchier", 1, "19,18").movement(0)
    scene.play(0, "embark", nobles=["stanley"], ship="le_lucas")
    scene.play(0, "sail", ship="le_lucas", to="manx-sea")
    for _ in range(4):
        scene.play(0, "done")
        scene.movement(0)
    assert scene.state.heirs["margaret"].alive is True


@pytest.mark.rule("house-8.6.7")
def test_passing_the_heir_to_a_fellow_aboard_wins_no_time() -> None:
    scene = at_lynn()
    scene.movement(0)
    scene.play(0, "embark", nobles=["roos", "howard"], ship="le_swan")
    scene.play(0, "sail", ship="le_swan", to="the-wash")
    scene.play(0, "done")
    assert scene.state.phase == "draw"
    scene.play(0, "transfer", thing="heir:margaret", noble="howard")
    assert scene.state.heirs["margaret"].holder == "howard"
    scene.movement(0)
    scene.play(0, "done")
    assert scene.state.heirs["margaret"].alive is False


@pytest.mark.rule("house-8.6.7")
def test_a_king_dies_abroad_like_any_heir() -> None:
    scene = at_lynn(heirs=("henry",))
    sail_out(scene)
    scene.movement(0)
    scene.play(0, "done")
    assert scene.state.heirs["henry"].alive is False
    assert scene.state.heirs["henry"].crowned is False


@pytest.mark.rule("house-8.6.7", "house-4.16")
def test_beaufort_may_sail_as_long_as_he_likes_though_he_is_an_heir() -> None:
    scene = Scene().noble("beaufort", 0, "lynn", cards=("le_swan",)).noble("bourchier", 1, "19,18")
    scene.dead("henry", "margaret", "edward_lancaster").movement(0)
    scene.play(0, "embark", nobles=["beaufort"], ship="le_swan")
    scene.play(0, "sail", ship="le_swan", to="the-wash")
    scene.play(0, "done")
    for _ in range(3):
        scene.movement(0)
        scene.play(0, "done")
    assert scene.where("beaufort") == ("", None, "le_swan")


@pytest.mark.rule("house-8.6.7", "house-8.3.3")
def test_an_heir_held_on_an_island_without_a_voyage_has_no_deadline() -> None:
    """Only a voyage from the mainland sets the clock: Stanley was called to Douglas."""
    scene = (
        Scene().noble("stanley", 0, "douglas", heirs=("margaret",)).noble("bourchier", 1, "19,18")
    )
    for _ in range(4):
        scene.movement(0)
        scene.play(0, "done")
    assert scene.state.heirs["margaret"].alive is True


# Richard of Gloucester in Calais (house-8.6.8)


def calais() -> Scene:
    """Percy of seat 0 lies off Calais with Le Nicholas; Gloucester waits inside."""
    scene = Scene().noble("percy", 0, "19,17", cards=("le_nicholas", "marshal_england"))
    scene.ship("le_nicholas", sea="the-downs").aboard("percy", "le_nicholas")
    scene.noble("audley", 0, "19,18").noble("bourchier", 1, "19,18")
    assert scene.state.heirs["richard_gloucester"].inside == "calais"
    return scene


def take_calais() -> Scene:
    """Percy takes Calais from the sea, and Gloucester in it."""
    scene = calais()
    scene.movement(0)
    scene.play(0, "sail", ship="le_nicholas", to="calais")
    scene.play(0, "done")
    scene.rolls(100, 100).next_events("E-RA01")
    scene.play(0, "conclude", nobles=["percy"], place="calais")
    assert scene.state.heirs["richard_gloucester"].holder == "percy"
    assert scene.state.control["calais"] == "percy"
    while scene.asked(0)[0] in ("hold_place", "keep_heir", "occupy"):
        scene.play(0, "enter", nobles=["percy"], place="calais")
    assert scene.where("percy") == ("24,23", "calais", None)
    return scene


def pass_turn(scene: Scene) -> None:
    """A movement phase of seat 0 in which nothing is done."""
    scene.movement(0)
    scene.play(0, "done")


@pytest.mark.rule("house-8.6.8", "house-5.23")
def test_gloucester_dies_at_the_end_of_the_second_movement_phase_after_his_capture() -> None:
    scene = take_calais()
    pass_turn(scene)
    assert scene.state.heirs["richard_gloucester"].alive is True
    pass_turn(scene)
    assert scene.state.heirs["richard_gloucester"].alive is False


@pytest.mark.rule("house-8.6.8")
def test_gloucester_is_safe_if_he_lands_in_the_second_movement_phase() -> None:
    scene = take_calais()
    pass_turn(scene)
    scene.movement(0)
    scene.play(0, "embark", nobles=["percy"], ship="le_nicholas")
    scene.play(0, "sail", ship="le_nicholas", to="sandwich")
    scene.play(0, "land", nobles=["percy"], ship="le_nicholas")
    for _ in range(3):
        scene.play(0, "done")
        scene.movement(0)
    assert scene.where("percy") == ("22,21", None, None)
    assert scene.state.heirs["richard_gloucester"].alive is True


@pytest.mark.rule("house-8.6.8", "house-8.6.7")
def test_a_voyage_from_calais_does_not_lengthen_gloucesters_time() -> None:
    scene = take_calais()
    scene.movement(0)
    scene.play(0, "embark", nobles=["percy"], ship="le_nicholas")
    scene.play(0, "sail", ship="le_nicholas", to="dover-strait")
    scene.play(0, "done")
    assert scene.state.heirs["richard_gloucester"].alive is True
    pass_turn(scene)
    assert scene.state.heirs["richard_gloucester"].alive is False


@pytest.mark.rule("house-8.6.8", "base-11.10")
def test_taken_up_in_a_movement_phase_the_count_begins_with_the_next() -> None:
    """Calais is Percy's already: he lands there and finds Gloucester."""
    scene = calais().control("calais", "percy")
    scene.movement(0)
    scene.play(0, "sail", ship="le_nicholas", to="calais")
    scene.play(0, "land", nobles=["percy"], ship="le_nicholas")
    assert scene.state.heirs["richard_gloucester"].holder == "percy"
    scene.play(0, "done")
    pass_turn(scene)
    assert scene.state.heirs["richard_gloucester"].alive is True
    pass_turn(scene)
    assert scene.state.heirs["richard_gloucester"].alive is False


@pytest.mark.rule("house-8.6.8", "house-4.10")
def test_gloucester_unheld_in_calais_is_in_no_danger() -> None:
    scene = calais()
    for _ in range(4):
        pass_turn(scene)
    heir = scene.state.heirs["richard_gloucester"]
    assert (heir.alive, heir.holder, heir.inside) == (True, None, "calais")


# 8.6.9 Carisbrooke, see also test_ships_ports.py


@pytest.mark.rule("house-8.6.9", "house-8.6.7")
def test_landing_at_ones_own_carisbrooke_ends_the_count() -> None:
    scene = Scene().noble("roos", 0, "southampton", cards=("le_swan",), heirs=("margaret",))
    scene.ship("le_swan", port="southampton").control("carisbrooke", "roos")
    scene.noble("bourchier", 1, "19,18")
    sail_out(scene, "solent")
    scene.movement(0)
    scene.play(0, "sail", ship="le_swan", to="carisbrooke")
    scene.play(0, "land", nobles=["roos"], ship="le_swan")
    for _ in range(3):
        scene.play(0, "done")
        scene.movement(0)
    assert scene.state.heirs["margaret"].alive is True
    assert scene.state.heirs["margaret"].landing_due is None


@pytest.mark.rule("house-8.6.9", "house-8.6.27")
def test_whoever_is_brought_to_the_captains_carisbrooke_as_his_guest_is_home_as_well() -> None:
    scene = Scene().noble("roos", 0, "southampton", cards=("le_swan",))
    scene.noble("howard", 1, "14,2", heirs=("margaret",)).noble("bourchier", 1, "19,18")
    scene.ship("le_swan", port="southampton").aboard("howard", "le_swan")
    scene.state.ships["le_swan"].guests["howard"] = 0
    scene.control("carisbrooke", "roos").movement(0)
    scene.play(0, "sail", ship="le_swan", to="carisbrooke")
    scene.play(0, "done")
    scene.movement(1)
    scene.play(1, "ask_leave", place="carisbrooke")
    scene.play(0, "grant")
    scene.play(1, "land", nobles=["howard"], ship="le_swan")
    assert scene.where("howard")[1] == "carisbrooke"
    for seat in (0, 1, 0):
        scene.movement_over(seat)
    assert scene.state.heirs["margaret"].alive is True


@pytest.mark.rule("house-8.6.9", "house-8.6.7")
def test_a_voyage_from_ones_own_carisbrooke_is_one_from_the_mainland() -> None:
    """It is considered part of the mainland, so the count runs for those who leave it."""
    scene = Scene().noble("roos", 0, "carisbrooke", cards=("le_swan",), heirs=("margaret",))
    scene.ship("le_swan", port="carisbrooke").noble("bourchier", 1, "19,18")
    sail_out(scene, "solent")
    assert scene.state.heirs["margaret"].alive is True
    scene.movement(0)
    scene.play(0, "done")
    assert scene.state.heirs["margaret"].alive is False


@pytest.mark.rule("house-8.6.8")
def test_gloucester_taken_or_handed_over_on_the_mainland_has_no_deadline() -> None:
    scene = Scene().noble("roos", 0, "13,20").noble("howard", 0, "14,20")
    scene.noble("bourchier", 1, "19,18").heir_at("richard_gloucester", "14,20").movement(0)
    scene.play(0, "march", nobles=["roos"], to="14,20")
    gloucester = scene.state.heirs["richard_gloucester"]
    assert (gloucester.holder, gloucester.landing_due) == ("roos", None)
    scene.play(0, "entrust", heir="richard_gloucester", noble="howard")
    gloucester = scene.state.heirs["richard_gloucester"]
    assert (gloucester.holder, gloucester.landing_due) == ("howard", None)


@pytest.mark.rule("house-8.6.8")
def test_gloucester_left_and_taken_again_abroad_wins_no_time() -> None:
    calais = Scene().board.places["calais"].square
    scene = Scene().noble("roos", 0, calais).noble("bourchier", 1, "19,18")
    scene.heir_at("richard_gloucester", calais)
    scene.state.heirs["richard_gloucester"].landing_due = 1
    scene.state.heirs["richard_gloucester"].landing_for = 0
    changes.give_heir(scene.match.table, "richard_gloucester", "roos")
    assert scene.state.heirs["richard_gloucester"].landing_due == 1


@pytest.mark.rule("house-8.6.7")
def test_whoever_reaches_the_mainland_on_foot_has_ended_the_count() -> None:
    """From Anglesey, where she was put ashore, Margaret walks to Wales."""
    scene = Scene().noble("roos", 0, "7,12", heirs=("margaret",)).noble("bourchier", 1, "19,18")
    scene.state.heirs["margaret"].landing_due = 1
    scene.movement(0)
    scene.play(0, "march", nobles=["roos"], to="8,13")
    scene.play(0, "done")
    assert scene.state.heirs["margaret"].alive is True
    assert scene.state.heirs["margaret"].landing_due is None


@pytest.mark.rule("house-8.6.7")
def test_whoever_is_on_an_island_when_the_count_ends_dies() -> None:
    scene = Scene().noble("roos", 0, "7,12", heirs=("margaret",)).noble("bourchier", 1, "19,18")
    scene.state.heirs["margaret"].landing_due = 1
    scene.movement(0)
    scene.play(0, "march", nobles=["roos"], to="6,12")
    scene.play(0, "done")
    assert scene.state.heirs["margaret"].alive is False


# The landing count ends on the mainland, and it is that of who took the heir away (§8.6).


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
    """It does not matter who holds him by then, or who was counting."""
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
