"""Houses take turns, and families act within the turn of the House that they serve."""

from __future__ import annotations

import pytest

from bot.content.in_force import table_rules
from bot.games import game_for
from bot.rules.kernel import Match
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.conditions.turns import opens
from bot.rules.kingmaker.royals.coronation import coronation_stops
from tests.rules.kingmaker.families.tables import (
    LANCASTER,
    MOWBRAY,
    NEVILLE,
    PERCY,
    STAFFORD,
    YORK,
    heads,
    played_on,
)


@pytest.mark.rule("families-turn.1")
def test_the_houses_take_turns_and_nobody_else() -> None:
    scene = heads()
    began = [e.seat for e in scene.turn(LANCASTER).events if isinstance(e, facts.TurnBegan)]
    played_on(scene, (YORK, "movement"))
    assert (began, scene.state.active, scene.state.round) == ([LANCASTER], YORK, 1)
    played_on(scene, (LANCASTER, "movement"))
    assert (scene.state.active, scene.state.round, scene.state.turn) == (LANCASTER, 2, 3)


@pytest.mark.rule("families-turn.5", "families-turn.6", "families-align.3")
def test_in_the_turn_of_a_house_its_families_move_after_it_clockwise() -> None:
    scene = heads().noble("clifford", YORK, "14,16")
    scene.noble("scrope", PERCY, "14,16").noble("audley", STAFFORD, "14,16")
    scene.turn(LANCASTER)
    asked = played_on(scene, (YORK, "movement"))
    own = [(LANCASTER, "movement"), (PERCY, "movement"), (STAFFORD, "movement")]
    fights = [(PERCY, "combat"), (STAFFORD, "combat")]
    drawn = [(LANCASTER, "keep_or_play")] * 2
    assert [pair for pair in asked if pair[1] != "declare_side"] == [*own, *fights, *drawn]


@pytest.mark.rule("families-turn.6", "families-align.2")
def test_while_a_family_acts_it_is_the_one_that_is_active() -> None:
    scene = heads()
    scene.turn(YORK)
    played_on(scene, (NEVILLE, "movement"))
    assert scene.state.active == NEVILLE
    scene.refused(YORK, "march", rule="base-3.1", nobles=["plantagenet_york"], to="9,18")
    scene.play(NEVILLE, "done")
    assert scene.state.active == MOWBRAY
    played_on(scene, (YORK, "keep_or_play"))
    assert scene.state.active == YORK


@pytest.mark.rule("families-turn.6")
def test_a_neutral_family_does_not_move_or_attack() -> None:
    scene = heads()
    scene.state.sides[NEVILLE].serves = ""
    scene.turn(YORK)
    assert (NEVILLE, "movement") not in played_on(scene, (LANCASTER, "movement"))


@pytest.mark.rule("families-turn.2")
def test_a_family_crowns_nobody() -> None:
    scene = heads(without=(PERCY,)).noble("percy", PERCY, "york", heirs=("richard_york",))
    scene.give("percy", "abp_york").turn(LANCASTER)
    asked = played_on(scene, (LANCASTER, "keep_or_play"))
    assert [kind for _, kind in asked if kind == "coronation"] == []
    scene.refused(PERCY, "crown", rule="families-turn.2", heir="richard_york")


@pytest.mark.rule("families-turn.2")
def test_a_house_crowns_no_heir_of_the_other() -> None:
    scene = heads().noble("clifford", LANCASTER, "york", heirs=("richard_york",))
    scene.give("clifford", "abp_york")
    scene.coronation(LANCASTER)
    assert "coronation" not in scene.asked(LANCASTER)
    stops = coronation_stops(scene.match.table, LANCASTER, "richard_york")
    assert [(stop.rule, stop.reason) for stop in stops] == [
        ("families-turn.2", "A House can crown only its own heirs.")
    ]


@pytest.mark.rule("families-turn.2")
def test_a_house_crowns_an_heir_of_its_own() -> None:
    scene = heads().noble("bourchier", YORK, "york", heirs=("richard_york",))
    scene.give("bourchier", "abp_york").coronation(YORK)
    scene.play(YORK, "crown", heir="richard_york")
    assert scene.state.heirs["richard_york"].crowned


@pytest.mark.rule("families-turn.3")
def test_a_family_calls_no_parliament() -> None:
    scene = heads(without=(PERCY,)).noble("percy", PERCY, "york", heirs=("henry",))
    scene.turn(LANCASTER)
    assert (PERCY, "parliament") not in played_on(scene, (LANCASTER, "keep_or_play"))
    scene.refused(PERCY, "call_parliament", rule="families-turn.3", by="percy")


@pytest.mark.rule("families-turn.4")
def test_a_family_draws_no_card() -> None:
    scene = heads()
    scene.turn(LANCASTER)
    asked = played_on(scene, (YORK, "movement"))
    assert {seat for seat, kind in asked if kind == "keep_or_play"} == {LANCASTER}
    assert [len(faction.hand) for faction in scene.state.factions] == [2, 0, 0, 0, 0, 0]
    scene.refused(PERCY, "keep", rule="families-turn.4")


def test_the_chancellor_of_a_family_opens_the_game_for_its_house() -> None:
    table = heads().match.table
    assert [opens(table, seat) for seat in range(6)] == [0, 1, 1, 0, 1, 0]


def test_nobody_takes_a_part_up_late() -> None:
    match, _ = Match.start(game_for("kingmaker", "families"), 4, "late")
    offers = [
        offer.verb for prompt in match.game.directives(match.table) for offer in prompt.offers
    ]
    assert "join" not in offers


@pytest.mark.rule("families-cards.5")
def test_what_is_not_changed_is_as_in_the_classic_game() -> None:
    rules = table_rules("families")
    kept = ("classic-siege.3", "classic-battle.3", "classic-turn.4", "classic-lords.3", "base-7.1")
    assert all(row in rules for row in kept)
    assert rules.replaced_by("classic-turn.8") == ("families-cards.1", "families-cards.2")
