"""The bonds between players, and which sides follow from it in a combat (base §16).

All of this can be read off the pacts alone, which everybody knows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from bot.rules.kingmaker.state import Pact


def bound(pacts: Iterable[Pact], one: int, other: int, square: str) -> bool:
    """Whether the forces of two seats are allied in a square (base-16.1, base-16.5)."""
    pair = {one, other}
    return any({pact.seat, pact.ally} == pair and pact.holds_in(square) for pact in pacts)


def partners(pacts: Iterable[Pact], seat: int, square: str) -> list[int]:
    """The seats whose forces are allied with those of a seat in a square."""
    found = (pact.other(seat) for pact in pacts if pact.holds_in(square))
    return sorted({other for other in found if other is not None})


def sides(
    pacts: Sequence[Pact], seat: int, against: Collection[int], square: str
) -> tuple[list[int], list[int]]:
    """The seats that stand by an attacker, and by those whom he attacks.

    Only who is bound to the attacker himself, or to one of the attacked. A player bound to both
    sides, or has an ally among those who come to the other's help, stands aside (base-16.4).
    """
    helpers = _free(pacts, partners(pacts, seat, square), against, square)
    near = {ally for one in against for ally in partners(pacts, one, square)} - {*against, seat}
    guards = _free(pacts, sorted(near), [seat], square)
    return _free(pacts, helpers, guards, square), _free(pacts, guards, helpers, square)


def _free(
    pacts: Sequence[Pact], seats: Iterable[int], others: Collection[int], square: str
) -> list[int]:
    """Those of some seats who are none of the others, and bound to none of them."""
    return [
        one
        for one in seats
        if one not in others and not any(bound(pacts, one, other, square) for other in others)
    ]


def circles(
    pacts: Sequence[Pact], seats: Collection[int], square: str
) -> dict[int, frozenset[int]]:
    """Of several seats in a square, each with those of them who are bound to it."""
    return {seat: frozenset({seat, *partners(pacts, seat, square)} & set(seats)) for seat in seats}
