"""The ships of a House after its families have moved: they still fight in its turn."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.families.tables import (
    LANCASTER,
    PERCY,
    STAFFORD,
    YORK,
    heads,
    played_on,
    turn_of,
)
from tests.rules.kingmaker.scene import Scene

SEA = "humber-mouth"


def sailed(**place: str) -> Scene:
    """Lancaster's Le Nicholas sails to where Le Rose of York lies; then its families move."""
    scene = heads("families+sea_combat+blockade")
    scene.noble("clifford", LANCASTER, "13,20", cards=("le_nicholas",), castles=False)
    scene.noble("bourchier", YORK, "13,20", cards=("le_rose",), castles=False)
    scene.ship("le_nicholas", **place).ship("le_rose", sea=SEA)
    scene.state.ships["le_rose"].blockade = "hull"
    turn_of(scene, LANCASTER)
    played_on(scene, (LANCASTER, "movement"))
    scene.play(LANCASTER, "sail", ship="le_nicholas", to=SEA)
    return scene


@pytest.mark.rule("ishkibibble-seacombat.1", "families-align.3")
def test_a_house_may_attack_at_sea_once_its_families_have_moved() -> None:
    scene = sailed(sea="holderness")
    asked = played_on(scene, (LANCASTER, "combat"))
    assert asked == [(LANCASTER, "movement"), (PERCY, "movement"), (STAFFORD, "movement")]
    assert scene.candidates(LANCASTER, "attack_at_sea", "against") == {str(YORK)}


@pytest.mark.rule("ishkibibble-blockade.2", "families-align.3")
def test_a_ship_of_a_house_that_leaves_a_blockaded_port_still_has_to_fight() -> None:
    scene = sailed(port="hull")
    scene.play(LANCASTER, "done")
    scene.play(PERCY, "done")
    scene.play(STAFFORD, "done")
    (joined,) = scene.happened(facts.SeaBattleJoined)
    assert (joined.seat, joined.against, joined.blockade) == (LANCASTER, YORK, "hull")
