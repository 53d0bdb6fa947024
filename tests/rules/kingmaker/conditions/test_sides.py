"""Who plays which part, with how many players, and whom he serves at first."""

from __future__ import annotations

from typing import Any

import pytest

from bot.games import game_for
from bot.rules.kernel import Match
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.conditions import sides
from bot.rules.kingmaker.state import State

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
