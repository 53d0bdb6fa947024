"""Two bands of soldiers: Irish Kerns, who wait in Ireland, and Scottish Mercenaries."""

from __future__ import annotations

import pytest

from bot.games import game_for
from bot.rules.kernel import Match
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.consequences.changes import kill_noble
from bot.rules.kingmaker.invariants import violations
from bot.rules.kingmaker.procedures import procedures
from bot.rules.kingmaker.recruiting import spare_cards
from bot.rules.kingmaker.state import Spell
from tests.rules.kingmaker.battlefield import FIELD, settle, sound
from tests.rules.kingmaker.combat.by_card.field import CARDS, attack, meeting
from tests.rules.kingmaker.scene import Scene

KERNS, SCOTS, LIEUTENANT = "irish_kerns", "scottish_mercenaries", "lieutenant_ireland"
WITH_KERNS = "classic+advanced_cards+irish_kerns+lands_overseas"
WITH_SCOTS = "classic+scottish_mercenaries+lands_overseas"


def ireland(ruleset: str = WITH_KERNS, *others: str, at: str = "ireland") -> Scene:
    """Percy is Lieutenant of Ireland and there; the Kerns wait beside the board."""
    scene = Scene(2, ruleset)
    square = scene.board.places["ireland"].square
    spot = square if at == "ireland" else at
    scene.noble("percy", 0, spot, cards=(LIEUTENANT,)).noble("courtenay", 1, "tiverton")
    for other in others:
        scene.noble(other, 0, spot)
    if KERNS in scene.state.crown_deck:
        scene.state.crown_deck.remove(KERNS)
        scene.state.waiting.append(KERNS)
    return scene


def strength(scene: Scene, noble: str) -> int:
    """A noble's troops, as everybody sees them."""
    troops: int = scene.match.view(None).nobles[noble].troops
    return troops


# Irish Kerns


@pytest.mark.rule("ishkibibble-kerns.2")
def test_drawn_the_kerns_lie_beside_the_board() -> None:
    scene = Scene(2, WITH_KERNS).noble("percy", 0, "alnwick").noble("courtenay", 1, "tiverton")
    scene.next_crown(KERNS).next_events("E-FM01").draw(0)
    assert scene.happened(facts.CardWaits) == [facts.CardWaits(0, KERNS)]
    assert (scene.state.waiting, scene.state.factions[0].hand) == ([KERNS], [])
    assert scene.match.view(1).waiting == (KERNS,)
    assert violations(scene.match.table) == []


@pytest.mark.rule("ishkibibble-kerns.2")
def test_dealt_at_the_start_they_go_back_into_the_deck() -> None:
    for number in range(12):
        game = game_for("kingmaker", WITH_KERNS)
        match, _ = Match.start(game, 4, f"kerns {number}", {})
        for _ in range(400):
            if match.position.state.phase != "setup":
                break
            prompt = next(p for p in match.prompts() if p.blocking)
            match.submit(prompt.seat, prompt.default or next(prompt.offers[0].choices()))
        nobles = match.position.state.nobles.values()
        assert not any(KERNS in noble.cards for noble in nobles)


@pytest.mark.rule("ishkibibble-kerns.3")
def test_they_are_given_only_to_the_lieutenant_while_he_is_in_ireland() -> None:
    scene = ireland(WITH_KERNS, "grey")
    scene.movement(0)
    assert scene.candidates(0, "play", "noble") == {"percy"}
    reason = scene.refused(0, "play", rule="ishkibibble-kerns.3", card=KERNS, noble="grey")
    assert reason == "Give these men only to the Lieutenant of Ireland."
    scene.play(0, "play", card=KERNS, noble="percy")
    assert scene.state.nobles["percy"].cards == [KERNS]
    assert scene.state.waiting == []


@pytest.mark.rule("ishkibibble-kerns.3")
def test_not_while_he_is_elsewhere() -> None:
    scene = ireland(at="alnwick")
    scene.movement(0)
    reason = scene.refused(0, "play", rule="ishkibibble-kerns.3", card=KERNS, noble="percy")
    assert reason == "Give these men only to a noble who is in Ireland or in Dublin."


@pytest.mark.rule("ishkibibble-kerns.1")
@pytest.mark.parametrize(("spot", "more"), [("ireland", 0), ("dublin", 0), ("alnwick", 50)])
def test_they_have_fifty_men_outside_ireland_and_none_there(spot: str, more: int) -> None:
    scene = ireland()
    place = scene.board.places[spot]
    percy = scene.state.nobles["percy"]
    percy.square, percy.inside = place.square, place.id if place.is_fortress else None
    scene.state.control["dublin"] = "percy"
    before = strength(scene, "percy")
    percy.cards.append(KERNS)
    scene.state.waiting.clear()
    assert strength(scene, "percy") == before + more


def landing(*others: str) -> Scene:
    """Percy in Ireland has the Kerns, in his player's movement phase."""
    scene = ireland(WITH_KERNS, *others)
    scene.movement(0)
    scene.play(0, "play", card=KERNS, noble="percy")
    return scene


@pytest.mark.rule("ishkibibble-kerns.4")
def test_they_carry_all_their_faction_to_england_without_a_ship() -> None:
    scene = landing("mowbray", "grey")
    ports = scene.candidates(0, "cross", "to")
    assert {"barnstaple", "milford-haven"} <= ports
    assert not ports & {"ireland", "dublin", "continent", "calais"}
    port = next(p for p in sorted(ports) if not scene.board.places[p].is_fortress)
    scene.play(0, "cross", nobles=["mowbray", "grey"], to=port)
    assert scene.happened(facts.Crossed)[0].kerns
    assert scene.state.nobles["grey"].square == scene.board.places[port].square
    scene.refused(0, "march", rule="base-8.3", nobles=["grey"], to="1,1")


@pytest.mark.rule("ishkibibble-kerns.4", "ishkibibble-dublin.7")
def test_they_cross_from_irelands_own_shore_too_and_not_only_from_dublin() -> None:
    scene = landing()
    assert "penzance" in scene.candidates(0, "cross", "to")  # too far from Dublin
    scene.play(0, "cross", nobles=["percy"], to="penzance")
    assert scene.state.nobles["percy"].square == scene.board.places["penzance"].square


@pytest.mark.rule("ishkibibble-kerns.4")
def test_one_way_and_only_for_who_is_in_ireland() -> None:
    scene = landing()
    scene.noble("grey", 0, FIELD).movement(0)
    port = next(p for p in sorted(scene.candidates(0, "cross", "to")))
    scene.refused(0, "cross", rule="base-19.6", nobles=["grey"], to=port)
    scene.refused(0, "cross", rule="ishkibibble-kerns.4", nobles=["percy"], to="ireland")
    scene.refused(0, "cross", rule="ishkibibble-kerns.4", nobles=["percy"], to="newcastle")


@pytest.mark.rule("ishkibibble-kerns.4")
def test_without_the_kerns_nobody_crosses() -> None:
    scene = ireland()
    scene.movement(0)
    assert scene.offered(0, "cross") == []


@pytest.mark.rule("ishkibibble-kerns.5")
def test_they_fight_any_number_of_times() -> None:
    scene = ireland().noble("roos", 1, FIELD)
    percy = scene.state.nobles["percy"]
    percy.cards.append(KERNS)
    scene.state.waiting.clear()
    percy.square = FIELD
    scene.next_events("E-RA05").combat(0)  # bad weather
    scene.play(0, "attack", nobles=["percy"], against="1", square=FIELD)
    scene.next_events("E-RA03").combat(0)
    scene.play(0, "attack", nobles=["percy"], against="1", square=FIELD)
    assert KERNS in percy.cards


@pytest.mark.rule("ishkibibble-kerns.6")
def test_they_go_when_the_lieutenant_is_killed_or_the_irish_rise() -> None:
    scene = landing()
    kill_noble(scene.match.table, "percy", "battle")
    assert scene.state.crown_discards.count(KERNS) == 1
    for waiting in (True, False):
        scene = ireland() if waiting else landing()
        scene.next_events("E-AD03").event(1)
        assert KERNS in scene.state.crown_discards
        assert scene.state.waiting == []
        assert KERNS not in scene.state.nobles["percy"].cards


# Scottish Mercenaries


def scots(at: str) -> Scene:
    """Percy stands somewhere, with the card in his player's hand."""
    scene = Scene(2, WITH_SCOTS)
    square = scene.board.places[at].square
    scene.noble("percy", 0, square).noble("courtenay", 1, "tiverton").hand(0, SCOTS)
    scene.movement(0)
    return scene


@pytest.mark.rule("ishkibibble-scots.2")
@pytest.mark.parametrize(("at", "given"), [("berwick", 1), ("scotland", 1), ("carlisle", 0)])
def test_scots_are_given_to_a_noble_in_berwick_or_scotland(at: str, given: int) -> None:
    scene = scots(at)
    assert len(scene.offered(0, "play")) == given
    if not given:
        reason = scene.refused(0, "play", rule="ishkibibble-scots.2", card=SCOTS, noble="percy")
        assert reason == "Give these men only to a noble who is in Berwick or in Scotland."


@pytest.mark.rule("ishkibibble-scots.1", "ishkibibble-scots.3")
def test_scots_are_fifty_and_carry_nobody_over_the_sea() -> None:
    scene = scots("berwick")
    before = strength(scene, "percy")
    scene.play(0, "play", card=SCOTS, noble="percy")
    assert strength(scene, "percy") == before + 50
    assert scene.offered(0, "cross") == []


@pytest.mark.rule("ishkibibble-scots.3")
def test_scots_serve_for_one_combat() -> None:
    scene = Scene(2, WITH_SCOTS).noble("percy", 0, FIELD, cards=(SCOTS,)).noble("roos", 1, FIELD)
    scene.noble("courtenay", 1, "tiverton").next_events("E-RA03").combat(0)
    scene.play(0, "attack", nobles=["percy"], against="1", square=FIELD)
    assert SCOTS in scene.state.crown_discards


@pytest.mark.rule("ishkibibble-excommunication.3", "ishkibibble-kerns.4")
def test_the_kerns_carry_no_excommunicated_noble_into_a_barred_square() -> None:
    scene = ireland(f"{WITH_KERNS}+card_excommunication")
    scene.state.waiting.remove(KERNS)
    scene.state.nobles["percy"].cards.append(KERNS)
    scene.state.spells.append(Spell("excommunication", 0, 0))
    scene.movement(0)
    ports = scene.candidates(0, "cross", "to")
    assert "milford-haven" in ports
    assert "fishguard" not in ports
    rule = "ishkibibble-excommunication.3"
    scene.refused(0, "cross", rule=rule, nobles=["percy"], to="fishguard")


# Irish Kerns and Scottish Mercenaries come to nobody who is not where they are given, by whatever
# way: as spoils, from a comrade, by a deal, as a legacy.


KERNS, SCOTS, LIEUTENANT = "irish_kerns", "scottish_mercenaries", "lieutenant_ireland"
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
