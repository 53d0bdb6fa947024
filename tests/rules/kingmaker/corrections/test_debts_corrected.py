"""A moderator has somebody held for a ransom of draws, and sets whose draw is Booty."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Choice
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.corrections.captivity import BootyForgiven, DebtCorrected
from bot.rules.kingmaker.state import Booty
from tests.rules.kingmaker.captivity.held import RULES, capture_heir, held, keeper, owed
from tests.rules.kingmaker.corrections.mending import choices, mend, refused
from tests.rules.kingmaker.scene import Scene

RANSOM = "ishkibibble-ransom.1"
BOOTY = "ishkibibble-booty.1"


def three(ruleset: str = RULES) -> Scene:
    """Percy, Courtenay and Talbot, each of another player; seat 0's movement."""
    scene = Scene(3, ruleset).noble("percy", 0, "alnwick").noble("courtenay", 1, "tiverton")
    scene.noble("talbot", 2, "sheffield").movement(0)
    return scene


# Captives


@pytest.mark.rule("ishkibibble-ransom.1", "ishkibibble-ransom.3")
def test_a_noble_is_held_by_one_of_another_player() -> None:
    scene = three()
    held = {"captive": "courtenay", "noble": "percy"}
    outcome = mend(scene, "correct_hold", **held, draws="3")
    assert owed(scene) == {"courtenay": (1, 0, 3)}
    assert keeper(scene) == "percy"
    assert scene.state.nobles["courtenay"].captor == 0
    assert facts.CaptiveKept("courtenay", "percy", 0) in outcome.events
    assert DebtCorrected("courtenay", 1, 0, 3) in outcome.events
    assert refused(scene, "correct_hold", **held, draws="2") == (
        RANSOM,
        "That captive is already held. Change his ransom, or free him first.",
    )
    assert refused(scene, "correct_hold", captive="talbot", noble="courtenay", draws="2") == (
        "ishkibibble-ransom.3",
        "That noble is a captive until his ransom is paid or he is freed.",
    )
    mend(scene, "correct_free", captive="courtenay")
    assert owed(scene) == {}


@pytest.mark.rule("ishkibibble-ransom.1", "ishkibibble-ransom.3")
def test_who_is_not_held_so() -> None:
    scene = three().noble("neville", 0, "middleham").hold("henry", "courtenay")
    for captive in ("neville", "percy"):
        assert refused(scene, "correct_hold", captive=captive, noble="percy", draws="1") == (
            RANSOM,
            "The noble who holds the captive must belong to another player.",
        )
    held = {"captive": "courtenay", "noble": "percy", "draws": "1"}
    assert refused(scene, "correct_hold", **held, seat="2") == (
        RANSOM,
        "A noble’s own player owes the draws for him.",
    )
    assert refused(scene, "correct_hold", **held, seat="1") == (
        "ishkibibble-ransom.3",
        "First hand over the heirs that the captive keeps.",
    )


@pytest.mark.rule("ishkibibble-ransom.1", "base-11.10")
def test_an_heir_who_is_held_for_a_ransom_is_put_elsewhere_and_nothing_is_owed() -> None:
    scene = three().hold("henry", "percy")
    mend(scene, "correct_hold", captive="henry", noble="percy", draws="2", seat="1")
    assert owed(scene) == {"henry": (1, 0, 2)}
    mend(scene, "correct_move", piece="henry", to="tiverton")
    assert owed(scene) == {}
    assert scene.state.heirs["henry"].inside == "tiverton"


@pytest.mark.rule("ishkibibble-ransom.3")
def test_the_captives_of_who_is_held_now_are_free() -> None:
    scene = three()
    mend(scene, "correct_hold", captive="talbot", noble="courtenay", draws="2")
    mend(scene, "correct_hold", captive="courtenay", noble="percy", draws="1")
    assert owed(scene) == {"courtenay": (1, 0, 1)}
    assert scene.where("talbot")[1] is not None


@pytest.mark.rule("ishkibibble-ransom.1", "ishkibibble-ransom.3")
def test_who_is_aboard_leaves_his_ship() -> None:
    scene = three().give("courtenay", "le_swan").ship("le_swan", port="bristol")
    scene.aboard("courtenay", "le_swan")
    mend(scene, "correct_hold", captive="courtenay", noble="percy", draws="1")
    assert scene.state.ships["le_swan"].load == {}
    assert scene.state.nobles["courtenay"].aboard is None


@pytest.mark.rule("ishkibibble-ransom.1")
def test_an_heir_is_held_for_draws_of_who_is_named() -> None:
    scene = three().hold("henry", "courtenay")
    held = {"captive": "henry", "noble": "percy", "draws": "4"}
    assert refused(scene, "correct_hold", **held) == (
        RANSOM,
        "Say which player owes the draws for that heir.",
    )
    assert refused(scene, "correct_hold", **held, seat="0") == (
        RANSOM,
        "The noble who holds the captive must belong to another player.",
    )
    outcome = mend(scene, "correct_hold", **held, seat="1")
    assert owed(scene) == {"henry": (1, 0, 4)}
    assert scene.state.heirs["henry"].holder == "percy"
    assert facts.HeirHeld("henry", 1, 0, 4) in outcome.events


@pytest.mark.rule("ishkibibble-ransom.3")
def test_a_captive_is_given_no_heir() -> None:
    scene = three().hold("henry", "percy")
    mend(scene, "correct_hold", captive="courtenay", noble="percy", draws="1")
    assert refused(scene, "correct_heir", heir="henry", noble="courtenay") == (
        "ishkibibble-ransom.3",
        "That noble is a captive until his ransom is paid or he is freed.",
    )


# Booty


@pytest.mark.rule("ishkibibble-booty.1")
def test_a_draw_is_given_up_as_booty_and_taken_off_again() -> None:
    scene = three("classic+booty")
    assert choices(scene, "correct_hold", "captive") == ()
    assert choices(scene, "correct_booty", "to") == ("0", "1", "2", "nobody")
    assert refused(scene, "correct_booty", seat="1", to="1") == (
        BOOTY,
        "A player cannot win Booty from himself.",
    )
    assert refused(scene, "correct_booty", seat="1", to="nobody") == (
        BOOTY,
        "That player has given up no draw as Booty.",
    )
    outcome = mend(scene, "correct_booty", seat="1", to="0")
    assert facts.BootyWon(0, 1) in outcome.events
    mend(scene, "correct_booty", seat="2", to="0")
    mend(scene, "correct_booty", seat="1", to="2")
    outcome = mend(scene, "correct_booty", seat="1", to="nobody")
    assert scene.state.booty == [Booty(2, 0), Booty(1, 2)]
    assert BootyForgiven(1, 0) in outcome.events
    assert choices(three(), "correct_booty", "to") == ()


# A moderator mends what is owed for a captive, or frees him.


def calm(scene: Scene) -> Scene:
    """Nothing is under way."""
    scene.movement(0)
    return scene


@pytest.mark.rule("ishkibibble-ransom.1")
def test_a_moderator_sets_what_is_owed() -> None:
    scene = calm(held(draws=2))
    outcome = scene.match.direct(Choice.of("correct_debt", captive="courtenay", draws="5"))
    assert owed(scene) == {"courtenay": (1, 0, 5)}
    assert DebtCorrected("courtenay", 1, 0, 5) in outcome.events
    assert refused(scene, "correct_debt", captive="courtenay", draws="5") == (
        "ishkibibble-ransom.1",
        "That many draws are already owed.",
    )
    assert scene.match.violations() == []


@pytest.mark.rule("ishkibibble-ransom.5")
def test_a_moderator_frees_a_captive_and_forgives_the_debt() -> None:
    scene = held(draws=2)
    scene.hold("henry", "percy")
    calm(capture_heir(scene, "henry", 1))
    outcome = scene.match.direct(Choice.of("correct_free", captive="courtenay"))
    assert [e.why for e in outcome.events if isinstance(e, facts.CustodyEnded)] == ["correction"]
    assert scene.where("courtenay")[1] == "tiverton"
    scene.match.direct(Choice.of("correct_free", captive="henry"))
    assert owed(scene) == {}
    assert scene.state.heirs["henry"].holder in {"courtenay", "bourchier"}


@pytest.mark.rule("ishkibibble-ransom.3")
def test_a_captive_is_put_nowhere_without_his_keeper() -> None:
    scene = calm(held(draws=2).noble("fitzalan", 1, "19,18", cards=("le_swan",)))
    held_fast = (
        "ishkibibble-ransom.3",
        "That noble is a captive until his ransom is paid or he is freed.",
    )
    assert refused(scene, "correct_move", piece="courtenay", to="18,20") == held_fast
    assert refused(scene, "correct_aboard", noble="courtenay", ship="le_swan") == held_fast


@pytest.mark.rule("ishkibibble-ransom.6")
def test_a_keeper_who_dies_by_a_correction_leaves_the_captive_free() -> None:
    scene = calm(held(draws=2))
    scene.match.direct(Choice.of("correct_kill", piece="percy"))
    assert owed(scene) == {}
    assert scene.where("courtenay")[1] == "tiverton"
    assert scene.match.violations() == []
