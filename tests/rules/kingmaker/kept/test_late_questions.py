"""A phase that surely asks makes its prompts when somebody looks, and takes the same."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from bot.games import game_for
from bot.rules.kernel import Choice, IllegalChoice, Match, Step
from bot.rules.kingmaker.combat.phase import _ORDERS, CombatPhase
from bot.rules.kingmaker.game import Kingmaker
from bot.rules.kingmaker.movement.land import _MOVES, MovementPhase
from bot.seats.random_seat import RandomSeat
from tests.rules.kingmaker.scene import Scene

LENGTH = 300


@pytest.mark.parametrize("ruleset", ["house", "classic", "ishkibibble", "families"])
def test_a_game_goes_the_same_way_whether_anybody_looks_or_not(ruleset: str) -> None:
    rules, chance, by_lot = game_for("kingmaker", ruleset), random.Random(ruleset), RandomSeat()
    seats = rules.seat_range[-1]
    seen, _ = Match.start(rules, seats, "late", {"rounds": "20"})
    blind, _ = Match.start(rules, seats, "late", {"rounds": "20"})
    for _ in range(LENGTH):
        if seen.over:
            break
        seat = seen.waiting_for()[0]
        _, choice = by_lot.choose(None, seen.prompts(seat), seat, chance)
        assert seen.submit(seat, choice) == blind.submit(seat, choice)
    assert seen.save() == blind.save()


def test_what_is_surely_taken_is_offered() -> None:
    """Never is anything taken unseen that the prompts would not offer."""
    rules, chance, by_lot = game_for("kingmaker", "house"), random.Random(5), RandomSeat()
    match, _ = Match.start(rules, 4, "sure", {"rounds": "20"})
    taken = 0
    for _ in range(LENGTH):
        seat = match.waiting_for()[0]
        asked = match.asked(seat)
        moves = asked[0].offers if asked[0].kind == "movement" else ()
        offers = [o for o in moves if o.verb in ("march", "ride", "enter", "leave")]
        for offer in offers:
            choice = next(offer.choices())
            assert rules.surely_admits(match.table, seat, choice)
            other = Choice(choice.verb, {**choice.args, "nobles": ("nobody",)})
            assert not rules.surely_admits(match.table, seat, other)
            taken += 1
        match.submit(seat, by_lot.choose(None, asked, seat, chance)[1])
    assert taken > 100


@pytest.mark.parametrize("ruleset", ["house", "ishkibibble"])
def test_a_combat_phase_knows_whether_it_asks_and_takes_what_it_would_offer(ruleset: str) -> None:
    rules, chance, by_lot = game_for("kingmaker", ruleset), random.Random(8), RandomSeat()
    match, _ = Match.start(rules, rules.seat_range[-1], "combat", {"rounds": "40"})
    taken, unsure = Counter[str](), Counter[str]()
    while not match.over:
        seat = match.waiting_for()[0]
        asked = match.asked(seat)
        if isinstance(match.position.agenda[-1], CombatPhase):
            assert rules.surely_asks(match.table)
            assert not rules.surely_admits(match.table, seat, Choice("done", {"nobles": ("x",)}))
            for offer in asked[0].offers:
                sure = rules.surely_admits(match.table, seat, next(offer.choices()))
                (taken if sure else unsure)[offer.verb] += 1
        match.submit(seat, by_lot.choose(None, asked, seat, chance)[1])
    assert taken["lay"] > 5
    assert taken["attack"] + taken["storm"] > 5
    assert set(unsure) <= {"assassinate", "attack_at_sea"}


def test_a_combat_phase_with_nobody_to_fight_is_over_unasked() -> None:
    scene = Scene().noble("percy", 0, "18,20", castles=False)
    phase = CombatPhase(0, begun=True)
    assert phase.surely_asks(scene.match.table) is False
    assert phase.prompts(scene.match.table) == []


def test_what_is_open_at_any_time_is_no_matter_of_a_phase_that_asks_late() -> None:
    assert {each for each in _kinds(Step) if each.asks_late} == {MovementPhase, CombatPhase}
    verbs = {"done", "ask_leave", *_MOVES, *_ORDERS}
    assert verbs.isdisjoint(Kingmaker.any_time_verbs)
    rules, chance, by_lot = game_for("kingmaker", "house"), random.Random(3), RandomSeat()
    match, _ = Match.start(rules, 4, "verbs", {"rounds": "20"})
    asked = set[str]()
    while not match.over:
        seat = match.waiting_for()[0]
        if match.position.agenda[-1].asks_late:
            asked |= {offer.verb for offer in match.asked(seat)[0].offers}
        match.submit(seat, by_lot.choose(None, match.prompts(seat), seat, chance)[1])
    assert asked <= verbs


def _kinds(kind: type[Step[Any]]) -> Iterator[type[Step[Any]]]:
    for each in kind.__subclasses__():
        yield each
        yield from _kinds(each)


def test_its_prompts_are_made_when_somebody_looks() -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("clifford", 1, "18,20")
    scene.movement(0)
    assert scene.match._step_prompts is None
    assert scene.match.waiting_for() == [0]
    assert scene.match._step_prompts is not None


def test_a_phase_without_a_gate_to_ask_looks_for_what_else_there_is() -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("clifford", 1, "18,20", castles=False)
    scene.movement(0)
    assert not MovementPhase(0, begun=True).surely_asks(scene.match.table)
    assert scene.match._step_prompts is not None


def test_what_is_not_offered_is_refused_unseen_too() -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("clifford", 1, "18,20")
    scene.movement(0)
    before = scene.match.save()
    for seat, choice in (
        (1, Choice("done")),
        (0, Choice.of("done", nobles="percy")),
        (0, Choice.of("march", nobles=["clifford"], to="18,19")),
        (0, Choice.of("ask_leave", place="alnwick")),
    ):
        assert not scene.game.surely_admits(scene.match.table, seat, choice)
        with pytest.raises(IllegalChoice):
            scene.match.submit(seat, choice)
    assert scene.match.save() == before
