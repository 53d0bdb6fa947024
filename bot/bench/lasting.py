"""Times that must not grow: a decision late in a long game, and replaying a game.

All times are processor times.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Sequence
from itertools import count
from time import thread_time
from typing import Any

from bot.bench.decisions import SEATS
from bot.games import game_for
from bot.rules.kernel import Choice, Game, Match, Seat
from bot.seats.random_seat import RandomSeat

LATE = (100, 1000, 3000)
"""The decisions around which times are measured."""
REPLAYED = 1000
"""How many decisions are replayed."""

_RANDOM = RandomSeat()
_AROUND = 50
_OPTIONS = {"rounds": "999"}


def late_figures(marks: Sequence[int] = LATE, replayed: int = REPLAYED) -> dict[str, Any]:
    """Medians of whole decisions around several points in one game, and the time to replay its
    first decisions, in milliseconds."""
    rules = game_for("kingmaker", "house")
    seed, times, decisions = _long_game(rules, max(*marks, replayed) + _AROUND)
    medians = {
        str(mark): round(
            statistics.median(times[max(0, mark - _AROUND) : mark + _AROUND]) * 1000, 3
        )
        for mark in marks
    }
    return {
        "decision_ms_at": medians,
        "replay_ms": round(_replay(rules, seed, decisions[:replayed]) * 1000, 1),
    }


def _long_game(rules: Game, length: int) -> tuple[str, list[float], list[tuple[Seat, Choice]]]:
    """A random game of this length: its seed, how long each decision took, and the decisions."""
    for number in count():
        seed, chance = f"bench {number}", random.Random(number)
        match, _ = Match.start(rules, SEATS, seed, _OPTIONS)
        times: list[float] = []
        decisions: list[tuple[Seat, Choice]] = []
        while not match.over and len(times) < length:
            began = thread_time()
            seat = match.waiting_for()[0]
            match.view(seat)
            prompts = match.prompts(seat)
            listed = thread_time()
            looks_round = _RANDOM.looks_round(None, prompts, seat, chance)
            some = prompts if looks_round else match.asked(seat)
            _, choice = _RANDOM.choose(None, some, seat, chance)
            chosen = thread_time()
            match.submit(seat, choice)
            times.append(listed - began + thread_time() - chosen)
            decisions.append((seat, choice))
        if len(times) == length:
            return seed, times, decisions
    raise AssertionError


def _replay(rules: Game, seed: str, decisions: Sequence[tuple[Seat, Choice]]) -> float:
    """How many seconds it takes to replay these decisions."""
    began = thread_time()
    match, _ = Match.start(rules, SEATS, seed, _OPTIONS)
    for seat, choice in decisions:
        match.submit(seat, choice)
    return thread_time() - began
