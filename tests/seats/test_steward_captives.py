"""The steward and captives who are held for a ransom of draws."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Choice
from bot.rules.kingmaker.state import Noble, Pact
from tests.rules.kingmaker.battlefield import FAR, FIELD
from tests.rules.kingmaker.captivity.held import RULES, agreed, beaten, capture
from tests.rules.kingmaker.combat.by_card.field import CARDS, attack, meeting
from tests.rules.kingmaker.scene import Scene
from tests.seats.moves import answer


@pytest.mark.rule("ishkibibble-ransom.1")
def test_it_offers_draws_for_its_noble_rather_than_his_castle() -> None:
    choice = answer(beaten("percy"), 1)
    assert choice.verb == "offer_ransom"
    assert choice.many("places") == ()
    assert choice.many("draws") == ("2",)


@pytest.mark.rule("base-19.3")
@pytest.mark.parametrize(("keeper", "bought"), [("plantagenet_york", False), ("courtenay", True)])
def test_a_plantagenet_who_would_follow_his_heir_is_not_bought_back(
    keeper: str, bought: bool
) -> None:
    scene = meeting(("percy",), (), ruleset="classic+plantagenets").noble("courtenay", 1, FAR)
    scene.state.nobles["plantagenet_york"] = Noble(seat=1, square=FIELD)
    scene.hold("richard_york", keeper).next_events(CARDS["majority"]).combat(0)
    attack(scene, "percy")
    assert scene.asked(1) == ["offer_ransom"]
    assert any(answer(scene, 1).args.values()) is bought


@pytest.mark.rule("ishkibibble-ransom.1")
def test_without_the_option_it_offers_other_things() -> None:
    choice = answer(beaten("percy", ruleset="classic"), 1)
    assert choice.many("draws") == ()


@pytest.mark.rule("ishkibibble-ransom.1", "ishkibibble-ransom.2")
def test_it_takes_a_fair_number_of_draws() -> None:
    scene = beaten("percy")
    scene.play(1, "offer_ransom", draws="4")
    assert answer(scene, 0) == Choice("accept")


@pytest.mark.rule("ishkibibble-ransom.1")
def test_it_bids_for_an_heir_and_sells_one_whom_it_cannot_crown() -> None:
    scene = beaten("percy", heirs=("george",))
    agreed(scene, 1)
    bid = answer(scene, 1)
    assert bid.verb == "offer_draws"
    assert 1 <= int(bid.one("draws")) <= 6
    scene.play(1, "offer_draws", draws="6")
    assert answer(scene, 0) == Choice("take_draws")


@pytest.mark.rule("ishkibibble-ransom.1")
def test_it_keeps_an_heir_whom_it_may_crown_and_takes_no_trifle() -> None:
    for heir, draws in (("henry", "1"), ("richard_york", "10")):
        scene = beaten("percy", heirs=(heir,))
        agreed(scene, 1)
        scene.play(1, "offer_draws", draws=draws)
        assert answer(scene, 0) == Choice("refuse_draws")


@pytest.mark.rule("ishkibibble-ransom.5")
def test_it_frees_the_noble_of_a_lasting_ally_and_of_nobody_else() -> None:
    scene = Scene(2, f"{RULES}+alliance").noble("percy", 0, FIELD).noble("courtenay", 1, FIELD)
    capture(scene, "courtenay", "percy")
    scene.movement(0)
    assert answer(scene, 0).verb != "free_captive"
    scene.state.pacts.append(Pact(0, 1, FIELD, lasting=True))
    scene.movement(0)
    assert answer(scene, 0) == Choice.of("free_captive", captive="courtenay")
