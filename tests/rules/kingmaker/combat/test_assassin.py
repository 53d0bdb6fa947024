"""Attacks below one to four: the lone assassin."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.battlefield import (
    BAD,
    FIELD,
    FINE,
    attack,
    chances,
    field_of,
    holder,
    idlers,
    lay_rolls,
    only,
    result,
    sound,
    stand_aside,
    where,
)
from tests.rules.kingmaker.scene import Scene


def strike(scene: Scene, target: str, *rolls: int, assassin: str = "howard") -> None:
    """An assassin strikes in fine weather."""
    scene.next_events(FINE)
    lay_rolls(scene, *rolls).combat(0)
    scene.play(0, "assassinate", noble=assassin, target=target)
    if scene.asked(1) == ["moment"]:  # who keeps an heir there is asked (house-5.14f)
        scene.play(1, "let_through")


@pytest.mark.rule("house-5.15b", "house-5.15a")
@pytest.mark.parametrize("force", [("howard",), ("howard", "roos"), ("roos", "howard", "hastings")])
def test_no_ordinary_attack_is_made_below_one_to_four(force: tuple[str, ...]) -> None:
    scene = field_of(force, ("percy", "neville", "mowbray"))
    scene.combat(0)
    scene.refused(0, "attack", rule="house-5.15b", nobles=list(force), against="1", square=FIELD)


@pytest.mark.rule("house-5.15b", "house-5.15a")
def test_at_exactly_one_to_four_the_attack_is_ordinary() -> None:
    scene = field_of(("howard",), ("holland", "grey"))
    scene.next_events(FINE)
    lay_rolls(scene, 100).combat(0)
    scene.refused(0, "assassinate", rule="house-5.15b", noble="howard", target="grey")
    attack(scene, "howard")
    assert result(scene) == "major_victory"


@pytest.mark.rule("house-5.15b")
def test_just_below_one_to_four_only_the_assassin_attacks() -> None:
    scene = field_of(("roos",), ("mowbray", "holland", "cromwell", "hastings"))
    scene.combat(0)
    scene.refused(0, "attack", rule="house-5.15b", nobles=["roos"], against="1", square=FIELD)
    assert scene.candidates(0, "assassinate", "noble") == {"roos"}


@pytest.mark.rule("house-5.15b")
@pytest.mark.parametrize("noble", ["pole", "fitzalan", "stafford"])
def test_a_noble_of_printed_title_is_no_assassin(noble: str) -> None:
    scene = field_of((noble,), ("percy", "neville", "mowbray"))
    scene.combat(0)
    scene.refused(0, "assassinate", rule="house-5.15b", noble=noble, target="percy")


@pytest.mark.rule("house-5.15b")
def test_a_noble_with_a_title_card_is_no_assassin() -> None:
    scene = idlers(Scene()).noble("howard", 0, FIELD, cards=("earl_essex",))
    scene.noble("percy", 1, FIELD).noble("neville", 1, FIELD).combat(0)
    scene.refused(0, "assassinate", rule="house-5.15b", noble="howard", target="percy")


@pytest.mark.rule("house-5.15b")
def test_assassins_do_not_strike_in_pairs() -> None:
    scene = field_of(("howard", "hastings"), ("percy", "neville"))
    scene.combat(0)
    scene.refused(
        0, "assassinate", rule="house-5.15b", noble=["howard", "hastings"], target="percy"
    )


@pytest.mark.rule("house-5.15c")
def test_the_assassin_never_wins_and_no_battle_roll_is_made() -> None:
    scene = field_of(("howard",), ("percy",))
    strike(scene, "percy", 100, 1)
    rolled = only(scene, facts.BattleRolled)
    assert (rolled.column, rolled.roll, rolled.result) == ("A", None, "attack_fails")
    assert [(e.who, e.roll) for e in scene.happened(facts.DeathRolled)] == [
        ("howard", 100),
        ("percy", 1),
    ]
    assert scene.happened(facts.Captured) == []
    assert "percy" not in scene.state.nobles


@pytest.mark.rule("house-5.15c")
def test_the_weather_is_checked_for_an_assassin_too() -> None:
    scene = field_of(("howard",), ("percy",)).next_events(BAD)
    scene.combat(0)
    scene.play(0, "assassinate", noble="howard", target="percy")
    assert only(scene, facts.AttackCancelled).reason == "weather"
    assert scene.happened(facts.DeathRolled) == []
    assert where(scene, "howard") == (FIELD, None)


@pytest.mark.rule("house-5.14d", "house-5.15c")
def test_an_assassin_keeps_the_writ_he_draws() -> None:
    scene = field_of(("howard",), ("percy",)).next_events("E-WR01")
    strike(scene, "percy")
    assert scene.state.factions[0].held == []
    scene = field_of(("howard",), ("percy",)).next_events("E-WR01", BAD)
    scene.combat(0)
    scene.play(0, "assassinate", noble="howard", target="percy")
    assert scene.state.factions[0].held == ["E-WR01"]


@pytest.mark.rule("house-5.15d", "base-5.4")
def test_only_the_assassin_and_his_target_roll() -> None:
    scene = field_of(("howard",), ("percy", "neville")).hold("george", "neville")
    strike(scene, "neville")
    assert chances(scene) == {"howard": 25, "neville": 20}


@pytest.mark.rule("house-5.15d")
def test_an_heir_may_be_the_target() -> None:
    scene = field_of(("howard",), ("percy", "neville")).hold("george", "neville")
    scene.hold("edward_march", "percy")
    strike(scene, "george")
    assert chances(scene) == {"howard": 25, "george": 10}
    assert holder(scene, "george") == "neville"


@pytest.mark.rule("house-5.15d")
def test_the_targets_are_the_nobles_and_heirs_of_the_force_attacked() -> None:
    scene = field_of(("howard",), ("percy", "neville")).hold("george", "neville")
    scene.noble("mowbray", 1, "13,19").hold("edward_march", "mowbray")
    scene.heir_at("richard_york", FIELD).combat(0)
    assert scene.candidates(0, "assassinate", "target") == {"percy", "neville", "george"}
    scene.refused(0, "assassinate", rule="house-5.15d", noble="howard", target="mowbray")
    scene.refused(0, "assassinate", rule="house-5.15d", noble="howard", target="richard_york")


@pytest.mark.rule("house-5.15d")
@pytest.mark.parametrize(("roll", "dies"), [(25, True), (26, False)])
def test_the_assassins_own_risk_at_its_edges(roll: int, dies: bool) -> None:
    scene = field_of(("howard",), ("percy",))
    strike(scene, "percy", roll, 100)
    assert ("howard" not in scene.state.nobles) is dies


@pytest.mark.rule("house-5.15d")
@pytest.mark.parametrize(("roll", "dies"), [(20, True), (21, False)])
def test_the_risk_of_a_target_noble_at_its_edges(roll: int, dies: bool) -> None:
    scene = field_of(("howard",), ("percy",))
    strike(scene, "percy", 100, roll)
    assert ("percy" not in scene.state.nobles) is dies


@pytest.mark.rule("house-5.15d")
@pytest.mark.parametrize(("roll", "dies"), [(10, True), (11, False)])
def test_the_risk_of_a_target_heir_at_its_edges(roll: int, dies: bool) -> None:
    scene = field_of(("howard",), ("percy",)).hold("george", "percy")
    strike(scene, "george", 100, roll)
    assert scene.state.heirs["george"].alive is not dies


@pytest.mark.rule("house-2.3d", "house-5.15d")
@pytest.mark.parametrize(("roll", "dies"), [(12, True), (13, False)])
def test_an_heir_of_the_assassin_runs_his_own_risk(roll: int, dies: bool) -> None:
    scene = field_of(("howard",), ("percy",)).hold("margaret", "howard")
    strike(scene, "percy", 100, roll)
    assert chances(scene) == {"howard": 25, "margaret": 12, "percy": 20}
    assert scene.state.heirs["margaret"].alive is not dies


@pytest.mark.rule("house-5.15d", "house-5.16b")
def test_a_surviving_assassin_goes_home_and_keeps_his_heir() -> None:
    scene = field_of(("howard",), ("percy",)).hold("margaret", "howard")
    strike(scene, "percy", 100, 100, 20)
    assert where(scene, "howard") == ("20,14", "castle-rising")
    assert only(scene, facts.WentHome).cause == "retreat"
    assert holder(scene, "margaret") == "howard"
    assert "percy" not in scene.state.nobles
    sound(scene)


@pytest.mark.rule("house-5.17d", "house-5.15d")
def test_the_heir_of_a_dead_assassin_falls_to_the_defender() -> None:
    scene = field_of(("howard",), ("percy",)).hold("margaret", "howard")
    strike(scene, "percy", 25, 100, 100)
    assert holder(scene, "margaret") == "percy"


@pytest.mark.rule("house-5.17d", "house-5.15d")
def test_with_assassin_and_target_dead_his_comrade_takes_the_heir() -> None:
    scene = field_of(("howard",), ("percy", "neville")).hold("margaret", "howard")
    strike(scene, "percy", 25, 100, 20)
    assert holder(scene, "margaret") == "neville"


@pytest.mark.rule("house-1.16", "house-1.17")
def test_an_assassination_is_an_attack_and_a_defence() -> None:
    scene = field_of(("howard", "hastings"), ("percy", "neville"), seats=3)
    scene.noble("pole", 2, FIELD).noble("stafford", 2, FIELD).next_events(BAD).combat(0)
    scene.play(0, "assassinate", noble="howard", target="percy")
    stand_aside(scene)
    assert scene.state.nobles["howard"].attacked
    assert {n for n, f in scene.state.nobles.items() if f.defended} == {"percy", "neville"}
    assert scene.candidates(0, "assassinate", "noble") == {"hastings"}
    assert scene.candidates(0, "assassinate", "target") == {"pole", "stafford"}
