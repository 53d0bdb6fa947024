"""How plans are compared: in the same worlds, by halving, within a budget of work or of time."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.seats import comparing
from bot.seats.comparing import Budget, Time, Work, best_of, surely


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


def found(trials: int, *rows: list[float]) -> int:
    budget = Work(trials)
    return best_of(len(rows), budget, given(budget, *rows)[0])


def test_the_best_plan_is_found_in_the_same_worlds_within_the_budget() -> None:
    budget = Work(24)
    attempt, asked = given(budget, [0.2, 0.3], [0.1, 0.2], [0.5, 0.7], [0.3, 0.3])
    assert best_of(4, budget, attempt) == 2
    assert len(asked) == len(set(asked)) == 24
    tried = [sum(plan == number for plan, _ in asked) for number in range(4)]
    assert tried == [9, 3, 9, 3]
    for number in range(4):
        assert [world for plan, world in asked if plan == number] == list(range(tried[number]))


def test_another_plan_is_taken_only_beyond_doubt() -> None:
    assert found(20, [0.4, 0.4], [0.9, 0.0]) == 0
    assert found(20, [0.4, 0.4], [0.4, 0.4]) == 0
    assert found(20, [0.4, 0.5], [0.5, 0.6]) == 1


def test_one_world_proves_nothing() -> None:
    assert found(2, [0.1], [0.9]) == 0
    assert found(4, [0.1], [0.9]) == 1
    assert not surely([0.8])
    assert not surely([])


def test_where_there_is_one_plan_nothing_is_tried() -> None:
    attempt, asked = given(Work(20), [0.5])
    assert best_of(1, Work(20), attempt) == 0
    assert asked == []


def test_an_attempt_that_is_broken_off_ends_the_comparison() -> None:
    rows: list[list[float | None]] = [[0.1, 0.1, 0.1], [0.2, 0.2, None], [0.9, 0.9, 0.9]]
    asked: list[tuple[int, int]] = []

    def attempt(plan: int, world: int) -> float | None:
        asked.append((plan, world))
        return rows[plan][world]

    assert best_of(3, Work(100), attempt) == 2
    assert asked[-1] == (1, 2)


def test_nothing_to_spend_leaves_the_first_plan() -> None:
    assert found(0, [0.1], [0.9]) == 0
    assert Time(0.0, Work(10)).spent() == 1.0


@pytest.mark.parametrize(("core", "clock"), [(1.0, 0.0), (0.0, 2.0)])
def test_time_ends_by_the_core_or_at_twice_as_much_by_the_clock(
    monkeypatch: pytest.MonkeyPatch, core: float, clock: float
) -> None:
    passed = {"core": 100.0, "clock": 500.0}
    monkeypatch.setattr(comparing, "process_time", lambda: passed["core"])
    monkeypatch.setattr(comparing, "monotonic", lambda: passed["clock"])
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
