"""What the bench counts as a decision: the view, all that may be chosen, and the act."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from bot.bench.decisions import DecisionTimes, Looking, play_once, ruleset_figures, tables
from bot.games import game_for
from bot.rules.kernel import Match

pytestmark = pytest.mark.tools

SEATS = 3


@pytest.fixture
def asked_for(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often a match was asked for which of its lists."""
    found: Counter[str] = Counter()
    for name in ("view", "prompts", "asked", "submit"):
        before = getattr(Match, name)

        def counted(self: Match, *args: Any, name: str = name, before: Any = before) -> Any:
            found[name if args or name != "prompts" else "all prompts"] += 1
            return before(self, *args)

        monkeypatch.setattr(Match, name, counted)
    return found


def lancaster(looking: Looking) -> DecisionTimes:
    times = DecisionTimes()
    play_once(game_for("lancaster", "standard"), SEATS, looking, 3, times)
    return times


def test_every_table_that_can_be_opened_is_measured() -> None:
    assert tables() == {
        "kingmaker house": ("kingmaker", "house"),
        "kingmaker classic": ("kingmaker", "classic"),
        "kingmaker second_edition": ("kingmaker", tables()["kingmaker second_edition"][1]),
        "kingmaker extended_classic": ("kingmaker", tables()["kingmaker extended_classic"][1]),
        "kingmaker ishkibibble": ("kingmaker", "ishkibibble"),
        "kingmaker families": ("kingmaker", "families"),
        "kingmaker families_1981": ("kingmaker", tables()["kingmaker families_1981"][1]),
        "kingmaker covault_by_card": ("kingmaker", "house+battles_by_card"),
        "lancaster standard": ("lancaster", "standard"),
    }
    assert "second_edition" in tables()["kingmaker second_edition"][1]


def test_a_whole_decision_is_view_choices_and_act(asked_for: Counter[str]) -> None:
    times = lancaster(Looking.WHOLE)
    decisions = len(times.act)
    assert decisions > 20
    assert len(times.view) == len(times.choices) == decisions
    assert (asked_for["view"], asked_for["prompts"], asked_for["submit"]) == (decisions,) * 3
    assert asked_for["all prompts"] == 0
    assert times.spent == sum(times.view) + sum(times.choices) + sum(times.act)
    assert times.per_second == decisions / times.spent


def test_the_old_figure_counts_neither_view_nor_what_stands_open(
    asked_for: Counter[str],
) -> None:
    decisions = len(lancaster(Looking.ASKED_ONLY).act)
    assert asked_for == {"asked": decisions, "submit": decisions}


def test_of_all_seats_every_view_and_every_choice_counts(asked_for: Counter[str]) -> None:
    times = lancaster(Looking.ALL_SEATS)
    decisions = len(times.act)
    assert asked_for["view"] == SEATS * decisions
    assert asked_for["all prompts"] == decisions
    looks = [view + choices for view, choices in zip(times.view, times.choices, strict=True)]
    assert times.looks() == looks


def test_the_same_game_is_played_however_much_is_looked_at() -> None:
    """What is paired must be the same work."""
    rules, whole, wide = game_for("kingmaker", "house"), DecisionTimes(), DecisionTimes()
    play_once(rules, 2, Looking.WHOLE, 5, whole)
    play_once(rules, 2, Looking.ALL_SEATS, 5, wide)
    assert whole.snapshots
    assert whole.snapshots == wide.snapshots


def test_a_game_for_fewer_than_seven_has_no_figure_of_seven_seats() -> None:
    figures = ruleset_figures("lancaster", "standard", 0.0)
    assert list(figures) == [
        "decisions_per_s",
        "decisions_per_s_asked_only",
        "decisions_per_s_all_seats",
        "apply_ms",
        "view_ms",
        "choices_ms",
    ]
    assert min(figures.values()) >= 0.0
