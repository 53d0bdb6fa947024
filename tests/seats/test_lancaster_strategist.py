"""Lancaster's strategist: it tries its answers, and knows no more than its seat."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.content.lancaster import Worths
from bot.games import LEVELS, adviser_of, answer_of, game_for, policy_for
from bot.rules.kernel import Choice, Dice, Match, Prompt
from bot.rules.kernel.match import Imagination
from bot.rules.lancaster.state import Result
from bot.seats.deliberation import Work, Worlds
from bot.seats.lancaster_steward import Mind, placements
from bot.seats.lancaster_steward import steward as lancaster_steward
from bot.seats.lancaster_strategist import (
    BEGINNING,
    FEATURES,
    MOMENT,
    MOST,
    LancasterChamberlain,
    LancasterStrategist,
    answers,
    chances,
    features,
    outcome,
    reckoned,
    shares,
)
from bot.secrecy import other_world
from bot.selfplay import play_game
from tests.rules.lancaster.scene import Scene


def placing(seats: int = 3, after: int = 4, kind: str = "place", seed: str = "placing") -> Match:
    """A game in which somebody is asked such a thing, some times after the first."""
    match, _ = Match.start(game_for("lancaster", "standard"), seats, seed, {})
    chance, count = random.Random(1), 0
    while True:
        seat = match.waiting_for()[0]
        asked = match.asked(seat)
        count += asked[0].kind == kind
        if count > after:
            return match
        match.submit(seat, lancaster_steward.choose(match.view(seat), asked, seat, chance)[1])


def deliberated(match: Match, player: LancasterStrategist) -> tuple[Prompt, Choice]:
    seat = match.waiting_for()[0]
    imagine = Imagination(match.game, match.position, seat)
    view, asked = match.view(seat), match.asked(seat)
    return player.deliberate(view, asked, seat, random.Random(1), imagine)


def usual(match: Match) -> Choice:
    seat = match.waiting_for()[0]
    chance = random.Random(1)
    return lancaster_steward.choose(match.view(seat), match.asked(seat), seat, chance)[1]


def mind_of(match: Match) -> Mind:
    seat = match.waiting_for()[0]
    return Mind(match.view(seat), seat, match.asked(seat)[0], random.Random(1))


# What is compared


def test_the_stewards_answer_comes_first_and_no_two_are_alike() -> None:
    for kind in ("place", "vote", "county", "first_extension"):
        match = placing(4, 2, kind)
        found = answers(mind_of(match), usual(match))
        assert found[0] == usual(match)
        assert 1 < len(found) <= MOST
        assert len({repr(choice) for choice in found}) == len(found)
        assert all(match.asked(match.waiting_for()[0])[0].find(choice) for choice in found)


def test_of_placements_those_are_compared_that_promise_most() -> None:
    match = placing(4, 2)
    found = answers(mind_of(match), usual(match))
    worth = {repr(choice): each for each, choice in placements(mind_of(match))}
    assert len(worth) > MOST
    kept = [worth[repr(choice)] for choice in found[1:]]
    assert kept == sorted(kept, reverse=True)
    left_out = [each for choice, each in worth.items() if choice not in map(repr, found)]
    assert min(kept) >= max(left_out)


def test_no_favour_is_considered_that_brings_nothing() -> None:
    match = placing(4, 0, "favour")
    seat = match.waiting_for()[0]

    def compared() -> set[str]:
        return {
            tile for choice in answers(mind_of(match), usual(match)) for tile in choice.many("tile")
        }

    assert "new_knight" in compared()
    house = match.position.state.players()[seat]
    house.court += [knight for knight in house.reserve if knight == 1]
    house.reserve = [knight for knight in house.reserve if knight != 1]
    assert "new_knight" not in compared()
    assert len(compared()) > 1


def test_without_time_it_answers_as_the_steward() -> None:
    for kind in ("place", "vote", "favour"):
        match = placing(kind=kind)
        prompt, choice = deliberated(match, LancasterStrategist(0))
        assert prompt.kind == kind
        assert choice == usual(match)


def test_it_takes_the_answer_that_does_best(monkeypatch: pytest.MonkeyPatch) -> None:
    match = placing()
    wanted = answers(mind_of(match), usual(match))[3]

    def tried(_m: Match, _s: int, choice: Choice, _w: int, budget: Work) -> float:
        budget.work()
        return float(choice == wanted)

    monkeypatch.setattr("bot.seats.lancaster_strategist.outcome", tried)
    assert deliberated(match, LancasterStrategist(200))[1] == wanted


def last_knight() -> Match:
    """The last knight of the last round: in a third county he wins the game for seat 0, to whom a
    law gives 8 points for three of them; a war promises less, and looks better."""
    scene = Scene(3, round=5).laws("L13", "L14", "L17").purse(0).purse(1).purse(2)
    scene.county(0, "E", 1).county(0, "F", 2).court(0, 1).war("K04", (1, 4)).war("K10")
    scene.state.favours_used, scene.state.favours = scene.state.favours, []
    for seat, points in enumerate((30, 43, 0)):
        scene.house(seat).points = points
    return scene.begin("placing").match


def test_it_takes_a_win_that_the_steward_misses() -> None:
    match = last_knight()
    assert usual(match) == Choice.of("conflict", knight="1", card="K10")
    assert played_out(match, usual(match)) == [1]
    _, choice = deliberated(last_knight(), LancasterStrategist(2_000))
    assert choice.verb == "county"
    assert played_out(last_knight(), choice) == [0]


def test_who_thinks_for_a_moment_sees_it_too() -> None:
    assert deliberated(last_knight(), LancasterChamberlain())[1].verb == "county"


def test_the_usual_computer_thinks_for_a_moment_however_much_time_there_is() -> None:
    usual_one = policy_for("lancaster", LEVELS["lancaster"]["normal"])
    assert isinstance(usual_one, LancasterChamberlain)
    for seconds in (None, 0.02, 2.0):
        player = policy_for("lancaster", usual_one.name, seconds)
        assert isinstance(player, LancasterChamberlain)
        assert player.decisions == (120 if seconds == 0.02 else MOMENT)
    assert adviser_of("lancaster") == usual_one.name


def played_out(match: Match, choice: Choice) -> list[int]:
    """Who wins if seat 0 chooses so, and stewards play to the end."""
    match.submit(0, choice)
    while not match.over:
        seat, chance = match.waiting_for()[0], random.Random(1)
        asked = match.asked(seat)
        match.submit(seat, lancaster_steward.choose(match.view(seat), asked, seat, chance)[1])
    return list(match.position.state.result.winners)


def last_vote() -> Match:
    """The last vote of a game."""
    match = placing(3, 0, "vote")
    while match.position.state.round < 5 or len(match.position.state.proposals) > 1:
        seat = match.waiting_for()[0]
        asked = match.asked(seat)
        chance = random.Random(1)
        match.submit(seat, lancaster_steward.choose(match.view(seat), asked, seat, chance)[1])
    return match


# What it knows


@pytest.mark.parametrize("kind", ["place", "vote", "castle"])
def test_it_decides_alike_where_it_cannot_tell_games_apart(kind: str) -> None:
    match, player = placing(kind=kind), LancasterStrategist(250)
    seat = match.waiting_for()[0]
    other = other_world(match, seat, Dice("other"))
    assert other.save() != match.save()
    assert deliberated(other, player) == deliberated(match, player)
    assert deliberated(match, player) == deliberated(match, player)


def test_its_budget_is_counted_in_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is begun once the budget is spent, whatever the clock says."""
    spent: list[Work] = []

    def budget(self: LancasterStrategist) -> Work:
        spent.append(Work(self.decisions))
        return spent[-1]

    monkeypatch.setattr(LancasterStrategist, "budget", budget)
    match = placing()
    for decisions in (100, 400):
        deliberated(match, LancasterStrategist(decisions))
        assert 1 <= spent[-1].spent() <= 1 + BEGINNING / decisions


# A trial


def test_a_trial_ends_with_the_round() -> None:
    match = placing()
    seat = match.waiting_for()[0]
    world = Worlds(Imagination(match.game, match.position, seat), "one").world
    budget, tried = Work(10_000), world(0)
    found = outcome(tried, seat, usual(match), 0, budget)
    state = tried.position.state
    assert (state.round, state.phase) == (2, "placing")
    assert found == chances(state, tried.game.content)[seat]
    again, short = world(0), Work(3)
    assert outcome(again, seat, usual(match), 0, Work(10_000)) == found
    assert again.save() == tried.save()
    assert outcome(world(0), seat, usual(match), 0, short) is None


def test_a_trial_of_the_last_round_ends_with_the_game() -> None:
    match = last_vote()
    seat = match.waiting_for()[0]
    world = Worlds(Imagination(match.game, match.position, seat), "one").world(0)
    found = outcome(world, seat, usual(match), 0, Work(10_000))
    assert world.over
    assert found == chances(world.position.state, world.game.content)[seat]


def test_the_first_extension_is_tried_till_the_first_round_is_over() -> None:
    match = placing(after=0, kind="first_extension")
    seat = match.waiting_for()[0]
    world = Worlds(Imagination(match.game, match.position, seat), "one").world(0)
    outcome(world, seat, usual(match), 0, Work(10_000))
    assert (world.position.state.round, world.position.state.phase) == (2, "placing")


# What a position is worth


def test_the_features_of_a_house() -> None:
    match = placing(3, 0)
    state, content = match.position.state, match.game.content
    house = state.houses[1]
    house.points, house.gold, house.squires, house.votes = 7, 9, 6, 3
    house.noblemen, house.extensions = ["A", "B", "C"], ["gold", "votes"]
    house.court, house.reserve = [1, 4], [1, 1, 2, 2, 3]
    state.starter = 2
    found = dict(zip(FEATURES, features(state, content)[1], strict=True))
    assert found == {
        "points": 7,
        "gold": 9,
        "much_gold": 4,
        "squires": 6,
        "many_squires": 1,
        "votes": 3,
        "noblemen": 3,
        "pairs_of_noblemen": 3,
        "extensions": 2,
        "castle_award": 8,
        "strength": 5,
        "army_award": 8,
        "strongest": 4,
        "knights": 2,
        "at_war": 0,
        "after_the_first": 2,
    }


def test_points_are_reckoned_by_the_weights_of_the_data() -> None:
    match = placing(3, 0)
    state, content = match.position.state, match.game.content
    weighed = Worths(2.0, dict.fromkeys(FEATURES, 0.0) | {"points": 1.0, "noblemen": 4.0})
    state.houses[0].points, state.houses[1].noblemen = 3, ["A", "B"]
    assert reckoned(state, content, weighed) == [3, 8, 0]


def test_chances_are_one_together_and_fall_with_what_one_is_behind() -> None:
    assert shares([10, 10, 10], 3) == pytest.approx([1 / 3] * 3)
    found = shares([12, 10], 2)
    assert sum(found) == pytest.approx(1)
    assert found[0] / found[1] == pytest.approx(2.71828, abs=0.0001)
    match = placing(3, 0)
    state, content = match.position.state, match.game.content
    state.round = 2
    before = chances(state, content)
    state.houses[1].points += 5
    assert chances(state, content)[1] > before[1]


def test_at_the_end_only_power_points_count() -> None:
    match = placing(3, 0)
    state = match.position.state
    for seat, points in enumerate((40, 44, 38)):
        state.houses[seat].points = points
    state.houses[0].noblemen, state.result = ["A", "B", "C"], Result((1,), "points")
    assert chances(state, match.game.content) == shares([40, 44, 38], 2.0)


# Where it is asked


def test_it_can_be_asked_in_a_process_of_its_own() -> None:
    match = placing()
    seat = match.waiting_for()[0]
    packed = Imagination(match.game, match.position, seat).pack()
    choice = answer_of("lancaster", "standard", "strategist", seat, packed, "luck", 0.2)
    assert any(prompt.find(choice) is not None for prompt in match.asked(seat))


def test_it_thinks_about_all_that_it_is_asked() -> None:
    match, player = placing(), policy_for("lancaster", "strategist", think=2.0)
    seat = match.waiting_for()[0]
    assert adviser_of("lancaster", "hard") == "strategist"
    assert isinstance(player, LancasterStrategist)
    assert player.decisions == 2 * LancasterStrategist.pace
    assert player.ponders(match.asked(seat))
    assert not player.ponders([])


def test_self_play_with_it_is_repeatable_and_gives_nothing_away() -> None:
    game: Any = game_for("lancaster", "standard")
    players = [LancasterStrategist(90), lancaster_steward]
    first = play_game(game, 3, "again", players, secrets=True)
    again = play_game(game, 3, "again", players)
    assert first.violations == []
    assert first.finished
    assert first.decisions == again.decisions
