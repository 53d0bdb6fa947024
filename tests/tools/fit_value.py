"""Fits the weights by which the strategist judges a position, on games that it plays with itself.

    python -m tests.tools.fit_value --ruleset house --games 200 --seats 4 --seed 1
    python -m tests.tools.fit_value --ruleset house --games 200 --write

The quick policy plays all seats; who has cards in hand looks once a turn for one to lay down, as
the steward does. Each turn of a game is a sample, and each game counts alike. A quarter of the
games is held out: their log-loss is printed beside that of chance alone. With ``--write`` the row
of the rule set in `data/kingmaker/values.json` becomes what was fitted on all games.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Sequence
from math import log, sqrt
from typing import NamedTuple

from bot.content.load import data_root
from bot.content.values import FILE
from bot.games import game_for
from bot.rules.kernel import Match
from bot.seats.kingmaker_steward import steward
from bot.seats.kingmaker_strategist.features import FEATURES, features
from bot.seats.kingmaker_strategist.quick import QuickTable
from bot.seats.kingmaker_strategist.value import shares

Rows = list[list[float]]

_LONGEST = 6_000
_STEP, _STEPS = 0.05, 300
_SHRINK = 0.01
"""How strongly weights are held near nothing, so that few games do not say too much."""


class Played(NamedTuple):
    """One game: what everybody saw at the beginning of each turn, and who won."""

    turns: list[Rows]
    winners: tuple[int, ...]


def play(ruleset: str, seats: int, seed: str, rounds: int = 40) -> Played | None:
    """One game by the quick policy; None if it came to no end."""
    game, chance = game_for("kingmaker", ruleset), random.Random(seed)
    match, _ = Match.start(game, seats, seed, {"rounds": str(rounds)})
    table, turns, since, looked = QuickTable(match, -1), list[Rows](), 0, (-1, -1)
    for _ in range(_LONGEST):
        if match.over:
            return Played(turns, game.winners(match.position.state)[0])
        state, seat = match.position.state, match.waiting_for()[0]
        hand = state.factions[seat].hand or state.factions[seat].held
        if (
            state.phase != "setup"
            and state.active == seat
            and hand
            and looked != (state.turn, seat)
        ):
            prompt, choice = steward.choose(match.view(seat), match.prompts(seat), seat, chance)
            looked = (state.turn, seat) if prompt.blocking else looked
            match.submit(seat, choice)
        else:
            table.step()
        if state.turn != since and not match.over:
            since = state.turn
            turns.append(features(match.view(None), game.content))
    return None


def log_loss(weights: Sequence[float], games: Sequence[Played]) -> float:
    """What a game's result costs on the average, looked at from each of its turns."""
    total = 0.0
    for game in games:
        for rows in game.turns:
            found = shares(tuple(weights), rows)
            lost = sum(log(max(found[seat], 1e-9)) for seat in game.winners)
            total -= lost / len(game.winners) / len(game.turns)
    return total / max(1, len(games))


def fit(games: Sequence[Played]) -> list[float]:
    """The weights that make the results of these games likeliest, by gradients (Adam)."""
    weights = [0.0 for _ in FEATURES]
    mean, square = weights[:], weights[:]
    for step in range(1, _STEPS + 1):
        slope = _slope(weights, games)
        for n, each in enumerate(slope):
            mean[n] = 0.9 * mean[n] + 0.1 * each
            square[n] = 0.99 * square[n] + 0.01 * each * each
            size = sqrt(square[n] / (1 - 0.99**step)) + 1e-8
            weights[n] -= _STEP * mean[n] / (1 - 0.9**step) / size
    return weights


def _slope(weights: list[float], games: Sequence[Played]) -> list[float]:
    found = [_SHRINK * weight for weight in weights]
    for game in games:
        part = 1 / len(game.turns) / len(games)
        for rows in game.turns:
            for seat, share in enumerate(shares(tuple(weights), rows)):
                off = (share - (seat in game.winners) / len(game.winners)) * part
                for n, feature in enumerate(rows[seat]):
                    found[n] += off * feature
    return found


def main() -> None:
    """Play, fit, and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ruleset", default="house")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--write", action="store_true")
    wanted = parser.parse_args()
    played = (
        play(wanted.ruleset, wanted.seats, f"{wanted.seed}:{number}")
        for number in range(wanted.games)
    )
    games = [game for game in played if game is not None and game.turns]
    held_out, seen = games[::4], [game for n, game in enumerate(games) if n % 4]
    nothing = [0.0 for _ in FEATURES]
    print(f"{len(games)} games; held out {len(held_out)}")
    print(f"log-loss on them: {log_loss(fit(seen), held_out):.3f}")
    print(f"of chance alone:  {log_loss(nothing, held_out):.3f}")
    row = {name: round(weight, 2) for name, weight in zip(FEATURES, fit(games), strict=True)}
    print(json.dumps(row, indent=1))
    if wanted.write:
        file = data_root() / FILE
        kept = json.loads(file.read_text("utf-8"))
        kept["weights"][wanted.ruleset] = row
        file.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
