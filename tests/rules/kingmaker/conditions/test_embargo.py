"""No card passes between players while a place is Under Siege."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.scene import Scene

RULE = "ishkibibble-embargo.1"


def besieged(ruleset: str = "classic+siege_embargo") -> Scene:
    """Two players meet in a square, while a third is besieged elsewhere."""
    scene = Scene(3, ruleset).noble("percy", 0, "13,20", heirs=("henry",), cards=("saxons_1",))
    scene.noble("courtenay", 1, "13,20").noble("scrope", 2, "masham")
    scene.noble("mowbray", 1, "masham", outside=True, cards=("marshal_england", "saxons_2"))
    scene.siege("masham", ["mowbray"])
    return scene.hand(0, "earl_kent").held(0, "E-WR01")


def to_give(scene: Scene) -> set[str]:
    """What seat 0 may offer to seat 1."""
    offers = scene.offered(0, "propose_deal")
    (offer,) = (o for o in offers if o.field("to").candidates == ("1",))
    return set(offer.field("give").candidates)


@pytest.mark.rule("ishkibibble-embargo.1")
def test_no_card_is_traded_or_given_while_any_place_is_under_siege() -> None:
    scene = besieged()
    scene.movement(0)
    for give in (["beside:saxons_1"], ["hand:earl_kent"], ["held:E-WR01"]):
        scene.forbidden(
            0, "propose_deal", rule=RULE, says="Under Siege, no card passes", to="1", give=give
        )
    offered = to_give(scene)
    assert "heir:henry" in offered
    assert not {"beside:saxons_1", "hand:earl_kent", "held:E-WR01"} & offered


@pytest.mark.rule("ishkibibble-embargo.1")
def test_a_deal_on_offer_waits_for_the_end_of_the_siege() -> None:
    scene = besieged()
    siege = scene.state.sieges.pop("masham")
    scene.movement(0)
    scene.play(0, "propose_deal", to="1", give=["hand:earl_kent"])
    scene.state.sieges["masham"] = siege
    scene.refused(1, "accept_deal", rule=RULE, deal="1")
    del scene.state.sieges["masham"]
    scene.movement(0)
    scene.play(1, "accept_deal", deal="1")
    assert scene.state.factions[1].hand == ["earl_kent"]


@pytest.mark.rule("ishkibibble-embargo.1")
def test_without_the_embargo_cards_pass_during_a_siege() -> None:
    scene = besieged("classic")
    scene.movement(0)
    assert "hand:earl_kent" in to_give(scene)


@pytest.mark.rule("ishkibibble-embargo.1")
def test_a_ransom_is_no_trade() -> None:
    scene = besieged()
    scene.hand(1, "earl_essex").next_events("E-RA08").combat(0)
    scene.play(0, "attack", nobles=["percy"], against="1", square="13,20")
    scene.play(1, "offer_ransom", cards=["earl_essex"])
    scene.play(0, "accept")
    assert scene.happened(facts.Ransomed)
    assert "earl_essex" in scene.state.factions[0].hand
