"""The random player: always legal, fair, game-agnostic."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from bot.games import game_for
from bot.rules.kernel import Choice, Field, Match, Offer, Prompt
from bot.seats.random_seat import RandomSeat, any_answer, random_choice, random_values


def test_every_answer_of_a_whole_game_is_on_offer() -> None:
    match, _ = Match.start(game_for("kingmaker", "house"), 4, "random seats", {"rounds": "12"})
    player, chance = RandomSeat(), random.Random(3)
    for _ in range(5_000):
        if match.over:
            break
        seat = match.waiting_for()[0]
        prompt, choice = player.choose(None, match.prompts(seat), seat, chance)
        assert prompt.seat == seat
        assert prompt.find(choice) is not None
        match.submit(seat, choice)
    assert match.over


def test_the_same_chance_gives_the_same_answer() -> None:
    prompt = Prompt(0, "what", (Offer("a", (Field("x", tuple("abcdef"), 1, 6),)), Offer("b")))
    answers = {
        RandomSeat().choose(None, [prompt], 0, random.Random(5))[1].args.get("x") for _ in range(9)
    }
    assert len(answers) == 1


def test_every_single_candidate_comes_up_equally_often() -> None:
    field, chance = Field("x", ("a", "b", "c", "d")), random.Random(1)
    counts = Counter(random_values(field, chance) for _ in range(4_000))
    assert set(counts) == {("a",), ("b",), ("c",), ("d",)}
    assert all(900 < count < 1_100 for count in counts.values())


def test_an_optional_field_is_sometimes_left_out() -> None:
    field, chance = Field("x", ("a",), 0, 1), random.Random(1)
    counts = Counter(random_values(field, chance) for _ in range(1_000))
    assert set(counts) == {(), ("a",)}
    assert 400 < counts[()] < 600


@pytest.mark.parametrize(
    "field",
    [
        Field("x", tuple("abcd"), 2, 3, required=("c",)),
        Field("x", tuple("abcd"), 1, 4, weights=(10, 20, 30, 40), weight_min=90),
        Field("x", tuple("abcd"), 1, 4, weights=(10, 20, 30, 40), weight_max=30),
        Field("x", tuple("ab"), 1, 2, weights=(500, 400), weight_max=300, lone_exempt=True),
        Field("x", tuple("abcd"), 1, 4, ("a",), (0, 0, 0, 100), 100),
        Field("x", ("a", "b", *"cdefghij"), 1, 10, weights=(99, *[1] * 9), weight_min=100),
    ],
)
def test_values_fit_fields_with_weights_and_required_candidates(field: Field) -> None:
    chance = random.Random(2)
    for _ in range(200):
        values = random_values(field, chance)
        assert values is not None
        assert field.problem(values) is None


def test_a_field_that_cannot_be_filled_gives_nothing() -> None:
    heavy = Field("x", ("a", "b"), 1, 2, weights=(5, 5), weight_min=11)
    chance = random.Random(0)
    assert random_values(heavy, chance) is None
    assert random_values(Field("x", ()), chance) is None
    assert random_choice(Offer("lift", (heavy,)), chance) is None


def test_an_offer_that_cannot_be_met_is_passed_over() -> None:
    hollow = Offer("lift", (Field("x", ()),))
    prompt = Prompt(0, "what", (hollow, Offer("done")))
    player, chance = RandomSeat(), random.Random(0)
    answers = [player.choose(None, [prompt], 0, chance)[1] for _ in range(20)]
    assert answers == [Choice("done")] * 20
    with pytest.raises(LookupError):
        any_answer([Prompt(0, "what", (hollow,))], chance)


def test_open_possibilities_are_taken_now_and_then() -> None:
    asked = Prompt(0, "asked", (Offer("a"), Offer("b")))
    standing = Prompt(0, "any_time", (Offer("c"),), blocking=False)
    player, chance = RandomSeat(), random.Random(4)
    taken = Counter(player.choose(None, [asked, standing], 0, chance)[0].kind for _ in range(8_000))
    assert 850 < taken["any_time"] < 1_150


def test_it_looks_round_at_one_question_in_twelve() -> None:
    chance = random.Random(5)
    looks = sum(RandomSeat().looks_round(None, [], 0, chance) for _ in range(12_000))
    assert 900 < looks < 1_100


def test_a_glance_takes_up_what_stands_open_or_lets_it_lie() -> None:
    asked = Prompt(0, "asked", (Offer("a"), Offer("b")))
    standing = Prompt(0, "any_time", (Offer("accept_deal"), Offer("refuse_deal")), blocking=False)
    chance = random.Random(6)
    found = [RandomSeat().glance(None, [asked, standing], 0, chance) for _ in range(400)]
    counts = Counter("nothing" if f is None else f[1].verb for f in found)
    assert set(counts) == {"nothing", "accept_deal", "refuse_deal"}
    assert 60 < counts["nothing"] < 140
    assert RandomSeat().glance(None, [asked], 0, chance) is None
