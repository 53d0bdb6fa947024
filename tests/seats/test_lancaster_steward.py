"""The steward of Lancaster: what it does when one thing is plainly best, and in whole games."""

from __future__ import annotations

import random

import pytest

from bot.rules.kernel import Choice, Match
from bot.seats.lancaster_steward import LancasterSquire, Mind, _place, placements, steward
from bot.seats.random_seat import RandomSeat
from bot.selfplay import play_game
from tests.rules.lancaster.scene import GAME, Scene


def answer(scene: Scene, seat: int = 0) -> Choice:
    """What the steward answers now; it must be on offer."""
    prompts = scene.match.asked(seat)
    prompt, choice = steward.choose(scene.match.view(seat), prompts, seat, random.Random(1))
    assert prompt.find(choice) is not None
    return choice


# Small positions


def test_takes_nobleman_and_reward_when_it_can_pay() -> None:
    scene = Scene(4).war("K04").war("K05").county(0, "I", 2).purse(0, gold=6).nobles(0, "ABC")
    assert answer(scene.begin("counties")) == Choice("both")


def test_takes_the_reward_when_the_nobleman_sits_at_the_table() -> None:
    scene = Scene(4).war("K04").war("K05").county(0, "F", 2).nobles(0, "F").begin("counties")
    assert answer(scene) == Choice("reward")


def test_ransoms_a_strong_knight() -> None:
    scene = Scene(4).war("K09", (0, 4), row="lower").purse(0, gold=4).begin("conflicts")
    assert answer(scene) == Choice("ransom")


def test_names_itself_the_starting_player() -> None:
    scene = Scene(4).war("K04").war("K05").county(1, "I", 1).begin("counties")
    scene.play(1, "nobleman")
    assert answer(scene, 1) == Choice.of("name", player="1")


def test_wins_a_conflict_that_is_within_reach() -> None:
    scene = Scene(4, round=5).court(0, 4).war("K10").war("K04", (1, 1)).court(1, 1)
    # Somerset would give as many points.
    scene.county(2, "G", 4).purse(0)
    scene.state.favours_used, scene.state.favours = scene.state.favours, []
    scene.begin("placing")
    assert answer(scene) == Choice.of("conflict", knight="4", card="K04")


@pytest.mark.parametrize(("extensions", "tile"), [(0, "no"), (3, "yes")])
def test_votes_for_laws_that_pay_it(extensions: int, tile: str) -> None:
    scene = Scene(4).laws("L12", "L13", "L17").propose("L11").war("K04", (0, 1)).war("K05")
    if extensions:
        scene.extend(0, "gold", "votes", "squires").extend(0, "provisions")
        scene.extend(0, "recruit", "upgrade")
    scene.begin("parliament")
    assert answer(scene).verb == tile


def test_scores_what_costs_nothing_first() -> None:
    scene = Scene(4).war("K04").war("K05").castle(0, "recruit", 1).extend(0, "gold")
    assert answer(scene.begin("castles")) == Choice.of("score", space="gold")


def test_buys_points_with_its_last_gold() -> None:
    scene = Scene(3, round=5).laws("L16", "L13", "L17").purse(0, gold=5)
    scene.war("K06").war("K07").begin("parliament")
    assert answer(scene) == Choice.of("buy", law="L16", times="5")


def test_who_plays_an_easy_game_goes_where_little_is_to_be_had() -> None:
    """Chance has a say of five points where the steward leaves it less than one."""
    scene = Scene(4, round=5).court(0, 4).war("K10").war("K04", (1, 1)).court(1, 1)
    scene.state.favours_used, scene.state.favours = scene.state.favours, []
    prompts = scene.county(2, "G", 4).purse(0).begin("placing").match.asked(0)
    went: dict[str, set[str]] = {}
    for player in (steward, LancasterSquire()):
        for luck in range(40):
            view, chance = scene.match.view(0), random.Random(luck)
            prompt, choice = player.choose(view, prompts, 0, chance)
            assert prompt.find(choice) is not None
            went.setdefault(player.name, set()).add(repr(choice))
    assert len(went["steward"]) == 1
    assert len(went["squire"]) == 3


def test_the_worth_of_placements_is_that_by_which_the_steward_goes() -> None:
    scene = Scene(3).court(0, 1, 3).war("K10").war("K04").county(1, "E", 1, 1).purse(0, squires=4)
    scene.begin("placing")
    chance = random.Random(1)
    mind = Mind(scene.match.view(0), 0, scene.match.asked(0)[0], chance)
    found = placements(mind)
    offered = [c for offer in mind.prompt.offers for c in offer.choices()]
    least = {"1": 2, "3": 0}
    for _, choice in found:
        assert choice in offered
        if choice.verb == "county":
            needed = least[choice.one("knight")] if choice.one("county") == "E" else 0
            assert int(choice.one("squires")) <= needed + 2
    assert len({repr(choice) for _, choice in found}) == len(found)
    best = max(found, key=lambda pair: pair[0])
    assert best[0] > sorted(worth for worth, _ in found)[-2]
    mind.whim = 0.0
    assert _place(mind) == best[1]


# Whole games


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_stewards_play_to_the_end_with_choices_that_are_offered(seats: int) -> None:
    match, _ = Match.start(GAME, seats, f"stewards {seats}")
    chance = random.Random(seats)
    while not match.over:
        seat = match.waiting_for()[0]
        prompt, choice = steward.choose(match.view(seat), match.asked(seat), seat, chance)
        assert prompt.find(choice) is not None
        match.submit(seat, choice)
        assert match.violations() == []
    assert match.position.state.round == 5


def test_the_same_question_gets_the_same_answer() -> None:
    scene = Scene(4).court(0, 1, 2).war("K04").war("K05").begin("placing")
    assert answer(scene) == answer(scene)


def test_one_steward_beats_three_random_players() -> None:
    won = 0
    for number in range(15):
        place = number % 4
        seats = [steward if seat == place else RandomSeat() for seat in range(4)]
        record = play_game(GAME, 4, f"against chance {number}", seats, check=False)
        assert record.finished
        won += record.winners == [place]
    assert won >= 12
