"""The ambush: a card for deaths alone, before or instead of a battle."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.battlefield import FIELD, only, sound, where
from tests.rules.kingmaker.combat.by_card.field import CARDS, DEADLY, attack, meeting
from tests.rules.kingmaker.combat.by_card.test_nobles_killed import rolled
from tests.rules.kingmaker.scene import Scene

AMBUSH = "classic+ambush"


def ambush(scene: Scene, *nobles: str, **args: str) -> Scene:
    """Seat 0 lies in ambush for seat 1."""
    scene.play(0, "ambush", nobles=nobles, against="1", square=FIELD, **args)
    return scene


@pytest.mark.rule("base-18.1")
def test_the_named_die_on_either_side_at_any_odds_and_nobody_wins() -> None:
    # 10 against 230; the card names Beaufort, Clifford and Percy.
    scene = meeting(("clifford",), ("percy", "beaufort", "mowbray", "neville"), ruleset=AMBUSH)
    scene.hold("george", "beaufort").next_events(DEADLY).combat(0)
    ambush(scene, "clifford")
    assert {e.noble for e in scene.happened(facts.NobleDied)} == {"clifford", "percy", "beaufort"}
    assert scene.happened(facts.BattleDecided) == scene.happened(facts.Captured) == []
    assert scene.state.heirs["george"].holder in ("mowbray", "neville")
    assert scene.state.event_discards == [DEADLY]
    sound(scene)


@pytest.mark.rule("base-18.1")
def test_in_bad_weather_there_is_no_ambush() -> None:
    scene = meeting(("roos",), ("percy",), ruleset=AMBUSH).next_events(CARDS["bad_weather"])
    scene.combat(0)
    ambush(scene, "roos")
    assert only(scene, facts.AttackCancelled).reason == "weather"
    assert where(scene, "percy") == (FIELD, None)


@pytest.mark.rule("base-18.2")
def test_after_it_they_may_still_fight_but_not_ambush_again() -> None:
    scene = meeting(("percy", "roos"), ("grey",), ruleset=AMBUSH)
    scene.next_events(CARDS["3-1"], "E-RA10").combat(0)
    ambush(scene, "roos")
    aim = {"against": "1", "square": FIELD}
    reason = scene.refused(0, "ambush", rule="base-18.2", nobles=["roos"], **aim)
    assert reason == "That noble has already taken part in an ambush in this phase."
    reason = scene.refused(0, "ambush", rule="base-18.2", nobles=["percy"], **aim)
    assert reason == "That force has already been in an ambush in this phase."
    attack(scene, "percy", "roos")
    assert only(scene, facts.BattleDecided).winner == 0


@pytest.mark.rule("base-18.3")
def test_nobody_inside_a_fortress_is_ambushed() -> None:
    scene = Scene(2, AMBUSH).noble("grey", 1, "northampton")
    scene.noble("percy", 0, "northampton", outside=True).combat(0)
    square = scene.board.places["northampton"].square
    assert scene.offered(0, "ambush") == []
    scene.refused(0, "ambush", rule="base-10.1", nobles=["percy"], against="1", square=square)


@pytest.mark.rule("base-18.1", "base-19.5")
def test_with_the_dice_one_is_named_and_only_he_and_the_ambushers_roll(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = meeting(("roos",), ("percy", "grey"), ruleset="classic+ambush+nobles_killed")
    scene.hold("george", "grey").next_events(DEADLY).combat(0)
    assert scene.candidates(0, "ambush", "target") >= {"percy", "grey", "george"}
    rolled(scene, monkeypatch, 3, 3, 1, 1)
    ambush(scene, "roos", target="george")
    assert [e.who for e in scene.happened(facts.DeathDiceRolled)] == ["roos", "george"]
    assert not scene.state.heirs["george"].alive
    assert "percy" in scene.state.nobles


@pytest.mark.rule("base-18.1", "base-19.5")
@pytest.mark.parametrize("target", ["henry", "neville", "roos", "nobody"])
def test_with_the_dice_only_one_of_that_force_may_be_named(target: str) -> None:
    scene = meeting(("roos",), ("percy", "grey"), ruleset="classic+ambush+nobles_killed")
    scene.hold("george", "grey").noble("neville", 1, "13,13").combat(0)
    aim = {"nobles": ["roos"], "against": "1", "square": FIELD}
    says = "Name one target for the ambush: a noble or an heir in that force."
    reason = scene.refused(0, "ambush", rule="base-18.1", target=target, **aim)  # type: ignore[arg-type]
    assert reason == says
    assert scene.refused(0, "ambush", rule="base-18.1", **aim) == says  # type: ignore[arg-type]
    scene.play(0, "ambush", target="george", **aim)  # type: ignore[arg-type]


@pytest.mark.rule("base-18.1")
def test_by_the_names_on_the_card_nobody_is_named_beforehand() -> None:
    scene = meeting(("roos",), ("percy",), ruleset=AMBUSH)
    scene.combat(0)
    aim = {"against": "1", "square": FIELD, "target": "percy"}
    reason = scene.refused(0, "ambush", rule="base-18.1", nobles=["roos"], **aim)
    assert reason == "The card decides who dies. Do not name anyone yourself."


@pytest.mark.rule("base-19.6", "base-18.1")
@pytest.mark.parametrize(
    ("card", "used"), [(CARDS["majority"], True), (CARDS["bad_weather"], False)]
)
@pytest.mark.parametrize("bearer", ["neville", "percy"])
def test_french_foot_soldiers_are_used_up_by_an_ambush_on_either_side(
    bearer: str, card: str, used: bool
) -> None:
    scene = meeting(("neville",), ("percy", "grey"), ruleset="classic+advanced_cards+ambush")
    scene.give(bearer, "french_foot", "saxons_1").next_events(card).combat(0)
    ambush(scene, "neville")
    assert scene.state.nobles[bearer].cards == (
        ["saxons_1"] if used else ["french_foot", "saxons_1"]
    )
    assert ("french_foot" in scene.state.crown_discards) == used
    sound(scene)


def test_without_the_option_nobody_lies_in_ambush() -> None:
    scene = meeting(("roos",), ("percy",))
    scene.combat(0)
    assert scene.offered(0, "ambush") == []
    aim = {"against": "1", "square": FIELD}
    reason = scene.refused(0, "ambush", rule="base-9.1", nobles=["roos"], **aim)
    assert reason == "At this table nobody lies in ambush. Attack instead."
