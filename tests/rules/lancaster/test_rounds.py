"""Rounds, the preparation of the next one, and the final scoring (lancaster §4, §6)."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Choice
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


@pytest.mark.rule("lancaster-1.3", "lancaster-4iv.5", "lancaster-6.4")
def test_after_the_fifth_round_the_game_is_scored_and_a_tie_is_shared() -> None:
    scene = last().begin("conflicts")
    assert scene.told(facts.GameWon)[0].winners == (0, 1, 2)
    assert scene.told(facts.GameWon)[0].points == (8, 8, 8)
    assert scene.match.game.places(scene.state) == (1, 1, 1)
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


# What happens when nobody answers, and rewards that nobody can use.


def default(scene: Scene, seat: int = 0) -> Choice | None:
    """The default of the only question to a seat."""
    (prompt,) = scene.match.prompts(seat)
    return prompt.default


def test_the_defaults_of_placing() -> None:
    scene = Scene(4).court(0, 1, 1).court(1, 1).war("K04").war("K05").begin("placing")
    assert default(scene) == Choice.of("castle", knight="1", space="gold")
    scene.play(0, "conflict", knight="1", card="K04")
    assert default(scene) == Choice.of("favour", tile="gold")
    scene.play(0, "favour", tile="nobleman")
    assert default(scene) == Choice.of("nobleman", county="A")


def test_without_a_castle_space_the_default_is_a_conflict_then_a_county() -> None:
    full = Scene(3).extend(0, "gold", "squires", "votes", "recruit", "upgrade", "provisions")
    full.court(0, 1, 2).court(1, 1).war("K04").war("K05").begin("placing")
    assert default(full) == Choice.of("conflict", knight="1", card="K04")
    shut = Scene(4).extend(0, "gold", "squires", "votes", "recruit", "upgrade", "provisions")
    shut.court(0, 2).court(1, 1).war("K04", (1, 1), (2, 1), (3, 1)).begin("placing")
    assert default(shut) == Choice.of("county", knight="2", county="A", squires="0")


def test_an_ally_is_placed_last_and_takes_no_favour_by_default() -> None:
    scene = Scene(2).court(0, 2).court(10, 1).court(1, 1).war("K04").war("K05").begin("placing")
    assert default(scene) == Choice.of("castle", house="own", knight="2", space="gold")
    scene.play(0, "conflict", house="ally", knight="1", card="K04")
    assert default(scene) == Choice("pass")
    full = Scene(2).extend(0, "gold", "squires", "votes", "recruit", "upgrade", "provisions")
    full.court(0, 2).court(10, 1).court(1, 1).war("K04").war("K05").begin("placing")
    assert default(full) == Choice.of("conflict", house="own", knight="2", card="K04")


def test_the_defaults_of_parliament() -> None:
    scene = Scene(3).laws("L01", "L04", "L06").propose("L18").county(0, "A", 1)
    scene.war("K04", (0, 1)).war("K05", (0, 1)).begin("parliament")
    assert default(scene, 2) == Choice.of("no", markers="0")
    scene.vote("no", "no", "no")
    assert default(scene) == Choice.of("upgrade", knight="county:A:1")  # for the most gold


def test_the_defaults_of_rewards() -> None:
    scene = Scene(4).war("K04").war("K05").war("K11", (1, 2), row="lower")
    scene.county(0, "C", 4).county(1, "H", 2).county(2, "I", 1).castle(0, "upgrade", 1)
    scene.begin("counties")
    assert default(scene) == Choice("reward")
    scene.play(0, "reward")
    assert default(scene) == Choice.of("extend", space="gold")
    scene.play(0, "extend", space="gold")
    scene.play(0, "decline")
    scene.play(1, "reward")
    assert default(scene, 1) == Choice.of("ride", card="K04")
    scene.play(1, "ride", card="K04")
    scene.play(2, "nothing")
    assert default(scene, 2) == Choice.of("name", player="2")
    scene.play(2, "name", player="0")
    assert default(scene) == Choice("done")
    scene.play(0, "score", space="upgrade")
    assert default(scene) == Choice.of("upgrade", knight="court:1")
    scene.play(0, "decline")
    assert default(scene, 1) == Choice("give_up")


def test_a_favour_that_is_taken_is_told() -> None:
    scene = Scene(4).court(0, 1).court(1, 1).war("K04").war("K05").begin("placing")
    scene.play(0, "conflict", knight="1", card="K04")
    scene.play(0, "favour", tile="gold")
    assert [(event.side, event.tile) for event in scene.told(facts.FavourTaken)] == [(0, "gold")]


def test_a_nobleman_nobody_can_take_is_forfeited() -> None:
    scene = Scene(4).court(0, 1).court(1, 1).war("K04").war("K05").nobles(0, "ABCDEFGHI")
    scene.begin("placing").play(0, "conflict", knight="1", card="K04")
    scene.play(0, "favour", tile="nobleman")
    assert scene.told(facts.NoblemanForfeited)[0].side == 0
    assert scene.match.waiting_for() == [1]


def test_a_castle_space_that_nobody_can_use_is_not_asked_about() -> None:
    # With two players there are no screens: everybody sees that he cannot pay for it.
    scene = Scene(2).war("K04").war("K05").purse(0).castle(0, "recruit", 1).castle(0, "upgrade", 4)
    scene.extend(0, "gold").begin("castles")
    assert scene.house(0).court == [1, 4]
    assert scene.house(0).gold == 2
    assert scene.told(facts.CastlePaid) == []
    assert scene.state.round == 2


def test_too_few_squires_are_told_apart_from_equal_strength() -> None:
    scene = Scene(3).court(0, 1).purse(0, squires=4).county(1, "A", 2, squires=2)
    scene.war("K04").war("K05").begin("placing")
    args = {"knight": "1", "county": "A"}
    scene.refused(0, "county", rule="lancaster-4i.8", squires="2", **args)
    scene.refused(0, "county", rule="lancaster-4i.9", squires="3", **args)
    assert scene.offers(0, "county", squires="4", **args)
