"""Fits the weights with which Lancaster's strategist judges a position, using games between
stewards.

    python -m tests.tools.fit_lancaster --games 1200 --keep build/lancaster
    python -m tests.tools.fit_lancaster --games 1200 --keep build/lancaster --write

At the start of one round of each game, every house gains or loses something at random: in this way,
the worth of a thing shows in its effect, not in who tends to have it. The rounds from there on are
samples; the weights are fitted to the points at the end (least squares), and being ``spread``
points ahead makes a house nearly three times as likely to win. A quarter of the games is held out:
the log-loss on these is printed beside that of power points alone and of chance. With ``--keep``,
the games are written to a folder, or read from there.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from math import log
from pathlib import Path

import msgspec

from bot.content.lancaster import FILE, Worths
from bot.content.load import data_root
from bot.games import game_for
from bot.rules.kernel import Match
from bot.rules.lancaster.content import Content
from bot.rules.lancaster.state import House, State
from bot.seats.lancaster_steward import steward
from bot.seats.lancaster_strategist import FEATURES, features, shares

Rows = list[list[float]]

ROUNDS = 5
SPREADS = (1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5, 6, 7, 8, 9, 10, 12, 14)

_HELD = 3.0
"""How strongly the weights are pulled towards those of a player who counts power points alone."""


class Played(msgspec.Struct):
    """One game: everybody's features at the start of a round, by the number of rounds left; and how
    it ended."""

    begun: dict[int, Rows]
    points: list[int]
    winners: list[int]


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


def give(state: State, content: Content, chance: random.Random) -> None:
    """Give every house something at random, or take something away."""
    for house in state.players():
        house.gold = max(0, house.gold + chance.randint(-2, 4))
        house.squires = max(0, house.squires + chance.randint(-2, 4))
        house.votes = max(0, house.votes + chance.randint(-1, 4))
        spaces = [space for space in content.spaces if space not in house.extensions]
        if len(spaces) > 1 and chance.random() < 0.35:
            house.extensions.append(chance.choice(spaces))
        if house.court and chance.random() < 0.4:
            _upgrade(house, chance)
        if 1 in house.reserve and chance.random() < 0.3:
            _swap(house, None, 1)
        free = [c for c, left in state.noblemen.items() if left and c not in house.noblemen]
        if free and chance.random() < 0.3:
            county = chance.choice(free)
            state.noblemen[county] -= 1
            house.noblemen.append(county)


def _upgrade(house: House, chance: random.Random) -> None:
    knight = chance.choice(house.court)
    stronger = [other for other in house.reserve if other > knight]
    if stronger:
        _swap(house, knight, min(stronger))


def _swap(house: House, leaves: int | None, comes: int) -> None:
    """Move one knight out of the reserve and, if one is named, another into it."""
    house.reserve.remove(comes)
    house.court.append(comes)
    if leaves is not None:
        house.court.remove(leaves)
        house.reserve.append(leaves)
    house.court.sort()
    house.reserve.sort()


def play(seats: int, number: int) -> Played:
    """One game between stewards."""
    game, chance = game_for("lancaster", "standard"), random.Random(f"{seats}:{number}")
    match, _ = Match.start(game, seats, f"fit {seats}:{number}", {})
    given, found = chance.randint(1, ROUNDS), Played({}, [], [])
    last = 1
    while not match.over:
        state = match.position.state
        if state.round > last and state.phase == "placing":
            last = state.round
            if last == given:
                give(state, game.content, chance)
                match = Match.load(game, match.save())
                state, found.begun = match.position.state, {}
            found.begun[ROUNDS - last + 1] = features(state, game.content)
        seat = match.waiting_for()[0]
        view, asked = match.view(seat), match.asked(seat)
        match.submit(seat, steward.choose(view, asked, seat, chance)[1])
    state = match.position.state
    found.points = [house.points for house in state.players()]
    found.winners = list(game.winners(state)[0])
    return found


def samples(games: Sequence[Played], left: int) -> Iterator[tuple[Rows, list[float], Played]]:
    """Everybody's features with this many rounds left and their final points, both relative to the
    average."""
    for game in games:
        rows = game.begun.get(left)
        if rows is not None:
            middle = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
            mean = sum(game.points) / len(rows)
            less = [[x - m for x, m in zip(row, middle, strict=True)] for row in rows]
            yield less, [points - mean for points in game.points], game


def fit(games: Sequence[Played], left: int) -> list[float]:
    """The weights that best predict everybody's final points (least squares)."""
    size = len(FEATURES)
    lines = [[_HELD * (n == k) for k in range(size)] for n in range(size)]
    right = [_HELD * (name == "points") for name in FEATURES]
    for rows, points, _ in samples(games, left):
        for row, came in zip(rows, points, strict=True):
            for n, x in enumerate(row):
                if x:
                    right[n] += x * came
                    line = lines[n]
                    for k, other in enumerate(row):
                        line[k] += x * other
    return solved(lines, right)


def log_loss(games: Sequence[Played], left: int, weights: Sequence[float], spread: float) -> float:
    """The average log-loss, per game, of predicting the result with this many rounds left."""
    total, count = 0.0, 0
    for rows, _, game in samples(games, left):
        reckoned = [sum(w * x for w, x in zip(weights, row, strict=True)) for row in rows]
        chances = shares(reckoned, spread)
        total -= sum(log(chances[seat]) for seat in game.winners) / len(game.winners)
        count += 1
    return total / max(1, count)


def weighed(games: Sequence[Played], seats: int, left: int) -> Worths:
    """The weights and the spread fitted for this many players and rounds. Prints how well they
    predict."""
    held_out, seen = games[::4], [game for n, game in enumerate(games) if n % 4]
    weights = fit(seen, left)
    spread = min(SPREADS, key=lambda each: log_loss(seen, left, weights, each))
    plain = [float(name == "points") for name in FEATURES]
    alone = min(log_loss(held_out, left, plain, each) for each in (*SPREADS, 20, 30))
    print(
        f"{seats} players, {left} rounds left: log-loss held out "
        f"{log_loss(held_out, left, weights, spread):.3f}, by power points alone {alone:.3f}, "
        f"by chance {log(seats):.3f}"
    )
    row = zip(FEATURES, fit(games, left), strict=True)
    return Worths(spread, {name: round(weight, 2) + 0.0 for name, weight in row})


def _games(wanted: argparse.Namespace, seats: int) -> list[Played]:
    """The games that were kept or, if there are none, new ones."""
    kept = None if wanted.keep is None else wanted.keep / f"{seats}.samples"
    if kept is not None and kept.exists():
        return msgspec.msgpack.decode(kept.read_bytes(), type=list[Played])
    games = [play(seats, number) for number in range(wanted.games)]
    if kept is not None:
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(msgspec.msgpack.encode(games))
    return games


def main() -> None:
    """Play, fit, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--keep", type=Path, help="a folder for what is played")
    parser.add_argument("--write", action="store_true")
    wanted = parser.parse_args()
    values: dict[str, dict[str, Worths]] = {}
    for seats in (2, 3, 4, 5):
        games = _games(wanted, seats)
        values[str(seats)] = {str(left): weighed(games, seats, left) for left in range(1, ROUNDS)}
    if wanted.write:
        file = data_root() / FILE
        kept = msgspec.json.decode(file.read_bytes())
        kept["values"] = values
        file.write_bytes(msgspec.json.format(msgspec.json.encode(kept), indent=1) + b"\n")


if __name__ == "__main__":
    main()
