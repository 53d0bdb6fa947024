"""Event cards whose effect lasts: Catastrophe, Defeatism Rife, and the Peace of a diet."""

from __future__ import annotations

from typing import Any

import pytest

from bot.rules.kernel import Choice
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.forces.strength import troops
from bot.rules.kingmaker.state import Spell
from bot.rules.kingmaker.view import view
from tests.rules.kingmaker.scene import Scene

MOVES_ONLY = "Defeatism is rife in your faction. It may move, but do nothing else."


def realm(options: str) -> Scene:
    """Percy with a title, an office and a bishop; Courtenay far away."""
    scene = Scene(2, f"classic+{options}").noble("percy", 0, "14,16")
    scene.give("percy", "bp_durham").give("percy", "saxons_1")
    return scene.noble("courtenay", 1, "tiverton")


def pass_turn(scene: Scene) -> list[Any]:
    """Let whoever's turn it is answer as the clock would until it is over; what happened."""
    seat = scene.state.active
    events: list[Any] = []
    scene.next_events(next(c for c in scene.state.event_deck if c.startswith("E-WR")))
    while scene.state.active == seat:
        prompts = [p for s in (0, 1) for p in scene.match.prompts(s)]
        asked = ((p.seat, p.default) for p in prompts if p.blocking)
        who, answer = next((s, default) for s, default in asked if default is not None)
        events += scene.match.submit(who, answer).events
    return events


# Catastrophe


@pytest.mark.rule("ishkibibble-catastrophe.1")
def test_in_a_catastrophe_titles_offices_and_bishops_bring_no_troops() -> None:
    scene = realm("card_catastrophe").noble("clifford", 0, "14,16", cards=("earl_essex",))
    scene.give("clifford", "chancellor_england")
    table, crown = scene.match.table, scene.content.crown
    alone = crown["clifford"].troops
    before = troops(table, "clifford")
    assert before > alone
    scene.next_events("X-CA2").event(0)
    assert troops(table, "clifford") == alone
    assert troops(table, "percy") == crown["percy"].troops + crown["saxons_1"].troops
    assert view(table, 1).nobles["clifford"].troops == alone
    assert view(table, 1).spells == (Spell("catastrophe", 0, 2),)
    assert "clifford" in scene.state.nobles
    assert scene.state.nobles["clifford"].title == "earl_essex"


@pytest.mark.rule("ishkibibble-catastrophe.2", "ishkibibble-catastrophe.3")
@pytest.mark.parametrize(("card", "rounds"), [("X-CA2", 2), ("X-CA3", 3)])
def test_it_lasts_full_rounds_from_the_drawers_turn(card: str, rounds: int) -> None:
    scene = realm("card_catastrophe").next_events(card)
    scene.event(0)
    for _ in range(2 * rounds - 1):
        happened = pass_turn(scene)
        assert scene.state.spells
        assert not any(isinstance(event, facts.SpellEnded) for event in happened)
    happened = pass_turn(scene)
    assert scene.state.active == 0
    assert scene.state.spells == []
    assert [e for e in happened if isinstance(e, facts.SpellEnded)] == [
        facts.SpellEnded("catastrophe", 0)
    ]


@pytest.mark.rule("ishkibibble-catastrophe.4")
def test_a_second_catastrophe_runs_beside_the_first_and_the_later_one_ends_it() -> None:
    scene = realm("card_catastrophe").next_events("X-CA3", "X-CA2")
    scene.event(0)
    alone = troops(scene.match.table, "percy")
    pass_turn(scene)
    scene.state.event_deck.remove("X-CA2")
    scene.state.spells.append(Spell("catastrophe", 1, 2))
    assert troops(scene.match.table, "percy") == alone
    ended = 0
    for _ in range(5):
        ended += sum(isinstance(event, facts.SpellEnded) for event in pass_turn(scene))
    assert (ended, scene.state.spells) == (1, [])


# Defeatism


@pytest.mark.rule("ishkibibble-defeatism.1")
@pytest.mark.parametrize(("die", "turns"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_a_die_says_for_how_many_turns(die: int, turns: int) -> None:
    scene = realm("card_defeatism").next_events("X-DEF")
    scene.dice_show(die)
    scene.event(0)
    assert scene.happened(facts.DieRolled) == [facts.DieRolled("X-DEF", die)]
    assert scene.state.spells == [Spell("defeatism", 0, turns)]
    for _ in range(turns - 1):
        pass_turn(scene)
        pass_turn(scene)
        assert scene.state.spells
    ended = [e for e in pass_turn(scene) if isinstance(e, facts.SpellEnded)]
    assert ended == [facts.SpellEnded("defeatism", 0)]
    assert scene.state.spells == []


def defeated(options: str = "") -> Scene:
    """Percy's faction is defeatist, and Courtenay stands before him."""
    scene = Scene(2, f"classic+card_defeatism{options}").noble("percy", 0, "14,16")
    scene.noble("courtenay", 1, "14,16").held(0, "E-FM01", "E-WR01").hand(0, "saxons_1")
    scene.state.spells.append(Spell("defeatism", 0, 2))
    return scene


@pytest.mark.rule("ishkibibble-defeatism.2")
def test_a_defeatist_faction_neither_attacks_nor_ambushes_nor_besieges() -> None:
    scene = defeated("+ambush")
    scene.movement(0)
    scene.play(0, "done")
    assert scene.state.phase != "combat"  # it had nothing to do there
    for verb in ("attack", "ambush"):
        reason = scene.refused(
            0, verb, rule="ishkibibble-defeatism.2", nobles=["percy"], against="1", square="14,16"
        )
        assert reason == f"Your combat phase is over for this turn. {MOVES_ONLY}"
    scene.refused(0, "lay", rule="ishkibibble-defeatism.2", nobles=["percy"], place="tiverton")


@pytest.mark.rule("ishkibibble-defeatism.2")
def test_others_may_attack_it_and_it_marches() -> None:
    scene = defeated()
    scene.movement(0)
    scene.play(0, "march", nobles=["percy"], to="14,17")
    assert scene.where("percy") == ("14,17", None, None)
    scene = defeated()
    scene.next_events("E-PL04").combat(1)
    scene.play(1, "attack", nobles=["courtenay"], against="0", square="14,16")
    (declared,) = scene.happened(facts.AttackDeclared)
    assert (declared.attackers, declared.defenders) == (("courtenay",), ("percy",))


@pytest.mark.rule("ishkibibble-defeatism.2")
@pytest.mark.parametrize("lost_heart", [False, True])
def test_it_takes_no_side_in_the_combat_of_others(lost_heart: bool) -> None:
    scene = Scene(3, "house+card_defeatism").noble("talbot", 0, "14,16")
    scene.noble("courtenay", 1, "14,16").noble("roos", 2, "14,16")
    if lost_heart:
        scene.state.spells.append(Spell("defeatism", 2, 1))
    scene.combat(0)
    scene.play(0, "attack", nobles=["talbot"], against="1", square="14,16")
    assert (scene.asked(2) == ["alliance"]) is not lost_heart


@pytest.mark.rule("ishkibibble-defeatism.2")
def test_it_uses_and_gives_away_no_card() -> None:
    scene = defeated()
    scene.movement(0)
    rule = "ishkibibble-defeatism.2"
    assert scene.refused(0, "play", rule=rule, card="saxons_1", noble="percy") == MOVES_ONLY
    scene.play(0, "march", nobles=["percy"], to="14,17")
    scene.refused(0, "free_move", rule=rule, nobles=["percy"])
    fields = [field.name for offer in scene.offered(0, "propose_deal") for field in offer.fields]
    assert "give" not in fields
    scene.refused(0, "propose_deal", rule=rule, to="1", give=["hand:saxons_1"])
    assert scene.offered(0, "play") == []


@pytest.mark.rule("ishkibibble-defeatism.2")
def test_it_crowns_nobody_and_calls_no_parliament() -> None:
    scene = Scene(2, "classic+card_defeatism").noble("percy", 0, "york", cards=("abp_york",))
    scene.noble("courtenay", 1, "tiverton").dead("henry").hold("margaret", "percy")
    scene.give("percy", "bp_durham")
    lost_heart = Spell("defeatism", 0, 2)
    scene.state.spells.append(lost_heart)
    scene.coronation(0)
    assert scene.offered(0, "crown") == []
    reason = scene.refused(0, "crown", rule="ishkibibble-defeatism.2", heir="margaret")
    assert reason == MOVES_ONLY
    scene.refused(0, "call_parliament", rule="ishkibibble-defeatism.2", by="percy")


def besieged() -> Scene:
    """Percy, Neville and Stafford before Tiverton, with Courtenay inside."""
    scene, before = Scene(2, "classic+card_defeatism"), ["percy", "neville", "stafford"]
    for noble in before:
        scene.noble(noble, 0, "tiverton", outside=True)
    return scene.noble("courtenay", 1, "tiverton").siege("tiverton", before)


@pytest.mark.rule("ishkibibble-defeatism.3")
def test_defeatism_lifts_the_sieges_of_the_faction() -> None:
    scene = besieged().next_events("X-DEF")
    scene.event(0)
    assert scene.state.sieges == {}
    assert [event.reason for event in scene.happened(facts.SiegeBroken)] == ["defeatism"]
    scene = besieged().next_events("X-DEF")
    scene.event(1)
    assert list(scene.state.sieges) == ["tiverton"]  # it is the besieged who lost heart


@pytest.mark.rule("ishkibibble-defeatism.3")
@pytest.mark.parametrize(
    ("others", "left"),
    [(["roos"], None), (["neville", "mowbray", "stanley"], ["neville", "mowbray", "stanley"])],
)
def test_defeatists_take_no_part_in_the_siege_of_an_ally(
    others: list[str], left: list[str] | None
) -> None:
    scene = Scene(3, "classic+card_defeatism+alliance").noble("courtenay", 1, "tiverton")
    for noble, seat in [*((n, 2) for n in others), ("percy", 0)]:
        scene.noble(noble, seat, "tiverton", outside=True)
    scene.give("percy", "marshal_england")
    scene.siege("tiverton", [*others, "percy"])
    scene.next_events("X-DEF").event(0)
    siege = scene.state.sieges.get("tiverton")
    assert (None if siege is None else siege.besiegers) == left


def test_a_moderator_ends_what_a_card_began() -> None:
    scene = defeated()
    scene.movement(0)
    (prompt,) = scene.game.corrections(scene.match.table)
    offer = next(o for o in prompt.offers if o.verb == "correct_spell")
    assert offer.field("spell").candidates == ("defeatism:0",)
    scene.match.direct(Choice.of("correct_spell", spell="defeatism:0"))
    assert scene.state.spells == []
    assert scene.offered(0, "play")


# A diet


@pytest.mark.rule("ishkibibble-diet.1", "ishkibibble-diet.2")
@pytest.mark.parametrize(
    ("die", "place"),
    [
        (1, "salisbury"),
        (2, "salisbury"),
        (3, "wells"),
        (4, "wells"),
        (5, "st-davids"),
        (6, "st-davids"),
    ],
)
def test_the_clergy_meets_where_a_die_says_and_peace_holds_there(die: int, place: str) -> None:
    scene = realm("card_diet").give("courtenay", "abp_canterbury").next_events("X-REL")
    scene.dice_show(die)
    scene.event(0)
    assert scene.asked(1) == ["answer_call"]
    square = scene.board.places[place].square
    scene.play(1, "answer_call", to=square)
    scene.play(0, "answer_call", to=square)
    assert {n.square for n in scene.state.nobles.values()} == {square}
    assert scene.happened(facts.DietMet) == [facts.DietMet(0, place)]
    assert (scene.state.peace.caller, scene.state.peace.square) == (0, square)
    scene.play(0, "done")
    assert not scene.offered(0, "attack")
    while scene.state.active == 0:
        pass_turn(scene)
    assert scene.state.peace is not None
    ended = [e for e in pass_turn(scene) if isinstance(e, facts.PeaceEnded)]
    assert len(ended) == 1
    assert scene.state.peace is None


@pytest.mark.rule("ishkibibble-diet.1")
def test_without_a_bishop_in_play_nobody_meets() -> None:
    scene = Scene(2, "classic+card_diet").noble("percy", 0, "14,16").noble("courtenay", 1, "exeter")
    scene.next_events("X-REL").event(0)
    assert scene.happened(facts.EventIdle) == [facts.EventIdle("X-REL", "no_clergy")]
    assert scene.state.peace is None


# Dublin


@pytest.mark.rule("ishkibibble-plague-dublin.1")
def test_the_plague_in_dublin_kills_who_is_there() -> None:
    scene = Scene(2, "classic+card_plague_dublin+edmund").noble("percy", 0, "14,16")
    scene.noble("courtenay", 1, "tiverton").next_events("X-PLD").event(0)
    assert not scene.state.heirs["edmund_rutland"].alive
    assert scene.happened(facts.PlagueStruck) == [
        facts.PlagueStruck("dublin", (), ("edmund_rutland",))
    ]


# Drawn in combat


@pytest.mark.rule("ishkibibble-cards.2")
@pytest.mark.parametrize(
    ("option", "card", "half"),
    [
        ("card_catastrophe", "X-CA2", "majority"),
        ("card_catastrophe", "X-CA3", "3-2"),
        ("card_diet", "X-REL", "2-1"),
        ("card_plague_dublin", "X-PLD", "2-1"),
    ],
)
def test_in_combat_only_the_lower_half_counts(option: str, card: str, half: str) -> None:
    scene = Scene(2, f"classic+{option}").noble("talbot", 0, "14,16")
    scene.noble("courtenay", 1, "14,16").next_events(card).combat(0)
    scene.play(0, "attack", nobles=["talbot"], against="1", square="14,16")
    assert [(e.card, e.half) for e in scene.happened(facts.CombatCardDrawn)] == [(card, half)]
    assert (scene.state.spells, scene.state.peace) == ([], None)


@pytest.mark.rule("ishkibibble-cards.2")
@pytest.mark.parametrize("ruleset", ["classic", "house"])
def test_a_card_without_a_lower_half_is_discarded_unused_and_another_drawn(ruleset: str) -> None:
    scene = Scene(2, f"{ruleset}+card_defeatism").noble("talbot", 0, "14,16")
    scene.noble("courtenay", 1, "14,16").next_events("X-DEF", "E-PL04").combat(0)
    scene.play(0, "attack", nobles=["talbot"], against="1", square="14,16")
    if scene.asked(1):
        scene.play(1, "let_through")
    kind = facts.CombatCardDrawn if ruleset == "classic" else facts.WeatherDrawn
    assert [event.card for event in scene.happened(kind)] == ["X-DEF", "E-PL04"]
    assert scene.state.spells == []
    assert "X-DEF" in scene.state.event_discards


def test_without_its_option_none_is_in_the_deck() -> None:
    cards = {"X-CA2", "X-CA3", "X-DEF", "X-REL", "X-PLD"}
    assert not cards & set(Scene(2, "classic").state.event_deck)


# No card passes between players while a place is under siege.


RULE = "ishkibibble-embargo.1"


def one_besieged_elsewhere(ruleset: str = "classic+siege_embargo") -> Scene:
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
    scene = one_besieged_elsewhere()
    scene.movement(0)
    for give in (["beside:saxons_1"], ["hand:earl_kent"], ["held:E-WR01"]):
        scene.forbidden(
            0, "propose_deal", rule=RULE, says="under siege, no card passes", to="1", give=give
        )
    offered = to_give(scene)
    assert "heir:henry" in offered
    assert not {"beside:saxons_1", "hand:earl_kent", "held:E-WR01"} & offered


@pytest.mark.rule("ishkibibble-embargo.1")
def test_a_deal_on_offer_waits_for_the_end_of_the_siege() -> None:
    scene = one_besieged_elsewhere()
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
    scene = one_besieged_elsewhere("classic")
    scene.movement(0)
    assert "hand:earl_kent" in to_give(scene)


@pytest.mark.rule("ishkibibble-embargo.1")
def test_a_ransom_is_no_trade() -> None:
    scene = one_besieged_elsewhere()
    scene.hand(1, "earl_essex").next_events("E-RA08").combat(0)
    scene.play(0, "attack", nobles=["percy"], against="1", square="13,20")
    scene.play(1, "offer_ransom", cards=["earl_essex"])
    scene.play(0, "accept")
    assert scene.happened(facts.Ransomed)
    assert "earl_essex" in scene.state.factions[0].hand
