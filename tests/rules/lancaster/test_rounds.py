"""Rounds, the preparation of the next one, and the final scoring (lancaster §4, §6)."""

from __future__ import annotations

import pytest

from bot.rules.lancaster import facts
from bot.rules.lancaster.rounds import award_shares, nobleman_points
from bot.rules.lancaster.state import PHASES
from tests.rules.lancaster.scene import Scene


def last(seats: int = 3) -> Scene:
    """The fifth round, with nothing left but its end."""
    return Scene(seats, round=5).war("K06").war("K07")


def awards(scene: Scene) -> dict[str, tuple[int, ...]]:
    return {event.award: event.points for event in scene.told(facts.Awarded)}


@pytest.mark.rule("lancaster-4.1", "lancaster-4.2")
def test_the_phases_of_a_round() -> None:
    scene = Scene(3).begin("placing")
    phases = [event.phase for event in scene.told(facts.PhaseBegan)]
    wanted = ["parliament", "counties", "castles", "conflicts", "prepare", "placing", "parliament"]
    assert phases == wanted
    assert PHASES[2:5] == ("counties", "castles", "conflicts")


@pytest.mark.rule("lancaster-4iv.1", "lancaster-4iv.2", "lancaster-4iv.3")
def test_the_next_round_is_prepared() -> None:
    scene = Scene(4).war("K06", (0, 1)).war("K07").court(1, 1)
    state = scene.state
    state.favours_used, state.favours = ["gold", "upgrade"], ["squires", "nobleman"]
    state.favours += ["gold_squire", "new_knight"]
    laws, conflicts = list(state.law_deck[::-1]), list(state.conflict_deck[::-1])
    scene.begin("conflicts")
    assert [conflict.card for conflict in state.upper] == conflicts[:2]
    assert [conflict.card for conflict in state.lower] == ["K06", "K07"]
    assert state.proposals == laws[:3]
    assert state.favours == ["gold", "squires", "gold_squire", "upgrade", "new_knight", "nobleman"]
    assert state.favours_used == []
    assert (state.round, state.phase, state.favoured) == (2, "placing", 0)


@pytest.mark.rule("lancaster-1.3", "lancaster-4iv.5")
def test_after_the_fifth_round_the_game_is_scored() -> None:
    scene = last().begin("conflicts")
    assert scene.match.over
    assert scene.told(facts.ConflictsRevealed) == []
    assert scene.told(facts.LawsProposed) == []
    assert len(scene.told(facts.GameWon)) == 1
    scene.refused(0, "castle", rule="lancaster-1.3", knight="1", space="gold")
    fourth = Scene(3, round=4).war("K06").war("K07").court(0, 1).begin("conflicts")
    assert (fourth.match.over, fourth.state.round) == (False, 5)


@pytest.mark.rule("lancaster-6.1a", "lancaster-6.1b")
def test_the_greatest_armies() -> None:
    scene = last().court(0, 1).war("K08", (0, 4), row="lower").court(1, 3).court(2, 2)
    scene.purse(0).purse(1, squires=9).purse(2)
    scene.state.upper[0].stacks.extend([])
    scene.begin("conflicts")
    scene.play(0, "give_up")  # it can't ransom its captive: 1 against 3 and 2
    assert awards(scene)["army"] == (0, 8, 4)


@pytest.mark.rule("lancaster-6.1a")
def test_knights_on_moved_conflicts_count() -> None:
    scene = Scene(3, round=5).war("K10", (0, 4)).war("K07").court(1, 3).begin("conflicts")
    army = next(e for e in scene.told(facts.Awarded) if e.award == "army")
    assert army.counts == (4, 3, 0)
    assert army.points == (8, 4, 0)


@pytest.mark.rule("lancaster-6.1c")
def test_squires_break_the_tie_of_armies() -> None:
    scene = last().court(0, 2).court(1, 2).court(2, 1).purse(0, squires=1).purse(1, squires=2)
    assert awards(scene.begin("conflicts"))["army"] == (4, 8, 0)


@pytest.mark.rule("lancaster-6.1d", "lancaster-6.2d")
@pytest.mark.parametrize(
    ("keys", "shares"),
    [
        ([(5, 1), (5, 1), (4, 0)], (6, 6, 0)),
        ([(5, 1), (5, 1), (5, 1)], (4, 4, 4)),
        ([(5, 1), (4, 0), (4, 0)], (8, 2, 2)),
        ([(5, 1), (4, 0), (4, 0), (4, 0)], (8, 1, 1, 1)),
        ([(5, 1)] * 5, (2, 2, 2, 2, 2)),
        ([(5, 0), (5, 1)], (4, 8)),
    ],
)
def test_ties_share_the_points_of_their_places(
    keys: list[tuple[int, int]], shares: tuple[int, ...]
) -> None:
    assert award_shares(keys, (8, 4)) == shares


@pytest.mark.rule("lancaster-6.2a", "lancaster-6.2b")
def test_the_largest_castles() -> None:
    scene = (
        last().extend(0, "gold").extend(1, "gold", "votes", "squires").extend(2, "gold", "votes")
    )
    assert awards(scene.begin("conflicts"))["castle"] == (0, 8, 4)


@pytest.mark.rule("lancaster-6.2c")
def test_gold_breaks_the_tie_of_castles() -> None:
    scene = last().extend(0, "gold").extend(1, "votes").purse(0, gold=4).purse(1, gold=5)
    assert awards(scene.begin("conflicts"))["castle"] == (4, 8, 0)


@pytest.mark.rule("lancaster-6.2d")
def test_castles_that_tie_wholly() -> None:
    scene = last().extend(0, "gold").extend(1, "votes")
    assert awards(scene.begin("conflicts"))["castle"] == (6, 6, 0)


@pytest.mark.rule("lancaster-6.3a", "lancaster-5.2")
@pytest.mark.parametrize(
    ("count", "points"), [(0, 0), (1, 0), (2, 1), (3, 3), (4, 6), (5, 10), (8, 28), (9, 36)]
)
def test_noblemen(count: int, points: int) -> None:
    assert nobleman_points(count) == points
    scene = last().nobles(0, "ABCDEFGHI"[:count])
    assert awards(scene.begin("conflicts"))["noblemen"] == (points, 0, 0)


@pytest.mark.rule("lancaster-6.3b")
def test_equal_noblemen_score_alike() -> None:
    scene = last().nobles(0, "ABCD").nobles(1, "ABCE").purse(0, gold=9, squires=9)
    assert awards(scene.begin("conflicts"))["noblemen"] == (6, 6, 0)


@pytest.mark.rule("lancaster-6.4", "lancaster-1.2")
def test_the_most_points_win() -> None:
    scene = last().nobles(2, "ABCDEFGH")
    scene.house(0).points = 20
    scene.begin("conflicts")
    assert scene.state.result.winners == (2,)
    totals = tuple(house.points for house in scene.state.players())
    assert scene.told(facts.GameWon)[0].points == totals
    assert totals[2] == max(totals)
    assert scene.match.game.winners(scene.state) == ((2,), "points")
    assert sorted(totals, reverse=True) == [totals[2], totals[0], totals[1]]
    assert scene.match.game.places(scene.state) == (2, 3, 1)


@pytest.mark.rule("lancaster-6.4")
def test_a_tie_is_a_shared_victory() -> None:
    scene = last().begin("conflicts")  # all alike: 4 + 4 + 0
    assert scene.told(facts.GameWon)[0].winners == (0, 1, 2)
    assert scene.told(facts.GameWon)[0].points == (8, 8, 8)
    assert scene.match.game.places(scene.state) == (1, 1, 1)


def test_the_screens_fall_at_the_end() -> None:
    scene = last().purse(1, gold=7).begin("conflicts")
    assert scene.match.view(0).houses[1].gold == 7


@pytest.mark.rule("lancaster-4iv.2", "lancaster-4i.18")
def test_a_new_round_has_new_favours_for_its_first_six() -> None:
    scene = Scene(3).war("K04").war("K05").court(0, 1)
    scene.state.favoured = 6
    scene.begin("placing").play(0, "conflict", knight="1", card="K04")
    assert scene.asked(0) == ["vote"]  # the seventh placement earned nothing
    assert (scene.state.round, scene.state.favoured) == (2, 0)


def test_only_what_was_hidden_makes_a_step_hard_to_take_back() -> None:
    scene = Scene(3).court(0, 1, 2).court(1, 1).court(2, 1).war("K04").war("K05").propose("L12")
    scene.begin("placing")
    assert not scene.play(0, "county", knight="2", county="A", squires="1").known
    assert not scene.play(1, "conflict", knight="1", card="K04").known
    assert not scene.play(1, "favour", tile="gold").known
    assert not scene.play(2, "castle", knight="1", space="gold").known
    assert not scene.play(0, "castle", knight="1", space="gold").known
    assert not scene.play(0, "no", markers="0").known  # sealed, and still one's own to change
    assert not scene.play(1, "no", markers="0").known
    assert scene.play(2, "no", markers="0").known  # all votes are opened
    # The last answer of a round turns up new conflicts and laws.
    assert scene.asked(0) == ["county"]
    assert scene.play(0, "nothing").known
    assert scene.state.round == 2
