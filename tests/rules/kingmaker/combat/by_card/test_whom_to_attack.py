"""Whom of a force in the open an attacker names, and what becomes of the rest."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Field
from bot.rules.kingmaker import facts
from tests.rules.kingmaker.battlefield import FIELD, idlers, only, settle, sound, where
from tests.rules.kingmaker.combat.by_card.field import CARDS, DEADLY, meeting
from tests.rules.kingmaker.scene import Scene

WHOLE = "You attack a force as a whole here. Do not pick out nobles from it."
ELSEWHERE = "Name nobles of that force in the open in the square. To attack them all, name nobody."
AGAIN = "One of them has already been attacked in this phase. Name only the others."

AIM = {"against": "1", "square": FIELD}


def three(ruleset: str = "classic") -> Scene:
    """Percy and Mowbray of seat 0 against Neville, Grey and Roos of seat 1."""
    foes = ("neville", "grey", "roos")
    scene = meeting(("percy", "mowbray"), foes, ruleset=ruleset).next_events(CARDS["majority"])
    scene.combat(0)
    return scene


def asked(scene: Scene) -> list[Field]:
    """The field in which the attacker names whom he attacks, for each attack offered."""
    offers = scene.offered(0, "attack")
    return [f for o in offers if o.field("square").candidates == (FIELD,) for f in o.fields[3:]]


@pytest.mark.rule("classic-battle.1", "base-9.2")
@pytest.mark.parametrize("ruleset", ["classic", "families"])
def test_he_attacks_whom_he_names_and_the_others_take_no_part(ruleset: str) -> None:
    scene = three(ruleset)
    assert asked(scene) == [Field("foes", ("neville", "grey", "roos"), 0, 3)]
    scene.play(0, "attack", nobles=["percy"], foes=["neville"], **AIM)
    declared = only(scene, facts.AttackDeclared)
    assert (declared.attackers, declared.defenders) == (("percy",), ("neville",))
    assert (declared.strength, declared.opposed) == (100, 50)
    assert scene.happened(facts.Captured) == [facts.Captured(("neville",), 0, (1,))]
    assert [scene.state.nobles[n].captor for n in ("grey", "roos")] == [None, None]
    assert [scene.state.nobles[n].defended for n in ("neville", "grey", "roos")] == [
        True,
        False,
        False,
    ]
    assert where(scene, "roos") == (FIELD, None)


@pytest.mark.rule("classic-battle.1")
def test_if_he_names_nobody_he_attacks_them_all() -> None:
    scene = three()
    scene.play(0, "attack", nobles=["percy", "mowbray"], **AIM)
    declared = only(scene, facts.AttackDeclared)
    assert set(declared.defenders) == {"neville", "grey", "roos"}
    assert declared.strength == 150


@pytest.mark.rule("classic-battle.1", "base-5.5")
def test_each_is_attacked_once_and_the_rest_may_be_attacked_by_others() -> None:
    scene = three().next_events(CARDS["4-1"])
    scene.play(0, "attack", nobles=["mowbray"], foes=["neville", "grey"], **AIM)
    assert only(scene, facts.BattleDecided).winner is None
    assert asked(scene) == [Field("foes", ("roos",), 0, 1, unasked=True)]
    reason = scene.refused(0, "attack", rule="base-5.5", nobles=["percy"], foes=["grey"], **AIM)
    assert reason == AGAIN
    scene.play(0, "attack", nobles=["percy"], **AIM)
    assert only(scene, facts.AttackDeclared).defenders == ("roos",)


@pytest.mark.rule("classic-battle.1")
@pytest.mark.parametrize("other", ["stafford", "talbot", "audley", "nobody"])
def test_he_names_only_nobles_of_one_faction_in_the_open_there(other: str) -> None:
    scene = meeting(("percy",), ("neville", "grey"), seats=3)
    scene.noble("stafford", 2, FIELD).noble("talbot", 1, "sheffield").combat(0)
    foes = ["neville", other]
    reason = scene.refused(0, "attack", rule="classic-battle.1", nobles=["percy"], foes=foes, **AIM)
    assert reason == ELSEWHERE


@pytest.mark.rule("base-5.4")
@pytest.mark.parametrize("ruleset", ["classic+whole_forces", "ishkibibble", "house"])
def test_where_forces_stand_together_nobody_is_named(ruleset: str) -> None:
    scene = three(ruleset)
    assert asked(scene) == []
    reason = scene.refused(0, "attack", rule="base-5.4", nobles=["percy"], foes=["grey"], **AIM)
    assert reason == WHOLE


@pytest.mark.rule("base-5.4", "base-5.5")
def test_a_force_that_stands_together_is_attacked_as_a_whole_and_once() -> None:
    scene = three("classic+whole_forces").next_events(CARDS["4-1"])
    scene.play(0, "attack", nobles=["percy"], **AIM)
    assert set(only(scene, facts.AttackDeclared).defenders) == {"neville", "grey", "roos"}
    scene.refused(0, "attack", rule="base-5.5", nobles=["mowbray"], **AIM)


@pytest.mark.rule("classic-battle.1", "classic-battle.8")
def test_who_is_not_named_does_not_die_by_the_card_and_keeps_his_heirs() -> None:
    scene = meeting(("mowbray",), ("grey", "clifford")).next_events(DEADLY)
    scene.hold("henry", "clifford").hold("george", "grey").combat(0)
    scene.play(0, "attack", nobles=["mowbray"], foes=["grey"], **AIM)
    assert only(scene, facts.BattleDecided).winner == 0
    assert "clifford" in scene.state.nobles
    assert scene.state.heirs["henry"].holder == "clifford"
    assert scene.state.heirs["george"].holder == "mowbray"


def relief(*besiegers: str) -> Scene:
    """Percy of seat 0 stands before Northampton, which these of seat 1 besiege."""
    scene = idlers(Scene(2, "classic")).noble("beaufort", 0, "northampton")
    square = scene.board.places["northampton"].square
    for noble in besiegers:
        scene.noble(noble, 1, square)
    scene.give(besiegers[0], "marshal_england").give(besiegers[0], "burgundian_crossbowmen_1")
    scene.noble("percy", 0, square).siege("northampton", list(besiegers))
    scene.next_events(CARDS["majority"]).combat(0)
    return scene


@pytest.mark.rule("classic-battle.1", "base-10.10", "base-10.11")
def test_a_siege_holds_as_long_as_those_who_were_not_attacked_match_the_defence() -> None:
    scene = relief("mowbray", "neville", "grey")
    square = scene.board.places["northampton"].square
    scene.give("mowbray", "saxons_1", "saxons_2", "flemish_crossbowmen_1", "scots_archers_1")
    aim = {"against": "1", "square": square}
    scene.play(0, "attack", nobles=["percy"], foes=["grey"], **aim)
    settle(scene)
    assert scene.happened(facts.SiegeBroken) == []
    assert scene.state.sieges["northampton"].besiegers == ["mowbray", "neville"]
    sound(scene)


@pytest.mark.rule("classic-battle.1", "base-10.10")
def test_it_ends_where_the_rest_is_too_weak() -> None:
    scene = relief("mowbray", "neville")
    square = scene.board.places["northampton"].square
    scene.play(0, "attack", nobles=["percy"], foes=["neville"], against="1", square=square)
    settle(scene)
    assert scene.happened(facts.SiegeBroken) == [facts.SiegeBroken(1, "northampton", "weakness")]
    assert scene.state.nobles["mowbray"].captor is None
