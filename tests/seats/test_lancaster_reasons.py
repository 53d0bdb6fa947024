"""Why Lancaster's steward advises a choice: from the view and the worth that it chooses by."""

from __future__ import annotations

import random

import pytest

from bot.rules.kernel import Choice, Match
from bot.rules.lancaster.content import Reward
from bot.seats.lancaster_reasons import ground_for
from bot.seats.lancaster_steward import steward
from bot.words.lancaster.stakes import reason_text
from tests.rules.lancaster.scene import GAME, Scene


def told(scene: Scene, choice: Choice, seat: int = 0) -> str:
    """The reason for a choice that is on offer to a seat now."""
    prompt = next(p for p in scene.match.asked(seat) if p.find(choice) is not None)
    ground = ground_for(scene.match.view(seat), seat, prompt, choice)
    assert ground is not None
    return reason_text(ground.kind, ground.gives, dict(ground.numbers))


def placing() -> Scene:
    """Four at the table; the third of them holds a county (F)."""
    scene = Scene(4).court(0, 4).war("K10").war("K04", (1, 1)).court(1, 1).purse(0)
    return scene.county(2, "F", 2)


def test_a_nobleman_is_told_with_those_that_one_has() -> None:
    scene = placing().nobles(0, "ABC").begin("placing")
    assert told(scene, Choice.of("county", county="E", knight="4", squires="0")) == (
        "Its nobleman is not at your table yet: you have 3 noblemen, and the more of them sit "
        "there, the more each new one adds."
    )


def test_what_a_knight_drives_out_or_decides_is_told_with_what_it_brings() -> None:
    scene = placing().begin("placing")
    assert told(scene, Choice.of("county", county="F", knight="4", squires="0")) == (
        "You are stronger than the knight who is there: he has to go, and the county gives "
        "its holder 2 gold and 1 squire."
    )
    assert told(scene, Choice.of("conflict", knight="4", card="K04")) == (
        "With him England has 5 against France’s 5, which is enough, and as things stand he "
        "comes first and earns 4 power points."
    )
    assert told(scene, Choice.of("conflict", knight="4", card="K10")).startswith(
        "With him England has 4 of the 8 it needs, and if others help, he comes first"
    )


@pytest.mark.parametrize(
    ("kind", "gives", "numbers", "text"),
    [
        ("county", Reward(to_conflict=True), {},
         "Nobody stands there, and the county gives its holder a ride on to a conflict."),
        ("paid", Reward(recruit=1), {"squires": 1},
         "It gives 1 new knight, which is worth the price: 1 squire."),
        ("noble", Reward(), {"noblemen": 0},
         "You have no noblemen, and each new one at your table adds more than the last."),
        ("best", Reward(), {}, "Nothing else that you could choose here looks better."),
    ],
)  # fmt: skip
def test_a_reason_in_words(kind: str, gives: Reward, numbers: dict[str, int], text: str) -> None:
    assert reason_text(kind, gives, numbers) == text


def test_what_the_steward_would_not_choose_did_best_when_it_was_tried() -> None:
    scene = Scene(4).war("K04").war("K05").county(1, "I", 1).begin("counties")
    scene.play(1, "nobleman")
    assert told(scene, Choice.of("name", player="1"), 1).startswith("The starting player has")
    assert told(scene, Choice.of("name", player="2"), 1) == (
        "This did best when every answer was played out to the end of the round in many "
        "imagined games."
    )


def test_a_vote_is_told_by_its_tile_whatever_its_markers() -> None:
    scene = Scene(4).laws("L12", "L13", "L17").propose("L11").war("K04", (0, 1)).war("K05")
    scene.purse(0, votes=3).begin("parliament")
    for markers in "0123":
        assert told(scene, Choice.of("no", markers=markers)).startswith("The law that would leave")
        assert told(scene, Choice.of("yes", markers=markers)).startswith("This did best when")


@pytest.mark.parametrize("seats", [2, 3])
def test_whatever_it_chooses_has_a_reason_of_one_sentence(seats: int) -> None:
    match, chance = Match.start(GAME, seats, "reasons", {})[0], random.Random(3)
    while not match.over:
        seat = match.waiting_for()[0]
        asked, view = [p for p in match.prompts(seat) if p.blocking], match.view(seat)
        prompt, choice = steward.choose(view, asked, seat, chance)
        ground = ground_for(view, seat, prompt, choice)
        assert ground is not None
        text = reason_text(ground.kind, ground.gives, dict(ground.numbers))
        assert (text.count(". "), text[-1:]) == (0, ".")
        match.submit(seat, choice)
