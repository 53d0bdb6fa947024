"""Where a noble goes who wavers and goes home, and to whom he goes over."""

from __future__ import annotations

from typing import Any

import pytest

from bot.rules.kernel import Choice
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.consequences import going_home
from bot.rules.kingmaker.consequences.going_home import GoHome
from bot.rules.kingmaker.consequences.havens import calmest, harbour, haven
from tests.rules.kingmaker.battlefield import FIELD, idlers, only
from tests.rules.kingmaker.combat.by_card.field import CARDS
from tests.rules.kingmaker.combat.by_card.test_siege_by_card import TOWN, before, square_of
from tests.rules.kingmaker.combat.by_card.test_vacillating import dice
from tests.rules.kingmaker.scene import Scene

RULES = "classic+card_vacillating"


def home_of(scene: Scene, noble: str = "grey") -> str:
    """The place where he goes."""
    return going_home.home_of(scene.match.table, noble).id


@pytest.mark.rule("ishkibibble-vacillating.10")
@pytest.mark.parametrize(
    ("port", "home"), [("newcastle", "chillingham"), ("bristol", "ruthin"), ("lynn", "ruthin")]
)
def test_from_aboard_it_is_the_castle_nearest_to_the_port_where_his_ship_lies(
    port: str, home: str
) -> None:
    scene = idlers(Scene(2, RULES)).noble("grey", 1, FIELD).give("grey", "le_swan")
    assert home_of(scene.ship("le_swan", port=port).aboard("grey", "le_swan")) == home


@pytest.mark.rule("ishkibibble-vacillating.10")
@pytest.mark.parametrize(
    ("sea", "home"), [("tyne-water", "chillingham"), ("dover-strait", "ruthin")]
)
def test_at_sea_it_is_the_castle_nearest_to_his_ship(sea: str, home: str) -> None:
    scene = idlers(Scene(2, RULES)).noble("grey", 1, FIELD).give("grey", "le_swan")
    assert home_of(scene.ship("le_swan", sea=sea).aboard("grey", "le_swan")) == home


@pytest.mark.rule("ishkibibble-vacillating.10")
def test_a_castle_without_room_is_not_friendly() -> None:
    scene = idlers(Scene(2, RULES)).noble("grey", 1, FIELD)
    assert home_of(scene) == "ruthin"
    for noble in ("percy", "mowbray", "neville", "stanley"):
        scene.noble(noble, 1, "ruthin", guest=False, castles=False)
    scene.control("ruthin", "grey").give("percy", "burgundian_crossbowmen_1")
    assert scene.board.places["ruthin"].garrison == 100
    assert home_of(scene) == "ruthin"  # 280 of the 300 whom it takes, and his 20
    scene.give("percy", "saxons_1")
    assert home_of(scene) == "chillingham"


@pytest.mark.rule("ishkibibble-vacillating.10")
def test_if_no_place_takes_him_in_he_stays_before_his_first_castle(monkeypatch: Any) -> None:
    scene = idlers(Scene(2, RULES)).noble("grey", 1, FIELD, heirs=("henry",))
    first = scene.content.castles_of("grey")[0]
    monkeypatch.setattr(going_home, "may_enter", lambda table, seat, place: False)
    scene.control(first, "percy").noble("percy", 0, first)
    assert going_home.send_home(scene.match.table, "grey").id == first
    assert scene.where("grey") == (scene.board.places[first].square, None, None)
    assert scene.state.heirs["henry"].holder == "grey"


@pytest.mark.rule("ishkibibble-vacillating.10")
def test_at_home_he_takes_an_heir_along_who_stands_there_unkept() -> None:
    scene = idlers(Scene(2, RULES)).noble("grey", 1, FIELD)
    scene.heir_at("henry", scene.board.places["ruthin"].square, "ruthin")
    assert going_home.send_home(scene.match.table, "grey").id == "ruthin"
    assert scene.state.heirs["henry"].holder == "grey"


# To whom he goes over (ishkibibble-vacillating.11)


@pytest.mark.rule("ishkibibble-vacillating.11")
@pytest.mark.parametrize(("holder", "to"), [("bourchier", 1), (None, None)])
def test_before_a_place_he_goes_over_to_who_holds_it_whoever_is_inside(
    holder: str | None, to: int | None
) -> None:
    scene = idlers(Scene(3, RULES)).control(TOWN, holder)
    if holder is not None:
        scene.noble("talbot", 2, TOWN, guest=True)
    nobles = ("percy", "mowbray", "neville", "stanley", "stafford")
    for noble in nobles:
        scene.noble(noble, 0, TOWN, outside=True)
    scene.next_events("X-VA1", CARDS["majority"])
    dice(scene, 5, 1, 5).combat(0)
    scene.play(0, "conclude", nobles=list(nobles), place=TOWN)
    told = only(scene, facts.NobleWavered)
    assert (told.noble, told.to) == ("mowbray", to)


@pytest.mark.rule("ishkibibble-vacillating.11")
def test_in_a_town_without_walls_he_goes_over_to_those_inside() -> None:
    scene = idlers(Scene(2, RULES)).noble("grey", 1, "hereford", guest=False)
    scene.control("hereford", None)
    nobles = ("percy", "mowbray", "neville", "stanley", "stafford")
    for noble in nobles:
        scene.noble(noble, 0, "hereford", outside=True)
    scene.next_events("X-VA1", CARDS["majority"])
    dice(scene, 5, 1, 5).combat(0)
    assert scene.candidates(0, "conclude", "place") >= {"hereford"}
    scene.play(0, "conclude", nobles=list(nobles), place="hereford")
    assert only(scene, facts.NobleWavered).to == 1


# Who had come out of a place under siege (base-10.9)


@pytest.mark.rule("ishkibibble-vacillating.11", "base-10.9")
@pytest.mark.parametrize(("die", "to"), [(6, 0), (1, None)])
def test_who_came_out_and_wavered_does_not_go_back_in(die: int, to: int | None) -> None:
    besiegers = ("percy", "neville", "grey", "pole", "stafford", "roos")
    scene = before(TOWN, besiegers, ("mowbray",), ruleset=RULES)
    scene.siege(TOWN, list(besiegers)).noble("stanley", 1, TOWN, outside=True)
    scene.next_events("X-VA1", CARDS["bad_weather"])
    dice(scene, 0, 1, die - 1).combat(1)
    square = square_of(scene, TOWN)
    scene.play(1, "attack", nobles=["stanley", "mowbray"], against="0", square=square)
    told = only(scene, facts.NobleWavered)
    assert (told.noble, told.to) == ("mowbray", to)
    assert only(scene, facts.AttackCancelled).reason == "weather"
    assert (scene.asked(0), scene.asked(1)) == ([], ["combat"])


@pytest.mark.rule("ishkibibble-vacillating.11")
def test_who_goes_over_to_the_besiegers_comes_out_to_them() -> None:
    scene = idlers(Scene(2, RULES)).noble("grey", 1, "ruthin").noble("roos", 1, "ruthin")
    besiegers = ["percy", "stafford", "neville"]
    for noble in besiegers:
        scene.noble(noble, 0, "ruthin", outside=True)
    scene.control("ruthin", "grey").next_events("X-VA1", CARDS["bad_weather"])
    dice(scene, 0, 1, 5).combat(0)
    scene.play(0, "conclude", nobles=besiegers, place="ruthin")
    assert (only(scene, facts.NobleWavered).noble, scene.state.nobles["roos"].seat) == ("roos", 0)
    assert scene.where("roos") == (scene.board.places["ruthin"].square, None, None)


@pytest.mark.rule("ishkibibble-vacillating.10")
def test_how_far_a_castle_is_counts_both_ways() -> None:
    scene = idlers(Scene(2, RULES)).noble("grey", 1, "whitby")
    # Ruthin is eight squares west of Whitby, Chillingham five north of it.
    assert scene.state.nobles["grey"].square == "17,7"
    assert home_of(scene) == "chillingham"


# Where the least befalls who is put somewhere and whose player does not say where.


def standing() -> Scene:
    scene = Scene(2).noble("courtenay", 0, "13,20").noble("percy", 1, "19,18")
    scene.noble("clifford", 0, "19,17")
    return scene


@pytest.mark.rule("house-1.18", "base-11.4", "base-15.31")
def test_not_where_plague_may_strike() -> None:
    scene = standing().control("coventry", "clifford").control("warwick", "clifford")
    assert haven(scene.match.table, "courtenay", 0, ("coventry", "warwick")) == "warwick"


@pytest.mark.rule("base-3.5", "house-7.4.3")
def test_inside_a_castle_rather_than_before_one_among_enemies() -> None:
    scene = standing().noble("neville", 1, "tiverton", outside=True)
    scene.siege("tiverton", ["neville"])
    assert haven(scene.match.table, "courtenay", 0, ("tiverton", "okehampton")) == "okehampton"
    scene.control("okehampton", "percy")
    assert haven(scene.match.table, "courtenay", 0, ("tiverton", "okehampton")) == "okehampton"
    scene.noble("mowbray", 1, "okehampton", outside=True).give("mowbray", "saxons_1")
    assert haven(scene.match.table, "courtenay", 0, ("tiverton", "okehampton")) == "tiverton"


@pytest.mark.rule("house-5.16b")
def test_of_several_alike_the_first_and_the_mainland_before_an_island() -> None:
    scene = standing().noble("stanley", 0, "19,17")
    table = scene.match.table
    assert haven(table, "courtenay", 0, ("okehampton", "tiverton")) == "okehampton"
    assert haven(table, "stanley", 0, ("douglas", "lathom")) == "lathom"


@pytest.mark.rule("base-3.5")
def test_who_comes_into_play_stands_in_a_castle_that_takes_him_in() -> None:
    scene = standing().next_crown("talbot").control("sheffield", "clifford")
    scene.noble("neville", 1, "sheffield", outside=True).siege("sheffield", ["neville"])
    scene.draw(0)
    asked = scene.match.prompts(0)[0]
    assert asked.default == Choice.of("settle", noble="talbot", castle="goodrich")


@pytest.mark.rule("house-5.16b")
def test_who_has_no_castle_left_goes_before_the_one_where_nobody_waits() -> None:
    scene = standing().noble("neville", 1, "tiverton", outside=True)
    scene.control("tiverton", "percy").control("okehampton", "percy")
    asked = GoHome(["courtenay"], "retreat").prompts(scene.match.table)[0]
    assert asked.default == Choice.of("go_home", noble="courtenay", castle="okehampton")


@pytest.mark.rule("base-8.15", "house-8.6.23")
def test_a_ship_puts_in_where_she_is_welcome_and_safe() -> None:
    scene = standing().control("hull", "percy").control("bristol", "clifford")
    scene.control("swansea", "clifford")
    table = scene.match.table
    assert harbour(table, 0, ("hull", "bristol")) == "bristol"
    assert harbour(table, 0, ("bristol", "swansea")) == "swansea"


@pytest.mark.rule("ishkibibble-siegefails.2")
def test_who_must_leave_goes_where_the_fewest_others_stand() -> None:
    scene = standing()
    table = scene.match.table
    assert calmest(table, 0, ("19,18", "19,17")) == "19,17"
    assert calmest(table, 1, ("19,17", "19,18")) == "19,18"
