"""Irish Kerns and Scottish Mercenaries come to nobody who is not where they are given, by whatever
way: as spoils, from a comrade, by a deal, as a legacy."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.procedures import procedures
from bot.rules.kingmaker.recruiting import spare_cards
from tests.rules.kingmaker.battlefield import FIELD, settle, sound
from tests.rules.kingmaker.combat.by_card.field import CARDS, attack, meeting
from tests.rules.kingmaker.scene import Scene

KERNS, SCOTS, LIEUTENANT = "irish_kerns", "scottish_mercenaries", "lieutenant_ireland"
WITH_KERNS = "classic+advanced_cards+irish_kerns+lands_overseas"
WITH_SCOTS = "classic+scottish_mercenaries+lands_overseas"
TOKEN = f"beside:{SCOTS}"
ONLY_IRELAND, ONLY_THERE = "ishkibibble-kerns.3", "ishkibibble-scots.2"
IN_BERWICK = "Give these men only to a noble who is in Berwick or in Scotland."
BERWICK, BEFORE_BERWICK = "13,1", "13,2"


def ransomed(**price: list[str]) -> Scene:
    """The Lieutenant of Ireland is captured with the Kerns and some Saxons, and let go."""
    scene = meeting(("percy", "neville"), ("courtenay",), ruleset=WITH_KERNS)
    scene.give("courtenay", LIEUTENANT, KERNS, "saxons_1").next_events(CARDS["majority"]).combat(0)
    attack(scene, "percy", "neville")
    scene.play(1, "offer_ransom", **price)
    scene.play(0, "accept")
    return scene


def has(scene: Scene, card: str) -> str | None:
    """The noble beside whom a card lies."""
    return next((key for key, n in scene.state.nobles.items() if card in n.cards), None)


# Spoils


@pytest.mark.rule("ishkibibble-kerns.3")
def test_kerns_whom_no_victor_can_be_given_are_lost() -> None:
    scene = ransomed()
    assert facts.CardsDiscarded((KERNS,), 1) in scene.events
    assert scene.state.crown_discards == [KERNS]
    scene.play(1, "go_home", noble="courtenay", castle="tiverton")
    assert scene.asked(0) == ["spoils"]  # the Saxons, and only they
    assert scene.candidates(0, "keep_spoil", "card") == {"saxons_1"}
    settle(scene)
    assert (has(scene, KERNS), has(scene, "saxons_1")) == (None, "percy")
    assert scene.state.nobles["courtenay"].office == LIEUTENANT
    sound(scene)


@pytest.mark.rule("ishkibibble-kerns.3", "base-11.3")
def test_a_ransom_may_leave_them_to_the_lieutenant() -> None:
    scene = ransomed(back=[KERNS])
    settle(scene)
    assert (has(scene, KERNS), scene.state.crown_discards) == ("courtenay", [])


@pytest.mark.rule("ishkibibble-scots.2")
@pytest.mark.parametrize(("at", "taker"), [(BERWICK, "neville"), (BEFORE_BERWICK, None)])
def test_scots_are_spoils_only_of_who_is_where_they_are(at: str, taker: str | None) -> None:
    scene = Scene(2, WITH_SCOTS).noble("percy", 0, FIELD).noble("neville", 0, at)
    scene.noble("courtenay", 1, at, cards=(SCOTS,)).movement(0)
    table = scene.match.table
    procedures(table).captives.plunder(table, ["courtenay"], ["percy", "neville"])
    scene._note(scene.match._after())
    assert has(scene, SCOTS) == taker
    assert scene.state.crown_discards == ([] if taker else [SCOTS])
    assert scene.asked(0) == ["movement"]  # one noble alone can have them


# From a comrade, and by a deal


def two(at: str, *, other: int = 0) -> Scene:
    """Percy has the Scots, and Neville stands with him."""
    scene = Scene(2, WITH_SCOTS).noble("percy", 0, at, cards=(SCOTS,)).noble("neville", other, at)
    scene.noble("courtenay", 1, "tiverton")
    scene.movement(0)
    return scene


@pytest.mark.rule("ishkibibble-scots.2")
@pytest.mark.parametrize(("at", "passes"), [(BERWICK, True), (BEFORE_BERWICK, False)])
def test_a_comrade_gets_them_only_where_they_are(at: str, *, passes: bool) -> None:
    scene = two(at)
    assert (TOKEN in scene.candidates(0, "transfer", "thing")) is passes
    if passes:
        scene.play(0, "transfer", thing=TOKEN, noble="neville")
        assert has(scene, SCOTS) == "neville"
    else:
        told = scene.refused(0, "transfer", rule=ONLY_THERE, thing=TOKEN, noble="neville")
        assert told == IN_BERWICK


@pytest.mark.rule("ishkibibble-scots.2")
def test_where_comrades_go_together_to_berwick_they_may_pass_there() -> None:
    scene = two(BEFORE_BERWICK)
    assert TOKEN not in scene.candidates(0, "transfer", "thing")
    scene.play(0, "march", nobles=["percy", "neville"], to=BERWICK)
    assert TOKEN in scene.candidates(0, "transfer", "thing")
    scene.play(0, "march", nobles=["percy", "neville"], to=BEFORE_BERWICK)
    assert TOKEN not in scene.candidates(0, "transfer", "thing")


@pytest.mark.rule("ishkibibble-scots.2")
@pytest.mark.parametrize(("at", "passes"), [(BERWICK, True), (BEFORE_BERWICK, False)])
def test_nor_does_a_deal_bring_them_elsewhere(at: str, *, passes: bool) -> None:
    scene = two(at, other=1)
    given = {name for offer in scene.offered(0, "propose_deal") for name in _given(offer)}
    assert (TOKEN in given) is passes
    if passes:
        scene.play(0, "propose_deal", to="1", give=[TOKEN])
        scene.play(1, "accept_deal", deal="1")
        assert has(scene, SCOTS) == "neville"
    else:
        told = scene.refused(0, "propose_deal", rule=ONLY_THERE, to="1", give=[TOKEN])
        assert told == IN_BERWICK


def _given(offer: object) -> tuple[str, ...]:
    fields = {field.name: field for field in offer.fields}  # type: ignore[attr-defined]
    return fields["give"].candidates if "give" in fields else ()


# A legacy


@pytest.mark.rule("ishkibibble-scots.2", "ishkibibble-assassination.3")
@pytest.mark.parametrize(("at", "taker"), [(BERWICK, "stanley"), (FIELD, None)])
def test_scots_of_a_murdered_man_go_to_who_is_where_they_are(at: str, taker: str | None) -> None:
    scene = Scene(2, f"{WITH_SCOTS}+card_assassination")
    scene.noble("percy", 0, "alnwick", cards=(SCOTS,)).noble("stafford", 0, "brecon")
    scene.noble("stanley", 0, at).noble("courtenay", 1, "tiverton")
    scene.next_events("X-ASN", "E-EM01").event(0)  # it names Percy last
    assert "percy" not in scene.state.nobles
    assert has(scene, SCOTS) == taker
    assert (SCOTS in scene.state.crown_discards) is (taker is None)


# To who is won over


@pytest.mark.rule("ishkibibble-scots.2", "families-recruit.18")
def test_nor_are_they_offered_to_a_noble_who_comes_into_play_elsewhere() -> None:
    scene = Scene(6, "families+lands_overseas+scottish_mercenaries")
    scene.noble("bourchier", 1, "ashby", cards=(SCOTS, "saxons_1")).noble("clifford", 0, "skipton")
    scene.state.turn = 4
    scene.movement(1)
    scene.play(1, "done")
    assert scene.candidates(1, "recruit", "cards") == {"saxons_1"}
    if SCOTS not in {"saxons_1"}:
        wanted = {"noble": "hastings", "envoy": "bourchier", "cards": [SCOTS]}
        assert scene.refused(1, "recruit", rule=ONLY_THERE, **wanted) == IN_BERWICK


@pytest.mark.rule("ishkibibble-scots.2", "families-recruit.19")
@pytest.mark.parametrize(("at", "given"), [("berwick", 1), ("skipton", 0)])
def test_what_is_due_to_a_recruit_is_made_good_with_them_where_they_are(
    at: str, given: int
) -> None:
    scene = Scene(6, "families+lands_overseas+scottish_mercenaries")
    scene.noble("bourchier", 1, at, cards=(SCOTS,)).noble("hastings", 1, at)
    found = spare_cards(scene.match.table, 1, ["bourchier"], "hastings")
    assert found.count(SCOTS) == given
