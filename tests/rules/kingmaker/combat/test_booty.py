"""Booty: who beats a strong force draws in its player's place (ishkibibble-booty.1)."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.state import Booty, Custody
from tests.rules.kingmaker.battlefield import (
    FIELD,
    FINE,
    SURVIVE,
    conclude,
    idlers,
    lay_rolls,
    sound,
)
from tests.rules.kingmaker.battlefield import attack as attack_by_table
from tests.rules.kingmaker.combat.by_card.field import CARDS, attack, meeting
from tests.rules.kingmaker.scene import Scene

RULES = "classic+booty"


def fought(
    attackers: tuple[str, ...], defenders: tuple[str, ...], *, card: str = "majority"
) -> Scene:
    """Seat 0 has attacked seat 1, and a card that is no bad weather decided it."""
    scene = meeting(attackers, defenders, ruleset=RULES)
    scene.next_events(CARDS[card]).combat(0)
    return attack(scene, *attackers)


@pytest.mark.rule("ishkibibble-booty.1")
def test_an_attacker_who_beats_a_hundred_draws_in_the_losers_place() -> None:
    scene = fought(("percy", "mowbray"), ("neville", "stafford", "holland"))
    loser = sum(scene.match.view(0).nobles[n].troops for n in ("neville", "stafford", "holland"))
    assert loser >= 100
    assert scene.state.booty == [Booty(loser=1, victor=0)]
    assert [(e.seat, e.loser) for e in scene.happened(facts.BootyWon)] == [(0, 1)]
    assert scene.match.view(None).booty == (Booty(1, 0),)
    sound(scene)


@pytest.mark.rule("ishkibibble-booty.1")
def test_less_than_a_hundred_is_no_booty() -> None:
    scene = fought(("percy", "mowbray"), ("stafford",))
    assert scene.state.booty == []
    assert scene.happened(facts.BootyWon) == []


@pytest.mark.rule("ishkibibble-booty.1")
def test_a_defender_who_beats_a_hundred_takes_it_too() -> None:
    scene = fought(("percy",), ("mowbray", "neville", "stafford"))
    assert scene.state.booty == [Booty(loser=0, victor=1)]


@pytest.mark.rule("ishkibibble-booty.1")
def test_where_nobody_wins_there_is_none() -> None:
    scene = fought(("percy", "mowbray"), ("neville", "stafford", "holland"), card="3-1")
    assert scene.state.booty == []


@pytest.mark.rule("ishkibibble-booty.1")
def test_the_loser_draws_nothing_and_the_victor_in_his_place() -> None:
    scene = fought(("percy", "mowbray"), ("neville", "stafford", "holland"))
    scene.next_crown("saxons_1").draw(1)
    assert "saxons_1" in scene.state.factions[0].hand
    assert scene.state.factions[1].hand == []
    assert scene.state.booty == []
    assert [(e.seat, e.loser) for e in scene.happened(facts.BootyDrawn)] == [(0, 1)]
    drawn = scene.happened(facts.CrownCardDrawn)
    assert [(e.seat, e.card, e.audience) for e in drawn] == [
        (0, "", None), (0, "saxons_1", (0,)),
    ]  # fmt: skip


@pytest.mark.rule("ishkibibble-booty.1")
def test_several_are_given_up_one_a_turn_the_oldest_first() -> None:
    scene = meeting(("percy",), ("stafford",), ruleset=RULES, seats=3)
    scene.noble("talbot", 2, "sheffield")
    scene.state.booty = [Booty(1, 2), Booty(0, 1), Booty(1, 0)]
    scene.next_crown("saxons_1", "saxons_2")
    scene.draw(1)
    assert scene.state.factions[2].hand == ["saxons_1"]
    assert scene.state.booty == [Booty(0, 1), Booty(1, 0)]
    scene.draw(1)
    assert scene.state.factions[0].hand == ["saxons_2"]
    assert scene.state.booty == [Booty(0, 1)]


@pytest.mark.rule("ishkibibble-booty.1", "ishkibibble-ransom.1")
def test_it_is_given_up_before_any_debt() -> None:
    scene = meeting(("percy",), ("stafford",), ruleset=f"{RULES}+expanded_ransom", seats=3)
    scene.noble("talbot", 2, "sheffield").noble("courtenay", 1, "tiverton")
    captive = scene.state.nobles["courtenay"]
    captive.square, captive.inside, captive.captor = "", None, 0
    scene.state.custody["courtenay"] = Custody(1, 0, 1, keeper="percy")
    scene.state.booty = [Booty(1, 2)]
    scene.next_crown("saxons_1", "saxons_2")
    scene.draw(1)
    assert scene.state.factions[2].hand == ["saxons_1"]
    assert scene.state.custody["courtenay"].draws == 1
    scene.draw(1)
    assert "courtenay" not in scene.state.custody


def by_table(attackers: tuple[str, ...], defenders: tuple[str, ...], place: str = "") -> Scene:
    """Seat 0 against seat 1 by the house rules, in the open or before a place."""
    scene = idlers(Scene(2, "house+booty"))
    for noble in defenders:
        scene.noble(noble, 1, place or FIELD, outside=not place)
    for noble in attackers:
        scene.noble(noble, 0, place or FIELD, outside=True)
    return scene


@pytest.mark.rule("ishkibibble-booty.1")
@pytest.mark.parametrize(
    ("defenders", "won"),
    [(("neville", "stafford", "holland"), [Booty(1, 0)]), (("stafford",), [])],
)
def test_of_a_siege_the_nobles_inside_count_and_the_garrison_does_not(
    defenders: tuple[str, ...], won: list[Booty]
) -> None:
    besiegers = ("percy", "mowbray", "talbot")
    scene = by_table(besiegers, defenders, "skipton").give("percy", "marshal_england")
    lay_rolls(scene, SURVIVE).next_events(FINE).combat(0)
    conclude(scene, *besiegers, place="skipton")
    assert scene.happened(facts.SiegeConcluded)
    assert scene.state.booty == won


@pytest.mark.rule("ishkibibble-booty.1")
@pytest.mark.parametrize(
    ("roll", "result", "won"),
    [
        (100, "major_victory", [Booty(1, 0)]),
        (1, "attack_fails", [Booty(0, 1)]),
        (25, "no_victory", []),
    ],
)
def test_by_the_battle_table_it_goes_to_whoever_wins(
    roll: int, result: str, won: list[Booty]
) -> None:
    scene = by_table(("percy", "mowbray"), ("neville", "stafford", "holland"))
    lay_rolls(scene, roll).next_events(FINE).combat(0)
    attack_by_table(scene, "percy", "mowbray")
    assert [event.result for event in scene.happened(facts.BattleRolled)] == [result]
    assert scene.state.booty == won
