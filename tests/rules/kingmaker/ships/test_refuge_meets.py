"""Refuge meets other phases and factions: who may go, who is put out, and when."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.movement.exile import close_ways, shelter
from tests.rules.kingmaker.battlefield import only
from tests.rules.kingmaker.ships.test_refuge import SHORT, at_the_border, in_refuge, square


@pytest.mark.rule("ishkibibble-refuge.2")
def test_it_takes_a_noble() -> None:
    scene = at_the_border()
    scene.movement(0)
    for noble in ("percy", "audley"):
        scene.state.nobles[noble].seat = 2
    scene.movement(0)
    assert scene.offered(0, "take_refuge") == []
    said = scene.refused(0, "take_refuge", rule="ishkibibble-refuge.2", card=SHORT, land="scotland")
    assert said == "Name at least one of your nobles to go there."


@pytest.mark.rule("ishkibibble-refuge.3", "ishkibibble-refuge.4")
def test_the_end_of_anothers_phase_neither_shuts_the_way_nor_puts_anybody_out() -> None:
    scene = in_refuge()
    scene.state.round += 3
    close_ways(scene.match.table, 1)
    assert scene.state.nobles["percy"].square == square(scene, "scotland")
    (exile,) = scene.state.exiles
    exile.opened = True
    close_ways(scene.match.table, 1)
    assert exile.opened


@pytest.mark.rule("ishkibibble-refuge.3")
def test_of_two_refuges_only_those_in_the_one_that_is_over_are_put_out() -> None:
    scene = in_refuge(SHORT, "grey").held(0, "X-RF5")
    scene.movement(0)
    scene.play(0, "take_refuge", card="X-RF5", land="continent")
    scene.noble("howard", 0, square(scene, "continent"))
    scene.play(0, "done")
    assert [(e.land, e.nobles) for e in scene.state.exiles] == [
        ("scotland", ["percy"]),
        ("continent", ["howard"]),
    ]
    scene.state.round += 3
    scene.movement(0)
    scene.play(0, "done")
    assert only(scene, facts.RefugeLeft).nobles == ("percy",)
    assert only(scene, facts.RefugeOver).card == SHORT
    assert scene.state.nobles["howard"].square == square(scene, "continent")


@pytest.mark.rule("ishkibibble-refuge.4")
def test_who_is_sheltered_late_has_a_part_in_his_own_factions_refuge_of_that_land() -> None:
    scene = in_refuge(SHORT, "grey")
    table, (exile,) = scene.match.table, scene.state.exiles
    assert shelter(table, "percy") is None  # he is in it
    assert shelter(table, "grey") is None  # he is not there
    scene.state.nobles["grey"].square = square(scene, "scotland")
    assert shelter(table, "grey") == "scotland"
    assert exile.nobles == ["percy", "grey"]
    scene.state.nobles["stanley"].square = square(scene, "scotland")
    assert shelter(table, "stanley") is None  # another faction's
