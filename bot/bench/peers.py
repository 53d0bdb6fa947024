"""Whole decisions compared with those of public engines, which take turns with ours in one run.

The engines are in a separate folder (filled by `make bench-peers`); nothing in the program needs
them. The bench counts what a program playing at random would ask of each: for `diplomacy`, all
possible orders, the orders given and the processing, in orders per second; for python-chess, the
legal moves and the push, in moves per second. The random choice itself is never counted, and times
are processor times.
"""

from __future__ import annotations

import importlib
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import thread_time
from typing import Any

from bot.bench.decisions import SEATS, DecisionTimes, Looking, play_once, tables
from bot.games import game_for

ENGINES = {"diplomacy": "orders", "chess": "moves"}
"""The engines that we are compared with, by package name, and what is counted for each."""

_TURNS = 4
_PHASES = 40
_PLIES = 200


@dataclass
class Runner:
    """One runner: how much it has done, and how many seconds of processor time that took."""

    game: Iterator[tuple[int, float]]
    done: int = 0
    spent: float = 0.0

    def run(self, seconds: float) -> None:
        """Keep working for this long."""
        ends = self.spent + seconds
        while self.spent < ends:
            done, spent = next(self.game)
            self.done += done
            self.spent += spent

    @property
    def per_second(self) -> float:
        """How much the runner does per second."""
        return self.done / self.spent


class PeersMissing(Exception):
    """None of the engines can be loaded; the text says what to do."""


def peer_figures(folder: Path, seconds: float) -> dict[str, Any]:
    """Our decisions per second, theirs, and the ratios of ours to theirs.

    Engines that are not in the folder are named under ``missing``. Raises PeersMissing if there are
    none.
    """
    engines, missing = _engines(folder)
    if not engines:
        told = "; ".join(f"{name}: {why}" for name, why in missing.items())
        raise PeersMissing(f"No engine to compare with was found in {folder} ({told}).")
    ours = {name: Runner(_ours(*table)) for name, table in tables().items()}
    theirs = {name: Runner(play(random.Random(1))) for name, play in engines.items()}
    for _ in range(_TURNS):
        for runner in (*ours.values(), *theirs.values()):
            runner.run(seconds / _TURNS)
    return {
        "decisions_per_s": _rates(ours),
        **{f"{name}_{ENGINES[name]}_per_s": round(theirs[name].per_second) for name in theirs},
        **{
            f"ours_to_{name}": {
                table: round(runner.per_second / peer.per_second, 3)
                for table, runner in ours.items()
            }
            for name, peer in theirs.items()
        },
        "missing": missing,
    }


def _rates(runners: dict[str, Runner]) -> dict[str, int]:
    return {name: round(runner.per_second) for name, runner in runners.items()}


def _ours(game: str, ruleset: str) -> Iterator[tuple[int, float]]:
    """Whole decisions, one game after another."""
    rules, number = game_for(game, ruleset), 0
    while True:
        times = DecisionTimes()
        play_once(rules, SEATS, Looking.WHOLE, number, times)
        yield len(times.act), times.spent
        number += 1


Play = Callable[[random.Random], Iterator[tuple[int, float]]]


def _engines(folder: Path) -> tuple[dict[str, Play], dict[str, str]]:
    """How each engine plays, and why the others cannot be loaded."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))
    found: dict[str, Play] = {}
    missing: dict[str, str] = {}
    for name, play in (("diplomacy", _diplomacy), ("chess", _chess)):
        try:
            importlib.import_module(name)
            found[name] = play
        except ImportError as error:
            missing[name] = str(error)
    return found, missing


def _diplomacy(chance: random.Random) -> Iterator[tuple[int, float]]:
    """Orders in games of Diplomacy, one phase after another."""
    module: Any = importlib.import_module("diplomacy")
    while True:
        game = module.Game()
        for _ in range(_PHASES):
            if game.is_game_done:
                break
            began = thread_time()
            possible = game.get_all_possible_orders()
            places = {power: game.get_orderable_locations(power) for power in game.powers}
            listed = thread_time()
            orders = {
                power: [_one(possible[place], chance) for place in some if possible[place]]
                for power, some in places.items()
            }
            given = thread_time()
            for power, some in orders.items():
                game.set_orders(power, some)
            game.process()
            spent = listed - began + thread_time() - given
            yield sum(map(len, orders.values())), spent


def _chess(chance: random.Random) -> Iterator[tuple[int, float]]:
    """Moves in games of chess."""
    module: Any = importlib.import_module("chess")
    while True:
        board = module.Board()
        for _ in range(_PLIES):
            began = thread_time()
            moves = list(board.legal_moves)
            listed = thread_time()
            if not moves:
                break
            move = _one(moves, chance)
            drawn = thread_time()
            board.push(move)
            yield 1, listed - began + thread_time() - drawn


def _one(some: Sequence[Any], chance: random.Random) -> Any:
    return some[int(chance.random() * len(some))]
