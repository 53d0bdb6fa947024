"""Fits the weights with which the strategist judges a position, using games between stewards.

    python -m tests.tools.fit_value --ruleset house --games 200 --seats 4 --keep house.samples
    python -m tests.tools.fit_value --ruleset house --samples house.samples --write

Each turn of a game is a sample, and every game counts the same. A quarter of the games is held out:
the log-loss on these is printed beside that of chance alone, of the weights in use, and of the
steward's own measure (everything a seat has, in points). The weights are pulled towards those in
use, so that a few games do not change them too much. With ``--write``, the rule set's row in
`data/kingmaker/values.json` is replaced by the weights fitted on all games.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from math import log
from pathlib import Path

import msgspec

from bot.content.load import FILE, data_root, load_values
from bot.games import game_for
from bot.rules.kernel import Match
from bot.seats.kingmaker_steward import steward
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.worth import party_worth
from bot.seats.kingmaker_strategist.value import FEATURES, features, shares

Rows = list[list[float]]

_LONGEST = 20_000
_STEPS = 8
"""Newton's steps: after this many, nothing changes any more."""

_HELD = 0.1
"""How strongly the weights are pulled towards those in use."""


class Played(msgspec.Struct):
    """One game: what everybody could see at the start of each turn, and who won.

    ``points`` is what each seat then had by the steward's own measure.
    """

    turns: list[Rows]
    points: list[list[float]]
    winners: list[int]


def play(ruleset: str, seats: int, seed: str, rounds: int = 60) -> Played | None:
    """One game between stewards; None if it did not end."""
    game, chance = game_for("kingmaker", ruleset), random.Random(seed)
    match, _ = Match.start(game, seats, seed, {"rounds": str(rounds)})
    found, since = Played([], [], []), 0
    for _ in range(_LONGEST):
        if match.over:
            found.winners = list(game.winners(match.position.state)[0])
            return found
        seat = match.waiting_for()[0]
        view, prompts = match.view(seat), match.asked(seat)
        if steward.looks_round(view, prompts, seat, chance):
            prompts = match.prompts(seat)
        match.submit(seat, steward.choose(view, prompts, seat, chance)[1])
        state = match.position.state
        if state.turn != since and state.phase != "setup" and not match.over:
            since, seen = state.turn, match.view(None)
            found.turns.append(features(seen, game.content))
            looks = [Outlook(seen, one, game.content) for one in range(seats)]
            found.points.append([party_worth(look, look.mine) for look in looks])
    return None


def log_loss(weights: Sequence[float], games: Sequence[Played]) -> float:
    """The average log-loss, per game, of predicting the result from each of its turns."""
    total = 0.0
    for game in games:
        for rows in game.turns:
            found = shares(tuple(weights), rows)
            lost = sum(log(max(found[seat], 1e-9)) for seat in game.winners)
            total -= lost / len(game.winners) / len(game.turns)
    return total / max(1, len(games))


def points_loss(seen: Sequence[Played], games: Sequence[Played]) -> float:
    """The same for the steward's own measure, scaled to fit the games in ``seen`` best."""
    felt = min((0.001 * n for n in range(60)), key=lambda each: _of_points(each, seen))
    return _of_points(felt, games)


def _of_points(felt: float, games: Sequence[Played]) -> float:
    held = [
        Played([[[each] for each in row] for row in game.points], [], game.winners)
        for game in games
    ]
    return log_loss([felt], held)


def fit(games: Sequence[Played], near: Sequence[float], held: float = _HELD) -> list[float]:
    """The weights that make the results of these games most likely, pulled towards ``near`` as
    strongly as ``held`` says."""
    weights = list(near)
    for _ in range(_STEPS):
        slope, bend = slope_of(weights, games)
        for n, weight in enumerate(weights):
            slope[n] += held * (weight - near[n])
            bend[n][n] += held
        step = solved(bend, slope)
        weights = [weight - each for weight, each in zip(weights, step, strict=True)]
    return weights


def slope_of(
    weights: list[float], games: Sequence[Played]
) -> tuple[list[float], list[list[float]]]:
    """How steeply the log-loss rises with each weight, and how that slope itself changes."""
    size = len(weights)
    slope, bend = [0.0] * size, [[0.0] * size for _ in weights]
    for game in games:
        part = 1 / len(game.turns) / len(games)
        for rows in game.turns:
            found = shares(tuple(weights), rows)
            middle = [
                sum(share * row[n] for share, row in zip(found, rows, strict=True))
                for n in range(size)
            ]
            for seat, share in enumerate(found):
                off = (share - (seat in game.winners) / len(game.winners)) * part
                from_middle = [x - m for x, m in zip(rows[seat], middle, strict=True)]
                for n, each in enumerate(from_middle):
                    slope[n] += off * rows[seat][n]
                    if each:
                        weight, line = share * part * each, bend[n]
                        for k, other in enumerate(from_middle):
                            line[k] += weight * other
    return slope, bend


def solved(lines: list[list[float]], right: list[float]) -> list[float]:
    """The solution of linear equations with a positive definite matrix (Gauss)."""
    rows = [[*line, value] for line, value in zip(lines, right, strict=True)]
    for n, row in enumerate(rows):
        for other in rows[n + 1 :]:
            factor = other[n] / row[n]
            for k in range(n, len(row)):
                other[k] -= factor * row[k]
    found = [0.0] * len(rows)
    for n in reversed(range(len(rows))):
        known = sum(rows[n][k] * found[k] for k in range(n + 1, len(rows)))
        found[n] = (rows[n][-1] - known) / rows[n][n]
    return found


def _games(wanted: argparse.Namespace) -> list[Played]:
    """The games that were kept or, if there are none, new ones."""
    if wanted.samples is not None:
        return msgspec.msgpack.decode(wanted.samples.read_bytes(), type=list[Played])
    played = (
        play(wanted.ruleset, wanted.seats, f"{wanted.seed}:{number}")
        for number in range(wanted.games)
    )
    games = [game for game in played if game is not None and game.turns]
    if wanted.keep is not None:
        wanted.keep.write_bytes(msgspec.msgpack.encode(games))
    return games


def main() -> None:
    """Play, fit, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ruleset", default="house")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--keep", type=Path, help="a file for what was played")
    parser.add_argument("--samples", type=Path, help="a file of what was played before")
    parser.add_argument("--write", action="store_true")
    wanted = parser.parse_args()
    games, rows = _games(wanted), load_values(FEATURES)
    nothing = [0.0 for _ in FEATURES]
    used = [rows[wanted.ruleset][name] for name in FEATURES]
    held_out, seen = games[::4], [game for n, game in enumerate(games) if n % 4]
    print(f"{wanted.ruleset}: {len(games)} games; log-loss on {len(held_out)} held out:")
    print(f"  fitted {log_loss(fit(seen, used), held_out):.3f}")
    print(f"  in use {log_loss(used, held_out):.3f}")
    print(f"  the steward's measure {points_loss(seen, held_out):.3f}")
    print(f"  chance alone {log_loss(nothing, held_out):.3f}")
    row = {name: round(n, 2) + 0.0 for name, n in zip(FEATURES, fit(games, used), strict=True)}
    print(msgspec.json.format(msgspec.json.encode(row), indent=1).decode())
    if wanted.write:
        file = data_root() / FILE
        kept = msgspec.json.decode(file.read_bytes())
        kept["weights"][wanted.ruleset] = row
        file.write_bytes(msgspec.json.format(msgspec.json.encode(kept), indent=1) + b"\n")


if __name__ == "__main__":
    main()
