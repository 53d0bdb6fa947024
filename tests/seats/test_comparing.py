"""How plans are compared: in the same worlds, by halving, within a budget of work or of time."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.seats import deliberation
from bot.seats.deliberation import ENOUGH, Budget, Time, Work, winner_of


def given(
    budget: Budget, *rows: list[float]
) -> tuple[Callable[[int, int], float], list[tuple[int, int]]]:
    """What each plan comes to in each world, a decision an attempt; and what was attempted."""
    asked: list[tuple[int, int]] = []

    def attempt(plan: int, world: int) -> float:
        asked.append((plan, world))
        budget.work()
        return rows[plan][world % len(rows[plan])]

    return attempt, asked


def test_no_time_at_all_is_spent() -> None:
    assert Time(0.0, Work(10)).spent() == 1.0


@pytest.mark.parametrize(("core", "clock"), [(1.0, 0.0), (0.0, 1.5)])
def test_time_ends_by_the_core_or_at_half_as_much_again_by_the_clock(
    monkeypatch: pytest.MonkeyPatch, core: float, clock: float
) -> None:
    passed = {"core": 100.0, "clock": 500.0}
    monkeypatch.setattr(deliberation, "process_time", lambda: passed["core"])
    monkeypatch.setattr(deliberation, "monotonic", lambda: passed["clock"])
    budget = Time(1.0, Work(1_000))
    assert budget.spent() == 0
    passed["core"] += core / 2
    passed["clock"] += clock / 2
    assert budget.spent() == pytest.approx(0.5)
    passed["core"] += core / 2
    passed["clock"] += clock / 2
    assert budget.spent() == pytest.approx(1)


def test_a_quick_machine_stops_when_the_work_is_done() -> None:
    budget = Time(3_600.0, Work(2))
    budget.work()
    assert 0.5 <= budget.spent() < 1
    budget.work()
    assert budget.spent() >= 1


# A race


def raced(trials: int, *rows: list[float]) -> tuple[int, list[tuple[int, int]]]:
    """What wins a race, and what was attempted."""
    budget = Work(trials)
    attempt, asked = given(budget, *rows)
    return winner_of(len(rows), budget, attempt), asked


def test_a_race_is_run_in_the_same_worlds_within_the_budget() -> None:
    noisy = [[0.1, 0.9], [0.9, 0.5], [0.2, 0.8], [0.1, 0.8]]
    winner, asked = raced(80, *noisy)
    assert winner == 1
    assert len(asked) == len(set(asked)) == 80
    tried = [sum(plan == number for plan, _ in asked) for number in range(4)]
    assert tried == [30, 30, 10, 10]
    for number in range(4):
        assert [world for plan, world in asked if plan == number] == list(range(tried[number]))


def test_who_lies_surely_behind_drops_out_and_the_race_ends_early() -> None:
    winner, asked = raced(10_000, [0.2, 0.3], [0.1, 0.2], [0.5, 0.6])
    assert winner == 2
    assert len(asked) == 3 * ENOUGH


def test_what_comes_to_the_same_as_the_first_plan_drops_out() -> None:
    winner, asked = raced(10_000, [0.2, 0.3], [0.2, 0.3])
    assert winner == 0
    assert len(asked) == 2 * ENOUGH


def test_in_a_race_too_another_plan_is_taken_only_beyond_doubt() -> None:
    assert raced(30, [0.4, 0.4], [0.8, -0.2])[0] == 0
    assert raced(30, [0.4, 0.4], [0.8, 0.1])[0] == 0
    assert raced(30, [0.4, 0.4], [0.8, 0.2])[0] == 1
    assert raced(30, [0.4, 0.4], [0.402, 0.402])[0] == 0


def test_a_race_without_time_or_rivals_is_won_by_the_first_plan() -> None:
    assert raced(0, [0.1], [0.9]) == (0, [])
    assert raced(20, [0.5]) == (0, [])
    assert raced(2, [0.1], [0.9])[0] == 0
    assert raced(4, [0.1], [0.9])[0] == 1


def test_a_race_that_is_broken_off_counts_what_was_tried() -> None:
    budget = Work(100)

    def attempt(plan: int, world: int) -> float | None:
        return None if world == 3 and plan == 1 else 0.1 + 0.2 * plan

    assert winner_of(3, budget, attempt) == 2
