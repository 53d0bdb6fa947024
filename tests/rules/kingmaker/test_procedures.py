"""A rule set's procedures: each name leads to its own, and each makes a difference."""

from __future__ import annotations

from typing import get_args, get_type_hints

import pytest

from bot.content import load_content
from bot.rules.kernel import Register
from bot.rules.kingmaker import procedures as kinds_of
from bot.rules.kingmaker.combat.card_battle import ByEventCard
from bot.rules.kingmaker.combat.fight import ByPercentileTable
from bot.rules.kingmaker.content import Use
from bot.rules.kingmaker.events.phase import AtOnceAfterEmbassy, Reshuffle, WhenEmpty
from bot.rules.kingmaker.procedures import EVENT_CARDS, Procedures, kept_card, procedures
from bot.rules.kingmaker.repertoire import HANDLERS, chosen
from bot.rules.kingmaker.victory.house import HouseVictory
from bot.rules.kingmaker.victory.reign import FourTurns, LastKing
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


def test_there_is_a_procedure_for_every_name_that_a_rule_set_may_use_and_no_other() -> None:
    names = {field: get_args(hint) for field, hint in get_type_hints(Use).items()}
    spare = {field: named[0] for field, named in names.items()}
    for field, named in names.items():
        used = [getattr(chosen(Use(**{**spare, field: name})), field) for name in named]
        assert len({type(procedure) for procedure in used}) == len(named)
    kinds = [kind for kind in vars(kinds_of).values() if isinstance(kind, Register)]
    written = [sorted(kind) for kind in kinds if kind is not EVENT_CARDS]
    assert sorted(written) == sorted(sorted(named) for named in names.values())


def test_no_two_handlers_obey_the_same_kind_of_event_card() -> None:
    assert HANDLERS["plague"].fields == {"place"}
    with pytest.raises(ValueError, match="Two things are called 'plague'"):
        kept_card("plague")


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
