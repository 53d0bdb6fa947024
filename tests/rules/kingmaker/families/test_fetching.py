"""A House fetches its own heirs from where nobody holds them."""

from __future__ import annotations

import pytest

from tests.rules.kingmaker.families.tables import LANCASTER, PERCY, YORK, heads


@pytest.mark.rule("families-players.2")
def test_a_lancastrian_fetches_his_heir_without_a_siege() -> None:
    scene = heads(without=(LANCASTER,)).noble("beaufort", LANCASTER, "fotheringhay", outside=True)
    scene.movement(LANCASTER)
    assert scene.candidates(LANCASTER, "fetch", "heir") == {"margaret"}
    scene.play(LANCASTER, "fetch", heir="margaret", noble="beaufort")
    assert scene.state.heirs["margaret"].holder == "beaufort"
    assert "fotheringhay" not in scene.state.control
    assert scene.where("beaufort")[1] is None


@pytest.mark.rule("families-players.3")
def test_a_yorkist_fetches_his_heir_by_ship_from_calais() -> None:
    scene = heads(without=(YORK,)).noble("plantagenet_york", YORK, "13,20", cards=("le_swan",))
    scene.ship("le_swan", port="calais").aboard("plantagenet_york", "le_swan").movement(YORK)
    scene.play(YORK, "fetch", heir="richard_gloucester", noble="plantagenet_york")
    assert scene.state.heirs["richard_gloucester"].holder == "plantagenet_york"


@pytest.mark.rule("families-players.2", "families-players.3")
def test_nobody_fetches_heirs_of_the_other_house_nor_a_family_any() -> None:
    scene = heads(without=(YORK, PERCY)).noble("plantagenet_york", YORK, "london", outside=True)
    scene.noble("percy", PERCY, "london", outside=True).movement(YORK)
    scene.refused(YORK, "fetch", rule="families-players.2", heir="henry", noble="plantagenet_york")
    scene.movement(PERCY)
    scene.refused(PERCY, "fetch", rule="families-players.2", heir="henry", noble="percy")


@pytest.mark.rule("families-players.2")
def test_an_heir_whom_somebody_holds_is_not_fetched() -> None:
    scene = heads(without=(LANCASTER,)).noble("beaufort", LANCASTER, "fotheringhay", outside=True)
    scene.control("fotheringhay", "percy").movement(LANCASTER)
    scene.refused(LANCASTER, "fetch", rule="families-players.2", heir="margaret", noble="beaufort")


@pytest.mark.rule("families-players.2")
def test_he_is_fetched_by_who_stands_before_him() -> None:
    scene = heads()
    scene.movement(LANCASTER)
    assert scene.offered(LANCASTER, "fetch") == []
    scene.refused(LANCASTER, "fetch", rule="families-players.2", heir="margaret", noble="beaufort")
