"""Remakes the finished games in tests/GAME/fixtures: `python -m tests.tools.make_fixtures GAME`.

A fixture is the export of a whole game between computer players. Replaying it must lead to the same
positions for ever, so fixtures are made again only when a change to the rules is meant to change
how games go. Of several games of each kind, the one that shows most of what the others do not is
kept; anything that none of them shows is printed at the end.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from typing import NamedTuple

import zstandard

from bot.games import game_for, policy_for
from bot.rules.kernel import Game
from bot.selfplay import GameRecord, export_of, play_game
from tests.folders import fixtures_of

SUFFIX = ".json.zst"
LARGEST = 60_000
"""The most bytes that a fixture may take up."""


class Plan(NamedTuple):
    """One fixture: its name, rule set, number of seats, players in turn, and limit in rounds."""

    name: str
    ruleset: str
    seats: int
    policies: tuple[str, ...]
    rounds: int


PLANS = {
    "kingmaker": (
        Plan("house-2-steward", "house", 2, ("steward",), 30),
        Plan("house-3-steward", "house", 3, ("steward",), 30),
        Plan("house-4-mixed", "house", 4, ("steward", "random"), 12),
        Plan("house-5-steward", "house", 5, ("steward",), 14),
        Plan("house-6-random", "house", 6, ("random",), 8),
        Plan("house-7-mixed", "house", 7, ("steward", "steward", "random"), 7),
    ),
    "lancaster": (
        Plan("standard-2-mixed", "standard", 2, ("steward", "random"), 5),
        Plan("standard-3-steward", "standard", 3, ("steward",), 5),
        Plan("standard-4-mixed", "standard", 4, ("steward", "random"), 5),
        Plan("standard-5-random", "standard", 5, ("random",), 5),
    ),
}
"""The fixtures of every game."""


def games(plan: Plan, game: Game, tries: int) -> Iterator[tuple[GameRecord, bytes]]:
    """The finished games of a plan that are small enough, each with its packed export."""
    players = [policy_for(game.name, name) for name in plan.policies]
    options = {"rounds": str(plan.rounds)}
    for number in range(tries):
        seed = f"{plan.name}:{number}"
        record = play_game(game, plan.seats, seed, players, options)
        if record.violations:
            raise SystemExit(f"{seed} breaks an invariant: {record.violations[0]}")
        packed = pack(json.dumps(export_of(record, game), separators=(",", ":")).encode())
        if record.finished and len(packed) < LARGEST:
            yield record, packed


def pack(data: bytes) -> bytes:
    """The data, compressed as far as possible; the same data always give the same bytes."""
    return zstandard.ZstdCompressor(level=19).compress(data)


def shown(record: GameRecord) -> set[str]:
    """The things a game contains: what self-play counts by name, and what the players chose to
    do."""
    counted = {name for name, n in record.counts.items() if isinstance(n, int) and n > 0}
    return counted | {choice.verb for _, choice in record.decisions}


def make(name: str, tries: int) -> None:
    """Write all fixtures of a game."""
    folder = fixtures_of(name)
    folder.mkdir(exist_ok=True)
    seen: set[str] = set()
    named: set[str] = set()
    for plan in PLANS[name]:
        game = game_for(name, plan.ruleset)
        found = list(games(plan, game, tries))
        if not found:
            raise SystemExit(f"No game of {plan.name} was finished in {LARGEST} bytes.")
        record, packed = max(found, key=lambda pair: len(shown(pair[0]) - seen))
        (folder / f"{plan.name}{SUFFIX}").write_bytes(packed)
        seen |= shown(record)
        named |= {key for key, count in record.counts.items() if isinstance(count, int)}
        print(
            f"{plan.name}: {record.seed}, {len(record.decisions)} decisions, "
            f"{record.rounds} rounds, {record.victory}, {len(packed)} bytes"
        )
    print("Not in any of them:", ", ".join(sorted(named - seen)) or "nothing")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Remake the tests' finished games.")
    parser.add_argument("game", choices=PLANS)
    parser.add_argument("--tries", type=int, default=4, help="games to choose from, of each kind")
    given = parser.parse_args()
    make(given.game, given.tries)
