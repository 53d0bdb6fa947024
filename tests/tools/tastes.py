"""Finds out which tastes win: strategists with different tastes, chosen at random, play each other.

    python -m tests.tools.tastes --games 400 --seed 5 --jobs 2

    python -m tests.tools.tastes --games 400 --seed 5 --tastes land,honours

Each seat in each game draws one of three levels of each taste: how much places and honours are
worth to it in deals, how heavily danger weighs, at what odds it fights, and how many of its men
gather before it sets out. They play without thinking ahead. For each taste, the tool prints in
log-odds how much likelier a seat is to win with the middle level than with the first, and with the
last than with the middle one, with standard errors: every game gives information about all its
seats, and about all tastes at the same time.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from math import sqrt

from bot.games import game_for
from bot.rules.kernel import Prompt
from bot.rules.kingmaker.view import BoardView
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_strategist.player import Strategist
from bot.selfplay import play_game
from tests.tools.fit_value import Played, fit, slope_of, solved


def _stance(name: str, outlook: Outlook, level: float) -> None:
    outlook.stance = replace(outlook.stance, **{name: level})


def _worth(name: str, outlook: Outlook, level: float) -> None:
    setattr(outlook, name, level)


@dataclass(frozen=True)
class Taste:
    """Something in which players differ: its three levels, and how to give a seat one of them."""

    levels: tuple[float, float, float]
    give: Callable[[Outlook, float], None]


TASTES = {
    "land": Taste((0.15, 0.3, 1.0), partial(_worth, "land")),
    "honours": Taste((0.5, 1.0, 2.0), partial(_worth, "honours")),
    "fear": Taste((0.35, 1.0, 2.5), partial(_stance, "fear")),
    "odds": Taste((0.75, 1.0, 1.5), partial(_stance, "odds")),
    "gathered": Taste((0.35, 0.7, 0.95), partial(_stance, "gathered")),
}


_HELD = 0.005
"""How strongly effects are pulled towards zero, so that a few games do not give wild figures."""


class Taster(Strategist):
    """A strategist with tastes of its own (the number of a level, by taste) that does not think
    ahead."""

    def __init__(self, levels: dict[str, int]) -> None:
        super().__init__()
        self._levels = levels

    def look(self, view: BoardView, seat: int) -> Outlook:
        outlook = super().look(view, seat)
        for name, level in self._levels.items():
            taste = TASTES[name]
            taste.give(outlook, taste.levels[level])
        return outlook

    def ponders(self, asked: Sequence[Prompt]) -> bool:
        return False


def row_of(levels: dict[str, int]) -> list[float]:
    """A seat's tastes as figures: for each, whether it is above the first level, and whether it is
    above the middle one."""
    return [float(level > step) for level in levels.values() for step in (0, 1)]


def play(ruleset: str, seats: int, names: Sequence[str], seed: str) -> Played | None:
    """A game between players whose tastes are drawn at random; None if it did not end."""
    lot = random.Random(seed)
    drawn = [{name: lot.randrange(3) for name in names} for _ in range(seats)]
    game = game_for("kingmaker", ruleset)
    record = play_game(game, seats, seed, [Taster(levels) for levels in drawn], check=False)
    if not record.finished or not record.winners:
        return None
    return Played([[row_of(levels) for levels in drawn]], [], list(record.winners))


def told(names: Sequence[str], games: Sequence[Played]) -> list[str]:
    """The result for each step from one level to the next, one line each."""
    size = 2 * len(names)
    found = fit(games, [0.0] * size, _HELD)
    _, bend = slope_of(found, games)
    lines = []
    for n in range(size):
        unit = [float(k == n) for k in range(size)]
        error = sqrt(solved([list(line) for line in bend], unit)[n] / len(games))
        name, step = names[n // 2], n % 2
        lower, higher = TASTES[name].levels[step : step + 2]
        lines.append(f"{name} {lower} to {higher}: {found[n]:+.2f} ± {error:.2f}")
    return lines


def main() -> None:
    """Play, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ruleset", default="house")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--tastes", default=",".join(TASTES))
    wanted = parser.parse_args()
    names = wanted.tastes.split(",")
    unknown = sorted(set(names) - set(TASTES))
    if unknown:
        parser.error(f"no taste is called {unknown[0]}; known: {', '.join(TASTES)}")
    seeds = [f"{wanted.seed}:{number}" for number in range(wanted.games)]
    with ProcessPoolExecutor(wanted.jobs) as pool:
        played = list(pool.map(partial(play, wanted.ruleset, wanted.seats, names), seeds))
    games = [game for game in played if game is not None]
    print(f"{wanted.ruleset}: {len(games)} games of {wanted.seats}, in log-odds")
    for line in told(names, games):
        print(f"  {line}")


if __name__ == "__main__":
    main()
