"""The rules' part of `kingmaker bench`: whole decisions, in every game and rule set.

A whole decision includes the view of the seat asked, *everything* that it may choose (including
whatever may be done at any time), and the act. Choosing at random is not counted. Times are
processor times, so they are valid even if the machine is doing other things.
"""

from __future__ import annotations

import enum
import random
import statistics
from collections.abc import Iterator
from dataclasses import dataclass, field
from time import thread_time
from typing import Any

import zstandard

from bot.bench.crowd import spread
from bot.games import GAMES, game_for, presets_of
from bot.rules.kernel import Choice, Game, Match, Prompt, Seat, every_seat
from bot.seats.random_seat import RandomSeat

SEATS = 4
ALL_SEATS = 7
_RANDOM = RandomSeat()
_ROUNDS = {"kingmaker": {"rounds": "60"}}
_SAVED_EVERY = 50


class Looking(enum.Enum):
    """How much is examined before each decision."""

    ASKED_ONLY = enum.auto()
    """Only the questions of the current step, without a view: what the bench counted originally."""
    WHOLE = enum.auto()
    """The view of the seat asked, and everything that it may choose."""
    ALL_SEATS = enum.auto()
    """The views of all seats, and everything that they may choose."""


@dataclass
class DecisionTimes:
    """How long decisions took, in seconds of processor time (one entry per decision in each list),
    and some of the positions reached.
    """

    view: list[float] = field(default_factory=list)
    choices: list[float] = field(default_factory=list)
    act: list[float] = field(default_factory=list)
    snapshots: list[bytes] = field(default_factory=list)

    @property
    def spent(self) -> float:
        """The times of all parts, added up."""
        return sum(self.view) + sum(self.choices) + sum(self.act)

    @property
    def per_second(self) -> float:
        """Decisions per second."""
        return len(self.act) / self.spent if self.act else 0.0

    def looks(self) -> list[float]:
        """Times of views and choices together, one entry per decision."""
        return [view + choices for view, choices in zip(self.view, self.choices, strict=True)]


def played(rules: Game, seats: int, looking: Looking, seconds: float) -> DecisionTimes:
    """Play whole random games (always the same ones, and at least one) for at least this long."""
    times = DecisionTimes()
    for number in _numbers():
        play_once(rules, seats, looking, number, times)
        if times.spent >= seconds:
            return times
    raise AssertionError


def _numbers() -> Iterator[int]:
    number = 0
    while True:
        yield number
        number += 1


def play_once(rules: Game, seats: int, looking: Looking, number: int, times: DecisionTimes) -> None:
    """Play one whole game at random, and note how long its decisions took."""
    match, _ = Match.start(rules, seats, f"bench {number}", dict(_ROUNDS.get(rules.name, {})))
    chance = random.Random(number)
    while not match.over:
        awaited = thread_time()
        seat = match.waiting_for()[0]
        began = thread_time()
        _views(match, seat, looking)
        viewed = thread_time()
        prompts = _prompts(match, seat, looking)
        listed = thread_time()
        choice = _drawn(match, prompts, seat, looking, chance)
        chosen = thread_time()
        match.submit(seat, choice)
        done = thread_time()
        times.view.append(viewed - began)
        times.choices.append(began - awaited + listed - viewed)
        times.act.append(done - chosen)
        if len(times.act) % _SAVED_EVERY == 0:
            times.snapshots.append(match.save())


def _views(match: Match, seat: Seat, looking: Looking) -> None:
    if looking is Looking.WHOLE:
        match.view(seat)
    elif looking is Looking.ALL_SEATS:
        for each in every_seat(match.game.seats(match.position.state)):
            match.view(each)


def _prompts(match: Match, seat: Seat, looking: Looking) -> list[Prompt]:
    """What the seat may choose, after everything to be examined has been listed."""
    if looking is Looking.ASKED_ONLY:
        return match.asked(seat)
    if looking is Looking.ALL_SEATS:
        match.prompts()
    return match.prompts(seat)


def _drawn(
    match: Match, prompts: list[Prompt], seat: Seat, looking: Looking, chance: random.Random
) -> Choice:
    """A random choice: things possible at any time are chosen as rarely as in self-play."""
    looks_round = _RANDOM.looks_round(None, prompts, seat, chance)
    some = prompts if looks_round or looking is Looking.ASKED_ONLY else match.asked(seat)
    return _RANDOM.choose(None, some, seat, chance)[1]


# The figures


def rules_figures(seconds: float) -> dict[str, Any]:
    """The house game's figures one by one, and those of every rule set."""
    rules = game_for("kingmaker", "house")
    whole = played(rules, SEATS, Looking.WHOLE, seconds)
    last = whole.snapshots[-1]
    return {
        "decisions_per_s": round(whole.per_second),
        "decisions_per_s_asked_only": _rate(rules, Looking.ASKED_ONLY, seconds),
        "decisions_per_s_all_seats": _rate(rules, Looking.ALL_SEATS, seconds),
        "apply_ms": spread(whole.act),
        "view_ms": spread(whole.view),
        "choices_ms": spread(whole.choices),
        "seven_seats_ms": spread(played(rules, ALL_SEATS, Looking.ALL_SEATS, seconds).looks()),
        "snapshot_kb": round(statistics.median(map(len, whole.snapshots)) / 1000, 2),
        "snapshot_packed_kb": round(len(zstandard.compress(last)) / 1000, 2),
        "rulesets": {
            name: ruleset_figures(*table, seconds / 4) for name, table in tables().items()
        },
    }


def _rate(rules: Game, looking: Looking, seconds: float) -> int:
    return round(played(rules, SEATS, looking, seconds).per_second)


def tables() -> dict[str, tuple[str, str]]:
    """Every table to measure: its name, and its game and rules.

    These are the presets for a new game, and the rule sets that none of them uses.
    """
    found: dict[str, tuple[str, str]] = {}
    for game, rulesets in GAMES.items():
        named = {preset.id: preset.specification for preset in presets_of(game)}
        named |= {each: each for each in rulesets if each not in named.values()}
        found |= {f"{game} {name}": (game, rules) for name, rules in named.items()}
    return found


def ruleset_figures(game: str, ruleset: str, seconds: float) -> dict[str, float]:
    """The figures of one table: decisions per second, and medians in milliseconds."""
    rules = game_for(game, ruleset)
    whole = played(rules, SEATS, Looking.WHOLE, seconds)
    return {
        "decisions_per_s": round(whole.per_second),
        "decisions_per_s_asked_only": _rate(rules, Looking.ASKED_ONLY, seconds),
        "decisions_per_s_all_seats": _rate(rules, Looking.ALL_SEATS, seconds),
        "apply_ms": spread(whole.act)["p50"],
        "view_ms": spread(whole.view)["p50"],
        "choices_ms": spread(whole.choices)["p50"],
        **_of_all_seats(rules, seconds),
    }


def _of_all_seats(rules: Game, seconds: float) -> dict[str, float]:
    if ALL_SEATS not in rules.seat_range:
        return {}
    looks = played(rules, ALL_SEATS, Looking.ALL_SEATS, seconds).looks()
    return {"seven_seats_ms": spread(looks)["p50"]}
