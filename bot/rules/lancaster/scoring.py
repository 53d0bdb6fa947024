"""The final scoring: the greatest army, the largest castle, the noblemen (lancaster §6)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.rules.lancaster import facts
from bot.rules.lancaster.knights import army
from bot.rules.lancaster.state import Award, LTable, Result

VICTORY = "points"
"""The name of the only victory there is."""


def nobleman_points(count: int) -> int:
    """The points of so many noblemen (lancaster-6.3a), a tie or not (lancaster-6.3b)."""
    return count * (count - 1) // 2


def award_shares(keys: Sequence[tuple[int, int]], award: tuple[int, int]) -> tuple[int, ...]:
    """Points by seat for being first and second; ``keys`` are the count and the tie-break.

    Equal keys share the points of the places they take, rounded down; those who share the first
    place leave no second (lancaster-6.1d, lancaster-6.2d).
    """
    shares = [0] * len(keys)
    ranks = sorted(set(keys), reverse=True)
    first = [seat for seat, key in enumerate(keys) if key == ranks[0]]
    if len(first) > 1:
        for seat in first:
            shares[seat] = sum(award) // len(first)
        return tuple(shares)
    shares[first[0]] = award[0]
    if len(ranks) > 1:
        second = [seat for seat, key in enumerate(keys) if key == ranks[1]]
        for seat in second:
            shares[seat] = award[1] // len(second)
    return tuple(shares)


def final_scoring(table: LTable) -> None:
    """Add the last points and end the game (lancaster-6.4).

    The greatest army gives 8 points and the second 4 (lancaster-6.1a, lancaster-6.1b), a tie broken
    by squires (lancaster-6.1c); so does the largest castle (lancaster-6.2a, lancaster-6.2b), a tie
    broken by gold (lancaster-6.2c).
    """
    state, rules = table.state, table.content.ruleset
    players = state.players()
    armies = [(army(state, seat), house.squires) for seat, house in enumerate(players)]
    castles = [(len(house.extensions), house.gold) for house in players]
    noblemen = [len(house.noblemen) for house in players]
    table.reveal()  # the screens are lifted
    awards = (
        Award("army", award_shares(armies, rules.army_award), tuple(a for a, _ in armies)),
        Award("castle", award_shares(castles, rules.castle_award), tuple(c for c, _ in castles)),
        Award("noblemen", tuple(nobleman_points(n) for n in noblemen), tuple(noblemen)),
    )
    for award in awards:
        _give(table, award)
    totals = tuple(house.points for house in players)
    winners = tuple(seat for seat, total in enumerate(totals) if total == max(totals))
    state.result = Result(winners, VICTORY, awards)
    table.emit(facts.GameWon(winners, totals))


def _give(table: LTable, award: Award) -> None:
    for seat, gained in enumerate(award.points):
        table.state.houses[seat].points += gained
    table.emit(facts.Awarded(award.name, award.points, award.counts))
