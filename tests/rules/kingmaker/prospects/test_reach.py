"""Where a noble can go, worked out from a view: the same as the rules then offer."""

from __future__ import annotations

import json
from typing import Any

import pytest
import zstandard

from bot.games import game_for
from bot.rules.kernel import Prompt
from bot.rules.kingmaker.prospects.reach import Reach, reach_of
from bot.session.journal.record import play_over
from bot.words.kingmaker.names import Lexicon
from bot.words.kingmaker.reach import reach_text
from tests.folders import fixtures_of
from tests.rules.kingmaker.scene import HOUSE, Scene

CONTENT = HOUSE.content
GAMES = ("house-3-steward", "house-5-steward", "house-7-mixed")


def reach(scene: Scene, noble: str, seat: int = 0, *, asked: bool = False) -> Reach:
    """Where a noble can go, as his player sees it."""
    prompts = tuple(scene.match.asked(seat)) if asked else ()
    return reach_of(CONTENT, scene.match.view(seat), noble, prompts)


def rules(found: Reach) -> list[str]:
    """What stops him."""
    return [stop.rule for stop in found.stops]


def at(found: Reach, rule: str) -> set[str]:
    """Where this rule stops him."""
    return {where for stop in found.stops if stop.rule == rule for where in stop.at}


def _offered(prompts: list[Prompt], verb: str, who: str, field: str = "nobles") -> set[str]:
    return {
        to
        for prompt in prompts
        for offer in prompt.offers
        if offer.verb == verb and who in offer.field(field).candidates
        for to in offer.field("to").candidates
    }


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.rule("house-2.2a", "house-2.2d", "house-8.4.2", "house-2.2j")
def test_it_is_what_the_rules_offer_as_a_movement_phase_begins(name: str) -> None:
    file = fixtures_of("kingmaker") / f"{name}.json.zst"
    data: Any = json.loads(zstandard.ZstdDecompressor().decompress(file.read_bytes()))
    compared = 0
    seen = ""
    for played in play_over(data, game_for("kingmaker", "house")):
        match = played.match
        view = match.view(None)
        now = f"{view.round} {view.active} {view.phase}"
        if view.phase != "movement" or now == seen:
            continue
        seen, seat = now, view.active
        prompts, own = match.asked(seat), match.view(seat)
        if not any(prompt.kind == "movement" for prompt in prompts):
            continue
        for noble, seen_so in own.nobles.items():
            if seen_so.seat != seat:
                continue
            found = reach_of(CONTENT, own, noble)
            assert set(found.marches) == _offered(prompts, "march", noble), (now, noble)
            assert set(found.rides) == _offered(prompts, "ride", noble), (now, noble)
            ship = seen_so.aboard
            if ship is not None and own.ships[ship].seat == seat:
                assert set(found.sails) == _offered(prompts, "sail", ship, "ship"), (now, noble)
            exact = reach_of(CONTENT, own, noble, prompts)
            assert (exact.marches, set(exact.rides)) == (found.marches, set(found.rides))
            assert (found.now, exact.now) == (False, True)
            compared += 1
    assert compared > 50


@pytest.mark.rule("house-2.2a", "house-2.2b", "house-2.2c")
def test_forests_and_the_five_squares_stop_a_march() -> None:
    scene = Scene().noble("percy", 0, "15,9")
    found = reach(scene, "percy")
    assert found.marches == CONTENT.board.reach("15,9")
    assert max(found.marches.values()) == 5
    forests = at(found, "house-2.2c")
    assert forests == {
        s for s, cost in found.marches.items() if CONTENT.board.squares[s].is_forest and cost < 5
    }
    assert forests
    assert rules(found).count("house-2.2a") == 1


@pytest.mark.rule("base-7.5", "house-8.4.1", "house-8.4.2")
def test_a_road_ends_at_the_first_fortress_that_is_not_ones_own() -> None:
    scene = Scene().noble("percy", 0, "18,20")
    before = reach(scene, "percy")
    newark = CONTENT.board.places["newark"].square
    assert newark in at(before, "house-8.4.2")
    scene.noble("roos", 0, "helmsley").control("newark", "roos")
    after = reach(scene, "percy")
    assert newark not in at(after, "house-8.4.2")
    assert set(before.rides) < set(after.rides)


@pytest.mark.rule("house-8.4.1", "house-8.2.6")
def test_leave_that_was_given_opens_the_road() -> None:
    """A fortress whose owner lets one in is no end of the road, for this phase."""
    scene = Scene().noble("percy", 0, "18,20").noble("roos", 1, "helmsley")
    scene.control("newark", "roos").movement(0)
    newark = CONTENT.board.places["newark"].square
    assert newark in at(reach(scene, "percy", asked=True), "house-8.4.2")
    scene.play(0, "ask_leave", place="newark")
    scene.play(1, "grant")
    assert scene.match.view(0).let_in == ("newark",)
    assert scene.match.view(1).let_in == scene.match.view(None).let_in == ()
    after = reach(scene, "percy", asked=True)
    assert newark not in at(after, "house-8.4.2")
    assert set(after.rides) == _offered(scene.match.asked(0), "ride", "percy")
    assert set(reach(scene, "percy").rides) == set(after.rides)
    scene.play(0, "done")
    assert scene.match.view(0).let_in == ()


@pytest.mark.rule("base-6.4", "base-7.5")
@pytest.mark.parametrize(("rule_set", "open_to_him"), [("house", False), ("classic", True)])
def test_guests_by_leave_keep_the_road_open(rule_set: str, open_to_him: bool) -> None:
    """Outside of the movement phase too; in a Garrison Alliance the fortress stays another's."""
    scene = Scene(2, rule_set).noble("percy", 0, "18,20").noble("roos", 1, "helmsley")
    scene.control("newark", "roos").noble("clifford", 0, "newark", guest=True)
    before = reach_of(scene.content, scene.match.view(0), "percy")
    newark = scene.board.places["newark"].square
    assert (newark not in at(before, "house-8.4.2")) is open_to_him
    scene.movement(0)
    assert set(before.rides) == _offered(scene.match.asked(0), "ride", "percy")


def afloat(rule_set: str = "house", *, strong: bool = False, besieger: int = 2) -> Scene:
    """Roos of seat 0 is in the Wash; Howard of seat 1 holds Hull, and Percy stands before it."""
    power = ("earl_westmorland", "marshal_england") if strong else ()
    scene = Scene(3, rule_set).noble("roos", 0, "18,20", cards=("le_swan", *power))
    if strong:
        scene.give("roos", "burgundian_crossbowmen_1", "burgundian_crossbowmen_2")
    scene.noble("howard", 1, "framlingham").control("hull", "howard")
    scene.noble("percy", besieger, "hull", outside=True, cards=("treasurer_england",))
    scene.give("percy", "scots_archers_1", "scots_archers_2", "flemish_crossbowmen_1")
    scene.noble("talbot", 2, "sheffield")
    return scene.ship("le_swan", sea="the-wash").aboard("roos", "le_swan")


def sails(scene: Scene) -> set[str]:
    """Where Le Swan could go if the phase began now; and it is offered so."""
    found: set[str] = set(reach_of(scene.content, scene.match.view(0), "roos").sails)
    scene.movement(0)
    assert found == _offered(scene.match.asked(0), "sail", "le_swan", "ship")
    return found


@pytest.mark.rule("house-2.2j", "house-8.6.17", "base-8.7")
@pytest.mark.parametrize("rule_set", ["house", "classic"])
@pytest.mark.parametrize("strong", [False, True])
def test_a_port_that_the_crew_can_besiege_is_in_reach(rule_set: str, strong: bool) -> None:
    assert ("hull" in sails(afloat(rule_set, strong=strong))) is strong


@pytest.mark.rule("base-1.9", "house-8.6.17")
def test_a_crew_is_as_strong_as_it_will_be_in_the_port() -> None:
    """Roos and Mowbray are half of Hull with the 30 men of the Bishop of Durham."""
    scene = Scene().noble("roos", 0, "14,16", cards=("le_swan", "bp_durham"))
    scene.noble("mowbray", 0, "14,16").noble("bourchier", 1, "19,18")
    scene.ship("le_swan", sea="humber-mouth").aboard("roos", "le_swan").aboard("mowbray", "le_swan")
    assert scene.match.view(0).nobles["roos"].troops == 20
    assert "hull" in sails(scene)


@pytest.mark.rule("house-8.6.18", "base-8.7")
@pytest.mark.parametrize(
    ("rule_set", "besieger", "entered"),
    [
        ("house", 0, True),
        ("house", 2, True),  # nobody declines an ally
        ("classic", 0, True),
        ("classic", 2, False),  # who enters must besiege it, and another does
    ],
)
def test_a_siege_under_way_is_joined_from_a_ship(
    rule_set: str, besieger: int, entered: bool
) -> None:
    scene = afloat(rule_set, strong=True, besieger=besieger).siege("hull", ["percy"])
    assert ("hull" in sails(scene)) is entered


@pytest.mark.rule("house-2.2j")
def test_no_other_may_be_joined_by_the_classic_rules_and_is_told_so() -> None:
    scene = afloat("classic", strong=True).siege("hull", ["percy"])
    scene.movement(0)
    assert scene.refused(0, "sail", rule="base-8.7", ship="le_swan", to="hull") == (
        "With nobles aboard, a ship can enter only a port that is open or friendly, or one that "
        "they can besiege."
    )


@pytest.mark.rule("house-8.6.13", "house-7.4.16", "house-8.6.19")
def test_a_ship_that_must_stay_goes_nowhere() -> None:
    laden = afloat().ship("le_swan", port="hull")
    assert rules(reach(laden, "roos")) == ["house-8.6.13"]
    besieging = afloat().ship("le_swan", port="hull").siege("hull", ["roos"])
    besieging.state.sieges["hull"].ships.append("le_swan")
    assert rules(reach(besieging, "roos")) == ["house-8.6.19"]
    frozen = afloat().ship("le_swan", port="hull").peace(1, "18,20", ships=("le_swan",))
    assert rules(reach(frozen, "roos")) == ["house-7.4.16"]
    for scene in (laden, besieging, frozen):
        assert not reach(scene, "roos").anywhere
        scene.movement(0)
        assert _offered(scene.match.asked(0), "sail", "le_swan", "ship") == set()


@pytest.mark.rule("base-7.8")
def test_water_between_two_squares_is_named() -> None:
    thames = ("22,21", "21,20")
    found = reach(Scene().noble("percy", 0, thames[0]), "percy")
    assert thames[1] in at(found, "base-7.8")
    assert thames[1] not in found.marches


@pytest.mark.rule("base-7.8", "house-2.2a", "house-2.2c")
def test_water_is_named_where_a_step_more_would_cross_it() -> None:
    """Beside a square of the fifth step, or a forest entered, the march is over anyway."""
    found = reach(Scene().noble("percy", 0, "15,16"), "percy")
    shores = {"19,20": ("20,21", 4), "12,20": ("11,20", 4), "20,20": ("21,21", 5)}
    for shore, (across, steps) in shores.items():
        assert found.marches[shore] == steps
        assert across not in CONTENT.board.squares[shore].neighbours
    assert "11,12" in at(found, "house-2.2c")  # a forest; from it 10,11 lies over the water
    assert at(found, "base-7.8") == {"20,21", "11,20"}


@pytest.mark.rule("house-6.2d")
def test_who_is_besieged_goes_nowhere() -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("grey", 1, "14,3")
    scene.siege("alnwick", ["grey"])
    found = reach(scene, "percy")
    assert (found.anywhere, rules(found)) == (False, ["house-6.2d"])
    words = reach_text(Lexicon(CONTENT), found)
    assert words.startswith("Percy stays where he is (O4 Alnwick).")
    assert "house-6.2d" in words


@pytest.mark.rule("house-2.2a", "house-2.2d")
def test_within_a_movement_phase_it_is_what_is_left_to_him() -> None:
    scene = Scene().noble("percy", 0, "18,20").noble("clifford", 1, "skipton")
    scene.movement(0)
    scene.play(0, "march", nobles=["percy"], to="18,18")
    found = reach(scene, "percy", asked=True)
    assert found.now
    assert max(found.marches.values()) == 3
    assert (found.rides, "house-2.2d" in rules(found)) == ((), True)
    assert [s.why for s in found.stops if s.rule == "house-2.2a"] == [
        "3 squares is as far as he can march."
    ]
    far = next(s for s, cost in found.marches.items() if cost == 3)
    scene.play(0, "march", nobles=["percy"], to=far)
    spent = reach(scene, "percy", asked=True)
    assert (spent.anywhere, rules(spent)) == (False, ["house-2.2a"])
    assert "Percy stays where he is" in reach_text(Lexicon(CONTENT), spent)


def test_only_ones_own_nobles_are_told_of() -> None:
    scene = Scene().noble("percy", 0, "18,20").noble("clifford", 1, "18,19")
    with pytest.raises(ValueError, match="only for nobles of your own faction"):
        reach(scene, "clifford")
    with pytest.raises(ValueError, match="only for nobles of your own faction"):
        reach_of(CONTENT, scene.match.view(None), "percy")


def test_in_words_every_way_and_every_rule_is_named() -> None:
    scene = Scene().noble("percy", 0, "18,20")
    found = reach(scene, "percy")
    words = reach_text(Lexicon(CONTENT), found)
    assert words.startswith("Percy could go in his movement phase, from S21 London:\n")
    assert "\n- 1: " in words
    assert "\nBy road: " in words
    for stop in found.stops:
        assert stop.why in words
        assert stop.rule in words
