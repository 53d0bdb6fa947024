"""Battles decided by the lower half of an Event card."""

from __future__ import annotations

from fractions import Fraction

import pytest

from bot.rules.kernel import Field
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.combat.card_battle import CardFight
from bot.rules.kingmaker.components import RATIOS, reaches
from tests.rules.kingmaker.battlefield import FIELD, idlers, only, settle, sound, where
from tests.rules.kingmaker.combat.by_card.field import (
    CARDS,
    DEADLY,
    FREE_MOVE,
    SMALL,
    WRIT,
    attack,
    meeting,
    muster,
)
from tests.rules.kingmaker.scene import Scene

LEAST = {"majority": 90, "5-4": 100, "3-2": 120, "2-1": 160, "3-1": 240, "4-1": 320}
"""The strength that wins against 80, in steps of ten."""

STRENGTHS = tuple(sorted({80, *LEAST.values(), *(least - 10 for least in LEAST.values()), 330}))


def fought(half: str, total: int, *, larger_attacks: bool) -> Scene:
    """A force of so many against one of 80, with a card of this half on top."""
    nobles, cards = muster(total)
    sides = (nobles, SMALL) if larger_attacks else (SMALL, nobles)
    scene = meeting(*sides).give(nobles[0], *cards)
    scene.next_events(CARDS[half]).combat(0)
    return attack(scene, *sides[0])


@pytest.mark.rule("base-9.2", "base-9.5", "base-9.6", "base-9.7", "base-9.8", "base-9.13")
@pytest.mark.rule("classic-battle.2", "classic-battle.3", "classic-battle.4", "classic-battle.6")
@pytest.mark.parametrize("larger_attacks", [True, False])
@pytest.mark.parametrize("half", CARDS)
def test_every_half_at_every_threshold_whichever_side_is_larger(
    half: str, larger_attacks: bool
) -> None:
    for total in STRENGTHS:
        scene = fought(half, total, larger_attacks=larger_attacks)
        told = only(scene, facts.AttackDeclared)
        pair = (told.strength, told.opposed)
        assert pair == ((total, 80) if larger_attacks else (80, total))
        captives = {noble for e in scene.happened(facts.Captured) for noble in e.nobles}
        if half == "bad_weather":
            assert only(scene, facts.AttackCancelled).reason == "weather"
            assert scene.happened(facts.BattleDecided) == []
            assert captives == set()
            continue
        large, small = (0, 1) if larger_attacks else (1, 0)
        won = total >= LEAST[half]
        assert only(scene, facts.BattleDecided).winner == (large if won else None), total
        assert bool(captives) == won
        assert {scene.state.nobles[noble].seat for noble in captives} <= {small}


@pytest.mark.rule("base-9.13", "base-9.8")
@pytest.mark.parametrize("half", RATIOS)
def test_ratios_are_exact(half: str) -> None:
    num, den = RATIOS[half]  # type: ignore[index]
    for larger in range(130):
        for smaller in range(larger + 1):
            met = smaller == 0 or Fraction(larger, smaller) >= Fraction(num, den)
            assert reaches(half, larger, smaller) == (met and larger > smaller)  # type: ignore[arg-type]


def test_a_card_without_a_ratio_is_never_reached() -> None:
    assert not reaches("bad_weather", 400, 10)
    assert not reaches("none", 400, 10)


@pytest.mark.rule("base-4.2", "base-9.5", "base-9.13", "classic-battle.10")
def test_a_card_without_a_lower_half_is_kept_and_another_drawn_and_that_is_discarded() -> None:
    scene = attack(percy_against_grey(WRIT, FREE_MOVE, "E-RA08"), "percy")
    assert scene.state.factions[0].held == [WRIT, FREE_MOVE]
    assert scene.state.event_discards == ["E-RA08"]
    assert [(e.card, e.kept) for e in scene.happened(facts.CombatCardDrawn)] == [
        (WRIT, True),
        (FREE_MOVE, True),
        ("E-RA08", False),
    ]
    assert only(scene, facts.BattleDecided).winner == 0


def percy_against_grey(*cards: str) -> Scene:
    scene = meeting(("percy",), ("grey",)).next_events(*cards)
    scene.combat(0)
    return scene


@pytest.mark.rule("base-9.13", "classic-battle.10")
@pytest.mark.parametrize("card", ["E-EM03", "E-CM02", "E-ST02"])
def test_the_upper_half_of_the_card_has_no_effect(card: str) -> None:
    scene = attack(percy_against_grey(card), "percy")
    assert scene.state.event_discards == [card]
    assert scene.state.factions[0].held == []
    assert scene.happened(facts.EventDeckReshuffled) == []


@pytest.mark.rule("base-9.6", "classic-battle.7", "base-5.5")
def test_in_bad_weather_all_stay_and_the_force_has_had_its_attack() -> None:
    scene = attack(percy_against_grey(CARDS["bad_weather"]), "percy")
    assert where(scene, "percy") == where(scene, "grey") == (FIELD, None)
    assert scene.happened(facts.NobleDied) == []
    scene.refused(0, "attack", rule="base-5.5", nobles=["percy"], against="1", square=FIELD)
    sound(scene)


@pytest.mark.rule("base-9.9", "classic-battle.8", "classic-battle.9", "base-12.5")
def test_the_named_die_on_both_sides_even_if_nobody_wins() -> None:
    # 100 against 110: the 5 to 4 of the card, which names Percy, Beaufort and Clifford.
    scene = meeting(("percy",), ("beaufort", "mowbray", "pole"))
    scene.hold("margaret", "beaufort").next_events(DEADLY).combat(0)
    attack(scene, "percy")
    assert only(scene, facts.BattleDecided).winner is None
    assert {e.noble for e in scene.happened(facts.NobleDied)} == {"percy", "beaufort"}
    assert scene.state.heirs["margaret"].alive
    assert scene.state.heirs["margaret"].holder == "mowbray"
    assert where(scene, "pole") == (FIELD, None)
    sound(scene)


@pytest.mark.rule("base-9.9", "classic-battle.9", "base-9.11", "classic-battle.5")
def test_deaths_do_not_change_the_outcome() -> None:
    # 150 against 120 reaches 5 to 4; without Percy it would not.
    scene = meeting(("percy", "mowbray"), ("stafford", "fitzalan", "pole", "courtenay"))
    scene.hold("george", "pole").next_events(DEADLY).combat(0)
    attack(scene, "percy", "mowbray")
    assert "percy" not in scene.state.nobles
    assert only(scene, facts.BattleDecided).winner == 0
    assert set(only(scene, facts.Captured).nobles) == {"stafford", "fitzalan", "pole", "courtenay"}
    assert only(scene, facts.Captured).captor == 0
    assert scene.state.heirs["george"].holder == "mowbray"


@pytest.mark.rule("base-9.12")
def test_if_all_winners_die_nobody_is_captured_and_the_heirs_stand_unkept() -> None:
    scene = meeting(("percy",), ("mowbray",)).hold("henry", "percy").hold("george", "mowbray")
    scene.next_events(DEADLY).combat(0)
    attack(scene, "percy")
    assert only(scene, facts.BattleDecided).winner == 0
    assert "percy" not in scene.state.nobles
    assert scene.happened(facts.Captured) == []
    assert where(scene, "mowbray") == (FIELD, None)
    for heir in ("henry", "george"):
        found = scene.state.heirs[heir]
        assert (found.holder, found.square, found.inside) == (None, FIELD, None)
    sound(scene)


@pytest.mark.rule("base-9.7", "base-9.11", "classic-battle.4", "classic-battle.5")
def test_a_smaller_attacker_may_be_captured_and_the_defender_settles_his_fate() -> None:
    scene = meeting(("grey",), ("mowbray",)).hold("george", "grey")
    scene.next_events(DEADLY).combat(0)
    attack(scene, "grey")
    assert only(scene, facts.Captured).captor == 1
    assert scene.state.heirs["george"].holder == "mowbray"
    assert scene.asked(0) == ["offer_ransom"]
    scene.play(0, "offer_ransom")
    scene.play(1, "refuse")
    assert "grey" not in scene.state.nobles
    sound(scene)


@pytest.mark.rule("base-9.1")
def test_any_force_may_attack_any_other_and_nobody_is_sent_to_murder() -> None:
    scene = meeting(("hastings",), ("percy", "mowbray", "neville"))
    scene.combat(0)
    assert scene.candidates(0, "attack", "nobles") >= {"hastings"}
    assert scene.offered(0, "assassinate") == []
    reason = scene.refused(0, "assassinate", rule="base-9.1", noble="hastings", target="percy")
    assert reason == "At this table nobody sends out assassins. Attack instead."


@pytest.mark.rule("base-5.4")
def test_other_forces_of_the_square_are_not_asked() -> None:
    scene = meeting(("percy",), ("grey",), seats=3)
    scene.noble("neville", 2, FIELD, outside=True).next_events(CARDS["majority"]).combat(0)
    attack(scene, "percy")
    assert only(scene, facts.BattleDecided).winner == 0
    assert where(scene, "neville") == (FIELD, None)


@pytest.mark.rule("base-9.4")
def test_nobody_is_asked_anything_between_the_attack_and_its_card() -> None:
    scene = meeting(("percy",), ("grey",)).hand(1, "saxons_1", "saxons_2")
    scene.next_events(CARDS["majority"]).combat(0)
    attack(scene, "percy")
    assert scene.happened(facts.AttackAnnounced) == []
    assert only(scene, facts.BattleDecided).opposed == 20


@pytest.mark.rule("base-12.3")
def test_an_heir_is_not_entrusted_to_one_who_dies_too() -> None:
    # Percy and Clifford are named; Clifford is the stronger of the two comrades.
    scene = meeting(("percy", "clifford", "roos"), ("grey",)).give("clifford", "saxons_1")
    scene.hold("henry", "percy").next_events(DEADLY).combat(0)
    attack(scene, "percy", "clifford", "roos")
    assert scene.happened(facts.HeirTaken) == [facts.HeirTaken("henry", "roos", 0, handed=True)]


@pytest.mark.rule("base-9.12", "base-10.9")
def test_who_sallied_goes_back_in_if_all_who_beat_him_died() -> None:
    scene = idlers(Scene(2, "classic")).noble("mowbray", 1, "northampton")
    square = scene.board.places["northampton"].square
    scene.noble("percy", 0, square, outside=True).noble("neville", 1, square, outside=True)
    scene.give("percy", "marshal_england", "burgundian_crossbowmen_1", "flemish_crossbowmen_1")
    scene.siege("northampton", ["percy"]).next_events(DEADLY).combat(1)
    scene.play(1, "attack", nobles=["neville", "mowbray"], against="0", square=square)
    assert only(scene, facts.BattleDecided).winner == 0
    assert "percy" not in scene.state.nobles
    assert scene.happened(facts.Captured) == []
    assert scene.asked(1) == ["return_inside"]
    scene.play(1, "return_inside", nobles=["mowbray"])
    assert where(scene, "mowbray") == (square, "northampton")


@pytest.mark.rule("base-9.5", "base-11.1")
def test_only_those_who_are_still_there_and_free_fight() -> None:
    scene = meeting(("percy", "neville"), ("grey", "roos")).next_events(CARDS["majority"])
    scene.combat(0)
    table, state = scene.match.table, scene.state
    state.nobles["neville"].captor = state.nobles["roos"].captor = 2
    fight = CardFight(0, 1, FIELD, ["percy", "neville", "gone"], ["grey", "roos", "gone"])
    table.push(fight)
    fight.advance(table)
    assert (fight.attackers, fight.defenders) == (["percy"], ["grey"])


@pytest.mark.rule("base-9.5")
@pytest.mark.parametrize(("attackers", "defenders"), [(["gone"], ["grey"]), (["percy"], ["gone"])])
def test_without_anybody_on_a_side_there_is_no_battle(
    attackers: list[str], defenders: list[str]
) -> None:
    scene = meeting(("percy",), ("grey",))
    scene.combat(0)
    fight = CardFight(0, 1, FIELD, attackers, defenders)
    scene.match.table.push(fight)
    fight.advance(scene.match.table)
    told = scene.match.table.events[-1]
    assert told == facts.AttackCancelled("nobody")
    assert not scene.state.nobles["percy"].attacked
    assert scene.state.event_discards == []


# What is never asked


@pytest.mark.rule("base-5.4", "classic-battle.1", "base-9.1", "base-9.4")
@pytest.mark.parametrize(
    ("verb", "args", "rule", "says"),
    [
        (
            "ally_attack",
            {"nobles": ["courtenay"]},
            "classic-battle.1",
            "Each force fights for itself. Nobody takes sides.",
        ),
        (
            "name_target",
            {"target": "percy"},
            "base-9.1",
            "At this table nobody sends out assassins. Attack instead.",
        ),
        ("let_through", {}, "base-9.4", "At this table a declared attack waits for nobody."),
    ],
)
def test_answers_to_questions_of_the_house_rules_are_refused_by_the_base_rules(
    verb: str, args: dict[str, str | list[str]], rule: str, says: str
) -> None:
    scene = Scene(2, "classic").noble("percy", 0, FIELD).noble("courtenay", 1, "tiverton")
    scene.movement(0)
    assert scene.refused(1, verb, rule=rule, **args) == says


# Whom of a force in the open an attacker names, and what becomes of the rest.


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
