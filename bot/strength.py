"""Measuring how strong a computer player is: games of one against others, seat by seat, until the
question is decided.

Every deal is played once from each seat, so that luck in the deal favours nobody.
"""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from math import log, sqrt

import msgspec

from bot.games import game_for, player_for
from bot.seats.outside import part
from bot.selfplay import play_game

Z = 1.96
"""The half-width, in standard deviations, of an interval that contains the truth 95 times in
100."""

ERROR = 0.05
"""The share of wrong answers allowed, either way, if a question is decided early."""

BETTER = 0.1
"""By default, *stronger* means winning a share of the games this much larger than chance would
give."""


class Pairing(msgspec.Struct, frozen=True):
    """The games to play: one computer player against others of one kind, and the seed from which
    each deal gets its own.
    """

    game: str
    ruleset: str
    seats: int
    rotated: str
    against: str
    seed: str
    options: dict[str, str] = {}
    think: float | None = None
    """Seconds that the rotated player may spend thinking about a turn, if it thinks at all."""


class Strength(msgspec.Struct):
    """The findings: the games won, their share of all, and the 95 % interval around that share.

    A shared victory counts in part. ``decided`` says stronger, not stronger, or None while the
    question is open. A game that broke down counts only as ``unfinished``.
    """

    wins: float = 0.0
    games: int = 0
    share: float = 0.0
    low: float = 0.0
    high: float = 1.0
    decided: str | None = None
    unfinished: int = 0
    jobs: int = 1


def interval(wins: float, games: int, z: float = Z) -> tuple[float, float]:
    """Wilson's interval for a share; 0 to 1 if nothing was played."""
    if not games:
        return 0.0, 1.0
    share, square = wins / games, z * z / games
    middle = (share + square / 2) / (1 + square)
    reach = z * sqrt(share * (1 - share) / games + square / (4 * games)) / (1 + square)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def by_deal(deals: Sequence[Sequence[float]]) -> tuple[float, float]:
    """The 95 % interval around the share of games won, given what was won in each game of each
    deal.

    The games of one deal are alike, so the interval follows from how much deals differ; it is never
    narrower than Wilson's.
    """
    games, wins = sum(map(len, deals)), sum(map(sum, deals))
    low, high = interval(wins, games)
    if len(deals) < 2 or not games:
        return low, high
    share = wins / games
    squares = sum((sum(deal) - share * len(deal)) ** 2 for deal in deals)
    reach = Z * sqrt(squares * len(deals) / (len(deals) - 1)) / games
    return max(0.0, min(low, share - reach)), min(1.0, max(high, share + reach))


def decision(wins: float, games: int, chance: float, better: float) -> str | None:
    """Wald's test of ``chance`` against a chance that is better by the given amount; either answer
    is wrong at most 5 times in 100.

    The result is None while neither answer is certain.
    """
    hoped = min(chance + better, 0.99)
    weight = wins * log(hoped / chance) + (games - wins) * log((1 - hoped) / (1 - chance))
    bound = log((1 - ERROR) / ERROR)
    if weight >= bound:
        return "stronger"
    return "not stronger" if weight <= -bound else None


def measure(
    pairing: Pairing, games: int, *, jobs: int = 1, better: float = BETTER, early: bool = True
) -> Strength:
    """Play this many games; with ``early``, fewer if the question is decided sooner.

    The test is made whenever a deal has been played from every seat, in the order of the games, so
    the number of processes makes no difference. Raises LookupError and ValueError as `game_for`,
    `player_for` and `play_game` do.
    """
    found = Strength(jobs=jobs)
    played = _in_turn(pairing, games, jobs)
    deals: dict[int, list[float]] = {}
    for number, won in enumerate(played, start=1):
        if won is None:
            found.unfinished += 1
        else:
            found.games += 1
            found.wins += won
            deals.setdefault((number - 1) // pairing.seats, []).append(won)
        if number % pairing.seats == 0:
            found.decided = decision(found.wins, found.games, 1 / pairing.seats, better)
            if early and found.decided is not None:
                break
    found.wins = round(found.wins, 3)
    found.share = round(found.wins / max(1, found.games), 4)
    found.low, found.high = (round(end, 4) for end in by_deal([*deals.values()]))
    return found


def play_one(pairing: Pairing, number: int) -> float | None:
    """The rotated player's share of the victory in game ``number`` (from 0); None if the game broke
    down."""
    seats, mine = pairing.seats, number % pairing.seats
    rotated = player_for(pairing.game, pairing.rotated, pairing.think)
    other = player_for(pairing.game, pairing.against)
    record = play_game(
        game_for(pairing.game, pairing.ruleset),
        seats,
        f"{pairing.seed}:{number // seats}",
        [rotated if seat == mine else other for seat in range(seats)],
        pairing.options,
        check=False,
    )
    part((rotated, other))
    if not record.finished:
        return None
    return 1 / len(record.winners) if mine in record.winners else 0.0


def _in_turn(pairing: Pairing, games: int, jobs: int) -> Iterator[float | None]:
    """The result of each game, in order; with several jobs, some games are played ahead."""
    numbers: Iterable[int] = range(games)
    if jobs <= 1:
        yield from (play_one(pairing, number) for number in numbers)
        return
    waiting = iter(numbers)
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context) as pool:
        ahead = deque[Future[float | None]]()
        try:
            for number in islice(waiting, 2 * jobs):
                ahead.append(pool.submit(play_one, pairing, number))
            while ahead:
                yield ahead.popleft().result()
                for number in islice(waiting, 1):
                    ahead.append(pool.submit(play_one, pairing, number))
        finally:
            for future in ahead:
                future.cancel()
