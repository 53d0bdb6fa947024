"""A House fetches its own heirs from where nobody holds them."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Field, Offer
from bot.rules.kingmaker.state import Spell
from tests.rules.kingmaker.families.tables import LANCASTER, PERCY, STAFFORD, YORK, heads
from tests.rules.kingmaker.scene import Scene


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


def before(place: str, *nobles: str) -> Scene:
    """Nobles of Lancaster stand before a place in their movement; Beaufort is not at home."""
    scene = heads(without=(LANCASTER,))
    for noble in ("beaufort", *nobles):
        scene.noble(noble, LANCASTER, place, outside=True)
    return scene


def why_not(scene: Scene, heir: str, noble: str = "beaufort", seat: int = LANCASTER) -> str:
    """Why an heir is not fetched."""
    return scene.refused(seat, "fetch", rule="families-players.2", heir=heir, noble=noble)


@pytest.mark.rule("families-players.2")
def test_an_heir_is_offered_with_all_who_stand_before_him_and_may_move() -> None:
    scene = before("fotheringhay", "clifford", "roos")
    scene.noble("grey", LANCASTER, "14,16").state.nobles["roos"].captor = YORK
    scene.movement(LANCASTER)
    fields = (Field("heir", ("margaret",)), Field("noble", ("beaufort", "clifford")))
    assert scene.offered(LANCASTER, "fetch") == [Offer("fetch", fields, "families-players.2")]
    scene.play(LANCASTER, "fetch", heir="margaret", noble="clifford")
    assert scene.state.heirs["margaret"].holder == "clifford"
    assert scene.offered(LANCASTER, "fetch") == []


@pytest.mark.rule("families-players.2")
def test_why_an_heir_is_not_fetched() -> None:
    scene = before("fotheringhay", "clifford").dead("henry").noble("percy", PERCY, "18,20")
    scene.heir_at("edward_lancaster", "14,16").movement(LANCASTER)
    assert why_not(scene, "henry") == "Name a living heir."
    assert why_not(scene, "nobody") == "Name a living heir."
    assert why_not(scene, "george") == "A House can fetch only its own heirs."
    held = "You can fetch an heir only from a place where nobody holds him."
    assert why_not(scene, "edward_lancaster") == held
    scene.movement(PERCY)
    assert why_not(scene, "henry", "percy", PERCY) == "Only a House can fetch an heir."


@pytest.mark.rule("families-players.2")
def test_who_is_elsewhere_fetches_nobody() -> None:
    scene = before("fotheringhay").noble("clifford", LANCASTER, "skipton")
    scene.movement(LANCASTER)
    far = "The noble must be in the open outside the heir’s place, or aboard in its port."
    assert why_not(scene, "margaret", "clifford") == far
    assert why_not(scene, "henry") == far


@pytest.mark.rule("families-players.2")
def test_nobles_of_others_inside_keep_an_heir_from_being_fetched() -> None:
    scene = before("fotheringhay").noble("audley", STAFFORD, "18,20")
    scene.state.nobles["audley"].square = scene.board.places["fotheringhay"].square
    scene.state.nobles["audley"].inside = "fotheringhay"
    scene.movement(LANCASTER)
    assert why_not(scene, "margaret") == "Other players’ nobles are inside with that heir."
    assert scene.offered(LANCASTER, "fetch") == []


@pytest.mark.rule("families-players.2")
def test_a_noble_who_cannot_move_fetches_nobody() -> None:
    scene = before("fotheringhay")
    scene.movement(LANCASTER)
    scene.state.nobles["beaufort"].captor = YORK
    scene.match.look_anew()
    assert scene.offered(LANCASTER, "fetch") == []


@pytest.mark.rule("families-players.2")
def test_a_noble_of_others_in_the_port_fetches_nobody_for_a_house() -> None:
    scene = heads(without=(YORK,)).noble("plantagenet_york", YORK, "13,20", cards=("le_swan",))
    scene.noble("scrope", PERCY, "14,16").ship("le_swan", port="calais")
    scene.aboard("plantagenet_york", "le_swan").movement(YORK)
    scene.aboard("scrope", "le_swan")
    wanted = {"heir": "richard_gloucester", "noble": "scrope"}
    reason = scene.refused(YORK, "fetch", rule="base-1.1", **wanted)
    assert reason == "You can move only nobles of your own faction."


@pytest.mark.rule("families-players.2", "house-7.4.13")
def test_who_keeps_the_kings_peace_at_home_fetches_nobody() -> None:
    scene = heads("families+house_parliament", without=(LANCASTER,))
    for noble in ("beaufort", "clifford"):
        scene.noble(noble, LANCASTER, "fotheringhay", outside=True)
    scene.peace(YORK, "18,20", "beaufort").movement(LANCASTER)
    assert scene.candidates(LANCASTER, "fetch", "noble") == {"clifford"}
    reason = scene.refused(
        LANCASTER, "fetch", rule="house-7.4.13", heir="margaret", noble="beaufort"
    )
    assert reason == "A noble who has come home from Parliament keeps the King’s Peace."


@pytest.mark.rule("families-players.2", "base-10.6")
def test_nobody_fetches_an_heir_out_of_a_siege() -> None:
    scene = heads(without=(LANCASTER, YORK))
    scene.noble("beaufort", LANCASTER, "fotheringhay", outside=True)
    scene.noble("plantagenet_york", YORK, "fotheringhay", outside=True)
    scene.give("plantagenet_york", "marshal_england", "saxons_1", "saxons_2")
    scene.give("plantagenet_york", "scots_archers_1", "burgundian_crossbowmen_1")
    scene.siege("fotheringhay", ["plantagenet_york"]).movement(LANCASTER)
    assert "fotheringhay" in scene.state.sieges
    assert scene.offered(LANCASTER, "fetch") == []
    scene.refused(LANCASTER, "fetch", rule="base-10.6", heir="margaret", noble="beaufort")


@pytest.mark.rule("families-players.2", "ishkibibble-excommunication.3")
def test_the_excommunicated_fetch_nobody_where_they_may_not_go() -> None:
    scene = heads("families+card_excommunication", without=(LANCASTER,))
    scene.noble("beaufort", LANCASTER, "london", outside=True)
    scene.state.spells.append(Spell("excommunication", LANCASTER, 0))
    scene.movement(LANCASTER)
    assert scene.offered(LANCASTER, "fetch") == []
    scene.refused(
        LANCASTER, "fetch", rule="ishkibibble-excommunication.3", heir="henry", noble="beaufort"
    )
