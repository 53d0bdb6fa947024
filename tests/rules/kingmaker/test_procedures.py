"""A rule set's procedures: each name leads to its own, and each makes a difference."""

from __future__ import annotations

import pytest

from bot.content import load_content
from bot.rules.kingmaker import repertoire
from bot.rules.kingmaker.combat.card_battle import ByEventCard
from bot.rules.kingmaker.combat.fight import ByPercentileTable
from bot.rules.kingmaker.content import Use
from bot.rules.kingmaker.events.deck import AtOnceAfterEmbassy, Reshuffle, WhenEmpty
from bot.rules.kingmaker.procedures import Procedures, procedures
from bot.rules.kingmaker.victory.house import HouseVictory
from bot.rules.kingmaker.victory.last_king import LastKing
from bot.rules.kingmaker.victory.reign import FourTurns
from tests.rules.kingmaker.scene import Scene


def used(ruleset: str) -> Procedures:
    """What a rule set uses."""
    return procedures(Scene(2, ruleset).match.table)


def test_each_rule_set_uses_what_it_names() -> None:
    assert isinstance(used("house").victory, HouseVictory)
    assert isinstance(used("base").victory, LastKing)
    assert isinstance(used("classic").victory, FourTurns)
    assert isinstance(used("house").reshuffle, AtOnceAfterEmbassy)
    assert isinstance(used("classic").reshuffle, WhenEmpty)
    assert isinstance(used("house").battle, ByPercentileTable)
    assert isinstance(used("classic").battle, ByEventCard)
    assert load_content("house").procedures is load_content("house").procedures


def test_every_kind_of_procedure_is_chosen_by_a_field_of_the_rule_set() -> None:
    assert set(Procedures.__struct_fields__) <= set(Use.__struct_fields__)


def test_every_procedure_there_is_does_what_its_kind_must() -> None:
    for kind in (
        repertoire.VICTORIES,
        repertoire.RESHUFFLINGS,
        repertoire.BEATEN,
        repertoire.STORMS,
        repertoire.CALLS,
        repertoire.PARLIAMENTS,
        repertoire.HOMEWARD,
        repertoire.BATTLES,
        repertoire.SIEGES,
        repertoire.DEATHS,
        repertoire.CAPTIVES,
        repertoire.ALLIANCES,
        repertoire.TRADES,
        repertoire.INITIAL_PLACEMENTS,
    ):
        types = {type(procedure) for procedure in kind.values()}
        assert len(types) == len(kind)


@pytest.mark.rule("house-5.9", "base-2.2")
@pytest.mark.parametrize(("ruleset", "shuffles"), [("house", True), ("classic", False)])
def test_an_embassy_shuffles_the_deck_in_the_house_rules_only(ruleset: str, shuffles: bool) -> None:
    scene = Scene(2, ruleset)
    procedures(scene.match.table).reshuffle.at_start_of_turn(scene.match.table)
    assert isinstance(scene.match.position.agenda[-1], Reshuffle) == shuffles


@pytest.mark.rule("house-5.10a", "base-8.15")
@pytest.mark.parametrize(("ruleset", "lost"), [("house", True), ("base", False)])
def test_a_storm_sinks_ships_in_the_house_rules_only(ruleset: str, lost: bool) -> None:
    scene = Scene(2, ruleset).noble("percy", 0, "14,16").noble("courtenay", 1, "tiverton")
    scene.give("percy", "le_swan").ship("le_swan", sea="humber-mouth")
    scene.next_events("E-ST01").rolls(100).event(0)
    assert ("le_swan" not in scene.state.ships) == lost
    if not lost:
        assert scene.lies("le_swan") is not None
        assert scene.dice.laid == [100]  # nobody rolled
