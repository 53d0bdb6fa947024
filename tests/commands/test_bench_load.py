"""The load of the bench: every press is counted once, as what became of it."""

from __future__ import annotations

import pytest

from bot.bench.crowd import Crowd, CrowdTally, shares
from bot.bench.load import load_figures
from bot.commands.bench import BenchPart, parts_named
from bot.commands.problem import Problem

pytestmark = pytest.mark.tools


def test_what_was_never_acknowledged_or_too_late_is_not_in_time() -> None:
    tally = CrowdTally(acknowledged=[0.01, 2.9, 3.1], deaf=1, unanswered=2, missed=4)
    tally.answered["help"] = [0.5]
    report = tally.report()
    assert (report["presses"], report["not_in_time"]) == (4, 0.5)
    assert (report["unanswered"], report["missed"]) == (2, 4)
    assert report["acknowledged_ms"] == {"p50": 2900.0, "p95": 2900.0, "p99": 2900.0, "max": 3100.0}
    assert {"n": 1, **report["answered_ms"]} == report["answered_ms_by_kind"]["help"]


def test_of_no_times_the_shares_are_nought() -> None:
    assert shares([]) == {"p50": 0.0, "p95": 0.0, "p99": 0.0, "max": 0.0}


def test_the_load_is_measured_only_if_it_is_asked_for() -> None:
    assert parts_named(()) == (
        BenchPart.RULES,
        BenchPart.SESSION,
        BenchPart.PICTURES,
        BenchPart.INTERACTIONS,
    )
    assert parts_named(["load", "rules"]) == (BenchPart.RULES, BenchPart.LOAD)
    with pytest.raises(Problem, match=r"There is no part 'speed'\. Choose from rules, session"):
        parts_named(["speed"])


def test_a_database_that_has_no_server_is_said_to_be_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.bench.load.server_programs", lambda: None)
    found = load_figures(Crowd(1, 1.0, 1.0), ["postgresql"])["load"]
    assert found["postgresql"]["missing"].startswith("no PostgreSQL server was found")
