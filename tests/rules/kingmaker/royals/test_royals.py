"""Royal heirs: where they are, who holds them, how they change hands, and the Royal Guard."""

from __future__ import annotations

from typing import Any

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.consequences import changes
from bot.rules.kingmaker.forces import strength
from bot.rules.kingmaker.parliament.motions import dethrone
from bot.rules.kingmaker.royals.coronation import crown
from bot.rules.kingmaker.succession import line
from bot.words.kingmaker.words import KingmakerWords
from tests.rules.kingmaker.scene import HOUSE, Scene


def scene_with(noble: str = "percy", at: str = "14,16", **more: Any) -> Scene:
    """One noble of seat 0, Greystoke of seat 0 idling in Bodmin, and Courtenay of seat 1."""
    scene = Scene().noble("courtenay", 1, "tiverton").noble("greystoke", 0, "bodmin")
    return scene.noble(noble, 0, at, **more)


def troops(scene: Scene, noble: str) -> int:
    """A noble's troops as everybody sees them, which are those that he fights with."""
    seen = int(scene.match.view(None).nobles[noble].troops)
    assert seen == strength.troops(scene.match.table, noble)
    return seen


# The houses


@pytest.mark.rule("house-1.1", "house-4.5", "house-4.8", "base-13.1")
def test_the_houses_and_their_order() -> None:
    scene = Scene()
    lancaster, york = (line(scene.state, scene.content, h) for h in ("lancaster", "york"))
    assert lancaster == ["henry", "margaret", "edward_lancaster"]
    assert york == ["richard_york", "edward_march", "george", "richard_gloucester"]
    assert set(scene.state.heirs) == {*lancaster, *york}
    view = scene_with().match.view(None)
    assert {h: seen.house for h, seen in view.heirs.items()} == {
        **dict.fromkeys(lancaster, "lancaster"),
        **dict.fromkeys(york, "york"),
    }


@pytest.mark.rule("house-4.5", "house-4.8")
def test_the_dead_leave_the_line_and_the_next_moves_up() -> None:
    scene = scene_with().dead("henry", "richard_york", "george")
    seen = scene.match.view(None).heirs
    assert {heir: found.rank for heir, found in seen.items()} == {
        "henry": 0,
        "margaret": 1,
        "edward_lancaster": 2,
        "richard_york": 0,
        "edward_march": 1,
        "george": 0,
        "richard_gloucester": 2,
    }


# Where they are


@pytest.mark.rule("house-1.10")
def test_a_held_heir_is_where_his_keeper_is() -> None:
    scene = scene_with(heirs=("henry",))
    scene.movement(0)
    scene.play(0, "march", nobles=["percy"], to="14,18")
    seen = scene.match.view(None).heirs["henry"]
    assert (seen.holder, seen.square, seen.inside) == ("percy", "14,18", None)


@pytest.mark.rule("house-1.10")
def test_every_living_heir_stands_somewhere() -> None:
    scene = scene_with("percy", "york", heirs=("henry", "george")).dead("margaret")
    for heir, seen in scene.match.view(None).heirs.items():
        assert bool(seen.square) == (heir != "margaret")


@pytest.mark.rule("house-1.2", "base-7.12")
def test_an_heir_moves_only_with_a_noble() -> None:
    scene = scene_with("percy", "london", heirs=("george",)).heir_at("margaret", "18,20", "london")
    scene.movement(0)
    assert scene.candidates(0, "march", "nobles") == {"percy", "greystoke"}
    scene.play(0, "leave", nobles=["percy"], place="london")
    scene.play(0, "march", nobles=["percy"], to="18,18")
    seen = scene.match.view(None).heirs
    assert (seen["george"].square, seen["george"].inside) == ("18,18", None)
    assert (seen["margaret"].square, seen["margaret"].inside) == ("18,20", "london")


# Taking an heir


@pytest.mark.rule("house-5.3", "house-4.10")
def test_entering_the_place_of_an_unheld_heir_takes_him() -> None:
    scene = scene_with("percy", "15,16").control("coventry", "greystoke")
    scene.movement(0)
    scene.play(0, "enter", nobles=["percy"], place="coventry")
    assert scene.state.heirs["edward_lancaster"].holder == "percy"
    taken = scene.happened(facts.HeirTaken)[0]
    assert (taken.heir, taken.noble, taken.seat) == ("edward_lancaster", "percy", 0)


@pytest.mark.rule("house-4.10")
def test_a_card_that_gives_the_place_gives_no_heir() -> None:
    scene = scene_with("percy", "15,16").hand(0, "town_coventry")
    scene.movement(0)
    scene.play(0, "play", card="town_coventry", noble="percy")
    assert scene.state.control["coventry"] == "percy"
    assert scene.state.heirs["edward_lancaster"].holder is None


@pytest.mark.rule("house-4.10")
def test_standing_outside_does_not_take_an_heir_inside() -> None:
    scene = scene_with("percy", "14,18")
    scene.movement(0)
    scene.play(0, "march", nobles=["percy"], to="15,16")
    assert scene.state.heirs["edward_lancaster"].holder is None


@pytest.mark.rule("base-11.10", "house-5.3")
def test_an_heir_alone_in_the_open_is_taken_by_whoever_comes_unopposed() -> None:
    scene = scene_with("percy", "14,18").heir_at("george", "14,16")
    scene.movement(0)
    scene.play(0, "march", nobles=["percy"], to="14,16")
    assert scene.state.heirs["george"].holder == "percy"


@pytest.mark.rule("base-11.10")
def test_with_an_enemy_beside_him_he_is_not_taken() -> None:
    scene = scene_with("percy", "14,18").heir_at("george", "14,16").noble("scrope", 1, "14,16")
    scene.movement(0)
    scene.play(0, "march", nobles=["percy"], to="14,16")
    assert scene.state.heirs["george"].holder is None


@pytest.mark.rule("house-5.3", "base-13.11")
def test_one_noble_may_hold_several_heirs_of_both_houses() -> None:
    scene = scene_with("percy", "14,18", heirs=("henry",)).heir_at("george", "14,16")
    scene.movement(0)
    scene.play(0, "march", nobles=["percy"], to="14,16")
    assert scene.match.view(None).nobles["percy"].heirs == ("henry", "george")


# Passing an heir on


@pytest.mark.rule("house-1.2", "base-7.12", "house-8.7.8")
def test_an_heir_passes_between_own_nobles_in_one_square() -> None:
    scene = scene_with(heirs=("henry",)).noble("roos", 0, "14,16").noble("talbot", 1, "14,16")
    scene.movement(0)
    assert scene.candidates(0, "entrust", "noble") == {"roos"}
    assert scene.offered(1, "entrust") == []
    scene.play(0, "entrust", heir="henry", noble="roos")
    assert scene.state.heirs["henry"].holder == "roos"
    scene.play(0, "march", nobles=["percy"], to="14,18")
    assert scene.match.view(None).heirs["henry"].square == "14,16"


@pytest.mark.rule("base-7.12")
def test_an_heir_makes_no_second_journey_with_another_noble() -> None:
    scene = scene_with("percy", "13,20", heirs=("henry",)).noble("roos", 0, "18,20")
    scene.movement(0)
    scene.play(0, "march", nobles=["percy"], to="18,20")
    scene.play(0, "entrust", heir="henry", noble="roos")
    assert "roos" not in scene.candidates(0, "march", "nobles")
    assert "roos" not in scene.candidates(0, "ride", "nobles")
    scene.refused(0, "march", rule="base-7.12", nobles=["roos"], to="18,19")


@pytest.mark.rule("house-8.7.8", "base-7.12")
def test_an_heir_passes_through_the_gate() -> None:
    scene = scene_with("percy", "newark", heirs=("henry",)).noble("roos", 0, "16,13")
    scene.movement(0)
    scene.play(0, "entrust", heir="henry", noble="roos")
    assert scene.state.heirs["henry"].holder == "roos"


# Killing an heir


@pytest.mark.rule("house-1.11", "base-11.9")
@pytest.mark.parametrize("active", [0, 1])
@pytest.mark.parametrize("phase", ["movement", "combat", "draw"])
def test_an_heir_may_be_killed_in_anybodys_turn(active: int, phase: str) -> None:
    scene = scene_with(heirs=("margaret",)).noble("talbot", 1, "13,20").next_crown("saxons_1")
    scene.noble("roos", 1, "14,16")  # somebody to fight, so that the combat phase stays open
    getattr(scene, phase)(active)
    assert scene.state.phase == phase
    scene.play(0, "kill_heir", heir="margaret")
    found = scene.state.heirs["margaret"]
    assert (found.alive, found.holder) == (False, None)
    died = scene.happened(facts.HeirDied)[0]
    assert (died.heir, died.cause, died.seat) == ("margaret", "killed", 0)


@pytest.mark.rule("house-1.2", "house-1.11")
def test_only_the_faction_that_holds_him_may_kill_an_heir() -> None:
    scene = scene_with(heirs=("margaret",)).hold("george", "courtenay")
    scene.movement(0)
    assert scene.candidates(0, "kill_heir", "heir") == {"margaret"}
    assert scene.candidates(1, "kill_heir", "heir") == {"george"}
    scene.refused(1, "kill_heir", rule="house-1.11", heir="margaret")
    scene.refused(1, "kill_heir", rule="house-1.11", heir="richard_york")


@pytest.mark.rule("house-1.11", "base-12.6", "base-13.7")
def test_a_dead_king_is_no_king_and_never_comes_back() -> None:
    scene = scene_with(heirs=("henry",))
    scene.movement(0)
    scene.play(0, "kill_heir", heir="henry")
    found = scene.state.heirs["henry"]
    assert (found.alive, found.crowned, found.square) == (False, False, "")
    assert not any(heir.crowned for heir in scene.state.heirs.values())
    assert scene.offered(0, "kill_heir") == []


# Strength and votes


@pytest.mark.rule("base-1.11")
def test_heirs_add_no_troops() -> None:
    scene = scene_with(heirs=("margaret", "george"))
    assert troops(scene, "percy") == 100


@pytest.mark.rule("house-5.6a", "base-19.3")
def test_plantagenet_is_no_noble() -> None:
    scene = scene_with(heirs=("henry",))
    scene.movement(0)
    assert not any("plantagenet" in noble for noble in scene.match.view(None).nobles)
    assert not any("plantagenet" in card for card in HOUSE.content.crown)
    assert scene.candidates(0, "march", "nobles") == {"percy", "greystoke"}


@pytest.mark.rule("house-5.6b", "house-5.6c", "base-19.3")
@pytest.mark.parametrize(
    ("kings", "held", "extra"),
    [
        (("henry",), ("henry",), 30),
        (("richard_york",), ("richard_york",), 50),
        (("henry", "richard_york"), ("henry", "richard_york"), 80),
        (("henry", "richard_york"), ("richard_york",), 50),
        (("henry",), ("margaret", "richard_york"), 0),
        ((), ("henry", "richard_york"), 0),
    ],
)
def test_the_guard_of_a_king_serves_the_noble_who_holds_him(
    kings: tuple[str, ...], held: tuple[str, ...], extra: int
) -> None:
    scene = scene_with(heirs=held).crowned(*kings)
    assert troops(scene, "percy") == 100 + extra
    assert troops(scene, "courtenay") == 30


@pytest.mark.rule("house-5.6c")
def test_the_guard_goes_with_the_king_at_once() -> None:
    scene = scene_with(heirs=("henry",)).noble("roos", 0, "14,16")
    scene.movement(0)
    assert (troops(scene, "percy"), troops(scene, "roos")) == (130, 20)
    scene.play(0, "entrust", heir="henry", noble="roos")
    assert (troops(scene, "percy"), troops(scene, "roos")) == (100, 50)
    scene.play(0, "kill_heir", heir="henry")
    assert (troops(scene, "percy"), troops(scene, "roos")) == (100, 20)


@pytest.mark.rule("house-5.6c")
def test_the_guard_comes_with_the_coronation() -> None:
    scene = scene_with("percy", "york", heirs=("richard_york",), cards=("abp_york",))
    scene.coronation(0)
    assert troops(scene, "percy") == 130  # the archbishop brings 30 men north of the Trent
    scene.play(0, "crown", heir="richard_york")
    assert troops(scene, "percy") == 180


@pytest.mark.rule("house-5.6c")
def test_an_unheld_king_has_no_guard() -> None:
    scene = scene_with("percy", "london")
    assert scene.state.heirs["henry"].crowned
    assert scene.state.heirs["henry"].holder is None
    assert troops(scene, "percy") == 100


# Deaths of nobles who hold heirs


@pytest.mark.rule("house-5.19h", "base-12.4")
def test_an_unheld_heir_stays_where_he_is_when_the_place_turns_neutral() -> None:
    scene = scene_with("percy", "york").noble("roos", 0, "newcastle").control("newcastle", "percy")
    scene.heir_at("george", "14,4", "newcastle").next_events("E-PL02")
    scene.event(0)
    assert "newcastle" not in scene.state.control
    assert scene.state.heirs["george"].holder is None
    assert scene.state.heirs["george"].alive
    assert scene.match.view(None).heirs["george"].square == "14,4"


@pytest.mark.rule("base-12.5", "base-12.4")
def test_heirs_die_of_the_plague_with_their_keeper() -> None:
    scene = scene_with("percy", "york", heirs=("george",)).noble("roos", 0, "york", outside=True)
    scene.next_events("E-PL02")
    scene.event(0)
    assert not scene.state.heirs["george"].alive
    assert [d.cause for d in scene.happened(facts.HeirDied)].count("plague") == 2


@pytest.mark.rule("house-4.10", "house-5.3")
def test_an_heir_in_an_open_town_is_taken_by_going_in() -> None:
    scene = scene_with("percy", "5,18")
    scene.movement(0)
    assert scene.state.heirs["george"].holder is None
    scene.play(0, "enter", nobles=["percy"], place="cardigan")
    assert scene.state.heirs["george"].holder == "percy"


@pytest.mark.rule("house-4.10", "house-5.3")
def test_a_noble_called_into_the_place_of_an_heir_takes_him() -> None:
    scene = scene_with("percy", "13,20", cards=("abp_york",)).next_events("E-RA11")
    scene.event(0)
    scene.play(0, "answer_call", to="york")
    assert scene.state.heirs["richard_york"].holder == "percy"
    outside = scene_with("percy", "13,20", cards=("abp_york",)).next_events("E-RA11")
    outside.event(0)
    outside.play(0, "answer_call", to="15,9")
    assert outside.state.heirs["richard_york"].holder is None


@pytest.mark.rule("house-4.10", "house-5.3", "base-3.5")
def test_a_noble_entering_play_beside_an_heir_takes_him() -> None:
    scene = scene_with().heir_at("george", "13,9", "skipton").next_crown("clifford")
    scene.draw(0)
    scene.play(0, "settle", noble="clifford", castle="skipton")
    assert scene.state.heirs["george"].holder == "clifford"


# The Royal Guard never changes hands in silence (house §5.6).


PASSED = facts.GuardPassed


def guarded() -> Scene:
    """Roos of seat 0 keeps King Henry, Howard of seat 0 stands with him, Bourchier far away."""
    scene = Scene().noble("roos", 0, "13,20", heirs=("henry",)).noble("howard", 0, "13,20")
    return scene.noble("bourchier", 1, "19,18").crowned("henry")


def told(scene: Scene) -> list[facts.GuardPassed]:
    """What was told of the Guard since the position was built."""
    return [event for event in scene.match.table.events if isinstance(event, PASSED)]


@pytest.mark.rule("house-5.6c")
def test_it_follows_the_king_to_another_noble() -> None:
    scene = guarded()
    scene.movement(0)
    scene.play(0, "entrust", heir="henry", noble="howard")
    assert scene.happened(PASSED) == [PASSED("lancaster", "howard")]


@pytest.mark.rule("house-5.6c")
def test_it_comes_to_whoever_takes_an_unkept_king() -> None:
    scene = guarded().heir_at("henry", "14,20")
    scene.movement(0)
    scene.play(0, "march", nobles=["howard"], to="14,20")
    assert scene.happened(PASSED) == [PASSED("lancaster", "howard")]


@pytest.mark.rule("house-5.6c")
def test_it_is_given_up_with_the_king() -> None:
    scene = guarded()
    scene.movement(0)
    scene.play(0, "kill_heir", heir="henry")
    assert scene.happened(PASSED) == [PASSED("lancaster")]
    scene = guarded()
    changes.leave_heir(scene.match.table, "henry", "13,20", None)
    dethrone(scene.match.table, "henry")
    assert told(scene) == [PASSED("lancaster")]
    scene = guarded()
    dethrone(scene.match.table, "henry")
    assert told(scene) == [PASSED("lancaster")]


@pytest.mark.rule("house-5.6c", "house-5.6d")
def test_a_coronation_brings_it_and_beauforts_death_ends_it() -> None:
    scene = Scene().noble("beaufort", 0, "london").dead("henry", "margaret", "edward_lancaster")
    crown(scene.match.table, "beaufort", 0)
    assert told(scene) == [PASSED("lancaster", "beaufort")]
    changes.kill_noble(scene.match.table, "beaufort", "battle")
    assert told(scene) == [PASSED("lancaster", "beaufort"), PASSED("lancaster")]


@pytest.mark.rule("house-5.6c", "house-5.6d")
def test_who_dies_uncrowned_gives_no_guard_up() -> None:
    scene = guarded().noble("beaufort", 0, "london").hold("margaret", "howard")
    for noble in ("beaufort", "howard", "bourchier"):
        changes.kill_noble(scene.match.table, noble, "battle")
    changes.kill_heir(scene.match.table, "margaret", "battle", 0)
    assert told(scene) == []


@pytest.mark.rule("house-5.6c")
def test_an_heir_who_is_no_king_has_none() -> None:
    scene = guarded().hold("margaret", "roos")
    scene.movement(0)
    scene.play(0, "entrust", heir="margaret", noble="howard")
    assert scene.happened(PASSED) == []


def test_the_log_tells_of_it() -> None:
    words, names = KingmakerWords(HOUSE.content), ["Anne", "Bob"].__getitem__
    line = words.tell(PASSED("york", "howard"), names)
    assert line == "The Royal Guard of York now follows **Howard**. ‹house-5.6c›"
    line = words.tell(PASSED("york"), names)
    assert line == "The Royal Guard of York is given up. ‹house-5.6c›"
