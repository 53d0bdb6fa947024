"""Who plays which part, with how many players, and whom he serves at first."""

from __future__ import annotations

from typing import Any

import pytest

from bot.content.in_force import table_rules
from bot.games import game_for
from bot.rules.kernel import Match
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.conditions import sides
from bot.rules.kingmaker.conditions.sides import opens
from bot.rules.kingmaker.royals.coronation import coronation_stops
from bot.rules.kingmaker.state import State
from tests.rules.kingmaker.families.tables import (
    LANCASTER,
    MOWBRAY,
    NEVILLE,
    PERCY,
    STAFFORD,
    YORK,
    heads,
    played_on,
)

FAMILIES = game_for("kingmaker", "families")
CONTENT = FAMILIES.content

SIX = ["lancaster", "york", "neville", "percy", "mowbray", "stafford"]


def begun(seats: int) -> Match:
    match, _ = Match.start(FAMILIES, seats, "six families")
    return match


def dealt(seats: int) -> dict[int, tuple[str, ...]]:
    _, told = Match.start(FAMILIES, seats, "six families")
    return {e.seat: e.cards for e in told.events if isinstance(e, facts.CardsDealt)}


@pytest.mark.rule("families-players.1")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_with_fewer_players_families_are_left_out_stafford_first(seats: int) -> None:
    match = begun(seats)
    assert [side.part for side in match.position.state.sides] == SIX[:seats]
    nobody_plays = {n for p in CONTENT.ruleset.parts[seats:] for n in (p.head, p.second)}
    assert nobody_plays <= set(sides.outside(match.position.state, CONTENT))


@pytest.mark.parametrize(
    ("seat", "head", "second", "cards"),
    [
        pytest.param(0, "beaufort", "clifford", 8, marks=pytest.mark.rule("families-players.2")),
        pytest.param(
            1, "plantagenet_york", "bourchier", 9, marks=pytest.mark.rule("families-players.3")
        ),
        pytest.param(2, "neville", "scrope", 8, marks=pytest.mark.rule("families-players.4")),
        pytest.param(3, "percy", "greystoke", 6, marks=pytest.mark.rule("families-players.6")),
        pytest.param(4, "mowbray", "cromwell", 7, marks=pytest.mark.rule("families-players.5")),
        pytest.param(5, "stafford", "audley", 8, marks=pytest.mark.rule("families-players.7")),
    ],
)
def test_each_part_begins_with_its_nobles_and_so_many_cards(
    seat: int, head: str, second: str, cards: int
) -> None:
    own = dealt(6)[seat]
    assert own[:2] == (head, second)
    assert len(own) == cards
    assert all(CONTENT.crown[card].kind != "noble" for card in own[2:])
    nobles: Any = begun(6).position.state.nobles
    assert [key for key, noble in nobles.items() if noble.seat == seat] == [head, second]


def test_no_noble_lies_in_the_deck_and_the_others_are_outside() -> None:
    state = begun(6).position.state
    assert [card for card in state.crown_deck if card in CONTENT.nobles] == []
    assert len(state.crown_deck) == 73 - 24 - 34 + 0
    assert sides.outside(state, CONTENT) == [
        "berkeley", "courtenay", "fitzalan", "grey", "hastings", "herbert", "holland", "howard",
        "pole", "roos", "stanley", "talbot",
    ]  # fmt: skip


@pytest.mark.rule("families-players.8")
def test_each_family_serves_the_house_that_its_head_favours() -> None:
    state = begun(6).position.state
    served = {side.part: side.serves for side in state.sides}
    assert served == {
        "lancaster": "lancaster",
        "york": "york",
        "neville": "york",
        "percy": "lancaster",
        "mowbray": "york",
        "stafford": "lancaster",
    }
    assert [sides.favours(state, CONTENT, seat) for seat in range(6)] == list(served.values())
    assert [side.serves for side in FAMILIES.view(begun(6).table, None).sides] == [*served.values()]
    assert sides.aligned(state, CONTENT, "lancaster") == [3, 5]
    assert sides.aligned(state, CONTENT, "york") == [2, 4]
    assert sides.house_seat(state, CONTENT, "york") == 1


def test_who_is_on_whose_side() -> None:
    state = begun(6).position.state
    assert sides.same_side(state, 0, 3)
    assert sides.same_side(state, 3, 5)
    assert not sides.same_side(state, 0, 2)
    state.sides[3].serves = state.sides[5].serves = ""
    assert not sides.same_side(state, 3, 5)
    assert sides.same_side(state, 3, 3)
    assert sides.aligned(state, CONTENT, "lancaster") == []
    assert sides.is_family(state, CONTENT, 3)
    assert sides.is_house(state, CONTENT, 0)
    assert not sides.is_house(state, CONTENT, 3)
    for seat in (-1, 6):
        assert not sides.is_family(state, CONTENT, seat)
        assert not sides.is_house(state, CONTENT, seat)


def test_elsewhere_nobody_has_a_part() -> None:
    classic = game_for("kingmaker", "classic")
    state: State = Match.start(classic, 3, "classic")[0].position.state
    assert not sides.given(state)
    assert sides.house_served(state, 0) == ""
    assert not sides.is_house(state, classic.content, 0)
    assert sides.outside(state, classic.content) == []
    assert sides.heads_played(state, classic.content) == frozenset()


# Houses take turns, and families act within the turn of the House that they serve.


@pytest.mark.rule("families-turn.1")
def test_the_houses_take_turns_and_nobody_else() -> None:
    scene = heads()
    began = [e.seat for e in scene.turn(LANCASTER).events if isinstance(e, facts.TurnBegan)]
    played_on(scene, (YORK, "movement"))
    assert (began, scene.state.active, scene.state.round) == ([LANCASTER], YORK, 1)
    played_on(scene, (LANCASTER, "movement"))
    assert (scene.state.active, scene.state.round, scene.state.turn) == (LANCASTER, 2, 3)


@pytest.mark.rule("families-turn.5", "families-turn.6", "families-align.3")
def test_in_the_turn_of_a_house_its_families_move_after_it_clockwise() -> None:
    scene = heads().noble("clifford", YORK, "14,16")
    scene.noble("scrope", PERCY, "14,16").noble("audley", STAFFORD, "14,16")
    scene.turn(LANCASTER)
    asked = played_on(scene, (YORK, "movement"))
    own = [(LANCASTER, "movement"), (PERCY, "movement"), (STAFFORD, "movement")]
    fights = [(PERCY, "combat"), (STAFFORD, "combat")]
    drawn = [(LANCASTER, "keep_or_play")] * 2
    assert [pair for pair in asked if pair[1] != "declare_side"] == [*own, *fights, *drawn]


@pytest.mark.rule("families-turn.6", "families-align.2")
def test_while_a_family_acts_it_is_the_one_that_is_active() -> None:
    scene = heads()
    scene.turn(YORK)
    played_on(scene, (NEVILLE, "movement"))
    assert scene.state.active == NEVILLE
    scene.refused(YORK, "march", rule="base-3.1", nobles=["plantagenet_york"], to="9,18")
    scene.play(NEVILLE, "done")
    assert scene.state.active == MOWBRAY
    played_on(scene, (YORK, "keep_or_play"))
    assert scene.state.active == YORK


@pytest.mark.rule("families-turn.6")
def test_a_neutral_family_does_not_move_or_attack() -> None:
    scene = heads()
    scene.state.sides[NEVILLE].serves = ""
    scene.turn(YORK)
    assert (NEVILLE, "movement") not in played_on(scene, (LANCASTER, "movement"))


@pytest.mark.rule("families-turn.2")
def test_a_family_crowns_nobody() -> None:
    scene = heads(without=(PERCY,)).noble("percy", PERCY, "york", heirs=("richard_york",))
    scene.give("percy", "abp_york").turn(LANCASTER)
    asked = played_on(scene, (LANCASTER, "keep_or_play"))
    assert [kind for _, kind in asked if kind == "coronation"] == []
    scene.refused(PERCY, "crown", rule="families-turn.2", heir="richard_york")


@pytest.mark.rule("families-turn.2")
def test_a_house_crowns_no_heir_of_the_other() -> None:
    scene = heads().noble("clifford", LANCASTER, "york", heirs=("richard_york",))
    scene.give("clifford", "abp_york")
    scene.coronation(LANCASTER)
    assert "coronation" not in scene.asked(LANCASTER)
    stops = coronation_stops(scene.match.table, LANCASTER, "richard_york")
    assert [(stop.rule, stop.reason) for stop in stops] == [
        ("families-turn.2", "A House can crown only its own heirs.")
    ]


@pytest.mark.rule("families-turn.2")
def test_a_house_crowns_an_heir_of_its_own() -> None:
    scene = heads().noble("bourchier", YORK, "york", heirs=("richard_york",))
    scene.give("bourchier", "abp_york").coronation(YORK)
    scene.play(YORK, "crown", heir="richard_york")
    assert scene.state.heirs["richard_york"].crowned


@pytest.mark.rule("families-turn.3")
def test_a_family_calls_no_parliament() -> None:
    scene = heads(without=(PERCY,)).noble("percy", PERCY, "york", heirs=("henry",))
    scene.turn(LANCASTER)
    assert (PERCY, "parliament") not in played_on(scene, (LANCASTER, "keep_or_play"))
    scene.refused(PERCY, "call_parliament", rule="families-turn.3", by="percy")


@pytest.mark.rule("families-turn.4")
def test_a_family_draws_no_card() -> None:
    scene = heads()
    scene.turn(LANCASTER)
    asked = played_on(scene, (YORK, "movement"))
    assert {seat for seat, kind in asked if kind == "keep_or_play"} == {LANCASTER}
    assert [len(faction.hand) for faction in scene.state.factions] == [2, 0, 0, 0, 0, 0]
    scene.refused(PERCY, "keep", rule="families-turn.4")


def test_the_chancellor_of_a_family_opens_the_game_for_its_house() -> None:
    table = heads().match.table
    assert [opens(table, seat) for seat in range(6)] == [0, 1, 1, 0, 1, 0]


def test_nobody_takes_a_part_up_late() -> None:
    match, _ = Match.start(game_for("kingmaker", "families"), 4, "late")
    offers = [
        offer.verb for prompt in match.game.directives(match.table) for offer in prompt.offers
    ]
    assert "join" not in offers


@pytest.mark.rule("families-cards.5")
def test_what_is_not_changed_is_as_in_the_classic_game() -> None:
    rules = table_rules("families")
    kept = ("classic-siege.3", "classic-battle.3", "classic-turn.4", "classic-lords.3", "base-7.1")
    assert all(row in rules for row in kept)
    assert rules.replaced_by("classic-turn.8") == ("families-cards.1", "families-cards.2")
