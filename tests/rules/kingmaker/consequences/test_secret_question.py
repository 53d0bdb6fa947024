"""A card played against what another does: all are asked like in a vote, and nobody stands out."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Dice
from bot.rules.kernel.match import CLOSE, Match
from bot.rules.kingmaker.consequences.changes import kill_noble
from bot.rules.kingmaker.consequences.secret_question import in_turn
from bot.rules.kingmaker.facts import HeirWooed
from bot.secrecy import leaks
from tests.rules.kingmaker.events.test_influence_heir import dies, scene_of

pytestmark = pytest.mark.rule("ishkibibble-influence.1")


def closes(match: Match) -> list[int]:
    """Whom the clock asks together."""
    return sorted(match.closing())


@pytest.mark.parametrize("holder", [0, 1, 2])
def test_it_is_a_vote_whoever_keeps_the_card(holder: int) -> None:
    scene = dies(scene_of(holder))
    vote = scene.match.vote()
    assert vote is not None
    assert (vote.kind, vote.seconds, vote.sealed) == ("woo_heir", 60, True)
    assert closes(scene.match) == [0, 2]


@pytest.mark.parametrize("first", [0, 2])
def test_that_somebody_has_answered_shows_to_nobody(first: int) -> None:
    scene = dies(scene_of(0))
    others = [seat for seat in (0, 1, 2) if seat != first]
    before = [scene.match.view(seat) for seat in (*others, None)]
    asked = [scene.match.prompts(seat) for seat in others]
    scene.play(first, "let_be")
    assert [scene.match.view(seat) for seat in (*others, None)] == before
    assert [scene.match.prompts(seat) for seat in others] == asked
    assert scene.match.vote() is not None
    assert leaks(scene.match, [*others, None] * 4, Dice("other")) == []


def test_the_silent_play_nothing_when_the_time_is_up() -> None:
    scene = dies(scene_of(0))
    scene.play(2, "let_be")
    scene._note(scene.match.direct(CLOSE))
    assert "grey" in scene.state.crown_discards
    assert scene.state.factions[0].held == ["X-INF"]
    assert scene.asked(0) == ["movement"]


def test_a_card_that_was_laid_down_is_played_though_others_are_silent() -> None:
    scene = dies(scene_of(2))
    scene.play(2, "woo_heir", noble="grey")
    scene._note(scene.match.direct(CLOSE))
    assert scene.asked(2) == ["noble_arrives"]
    assert scene.state.event_discards[-1] == "X-INF"


@pytest.mark.parametrize(("active", "order"), [(0, [0, 2, 3]), (1, [2, 3, 0]), (3, [3, 0, 2])])
def test_they_come_in_turn_from_the_player_whose_turn_it_is(active: int, order: list[int]) -> None:
    scene = scene_of(0, seats=4)
    scene.state.active = active
    assert in_turn(scene.state, [2, 0, 3]) == order


@pytest.mark.parametrize(("active", "wins"), [(0, 0), (1, 2), (2, 2)])
@pytest.mark.parametrize("clicks", [(0, 2), (2, 0)])
def test_of_two_who_play_it_the_first_in_turn_does_and_the_other_keeps_his(
    active: int, wins: int, clicks: tuple[int, int]
) -> None:
    scene = scene_of(2)
    scene.state.factions[0].held.append("X-INF")  # as if there were two of them
    scene.movement(active)
    kill_noble(scene.match.table, "grey", "battle")
    scene._note(scene.match._after())
    for seat in clicks:
        scene.play(seat, "woo_heir", noble="grey")
    assert [e.seat for e in scene.happened(HeirWooed)] == [wins]
    assert scene.state.factions[wins].held == []
    assert scene.state.factions[2 - wins].held == ["X-INF"]
