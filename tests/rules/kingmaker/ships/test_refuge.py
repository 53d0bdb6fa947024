"""Refuge abroad: kept cards, the way there for one phase, a length that only its player knows."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Dice
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.conditions.abroad import shelter
from bot.rules.kingmaker.consequences.changes import kill_noble
from bot.rules.kingmaker.invariants import violations
from bot.rules.kingmaker.movement.exile import close_ways
from bot.rules.kingmaker.state import Exile
from bot.secrecy import betrayals, hidden, leaks, observers
from tests.rules.kingmaker.assembly import chancellors, sit
from tests.rules.kingmaker.battlefield import idlers, only
from tests.rules.kingmaker.families.tables import LANCASTER, NEVILLE, PERCY, STAFFORD, YORK, heads
from tests.rules.kingmaker.scene import Scene

RULES = "classic+refuge+lands_overseas"
SHORT, LONG = "X-RF3", "X-RF7"


def square(scene: Scene, place: str) -> str:
    """The square of a place."""
    found: str = scene.board.places[place].square
    return found


def at_the_border(card: str = SHORT, *others: str) -> Scene:
    """Percy stands in the Cheviots with Henry, and his player keeps a Refuge card."""
    scene = idlers(Scene(3, RULES)).noble("percy", 0, "12,2", heirs=("henry",))
    scene.noble("stanley", 2, "lathom")
    for other in others:
        scene.noble(other, 0, "12,2")
    return scene.held(0, card)


def in_refuge(card: str = SHORT, *others: str) -> Scene:
    """Percy has gone to Scotland, and his player's movement phase is over."""
    scene = at_the_border(card, *others)
    scene.movement(0)
    scene.play(0, "take_refuge", card=card, land="scotland")
    scene.play(0, "march", nobles=["percy"], to=square(scene, "scotland"))
    scene.play(0, "done")
    return scene


# The card (ishkibibble-refuge.1)


@pytest.mark.rule("ishkibibble-refuge.1", "ishkibibble-refuge.5")
def test_a_refuge_card_is_kept_and_only_its_player_knows_which_it_is() -> None:
    scene = idlers(Scene(2, RULES)).next_events(LONG)
    before = hidden(scene.match)
    scene.event(0)
    assert scene.state.factions[0].held == [LONG]
    public = [e for e in scene.happened(facts.EventDrawn) if e.audience is None]
    assert public == [facts.EventDrawn(0, "Refuge")]
    assert [e.card for e in scene.happened(facts.EventDrawn) if e.visible_to(0)][1:] == [LONG]
    assert LONG.encode() not in scene.seen_by(1)
    assert LONG.encode() not in scene.seen_by(None)
    assert betrayals(scene.game, before, hidden(scene.match), scene.events) == []


@pytest.mark.rule("ishkibibble-refuge.1", "ishkibibble-refuge.3")
def test_drawn_in_combat_it_is_kept_and_another_card_decides() -> None:
    scene = idlers(Scene(2, RULES)).noble("percy", 0, "13,20").noble("roos", 1, "13,20")
    scene.next_events(SHORT, "E-RA08").combat(0)
    scene.play(0, "attack", nobles=["percy"], against="1", square="13,20")
    assert scene.state.factions[0].held == [SHORT]
    assert [e.card for e in scene.happened(facts.CombatCardDrawn)] == ["Refuge", "E-RA08"]


# The way (ishkibibble-refuge.2, ishkibibble-refuge.4)


@pytest.mark.rule("ishkibibble-refuge.2")
def test_it_opens_one_land_for_the_movement_phase() -> None:
    scene = at_the_border()
    scene.movement(0)
    there = square(scene, "scotland")
    assert there not in scene.candidates(0, "march", "to")
    assert scene.candidates(0, "take_refuge", "land") == {"scotland", "continent"}
    rule = "ishkibibble-refuge.2"
    scene.refused(0, "take_refuge", rule=rule, card=SHORT, land=["scotland", "continent"])
    scene.refused(0, "take_refuge", rule="ishkibibble-refuge.1", card=LONG, land="scotland")
    scene.play(0, "take_refuge", card=SHORT, land="scotland")
    assert scene.happened(facts.RefugeOpened) == [facts.RefugeOpened(0, "scotland")]
    assert scene.match.view(0).overseas == ("scotland",)
    assert scene.match.view(1).overseas == ()
    scene.play(0, "march", nobles=["percy"], to=there)
    assert scene.state.nobles["percy"].square == there
    assert violations(scene.match.table) == []


@pytest.mark.rule("ishkibibble-refuge.2")
def test_ships_go_to_the_continent_in_the_same_way() -> None:
    scene = at_the_border()
    scene.give("percy", "le_swan").ship("le_swan", sea="dover-strait").aboard("percy", "le_swan")
    scene.movement(0)
    assert "continent" not in scene.destinations(0, "le_swan")
    scene.play(0, "take_refuge", card=SHORT, land="continent")
    scene.play(0, "sail", ship="le_swan", to="continent")
    scene.play(0, "land", nobles=["percy"], ship="le_swan")
    scene.play(0, "done")
    assert scene.match.view(None).exiles[0].nobles == ("percy",)


@pytest.mark.rule("ishkibibble-refuge.4", "ishkibibble-refuge.7")
def test_who_did_not_go_cannot_go_later_nor_who_came_back() -> None:
    scene = in_refuge(SHORT, "grey")
    there = square(scene, "scotland")
    scene.movement(0)
    reason = scene.refused(0, "march", rule="ishkibibble-scotland.1", nobles=["grey"], to=there)
    assert "a refuge" in reason
    scene.play(0, "march", nobles=["percy"], to="12,2")
    assert scene.happened(facts.RefugeOver)
    scene.movement(0)
    scene.refused(0, "march", rule="ishkibibble-scotland.1", nobles=["percy"], to=there)
    scene.held(0, LONG).movement(0)
    scene.play(0, "take_refuge", card=LONG, land="scotland")
    assert there in scene.candidates(0, "march", "to")


@pytest.mark.rule("ishkibibble-refuge.4")
def test_a_refuge_that_nobody_takes_is_over_at_once() -> None:
    scene = at_the_border()
    scene.movement(0)
    scene.play(0, "take_refuge", card=SHORT, land="scotland")
    scene.play(0, "done")
    assert scene.happened(facts.RefugeOver) == [facts.RefugeOver(0, "scotland", SHORT, 3)]
    assert scene.state.event_discards.count(SHORT) == 1


# How long (ishkibibble-refuge.3)


@pytest.mark.rule("ishkibibble-refuge.3", "ishkibibble-refuge.5")
@pytest.mark.parametrize(("card", "turns"), [("X-RF3", 3), ("X-RF5", 5), ("X-RF7", 7)])
def test_in_the_movement_phase_after_the_last_turn_they_must_leave(card: str, turns: int) -> None:
    scene = in_refuge(card)
    first = scene.state.round
    for later in range(1, turns):
        scene.state.round = first + later
        scene.movement(0)
        scene.play(0, "done")
        assert scene.state.nobles["percy"].square == square(scene, "scotland"), later
    scene.state.round = first + turns
    scene.movement(0)
    scene.play(0, "done")
    cheviots = square(scene, "cheviots")
    assert scene.happened(facts.RefugeLeft) == [
        facts.RefugeLeft(0, "scotland", ("percy",), cheviots)
    ]
    assert scene.state.nobles["percy"].square == cheviots
    assert scene.happened(facts.RefugeOver) == [facts.RefugeOver(0, "scotland", card, turns)]
    assert card in scene.state.event_discards


@pytest.mark.rule("ishkibibble-refuge.3", "ishkibibble-treatyscotland.3")
@pytest.mark.parametrize(("king", "stays"), [("henry", True), ("richard_york", False)])
def test_who_may_be_there_by_a_treaty_need_not_leave(king: str, *, stays: bool) -> None:
    scene = in_refuge()
    scene.state.treaties["scotland"] = king  # Percy has Henry; nobody has Richard
    scene.state.round += 3
    scene.movement(0)
    scene.play(0, "done")
    assert (scene.state.nobles["percy"].square == square(scene, "scotland")) is stays
    assert only(scene, facts.RefugeOver).card == SHORT
    assert scene.state.exiles == []


@pytest.mark.rule("ishkibibble-refuge.3")
def test_from_the_continent_they_are_put_ashore_at_dover() -> None:
    scene = at_the_border()
    scene.noble("howard", 0, square(scene, "continent")).movement(0)
    scene.play(0, "take_refuge", card=SHORT, land="continent")
    scene.play(0, "done")
    scene.state.round += 3
    scene.movement(0)
    scene.play(0, "done")
    assert scene.where("howard") == (square(scene, "dover"), None, None)


@pytest.mark.rule("ishkibibble-refuge.6", "ishkibibble-refuge.5")
def test_who_comes_back_early_is_in_refuge_no_more() -> None:
    scene = at_the_border(LONG, "grey")
    scene.movement(0)
    scene.play(0, "take_refuge", card=LONG, land="scotland")
    scene.play(0, "march", nobles=["percy", "grey"], to=square(scene, "scotland"))
    scene.play(0, "done")
    scene.movement(0)
    scene.play(0, "march", nobles=["grey"], to="12,2")
    assert scene.match.view(None).exiles[0].nobles == ("percy",)
    assert scene.happened(facts.RefugeOver) == []  # one is there still
    scene.play(0, "march", nobles=["percy"], to="12,2")
    assert scene.happened(facts.RefugeOver) == [facts.RefugeOver(0, "scotland", LONG, 7)]
    assert scene.state.heirs["henry"].holder == "percy"


def test_an_heir_whose_keeper_dies_in_refuge_comes_home() -> None:
    scene = in_refuge()
    kill_noble(scene.match.table, "percy", "correction")
    scene.movement(1)
    assert scene.state.exiles == []
    assert scene.state.heirs["henry"].square == square(scene, "cheviots")
    assert violations(scene.match.table) == []


# The secret (ishkibibble-refuge.5)


@pytest.mark.rule("base-11.10")
def test_if_others_are_in_refuge_there_they_take_him() -> None:
    scene = in_refuge()
    scene.state.event_deck.remove(LONG)
    scene.state.exiles.append(Exile(2, "scotland", LONG, 9, nobles=["stanley"]))
    scene.state.stand("stanley", square(scene, "scotland"))
    kill_noble(scene.match.table, "percy", "plague")
    scene.movement(2)
    assert [exile.seat for exile in scene.state.exiles] == [2]
    scene.play(2, "done")
    assert scene.state.heirs["henry"].holder == "stanley"


@pytest.mark.rule("ishkibibble-refuge.5")
@pytest.mark.parametrize("card", ["X-RF3", "X-RF5", "X-RF7"])
def test_nobody_else_can_tell_how_long_it_lasts(card: str) -> None:
    scene = in_refuge(card)
    for seat in (1, 2, None):
        view = scene.match.view(seat)
        assert view.exiles[0].until is None
        assert b"X-RF" not in scene.seen_by(seat)
        assert hidden(scene.match)[seat].get(card) is not None
    own = scene.match.view(0)
    assert own.exiles[0].until == scene.state.round + int(card[-1])
    for seed in range(8):
        assert leaks(scene.match, observers(scene.match), Dice(f"refuge {seed}")) == []


@pytest.mark.rule("ishkibibble-refuge.5")
def test_all_that_others_see_is_the_same_whichever_card_it_is() -> None:
    seen = {
        card: [in_refuge(card).match.view(seat) for seat in (1, None)] for card in (SHORT, LONG)
    }
    assert seen[SHORT] == seen[LONG]


# Parliament (ishkibibble-refuge.8)


@pytest.mark.rule("ishkibibble-refuge.8")
def test_a_writ_does_not_reach_him_but_he_may_come() -> None:
    scene = chancellors(RULES).held(0, "E-WR01").held(1, SHORT)
    scene.noble("grey", 1, "12,2").movement(1)
    scene.play(1, "take_refuge", card=SHORT, land="scotland")
    scene.play(1, "march", nobles=["grey"], to=square(scene, "scotland"))
    scene.play(1, "done")
    scene.parliament(0)
    scene.play(0, "call_parliament", by="percy")
    while "attendance" in [p.kind for p in scene.match.prompts() if p.blocking]:
        prompt = next(p for p in scene.match.prompts() if p.kind == "attendance")
        if prompt.seat == 1:
            assert "grey" in scene.candidates(1, "attend", "nobles")
        scene.play(prompt.seat, "done")
    assert "grey" not in scene.candidates(0, "serve_writ", "noble")
    reason = scene.refused(0, "serve_writ", rule="ishkibibble-refuge.8", noble="grey")
    assert reason == "That noble is in refuge, and no Writ can reach him."


@pytest.mark.rule("ishkibibble-refuge.8")
def test_who_attends_leaves_his_refuge() -> None:
    scene = chancellors(RULES).held(1, SHORT)
    scene.noble("grey", 1, "12,2").movement(1)
    scene.play(1, "take_refuge", card=SHORT, land="scotland")
    scene.play(1, "march", nobles=["grey"], to=square(scene, "scotland"))
    scene.play(1, "done")
    sit(scene, (1, "grey"))
    assert scene.state.exiles == []


@pytest.mark.rule("ishkibibble-refuge.4", "ishkibibble-refuge.3")
def test_who_is_in_refuge_already_has_no_part_in_a_second_one() -> None:
    scene = in_refuge(SHORT, "grey").held(0, LONG)
    scene.movement(0)
    scene.play(0, "take_refuge", card=LONG, land="scotland")
    scene.play(0, "march", nobles=["grey"], to=square(scene, "scotland"))
    scene.play(0, "done")
    assert [e.nobles for e in scene.state.exiles] == [["percy"], ["grey"]]
    scene.state.round += 3
    scene.movement(0)
    scene.play(0, "done")
    assert scene.state.nobles["percy"].square == square(scene, "cheviots")
    assert scene.state.nobles["grey"].square == square(scene, "scotland")


# Refuge meets other phases and factions: who may go, who is put out, and when.


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


# The refuge of a neutral family comes to its end, though the family has no movement phase.


CARD = "X-RF3"


def abroad(serves: str, *, left: int = 0) -> Scene:
    """Greystoke of Percy is in Scotland, for so many rounds more."""
    scene = heads("families+lands_overseas+refuge")
    scene.noble("greystoke", PERCY, scene.board.places["scotland"].square)
    scene.state.event_deck.remove(CARD)
    due = scene.state.round + left
    scene.state.exiles.append(Exile(PERCY, "scotland", CARD, due, nobles=["greystoke"]))
    scene.state.sides[PERCY].serves = serves
    return scene


@pytest.mark.rule("ishkibibble-refuge.3", "families-turn.6")
def test_a_neutral_family_is_put_out_as_the_movement_of_the_house_it_favours_ends() -> None:
    scene = abroad("").movement_over(YORK)
    assert scene.happened(facts.RefugeLeft) == []
    scene.movement_over(LANCASTER)
    out = scene.board.places["cheviots"].square
    left = facts.RefugeLeft(PERCY, "scotland", ("greystoke",), out)
    assert scene.happened(facts.RefugeLeft) == [left]
    assert scene.happened(facts.RefugeOver) == [facts.RefugeOver(PERCY, "scotland", CARD, 3)]
    assert scene.where("greystoke") == (out, None, None)
    assert (scene.state.exiles, CARD in scene.state.event_discards) == ([], True)


@pytest.mark.rule("ishkibibble-refuge.3")
def test_but_not_before_its_time() -> None:
    scene = abroad("", left=1).movement_over(LANCASTER)
    assert scene.state.nobles["greystoke"].square == scene.board.places["scotland"].square
    scene.state.round += 1
    scene.movement_over(LANCASTER)
    assert scene.state.exiles == []


@pytest.mark.rule("ishkibibble-refuge.3", "families-turn.6")
def test_who_serves_a_house_is_put_out_as_its_own_movement_ends() -> None:
    scene = abroad("lancaster").movement_over(LANCASTER)
    assert scene.happened(facts.RefugeLeft) == []
    scene.movement_over(PERCY)
    assert [told.nobles for told in scene.happened(facts.RefugeLeft)] == [("greystoke",)]


@pytest.mark.rule("ishkibibble-refuge.3")
@pytest.mark.parametrize("mover", [NEVILLE, STAFFORD])
def test_the_movement_of_another_family_ends_no_refuge(mover: int) -> None:
    scene = abroad("").movement_over(mover)
    assert scene.state.exiles[0].nobles == ["greystoke"]


@pytest.mark.rule("ishkibibble-refuge.8", "base-4.5")
def test_nobody_in_refuge_must_go_ahead_to_a_parliament_that_must_be_summoned() -> None:
    scene = chancellors(RULES, at=square(Scene(3, RULES), "scotland"))
    scene.state.exiles.append(Exile(0, "scotland", SHORT, 9, nobles=["percy"]))
    scene.next_events("E-PM01").event(1)
    assert (scene.state.sitting.caller, scene.state.sitting.place) == (0, "london")
    assert scene.candidates(0, "attend", "nobles") == {"percy"}
